/*
 * dockerfile_words: how the text of an instruction splits into words. For dockerfile.c.
 */
#ifndef CORDON_FORMATS_DOCKERFILE_WORDS_H
#define CORDON_FORMATS_DOCKERFILE_WORDS_H

#include "formats/dockerfile.h"

/* Takes the next word off the front of *rest, quotes and escapes kept; false when there is none. */
bool docker_raw_word(struct text *rest, char escape, struct text *word);

/* The same with quotes and escapes removed. */
bool docker_word(struct arena *arena, struct text *rest, char escape, struct text *word);

/* Reads `<<name` with quotes still on; false for other words. */
bool docker_read_heredoc(struct arena *arena, struct text raw_word, char escape,
                         struct docker_heredoc *heredoc);

/* A text that begins with '['. */
enum docker_form docker_read_json(struct arena *arena, struct text text, const struct text **words,
                                  size_t *count);

#endif
