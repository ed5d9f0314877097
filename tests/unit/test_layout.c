/* SPDX-License-Identifier: MIT */
/* Tests layouts: goals, paths and names. */
#include "core.h"
#include "core/board.h"

#include "core/layout.h"
#include "core/path.h"
#include "generate/recipe.h"

static loyd_err
parse(const char *text, uint8_t width, uint8_t height, loyd_layout *layout,
      loyd_why *why)
{
    return loyd_layout_parse(text, strlen(text), width, height, layout, why);
}

static const struct {
    const char *in;
    loyd_err err;
    const char *why;
} bad[] = {
    {"", LOYD_E_SYNTAX,
     "unknown layout '': expected rows, columns, snake, spiral, random, "
     "path=ROW.COL:MOVES or goal=BOARD"},
    {"zigzag", LOYD_E_SYNTAX,
     "unknown layout 'zigzag': expected rows, columns, snake, spiral, random, "
     "path=ROW.COL:MOVES or goal=BOARD"},
    {"snale", LOYD_E_SYNTAX, "unknown layout 'snale': try 'snake'"},
    {"Rows", LOYD_E_SYNTAX, "unknown layout 'Rows': try 'rows'"},
    {"spiral ", LOYD_E_SYNTAX, "unknown layout 'spiral ': try 'spiral'"},
    {"colums,blank=first", LOYD_E_SYNTAX,
     "unknown layout 'colums': try 'columns'"},
    {"missing=3", LOYD_E_SYNTAX,
     "layout 'missing=3' has no path: try 'rows,missing=3'"},
    {"blank=first,missing=3", LOYD_E_SYNTAX,
     "layout 'blank=first' has no path: try 'rows,blank=first'"},
    {"\x1b", LOYD_E_SYNTAX,
     "unknown layout '\\x1b': expected rows, columns, snake, spiral, random, "
     "path=ROW.COL:MOVES or goal=BOARD"},
    {"rows,", LOYD_E_SYNTAX, "unknown layout option '': try 'blank='"},
    {"rows,,blank=first", LOYD_E_SYNTAX,
     "unknown layout option '': try 'blank='"},
    {"rows,blank=first,", LOYD_E_SYNTAX,
     "unknown layout option '': try 'blank='"},
    {"rows,mising=2", LOYD_E_SYNTAX,
     "unknown layout option 'mising': try 'missing='"},
    {"rows,missing", LOYD_E_SYNTAX, "missing: invalid number ''"},
    {"rows,missing=", LOYD_E_SYNTAX, "missing: invalid number ''"},
    {"rows,missing=02", LOYD_E_SYNTAX,
     "missing: number '02' has leading zeros"},
    {"rows,missing=0", LOYD_E_RANGE,
     "missing: 0 is out of range: expected 1..16"},
    {"rows,missing=17", LOYD_E_RANGE,
     "missing: 17 is out of range: expected 1..16"},
    {"rows,missing=rando", LOYD_E_SYNTAX, "missing: invalid number 'rando'"},
    {"path", LOYD_E_SYNTAX,
     "layout 'path' needs cells: expected path=ROW.COL:MOVES"},
    {"path,missing=3", LOYD_E_SYNTAX,
     "layout 'path' needs cells: expected path=ROW.COL:MOVES"},
    {"path=", LOYD_E_SYNTAX, "invalid path '': expected ROW.COL:MOVES"},
    {"path=0:R3", LOYD_E_SYNTAX,
     "invalid path '0:R3': expected ROW.COL:MOVES"},
    {"path=0.0", LOYD_E_SYNTAX, "invalid path '0.0': expected ROW.COL:MOVES"},
    {"path=4.0:R3", LOYD_E_RANGE,
     "row of the path's first cell: 4 is out of range: expected 0..3"},
    {"path=0.4:D3", LOYD_E_RANGE,
     "column of the path's first cell: 4 is out of range: expected 0..3"},
    {"path=0.0.0:D3", LOYD_E_SYNTAX,
     "column of the path's first cell: invalid number '0.0'"},
    {"path=0.0:R3X", LOYD_E_SYNTAX,
     "path: invalid move 'X' at byte 3: expected U, R, D or L"},
    {"path=0.0:R3D1", LOYD_E_RANGE,
     "path: count 1 is out of range: expected 2..999"},
    {"path=0.0:", LOYD_E_RANGE,
     "path: it ends after 1 of the 16 cells of 4x4"},
    {"path=0.0:R3DL3DR3DL2", LOYD_E_RANGE,
     "path: it ends after 15 of the 16 cells of 4x4"},
    {"path=0.0:R3DL3DR3DL3U", LOYD_E_RANGE,
     "path: step 16 returns to cell 2.0"},
    {"path=0.0:R3DL3DR3DL3D", LOYD_E_RANGE,
     "path: step 16 leaves the board from cell 3.0"},
    {"path=0.0:R4", LOYD_E_RANGE,
     "path: step 4 leaves the board from cell 0.3"},
    {"path=2.1:U3", LOYD_E_RANGE,
     "path: step 3 leaves the board from cell 0.1"},
    {"path=2.1:L2", LOYD_E_RANGE,
     "path: step 2 leaves the board from cell 2.0"},
    {"path=1.1:RDLU", LOYD_E_RANGE, "path: step 4 returns to cell 1.1"},
    {"path=1.1:RL", LOYD_E_RANGE, "path: step 2 returns to cell 1.1"},
    {"rows,missing=2,missing=2", LOYD_E_SYNTAX, "missing= appears twice"},
    {"rows,blank=first,blank=last", LOYD_E_SYNTAX, "blank= appears twice"},
    {"rows,blank=first,missing=2", LOYD_E_SYNTAX,
     "missing= must come before blank="},
    {"rows,blank", LOYD_E_SYNTAX,
     "invalid blank '': expected first, last or ROW.COL"},
    {"rows,blank=5", LOYD_E_SYNTAX,
     "invalid blank '5': expected first, last or ROW.COL"},
    {"rows,blank=middle", LOYD_E_SYNTAX,
     "invalid blank 'middle': expected first, last or ROW.COL"},
    {"rows,blank=4.0", LOYD_E_RANGE,
     "row of the blank: 4 is out of range: expected 0..3"},
    {"rows,blank=0.4", LOYD_E_RANGE,
     "column of the blank: 4 is out of range: expected 0..3"},
    {"rows,blank=0.00", LOYD_E_SYNTAX,
     "column of the blank: number '00' has leading zeros"},
    {"rows,blank=0.", LOYD_E_SYNTAX, "column of the blank: invalid number ''"},
    {"rows,blank=0.1.2", LOYD_E_SYNTAX,
     "column of the blank: invalid number '1.2'"},
    {"goal", LOYD_E_SYNTAX,
     "layout 'goal' needs a board: expected goal=BOARD"},
    {"goal,blank=first", LOYD_E_SYNTAX,
     "layout 'goal' needs a board: expected goal=BOARD"},
    {"goal=", LOYD_E_SYNTAX, "empty board"},
    {"goal=1 2 3/4 5 6/7 8 0", LOYD_E_SHAPE, "board is 3x3: expected 4x4"},
    {"goal=1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0,blank=first", LOYD_E_SYNTAX,
     "invalid label 'blank=first' in row 4, column 5"},
    {"goal=1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 15", LOYD_E_LABEL,
     "tile 15 appears twice"},
};

static void
test_invalid_layouts_are_rejected(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(bad); i++) {
        loyd_why why = {{0}};
        loyd_layout layout, before;
        memset(&layout, 0xA5, sizeof(layout));
        before = layout;
        loyd_err err = parse(bad[i].in, 4, 4, &layout, &why);
        assert_why(bad[i].in, err, &why, bad[i].err, bad[i].why);
        assert_memory_equal(&layout, &before, sizeof(layout));
    }
    loyd_layout layout;
    loyd_why why = {{0}};
    assert_why("size", parse("rows", 1, 4, &layout, &why), &why, LOYD_E_SIZE,
               "invalid size '1x4': sides must be 2..15");
    assert_int_equal(loyd_layout_parse(BYTES("rows\0"), 4, 4, &layout, NULL),
                     LOYD_E_SYNTAX);
}

/* Builds a spiral: the top row, then the spiral of the rest, rotated left. */
static void
peel(unsigned width, unsigned height, uint8_t *order)
{
    uint8_t map[LOYD_CELLS_MAX], turned[LOYD_CELLS_MAX];
    unsigned w = width, h = height, k = 0;

    for (unsigned c = 0; c < w * h; c++)
        map[c] = (uint8_t)c;
    while (h > 0) {
        for (unsigned x = 0; x < w; x++)
            order[k++] = map[x];
        for (unsigned y = 1; y < h; y++)
            for (unsigned x = 0; x < w; x++)
                turned[(w - 1 - x) * (h - 1) + (y - 1)] = map[y * w + x];
        unsigned new_width = h - 1;
        h = h > 1 ? w : 0;
        w = new_width;
        memcpy(map, turned, sizeof(map));
    }
}

static void
test_spiral_by_peeling_rows(void **state)
{
    uint8_t cells[LOYD_CELLS_MAX], order[LOYD_CELLS_MAX];

    (void)state;
    for (uint8_t w = LOYD_SIDE_MIN; w <= LOYD_SIDE_MAX; w++) {
        for (uint8_t h = LOYD_SIDE_MIN; h <= LOYD_SIDE_MAX; h++) {
            layout_cells(LOYD_PATH_SPIRAL, w, h, cells);
            peel(w, h, order);
            assert_memory_equal(cells, order, (size_t)w * h);
        }
    }
}

/* Every path visits each cell once, on every size. */
static void
test_paths_visit_every_cell(void **state)
{
    (void)state;
    for (uint8_t w = LOYD_SIDE_MIN; w <= LOYD_SIDE_MAX; w++) {
        for (uint8_t h = LOYD_SIDE_MIN; h <= LOYD_SIDE_MAX; h++) {
            for (int path = LOYD_PATH_ROWS; path <= LOYD_PATH_SPIRAL; path++) {
                bool seen[LOYD_CELLS_MAX] = {false};
                uint8_t cells[LOYD_CELLS_MAX];
                unsigned far = 0;
                layout_cells((loyd_path_kind)path, w, h, cells);
                for (unsigned k = 0; k < (unsigned)w * h; k++) {
                    assert_true(cells[k] < w * h);
                    assert_false(seen[cells[k]]);
                    seen[cells[k]] = true;
                    if (k == 0)
                        continue;
                    int dx = cells[k] % w - cells[k - 1] % w;
                    int dy = cells[k] / w - cells[k - 1] / w;
                    far += dx * dx + dy * dy != 1;
                }
                /* Snake and spiral always step to a neighbour. */
                assert_int_equal(far, path == LOYD_PATH_ROWS      ? h - 1
                                      : path == LOYD_PATH_COLUMNS ? w - 1
                                                                  : 0);
            }
        }
    }
}

/*
 * Visits all cells from the last one on, depth first; calls `check` with each
 * complete path. Plain steps on a grid, without the library.
 */
static void
strokes(unsigned width, unsigned height, uint8_t *cells, unsigned n,
        uint32_t visited, unsigned *found,
        void (*check)(unsigned, unsigned, const uint8_t *))
{
    unsigned x = cells[n - 1] % width, y = cells[n - 1] / width;

    if (n == width * height) {
        check(width, height, cells);
        ++*found;
        return;
    }
    for (unsigned to = 0; to < width * height; to++) {
        unsigned far = (unsigned)(abs((int)(to % width) - (int)x) +
                                  abs((int)(to / width) - (int)y));
        if (far != 1 || (visited >> to & 1) != 0)
            continue;
        cells[n] = (uint8_t)to;
        strokes(width, height, cells, n + 1, visited | 1U << to, found, check);
    }
}

/* Writes the path letter by letter; it must print as itself, or by name. */
static void
check_stroke(unsigned width, unsigned height, const uint8_t *cells)
{
    char text[LOYD_LAYOUT_TEXT], printed[LOYD_LAYOUT_TEXT];
    uint8_t named[LOYD_CELLS_MAX];
    unsigned n = width * height;
    loyd_layout layout, again;
    int len = sprintf(text, "path=%u.%u:", cells[0] / width, cells[0] % width);

    for (unsigned k = 1; k < n; k++) {
        int by = cells[k] - cells[k - 1];
        text[len++] = by == 1 ? 'R' : by == -1 ? 'L' : by > 0 ? 'D' : 'U';
    }
    text[len] = '\0';
    assert_int_equal(
        parse(text, (uint8_t)width, (uint8_t)height, &layout, NULL), LOYD_OK);
    for (unsigned k = 0; k < n; k++)
        assert_int_equal(layout.goal.cell[cells[k]], k + 1 < n ? k + 1 : 0);
    for (int path = LOYD_PATH_SNAKE; path <= LOYD_PATH_SPIRAL; path++) {
        layout_cells((loyd_path_kind)path, width, height, named);
        if (memcmp(named, cells, n) == 0) {
            assert_in_range(layout.path, LOYD_PATH_SNAKE, path);
            return;
        }
    }
    assert_int_equal(layout.path, LOYD_PATH_GIVEN);
    assert_memory_equal(layout.cells, cells, n);
    loyd_layout_print(&layout, printed);
    for (const char *c = printed + 9; *c != '\0'; c++)
        assert_true(*c != c[-1]); /* equal steps are counted */
    assert_int_equal(
        parse(printed, (uint8_t)width, (uint8_t)height, &again, NULL),
        LOYD_OK);
    assert_memory_equal(&again, &layout, sizeof(layout));
}

/*
 * Every path of one stroke on small boards. Square boards have as many as
 * OEIS A096969 says.
 */
static void
test_every_stroke(void **state)
{
    static const struct {
        unsigned width, height, found;
    } sizes[] = {{2, 2, 8},  {3, 2, 16},  {2, 3, 16}, {3, 3, 40},
                 {4, 3, 124}, {3, 4, 124}, {4, 4, 552}};

    (void)state;
    for (size_t i = 0; i < COUNT(sizes); i++) {
        unsigned found = 0;
        uint8_t cells[LOYD_CELLS_MAX];
        for (unsigned first = 0; first < sizes[i].width * sizes[i].height;
             first++) {
            cells[0] = (uint8_t)first;
            strokes(sizes[i].width, sizes[i].height, cells, 1, 1U << first,
                    &found, check_stroke);
        }
        assert_int_equal(found, sizes[i].found);
    }
}

/* Structs that no parser made: a drawn path must still be a path. */
static void
test_paths_in_recipes_are_checked(void **state)
{
    loyd_recipe recipe;
    loyd_layout layout;

    (void)state;
    memset(&recipe, 0, sizeof(recipe));
    assert_int_equal(
        parse("path=1.1:RDL2U2R2,missing=random", 3, 3, &layout, NULL),
        LOYD_OK);
    recipe.layout = layout;
    assert_int_equal(recipe_check(&recipe, NULL), LOYD_OK);
    recipe.layout.cells[8] = 9;
    assert_int_equal(recipe_check(&recipe, NULL), LOYD_E_RANGE);
    recipe.layout.cells[8] = recipe.layout.cells[6];
    assert_int_equal(recipe_check(&recipe, NULL), LOYD_E_RANGE);
    recipe.layout = layout;
    recipe.layout.cells[0] = layout.cells[3];
    recipe.layout.cells[3] = layout.cells[0];
    assert_int_equal(recipe_check(&recipe, NULL), LOYD_E_RANGE);
    recipe.layout.path = LOYD_PATH_SNAKE;
    assert_int_equal(recipe_check(&recipe, NULL), LOYD_OK);
}

static void
test_layout_of_goal(void **state)
{
    loyd_board goal = board_of("1 0 3/4 5 6");
    char text[LOYD_LAYOUT_TEXT];
    loyd_layout layout;

    (void)state;
    assert_int_equal(layout_of_goal(&goal, &layout), LOYD_OK);
    loyd_layout_print(&layout, text);
    assert_string_equal(text, "goal=1 0 3/4 5 6");
    assert_int_equal(layout.missing, 2);
    goal.cell[0] = 3;
    assert_int_equal(layout_of_goal(&goal, &layout), LOYD_E_LABEL);
    assert_int_equal(loyd_layout_name(&goal, &layout), LOYD_E_LABEL);
}

/* Tries all names in the order of loyd_layout_name; writes the first fit. */
static void
search_name(const loyd_board *goal, char *name)
{
    static const char *const paths[] = {"rows", "columns", "snake", "spiral"};
    static const char *const ends[] = {"first", "last"};
    unsigned w = goal->width, n = w * goal->height;

    for (unsigned options = 0; options <= 2; options++)
        for (size_t p = 0; p < COUNT(paths); p++)
            for (unsigned missing = 0; missing <= n; missing++)
                for (unsigned b = 0; b < n + 3; b++) {
                    char text[64];
                    loyd_layout layout;
                    int len = snprintf(text, sizeof(text), "%s", paths[p]);
                    if ((missing > 0 ? 1U : 0U) + (b > 0 ? 1U : 0U) != options)
                        continue;
                    if (missing > 0)
                        len += sprintf(text + len, ",missing=%u", missing);
                    if (b > 2)
                        sprintf(text + len, ",blank=%u.%u", (b - 3) / w,
                                (b - 3) % w);
                    else if (b > 0)
                        sprintf(text + len, ",blank=%s", ends[b - 1]);
                    assert_int_equal(
                        parse(text, goal->width, goal->height, &layout, NULL),
                        LOYD_OK);
                    if (board_equal(&layout.goal, goal)) {
                        strcpy(name, text);
                        return;
                    }
                }
    strcpy(name, "goal=");
    loyd_board_print(goal, LOYD_FORM_ROWS, name + 5);
}

static void
test_names_are_the_simplest(void **state)
{
    static const char *const goals[] = {
        "1 2/3 0",           "0 1/2 3",           "1 3/2 0",
        "1 2/0 3",           "3 2/1 0",           "1 0/3 4",
        "0 2/3 4",           "2 3/4 0",           "1 2 3/4 5 0",
        "1 2 3/0 5 4",       "1 3 5/2 4 0",       "1 2 3/4 0 5",
        "1 2 3/5 0 4",       "2 3 4/5 6 0",       "1 2 3/4 5 6/7 8 0",
        "1 2 3/8 0 4/7 6 5", "1 2 3/8 9 4/7 6 0", "3 2 1/4 5 6/7 8 0",
        "1 4 7/2 5 8/3 6 0", "1 2 3/6 5 4/7 8 0", "1 2 3/6 5 4/0 8 9",
        "0 2 3/8 9 4/7 6 5",
    };

    (void)state;
    for (size_t i = 0; i < COUNT(goals); i++) {
        char name[LOYD_LAYOUT_TEXT], text[LOYD_LAYOUT_TEXT];
        loyd_board goal = board_of(goals[i]);
        loyd_layout layout;
        search_name(&goal, name);
        assert_int_equal(loyd_layout_name(&goal, &layout), LOYD_OK);
        loyd_layout_print(&layout, text);
        assert_string_equal(text, name);
    }
}

/* The text of a 15x15 goal fits. */
static void
test_the_largest_layouts(void **state)
{
    char text[LOYD_LAYOUT_TEXT];
    loyd_layout layout, named;

    (void)state;
    assert_int_equal(
        parse("spiral,missing=225,blank=14.13", 15, 15, &layout, NULL),
        LOYD_OK);
    assert_int_equal(loyd_layout_name(&layout.goal, &named), LOYD_OK);
    loyd_layout_print(&named, text);
    assert_string_equal(text, "spiral,blank=14.13");
    assert_int_equal(layout_of_goal(&layout.goal, &layout), LOYD_OK);
    size_t len = loyd_layout_print(&layout, text);
    assert_int_equal(len, strlen(text));
    assert_true(len < LOYD_LAYOUT_TEXT);
}

/* Two rows at a time in a zigzag, with all options. */
static void
test_the_largest_paths(void **state)
{
    char path[LOYD_LAYOUT_TEXT] = "path=0.0:", text[LOYD_LAYOUT_TEXT];
    loyd_layout layout;

    (void)state;
    for (int strip = 0; strip < 7; strip++) {
        for (int k = 0; k < 7; k++)
            strcat(path, strip % 2 == 0 ? "DRUR" : "DLUL");
        strcat(path, "DD");
    }
    strcat(path, "L14,missing=random,blank=14.13");
    assert_int_equal(parse(path, 15, 15, &layout, NULL), LOYD_OK);
    size_t len = loyd_layout_print(&layout, text);
    assert_int_equal(len, strlen(text));
    assert_int_equal(len, strlen(path) - 6); /* six times DDD is D3 */
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_invalid_layouts_are_rejected),
        cmocka_unit_test(test_spiral_by_peeling_rows),
        cmocka_unit_test(test_paths_visit_every_cell),
        cmocka_unit_test(test_every_stroke),
        cmocka_unit_test(test_paths_in_recipes_are_checked),
        cmocka_unit_test(test_layout_of_goal),
        cmocka_unit_test(test_names_are_the_simplest),
        cmocka_unit_test(test_the_largest_layouts),
        cmocka_unit_test(test_the_largest_paths),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
