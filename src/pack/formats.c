/* SPDX-License-Identifier: MIT */
/* Writes the puzzle files of a pack: one table row per format. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/why.h"
#include "core/board.h"
#include "pack/puzzles_json.h"
#include "pack/puzzle_fields.h"
#include "pack/pack.h"
#include "store/pack_db.h"

/* A file while its rows are written. */
struct book {
    struct pack *p;
    const struct format *format;
    struct pack_file *file;
    struct sink *to;     /* NULL: SQLite, or not open yet */
    struct pack_db *db;  /* SQLite only */
    int column[FIELDS_]; /* of it, 0: none */
    int goal_no;         /* the column */
    struct compact json; /* JSON only */
    struct text line;    /* buffer for the sink */
    struct text cell;    /* buffer for CSV */
    loyd_why *why;
};

/* A puzzle that is written to the files. */
struct row {
    const loyd_entry *entry;
    const struct pack_goal *goal;
    struct pack_place place;
};

struct format {
    loyd_export_format bit;
    const char *name;                     /* of the file */
    const char *word;                     /* of the format */
    loyd_err (*begin)(struct book *book); /* NULL: nothing to do */
    loyd_err (*row)(struct book *book, const struct row *row);
    loyd_err (*end)(struct book *book); /* NULL: nothing to do */
};

static loyd_err
end_line(struct book *book)
{
    text_char(&book->line, '\n');
    sink_drain(book->to, &book->line);
    return LOYD_OK;
}

/* JSON Lines and CSV */

static loyd_err
row_jsonl(struct book *book, const struct row *row)
{
    field_json(&book->line, row->entry, &row->place);
    return end_line(book);
}

static loyd_err
begin_csv(struct book *book)
{
    text_put(&book->line, field_csv_head(pack_has_mtm(book->p),
                                         spool_has_names(book->p->rows)));
    return end_line(book);
}

static loyd_err
row_csv(struct book *book, const struct row *row)
{
    field_csv(&book->line, &book->cell, row->entry, &row->place);
    return end_line(book);
}

/* Simon Tatham's ids */

static loyd_err
begin_sgt(struct book *book)
{
    const struct pack *p = book->p;

    for (size_t i = 0; i < p->n_goals; i++) {
        char layout[LOYD_LAYOUT_TEXT], shown[WHY_QUOTE_BYTES];

        pack_goal_layout(p->goals[i], layout);
        if (strcmp(layout, "rows") != 0)
            return why_set(book->why, LOYD_E_UNSUPPORTED,
                           "format sgt supports only the goal 'rows': found a "
                           "puzzle with the goal '%s'",
                           why_quote(layout, strlen(layout), shown));
    }
    return LOYD_OK;
}

static loyd_err
row_sgt(struct book *book, const struct row *row)
{
    char board[LOYD_BOARD_TEXT];

    loyd_board_print(&row->entry->puzzle.start, LOYD_FORM_SGT, board);
    text_put(&book->line, board);
    return end_line(book);
}

/* compact JSON */

static loyd_err
begin_json(struct book *book)
{
    compact_begin(&book->json, book->p, book->to, &book->line);
    return LOYD_OK;
}

static loyd_err
row_json(struct book *book, const struct row *row)
{
    compact_puzzle(&book->json, row->entry, row->goal, &row->place);
    return LOYD_OK;
}

static loyd_err
end_json(struct book *book)
{
    compact_end(&book->json);
    return LOYD_OK;
}

/* SQLite */

/* Adds the file to SQLite's messages, which do not name it. */
static loyd_err
of_sqlite(const struct book *book, loyd_err err)
{
    const char *dir = book->p->options->dir;
    char shown[WHY_QUOTE_BYTES];

    if (err == LOYD_OK || err == LOYD_E_NOMEM)
        return err;
    return why_prefix(book->why, err,
                      "%s/%s: ", why_quote(dir, strlen(dir), shown),
                      book->file->name);
}

static loyd_err
begin_sqlite(struct book *book)
{
    const struct pack *p = book->p;
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
    loyd_err err;

    bytes_hex(p->result.digest, LOYD_HASH_BYTES, digest);
    loyd_id_print(&p->result.pack_id, id);
    if (p->before != NULL)
        loyd_id_print(&p->before->told.id, since);
    for (enum field i = 0; i < FIELDS_; i++)
        book->column[i] = pack_db_column(book->db, field_info[i].name);
    book->goal_no = pack_db_column(book->db, "goal_no");
    err = pack_db_head_put(book->db, &head, book->why);
    for (size_t i = 0; err == LOYD_OK && i < p->n_goals; i++) {
        char layout[LOYD_LAYOUT_TEXT];
        loyd_board goal;

        pack_goal_board(p->goals[i], &goal);
        pack_goal_layout(p->goals[i], layout);
        err = pack_db_goal(book->db, p->goals[i]->no, p->goals[i]->class_no,
                           &goal, layout, book->why);
    }
    for (size_t i = 0; err == LOYD_OK && i < p->after.n; i++)
        if (ids_is_tomb(&p->after.rows[i]))
            err = pack_db_withdraw(book->db, (uint32_t)(i + 1),
                                   &p->after.rows[i].id, book->why);
    return of_sqlite(book, err);
}

static loyd_err
row_sqlite(struct book *book, const struct row *row)
{
    struct field_value value;

    snprintf(value.room, sizeof(value.room), "%" PRIu32, row->goal->no);
    pack_db_set_number(book->db, book->goal_no, value.room);
    for (enum field i = 0; i < FIELDS_; i++) {
        int column = book->column[i];

        if (column == 0)
            continue;
        field_value(i, row->entry, &row->place, &value);
        if (value.path != NULL)
            pack_db_set_path(book->db, column, value.path);
        else if (value.text != NULL && field_info[i].kind == LOYD_FIELD_TEXT)
            pack_db_set_text(book->db, column, value.text);
        else if (value.text != NULL)
            pack_db_set_number(book->db, column, value.text);
    }
    return of_sqlite(book, pack_db_add(book->db, book->why));
}

static loyd_err
end_sqlite(struct book *book)
{
    return of_sqlite(book, pack_db_end(&book->db, book->why));
}

/* Sorted by name, as the manifest lists them. */
static const struct format formats[] = {
    {LOYD_EXPORT_CSV, "puzzles.csv", "csv", begin_csv, row_csv, NULL},
    {LOYD_EXPORT_JSON, "puzzles.json", "json", begin_json, row_json, end_json},
    {LOYD_EXPORT_JSONL, "puzzles.jsonl", "jsonl", NULL, row_jsonl, NULL},
    {LOYD_EXPORT_SGT, "puzzles.sgt", "sgt", begin_sgt, row_sgt, NULL},
    {LOYD_EXPORT_SQLITE, "puzzles.sqlite", "sqlite", begin_sqlite, row_sqlite,
     end_sqlite},
};

#define N_FORMATS (sizeof(formats) / sizeof(formats[0]))

_Static_assert(N_FORMATS + 2 <= PACK_FILES_MAX, "room for the tables");

static loyd_err
open_book(struct book *book, struct pack_folder *f)
{
    const struct format *format = book->format;
    bool is_text = format->bit != LOYD_EXPORT_SQLITE;
    bool is_gzip = is_text && book->p->options->is_gzip;
    loyd_err err;

    book->file = pack_folder_file(f, format->name, format->word, is_gzip);
    if (is_text) {
        err = sink_new(f->dir, f->wanted, book->file->name, is_gzip, &book->to,
                       book->why);
    } else {
        char *path = pack_folder_path(f, format->name);

        err = path != NULL ? pack_db_new(path, &book->db, book->why)
                           : LOYD_E_NOMEM;
        free(path);
        err = of_sqlite(book, err);
    }
    return err == LOYD_OK && format->begin != NULL ? format->begin(book) : err;
}

/* Completes a file and syncs it. */
static loyd_err
close_book(struct book *book, struct pack_folder *f)
{
    const struct format *format = book->format;
    loyd_err err = format->end != NULL ? format->end(book) : LOYD_OK;

    if (err != LOYD_OK)
        return err;
    return book->to != NULL ? sink_end(&book->to, &book->file->sum, book->why)
                            : pack_folder_sum(f, book->file->name,
                                              &book->file->sum, book->why);
}

/* Writes a row to every file. *is_bad: a write failed, which sink_end will
 * report. */
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
    bool has_names = spool_has_names(p->rows);
    size_t n;
    const struct spool_row *rows = spool_rows(p->rows, &n);
    loyd_entry entry;
    struct pack_goal *goal;
    bool is_bad = false;
    loyd_err err = LOYD_OK;

    for (size_t i = 0; err == LOYD_OK && !is_bad && i < n; i++) {
        err = spool_read(p->rows, &rows[i], &entry, &goal, why);
        if (err == LOYD_OK)
            err = pack_step(p);
        if (err == LOYD_OK) {
            const struct row row = {
                &entry,
                goal,
                {rows[i].number, p->options->no_solutions, !pack_has_mtm(p),
                 has_names}};

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
        pack_db_drop(&books[i].db);
        text_free(&books[i].line);
        text_free(&books[i].cell);
    }
    return err;
}
