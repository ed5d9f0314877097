/* SPDX-License-Identifier: MIT */
/* Styles and fragments: what is accepted has nothing of what is refused, and
 * what is canonical stays so. */
#include "fuzz.h"

#include <string.h>
#include <strings.h>

#include "site/theme.h"

static bool
has(const struct text *text, const char *word)
{
    return text->at != NULL && strstr(text->at, word) != NULL;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct text html = {0}, again = {0}, css = {0};
    loyd_why why;

    text_bytes(&css, (const char *)data, size);
    if (size > 0 && css_check(css.at, css.len, why_begin(&why)) == LOYD_OK)
        demand(!has(&css, "</"));
    if (size > 0 && fragment_write(css.at, css.len, false, &html,
                                   why_begin(&why)) == LOYD_OK) {
        demand(!has(&html, "<script") && !has(&html, "<style"));
        demand(!has(&html, "=\"javascript:") && !has(&html, "=\"//"));
        demand(html.len == 0 || fragment_write(html.at, html.len, false,
                                               &again, &why) == LOYD_OK);
        demand(again.len == html.len &&
               (html.len == 0 || memcmp(again.at, html.at, html.len) == 0));
    }
    text_free(&html);
    text_free(&again);
    text_free(&css);
    return 0;
}
