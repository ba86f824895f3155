/*
 * Prints what YAML files load as, for tools/compare-yaml. Reads names of files from standard input
 * ('!' before one lets local tags pass); for each it writes "ok", the printed value and the lines
 * of all keys, values and items, or "error" and why.
 */
#define _POSIX_C_SOURCE 200809L

#include "base/buffer.h"
#include "base/file.h"
#include "base/map.h"
#include "base/vector.h"
#include "formats/yaml.h"

#include <stdio.h>

struct walk {
    struct arena *arena;
    struct buffer out;
    VECTOR(const struct yaml_node *) to_do;
    struct map seen;
};

static void later(struct walk *walk, const struct yaml_node *node) {
    if (node->type == YAML_LIST || node->type == YAML_MAPPING)
        vector_push(walk->arena, &walk->to_do, node);
}

static void write_lines(struct walk *walk, const struct yaml_node *root) {
    later(walk, root);
    while (walk->to_do.count) {
        const struct yaml_node *node = walk->to_do.items[--walk->to_do.count];
        void **seen =
            map_put(walk->arena, &walk->seen, text_format(walk->arena, "%p", (const void *)node));
        if (*seen)
            continue;
        *seen = walk;
        buffer_format(&walk->out, " %u(", node->line);
        for (size_t i = 0; node->type == YAML_LIST && i < node->list.count; i++) {
            buffer_format(&walk->out, " %u", node->list.items[i]->line);
            later(walk, node->list.items[i]);
        }
        for (size_t i = 0; node->type == YAML_MAPPING && i < node->mapping.count; i++) {
            const struct yaml_pair *pair = &node->mapping.pairs[i];
            bool empty =
                pair->value->type == YAML_NULL && !pair->value->text.size && !pair->value->tag.size;
            buffer_format(&walk->out, " %u:%u", pair->key->line, empty ? 0 : pair->value->line);
            later(walk, pair->value);
        }
        buffer_string(&walk->out, ")");
    }
}

static void dump(void *argument) {
    struct heap *heap = argument;
    static char name[4096];
    while (fgets(name, sizeof(name), stdin)) {
        name[strcspn(name, "\n")] = 0;
        struct arena arena;
        arena_init(&arena, heap);
        struct text content = {0};
        struct error error = {0};
        bool local = name[0] == '!';
        struct yaml_options options = {.any_local_tag = local};
        if (file_read(&arena, AT_FDCWD, name + local, FILE_SIZE_LIMIT, &content, NULL) != FILE_READ)
            continue;
        const struct yaml_node *root = yaml_parse(&arena, T("file"), content, &options, &error);
        if (root) {
            struct walk walk = {.arena = &arena};
            buffer_init(&walk.out, &arena);
            write_lines(&walk, root);
            struct text printed = yaml_print(&arena, root, 16384);
            struct text lines = buffer_view(&walk.out);
            for (size_t i = 0; i < printed.size; i++)
                if (printed.data[i] == '\n' || printed.data[i] == '\r')
                    ((char *)printed.data)[i] = ' ';
            printf("ok %.*s\n%.*s\n", TEXT_ARGS(printed), TEXT_ARGS(lines));
        } else {
            struct text text = error_text(&arena, &error);
            printf("error %.*s\n\n", TEXT_ARGS(text));
        }
        fflush(stdout);
        arena_release(&arena);
    }
}

int main(void) {
    struct heap heap;
    heap_init(&heap, NULL);
    bool fine = heap_run(&heap, dump, &heap);
    heap_release(&heap);
    return fine ? 0 : 1;
}
