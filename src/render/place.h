/*
 * place: how documents name where a finding is and which finding it is.
 */
#ifndef CORDON_RENDER_PLACE_H
#define CORDON_RENDER_PLACE_H

#include "base/buffer.h"
#include "base/map.h"
#include "lint/report.h"

/* "file:line:column", with the parts that are known. */
void place_write(struct buffer *out, const struct location *location);

/* What stays the same when lines move: the rule, the file, the text of the line, or where there is
 * none the message, and the how-many-eth such finding it is. 32 hexadecimal digits. */
enum { FINGERPRINT_SIZE = 32 };

struct fingerprints {
    struct arena *arena;
    struct map seen; /* what was digested, to how often */
};

struct text fingerprint(struct fingerprints *fingerprints, const struct package_report *package,
                        const struct diagnostic *diagnostic);

#endif
