#include "formats/interpolation.h"

#include "base/buffer.h"
#include "base/vector.h"

/* Defaults within defaults that are filled in; deeper ones stay as they are. */
enum { DEFAULT_DEPTH = 16 };

struct ranges {
    struct interpolation *items;
    size_t count;
    size_t capacity;
};

static bool is_name_start(char byte) {
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || byte == '_';
}

static size_t name_size(struct text text) {
    size_t size = 0;
    while (size < text.size && (is_name_start(text.data[size]) ||
                                (size && text.data[size] >= '0' && text.data[size] <= '9')))
        size++;
    return size;
}

/* body: NAME ((':'? [-?+]) word)? */
static void read_body(struct interpolation *interpolation, struct text body) {
    size_t size = name_size(body);
    struct text rest = text_from(body, size);
    size_t sign = rest.size && rest.data[0] == ':' ? 1 : 0;
    bool known = sign < rest.size && rest.data[sign] && strchr("-?+", rest.data[sign]);
    if (size == 0 || (rest.size && !known))
        return;
    interpolation->name = text_slice(body, 0, size);
    if (rest.size) {
        interpolation->operation = text_slice(rest, 0, sign + 1);
        interpolation->word = text_from(rest, sign + 1);
    }
}

/* A closed `${...}` swallows the ones it holds. */
static void close_braces(struct arena *arena, struct ranges *ranges, size_t begin, size_t end) {
    while (ranges->count && ranges->items[ranges->count - 1].begin > begin)
        ranges->count--;
    vector_push(arena, ranges, (struct interpolation){.begin = begin, .end = end});
}

struct interpolations interpolations_in(struct arena *arena, struct text text) {
    struct ranges ranges = {0};
    VECTOR(size_t) open = {0};
    for (size_t i = 0; i < text.size; i++) {
        if (text.data[i] == '}' && open.count) {
            close_braces(arena, &ranges, open.items[--open.count], i + 1);
            continue;
        }
        if (text.data[i] != '$' || i + 1 == text.size)
            continue;
        size_t size = name_size(text_from(text, i + 1));
        if (text.data[i + 1] == '{') {
            vector_push(arena, &open, i++);
        } else if (text.data[i + 1] == '$' || size) {
            size_t end = i + 1 + (size ? size : 1);
            vector_push(arena, &ranges, (struct interpolation){.begin = i, .end = end});
            i = end - 1;
        }
    }
    for (size_t i = 0; i < ranges.count; i++) {
        struct interpolation *item = &ranges.items[i];
        struct text body = text_slice(text, item->begin + 1, item->end);
        if (body.data[0] == '{')
            read_body(item, text_slice(body, 1, body.size - 1));
        else if (body.data[0] != '$')
            item->name = body;
    }
    return (struct interpolations){ranges.items, ranges.count};
}

struct text interpolations_masked(struct arena *arena, struct text text) {
    if (text_find_byte(text, '$') == TEXT_NONE)
        return text;
    struct interpolations found = interpolations_in(arena, text);
    char *masked = arena_copy(arena, text.data, text.size);
    for (size_t i = 0; i < found.count; i++)
        memset(masked + found.items[i].begin, 'x', found.items[i].end - found.items[i].begin);
    return (struct text){masked, text.size};
}

static void add_with_defaults(struct buffer *out, struct text text, int depth) {
    struct interpolations found = interpolations_in(out->arena, text);
    size_t at = 0;
    for (size_t i = 0; i < found.count; i++) {
        const struct interpolation *item = &found.items[i];
        buffer_text(out, text_slice(text, at, item->begin));
        at = item->end;
        bool is_default = item->operation.size && text_ends(item->operation, T("-"));
        if (is_default && depth < DEFAULT_DEPTH)
            add_with_defaults(out, item->word, depth + 1);
        else if (is_default)
            buffer_text(out, item->word);
        else if (item->name.size == 0)
            buffer_text(out, text_slice(text, item->begin + 1, item->end));
    }
    buffer_text(out, text_from(text, at));
}

struct text interpolations_with_defaults(struct arena *arena, struct text text) {
    if (text_find_byte(text, '$') == TEXT_NONE)
        return text;
    struct buffer out;
    buffer_init(&out, arena);
    add_with_defaults(&out, text, 0);
    return buffer_view(&out);
}
