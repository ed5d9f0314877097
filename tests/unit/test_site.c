/* SPDX-License-Identifier: MIT */
/* Tests sites: the marker, the pages, the feed, the folder, addresses. */
#include "core.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <loyd/site.h>

#include "site/folder.h"
#include "site/marker.h"
#include "site/page.h"
#include "site/site.h"

/* --- text --- */

static void
test_text_grows(void **state)
{
    struct text text = {0};
    char wanted[32];

    (void)state;
    for (unsigned i = 0; i < 5000; i++)
        text_format(&text, "%05u ", i);
    assert_int_equal(text.len, 30000);
    for (unsigned i = 0; i < 5000; i += 7) {
        snprintf(wanted, sizeof(wanted), "%05u ", i);
        assert_memory_equal(text.at + 6 * (size_t)i, wanted, 6);
    }
    assert_int_equal(strlen(text.at), text.len);
    text_clear(&text);
    assert_string_equal(text.at, "");
    text_xml(&text, "<a & \"b\">\001\xff");
    assert_string_equal(text.at, "&lt;a &amp; &quot;b&quot;&gt;\xEF\xBF\xBD"
                                 "\xEF\xBF\xBD");
    text_clear(&text);
    text_json(&text, "\"\\\n\x7f");
    assert_string_equal(text.at, "\"\\\"\\\\\\n\\u007f\"");
    text_clear(&text);
    text_hex(&text, (const uint8_t *)"\000\x0f\xf0\xff", 4);
    text_thousandths(&text, 12346);
    assert_string_equal(text.at, "000ff0ff12.346");
    assert_false(text.is_lost);
    text_free(&text);
    text_free(&text);
}

/* --- the marker --- */

static const struct marker full = {
    .channel = "kids-2",
    .has_days = true,
    .first = {2026, 1, 31},
    .last = {2028, 2, 29},
    .today = {9999, 12, 31},
    .late = {2,
             {{{2026, 3, 1}, {2026, 3, 1}}, {{2026, 3, 3}, {2026, 4, 30}}}},
    .head = {0, 1, 2, 0xfe, 0xff},
    .form = {9},
    .release = "0123456789abcdef",
};

static void
test_marker_round_trip(void **state)
{
    static const struct marker begun = {.channel = "daily"};
    const struct marker *markers[] = {&full, &begun};
    struct text text = {0}, again = {0};
    struct marker read;
    loyd_why why;

    (void)state;
    for (size_t i = 0; i < COUNT(markers); i++) {
        text_clear(&text);
        text_clear(&again);
        marker_print(markers[i], &text);
        assert_in_range(text.len, 1, MARKER_BYTES);
        assert_int_equal(marker_parse(text.at, text.len, &read, &why),
                         LOYD_OK);
        assert_string_equal(read.channel, markers[i]->channel);
        assert_int_equal(read.has_days, markers[i]->has_days);
        assert_memory_equal(read.head, markers[i]->head, LOYD_HASH_BYTES);
        marker_print(&read, &again);
        assert_string_equal(text.at, again.at);
    }
    text_free(&text);
    text_free(&again);
}

/* A marker that is truncated, or has a changed byte, is refused or is another
 * valid marker. */
static void
test_marker_damaged(void **state)
{
    struct text text = {0}, again = {0};
    struct marker read;
    loyd_why why;
    size_t accepted = 0, n = strlen("loyd site 1\nchannel kids-2\n");

    (void)state;
    marker_print(&full, &text);
    for (size_t len = 0; len < text.len; len++) {
        loyd_err err = marker_parse(text.at, len, &read, &why);

        assert_int_equal(err, len == n ? LOYD_OK : LOYD_E_CORRUPT);
    }
    for (size_t i = 0; i < text.len; i++) {
        char was = text.at[i];

        for (int byte = 0; byte < 256; byte += 5) {
            loyd_err err;

            text.at[i] = (char)byte;
            err = marker_parse(text.at, text.len, &read, &why);
            assert_true(err == LOYD_OK || err == LOYD_E_CORRUPT ||
                        err == LOYD_E_NEWER);
            if (err != LOYD_OK)
                continue;
            accepted++;
            text_clear(&again);
            marker_print(&read, &again);
            assert_memory_equal(again.at, text.at, text.len);
        }
        text.at[i] = was;
    }
    assert_true(accepted > 0);
    text_put(&text, "more\n");
    assert_int_equal(marker_parse(text.at, text.len, &read, &why),
                     LOYD_E_CORRUPT);
    assert_int_equal(marker_parse("loyd site 2\n", 12, &read, &why),
                     LOYD_E_NEWER);
    text_free(&text);
    text_free(&again);
}

/* --- pages --- */

#define EVIL "<&\"'>"

static struct day_puzzle
a_puzzle(void)
{
    static uint8_t rd[] = {LOYD_DIR_RIGHT, LOYD_DIR_DOWN};
    struct day_puzzle puzzle = {
        .row = {.layout = "rows",
                .entry = {.recipe = "2x2/rows~g1~" EVIL "~0",
                          .known[LOYD_STM].path = {.dir = rd, .n = 2}}}};
    loyd_err err;

    err = loyd_board_parse("1 2/3 0", 7, 0, 0, &puzzle.row.entry.puzzle.goal,
                           NULL);
    assert_int_equal(err, LOYD_OK);
    err = loyd_board_parse("0 1/3 2", 7, 0, 0, &puzzle.row.entry.puzzle.start,
                           NULL);
    assert_int_equal(err, LOYD_OK);
    puzzle.brief = (struct brief){
        .title = EVIL, .band = EVIL, .width = 2, .height = 2, .stm = 2};
    return puzzle;
}

static unsigned
count(const char *text, const char *word)
{
    unsigned n = 0;

    for (; (text = strstr(text, word)) != NULL; text++)
        n++;
    return n;
}

/* Untrusted text is escaped: it never adds tags or ends a string. */
static void
test_pages_escape(void **state)
{
    struct day_puzzle puzzle = a_puzzle(), tiers[2];
    struct day day = {{2026, 5, 1}, 121, 1, true, 1, &puzzle, true};
    struct day many = {{2026, 5, 1}, 121, 1, true, 2, tiers, true};
    struct imprint imprint = {
        .channel = "daily",
        .title = EVIL,
        .base_url = "https://x.example/",
        .first = {2026, 5, 1},
        .last = {2026, 5, 1},
        .zone = EVIL,
        .release = "0123456789abcdef",
    };
    struct day_brief brief = {loyd_date_days(&day.date), 121, 1,
                              &puzzle.brief};
    struct archive archive = {1, &brief, puzzle.row.hash};
    struct text page = {0}, feed[FEED_DAYS] = {{0}};
    const char *start;

    (void)state;
    page_of_day(&page, &imprint, &day);
    page_of_today(&page, &imprint, &day, &archive);
    page_of_year(&page, &imprint, 2026, &archive);
    page_of_stats(&page, &imprint, &archive);
    feed_entry(&feed[1], &imprint, &day);
    feed_put(&page, &imprint, puzzle.row.hash, feed, 1);
    assert_false(page.is_lost);
    assert_int_equal(count(page.at, EVIL), 0);
    assert_int_equal(count(page.at, "<&"), 0);
    assert_true(count(page.at, "&lt;&amp;&quot;&#39;&gt;") > 10);
    assert_int_equal(count(page.at, "<section"), 2);

    text_clear(&page);
    tiers[0] = tiers[1] = puzzle;
    strcpy(tiers[1].brief.tier, EVIL);
    page_of_day(&page, &imprint, &many);
    svg_of_day(&page, &imprint, &many);
    page_of_new_board(&page, &imprint);
    page_of_checks(&page, &imprint);
    page_of_how_to_play(&page, &imprint);
    assert_int_equal(count(page.at, EVIL), 0);
    assert_int_equal(count(page.at, "<&"), 0);
    assert_true(count(page.at, "&lt;&amp;&quot;&#39;&gt;") > 10);

    text_clear(&page);
    json_of_day(&page, &imprint, &day);
    start = strstr(page.at, "\"title\": \"<&\\\"'>\"");
    assert_non_null(start);
    text_free(&page);
    text_free(&feed[1]);
}

/* Percentages are rounded down, those of samples are marked, and an archive
 * page of the newest year names the day of its head. */
static void
test_pages_are_accurate(void **state)
{
    static const struct {
        uint32_t percentile, sample;
        const char *shown;
    } longer[] = {
        {0, 0, ": one of the shortest 1% of all boards"},
        {999, 0, ": one of the shortest 1% of all boards"},
        {1000, 0, ": longer than 1% of all boards"},
        {55999, 0, ": longer than 55% of all boards"},
        {55499, 100000, ": longer than about 55% of all boards"},
        {99999, 0, ": longer than 99% of all boards"},
        {100000, 0, ": longer than 99% of all boards"},
    };
    struct day_puzzle puzzle = a_puzzle();
    struct day day = {{2026, 5, 1}, 121, 1, false, 1, &puzzle, true};
    struct imprint imprint = {
        .channel = "daily",
        .title = "x",
        .base_url = "",
        .first = {2025, 5, 1},
        .last = {2026, 5, 1},
        .zone = "UTC",
        .release = "0123456789abcdef",
    };
    struct day_brief brief = {loyd_date_days(&day.date), 121, 1,
                              &puzzle.brief};
    struct archive archive = {1, &brief, puzzle.row.hash};
    struct text page = {0};

    (void)state;
    for (size_t i = 0; i < sizeof(longer) / sizeof(longer[0]); i++) {
        puzzle.brief.percentile = longer[i].percentile;
        puzzle.brief.sample = longer[i].sample;
        text_clear(&page);
        page_of_day(&page, &imprint, &day);
        assert_int_equal(count(page.at, longer[i].shown), 1);
    }
    text_clear(&page);
    page_of_year(&page, &imprint, 2026, &archive);
    assert_int_equal(count(page.at, "Head after 2026-05-01<"), 1);
    text_clear(&page);
    page_of_year(&page, &imprint, 2025, &archive);
    assert_int_equal(count(page.at, "Head after"), 0);
    text_free(&page);
}

/* The first and last dates of the calendar have no links beyond them. */
static void
test_pages_at_the_ends_of_time(void **state)
{
    static const loyd_date ends[2] = {{1, 1, 1}, {9999, 12, 31}};
    struct day_puzzle puzzle = a_puzzle();
    struct text page = {0};

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        struct day day = {ends[i], 1, 1, false, 1, &puzzle, true};
        struct imprint imprint = {
            .channel = "daily",
            .title = "x",
            .base_url = "",
            .first = ends[i],
            .last = ends[i],
            .zone = "UTC",
            .release = "0123456789abcdef",
        };
        struct day_brief brief = {loyd_date_days(&ends[i]), 1, 1,
                                  &puzzle.brief};
        struct archive archive = {1, &brief, puzzle.row.hash};

        text_clear(&page);
        page_of_day(&page, &imprint, &day);
        assert_int_equal(count(page.at, "rel=\"prev\""), 0);
        assert_int_equal(count(page.at, "rel=\"next\""), 0);
        assert_int_equal(count(page.at, "class=\"solution\""), 0);
        text_clear(&page);
        page_of_year(&page, &imprint, ends[i].year, &archive);
        /* One month: 31 days and 4 empty cells in five weeks. */
        assert_int_equal(count(page.at, "<table"), 1);
        assert_int_equal(count(page.at, "aria-current=\"date\""), 1);
        assert_int_equal(count(page.at, "<td"), 35);
        assert_int_equal(count(page.at, "<td></td>"), 4);
    }
    text_free(&page);
}

/* A day with tiers shows the head of its last puzzle; its picture shows all
 * of them. */
static void
test_pages_of_tiers(void **state)
{
    struct day_puzzle puzzle[3];
    struct day day = {{2026, 12, 31}, 365, 1, false, 3, puzzle, true};
    struct imprint imprint = {
        .channel = "club",
        .title = "x",
        .base_url = "",
        .first = {2026, 1, 1},
        .last = {2027, 1, 1},
        .zone = "UTC",
        .release = "0123456789abcdef",
    };
    struct text page = {0};
    char wanted[512], *end = wanted;

    (void)state;
    for (unsigned i = 0; i < 3; i++) {
        puzzle[i] = a_puzzle();
        snprintf(puzzle[i].brief.tier, NAME_BYTES, "tier-%u", i);
        snprintf(puzzle[i].brief.title, LOYD_TITLE_TEXT, "Stufe %u", i);
        memset(puzzle[i].row.hash, (int)(0xa0 + i), LOYD_HASH_BYTES);
    }
    page_of_day(&page, &imprint, &day);
    end += sprintf(end, "Head after 2026-12-31</dt><dd><code class=\"hash\">");
    for (unsigned i = 0; i < LOYD_HASH_BYTES; i++)
        end += sprintf(end, "a2");
    assert_int_equal(count(page.at, wanted), 1);
    assert_int_equal(count(page.at, "a0a0"), 0);
    /* Only the link to the next day depends on a later year. */
    assert_int_equal(count(page.at, "archive/2026.html"), 2);
    assert_int_equal(count(page.at, "2027"), 1);
    assert_int_equal(count(page.at, "href=\"2027-01-01.html\""), 1);

    text_clear(&page);
    svg_of_day(&page, &imprint, &day);
    /* Side by side, each with a start of 300 and a goal of 110 below it. */
    assert_int_equal(count(page.at, "viewBox=\"0 0 1020 615\""), 1);
    assert_int_equal(count(page.at, "width=\"300\" height=\"300\">"), 3);
    assert_int_equal(count(page.at, "width=\"110\" height=\"110\">"), 3);
    for (unsigned i = 0; i < 3; i++) {
        sprintf(wanted, "<svg x=\"%u\" y=\"160\"", 30 + 330 * i);
        assert_int_equal(count(page.at, wanted), 1);
    }
    assert_int_equal(count(page.at, "<title>x, 2026-12-31</title>"), 1);
    assert_int_equal(count(page.at, ">Thursday, 31 December 2026<"), 1);
    for (unsigned i = 0; i < 3; i++) {
        sprintf(wanted, ">Stufe %u</text>", i);
        assert_int_equal(count(page.at, wanted), 1);
    }
    text_free(&page);
}

/* The picture of a day has room for a part of a long title. */
static void
test_picture_of_long_title(void **state)
{
    struct day_puzzle puzzle = a_puzzle();
    struct day day = {{2026, 5, 1}, 121, 1, false, 1, &puzzle, true};
    char title[LOYD_SITE_TEXT_MAX + 1] = "", wanted[256] = "\">";
    struct imprint imprint = {
        .channel = "daily",
        .title = title,
        .base_url = "",
        .first = {2026, 5, 1},
        .last = {2026, 5, 1},
        .zone = "UTC",
        .release = "0123456789abcdef",
    };
    struct text picture = {0};

    (void)state;
    for (unsigned i = 0; i < 40; i++) {
        strcat(title, i % 2 == 0 ? "\303\244" : "&");
        strcat(wanted, i % 2 == 0 ? "\303\244" : "&amp;");
    }
    for (unsigned i = 0; i < 2; i++) {
        text_clear(&picture);
        svg_of_day(&picture, &imprint, &day);
        strcpy(wanted + strlen("\">") + 20 * 7,
               i == 0 ? "</text>" : "\342\200\246</text>");
        assert_int_equal(count(picture.at, wanted), 1);
        strcat(title, "\360\237\247\251");
    }
    text_free(&picture);
}

static void
test_feed_times(void **state)
{
    static const struct {
        int minutes;
        const char *time;
    } cases[] = {{0, "T00:00:00Z<"},       {60, "T00:00:00+01:00<"},
                 {840, "T00:00:00+14:00<"}, {-420, "T00:00:00-07:00<"},
                 {345, "T00:00:00+05:45<"}, {-210, "T00:00:00-03:30<"}};
    struct day_puzzle puzzle = a_puzzle();
    struct day day = {{2026, 5, 1}, 121, 1, false, 1, &puzzle, true};
    struct text page = {0}, feed[FEED_DAYS] = {{0}};

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct imprint imprint = {
            .channel = "daily",
            .title = "x",
            .base_url = "",
            .first = {2026, 5, 1},
            .last = {2026, 5, 1},
            .zone = "UTC",
            .utc_minutes = cases[i].minutes,
            .release = "0123456789abcdef",
        };

        text_clear(&page);
        text_clear(&feed[1]);
        feed_entry(&feed[1], &imprint, &day);
        feed_put(&page, &imprint, puzzle.row.hash, feed, 1);
        assert_int_equal(count(page.at, cases[i].time), 3);
    }
    text_free(&page);
    text_free(&feed[1]);
}

/* --- templates --- */

/* What a text with tags becomes, with a few values. */
static void
assert_filled(const char *template, bool is_traced, const char *expected)
{
    static const loyd_date date = {2026, 5, 1};
    static const struct passage sentences[] = {
        {"a", "({{n}})"}, {"a-b", "[{{@a}}, {{@c}}]"}, {"c", "<c>"}};
    struct language language = {{sentences, COUNT(sentences)}, is_traced};
    struct text text = {0};
    struct section section = {.out = &text,
                              .at = template,
                              .end = template + strlen(template),
                              .language = &language};

    SECTION(&section, "some", TEXT("evil", "<{{evil}}>"), TEXT("empty", ""),
            NUMBER("zero", 0), NUMBER("n", 17), DATE("date", &date),
            DATE("never", NULL), SENTENCE("said", "a"),
            ITEMS("days", 1, date_values, &date),
            ITEMS("none", 0, date_values, NULL));
    assert_string_equal(text.at, expected);
    text_free(&text);
}

static void
test_templates(void **state)
{
    (void)state;
    assert_filled("a {{n}}{{zero}}{{empty}}{{date}}{{never}} b", false,
                  "a 1702026-05-01 b");
    assert_filled("{{evil}}", false, "&lt;{{evil}}&gt;");
    assert_filled("{{#n}}<{{n}}>{{/n}}{{^n}}no{{/n}}.", false, "<17>.");
    assert_filled("{{#zero}}{{none}}{{/zero}}{{^zero}}no{{/zero}}", false,
                  "no");
    assert_filled("{{#empty}}a{{/empty}}{{#never}}b{{/never}}"
                  "{{^none}}c{{/none}}{{#none}}d{{/none}}",
                  false, "c");
    assert_filled("{{#days}}{{year}}{{#n}}-{{n}}{{/n}}{{/days}}{{^days}}x"
                  "{{/days}}",
                  false, "2026-17");
    assert_filled("{{unknown}} {{#days}}{{years}}{{/days}}", false,
                  "{{?unknown}} {{?years}}");
    assert_filled("{{@a-b}}{{said}}{{@b}}", false, "[(17), <c>](17){{?b}}");
    assert_filled("{{n}}{{@c}}", true,
                  "{{!some.evil}}{{!some.empty}}{{!some.zero}}{{!some.n}}"
                  "{{!some.date}}{{!some.never}}{{!some.said}}{{!some.days}}"
                  "{{!some.none}}{{=some.n}}17{{@c}}<c>");
}

/* Writes pages, feeds and pictures with all that they can have. */
static void
write_everything(struct text *all, const struct language *language)
{
    static const char *const scripts[] = {
        "play.js",   "new.js",    "stats.js",    "howto.js", "look.js",
        "result.js", "stages.js", "analysis.js", "send.js",  "embed.js"};
    struct day_puzzle puzzle[4];
    struct brief briefs[4];
    struct day_brief brief[3];
    struct day day = {{2026, 5, 1}, 121, 1, true, 1, puzzle, true};
    struct imprint imprint = {
        .channel = "daily",
        .title = "x",
        .base_url = "https://x.example/",
        .first = {2025, 5, 1},
        .last = {2026, 12, 31},
        .zone = "UTC",
        .language = language,
        .release = "0123456789abcdef",
        .results = "https://x.example/r",
    };
    struct archive archive = {3, brief, puzzle[0].row.hash};
    struct text feed[FEED_DAYS] = {{0}};

    for (unsigned i = 0; i < 4; i++) {
        puzzle[i] = a_puzzle();
        puzzle[i].row.has_nonce = i > 0;
        puzzle[i].brief.is_interval = i > 1;
        puzzle[i].brief.lower = (uint16_t)(i % 2 == 0 ? 2 : 1);
        puzzle[i].brief.percentile = i * 500;
        puzzle[i].brief.sample = i > 2;
        puzzle[i].brief.shade = 2;
        puzzle[i].brief.stm = i == 1 ? 1 : 2;
        briefs[i] = puzzle[i].brief;
    }
    for (uint8_t month = 1; month <= 12; month++)
        page_of_day(all, &imprint,
                    &(struct day){.date = {2026, month, month},
                                  .n = 1,
                                  .puzzle = puzzle});
    imprint.base_url = "";
    page_of_checks(all, &imprint);
    feed_put(all, &imprint, puzzle[0].row.hash, feed, 0);
    imprint.base_url = "https://x.example/";
    page_of_checks(all, &imprint);
    page_of_new_board(all, &imprint);
    page_of_how_to_play(all, &imprint);
    page_to_embed(all, &imprint);
    page_not_found(all, &imprint);
    for (size_t i = 0; i < sizeof(scripts) / sizeof(scripts[0]); i++)
        sentences_put(all, scripts[i], language);
    page_default_title(all, &imprint);
    imprint.channel = "club";
    page_default_title(all, &imprint);
    for (day.n = 1; day.n <= 4; day.n += 3) {
        for (int i = 0; i < 3; i++)
            brief[i] = (struct day_brief){loyd_date_days(&day.date) + i - 1,
                                          121, day.n, briefs};
        page_of_day(all, &imprint, &day);
        page_of_today(all, &imprint, &day, &archive);
        page_of_year(all, &imprint, 2026, &archive);
        page_of_stats(all, &imprint, &archive);
        svg_of_day(all, &imprint, &day);
        feed_entry(&feed[1], &imprint, &day);
        feed_put(all, &imprint, puzzle[0].row.hash, feed, 1);
    }
    page_of_year(all, &imprint, 2024, &archive); /* all months */
    assert_false(all->is_lost);
    text_free(&feed[1]);
}

/* Every value is named by a template, and every name is that of a value. */
static void
test_values_have_names(void **state)
{
    struct language traced = english;
    struct text all = {0};
    char tag[80];
    unsigned n = 0;

    (void)state;
    traced.is_traced = true;
    write_everything(&all, &traced);
    assert_null(strstr(all.at, "{{?"));
    for (const char *at = all.at; (at = strstr(at, "{{!")) != NULL; at++) {
        snprintf(tag, sizeof(tag), "{{=%.*s", (int)strcspn(at, "}") - 1,
                 at + 3);
        if (strstr(all.at, tag) == NULL)
            fail_msg("no template has %s", tag + 3);
        n++;
    }
    for (size_t i = 0; i < english.sentences.n; i++) {
        snprintf(tag, sizeof(tag), "{{@%s}}",
                 english.sentences.passage[i].name);
        if (strstr(all.at, tag) == NULL)
            fail_msg("no template has %s", tag);
    }
    assert_true(n > 500);
    text_free(&all);
}

/* Fails unless all parts of a template have been written. */
static void
assert_written(const struct text *all, const char *name, const char *template)
{
    char part[4096];

    for (const char *at = template; *at != '\0';) {
        const char *tag = strstr(at, "{{");
        size_t len = tag != NULL ? (size_t)(tag - at) : strlen(at);

        assert_true(len < sizeof(part));
        memcpy(part, at, len);
        part[len] = '\0';
        if (strstr(all->at, part) == NULL)
            fail_msg("%s: not written: %s", name, part);
        at += tag != NULL ? len + strcspn(tag, "}") + 2 : len;
    }
}

/* So the names of all parts have been looked up. */
static void
test_templates_are_written(void **state)
{
    struct language german = *language_find("de");
    struct passage *sentences =
        calloc(german.sentences.n, sizeof(*sentences));
    struct text all = {0};

    (void)state;
    assert_non_null(sentences);
    /* As if it were written from right to left. */
    for (size_t i = 0; i < german.sentences.n; i++) {
        sentences[i] = german.sentences.passage[i];
        if (strcmp(sentences[i].name, "dir") == 0)
            sentences[i].text = "rtl";
    }
    german.sentences.passage = sentences;
    write_everything(&all, &german);
    assert_non_null(strstr(all.at, "<h1>Freitag, 1. Mai 2026</h1>"));
    assert_non_null(strstr(all.at, "<html lang=\"de\" dir=\"rtl\""));
    free(sentences);
    write_everything(&all, NULL);
    assert_null(strstr(all.at, "{{"));
    for (size_t i = 0; i < templates.n; i++)
        assert_written(&all, templates.passage[i].name,
                       templates.passage[i].text);
    for (size_t i = 0; i < english.sentences.n; i++)
        assert_written(&all, english.sentences.passage[i].name,
                       english.sentences.passage[i].text);
    text_free(&all);
}

static bool
is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Returns the first words that a reader sees in a template which are no
 * sentence: outside of tags, or in an attribute that is shown. NULL: none. */
static const char *
find_words(const char *at)
{
    static const char *const shown[] = {"aria-label=\"", "title=\"", "abbr=\"",
                                        "alt=\"", "lang=\""};
    /* For programs. */
    static const char *const other[] = {"<code>", "<id>", "<updated>",
                                        "<published>"};
    bool is_seen = true; /* not in a tag of HTML */

    for (; *at != '\0'; at++) {
        for (size_t i = 0; i < COUNT(other); i++)
            if (strncmp(at, other[i], strlen(other[i])) == 0)
                at += 1 + strcspn(at + 1, "<");
        if (strncmp(at, "{{", 2) == 0) {
            at = strstr(at, "}}") + 1;
        } else if (is_seen && *at == '&') {
            at += strcspn(at, ";");
        } else if (*at == '<' || *at == '>') {
            is_seen = *at == '>';
        } else if (is_seen && is_letter(*at)) {
            return at;
        }
        for (size_t i = 0; !is_seen && i < COUNT(shown); i++)
            if (strncmp(at, shown[i], strlen(shown[i])) == 0 &&
                is_letter(at[strlen(shown[i])]))
                return at;
    }
    return NULL;
}

/* Templates have no words of their own, and both lists are in order. */
static void
test_sentences(void **state)
{
    const struct passages *lists[] = {&templates, &english.sentences};

    (void)state;
    assert_null(
        find_words("<p class=\"a\">{{@a}} &#183; <b>{{b}}</b>: 1</p>"));
    assert_non_null(find_words("<p>A</p>"));
    assert_non_null(find_words("{{@a}} and {{@b}}"));
    assert_non_null(find_words("<p aria-label=\"Days\">{{@a}}</p>"));
    for (size_t i = 0; i < templates.n; i++)
        if (find_words(templates.passage[i].text) != NULL)
            fail_msg("%s: no sentence: %.40s", templates.passage[i].name,
                     find_words(templates.passage[i].text));
    for (size_t k = 0; k < COUNT(lists); k++)
        for (size_t i = 1; i < lists[k]->n; i++)
            assert_true(strcmp(lists[k]->passage[i - 1].name,
                               lists[k]->passage[i].name) < 0);
}

/* A ledger must have exactly the days of the site. */
static void
test_days_must_be_complete(void **state)
{
    struct staging *all = calloc(1, sizeof(*all));
    loyd_why why = {""};

    (void)state;
    assert_non_null(all);
    all->why = &why;
    all->imprint.first = (loyd_date){2026, 2, 28};
    all->imprint.last = (loyd_date){2026, 3, 2};
    for (size_t n = 0; n <= 4; n++) {
        char words[64];

        all->n_days = n;
        free(all->archive);
        all->archive = calloc(4, sizeof(*all->archive));
        assert_int_equal(staging_end(all), n == 3 ? LOYD_OK : LOYD_E_CORRUPT);
        sprintf(words, "the ledger has %zu of the site's 3 days", n);
        if (n != 3)
            assert_string_equal(why.text, words);
    }
    staging_free(all);
    free(all);
}

/* --- the folder --- */

static char dir[512];

static int
make_dir(void **state)
{
    const char *scratch = getenv("SCRATCH");

    (void)state;
    snprintf(dir, sizeof(dir),
             "%s/site.XXXXXX"
             "XX",
             scratch != NULL ? scratch : "/tmp");
    return mkdtemp(dir) == NULL;
}

static int
remove_dir(void **state)
{
    char command[1024];

    (void)state;
    snprintf(command, sizeof(command), "rm -rf '%s'", dir);
    return system(command) != 0;
}

static unsigned
entries(const char *name)
{
    char path[1024];
    struct dirent *item;
    unsigned n = 0;
    DIR *list;

    snprintf(path, sizeof(path), "%s%s", dir, name);
    if ((list = opendir(path)) == NULL)
        return 0;
    while ((item = readdir(list)) != NULL)
        n += strcmp(item->d_name, ".") != 0 && strcmp(item->d_name, "..") != 0;
    closedir(list);
    return n;
}

static void
read_file(const char *name, char out[64])
{
    char path[1024];
    FILE *file;

    snprintf(path, sizeof(path), "%s/%s", dir, name);
    out[0] = '\0';
    if ((file = fopen(path, "r")) == NULL)
        return;
    out[fread(out, 1, 63, file)] = '\0';
    fclose(file);
}

static void
stage(struct site_folder *folder, enum rank rank, int in, const char *name,
      const char *words)
{
    struct text text = {0};

    text_put(&text, words);
    assert_int_equal(site_folder_stage(folder, rank, in, name, &text),
                     LOYD_OK);
    text_free(&text);
}

/* Returns the lowest free descriptor. */
static int
lowest_free(void)
{
    int fd = dup(STDIN_FILENO);

    assert_int_not_equal(fd, -1);
    close(fd);
    return fd;
}

/* A long-running process leaks no descriptors. */
static void
test_folder_is_closed(void **state)
{
    int before = lowest_free();
    struct site_folder folder;
    loyd_why why;

    (void)state;
    for (unsigned time = 0; time < 3; time++) {
        assert_int_equal(
            site_folder_open(&folder, dir, "mine", &why), LOYD_OK);
        stage(&folder, RANK_DAY, SITE_DAILY, "a", "one");
        assert_true(lowest_free() > before);
        if (time > 0)
            assert_int_equal(site_folder_commit(&folder), LOYD_OK);
        site_folder_close(&folder);
        assert_int_equal(lowest_free(), before);
    }
}

/* Nothing is visible before the commit, everything after it. */
static void
test_folder_is_all_or_nothing(void **state)
{
    struct site_folder folder;
    char words[64];
    loyd_why why;

    (void)state;
    assert_int_equal(site_folder_open(&folder, dir, "mine", &why),
                     LOYD_OK);
    stage(&folder, RANK_DAY, SITE_DAILY, "a", "one");
    stage(&folder, RANK_INDEX, SITE_ROOT, "index", "two");
    read_file("daily/a", words);
    assert_string_equal(words, "");
    site_folder_close(&folder);
    assert_int_equal(entries(""), 0);

    assert_int_equal(site_folder_open(&folder, dir, "mine", &why),
                     LOYD_OK);
    stage(&folder, RANK_INDEX, SITE_ROOT, "index", "two");
    stage(&folder, RANK_DAY, SITE_DAILY, "a", "one");
    assert_int_equal(site_folder_commit(&folder), LOYD_OK);
    site_folder_close(&folder);
    read_file("daily/a", words);
    assert_string_equal(words, "one");
    read_file("index", words);
    assert_string_equal(words, "two");
    assert_int_equal(entries("/daily"), 1);

    /* A file with the same contents is not written again. */
    assert_int_equal(site_folder_open(&folder, dir, "mine", &why),
                     LOYD_OK);
    assert_true(site_folder_has_day(&folder, "a"));
    assert_false(site_folder_has_day(&folder, "b"));
    stage(&folder, RANK_DAY, SITE_DAILY, "a", "one");
    assert_int_equal(folder.n_staged, 0);
    stage(&folder, RANK_INDEX, SITE_ROOT, "index", "three");
    assert_int_equal(folder.n_staged, 1);
    read_file("index", words);
    assert_string_equal(words, "two");
    assert_int_equal(site_folder_commit(&folder), LOYD_OK);
    site_folder_close(&folder);
    read_file("index", words);
    assert_string_equal(words, "three");
}

/* Days are renamed before the pages that link to them, the newest first. */
static void
test_folder_order(void **state)
{
    static const char *const wanted[] = {"c", "b", "a", "y", "x", "m"};
    struct site_folder folder;
    loyd_why why;

    (void)state;
    assert_int_equal(site_folder_open(&folder, dir, "mine", &why),
                     LOYD_OK);
    stage(&folder, RANK_MARKER, SITE_ROOT, "m", "1");
    stage(&folder, RANK_DAY, SITE_DAILY, "a", "1");
    stage(&folder, RANK_INDEX, SITE_ROOT, "x", "1");
    stage(&folder, RANK_DAY, SITE_DAILY, "b", "1");
    stage(&folder, RANK_INDEX, SITE_ROOT, "y", "1");
    stage(&folder, RANK_DAY, SITE_DAILY, "c", "1");
    assert_int_equal(site_folder_commit(&folder), LOYD_OK);
    for (size_t i = 0; i < 6; i++)
        assert_string_equal(folder.staged[i].file.name, wanted[i]);
    site_folder_close(&folder);
}

/* A folder inside the site that is a symbolic link is refused. */
static void
test_folder_refuses_links(void **state)
{
    struct site_folder folder;
    char path[1024];
    loyd_why why;

    (void)state;
    assert_int_equal(site_folder_open(&folder, dir, "mine", &why),
                     LOYD_OK);
    assert_int_equal(site_folder_commit(&folder), LOYD_OK);
    site_folder_close(&folder);
    snprintf(path, sizeof(path), "%s/archive", dir);
    assert_int_equal(rmdir(path), 0);
    assert_int_equal(symlink("/", path), 0);
    assert_int_equal(site_folder_open(&folder, dir, "mine", &why),
                     LOYD_E_IO);
    site_folder_close(&folder);
}

/* --- addresses --- */

static void
test_addresses(void **state)
{
    static const struct {
        const char *url;
        loyd_err err;
    } cases[] = {
        {"https://x.example", LOYD_OK},
        {"https://x.example/", LOYD_OK},
        {"http://[::1]:8080/a%20b/~c/", LOYD_OK},
        {"", LOYD_OK},
        {"x.example", LOYD_E_SYNTAX},
        {"https://", LOYD_E_SYNTAX},
        {"https:///a", LOYD_E_SYNTAX},
        {"ftp://x.example/", LOYD_E_SYNTAX},
        {"HTTPS://x.example/", LOYD_E_SYNTAX},
        {"javascript:alert(1)", LOYD_E_SYNTAX},
        {"https://x.example/?a", LOYD_E_SYNTAX},
        {"https://x.example/#a", LOYD_E_SYNTAX},
        {"https://x.example/a b", LOYD_E_SYNTAX},
        {"https://x.example/\"", LOYD_E_SYNTAX},
        {"https://x.example/<", LOYD_E_SYNTAX},
        {"https://x.example/\n", LOYD_E_SYNTAX},
        {"https://x.example/\xc3\xa9", LOYD_E_SYNTAX},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        loyd_site_options options = {.dir = dir,
                                     .channel = "daily",
                                     .settings = {.zone = "UTC"},
                                     .today = {2026, 1, 1}};
        loyd_site *site = NULL;
        loyd_why why = {""};

        strcpy(options.settings.base_url, cases[i].url);
        if (loyd_site_open(&options, &site, &why) != cases[i].err)
            fail_msg("%s: %s", cases[i].url, why.text);
        loyd_site_close(&site);
        assert_null(site);
        assert_int_equal(entries(""), 0);
    }
    loyd_site_close(NULL);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_text_grows),
        cmocka_unit_test(test_marker_round_trip),
        cmocka_unit_test(test_marker_damaged),
        cmocka_unit_test(test_pages_escape),
        cmocka_unit_test(test_pages_are_accurate),
        cmocka_unit_test(test_pages_at_the_ends_of_time),
        cmocka_unit_test(test_pages_of_tiers),
        cmocka_unit_test(test_picture_of_long_title),
        cmocka_unit_test(test_feed_times),
        cmocka_unit_test(test_templates),
        cmocka_unit_test(test_values_have_names),
        cmocka_unit_test(test_templates_are_written),
        cmocka_unit_test(test_sentences),
        cmocka_unit_test(test_days_must_be_complete),
        cmocka_unit_test_setup_teardown(test_folder_is_closed, make_dir,
                                        remove_dir),
        cmocka_unit_test_setup_teardown(test_folder_is_all_or_nothing,
                                        make_dir, remove_dir),
        cmocka_unit_test_setup_teardown(test_folder_order, make_dir,
                                        remove_dir),
        cmocka_unit_test_setup_teardown(test_folder_refuses_links, make_dir,
                                        remove_dir),
        cmocka_unit_test_setup_teardown(test_addresses, make_dir, remove_dir),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
