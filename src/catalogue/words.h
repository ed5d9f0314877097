/* SPDX-License-Identifier: MIT */
/* Bare values of a file, in the words of a message. */
#ifndef LOYD_CATALOGUE_WORDS_H
#define LOYD_CATALOGUE_WORDS_H

#include "core/why.h"
#include "store/inside.h"

/* A puzzle's id, written into `name`; "without an id" where it is none. */
const char *words_id(const struct raw_value *id, char name[LOYD_ID_CHARS + 1]);

/* A text, fit for a terminal; "?" where it is none. */
const char *words_text(const struct raw_value *value,
                       char out[WHY_QUOTE_BYTES]);

#endif
