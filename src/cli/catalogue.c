/* SPDX-License-Identifier: MIT */
/* Finds and opens the catalogue of a run, and reads its rows. */
#include "cli/catalogue.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/text.h"
#include "cli/json.h"
#include "cli/signals.h"

/* A command that writes takes its catalogue from the command line only. */
static bool
only_reads(const struct run *run)
{
    enum needs needs = run->action->needs;

    return needs == TAKES_STORE || needs == NEEDS_STORE ||
           needs == PROVES_STORE ||
           (needs == MARKS_STORE && run->args.export.pack_name == NULL);
}

int
catalogue_missing(const struct run *run)
{
    const char *db = getenv("LOYD_DB");

    return refuse(run->command->name, "missing %s--db FILE%s",
                  run->action->needs == PROVES_STORE ? "FILE, " : "",
                  only_reads(run)               ? " or $LOYD_DB"
                  : db != NULL && db[0] != '\0' ? ": $LOYD_DB is only for "
                                                  "commands that do not write"
                                                : "");
}

/* Takes $LOYD_DB if there is no --db. */
static void
take_environment(struct run *run)
{
    const char *db = getenv("LOYD_DB");

    if (run->db == NULL && db != NULL && db[0] != '\0')
        run->db = db;
}

/* A loyd_notice_fn about the file `context`. */
static void
note_of(void *context, const char *text)
{
    note(context, "%s", text);
}

loyd_err
catalogue_try(struct run *run, loyd_store_mode mode, loyd_why *why)
{
    const loyd_listener listener = {.go_on = interrupt_goes_on,
                                    .notice = note_of,
                                    .context = (void *)run->db};

    return loyd_store_open(run->db, mode, &listener, &run->store, why);
}

int
catalogue_open(struct run *run, loyd_store_mode mode)
{
    loyd_why why = {""};
    loyd_err err = catalogue_try(run, mode, &why);

    if (run->action->needs == PROVES_STORE && run->n_operands > 0 &&
        strcmp(why.text, "not an SQLite file") == 0)
        return fail(run->db, "%s: try 'loyd import --check FILE'", why.text);
    if (err == LOYD_E_IO && mode == LOYD_STORE_WRITE &&
        run->action->needs == MARKS_STORE)
        return fail(run->db,
                    "%s: without --pack-name, the catalogue is only read",
                    why.text);
    return report(run->db != NULL ? run->db : run->command->name, err, &why);
}

int
catalogue_open_to_read(struct run *run)
{
    take_environment(run);
    return run->db != NULL ? catalogue_open(run, LOYD_STORE_READ) : EXIT_DONE;
}

bool
catalogue_is_to_come(const char *path, loyd_err err)
{
    struct stat status;

    return err == LOYD_E_NOT_FOUND ||
           (err == LOYD_E_FOREIGN && stat(path, &status) == 0 &&
            S_ISREG(status.st_mode) && status.st_size == 0);
}

int
catalogue_look(struct run *run)
{
    loyd_why why = {""};
    loyd_err err;

    if (run->db == NULL)
        return EXIT_DONE;
    err = catalogue_try(run, LOYD_STORE_READ, &why);
    if (err == LOYD_E_DB) /* usually an older schema */
        err = catalogue_try(run, LOYD_STORE_WRITE, &why);
    if (err == LOYD_OK || catalogue_is_to_come(run->db, err))
        return EXIT_DONE;
    return report(run->db, err, &why);
}

/* Sets *yes if the command verifies packs, which need no catalogue. */
static int
find_pack(const struct run *run, bool *yes)
{
    const char *path = run->n_operands > 0 ? run->operands[0] : NULL;
    struct stat status;

    *yes = false;
    if (run->action->needs != PROVES_STORE)
        return EXIT_DONE;
    *yes = run->n_operands > 1;
    if (*yes || path == NULL)
        return EXIT_DONE;
    if (stat(path, &status) == 0)
        *yes = S_ISDIR(status.st_mode);
    else if (errno != ENOENT)
        return fail_errno(path, "cannot open");
    return EXIT_DONE;
}

int
catalogue_ready(struct run *run)
{
    enum needs needs = run->action->needs;
    bool is_pack;
    int code = find_pack(run, &is_pack);

    if (code != EXIT_DONE || is_pack || needs == NEEDS_NOTHING)
        return code;
    run->db = run->args.db;
    if (needs == PROVES_STORE && run->n_operands > 0)
        run->db = run->operands[0];
    if (only_reads(run))
        take_environment(run);
    if (run->db == NULL && needs != TAKES_STORE && needs != MAKES_STORE)
        return catalogue_missing(run);
    if (run->db == NULL || needs == NAMES_STORE || needs == MAKES_STORE)
        return EXIT_DONE;
    return catalogue_open(run, only_reads(run) ? LOYD_STORE_READ
                                               : LOYD_STORE_WRITE);
}

int
bands_take(const struct run *run, loyd_bands *bands)
{
    loyd_why why = {""};

    return report(run->db, loyd_store_bands(run->store, bands, &why), &why);
}

/* Returns whether an error is one of the file; all others are of the job. */
static bool
is_of_file(loyd_err err)
{
    static const loyd_err of_file[] = {
        LOYD_E_IO,      LOYD_E_FULL,  LOYD_E_DB,      LOYD_E_BUSY,
        LOYD_E_FOREIGN, LOYD_E_NEWER, LOYD_E_CORRUPT,
    };

    for (size_t i = 0; i < sizeof(of_file) / sizeof(of_file[0]); i++)
        if (err == of_file[i])
            return true;
    return false;
}

#define FOLDER_SHOWN 32 /* bytes to which messages cut names */

/* Returns whether a text begins with the name, cut or not, of a folder or its
   DIR.part. */
static bool
begins_with(const char *text, const char *folder)
{
    char shown[FOLDER_SHOWN];
    size_t len = folder != NULL ? strlen(folder) : 0, whole;

    while (len > 1 && folder[len - 1] == '/')
        len--;
    if (len == 0)
        return false;
    whole =
        text_shown(folder, len, shown, sizeof(shown));
    len = strlen(shown);
    return strncmp(text, shown, len) == 0 &&
           (whole > len || strchr(":/.", text[len]) != NULL);
}

int
report_job(const struct run *run, loyd_err err, const loyd_why *why)
{
    bool is_catalogue = run->db != NULL && is_of_file(err) &&
                        !begins_with(why->text, run->args.out) &&
                        !begins_with(why->text, run->args.used.pack);

    if (err == LOYD_E_CANCELLED)
        return fail(run->command->name,
                    "interrupted: run the same command again to continue");
    /* No statement says so before its rows are read. */
    if (run->args.filter != NULL && run->args.filter->filter.where != NULL &&
        strcmp(why->text, "integer overflow") == 0)
        return refuse("--where", "a value has more than 64 bits: try "
                                 "CAST(... AS REAL)");
    return report(is_catalogue ? run->db : run->command->name, err, why);
}

int
cursor_each(const struct run *run, loyd_err err, loyd_cursor *cursor,
            loyd_why *why, row_fn *each, void *context)
{
    const loyd_row *row;
    int code = EXIT_DONE;

    while (err == LOYD_OK && code == EXIT_DONE && !out_is_broken()) {
        if (interrupted())
            code = fail(run->command->name, "interrupted before the last row");
        else if ((err = loyd_cursor_next(cursor, &row, why)) != LOYD_OK ||
                 row == NULL)
            break;
        else
            code = each(context, row);
    }
    loyd_cursor_close(&cursor);
    return code != EXIT_DONE ? code : report_job(run, err, why);
}

int
catalogue_each(const struct run *run, const loyd_filter *filter, row_fn *each,
               void *context)
{
    loyd_cursor *cursor = NULL;
    loyd_why why = {""};
    loyd_err err = loyd_store_find(run->store, filter, &cursor, &why);

    return cursor_each(run, err, cursor, &why, each, context);
}
