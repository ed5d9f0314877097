/* SPDX-License-Identifier: MIT */
/* Owns the frame of every run: finds the command, makes ready what it needs,
   and sees that all output has arrived. */
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
    char shown[QUOTED_BYTES];

    if (run->n_operands < command->operands_min) {
        message(command->name, "missing %s", command->operands);
        return false;
    }
    if (command->operands_max < 0 || run->n_operands <= command->operands_max)
        return true;
    quoted(run->operands[command->operands_max], shown);
    if (command->needs != NEEDS_NOTHING && command->operands_max == 0 &&
        run->args.db == NULL)
        message(command->name, "unexpected argument '%s': try --db %s", shown,
                shown);
    else if (command->operands_max > 0)
        message(command->name, "unexpected argument '%s': expected %s", shown,
                command->operands);
    else
        message(command->name, "unexpected argument '%s'", shown);
    return false;
}

static int
run_command(const struct command *command, int argc, char **argv,
            const char **operands)
{
    struct run run = {.command = command, .operands = operands};
    int code;

    run.args.count = 1;
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
    else /* a catalogue that nothing came into goes again */
        loyd_store_discard(&run.store);
    return code;
}

/* Asked of the words themselves, for what is wrong may be one of them. */
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

/* What stands in the place of a command and means one. */
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
    /* The command's name takes the place that getopt skips. */
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
