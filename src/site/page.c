/* SPDX-License-Identifier: MIT */
/* What all pages of a site share: header, footer, dates in words. */
#include "site/page.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

const char *const month_names[12] = {
    "January", "February", "March",     "April",   "May",      "June",
    "July",    "August",   "September", "October", "November", "December",
};

static const char *const weekdays[7] = {
    "Monday", "Tuesday",  "Wednesday", "Thursday",
    "Friday", "Saturday", "Sunday",
};

void
text_date(struct text *text, const loyd_date *date)
{
    text_format(text, "%s, %u %s %u", weekdays[loyd_date_weekday(date)],
                (unsigned)date->day, month_names[date->month - 1],
                (unsigned)date->year);
}

void
text_moves(struct text *text, unsigned n)
{
    text_format(text, "%u %s", n, n == 1 ? "move" : "moves");
}

/*
 * Scripts and styles are files of the site: nothing is inline or from
 * elsewhere. Browsers need 'wasm-unsafe-eval' to compile WebAssembly; it
 * allows no script.
 */
static const char policy[] =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; "
    "style-src 'self'; img-src 'self'; connect-src 'self'; "
    "worker-src 'self'; base-uri 'none'; form-action 'none'";

static void
attribute(struct text *text, const char *name, const char *value)
{
    text_format(text, " %s=\"", name);
    text_xml(text, value);
    text_put(text, "\"");
}

static void
head_put(struct text *text, const struct imprint *imprint,
         const struct page *page)
{
    static const char *const scripts[] = {"core.js", "play.js", "new.js"};
    size_t n = page->has_new ? 3 : 2;

    text_format(text,
                "<meta name=\"viewport\" "
                "content=\"width=device-width, initial-scale=1\" />\n"
                "<meta name=\"color-scheme\" content=\"light dark\" />\n"
                "<meta http-equiv=\"Content-Security-Policy\" "
                "content=\"%s\" />\n",
                policy);
    if (imprint->base_url[0] != '\0') {
        text_put(text, "<link rel=\"canonical\" href=\"");
        text_xml(text, imprint->base_url);
        text_format(text, "%s\" />\n", page->path);
    }
    text_format(text, "<link rel=\"stylesheet\" href=\"%sstyle.css\" />\n",
                page->up);
    if (imprint->has_days)
        text_format(text,
                    "<link rel=\"alternate\" type=\"application/atom+xml\" "
                    "title=\"Feed\" href=\"%sfeed.xml\" />\n",
                    page->up);
    for (size_t i = 0; i < n; i++)
        text_format(text,
                    "<script defer=\"defer\" src=\"%s%s\"></script>\n",
                    page->up, scripts[i]);
}

static void
nav_link(struct text *text, const struct page *page, const char *path,
         const char *words)
{
    bool is_here = strcmp(path, page->path) == 0 ||
                   (page->path[0] == '\0' && strcmp(path, "index.html") == 0);

    text_format(text, "<a href=\"%s%s\"%s>%s</a> ", page->up, path,
                is_here ? " aria-current=\"page\"" : "", words);
}

static void
nav_put(struct text *text, const struct imprint *imprint,
        const struct page *page)
{
    char archive[32];

    text_put(text, "<nav aria-label=\"Site\">");
    if (imprint->has_days) {
        snprintf(archive, sizeof(archive), "archive/%u.html", page->year);
        nav_link(text, page, "index.html", "Today");
        nav_link(text, page, archive, "Archive");
    }
    nav_link(text, page, "play.html", "New board");
    text_put(text, "</nav>\n");
}

/* Writes what the script needs to know of the channel and of the day. */
static void
main_put(struct text *text, const struct imprint *imprint,
         const struct page *page)
{
    char date[LOYD_DATE_TEXT];

    text_put(text, "<main id=\"main\"");
    attribute(text, "data-channel", imprint->channel);
    attribute(text, "data-title", imprint->title);
    attribute(text, "data-zone", imprint->zone);
    attribute(text, "data-url", imprint->base_url);
    if (page->day != NULL) {
        loyd_date_print(&page->day->date, date);
        attribute(text, "data-date", date);
        text_format(text, " data-day=\"%" PRIu32 "\"", page->day->day_no);
    }
    text_put(text, ">\n");
}

/* Pages are valid as XML and as HTML, so that any parser can read them. */
void
page_begin(struct text *text, const struct imprint *imprint,
           const struct page *page)
{
    text_format(text,
                "<!DOCTYPE html>\n"
                "<html lang=\"en\" xmlns=\"http://www.w3.org/1999/xhtml\" "
                "data-root=\"%s\">\n"
                "<head>\n<meta charset=\"utf-8\" />\n<title>",
                page->up);
    if (page->title[0] != '\0') {
        text_xml(text, page->title);
        text_put(text, " &#183; ");
    }
    text_xml(text, imprint->title);
    text_put(text, "</title>\n");
    head_put(text, imprint, page);
    text_format(text,
                "</head>\n<body>\n"
                "<a class=\"skip\" href=\"#main\">Skip to content</a>\n"
                "<header>\n<p class=\"name\"><a href=\"%sindex.html\">",
                page->up);
    text_xml(text, imprint->title);
    text_put(text, "</a></p>\n");
    nav_put(text, imprint, page);
    text_put(text, "</header>\n");
    main_put(text, imprint, page);
}

void
hash_put(struct text *text, const uint8_t hash[LOYD_HASH_BYTES])
{
    text_put(text, "<code class=\"hash\">");
    text_hex(text, hash, LOYD_HASH_BYTES);
    text_put(text, "</code>");
}

/* The hashes of a page, folded away. */
static void
check_put(struct text *text, const struct page *page)
{
    char date[LOYD_DATE_TEXT];

    if (page->head == NULL)
        return;
    text_format(text,
                "<details class=\"check\">\n"
                "<summary>How to check this</summary>\n"
                "<p>With these lines, anyone can check that no day has been "
                "changed since: <a href=\"%scheck.html\">what they mean, and "
                "how to check them</a>.</p>\n",
                page->up);
    if (page->day != NULL)
        day_proofs_put(text, page->day);
    loyd_date_print(page->of, date);
    text_format(text, "<dl class=\"facts\">\n<div><dt>Head after %s</dt><dd>",
                date);
    hash_put(text, page->head);
    text_put(text, "</dd></div>\n</dl>\n</details>\n");
}

void
page_end(struct text *text, const struct imprint *imprint,
         const struct page *page)
{
    text_put(text, "</main>\n<footer>\n");
    check_put(text, page);
    text_put(text, "<p>");
    if (page->head == NULL && strcmp(page->path, "check.html") != 0)
        text_format(text, "<a href=\"%scheck.html\">How to check this</a> ",
                    page->up);
    if (imprint->has_days)
        text_format(text, "<a href=\"%sfeed.xml\">Feed</a>", page->up);
    text_put(text, "</p>\n</footer>\n</body>\n</html>\n");
}
