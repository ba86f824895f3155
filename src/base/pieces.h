/*
 * pieces: a large file a piece at a time, so that only a small part of it is in memory.
 *
 * Pieces are cut in front of lines that begin with a mark. The first piece is what stands before
 * all of them, and may be empty; each other one begins with such a line, and holds as many as the
 * window has room for. The window grows when not even one fits.
 */
#ifndef CORDON_BASE_PIECES_H
#define CORDON_BASE_PIECES_H

#include "base/text.h"

struct pieces {
    struct heap *heap;
    int stream;       /* stays the caller's */
    struct text mark; /* without a line end */
    size_t limit;     /* of the file */
    char *window;
    size_t capacity;
    size_t size;  /* bytes of the file in the window */
    size_t taken; /* of these, in the pieces that were given */
    size_t total; /* bytes of the file so far */
    bool begun;
    bool ended;  /* no more bytes to come */
    bool failed; /* the file could not be read, or is larger than the limit */
};

void pieces_open(struct pieces *pieces, struct heap *heap, int stream, struct text mark,
                 size_t window, size_t limit);
void pieces_close(struct pieces *pieces);

/* The next piece, which lives until the next call; false at the end, or when failed is set. */
bool pieces_next(struct pieces *pieces, struct text *piece);

#endif
