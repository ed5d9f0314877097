/* SPDX-License-Identifier: MIT */
/* Reads a volume, and marks its puzzles in a catalogue. */
#include "pack/volume.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "base/number.h"
#include "base/why.h"
#include "core/listener.h"
#include "pack/read_rows.h"

#define TICK 1024 /* puzzles between two progress reports */

const struct manifest_file *
volume_choose(const struct manifest *m, loyd_import_format only)
{
    for (size_t i = 0; i < MANIFEST_FORMATS; i++)
        for (size_t k = 0; k < m->n_files; k++)
            if (m->files[k].format == manifest_formats[i] &&
                (only == LOYD_IMPORT_AUTO || only == manifest_formats[i]))
                return &m->files[k];
    return NULL;
}

static loyd_err
open_file(const char *path, int dir, const struct manifest_file *file,
          const struct watch *w, struct reading **rows, loyd_why *why)
{
    struct input *input = NULL;
    int fd;
    loyd_err err;

    if (file->format == LOYD_IMPORT_SQLITE)
        return reading_open_database(path, file, w, rows, why);
    if ((err = manifest_open_file(dir, file, w, &fd, why)) != LOYD_OK ||
        (err = input_open(fd, w, &input, why)) != LOYD_OK)
        return err;
    return reading_open(input, file->format, true, rows, why);
}

/* Notes the puzzle of a row. */
static loyd_err
take_row(struct volume_file *v, const struct row_text *row, size_t *room,
         loyd_why *why)
{
    struct slice id = row->field[FIELD_ID];
    struct marked *next;
    loyd_id last;
    uint64_t number;

    if (!ARRAY_ROOM(v->puzzles, *room, v->n + 1))
        return LOYD_E_NOMEM;
    next = &v->puzzles[v->n++];
    if (loyd_id_parse(id.at != NULL ? id.at : "", id.len, &next->id, &last,
                      NULL) != LOYD_OK ||
        memcmp(&next->id, &last, sizeof(last)) != 0 ||
        slice_number(row->field[FIELD_NUMBER], &number) != NUMBER_GOOD ||
        number < v->manifest.first || number > v->manifest.last)
        return why_set(why, LOYD_E_CORRUPT, "invalid number or puzzle_id");
    next->number = (uint32_t)number;
    next->volume = v->manifest.volume;
    next->withdrawn = 0;
    return LOYD_OK;
}

static loyd_err
read_puzzles(struct volume_file *v, const char *path, int dir,
             const struct watch *w, loyd_why *why)
{
    const struct manifest_file *file =
        volume_choose(&v->manifest, LOYD_IMPORT_AUTO);
    struct reading *rows = NULL;
    struct row_text row;
    size_t room = 0;
    bool found = true;
    loyd_err err;

    if (file == NULL)
        return why_set(why, LOYD_E_CORRUPT, "no file of puzzles");
    err = open_file(path, dir, file, w, &rows, why);
    while (err == LOYD_OK) {
        err = reading_next(rows, &row, &found, why);
        if (err != LOYD_OK || !found)
            break;
        if (row.list == LIST_PUZZLES)
            err = take_row(v, &row, &room, why);
    }
    reading_close(&rows);
    if (err == LOYD_OK && v->n != v->manifest.puzzles)
        err = why_set(why, LOYD_E_CORRUPT,
                      "%zu puzzles: the manifest lists %llu", v->n,
                      (unsigned long long)v->manifest.puzzles);
    return err != LOYD_OK && why_is_of_row(err) ? LOYD_E_CORRUPT : err;
}

loyd_err
volume_load(const char *path, const struct watch *w, struct volume_file *out,
            loyd_why *why)
{
    struct text text = {.at = NULL};
    int dir = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    loyd_err err;

    *out = (struct volume_file){.n = 0};
    if (dir == -1)
        return why_set(why, errno == ENOENT ? LOYD_E_NOT_FOUND : LOYD_E_IO,
                       "cannot open: %s", strerror(errno));
    if ((err = manifest_load(dir, &text, why)) == LOYD_OK &&
        (err = manifest_parse(&text, &out->manifest, why)) == LOYD_OK)
        err = read_puzzles(out, path, dir, w, why);
    text_free(&text);
    close(dir);
    return err;
}

void
volume_free(struct volume_file *v)
{
    manifest_free(&v->manifest);
    free(v->puzzles);
    v->puzzles = NULL;
}

/* --- marks --- */

struct marking {
    loyd_store *store;
    const struct volume_file *from;
    const loyd_listener *listener;
    struct volume volume;
    loyd_mark_result made;
};

/* Nothing is marked unless the catalogue has all puzzles; those that are
 * withdrawn need no boards. */
static loyd_err
check_all(const struct marking *m, loyd_why *why)
{
    const struct volume_file *v = m->from;
    size_t n_missing = 0, first = 0;
    char name[LOYD_ID_CHARS + 1];

    for (size_t i = v->n; i-- > 0;) {
        bool found = false;
        loyd_err err =
            puzzle_is_stored(m->store, &v->puzzles[i].id, &found, why);

        if (err != LOYD_OK)
            return err;
        first = found ? first : i;
        n_missing += !found;
    }
    if (n_missing == 0)
        return LOYD_OK;
    loyd_id_print(&v->puzzles[first].id, name);
    return why_set(why, LOYD_E_RANGE,
                   "the catalogue has %zu of the %zu puzzles: the first one "
                   "missing is '%s'",
                   v->n - n_missing, v->n, name);
}

static loyd_err
mark_one(struct marking *m, const struct marked *one, loyd_why *why)
{
    struct volume of = m->volume;
    bool is_new;
    loyd_err err;

    of.volume = one->volume;
    err = volume_mark(m->store, &of, &one->id, one->number, &is_new, why);
    m->made.marked += err == LOYD_OK && is_new;
    m->made.already += err == LOYD_OK && !is_new;
    return err;
}

/* Finds out whether the catalogue knows a volume of the same pack. */
static loyd_err
knows(const struct marking *m, uint32_t volume, bool *yes, loyd_why *why)
{
    struct volume of = {.volume = volume};
    loyd_err err;

    strcpy(of.pack, m->volume.pack);
    err = volume_get(m->store, &of, why);
    free(of.selection);
    *yes = of.pk != 0;
    return err;
}

/* A puzzle of an earlier volume waits for that one, and one that a later
 * volume withdraws is not withdrawn yet. */
static loyd_err
mark_withdrawn(struct marking *m, loyd_why *why)
{
    const struct manifest *from = &m->from->manifest;
    loyd_err err = LOYD_OK;

    for (size_t i = 0; err == LOYD_OK && i < from->n_withdrawn; i++) {
        const struct marked *gone = &from->withdrawn[i];
        struct volume by = m->volume;
        bool is_known, is_due;

        by.volume = gone->withdrawn;
        if ((err = knows(m, gone->volume, &is_known, why)) != LOYD_OK ||
            (err = knows(m, gone->withdrawn, &is_due, why)) != LOYD_OK)
            return err;
        if (!is_known)
            return why_set(why, LOYD_E_RANGE,
                           "it withdraws puzzles of volume %u: mark that one "
                           "first",
                           (unsigned)gone->volume);
        err = mark_one(m, gone, why);
        if (err == LOYD_OK && is_due)
            err = volume_withdraw(m->store, &by, &gone->id, why);
    }
    return err;
}

static loyd_err
mark_all(struct marking *m, const loyd_date *date, loyd_why *why)
{
    const struct manifest *from = &m->from->manifest;
    struct volume *of = &m->volume;
    loyd_progress now = {.what = "marking", .total = m->from->n};
    bool is_known;
    loyd_err err;

    strcpy(of->pack, from->pack);
    of->volume = from->volume;
    if ((err = volume_get(m->store, of, why)) != LOYD_OK)
        return err;
    if (!of->is_known || of->volume >= of->newest) {
        strcpy(of->title, from->title);
        strcpy(of->licence, from->licence);
    }
    is_known = of->pk != 0 && of->revision >= from->revision;
    of->has_hash &= is_known;
    of->revision = is_known ? of->revision : from->revision;
    if (of->pk == 0)
        loyd_date_print(date, of->date);
    if (of->selection == NULL &&
        (of->selection = strdup(from->selection)) == NULL)
        return LOYD_E_NOMEM;
    err = volume_put(m->store, of, why);
    for (now.done = 0; err == LOYD_OK && now.done < now.total; now.done++) {
        if (now.done % TICK == 0 && !listener_progress(m->listener, &now))
            return LOYD_E_CANCELLED;
        err = mark_one(m, &m->from->puzzles[now.done], why);
    }
    return err == LOYD_OK ? mark_withdrawn(m, why) : err;
}

loyd_err
loyd_store_mark_volume(loyd_store *store, const char *dir,
                       const loyd_date *date, const loyd_listener *listener,
                       loyd_mark_result *result, loyd_why *why)
{
    struct volume_file from;
    struct marking m = {.store = store, .from = &from, .listener = listener};
    loyd_err err;

    WHY_GIVEN(why);
    err = volume_load(dir, store_watch(store), &from, why);
    if (err == LOYD_OK && from.manifest.pack[0] == '\0')
        err = why_set(why, LOYD_E_RANGE,
                      "not a volume of a pack: expected --pack-name when it "
                      "was exported");
    if (err == LOYD_OK && (err = check_all(&m, why)) == LOYD_OK)
        err = mark_all(&m, date, why);
    free(m.volume.selection);
    volume_free(&from);
    if (err == LOYD_OK && result != NULL)
        *result = m.made;
    return err;
}
