#include "render/place.h"

void place_write(struct buffer *out, const struct location *location) {
    buffer_text(out, location->file);
    if (!location->line)
        return;
    buffer_format(out, ":%u", location->line);
    if (location->column)
        buffer_format(out, ":%u", location->column);
}

/* FNV-1a of 64 bits; two of them with different starts make a name, not a secret. */
static uint64_t digest(struct text text, uint64_t hash) {
    for (size_t i = 0; i < text.size; i++)
        hash = (hash ^ (unsigned char)text.data[i]) * 0x100000001b3u;
    return hash;
}

struct text fingerprint(struct fingerprints *fingerprints, const struct package_report *package,
                        const struct diagnostic *diagnostic) {
    struct text line =
        diagnostic->excerpt.line.data ? text_trim(diagnostic->excerpt.line) : diagnostic->message;
    const struct text parts[] = {text_of(diagnostic->rule->code), package->name,
                                 diagnostic->location.file, line};
    struct buffer joined;
    buffer_init(&joined, fingerprints->arena);
    for (size_t i = 0; i < sizeof(parts) / sizeof(*parts); i++) {
        buffer_text(&joined, parts[i]);
        buffer_byte(&joined, '\n');
    }
    struct text key = buffer_view(&joined);
    void **seen = map_put(fingerprints->arena, &fingerprints->seen, key);
    uintptr_t number = (uintptr_t)*seen;
    *seen = (void *)(number + 1);
    uint64_t high = digest(key, 0xcbf29ce484222325u ^ number);
    uint64_t low = digest(key, high);
    return text_format(fingerprints->arena, "%016llx%016llx", (unsigned long long)high,
                       (unsigned long long)low);
}
