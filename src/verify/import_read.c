/* SPDX-License-Identifier: MIT */
/* Reads what is imported: detects what it is, and adds its rows one by one. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/why.h"
#include "core/listener.h"
#include "pack/read_rows.h"
#include "store/salvage.h"
#include "verify/import.h"

#define STEP_ROWS 1024

/* Adds a fault to the list, unless the error is not of the row. */
static loyd_err
refuse(struct import_job *t, uint64_t line, loyd_err err, const loyd_why *part,
       loyd_why *why)
{
    const char *what = why_words(part, err);

    return why_is_of_row(err)
               ? fields_add_bad(&t->fields, t->file, line, err, what, why)
               : why_set(why, err, "%s", what);
}

static loyd_err
step(struct import_job *t, loyd_why *why)
{
    t->now.done++;
    if (t->now.done % STEP_ROWS != 0 ||
        listener_progress(t->listener, &t->now))
        return LOYD_OK;
    return why_set(why, LOYD_E_CANCELLED, "stopped: nothing was imported");
}

/*
 * Turns an error of the source, which may be a database, into one that is not
 * taken for the catalogue's. Callers name the path that was given, so a file
 * in a folder is named here.
 */
static loyd_err
of_source(const struct import_job *t, loyd_err err, loyd_why *part)
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

/* Reads and adds the next row; `part` describes errors in it. */
typedef loyd_err (*next_fn)(struct import_job *t, void *source,
                            struct turn *turn, loyd_why *part);

static loyd_err
take_all(struct import_job *t, next_fn next, void *source, loyd_why *why)
{
    loyd_err err = LOYD_OK;

    while (err == LOYD_OK) {
        struct turn turn = {.is_found = true};
        loyd_why part = {""};

        err = next(t, source, &turn, &part);
        if (err == LOYD_OK && !turn.is_found)
            break;
        if (err != LOYD_OK)
            err = refuse(t, turn.line, err, &part, why);
        if (err == LOYD_OK && turn.is_last)
            break;
        if (err == LOYD_OK)
            err = step(t, why);
    }
    return err;
}

/* Adds a row; if it has no name, with that of the options. */
static loyd_err
add(struct import_job *t, uint64_t line, struct puzzle_row *row,
    loyd_why *part)
{
    const char *given = t->options->name;
    char one[WHY_QUOTE_BYTES], other[WHY_QUOTE_BYTES];

    if (given != NULL && row->name[0] == '\0')
        snprintf(row->name, sizeof(row->name), "%s", given);
    if (given != NULL && strcmp(given, row->name) != 0)
        return why_set(part, LOYD_E_CORRUPT, "name '%s': expected '%s'",
                       why_quote(row->name, strlen(row->name), one),
                       why_quote(given, strlen(given), other));
    return fields_add(&t->fields, line, row, false, part);
}

/* The rows of a file. */
struct rows {
    struct reading *from;
    struct row_defaults defaults;
    struct puzzle_row row;
};

static loyd_err
take_row(struct import_job *t, void *source, struct turn *turn, loyd_why *part)
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
    return err == LOYD_OK ? add(t, text.line, &rows->row, part) : err;
}

/* Takes ownership of `from`. */
static loyd_err
take_rows(struct import_job *t, struct reading *from,
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
take_text(struct import_job *t, int fd, loyd_import_format format,
          loyd_why *why)
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
        err = reading_open(input, format, false, &from, &part);
    return err == LOYD_OK ? take_rows(t, from, &defaults, why)
                          : refuse(t, 0, of_source(t, err, &part), &part, why);
}

/* Takes its arguments as reading_open_database does. */
static loyd_err
take_database(struct import_job *t, const char *path,
              const struct manifest_file *listed, loyd_why *why)
{
    static const struct row_defaults none = {.layout = NULL};
    struct reading *from = NULL;
    loyd_why part = {""};
    loyd_err err = reading_open_database(path, listed, store_watch(t->store),
                                         &from, &part);

    return err == LOYD_OK ? take_rows(t, from, &none, why)
                          : refuse(t, 0, of_source(t, err, &part), &part, why);
}

/* A damaged catalogue. */
struct wreck {
    struct salvage *from;
    struct record puzzle;
    loyd_why *why; /* of the import */
};

/* A puzzle of a catalogue as a row, which borrows its paths. */
static void
row_of(const struct record *record, struct puzzle_row *row)
{
    *row = (struct puzzle_row){.id = record->id, .puzzle = record->puzzle};
    for (loyd_metric m = 0; m < LOYD_METRICS; m++) {
        const loyd_known *known = &record->known[m];

        row->in[m] = (struct row_length){.lower = known->rating.lower,
                                         .upper = known->rating.upper,
                                         .optimum = known_proven(known),
                                         .path = known->path};
    }
}

/* Adds a puzzle of a catalogue like a row of a file. */
static loyd_err
take_puzzle(struct import_job *t, void *source, struct turn *turn,
            loyd_why *part)
{
    struct wreck *wreck = source;
    struct puzzle_row row;
    loyd_why note = {""};
    loyd_err err = of_source(t,
                             salvage_next(wreck->from, &wreck->puzzle, &note,
                                          &turn->is_found, part),
                             part);

    if (err == LOYD_OK && turn->is_found && note.text[0] != '\0')
        err = refuse(t, 0, LOYD_E_CORRUPT, &note, wreck->why);
    if (err != LOYD_OK || !turn->is_found)
        return err;
    row_of(&wreck->puzzle, &row);
    return fields_add(&t->fields, 0, &row, false, part);
}

/* Returns in *yes whether the puzzle was added. */
static loyd_err
is_there(struct import_job *t, const loyd_id *id, bool *yes, loyd_why *why)
{
    struct query q;

    query_begin(&q, t->store, STMT_COUNT_,
                "SELECT 1 FROM temp.field WHERE id = ?1", why);
    query_id(&q, 1, id);
    return query_has(&q, yes);
}

/* Adds a recipe, and its puzzle too if that was lost. */
static loyd_err
add_recipe(struct import_job *t, const loyd_recipe *recipe, const loyd_id *id,
           loyd_why *why)
{
    struct puzzle_row drawn = {.has_recipe = true, .recipe = *recipe};
    bool is_usable, is_known;
    loyd_err err =
        fields_draw(&t->fields, recipe, &drawn.puzzle, &is_usable, why);

    if (err != LOYD_OK)
        return err;
    t->result.unchecked += !is_usable;
    if (!is_usable)
        return LOYD_OK;
    loyd_puzzle_id(&drawn.puzzle, &drawn.id);
    if (memcmp(drawn.id.byte, id->byte, LOYD_ID_BYTES) != 0) {
        char name[LOYD_ID_CHARS + 1];

        loyd_id_print(id, name);
        return why_set(why, LOYD_E_CORRUPT,
                       "recipe of puzzle %s draws another puzzle", name);
    }
    err = is_there(t, id, &is_known, why);
    return err == LOYD_OK ? fields_add(&t->fields, 0, &drawn, is_known, why)
                          : err;
}

static loyd_err
take_recipe(struct import_job *t, void *source, struct turn *turn,
            loyd_why *part)
{
    struct wreck *wreck = source;
    loyd_recipe recipe;
    loyd_id id;
    loyd_err err = of_source(
        t,
        salvage_next_recipe(wreck->from, &recipe, &id, &turn->is_found, part),
        part);

    return err == LOYD_OK && turn->is_found ? add_recipe(t, &recipe, &id, part)
                                            : err;
}

/* Adds a name, if its puzzle was not lost. */
static loyd_err
take_name(struct import_job *t, void *source, struct turn *turn,
          loyd_why *part)
{
    struct wreck *wreck = source;
    char name[LOYD_NAME_TEXT], text[LOYD_ID_CHARS + 1];
    char quote[WHY_QUOTE_BYTES];
    bool is_known = false;
    struct query q;
    loyd_id id;
    loyd_err err = of_source(
        t, salvage_next_name(wreck->from, &id, name, &turn->is_found, part),
        part);

    if (err != LOYD_OK || !turn->is_found ||
        (err = is_there(t, &id, &is_known, part)) != LOYD_OK)
        return err;
    loyd_id_print(&id, text);
    if (!is_known)
        return why_set(part, LOYD_E_CORRUPT, "puzzle %s, named '%s', is lost",
                       text, why_quote(name, strlen(name), quote));
    query_begin(&q, t->store, STMT_COUNT_,
                "UPDATE temp.field SET name = ?2 WHERE id = ?1", part);
    query_id(&q, 1, &id);
    query_text(&q, 2, name);
    return query_run(&q);
}

static loyd_err
take_catalogue(struct import_job *t, const char *path, loyd_why *why)
{
    struct wreck wreck = {.why = why};
    loyd_why part = {""};
    loyd_err err =
        of_source(t, salvage_open(t->store, path, &wreck.from, &part), &part);

    if (err != LOYD_OK)
        return refuse(t, 0, err, &part, why);
    err =
        db_run(t->store->db, "CREATE INDEX temp.field_id ON field (id)", why);
    if (err == LOYD_OK)
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
take_file(struct import_job *t, int dir, const char *path,
          const struct manifest_file *file, loyd_why *why)
{
    int fd;
    loyd_why part = {""};
    loyd_err err = manifest_open_file(dir, file, &t->watch, &fd, &part);

    if (err != LOYD_OK)
        return refuse(t, 0, err, &part, why);
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
check_count(struct import_job *t, const struct manifest *manifest,
            loyd_why *why)
{
    loyd_why part = {""};

    if (t->now.done == manifest->puzzles)
        return LOYD_OK;
    why_set(&part, LOYD_E_CORRUPT,
            "%" PRIu64 " puzzle%s: the manifest lists %" PRIu64, t->now.done,
            t->now.done == 1 ? "" : "s", manifest->puzzles);
    return refuse(t, 0, LOYD_E_CORRUPT, &part, why);
}

static loyd_err
take_pack(struct import_job *t, int dir, const char *path,
          const struct text *text, loyd_why *why)
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
        err = refuse(t, 0, err, &part, why);
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
take_folder(struct import_job *t, const char *path, loyd_why *why)
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
        err = refuse(t, 0, err, &part, why);
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
take_any(struct import_job *t, const char *path, int fd, loyd_why *why)
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
    struct import_job *t = context;
    const struct watch *w = store_watch(t->store);

    return (w->go_on == NULL || w->go_on(w->context)) &&
           listener_progress(t->listener, &t->now);
}

loyd_err
import_read(struct import_job *t, const char *path, loyd_why *why)
{
    struct stat status;
    int fd;
    loyd_err err;

    t->file = path;
    t->watch = (struct watch){.go_on = goes_on, .context = t};
    err = input_fd(path, t->options->input, &t->watch, &fd, why);
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
