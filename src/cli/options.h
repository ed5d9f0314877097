/* SPDX-License-Identifier: MIT */
/*
 * Options: one table per command is the source of the parser and the help. An
 * option means the same in every command, so one struct holds all values.
 */
#ifndef LOYD_CLI_OPTIONS_H
#define LOYD_CLI_OPTIONS_H

#include <stddef.h>

#include "base/text.h"
#include "loyd.h"

struct range {
    bool is_given;
    uint16_t low;
    uint16_t high;
};

/* The words of --format of generate, in their order. */
enum form {
    FORM_BOARD = 0,
    FORM_RECIPE,
    FORM_JSON,
    FORM_SGT,
    FORM_SCRAMBLE,
    FORM_PDDL
};

struct args {
    bool help;
    bool version;
    bool quiet;
    bool json;
    bool csv;
    bool explain;
    bool facts;
    bool all_solutions;
    bool is_length_only; /* --length */
    bool steps;
    bool optimal;
    bool sql;
    bool count_only;
    bool future;
    bool reveal;
    bool puzzles_only;
    bool study;
    bool skip_bad;
    bool all_or_nothing;
    bool checks_only; /* --check */
    bool has_form;
    bool gzip;
    bool is_proof;
    bool no_mark;
    bool no_rating;
    bool has_counters; /* --stats */
    unsigned no_solutions;
    unsigned form;          /* enum form */
    unsigned tables;        /* loyd_tables */
    unsigned effort;        /* loyd_effort, 0: not given */
    unsigned completion;    /* index in completion_shells + 1, 0: none */
    unsigned metric;        /* loyd_metric */
    unsigned algorithm;     /* loyd_algorithm + 1, 0: not given */
    unsigned heuristic;     /* loyd_heuristic + 1, 0: not given */
    unsigned formats;       /* set of loyd_export_format, 0: not given */
    unsigned import_format; /* loyd_import_format */
    uint64_t count;
    uint64_t boards; /* of an audit, 0: not given */
    uint64_t from;
    uint64_t attempts;
    uint64_t nodes;
    uint64_t depth;  /* 0: not given */
    uint64_t memory; /* bytes; 0: not given */
    uint64_t milliseconds; /* of --seconds; 0: not given */
    uint64_t threads;
    uint64_t tasks; /* of a job, 0: not given, likewise parts */
    uint64_t parts;
    uint64_t limit;
    uint64_t prove;
    struct range stm; /* of a target, likewise mtm and mlc */
    struct range mtm;
    struct range mlc;
    struct range suite;
    uint64_t per_length;
    loyd_shard shard; /* all zero: not given */
    loyd_size size;   /* width 0: not given */
    loyd_size sample;
    uint64_t sample_boards;
    const char *algorithms;
    const char *layout;
    const char *goal;
    const char *moves;
    const char *seed;
    const char *secret;
    const char *method;
    const char *db;
    const char *band;
    loyd_filter_builder *filter; /* NULL: no option of it is given */
    const char *ids;
    const char *exclude;
    const char *name; /* of a puzzle */
    bool list_names;
    const char *set;
    const char *digest;
    const char *svg;
    const char *out;
    const char *web;
    const char *pack_name;
    const char *licence;
    const char *shuffle;
    const char *channel;
    /* Of a site. */
    const char *first_date;
    const char *last_date;
    const char *title;
    const char *base_url;
    unsigned solutions; /* 0: not given, or loyd_solutions and 1 */
    uint64_t ahead;     /* 0: not given */
    /* Of channels and days. */
    const char *schedule;
    const char *tiers;
    const char *order_seed;
    bool from_catalogue;
    const char *start; /* dates, as text */
    const char *sign;
    const char *password_file;
    const char *key;
    const char *since;
    const char *revoked;
    const char *restored;
    bool grow;
    bool replace;
    bool dry_run;
    uint64_t add; /* 0: not given */
    const char *pack;
    const char *note;
    const char *today;
    const char *tz;
    const char *head;
};

/*
 * Reads the text of one option into args. `row` is the row of the option, for
 * bounds and words. Returns false with the reason in `why`.
 */
struct option_row;
typedef bool (*option_reader)(const struct option_row *row, const char *text,
                              struct args *args, loyd_why *why);

struct option_row {
    const char *name;  /* without dashes; NULL ends a table */
    char letter;       /* short form, 0: none */
    const char *value; /* its metavariable; NULL: a switch */
    const char *help;
    option_reader read;
    size_t at;    /* offset of the field in struct args */
    uint64_t low; /* bounds of numbers and ranges */
    uint64_t high;
    const char *const *words; /* of read_word and read_words; ends NULL */
    const char *filter;   /* of read_filter: the member of the filter, */
    const char *given;    /* and the value of a switch */
};

/* An option of a command line, and its text, "" of a switch. */
struct given {
    const struct option_row *row;
    const char *text;
};

#define OPTIONS_MAX 64 /* of a command */

bool read_switch(const struct option_row *row, const char *text,
                 struct args *args, loyd_why *why);
bool read_text(const struct option_row *row, const char *text,
               struct args *args, loyd_why *why);
bool read_number(const struct option_row *row, const char *text,
                 struct args *args, loyd_why *why);
/* A number of bytes, such as 512M. */
bool read_bytes(const struct option_row *row, const char *text,
                struct args *args, loyd_why *why);
/* Seconds, with decimals, into milliseconds. */
bool read_seconds(const struct option_row *row, const char *text,
                  struct args *args, loyd_why *why);
bool read_range(const struct option_row *row, const char *text,
                struct args *args, loyd_why *why);
/* Sets row->filter of args->filter, after it has checked row->words. */
bool read_filter(const struct option_row *row, const char *text,
                 struct args *args, loyd_why *why);
bool read_size(const struct option_row *row, const char *text,
               struct args *args, loyd_why *why);
bool read_shard(const struct option_row *row, const char *text,
                struct args *args, loyd_why *why);
/* One word: its index in row->words plus row->low. */
bool read_word(const struct option_row *row, const char *text,
               struct args *args, loyd_why *why);
/* Words separated by commas: a set of 1 << index. */
bool read_words(const struct option_row *row, const char *text,
                struct args *args, loyd_why *why);

#define OPTION_AT(field) offsetof(struct args, field)

/* The same; compiles only if the field has the type of the reader. */
#define OPTION_AT_A(type, field)                                              \
    (OPTION_AT(field) + 0 * sizeof((type *)0 == &((struct args *)0)->field))

/* The end of a row, after its name, letter, value and help. */
#define OPTION_BY(reader, field) .read = reader, .at = OPTION_AT(field)
#define OPTION_AMONG(reader, field, list)                                     \
    .read = reader, .at = OPTION_AT_A(unsigned, field), .words = (list)
#define OPTION_RANGE(field, most)                                             \
    .read = read_range, .at = OPTION_AT_A(struct range, field), .high = (most)
#define OPTION_FILTER(member) .read = read_filter, .filter = (member)
#define OPTION_SWITCH(field)                                                  \
    .read = read_switch, .at = OPTION_AT_A(bool, field)
#define OPTION_TEXT(field)                                                    \
    .read = read_text, .at = OPTION_AT_A(const char *, field)
#define OPTION_NUMBER(field, least, most)                                     \
    .read = read_number, .at = OPTION_AT_A(uint64_t, field), .low = (least),  \
    .high = (most)
/* The rest of what --memory says of proofs. */
#define SEARCH_MEMORY                                                         \
    "besides its tables, such as 512M or 2G (default: a quarter of what is "  \
    "free, at most 384M)"
#define OPTION_BYTES(field)                                                   \
    .read = read_bytes, .at = OPTION_AT_A(uint64_t, field), .low = 1,         \
    .high = INT64_MAX
/* The first of the words is stored as `first`. */
#define OPTION_WORD(field, first, list)                                       \
    .read = read_word, .at = OPTION_AT_A(unsigned, field), .low = (first),    \
    .words = (list)

/* Options of a command: pointers to rows, ending with NULL. */
typedef const struct option_row *const option_table[];

/* Options of every command, except --version; the help lists them last. */
extern option_table common_options;

/* Rows that several commands share. */
extern const struct option_row option_bands;
extern const struct option_row option_bounds;
extern const struct option_row option_gap;
extern const struct option_row option_after;
extern const struct option_row option_channel;
extern const struct option_row option_class;
extern const struct option_row option_db;
extern const struct option_row option_depth;
extern const struct option_row option_distinct;
extern const struct option_row option_effort;
extern const struct option_row option_exclude;
extern const struct option_row option_facts;
extern const struct option_row option_drawn_layout;
extern const struct option_row option_goal;
extern const struct option_row option_id;
extern const struct option_row option_ids;
extern const struct option_row option_json;
extern const struct option_row option_csv;
extern const struct option_row option_layout;
extern const struct option_row option_layouts;
extern const struct option_row option_limit;
extern const struct option_row option_memory;
extern const struct option_row option_method;
extern const struct option_row option_names_db;
extern const struct option_row option_offset;
extern const struct option_row option_path_prefix;
extern const struct option_row option_percentile;
extern const struct option_row option_of_seed;
extern const struct option_row option_order;
extern const struct option_row option_pick;
extern const struct option_row option_secret;
extern const struct option_row option_seed;
extern const struct option_row option_shard;
extern const struct option_row option_size;
extern const struct option_row option_sizes;
extern const struct option_row option_status;
extern const struct option_row option_stm;
extern const struct option_row option_tables;
extern const struct option_row option_threads;
extern const struct option_row option_today;
extern const struct option_row option_unused;
extern const struct option_row option_used;
extern const struct option_row option_tz;
extern const struct option_row option_channel_secret;
extern const struct option_row option_metric;
extern const struct option_row option_metric_beside;
extern const struct option_row option_mtm;
extern const struct option_row option_metric_of_filters;

/* Returns the metric of --metric; without it LOYD_STM. */
static inline loyd_metric
metric_of(const struct args *args)
{
    return args->filter != NULL ? loyd_filter_builder_get(args->filter)->metric
                                : (loyd_metric)args->metric;
}

/* What puzzles must be: filters of find, export, stats, rate and channels. */
#define OPTIONS_OF_PUZZLES                                                    \
    &option_sizes, &option_layouts, &option_class, &option_stm, &option_mtm,  \
        &option_metric_of_filters, &option_bounds, &option_gap,               \
        &option_bands, &option_percentile, &option_status, &option_id,        \
        &option_ids, &option_exclude, &option_path_prefix

/* The same, with seed and use, of find, export, stats and rate. */
#define OPTIONS_OF_CONDITIONS                                                 \
    OPTIONS_OF_PUZZLES, &option_of_seed, &option_used, &option_unused

/* The same, with order and number, of find and export. */
#define OPTIONS_OF_FILTERS                                                    \
    OPTIONS_OF_CONDITIONS, &option_distinct, &option_order, &option_limit,    \
        &option_offset, &option_after, &option_pick

/* Is the value of an option the name of a file or a folder? */
bool option_is_file(const struct option_row *row);

/* Appends a list of words, which ends with NULL: "a, b or c" if `between` is
   ", " and `last` is " or ". */
void words_put(struct text *text, const char *const *words,
               const char *between, const char *last);

struct command;
struct run;

/*
 * Reads the options and the operands of a command into the run; its operands
 * have room for argc. Returns false after a message if one is invalid (exit
 * 2).
 */
bool options_parse(struct run *run, int argc, char **argv);

/*
 * Returns the place in argv of the first word that is neither an option of the
 * command nor the value of one, or 0 if there is none or an option is unknown.
 */
int options_end(const struct command *command, int argc, char **argv);

/* Checks the text of an option, which may be NULL, with loyd_text_check.
   Returns an exit code, after a message. */
int text_check(const char *option, const char *text);

/* Finds the action of a run, without an operand the first, if its command has
   actions. Returns an exit code, after a message. */
int action_find(struct run *run);

#endif
