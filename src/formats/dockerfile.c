#include "formats/dockerfile.h"

#include "base/buffer.h"
#include "base/utf8.h"
#include "base/vector.h"
#include "formats/dockerfile_words.h"

struct reader {
    struct arena *arena;
    struct text rest; /* behind the lines that were taken */
    uint32_t line;    /* of the line that was taken last */
    struct dockerfile *file;
    bool directives; /* still in the head, where directives count */
    VECTOR(struct docker_comment) comments;
    VECTOR(struct docker_instruction) instructions;
};

static bool take_line(struct reader *reader, struct text *line) {
    if (!text_split(&reader->rest, '\n', line))
        return false;
    reader->line++;
    if (line->size && line->data[line->size - 1] == '\r')
        line->size--;
    return true;
}

static bool is_comment(struct text line) {
    return text_starts(text_trim(line), T("#"));
}

/* directive: '#' name '=' value, only above everything else */
static void read_directive(struct reader *reader, struct text comment) {
    size_t equals = text_find_byte(comment, '=');
    if (!reader->directives || equals == TEXT_NONE) {
        reader->directives = false;
        return;
    }
    struct text name = text_trim(text_slice(comment, 0, equals));
    struct text value = text_trim(text_from(comment, equals + 1));
    if (text_equal_ignoring_case(name, T("syntax")))
        reader->file->syntax = value;
    else if (text_equal_ignoring_case(name, T("escape")) && text_is(value, "`"))
        reader->file->escape = '`';
}

static void read_comment(struct reader *reader, struct text line) {
    struct text comment = text_trim(text_from(text_trim(line), 1));
    read_directive(reader, comment);
    if (reader->instructions.count == 0)
        vector_push(reader->arena, &reader->comments,
                    (struct docker_comment){comment, reader->line});
}

/* Whether the line ends in one escape character, blanks behind it aside; cuts it off. */
static bool is_continued(const struct reader *reader, struct text *line) {
    size_t size = line->size;
    while (size && (line->data[size - 1] == ' ' || line->data[size - 1] == '\t'))
        size--;
    char escape = reader->file->escape;
    if (size == 0 || line->data[size - 1] != escape || (size > 1 && line->data[size - 2] == escape))
        return false;
    line->size = size - 1;
    return true;
}

/* instruction: line (escape newline (comment newline)* line)*, up to a blank line */
static struct text read_logical_line(struct reader *reader, struct text line) {
    struct buffer out;
    buffer_init(&out, reader->arena);
    bool continued = is_continued(reader, &line);
    buffer_text(&out, line);
    while (continued) {
        struct text rest = reader->rest;
        struct text next;
        if (!take_line(reader, &next))
            break;
        if (text_trim(next).size == 0) {
            reader->rest = rest;
            reader->line--;
            break;
        }
        if (is_comment(next))
            continue;
        continued = is_continued(reader, &next);
        buffer_text(&out, next);
    }
    return text_trim(buffer_view(&out));
}

static enum docker_keyword keyword_of(struct text word) {
    static const char *const names[] = {
        [DOCKER_ADD] = "ADD",
        [DOCKER_ARG] = "ARG",
        [DOCKER_CMD] = "CMD",
        [DOCKER_COPY] = "COPY",
        [DOCKER_ENTRYPOINT] = "ENTRYPOINT",
        [DOCKER_ENV] = "ENV",
        [DOCKER_EXPOSE] = "EXPOSE",
        [DOCKER_FROM] = "FROM",
        [DOCKER_HEALTHCHECK] = "HEALTHCHECK",
        [DOCKER_LABEL] = "LABEL",
        [DOCKER_MAINTAINER] = "MAINTAINER",
        [DOCKER_ONBUILD] = "ONBUILD",
        [DOCKER_RUN] = "RUN",
        [DOCKER_SHELL] = "SHELL",
        [DOCKER_STOPSIGNAL] = "STOPSIGNAL",
        [DOCKER_USER] = "USER",
        [DOCKER_VOLUME] = "VOLUME",
        [DOCKER_WORKDIR] = "WORKDIR",
    };
    for (size_t i = 1; i < sizeof(names) / sizeof(names[0]); i++)
        if (text_equal_ignoring_case(word, text_of(names[i])))
            return (enum docker_keyword)i;
    return DOCKER_OTHER;
}

static void read_flags(struct reader *reader, struct docker_instruction *instruction) {
    VECTOR(struct docker_flag) flags = {0};
    struct text rest = instruction->text;
    struct text word;
    while (text_starts(rest, T("--")) &&
           docker_word(reader->arena, &rest, reader->file->escape, &word)) {
        instruction->text = text_trim(rest);
        if (word.size == 2)
            break;
        size_t equals = text_find_byte(word, '=');
        struct docker_flag flag = {text_slice(word, 2, equals),
                                   equals == TEXT_NONE ? T("") : text_from(word, equals + 1)};
        vector_push(reader->arena, &flags, flag);
        rest = instruction->text;
    }
    instruction->flags = flags.items;
    instruction->flag_count = flags.count;
}

/* The lines up to one that is the name, tabs before it aside in the `<<-` form. */
static void read_heredoc_body(struct reader *reader, struct docker_heredoc *heredoc) {
    heredoc->first_line = reader->line + 1;
    heredoc->body = (struct text){reader->rest.data, 0};
    struct text line;
    while (take_line(reader, &line)) {
        struct text name = line;
        while (heredoc->strips_tabs && text_starts(name, T("\t")))
            name = text_from(name, 1);
        if (text_equal(name, heredoc->name))
            return;
        heredoc->body.size = (size_t)(line.data + line.size - heredoc->body.data);
    }
}

static void read_heredocs(struct reader *reader, struct docker_instruction *instruction) {
    VECTOR(struct docker_heredoc) heredocs = {0};
    struct text rest = instruction->text;
    struct text word;
    while (docker_raw_word(&rest, reader->file->escape, &word)) {
        struct docker_heredoc heredoc = {0};
        if (!docker_read_heredoc(reader->arena, word, reader->file->escape, &heredoc))
            continue;
        read_heredoc_body(reader, &heredoc);
        vector_push(reader->arena, &heredocs, heredoc);
    }
    instruction->heredocs = heredocs.items;
    instruction->heredoc_count = heredocs.count;
}

static bool names_files(enum docker_keyword keyword) {
    return keyword == DOCKER_COPY || keyword == DOCKER_ADD;
}

/* A list of files that was to be JSON and is not is split at blanks, quotes or not. */
static void read_words(struct reader *reader, struct docker_instruction *instruction) {
    VECTOR(struct text) words = {0};
    struct text rest = instruction->text;
    struct text word;
    bool plain = names_files(instruction->keyword) && text_starts(rest, T("["));
    while (plain ? docker_plain_word(&rest, &word)
                 : docker_word(reader->arena, &rest, reader->file->escape, &word))
        vector_push(reader->arena, &words, word);
    instruction->words = words.items;
    instruction->word_count = words.count;
}

static void read_instruction(struct reader *reader, struct text line) {
    struct docker_instruction instruction = {.first_line = reader->line};
    struct text logical = read_logical_line(reader, line);
    size_t size = 0;
    while (size < logical.size && logical.data[size] != ' ' && logical.data[size] != '\t')
        size++;
    instruction.keyword = keyword_of(text_slice(logical, 0, size));
    instruction.text = text_trim(text_from(logical, size));
    enum docker_keyword keyword = instruction.keyword;
    bool files = names_files(keyword);
    if (files || keyword == DOCKER_RUN || keyword == DOCKER_FROM || keyword == DOCKER_HEALTHCHECK)
        read_flags(reader, &instruction);
    if (text_starts(instruction.text, T("[")))
        instruction.form = docker_read_json(reader->arena, instruction.text, &instruction.words,
                                            &instruction.word_count);
    if (instruction.form == DOCKER_SHELL_FORM) {
        if (files || keyword == DOCKER_RUN)
            read_heredocs(reader, &instruction);
        read_words(reader, &instruction);
    }
    instruction.last_line = reader->line;
    vector_push(reader->arena, &reader->instructions, instruction);
}

const struct dockerfile *dockerfile_parse(struct arena *arena, struct text file, struct text source,
                                          struct error *error) {
    if (text_starts(source, T("\xef\xbb\xbf")))
        source = text_from(source, 3);
    size_t invalid = utf8_find_invalid(source);
    if (invalid != TEXT_NONE) {
        uint32_t line = 1;
        for (size_t i = 0; i < invalid; i++)
            line += source.data[i] == '\n';
        error_set(error, arena, file, line, 0,
                  "the byte 0x%02x is not UTF-8; save the file as UTF-8",
                  (unsigned char)source.data[invalid]);
        return NULL;
    }
    struct dockerfile *dockerfile = arena_new(arena, struct dockerfile);
    dockerfile->escape = '\\';
    struct reader reader = {.arena = arena, .rest = source, .file = dockerfile, .directives = true};
    struct text line;
    while (take_line(&reader, &line)) {
        if (text_trim(line).size == 0) {
            reader.directives = false;
        } else if (is_comment(line)) {
            read_comment(&reader, line);
        } else {
            reader.directives = false;
            read_instruction(&reader, text_trim(line));
        }
    }
    dockerfile->comments = reader.comments.items;
    dockerfile->comment_count = reader.comments.count;
    dockerfile->instructions = reader.instructions.items;
    dockerfile->count = reader.instructions.count;
    return dockerfile;
}

struct text docker_flag(const struct docker_instruction *instruction, const char *name) {
    for (size_t i = instruction->flag_count; i-- > 0;)
        if (text_is(instruction->flags[i].name, name))
            return instruction->flags[i].value;
    return (struct text){0};
}

bool docker_mount_part(struct text *rest, struct text *name, struct text *value) {
    struct text part;
    if (!text_split(rest, ',', &part))
        return false;
    size_t equals = text_find_byte(part, '=');
    *name = text_slice(part, 0, equals);
    *value = equals == TEXT_NONE ? T("") : text_from(part, equals + 1);
    return true;
}
