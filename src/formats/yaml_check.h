/*
 * yaml_check: where libyaml and PyYAML differ in what they accept, and libyaml's errors in words.
 */
#ifndef CORDON_FORMATS_YAML_CHECK_H
#define CORDON_FORMATS_YAML_CHECK_H

#include "formats/yaml.h"

#include <yaml.h>

/* What Python's own recursion limit leaves PyYAML. */
enum { YAML_NESTING_LIMIT = 480 };

/* A place as people count: lines and columns from 1. */
struct yaml_place {
    uint32_t line;
    uint32_t column;
};

struct yaml_place yaml_place_of(yaml_mark_t mark);

/* The stream has no bytes but UTF-8 of printable characters. False with *error set. */
bool yaml_check_characters(struct arena *arena, struct text file, struct text source,
                           struct error *error);

/* Evens out where libyaml and PyYAML differ. What libyaml alone lets pass is refused, with *error
 * set: tabs between tokens and in plain scalars, a '?' in a plain scalar of a flow collection, tags
 * that end too early. What libyaml alone refuses is changed in *source so that it reads the same.
 * Says nothing about what both refuse. */
bool yaml_check_tokens(struct arena *arena, struct text file, struct text *source,
                       struct error *error);

/* What the parser stumbled over. */
void yaml_parser_failed(struct arena *arena, struct text file, const yaml_parser_t *parser,
                        struct error *error);

/* libyaml's memory is its own: a parser and an event or token that must be given back when memory
 * runs out meanwhile. */
struct yaml_reader {
    struct heap *heap;
    struct cleanup cleanup;
    yaml_parser_t parser;
    yaml_event_t event;
    yaml_token_t token;
};

void yaml_reader_open(struct yaml_reader *reader, struct heap *heap, struct text source);
void yaml_reader_close(struct yaml_reader *reader);

/* The next event or token, the one before is given back; false when the source is broken. */
bool yaml_reader_event(struct yaml_reader *reader);
bool yaml_reader_token(struct yaml_reader *reader);

#endif
