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

static void write_document(void *argument) {
    struct document *document = argument;
    buffer_init(&document->out, document->arena);
    struct text format = text_of(document->format);
    if (text_is(format, "json")) {
        render_json(&document->out, document->report);
    } else if (text_is(format, "text")) {
        struct text_options options = {
            .color = document->options.color,
            .width = document->options.width ? document->options.width : 80,
        };
        render_text(&document->out, document->report, &options);
    } else {
        error_set(&document->error, document->arena, T(""), 0, 0,
                  "there is no output format '%s'; there are text and json", document->format);
    }
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
