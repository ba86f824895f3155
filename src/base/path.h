/*
 * path: names of files as text, by their components. Nothing here asks the file system.
 */
#ifndef CORDON_BASE_PATH_H
#define CORDON_BASE_PATH_H

#include "base/text.h"

/* Parts of name that are empty or "." are left out; ".." stays. */
struct text path_join(struct arena *arena, struct text folder, struct text name);
struct text path_name(struct text path);   /* the last component: "a/b.py" gives "b.py" */
struct text path_folder(struct text path); /* what is before it: "a/b.py" gives "a", "b" "" */
struct text path_stem(struct text path);   /* the name without its last ".suffix" */
struct text path_suffix(struct text path); /* ".py", or empty */

/* Removes ".", empty parts and "x/.."; leading ".." stay. "." for nothing. */
struct text path_normalise(struct arena *arena, struct text path);

/* path below folder, without the slash; a NULL data when it is not below. "" for the same path. */
struct text path_relative(struct text path, struct text folder);

/* Orders by components, by code point: "a/x" before "a-b", as a list of parts sorts. */
int path_compare(struct text a, struct text b);

#endif
