/* SPDX-License-Identifier: MIT */
/* Styles and fragments of publishers: what is written, and what is refused
 * where. */
#include "core.h"

#include <stdio.h>
#include <stdlib.h>

#include "site/theme.h"

static loyd_why why;

static void
assert_style(const char *css, const char *problem)
{
    loyd_err err = css_check(css, strlen(css), why_begin(&why));

    if (err != (problem == NULL ? LOYD_OK : LOYD_E_SYNTAX))
        fail_msg("%s: %d, %s", css, (int)err, why.text);
    if (problem != NULL && strncmp(why.text, problem, strlen(problem)) != 0)
        fail_msg("%s: %s, not %s", css, why.text, problem);
}

static void
test_styles(void **state)
{
    static const char *const good[] = {
        "",
        ":root { --ground: #fff; --link: rgb(0 0 0 / 50%) }",
        "a::after { content: \" \\2713\"; }",
        "b { background: url(../../logo.png) }",
        "b { background: URL( 'a/b.png?x=1#y' ) }",
        "b { background: image-set(\"a.png\" 1x, \"b.png\" 2x) }",
        "/* url(https://x.example) @import */ b { color: red }",
        "@media (min-width: 4rem) { b { color: red } }",
        "b { content: '(' ; background: url(x.png) }",
        "h1::before { content: 'https://x.example' }",
    };
    static const char *const bad[][2] = {
        {"@import 'x.css';", "line 1, column 1: @import"},
        {"b {}\n  @IMPORT url(x.css);", "line 2, column 3: @import"},
        {"b { background: url(https://x.example/a.png) }",
         "line 1, column 21: an address"},
        {"b { background: url( '//x.example/a.png') }",
         "line 1, column 22: an address"},
        {"b { background: url(data:image/png;base64,AA) }",
         "line 1, column 21: an address"},
        {"b { background: u\\72l(//x) }", "line 1, column 18: '\\'"},
        {"@\\69mport 'x';", "line 1, column 2: '\\'"},
        {"b { background: url('\\68ttps://x.example') }",
         "line 1, column 21: an address"},
        {"b { background: image-set('//x.example/a' 1x) }",
         "line 1, column 27: an address"},
        {"b { background: -webkit-image-set('http://x' 1x) }",
         "line 1, column 35: an address"},
        {"b { background: image-set(url(a), linear-gradient(red, blue), '//x' "
         "1x) }",
         "line 1, column 63: an address"},
        {"/* </style> */", "line 1, column 4: '</'"},
        {"b { content: '</' }", "line 1, column 15: '</'"},
        {"/* without end", "line 1, column 1: a comment"},
        {"b { content: 'x\n' }", "line 1, column 14: a string"},
        {"b { content: 'x", "line 1, column 14: a string"},
        {"b { background: url(", "line 1, column 21: an address"},
        {"b { background: url(a b", "line 1, column"},
        {"b { color: \xff }", "line 1, column 12: no valid UTF-8"},
        {"b\1", "line 1, column 2: no valid UTF-8"},
        {"@namespace x url(a);", "line 1, column 1: @import"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(good); i++)
        assert_style(good[i], NULL);
    for (size_t i = 0; i < COUNT(bad); i++)
        if (strcmp(bad[i][0], "b { background: url(a b") != 0)
            assert_style(bad[i][0], bad[i][1]);
}

static void
test_fragments(void **state)
{
    static const char *const good[][3] = {
        {"", "", ""},
        {"<p>a &amp; b &#228; \xc3\xa4</p>",
         "<p>a &amp; b \xc3\xa4 \xc3\xa4</p>", NULL},
        {"<p class='x' lang=\"de\" dir='rtl' title='a\"b'>a<br/>b</p>",
         "<p class=\"x\" lang=\"de\" dir=\"rtl\" title=\"a&quot;b\">a<br "
         "/>b</p>",
         NULL},
        {"<a href='impressum.html'>x</a>", "<a href=\"impressum.html\">x</a>",
         "<a href=\"\1impressum.html\">x</a>"},
        {"<a href='https://x.example/?a=1&amp;b=2'>x</a>",
         "<a href=\"https://x.example/?a=1&amp;b=2\">x</a>", NULL},
        {"<a href='mailto:a@x.example'>x</a>",
         "<a href=\"mailto:a@x.example\">x</a>", NULL},
        {"<img src='logo.png' alt=''/>", "<img src=\"logo.png\" alt=\"\" />",
         "<img src=\"\1logo.png\" alt=\"\" />"},
        {"<nav><ul>\n <li><p>a</p></li></ul></nav>",
         "<nav><ul>\n <li><p>a</p></li></ul></nav>", NULL},
        {"<div><!-- no --><![CDATA[<b>]]></div>", "<div>&lt;b&gt;</div>",
         NULL},
        {"<span></span>", "<span></span>", NULL},
        {"{{title}}", "{{title}}", NULL},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(good); i++)
        for (int is_marked = 0; is_marked < 2; is_marked++) {
            struct text out = {0}, again = {0};
            const char *wanted =
                is_marked && good[i][2] != NULL ? good[i][2] : good[i][1];

            assert_int_equal(fragment_write(good[i][0], strlen(good[i][0]),
                                            is_marked, &out, &why),
                             LOYD_OK);
            assert_string_equal(out.at != NULL ? out.at : "", wanted);
            /* What is canonical does not change. */
            if (!is_marked && out.len > 0) {
                assert_int_equal(
                    fragment_write(out.at, out.len, false, &again, &why),
                    LOYD_OK);
                assert_string_equal(again.at, out.at);
            }
            text_free(&again);
            text_free(&out);
        }
}

static void
test_fragments_that_are_refused(void **state)
{
    static const char *const bad[][2] = {
        {"<script>alert(1)</script>",
         "line 1, column 1: element not allowed: script"},
        {"a\n <b>x</b>", "line 2, column 2: element not allowed: b"},
        {"<p onclick='x()'>a</p>",
         "line 1, column 1: attribute not allowed here: onclick"},
        {"<p style='x'>a</p>",
         "line 1, column 1: attribute not allowed here: style"},
        {"<p id='x'>a</p>",
         "line 1, column 1: attribute not allowed here: id"},
        {"<p href='x'>a</p>",
         "line 1, column 1: attribute not allowed here: href"},
        {"<a href='javascript:alert(1)'>x</a>",
         "line 1, column 1: expected an address"},
        {"<a href=' javascript:alert(1)'>x</a>",
         "line 1, column 1: expected an address"},
        {"<a href='java&#10;script:x'>x</a>",
         "line 1, column 1: expected an address"},
        {"<a href='data:text/html,x'>x</a>",
         "line 1, column 1: expected an address"},
        {"<a href='//x.example/'>x</a>",
         "line 1, column 1: expected an address"},
        {"<a href='\\\\x.example'>x</a>",
         "line 1, column 1: expected an address"},
        {"<a href='https:x'>x</a>", "line 1, column 1: expected an address"},
        {"<a href=''>x</a>", "line 1, column 1: expected an address"},
        {"<img src='https://x.example/a.png' alt=''/>",
         "line 1, column 1: a picture must"},
        {"<img src='a.png'/>", "line 1, column 1: img needs"},
        {"<img src='a.png' alt=''>x</img>",
         "line 1, column 25: text not allowed in img"},
        {"<p>a", "line 1, column"},
        {"</p>", "line 1, column"},
        {"<p>a</p></x><x>", "line 1, column"},
        {"</x><script/>", "line 1, column"},
        {"<p>a & b</p>", "line 1, column"},
        {"<p>&nbsp;</p>", "line 1, column"},
        {"<p><div>a</div></p>",
         "line 1, column 4: element not allowed here: div"},
        {"<a href='x'><em><a href='y'>a</a></em></a>",
         "line 1, column 17: element not allowed here: a"},
        {"<li>a</li>", "line 1, column 1: element not allowed here: li"},
        {"<ul>a</ul>", "line 1, column 5: text not allowed in ul"},
        {"<?php x ?>", "line 1, column 1: instruction not allowed: php"},
        {"<!DOCTYPE x [<!ENTITY a 'b'>]><p>&a;</p>", "line 1, column"},
        {"<p dir='up'>a</p>", "line 1, column 1: expected ltr"},
        {"<svg:p>a</svg:p>", "line 1, column 1: element not allowed: svg:p"},
        {"<x>a</x>", "line 1, column 1: element not allowed: x"},
        {"<p>\xff</p>", "line 1, column"},
        {"<p>\1</p>", "line 1, column"},
        {"<P>a</P>", "line 1, column 1: element not allowed: P"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(bad); i++) {
        struct text out = {0};
        loyd_err err = fragment_write(bad[i][0], strlen(bad[i][0]), true, &out,
                                      why_begin(&why));

        if (err != LOYD_E_SYNTAX ||
            strncmp(why.text, bad[i][1], strlen(bad[i][1])) != 0)
            fail_msg("%s: %s, not %s", bad[i][0], why.text, bad[i][1]);
        text_free(&out);
    }
}

static void
test_sizes(void **state)
{
    struct text deep = {0}, out = {0};
    char *large = malloc(THEME_CSS_MAX + 1);

    (void)state;
    assert_non_null(large);
    memset(large, ' ', THEME_CSS_MAX + 1);
    assert_int_equal(css_check(large, THEME_CSS_MAX, &why), LOYD_OK);
    assert_int_equal(css_check(large, THEME_CSS_MAX + 1, &why), LOYD_E_RANGE);
    assert_int_equal(
        fragment_write(large, THEME_FRAGMENT_MAX, false, &out, &why), LOYD_OK);
    assert_int_equal(
        fragment_write(large, THEME_FRAGMENT_MAX + 1, false, &out, &why),
        LOYD_E_RANGE);
    for (int i = 0; i < 100; i++)
        text_put(&deep, "<div>");
    assert_int_equal(fragment_write(deep.at, deep.len, false, &out, &why),
                     LOYD_E_SYNTAX);
    text_free(&deep);
    text_free(&out);
    free(large);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_styles),
        cmocka_unit_test(test_fragments),
        cmocka_unit_test(test_fragments_that_are_refused),
        cmocka_unit_test(test_sizes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
