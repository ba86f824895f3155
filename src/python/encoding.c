#include "python/encoding.h"

#include "python/codecs.h"

static const struct text bom = TEXT("\xef\xbb\xbf");

static void refuse(struct arena *arena, struct py_error *error, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* CPython gives such an error no line, so that the message has to name the place. */
static void refuse(struct arena *arena, struct py_error *error, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    *error = (struct py_error){.class = PY_SYNTAX_ERROR,
                               .message = text_vformat(arena, format, arguments)};
    va_end(arguments);
}

/* Of an offset, counting LF, CR and CRLF as one line end each. */
static uint32_t line_of(struct text bytes, size_t offset) {
    uint32_t line = 1;
    for (size_t i = 0; i < offset; i++)
        if (bytes.data[i] == '\n' || (bytes.data[i] == '\r' && bytes.data[i + 1] != '\n'))
            line++;
    return line;
}

/* Takes a line off the front of *rest, its line end too. */
static struct text take_line(struct text *rest) {
    size_t size = 0;
    while (size < rest->size && rest->data[size] != '\n' && rest->data[size] != '\r')
        size++;
    struct text line = text_slice(*rest, 0, size);
    bool crlf = size + 1 < rest->size && rest->data[size] == '\r' && rest->data[size + 1] == '\n';
    *rest = text_from(*rest, size + 1 + crlf);
    return line;
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\f';
}

static bool is_name_byte(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' ||
           c == '_' || c == '.';
}

/* The name behind "coding:" or "coding=" in a comment, or NULL data. */
static struct text name_in_comment(struct text comment) {
    static const struct text word = TEXT("coding");
    for (size_t i; (i = text_find(comment, word)) != TEXT_NONE;) {
        comment = text_from(comment, i + word.size);
        if (comment.size == 0 || (comment.data[0] != ':' && comment.data[0] != '='))
            continue;
        size_t begin = 1;
        while (begin < comment.size && (comment.data[begin] == ' ' || comment.data[begin] == '\t'))
            begin++;
        size_t end = begin;
        while (end < comment.size && is_name_byte(comment.data[end]))
            end++;
        if (end > begin)
            return text_slice(comment, begin, end);
    }
    return (struct text){NULL, 0};
}

/* An encoding line is one of the first two and holds nothing but a comment, and so does a line
 * before it (PEP 263). NULL data when there is none. */
static struct text find_encoding_line(struct text source) {
    for (int line = 0; line < 2; line++) {
        struct text rest = take_line(&source);
        while (rest.size && is_blank(rest.data[0]))
            rest = text_from(rest, 1);
        if (rest.size == 0)
            continue;
        if (rest.data[0] != '#')
            break;
        struct text name = name_in_comment(rest);
        if (name.data)
            return name;
    }
    return (struct text){NULL, 0};
}

/* Whether name is one of these, or begins with one and a hyphen; underscores count as hyphens, and
 * only the first twelve characters count, as in CPython's get_normal_name(). */
static bool is_spelling_of(struct text name, const char *const *spellings) {
    enum { COUNTED = 12 };
    char folded[COUNTED];
    size_t size = name.size < COUNTED ? name.size : COUNTED;
    for (size_t i = 0; i < size; i++) {
        char c = name.data[i];
        folded[i] = c == '_' ? '-' : c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
    }
    struct text start = {folded, size};
    for (; *spellings; spellings++) {
        struct text spelling = text_of(*spellings);
        if (text_equal(start, spelling) ||
            (text_starts(start, spelling) && start.data[spelling.size] == '-'))
            return true;
    }
    return false;
}

/* A name for a message, which is not to be as long as somebody's line. */
static struct text shown(struct text encoding) {
    enum { SHOWN = 60 };
    return text_slice(encoding, 0, SHOWN);
}

/* Each line end as a line feed, and one at the end: CPython sees to that before it decodes, which
 * moves the bytes of an encoding that takes several for a letter. */
static struct text with_line_feeds(struct arena *arena, struct text bytes) {
    struct buffer out;
    buffer_init(&out, arena);
    char *room = buffer_room(&out, bytes.size + 1);
    for (size_t i = 0; i < bytes.size; i++) {
        bool ends_line = bytes.data[i] == '\r';
        room[out.size++] = ends_line ? '\n' : bytes.data[i];
        i += ends_line && i + 1 < bytes.size && bytes.data[i + 1] == '\n';
    }
    if (!out.size || room[out.size - 1] != '\n')
        room[out.size++] = '\n';
    return buffer_view(&out);
}

static struct text decode(struct arena *arena, struct text source, struct text encoding,
                          struct py_error *error) {
    struct buffer out;
    buffer_init(&out, arena);
    struct text name = shown(encoding);
    size_t bad;
    switch (codec_decode(&out, encoding, source, &bad)) {
    case CODEC_DECODED: {
        struct text decoded = buffer_view(&out);
        /* A NUL that only decoding brings to light ends the source for CPython. */
        return text_slice(decoded, 0, text_find_byte(decoded, '\0'));
    }
    case CODEC_UNKNOWN: {
        struct text near = codec_suggest(arena, encoding);
        if (near.data)
            refuse(arena, error,
                   "the encoding line names '%.*s', which Python does not know; did "
                   "you mean '%.*s'?",
                   TEXT_ARGS(name), TEXT_ARGS(near));
        else
            refuse(arena, error,
                   "the encoding line names '%.*s', which Python does not know; name "
                   "the encoding the file is saved in, such as utf-8",
                   TEXT_ARGS(name));
        break;
    }
    case CODEC_NOT_TEXTUAL:
        refuse(arena, error,
               "the encoding line names '%.*s', which does not encode text; name the "
               "encoding the file is saved in, such as utf-8",
               TEXT_ARGS(name));
        break;
    case CODEC_REFUSED: {
        refuse(arena, error,
               "byte 0x%02x in line %u is not valid in '%.*s', which the encoding "
               "line names; save the file in that encoding or name the one it is in",
               (unsigned)(unsigned char)source.data[bad], (unsigned)line_of(source, bad),
               TEXT_ARGS(name));
        break;
    }
    }
    return T("");
}

static bool has_nul(struct arena *arena, struct text bytes, struct py_error *error) {
    size_t nul = text_find_byte(bytes, '\0');
    if (nul != TEXT_NONE)
        refuse(arena, error,
               "line %u holds a NUL byte; Python source is text without them: save it as UTF-8",
               (unsigned)line_of(bytes, nul));
    return nul != TEXT_NONE;
}

struct text py_accept_text(struct arena *arena, struct text text, struct py_error *error) {
    return has_nul(arena, text, error) ? T("") : text;
}

struct text py_decode_source(struct arena *arena, struct text bytes, struct py_error *error) {
    static const char *const utf8_spellings[] = {"utf-8", NULL};
    static const char *const latin1_spellings[] = {"latin-1", "iso-8859-1", "iso-latin-1", NULL};
    if (has_nul(arena, bytes, error))
        return T("");
    bool has_bom = text_starts(bytes, bom);
    struct text source = has_bom ? text_from(bytes, bom.size) : bytes;
    struct text encoding = find_encoding_line(source);
    /* CPython takes UTF-8 under this name unchecked: what is invalid is an error only within a name
     * or a string. */
    if (!encoding.data || is_spelling_of(encoding, utf8_spellings))
        return source;
    if (has_bom) {
        refuse(arena, error,
               "the file begins with a UTF-8 byte order mark, but its encoding line "
               "says '%.*s'; write utf-8 there or remove the mark",
               TEXT_ARGS(shown(encoding)));
        return T("");
    }
    if (is_spelling_of(encoding, latin1_spellings))
        encoding = T("iso-8859-1");
    return decode(arena, with_line_feeds(arena, source), encoding, error);
}
