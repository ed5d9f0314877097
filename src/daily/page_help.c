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

/* What check.html explains, in the order in which pages show it. Markup, except
 * for the address. */
static const struct {
    const char *name;
    const char *text;
} lines[] = {
    {"Id",
     "The name of a puzzle, computed from its start and its goal and from "
     "nothing else. The same two boards have the same id everywhere; any other "
     "puzzle has another one."},
    {"Recipe",
     "A line from which loyd draws the board again, the same on every machine "
     "and in every release: its size, its goal, the generator, a seed, and a "
     "number. The seed is the channel and the date, so the board was not "
     "chosen. This command prints the board, its id and its solution:</dd>\n"
     "<dd><pre><code>loyd show 'RECIPE'</code></pre></dd>\n"
     "<dd>A recipe with <code>@</code> and eight characters after the "
     "generator needs the publisher&#8217;s secret too, and a day from a list "
     "that the publisher made has no recipe. Commitments are for these."},
    {"Commitment",
     "A hash of the puzzle, published before its day in "
     "<a href=\"commitments.json\">commitments.json</a>. It does not reveal the "
     "board, and no one can find another board with the same hash. So the "
     "publisher has not exchanged the board after seeing earlier results. Keep "
     "that file: when a day has come, its commitment must be the one that you "
     "kept."},
    {"Nonce",
     "A random number that is hashed with the puzzle, and secret until its "
     "day. Without it, anyone could try all boards until one fits the "
     "commitment."},
    {"Head",
     "A hash of everything up to a day. The hash of each puzzle covers the "
     "puzzle and the hash before it, so the last hash, the head, covers all "
     "days. Keep the head of any page, on paper or in a message. If a day is "
     "changed, added or removed later, the head of your day is another one."},
};

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

    page_begin(text, imprint, &page);
    text_put(text,
             "<div class=\"text\">\n<h1>How to check this</h1>\n"
             "<p class=\"task\">Each board can be solved, and no day is "
             "changed later. No one has to believe this: the lines that a page "
             "shows under &#8220;How to check this&#8221; are the evidence."
             "</p>\n<dl>\n");
    for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
        text_format(text, "<dt>%s</dt>\n<dd>%s</dd>\n", lines[i].name,
                    lines[i].text);
    text_put(text,
             "</dl>\n<h2>Check all days</h2>\n"
             "<p>This short <a href=\"check.py\">program</a> needs only Python. "
             "It reads the JSON of all days, computes every hash again, and "
             "prints the head of the last day. It fails if a day does not "
             "match.</p>\n<pre><code>python3 check.py ");
    address(text, imprint->base_url[0] != '\0' ? imprint->base_url
                                               : "ADDRESS OF THIS SITE");
    text_put(text,
             "</code></pre>\n"
             "<p>An older head is in the JSON of its day, as <code>head</code>. "
             "Compare it with the one that you kept.</p>\n"
             "<h2>Check a solution</h2>\n"
             "<p>A length is the number of tiles moved, one at a time. Up to "
             "16 cells it is proven that no solution is shorter. This command "
             "solves a board, row by row with 0 for the gap, and replays its "
             "solution:</p>\n"
             "<pre><code>loyd solve '1 2 3/4 5 0/7 8 6'</code></pre>\n"
             "<p>loyd is free software.</p>\n</div>\n");
    page_end(text, imprint, &page);
}
