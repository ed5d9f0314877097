/* SPDX-License-Identifier: MIT */
/*
 * Languages of pages, which are data: objects of JSON with a sentence for each
 * key of en.json. English is compiled (template.h) and what others are
 * compared with.
 */
#ifndef LOYD_SITE_LANGUAGE_H
#define LOYD_SITE_LANGUAGE_H

#include "loyd/error.h"
#include "site/template.h"

/*
 * Reads a language, which the caller frees with language_free.
 *
 * A sentence has the values, sections and tags of the English one, in any
 * order and each in the same section, and no other: so a file that a stranger
 * translated brings no links, attributes or scripts. `why` begins with the key
 * if the problem has one. Errors: LOYD_E_SYNTAX, LOYD_E_NOMEM.
 */
loyd_err language_read(const char *json, size_t len,
                       struct language **language, loyd_why *why);

/*
 * The same for a file that an earlier release has accepted: keys that are
 * unknown are ignored, and sentences that are missing or do not fit are
 * English. *n is their number.
 */
loyd_err language_read_kept(const char *json, size_t len,
                            struct language **language, uint32_t *n,
                            loyd_why *why);

/* Frees the language and sets the pointer to NULL. Accepts NULL, and English.
 */
void language_free(struct language **language);

#endif
