/* SPDX-License-Identifier: MIT */
/* The options that several commands share: rows of their tables. */
#ifndef LOYD_CLI_OPTION_ROWS_H
#define LOYD_CLI_OPTION_ROWS_H

#include "cli/options.h"

/* The names of efforts, from LOYD_EFFORT_QUICK on, and of metrics. */
extern const char *const effort_words[];
extern const char *const metric_words[];

/* Names of layouts, with and without "random", and of columns, for shells. */
const char *const *drawn_offers(void);
const char *const *layout_offers(void);
const char *const *column_offers(void);

#define OPTION_DB                                                             \
    {"db", "FILE",                                                            \
     "catalogue file (default: $LOYD_DB, unless the command writes to it)",   \
     SHARED(db)}

#define OPTION_NAMES_DB                                                       \
    {"db", "FILE",                                                            \
     "catalogue in which names of boards are looked up (default: $LOYD_DB)",  \
     SHARED(db)}

#define OPTION_FACTS                                                          \
    {"facts", NULL,                                                           \
     "also print Manhattan distance, linear conflicts, inversions, tiles "    \
     "in their goal cells, the number of shortest solutions in STM, and "     \
     "their first moves", SHARED(facts)}

#define OPTION_ROWS                                                           \
    {"rows", NULL,                                                            \
     "each line of stdin is a row of a board, and an empty line ends the "    \
     "board; without it, the first line decides (0 1 3 2 is a whole board)",  \
     SHARED(rows)}

#define OPTION_THREADS                                                        \
    {"threads", "N",                                                          \
     "number of threads (default: one per processor); it does not change "    \
     "the results", SHARED_NUMBER(threads, 1, 256)}

#define OPTION_METRIC                                                         \
    {"metric", "METRIC",                                                      \
     "metric of lengths: stm counts each tile that moves, mtm counts a "      \
     "slide of several tiles in a line as one move (default: stm)",           \
     SHARED_WORD(metric, 0, metric_words)}

#define OPTION_METRIC_BESIDE                                                  \
    {"metric", "METRIC",                                                      \
     "mtm: also give the length in multi-tile moves; stm: only in "           \
     "single-tile moves (default: stm)",                                      \
     SHARED_WORD(metric, 0, metric_words)}

#define OPTION_SVG                                                            \
    {"svg", "FILE", "also draw the start to FILE, as an SVG picture",         \
     SHARED(svg)}

#define OPTION_ANIMATE                                                        \
    {"animate", NULL, "with --svg: the picture plays the solution",           \
     SHARED(animate)}

#define OPTION_EFFORT                                                         \
    {"effort", "EFFORT",                                                      \
     "effort for a board of more than 16 cells: quick (hundredths of a "      \
     "second), good (tenths) or best (seconds) (default: quick)",             \
     SHARED_WORD(effort, 1, effort_words)}

#define OPTION_SECRET                                                         \
    {"secret", "FILE",                                                        \
     "file with the secret key of the draw: 64 hex digits; only you may "     \
     "have read access", SHARED(secret)}

#define OPTION_PART                                                           \
    {"part", "I/N",                                                           \
     "do only part I of N, such as 3/64: parts are contiguous and nearly "    \
     "equal in size, so that N machines can share the work (see `loyd "       \
     "merge`)", SHARED_NUMBER(part, 1, LOYD_PARTS_MAX)}

#define OPTION_LAYOUT                                                         \
    {"layout", "LAYOUT",                                                      \
     "layout of the goal: rows, columns, snake, spiral or "                   \
     "path=ROW.COL:MOVES, optionally with missing=K and "                     \
     "blank=first|last|ROW.COL; or goal=BOARD (default: rows)",               \
     SHARED(layout), .offers = layout_offers}

#define OPTION_GOAL                                                           \
    {"goal", "BOARD|NAME",                                                    \
     "goal board, instead of --layout; with a name, its goal", SHARED(goal)}

/* Every column of the view `puzzles`, as an option of its own. */
#define OPTION_ANY_COLUMN                                                     \
    {"COLUMN", "VALUE",                                                       \
     "only puzzles with one of these values of a column: numbers and "        \
     "ranges, such as --stm 20,30..35,50.., texts or a beginning and *, "     \
     "such as --size '3x*',4x4, or --used no; `loyd help find --all` lists "  \
     "the columns", .read = NULL}

#define OPTION_WHERE                                                          \
    {"where", "SQL",                                                          \
     "only puzzles for which an expression of SQL over the columns is "       \
     "true, such as \"stm > 2 * mtm AND name IS NULL\"",                      \
     OPTION_FILTER("where")}

#define OPTION_IN                                                             \
    {"in", "FILE",                                                            \
     "only the puzzles in FILE: ids or boards, output of `loyd find`, a "     \
     "pack or a catalogue; - is stdin", SHARED(in), .is_selection = true}

#define OPTION_NOT_IN                                                         \
    {"not-in", "FILE", "leave out the puzzles in FILE (see --in)",            \
     SHARED(not_in), .is_selection = true}

#define OPTION_ORDER                                                          \
    {"order", "COLUMN",                                                       \
     "sort by a column, or by -COLUMN for the greatest first, then by id; "   \
     "puzzles without a value come last (default: by id)",                    \
     OPTION_FILTER("order"), .offers = column_offers}

#define OPTION_AFTER                                                          \
    {"after", "ID",                                                           \
     "only puzzles after this one, the last of the previous page",            \
     OPTION_FILTER("after")}

#define OPTION_DISTINCT                                                       \
    {"distinct", NULL,                                                        \
     "only the first of several twins, which are equal under symmetry or "    \
     "relabelling; takes 17 bytes of memory per puzzle",                      \
     OPTION_FILTER("distinct"), .switch_value = "1"}

#define OPTION_LIMIT                                                          \
    {"limit", "N", "at most N puzzles",                                       \
     OPTION_FILTER("limit"), .letter = 'n'}

#define OPTION_OFFSET                                                         \
    {"offset", "N", "skip the first N puzzles that the other options select", \
     OPTION_FILTER("offset")}

#define OPTION_PICK                                                           \
    {"pick", "TEXT",                                                          \
     "pick --limit puzzles at random; the same seed picks the same ones",     \
     OPTION_FILTER("pick")}

#define OPTION_DRAWN_LAYOUT                                                   \
    {"layout", "LAYOUT",                                                      \
     "layout of the goal: rows, columns, snake, spiral, path=ROW.COL:MOVES "  \
     "or random, optionally with missing=K|random and "                       \
     "blank=first|last|ROW.COL; or goal=BOARD (default: rows)",               \
     SHARED(layout), .offers = drawn_offers}

#define OPTION_CHANNEL                                                        \
    {"channel", "NAME", "channel to use (default: daily)", SHARED(channel)}

#define OPTION_CHANNEL_SECRET                                                 \
    {"secret", "FILE",                                                        \
     "file with the secret of the channel, if it has one: 64 hex digits; "    \
     "only you may have read access", SHARED(secret)}

#define OPTION_TZ                                                             \
    {"tz", "ZONE",                                                            \
     "time zone of today's date, such as Europe/Berlin (default: UTC)",       \
     SHARED(tz)}

#define OPTION_TODAY                                                          \
    {"today", "DATE", "use DATE as today's date, instead of the clock",       \
     SHARED(today)}

/* What puzzles must be: filters of find, export, stats, rate and channels. */
#define OPTIONS_OF_CONDITIONS                                                 \
    OPTION_ANY_COLUMN, OPTION_WHERE, OPTION_IN, OPTION_NOT_IN

/* The same, with order and number, of find, export and channels. */
#define OPTIONS_OF_FILTERS                                                    \
    OPTIONS_OF_CONDITIONS, OPTION_DISTINCT, OPTION_ORDER, OPTION_LIMIT,       \
        OPTION_OFFSET, OPTION_AFTER, OPTION_PICK

#define OPTION_JSON                                                           \
    {"json", NULL, "print JSON Lines, one object per line", SHARED(json)}

#define OPTION_CSV                                                            \
    {"csv", NULL, "print comma-separated values with a header line",          \
     SHARED(csv)}

#define OPTION_COLUMNS                                                        \
    {"columns", "LIST",                                                       \
     "print only these columns, separated by commas, in this order; with "    \
     "--json only these members", SHARED(columns)}

#define OPTION_QUIET                                                          \
    {"quiet", NULL, "print only errors on stderr, no notes or progress",      \
     SHARED(quiet), .letter = 'q'}

#define OPTION_HELP                                                           \
    {"help", NULL, "print this help", SHARED(help), .letter = 'h'}

/* The end of every table, and of those of commands that print rows. */
#define OPTIONS_OF_ALL                                                        \
    OPTION_JSON, OPTION_QUIET, OPTION_HELP, {.name = NULL}
#define OPTIONS_OF_ROWS                                                       \
    OPTION_JSON, OPTION_CSV, OPTION_COLUMNS, OPTION_QUIET, OPTION_HELP,       \
        {.name = NULL}

#endif
