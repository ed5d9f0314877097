/* SPDX-License-Identifier: MIT */
/* Commands: one table says what there is and what each of them needs. */
#ifndef LOYD_CLI_COMMAND_H
#define LOYD_CLI_COMMAND_H

#include "cli/message.h"
#include "cli/options.h"
#include "cli/out.h"

/* What main makes ready before a command runs. */
enum needs {
    NEEDS_NOTHING = 0,
    TAKES_STORE,  /* a catalogue to read, where one is named */
    NEEDS_STORE,  /* a catalogue to read */
    WRITES_STORE, /* a catalogue to write, which exists */
    MAKES_STORE,  /* a catalogue to write, where one is named */
    MARKS_STORE,  /* as WRITES_STORE; with --no-mark as NEEDS_STORE */
    PROVES_STORE  /* as NEEDS_STORE; its operand may name it */
};

/* One run of a command, and what it opens; main closes and wipes that. */
struct run {
    const struct command *command;
    struct args args;
    const char **operands;
    int n_operands;
    struct terminal screen; /* stdout */
    const char *db;         /* the catalogue's path, NULL: none */
    loyd_store *store;      /* open where the command needs one */
    loyd_solver *solver;    /* once solver_start has made it */
    const uint8_t *secret;  /* that of --secret, once it is read, or NULL */
    uint8_t secret_bytes[LOYD_SECRET_BYTES];
};

struct command {
    const char *name;
    const char *operands; /* as the help shows them, "" for none */
    const char *summary;  /* of a few words */
    const char *about;    /* paragraphs for its own help, parted by \n */
    int (*run)(struct run *run);
    const struct option_row *const *options;
    enum needs needs;
    int operands_min;
    int operands_max;            /* -1: any number */
    const char *const *examples; /* NULL ends */
    const char *const *actions;  /* what its first operand may be; NULL: all */
};

/* The table, in the order of the help; a row without a name ends it. */
extern const struct command commands[];

/* The command of that name, or NULL. */
const struct command *command_find(const char *name);

/* Complains about a command that does not exist; returns EXIT_COMMAND. */
int command_unknown(const char *name);

/* The help of one command, or of all where it is NULL, on stdout. */
int help_print(const struct command *command);
int version_print(void);

extern const char *const channel_actions[];
extern const char *const tables_actions[];

/* Each command is a file, cmd_NAME.c, with its options and its function. */
#define COMMAND(name)                                                         \
    extern option_table name##_options;                                       \
    int cmd_##name(struct run *run)

COMMAND(audit);
COMMAND(bands);
COMMAND(channel);
COMMAND(check);
COMMAND(daily);
COMMAND(digest);
COMMAND(export);
COMMAND(find);
COMMAND(generate);
COMMAND(help);
COMMAND(import);
COMMAND(merge);
COMMAND(publish);
COMMAND(rate);
COMMAND(show);
COMMAND(solve);
COMMAND(stats);
COMMAND(tables);
COMMAND(verify);
COMMAND(version);

#endif
