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

#include "base/slice.h"
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
        const char *player;
        const char *puzzle;
    } play;
    struct {
        const char *pack;
    } used;
};

/*
 * Reads the text of one option into args. `row` is the row of the option, for
 * bounds and words. On errors the reason is in `why`.
 */
struct option_row;
typedef loyd_err read_fn(const struct option_row *row, const char *text,
                         struct args *args, loyd_why *why);

struct option_row {
    const char *name;  /* without dashes; NULL ends a table */
    const char *value; /* its metavariable; NULL: a switch */
    const char *help;
    read_fn *read;     /* NULL: OPTION_ANY_COLUMN */
    size_t at;    /* offset of the field in struct args, */
    void *to;     /* or the field of a command's own; NULL: none */
    uint64_t low; /* bounds of numbers and ranges */
    uint64_t high;
    const char *const *words; /* of read_word and read_words; ends NULL */
    const char *const *(*offers)(void); /* words for shells; NULL: `words` */
    const char *filter; /* of read_filter: the member of the filter, */
    const char *switch_value; /* and what a switch sets it to */
    char letter;       /* short form, 0: none */
    bool is_selection; /* it selects puzzles */
    bool has_none; /* of a file: '' means no file */
    bool adds_up;  /* may be given again, with another value */
};

/* An option of a command line, and its text, "" of a switch. */
struct option_use {
    const struct option_row *row;
    const char *text;
};

#define OPTIONS_MAX 96 /* of a command */

read_fn read_switch, read_text, read_number, read_range, read_size, read_part;
read_fn read_bytes;   /* a number of bytes, such as 512M */
read_fn read_seconds; /* seconds, with decimals, into milliseconds */
/* Sets row->filter of args->filter, after it has checked row->words. */
read_fn read_filter;
read_fn read_word;  /* one word: its index in row->words plus row->low */
read_fn read_words; /* separated by commas: a set of 1 << index */

/* The end of a row, after its name, value and help: where its value
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
#define OPTION_FILTER(member)                                                 \
    .read = read_filter, .filter = (member), .is_selection = true
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

/* Returns the metric of --metric; without it LOYD_STM. */
static inline loyd_metric
metric_of(const struct args *args)
{
    return (loyd_metric)args->metric;
}

/*
 * Returns row `at` of the options of a command, from 0: those of its table,
 * with a row for each column in place of OPTION_ANY_COLUMN; NULL: there are no
 * more. Rows of columns are made once.
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

/* Returns the text of an option of a run, "" of a switch; NULL: not given. */
const char *option_text(const struct run *run, struct slice name);

/* Checks the text of an option, which may be NULL, with utf8_check.
   Returns an exit code, after a message. */
int text_check(const char *option, const char *text);

/* Checks the text of a seed in the same way, and its length. */
int seed_check(const char *option, const char *seed);

/* Finds the action of a run, without an operand the first, if its command has
   actions. Returns an exit code, after a message. */
int action_find(struct run *run);

#endif
