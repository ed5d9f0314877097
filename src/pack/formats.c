/* SPDX-License-Identifier: MIT */
/* Writes the puzzle files of a pack: one table row per format. */
#include <stdlib.h>

#include "base/why.h"
#include "pack/pack.h"
#include "pack/puzzle_fields.h"
#include "store/pack_db.h"
#include "store/pack_read.h"

/* A file while it is written. */
struct writer {
    struct pack *p;
    const struct pack_folder *folder;
    const struct format *format;
    struct pack_file *file;
    struct sink to; /* not open: SQLite */
    struct jw jw;   /* JSON only */
    loyd_why *why;
};

struct format {
    loyd_export_format bit;
    const char *name;    /* of the file */
    const char *word;    /* of the format */
    enum pack_list list; /* of its puzzles */
    /* NULL: nothing to do */
    loyd_err (*begin)(struct writer *w);
    loyd_err (*row)(struct writer *w, struct field_rows *rows);
    loyd_err (*end)(struct writer *w);
};

#define BUFFER_BYTES 65536

/* Puts the next row of a list; *found is false after the last. */
static loyd_err
put_row(struct writer *w, struct field_rows *rows, bool *found)
{
    loyd_err err = pack_reader_next(rows->from, found, w->why);

    if (err == LOYD_OK && *found)
        err = w->format->row(w, rows);
    return pack_db_failed(w->p, NULL, err, w->why);
}

/* Writes the rows of a list. */
static loyd_err
write_rows(struct writer *w, enum pack_list list)
{
    struct field_rows rows = {.from = NULL};
    bool found = true;
    loyd_err err = pack_db_failed(
        w->p, NULL,
        field_rows_begin(&rows, w->p->db, pack_list_sql[list], w->why),
        w->why);

    if (err == LOYD_OK && list == PACK_FIELDS)
        field_rows_heading(&rows, &w->to.text);
    while (err == LOYD_OK && (err = put_row(w, &rows, &found)) == LOYD_OK &&
           found) {
        err = sink_drain(&w->to, BUFFER_BYTES, w->why);
        if (err == LOYD_OK && list != PACK_GOALS)
            err = pack_step(w->p);
    }
    pack_reader_close(&rows.from);
    return err;
}

/* CSV */

static loyd_err
row_csv(struct writer *w, struct field_rows *rows)
{
    loyd_err err = field_rows_csv(rows, &w->to.text, w->why);

    text_char(&w->to.text, '\n');
    return err;
}

/* compact JSON */

static loyd_err
begin_json(struct writer *w)
{
    loyd_err err;

    w->jw = (struct jw){.to = &w->to.text};
    jw_object(&w->jw, NULL, JW_TIGHT);
    pack_put_head(&w->jw, w->p, "loyd puzzles");
    jw_array(&w->jw, "goals", JW_ROWS);
    err = write_rows(w, PACK_GOALS);
    jw_close(&w->jw);
    jw_array(&w->jw, "puzzles", JW_ROWS);
    return err;
}

static loyd_err
row_json(struct writer *w, struct field_rows *rows)
{
    return field_rows_json(rows, &w->jw, w->why);
}

static loyd_err
end_json(struct writer *w)
{
    jw_close(&w->jw);
    jw_close(&w->jw);
    text_char(&w->to.text, '\n');
    return LOYD_OK;
}

/* SQLite: completes the database, and writes the file. */
static loyd_err
end_sqlite(struct writer *w)
{
    char *path = pack_folder_path(w->folder, w->file->name);
    loyd_err err;

    if (path == NULL)
        return LOYD_E_NOMEM;
    if ((err = pack_db_head(w->p->db, &w->p->volume, w->why)) == LOYD_OK)
        err = pack_db_write(w->p->db, path, w->why);
    free(path);
    return pack_db_failed(w->p, w->file->name, err, w->why);
}

/* Sorted by name, as the manifest lists them. */
static const struct format formats[] = {
    {LOYD_EXPORT_CSV, "puzzles.csv", "csv", PACK_FIELDS, NULL, row_csv, NULL},
    {LOYD_EXPORT_JSON, "puzzles.json", "json", PACK_PUZZLES, begin_json,
     row_json, end_json},
    {LOYD_EXPORT_SQLITE, "puzzles.sqlite", "sqlite", PACK_LISTS_, NULL, NULL,
     end_sqlite},
};

#define N_FORMATS (sizeof(formats) / sizeof(formats[0]))

_Static_assert(N_FORMATS <= PACK_FILES_MAX, "room for all");

static loyd_err
open_file(struct writer *w, struct pack_folder *f)
{
    const struct format *format = w->format;
    loyd_err err = LOYD_OK;

    w->file = pack_folder_file(f, format->name, format->word);
    if (format->row != NULL)
        err = sink_open(&w->to, f, w->file->name, w->why);
    return err == LOYD_OK && format->begin != NULL ? format->begin(w) : err;
}

/* Completes a file and syncs it. */
static loyd_err
close_file(struct writer *w)
{
    const struct format *format = w->format;
    loyd_err err = format->end != NULL ? format->end(w) : LOYD_OK;

    if (err != LOYD_OK)
        return err;
    return format->row != NULL ? sink_end(&w->to, &w->file->sum, w->why)
                               : pack_folder_sum(w->folder, w->file->name,
                                                 &w->file->sum, w->why);
}

static loyd_err
write_format(struct writer *w, struct pack_folder *f)
{
    loyd_err err = open_file(w, f);

    if (err == LOYD_OK && w->format->row != NULL)
        err = write_rows(w, w->format->list);
    return err == LOYD_OK ? close_file(w) : err;
}

loyd_err
pack_write_files(struct pack *p, struct pack_folder *f, loyd_why *why)
{
    loyd_err err = LOYD_OK;

    for (size_t i = 0; err == LOYD_OK && i < N_FORMATS; i++) {
        struct writer w = {.p = p,
                           .folder = f,
                           .format = &formats[i],
                           .to.fd = -1,
                           .why = why};

        if ((p->options->formats & (unsigned)formats[i].bit) == 0)
            continue;
        err = write_format(&w, f);
        sink_drop(&w.to);
    }
    return err;
}
