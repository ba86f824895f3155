#include "formats/yaml_merge.h"
#include "python/repr.h"

/* Bounds for what aliases can blow up. */
enum { PRINT_DEPTH = 100, PRINT_SIZE = 16384 };

struct printer {
    struct buffer out;
    const struct yaml_node *path[PRINT_DEPTH];
    size_t depth;
};

/* repr() of a date or time names its class: datetime.date(2026, 8, 1). */
static void print_timestamp(struct buffer *out, struct text printed) {
    bool date = printed.size == 10;
    buffer_string(out, date ? "datetime.date(" : "datetime.datetime(");
    struct text rest = text_slice(printed, 0, 19);
    bool first = true;
    while (rest.size) {
        size_t digits = 0;
        while (digits < rest.size && rest.data[digits] >= '0' && rest.data[digits] <= '9')
            digits++;
        struct text number = text_slice(rest, 0, digits);
        while (number.size > 1 && number.data[0] == '0')
            number = text_from(number, 1);
        buffer_format(out, "%s%.*s", first ? "" : ", ", TEXT_ARGS(number));
        rest = text_from(rest, digits + 1);
        first = false;
    }
    buffer_byte(out, ')');
}

static void print_node(struct printer *printer, const struct yaml_node *node);

static bool full(const struct printer *printer) {
    return printer->out.size > PRINT_SIZE;
}

static void print_list(struct printer *printer, const struct yaml_node *node) {
    buffer_byte(&printer->out, '[');
    for (size_t i = 0; i < node->list.count && !full(printer); i++) {
        buffer_string(&printer->out, i ? ", " : "");
        print_node(printer, node->list.items[i]);
    }
    buffer_byte(&printer->out, ']');
}

static void print_mapping(struct printer *printer, const struct yaml_node *node) {
    bool set = ((const struct yaml_building *)node)->set;
    buffer_string(&printer->out, set && node->mapping.count == 0 ? "set()" : "{");
    for (size_t i = 0; i < node->mapping.count && !full(printer); i++) {
        buffer_string(&printer->out, i ? ", " : "");
        print_node(printer, node->mapping.pairs[i].key);
        if (!set) {
            buffer_string(&printer->out, ": ");
            print_node(printer, node->mapping.pairs[i].value);
        }
    }
    buffer_string(&printer->out, set && node->mapping.count == 0 ? "" : "}");
}

static void print_collection(struct printer *printer, const struct yaml_node *node) {
    bool list = node->type == YAML_LIST;
    bool within = printer->depth == PRINT_DEPTH;
    for (size_t i = 0; i < printer->depth && !within; i++)
        within = printer->path[i] == node;
    if (within) {
        buffer_string(&printer->out, list ? "[...]" : "{...}");
        return;
    }
    printer->path[printer->depth++] = node;
    list ? print_list(printer, node) : print_mapping(printer, node);
    printer->depth--;
}

static void print_node(struct printer *printer, const struct yaml_node *node) {
    if (node->type == YAML_LIST || node->type == YAML_MAPPING)
        print_collection(printer, node);
    else if (node->type == YAML_STRING)
        py_repr_text(&printer->out, node->text);
    else if (node->type == YAML_TIMESTAMP)
        print_timestamp(&printer->out, node->printed);
    else
        buffer_text(&printer->out, node->printed);
}

struct text yaml_print(struct arena *arena, const struct yaml_node *node) {
    if (node->type != YAML_LIST && node->type != YAML_MAPPING)
        return node->printed;
    struct printer printer = {.depth = 0};
    buffer_init(&printer.out, arena);
    print_node(&printer, node);
    if (full(&printer)) {
        printer.out.size = PRINT_SIZE;
        buffer_string(&printer.out, "...");
    }
    return buffer_view(&printer.out);
}

const char *yaml_type_name(enum yaml_type type) {
    static const char *const names[] = {
        [YAML_NULL] = "null",           [YAML_BOOL] = "boolean", [YAML_INT] = "integer",
        [YAML_FLOAT] = "number",        [YAML_STRING] = "text",  [YAML_BINARY] = "binary value",
        [YAML_TIMESTAMP] = "timestamp", [YAML_LIST] = "list",    [YAML_MAPPING] = "mapping",
    };
    return names[type];
}

const struct yaml_pair *yaml_find(const struct yaml_node *node, struct text key) {
    if (!node || node->type != YAML_MAPPING)
        return NULL;
    for (size_t i = 0; i < node->mapping.count; i++) {
        const struct yaml_node *name = node->mapping.pairs[i].key;
        if (name->type == YAML_STRING && text_equal(name->text, key))
            return &node->mapping.pairs[i];
    }
    return NULL;
}

const struct yaml_node *yaml_get(const struct yaml_node *node, struct text key) {
    const struct yaml_pair *pair = yaml_find(node, key);
    return pair ? pair->value : NULL;
}
