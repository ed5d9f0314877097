/* SPDX-License-Identifier: MIT */
/* Tests base: text, slices, why, bytes, lines, arrays, JSON. */
#include "core.h"

#include <errno.h>

#include "base/array.h"
#include "base/bytes.h"
#include "base/jw.h"
#include "base/lines.h"
#include "base/number.h"
#include "base/slice.h"
#include "base/text.h"
#include "base/why.h"

static void
put_all(struct text *text)
{
    static const uint8_t bytes[] = {0x00, 0xAB, 0xFF};

    text_put(text, "a");
    text_char(text, ' ');
    text_format(text, "%u%s ", 7u, "b");
    text_number(text, 0);
    text_char(text, ' ');
    text_number(text, UINT64_MAX);
    text_char(text, ' ');
    text_hex(text, bytes, sizeof(bytes));
    text_json(text, "\"\x01");
    text_xml(text, "<'>");
}

static const char whole_text[] = "a 7b 0 18446744073709551615 00abff"
                                 "\"\\\"\\u0001\"&lt;&#39;&gt;";

static void
test_text_grows(void **state)
{
    struct text text = {0};

    (void)state;
    put_all(&text);
    assert_string_equal(text.at, whole_text);
    assert_int_equal(text.len, sizeof(whole_text) - 1);
    text_clear(&text);
    assert_string_equal(text.at, "");
    for (unsigned i = 0; i < 100000; i++)
        text_put(&text, "0123456789");
    assert_int_equal(text.len, 1000000);
    assert_int_equal(strlen(text.at), 1000000);
    assert_false(text.is_lost);
    text_free(&text);
    assert_null(text.at);
}

/* A buffer keeps as much as fits and does not split escaped characters. */
static void
test_text_in_a_buffer(void **state)
{
    char buffer[sizeof(whole_text) + 8];

    (void)state;
    for (size_t size = 0; size <= sizeof(whole_text); size++) {
        struct text text;

        memset(buffer, '#', sizeof(buffer));
        text = text_in(size > 0 ? buffer : NULL, size);
        put_all(&text);
        assert_int_equal(text.len, sizeof(whole_text) - 1);
        assert_int_equal(buffer[size], '#');
        if (size == 0)
            continue;
        assert_true(strlen(buffer) < size);
        assert_memory_equal(buffer, whole_text, strlen(buffer));
        assert_true(strlen(buffer) + 6 >= size);
    }
    assert_string_equal(buffer, whole_text);
}

static void
assert_text(struct text *text, const char *expected)
{
    assert_string_equal(text->at, expected);
    text_clear(text);
}

static void
test_text_of_numbers(void **state)
{
    struct text text = {0};

    (void)state;
    text_grouped(&text, 999);
    assert_text(&text, "999");
    text_grouped(&text, 1000);
    assert_text(&text, "1,000");
    text_grouped(&text, UINT64_MAX);
    assert_text(&text, "18,446,744,073,709,551,615");
    text_decimal(&text, 0.0625, 3);
    assert_text(&text, "0.063");
    text_decimal(&text, -1.5, 0);
    assert_text(&text, "-2");
    text_decimal(&text, -0.0001, 2);
    assert_text(&text, "0.00");
    text_decimal(&text, 12.000001, 6);
    assert_text(&text, "12.000001");
    text_thousandths(&text, 12045);
    assert_text(&text, "12.045");
    text_thousandths(&text, 7);
    assert_text(&text, "0.007");
    text_millionths(&text, 12000050);
    assert_text(&text, "12.00005");
    text_millionths(&text, -1500000);
    assert_text(&text, "-1.5");
    text_millionths(&text, -1);
    assert_text(&text, "-0.000001");
    text_millionths(&text, 0);
    assert_text(&text, "0");
    text_millionths(&text, INT64_MIN);
    assert_text(&text, "-9223372036854.775808");
    text_places(&text, "50.0", 3);
    assert_text(&text, "50.000");
    text_places(&text, "8.98", 3);
    assert_text(&text, "8.980");
    text_places(&text, "0.0005", 3);
    assert_text(&text, "0.0005");
    text_places(&text, "15.0", 0);
    assert_text(&text, "15");
    text_places(&text, "15.25", 0);
    assert_text(&text, "15.25");
    text_free(&text);
}

static void
assert_slice(struct slice slice, const char *expected)
{
    assert_int_equal(slice.len, strlen(expected));
    assert_true(slice_is(slice, expected));
}

static void
test_slices_are_cut(void **state)
{
    struct slice rest = slice_of("a=b=c"), head;

    (void)state;
    assert_true(slice_cut(&rest, '=', &head));
    assert_slice(head, "a");
    assert_slice(rest, "b=c");
    assert_false(slice_cut(&rest, '/', &head));
    assert_slice(head, "b=c");
    assert_slice(rest, "");
    assert_false(slice_cut(&rest, '/', &head));
    assert_slice(head, "");

    rest = slice_of("a~b~");
    assert_true(slice_cut_last(&rest, '~', &head));
    assert_slice(head, "a~b");
    assert_slice(rest, "");
    rest = slice_of("~a");
    assert_true(slice_cut_last(&rest, '~', &head));
    assert_slice(head, "");
    assert_slice(rest, "a");
    assert_false(slice_cut_last(&rest, '~', &head));
    assert_slice(head, "a");

    rest = slice_of("12,3");
    assert_slice(slice_until(&rest, ";,"), "12");
    assert_slice(rest, ",3");
    assert_slice(slice_until(&rest, "x"), ",3");
    assert_slice(rest, "");

    rest = slice_of("goal=1");
    assert_false(slice_skip(&rest, "goals"));
    assert_false(slice_skip(&rest, "goal=123"));
    assert_true(slice_skip(&rest, "goal="));
    assert_slice(rest, "1");
    assert_true(slice_equals((struct slice){NULL, 0}, slice_of("")));
    assert_false(slice_equals(slice_of("ab"), slice_of("ac")));
}

static void
test_slices_of_lines(void **state)
{
    struct slice rest = slice_of("a\r\n\nb"), line;

    (void)state;
    assert_true(slice_line(&rest, &line));
    assert_slice(line, "a");
    assert_true(slice_line(&rest, &line));
    assert_slice(line, "");
    assert_true(slice_line(&rest, &line));
    assert_slice(line, "b");
    assert_false(slice_line(&rest, &line));
}

static void
test_slices_of_digits(void **state)
{
    uint64_t number = 7;

    (void)state;
    assert_int_equal(slice_number(slice_of(""), &number), NUMBER_NONE);
    assert_int_equal(slice_number(slice_of("-1"), &number), NUMBER_NONE);
    assert_int_equal(slice_number(slice_of("01"), &number), NUMBER_ZEROS);
    assert_int_equal(slice_number(slice_of("18446744073709551616"), &number),
                     NUMBER_LARGE);
    assert_int_equal(number, 7);
    assert_int_equal(slice_number(slice_of("18446744073709551615"), &number),
                     NUMBER_GOOD);
    assert_true(number == UINT64_MAX);
}

static loyd_err
public_function(loyd_why *why, bool is_worded)
{
    WHY_GIVEN(why);
    if (is_worded)
        why_set(why, LOYD_E_RANGE, "too large");
    return why_prefix(why, LOYD_E_RANGE, "row %u: ", 7u);
}

static void
test_why_is_prefixed(void **state)
{
    loyd_why why;

    (void)state;
    memset(&why, 'x', sizeof(why));
    assert_int_equal(public_function(&why, true), LOYD_E_RANGE);
    assert_string_equal(why.text, "row 7: too large");
    assert_int_equal(public_function(&why, false), LOYD_E_RANGE);
    assert_string_equal(why.text, "row 7: number out of range");
    assert_int_equal(public_function(NULL, true), LOYD_E_RANGE);
    for (unsigned i = 0; i < 100; i++)
        why_prefix(&why, LOYD_E_RANGE, "prefix: ");
    assert_int_equal(strlen(why.text), LOYD_WHY_BYTES - 1);
}

static void
test_why_of_errno(void **state)
{
    loyd_why why;

    (void)state;
    errno = ENOSPC;
    assert_int_equal(why_errno(&why, "row %u", 7u), LOYD_E_FULL);
    assert_string_equal(why.text, "row 7: No space left on device");
    assert_int_equal(errno, ENOSPC);
    errno = EISDIR;
    assert_int_equal(why_errno(&why, "row"), LOYD_E_IO);
    errno = ENOMEM;
    assert_int_equal(why_errno(&why, "row"), LOYD_E_NOMEM);
    assert_string_equal(why.text, "row: out of memory");
}

static void
test_arrays_grow(void **state)
{
    uint32_t *at = NULL;
    size_t room = 0, growths = 0;

    (void)state;
    for (uint32_t n = 0; n < 100000; n++) {
        size_t before = room;

        assert_true(ARRAY_ROOM(at, room, n + 1));
        assert_true(room > n);
        growths += room != before;
        at[n] = n;
    }
    assert_true(growths < 30);
    for (uint32_t n = 0; n < 100000; n++)
        assert_int_equal(at[n], n);
    assert_false(ARRAY_ROOM(at, room, SIZE_MAX / 2));
    assert_true(ARRAY_ROOM(at, room, 1000000));
    assert_int_equal(room, 1000000);
    free(at);
}

static void
put_members(struct jw *jw)
{
    static const uint8_t hash[] = {0x01, 0xEF};

    jw_string(jw, "a", "x\"y");
    jw_uint(jw, "b", UINT64_MAX);
    jw_boolean(jw, "c", false);
    jw_hex(jw, "d", hash, sizeof(hash));
    jw_format(jw, "e", "%ux%u", 3u, 4u);
    jw_raw(jw, "f", "0.500");
}

static void
test_json_in_a_line(void **state)
{
    static const char members[] =
        "\"a\":\"x\\\"y\",\"b\":18446744073709551615,\"c\":0,"
        "\"d\":\"01ef\",\"e\":\"3x4\",\"f\":0.500";
    struct text text = {0}, inner = {0};
    struct jw jw = {.to = &inner};

    (void)state;
    jw_object(&jw, NULL, JW_TIGHT);
    put_members(&jw);
    jw_close(&jw);
    text_format(&text, "{%s}", members);
    assert_string_equal(inner.at, text.at);
    text_free(&text);
    text_free(&inner);
}

static void
test_json_in_lines(void **state)
{
    struct text text = {0};
    struct jw jw = {.to = &text};

    (void)state;
    jw_object(&jw, NULL, JW_LINES);
    jw_string(&jw, "name", "p");
    jw_array(&jw, "generators", JW_SPACED);
    jw_string(&jw, NULL, "g1");
    jw_string(&jw, NULL, "g2");
    jw_close(&jw);
    jw_object(&jw, "counts", JW_LINES);
    jw_object(&jw, "size", JW_SPACED);
    jw_uint(&jw, "3x3", 5);
    jw_uint(&jw, "4x4", 6);
    jw_close(&jw);
    jw_object(&jw, "band", JW_SPACED);
    jw_close(&jw);
    jw_close(&jw);
    jw_array(&jw, "files", JW_LINES);
    jw_object(&jw, NULL, JW_TIGHT);
    jw_uint(&jw, "n", 1);
    jw_close(&jw);
    jw_object(&jw, NULL, JW_LINES);
    jw_uint(&jw, "n", 2);
    jw_close(&jw);
    jw_close(&jw);
    jw_array(&jw, "none", JW_LINES);
    jw_close(&jw);
    jw_close(&jw);
    assert_text(&text, "{\n"
                       "  \"name\": \"p\",\n"
                       "  \"generators\": [\"g1\", \"g2\"],\n"
                       "  \"counts\": {\n"
                       "    \"size\": {\"3x3\": 5, \"4x4\": 6},\n"
                       "    \"band\": {}\n"
                       "  },\n"
                       "  \"files\": [\n"
                       "    {\"n\":1},\n"
                       "    {\n"
                       "      \"n\": 2\n"
                       "    }\n"
                       "  ],\n"
                       "  \"none\": [\n"
                       "  ]\n"
                       "}");

    jw_object(&jw, NULL, JW_TIGHT);
    jw_array(&jw, "rows", JW_ROWS);
    for (unsigned i = 0; i < 2; i++) {
        jw_array(&jw, NULL, JW_TIGHT);
        jw_uint(&jw, NULL, i);
        jw_close(&jw);
    }
    jw_close(&jw);
    jw_array(&jw, "none", JW_ROWS);
    jw_close(&jw);
    jw_close(&jw);
    assert_text(&text, "{\"rows\":[\n[0],\n[1]\n],\"none\":[\n]}");
    text_free(&text);
}

static void
test_bytes(void **state)
{
    uint8_t bytes[8] = {0};
    char text[BYTES_HEX(8)];

    (void)state;
    assert_ptr_equal(bytes_put_little(bytes, 0x123456, 3), bytes + 3);
    assert_true(bytes_little(bytes, 3) == 0x123456);
    bytes_put_little(bytes, UINT64_MAX - 1, 8);
    assert_true(bytes_little(bytes, 8) == UINT64_MAX - 1);
    assert_string_equal(bytes_hex(bytes, 8, text), "feffffffffffffff");
    assert_true(bytes_unhex("0123456789abcdef", 16, bytes, 8));
    assert_true(bytes_little(bytes, 8) == UINT64_C(0xefcdab8967452301));
    assert_false(bytes_unhex("0123456789abcde", 15, bytes, 8));
    assert_false(bytes_unhex("0123456789ABCDEF", 16, bytes, 8));
    assert_false(bytes_unhex("0123456789abcde\0", 16, bytes, 8));
}

/* Reads the line at bytes[*at], byte by byte. Returns false at the end. */
static bool
line_by_hand(const char *bytes, size_t n, size_t *at, size_t most,
             struct line *line, bool *has_end)
{
    size_t end = *at;

    if (end == n)
        return false;
    while (end < n && bytes[end] != '\n')
        end++;
    line->text = bytes + *at;
    line->len = end - *at;
    *has_end = end < n;
    line->number++;
    line->is_too_long = line->len > most;
    if (line->is_too_long)
        line->len = 0;
    else if (line->len > 0 && line->text[line->len - 1] == '\r')
        line->len--;
    *at = end + *has_end;
    return true;
}

/* Checks that pieces of random sizes give the same lines. */
static void
assert_lines(const char *bytes, size_t n, size_t most, uint64_t *random)
{
    struct lines lines = {.most = most};
    struct line line, expected = {0};
    size_t put = 0, at = 0;
    bool has_end;

    for (;;) {
        bool is_ready = lines_are_ready(&lines);

        if (lines_next(&lines, put == n, &line)) {
            assert_true(
                line_by_hand(bytes, n, &at, most, &expected, &has_end));
            assert_int_equal(line.len, expected.len);
            assert_memory_equal(line.text, expected.text, line.len);
            assert_int_equal(line.number, expected.number);
            assert_int_equal(line.is_too_long, expected.is_too_long);
            assert_int_equal(is_ready, has_end);
        } else if (put == n) {
            break;
        } else {
            size_t room = 0, piece;
            char *to = lines_room(&lines, &room);

            assert_non_null(to);
            assert_true(room > 0);
            piece = 1 + random_word(random) % room;
            if (piece > n - put)
                piece = n - put;
            memcpy(to, bytes + put, piece);
            lines_add(&lines, piece);
            put += piece;
        }
    }
    assert_false(line_by_hand(bytes, n, &at, most, &expected, &has_end));
    lines_free(&lines);
}

static void
test_lines_come_in_pieces(void **state)
{
    static const char letters[] = "ab\r\n\0";
    uint64_t random = 12;
    char bytes[64];

    (void)state;
    for (unsigned round = 0; round < 50000; round++) {
        size_t n = random_word(&random) % (sizeof(bytes) + 1);
        unsigned few = 2 + (unsigned)(random_word(&random) % 5);

        for (size_t i = 0; i < n; i++)
            bytes[i] =
                letters[random_word(&random) % few % (sizeof(letters) - 1)];
        for (size_t i = 0; i < n; i++) /* more line ends */
            if (random_word(&random) % 8 == 0)
                bytes[i] = '\n';
        assert_lines(bytes, n, 1 + random_word(&random) % 9, &random);
    }
}

static void
test_lines_skip_waiting_bytes(void **state)
{
    struct lines lines = {.most = 8};
    struct line line;
    size_t n = 0;

    (void)state;
    assert_int_equal(lines_waiting(&lines).len, 0);
    memcpy(lines_room(&lines, &n), "##a\nb", 5);
    assert_int_equal(n, 16);
    lines_add(&lines, 5);
    assert_true(slice_is(lines_waiting(&lines), "##a\nb"));
    lines_skip(&lines, 2);
    assert_true(lines_next(&lines, false, &line));
    assert_int_equal(line.len, 1);
    assert_int_equal(line.text[0], 'a');
    assert_true(slice_is(lines_waiting(&lines), "b"));
    assert_false(lines_next(&lines, false, &line));
    assert_false(lines_are_ready(&lines));
    assert_true(lines_next(&lines, true, &line));
    lines_free(&lines);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_text_grows),
        cmocka_unit_test(test_text_in_a_buffer),
        cmocka_unit_test(test_text_of_numbers),
        cmocka_unit_test(test_slices_are_cut),
        cmocka_unit_test(test_slices_of_lines),
        cmocka_unit_test(test_slices_of_digits),
        cmocka_unit_test(test_why_is_prefixed),
        cmocka_unit_test(test_why_of_errno),
        cmocka_unit_test(test_bytes),
        cmocka_unit_test(test_lines_come_in_pieces),
        cmocka_unit_test(test_lines_skip_waiting_bytes),
        cmocka_unit_test(test_arrays_grow),
        cmocka_unit_test(test_json_in_a_line),
        cmocka_unit_test(test_json_in_lines),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
