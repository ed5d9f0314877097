/* SPDX-License-Identifier: MIT */
/* The fields of a puzzle: one list for JSON, CSV, packs, import, the view
 * `puzzles` and orders. */
#ifndef LOYD_STORE_FIELDS_H
#define LOYD_STORE_FIELDS_H

#include "loyd/store.h"

/* What a field says of a puzzle's length in a metric. */
enum known_field {
    KNOWN_STATUS,
    KNOWN_LOWER,
    KNOWN_UPPER,
    KNOWN_OPTIMUM,
    KNOWN_PATH,
    KNOWN_PERCENTILE,
    KNOWN_BAND,
    KNOWN_SAMPLE,
    KNOWN_CLAIMED,
    KNOWN_LOWER_SEARCH,
    KNOWN_UPPER_SEARCH,
    KNOWN_NONE /* something else */
};

/*
 * The fields in the order in which they are written: word in `enum field`,
 * name in JSON, CSV and the database of a pack, kind of value, whether import
 * reads it, what it says of a length, and its meaning, as docs/formats.md has
 * it. New fields are added only at the end of their list.
 */
#define FIELDS_OF_ENTRY(X)                                                    \
    X(ID, "puzzle_id", TEXT, true, NONE, "the id")                            \
    X(SIZE, "size", TEXT, true, NONE, "width and height, such as 4x4")        \
    X(LAYOUT, "layout", TEXT, true, NONE, "the simplest name of the goal")    \
    X(GOAL, "goal", TEXT, true, NONE, "the goal")                             \
    X(BOARD, "board", TEXT, true, NONE, "the start")                          \
    X(RECIPE, "recipe", TEXT, true, NONE, "a recipe of the puzzle")           \
    X(STATUS, "status", TEXT, true, STATUS,                                   \
      "what is known of the length: proven, bounded, claimed or unrated")     \
    X(LOWER, "lower", WHOLE, true, LOWER, "no solution has fewer moves")      \
    X(UPPER, "upper", WHOLE, true, UPPER, "moves of the best known solution") \
    X(STM, "stm", WHOLE, true, OPTIMUM, "the optimal length in moves")        \
    X(PATH, "path", TEXT, true, PATH,                                         \
      "a solution of upper moves, the canonical one if proven")               \
    X(PERCENTILE, "percentile", REAL, true, PERCENTILE,                       \
      "of the length in its class, 0 to 100")                                 \
    X(BAND, "band", TEXT, true, BAND,                                         \
      "the name of the band of the percentile")                               \
    X(PERCENTILE_SAMPLE, "percentile_sample", WHOLE, true, SAMPLE,            \
      "boards in the sample of the class; absent if all were counted")        \
    X(CLAIMED, "claimed", WHOLE, true, CLAIMED,                               \
      "the optimal length that an import gave")                               \
    X(LOWER_SEARCH, "lower_search", SEARCH, false, LOWER_SEARCH,              \
      "the search that found the lower end of an interval")                   \
    X(UPPER_SEARCH, "upper_search", SEARCH, false, UPPER_SEARCH,              \
      "the search that found the upper end of an interval")                   \
    X(ESTIMATE, "estimate", WHOLE, true, NONE,                                \
      "beyond 16 cells: the length that decides percentile and band")         \
    X(ESTIMATED, "estimated", TRUTH, true, NONE,                              \
      "1: percentile and band are those of estimates; otherwise absent")

/* The fields that only a pack has, written after the others. */
#define FIELDS_OF_PACK(X)                                                     \
    X(NUMBER, "number", WHOLE, true, NONE,                                    \
      "of the puzzle in a series of packs")

/* The fields of a puzzle that is known in MTM, written after these. */
#define FIELDS_OF_MTM(X)                                                      \
    X(MTM_STATUS, "mtm_status", TEXT, true, STATUS,                           \
      "what is known of the length in MTM")                                   \
    X(MTM_LOWER, "mtm_lower", WHOLE, true, LOWER,                             \
      "no solution has fewer slides")                                         \
    X(MTM_UPPER, "mtm_upper", WHOLE, true, UPPER,                             \
      "slides of the best known solution")                                    \
    X(MTM, "mtm", WHOLE, true, OPTIMUM, "the optimal length in slides")       \
    X(MTM_PATH, "mtm_path", TEXT, true, PATH,                                 \
      "a solution of mtm_upper slides, the canonical one if proven")          \
    X(MTM_PERCENTILE, "mtm_percentile", REAL, true, PERCENTILE,               \
      "of the length in MTM in its class, 0 to 100")                          \
    X(MTM_BAND, "mtm_band", TEXT, true, BAND,                                 \
      "the name of the band of that percentile")                              \
    X(MTM_PERCENTILE_SAMPLE, "mtm_percentile_sample", WHOLE, true, SAMPLE,    \
      "boards in the sample of the class; absent if all were counted")        \
    X(MTM_CLAIMED, "mtm_claimed", WHOLE, true, CLAIMED,                       \
      "the optimal length in MTM that an import gave")                        \
    X(MTM_LOWER_SEARCH, "mtm_lower_search", SEARCH, false, LOWER_SEARCH,      \
      "the search that found the lower end in MTM")                           \
    X(MTM_UPPER_SEARCH, "mtm_upper_search", SEARCH, false, UPPER_SEARCH,      \
      "the search that found the upper end in MTM")

/* The field of a puzzle that has a name in the catalogue, after all others. */
#define FIELDS_OF_NAME(X)                                                     \
    X(NAME, "name", TEXT, true, NONE, "the name of the puzzle")

/* The field of a line of `solve --seconds`, which is not imported if 1. */
#define FIELDS_OF_SOLVE(X)                                                    \
    X(STOPPED, "stopped", TRUTH, true, NONE,                                  \
      "of solve --seconds: the time ended the search")

#define FIELD_WORD(word, name, kind, is_read, of, about) FIELD_##word,
enum field {
    FIELDS_OF_ENTRY(FIELD_WORD) FIELDS_OF_PACK(FIELD_WORD)
        FIELDS_OF_MTM(FIELD_WORD) FIELDS_OF_NAME(FIELD_WORD)
            FIELDS_OF_SOLVE(FIELD_WORD) FIELDS_
};
#undef FIELD_WORD

struct field_info {
    const char *name;
    loyd_field_kind kind;
    bool is_read;
    loyd_metric metric; /* of `of` */
    enum known_field of;
    const char *about;
};

extern const struct field_info field_info[FIELDS_];

/* Returns the field with a name of `len` bytes, or FIELDS_ if none has it. */
enum field field_of(const char *name, size_t len);

/* The field of loyd_field_get(at): all but those of packs and of solve. */
enum field field_at(unsigned at);

#endif
