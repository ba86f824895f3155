#include "rules/readme_words.h"

#include "base/buffer.h"
#include "base/vector.h"
#include "python/unicode.h"

enum { MOST_QUOTED_LINES = 20 };

/* What a text leaves open. The first three can also stand at the start of a line. */
enum open { CLOSED, SINGLE, DOUBLE, ESCAPED, DOUBLE_ESCAPED, LINE_STARTS = ESCAPED };

/* A line and the run of lines from it on of which all but the last end in a backslash. What is open
 * at an end depends on what was open at the start: so a run is looked at once, however many logical
 * lines are tried in it. */
struct line {
    struct text text; /* without a backslash at its end */
    bool continued;
    size_t run_end;
    unsigned char end[LINE_STARTS]; /* enum open: at the end of the line */
    unsigned char run[LINE_STARTS]; /* at the end of the run */
};

struct splitter {
    struct arena *arena;
    struct line *lines;
    size_t count;
    uint32_t first;
    struct readme_words words;
};

static enum open step(enum open open, char c) {
    switch (open) {
    case CLOSED:
        return c == '\'' ? SINGLE : c == '"' ? DOUBLE : c == '\\' ? ESCAPED : CLOSED;
    case SINGLE:
        return c == '\'' ? CLOSED : SINGLE;
    case DOUBLE:
        return c == '"' ? CLOSED : c == '\\' ? DOUBLE_ESCAPED : DOUBLE;
    case ESCAPED:
        return CLOSED;
    case DOUBLE_ESCAPED:
        break;
    }
    return DOUBLE;
}

static enum open end_of_line(struct text line, enum open open) {
    for (size_t i = 0; i < line.size; i++) {
        if (open == CLOSED && line.data[i] == '#')
            return CLOSED;
        open = step(open, line.data[i]);
    }
    return open;
}

/* A backslash takes the line end away. */
static enum open next_start(enum open end) {
    return step(end, '\n');
}

static void prepare(struct splitter *splitter, const struct readme_lines *lines) {
    splitter->lines = arena_array(splitter->arena, struct line, lines->count);
    for (size_t i = lines->count; i-- > 0;) {
        struct line *line = &splitter->lines[i];
        struct text stripped = py_rstrip(lines->items[i]);
        line->continued = stripped.size && stripped.data[stripped.size - 1] == '\\';
        line->text = line->continued ? text_slice(stripped, 0, stripped.size - 1) : lines->items[i];
        bool goes_on = line->continued && i + 1 < lines->count;
        line->run_end = goes_on ? line[1].run_end : i;
        for (enum open start = CLOSED; start < LINE_STARTS; start++) {
            line->end[start] = (unsigned char)end_of_line(line->text, start);
            line->run[start] =
                goes_on ? line[1].run[next_start((enum open)line->end[start])] : line->end[start];
        }
    }
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static bool is_operator(char c) {
    return c && strchr("();<>|&", c);
}

/* A word that is being put together. */
struct word {
    struct buffer text;
    bool begun;
    bool is_operator;
};

static void end_word(struct splitter *splitter, struct word *word, uint32_t line) {
    if (word->begun)
        vector_push(
            splitter->arena, &splitter->words,
            (struct readme_word){text_copy(splitter->arena, buffer_view(&word->text)), line});
    word->begun = word->is_operator = false;
    word->text.size = 0;
}

static void add_byte(struct word *word, enum open open, char c) {
    word->begun = true;
    bool literal = step(open, c) == open || open == ESCAPED || open == DOUBLE_ESCAPED;
    if (open == DOUBLE_ESCAPED && c != '"' && c != '\\')
        buffer_byte(&word->text, '\\');
    if (literal)
        buffer_byte(&word->text, c);
}

/* A comment goes up to the end of the line and begins in the middle of a word as well. Operators
 * make words of their own. The text leaves nothing open. */
static void split_words(struct splitter *splitter, struct text text, uint32_t line) {
    struct word word = {0};
    buffer_init(&word.text, splitter->arena);
    enum open open = CLOSED;
    for (size_t i = 0; i < text.size; i++) {
        char c = text.data[i];
        bool plain = open == CLOSED;
        if (plain &&
            (is_blank(c) || c == '#' || (word.begun && word.is_operator != is_operator(c))))
            end_word(splitter, &word, line);
        if (plain && c == '#') {
            size_t rest = text_find_byte(text_from(text, i), '\n');
            i = rest == TEXT_NONE ? text.size : i + rest;
            continue;
        }
        if (plain && is_blank(c))
            continue;
        word.is_operator = plain && is_operator(c);
        add_byte(&word, open, c);
        open = step(open, c);
    }
    end_word(splitter, &word, line);
}

static struct text join(struct splitter *splitter, size_t begin, size_t end) {
    struct buffer joined;
    buffer_init(&joined, splitter->arena);
    for (size_t i = begin; i < end; i++) {
        if (i > begin)
            buffer_byte(&joined, '\n');
        buffer_text(&joined, splitter->lines[i].text);
    }
    return buffer_view(&joined);
}

static bool each_is_closed(const struct splitter *splitter, size_t begin, size_t end) {
    for (size_t i = begin; i < end; i++)
        if (splitter->lines[i].end[CLOSED] != CLOSED)
            return false;
    return true;
}

/* The index behind the logical line that begins here. */
static size_t split_logical_line(struct splitter *splitter, size_t begin) {
    const struct line *lines = splitter->lines;
    size_t last = lines[begin].run_end;
    enum open open = (enum open)lines[begin].run[CLOSED];
    while (open != CLOSED && last + 1 < splitter->count && last - begin < MOST_QUOTED_LINES) {
        open = (enum open)lines[last + 1].run[next_start(open)];
        last = lines[last + 1].run_end;
    }
    size_t end = open == CLOSED ? last + 1 : begin + 1;
    uint32_t number = splitter->first + (uint32_t)begin;
    if (each_is_closed(splitter, begin, end))
        for (size_t i = begin; i < end; i++)
            split_words(splitter, lines[i].text, splitter->first + (uint32_t)i);
    else if (open == CLOSED)
        split_words(splitter, join(splitter, begin, end), number);
    return end;
}

void readme_split(struct arena *arena, const struct readme_lines *lines,
                  void (*add)(void *context, const struct readme_words *words), void *context) {
    struct splitter splitter = {.arena = arena, .count = lines->count, .first = lines->first};
    prepare(&splitter, lines);
    for (size_t i = 0; i < lines->count;) {
        splitter.words.count = 0;
        i = split_logical_line(&splitter, i);
        if (splitter.words.count)
            add(context, &splitter.words);
    }
}
