/* SPDX-License-Identifier: MIT */
/* Owns the frame of every run: finds the command, opens what it needs, and
   checks that all output was written. */
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/bytes.h"
#include "cli/catalogue.h"
#include "cli/command.h"
#include "cli/json.h"
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
    if (command->needs != NEEDS_NOTHING && most == 0 && run->args.db == NULL)
        message(command->name, "unexpected argument '%s': try --db %s",
                quoted(run->operands[most], shown), shown);
    else
        refuse_extra(command->name, run->operands[most]);
    return false;
}

static int
run_command(const struct command *command, int argc, char **argv,
            const char **operands)
{
    struct run run = {.command = command, .operands = operands};
    int code;

    run.args.count = 1;
    run.args.per_length = 1;
    terminal_look(&run.screen, STDOUT_FILENO);
    if (!options_parse(command, argc, argv, &run.args, operands,
                       &run.n_operands))
        return EXIT_COMMAND;
    if (run.args.quiet)
        quiet_set();
    if (run.args.help)
        return help_print(command);
    if (run.args.version)
        return version_print();
    if (!operands_fit(&run))
        return EXIT_COMMAND;
    interrupt_catch();
    sigbus_catch();
    if ((code = catalogue_ready(&run)) == EXIT_DONE)
        code = command->run(&run);
    progress_clear();
    loyd_solver_free(&run.solver);
    bytes_wipe(run.secret_bytes, sizeof(run.secret_bytes));
    if (code == EXIT_DONE)
        loyd_store_close(&run.store);
    else /* removes a new catalogue that is still empty */
        loyd_store_discard(&run.store);
    return code;
}

/* Looks at the words of argv, since parsing them may have failed. */
static bool
wants_json(const struct command *command, int argc, char **argv)
{
    const struct option_row *const *row = command->options;

    while (*row != NULL && *row != &option_json)
        row++;
    if (*row == NULL)
        return false;
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (strcmp(argv[i], "--json") == 0)
            return true;
    return false;
}

/* The name of the command; options such as --help name one too. */
static const char *
command_name(int argc, char **argv)
{
    static const struct {
        const char *word, *command;
    } words[] = {
        {"-h", "help"},
        {"--help", "help"},
        {"-V", "version"},
        {"--version", "version"},
    };

    if (argc < 2)
        return "help";
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
        if (strcmp(argv[1], words[i].word) == 0)
            return words[i].command;
    return argv[1];
}

int
main(int argc, char **argv)
{
    static char *nothing[] = {"loyd", NULL};
    const struct command *command;
    const char **operands;
    const char *name;
    bool has_json;
    int code;

    out_open();
    setlocale(LC_CTYPE, "");
    name = command_name(argc, argv);
    command = command_find(name);
    if (command == NULL)
        return out_close(command_unknown(name));
    /* getopt skips the first word: here, the name of the command. */
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
    has_json = wants_json(command, argc, argv); /* getopt reorders argv */
    code = run_command(command, argc, argv, operands);
    if (has_json && code != EXIT_DONE)
        json_latest();
    free(operands);
    return out_close(code);
}
