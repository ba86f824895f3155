#include "base/utf8.h"

static bool is_tail(unsigned char byte) {
    return (byte & 0xc0) == 0x80;
}

uint32_t utf8_next(const char **at, const char *end) {
    const unsigned char *p = (const unsigned char *)*at;
    size_t room = (size_t)(end - *at);
    if (p[0] < 0x80) {
        *at += 1;
        return p[0];
    }
    if (p[0] >= 0xc2 && p[0] < 0xe0 && room >= 2 && is_tail(p[1])) {
        *at += 2;
        return (uint32_t)(p[0] & 0x1f) << 6 | (p[1] & 0x3f);
    }
    if (p[0] >= 0xe0 && p[0] < 0xf0 && room >= 3 && is_tail(p[1]) && is_tail(p[2])) {
        uint32_t value =
            (uint32_t)(p[0] & 0x0f) << 12 | (uint32_t)(p[1] & 0x3f) << 6 | (p[2] & 0x3f);
        if (value >= 0x800 && (value < 0xd800 || value > 0xdfff)) {
            *at += 3;
            return value;
        }
    } else if (p[0] >= 0xf0 && p[0] < 0xf5 && room >= 4 && is_tail(p[1]) && is_tail(p[2]) &&
               is_tail(p[3])) {
        uint32_t value = (uint32_t)(p[0] & 0x07) << 18 | (uint32_t)(p[1] & 0x3f) << 12 |
                         (uint32_t)(p[2] & 0x3f) << 6 | (p[3] & 0x3f);
        if (value >= 0x10000 && value <= 0x10ffff) {
            *at += 4;
            return value;
        }
    }
    *at += 1;
    return UTF8_INVALID;
}

size_t utf8_encode(uint32_t c, char out[4]) {
    if (c < 0x80) {
        out[0] = (char)c;
        return 1;
    }
    if (c < 0x800) {
        out[0] = (char)(0xc0 | c >> 6);
        out[1] = (char)(0x80 | (c & 0x3f));
        return 2;
    }
    if (c < 0x10000) {
        out[0] = (char)(0xe0 | c >> 12);
        out[1] = (char)(0x80 | (c >> 6 & 0x3f));
        out[2] = (char)(0x80 | (c & 0x3f));
        return 3;
    }
    out[0] = (char)(0xf0 | c >> 18);
    out[1] = (char)(0x80 | (c >> 12 & 0x3f));
    out[2] = (char)(0x80 | (c >> 6 & 0x3f));
    out[3] = (char)(0x80 | (c & 0x3f));
    return 4;
}

/* Most files are ASCII: skip many bytes at a time while no high bit is set. */
static const char *skip_ascii(const char *at, const char *end) {
    enum { WORDS = 8 };
    uint64_t words[WORDS];
    while ((size_t)(end - at) >= sizeof(words)) {
        uint64_t all = 0;
        memcpy(words, at, sizeof(words));
        for (int i = 0; i < WORDS; i++)
            all |= words[i];
        if (all & 0x8080808080808080u)
            break;
        at += sizeof(words);
    }
    while (at < end && (unsigned char)*at < 0x80)
        at++;
    return at;
}

size_t utf8_find_invalid(struct text text) {
    const char *end = text.data + text.size;
    const char *at = text.size ? skip_ascii(text.data, end) : end;
    while (at < end) {
        const char *before = at;
        if (utf8_next(&at, end) == UTF8_INVALID)
            return (size_t)(before - text.data);
        at = skip_ascii(at, end);
    }
    return TEXT_NONE;
}

struct text utf8_begin(struct text text, size_t most) {
    if (text.size <= most)
        return text;
    while (most && ((unsigned char)text.data[most] & 0xc0) == 0x80)
        most--;
    return text_slice(text, 0, most);
}

size_t utf8_length(struct text text) {
    size_t length = 0;
    const char *at = text.data, *end = text.data + text.size;
    while (at < end) {
        utf8_next(&at, end);
        length++;
    }
    return length;
}

static size_t width_of(uint32_t c) {
    if (c == 0 || c == UTF8_INVALID)
        return 1;
    if ((c >= 0x300 && c <= 0x36f) || (c >= 0x200b && c <= 0x200f) ||
        (c >= 0xfe00 && c <= 0xfe0f) || (c >= 0x1ab0 && c <= 0x1aff) ||
        (c >= 0x20d0 && c <= 0x20ff))
        return 0;
    if ((c >= 0x1100 && c <= 0x115f) || (c >= 0x2e80 && c <= 0xa4cf && c != 0x303f) ||
        (c >= 0xac00 && c <= 0xd7a3) || (c >= 0xf900 && c <= 0xfaff) ||
        (c >= 0xfe30 && c <= 0xfe6f) || (c >= 0xff00 && c <= 0xff60) ||
        (c >= 0xffe0 && c <= 0xffe6) || (c >= 0x1f300 && c <= 0x1f64f) ||
        (c >= 0x1f900 && c <= 0x1f9ff) || (c >= 0x20000 && c <= 0x3fffd))
        return 2;
    return 1;
}

size_t utf8_width(struct text text) {
    size_t width = 0;
    const char *at = text.data, *end = text.data + text.size;
    while (at < end)
        width += width_of(utf8_next(&at, end));
    return width;
}
