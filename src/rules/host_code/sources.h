/*
 * sources: the values that the model under evaluation controls by construction.
 */
#ifndef CORDON_RULES_HOST_CODE_SOURCES_H
#define CORDON_RULES_HOST_CODE_SOURCES_H

#include "python/index.h"

/* x.completion, x.messages, x.tool_calls, x.arguments; x.output.message and x.output.choices;
 * state.output. */
bool source_is_attribute(const struct py_Attribute *attribute);

/* x.generate(...) */
bool source_is_reply(const struct py_Call *call);

/* x.read_file(...) or x.exec(...): a source when x is a sandbox. Gives x, or NULL. */
const struct py_node *source_read_from(const struct py_Call *call);

/* A @tool function. The parameters of the functions its body defines are the model's. */
bool source_is_tool(const struct py_FunctionDef *def);

/* Whether an annotation speaks of the type: by its name, dotted or not, in a union, in brackets,
 * in quotes. The arena is for what is in quotes. */
bool annotation_names(struct arena *arena, const struct py_node *annotation, struct text type);

/* What a source is, for a trace: "the model's reply". */
const char *source_meaning(const struct py_node *origin);

#endif
