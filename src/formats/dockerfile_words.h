/*
 * dockerfile_words: how the text of an instruction splits into words. For dockerfile.c.
 */
#ifndef CORDON_FORMATS_DOCKERFILE_WORDS_H
#define CORDON_FORMATS_DOCKERFILE_WORDS_H

#include "formats/dockerfile.h"

/* Takes what stands up to a blank off the front of *rest; false when there is nothing more. */
bool docker_plain_word(struct text *rest, struct text *word);

/* The same, but quotes and escapes, which are kept, make blanks a part of the word. */
bool docker_raw_word(struct text *rest, char escape, struct text *word);

/* Quotes and escapes are removed. */
bool docker_word(struct arena *arena, struct text *rest, char escape, struct text *word);

/* Reads `<<name` with quotes still on; false for other words. */
bool docker_read_heredoc(struct arena *arena, struct text raw_word, char escape,
                         struct docker_heredoc *heredoc);

/* A text that begins with '['. */
enum docker_form docker_read_json(struct arena *arena, struct text text, const struct text **words,
                                  size_t *count);

#endif
