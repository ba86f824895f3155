/*
 * toml: TOML 1.0 (toml.io/en/v1.0.0) with the position of every key and value.
 */
#ifndef CORDON_FORMATS_TOML_H
#define CORDON_FORMATS_TOML_H

#include "base/error.h"
#include "base/map.h"

enum toml_type {
    TOML_STRING,
    TOML_INTEGER,
    TOML_FLOAT,
    TOML_BOOLEAN,
    TOML_DATE_TIME, /* of all four kinds; text is as written */
    TOML_ARRAY,
    TOML_TABLE,
};

struct toml_value {
    enum toml_type type;
    uint32_t line;   /* 1-based, where the value begins; a [header] table: its header */
    uint32_t column; /* 1-based, in code points */
    uint32_t key_line;
    uint32_t key_column;
    struct text text; /* TOML_STRING: its value. Integers and dates: as written */
    union {
        int64_t integer; /* saturated when it has more than 64 bits */
        double number;
        bool boolean;
        struct {
            struct toml_value **items;
            size_t count;
        } array;
        struct map table; /* name to struct toml_value, in the order of the file */
    };
};

/* The root table, or NULL with *error set. Texts of the result may be slices of the source, which
 * must live as long. Takes time proportional to the source, and nesting is bounded. */
const struct toml_value *toml_parse(struct arena *arena, struct text file, struct text source,
                                    struct error *error);

/* Same for a part of a file that begins at *line, which is moved to where the part ends; of it,
 * arrays and inline tables whose key is among the skipped ones, up to a NULL data, become empty
 * tables: only quotes and brackets are looked at in them. */
const struct toml_value *toml_parse_part(struct arena *arena, struct text file, struct text source,
                                         uint32_t *line, const struct text *skipped,
                                         struct error *error);

/* The value below a table at a path of keys ("tool", "ruff", NULL), or NULL. */
const struct toml_value *toml_get(const struct toml_value *table, const char *key, ...)
    __attribute__((sentinel));
const struct toml_value *toml_find(const struct toml_value *table, struct text key);

struct json;

/* As a JSON value; dates are text, and what is nested more than a few levels deep is null. */
void toml_write_json(struct json *json, const struct toml_value *value);

const char *toml_type_name(enum toml_type type); /* "string", "array", ... for messages */

#endif
