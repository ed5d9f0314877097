/* SPDX-License-Identifier: MIT */
/* The catalogue of a run: its file, how it is opened, and its rows. */
#ifndef LOYD_CLI_CATALOGUE_H
#define LOYD_CLI_CATALOGUE_H

#include "cli/command.h"

/*
 * Sets run->db to the path of the catalogue, or NULL if there is none, and
 * opens it in run->store as the command needs it. Commands that may create one
 * open it themselves, after their checks. Returns an exit code, after a
 * message.
 */
int catalogue_ready(struct run *run);

/* Reports that there is no catalogue to read or write; returns
   EXIT_COMMAND. */
int catalogue_missing(const struct run *run);

/* Calls loyd_store_open with run->db; an interrupt stops it. */
loyd_err catalogue_try(struct run *run, loyd_store_mode mode, loyd_why *why);

/* Opens run->db. Returns an exit code, after a message. */
int catalogue_open(struct run *run, loyd_store_mode mode);

/* Opens the catalogue of --db or $LOYD_DB, if one is named, for parts of
   commands that only read it. Returns an exit code, after a message. */
int catalogue_open_to_read(struct run *run);

/* Returns whether there is no catalogue at `path` yet, or one that is being
 * created; `err` is the error of opening it. */
bool catalogue_is_to_come(const char *path, loyd_err err);

/*
 * Opens run->db to check its contents before anything is written; an older
 * schema is upgraded. If there is no catalogue yet, run->store stays NULL.
 * Returns an exit code, after a message.
 */
int catalogue_look(struct run *run);

/*
 * Gets the bands of the catalogue if one is open, otherwise those of a new
 * one. Returns an exit code, after a message.
 */
int bands_take(const struct run *run, loyd_bands *bands);

/*
 * Reports the result of a job on the catalogue: the message begins with the
 * file if the error is that of the file, otherwise with the command. Messages
 * about the folders of --out and --pack, which begin with their names, follow
 * the command too, and an overflow in --where this. An interrupted job goes on
 * when it is run again. Returns an exit code.
 */
int report_job(const struct run *run, loyd_err err, const loyd_why *why);

/* Called with each row of a list; returns an exit code, which ends it. */
typedef int row_fn(void *context, const loyd_row *row);

/*
 * Calls `each` with every row of a list, until it returns an exit code, and
 * closes the cursor. err and why are those of the call that opened it. Returns
 * an exit code, after a message.
 */
int cursor_each(const struct run *run, loyd_err err, loyd_cursor *cursor,
                loyd_why *why, row_fn *each, void *context);

/* The same with every puzzle of the filter, as an entry. */
int catalogue_each(const struct run *run, const loyd_filter *filter,
                   row_fn *each, void *context);

#endif
