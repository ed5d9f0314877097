/* SPDX-License-Identifier: MIT */
/*
 * Imports puzzles: selects the file of a folder, detects databases and stores
 * the rows one by one.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/why.h"
#include "catalogue/lengths.h"
#include "core/listener.h"
#include "pack/manifest_read.h"
#include "pack/read_rows.h"
#include "pack/store_row.h"
#include "store/rows.h"
#include "store/salvage.h"

/*
 * Turns an error of the source, which may be a database, into one that is not
 * taken for the catalogue's. Callers name the path that was given, so a file
 * in a folder is named here.
 */
static loyd_err
of_source(const struct taking *t, loyd_err err, loyd_why *part)
{
    if (err == LOYD_E_DB || err == LOYD_E_BUSY || err == LOYD_E_FULL)
        err = LOYD_E_IO;
    return err == LOYD_E_IO && t->is_in_folder
               ? why_prefix(part, err, "%s: ", t->file)
               : err;
}

/* A row of a source. */
struct turn {
    uint64_t line; /* 0: unknown */
    bool is_found; /* false: there are no more rows */
    bool is_last;  /* no more rows can be read */
};

/* Reads and stores the next row; `part` describes errors in it. */
typedef loyd_err (*take_fn)(struct taking *t, void *source, struct turn *turn,
                            loyd_why *part);

static loyd_err
take_all(struct taking *t, take_fn next, void *source, loyd_why *why)
{
    loyd_err err = LOYD_OK;

    while (err == LOYD_OK) {
        struct turn turn = {.is_found = true};
        loyd_why part = {""};

        err = next(t, source, &turn, &part);
        if (err == LOYD_OK && !turn.is_found)
            break;
        if (err != LOYD_OK)
            err = taking_refuse(t, turn.line, err, &part, why);
        if (err == LOYD_OK && turn.is_last)
            break;
        if (err == LOYD_OK)
            err = taking_step(t, why);
    }
    return err;
}

/* The rows of a file. */
struct rows {
    struct reading *from;
    struct row_defaults defaults;
    struct puzzle_row row;
};

static loyd_err
take_row(struct taking *t, void *source, struct turn *turn, loyd_why *part)
{
    struct rows *rows = source;
    struct row_text text;
    loyd_err err = of_source(
        t, reading_next(rows->from, &text, &turn->is_found, part), part);

    turn->line = text.line;
    turn->is_last = rows->from->is_broken;
    if (err != LOYD_OK || !turn->is_found)
        return err;
    err = row_read(&text, &rows->defaults, &rows->row, part);
    return err == LOYD_OK
               ? taking_row(t, &rows->row.record, text.line,
                            rows->row.has_recipe ? &rows->row.recipe : NULL,
                            part)
               : err;
}

/* Takes ownership of `from`. */
static loyd_err
take_rows(struct taking *t, struct reading *from,
          const struct row_defaults *defaults, loyd_why *why)
{
    struct rows *rows = calloc(1, sizeof(*rows));
    loyd_err err = LOYD_E_NOMEM;

    if (rows != NULL) {
        rows->from = from;
        rows->defaults = *defaults;
        err = take_all(t, take_row, rows, why);
        row_free(&rows->row);
    }
    free(rows);
    reading_close(&from);
    return err;
}

static loyd_err
take_text(struct taking *t, int fd, loyd_import_format format, loyd_why *why)
{
    struct row_defaults defaults = {.layout = t->options->layout};
    struct input *input = NULL;
    struct reading *from = NULL;
    loyd_why part = {""};
    loyd_err err = input_open(fd, &t->watch, &input, &part);

    if (t->options->goal != NULL) {
        defaults.has_goal = true;
        defaults.goal = *t->options->goal;
    }
    if (err == LOYD_OK)
        err = reading_open(input, format, &from, &part);
    return err == LOYD_OK
               ? take_rows(t, from, &defaults, why)
               : taking_refuse(t, 0, of_source(t, err, &part), &part, why);
}

/* Takes its arguments as reading_open_database does. */
static loyd_err
take_database(struct taking *t, const char *path,
              const struct manifest_file *listed, loyd_why *why)
{
    static const struct row_defaults none = {.layout = NULL};
    struct reading *from = NULL;
    loyd_why part = {""};
    loyd_err err = reading_open_database(path, listed, store_watch(t->store),
                                         &from, &part);

    return err == LOYD_OK
               ? take_rows(t, from, &none, why)
               : taking_refuse(t, 0, of_source(t, err, &part), &part, why);
}

/* A damaged catalogue. */
struct wreck {
    struct salvage *from;
    struct record puzzle;
    loyd_why *why; /* of the import */
};

/* Stores a puzzle of a catalogue like an imported row. */
static loyd_err
take_puzzle(struct taking *t, void *source, struct turn *turn, loyd_why *part)
{
    struct wreck *wreck = source;
    loyd_why note = {""};
    loyd_err err = of_source(t,
                             salvage_next(wreck->from, &wreck->puzzle, &note,
                                          &turn->is_found, part),
                             part);

    if (err == LOYD_OK && turn->is_found && note.text[0] != '\0')
        err = taking_refuse(t, 0, LOYD_E_CORRUPT, &note, wreck->why);
    return err == LOYD_OK && turn->is_found
               ? taking_row(t, &wreck->puzzle, 0, NULL, part)
               : err;
}

/* Stores a recipe, and its puzzle too if that was lost. */
static loyd_err
put_recipe(struct taking *t, const loyd_recipe *recipe, const loyd_id *id,
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
        return why_set(why, LOYD_E_CORRUPT,
                       "recipe of puzzle %s draws another puzzle", name);
    }
    err = store_add_puzzle(t->store, &puzzle, NULL, &is_new, why);
    if (err == LOYD_OK)
        err = store_add_recipe(t->store, recipe, &drawn, why);
    if (err != LOYD_OK)
        return err;
    t->result.new_puzzles += is_new;
    t->result.rows += is_new;
    t->result.recipes++;
    return LOYD_OK;
}

static loyd_err
take_recipe(struct taking *t, void *source, struct turn *turn, loyd_why *part)
{
    struct wreck *wreck = source;
    loyd_recipe recipe;
    loyd_id id;
    loyd_err err = of_source(
        t,
        salvage_next_recipe(wreck->from, &recipe, &id, &turn->is_found, part),
        part);

    return err == LOYD_OK && turn->is_found ? put_recipe(t, &recipe, &id, part)
                                            : err;
}

/* Stores a name, if its puzzle was not lost. */
static loyd_err
take_name(struct taking *t, void *source, struct turn *turn, loyd_why *part)
{
    struct wreck *wreck = source;
    char name[LOYD_NAME_TEXT], text[LOYD_ID_CHARS + 1];
    char quote[WHY_QUOTE_BYTES];
    loyd_id id;
    loyd_err err = of_source(
        t, salvage_next_name(wreck->from, &id, name, &turn->is_found, part),
        part);

    if (err != LOYD_OK || !turn->is_found)
        return err;
    err = store_add_name(t->store, &id, name, part);
    if (err != LOYD_E_NOT_FOUND)
        return err;
    loyd_id_print(&id, text);
    return why_set(part, LOYD_E_CORRUPT, "puzzle %s, named '%s', is lost",
                   text, why_quote(name, strlen(name), quote));
}

static loyd_err
take_catalogue(struct taking *t, const char *path, loyd_why *why)
{
    struct wreck wreck = {.why = why};
    loyd_why part = {""};
    loyd_err err =
        of_source(t, salvage_open(t->store, path, &wreck.from, &part), &part);

    if (err != LOYD_OK)
        return taking_refuse(t, 0, err, &part, why);
    err = take_all(t, take_puzzle, &wreck, why);
    if (err == LOYD_OK)
        err = take_all(t, take_recipe, &wreck, why);
    if (err == LOYD_OK)
        err = take_all(t, take_name, &wreck, why);
    record_free(&wreck.puzzle);
    salvage_close(&wreck.from);
    return err;
}

/* Returns the most complete file of the requested format. */
static const struct manifest_file *
choose(const struct manifest *manifest, loyd_import_format only)
{
    for (size_t i = 0; i < MANIFEST_FORMATS; i++)
        for (size_t k = 0; k < manifest->n_files; k++)
            if (manifest->files[k].format == manifest_formats[i] &&
                (only == LOYD_IMPORT_AUTO || only == manifest_formats[i]))
                return &manifest->files[k];
    return NULL;
}

static loyd_err
take_file(struct taking *t, int dir, const char *path,
          const struct manifest_file *file, loyd_why *why)
{
    int fd;
    loyd_why part = {""};
    loyd_err err = manifest_open_file(dir, file, &t->watch, &fd, &part);

    if (err != LOYD_OK)
        return taking_refuse(t, 0, err, &part, why);
    t->file = file->name;
    t->is_in_folder = true;
    snprintf(t->named, sizeof(t->named), "%s", file->name);
    if (file->format != LOYD_IMPORT_SQLITE)
        return take_text(t, fd, file->format, why);
    close(fd);
    return take_database(t, path, file, why);
}

/* Refused rows count as well: they were already reported. */
static loyd_err
check_count(struct taking *t, const struct manifest *manifest, loyd_why *why)
{
    loyd_why part = {""};

    if (t->now.done == manifest->puzzles)
        return LOYD_OK;
    why_set(&part, LOYD_E_CORRUPT,
            "%" PRIu64 " puzzle%s: the manifest lists %" PRIu64, t->now.done,
            t->now.done == 1 ? "" : "s", manifest->puzzles);
    return taking_refuse(t, 0, LOYD_E_CORRUPT, &part, why);
}

static loyd_err
take_pack(struct taking *t, int dir, const char *path, const struct text *text,
          loyd_why *why)
{
    struct manifest *manifest = malloc(sizeof(*manifest));
    const struct manifest_file *file = NULL;
    loyd_why part = {""};
    loyd_err err = manifest != NULL ? manifest_parse(text, manifest, &part)
                                    : LOYD_E_NOMEM;

    t->file = MANIFEST_NAME;
    if (err == LOYD_OK)
        file = choose(manifest, t->options->format);
    if (err == LOYD_OK && file == NULL)
        err = why_set(&part, LOYD_E_NOT_FOUND,
                      "lists no puzzle file that can be imported");
    if (err != LOYD_OK) {
        err = taking_refuse(t, 0, err, &part, why);
    } else {
        err = take_file(t, dir, path, file, why);
        if (err == LOYD_OK)
            err = check_count(t, manifest, why);
    }
    t->file = path;
    if (manifest != NULL)
        manifest_free(manifest);
    free(manifest);
    return err;
}

static loyd_err
take_folder(struct taking *t, const char *path, loyd_why *why)
{
    int dir = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    struct text text = {.at = NULL};
    loyd_why part = {""};
    loyd_err err;

    if (dir == -1)
        return why_set(why, LOYD_E_IO, "cannot open folder: %s",
                       strerror(errno));
    err = manifest_load(dir, &text, &part);
    if (err == LOYD_OK)
        err = take_pack(t, dir, path, &text, why);
    else if (err == LOYD_E_NOT_FOUND)
        err = why_set(why, err, "not a pack: the folder has no %s",
                      MANIFEST_NAME);
    else
        err = taking_refuse(t, 0, err, &part, why);
    text_free(&text);
    close(dir);
    return err;
}

/* Distinguishes a pack's database from a catalogue; AUTO if it is neither. */
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
take_any(struct taking *t, const char *path, int fd, loyd_why *why)
{
    loyd_import_format format = t->options->format;

    if (format == LOYD_IMPORT_AUTO && lseek(fd, 0, SEEK_CUR) == 0)
        format = format_of_file(fd);
    if (format != LOYD_IMPORT_SQLITE && format != LOYD_IMPORT_CATALOGUE)
        return take_text(t, fd, format, why);
    close(fd);
    return format == LOYD_IMPORT_SQLITE ? take_database(t, path, NULL, why)
                                        : take_catalogue(t, path, why);
}

/* A loyd_go_on_fn: asks the store's watch and the listener. */
static bool
goes_on(void *context)
{
    struct taking *t = context;
    const struct watch *w = store_watch(t->store);

    return (w->go_on == NULL || w->go_on(w->context)) &&
           listener_progress(t->listener, &t->now);
}

static loyd_err
take_path(struct taking *t, const char *path, loyd_why *why)
{
    struct stat status;
    int fd;
    loyd_err err = input_fd(path, t->options->input, &t->watch, &fd, why);

    if (err != LOYD_OK)
        return err;
    if (strcmp(path, "-") == 0) {
        t->file = "stdin";
        return take_any(t, path, fd, why);
    }
    if (fstat(fd, &status) != 0) {
        close(fd);
        return why_set(why, LOYD_E_IO, "cannot open: %s", strerror(errno));
    }
    if (!S_ISDIR(status.st_mode))
        return take_any(t, path, fd, why);
    close(fd);
    return take_folder(t, path, why);
}

/* Proves the lengths that the stored rows state. */
static loyd_err
prove(struct taking *t, loyd_why *why)
{
    loyd_job_result proofs = {0};
    uint64_t left = 0;
    loyd_why none;
    loyd_err err = LOYD_OK;

    if (t->options->solver != NULL && !t->options->is_trial)
        err = lengths_prove(t->store, t->options->solver,
                            t->is_in_folder ? t->named : t->file, t->listener,
                            &proofs, why);
    t->result.proven = proofs.done;
    t->result.wrong = proofs.bad;
    if (lengths_left(t->store, &left, err == LOYD_OK ? why : &none) == LOYD_OK)
        t->result.unproven += left;
    return err;
}

loyd_err
loyd_import(loyd_store *store, const char *path,
            const loyd_import_options *options, const loyd_listener *listener,
            loyd_import_result *result, loyd_why *why)
{
    static const loyd_import_options none = {0};
    struct taking *t = calloc(1, sizeof(*t));
    loyd_err err;

    WHY_GIVEN(why);
    if (t == NULL)
        return LOYD_E_NOMEM;
    t->store = store;
    t->options = options != NULL ? options : &none;
    t->listener = listener;
    t->now.what = "importing";
    t->watch = (struct watch){.go_on = goes_on, .context = t};
    t->file = path;
    err = lengths_begin(store, why);
    if (err == LOYD_OK && (err = loyd_store_begin(store, why)) == LOYD_OK) {
        err = take_path(t, path, why);
        if (err == LOYD_OK && t->options->is_trial)
            err = prove(t, why);
        /* Without a good row, a new catalogue stays empty: removable. */
        if (err == LOYD_OK && !t->options->is_trial &&
            (t->result.rows > 0 || t->result.recipes > 0))
            err = loyd_store_commit(store, why);
        else
            loyd_store_rollback(store);
    }
    if (err == LOYD_OK) {
        if (!t->options->is_trial)
            err = prove(t, why);
        if (result != NULL)
            *result = t->result;
    }
    taking_end(t);
    free(t);
    return err;
}
