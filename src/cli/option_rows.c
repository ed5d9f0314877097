/* SPDX-License-Identifier: MIT */
/* The options that several commands share. */
#include "cli/options.h"

const char *const effort_words[] = {"quick", "good", "best", NULL};
/* In the order of loyd_metric, from LOYD_STM. */
static const char *const metric_words[] = {"stm", "mtm", NULL};

/* The layouts with a name, which the shells offer; the first only where goals
   are drawn. */
static const char *const layout_words[] = {"random", "rows",   "columns",
                                           "snake",  "spiral", NULL};

const char *const *
layout_offers(void)
{
    return layout_words + 1;
}

static const char *const *
drawn_offers(void)
{
    return layout_words;
}

const char *const *
column_offers(void)
{
    static const char *names[LOYD_COLUMNS_MAX + 1]; /* ends with NULL */
    loyd_field field;

    for (unsigned at = 0; at < LOYD_COLUMNS_MAX && loyd_field_get(at, &field);
         at++)
        names[at] = field.name;
    return names;
}

const struct option_row option_db = {
    "db", 0, "FILE",
    "catalogue file (default: $LOYD_DB, unless the command writes to it)",
    SHARED(db)};

const struct option_row option_names_db = {
    "db", 0, "FILE",
    "catalogue in which names of boards are looked up (default: $LOYD_DB)",
    SHARED(db)};

const struct option_row option_facts = {
    "facts", 0, NULL,
    "also print Manhattan distance, linear conflicts, inversions, tiles in "
    "their goal cells, the number of shortest solutions in STM, and their "
    "first moves",
    SHARED(facts)};

const struct option_row option_rows = {
    "rows", 0, NULL,
    "each line of stdin is a row of a board, and an empty line ends the "
    "board; without it, the first line decides (0 1 3 2 is a whole board)",
    SHARED(rows)};

const struct option_row option_threads = {
    "threads", 0, "N",
    "number of threads (default: one per processor); it does not change the "
    "results",
    SHARED_NUMBER(threads, 1, 256)};

const struct option_row option_metric = {
    "metric", 0, "METRIC",
    "metric of lengths: stm counts each tile that moves, mtm counts a slide "
    "of several tiles in a line as one move (default: stm)",
    SHARED_WORD(metric, 0, metric_words)};

const struct option_row option_metric_beside = {
    "metric", 0, "METRIC",
    "mtm: also give the length in multi-tile moves; stm: only in single-tile "
    "moves (default: stm)",
    SHARED_WORD(metric, 0, metric_words)};

const struct option_row option_svg = {
    "svg", 0, "FILE", "also draw the start to FILE, as an SVG picture",
    SHARED(svg)};

const struct option_row option_animate = {
    "animate", 0, NULL, "with --svg: the picture plays the solution",
    SHARED(animate)};

const struct option_row option_effort = {
    "effort", 0, "EFFORT",
    "effort for a board of more than 16 cells: quick (hundredths of a "
    "second), good (tenths) or best (seconds) (default: quick)",
    SHARED_WORD(effort, 1, effort_words)};

const struct option_row option_secret = {
    "secret", 0, "FILE",
    "file with the secret key of the draw: 64 hex digits; only you may have "
    "read access",
    SHARED(secret)};

const struct option_row option_part = {
    "part", 0, "I/N",
    "do only part I of N, such as 3/64: parts are contiguous and nearly equal "
    "in size, so that N machines can share the work (see `loyd merge`)",
    SHARED_NUMBER(part, 1, LOYD_PARTS_MAX)};

const struct option_row option_layout = {
    "layout",
    0,
    "LAYOUT",
    "layout of the goal: rows, columns, snake, spiral or path=ROW.COL:MOVES, "
    "optionally with missing=K and blank=first|last|ROW.COL; or goal=BOARD "
    "(default: rows)",
    SHARED(layout),
    .offers = layout_offers};

const struct option_row option_goal = {
    "goal", 0, "BOARD|NAME",
    "goal board, instead of --layout; with a name, its goal", SHARED(goal)};

const struct option_row option_any_column = {
    "COLUMN", 0, "VALUE",
    "only puzzles with one of these values of a column: numbers and ranges, "
    "such as --stm 20,30..35,50.., texts or a beginning and *, such as "
    "--size '3x*',4x4, or --used no; `loyd help find --all` lists the "
    "columns",
    .read = NULL};

const struct option_row option_where = {
    "where", 0, "SQL",
    "only puzzles for which an expression of SQL over the columns is true, "
    "such as \"stm > 2 * mtm AND name IS NULL\"",
    OPTION_FILTER("where")};

const struct option_row option_in = {
    "in", 0, "FILE",
    "only the puzzles in FILE: ids or boards, output of `loyd find`, a pack "
    "or a catalogue; - is stdin",
    SHARED(in)};

const struct option_row option_not_in = {
    "not-in", 0, "FILE", "leave out the puzzles in FILE (see --in)",
    SHARED(not_in)};

const struct option_row option_order = {
    "order",
    0,
    "COLUMN",
    "sort by a column, or by -COLUMN for the greatest first, then by id; "
    "puzzles without a value come last (default: by id)",
    OPTION_FILTER("order"),
    .offers = column_offers};

const struct option_row option_after = {
    "after", 0, "ID",
    "only puzzles after this one, the last of the previous page",
    OPTION_FILTER("after")};

const struct option_row option_distinct = {
    "distinct",
    0,
    NULL,
    "only the first of several twins, which are equal under symmetry or "
    "relabelling; takes 17 bytes of memory per puzzle",
    OPTION_FILTER("distinct"),
    .switch_value = "1"};

const struct option_row option_limit = {"limit", 'n', "N", "at most N puzzles",
                                        OPTION_FILTER("limit")};

const struct option_row option_offset = {
    "offset", 0, "N", "skip the first N puzzles that the other options select",
    OPTION_FILTER("offset")};

const struct option_row option_pick = {
    "pick", 0, "TEXT",
    "pick --limit puzzles at random; the same seed picks the same ones",
    OPTION_FILTER("pick")};

const struct option_row option_drawn_layout = {
    "layout",
    0,
    "LAYOUT",
    "layout of the goal: rows, columns, snake, spiral, path=ROW.COL:MOVES or "
    "random, optionally with missing=K|random and blank=first|last|ROW.COL; "
    "or goal=BOARD (default: rows)",
    SHARED(layout),
    .offers = drawn_offers};

const struct option_row option_channel = {
    "channel", 0, "NAME", "channel to use (default: daily)", SHARED(channel)};

const struct option_row option_channel_secret = {
    "secret", 0, "FILE",
    "file with the secret of the channel, if it has one: 64 hex digits; only "
    "you may have read access",
    SHARED(secret)};

const struct option_row option_tz = {
    "tz",
    0,
    "ZONE",
    "time zone of today's date, such as Europe/Berlin (default: UTC)",
    SHARED(tz),
    .lister = "cut -sf3 /usr/share/zoneinfo/zone.tab | grep /"};

const struct option_row option_today = {
    "today", 0, "DATE", "use DATE as today's date, instead of the clock",
    SHARED(today)};
