/*
 * Prints what Compose files hold, for tools/compare-compose. Reads names of files from standard
 * input; for each it writes lines of fields separated by tabs, then an empty line.
 */
#define _POSIX_C_SOURCE 200809L

#include "base/buffer.h"
#include "base/file.h"
#include "formats/compose.h"
#include "formats/interpolation.h"

#include <stdio.h>

static void field(struct text text) {
    putchar('\t');
    for (size_t i = 0; i < text.size; i++)
        putchar(text.data[i] == '\n' || text.data[i] == '\t' ? ' ' : text.data[i]);
}

static void dump_service(struct arena *arena, struct compose_setting service) {
    struct compose_setting image = compose_setting(service.value, "image");
    struct compose_value volumes = compose_get(service.value, "volumes");
    printf("service\t%u", service.place.line);
    field(service.name);
    putchar('\n');
    if (compose_type(image.value) == COMPOSE_TEXT) {
        struct text text = compose_text(image.value);
        printf("image\t%u", image.place.line);
        field(text);
        field(interpolations_with_defaults(arena, text));
        putchar('\n');
    }
    for (size_t i = 0; compose_type(volumes) == COMPOSE_LIST && i < compose_count(volumes); i++) {
        struct compose_value item = compose_item(volumes, i);
        printf("volume\t%u", compose_place(item).line);
        field(compose_printed(arena, item));
        putchar('\n');
    }
}

static void dump_file(struct arena *arena, const struct compose_file *file, struct text content) {
    for (size_t i = 0; i < compose_service_count(file); i++)
        dump_service(arena, compose_service(file, i));
    for (size_t i = 0; i < file->volumes.count; i++) {
        printf("named");
        field(file->volumes.entries[i].key);
        putchar('\n');
    }
    struct interpolations found = interpolations_in(arena, content);
    for (size_t i = 0; i < found.count; i++) {
        const struct interpolation *item = &found.items[i];
        if (item->name.size == 0)
            continue;
        printf("variable");
        field(item->name);
        field(item->operation);
        field(item->word);
        putchar('\n');
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
        const struct compose_file *file = NULL;
        if (file_read(&arena, AT_FDCWD, name, FILE_SIZE_LIMIT, &content, NULL) == FILE_READ)
            file = compose_parse(&arena, T("file"), content, &error);
        if (file)
            dump_file(&arena, file, content);
        else
            printf("error\n");
        putchar('\n');
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
