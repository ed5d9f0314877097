/* SPDX-License-Identifier: MIT */
/* Declares the commands, and the table of what each of them needs. */
#ifndef LOYD_CLI_COMMAND_H
#define LOYD_CLI_COMMAND_H

#include "cli/message.h"
#include "cli/option_rows.h"
#include "cli/out.h"

/* What main opens before a command runs. */
enum needs {
    NEEDS_NOTHING = 0,
    TAKES_STORE,  /* a catalogue to read, if one is named */
    NEEDS_STORE,  /* a catalogue to read */
    WRITES_STORE, /* a catalogue to write, which exists */
    NAMES_STORE,  /* a catalogue to write, which the command opens itself */
    MAKES_STORE,  /* the same, if one is named */
    MARKS_STORE,  /* as WRITES_STORE; without --pack-name as NEEDS_STORE */
    PROVES_STORE  /* as NEEDS_STORE; its operand may name it */
};

/* One run of a command, and what it opens; main closes and wipes it. */
struct run {
    const struct command *command;
    struct args args;
    struct option_use options[OPTIONS_MAX]; /* in their order */
    size_t n_options;
    const char **operands;
    int n_operands;
    const struct action *action;
    struct terminal screen; /* stdout */
    const char *db;         /* the catalogue's path, NULL: none */
    loyd_store *store;      /* open if the command needs one */
    loyd_solver *solver;    /* from solver_start, or NULL */
    const uint8_t *secret;  /* of --secret, once it is read, or NULL */
    uint8_t secret_bytes[LOYD_SECRET_BYTES];
};

/* What a command does. */
struct action {
    const char *name; /* the first operand; NULL: there is only one action */
    int (*run)(struct run *run);
    enum needs needs;
    const char *columns; /* as in rows_begin; NULL: it begins its rows itself,
                            or has none */
    const char *text;
};

struct command {
    const char *name;
    const char *operands; /* as the help shows them, "" for none */
    const char *summary;  /* a few words */
    const char *about;    /* paragraphs of its help, separated by "\n\n" */
    const struct action *actions;     /* ends with one without a name */
    const struct option_row *options; /* the same */
    int operands_min;
    int operands_max;     /* -1: any number */
    const char *examples; /* lines */
    const char *rules;    /* lines of rules.h; NULL: none */
    const char *required; /* options that it needs; NULL: none */
};

/* All commands, each a file cmd_NAME.c, in the order of the help: those of
   every day first. */
#define COMMANDS_EVERYDAY 6
#define COMMANDS(X)                                                           \
    X(generate) X(solve) X(find) X(daily) X(publish) X(export) X(check)       \
    X(show) X(rate) X(stats) X(bands) X(verify) X(import) X(merge) X(channel) \
    X(used) X(path) X(play) X(digest) X(tables) X(help) X(version)

#define COMMAND(name) extern const struct command command_##name;
COMMANDS(COMMAND)
#undef COMMAND

/* The same; NULL ends. */
extern const struct command *const commands[];

/* The only action of a command. */
#define ACTION(...)                                                           \
    (const struct action[])                                                   \
    {                                                                         \
        {NULL, __VA_ARGS__}                                                   \
    }

/* Returns the command of that name, or NULL. */
const struct command *command_of(const char *name);

/* Reports a command that does not exist; returns EXIT_COMMAND. */
int command_unknown(const char *name);

/* Prints the help of one command, all of it or a screen, or the list of all
 * commands if it is NULL. */
int help_print(const struct run *run, const struct command *command,
               bool is_all);

#endif
