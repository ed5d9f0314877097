/* SPDX-License-Identifier: MIT */
/* Tests the languages of sites: every sentence of a translation has the
 * values, sections and tags of the English one, and nothing else that is not
 * text. */
#include "core.h"

#include <stdlib.h>

#include "site/template.h"

/* What a browser or a template would read as more than text. */
#define MARKS "{}<>&\""

enum { PIECES_MAX = 32, PIECE_BYTES = 128, SAID_BYTES = 2 * PIECE_BYTES + 32 };

/* The values and tags of a sentence, each after the section around it. */
struct pieces {
    char at[PIECES_MAX][PIECE_BYTES];
    size_t n;
};

/* Returns the length of the value or tag at the beginning of a text, or 0. */
static size_t
piece_bytes(const char *text)
{
    const char *end = strncmp(text, "{{", 2) == 0 ? "}}"
                      : *text == '{'              ? "}"
                      : *text == '<'              ? ">"
                                                  : NULL;
    const char *at = end != NULL ? strstr(text, end) : NULL;

    return at != NULL ? (size_t)(at - text) + strlen(end) : 0;
}

static int
compare(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* Sections have no sections inside. */
static void
split(const char *key, const char *text, struct pieces *pieces)
{
    char section[PIECE_BYTES] = "";

    memset(pieces, 0, sizeof(*pieces));
    while (*(text += strcspn(text, MARKS)) != '\0') {
        size_t len = piece_bytes(text);

        if (len == 0)
            fail_msg("%s: unexpected '%c'", key, *text);
        assert_true(pieces->n < PIECES_MAX);
        if (strncmp(text, "{{/", 3) == 0)
            section[0] = '\0';
        assert_true(strlen(section) + len < PIECE_BYTES);
        strcpy(pieces->at[pieces->n], section);
        strncat(pieces->at[pieces->n++], text, len);
        if (strncmp(text, "{{#", 3) == 0 || strncmp(text, "{{^", 3) == 0)
            snprintf(section, sizeof(section), "%.*s", (int)len, text);
        text += len;
    }
    assert_string_equal(section, "");
    qsort(pieces->at, pieces->n, PIECE_BYTES, compare);
}

/* Says how a sentence differs from the English one, in *said; "": in text
 * only. */
static void
differ(const char *key, const char *english_text, const char *text,
       char said[SAID_BYTES])
{
    struct pieces *ours = malloc(2 * sizeof(*ours)), *theirs = ours + 1;

    assert_non_null(ours);
    split(key, english_text, ours);
    split(key, text, theirs);
    said[0] = '\0';
    for (size_t i = 0; i < PIECES_MAX && said[0] == '\0'; i++)
        if (strcmp(ours->at[i], theirs->at[i]) != 0)
            snprintf(said, SAID_BYTES, "'%s': expected '%s'",
                     theirs->at[i], ours->at[i]);
    free(ours);
}

static const char *
said_in(const struct passages *language, const char *key)
{
    const char *text = passages_text(language, key);

    assert_non_null(text);
    return text;
}

static void
test_german_fits_english(void **state)
{
    const struct passages *german = language_find("de");
    const struct passages *ours = &english;
    char said[SAID_BYTES];

    (void)state;
    assert_non_null(german);
    for (size_t i = 0; i < ours->n && i < german->n; i++) {
        const struct passage *theirs = &german->passage[i];

        assert_string_equal(theirs->name, ours->passage[i].name);
        assert_true(theirs->text[0] != '\0');
        differ(theirs->name, ours->passage[i].text, theirs->text, said);
        if (said[0] != '\0')
            fail_msg("%s: %s", theirs->name, said);
    }
    assert_int_equal(german->n, ours->n);
    assert_string_equal(said_in(german, "lang"), "de");
    assert_string_equal(said_in(german, "dir"), "ltr");
    /* In quotes of the shell, and in a title with the name of a channel. */
    assert_null(strchr(said_in(german, "a-recipe"), '\''));
    assert_null(strchr(said_in(german, "an-address"), '\''));
    assert_true(strlen(said_in(german, "default-title")) < 256);
}

static void
test_differences_are_seen(void **state)
{
    static const struct {
        const char *english, *other;
        bool is_same;
    } cases[] = {
        {"{n} of {m}", "von {m} {n}", true},
        {"{n}", "{m}", false},
        {"{n}", "{{n}}", false},
        {"{n}", "", false},
        {"{{a}}", "{{a}} {{b}}", false},
        {"<a href=\"x\">y</a>", "z <a href=\"x\">z</a>", true},
        {"<a href=\"x\">y</a>", "<a href=\"z\">y</a>", false},
        {"<a href=\"x\">y</a>", "y", false},
        {"{{b}}{{#a}}c{{/a}}", "{{#a}}x{{/a}} {{b}}", true},
        {"{{b}}{{#a}}c{{/a}}", "{{#a}}{{b}}{{/a}}", false},
        {"{{#a}}c{{/a}}", "{{^a}}c{{/a}}", false},
    };
    char said[SAID_BYTES];

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        differ("x", cases[i].english, cases[i].other, said);
        if ((said[0] == '\0') != cases[i].is_same)
            fail_msg("%s, %s: %s", cases[i].english, cases[i].other, said);
    }
}

static void
test_codes(void **state)
{
    (void)state;
    assert_ptr_equal(language_find("en"), &english);
    assert_null(language_find("fr"));
    assert_null(language_find(""));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_german_fits_english),
        cmocka_unit_test(test_differences_are_seen),
        cmocka_unit_test(test_codes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
