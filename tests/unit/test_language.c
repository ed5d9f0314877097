/* SPDX-License-Identifier: MIT */
/* Tests languages of sites: those of loyd, and files that are refused. */
#include "core.h"

#include <stdlib.h>

#include <loyd/site.h>

#include "site/language.h"

/* Returns English JSON with another value for a key, written as JSON by the
 * caller; NULL: the key is left out. */
static char *
json_with(const char *key, const char *value)
{
    const char *json = loyd_language_json("en");
    char *made = malloc(strlen(json) + 20000), name[80];
    const char *at, *end;

    assert_non_null(made);
    snprintf(name, sizeof(name), "\n  \"%s\": ", key);
    at = strstr(json, name);
    assert_non_null(at);
    end = strchr(at + 1, '\n');
    if (value == NULL)
        sprintf(made, "%.*s%s", (int)(at - json), json, end);
    else
        sprintf(made, "%.*s%s%s,%s", (int)(at - json), json, name, value, end);
    return made;
}

static void
assert_json(const char *json, const char *problem)
{
    loyd_why why = {"x"};
    loyd_err err = loyd_language_check(json, strlen(json), NULL, &why);

    assert_string_equal(problem, why.text);
    assert_int_equal(err, problem[0] == '\0' ? LOYD_OK : LOYD_E_SYNTAX);
}

/* Says what is wrong if the key has this value. */
static void
assert_value(const char *key, const char *value, const char *problem)
{
    char *json = json_with(key, value), expected[512];

    snprintf(expected, sizeof(expected), "%s: %s", key, problem);
    assert_json(json, problem[0] == '\0' ? "" : expected);
    free(json);
}

/* Each is whole, and read as it is written. */
static void
test_languages_of_loyd(void **state)
{
    struct language *language;
    loyd_why why = {""};
    const char *code;
    size_t n = 0;

    (void)state;
    for (; (code = loyd_language_code(n)) != NULL; n++) {
        const char *json = loyd_language_json(code);

        assert_int_equal(language_read(json, strlen(json), &language, &why),
                         LOYD_OK);
        assert_int_equal(language->sentences.n, english.sentences.n);
        for (size_t i = 0; n == 0 && i < english.sentences.n; i++) {
            assert_string_equal(language->sentences.passage[i].name,
                                english.sentences.passage[i].name);
            assert_string_equal(language->sentences.passage[i].text,
                                english.sentences.passage[i].text);
        }
        language_free(&language);
        assert_null(language);
        language_free(&language);
    }
    assert_int_equal(n, 2);
    assert_null(loyd_language_json("xx"));
    assert_null(loyd_language_json(""));
}

static void
test_not_a_language(void **state)
{
    loyd_why why = {""};
    char *json;

    (void)state;
    assert_json("", "invalid JSON at byte 0: '[' or '{' expected near end of "
                    "file");
    assert_json("[]", "not an object of keys and texts");
    assert_json("{\"a\": \"1\", \"a\": \"2\"}",
                "invalid JSON at byte 14: duplicate object key near '\"a\"'");
    assert_int_equal(loyd_language_check("{}", 2, NULL, &why), LOYD_E_SYNTAX);
    assert_non_null(strstr(why.text, "a-new-board, a-recipe, a-to-b-moves, "));
    assert_non_null(strstr(why.text, " more: missing"));
    json = json_with("goal", NULL);
    assert_json(json, "goal: missing");
    free(json);
    json = json_with("goal", "\"Ziel\", \"gaol\": \"\"");
    assert_json(json, "gaol: unknown key");
    free(json);
    json = json_with("goal", "\"Ziel\", \"\\u001b[1m\": \"\"");
    assert_json(json, "\\x1b[1m: unknown key");
    free(json);
}

static void
test_values_and_tags(void **state)
{
    static const struct {
        const char *key, *value, *problem;
    } cases[] = {
        {"goal", "\"Ziel \xC3\x97 'x'\"", ""},
        {"goal", "7", "not a text"},
        {"goal", "null", "not a text"},
        {"goal", "\"\"", "0 bytes: expected 1 to 2000"},
        {"goal", "\"a\\nb\"", "control character U+000A at byte 2"},
        {"goal", "\"\\u202eb\"", "directional mark U+202E"},
        {"goal", "\"a & b\"", "unexpected '&'"},
        {"goal", "\"a\\\" onclick=\\\"b\"", "unexpected '\"'"},
        {"goal", "\"a > b\"", "unexpected '>'"},
        {"goal", "\"a < b\"", "unexpected '<'"},
        {"goal", "\"<script>alert(1)</script>\"",
         "'<script>' is not in the English sentence"},
        {"goal", "\"<!--\"", "unexpected '<'"},
        {"goal", "\"{n}\"", "'{n}' is not in the English sentence"},
        {"goal", "\"{{goal}}\"", "'{{goal}}' is not in the English sentence"},
        {"goal", "\"{{@goal}}\"",
         "'{{@goal}}' is not in the English sentence"},
        {"goal", "\"{{>page}}\"", "unexpected '{'"},
        {"goal", "\"{{goal\"", "unexpected '{'"},
        {"goal", "\"{}\"", "unexpected '{'"},
        {"goal", "\"}\"", "unexpected '}'"},
        {"n-moves", "\"{n} {n} Z\"", ""},
        {"n-moves", "\"{N} Z\"", "unexpected '{'"},
        {"n-moves", "\"Z\"", "'{n}' is missing"},
        {"n-moves", "\"{{n}} Z\"", "'{{n}}' is not in the English sentence"},
        {"how-long", "\"{{moves}}{{#is_interval}} max{{/is_interval}}\"", ""},
        {"how-long", "\"{{#is_interval}}max {{moves}}{{/is_interval}}\"",
         "'{{moves}}' is not in the English sentence"},
        {"how-long", "\"{{moves}}{{#is_interval}}{{/is_intervals}}\"",
         "'{{/is_intervals}}' is in the wrong place"},
        {"how-long", "\"{{moves}}{{/is_interval}}{{#is_interval}}\"",
         "'{{/is_interval}}' is in the wrong place"},
        {"how-long", "\"{{moves}}{{#is_interval}}\"",
         "'{{#is_interval}}' is not closed"},
        {"how-long",
         "\"{{moves}}{{#is_interval}}a{{/is_interval}}"
         "{{#is_interval}}b{{/is_interval}}\"",
         "'{{#is_interval}}' is not in the English sentence"},
        {"title-of-day", "\"{{#day}}{{/day}}\"", "'{{date}}' is missing"},
        {"missing-is", "\"A <a href=\\\"{{up}}index.html\\\">b</a>\"", ""},
        {"missing-is", "\"A <a href=\\\"{{up}}index.html\\\">b</b>\"",
         "'</b>' is in the wrong place"},
        {"missing-is", "\"A <a href=\\\"{{up}}index.html\\\">b\"",
         "'<a href=\"{{up}}index.html\">' is not closed"},
        {"missing-is", "\"A <a href=\\\"http://x.example/\\\">b</a>\"",
         "'<a href=\"http://x.example/\">' is not in the English sentence"},
        {"missing-is",
         "\"A <a href=\\\"{{up}}index.html\\\" onclick=\\\"x()\\\">b</a>\"",
         "'<a href=\"{{up}}index.html\" onclick=\"x()\">' is not in the "
         "English sentence"},
        {"missing-is", "\"A\"", "'<a href=\"{{up}}index.html\">' is missing"},
        {"missing-is",
         "\"<a href=\\\"{{up}}index.html\\\">a</a> "
         "<a href=\\\"{{up}}index.html\\\">b</a>\"",
         "'<a href=\"{{up}}index.html\">' is not in the English sentence"},
        {"lang", "\"de\"", ""},
        {"lang", "\"zh-Hant-TW\"", ""},
        {"lang", "\"pt-BR\"", ""},
        {"lang", "\"DE\"", "expected a tag such as de, pt-BR or zh-Hant"},
        {"lang", "\"de-\"", "expected a tag such as de, pt-BR or zh-Hant"},
        {"lang", "\"en-a\"", "expected a tag such as de, pt-BR or zh-Hant"},
        {"dir", "\"rtl\"", ""},
        {"dir", "\"left\"", "expected ltr or rtl"},
        {"an-address", "\"x' ; rm\"", "expected no '"},
    };
    char text[2100];

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++)
        assert_value(cases[i].key, cases[i].value, cases[i].problem);
    sprintf(text, "\"%0*d\"", 2001, 0);
    assert_value("goal", text, "2001 bytes: expected 1 to 2000");
    sprintf(text, "\"%0*d\"", 300, 0);
    assert_value("default-title", text, "too long for a title");
    text[0] = '"';
    for (int i = 0; i < 17; i++)
        memcpy(text + 1 + 3 * i, "{n}", 3);
    strcpy(text + 52, "\"");
    assert_value("n-moves", text, "more than 16 values and tags");
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_languages_of_loyd),
        cmocka_unit_test(test_not_a_language),
        cmocka_unit_test(test_values_and_tags),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
