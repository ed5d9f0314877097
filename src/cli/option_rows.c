/* SPDX-License-Identifier: MIT */
/* The options that several commands share. */
#include "cli/options.h"
#include "lab/classic.h"

static const char *const effort_words[] = {"quick", "good", "best", NULL};
/* In the order of loyd_metric, from LOYD_STM. */
static const char *const metric_words[] = {"stm", "mtm", NULL};
static const char *const tables_words[] = {"auto", "small", "large", NULL};
static const char *const status_words[] = {"unrated", "bounded", "proven",
                                           NULL};

/* The layouts with a name, which the shells offer; the first only where one is
   drawn or selected. */
static const char *const layout_words[] = {"random", "rows",   "columns",
                                           "snake",  "spiral", NULL};

static const char *const *
layout_offers(void)
{
    return layout_words + 1;
}

static const char *const *
drawn_offers(void)
{
    return layout_words;
}

const struct option_row option_db = {
    "db", 0, "FILE",
    "catalogue file (default: $LOYD_DB, unless the command writes to it)",
    SHARED(db), .group = GROUP_CATALOGUE};

const struct option_row option_names_db = {
    "db",
    0,
    "FILE",
    "catalogue in which names of boards are looked up (default: $LOYD_DB)",
    SHARED(db),
    .group = GROUP_CATALOGUE};

const struct option_row option_facts = {
    "facts",
    0,
    NULL,
    "also print Manhattan distance, linear conflicts, inversions, tiles in "
    "their goal cells, the number of shortest solutions in STM, and their "
    "first moves",
    SHARED(facts),
    .group = GROUP_OUTPUT};

const struct option_row option_threads = {
    "threads",
    0,
    "N",
    "number of threads (default: one per processor); it does not change the "
    "results",
    SHARED_NUMBER(threads, 1, 256),
    .group = GROUP_SEARCH};

const struct option_row option_tables = {
    "tables",
    0,
    "KIND",
    "tables of the solver: small ones, which are fast to build, or large "
    "ones; auto begins with small ones and builds large ones when the work "
    "justifies them (default: auto)",
    SHARED_WORD(tables, 0, tables_words),
    .group = GROUP_SEARCH};

const struct option_row option_metric = {
    "metric",
    0,
    "METRIC",
    "metric of lengths: stm counts each tile that moves, mtm counts a slide "
    "of several tiles in a line as one move (default: stm)",
    SHARED_WORD(metric, 0, metric_words),
    .group = GROUP_SEARCH};

const struct option_row option_metric_beside = {
    "metric",
    0,
    "METRIC",
    "mtm: also give the length in multi-tile moves; stm: only in single-tile "
    "moves (default: stm)",
    SHARED_WORD(metric, 0, metric_words),
    .group = GROUP_SEARCH};

const struct option_row option_effort = {
    "effort",
    0,
    "EFFORT",
    "effort for a board of more than 16 cells: quick (hundredths of a "
    "second), good (tenths) or best (seconds) (default: quick)",
    SHARED_WORD(effort, 1, effort_words),
    .group = GROUP_SEARCH};

const struct option_row option_secret = {
    "secret",
    0,
    "FILE",
    "file with the secret key of the draw: 64 hex digits; only you may have "
    "read access",
    SHARED(secret),
    .group = GROUP_BOARDS};

const struct option_row option_part = {
    "part",
    0,
    "I/N",
    "do only part I of N, such as 3/64: parts are contiguous and nearly equal "
    "in size, so that N machines can share the work (see `loyd merge`)",
    SHARED_NUMBER(part, 1, LOYD_PARTS_MAX),
    .group = GROUP_SEARCH};

const struct option_row option_layout = {
    "layout", 0, "LAYOUT",
    "layout of the goal: rows, columns, snake, spiral or path=ROW.COL:MOVES, "
    "optionally with missing=K and blank=first|last|ROW.COL; or goal=BOARD "
    "(default: rows)",
    SHARED(layout), .offers = layout_offers, .group = GROUP_BOARDS};

const struct option_row option_goal = {
    "goal",       0,
    "BOARD|NAME", "goal board, instead of --layout; with a name, its goal",
    SHARED(goal), .group = GROUP_BOARDS};

const struct option_row option_size = {
    "size", 0, "SIZE", "only this size: WIDTHxHEIGHT, or one side of a square",
    SHARED(size), .group = GROUP_BOARDS};

const struct option_row option_sizes = {
    "size", 0, "SIZE",
    "only these sizes, separated by commas: WIDTHxHEIGHT, or one side of a "
    "square",
    OPTION_FILTER("size"), .group = GROUP_SELECTION};

const struct option_row option_layouts = {
    "layout",
    0,
    "LAYOUT",
    "only these layouts, separated by commas; each must be valid for one of "
    "the sizes. random selects all goals that were drawn at random, and "
    "missing=random all whose missing label was. A comma before missing=, "
    "blank= or a digit does not end a layout",
    OPTION_FILTER("layout"),
    .offers = drawn_offers,
    .group = GROUP_SELECTION};

const struct option_row option_class = {
    "class",
    0,
    "SIZE@ROW.COL",
    "only goals of this class, with any labels: 4x4@0.0 is every 4x4 goal "
    "whose blank is in a corner, and 4x3@0.0 includes those of 3x4",
    OPTION_FILTER("class"),
    .group = GROUP_SELECTION};

const struct option_row option_stm = {
    "stm",
    0,
    "A..B",
    "only proven optimal lengths in these ranges, in single-tile moves: A..B, "
    "A.., ..B or a single number, separated by commas, such as ..20,50..",
    OPTION_FILTER("stm"),
    .group = GROUP_SELECTION};

const struct option_row option_mtm = {"mtm",
                                      0,
                                      "A..B",
                                      "the same in multi-tile moves",
                                      OPTION_FILTER("mtm"),
                                      .group = GROUP_SELECTION};

const struct option_row option_metric_of_filters = {
    "metric",
    0,
    "METRIC",
    "metric of --bounds, --gap, --band, --percentile, --status and "
    "--path-prefix, and of the output or the new ratings (default: stm)",
    OPTION_FILTER("metric"),
    .words = metric_words,
    .group = GROUP_SELECTION};

const struct option_row option_bounds = {
    "bounds",
    0,
    "A..B",
    "only rated puzzles whose whole interval is within these ranges (see "
    "--stm)",
    OPTION_FILTER("bounds"),
    .group = GROUP_SELECTION};

const struct option_row option_gap = {
    "gap",
    0,
    "A..B",
    "only rated puzzles whose interval has this width, upper minus lower: 0 "
    "if proven (see --stm)",
    OPTION_FILTER("gap"),
    .group = GROUP_SELECTION};

const struct option_row option_bands = {
    "band",
    0,
    "BAND",
    "only puzzles in these bands of their class, separated by commas, such as "
    "hard,expert; beyond 16 cells by estimate (see `loyd bands`)",
    OPTION_FILTER("band"),
    .group = GROUP_SELECTION};

const struct option_row option_percentile = {
    "percentile",
    0,
    "A..B",
    "only puzzles at these percentiles of their class, such as 90.. or "
    "..1,99..; beyond 16 cells by estimate. A..B does not include B, unless B "
    "is 100; 90 alone is 90..91 (see --stm)",
    OPTION_FILTER("percentile"),
    .group = GROUP_SELECTION};

const struct option_row option_solution_count = {
    "solutions",
    0,
    "A..B",
    "only puzzles with stored traits (see `loyd rate --traits`) and with a "
    "number of shortest solutions in these ranges (see --stm)",
    OPTION_FILTER("solutions"),
    .group = GROUP_SELECTION};

const struct option_row option_detour = {
    "detour",
    0,
    "A..B",
    "the same of the detour, the optimum minus the Manhattan distance",
    OPTION_FILTER("detour"),
    .group = GROUP_SELECTION};

const struct option_row option_linear_conflicts = {
    "linear-conflicts",
    0,
    "A..B",
    "the same of the tiles that must leave their line",
    OPTION_FILTER("linear_conflicts"),
    .group = GROUP_SELECTION};

const struct option_row option_inversions = {
    "inversions",
    0,
    "A..B",
    "the same of the pairs of tiles in another order than in the goal",
    OPTION_FILTER("inversions"),
    .group = GROUP_SELECTION};

const struct option_row option_tiles_home = {
    "tiles-home",
    0,
    "A..B",
    "the same of the tiles in their goal cells",
    OPTION_FILTER("tiles_home"),
    .group = GROUP_SELECTION};

const struct option_row option_turns = {
    "turns",
    0,
    "A..B",
    "the same of the changes of direction in the canonical path",
    OPTION_FILTER("turns"),
    .group = GROUP_SELECTION};

const struct option_row option_forced = {
    "forced",
    0,
    "A..B",
    "the same of the boards on that path with a single move that stays "
    "shortest",
    OPTION_FILTER("forced"),
    .group = GROUP_SELECTION};

const struct option_row option_row_moves = {
    "row-moves",
    0,
    "A..B",
    "the same of the length of the solution by rows",
    OPTION_FILTER("row_moves"),
    .group = GROUP_SELECTION};

const struct option_row option_difficulty = {
    "difficulty",
    0,
    "A..B",
    "only puzzles with an observed difficulty (see `loyd help play`) of A up "
    "to B seconds, without B; A alone is all that begins like A",
    OPTION_FILTER("difficulty"),
    .group = GROUP_SELECTION};

const struct option_row option_difficulty_error = {
    "difficulty-error",
    0,
    "A..B",
    "the same of the standard error of its logarithm, such as ..0.2",
    OPTION_FILTER("difficulty_error"),
    .group = GROUP_SELECTION};

const struct option_row option_games = {
    "games",
    0,
    "A..B",
    "the same of the number of games, in ranges such as 10.. (see --stm)",
    OPTION_FILTER("games"),
    .group = GROUP_SELECTION};

const struct option_row option_status = {
    "status", 0, "STATUS", "only puzzles with this status",
    OPTION_FILTER("status"), .words = status_words, .group = GROUP_SELECTION};

const struct option_row option_id = {
    "id", 0, "PREFIX", "only puzzles whose id begins with PREFIX",
    OPTION_FILTER("id"), .group = GROUP_SELECTION};

const struct option_row option_ids = {
    "ids",
    0,
    "FILE",
    "only the puzzles in FILE: ids, one per line; output of `loyd find`, also "
    "as CSV or JSON Lines; or a pack. - is stdin",
    SHARED(ids),
    .group = GROUP_SELECTION};

const struct option_row option_exclude = {
    "exclude",       0,
    "FILE",          "leave out the puzzles in FILE (see --ids)",
    SHARED(exclude), .group = GROUP_SELECTION};

const struct option_row option_path_prefix = {
    "path-prefix", 0, "MOVES",
    "only puzzles whose stored solution begins with these moves, such as U2R",
    OPTION_FILTER("path_prefix"), .group = GROUP_SELECTION};

const struct option_row option_recipe_seed = {
    "recipe-seed", 0, "TEXT", "only puzzles drawn with this seed",
    OPTION_FILTER("seed"), .group = GROUP_SELECTION};

const struct option_row option_order = {
    "order",
    0,
    "FIELD",
    "sort by a numeric field, in ascending order, or with -FIELD in "
    "descending order; then by id. stm and mtm put puzzles with an interval "
    "after the proven ones, by its upper end; upper and mtm_upper put them "
    "among these. Puzzles without the number come last. gap is upper - lower "
    "(default: id)",
    OPTION_FILTER("order"),
    .offers = loyd_order_names,
    .group = GROUP_ORDER};

const struct option_row option_after = {
    "after",
    0,
    "ID",
    "start after this puzzle, the last one of the previous page (see --limit)",
    OPTION_FILTER("after"),
    .group = GROUP_ORDER};

const struct option_row option_distinct = {
    "distinct",
    0,
    NULL,
    "only the first of several twins (puzzles that are equal under symmetry "
    "or relabelling). Each puzzle is compared with all before it, also those "
    "of earlier pages: this takes a few microseconds and 17 bytes of memory "
    "per puzzle, for at most 13 million",
    OPTION_FILTER("distinct"),
    .switch_value = "1",
    .group = GROUP_SELECTION};

const struct option_row option_limit = {
    "limit", 'n', "N", "at most N puzzles", OPTION_FILTER("limit"),
    .group = GROUP_ORDER};

const struct option_row option_offset = {
    "offset",
    0,
    "N",
    "skip the first N puzzles that the other options select",
    OPTION_FILTER("offset"),
    .group = GROUP_ORDER};

const struct option_row option_pick = {
    "pick",
    0,
    "TEXT",
    "pick --limit puzzles at random with this seed; the same seed always "
    "picks the same ones. Not every puzzle is exactly equally likely",
    OPTION_FILTER("pick"),
    .group = GROUP_ORDER};

const struct option_row option_drawn_layout = {
    "layout", 0, "LAYOUT",
    "layout of the goal: rows, columns, snake, spiral, path=ROW.COL:MOVES or "
    "random, optionally with missing=K|random and blank=first|last|ROW.COL; "
    "or goal=BOARD (default: rows)",
    SHARED(layout), .offers = drawn_offers, .group = GROUP_BOARDS};

const struct option_row option_seed = {
    "seed",
    0,
    "TEXT",
    "seed of the draw; the same seed always draws the same boards (default: a "
    "new one, printed on stderr)",
    SHARED(seed),
    .group = GROUP_BOARDS};

const struct option_row option_method = {
    "method",
    0,
    "METHOD",
    "method of the draw: uniform, retry, shuffle, walk:K, jump:K, ball for "
    "targets near the goal, or far for 4x4 targets of 60 to 80 moves. With "
    "uniform, retry and ball every start is equally likely (default: uniform)",
    SHARED(method),
    .group = GROUP_BOARDS};

const struct option_row option_depth = {
    "depth",
    0,
    "N",
    "for dfs: maximum length of a solution (default: 80)",
    SHARED_NUMBER(depth, 1, CLASSIC_DEPTH_MAX),
    .group = GROUP_SEARCH};

const struct option_row option_memory = {
    "memory",
    0,
    "BYTES",
    "for bfs and astar: maximum memory per board, such as 512M or 2G "
    "(default: 1G)",
    SHARED_BY(read_bytes, memory, 1, INT64_MAX),
    .group = GROUP_SEARCH};

const struct option_row option_channel = {
    "channel", 0, "NAME", "channel to use (default: daily)", SHARED(channel),
    .group = GROUP_DAYS};

const struct option_row option_channel_secret = {
    "secret",
    0,
    "FILE",
    "file with the secret of the channel, if it has one: 64 hex digits; only "
    "you may have read access",
    SHARED(secret),
    .group = GROUP_DAYS};

const struct option_row option_tz = {
    "tz",
    0,
    "ZONE",
    "time zone of today's date, such as Europe/Berlin (default: UTC)",
    SHARED(tz),
    .group = GROUP_DAYS,
    .lister = "cut -sf3 /usr/share/zoneinfo/zone.tab | grep /"};

const struct option_row option_today = {
    "today", 0, "DATE", "use DATE as today's date, instead of the clock",
    SHARED(today), .group = GROUP_DAYS};

const struct option_row option_used = {
    "used", 0, NULL,
    "only puzzles that a channel has shown, a pack contains or `loyd used` "
    "has marked",
    OPTION_FILTER("use"), .switch_value = "used", .group = GROUP_SELECTION};

const struct option_row option_unused = {
    "unused", 0, NULL,
    "only puzzles that no channel has shown, no pack contains and `loyd "
    "used` has not marked",
    OPTION_FILTER("use"), .switch_value = "unused", .group = GROUP_SELECTION};
