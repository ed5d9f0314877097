/* SPDX-License-Identifier: MIT */
/* Owns imports: which file in which format, and its rows one by one. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/why.h"
#include "pack/reading.h"
#include "pack/taking.h"
#include "pack/manifest_read.h"
#include "store/pack_read.h"
#include "store/salvage.h"

static loyd_err
take_text(struct taking *t, struct reading *r,
          const struct row_defaults *defaults, loyd_why *why)
{
    struct puzzle_row *row = calloc(1, sizeof(*row));
    struct row_text text;
    bool found = true;
    loyd_err err = row != NULL ? LOYD_OK : LOYD_E_NOMEM;

    while (err == LOYD_OK) {
        loyd_why part = {""};

        err = reading_next(r, &text, &found, &part);
        if (err == LOYD_OK && !found)
            break;
        if (err == LOYD_OK)
            err = row_read(&text, defaults, row, &part);
        if (err == LOYD_OK)
            err = taking_row(t, row, &part);
        if (err != LOYD_OK)
            err = taking_refuse(t, text.line, err, &part, why);
        if (err == LOYD_OK && r->is_broken)
            break;
        if (err == LOYD_OK)
            err = taking_step(t, why);
    }
    if (row != NULL)
        row_free(row);
    free(row);
    return err;
}

loyd_err
import_text(struct taking *t, int fd, loyd_import_format format, loyd_why *why)
{
    struct row_defaults defaults = {.layout = t->options->layout};
    struct input *lines = NULL;
    struct reading *r = NULL;
    loyd_why part = {""};
    loyd_err err = input_open(fd, &t->watch, &lines, &part);

    if (t->options->goal != NULL) {
        defaults.has_goal = true;
        defaults.goal = *t->options->goal;
    }
    if (err == LOYD_OK)
        err = reading_open(lines, format, &r, &part);
    if (err != LOYD_OK)
        return taking_refuse(t, 0, err, &part, why);
    err = take_text(t, r, &defaults, why);
    reading_close(&r);
    return err;
}

/* A database that is read, and not the one that is written, has failed. */
static loyd_err
of_source(loyd_err err)
{
    return err == LOYD_E_DB || err == LOYD_E_BUSY || err == LOYD_E_FULL
               ? LOYD_E_IO
               : err;
}

loyd_err
import_pack_file(struct taking *t, const char *path,
                 const struct manifest_file *told, loyd_why *why)
{
    struct puzzle_row *row = calloc(1, sizeof(*row));
    struct pack_reader *file = NULL;
    struct pack_reader_row from = {.number = 0};
    bool found = true, is_row = false;
    loyd_why part = {""};
    loyd_err err = row == NULL ? LOYD_E_NOMEM
                               : pack_reader_open(path, store_watch(t->store),
                                                  &file, &part);

    if (err == LOYD_OK && told != NULL)
        err = manifest_check_database(file, told, &part);
    err = of_source(err);
    if (err != LOYD_OK) {
        pack_reader_close(&file);
        free(row);
        return taking_refuse(t, 0, err, &part, why);
    }
    while (err == LOYD_OK) {
        part.text[0] = '\0';
        err = of_source(pack_reader_next(file, &from, &found, &is_row, &part));
        if (err == LOYD_OK && !found)
            break;
        if (err == LOYD_OK)
            err = unpack_row(&from, row, &part);
        if (err == LOYD_OK)
            err = taking_row(t, row, &part);
        if (err != LOYD_OK)
            err = taking_refuse(t, from.number, err, &part, why);
        if (err == LOYD_OK && !is_row)
            break; /* nothing more can be read of it */
        if (err == LOYD_OK)
            err = taking_step(t, why);
    }
    pack_reader_close(&file);
    row_free(row);
    free(row);
    return err;
}

/* A puzzle of a catalogue, as if somebody had told it. */
static loyd_err
take_record(struct taking *t, const struct record *from, loyd_why *why)
{
    struct puzzle_row *row = calloc(1, sizeof(*row));
    loyd_err err;

    if (row == NULL)
        return LOYD_E_NOMEM;
    row->id = from->id;
    row->puzzle = from->puzzle;
    row->has_path = from->status != LOYD_STATUS_UNRATED;
    row->path = from->path;
    if (from->status == LOYD_STATUS_PROVEN)
        row->claimed = from->rating.upper;
    err = taking_row(t, row, why);
    free(row);
    return err;
}

static loyd_err
salvage_puzzles(struct taking *t, struct salvage *s, loyd_why *why)
{
    struct record from = {.path = {0}};
    bool found = true;
    loyd_err err = LOYD_OK;

    while (err == LOYD_OK) {
        loyd_why part = {""}, note = {""};

        err = of_source(salvage_next(s, &from, &note, &found, &part));
        if (err == LOYD_OK && !found)
            break;
        if (err == LOYD_OK && note.text[0] != '\0')
            err = taking_refuse(t, 0, LOYD_E_CORRUPT, &note, why);
        if (err == LOYD_OK)
            err = take_record(t, &from, &part);
        if (err != LOYD_OK)
            err = taking_refuse(t, 0, err, &part, why);
        if (err == LOYD_OK)
            err = taking_step(t, why);
    }
    record_free(&from);
    return err;
}

/* Its puzzle too, where that was lost. */
static loyd_err
take_recipe(struct taking *t, const loyd_recipe *recipe, const loyd_id *id,
            loyd_why *why)
{
    loyd_puzzle puzzle;
    loyd_id drawn;
    bool is_usable, is_new = false;
    loyd_err err = taking_draw(t, recipe, &puzzle, &is_usable, why);

    if (err != LOYD_OK || !is_usable)
        return err;
    loyd_puzzle_id(&puzzle, &drawn);
    if (memcmp(drawn.byte, id->byte, LOYD_ID_BYTES) != 0) {
        char name[LOYD_ID_CHARS + 1];

        loyd_id_print(id, name);
        return why_set(why, LOYD_E_CORRUPT, "a recipe does not draw puzzle %s",
                       name);
    }
    err = loyd_store_add_puzzle(t->store, &puzzle, NULL, &is_new, why);
    if (err == LOYD_OK)
        err = loyd_store_add_recipe(t->store, recipe, &drawn, why);
    if (err != LOYD_OK)
        return err;
    t->result.new_puzzles += is_new;
    t->result.rows += is_new;
    t->result.recipes++;
    return LOYD_OK;
}

static loyd_err
salvage_recipes(struct taking *t, struct salvage *s, loyd_why *why)
{
    loyd_recipe recipe;
    loyd_id id;
    bool found = true;
    loyd_err err = LOYD_OK;

    while (err == LOYD_OK) {
        loyd_why part = {""};

        err = of_source(salvage_next_recipe(s, &recipe, &id, &found, &part));
        if (err == LOYD_OK && !found)
            break;
        if (err == LOYD_OK)
            err = take_recipe(t, &recipe, &id, &part);
        if (err != LOYD_OK)
            err = taking_refuse(t, 0, err, &part, why);
        if (err == LOYD_OK)
            err = taking_step(t, why);
    }
    return err;
}

loyd_err
import_catalogue(struct taking *t, const char *path, loyd_why *why)
{
    struct salvage *s = NULL;
    loyd_why part = {""};
    loyd_err err = of_source(salvage_open(t->store, path, &s, &part));

    if (err != LOYD_OK)
        return taking_refuse(t, 0, err, &part, why);
    err = salvage_puzzles(t, s, why);
    if (err == LOYD_OK)
        err = salvage_recipes(t, s, why);
    salvage_close(&s);
    return err;
}

/* Whose database is it? */
static loyd_import_format
format_of_file(int fd)
{
    uint8_t head[100];
    ssize_t len = read(fd, head, sizeof(head));

    if (lseek(fd, 0, SEEK_SET) != 0 || len < (ssize_t)sizeof(head) ||
        memcmp(head, "SQLite format 3", 16) != 0)
        return LOYD_IMPORT_AUTO;
    return pack_reader_knows(head, sizeof(head)) ? LOYD_IMPORT_SQLITE
                                                 : LOYD_IMPORT_CATALOGUE;
}

static loyd_err
import_file(struct taking *t, const char *path, int fd, loyd_why *why)
{
    loyd_import_format format = t->options->format;

    if (format == LOYD_IMPORT_AUTO && lseek(fd, 0, SEEK_CUR) == 0)
        format = format_of_file(fd);
    if (format != LOYD_IMPORT_SQLITE && format != LOYD_IMPORT_CATALOGUE)
        return import_text(t, fd, format, why);
    close(fd);
    return format == LOYD_IMPORT_SQLITE ? import_pack_file(t, path, NULL, why)
                                        : import_catalogue(t, path, why);
}

/* Of whoever waits: the store's owner, or whoever looks at the progress. */
static bool
goes_on(void *context)
{
    struct taking *t = context;
    const struct watch *w = store_watch(t->store);

    return (w->go_on == NULL || w->go_on(w->context)) &&
           (t->progress == NULL || t->progress(t->context, &t->now));
}

static loyd_err
import_path(struct taking *t, const char *path, loyd_why *why)
{
    struct stat status;
    int fd;

    if (strcmp(path, "-") == 0) {
        t->file = "stdin";
        return import_file(t, path, t->options->input, why);
    }
    fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd == -1 || fstat(fd, &status) != 0) {
        loyd_err err = errno == ENOENT                 ? LOYD_E_NOT_FOUND
                       : errno == EINTR && !goes_on(t) ? LOYD_E_CANCELLED
                                                       : LOYD_E_IO;

        why_set(why, err, "%s", strerror(errno));
        if (fd != -1)
            close(fd);
        return err;
    }
    if (!S_ISDIR(status.st_mode))
        return import_file(t, path, fd, why);
    close(fd);
    return import_folder(t, path, why);
}

loyd_err
loyd_import(loyd_store *store, const char *path,
            const loyd_import_options *options, loyd_import_bad_fn bad,
            void *bad_context, loyd_progress_fn progress, void *context,
            loyd_import_result *result, loyd_why *why)
{
    struct taking *t = calloc(1, sizeof(*t));
    loyd_err err;

    if (t == NULL)
        return LOYD_E_NOMEM;
    t->store = store;
    t->options = options;
    t->bad = bad;
    t->bad_context = bad_context;
    t->progress = progress;
    t->context = context;
    t->now.what = "importing";
    t->watch = (struct watch){.go_on = goes_on, .context = t};
    t->file = path;
    err = loyd_store_begin(store, why);
    if (err == LOYD_OK) {
        err = import_path(t, path, why);
        if (err == LOYD_OK)
            err = loyd_store_commit(store, why);
        if (err != LOYD_OK)
            loyd_store_rollback(store);
    }
    if (err == LOYD_OK && result != NULL)
        *result = t->result;
    taking_end(t);
    free(t);
    return err;
}
