#include "render/markdown_text.h"

#include "base/utf8.h"
#include "base/vector.h"
#include "render/style.h"

enum { INDENT = 2, LEAST_WIDTH = 40, MOST_WIDTH = 100, GAP = 2 };

/* ---- words ---- */

/* Words that are put on lines as they come; a word may change its style in the middle. */
struct flow {
    struct page *page;
    size_t indent; /* of later lines */
    size_t column;
    struct buffer word; /* not on a line yet */
    size_t word_width;
    bool any; /* the line has a word */
};

static struct flow begin_flow(struct page *page, size_t column, size_t indent) {
    struct flow flow = {.page = page, .indent = indent, .column = column};
    buffer_init(&flow.word, page->out->arena);
    return flow;
}

static void end_word(struct flow *flow) {
    struct buffer *out = flow->page->out;
    if (!flow->word.size)
        return;
    if (flow->any && flow->column + 1 + flow->word_width > flow->page->width) {
        buffer_byte(out, '\n');
        buffer_repeat(out, ' ', flow->indent);
        flow->column = flow->indent;
    } else if (flow->any) {
        buffer_byte(out, ' ');
        flow->column++;
    }
    buffer_text(out, buffer_view(&flow->word));
    flow->column += flow->word_width;
    flow->any = true;
    flow->word.size = flow->word_width = 0;
}

static void add_text(struct flow *flow, enum style style, struct text text) {
    struct page word = {&flow->word, flow->page->color, 0};
    struct text rest = text, part;
    for (bool first = true; text_split(&rest, ' ', &part); first = false) {
        if (!first)
            end_word(flow);
        if (part.size)
            page_text(&word, style, part);
        flow->word_width += utf8_width(part);
    }
}

static void end_flow(struct flow *flow) {
    end_word(flow);
    buffer_byte(flow->page->out, '\n');
}

/* ---- inlines ---- */

/* What stands between open at the beginning of text and the next close; NULL data without one. */
static struct text enclosed(struct text text, struct text open, struct text close) {
    if (!text_starts(text, open))
        return (struct text){NULL, 0};
    struct text inner = text_from(text, open.size);
    size_t end = text_find(inner, close);
    return end == TEXT_NONE ? (struct text){NULL, 0} : text_slice(inner, 0, end);
}

/* inline: '`' code '`' | '**' text '**' | '*' text '*' | '[' text '](' target ')'
 * Gives what it is about and how many bytes it takes; 0 when the text begins with none. */
static size_t read_inline(struct text text, enum style *style, struct text *inner,
                          struct text *target) {
    static const struct {
        struct text mark;
        enum style style;
    } marks[] = {{TEXT("`"), STYLE_PLACE}, {TEXT("**"), STYLE_BOLD}, {TEXT("*"), STYLE_ITALIC}};
    for (size_t i = 0; i < sizeof(marks) / sizeof(*marks); i++) {
        *inner = enclosed(text, marks[i].mark, marks[i].mark);
        *style = marks[i].style;
        if (inner->size && inner->data[0] != ' ')
            return inner->size + 2 * marks[i].mark.size;
    }
    *inner = enclosed(text, T("["), T("]("));
    if (!inner->size)
        return 0;
    *style = STYLE_PLAIN;
    *target = enclosed(text_from(text, inner->size + 2), T("("), T(")"));
    return target->data ? inner->size + target->size + 4 : 0;
}

static void add_inlines(struct flow *flow, enum style plain, struct text text) {
    size_t begin = 0;
    for (size_t at = 0; at < text.size;) {
        enum style style;
        struct text inner, target = {NULL, 0};
        size_t size = read_inline(text_from(text, at), &style, &inner, &target);
        if (!size) {
            at++;
            continue;
        }
        struct text whole = text_slice(text, at, at + size); /* shows code without colour */
        add_text(flow, plain, text_slice(text, begin, at));
        if (target.data)
            add_inlines(flow, plain, inner); /* once: no link stands in a link's text */
        else
            add_text(flow, style, style == STYLE_PLACE && !flow->page->color ? whole : inner);
        if (target.data && text_starts(target, T("http")) && !text_equal(target, inner)) {
            add_text(flow, plain, T(" <"));
            add_text(flow, STYLE_PLACE, target);
            add_text(flow, plain, T(">"));
        }
        begin = at += size;
    }
    add_text(flow, plain, text_from(text, begin));
}

/* ---- tables ---- */

struct table {
    struct text *cells;
    size_t rows, columns;
    size_t *widths;
};

/* The cells of "| a | b |"; a bar in a code span must not be there. */
static size_t read_row(struct text line, struct text *cells, size_t most) {
    struct text rest = text_slice(line, 1, line.size), cell;
    size_t count = 0;
    while (count < most && text_split(&rest, '|', &cell))
        if (rest.size || text_trim(cell).size)
            cells[count++] = text_trim(cell);
    return count;
}

/* As wide as it is shown. */
static size_t inline_width(const struct page *page, struct text text) {
    struct buffer out;
    buffer_init(&out, page->out->arena);
    struct page wide = {&out, page->color, SIZE_MAX};
    struct flow flow = begin_flow(&wide, 0, 0);
    add_inlines(&flow, STYLE_PLAIN, text);
    end_word(&flow);
    return flow.column;
}

static struct table read_table(const struct page *page, const struct text *lines, size_t count) {
    struct arena *arena = page->out->arena;
    struct table table = {.columns = 1};
    for (size_t i = 1; i < lines[0].size; i++)
        table.columns += lines[0].data[i] == '|';
    table.columns--;
    table.cells = arena_array(arena, struct text, count * table.columns + 1);
    table.widths = arena_array(arena, size_t, table.columns + 1);
    for (size_t i = 0; i < count; i++) {
        if (i == 1) /* the line of dashes */
            continue;
        struct text *row = table.cells + table.rows++ * table.columns;
        read_row(lines[i], row, table.columns);
        for (size_t c = 0; c < table.columns; c++) {
            size_t width = inline_width(page, row[c]);
            if (width > table.widths[c])
                table.widths[c] = width;
        }
    }
    return table;
}

/* The last column is wrapped below itself; where too little is left for it, each row is a
 * paragraph. */
static void write_table(struct page *page, const struct text *lines, size_t count) {
    struct table table = read_table(page, lines, count);
    size_t before = INDENT;
    for (size_t c = 0; c + 1 < table.columns; c++)
        before += table.widths[c] + GAP;
    bool aligned = before + LEAST_WIDTH / 2 <= page->width;
    for (size_t r = 0; r < table.rows; r++) {
        const struct text *row = table.cells + r * table.columns;
        buffer_repeat(page->out, ' ', INDENT);
        struct flow flow = begin_flow(page, INDENT, aligned ? before : 2 * INDENT);
        size_t column = INDENT;
        for (size_t c = 0; c < table.columns; c++) {
            if (!aligned && c && row[c].size)
                add_text(&flow, STYLE_DIM, T(" \xc2\xb7 "));
            add_inlines(&flow, r ? STYLE_PLAIN : STYLE_DIM, row[c]);
            column += table.widths[c] + GAP;
            if (!aligned || c + 1 == table.columns)
                continue;
            end_word(&flow);
            buffer_repeat(page->out, ' ', column - flow.column);
            flow = begin_flow(page, column, before);
        }
        end_flow(&flow);
    }
}

/* ---- blocks ---- */

struct lines {
    struct text *items;
    size_t count;
    size_t next;
};

static struct text peek(const struct lines *lines) {
    return lines->next < lines->count ? lines->items[lines->next] : T("");
}

/* "- ", "1. ", with the blanks before them; 0 when the line begins no item. */
static size_t marker_size(struct text line) {
    size_t at = 0, digits = 0;
    while (at < line.size && line.data[at] == ' ')
        at++;
    if (text_starts(text_from(line, at), T("- ")))
        return at + 2;
    while (at + digits < line.size && line.data[at + digits] >= '0' &&
           line.data[at + digits] <= '9')
        digits++;
    return digits && text_starts(text_from(line, at + digits), T(". ")) ? at + digits + 2 : 0;
}

static bool begins_block(struct text line) {
    return !text_trim(line).size || text_starts(line, T("#")) || text_starts(line, T("```")) ||
           text_starts(line, T("|")) || marker_size(line);
}

/* A paragraph, or an item of a list from its marker to the line before the next block. */
static void write_paragraph(struct page *page, struct lines *lines) {
    struct text line = lines->items[lines->next++];
    size_t marker = marker_size(line);
    struct buffer whole;
    buffer_init(&whole, page->out->arena);
    buffer_text(&whole, text_trim(text_from(line, marker)));
    while (lines->next < lines->count && !begins_block(peek(lines))) {
        buffer_byte(&whole, ' ');
        buffer_text(&whole, text_trim(lines->items[lines->next++]));
    }
    buffer_repeat(page->out, ' ', marker ? INDENT : 0);
    buffer_text(page->out, text_slice(line, 0, marker));
    size_t indent = marker ? INDENT + marker : 0;
    struct flow flow = begin_flow(page, indent, indent);
    add_inlines(&flow, STYLE_PLAIN, buffer_view(&whole));
    end_flow(&flow);
}

static size_t run_of(struct text line, char byte) {
    size_t size = 0;
    while (size < line.size && line.data[size] == byte)
        size++;
    return size;
}

/* code: fence info '\n' lines fence, where a fence is three backticks or more, and the second at
 * least as long as the first */
static void write_code(struct page *page, struct lines *lines) {
    size_t fence = run_of(lines->items[lines->next++], '`');
    for (; lines->next < lines->count; lines->next++) {
        struct text line = peek(lines);
        if (run_of(line, '`') >= fence)
            break;
        buffer_repeat(page->out, ' ', line.size ? 2 * INDENT : 0);
        page_text(page, STYLE_PLACE, line);
        buffer_byte(page->out, '\n');
    }
    lines->next++;
}

static void write_heading(struct page *page, struct text line) {
    struct flow flow = begin_flow(page, 0, 0);
    add_inlines(&flow, STYLE_BOLD, text_trim(text_from(line, run_of(line, '#'))));
    end_flow(&flow);
}

static void write_block(struct page *page, struct lines *lines) {
    struct text line = peek(lines);
    size_t first = lines->next;
    if (!text_trim(line).size) {
        buffer_byte(page->out, '\n');
        lines->next++;
    } else if (text_starts(line, T("#"))) {
        write_heading(page, line);
        lines->next++;
    } else if (text_starts(line, T("```"))) {
        write_code(page, lines);
    } else if (text_starts(line, T("|"))) {
        while (text_starts(peek(lines), T("|")))
            lines->next++;
        write_table(page, lines->items + first, lines->next - first);
    } else {
        write_paragraph(page, lines);
    }
}

void markdown_text(struct buffer *out, struct text text, bool color, size_t width) {
    VECTOR(struct text) found = {0};
    struct text rest = text, line;
    while (text_split(&rest, '\n', &line))
        vector_push(out->arena, &found, line);
    while (found.count && !text_trim(found.items[found.count - 1]).size)
        found.count--;
    struct lines lines = {found.items, found.count, 0};
    struct page page = {out, color,
                        width < LEAST_WIDTH  ? LEAST_WIDTH
                        : width > MOST_WIDTH ? MOST_WIDTH
                                             : width};
    while (lines.next < lines.count)
        write_block(&page, &lines);
}
