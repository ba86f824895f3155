#include "formats/yaml_check.h"
#include "formats/yaml_merge.h"
#include "formats/yaml_scalar.h"

#include "base/map.h"
#include "base/vector.h"
#include "python/repr.h"

/* A collection whose end has not been seen. */
struct open_node {
    struct yaml_building *node;
    VECTOR(const struct yaml_node *) items;
    VECTOR(struct yaml_pair) pairs;
    const struct yaml_building *key; /* of the value that comes next, or NULL */
    bool ordered;                    /* !!omap or !!pairs */
};

struct loader {
    struct arena *arena;
    struct text file;
    struct error *error;
    const struct yaml_options *options;
    struct yaml_reader reader;
    struct map anchors;
    VECTOR(struct open_node) open;
    struct yaml_mappings mappings;
    const struct yaml_node *root;
    size_t documents;
};

#define FAIL(loader, place, ...)                                                                   \
    (error_set((loader)->error, (loader)->arena, (loader)->file, (place).line, (place).column,     \
               __VA_ARGS__),                                                                       \
     false)

static struct text event_text(const unsigned char *string) {
    return text_of((const char *)string);
}

static struct yaml_place place_of(const struct yaml_node *node) {
    return (struct yaml_place){node->line, node->column};
}

static struct yaml_building *new_node(struct loader *loader) {
    struct yaml_building *building = arena_new(loader->arena, struct yaml_building);
    struct yaml_place place = yaml_place_of(loader->reader.event.start_mark);
    building->node.line = place.line;
    building->node.column = place.column;
    return building;
}

static bool name_anchor(struct loader *loader, const unsigned char *anchor,
                        struct yaml_building *node) {
    if (!anchor)
        return true;
    void **place =
        map_put(loader->arena, &loader->anchors, text_copy(loader->arena, event_text(anchor)));
    if (*place)
        return FAIL(loader, place_of(&node->node), "the anchor '&%s' is defined a second time",
                    (const char *)anchor);
    *place = node;
    return true;
}

/* The tag behind "tag:yaml.org,2002:"; false for a tag that is none of YAML's own. */
static bool standard_tag(struct text tag, struct text *name) {
    struct text prefix = TEXT(YAML_TAG_PREFIX);
    *name = text_from(tag, prefix.size);
    return text_starts(tag, prefix);
}

/* In quotes, on one line, not too long. */
static const char *shown(struct loader *loader, struct text text) {
    struct buffer out;
    buffer_init(&out, loader->arena);
    py_repr_text(&out, text_slice(text, 0, 60));
    buffer_string(&out, text.size > 60 ? "..." : "");
    return buffer_view(&out).data;
}

static bool refuse_tag(struct loader *loader, const struct yaml_building *node, struct text tag) {
    struct text name;
    if (standard_tag(tag, &name))
        tag = text_join(loader->arena, T("!!"), name);
    return FAIL(loader, place_of(&node->node),
                "the tag %s does not fit this value, or is not known here", shown(loader, tag));
}

static bool is_local(const struct loader *loader, struct text tag) {
    return loader->options && loader->options->any_local_tag && text_starts(tag, T("!"));
}

/* Puts a finished or begun node where it belongs: a key, a value, an item, the root. */
static bool attach(struct loader *loader, struct yaml_building *node) {
    if (loader->open.count == 0) {
        loader->root = &node->node;
    } else {
        struct open_node *parent = &loader->open.items[loader->open.count - 1];
        if (parent->node->node.type == YAML_MAPPING && !parent->key) {
            if (node->node.type == YAML_LIST || node->node.type == YAML_MAPPING)
                return FAIL(loader, place_of(&node->node),
                            "a list or mapping cannot be a key; put text such as '{{ x }}' in "
                            "quotes");
            parent->key = node;
            return true;
        }
        if (parent->node->node.type == YAML_MAPPING) {
            struct yaml_pair pair = {&parent->key->node, &node->node, false};
            vector_push(loader->arena, &parent->pairs, pair);
            parent->key = NULL;
        } else {
            vector_push(loader->arena, &parent->items, &node->node);
        }
    }
    if (node->special)
        return FAIL(loader, place_of(&node->node), "a plain '%.*s' is no value; put it in quotes",
                    TEXT_ARGS(node->node.text));
    return true;
}

static bool on_scalar(struct loader *loader) {
    const yaml_event_t *event = &loader->reader.event;
    struct yaml_building *building = new_node(loader);
    struct yaml_node *node = &building->node;
    bool plain = event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
    node->text = text_copy(loader->arena, (struct text){(const char *)event->data.scalar.value,
                                                        event->data.scalar.length});
    node->quoted = !plain;
    enum scalar_tag tag = SCALAR_STRING;
    struct text written = event_text(event->data.scalar.tag);
    struct text name;
    if (event->data.scalar.plain_implicit || text_is(written, "!")) {
        tag = scalar_resolve(node->text);
    } else if (written.size && is_local(loader, written)) {
        node->tag = text_copy(loader->arena, written);
        tag = plain ? scalar_resolve(node->text) : SCALAR_STRING;
    } else if (written.size) {
        tag = standard_tag(written, &name) ? scalar_tag_named(name) : SCALAR_UNKNOWN;
        if (tag == SCALAR_UNKNOWN)
            return refuse_tag(loader, building, written);
    }
    building->special = tag == SCALAR_MERGE || tag == SCALAR_VALUE;
    building->merge = tag == SCALAR_MERGE;
    const char *problem = scalar_construct(loader->arena, node, tag);
    if (problem)
        return FAIL(loader, place_of(node), "the value %s %s", shown(loader, node->text), problem);
    return name_anchor(loader, event->data.scalar.anchor, building) && attach(loader, building);
}

/* What a list or mapping may be tagged with besides its own name. */
static bool collection_tag(struct loader *loader, struct open_node *open, struct text tag) {
    struct yaml_node *node = &open->node->node;
    bool list = node->type == YAML_LIST;
    struct text name;
    if (tag.size == 0 || text_is(tag, "!"))
        return true;
    if (is_local(loader, tag)) {
        node->tag = text_copy(loader->arena, tag);
        return true;
    }
    bool standard = standard_tag(tag, &name);
    open->ordered = standard && list && (text_is(name, "omap") || text_is(name, "pairs"));
    node->set = standard && !list && text_is(name, "set");
    if (open->ordered || node->set || (standard && text_is(name, list ? "seq" : "map")))
        return true;
    return refuse_tag(loader, open->node, tag);
}

static bool on_start(struct loader *loader, enum yaml_type type, const unsigned char *anchor,
                     const unsigned char *tag) {
    struct open_node open = {.node = new_node(loader)};
    open.node->node.type = type;
    if (loader->open.count == YAML_NESTING_LIMIT)
        return FAIL(loader, place_of(&open.node->node),
                    "lists and mappings are nested more than %d deep", YAML_NESTING_LIMIT);
    if (!collection_tag(loader, &open, event_text(tag)) ||
        !name_anchor(loader, anchor, open.node) || !attach(loader, open.node))
        return false;
    if (type == YAML_MAPPING)
        vector_push(loader->arena, &loader->mappings, open.node);
    vector_push(loader->arena, &loader->open, open);
    return true;
}

/* !!omap and !!pairs: a list of mappings with one pair each. */
static bool check_ordered(struct loader *loader, const struct open_node *open) {
    for (size_t i = 0; i < open->items.count; i++) {
        const struct yaml_node *item = open->items.items[i];
        if (item->type != YAML_MAPPING || item->mapping.count != 1)
            return FAIL(loader, place_of(item),
                        "each item of an ordered mapping is one 'key: value'");
    }
    return true;
}

static bool on_end(struct loader *loader) {
    struct open_node *open = &loader->open.items[--loader->open.count];
    struct yaml_node *node = &open->node->node;
    if (node->type == YAML_LIST) {
        node->list.items = open->items.items;
        node->list.count = open->items.count;
    } else {
        node->mapping.pairs = open->pairs.items;
        node->mapping.count = open->pairs.count;
    }
    return !open->ordered || check_ordered(loader, open);
}

static bool on_alias(struct loader *loader) {
    const unsigned char *name = loader->reader.event.data.alias.anchor;
    struct yaml_building *node = map_get(&loader->anchors, event_text(name));
    struct yaml_place place = yaml_place_of(loader->reader.event.start_mark);
    if (!node)
        return FAIL(loader, place, "the alias '*%s' has no anchor '&%s' before it",
                    (const char *)name, (const char *)name);
    return attach(loader, node);
}

static bool on_document(struct loader *loader) {
    struct yaml_place place = yaml_place_of(loader->reader.event.start_mark);
    if (loader->documents++)
        return FAIL(loader, place, "a second document begins here; only one is read");
    return true;
}

static bool on_event(struct loader *loader) {
    const yaml_event_t *event = &loader->reader.event;
    switch (event->type) {
    case YAML_DOCUMENT_START_EVENT:
        return on_document(loader);
    case YAML_ALIAS_EVENT:
        return on_alias(loader);
    case YAML_SCALAR_EVENT:
        return on_scalar(loader);
    case YAML_SEQUENCE_START_EVENT:
        return on_start(loader, YAML_LIST, event->data.sequence_start.anchor,
                        event->data.sequence_start.tag);
    case YAML_MAPPING_START_EVENT:
        return on_start(loader, YAML_MAPPING, event->data.mapping_start.anchor,
                        event->data.mapping_start.tag);
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
        return on_end(loader);
    default:
        return true;
    }
}

static bool load(struct loader *loader, struct text source) {
    yaml_reader_open(&loader->reader, loader->arena->heap, source);
    bool fine = true;
    while (fine && loader->reader.event.type != YAML_STREAM_END_EVENT) {
        fine = yaml_reader_event(&loader->reader);
        if (fine)
            fine = on_event(loader);
        else
            yaml_parser_failed(loader->arena, loader->file, &loader->reader.parser, loader->error);
    }
    yaml_reader_close(&loader->reader);
    return fine;
}

const struct yaml_node *yaml_parse(struct arena *arena, struct text file, struct text source,
                                   const struct yaml_options *options, struct error *error) {
    if (text_starts(source, T("\xef\xbb\xbf")))
        source = text_from(source, 3);
    if (!yaml_check_characters(arena, file, source, error) ||
        !yaml_check_tokens(arena, file, &source, error))
        return NULL;
    struct loader loader = {.arena = arena, .file = file, .error = error, .options = options};
    if (!load(&loader, source) || !yaml_merge(arena, file, &loader.mappings, error))
        return NULL;
    static const struct yaml_node nothing = {
        .type = YAML_NULL, .line = 1, .column = 1, .printed = TEXT("None")};
    return loader.root ? loader.root : &nothing;
}
