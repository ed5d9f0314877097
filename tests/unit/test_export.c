/* SPDX-License-Identifier: MIT */
/* Tests puzzles as JSON and pictures. */
#include "catalogue.h"
#include "pack/puzzle_fields.h"
#include "rate/lengths.h"

#include <loyd/pack.h>

/* A seed with characters that JSON, CSV, XML or a shell treats specially. */
#define SEED "=\"a\\b\",<c&d>'$(e) \303\251\342\200\250"

/* RULDRD2L, and nothing. */
static uint8_t dirs[] = {LOYD_DIR_RIGHT, LOYD_DIR_UP,    LOYD_DIR_LEFT,
                         LOYD_DIR_DOWN,  LOYD_DIR_RIGHT, LOYD_DIR_DOWN,
                         LOYD_DIR_DOWN,  LOYD_DIR_LEFT};
#define PATH                                                                  \
    {                                                                         \
        .dir = dirs, .n = sizeof(dirs)                                        \
    }

static loyd_entry
entry_of(loyd_status status)
{
    loyd_entry entry;

    memset(&entry, 0, sizeof(entry));
    entry.puzzle.start = board_of("4 1 3/2 0 6/7 5 8");
    entry.puzzle.goal = board_of("1 2 3/4 5 6/7 8 0");
    loyd_puzzle_id(&entry.puzzle, &entry.id);
    strcpy(entry.layout, "rows");
    entry.known[LOYD_STM].status = status;
    entry.recipe = "";
    if (status == LOYD_STATUS_BOUNDED)
        entry.known[LOYD_STM].rating.lower = 4;
    if (status == LOYD_STATUS_PROVEN)
        entry.known[LOYD_STM].rating.lower = 8;
    if (status == LOYD_STATUS_BOUNDED) {
        entry.known[LOYD_STM].rating.lower_search = (loyd_search){100, "ida*"};
        entry.known[LOYD_STM].rating.upper_search =
            (loyd_search){0, "quick \"1\""};
    }
    if (status != LOYD_STATUS_UNRATED) {
        entry.known[LOYD_STM].rating.upper = 8;
        entry.known[LOYD_STM].path = (loyd_moves)PATH;
    }
    return entry;
}

#define BOARDS                                                                \
    "\"size\":\"3x3\",\"layout\":\"rows\","                                   \
    "\"goal\":\"1 2 3/4 5 6/7 8 0\",\"board\":\"4 1 3/2 0 6/7 5 8\","

/* The members of JSON are the fields, in their order. */
static void
expect_fields(const loyd_entry *entry)
{
    char json[4000] = "{", value[1000], whole[4000];
    loyd_field field;

    for (unsigned at = 0; loyd_field_get(at, &field); at++)
        if (loyd_entry_field(entry, at, true, value, sizeof(value)) > 0)
            sprintf(json + strlen(json), "%s\"%s\":%s",
                    json[1] != '\0' ? "," : "", field.name, value);
    strcat(json, "}");
    loyd_entry_json(entry, whole, sizeof(whole));
    assert_string_equal(json, whole);
}

/* A buffer of any size receives the beginning of the text, and the call
 * returns the length. */
static void
expect_text(size_t (*write)(const loyd_entry *, char *, size_t),
            const loyd_entry *entry, const char *expected)
{
    char text[1500];
    size_t len = strlen(expected);

    if (write == loyd_entry_json)
        expect_fields(entry);
    assert_int_equal(write(entry, NULL, 0), len);
    for (size_t size = 1; size <= len + 2; size++) {
        memset(text, '#', sizeof(text));
        assert_int_equal(write(entry, text, size), len);
        assert_int_equal(text[size], '#');
        assert_true(strlen(text) < size);
        /* An escaped character is never cut in half. */
        assert_true(strlen(text) + 12 >= (size - 1 < len ? size - 1 : len));
        assert_memory_equal(text, expected, strlen(text));
    }
    assert_string_equal(text, expected);
}

static const uint64_t sample_counts[] = {0, 0, 0, 0, 0, 0, 0, 25, 100, 75};
static const loyd_distribution sampled = {3,  3,   0, 200,
                                          9, 200, sample_counts, false};

static void
test_json_to_the_byte(void **state)
{
    loyd_entry entry = entry_of(LOYD_STATUS_UNRATED);

    (void)state;
    expect_text(loyd_entry_json, &entry,
                "{\"puzzle_id\":\"wmga367wsr55pvdm\"," BOARDS
                "\"status\":\"unrated\"}");
    entry = entry_of(LOYD_STATUS_BOUNDED);
    expect_text(loyd_entry_json, &entry,
                "{\"puzzle_id\":\"wmga367wsr55pvdm\"," BOARDS
                "\"status\":\"bounded\",\"lower\":4,\"upper\":8,"
                "\"path\":\"RULDRD2L\",\"lower_search\":{\"method\":"
                "\"ida*\",\"nodes\":100},\"upper_search\":{\"method\":"
                "\"quick \\\"1\\\"\",\"nodes\":0}}");
    entry = entry_of(LOYD_STATUS_PROVEN);
    entry.recipe = "3x3/rows~g1~" SEED "~7";
    expect_text(loyd_entry_json, &entry,
                "{\"puzzle_id\":\"wmga367wsr55pvdm\"," BOARDS
                "\"recipe\":\"3x3/rows~g1~=\\\"a\\\\b\\\",<c&d>'$(e) "
                "\303\251\342\200\250~7\",\"status\":\"proven\",\"lower\":8,"
                "\"upper\":8,\"stm\":8,\"path\":\"RULDRD2L\"}");
    /* Of 181439 boards 2+4+8+16+20+39+62 are nearer and 116 as far. */
    entry.recipe = "";
    entry.known[LOYD_STM].distribution = distribution_find(LOYD_STM, 3, 3, 8);
    entry.known[LOYD_STM].band = "easy";
    expect_text(loyd_entry_json, &entry,
                "{\"puzzle_id\":\"wmga367wsr55pvdm\"," BOARDS
                "\"status\":\"proven\",\"lower\":8,\"upper\":8,\"stm\":8,"
                "\"path\":\"RULDRD2L\",\"percentile\":0.115,"
                "\"band\":\"easy\"}");
    entry.known[LOYD_STM].distribution = &sampled;
    expect_text(loyd_entry_json, &entry,
                "{\"puzzle_id\":\"wmga367wsr55pvdm\"," BOARDS
                "\"status\":\"proven\",\"lower\":8,\"upper\":8,\"stm\":8,"
                "\"path\":\"RULDRD2L\",\"percentile\":37.500,"
                "\"band\":\"easy\",\"percentile_sample\":200}");
}

/* What is known in MTM comes last. */
static void
test_mtm_to_the_byte(void **state)
{
    loyd_entry entry = entry_of(LOYD_STATUS_UNRATED);

    (void)state;
    entry.known[LOYD_MTM] = (loyd_known){.status = LOYD_STATUS_PROVEN,
                                         .rating = {.lower = 7, .upper = 7},
                                         .path = PATH,
                                         .distribution = &sampled,
                                         .band = "b-1"};
    expect_text(loyd_entry_json, &entry,
                "{\"puzzle_id\":\"wmga367wsr55pvdm\"," BOARDS
                "\"status\":\"unrated\",\"mtm_status\":\"proven\","
                "\"mtm_lower\":7,\"mtm_upper\":7,\"mtm\":7,"
                "\"mtm_path\":\"RULDRD2L\",\"mtm_percentile\":6.250,"
                "\"mtm_band\":\"b-1\",\"mtm_percentile_sample\":200}");
    entry.known[LOYD_MTM] =
        (loyd_known){.status = LOYD_STATUS_BOUNDED,
                     .rating = {3, 7, {2, "a"}, {3, "b"}, LOYD_MTM},
                     .path = PATH,
                     .band = ""};
    expect_text(loyd_entry_json, &entry,
                "{\"puzzle_id\":\"wmga367wsr55pvdm\"," BOARDS
                "\"status\":\"unrated\",\"mtm_status\":\"bounded\","
                "\"mtm_lower\":3,\"mtm_upper\":7,"
                "\"mtm_path\":\"RULDRD2L\",\"mtm_lower_search\":"
                "{\"method\":\"a\",\"nodes\":2},\"mtm_upper_search\":"
                "{\"method\":\"b\",\"nodes\":3}}");
}

static size_t
count_of(const char *text, const char *word)
{
    size_t n = 0;

    for (; (text = strstr(text, word)) != NULL; text += strlen(word))
        n++;
    return n;
}

/* Checks that tags are closed in order and no text has a stray < or &. */
static void
check_xml(const char *text)
{
    char open[10][20];
    unsigned depth = 0;

    while ((text = strpbrk(text, "<&")) != NULL) {
        char name[20];
        const char *end;

        if (*text == '&') {
            assert_true(strncmp(text, "&lt;", 4) == 0 ||
                        strncmp(text, "&gt;", 4) == 0 ||
                        strncmp(text, "&amp;", 5) == 0 ||
                        strncmp(text, "&#", 2) == 0 ||
                        strncmp(text, "&quot;", 6) == 0 ||
                        strncmp(text, "&apos;", 6) == 0);
            text++;
            continue;
        }
        end = strchr(text, '>');
        assert_non_null(end);
        assert_int_equal(sscanf(text + 1, "%19[/a-z]", name), 1);
        if (name[0] == '/') {
            assert_true(depth > 0);
            assert_string_equal(name + 1, open[--depth]);
        } else if (end[-1] != '/') {
            assert_true(depth < COUNT(open));
            strcpy(open[depth++], name);
        }
        text = end;
    }
    assert_int_equal(depth, 0);
}

static void
test_svg_shows_the_board(void **state)
{
    static const char *const layouts[][3] = {{"4", "4", "snake"},
                                             {"2", "2", "rows"},
                                             {"15", "15", "spiral"},
                                             {"9", "3", "columns,missing=5"}};

    (void)state;
    for (size_t i = 0; i < COUNT(layouts); i++) {
        unsigned width = (unsigned)atoi(layouts[i][0]);
        unsigned height = (unsigned)atoi(layouts[i][1]);
        loyd_board board = goal_of(layouts[i][2], width, height);
        size_t len = loyd_board_svg(&board, NULL, SEED, NULL, 0);
        char *text = malloc(len + 1), word[100];

        assert_non_null(text);
        assert_int_equal(loyd_board_svg(&board, NULL, SEED, text, len + 1),
                         len);
        assert_int_equal(strlen(text), len);
        check_xml(text);
        assert_memory_equal(text, "<svg xmlns=\"http://www.w3.org/2000/svg\" "
                                  "viewBox=\"0 0 ", 53);
        snprintf(word, sizeof(word), "viewBox=\"0 0 %u %u\"",
                 100 * width + 44, 100 * height + 44);
        assert_int_equal(count_of(text, word), 1);
        assert_int_equal(count_of(text, "<text "), width * height - 1);
        for (unsigned c = 0; c < width * height; c++) {
            snprintf(word, sizeof(word), ">%u</text>", board.cell[c]);
            assert_int_equal(count_of(text, word), board.cell[c] != 0);
        }
        assert_int_equal(count_of(text, "<title>=&quot;a\\b&quot;,&lt;c&amp;"
                                        "d&gt;"), 1);
        snprintf(word, sizeof(word), "%u wide and %u high", width, height);
        assert_int_equal(count_of(text, word), 1);
        /* No external resources, so it is displayed without a network. */
        assert_int_equal(count_of(text, "http"), 1);
        assert_int_equal(count_of(text, "href") + count_of(text, "url("), 0);
        free(text);
    }
}

/* Each tile slides when and where the path says: after a second, one slide
 * every 300 ms, for 250 ms, and two seconds more. */
static void
test_svg_plays_a_path(void **state)
{
    loyd_board board = board_of("1 2 3/4 0 5/7 8 6");
    uint8_t way[] = {LOYD_DIR_LEFT, LOYD_DIR_UP, LOYD_DIR_UP};
    loyd_moves path = {.dir = way, .n = 2};
    char text[10000], longer[10000];

    (void)state;
    assert_true(loyd_board_svg(&board, &path, "t", text, sizeof(text)) <
                sizeof(text));
    check_xml(text);
    assert_int_equal(count_of(text, "dur=\"3600ms\""), 8);
    assert_int_equal(count_of(text, ">5</text>\n<animateTransform"), 1);
    assert_int_equal(
        count_of(text, "values=\"0,0;0,0;-100,0;-100,0\" "
                       "keyTimes=\"0;0.27778;0.34722;1\""), 1);
    assert_int_equal(
        count_of(text, "values=\"0,0;0,0;0,-100;0,-100\" "
                       "keyTimes=\"0;0.36111;0.43056;1\""), 1);
    assert_int_equal(count_of(text, "values=\"0,0;0,0\" keyTimes=\"0;1\""),
                     6);

    path.n = 3; /* the third is illegal: nothing is below the blank */
    loyd_board_svg(&board, &path, "t", longer, sizeof(longer));
    assert_int_equal(count_of(longer, "-100,0;-100,0\""), 1);
    assert_int_equal(count_of(longer, "0,-100;0,-100\""), 1);
}

/* Tiles are drawn in their cells, 100 units apart. */
static void
test_svg_puts_tiles_in_their_cells(void **state)
{
    const loyd_board boards[] = {
        board_of("11 7 13 3/8 5 10 0/12 6 2 9/4 14 15 1"),
        goal_of("spiral,blank=1.1", 9, 3), goal_of("snake", 2, 5)};
    char text[10000], *at = text;

    (void)state;
    for (size_t i = 0; i < COUNT(boards); i++, at = text) {
        const loyd_board *board = &boards[i];

        assert_true(loyd_board_svg(board, NULL, "t", text, sizeof(text)) <
                    sizeof(text));
        for (int c = 0; c < board->width * board->height; c++) {
            int x, y, size;
            unsigned label;

            if (board->cell[c] == 0)
                continue;
            at = strstr(at + 1, "<text ");
            assert_non_null(at);
            assert_int_equal(sscanf(at,
                                    "<text x=\"%d\" y=\"%d\" font-size="
                                    "\"%d\">%u</text>",
                                    &x, &y, &size, &label), 4);
            assert_int_equal(label, board->cell[c]);
            assert_int_equal((x - 22) / 100, c % board->width);
            assert_int_equal((y - 22) / 100, c / board->width);
        }
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_json_to_the_byte),
        cmocka_unit_test(test_mtm_to_the_byte),
        cmocka_unit_test(test_svg_shows_the_board),
        cmocka_unit_test(test_svg_puts_tiles_in_their_cells),
        cmocka_unit_test(test_svg_plays_a_path),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
