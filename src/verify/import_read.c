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
#include "pack/volume.h"
#include "verify/import.h"

#define STEP_ROWS 1024

loyd_err
import_refuse(struct import_job *t, uint64_t line, loyd_err err,
              const loyd_why *part, loyd_why *why)
{
    const char *what = why_words(part, err);

    return why_is_of_row(err) ? import_add_bad(t, line, err, what, why)
                              : why_set(why, err, "%s", what);
}

loyd_err
import_step(struct import_job *t, loyd_why *why)
{
    t->now.done++;
    if (t->now.done % STEP_ROWS != 0 ||
        listener_progress(t->listener, &t->now))
        return LOYD_OK;
    return why_set(why, LOYD_E_CANCELLED, "stopped: nothing was imported");
}

loyd_err
import_source(const struct import_job *t, loyd_err err, loyd_why *part)
{
    if (err == LOYD_E_DB || err == LOYD_E_BUSY || err == LOYD_E_FULL)
        err = LOYD_E_IO;
    return err == LOYD_E_IO && t->is_in_folder
               ? why_prefix(part, err, "%s: ", t->file)
               : err;
}

/* A row without a name has that of the options. */
static loyd_err
add_name(struct import_job *t, struct row_text *row, loyd_why *part)
{
    const char *given = t->options->name;
    struct slice *name = &row->field[FIELD_NAME];
    char one[WHY_QUOTE_BYTES], other[WHY_QUOTE_BYTES];

    if (given == NULL || slice_is(*name, given))
        return LOYD_OK;
    if (name->at != NULL)
        return why_set(part, LOYD_E_CORRUPT, "name '%s': expected '%s'",
                       why_quote(name->at, name->len, one),
                       why_quote(given, strlen(given), other));
    *name = slice_of(given);
    return LOYD_OK;
}

/* The rows of a file. */
struct rows {
    struct reading *from;
    struct row_defaults defaults;
    struct row_room room;
};

/* Reads and adds the next row; `part` describes errors in it. */
static loyd_err
take_row(struct import_job *t, struct rows *rows, struct row_text *row,
         bool *found, loyd_why *part)
{
    loyd_err err =
        import_source(t, reading_next(rows->from, row, found, part), part);

    if (err != LOYD_OK || !*found)
        return err;
    if (row->list != LIST_PUZZLES)
        return field_add(&t->to, row, part);
    err = row_normal(row, &rows->defaults, &rows->room, part);
    if (err == LOYD_OK)
        err = add_name(t, row, part);
    return err == LOYD_OK ? import_add(t, row, part) : err;
}

static loyd_err
take_all(struct import_job *t, struct rows *rows, loyd_why *why)
{
    bool found = true;
    loyd_err err = LOYD_OK;

    while (err == LOYD_OK) {
        struct row_text row;
        loyd_why part = {""};

        err = take_row(t, rows, &row, &found, &part);
        if (err == LOYD_OK && !found)
            break;
        if (err != LOYD_OK)
            err = import_refuse(t, row.line, err, &part, why);
        if (err == LOYD_OK && rows->from->is_broken)
            break;
        if (err == LOYD_OK && row.list == LIST_PUZZLES)
            err = import_step(t, why);
    }
    return err;
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
        from->lines.layout = defaults->layout;
        if (defaults->has_goal) {
            from->lines.goal = defaults->goal;
            from->lines.size = (loyd_size){defaults->goal.width,
                                           defaults->goal.height};
        }
        err = take_all(t, rows, why);
        row_room_free(&rows->room);
    }
    t->ignored = from->n_ignored;
    memcpy(t->first_ignored, from->ignored, sizeof(from->ignored));
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
    return err == LOYD_OK
               ? take_rows(t, from, &defaults, why)
               : import_refuse(t, 0, import_source(t, err, &part), &part, why);
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

    return err == LOYD_OK
               ? take_rows(t, from, &none, why)
               : import_refuse(t, 0, import_source(t, err, &part), &part, why);
}

static loyd_err
take_file(struct import_job *t, int dir, const char *path,
          const struct manifest_file *file, loyd_why *why)
{
    int fd;
    loyd_why part = {""};
    loyd_err err = manifest_open_file(dir, file, &t->watch, &fd, &part);

    if (err != LOYD_OK)
        return import_refuse(t, 0, err, &part, why);
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
    return import_refuse(t, 0, LOYD_E_CORRUPT, &part, why);
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
        file = volume_choose(manifest, t->options->format);
    if (err == LOYD_OK && file == NULL)
        err = why_set(&part, LOYD_E_NOT_FOUND,
                      "lists no puzzle file that can be imported");
    if (err != LOYD_OK) {
        err = import_refuse(t, 0, err, &part, why);
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
        err = import_refuse(t, 0, err, &part, why);
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
                                        : import_catalogue(t, path, why);
}

/* A loyd_go_on_fn: asks the store's watch and the listener. */
static bool
goes_on(void *context)
{
    struct import_job *t = context;

    return watch_goes_on(store_watch(t->store)) &&
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
