#include "formats/compose.h"

#include "formats/interpolation.h"

/* Bounds on what few bytes can ask for by aliases and merge keys: list items of all services, and
 * bytes in them and in single values. A collection counts as many bytes as are printed of it. */
enum { ITEM_LIMIT = 250000, BYTE_LIMIT = 16 << 20, PRINT_LIMIT = 500 };

enum compose_type compose_type(struct compose_value value) {
    if (!value.node)
        return COMPOSE_ABSENT;
    switch (value.node->type) {
    case YAML_NULL:
        return COMPOSE_NULL;
    case YAML_STRING:
        return COMPOSE_TEXT;
    case YAML_BOOL:
        return COMPOSE_BOOL;
    case YAML_LIST:
        return COMPOSE_LIST;
    case YAML_MAPPING:
        return COMPOSE_MAPPING;
    default:
        return COMPOSE_OTHER;
    }
}

const char *compose_type_name(struct compose_value value) {
    return value.node ? yaml_type_name(value.node->type) : "nothing";
}

struct compose_place compose_place(struct compose_value value) {
    if (!value.node)
        return (struct compose_place){0};
    return (struct compose_place){value.node->line, value.node->column};
}

struct text compose_text(struct compose_value value) {
    return compose_type(value) == COMPOSE_TEXT ? value.node->text : (struct text){0};
}

bool compose_is_text(struct compose_value value, const char *text) {
    return compose_type(value) == COMPOSE_TEXT && text_is(value.node->text, text);
}

bool compose_is_on(struct compose_value value) {
    if (compose_type(value) == COMPOSE_BOOL)
        return value.node->boolean;
    return text_equal_ignoring_case(compose_text(value), T("true"));
}

bool compose_is_empty(struct compose_value value) {
    switch (compose_type(value)) {
    case COMPOSE_TEXT:
        return value.node->text.size == 0;
    case COMPOSE_BOOL:
        return !value.node->boolean;
    case COMPOSE_OTHER:
        return (value.node->type == YAML_INT || value.node->type == YAML_FLOAT) &&
               value.node->number == 0;
    case COMPOSE_LIST:
    case COMPOSE_MAPPING:
        return compose_count(value) == 0;
    default:
        return true;
    }
}

struct text compose_printed(struct arena *arena, struct compose_value value) {
    return value.node ? yaml_print(arena, value.node, PRINT_LIMIT) : T("None");
}

bool compose_has_dollar(struct arena *arena, struct compose_value value) {
    return text_find_byte(compose_printed(arena, value), '$') != TEXT_NONE;
}

size_t compose_count(struct compose_value value) {
    enum compose_type type = compose_type(value);
    return type == COMPOSE_LIST      ? value.node->list.count
           : type == COMPOSE_MAPPING ? value.node->mapping.count
                                     : 0;
}

struct compose_value compose_item(struct compose_value list, size_t index) {
    if (compose_type(list) != COMPOSE_LIST || index >= list.node->list.count)
        return (struct compose_value){0};
    return (struct compose_value){list.node->list.items[index]};
}

static struct compose_setting setting_of(const struct yaml_pair *pair) {
    return (struct compose_setting){
        pair->key->printed, {pair->key->line, pair->key->column}, {pair->value}};
}

struct compose_setting compose_setting_at(struct compose_value mapping, size_t index) {
    if (compose_type(mapping) != COMPOSE_MAPPING || index >= mapping.node->mapping.count)
        return (struct compose_setting){0};
    return setting_of(&mapping.node->mapping.pairs[index]);
}

struct compose_setting compose_setting(struct compose_value mapping, const char *name) {
    const struct yaml_pair *pair = yaml_find(mapping.node, text_of(name));
    return pair ? setting_of(pair) : (struct compose_setting){0};
}

struct compose_value compose_get(struct compose_value mapping, const char *name) {
    return (struct compose_value){yaml_get(mapping.node, text_of(name))};
}

static struct map definitions_of(struct arena *arena, struct compose_value root, const char *name) {
    struct map map = {0};
    struct compose_value mapping = compose_get(root, name);
    if (compose_type(mapping) != COMPOSE_MAPPING)
        return map;
    for (size_t i = 0; i < mapping.node->mapping.count; i++) {
        const struct yaml_pair *pair = &mapping.node->mapping.pairs[i];
        if (pair->key->type == YAML_STRING)
            *map_put(arena, &map, pair->key->text) = (void *)pair->value;
    }
    return map;
}

struct expansion {
    size_t items;
    size_t bytes;
};

static void add_value(struct expansion *expansion, struct compose_value value) {
    bool collection = compose_type(value) == COMPOSE_LIST || compose_type(value) == COMPOSE_MAPPING;
    expansion->bytes += collection ? PRINT_LIMIT : value.node ? value.node->text.size : 0;
}

static void add_setting(struct expansion *expansion, struct compose_value value) {
    if (compose_type(value) != COMPOSE_LIST) {
        add_value(expansion, value);
        return;
    }
    expansion->items += compose_count(value);
    for (size_t i = 0; i < compose_count(value) && expansion->items <= ITEM_LIMIT; i++)
        add_value(expansion, compose_item(value, i));
}

static bool check_size(struct arena *arena, struct text path, const struct compose_file *file,
                       struct error *error) {
    struct expansion expansion = {0};
    for (size_t i = 0; i < compose_service_count(file); i++) {
        struct compose_setting service = compose_service(file, i);
        for (size_t j = 0; j < compose_count(service.value); j++)
            add_setting(&expansion, compose_setting_at(service.value, j).value);
        if (expansion.items <= ITEM_LIMIT && expansion.bytes <= BYTE_LIMIT)
            continue;
        error_set(error, arena, path, service.place.line, service.place.column,
                  "up to this service, aliases included, the services have more than %d list items "
                  "or %d MiB of values",
                  ITEM_LIMIT, BYTE_LIMIT >> 20);
        return false;
    }
    return true;
}

const struct compose_file *compose_parse(struct arena *arena, struct text path, struct text source,
                                         struct error *error) {
    const struct yaml_options options = {.any_local_tag = true};
    const struct yaml_node *root = yaml_parse(arena, path, source, &options, error);
    if (!root)
        return NULL;
    struct compose_file *file = arena_new(arena, struct compose_file);
    file->root.node = root;
    file->services = compose_get(file->root, "services");
    file->volumes = definitions_of(arena, file->root, "volumes");
    file->networks = definitions_of(arena, file->root, "networks");
    file->secrets = definitions_of(arena, file->root, "secrets");
    file->configs = definitions_of(arena, file->root, "configs");
    return check_size(arena, path, file, error) ? file : NULL;
}

size_t compose_service_count(const struct compose_file *file) {
    return compose_type(file->services) == COMPOSE_MAPPING ? compose_count(file->services) : 0;
}

struct compose_setting compose_service(const struct compose_file *file, size_t index) {
    return compose_setting_at(file->services, index);
}

struct compose_build compose_build(struct compose_value service) {
    struct compose_setting setting = compose_setting(service, "build");
    struct compose_build build = {.exists = setting.place.line != 0};
    if (compose_type(setting.value) == COMPOSE_TEXT) {
        build.context = setting.value;
    } else {
        build.context = compose_get(setting.value, "context");
        build.dockerfile = compose_get(setting.value, "dockerfile");
    }
    return build;
}

struct compose_reference compose_extends(struct compose_value service) {
    struct compose_value extends = compose_get(service, "extends");
    if (compose_type(extends) == COMPOSE_TEXT)
        return (struct compose_reference){.service = extends};
    return (struct compose_reference){compose_get(extends, "file"),
                                      compose_get(extends, "service")};
}

/* include: list of path | {path: path or list of path} */
struct compose_value compose_include(const struct compose_file *file, size_t index) {
    struct compose_value include = compose_get(file->root, "include");
    for (size_t i = 0; i < compose_count(include); i++) {
        struct compose_value item = compose_item(include, i);
        struct compose_value path =
            compose_type(item) == COMPOSE_MAPPING ? compose_get(item, "path") : item;
        size_t count = compose_type(path) == COMPOSE_LIST ? compose_count(path) : 1;
        if (index < count)
            return compose_type(path) == COMPOSE_LIST ? compose_item(path, index) : path;
        index -= count;
    }
    return (struct compose_value){0};
}

struct compose_value compose_named(const struct map *definitions, struct text name) {
    return (struct compose_value){map_get(definitions, name)};
}

struct text compose_referred_name(struct compose_value item) {
    if (compose_type(item) == COMPOSE_MAPPING)
        item = compose_get(item, "source");
    return compose_text(item);
}

static bool is_drive_path(struct text text) {
    char letter = text.size ? text.data[0] | 0x20 : 0;
    return text.size >= 3 && letter >= 'a' && letter <= 'z' && text.data[1] == ':' &&
           (text.data[2] == '/' || text.data[2] == '\\');
}

/* Begins as a path of a host or container does, rather than a name. */
static bool begins_as_path(struct text text) {
    if (text_is(text, ".") || text_is(text, "..") || is_drive_path(text))
        return true;
    static const char *const beginnings[] = {"/", "./", "../", ".\\", "..\\", "~", "\\"};
    for (size_t i = 0; i < sizeof(beginnings) / sizeof(beginnings[0]); i++)
        if (text_starts(text, text_of(beginnings[i])))
            return true;
    return false;
}

/* The source's size when what follows its colon looks like a target, else TEXT_NONE. */
static size_t source_size(struct text text, struct text masked, size_t from) {
    size_t colon = text_find_byte(text_from(masked, from), ':');
    if (colon == TEXT_NONE)
        return TEXT_NONE;
    struct text target = text_from(text, from + colon + 1);
    bool is_target = begins_as_path(target) || text_starts(target, T("$"));
    return is_target ? from + colon : TEXT_NONE;
}

/* short mount: (source ':')? target (':' mode)? with a drive's colon as part of the source. */
static void read_short(struct arena *arena, struct compose_mount *mount) {
    struct text text = mount->text;
    struct text masked = interpolations_masked(arena, text);
    size_t size = is_drive_path(text) ? source_size(text, masked, 2) : TEXT_NONE;
    if (size == TEXT_NONE)
        size = source_size(text, masked, 0);
    if (size == TEXT_NONE)
        return;
    mount->short_source = text_slice(text, 0, size);
    struct text around = text_slice(masked, 0, size);
    mount->is_host_path = begins_as_path(mount->short_source) ||
                          text_find_byte(around, '/') != TEXT_NONE ||
                          text_find_byte(around, '\\') != TEXT_NONE;
    mount->is_unknown =
        !mount->is_host_path && text_find_byte(mount->short_source, '$') != TEXT_NONE;
    struct text target = text_from(text, size + 1);
    size_t drive = is_drive_path(target) ? 2 : 0;
    size_t colon = text_find_byte(text_from(masked, size + 1 + drive), ':');
    mount->short_target = colon == TEXT_NONE ? target : text_slice(target, 0, drive + colon);
    if (colon != TEXT_NONE)
        mount->short_options = text_from(target, drive + colon + 1);
}

struct compose_mount compose_mount(struct arena *arena, const struct compose_file *file,
                                   struct compose_value item) {
    struct compose_mount mount = {.place = compose_place(item)};
    if (compose_type(item) == COMPOSE_TEXT) {
        mount.form = MOUNT_SHORT;
        mount.text = compose_text(item);
        read_short(arena, &mount);
        if (!mount.is_host_path && mount.short_source.size)
            mount.volume = compose_named(&file->volumes, mount.short_source);
    } else if (compose_type(item) == COMPOSE_MAPPING) {
        mount.form = MOUNT_LONG;
        mount.type = compose_get(item, "type");
        mount.source = compose_get(item, "source");
        if (compose_is_text(mount.type, "volume"))
            mount.volume = compose_named(&file->volumes, compose_text(mount.source));
    }
    return mount;
}
