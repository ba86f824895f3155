#include "base/lines.h"

/* Bytes of the line end at this place, 0 when there is none. */
static size_t line_end(const unsigned char *at, size_t room) {
    if (*at == '\r')
        return room > 1 && at[1] == '\n' ? 2 : 1;
    if ((*at >= 0x0a && *at <= 0x0c) || (*at >= 0x1c && *at <= 0x1e))
        return 1;
    if (*at == 0xc2 && room > 1 && at[1] == 0x85)
        return 2;
    if (*at == 0xe2 && room > 2 && at[1] == 0x80 && (at[2] == 0xa8 || at[2] == 0xa9))
        return 3;
    return 0;
}

bool lines_next(struct text *rest, struct text *line) {
    if (!rest->size)
        return false;
    const unsigned char *at = (const unsigned char *)rest->data;
    size_t length = 0, end = 0;
    while (length < rest->size) {
        unsigned char byte = at[length];
        if ((byte < 0x20 || byte == 0xc2 || byte == 0xe2) &&
            (end = line_end(at + length, rest->size - length)) != 0)
            break;
        length++;
    }
    *line = text_slice(*rest, 0, length);
    *rest = text_from(*rest, length + end);
    return true;
}
