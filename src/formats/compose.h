/*
 * compose: a Compose file as its services, mounts, volumes and so on, with the place of each.
 *
 * A value is looked at, never copied: what stands behind an alias or came through a merge key is
 * the anchor's, place included. `extends` and `include` are references that are reported as
 * written; they are not followed, so that a cycle of them is harmless. Interpolations stay in the
 * texts (interpolation.h takes them apart).
 */
#ifndef CORDON_FORMATS_COMPOSE_H
#define CORDON_FORMATS_COMPOSE_H

#include "base/map.h"
#include "formats/yaml.h"

struct compose_place {
    uint32_t line; /* 1-based */
    uint32_t column;
};

enum compose_type {
    COMPOSE_ABSENT,
    COMPOSE_NULL,
    COMPOSE_TEXT,
    COMPOSE_BOOL,
    COMPOSE_OTHER, /* a number, a date */
    COMPOSE_LIST,
    COMPOSE_MAPPING,
};

/* A handle; a zeroed one is absent. */
struct compose_value {
    const struct yaml_node *node;
};

enum compose_type compose_type(struct compose_value value);
const char *compose_type_name(struct compose_value value); /* "list", for messages */
struct compose_place compose_place(struct compose_value value);
struct text compose_text(struct compose_value value); /* empty unless it is text */
bool compose_is_text(struct compose_value value, const char *text);
bool compose_is_on(struct compose_value value);    /* true, or text that says so in any case */
bool compose_is_empty(struct compose_value value); /* absent, null, false, 0, "", [] or {} */

/* As Python's str() prints it: what allowlist keys hold. "None" when it is absent. */
struct text compose_printed(struct arena *arena, struct compose_value value);
bool compose_has_dollar(struct arena *arena, struct compose_value value); /* printed, anywhere */

size_t compose_count(struct compose_value value); /* of items or settings */
struct compose_value compose_item(struct compose_value list, size_t index);

/* A key and its value. A zeroed one is absent. */
struct compose_setting {
    struct text name; /* printed */
    struct compose_place place;
    struct compose_value value;
};

struct compose_setting compose_setting_at(struct compose_value mapping, size_t index);
struct compose_setting compose_setting(struct compose_value mapping, const char *name);
struct compose_value compose_get(struct compose_value mapping, const char *name);

struct compose_file {
    struct compose_value root;
    struct compose_value services;
    struct map volumes, networks, secrets, configs; /* name to struct yaml_node */
};

/* NULL with *error set when the file cannot be read. An empty file has no services; the root and
 * `services` may be of a wrong type. */
const struct compose_file *compose_parse(struct arena *arena, struct text path, struct text source,
                                         struct error *error);

/* A service: its setting below `services`. Its value is no mapping when the file is wrong. */
size_t compose_service_count(const struct compose_file *file);
struct compose_setting compose_service(const struct compose_file *file, size_t index);

struct compose_build {
    bool exists;                  /* also `build:` alone, or of a wrong type */
    struct compose_value context; /* of the short form too */
    struct compose_value dockerfile;
};

struct compose_build compose_build(struct compose_value service);

struct compose_reference {
    struct compose_value file;    /* absent: this file */
    struct compose_value service; /* of `extends` */
};

/* What the service extends; all absent when it extends nothing. */
struct compose_reference compose_extends(struct compose_value service);

/* The index-th path of the file's `include`, absent behind the last. */
struct compose_value compose_include(const struct compose_file *file, size_t index);

struct compose_mount {
    enum { MOUNT_NONE, MOUNT_SHORT, MOUNT_LONG } form; /* NONE: neither text nor a mapping */
    struct compose_place place;
    struct text text;            /* short form: as written */
    struct text short_source;    /* short form; empty for an anonymous volume */
    bool is_host_path;           /* short form: the source is no volume's name */
    bool is_unknown;             /* short form: a variable says whether it is one */
    struct text short_target;    /* short form with a source */
    struct text short_options;   /* short form: behind the target's colon, NULL data: none */
    struct compose_value type;   /* long form */
    struct compose_value source; /* long form */
    struct compose_value volume; /* the top-level definition of the volume it names */
};

struct compose_mount compose_mount(struct arena *arena, const struct compose_file *file,
                                   struct compose_value item);

/* A top-level definition by name, absent when there is none. */
struct compose_value compose_named(const struct map *definitions, struct text name);

/* The name that an item of a service's `secrets` or `configs` refers to, in both forms. */
struct text compose_referred_name(struct compose_value item);

#endif
