/*
 * json: writing JSON (RFC 8259). Reading is a library's work.
 *
 *     json_object(&json);
 *     json_key(&json, "name"); json_text(&json, name);
 *     json_end(&json);
 *
 * Output is ASCII-safe only where it must be: text that is not UTF-8 is written with U+FFFD for
 * each bad byte, control characters are escaped, everything else is written as it is.
 */
#ifndef CORDON_BASE_JSON_H
#define CORDON_BASE_JSON_H

#include "base/buffer.h"

enum { JSON_DEPTH = 32 };

struct json {
    struct buffer *out;
    int indent; /* spaces a level; 0: all on one line */
    int depth;
    char close[JSON_DEPTH];
    bool used[JSON_DEPTH]; /* the level has a member already */
    bool after_key;
};

void json_init(struct json *json, struct buffer *out, int indent);
/* A value that json_raw() then writes that many levels deep. */
void json_init_within(struct json *json, struct buffer *out, int indent, int depth);
void json_object(struct json *json);
void json_array(struct json *json);
void json_end(struct json *json); /* of the innermost object or array */
void json_key(struct json *json, const char *key);
void json_key_text(struct json *json, struct text key);
void json_text(struct json *json, struct text value);
void json_string(struct json *json, const char *value); /* NULL is null */
void json_integer(struct json *json, int64_t value);
void json_number(struct json *json, double value); /* shortest that reads back; not finite: null */
void json_bool(struct json *json, bool value);
void json_null(struct json *json);
void json_raw(struct json *json, struct text value); /* a value that is JSON already */

/* One string with its quotes. */
void json_quote(struct buffer *out, struct text value);

#endif
