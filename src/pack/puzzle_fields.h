/* SPDX-License-Identifier: MIT */
/* The fields of a puzzle: one list for JSON, CSV, packs and import. */
#ifndef LOYD_PACK_PUZZLE_FIELDS_H
#define LOYD_PACK_PUZZLE_FIELDS_H

#include "base/jw.h"
#include "store/rows.h"

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
 * reads it, and what it says of a length. New fields are added only at the end
 * of their list.
 */
#define FIELDS_OF_ENTRY(X)                                                    \
    X(ID, "puzzle_id", AS_TEXT, true, NONE)                                   \
    X(SIZE, "size", AS_TEXT, true, NONE)                                      \
    X(LAYOUT, "layout", AS_TEXT, true, NONE)                                  \
    X(GOAL, "goal", AS_TEXT, true, NONE)                                      \
    X(BOARD, "board", AS_TEXT, true, NONE)                                    \
    X(RECIPE, "recipe", AS_TEXT, true, NONE)                                  \
    X(STATUS, "status", AS_TEXT, true, STATUS)                                \
    X(LOWER, "lower", AS_WHOLE, true, LOWER)                                  \
    X(UPPER, "upper", AS_WHOLE, true, UPPER)                                  \
    X(STM, "stm", AS_WHOLE, true, OPTIMUM)                                    \
    X(PATH, "path", AS_TEXT, true, PATH)                                      \
    X(PERCENTILE, "percentile", AS_REAL, true, PERCENTILE)                    \
    X(BAND, "band", AS_TEXT, true, BAND)                                      \
    X(PERCENTILE_SAMPLE, "percentile_sample", AS_WHOLE, true, SAMPLE)         \
    X(CLAIMED, "claimed", AS_WHOLE, true, CLAIMED)                            \
    X(LOWER_SEARCH, "lower_search", AS_SEARCH, false, LOWER_SEARCH)           \
    X(UPPER_SEARCH, "upper_search", AS_SEARCH, false, UPPER_SEARCH)           \
    X(ESTIMATE, "estimate", AS_WHOLE, true, NONE)                             \
    X(ESTIMATED, "estimated", AS_TRUTH, true, NONE)

/* The fields that only a pack has, written after the others. */
#define FIELDS_OF_PACK(X) X(NUMBER, "number", AS_WHOLE, true, NONE)

/* The fields of a puzzle that is known in MTM, written after these. */
#define FIELDS_OF_MTM(X)                                                      \
    X(MTM_STATUS, "mtm_status", AS_TEXT, true, STATUS)                        \
    X(MTM_LOWER, "mtm_lower", AS_WHOLE, true, LOWER)                          \
    X(MTM_UPPER, "mtm_upper", AS_WHOLE, true, UPPER)                          \
    X(MTM, "mtm", AS_WHOLE, true, OPTIMUM)                                    \
    X(MTM_PATH, "mtm_path", AS_TEXT, true, PATH)                              \
    X(MTM_PERCENTILE, "mtm_percentile", AS_REAL, true, PERCENTILE)            \
    X(MTM_BAND, "mtm_band", AS_TEXT, true, BAND)                              \
    X(MTM_PERCENTILE_SAMPLE, "mtm_percentile_sample", AS_WHOLE, true, SAMPLE) \
    X(MTM_CLAIMED, "mtm_claimed", AS_WHOLE, true, CLAIMED)                    \
    X(MTM_LOWER_SEARCH, "mtm_lower_search", AS_SEARCH, false, LOWER_SEARCH)   \
    X(MTM_UPPER_SEARCH, "mtm_upper_search", AS_SEARCH, false, UPPER_SEARCH)

/* The field of a puzzle that has a name in the catalogue, after all others. */
#define FIELDS_OF_NAME(X) X(NAME, "name", AS_TEXT, true, NONE)

/* The field of a line of `solve --seconds`, which is not imported if 1. */
#define FIELDS_OF_SOLVE(X) X(STOPPED, "stopped", AS_TRUTH, true, NONE)

#define FIELD_WORD(word, name, kind, is_read, of) FIELD_##word,
enum field {
    FIELDS_OF_ENTRY(FIELD_WORD) FIELDS_OF_PACK(FIELD_WORD)
        FIELDS_OF_MTM(FIELD_WORD) FIELDS_OF_NAME(FIELD_WORD)
            FIELDS_OF_SOLVE(FIELD_WORD) FIELDS_
};
#undef FIELD_WORD

/* Written with quotes, as digits, as digits with a point, as an object with
 * method and nodes, or as 0 or 1. */
enum field_kind { AS_TEXT, AS_WHOLE, AS_REAL, AS_SEARCH, AS_TRUTH };

struct field_info {
    const char *name;
    enum field_kind kind;
    bool is_read;
    loyd_metric metric; /* of `of` */
    enum known_field of;
};

extern const struct field_info field_info[FIELDS_];

/* The field that says something of a length in a metric. */
extern const enum field known_field[LOYD_METRICS][KNOWN_NONE];

/* Returns the heading of CSV: of find, or of a pack; with lengths in MTM or
 * without; with names or without. Static text. */
const char *field_csv_head(bool is_pack, bool has_mtm, bool has_names);

/* Returns the field with a name of `len` bytes, or FIELDS_ if none has it. */
enum field field_of(const char *name, size_t len);

struct pack_place;

/* A value that is written; all NULL: the field is absent. */
struct field_value {
    const char *text; /* in `room` or borrowed */
    const loyd_moves *path;
    const loyd_search *search;
    char room[LOYD_LAYOUT_TEXT];
};

void field_value(enum field field, const loyd_entry *entry,
                 const struct pack_place *in_pack, struct field_value *out);

/* Writes an id as a member of a JSON object. */
void field_id(struct jw *jw, const char *name, const loyd_id *id);

/* The properties of a puzzle within a pack. */
struct pack_place {
    uint32_t number; /* 0: in no pack, so the field is absent */
    bool no_path;    /* leave the solutions out */
    bool no_mtm;     /* leave what is known in MTM out */
    bool has_names;  /* CSV has a column for names */
};

/* Writes the search of an end of an interval as a member of a JSON object. */
void field_search(struct jw *jw, const char *name, const loyd_search *search);

/* Like loyd_entry_json and loyd_entry_csv, with the number at the end. */
void field_json(struct text *to, const loyd_entry *entry,
                const struct pack_place *in_pack);
void field_csv(struct text *to, const loyd_entry *entry,
               const struct pack_place *in_pack);

/* Writes what is known in MTM as members of a JSON object, without what
 * follows from the others: the status, and the ends of a proven length. */
void field_json_mtm(struct jw *jw, const loyd_entry *entry,
                    const struct pack_place *in_pack);

#endif
