/*
 * config_reader: what the parts of the configuration's reading share. Not for use outside repo/.
 */
#ifndef CORDON_REPO_CONFIG_READER_H
#define CORDON_REPO_CONFIG_READER_H

#include "repo/config.h"

#define CONFIG_TABLE "tool.inspect-evals-lint"

struct config_reader {
    struct arena *arena;
    const struct config_input *input;
    struct config *config;
    struct error *error;
};

/* A value and how its place is written: "tool.inspect-evals-lint.exclude[1]". */
struct config_value {
    const struct toml_value *value;
    struct text path;
};

/* Sets the error at the value; false for the caller to return. */
bool config_fail(struct config_reader *reader, const struct toml_value *at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
bool config_fail_at_key(struct config_reader *reader, const struct toml_value *at,
                        const char *format, ...) __attribute__((format(printf, 3, 4)));

/* True when the value has the type; wanted is how the message calls it: "an array of strings". */
bool config_expect(struct config_reader *reader, struct config_value at, enum toml_type type,
                   const char *wanted);

struct config_value config_item(struct config_reader *reader, struct config_value array,
                                size_t index);
struct config_value config_member(struct config_reader *reader, struct config_value table,
                                  struct text key);

bool config_texts(struct config_reader *reader, struct config_value at, struct texts *texts);
bool config_selectors(struct config_reader *reader, struct config_value at, struct texts *texts);
bool config_file_ignores(struct config_reader *reader, struct config_value at);
bool config_allowlists(struct config_reader *reader, struct config_value at);
bool config_rule_options(struct config_reader *reader, struct config_value at, struct text rule);

/* key with every `from` as `to`, in the arena. */
struct text config_fold(struct arena *arena, struct text key, char from, char to);

const struct known_rule *config_find_rule(struct known_rules rules, struct text code_or_name);

#endif
