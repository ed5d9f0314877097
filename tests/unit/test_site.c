/* SPDX-License-Identifier: MIT */
/* Tests sites: templates, sentences, and that a folder is closed. */
#include "core.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "site/folder.h"
#include "site/site.h"

/* --- templates --- */

/* A template that is a sentence of another one, with a few values. */
static void
assert_filled(const char *template, loyd_err err, const char *expected)
{
    const struct passage sentences[] = {{"a", "({{n}})"},
                                        {"a-b", "[{{@a}}, {{@c}}]"},
                                        {"c", "<c>"},
                                        {"missing", template},
                                        {"missing-is", ""}};
    const struct passages language = {sentences, COUNT(sentences)};
    loyd_why why = {""};
    struct renderer r = {.language = &language, .why = &why};
    struct row row = {NULL, NULL};
    char wanted[512];

    assert_int_equal(sqlite3_open(":memory:", &r.db), SQLITE_OK);
    assert_int_equal(
        sqlite3_prepare_v2(r.db,
                           "SELECT '<{{evil}}>' AS evil, '' AS empty, "
                           "0 AS zero, 17 AS n, NULL AS never, "
                           "CAST('<b>' AS BLOB) AS markup, "
                           "'1 0' AS labels, 'row' AS one",
                           -1, &row.stmt, NULL),
        SQLITE_OK);
    assert_int_equal(sqlite3_step(row.stmt), SQLITE_ROW);
    render(&r, "missing", &row);
    assert_int_equal(r.err, err);
    snprintf(wanted, sizeof(wanted),
             "<div class=\"text\">\n<h1>%s</h1>\n"
             "<p class=\"task\"></p>\n</div>\n",
             expected);
    assert_string_equal(err == LOYD_OK ? r.out.at : why.text,
                        err == LOYD_OK ? wanted : expected);
    renderer_free(&r);
    sqlite3_finalize(row.stmt);
    assert_int_equal(sqlite3_close(r.db), SQLITE_OK);
}

static void
test_templates(void **state)
{
    (void)state;
    assert_filled("a {{n}}{{zero}}{{empty}}{{never}} b", LOYD_OK, "a 170 b");
    /* What is escaped is no choice of the template; a BLOB is markup. */
    assert_filled("{{evil}}", LOYD_OK, "&lt;{{evil}}&gt;");
    assert_filled("{{markup}}", LOYD_OK, "<b>");
    assert_filled("{{#n}}<{{n}}>{{/n}}{{^n}}no{{/n}}.", LOYD_OK, "<17>.");
    assert_filled("{{#zero}}{{never}}{{/zero}}{{^zero}}no{{/zero}}", LOYD_OK,
                  "no");
    assert_filled("{{#empty}}a{{/empty}}{{#never}}b{{/never}}"
                  "{{^never}}c{{/never}}",
                  LOYD_OK, "c");
    assert_filled("{{@a-b}}", LOYD_OK, "[(17), <c>]");
    /* The rows of a query, whose parameters are values. */
    assert_filled("{{#cell_of_row}}{{tile}}-{{n}};{{/cell_of_row}}", LOYD_OK,
                  "1-17;0-17;");
    assert_filled("{{>row}}{{>row}}{{>one}}", LOYD_OK,
                  "<tr><td align=\"center\">1</td><td>&#160;</td></tr>"
                  "<tr><td align=\"center\">1</td><td>&#160;</td></tr>"
                  "<tr><td align=\"center\">1</td><td>&#160;</td></tr>");
    assert_filled("{{unknown}}", LOYD_E_DB, "a page needs {{unknown}}");
    assert_filled("{{#n}}{{@no}}{{/n}}", LOYD_E_DB, "a page needs {{@no}}");
    assert_filled("{{>unknown}}", LOYD_E_DB, "a page needs {{>unknown}}");
    assert_filled("{{#n}}", LOYD_E_DB, "a page needs {{/n}}");
    assert_filled("{{#week}}{{/week}}", LOYD_E_DB, "a page needs {{month}}");
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
    const struct passages *lists[] = {&templates, &queries, &english};

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

static void
stage(struct site_folder *folder, int rank, const char *path,
      const char *words)
{
    struct text text = {0};

    text_put(&text, words);
    assert_int_equal(site_folder_stage(folder, rank, path, &text), LOYD_OK);
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
        stage(&folder, 1, "daily/a", "one");
        assert_true(lowest_free() > before);
        if (time > 0)
            assert_int_equal(site_folder_commit(&folder), LOYD_OK);
        site_folder_close(&folder);
        assert_int_equal(lowest_free(), before);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_templates),
        cmocka_unit_test(test_sentences),
        cmocka_unit_test_setup_teardown(test_folder_is_closed, make_dir,
                                        remove_dir),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
