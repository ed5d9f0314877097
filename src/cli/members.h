/* SPDX-License-Identifier: MIT */
/* The members of an object of JSON that the library has printed. */
#ifndef LOYD_CLI_MEMBERS_H
#define LOYD_CLI_MEMBERS_H

#include <stdbool.h>

#include "base/slice.h"
#include "base/text.h"

/* Returns the members of an object, without its braces. */
struct slice members_of(struct slice object);

/* Cuts the first member off. Returns false if there is none. */
bool member_cut(struct slice *members, struct slice *name,
                struct slice *value);

/* Appends a value as text: of an object the values, with @ between them. */
void member_put(struct text *to, struct slice value);

#endif
