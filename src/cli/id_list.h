/* SPDX-License-Identifier: MIT */
/* Reads lists of puzzle ids from the command line and from files. */
#ifndef LOYD_CLI_ID_LIST_H
#define LOYD_CLI_ID_LIST_H

#include "cli/command.h"

/* Whole ids in ascending order, each once. All zero is empty. */
struct id_list {
    loyd_id *ids; /* NULL only if nothing was read */
    size_t n;
    size_t room;
};

/*
 * Reads ids given as arguments, each of which may be several between commas;
 * "-" reads stdin. Returns an exit code, after a message: EXIT_COMMAND for one
 * that is no whole id, EXIT_BAD for such a line. The caller frees the list,
 * also after errors.
 */
int id_list_read(const char *const *lists, int n, struct id_list *list);

/*
 * Reads ids from a file; "-" is stdin. One per line, where an id ends at the
 * first tab; or what loyd prints as CSV or JSON Lines; or puzzles.csv of a
 * pack, also by its folder. Empty lines and lines that begin with # are
 * skipped.
 */
int id_list_read_file(const char *path, struct id_list *list);

void id_list_free(struct id_list *list);

#endif
