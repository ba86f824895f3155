#include "formats/shell.h"

#include "base/buffer.h"
#include "base/vector.h"

/* Commands within commands that are taken apart; what stands deeper, to the end, is not read. */
enum { DEPTH_LIMIT = 64 };

struct reader {
    struct arena *arena;
    struct text text;
    size_t at;
    int depth;
    VECTOR(struct shell_command) commands;
    VECTOR(struct shell_pipeline) pipelines;
    VECTOR(struct text) heredocs; /* names whose bodies follow the next line end */
};

/* The list that is being read: its current command and where the command stands. */
struct list {
    VECTOR(struct shell_word) words;
    struct shell_pipeline parent;
    uint32_t pipeline; /* SHELL_NONE before the first command */
    uint32_t stage;
};

static int peek(const struct reader *reader, size_t ahead) {
    size_t at = reader->at + ahead;
    return at < reader->text.size ? (unsigned char)reader->text.data[at] : -1;
}

static bool is_blank(int byte) {
    return byte == ' ' || byte == '\t' || byte == '\r';
}

static bool ends_word(int byte) {
    return byte < 0 || is_blank(byte) || strchr("\n;&|()<>", byte);
}

static uint32_t current_pipeline(struct reader *reader, struct list *list) {
    if (list->pipeline == SHELL_NONE) {
        list->pipeline = (uint32_t)reader->pipelines.count;
        vector_push(reader->arena, &reader->pipelines, list->parent);
    }
    return list->pipeline;
}

static void end_command(struct reader *reader, struct list *list) {
    if (list->words.count == 0)
        return;
    struct shell_command command = {list->words.items, list->words.count,
                                    current_pipeline(reader, list), list->stage};
    vector_push(reader->arena, &reader->commands, command);
    memset(&list->words, 0, sizeof(list->words));
}

static void end_pipeline(struct reader *reader, struct list *list) {
    end_command(reader, list);
    list->pipeline = SHELL_NONE;
    list->stage = 0;
}

static void read_list(struct reader *reader, struct shell_pipeline parent, int closer);

/* The inside of `(`, `$(` or a backquote, behind its opening; moves behind the closer. */
static void read_nested(struct reader *reader, struct shell_pipeline parent, int closer) {
    if (reader->depth == DEPTH_LIMIT) {
        reader->at = reader->text.size;
        return;
    }
    reader->depth++;
    read_list(reader, parent, closer);
    reader->depth--;
}

static const struct shell_pipeline nowhere = {SHELL_NONE, 0};

/* arithmetic: '$((' ... '))', kept as text. */
static void read_arithmetic(struct reader *reader, struct buffer *out) {
    int depth = 0;
    do {
        int byte = peek(reader, 0);
        depth += byte == '(' ? 1 : byte == ')' ? -1 : 0;
        buffer_byte(out, (char)byte);
        reader->at++;
    } while (depth > 0 && peek(reader, 0) >= 0);
}

/* parameter: '${' ... '}', kept as text. */
static void read_parameter(struct reader *reader, struct buffer *out) {
    int depth = 0;
    do {
        int byte = peek(reader, 0);
        depth += byte == '{' ? 1 : byte == '}' ? -1 : 0;
        buffer_byte(out, (char)byte);
        reader->at++;
    } while (depth > 0 && peek(reader, 0) >= 0);
}

/* expansion: '$' (name | parameter | arithmetic | '(' list ')') | '`' list '`' */
static void read_expansion(struct reader *reader, struct buffer *out) {
    int opener = peek(reader, 0);
    buffer_byte(out, (char)opener);
    reader->at++;
    if (opener == '`') {
        read_nested(reader, nowhere, '`');
    } else if (peek(reader, 0) == '(' && peek(reader, 1) == '(') {
        read_arithmetic(reader, out);
    } else if (peek(reader, 0) == '(') {
        reader->at++;
        buffer_string(out, "()");
        read_nested(reader, nowhere, ')');
    } else if (peek(reader, 0) == '{') {
        read_parameter(reader, out);
    }
}

/* double_quoted: '"' (char | '\' char | expansion)* '"', behind the opening quote */
static void read_double_quoted(struct reader *reader, struct shell_word *word, struct buffer *out) {
    while (peek(reader, 0) >= 0 && peek(reader, 0) != '"') {
        int byte = peek(reader, 0);
        if (byte == '$' || byte == '`') {
            word->expands = true;
            read_expansion(reader, out);
            continue;
        }
        int next = peek(reader, 1);
        if (byte == '\\' && next == '\n') {
            reader->at += 2;
            continue;
        }
        if (byte == '\\' && next > 0 && strchr("$`\"\\", next)) {
            reader->at++;
            byte = next;
        }
        buffer_byte(out, (char)byte);
        reader->at++;
    }
    reader->at++;
}

static void read_single_quoted(struct reader *reader, struct buffer *out) {
    while (peek(reader, 0) >= 0 && peek(reader, 0) != '\'')
        buffer_byte(out, reader->text.data[reader->at++]);
    reader->at++;
}

/* word: (char | '\' char | single_quoted | double_quoted | expansion)+ */
static struct shell_word read_word(struct reader *reader, int closer) {
    struct shell_word word = {0};
    struct buffer out;
    buffer_init(&out, reader->arena);
    for (int byte = peek(reader, 0); !ends_word(byte) && !(byte == '`' && closer == '`');
         byte = peek(reader, 0)) {
        if (byte == '$' || byte == '`') {
            word.expands = true;
            read_expansion(reader, &out);
        } else if (byte == '\'' || byte == '"') {
            word.quoted = true;
            reader->at++;
            byte == '"' ? read_double_quoted(reader, &word, &out)
                        : read_single_quoted(reader, &out);
        } else if (byte == '\\') {
            word.quoted = word.escaped = true;
            if (peek(reader, 1) >= 0 && peek(reader, 1) != '\n')
                buffer_byte(&out, reader->text.data[reader->at + 1]);
            reader->at += 2;
        } else {
            buffer_byte(&out, (char)byte);
            reader->at++;
        }
    }
    word.text = buffer_view(&out);
    return word;
}

static bool is_descriptor(struct text word) {
    for (size_t i = 0; i < word.size; i++)
        if (word.data[i] < '0' || word.data[i] > '9')
            return false;
    return word.size != 0 && word.size < 3;
}

/* redirection: [0-9]* ('<' | '>' ...) word; its number was read as a word already. */
static void read_redirection(struct reader *reader, struct list *list, int closer) {
    size_t from = reader->at;
    while (peek(reader, 0) > 0 && strchr("<>&|-", peek(reader, 0)))
        reader->at++;
    struct text operation = text_slice(reader->text, from, reader->at);
    bool process = peek(reader, 0) == '(';
    if (from && list->words.count) /* `2>` but not `2 >` */
        list->words.count -= is_descriptor(list->words.items[list->words.count - 1].text) &&
                             !is_blank(reader->text.data[from - 1]);
    if (process) { /* <(list), >(list) */
        reader->at++;
        read_nested(reader, nowhere, ')');
        return;
    }
    while (is_blank(peek(reader, 0)))
        reader->at++;
    struct text target = read_word(reader, closer).text;
    if (text_is(operation, "<<") || text_is(operation, "<<-"))
        vector_push(reader->arena, &reader->heredocs, target);
}

/* The bodies of here-documents, each up to a line that is its name. */
static void skip_heredocs(struct reader *reader) {
    for (size_t i = 0; i < reader->heredocs.count; i++) {
        struct text line;
        struct text rest = text_from(reader->text, reader->at);
        while (text_split(&rest, '\n', &line)) {
            reader->at += line.size + 1;
            if (text_equal(text_trim(line), reader->heredocs.items[i]))
                break;
        }
    }
    reader->heredocs.count = 0;
    if (reader->at > reader->text.size)
        reader->at = reader->text.size;
}

/* separator: '&&' | '||' | ';' | '&' | newline | '|' */
static void read_separator(struct reader *reader, struct list *list) {
    int byte = peek(reader, 0);
    bool doubled = peek(reader, 1) == byte && byte != '\n';
    reader->at += doubled ? 2 : 1;
    if (byte == '|' && !doubled) {
        if (peek(reader, 0) == '&') /* `|&` pipes standard error too */
            reader->at++;
        end_command(reader, list);
        current_pipeline(reader, list);
        list->stage++;
        return;
    }
    end_pipeline(reader, list);
    if (byte == '\n')
        skip_heredocs(reader);
}

static void skip_comment(struct reader *reader) {
    while (peek(reader, 0) >= 0 && peek(reader, 0) != '\n')
        reader->at++;
}

/* A `}` only closes a group where a command could begin. */
static bool is_closed(const struct reader *reader, const struct list *list, int closer) {
    int byte = peek(reader, 0);
    return byte < 0 || (byte == closer && (byte != '}' || list->words.count == 0));
}

/* list: (word | redirection | '(' list ')' | '{' list '}' | separator)* closer */
static void read_list(struct reader *reader, struct shell_pipeline parent, int closer) {
    struct list list = {.parent = parent, .pipeline = SHELL_NONE};
    while (!is_closed(reader, &list, closer)) {
        int byte = peek(reader, 0);
        bool group = byte == '{' && list.words.count == 0 && ends_word(peek(reader, 1));
        if (is_blank(byte)) {
            reader->at++;
        } else if (byte == '\\' && peek(reader, 1) == '\n') {
            reader->at += 2;
        } else if (byte == '#') {
            skip_comment(reader);
        } else if (byte == '<' || byte == '>' || (byte == '&' && peek(reader, 1) == '>')) {
            read_redirection(reader, &list, closer);
        } else if (byte == '(' || group) {
            reader->at++;
            end_command(reader, &list);
            uint32_t pipeline = current_pipeline(reader, &list);
            read_nested(reader, (struct shell_pipeline){pipeline, list.stage}, group ? '}' : ')');
        } else if (strchr("\n;&|", byte)) {
            read_separator(reader, &list);
        } else if (byte == ')') { /* of a pattern in `case` */
            reader->at++;
            end_pipeline(reader, &list);
        } else {
            vector_push(reader->arena, &list.words, read_word(reader, closer));
        }
    }
    end_pipeline(reader, &list);
    reader->at += reader->at < reader->text.size;
}

static struct shell_script script_of(const struct reader *reader) {
    return (struct shell_script){reader->commands.items, reader->commands.count,
                                 reader->pipelines.items, reader->pipelines.count};
}

struct shell_script shell_parse(struct arena *arena, struct text text) {
    struct reader reader = {.arena = arena, .text = text};
    read_list(&reader, nowhere, -1);
    return script_of(&reader);
}

struct shell_script shell_exec(struct arena *arena, const struct text *words, size_t count) {
    struct reader reader = {.arena = arena};
    struct list list = {.parent = nowhere, .pipeline = SHELL_NONE};
    for (size_t i = 0; i < count; i++)
        vector_push(arena, &list.words, (struct shell_word){.text = words[i], .quoted = true});
    end_command(&reader, &list);
    return script_of(&reader);
}
