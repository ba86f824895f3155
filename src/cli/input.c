#define _GNU_SOURCE /* AT_FDCWD */
#include "cli/input.h"

#include "base/number.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

bool input_is_standard(struct text path) {
    return text_is(path, "-");
}

bool input_read(struct arena *arena, struct text path, struct text *content, struct text *why) {
    int reason = 0;
    enum file_result result =
        input_is_standard(path)
            ? file_read_stream(arena, STDIN_FILENO, FILE_SIZE_LIMIT, content, &reason)
            : file_read(arena, AT_FDCWD, path.data, FILE_SIZE_LIMIT, content, &reason);
    if (result != FILE_READ)
        *why = file_result_text(arena, result, reason);
    return result == FILE_READ;
}

/* strtoll() and strtod() take more than users mean. */
static bool is_made_of(struct text value, const char *bytes) {
    for (size_t i = 0; i < value.size; i++)
        if (!strchr(bytes, value.data[i]))
            return false;
    return value.size && value.data[value.size - 1] >= '0' && value.data[value.size - 1] <= '9';
}

bool input_integer(struct text value, int64_t *integer) {
    char *end;
    if (!is_made_of(value, "0123456789+-"))
        return false;
    errno = 0;
    long long read = strtoll(value.data, &end, 10);
    *integer = read;
    return end == value.data + value.size && !errno;
}

bool input_seconds(struct text value, double *seconds) {
    if (!is_made_of(value, "0123456789+-.eE"))
        return false;
    *seconds = number_parse(value.data);
    return isfinite(*seconds);
}
