/* SPDX-License-Identifier: MIT */
/* The frame of every run: finds the command, opens what it needs, and
   checks that all output was written. */
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/bytes.h"
#include "cli/catalogue.h"
#include "cli/command.h"
#include "cli/facts.h"
#include "cli/json.h"
#include "cli/rows.h"
#include "cli/rules.h"
#include "cli/signals.h"

static bool
operands_fit(const struct run *run)
{
    const struct command *command = run->command;
    int most = command->operands_max;
    char shown[QUOTED_BYTES];

    if (run->n_operands < command->operands_min) {
        refuse_missing(command->name, command->operands);
        return false;
    }
    if (most < 0 || run->n_operands <= most)
        return true;
    if (command->actions->needs != NEEDS_NOTHING && most == 0 &&
        run->args.db == NULL)
        message(command->name, "unexpected argument '%s': try --db %s",
                quoted(run->operands[most], shown), shown);
    else
        refuse_extra(command->name, run->operands[most]);
    return false;
}

/* Reports what closing the catalogue would not. */
static int
settle(struct run *run)
{
    loyd_why why;
    loyd_err err = run->store != NULL
                       ? loyd_store_checkpoint(run->store, &why)
                       : LOYD_OK;

    return err == LOYD_OK ? EXIT_DONE : report(run->db, err, &why);
}

/* Runs a command whose options have been read. */
static int
run_parsed(struct run *run)
{
    int code;

    if (run->args.quiet)
        quiet_set();
    if (run->args.help)
        return help_print(run, run->command, false);
    facts_imply(run);
    if (!operands_fit(run) || action_find(run) != EXIT_DONE ||
        rules_check(run, common_rules) != EXIT_DONE ||
        rules_check(run, run->command->rules) != EXIT_DONE)
        return EXIT_COMMAND;
    if ((code = rows_begin_action(run)) != EXIT_DONE)
        return code;
    interrupt_catch();
    sigbus_catch();
    random_prepare();
    if ((code = catalogue_ready(run)) == EXIT_DONE)
        code = run->action->run(run);
    progress_clear();
    if (code == EXIT_DONE)
        code = settle(run);
    loyd_solver_free(&run->solver);
    bytes_wipe(run->secret_bytes, sizeof(run->secret_bytes));
    if (code == EXIT_DONE)
        loyd_store_close(&run->store);
    else /* removes a new catalogue that is still empty */
        loyd_store_discard(&run->store);
    return code;
}

static int
run_command(const struct command *command, int argc, char **argv,
            const char **operands)
{
    struct run run = {.command = command, .operands = operands};
    int code;

    run.args.count = 1;
    terminal_look(&run.screen, STDOUT_FILENO);
    if ((code = options_parse(&run, argc, argv)) == EXIT_DONE)
        code = run_parsed(&run);
    loyd_filter_builder_free(&run.args.filter);
    return code;
}

/* Looks at the words of argv, since parsing them may have failed. */
static bool
wants_json(int argc, char **argv)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (strcmp(argv[i], "--json") == 0)
            return true;
    return false;
}

/* Ends with an error that is known before the command is. */
static int
end_early(int code, int argc, char **argv)
{
    if (wants_json(argc, argv))
        json_latest();
    return out_close(code);
}

/* The command that an option is the short form of, or NULL. */
static const char *
command_of_option(const char *word)
{
    static const struct {
        const char *word, *command;
    } words[] = {
        {"-h", "help"},
        {"--help", "help"},
        {"-V", "version"},
        {"--version", "version"},
    };

    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
        if (strcmp(word, words[i].word) == 0)
            return words[i].command;
    return NULL;
}

int
main(int argc, char **argv)
{
    static char *nothing[] = {"loyd", NULL};
    const struct command *command;
    const char **operands;
    const char *name;
    char shown[QUOTED_BYTES];
    int code;

    out_open();
    setlocale(LC_CTYPE, "");
    name = argc < 2             ? "help"
           : argv[1][0] != '-' ? argv[1]
                               : command_of_option(argv[1]);
    if (name == NULL)
        return end_early(
            refuse("", "missing COMMAND before '%s': try 'loyd help'",
                   quoted(argv[1], shown)),
            argc, argv);
    command = command_of(name);
    if (command == NULL)
        return end_early(command_unknown(name), argc, argv);
    /* The first word is skipped: here, the name of the command. */
    if (argc < 2) {
        argc = 1;
        argv = nothing;
    } else {
        argc--;
        argv++;
    }
    operands = calloc((size_t)argc + 1, sizeof(*operands));
    if (operands == NULL)
        return out_close(report(name, LOYD_E_NOMEM, NULL));
    code = run_command(command, argc, argv, operands);
    rows_end(code);
    if (code != EXIT_DONE && wants_json(argc, argv))
        json_latest();
    free(operands);
    return out_close(code);
}
