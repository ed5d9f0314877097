/* SPDX-License-Identifier: MIT */
/* Names that people read. */
#ifndef LOYD_CORE_NAME_H
#define LOYD_CORE_NAME_H

#include "loyd/error.h"

/*
 * Text as loyd_text_check takes it, without marks of direction, which make a
 * name look like another one. Errors: LOYD_E_ENCODING.
 */
loyd_err name_check(const char *text, size_t len, loyd_why *why);

#endif
