#include "python/reading.h"

#include "base/buffer.h"

static const struct token *token_of(struct reading *r, uint32_t at) {
    return &token_at(r, at)->token;
}

static struct text text_at(struct reading *r, uint32_t at) {
    const struct token *token = token_of(r, at);
    return text_range(token->start, token->end);
}

static bool is_token(struct reading *r, uint32_t at, enum token_kind kind) {
    return token_of(r, at)->kind == kind;
}

const char *reading_kind_word(unsigned kind) {
    static const char *const kind_words[] = {
#define X(name, word, words) word,
        READING_KINDS(X)
#undef X
    };
    return kind_words[kind];
}

static const char *kind_text(unsigned kind) {
    static const char *const texts[] = {
#define X(name, word, words) words,
        READING_KINDS(X)
#undef X
    };
    return texts[kind];
}

/* Checks: whether there is something to report. */

static bool is_legacy_name(struct reading *r, uint32_t at) {
    struct text name = name_text(r->p, token_of(r, at));
    return text_is(name, "print") || text_is(name, "exec");
}

static enum verdict check_legacy(struct reading *r, struct occasion *occasion) {
    return is_legacy_name(r, occasion->subject.first) ? REPORTED : REFUSED;
}

/* Only within brackets, and not for what used to be a statement. */
static enum verdict check_comma(struct reading *r, struct occasion *occasion) {
    if (occasion->subject.kind == KIND_NAME && is_legacy_name(r, occasion->subject.first))
        return REFUSED;
    return token_at(r, occasion->end - 1)->brackets ? REPORTED : REFUSED;
}

enum target_kind { ANY_TARGET, FOR_TARGET, DEL_TARGET };

static struct match target_mistake(struct reading *r, struct match match, enum target_kind kind);

/* In items that the rule reads, with commas between. */
static struct match item_mistake(struct reading *r, unsigned rule, uint32_t at,
                                 enum target_kind kind) {
    for (;; at++) {
        struct match item = read_rule(r, rule, at);
        if (item.end == NO_MATCH)
            return item;
        struct match invalid = target_mistake(r, item, kind);
        if (invalid.end != NO_MATCH || !is_token(r, item.end, TOKEN_COMMA))
            return invalid;
        at = item.end;
    }
}

/* The part of it that cannot be a target, if any. What it consists of was kept when it was read. */
static struct match target_mistake(struct reading *r, struct match match, enum target_kind kind) {
    static const struct match none = {.end = NO_MATCH};
    struct match left;
    switch (match.kind) {
    case KIND_NAME:
    case KIND_ATTRIBUTE:
    case KIND_SUBSCRIPT:
        return none;
    case KIND_STARRED:
        return kind == DEL_TARGET
                   ? match
                   : target_mistake(r, read_rule(r, r->bitwise_or, match.first + 1), kind);
    case KIND_LIST:
    case KIND_TUPLE:
        return item_mistake(r, r->star_named_expression, match.first + 1, kind);
    case KIND_BARE_TUPLE:
        return item_mistake(r, r->star_expression, match.first, kind);
    case KIND_COMPARISON:
        if (kind != FOR_TARGET)
            return match;
        left = read_rule(r, r->bitwise_or, match.first);
        return is_token(r, left.end, TOKEN_IN) ? target_mistake(r, left, kind) : none;
    default:
        return match;
    }
}

static enum verdict check_target_of(struct reading *r, struct occasion *occasion,
                                    enum target_kind kind) {
    occasion->subject = target_mistake(r, occasion->subject, kind);
    return occasion->subject.end == NO_MATCH ? REFUSED : REPORTED;
}

static enum verdict check_target(struct reading *r, struct occasion *occasion) {
    return check_target_of(r, occasion, ANY_TARGET);
}

static enum verdict check_for_target(struct reading *r, struct occasion *occasion) {
    return check_target_of(r, occasion, FOR_TARGET);
}

static enum verdict check_del_target(struct reading *r, struct occasion *occasion) {
    return check_target_of(r, occasion, DEL_TARGET);
}

/* A generator may be the only argument, but not the last of several: of those without a name. */
static enum verdict check_last_generator(struct reading *r, struct occasion *occasion) {
    unsigned count = 0;
    for (uint32_t at = occasion->subject.first, end = occasion->subject.end; at < end; at++) {
        bool named = is_token(r, at, TOKEN_NAME) && is_token(r, at + 1, TOKEN_EQUAL);
        bool assigned = is_token(r, at, TOKEN_NAME) && is_token(r, at + 1, TOKEN_COLON_EQUAL);
        bool starred = is_token(r, at, TOKEN_STAR), mapping = is_token(r, at, TOKEN_DOUBLE_STAR);
        if (!named && !mapping) {
            count++;
            occasion->subject.first = at;
        }
        at = read_rule(r, r->expression, at + (named || assigned ? 2 : starred || mapping)).end;
        if (at == NO_MATCH)
            return REFUSED;
    }
    return count > 1 ? REPORTED : REFUSED;
}

static enum verdict check_unequal(struct reading *r, struct occasion *occasion) {
    return token_of(r, occasion->start)->flags & TOKEN_LESS_GREATER ? REFUSED : ACCEPTED;
}

static enum verdict check_number(struct reading *r, struct occasion *occasion) {
    number_digits(r->p, token_of(r, occasion->start));
    return ACCEPTED;
}

static enum verdict check_real(struct reading *r, struct occasion *occasion) {
    return token_of(r, occasion->start)->flags & TOKEN_IMAGINARY ? REPORTED : ACCEPTED;
}

static enum verdict check_imaginary(struct reading *r, struct occasion *occasion) {
    return token_of(r, occasion->start)->flags & TOKEN_IMAGINARY ? ACCEPTED : REPORTED;
}

static enum verdict check_string(struct reading *r, struct occasion *occasion) {
    string_value(r->p, token_of(r, occasion->start), r->last.start);
    return ACCEPTED;
}

/* Text between and in the fields of an f-string. */
static void check_text(struct reading *r, uint32_t at, bool raw) {
    struct text text = text_at(r, at);
    decode_string(r->p, text.data, text.data + text.size, raw, false, r->last.start);
}

static enum verdict check_format_text(struct reading *r, struct occasion *occasion) {
    check_text(r, occasion->start, false);
    return ACCEPTED;
}

/* What is in a field was checked when it was read. */
static enum verdict check_fstring(struct reading *r, struct occasion *occasion) {
    uint8_t brackets = token_at(r, occasion->start)->brackets;
    bool raw = token_of(r, occasion->start)->flags & TOKEN_RAW;
    for (uint32_t at = occasion->start + 1; at < occasion->end; at++)
        if (is_token(r, at, TOKEN_FSTRING_MIDDLE) && token_at(r, at)->brackets == brackets)
            check_text(r, at, raw);
    return ACCEPTED;
}

/* Bytes, text and templates do not go together. */
static enum verdict check_strings(struct reading *r, struct occasion *occasion) {
    bool bytes = false, template = false, text = false;
    for (uint32_t at = occasion->start; at < occasion->end; at++) {
        const struct token *token = token_of(r, at);
        uint8_t brackets = token_at(r, at)->brackets;
        bool formatted = token->kind == TOKEN_FSTRING_START;
        bytes |= !formatted && token->flags & TOKEN_BYTES;
        template |= formatted && (token->flags & TOKEN_TEMPLATE);
        if (formatted)
            occasion->kind = KIND_FSTRING;
        text |= !(token->flags & (formatted ? TOKEN_TEMPLATE : TOKEN_BYTES));
        while (formatted &&
               (!is_token(r, at, TOKEN_FSTRING_END) || token_at(r, at)->brackets != brackets))
            at++;
    }
    if (template && (bytes || text))
        parser_fail(r->p, r->last.start,
                    "a template string can only be joined with template strings");
    return bytes && text ? REPORTED : ACCEPTED;
}

static enum verdict check_conversion_blank(struct reading *r, struct occasion *occasion) {
    const struct token *name = token_of(r, occasion->start + 1);
    return name->start == token_of(r, occasion->start)->end ? ACCEPTED : REPORTED;
}

static enum verdict check_conversion(struct reading *r, struct occasion *occasion) {
    struct text letter = name_text(r->p, token_of(r, ++occasion->subject.first));
    return letter.size == 1 && strchr("sra", letter.data[0]) ? ACCEPTED : REPORTED;
}

#define OR_COMPARE "; write '==' to compare"

const struct report reports[] = {
    /* Expressions */
    {.name = "comma",
     .text = "was a comma forgotten between this and %?",
     .argument = TOKEN_BEHIND,
     .check = check_comma},
    {.name = "else", .text = "'else' and a value are expected behind 'if' in an expression"},
    {.name = "lambda_in_field", .text = "a lambda in an f-string needs parentheses around it"},
    {.name = "legacy",
     .text = "'%' is a function; put parentheses around its arguments",
     .argument = SUBJECT_TOKEN,
     .check = check_legacy},
    {.name = "named", .text = "':=' assigns to a plain name, not to %", .argument = SUBJECT_KIND},
    {.name = "assigned_name",
     .text =
         "'=' cannot be used here; write '==' to compare, or ':=' to assign a value and use it"},
    {.name = "assigned",
     .text = "% cannot be assigned to here" OR_COMPARE,
     .argument = SUBJECT_KIND},
    {.name = "not", .text = "'not' behind this operator needs parentheses around it"},
    {.name = "unequal", .check = check_unequal},
    {.name = "starred_alone",
     .text = "'*' needs a tuple, list, set or call around it; add a comma to make a tuple"},
    {.name = "double_starred", .text = "'**' can only be used in a dictionary or a call"},
    {.name = "starred_element",
     .text = "'*' cannot be used in a comprehension; add a 'for' over the inner iterable"},
    {.name = "double_starred_element", .text = "'**' cannot be used in a comprehension"},
    {.name = "elements",
     .text = "what a comprehension makes of each item needs parentheses when it is a tuple"},
    {.name = "in",
     .text = "'in' is expected behind the variables of the 'for'",
     .place = AT_LAST_TOKEN},
    {.name = "key", .text = "':' and a value are expected behind this dictionary key"},
    {.name = "value", .text = "the value behind this ':' is missing"},
    {.name = "starred_value", .text = "'*' cannot be used in the value of a dictionary"},

    /* Literals */
    {.name = "number", .check = check_number},
    {.name = "real_number",
     .text = "a complex number begins with its real part",
     .check = check_real},
    {.name = "imaginary_number",
     .text = "an imaginary number is expected here, as 2j",
     .check = check_imaginary},
    {.name = "string", .check = check_string},
    {.name = "strings",
     .text = "bytes cannot be joined with text; add or remove the prefix b",
     .place = AT_LAST_TOKEN,
     .check = check_strings},
    {.name = "fstring", .check = check_fstring},
    {.name = "format_text", .check = check_format_text},
    {.name = "conversion_blank",
     .text = "no blank is allowed between '!' and the conversion",
     .check = check_conversion_blank},
    {.name = "conversion",
     .text = "'%' is no conversion; write !s, !r or !a",
     .argument = SUBJECT_TOKEN,
     .check = check_conversion},
    {.name = "empty_field",
     .text = "an expression is expected before this '%'",
     .argument = SUBJECT_TOKEN},
    {.name = "field",
     .text = "the expression in this f-string cannot be read from here on; check its brackets and "
             "operators",
     .place = AT_NEXT_TOKEN},
    {.name = "field_end",
     .text = "'}' is expected behind the expression in an f-string",
     .place = AT_NEXT_TOKEN},
    {.name = "format_end",
     .text = "'}' is expected at the end of this format specification",
     .place = AT_NEXT_TOKEN},
    {.name = "no_conversion",
     .text = "a conversion is missing behind '!'; write !s, !r or !a",
     .place = AT_NEXT_TOKEN},
    {.name = "not_conversion",
     .text = "this is no conversion; write !s, !r or !a",
     .place = AT_NEXT_TOKEN},

    /* Calls */
    {.name = "nothing_starred",
     .text = "what is behind '*' cannot be read",
     .place = AT_LAST_TOKEN},
    {.name = "starred_argument", .text = "'*' cannot follow '**'; move it before"},
    {.name = "generator", .text = "a generator that is not the only argument needs parentheses"},
    {.name = "last_generator",
     .text = "a generator that is not the only argument needs parentheses",
     .check = check_last_generator},
    {.name = "assigned_generator",
     .text =
         "a comprehension cannot be assigned here; write '==' or ':=', or put it into parentheses"},
    {.name = "argument_value", .text = "the value of this keyword argument is missing"},
    {.name = "argument_name",
     .text = "the name of a keyword argument must be a plain name, not %" OR_COMPARE,
     .argument = SUBJECT_KIND},
    {.name = "argument_constant",
     .text = "the name of a keyword argument must be a plain name, not %" OR_COMPARE,
     .argument = SUBJECT_TOKEN},
    {.name = "assigned_starred", .text = "'*' unpacks an iterable and cannot be assigned to"},
    {.name = "assigned_double_starred", .text = "'**' unpacks a mapping and cannot be assigned to"},
    {.name = "positional_argument",
     .text = "a positional argument follows a keyword argument; move it before the first of those",
     .place = AT_LAST_TOKEN},

    /* Simple statements */
    {.name = "target",
     .text = "% cannot be assigned to" OR_COMPARE,
     .argument = SUBJECT_KIND,
     .check = check_target},
    {.name = "for_target",
     .text = "% cannot be assigned to",
     .argument = SUBJECT_KIND,
     .check = check_for_target},
    {.name = "del_target",
     .text = "% cannot be deleted",
     .argument = SUBJECT_KIND,
     .check = check_del_target},
    {.name = "with_target",
     .text = "a name or another target is expected behind 'as', not %",
     .argument = SUBJECT_KIND,
     .check = check_target},
    {.name = "yield_target", .text = "a yield expression cannot be assigned to"},
    {.name = "augmented",
     .text = "% cannot be the target of this assignment",
     .argument = SUBJECT_KIND},
    {.name = "annotated",
     .text = "only a name, attribute or subscript can be annotated, not %",
     .argument = SUBJECT_KIND},
    {.name = "annotated_tuple",
     .text = "only a name, attribute or subscript can be annotated, not a tuple"},
    {.name = "import_order",
     .text = "'import ... from' is the wrong way round; write 'from ... import ...'"},
    {.name = "import_nothing", .text = "a name is expected behind 'import'"},
    {.name = "import_comma",
     .text = "a comma at the end needs parentheses around the names",
     .place = AT_LAST_TOKEN},
    {.name = "no_type_parameter", .text = "a type parameter is expected between the brackets"},
    {.name = "type_parameter_bound",
     .text = "a type parameter with '*' or '**' cannot have a bound or constraints"},

    /* Parameters */
    {.name = "first_slash", .text = "at least one parameter must be before '/'"},
    {.name = "second_slash", .text = "'/' may be there only once"},
    {.name = "late_slash", .text = "'/' must be before '*'"},
    {.name = "comma_behind_slash", .text = "a comma is missing between '/' and '*'"},
    {.name = "no_default",
     .text =
         "a parameter without a default follows one with a default; move it before or give it one"},
    {.name = "default_value", .text = "the default value behind this '=' is missing"},
    {.name = "parameters_in_parentheses",
     .text = "parameters cannot be put into parentheses; unpack in the body"},
    {.name = "bare_star", .text = "a name must follow a bare '*'; remove the '*' or add one"},
    {.name = "lambda_bare_star",
     .text = "a name must follow a bare '*'; remove the '*' or add one",
     .place = AT_LAST_TOKEN},
    {.name = "starred_default", .text = "a parameter with '*' or '**' cannot have a default"},
    {.name = "second_star", .text = "'*' may be there only once"},
    {.name = "behind_double_star", .text = "no parameter can follow the one with '**'"},

    /* Compound statements */
    {.name = "colon", .text = "':' is expected at the end of this line", .place = AT_LAST_TOKEN},
    {.name = "any_block",
     .text = "an indented block is expected here",
     .place = AT_LAST_TOKEN,
     .is_indentation = true},
    {.name = "block",
     .text = "the block of % is missing; indent it, or write 'pass'",
     .place = AT_LAST_TOKEN,
     .argument = BLOCK_OWNER,
     .is_indentation = true},
    {.name = "match_block",
     .text = "the block of % is missing; add an indented 'case'",
     .place = AT_LAST_TOKEN,
     .argument = BLOCK_OWNER,
     .is_indentation = true},
    {.name = "except",
     .text = "'except' or 'finally' is expected behind the block of 'try'",
     .place = AT_LAST_TOKEN},
    {.name = "except_star", .text = "'except' and 'except*' cannot be mixed in one 'try'"},
    {.name = "except_types", .text = "several exception types need parentheses around them"},
    {.name = "except_star_types",
     .text = "the exception types are expected behind 'except*'",
     .place = AT_LAST_TOKEN},
    {.name = "wildcard_target", .text = "'_' stands for anything and cannot be a name here"},
    {.name = "pattern_target",
     .text = "a name is expected behind 'as', not %",
     .argument = SUBJECT_KIND},
    {.name = "positional_pattern",
     .text = "a positional pattern follows a keyword pattern; move it before"},
};
const unsigned report_count = sizeof(reports) / sizeof(*reports);

static struct text argument(struct reading *r, const struct report *report,
                            const struct occasion *occasion) {
    const struct match *subject = &occasion->subject;
    const struct token *token;
    switch (report->argument) {
    case NO_ARGUMENT:
        break;
    case SUBJECT_KIND:
        return text_of(kind_text(subject->kind));
    case SUBJECT_TOKEN:
        return shortened(r->p, text_at(r, subject->first));
    case TOKEN_BEHIND:
        return shortened(r->p, text_at(r, subject->end));
    case BLOCK_OWNER:
        token = token_of(r, subject->first);
        return text_format(r->p->arena, "'%.*s' on line %u",
                           TEXT_ARGS(text_range(token->start, token->end)),
                           lexer_line(&r->p->lexer, token->start));
    }
    return T("");
}

static const char *place_of_report(struct reading *r, const struct report *report,
                                   const struct occasion *occasion) {
    switch (report->place) {
    case AT_SUBJECT:
        break;
    case AT_LAST_TOKEN:
        return r->last.start;
    case AT_NEXT_TOKEN:
        return token_of(r, occasion->end)->start;
    }
    return token_of(r, occasion->subject.first)->start;
}

/* The text of a report of something that is valid: what is wrong is further on. */
static struct text with_mistake(struct reading *r, struct text words, bool is_there) {
    note_unexpected(r->p, &r->last);
    const struct py_error *mistake = &r->p->error;
    if (is_there)
        return mistake->message;
    return text_format(r->p->arena,
                       "%.*s; if it is as it should be, the mistake is on line %u: %.*s",
                       TEXT_ARGS(words), mistake->line, TEXT_ARGS(mistake->message));
}

static struct text words_of(struct reading *r, const struct report *report,
                            const struct occasion *occasion) {
    struct text words = text_of(report->text);
    size_t percent = text_find_byte(words, '%');
    if (percent != TEXT_NONE)
        words = text_join(
            r->p->arena, text_slice(words, 0, percent),
            text_join(r->p->arena, argument(r, report, occasion), text_from(words, percent + 1)));
    if (token_of(r, occasion->start)->start < r->p->statement)
        words = with_mistake(r, words, report->place == AT_LAST_TOKEN);
    return words;
}

enum verdict report(struct reading *r, unsigned number, struct occasion *occasion) {
    const struct report *report = &reports[number];
    enum verdict verdict = report->check ? report->check(r, occasion) : REPORTED;
    if (verdict != REPORTED)
        return verdict;
    struct text words = words_of(r, report, occasion);
    lexer_fail(&r->p->lexer, report->is_indentation ? PY_INDENTATION_ERROR : PY_SYNTAX_ERROR,
               place_of_report(r, report, occasion), "%.*s", TEXT_ARGS(words));
}
