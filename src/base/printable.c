#include "base/printable.h"

#include "base/utf8.h"

bool printable_is_dangerous(uint32_t c) {
    return c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0x61c || c == 0x200e || c == 0x200f ||
           (c >= 0x2028 && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069) || c == 0xfeff;
}

static bool is_word_byte(char byte) {
    return byte > ' ' && byte < 0x7f;
}

bool printable_is_command(struct text text, size_t at) {
    const char *byte = text.data + at;
    if (*byte == '[')
        return at >= 2 && byte[-1] == '#' && byte[-2] == '#';
    return *byte == ':' && at >= 1 && byte[-1] == ':' && (at == 1 || !is_word_byte(byte[-2]));
}

void printable_add(struct buffer *out, struct text text) {
    const char *at = text.data, *end = text.data + text.size;
    while (at < end) {
        const char *begin = at;
        uint32_t c = utf8_next(&at, end);
        if (c == '\t')
            buffer_string(out, "    ");
        else if (c == UTF8_INVALID)
            buffer_format(out, "\\x%02x", (unsigned char)*begin);
        else if (printable_is_dangerous(c) ||
                 printable_is_command(text, (size_t)(begin - text.data)))
            buffer_format(out, c < 0x100 ? "\\x%02x" : "\\u%04x", c);
        else
            buffer_add(out, begin, (size_t)(at - begin));
    }
}

struct text printable(struct arena *arena, struct text text) {
    struct buffer out;
    buffer_init(&out, arena);
    printable_add(&out, text);
    return buffer_view(&out);
}
