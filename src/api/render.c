#include "api/lint.h"
#include "api/work.h"

#include "base/suggest.h"

#include <errno.h>

void cordon_render_options_init(cordon_render_options *options) {
    *options = (cordon_render_options){.struct_size = sizeof(*options)};
}

struct document {
    struct work work;
    const cordon_report *report;
    const char *format;
    struct arena parts; /* holds the one that is being written */
    cordon_render_options options;
};

static const char *link_source(void *user, struct text path, uint32_t line) {
    const struct document *document = user;
    return document->options.source_link(document->options.user, public_text(path), line);
}

static void send_package(void *user) {
    enum { ENOUGH = 1 << 16 };
    struct document *document = user;
    if (document->work.out.size >= ENOUGH)
        work_send(&document->work);
}

static struct render_options read_options(struct document *document) {
    const cordon_render_options *given = &document->options;
    struct render_options options = render_defaults();
    options.color = given->color;
    options.quiet = given->quiet;
    options.statistics = given->statistics;
    options.footer = !given->no_footer;
    options.written = send_package;
    options.user = document;
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

const struct render_format *render_format_named(struct arena *arena, const char *name,
                                                struct error *error) {
    const struct render_format *format = render_format_find(text_of(name));
    if (!format)
        error_set(error, arena, T(""), 0, 0, "there is no output format '%s'; there are %s%.*s",
                  name, render_format_list(arena).data,
                  TEXT_ARGS(suggest_phrase(arena, render_format_suggest(text_of(name)))));
    return format;
}

/* What was sent stays cut off: a whole document without these findings would be a lie. */
static void unreadable_part(struct document *document) {
    document->work.refused = true;
    error_set(&document->work.error, &document->work.arena, T(""), 0, 0,
              "the temporary file of the report cannot be read: %s", strerror(errno));
}

static struct text find_part(void *user, size_t package) {
    struct document *document = user;
    const struct document_parts *parts = document->report->parts;
    struct text text = T("");
    arena_reset(&document->parts);
    if (parts->items[package].size &&
        !spool_get(&parts->spool, &document->parts, &parts->items[package], &text))
        unreadable_part(document);
    return text;
}

static void write_document(void *argument) {
    struct document *document = argument;
    struct arena *arena = &document->work.arena;
    struct error *error = &document->work.error;
    const struct document_parts *parts = document->report->parts;
    const struct render_format *format = render_format_named(arena, document->format, error);
    if (format && parts && parts->format != format)
        error_set(error, arena, T(""), 0, 0, "the report was made for '%s', not for '%s'",
                  parts->format->name, document->format);
    if (error_is_set(error))
        return;
    struct render_options options = read_options(document);
    if (parts)
        options.part = find_part;
    arena_init(&document->parts, &document->work.heap);
    format->render(&document->work.out, &document->report->run.report, &options);
}

cordon_render_options render_options_complete(const cordon_render_options *given) {
    cordon_render_options options;
    cordon_render_options_init(&options);
    object_take_struct(&options, sizeof(options), given);
    return options;
}

cordon_status cordon_report_render(const cordon_report *report, const char *format,
                                   const cordon_render_options *options, cordon_writer writer,
                                   void *writer_user, cordon_error **error) {
    struct document document = {.work = {.writer = writer, .user = writer_user},
                                .report = report,
                                .format = format,
                                .options = render_options_complete(options)};
    return work_run(&document.work, &report->object.heap.allocator, write_document, error);
}

size_t cordon_format_count(void) {
    size_t count = 0;
    while (render_formats[count].name)
        count++;
    return count;
}

cordon_format cordon_format_at(size_t index) {
    return (cordon_format){render_formats[index].name, render_formats[index].summary};
}
