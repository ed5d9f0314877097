/* SPDX-License-Identifier: MIT */
/* Makes the pages that show no day: play.html and check.html. */
#include "site/page.h"

#include <string.h>

void
page_of_new_board(struct text *text, const struct imprint *imprint)
{
    struct page page = {.title = "New board", .up = "", .path = "play.html",
                        .year = imprint->last.year, .has_new = true};

    page_begin(text, imprint, &page);
    text_put(text,
             "<h1>New board</h1>\n"
             "<p class=\"task\">Draw a board of any size, or set one up "
             "yourself, and play it.</p>\n"
             "<noscript><p class=\"day\">This page needs JavaScript, which "
             "is switched off in this browser.</p></noscript>\n"
             "<form class=\"new\" hidden=\"hidden\"></form>\n"
             "<section class=\"puzzle new\" hidden=\"hidden\">\n"
             "<figure class=\"start\"></figure>\n"
             "<div class=\"play\" hidden=\"hidden\"></div>\n"
             "<div class=\"about\"></div>\n</section>\n");
    page_end(text, imprint, &page);
}

/* Of check.html: what is between header and footer. */
static const char checks[] = {
#include "site_checks.inc"
    '\0'};

/* Replaced by the address, if it is known. */
static const char no_address[] = "'ADDRESS OF THIS SITE'";

/* Writes an address in quotes for the shell. */
static void
address(struct text *text, const char *url)
{
    char one[2] = "";

    text_put(text, "'");
    for (; *url != '\0'; url++) {
        one[0] = *url;
        text_xml(text, *url == '\'' ? "%27" : one);
    }
    text_put(text, "'");
}

void
page_of_checks(struct text *text, const struct imprint *imprint)
{
    struct page page = {.title = "How to check this", .up = "",
                        .path = "check.html", .year = imprint->last.year};
    const char *at = strstr(checks, no_address);

    page_begin(text, imprint, &page);
    if (imprint->base_url[0] == '\0') {
        text_put(text, checks);
    } else {
        text_bytes(text, checks, (size_t)(at - checks));
        address(text, imprint->base_url);
        text_put(text, at + strlen(no_address));
    }
    page_end(text, imprint, &page);
}
