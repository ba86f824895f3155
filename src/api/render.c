#include "api/lint.h"

#include "render/render.h"

void cordon_render_options_init(cordon_render_options *options) {
    *options = (cordon_render_options){.struct_size = sizeof(*options)};
}

struct document {
    const struct report *report;
    const char *format;
    cordon_render_options options;
    struct arena *arena;
    struct buffer out;
    struct error error;
};

static const char *link_source(void *user, struct text path, uint32_t line) {
    const cordon_render_options *options = user;
    return options->source_link(options->user, public_text(path), line);
}

static struct render_options read_options(cordon_render_options *given) {
    struct render_options options = render_defaults();
    options.color = given->color;
    options.quiet = given->quiet;
    options.statistics = given->statistics;
    options.footer = !given->no_footer;
    options.user = given;
    if (given->width)
        options.width = given->width;
    if (given->heading_level)
        options.heading_level = given->heading_level;
    if (given->docs_base)
        options.docs_base = text_of(given->docs_base);
    if (given->source_link)
        options.source_link = link_source;
    return options;
}

static void write_document(void *argument) {
    struct document *document = argument;
    buffer_init(&document->out, document->arena);
    const struct render_format *format = render_format_find(text_of(document->format));
    if (!format) {
        error_set(&document->error, document->arena, T(""), 0, 0,
                  "there is no output format '%s'; there are %s", document->format,
                  render_format_list(document->arena).data);
        return;
    }
    struct render_options options = read_options(&document->options);
    format->render(&document->out, document->report, &options);
}

cordon_status cordon_report_render(const cordon_report *report, const char *format,
                                   const cordon_render_options *options, cordon_writer writer,
                                   void *writer_user, cordon_error **error) {
    if (error)
        *error = NULL;
    const struct allocator *own = &report->object.heap.allocator;
    cordon_allocator allocator = {own->allocate, own->release, own->user};
    struct heap heap;
    struct arena arena;
    heap_init(&heap, own);
    arena_init(&arena, &heap);
    struct document document = {.report = &report->run.report, .format = format, .arena = &arena};
    cordon_render_options_init(&document.options);
    if (options)
        memcpy(&document.options, options,
               options->struct_size < sizeof(*options) ? options->struct_size : sizeof(*options));
    cordon_status status = CORDON_NO_MEMORY;
    if (heap_run(&heap, write_document, &document)) {
        status = CORDON_OK;
        if (error_is_set(&document.error))
            status = object_fail(CORDON_INVALID, &allocator, &document.error, error);
        else if (!writer(writer_user, document.out.data, document.out.size))
            status = CORDON_FAILED;
    }
    heap_release(&heap);
    return status;
}
