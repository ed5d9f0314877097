/* SPDX-License-Identifier: MIT */
/* The languages of a site, for `loyd publish`. */
#ifndef LOYD_CLI_LANGUAGES_H
#define LOYD_CLI_LANGUAGES_H

#include "base/text.h"
#include "cli/message.h"

/* Prints all sentences of a language of loyd as JSON. Returns an exit code. */
int language_print(const char *code);

/*
 * Sets the language: `given` is a code, or a file, which is checked and which
 * the options borrow from `file`; NULL: no change. Returns an exit code.
 */
int language_take(const char *given, struct text *file,
                  loyd_site_options *options);

#endif
