/* SPDX-License-Identifier: MIT */
/*
 * Rules: which options, operands and actions of a command need or exclude
 * others. A rule is a text: "A,B needs C|D" or "A,B excludes C,D", where A+B
 * is both. Its words:
 *
 *   --NAME        an option; --NAME=value only with this value, and
 *                 --NAME=VALUE with any, which a message names
 *   selection     an option that selects puzzles
 *   IN CAPITALS   an operand after the action, if there are actions
 *   create        an action; the name of the command is every run
 */
#ifndef LOYD_CLI_RULES_H
#define LOYD_CLI_RULES_H

#include "cli/command.h"

/* Those of all commands. */
extern const char common_rules[];

/* Checks a run by rules, a line each; NULL: none. Returns an exit code, after
   a message. */
int rules_check(const struct run *run, const char *rules);

#endif
