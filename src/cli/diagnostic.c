#include "cli/diagnostic.h"

#include "base/printable.h"
#include "base/utf8.h"

enum { SHOWN_BEFORE = 100, SHOWN_BEHIND = 60 };

static struct text line_at(struct text source, uint32_t line) {
    size_t begin = 0;
    for (; line > 1; line--) {
        while (begin < source.size && source.data[begin] != '\n' && source.data[begin] != '\r')
            begin++;
        if (begin == source.size)
            return (struct text){NULL, 0};
        bool crlf =
            source.data[begin] == '\r' && begin + 1 < source.size && source.data[begin + 1] == '\n';
        begin += crlf ? 2 : 1;
    }
    size_t end = begin;
    while (end < source.size && source.data[end] != '\n' && source.data[end] != '\r')
        end++;
    return text_slice(source, begin, end);
}

static bool is_tail(char byte) {
    return ((unsigned char)byte & 0xc0) == 0x80;
}

/* As a terminal may see it; a tab stays, so that the caret's line can have it as well. */
static void write_safely(struct buffer *out, struct text text) {
    const char *end = text.data + text.size;
    for (const char *at = text.data; at < end;) {
        const char *begin = at;
        uint32_t c = utf8_next(&at, end);
        bool obeyed = (printable_is_dangerous(c) && c != '\t') ||
                      printable_is_command(text, (size_t)(begin - text.data));
        if (obeyed || c == UTF8_INVALID)
            buffer_string(out, "\xef\xbf\xbd");
        else
            buffer_add(out, begin, (size_t)(at - begin));
    }
}

/* Blanks as wide as the text, with its tabs. */
static void write_blanks(struct buffer *out, struct text text) {
    struct text rest = text, part;
    for (bool first = true; text_split(&rest, '\t', &part); first = false) {
        if (!first)
            buffer_byte(out, '\t');
        buffer_repeat(out, ' ', utf8_width(part));
    }
}

void diagnostic_place(struct buffer *out, struct text source, uint32_t line, uint32_t column) {
    struct text whole = line_at(source, line);
    if (!line || !whole.data)
        return;
    size_t at = !column ? 0 : column - 1 < whole.size ? column - 1 : whole.size;
    size_t begin = at > SHOWN_BEFORE ? at - SHOWN_BEFORE : 0;
    size_t end = whole.size - at > SHOWN_BEHIND ? at + SHOWN_BEHIND : whole.size;
    while (begin < at && begin && is_tail(whole.data[begin]))
        begin++;
    while (end < whole.size && is_tail(whole.data[end]))
        end++;
    const char *before = begin ? "..." : "";
    buffer_format(out, "    %s", before);
    write_safely(out, text_slice(whole, begin, end));
    buffer_string(out, end < whole.size ? "...\n" : "\n");
    if (!column)
        return;
    buffer_repeat(out, ' ', 4 + strlen(before));
    struct buffer shown;
    buffer_init(&shown, out->arena);
    write_safely(&shown, text_slice(whole, begin, at));
    write_blanks(out, buffer_view(&shown));
    buffer_string(out, "^\n");
}

void diagnostic_head(struct buffer *out, struct text name, uint32_t line, uint32_t column) {
    printable_add(out, name);
    if (line)
        buffer_format(out, ":%u", line);
    if (line && column)
        buffer_format(out, ":%u", column);
}

static void free_error(void *error) {
    cordon_error_free(error);
}

void diagnostic_refusal(struct cli *cli, struct text name, cordon_text reason,
                        cordon_error *error) {
    struct buffer *out = &cli->err;
    struct cleanup cleanup;
    uint32_t line = cordon_error_line(error), column = cordon_error_column(error);
    struct text message = cli_text(cordon_error_message(error));
    heap_push_cleanup(cli->heap, &cleanup, free_error, error);
    diagnostic_head(out, name, line, column);
    buffer_format(out, ": %.*s: ", TEXT_ARGS(reason));
    printable_add(out, message);
    buffer_byte(out, '\n');
    diagnostic_place(out, cli_text(cordon_error_source(error)), line, column);
    heap_pop_cleanup(cli->heap, &cleanup);
    cordon_error_free(error);
}
