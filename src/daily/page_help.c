/* SPDX-License-Identifier: MIT */
/* Makes the pages that show no day: play.html and check.html. */
#include "daily/page.h"

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

void
page_of_checks(struct text *text, const struct imprint *imprint)
{
    struct page page = {.title = "How to check this", .up = "",
                        .path = "check.html", .year = imprint->last.year};

    page_begin(text, imprint, &page);
    text_put(text, "<h1>How to check this</h1>\n");
    page_end(text, imprint, &page);
}
