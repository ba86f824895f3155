#include "rules/code_extraction/fence.h"

#include "base/utf8.h"
#include "python/unicode.h"

const struct fence fence_none = {.all_json = true, .all_bare = true};

static bool at(struct text text, size_t place, char c) {
    return place < text.size && text.data[place] == c;
}

/* "```" or "`{3" ","? DIGIT* "}": the size of the fence that begins here, or 0 */
static size_t fence_size(struct text text, size_t begin) {
    if (!at(text, begin, '`'))
        return 0;
    if (at(text, begin + 1, '`') && at(text, begin + 2, '`'))
        return 3;
    if (!at(text, begin + 1, '{') || !at(text, begin + 2, '3'))
        return 0;
    size_t end = begin + 3 + at(text, begin + 3, ',');
    while (end < text.size && text.data[end] >= '0' && text.data[end] <= '9')
        end++;
    return at(text, end, '}') ? end + 1 - begin : 0;
}

static uint32_t code_point(struct text text, size_t begin, size_t *end) {
    if (begin >= text.size)
        return UTF8_INVALID;
    const char *next = text.data + begin;
    uint32_t c = utf8_next(&next, text.data + text.size);
    *end = (size_t)(next - text.data);
    return c;
}

/* White space, and the escape \s with an optional quantifier. */
static size_t skip_blanks(struct text text, size_t begin) {
    for (size_t end;;) {
        uint32_t c = code_point(text, begin, &end);
        if (c == UTF8_INVALID)
            return begin;
        if (py_is_space(c)) {
            begin = end;
        } else if (c == '\\' && at(text, end, 's')) {
            begin = end + 1;
            begin += at(text, begin, '*') || at(text, begin, '+') || at(text, begin, '?');
        } else {
            return begin;
        }
    }
}

/* The end of the longest run of word characters and of those in others. */
static size_t skip_word(struct text text, size_t begin, const char *others) {
    for (size_t end;;) {
        uint32_t c = code_point(text, begin, &end);
        bool other = c > 0 && c < 0x80 && strchr(others, (int)c);
        if (c == UTF8_INVALID || !(other || c == '_' || py_is_alphanumeric(c)))
            return begin;
        begin = end;
    }
}

struct labels {
    size_t count;
    bool other; /* one is not "json" */
};

static void add_label(struct labels *labels, struct text label) {
    if (!py_strip(label).size)
        return;
    labels->count++;
    labels->other |= !text_equal_ignoring_case(label, T("json"));
}

/* (LABEL|LABEL...), (?:LABEL|...) or LABEL: the end of what was read, 0 for none of these */
static size_t read_labels(struct text text, size_t begin, struct labels *labels) {
    if (!at(text, begin, '(')) {
        char c = begin < text.size ? text.data[begin] : 0;
        if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')))
            return 0;
        size_t end = skip_word(text, begin, "+#-");
        add_label(labels, text_slice(text, begin, end));
        return end;
    }
    begin++;
    if (at(text, begin, '?') && at(text, begin + 1, ':'))
        begin += 2;
    size_t end = skip_word(text, begin, "\\+#|-");
    if (end == begin || !at(text, end, ')'))
        return 0;
    struct text rest = text_slice(text, begin, end), label;
    while (text_split(&rest, '|', &label))
        add_label(labels, label);
    return end + 1;
}

/* Every fence with what labels it. */
static struct labels labels_of(struct text text) {
    struct labels labels = {0};
    for (size_t i = 0; i < text.size;) {
        size_t size = fence_size(text, i);
        size_t end = size ? read_labels(text, skip_blanks(text, i + size), &labels) : 0;
        i = end ? end : i + 1;
    }
    return labels;
}

static bool has_fence(struct text text) {
    for (size_t i = 0; i < text.size; i++) {
        size_t next = text_find_byte(text_from(text, i), '`');
        if (next == TEXT_NONE)
            return false;
        i += next;
        if (fence_size(text, i))
            return true;
    }
    return false;
}

/* Nothing but fences, blanks and what a pattern repeats or anchors them with. */
static bool is_bare(struct text text) {
    for (size_t i = 0, end; i < text.size; i = end) {
        uint32_t c = code_point(text, i, &end);
        size_t fence = fence_size(text, i);
        if (fence)
            end = i + fence;
        else if (c == '\\' && (at(text, end, 'n') || at(text, end, 's')))
            end++;
        else if (!py_is_space(c) && (!c || c >= 0x80 || !strchr("?*+^$", (int)c)))
            return false;
    }
    return true;
}

struct fence fence_of_text(struct text text) {
    if (!has_fence(text))
        return fence_none;
    struct labels labels = labels_of(text);
    return (struct fence){
        .any = true,
        .all_json = labels.count && !labels.other,
        .all_bare = !labels.count && is_bare(text),
        .other = labels.other,
    };
}

struct fence fence_sum(struct fence a, struct fence b) {
    return (struct fence){a.any || b.any, a.all_json && b.all_json, a.all_bare && b.all_bare,
                          a.other || b.other};
}
