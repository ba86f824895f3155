#include "formats/requirement.h"

/* Where reading stands. A problem, once found, stays: every step after it fails. */
struct reader {
    const char *at;
    const char *end;
    struct requirement *requirement;
};

static const struct text marker_variables[] = {
    TEXT("python_version"),
    TEXT("python_full_version"),
    TEXT("os_name"),
    TEXT("sys_platform"),
    TEXT("platform_release"),
    TEXT("platform_system"),
    TEXT("platform_version"),
    TEXT("platform_machine"),
    TEXT("platform_python_implementation"),
    TEXT("implementation_name"),
    TEXT("implementation_version"),
    TEXT("extra"),
    TEXT("extras"),
    TEXT("dependency_groups"),
    /* as they were called before the specification */
    TEXT("os.name"),
    TEXT("sys.platform"),
    TEXT("platform.version"),
    TEXT("platform.machine"),
    TEXT("platform.python_implementation"),
    TEXT("python_implementation"),
};

static bool is_blank(char byte) {
    return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

static bool is_alphanumeric(char byte) {
    return (byte >= '0' && byte <= '9') || (byte >= 'A' && byte <= 'Z') ||
           (byte >= 'a' && byte <= 'z');
}

static bool is_name_byte(char byte) {
    return is_alphanumeric(byte) || byte == '-' || byte == '_' || byte == '.';
}

static bool is_version_byte(char byte) {
    return is_name_byte(byte) || byte == '*' || byte == '+' || byte == '!';
}

static bool is_version_end(char byte) {
    return is_blank(byte) || byte == ',' || byte == ';' || byte == ')';
}

static bool fail(struct reader *reader, const char *problem) {
    if (!reader->requirement->problem)
        reader->requirement->problem = problem;
    return false;
}

static void skip_blanks(struct reader *reader) {
    while (reader->at < reader->end && is_blank(*reader->at))
        reader->at++;
}

static bool at_end(struct reader *reader) {
    skip_blanks(reader);
    return reader->at == reader->end;
}

static bool take(struct reader *reader, const char *token) {
    skip_blanks(reader);
    struct text rest = text_range(reader->at, reader->end);
    if (!text_starts(rest, text_of(token)))
        return false;
    reader->at += strlen(token);
    return true;
}

/* A word that is not the beginning of a longer one. */
static bool take_word(struct reader *reader, const char *word) {
    const char *before = reader->at;
    if (take(reader, word) && (reader->at == reader->end || !is_name_byte(*reader->at)))
        return true;
    reader->at = before;
    return false;
}

static struct text take_while(struct reader *reader, bool (*accepts)(char byte)) {
    const char *begin = reader->at;
    while (reader->at < reader->end && accepts(*reader->at))
        reader->at++;
    return text_range(begin, reader->at);
}

// identifier: letter_or_digit ((letter_or_digit | '-' | '_' | '.')* letter_or_digit)?
static struct text read_identifier(struct reader *reader) {
    skip_blanks(reader);
    if (reader->at == reader->end || !is_alphanumeric(*reader->at))
        return (struct text){NULL, 0};
    struct text name = take_while(reader, is_name_byte);
    while (!is_alphanumeric(name.data[name.size - 1])) {
        name.size--;
        reader->at--;
    }
    return name;
}

// extras: '[' (identifier (',' identifier)*)? ']'
static bool read_extras(struct reader *reader) {
    if (!take(reader, "["))
        return true;
    if (take(reader, "]"))
        return true;
    do {
        if (!read_identifier(reader).size)
            return fail(reader, "the name of an extra is missing");
    } while (take(reader, ","));
    return take(reader, "]") || fail(reader, "the list of extras is not closed by ']'");
}

static const char *take_comparison(struct reader *reader) {
    static const char *const comparisons[] = {"===", "==", "~=", "!=", "<=", ">=", "<", ">", NULL};
    for (size_t i = 0; comparisons[i]; i++)
        if (take(reader, comparisons[i]))
            return comparisons[i];
    return NULL;
}

static bool is_no_version_end(char byte) {
    return !is_version_end(byte);
}

// versions: version (',' version)* ','?
// version:  comparison version_byte+
static bool read_versions(struct reader *reader) {
    do {
        const char *comparison = take_comparison(reader);
        if (!comparison) {
            skip_blanks(reader);
            return fail(reader, "a comparison such as '>=' is expected");
        }
        skip_blanks(reader);
        bool arbitrary = !strcmp(comparison, "===");
        if (!take_while(reader, arbitrary ? is_no_version_end : is_version_byte).size)
            return fail(reader, "a comparison has no version");
        if (!take(reader, ","))
            return true;
        skip_blanks(reader);
    } while (reader->at < reader->end && !is_version_end(*reader->at));
    return true;
}

// marker_value: "'" character* "'" | '"' character* '"' | variable
static bool read_marker_value(struct reader *reader) {
    skip_blanks(reader);
    if (reader->at == reader->end)
        return fail(reader, "the marker ends too early");
    char quote = *reader->at;
    if (quote == '\'' || quote == '"') {
        const char *close = memchr(reader->at + 1, quote, (size_t)(reader->end - reader->at - 1));
        if (!close)
            return fail(reader, "a quote of the marker is not closed");
        reader->at = close + 1;
        return true;
    }
    const char *begin = reader->at;
    struct text word = take_while(reader, is_name_byte);
    for (size_t i = 0; i < sizeof(marker_variables) / sizeof(*marker_variables); i++)
        if (text_equal(word, marker_variables[i]))
            return true;
    reader->at = begin;
    return fail(reader, "the marker needs a variable such as python_version or a quoted text");
}

static bool read_marker_comparison(struct reader *reader) {
    if (!read_marker_value(reader))
        return false;
    bool compared = take_comparison(reader) || take_word(reader, "in") ||
                    (take_word(reader, "not") && take_word(reader, "in"));
    if (!compared) {
        skip_blanks(reader);
        return fail(reader, "the marker needs a comparison such as '==', 'in' or 'not in'");
    }
    return read_marker_value(reader);
}

// marker: operand (('and' | 'or') operand)*
// operand: comparison | '(' marker ')'
// What a marker is worth is never asked, so parentheses need no more than counting.
static bool read_marker(struct reader *reader) {
    size_t open = 0;
    do {
        while (take(reader, "("))
            open++;
        if (!read_marker_comparison(reader))
            return false;
        while (open && take(reader, ")"))
            open--;
    } while (take_word(reader, "and") || take_word(reader, "or"));
    return !open || fail(reader, "a parenthesis of the marker is not closed");
}

// requirement: identifier extras? (('(' versions? ')') | versions | '@' url)? (';' marker)?
static bool read_requirement(struct reader *reader) {
    reader->requirement->name = read_identifier(reader);
    if (!reader->requirement->name.size)
        return fail(reader, "it does not begin with the name of a distribution");
    if (reader->at < reader->end && !is_blank(*reader->at) && !strchr("[(<>=!~@,;", *reader->at)) {
        reader->requirement->name = (struct text){NULL, 0};
        return fail(reader, "a name holds letters, digits, '-', '_' and '.', and ends in one of "
                            "the first two");
    }
    if (!read_extras(reader))
        return false;
    if (take(reader, "@")) {
        skip_blanks(reader);
        const char *url = reader->at;
        while (reader->at < reader->end && !is_blank(*reader->at))
            reader->at++;
        if (reader->at == url)
            return fail(reader, "a URL is missing behind '@'");
    } else if (take(reader, "(")) {
        if (!take(reader, ")") &&
            !(read_versions(reader) &&
              (take(reader, ")") || fail(reader, "a parenthesis is not closed"))))
            return false;
    } else if (!at_end(reader) && *reader->at != ';' && !read_versions(reader)) {
        return false;
    }
    if (take(reader, ";")) {
        struct text marker = text_range(reader->at, reader->end);
        reader->requirement->for_extra = text_contains(marker, T("extra"));
        if (!read_marker(reader))
            return false;
    }
    return at_end(reader) || fail(reader, "something unexpected follows");
}

struct requirement requirement_parse(struct text text) {
    struct requirement requirement = {0};
    if (!text.data)
        text.data = "";
    struct reader reader = {text.data, text.data + text.size, &requirement};
    read_requirement(&reader);
    requirement.position = (size_t)(reader.at - text.data);
    return requirement;
}

struct requirement requirement_read(struct arena *arena, struct text text, struct text file,
                                    uint32_t line, struct errors *warnings) {
    enum { SHOWN = 60 };
    struct requirement requirement = requirement_parse(text);
    if (requirement.problem) {
        struct text shown = text_slice(text, 0, SHOWN);
        struct text name = requirement.name;
        errors_add(arena, warnings, file, line, 0,
                   "'%.*s%s' is no valid requirement: %s, at byte %zu; it is %s%.*s",
                   TEXT_ARGS(shown), text.size > SHOWN ? "..." : "", requirement.problem,
                   requirement.position + 1, name.size ? "taken for " : "passed over",
                   TEXT_ARGS(name));
    }
    return requirement;
}

struct text distribution_name(struct arena *arena, struct text name) {
    char *data = arena_allocate(arena, name.size + 1);
    size_t size = 0;
    for (size_t i = 0; i < name.size; i++) {
        char byte = name.data[i];
        bool separator = byte == '-' || byte == '_' || byte == '.';
        if (!separator)
            data[size++] = byte >= 'A' && byte <= 'Z' ? (char)(byte + 'a' - 'A') : byte;
        else if (!size || data[size - 1] != '-')
            data[size++] = '-';
    }
    data[size] = '\0';
    return (struct text){data, size};
}
