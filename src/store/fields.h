/* SPDX-License-Identifier: MIT */
/* The fields of a puzzle: one list for JSON, CSV, packs, import, the view
 * `puzzles` and orders. */
#ifndef LOYD_STORE_FIELDS_H
#define LOYD_STORE_FIELDS_H

#include "loyd/store.h"

/* What a field says about a puzzle's length in a metric. */
enum known_field {
    KNOWN_STATUS,
    KNOWN_LOWER,
    KNOWN_UPPER,
    KNOWN_OPTIMUM,
    KNOWN_PATH,
    KNOWN_PERCENTILE,
    KNOWN_BAND,
    KNOWN_SAMPLE,
    KNOWN_LOWER_SEARCH,
    KNOWN_UPPER_SEARCH,
    KNOWN_NONE /* something else */
};

/*
 * The values of fields: word in `enum field_values`, unit and bounds of
 * numbers, and the pattern of texts: a regular expression, or a list of words.
 */
#define VALUES_OF_FIELDS(X)                                                   \
    X(ID, NULL, 0, 0, "[0-9a-hjkmnp-tv-z]{16}")                               \
    X(SIZE, NULL, 0, 0, "([2-9]|1[0-5])x([2-9]|1[0-5])")                      \
    X(LAYOUT, NULL, 0, 0,                                                     \
      "((rows|columns|snake|spiral)(,[a-z0-9.,=]+)?|goal=[0-9 /]+)")          \
    X(BOARD, NULL, 0, 0, "(0|[1-9][0-9]{0,2})([ /](0|[1-9][0-9]{0,2}))+")     \
    X(RECIPE, NULL, 0, 0,                                                     \
      "[0-9]+x[0-9]+/[^~]+~g[0-9]+[^~]*~[\\s\\S]*~[0-9]+")                    \
    X(STATUS, NULL, 0, 0, "unrated|bounded|proven")                           \
    X(STATUS_MTM, NULL, 0, 0, "bounded|proven")                               \
    X(PATH, NULL, 0, 0, "([UDLR]([2-9]|[1-9][0-9]+)?)*")                      \
    X(BAND, NULL, 0, 0, "[a-z0-9-]{1,32}")                                    \
    X(NAME, NULL, 0, 0, "[^/~]{1,64}")                                        \
    X(MOVES, "moves", 0, 65534, NULL)                                         \
    X(SLIDES, "slides", 0, 65534, NULL)                                       \
    X(BOARDS, "boards", 1, UINT32_MAX, NULL)                                  \
    X(NUMBER, NULL, 1, UINT32_MAX, NULL)                                      \
    X(PERCENT, "percent", 0, 100, NULL)                                       \
    X(SEARCH, NULL, 0, 0, NULL)                                               \
    X(SOLUTIONS, NULL, 1, INT64_MAX, NULL)                                    \
    X(FIRST_MOVES, NULL, 0, 0, "U?R?D?L?")                                    \
    X(TRAIT, NULL, 0, 65534, NULL)                                            \
    X(SECONDS, "seconds", 0, UINT32_MAX, NULL)                                \
    X(ERROR, NULL, 0, 1000, NULL)                                             \
    X(GAMES, "games", 1, UINT32_MAX, NULL)                                    \
    X(TRUTH, NULL, 0, 1, NULL)                                                \
    X(ONE, NULL, 1, 1, NULL)

/*
 * The fields in the order in which they are written: word in `enum field`,
 * name in JSON, CSV and the database of a pack, kind and values, whether
 * import reads it, what it says about a length, and its meaning. New fields
 * are added only at the end of their list. `make generated` writes the schema
 * of these fields and their table in docs/formats.md.
 */
#define FIELDS_OF_ENTRY(X)                                                    \
    X(ID, "puzzle_id", TEXT, ID, true, NONE, "the id")                        \
    X(SIZE, "size", TEXT, SIZE, true, NONE, "width and height, such as 4x4")  \
    X(LAYOUT, "layout", TEXT, LAYOUT, true, NONE,                             \
      "the simplest name of the goal")                                        \
    X(GOAL, "goal", TEXT, BOARD, true, NONE, "the goal")                      \
    X(BOARD, "board", TEXT, BOARD, true, NONE, "the start")                   \
    X(RECIPE, "recipe", TEXT, RECIPE, true, NONE,                             \
      "of the puzzle's recipes, the first in byte order")                     \
    X(STATUS, "status", TEXT, STATUS, true, STATUS,                           \
      "what is known of the length")                                          \
    X(LOWER, "lower", WHOLE, MOVES, true, LOWER, "no solution is shorter")    \
    X(UPPER, "upper", WHOLE, MOVES, true, UPPER,                              \
      "the length of the best known solution")                                \
    X(STM, "stm", WHOLE, MOVES, true, OPTIMUM,                                \
      "the optimal length, if proven")                                        \
    X(PATH, "path", TEXT, PATH, true, PATH,                                   \
      "a solution of length upper, the canonical one if proven")              \
    X(PERCENTILE, "percentile", REAL, PERCENT, true, PERCENTILE,              \
      "of the length in its class")                                           \
    X(BAND, "band", TEXT, BAND, true, BAND,                                   \
      "the name of the band of the percentile")                               \
    X(PERCENTILE_SAMPLE, "percentile_sample", WHOLE, BOARDS, true, SAMPLE,    \
      "the sample of the class; absent if all boards were counted")           \
    X(LOWER_SEARCH, "lower_search", SEARCH, SEARCH, false, LOWER_SEARCH,      \
      "the search that found the lower end of an interval")                   \
    X(UPPER_SEARCH, "upper_search", SEARCH, SEARCH, false, UPPER_SEARCH,      \
      "the search that found the upper end of an interval")                   \
    X(ESTIMATE, "estimate", WHOLE, MOVES, true, NONE,                         \
      "beyond 16 cells: the length that decides percentile and band; it "     \
      "never changes")                                                        \
    X(ESTIMATED, "estimated", TRUTH, ONE, true, NONE,                         \
      "1: percentile and band are those of estimates; otherwise absent")

/* The fields that only a pack has, written after the others. */
#define FIELDS_OF_PACK(X)                                                     \
    X(NUMBER, "number", WHOLE, NUMBER, true, NONE,                            \
      "of the puzzle in a pack")

/* The fields of a puzzle that is known in MTM, written after these. */
#define FIELDS_OF_MTM(X)                                                      \
    X(MTM_STATUS, "mtm_status", TEXT, STATUS_MTM, true, STATUS,               \
      "what is known of the length in MTM; absent if nothing is known")       \
    X(MTM_LOWER, "mtm_lower", WHOLE, SLIDES, true, LOWER,                     \
      "no solution is shorter in MTM")                                        \
    X(MTM_UPPER, "mtm_upper", WHOLE, SLIDES, true, UPPER,                     \
      "the length of the best known solution in MTM")                         \
    X(MTM, "mtm", WHOLE, SLIDES, true, OPTIMUM,                               \
      "the optimal length in MTM, if proven")                                 \
    X(MTM_PATH, "mtm_path", TEXT, PATH, true, PATH,                           \
      "a solution of length mtm_upper, the canonical one if proven")          \
    X(MTM_PERCENTILE, "mtm_percentile", REAL, PERCENT, true, PERCENTILE,      \
      "of the length in MTM in its class")                                    \
    X(MTM_BAND, "mtm_band", TEXT, BAND, true, BAND,                           \
      "the name of the band of that percentile")                              \
    X(MTM_PERCENTILE_SAMPLE, "mtm_percentile_sample", WHOLE, BOARDS, true,    \
      SAMPLE, "the sample of the class; absent if all boards were counted")   \
    X(MTM_LOWER_SEARCH, "mtm_lower_search", SEARCH, SEARCH, false,            \
      LOWER_SEARCH, "the search that found the lower end in MTM")             \
    X(MTM_UPPER_SEARCH, "mtm_upper_search", SEARCH, SEARCH, false,            \
      UPPER_SEARCH, "the search that found the upper end in MTM")

/* The field of a puzzle that has a name in the catalogue, after all others. */
#define FIELDS_OF_NAME(X)                                                     \
    X(NAME, "name", TEXT, NAME, true, NONE, "the name of the puzzle")

/* The traits of a proven puzzle, where they are stored: the columns of table
 * trait. In CSV only where they are named. */
#define FIELDS_OF_TRAITS(X)                                                   \
    X(SOLUTIONS, "solutions", WHOLE, SOLUTIONS, false, NONE,                  \
      "the number of shortest solutions, at most 2^63-1")                     \
    X(FIRST_MOVES, "first_moves", TEXT, FIRST_MOVES, false, NONE,             \
      "the letters with which a shortest solution begins")                    \
    X(DETOUR, "detour", WHOLE, TRAIT, false, NONE,                            \
      "the optimal length minus the Manhattan distance")                      \
    X(LINEAR_CONFLICTS, "linear_conflicts", WHOLE, TRAIT, false, NONE,        \
      "the tiles that must leave their line")                                 \
    X(INVERSIONS, "inversions", WHOLE, TRAIT, false, NONE,                    \
      "the pairs of tiles in another order than in the goal")                 \
    X(TILES_HOME, "tiles_home", WHOLE, TRAIT, false, NONE,                    \
      "the tiles in their goal cells")                                        \
    X(TURNS, "turns", WHOLE, TRAIT, false, NONE,                              \
      "the changes of direction in the canonical path")                       \
    X(FORCED, "forced", WHOLE, TRAIT, false, NONE,                            \
      "the boards on it with a single move that stays shortest")              \
    X(ROW_MOVES, "row_moves", WHOLE, TRAIT, false, NONE,                      \
      "the length of the solution by rows")

/* How its games rate a puzzle, as traits: the columns of table
 * difficulty. */
#define FIELDS_OF_GAMES(X)                                                    \
    X(DIFFICULTY, "difficulty", REAL, SECONDS, false, NONE,                   \
      "the time in which an average player solves it in the median, "         \
      "estimated from games")                                                 \
    X(DIFFICULTY_ERROR, "difficulty_error", REAL, ERROR, false, NONE,         \
      "the standard error of its natural logarithm")                          \
    X(GAMES, "games", WHOLE, GAMES, false, NONE, "the games that were counted")

/* The columns of the view `puzzles` that are no fields: what can be asked for
 * besides. */
#define FIELDS_OF_VIEW(X)                                                     \
    X(CLASS, "class", TEXT, ID, false, NONE,                                  \
      "the size and the blank's cell of the goal up to symmetry: 4x4@0.0")    \
    X(LENGTH, "length", TEXT, NAME, false, NONE,                              \
      "the optimal length, or the interval")                                  \
    X(GAP, "gap", WHOLE, MOVES, false, NONE, "upper - lower; 0 is proven")    \
    X(MTM_GAP, "mtm_gap", WHOLE, SLIDES, false, NONE,                         \
      "mtm_upper - mtm_lower")                                                \
    X(USED, "used", TRUTH, TRUTH, false, NONE,                                \
      "1: published by a channel or in a pack, or marked by hand")            \
    X(USED_IN, "used_in", TEXT, NAME, false, NONE, "where it is used")        \
    X(GOAL_PK, "goal_pk", WHOLE, NUMBER, false, NONE,                         \
      "the key of the goal in table goal")

/* The field of a line of `solve` that is not imported if it is 1. */
#define FIELDS_OF_SOLVE(X)                                                    \
    X(STOPPED, "stopped", TRUTH, TRUTH, true, NONE,                           \
      "of solve --seconds: the time ended the search")

#define VALUES_WORD(word, unit, low, high, pattern) VALUES_##word,
enum field_values { VALUES_OF_FIELDS(VALUES_WORD) VALUES_ };
#undef VALUES_WORD

#define FIELD_WORD(word, name, kind, values, is_read, of, about) FIELD_##word,
enum field {
    FIELDS_OF_ENTRY(FIELD_WORD) FIELDS_OF_PACK(FIELD_WORD)
        FIELDS_OF_MTM(FIELD_WORD) FIELDS_OF_NAME(FIELD_WORD)
            FIELDS_OF_TRAITS(FIELD_WORD) FIELDS_OF_GAMES(FIELD_WORD)
                FIELDS_OF_SOLVE(FIELD_WORD) FIELDS_OF_VIEW(FIELD_WORD) FIELDS_
};
#undef FIELD_WORD

struct field_values_info {
    const char *unit; /* NULL: none */
    uint64_t low, high;
    const char *pattern; /* NULL: none */
};

extern const struct field_values_info field_values_info[VALUES_];

struct field_info {
    const char *name;
    loyd_field_kind kind;
    enum field_values values;
    bool is_read;
    loyd_metric metric; /* of `of` */
    enum known_field of;
    const char *about;
};

extern const struct field_info field_info[FIELDS_];

/* Returns the field with a name of `len` bytes, or FIELDS_ if none has it. */
enum field field_of(const char *name, size_t len);

static inline bool
field_is_trait(enum field field)
{
    return field >= FIELD_SOLUTIONS && field <= FIELD_ROW_MOVES;
}

static inline bool
field_is_of_games(enum field field)
{
    return field >= FIELD_DIFFICULTY && field <= FIELD_GAMES;
}

/* The field of loyd_field_get(at): all but those of packs and of solve, and
 * the columns of the view. */
enum field field_at(unsigned at);

/* Returns whether a field is a column of the view `puzzles`. */
static inline bool
field_is_column(enum field field)
{
    return field < FIELDS_ && field != FIELD_NUMBER &&
           field != FIELD_STOPPED;
}

#endif
