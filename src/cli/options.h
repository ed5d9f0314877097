/* SPDX-License-Identifier: MIT */
/*
 * Options: one table per command is the source of the parser and the help.
 * Values that several files read are in struct args, those of one command in
 * its own struct there. Those of one file are in its static struct `opt`, as a
 * command runs once.
 */
#ifndef LOYD_CLI_OPTIONS_H
#define LOYD_CLI_OPTIONS_H

#include <stddef.h>

#include "base/text.h"
#include "base/utf8.h"
#include "loyd.h"

struct command;
struct run;

struct range {
    uint16_t low;
    uint16_t high;
};

struct args {
    bool help;
    bool version;
    bool quiet;
    bool json;
    bool csv;
    const char *columns;
    bool facts;
    bool future;
    const char *svg;
    bool animate;
    bool rows;
    bool is_proof;
    unsigned tables;    /* loyd_tables */
    unsigned effort;    /* loyd_effort, 0: not given */
    unsigned metric;    /* loyd_metric */
    uint64_t count;
    uint64_t nodes;
    uint64_t depth;  /* 0: not given */
    uint64_t memory; /* bytes; 0: not given */
    uint64_t threads;
    loyd_part part;   /* all zero: not given */
    loyd_part share;  /* the same */
    loyd_size size;   /* width 0: not given */
    const char *layout;
    const char *goal;
    const char *seed;
    const char *secret;
    const char *method;
    const char *db;
    loyd_filter_builder *filter; /* NULL: no option of it is given */
    const char *in;
    const char *not_in;
    const char *out;
    const char *channel;
    const char *today;
    const char *tz;

    /* Of one command: */
    struct {
        const char *pack_name;
    } export;
    struct {
        uint64_t first_index;
        uint64_t attempts;
        loyd_target target; /* of --stm, --mtm or --mlc, and its range */
        struct range range;
        const char *band;
    } generate;
    struct {
        bool is_length_only;   /* --length */
        uint64_t milliseconds; /* of --seconds; 0: not given */
    } solve;
    struct {
        const char *pack;
    } used;
};

/*
 * Reads the text of one option into args. `row` is the row of the option, for
 * bounds and words. On errors the reason is in `why`.
 */
struct option_row;
typedef loyd_err (*option_reader)(const struct option_row *row,
                                  const char *text, struct args *args,
                                  loyd_why *why);

struct option_row {
    const char *name;  /* without dashes; NULL ends a table */
    char letter;       /* short form, 0: none */
    const char *value; /* its metavariable; NULL: a switch */
    const char *help;
    option_reader read;
    size_t at;    /* offset of the field in struct args, */
    void *to;     /* or the field of a command's own; NULL: none */
    uint64_t low; /* bounds of numbers and ranges */
    uint64_t high;
    const char *const *words; /* of read_word and read_words; ends NULL */
    const char *const *(*offers)(void); /* words for shells; NULL: `words` */
    const char *lister; /* a command that lists words, run by the shells */
    const char *filter; /* of read_filter: the member of the filter, */
    const char *switch_value; /* and what a switch sets it to */
    bool has_none; /* of a file: '' means no file */
    bool adds_up;  /* may be given again, with another value */
};

/* An option of a command line, and its text, "" of a switch. */
struct option_use {
    const struct option_row *row;
    const char *text;
};

#define OPTIONS_MAX 96 /* of a command */

loyd_err read_switch(const struct option_row *row, const char *text,
                     struct args *args, loyd_why *why);
loyd_err read_text(const struct option_row *row, const char *text,
                   struct args *args, loyd_why *why);
loyd_err read_number(const struct option_row *row, const char *text,
                     struct args *args, loyd_why *why);
/* A number of bytes, such as 512M. */
loyd_err read_bytes(const struct option_row *row, const char *text,
                    struct args *args, loyd_why *why);
/* Seconds, with decimals, into milliseconds. */
loyd_err read_seconds(const struct option_row *row, const char *text,
                      struct args *args, loyd_why *why);
loyd_err read_range(const struct option_row *row, const char *text,
                    struct args *args, loyd_why *why);
/* Sets row->filter of args->filter, after it has checked row->words. */
loyd_err read_filter(const struct option_row *row, const char *text,
                     struct args *args, loyd_why *why);
loyd_err read_size(const struct option_row *row, const char *text,
                   struct args *args, loyd_why *why);
loyd_err read_part(const struct option_row *row, const char *text,
                   struct args *args, loyd_why *why);
/* One word: its index in row->words plus row->low. */
loyd_err read_word(const struct option_row *row, const char *text,
                   struct args *args, loyd_why *why);
/* Words separated by commas: a set of 1 << index. */
loyd_err read_words(const struct option_row *row, const char *text,
                    struct args *args, loyd_why *why);

/* The end of a row, after its name, letter, value and help: where its value
   goes, which decides how it is read. */
#define READER_OF(place)                                                      \
    _Generic(&(place), bool *: read_switch, const char **: read_text,         \
             uint64_t *: read_number, unsigned *: read_word,                  \
             struct range *: read_range, loyd_size *: read_size,              \
             loyd_part *: read_part)
#define SHARED(field)                                                         \
    .read = READER_OF(((struct args *)0)->field),                             \
    .at = offsetof(struct args, field)
#define OWN(field) .read = READER_OF(opt.field), .to = &opt.field
#define OPTION_FILTER(member) .read = read_filter, .filter = (member)
#define SHARED_NUMBER(field, least, most)                                     \
    SHARED(field), .low = (least), .high = (most)
#define OWN_NUMBER(field, least, most)                                        \
    OWN(field), .low = (least), .high = (most)
/* The first of the words is stored as `first`. */
#define SHARED_WORD(field, first, list)                                       \
    SHARED(field), .low = (first), .words = (list)
#define OWN_WORD(field, first, list)                                          \
    OWN(field), .low = (first), .words = (list)
/* A number in another form. */
#define SHARED_BY(reader, field, least, most)                                 \
    .read = (reader), .at = offsetof(struct args, field), .low = (least),     \
    .high = (most)

/* The rest of what --memory says about proofs. */
#define SEARCH_MEMORY                                                         \
    "in addition to its tables, such as 512M or 2G (default: a quarter of "   \
    "the free memory, at most 384M)"

/* Options of a command: pointers to rows, ending with NULL. */
typedef const struct option_row *const option_table[];

/* Options of every command, except --version; the help lists them last. */
extern option_table common_options;

/* Returns whether a command takes a common option: --csv and --columns are
   only for those that print rows. */
bool option_is_taken(const struct command *command,
                     const struct option_row *row);

/* Rows that several commands share. */
extern const struct option_row option_after;
/* Names of layouts and of columns, for shells. */
const char *const *layout_offers(void);
const char *const *column_offers(void);

/* Every column of the view `puzzles`, as an option of its own. */
extern const struct option_row option_any_column;
extern const struct option_row option_where;
extern const struct option_row option_in;
extern const struct option_row option_not_in;
extern const struct option_row option_channel;
extern const struct option_row option_db;
extern const struct option_row option_distinct;
extern const struct option_row option_drawn_layout;
extern const struct option_row option_effort;
extern const struct option_row option_facts;
extern const struct option_row option_goal;
extern const struct option_row option_csv;
extern const struct option_row option_columns;
extern const struct option_row option_layout;
extern const struct option_row option_limit;
extern const struct option_row option_names_db;
extern const struct option_row option_offset;
extern const struct option_row option_order;
extern const struct option_row option_pick;
extern const struct option_row option_rows;
extern const struct option_row option_secret;
extern const struct option_row option_part;
extern const struct option_row option_threads;
extern const struct option_row option_today;
extern const struct option_row option_tz;
extern const struct option_row option_channel_secret;
extern const struct option_row option_metric;
extern const struct option_row option_metric_beside;
extern const struct option_row option_svg;
extern const struct option_row option_animate;

/* Returns the metric of --metric; without it LOYD_STM. */
static inline loyd_metric
metric_of(const struct args *args)
{
    return (loyd_metric)args->metric;
}

/* What puzzles must be: filters of find, export, stats, rate and channels. */
#define OPTIONS_OF_CONDITIONS                                                 \
    &option_any_column, &option_where, &option_in, &option_not_in

/* The same, with order and number, of find, export and channels. */
#define OPTIONS_OF_FILTERS                                                    \
    OPTIONS_OF_CONDITIONS, &option_distinct, &option_order, &option_limit,    \
        &option_offset, &option_after, &option_pick

/*
 * Returns row `at` of the options of a command, from 0: those of its table,
 * with a row for each column in place of option_any_column, then the common
 * ones; NULL: there are no more. Rows of columns are made once.
 */
const struct option_row *command_option(const struct command *command,
                                        unsigned at);

/* Returns whether the value of an option names a file or a folder. */
bool option_is_file(const struct option_row *row);

/* Appends a list of words, which ends with NULL: "a, b or c" if `between` is
   ", " and `last` is " or ". */
void words_put(struct text *text, const char *const *words,
               const char *between, const char *last);


/*
 * Reads the options and the operands of a command into the run; its operands
 * have room for argc. Returns an exit code, after a message.
 */
int options_parse(struct run *run, int argc, char **argv);

/* Checks the text of an option, which may be NULL, with utf8_check.
   Returns an exit code, after a message. */
int text_check(const char *option, const char *text);

/* Checks the text of a seed in the same way, and its length. */
int seed_check(const char *option, const char *seed);

/* Finds the action of a run, without an operand the first, if its command has
   actions. Returns an exit code, after a message. */
int action_find(struct run *run);

/* The names of efforts, from LOYD_EFFORT_QUICK on. */
extern const char *const effort_words[];

#endif
