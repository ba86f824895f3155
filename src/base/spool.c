#define _GNU_SOURCE /* pread, pwrite */
#include "base/spool.h"

#include <errno.h>
#include <unistd.h>

enum { MOST_IN_MEMORY = 1 << 20 };

void spool_init(struct spool *spool, int file) {
    spool->file = file;
    atomic_init(&spool->kept, 0);
    atomic_init(&spool->written, 0);
}

static bool write_at(int file, struct text text, size_t offset) {
    while (text.size) {
        ssize_t count = pwrite(file, text.data, text.size, (off_t)offset);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return false;
        text = text_from(text, (size_t)count);
        offset += (size_t)count;
    }
    return true;
}

static bool read_at(int file, char *data, size_t size, size_t offset) {
    while (size) {
        ssize_t count = pread(file, data, size, (off_t)offset);
        if (count < 0 && errno == EINTR)
            continue;
        if (count == 0)
            errno = EIO; /* somebody has cut the file */
        if (count <= 0)
            return false;
        data += count;
        offset += (size_t)count;
        size -= (size_t)count;
    }
    return true;
}

struct spooled spool_put(struct spool *spool, struct arena *arena, struct text text) {
    bool fits = atomic_load(&spool->kept) < MOST_IN_MEMORY;
    if (!fits && spool->file >= 0) {
        size_t offset = atomic_fetch_add(&spool->written, text.size);
        if (write_at(spool->file, text, offset))
            return (struct spooled){NULL, offset, text.size};
    }
    atomic_fetch_add(&spool->kept, text.size);
    return (struct spooled){text_copy(arena, text).data, 0, text.size};
}

bool spool_get(const struct spool *spool, struct arena *arena, const struct spooled *spooled,
               struct text *text) {
    *text = (struct text){spooled->data, spooled->size};
    if (spooled->data)
        return true;
    char *data = arena_allocate(arena, spooled->size);
    text->data = data;
    return read_at(spool->file, data, spooled->size, spooled->offset);
}
