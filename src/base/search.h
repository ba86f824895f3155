/*
 * search: which of many words occur in a text, in one pass over it (Aho and Corasick, 1975). Time
 * is proportional to the words and the text together, however many words there are.
 */
#ifndef CORDON_BASE_SEARCH_H
#define CORDON_BASE_SEARCH_H

#include "base/text.h"

struct search;

/* The words must outlive the search. */
struct search *search_build(struct arena *arena, const struct text *words, size_t count);

/* Looks through one more text. */
void search_text(struct search *search, struct text text);

/* Whether a word, by its place in the list, stood in some text so far. An empty one never does. */
bool search_found(const struct search *search, size_t word);

/* Whether every word but empty ones stood in some text: there is no need to look through more. */
bool search_complete(const struct search *search);

#endif
