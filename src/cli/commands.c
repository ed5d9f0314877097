/* SPDX-License-Identifier: MIT */
/* The table of commands. */
#include <string.h>

#include "base/nearest.h"
#include "cli/command.h"

#define COMMAND(name) &command_##name,
const struct command *const commands[] = {COMMANDS(COMMAND) NULL};

const struct command *
command_of(const char *name)
{
    const struct command *const *c = commands;

    while (*c != NULL && strcmp((*c)->name, name) != 0)
        c++;
    return *c;
}

int
command_unknown(const char *name)
{
    const char *names[sizeof(commands) / sizeof(commands[0])] = {NULL}, *near;
    char shown[QUOTED_BYTES];

    for (size_t i = 0; commands[i] != NULL; i++)
        names[i] = commands[i]->name;
    near = nearest_word(name, names);
    if (near != NULL)
        return refuse("", "'%s' is not a command: try '%s'",
                      quoted(name, shown), near);
    return refuse("", "'%s' is not a command: try 'loyd help'",
                  quoted(name, shown));
}
