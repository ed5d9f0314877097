/* SPDX-License-Identifier: MIT */
/* The catalogue of a run: which file, opened how, and which of its puzzles. */
#ifndef LOYD_CLI_CATALOGUE_H
#define LOYD_CLI_CATALOGUE_H

#include "cli/command.h"

/*
 * Names the run's catalogue in run->db, NULL where there is none, and opens it
 * in run->store as the command needs it; a command that may make one does
 * that itself, once it knows what for. Returns an exit code, after a
 * complaint.
 */
int catalogue_ready(struct run *run);

/* Complains that there is no catalogue, to be read or written; returns
   EXIT_COMMAND. */
int catalogue_missing(const struct run *run, bool to_read);

/* loyd_store_open of run->db, which an interrupt stops. */
loyd_err catalogue_try(struct run *run, loyd_store_mode mode, loyd_why *why);

/* Opens run->db. Returns an exit code, after a complaint. */
int catalogue_open(struct run *run, loyd_store_mode mode);

/* Opens the catalogue of --db or $LOYD_DB, where there is one, for parts of
   commands that only read it. Returns an exit code, after a complaint. */
int catalogue_open_to_read(struct run *run);

/* Is there no catalogue at `path` yet, or one that is just being made? `err`
 * is what came of opening it. */
bool catalogue_is_to_come(const char *path, loyd_err err);

/*
 * Opens run->db to look what is in it before anything is written; one of an
 * older schema is brought up to date. Where there is none yet run->store
 * stays NULL. Returns an exit code, after a complaint.
 */
int catalogue_look(struct run *run);

/*
 * The filter of the options, whose texts it borrows. Returns an exit code,
 * after a complaint.
 */
int filter_make(const struct run *run, loyd_filter *filter);

/*
 * The bands of the run's catalogue, where one is open, otherwise those of a
 * new one. Returns an exit code, after a complaint.
 */
int bands_take(const struct run *run, loyd_bands *bands);

/*
 * What came of a job on the catalogue: a message begins with the file, where
 * the error is its own, otherwise with the command. So does what is said of
 * the folders of --out and --since, which begins with their names. Returns an
 * exit code.
 */
int report_job(const struct run *run, loyd_err err, const loyd_why *why);

/* Called with a row; returns an exit code, and EXIT_BAD ends the query. */
typedef int (*row_fn)(const struct run *run, void *context,
                      const loyd_entry *entry);

/*
 * Each row that the filter finds. A row that is wrong is complained about,
 * and the query goes on behind it. Returns the highest exit code. In `plan`,
 * which may be NULL, stands what it took.
 */
int catalogue_each(const struct run *run, const loyd_filter *filter,
                   row_fn each, void *context, loyd_plan *plan);

#endif
