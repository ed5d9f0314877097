/* SPDX-License-Identifier: MIT */
/* Writes the puzzle files of a pack: one table row per format. */
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
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
    struct sink *to;  /* NULL: SQLite, or not open yet */
    struct text line; /* buffer for the sink */
    struct jw jw;     /* JSON only */
    loyd_why *why;
};

struct format {
    loyd_export_format bit;
    const char *name;    /* of the file */
    const char *word;    /* of the format */
    enum pack_list list; /* of its puzzles; those of one list are read once */
    /* NULL: nothing to do */
    loyd_err (*begin)(struct writer *w);
    loyd_err (*row)(struct writer *w, struct field_rows *rows);
    loyd_err (*end)(struct writer *w);
};

/* Writes the rows of a list to n files. After a write that failed, which
 * sink_end will report, it stops early. */
static loyd_err
write_rows(struct writer *const *to, size_t n, enum pack_list list)
{
    struct pack *p = to[0]->p;
    loyd_why *why = to[0]->why;
    struct field_rows rows = {.from = NULL};
    bool found = true, is_bad = false;
    loyd_err err = field_rows_begin(&rows, p->db, list, why);

    while (err == LOYD_OK && !is_bad) {
        err = pack_reader_next(rows.from, &found, why);
        if (err != LOYD_OK || !found)
            break;
        for (size_t i = 0; err == LOYD_OK && i < n; i++) {
            err = to[i]->format->row(to[i], &rows);
            sink_drain(to[i]->to, &to[i]->line);
            is_bad |= sink_is_bad(to[i]->to);
            if (err == LOYD_OK && list < PACK_GOALS)
                err = pack_step(p);
        }
    }
    pack_reader_close(&rows.from);
    return pack_db_failed(p, NULL, err, why);
}

/* JSON Lines and CSV */

static loyd_err
row_jsonl(struct writer *w, struct field_rows *rows)
{
    struct jw jw = {.to = &w->line};
    loyd_err err = field_rows_json(rows, &jw, w->why);

    text_char(&w->line, '\n');
    return err;
}

static loyd_err
begin_csv(struct writer *w)
{
    struct field_rows rows = {.from = NULL};
    loyd_err err = field_rows_begin(&rows, w->p->db, PACK_FIELDS, w->why);

    if (err == LOYD_OK)
        field_rows_heading(&rows, &w->line);
    pack_reader_close(&rows.from);
    text_char(&w->line, '\n');
    return err;
}

static loyd_err
row_csv(struct writer *w, struct field_rows *rows)
{
    loyd_err err = field_rows_csv(rows, &w->line, w->why);

    text_char(&w->line, '\n');
    return err;
}

/* Simon Tatham's ids */

static loyd_err
begin_sgt(struct writer *w)
{
    for (size_t i = 0; i < w->p->goals.n; i++) {
        char layout[LOYD_LAYOUT_TEXT], shown[WHY_QUOTE_BYTES];

        pack_goal_layout(w->p->by_no[i], layout);
        if (strcmp(layout, "rows") != 0)
            return why_set(w->why, LOYD_E_UNSUPPORTED,
                           "format sgt supports only the goal 'rows': found a "
                           "puzzle with the goal '%s'",
                           why_quote(layout, strlen(layout), shown));
    }
    return LOYD_OK;
}

static loyd_err
row_sgt(struct writer *w, struct field_rows *rows)
{
    char room[PACK_READER_ROOM];
    struct slice id;
    loyd_err err = pack_reader_value(rows->from, 0, room, &id, w->why);

    if (err == LOYD_OK)
        text_bytes(&w->line, id.at, id.len);
    text_char(&w->line, '\n');
    return err;
}

/* compact JSON */

static loyd_err
begin_json(struct writer *w)
{
    static const struct {
        const char *name;
        enum pack_list list;
    } lists[] = {{"goals", PACK_GOALS},
                 {"lengths", PACK_LENGTHS},
                 {"withdrawn", PACK_WITHDRAWN}};
    loyd_err err = LOYD_OK;

    w->jw = (struct jw){.to = &w->line};
    jw_object(&w->jw, NULL, JW_TIGHT);
    pack_put_head(&w->jw, w->p, "loyd puzzles");
    if (w->p->before != NULL)
        field_id(&w->jw, "since", &w->p->before->manifest.id);
    for (size_t i = 0; err == LOYD_OK && i < sizeof(lists) / sizeof(lists[0]);
         i++) {
        jw_array(&w->jw, lists[i].name, JW_ROWS);
        err = write_rows(&w, 1, lists[i].list);
        jw_close(&w->jw);
    }
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
    text_char(&w->line, '\n');
    return LOYD_OK;
}

/* SQLite: completes the database with the row of the pack, and writes the
 * file. */
static loyd_err
end_sqlite(struct writer *w)
{
    const struct pack *p = w->p;
    char digest[BYTES_HEX(LOYD_HASH_BYTES)], id[LOYD_ID_CHARS + 1];
    char since[LOYD_ID_CHARS + 1];
    const struct pack_db_head head = {.version = p->result.version,
                                      .pack_id = id,
                                      .name = p->name,
                                      .licence = p->licence,
                                      .digest = digest,
                                      .puzzles = p->result.puzzles,
                                      .since =
                                          p->before != NULL ? since : NULL};
    char *path = pack_folder_path(w->folder, w->file->name);
    loyd_err err;

    if (path == NULL)
        return LOYD_E_NOMEM;
    bytes_hex(p->result.digest, LOYD_HASH_BYTES, digest);
    loyd_id_print(&p->result.pack_id, id);
    if (p->before != NULL)
        loyd_id_print(&p->before->manifest.id, since);
    if ((err = pack_db_head_put(p->db, &head, w->why)) == LOYD_OK)
        err = pack_db_write(p->db, path, w->why);
    free(path);
    return pack_db_failed(p, w->file->name, err, w->why);
}

/* Sorted by name, as the manifest lists them. */
static const struct format formats[] = {
    {LOYD_EXPORT_CSV, "puzzles.csv", "csv", PACK_FIELDS, begin_csv, row_csv,
     NULL},
    {LOYD_EXPORT_JSON, "puzzles.json", "json", PACK_BRIEF, begin_json,
     row_json, end_json},
    {LOYD_EXPORT_JSONL, "puzzles.jsonl", "jsonl", PACK_FIELDS, NULL, row_jsonl,
     NULL},
    {LOYD_EXPORT_SGT, "puzzles.sgt", "sgt", PACK_SGT, begin_sgt, row_sgt,
     NULL},
    {LOYD_EXPORT_SQLITE, "puzzles.sqlite", "sqlite", PACK_LISTS_, NULL, NULL,
     end_sqlite},
};

#define N_FORMATS (sizeof(formats) / sizeof(formats[0]))

_Static_assert(N_FORMATS + 2 <= PACK_FILES_MAX, "room for the tables");

static loyd_err
open_file(struct writer *w, struct pack_folder *f)
{
    const struct format *format = w->format;
    bool is_text = format->row != NULL;
    bool is_gzip = is_text && w->p->options->is_gzip;
    loyd_err err = LOYD_OK;

    w->file = pack_folder_file(f, format->name, format->word, is_gzip);
    if (is_text)
        err = sink_new(f->dir, f->wanted, w->file->name, is_gzip, &w->to,
                       w->why);
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
    if (w->to == NULL)
        return pack_folder_sum(w->folder, w->file->name, &w->file->sum,
                               w->why);
    sink_drain(w->to, &w->line);
    return sink_end(&w->to, &w->file->sum, w->why);
}

/* Writes the puzzles of the files that have a list. */
static loyd_err
write_puzzles(struct writer *writers, size_t n, enum pack_list list)
{
    struct writer *to[N_FORMATS];
    size_t n_to = 0;

    for (size_t i = 0; i < n; i++)
        if (writers[i].format->list == list)
            to[n_to++] = &writers[i];
    return n_to > 0 ? write_rows(to, n_to, list) : LOYD_OK;
}

loyd_err
pack_write_files(struct pack *p, struct pack_folder *f, loyd_why *why)
{
    struct writer writers[N_FORMATS] = {{.p = NULL}};
    size_t n = 0;
    loyd_err err = LOYD_OK;

    for (size_t i = 0; err == LOYD_OK && i < N_FORMATS; i++) {
        if ((p->options->formats & (unsigned)formats[i].bit) == 0)
            continue;
        writers[n].p = p;
        writers[n].folder = f;
        writers[n].format = &formats[i];
        writers[n].why = why;
        err = open_file(&writers[n++], f);
    }
    for (enum pack_list list = 0; err == LOYD_OK && list < PACK_GOALS; list++)
        err = write_puzzles(writers, n, list);
    for (size_t i = 0; err == LOYD_OK && i < n; i++)
        err = close_file(&writers[i]);
    for (size_t i = 0; i < n; i++) {
        sink_drop(&writers[i].to);
        text_free(&writers[i].line);
    }
    return err;
}
