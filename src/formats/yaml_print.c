#include "formats/yaml_merge.h"
#include "python/repr.h"

enum { PRINT_DEPTH = 200 };

struct printer {
    struct buffer out;
    const struct yaml_node *path[PRINT_DEPTH];
    size_t depth;
    size_t limit;
};

static int digits_at(struct text text, size_t begin, size_t end) {
    int number = 0;
    for (size_t i = begin; i < end; i++)
        number = number * 10 + (text.data[i] - '0');
    return number;
}

static void print_zone(struct buffer *out, struct text zone) {
    int seconds = (digits_at(zone, 1, 3) * 60 + digits_at(zone, 4, 6)) * 60;
    if (seconds == 0)
        buffer_string(out, ", tzinfo=datetime.timezone.utc");
    else if (zone.data[0] == '+')
        buffer_format(out, ", tzinfo=datetime.timezone(datetime.timedelta(seconds=%d))", seconds);
    else
        buffer_format(out, ", tzinfo=datetime.timezone(datetime.timedelta(days=-1, seconds=%d))",
                      24 * 60 * 60 - seconds);
}

/* repr() of a date or time names its class. text is "2026-08-01", or that with " 10:30:00" and
 * perhaps ".123456" and "+02:00". */
static void print_timestamp(struct buffer *out, struct text text) {
    bool date = text.size == 10;
    buffer_format(out, "datetime.%s(%d, %d, %d", date ? "date" : "datetime", digits_at(text, 0, 4),
                  digits_at(text, 5, 7), digits_at(text, 8, 10));
    if (!date) {
        bool fraction = text.size > 19 && text.data[19] == '.';
        int second = digits_at(text, 17, 19);
        buffer_format(out, ", %d, %d", digits_at(text, 11, 13), digits_at(text, 14, 16));
        if (second || fraction)
            buffer_format(out, ", %d", second);
        if (fraction)
            buffer_format(out, ", %d", digits_at(text, 20, 26));
        struct text zone = text_from(text, fraction ? 26 : 19);
        if (zone.size)
            print_zone(out, zone);
    }
    buffer_byte(out, ')');
}

static void print_node(struct printer *printer, const struct yaml_node *node);

static bool full(const struct printer *printer) {
    return printer->out.size > printer->limit;
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
    bool set = node->set;
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

struct text yaml_print(struct arena *arena, const struct yaml_node *node, size_t limit) {
    if (node->type != YAML_LIST && node->type != YAML_MAPPING)
        return node->printed;
    struct printer printer = {.limit = limit};
    buffer_init(&printer.out, arena);
    print_node(&printer, node);
    if (full(&printer)) {
        printer.out.size = limit;
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
