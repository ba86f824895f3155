#include "lint/suppression.h"

#include "base/path.h"
#include "base/utf8.h"
#include "base/vector.h"
#include "python/unicode.h"

enum { HEADER_LINES = 10 };

struct reader {
    struct arena *arena;
    struct markers markers;
    enum marked_language language;
    uint32_t line;
    bool unclosed; /* no ']' is left in the line */
};

static size_t skip_blanks(struct text text, size_t at) {
    while (at < text.size && (text.data[at] == ' ' || text.data[at] == '\t'))
        at++;
    return at;
}

static bool take(struct text text, size_t *at, struct text word) {
    if (!text_starts(text_from(text, *at), word))
        return false;
    *at += word.size;
    return true;
}

static struct texts split_selectors(struct arena *arena, struct text list) {
    VECTOR(struct text) found = {0};
    struct map seen = {0};
    struct text rest = list, part;
    while (text_split(&rest, ',', &part)) {
        part = text_trim(part);
        if (!part.size || map_has(&seen, part))
            continue;
        map_put(arena, &seen, part);
        vector_push(arena, &found, part);
    }
    return (struct texts){found.items, found.count};
}

/* What follows the word `ignore`: '[' SELECTORS ']', or '-file' '[' SELECTORS ']'. */
static void read_ignore(struct reader *reader, struct text line, size_t *at) {
    struct marker marker = {.kind = MARKER_NO_LIST, .line = reader->line, .covered = reader->line};
    marker.whole_file = take(line, at, T("-file"));
    bool listed = *at < line.size && line.data[*at] == '[' && !reader->unclosed;
    size_t end = listed ? text_find_byte(text_from(line, *at), ']') : TEXT_NONE;
    reader->unclosed |= listed && end == TEXT_NONE;
    if (end != TEXT_NONE) {
        marker.selectors = split_selectors(reader->arena, text_slice(line, *at + 1, *at + end));
        marker.kind = !marker.selectors.count ? MARKER_EMPTY_LIST
                      : marker.whole_file     ? MARKER_FILE
                                              : MARKER_LINE;
        *at += end + 1;
    }
    if (marker.whole_file && reader->line > HEADER_LINES)
        marker.kind = MARKER_LATE_FILE;
    vector_push(reader->arena, &reader->markers, marker);
}

/* A marker begins with '#', blanks and either of the two words; at stands behind the '#'. */
static bool read_marker(struct reader *reader, struct text line, size_t *at) {
    size_t next = skip_blanks(line, *at);
    if (take(line, &next, T("inspect-evals-lint:"))) {
        next = skip_blanks(line, next);
        if (!take(line, &next, T("ignore")))
            return false;
        read_ignore(reader, line, &next);
        *at = next;
        return true;
    }
    if (!take(line, &next, T("noautolint")))
        return false;
    bool whole_file = take(line, &next, T("-file"));
    if (!take(line, &next, T(":")))
        return false;
    vector_push(
        reader->arena, &reader->markers,
        (struct marker){.kind = MARKER_FORMER, .line = reader->line, .whole_file = whole_file});
    *at = next;
    return true;
}

/* `<why>`: what an example has in place of a reason. */
static bool is_placeholder(struct text text) {
    return text.size >= 2 && text.data[0] == '<' && text.data[text.size - 1] == '>' &&
           text_find_last_byte(text, '<') == 0 && text_find_byte(text, '>') == text.size - 1;
}

/* Takes "--" and a reason, good or not, up to the end of the line; false when there are no dashes.
 * Another comment, more dashes and a placeholder are no reason. */
static bool take_reason(struct marker *marker, struct text behind) {
    struct text reason = py_lstrip(behind);
    if (!text_starts(reason, T("--")))
        return false;
    reason = py_strip(text_from(reason, 2));
    marker->reasoned =
        reason.size && reason.data[0] != '#' && reason.data[0] != '-' && !is_placeholder(reason);
    return true;
}

/* Every marker up to one with a reason, or of the former syntax. */
static void read_preview_line(struct reader *reader, struct text line) {
    for (size_t at = 0, hash; at < line.size;) {
        hash = text_find_byte(text_from(line, at), '#');
        if (hash == TEXT_NONE)
            return;
        at += hash + 1;
        if (!read_marker(reader, line, &at))
            continue;
        struct marker *marker = &reader->markers.items[reader->markers.count - 1];
        if (marker->kind == MARKER_FORMER || take_reason(marker, text_from(line, at)))
            return;
    }
}

/* Behind a marker, " -- " begins a reason, in which nothing is a marker. */
static void read_line(struct reader *reader, struct text line) {
    size_t end = line.size;
    for (size_t at = 0; at < end;) {
        size_t hash = text_find_byte(text_slice(line, at, end), '#');
        if (hash == TEXT_NONE)
            return;
        at += hash + 1;
        if (!read_marker(reader, line, &at))
            continue;
        size_t reason = text_find(text_slice(line, at, end), T(" -- "));
        if (reason != TEXT_NONE)
            end = at + reason;
    }
}

/* The size of a line end at the front of text; 0 when there is none. */
static size_t line_end(struct text text, enum marked_language language) {
    unsigned char c = (unsigned char)text.data[0];
    if (c == '\n')
        return 1;
    if (language == MARKED_DOCKERFILE)
        return 0;
    if (c == '\r')
        return text.size > 1 && text.data[1] == '\n' ? 2 : 1;
    if (language == MARKED_COMPOSE && (c == 0xc2 || c == 0xe2)) {
        if (text_starts(text, T("\xc2\x85")))
            return 2;
        if (text_starts(text, T("\xe2\x80\xa8")) || text_starts(text, T("\xe2\x80\xa9")))
            return 3;
    }
    return 0;
}

static struct text take_line(struct text *rest, enum marked_language language) {
    size_t at = 0, end = 0;
    while (at < rest->size && !(end = line_end(text_from(*rest, at), language)))
        at++;
    struct text line = text_slice(*rest, 0, at);
    *rest = text_from(*rest, at + end);
    return line;
}

/* In a Dockerfile a comment of its own line covers the next line that is neither blank nor a
 * comment: instructions take no comment behind them. */
static void cover(struct reader *reader, struct text line, size_t *pending) {
    struct text trimmed = text_trim(line);
    if (!trimmed.size || trimmed.data[0] == '#')
        return;
    size_t count = reader->markers.count;
    for (; *pending < count && reader->markers.items[*pending].line < reader->line; ++*pending)
        reader->markers.items[*pending].covered = reader->line;
    *pending = count;
}

struct markers markers_read(struct arena *arena, struct text source, enum marked_language language,
                            bool preview) {
    struct reader reader = {.arena = arena, .language = language};
    if ((!text_contains(source, T("inspect-evals-lint:")) &&
         !text_contains(source, T("noautolint"))) ||
        utf8_find_invalid(source) != TEXT_NONE)
        return reader.markers;
    if (text_starts(source, T("\xef\xbb\xbf")))
        source = text_from(source, 3);
    size_t pending = 0;
    for (struct text rest = source; rest.size;) {
        struct text line = take_line(&rest, language);
        reader.line++;
        reader.unclosed = false;
        if (preview)
            read_preview_line(&reader, line);
        else
            read_line(&reader, line);
        if (language == MARKED_DOCKERFILE)
            cover(&reader, line, &pending);
    }
    return reader.markers;
}

static bool find_language(struct text path, enum marked_language *language) {
    struct text name = path_name(path);
    if (is_python_name(name))
        *language = MARKED_PYTHON;
    else if (is_dockerfile_name(name))
        *language = MARKED_DOCKERFILE;
    else if (is_compose_name(name))
        *language = MARKED_COMPOSE;
    else
        return false;
    return true;
}

struct markers package_markers(struct package *package, struct text path) {
    enum marked_language language;
    struct markers none = {0};
    if (!find_language(path, &language) || !path_relative(path, package->folder).data)
        return none;
    if (language != MARKED_COMPOSE && package_excludes(package, path))
        return none;
    struct text source = package_read(package, path)->content;
    if (language == MARKED_PYTHON) {
        package_python(package);
        struct python_file *file = package_find_python(package, path);
        source = file && file->tree ? file->tree->source : T("");
    }
    return markers_read(package->arena, source, language, package->config->preview);
}
