/* SPDX-License-Identifier: MIT */
/* Tests error texts, escapes, numbers, UTF-8 and suggestions. */
#include "core.h"

#include "base/nearest.h"
#include "base/number.h"
#include "base/text.h"
#include "base/utf8.h"
#include "base/why.h"

static void
test_every_error_has_a_text(void **state)
{
    (void)state;
    for (int i = 0; i < LOYD_E_COUNT_; i++) {
        const char *text = loyd_strerror((loyd_err)i);
        assert_non_null(text);
        assert_true(strlen(text) > 0);
        assert_string_not_equal(text, "unknown error");
        for (int j = 0; j < i; j++)
            assert_string_not_equal(text, loyd_strerror((loyd_err)j));
    }
    assert_string_equal(loyd_strerror(LOYD_E_COUNT_), "unknown error");
    assert_string_equal(loyd_strerror((loyd_err)-1), "unknown error");
    assert_string_equal(loyd_version(), LOYD_VERSION);
}

#define LOST "\xEF\xBF\xBD"

static const struct {
    enum text_escape kind;
    const char *in;
    size_t len;
    const char *out;
} escapes[] = {
    {TEXT_TERMINAL, BYTES("na\xC3\xAFve \\ \"'"), "na\xC3\xAFve \\ \"'"},
    {TEXT_TERMINAL, BYTES("\x1b[31m\n\0\x7f"),
     "\\x1b[31m\\x0a\\x00"
     "\\x7f"},
    {TEXT_TERMINAL,
     BYTES("\xC2\x9b"
           "2J"),
     "\\xc2\\x9b2J"},
    {TEXT_TERMINAL, BYTES("\xff\xC3"), "\\xff\\xc3"},
    {TEXT_JSON, BYTES("\"\\/\b\f\n\r\t"), "\\\"\\\\/\\b\\f\\n\\r\\t"},
    {TEXT_JSON, BYTES("\0\x1f\x7f\xC2\x80"), "\\u0000\\u001f\\u007f\\u0080"},
    {TEXT_JSON, BYTES("\xF0\x9F\x98\x80\xff"), "\xF0\x9F\x98\x80" LOST},
    {TEXT_XML, BYTES("<a b='c' d=\"e\">&"),
     "&lt;a b=&#39;c&#39; d=&quot;e&quot;&gt;&amp;"},
    {TEXT_XML, BYTES("\t\n\r"), "&#9;&#10;&#13;"},
    {TEXT_XML, BYTES("\0\x0c\x7f\xC2\x85\xEF\xBF\xBF\x80"),
     LOST LOST LOST LOST LOST LOST},
    {TEXT_CSV, BYTES("plain"), "plain"},
    {TEXT_CSV, BYTES(""), ""},
    {TEXT_CSV, BYTES("a,b"), "\"a,b\""},
    {TEXT_CSV, BYTES("say \"hi\""), "\"say \"\"hi\"\"\""},
    {TEXT_CSV, BYTES("a\nb"), "\"a\nb\""},
    {TEXT_CSV, BYTES("=1+1"), "'=1+1"},
    {TEXT_CSV, BYTES("+1"), "'+1"},
    {TEXT_CSV, BYTES("-1"), "'-1"},
    {TEXT_CSV, BYTES("@A1,2"), "\"'@A1,2\""},
    {TEXT_CSV, BYTES("\t=1"), "'\t=1"},
    {TEXT_CSV, BYTES("1=1"), "1=1"},
    {TEXT_CSV, BYTES("-"), "'-"},
    {TEXT_CSV, BYTES("a\0b\xC2\x80\xfe"), "a" LOST "b" LOST LOST},
};

static size_t
escape(enum text_escape kind, const char *in, size_t len, char *out,
       size_t size)
{
    struct text to = text_in(out, size);

    text_escaped(&to, kind, in, len);
    return to.len;
}

static void
test_escapes(void **state)
{
    char out[256];

    (void)state;
    for (size_t i = 0; i < COUNT(escapes); i++) {
        size_t len = escape(escapes[i].kind, escapes[i].in, escapes[i].len,
                            out, sizeof(out));
        assert_int_equal(len, strlen(escapes[i].out));
        assert_string_equal(out, escapes[i].out);
    }
}

/* A truncated result is a prefix of the whole; no character is split. */
static void
test_escapes_are_truncated_between_characters(void **state)
{
    static const char in[] = "\xC3\xA4\x1b\"\xF0\x9F\x98\x80<,\xff";
    char whole[128], out[128];

    (void)state;
    for (int kind = 0; kind < TEXT_ESCAPES; kind++) {
        size_t len = escape((enum text_escape)kind, in, sizeof(in) - 1, whole,
                            sizeof(whole));
        for (size_t size = 0; size <= len + 1; size++) {
            memset(out, '#', sizeof(out));
            assert_int_equal(
                escape((enum text_escape)kind, in, sizeof(in) - 1, out, size),
                len);
            for (size_t i = size; i < sizeof(out); i++)
                assert_int_equal(out[i], '#');
            if (size == 0)
                continue;
            assert_true(strlen(out) < size);
            assert_memory_equal(out, whole, strlen(out));
            assert_int_equal(utf8_check(out, strlen(out), NULL), LOYD_OK);
        }
        assert_string_equal(out, whole);
    }
}

/* All code points, encoded by the test itself. */
static size_t
encode(uint32_t code, char *out)
{
    if (code < 0x80) {
        out[0] = (char)code;
        return 1;
    }
    size_t more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    static const uint8_t lead[] = {0, 0xC0, 0xE0, 0xF0};
    out[0] = (char)(lead[more] | code >> 6 * more);
    for (size_t i = 1; i <= more; i++)
        out[i] = (char)(0x80 | (code >> 6 * (more - i) & 0x3F));
    return more + 1;
}

static void
test_utf8_is_decoded_strictly(void **state)
{
    static const struct {
        const char *text;
        size_t len;
    } bad[] = {
        {BYTES("\x80")},
        {BYTES("\xC0\x80")},
        {BYTES("\xC1\xBF")},
        {BYTES("\xE0\x9F\xBF")},
        {BYTES("\xED\xA0\x80")},
        {BYTES("\xED\xBF\xBF")},
        {BYTES("\xF0\x8F\xBF\xBF")},
        {BYTES("\xF4\x90\x80\x80")},
        {BYTES("\xF8\x88\x80\x80\x80")},
        {BYTES("\xE2\x82")},
        {BYTES("\xF0\x9F\x98")},
        {BYTES("\xC3\x28")},
        {BYTES("\xFE")},
        {BYTES("\xFF")},
    };
    char text[4];
    uint32_t code;

    (void)state;
    for (uint32_t want = 0; want < 0x110000; want++) {
        size_t len = encode(want, text);
        bool is_surrogate = want >= 0xD800 && want < 0xE000;
        bool is_control = want < 0x20 || (want > 0x7E && want < 0xA0);
        assert_int_equal(utf8_read(text, len, &code), is_surrogate ? 0 : len);
        if (!is_surrogate)
            assert_int_equal(code, want);
        assert_int_equal(utf8_check(text, len, NULL),
                         is_surrogate || is_control ? LOYD_E_ENCODING
                                                    : LOYD_OK);
    }
    for (size_t i = 0; i < COUNT(bad); i++)
        assert_int_equal(utf8_read(bad[i].text, bad[i].len, &code), 0);
}

static void
test_truths(void **state)
{
    static const char *const words[3][8] = {
        {"0"},
        {"1"},
        {"", "2", "01", "0.0", "1.0", "true", "False", "-1"}};

    (void)state;
    for (unsigned i = 0; i < 3; i++)
        for (unsigned k = 0; k < 8 && words[i][k] != NULL; k++) {
            const char *word = words[i][k];
            bool truth = i == 0;

            assert_int_equal(truth_parse(word, strlen(word), &truth), i < 2);
            assert_int_equal(truth, i == 1);
        }
}

static void
test_quotes_are_truncated_between_characters(void **state)
{
    char text[300], quote[WHY_QUOTE_BYTES];

    (void)state;
    assert_string_equal(why_quote(BYTES("a\x1b"), quote), "a\\x1b");
    for (size_t len = 0; len <= sizeof(text); len++) {
        for (size_t i = 0; i < len; i++)
            text[i] = "\xC3\xA4"[i % 2];
        why_quote(text, len, quote);
        assert_true(strlen(quote) < WHY_QUOTE_BYTES);
        assert_int_equal(utf8_check(quote, strlen(quote), NULL), LOYD_OK);
        assert_int_equal(strstr(quote, "...") != NULL,
                         len + (len % 2) * 3 >= WHY_QUOTE_BYTES);
    }
}

/* Computes the edit distance by its definition, without a table; two letters
   that were swapped are not edited further. */
static unsigned
edits(const char *a, const char *b)
{
    if (*a == '\0' || *b == '\0')
        return (unsigned)(strlen(a) + strlen(b));
    unsigned best = edits(a + 1, b + 1) + (*a != *b);
    unsigned less = edits(a + 1, b) + 1, more = edits(a, b + 1) + 1;
    best = less < best ? less : best;
    best = more < best ? more : best;
    if (a[0] == b[1] && a[1] == b[0] && a[1] != '\0') {
        unsigned swapped = edits(a + 2, b + 2) + 1;
        best = swapped < best ? swapped : best;
    }
    return best;
}

static void
random_name(uint64_t *seed, char *name)
{
    unsigned len = (unsigned)(random_word(seed) % 6);

    for (unsigned i = 0; i < len; i++)
        name[i] = "abc"[random_word(seed) % 3];
    name[len] = '\0';
}

static void
test_nearest_name_by_definition(void **state)
{
    uint64_t seed = 4;

    (void)state;
    for (int k = 0; k < 5000; k++) {
        char text[8], a[8], b[8];
        const char *const names[] = {a, b};
        random_name(&seed, text);
        random_name(&seed, a);
        random_name(&seed, b);
        assert_ptr_equal(nearest_name(text, strlen(text), names, 2),
                         edits(text, b) < edits(text, a) ? b : a);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_error_has_a_text),
        cmocka_unit_test(test_escapes),
        cmocka_unit_test(test_escapes_are_truncated_between_characters),
        cmocka_unit_test(test_utf8_is_decoded_strictly),
        cmocka_unit_test(test_truths),
        cmocka_unit_test(test_quotes_are_truncated_between_characters),
        cmocka_unit_test(test_nearest_name_by_definition),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
