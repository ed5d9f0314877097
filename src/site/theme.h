/* SPDX-License-Identifier: MIT */
/*
 * What a publisher adds to the pages: a style, and fragments of HTML at the
 * beginning and the end of each. Both are checked, so that a file that was
 * copied from elsewhere brings no scripts and loads nothing from other sites.
 */
#ifndef LOYD_SITE_THEME_H
#define LOYD_SITE_THEME_H

#include "base/text.h"
#include "base/why.h"

#define THEME_CSS_MAX (64u << 10)
#define THEME_FRAGMENT_MAX (16u << 10)

/* Checks a style. `why` begins with line and column. Errors: LOYD_E_SYNTAX,
 * LOYD_E_ENCODING, LOYD_E_RANGE. */
loyd_err css_check(const char *css, size_t len, loyd_why *why);

/* Before an address that is relative to the root of the site. */
#define FRAGMENT_ROOT '\1'

/*
 * Appends a fragment in canonical form: elements and attributes of a short
 * list, well-formed as XML and valid as HTML, without comments. With
 * `is_marked`, addresses that are relative begin with FRAGMENT_ROOT, which no
 * XML has. `why` begins with line and column. Errors: LOYD_E_SYNTAX,
 * LOYD_E_RANGE, LOYD_E_NOMEM.
 */
loyd_err fragment_write(const char *html, size_t len, bool is_marked,
                        struct text *out, loyd_why *why);

/* Returns whether an address is in the same site: relative, and without
 * characters that have another meaning in HTML or CSS. */
bool is_own_address(const char *at, size_t len);

#endif
