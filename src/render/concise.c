#include "base/printable.h"
#include "render/place.h"
#include "render/text.h"

#include <limits.h>

/* file:line:column: CODE name [status]: message */
static void write_finding(struct buffer *out, struct arena *arena,
                          const struct diagnostic *diagnostic) {
    struct location location = diagnostic->location;
    location.file = printable(arena, location.file);
    place_write(out, &location);
    buffer_format(out, ": %s %s", diagnostic->rule->code, diagnostic->rule->name);
    if (diagnostic->status != STATUS_FAIL)
        buffer_format(out, " [%s]", status_name(diagnostic->status));
    buffer_string(out, ": ");
    printable_add(out, diagnostic->message);
    buffer_byte(out, '\n');
}

void render_concise(struct buffer *out, const struct report *report,
                    const struct render_options *options) {
    for (size_t p = 0; p < report->package_count; p++) {
        for (size_t i = 0; i < report->packages[p].diagnostic_count; i++) {
            const struct diagnostic *diagnostic = &report->packages[p].diagnostics[i];
            if (!options->quiet || diagnostic->status < STATUS_SUPPRESSED)
                write_finding(out, out->arena, diagnostic);
        }
        render_written(options);
    }
    if (options->statistics)
        render_statistics(&(struct page){out, false, UINT_MAX}, report);
}
