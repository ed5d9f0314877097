/* SPDX-License-Identifier: MIT */
/* Owns the options that several commands share. */
#include "cli/options.h"
#include "lab/classic.h"

static const char *const effort_words[] = {"quick", "good", "best", NULL};
/* In the order of loyd_metric, from LOYD_STM. */
static const char *const metric_words[] = {"stm", "mtm", NULL};
static const char *const tables_words[] = {"auto", "small", "large", NULL};
static const char *const status_words[] = {"unrated", "bounded", "proven",
                                           "claimed", NULL};

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
    "db", 0, "FILE",
    "catalogue with names of boards, opened only for a name (default: "
    "$LOYD_DB)",
    SHARED(db), .group = GROUP_CATALOGUE};

const struct option_row option_json = {
    "json", 0, NULL, "print JSON Lines, one object per line", SHARED(json),
    .group = GROUP_OUTPUT};

const struct option_row option_facts = {
    "facts", 0, NULL,
    "add Manhattan distance, linear conflicts, inversions, tiles at home, the "
    "number of shortest solutions in STM and their first moves",
    SHARED(facts), .group = GROUP_OUTPUT};

const struct option_row option_csv = {
    "csv", 0, NULL, "print comma-separated values with a header line",
    SHARED(csv), .group = GROUP_OUTPUT};

const struct option_row option_columns = {
    "columns", 0, "LIST",
    "print only these columns of --csv, in this order, separated by commas; "
    "in JSON only these members",
    SHARED(columns), .group = GROUP_OUTPUT};

const struct option_row option_threads = {
    "threads", 0, "N",
    "number of threads (default: one per processor); results do not depend "
    "on it",
    SHARED_NUMBER(threads, 1, 256), .group = GROUP_SEARCH};

const struct option_row option_tables = {
    "tables", 0, "KIND",
    "tables of the solver: small ones are quick to build; auto "
    "uses them until the work justifies large ones (default: auto)",
    SHARED_WORD(tables, 0, tables_words), .group = GROUP_SEARCH};

const struct option_row option_metric = {
    "metric", 0, "METRIC",
    "metric of lengths: stm counts every tile moved, mtm a slide of several "
    "tiles in a line as one (default: stm)",
    SHARED_WORD(metric, 0, metric_words), .group = GROUP_SEARCH};

const struct option_row option_metric_beside = {
    "metric", 0, "METRIC",
    "mtm: with the length in multi-tile moves in addition to that in "
    "single-tile moves (default: stm)",
    SHARED_WORD(metric, 0, metric_words), .group = GROUP_SEARCH};

const struct option_row option_effort = {
    "effort", 0, "EFFORT",
    "work for a board of more than 16 cells: quick (hundredths of a second), "
    "good (tenths) or best (seconds) (default: quick)",
    SHARED_WORD(effort, 1, effort_words), .group = GROUP_SEARCH};

const struct option_row option_secret = {
    "secret", 0, "FILE",
    "file with the key of the draw: 64 hex digits, readable only by you",
    SHARED(secret), .group = GROUP_BOARDS};

const struct option_row option_shard = {
    "shard", 0, "I/N",
    "only part I of N, counted from 1: parts are contiguous and nearly "
    "equal in size, one for each of N machines (see `loyd merge`)",
    SHARED(shard), .group = GROUP_SEARCH};

const struct option_row option_layout = {
    "layout", 0, "LAYOUT",
    "layout of the goal: rows, columns, snake, spiral or path=ROW.COL:MOVES, "
    "optionally with missing=K and blank=first|last|ROW.COL; or goal=BOARD "
    "(default: rows)",
    SHARED(layout), .offers = layout_offers, .group = GROUP_BOARDS};

const struct option_row option_goal = {
    "goal", 0, "BOARD|NAME",
    "goal board, instead of --layout; or the goal of a name", SHARED(goal),
    .group = GROUP_BOARDS};

const struct option_row option_size = {
    "size", 0, "SIZE", "only this size: WIDTHxHEIGHT, or one side of a square",
    SHARED(size), .group = GROUP_BOARDS};

const struct option_row option_sizes = {
    "size", 0, "SIZE",
    "only these sizes, separated by commas: WIDTHxHEIGHT, or one side of a "
    "square",
    OPTION_FILTER("size"), .group = GROUP_SELECTION};

const struct option_row option_layouts = {
    "layout", 0, "LAYOUT",
    "only these layouts, separated by commas, each valid in one of the sizes; "
    "random selects what a random layout drew, likewise missing=random. A "
    "comma before missing=, "
    "blank= or a digit continues the layout",
    OPTION_FILTER("layout"), .offers = drawn_offers, .group = GROUP_SELECTION};

const struct option_row option_class = {
    "class", 0, "SIZE@ROW.COL",
    "only goals of this class, regardless of their labels: 4x4@0.0 is "
    "every 4x4 goal with the blank in a corner, 4x3@0.0 includes those of "
    "3x4",
    OPTION_FILTER("class"), .group = GROUP_SELECTION};

const struct option_row option_stm = {
    "stm", 0, "A..B",
    "only proven optimal lengths in these ranges, in single-tile moves: A..B, "
    "A.. or ..B without an end, or one number, separated by commas, such as "
    "..20,50..",
    OPTION_FILTER("stm"), .group = GROUP_SELECTION};

const struct option_row option_mtm = {
    "mtm", 0, "A..B",
    "only proven optimal lengths in these ranges, in multi-tile moves "
    "(see --stm)",
    OPTION_FILTER("mtm"), .group = GROUP_SELECTION};

const struct option_row option_metric_of_filters = {
    "metric", 0, "METRIC",
    "metric of bounds, gaps, bands, percentiles, statuses and paths, and of "
    "the output or the new ratings: stm or mtm (default: stm)",
    OPTION_FILTER("metric"), .words = metric_words, .group = GROUP_SELECTION};

const struct option_row option_bounds = {
    "bounds", 0, "A..B",
    "only rated puzzles whose optimal length is known to be in these ranges: "
    "the whole interval is inside (see --stm)",
    OPTION_FILTER("bounds"), .group = GROUP_SELECTION};

const struct option_row option_gap = {
    "gap", 0, "A..B",
    "only rated puzzles with so many moves between the ends of the interval, "
    "0 if proven (see --stm)",
    OPTION_FILTER("gap"), .group = GROUP_SELECTION};

const struct option_row option_bands = {
    "band", 0, "BAND",
    "only puzzles in these bands of their class, separated by commas, such as "
    "hard,expert: proven ones, and beyond 16 cells those with an estimate "
    "(see `loyd bands`)",
    OPTION_FILTER("band"), .group = GROUP_SELECTION};

const struct option_row option_percentile = {
    "percentile", 0, "A..B",
    "only puzzles at these percentiles of their class, by proven length, or "
    "beyond 16 cells by estimate, such as 90.. or ..1,99..; of A..B, B itself "
    "is included only if it is 100, and 90 alone is 90..91 (see --stm)",
    OPTION_FILTER("percentile"), .group = GROUP_SELECTION};

const struct option_row option_status = {
    "status", 0, "STATUS", "only puzzles with this status",
    OPTION_FILTER("status"), .words = status_words, .group = GROUP_SELECTION};

const struct option_row option_id = {
    "id", 0, "PREFIX", "only puzzles whose id begins with PREFIX",
    OPTION_FILTER("id"), .group = GROUP_SELECTION};

const struct option_row option_ids = {
    "ids", 0, "FILE",
    "only the puzzles of this list: ids, one per line, or what `loyd find` "
    "prints, also as CSV or JSON Lines, or a pack; - is stdin",
    SHARED(ids), .group = GROUP_SELECTION};

const struct option_row option_exclude = {
    "exclude", 0, "FILE", "not the puzzles of this list (see --ids)",
    SHARED(exclude), .group = GROUP_SELECTION};

const struct option_row option_path_prefix = {
    "path-prefix", 0, "MOVES",
    "only puzzles whose stored solution begins with these moves, such as U2R",
    OPTION_FILTER("path_prefix"), .group = GROUP_SELECTION};

const struct option_row option_recipe_seed = {
    "recipe-seed", 0, "TEXT", "only puzzles drawn with this seed",
    OPTION_FILTER("seed"), .group = GROUP_SELECTION};

const struct option_row option_order = {
    "order", 0, "FIELD",
    "order by a field that is a number, the least first, or with -FIELD the "
    "greatest; then by id. With stm and mtm, puzzles with an interval come "
    "after the proven ones, by its upper end; with upper and mtm_upper among "
    "them; puzzles without the number come last; gap is upper - lower "
    "(default: id)",
    OPTION_FILTER("order"), .offers = loyd_order_names, .group = GROUP_ORDER};

const struct option_row option_after = {
    "after", 0, "ID",
    "only puzzles after this one, such as the last one of the previous "
    "page (see --limit)",
    OPTION_FILTER("after"), .group = GROUP_ORDER};

const struct option_row option_distinct = {
    "distinct", 0, NULL,
    "only the first of several twins (puzzles equal under symmetry or "
    "relabelling). Compares with all previous puzzles, including those of "
    "earlier pages: a few microseconds and 17 bytes of memory for each, at "
    "most 13 million",
    OPTION_FILTER("distinct"), .given = "1", .group = GROUP_SELECTION};

const struct option_row option_limit = {
    "limit", 'n', "N", "at most N puzzles", OPTION_FILTER("limit"),
    .group = GROUP_ORDER};

const struct option_row option_offset = {
    "offset", 0, "N",
    "skip the first N puzzles of the result, counted after --after, --pick "
    "and --distinct",
    OPTION_FILTER("offset"), .group = GROUP_ORDER};

const struct option_row option_pick = {
    "pick", 0, "TEXT",
    "pick --limit puzzles by this seed, the same ones each time: spread "
    "over the selection, although not exactly uniformly",
    OPTION_FILTER("pick"), .group = GROUP_ORDER};

const struct option_row option_drawn_layout = {
    "layout", 0, "LAYOUT",
    "layout of the goal: rows, columns, snake, spiral, path=ROW.COL:MOVES or "
    "random, optionally with missing=K|random and blank=first|last|ROW.COL; "
    "or goal=BOARD (default: rows)",
    SHARED(layout), .offers = drawn_offers, .group = GROUP_BOARDS};

const struct option_row option_seed = {
    "seed", 0, "TEXT",
    "seed of the draw: the same seed always draws the same boards "
    "(default: a new one, printed on stderr)",
    SHARED(seed), .group = GROUP_BOARDS};

const struct option_row option_method = {
    "method", 0, "METHOD",
    "method of the draw: uniform, retry, shuffle, walk:K, jump:K, or ball "
    "for targets near the goal; with uniform, retry and ball every start "
    "is equally likely (default: uniform)",
    SHARED(method), .group = GROUP_BOARDS};

const struct option_row option_depth = {
    "depth", 0, "N", "of dfs: find solutions of at most N moves (default: 80)",
    SHARED_NUMBER(depth, 1, CLASSIC_DEPTH_MAX), .group = GROUP_SEARCH};

const struct option_row option_memory = {
    "memory", 0, "BYTES",
    "of bfs and astar: stop before a board takes more memory, such as 512M or "
    "2G (default: 1G)",
    SHARED_BY(read_bytes, memory, 1, INT64_MAX), .group = GROUP_SEARCH};

const struct option_row option_channel = {
    "channel", 0, "NAME", "channel to use (default: daily)", SHARED(channel),
    .group = GROUP_DAYS};

const struct option_row option_channel_secret = {
    "secret", 0, "FILE",
    "file with the secret of the channel, if it has one: 64 hex digits, "
    "readable only by you",
    SHARED(secret), .group = GROUP_DAYS};

const struct option_row option_tz = {
    "tz", 0, "ZONE",
    "time zone that decides today's date, such as Europe/Berlin (default: "
    "UTC)",
    SHARED(tz), .group = GROUP_DAYS,
    .lister = "cut -sf3 /usr/share/zoneinfo/zone.tab | grep /"};

const struct option_row option_today = {
    "today", 0, "DATE", "use DATE as today's date, instead of the clock",
    SHARED(today), .group = GROUP_DAYS};

const struct option_row option_used = {
    "used", 0, NULL,
    "only puzzles that a channel has shown, a pack contains or `loyd used` "
    "has marked",
    OPTION_FILTER("use"), .given = "used", .group = GROUP_SELECTION};

const struct option_row option_unused = {
    "unused", 0, NULL,
    "only puzzles that no channel has shown, no pack contains and `loyd "
    "used` has not marked",
    OPTION_FILTER("use"), .given = "unused", .group = GROUP_SELECTION};
