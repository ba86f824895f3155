#include "base/json.h"

#include "base/printable.h"
#include "base/utf8.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

void json_init(struct json *json, struct buffer *out, int indent) {
    *json = (struct json){.out = out, .indent = indent};
}

void json_init_within(struct json *json, struct buffer *out, int indent, int depth) {
    json_init(json, out, indent);
    json->depth = depth;
    json->after_key = true; /* what stands before the value is json_raw()'s */
}

static void new_line(struct json *json) {
    if (!json->indent)
        return;
    buffer_byte(json->out, '\n');
    buffer_repeat(json->out, ' ', (size_t)json->indent * (size_t)json->depth);
}

static void before_value(struct json *json) {
    if (json->after_key) {
        json->after_key = false;
        return;
    }
    if (json->depth == 0)
        return;
    bool *used = &json->used[json->depth - 1];
    if (*used)
        buffer_string(json->out, json->indent ? "," : ", ");
    *used = true;
    new_line(json);
}

static void open_level(struct json *json, char open, char close) {
    before_value(json);
    buffer_byte(json->out, open);
    if (json->depth == JSON_DEPTH)
        abort(); /* documents have a fixed shape: a deeper one is a programming error */
    json->close[json->depth] = close;
    json->used[json->depth++] = false;
}

void json_object(struct json *json) {
    open_level(json, '{', '}');
}

void json_array(struct json *json) {
    open_level(json, '[', ']');
}

void json_end(struct json *json) {
    json->depth--;
    if (json->used[json->depth])
        new_line(json);
    buffer_byte(json->out, json->close[json->depth]);
}

void json_key(struct json *json, const char *key) {
    json_key_text(json, text_of(key));
}

void json_key_text(struct json *json, struct text key) {
    before_value(json);
    json_quote(json->out, key);
    buffer_string(json->out, ": ");
    json->after_key = true;
}

void json_text(struct json *json, struct text value) {
    before_value(json);
    json_quote(json->out, value);
}

void json_string(struct json *json, const char *value) {
    if (value)
        json_text(json, text_of(value));
    else
        json_null(json);
}

void json_integer(struct json *json, int64_t value) {
    before_value(json);
    if (value < 0)
        buffer_byte(json->out, '-');
    buffer_unsigned(json->out, value < 0 ? 0 - (uint64_t)value : (uint64_t)value);
}

void json_number(struct json *json, double value) {
    if (!isfinite(value)) {
        json_null(json);
        return;
    }
    char digits[32];
    for (int precision = 1; precision <= 17; precision++) {
        snprintf(digits, sizeof(digits), "%.*g", precision, value);
        if (strtod(digits, NULL) == value)
            break;
    }
    before_value(json);
    buffer_string(json->out, digits);
    if (!strpbrk(digits, ".en"))
        buffer_string(json->out, ".0");
}

void json_bool(struct json *json, bool value) {
    before_value(json);
    buffer_string(json->out, value ? "true" : "false");
}

void json_null(struct json *json) {
    before_value(json);
    buffer_string(json->out, "null");
}

void json_raw(struct json *json, struct text value) {
    before_value(json);
    buffer_text(json->out, value);
}

static void quote_code_point(struct buffer *out, uint32_t c) {
    static const char short_escapes[] = "\"\"\\\\\bb\ff\nn\rr\tt";
    for (const char *pair = short_escapes; *pair; pair += 2) {
        if (c == (unsigned char)pair[0]) {
            buffer_byte(out, '\\');
            buffer_byte(out, pair[1]);
            return;
        }
    }
    buffer_format(out, "\\u%04x", c);
}

/* Nearly every byte is a printable ASCII character that means nothing to a string. */
static const char *skip_plain(const char *at, const char *end) {
    while (at < end && *at >= ' ' && *at < 0x7f && *at != '"' && *at != '\\' && *at != '[')
        at++;
    return at;
}

void json_quote(struct buffer *out, struct text value) {
    const char *at = value.size ? value.data : "", *end = at + value.size, *plain = at;
    buffer_byte(out, '"');
    while ((at = skip_plain(at, end)) < end) {
        const char *before = at;
        uint32_t c = utf8_next(&at, end);
        bool bad = c == UTF8_INVALID;
        bool command = c == '[' && printable_is_command(value, (size_t)(before - value.data));
        if (!bad && !command && !printable_is_dangerous(c) && c != '"' && c != '\\')
            continue;
        buffer_add(out, plain, (size_t)(before - plain));
        if (bad)
            buffer_string(out, "\xef\xbf\xbd");
        else
            quote_code_point(out, c);
        plain = at;
    }
    if (end > plain)
        buffer_add(out, plain, (size_t)(end - plain));
    buffer_byte(out, '"');
}
