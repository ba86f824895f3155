#include "formats/dockerfile_words.h"

#include "base/buffer.h"
#include "base/json_read.h"

static bool is_blank(char byte) {
    return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n';
}

bool docker_plain_word(struct text *rest, struct text *word) {
    size_t begin = 0;
    while (begin < rest->size && is_blank(rest->data[begin]))
        begin++;
    size_t end = begin;
    while (end < rest->size && !is_blank(rest->data[end]))
        end++;
    *word = text_slice(*rest, begin, end);
    *rest = text_from(*rest, end);
    return word->size != 0;
}

/* word: (char | escape char | "'" char* "'" | '"' (char | escape char)* '"')+ */
bool docker_raw_word(struct text *rest, char escape, struct text *word) {
    size_t at = 0;
    while (at < rest->size && is_blank(rest->data[at]))
        at++;
    size_t begin = at;
    char quote = 0;
    for (; at < rest->size && (quote || !is_blank(rest->data[at])); at++) {
        char byte = rest->data[at];
        if (byte == escape && quote != '\'' && at + 1 < rest->size)
            at++;
        else if (quote ? byte == quote : byte == '"' || byte == '\'')
            quote = quote ? 0 : byte;
    }
    *word = text_slice(*rest, begin, at);
    *rest = text_from(*rest, at);
    return word->size != 0;
}

static struct text unquoted(struct arena *arena, struct text raw, char escape) {
    struct buffer out;
    buffer_init(&out, arena);
    char quote = 0;
    for (size_t i = 0; i < raw.size; i++) {
        char byte = raw.data[i];
        if (byte == escape && quote != '\'' && i + 1 < raw.size)
            buffer_byte(&out, raw.data[++i]);
        else if (quote ? byte == quote : byte == '"' || byte == '\'')
            quote = quote ? 0 : byte;
        else
            buffer_byte(&out, byte);
    }
    return buffer_view(&out);
}

bool docker_word(struct arena *arena, struct text *rest, char escape, struct text *word) {
    if (!docker_raw_word(rest, escape, word))
        return false;
    *word = unquoted(arena, *word, escape);
    return true;
}

/* heredoc: [0-9]* '<<' '-'? name, the name without '<' */
bool docker_read_heredoc(struct arena *arena, struct text raw_word, char escape,
                         struct docker_heredoc *heredoc) {
    size_t digits = 0;
    while (digits < raw_word.size && raw_word.data[digits] >= '0' && raw_word.data[digits] <= '9')
        digits++;
    struct text name = text_from(raw_word, digits);
    if (!text_starts(name, T("<<")))
        return false;
    name = text_from(name, 2);
    heredoc->strips_tabs = text_starts(name, T("-"));
    name = text_from(name, heredoc->strips_tabs);
    if (name.size == 0 || text_find_byte(name, '<') != TEXT_NONE)
        return false;
    heredoc->name = unquoted(arena, name, escape);
    heredoc->expands = text_equal(name, heredoc->name);
    return heredoc->name.size != 0;
}

bool docker_is_heredoc(struct text word) {
    size_t digits = 0;
    while (digits < word.size && word.data[digits] >= '0' && word.data[digits] <= '9')
        digits++;
    struct text name = text_from(word, digits);
    return text_starts(name, T("<<")) && name.size > 2 && name.data[2] != '<';
}

enum docker_form docker_read_json(struct arena *arena, struct text text, const struct text **words,
                                  size_t *count) {
    json_error_t problem;
    json_t *list = json_read(arena->heap, text, JSON_ALLOW_NUL, &problem);
    if (!list)
        return DOCKER_SHELL_FORM;
    struct cleanup cleanup;
    heap_push_cleanup(arena->heap, &cleanup, json_release, list);
    size_t size = json_array_size(list);
    struct text *items = arena_array(arena, struct text, size);
    enum docker_form form = DOCKER_EXEC_FORM;
    for (size_t i = 0; i < size; i++) {
        const json_t *item = json_array_get(list, i);
        if (!json_is_string(item))
            form = DOCKER_BAD_JSON;
        else
            items[i] =
                text_copy(arena, (struct text){json_string_value(item), json_string_length(item)});
    }
    heap_pop_cleanup(arena->heap, &cleanup);
    json_decref(list);
    *words = items;
    *count = form == DOCKER_EXEC_FORM ? size : 0;
    return form;
}
