/* SPDX-License-Identifier: MIT */
/* Owns the files of puzzles in a pack: a row of a table a format. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/why.h"
#include "core/cells.h"
#include "pack/compact.h"
#include "pack/entry.h"
#include "pack/field.h"
#include "pack/pack.h"
#include "store/pack_file.h"

/* A file while its rows come by. */
struct book {
    struct pack *p;
    const struct format *format;
    struct sink *to;          /* NULL: it has none, or not yet */
    struct pack_file *db;     /* of SQLite only */
    struct compact_list list; /* of JSON only */
    char *line;        /* room for one */
    size_t line_size;
    loyd_why *why;
};

/* A puzzle on its way into the files. */
struct row {
    const loyd_entry *entry;
    const struct pack_goal *goal;
    uint32_t number;
};

struct format {
    loyd_export_format bit;
    const char *name, *name_gz;
    const char *word, *word_gz;
    loyd_err (*begin)(struct book *book); /* NULL: nothing to do */
    loyd_err (*row)(struct book *book, const struct row *row);
    loyd_err (*end)(struct book *book);
};

/* How a line is made: as loyd_entry_json says. */
typedef size_t (*line_fn)(const struct book *book, const struct row *row,
                          char *text, size_t size);

static loyd_err
put_line(struct book *book, const struct row *row, line_fn make)
{
    size_t len = make(book, row, book->line, book->line_size);

    if (len >= book->line_size) {
        char *grown = realloc(book->line, 2 * len + 1);
        if (grown == NULL)
            return LOYD_E_NOMEM;
        book->line = grown;
        book->line_size = 2 * len + 1;
        make(book, row, book->line, book->line_size);
    }
    sink_put(book->to, book->line, len);
    return LOYD_OK;
}

static loyd_err
put_whole_line(struct book *book, const struct row *row, line_fn make)
{
    loyd_err err = put_line(book, row, make);

    if (err == LOYD_OK)
        sink_text(book->to, "\n");
    return err;
}

/* JSON Lines and CSV */

static struct entry_extra
extra_of(const struct book *book, const struct row *row)
{
    return (struct entry_extra){row->number, book->p->options->no_solutions};
}

static size_t
line_jsonl(const struct book *book, const struct row *row, char *text,
           size_t size)
{
    const struct entry_extra extra = extra_of(book, row);

    return entry_json(row->entry, &extra, text, size);
}

static loyd_err
row_jsonl(struct book *book, const struct row *row)
{
    return put_whole_line(book, row, line_jsonl);
}

static size_t
line_csv(const struct book *book, const struct row *row, char *text,
         size_t size)
{
    const struct entry_extra extra = extra_of(book, row);

    return entry_csv(row->entry, &extra, text, size);
}

static loyd_err
begin_csv(struct book *book)
{
    sink_text(book->to, field_csv_head_of_pack);
    sink_text(book->to, "\n");
    return LOYD_OK;
}

static loyd_err
row_csv(struct book *book, const struct row *row)
{
    return put_whole_line(book, row, line_csv);
}

/* Simon Tatham's ids */

static size_t
line_sgt(const struct book *book, const struct row *row, char *text,
         size_t size)
{
    char board[LOYD_BOARD_TEXT];
    (void)book;

    loyd_board_print(&row->entry->puzzle.start, LOYD_FORM_SGT, board);
    return (size_t)snprintf(text, size, "%s", board);
}

static loyd_err
begin_sgt(struct book *book)
{
    const struct pack *p = book->p;

    for (size_t i = 0; i < p->n_goals; i++) {
        char layout[LOYD_LAYOUT_TEXT], shown[WHY_QUOTE_BYTES];

        goal_layout(p->goals[i], layout);
        if (strcmp(layout, "rows") != 0)
            return why_set(book->why, LOYD_E_UNSUPPORTED,
                           "the format sgt knows the goal rows only, and "
                           "there are puzzles with the goal %s",
                           why_quote(layout, strlen(layout), shown));
    }
    return LOYD_OK;
}

static loyd_err
row_sgt(struct book *book, const struct row *row)
{
    return put_whole_line(book, row, line_sgt);
}

/* compact JSON */

static loyd_err
begin_json(struct book *book)
{
    return compact_begin(&book->list, book->p, book->to);
}

static size_t
line_json(const struct book *book, const struct row *row, char *text,
          size_t size)
{
    return compact_puzzle(&book->list, row->entry, row->goal, row->number,
                          text, size);
}

static loyd_err
row_json(struct book *book, const struct row *row)
{
    loyd_err err;

    compact_next(&book->list, book->to);
    err = put_line(book, row, line_json);
    book->list.last = row->number;
    return err;
}

static loyd_err
end_json(struct book *book)
{
    sink_text(book->to, "\n]}\n");
    return LOYD_OK;
}

/* SQLite */

/* SQLite's words name no file. */
static loyd_err
of_sqlite(const struct book *book, loyd_err err)
{
    const char *dir = book->p->options->dir;
    char shown[WHY_QUOTE_BYTES];

    if (err == LOYD_OK || err == LOYD_E_NOMEM || book->why == NULL)
        return err;
    return why_set(book->why, err, "%s/%s: %s",
                   why_quote(dir, strlen(dir), shown), book->format->name,
                   book->why->text);
}

static loyd_err
begin_sqlite(struct book *book)
{
    const struct pack *p = book->p;
    char digest[2 * LOYD_HASH_BYTES + 1], id[LOYD_ID_CHARS + 1];
    char since[LOYD_ID_CHARS + 1] = "";
    const struct pack_file_head head = {
        p->result.version, id,   p->name, p->licence, digest,
        p->result.puzzles, since};
    loyd_err err;

    pack_hex(p->result.digest, LOYD_HASH_BYTES, digest);
    loyd_id_print(&p->result.pack_id, id);
    if (p->before != NULL)
        loyd_id_print(&p->before->pack_id, since);
    err = pack_file_head_put(book->db, &head, book->why);
    for (size_t i = 0; err == LOYD_OK && i < p->n_goals; i++) {
        char layout[LOYD_LAYOUT_TEXT];
        loyd_board goal;

        goal_board(p->goals[i], &goal);
        goal_layout(p->goals[i], layout);
        err = pack_file_goal(book->db, (uint32_t)(i + 1), &goal, layout,
                             book->why);
    }
    for (size_t i = 0; err == LOYD_OK && i < p->after.n; i++)
        if (p->after.rows[i].state == IDS_WITHDRAWN)
            err = pack_file_withdraw(book->db, (uint32_t)(i + 1),
                                     &p->after.rows[i].id, book->why);
    return of_sqlite(book, err);
}

static loyd_err
row_sqlite(struct book *book, const struct row *row)
{
    const struct pack_file_puzzle puzzle = {row->number, row->goal->no,
                                            row->entry,
                                            !book->p->options->no_solutions};

    return of_sqlite(book, pack_file_add(book->db, &puzzle, book->why));
}

static loyd_err
end_sqlite(struct book *book)
{
    return of_sqlite(book, pack_file_end(&book->db, book->why));
}

/* The order of the names, which is that of the manifest. */
static const struct format formats[] = {
    {LOYD_EXPORT_CSV, "puzzles.csv", "puzzles.csv.gz", "csv", "csv.gz",
     begin_csv, row_csv, NULL},
    {LOYD_EXPORT_JSON, "puzzles.json", "puzzles.json.gz", "json", "json.gz",
     begin_json, row_json, end_json},
    {LOYD_EXPORT_JSONL, "puzzles.jsonl", "puzzles.jsonl.gz", "jsonl",
     "jsonl.gz", NULL, row_jsonl, NULL},
    {LOYD_EXPORT_SGT, "puzzles.sgt", "puzzles.sgt.gz", "sgt", "sgt.gz",
     begin_sgt, row_sgt, NULL},
    {LOYD_EXPORT_SQLITE, "puzzles.sqlite", "puzzles.sqlite", "sqlite",
     "sqlite", begin_sqlite, row_sqlite, end_sqlite},
};

#define N_FORMATS (sizeof(formats) / sizeof(formats[0]))

_Static_assert(N_FORMATS + 1 <= PACK_FILES_MAX, "ids.tsv is one more");

static loyd_err
open_book(struct book *book, const struct pack_folder *f)
{
    const struct format *format = book->format;
    bool is_gzip = book->p->options->is_gzip;
    loyd_err err;

    if (format->bit == LOYD_EXPORT_SQLITE) {
        char *path = pack_folder_path(f, format->name);

        err = path != NULL ? pack_file_new(path, &book->db, book->why)
                           : LOYD_E_NOMEM;
        free(path);
        err = of_sqlite(book, err);
    } else {
        err = sink_new(f->dir, f->wanted,
                       is_gzip ? format->name_gz : format->name, is_gzip,
                       &book->to, book->why);
    }
    return err == LOYD_OK && format->begin != NULL ? format->begin(book) : err;
}

/* The file is whole, and on the disk: into the list of the manifest. */
static loyd_err
close_book(struct book *book, struct pack_folder *f)
{
    const struct format *format = book->format;
    struct pack_file_entry *file = &f->files[f->n_files];
    bool is_gzip = book->p->options->is_gzip;
    loyd_err err = format->end != NULL ? format->end(book) : LOYD_OK;

    if (err != LOYD_OK)
        return err;
    file->name = is_gzip ? format->name_gz : format->name;
    file->format = is_gzip ? format->word_gz : format->word;
    err = book->to != NULL ? sink_end(&book->to, &file->sum, book->why)
                           : pack_folder_sum(f, file->name, &file->sum, book->why);
    if (err == LOYD_OK)
        f->n_files++;
    return err;
}

/* A disk that is full is told by sink_end, but the work stops here. */
static loyd_err
put_row(struct book *books, size_t n, const struct row *row, bool *is_bad)
{
    loyd_err err = LOYD_OK;

    for (size_t i = 0; err == LOYD_OK && i < n; i++) {
        err = books[i].format->row(&books[i], row);
        if (books[i].to != NULL && sink_is_bad(books[i].to))
            *is_bad = true;
    }
    return err;
}

static loyd_err
write_rows(struct pack *p, struct book *books, size_t n_books, loyd_why *why)
{
    size_t n;
    const struct spool_row *rows = spool_rows(p->rows, &n);
    loyd_entry entry = {.path = NULL};
    struct pack_goal *goal;
    bool is_bad = false;
    loyd_err err = LOYD_OK;

    for (size_t i = 0; err == LOYD_OK && !is_bad && i < n; i++) {
        err = spool_read(p->rows, &rows[i], &entry, &goal, why);
        if (err == LOYD_OK)
            err = pack_step(p);
        if (err == LOYD_OK) {
            const struct row row = {&entry, goal, rows[i].number};
            err = put_row(books, n_books, &row, &is_bad);
        }
    }
    return err;
}

loyd_err
pack_write_files(struct pack *p, struct pack_folder *f, loyd_why *why)
{
    struct book books[N_FORMATS] = {{.p = NULL}};
    size_t n = 0;
    loyd_err err = LOYD_OK;

    for (size_t i = 0; err == LOYD_OK && i < N_FORMATS; i++) {
        if ((p->options->formats & (unsigned)formats[i].bit) == 0)
            continue;
        books[n].p = p;
        books[n].format = &formats[i];
        books[n].why = why;
        err = open_book(&books[n++], f);
    }
    if (err == LOYD_OK)
        err = write_rows(p, books, n, why);
    for (size_t i = 0; err == LOYD_OK && i < n; i++)
        err = close_book(&books[i], f);
    for (size_t i = 0; i < n; i++) {
        sink_drop(&books[i].to);
        pack_file_drop(&books[i].db);
        free(books[i].line);
    }
    return err;
}
