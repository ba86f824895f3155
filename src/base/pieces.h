/*
 * pieces: a large file a piece at a time, so that only a small part of it is in memory.
 *
 * Pieces are cut in front of lines that begin with a mark. The first piece is what stands before
 * all of them, and may be empty; each other one begins with such a line, and holds as many as the
 * window has room for. The window grows when not even one fits.
 */
#ifndef CORDON_BASE_PIECES_H
#define CORDON_BASE_PIECES_H

#include "base/file.h"

struct pieces {
    struct heap *heap;
    struct cleanup cleanup;
    int stream;
    struct text mark;
    size_t limit;
    char *window;
    size_t capacity;
    size_t size;  /* bytes of the file in the window */
    size_t taken; /* of these, in the pieces that were given */
    size_t total; /* bytes of the file so far */
    bool begun;
    bool ended;  /* no more bytes to come */
    bool failed; /* the file could not be read, or has become larger than the limit */
};

/* False when there is no such regular file, it cannot be opened, or it is larger than the limit;
 * then there is nothing to close. The window's size is that to begin with. */
bool pieces_open(struct pieces *pieces, struct heap *heap, int folder, const char *path,
                 size_t limit, struct text mark, size_t window);
void pieces_close(struct pieces *pieces);

/* The next piece, which lives until the next call; false at the end, or when failed is set. */
bool pieces_next(struct pieces *pieces, struct text *piece);

#endif
