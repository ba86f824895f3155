#include "render/markup.h"

#include "base/printable.h"
#include "base/utf8.h"

void markup_text(struct buffer *out, struct text text) {
    text = printable(out->arena, text);
    const char *at = text.data, *end = text.data + text.size;
    while (at < end) {
        const char *before = at;
        uint32_t c = utf8_next(&at, end);
        if (c == '&')
            buffer_string(out, "&amp;");
        else if (c == '<')
            buffer_string(out, "&lt;");
        else if (c == '>')
            buffer_string(out, "&gt;");
        else if (c == '"')
            buffer_string(out, "&quot;");
        else if (c == '\'')
            buffer_string(out, "&#39;");
        else if (c == 0xfffe || c == 0xffff)
            buffer_string(out, "\xef\xbf\xbd"); /* XML 1.0 has no way to write it */
        else
            buffer_add(out, before, (size_t)(at - before));
    }
}
