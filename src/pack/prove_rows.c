/* SPDX-License-Identifier: MIT */
/*
 * Owns the proof of a pack's files, row by row. Rows are read as an import
 * reads them, and then asked once more by the code that proves catalogues.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "catalogue/prove.h"
#include "core/cells.h"
#include "core/why.h"
#include "pack/proving.h"
#include "pack/reading.h"
#include "store/rows.h"

/* A file while its rows are read. */
struct file {
    proving *p;
    const unpack_file *told;
    reading *text;
    pack_reader *database;
    puzzle_row row;
    book_row held; /* of the book, beside it */
    size_t n;      /* rows read */
    uint32_t last; /* the number before */
    uint32_t live; /* of ids.tsv: the number looked at last */
};

static bool
is_new(const series_row *row)
{
    return row->state == SERIES_ADDED || row->state == SERIES_CHANGED;
}

/* Of a file without numbers: those that the series says are in it. */
static void
number_row(struct file *f)
{
    const series *s = &f->p->series;

    while (f->live < s->n && !is_new(&s->rows[f->live]))
        f->live++;
    f->live++;
    f->row.number = f->live;
}

static const char *
prove_number(struct file *f)
{
    const series *s = &f->p->series;
    const series_row *there;

    if (f->told->format == LOYD_IMPORT_SGT)
        number_row(f);
    if (f->row.number == 0)
        return "it has no number";
    if (f->row.number <= f->last)
        return "its number does not ascend";
    f->last = (uint32_t)f->row.number;
    if (s->n == 0)
        return NULL;
    if (f->row.number > s->n)
        return "its number is not in ids.tsv";
    there = &s->rows[f->row.number - 1];
    if (memcmp(there->id.byte, f->row.id.byte, LOYD_ID_BYTES) != 0)
        return "its number is another puzzle's in ids.tsv";
    if (!is_new(there))
        return "ids.tsv says that it is not in this pack";
    if (f->told->format != LOYD_IMPORT_SGT && there->stm != f->row.stm)
        return "its length is another one in ids.tsv";
    return NULL;
}

/* An import asks for a board and a goal alone; who reads a pack, for all. */
static const char *
prove_fields(const row_text *text)
{
    static const struct {
        row_field field;
        bool is_compact; /* in puzzles.json too, where goals say the rest */
        const char *fault;
    } needed[] = {
        {ROW_ID, true, "it has no puzzle_id"},
        {ROW_SIZE, false, "it has no size"},
        {ROW_LAYOUT, false, "it has no layout"},
        {ROW_GOAL, false, "it has no goal"},
        {ROW_STATUS, false, "it has no status"},
    };

    for (size_t i = 0; i < sizeof(needed) / sizeof(needed[0]); i++)
        if (text->text[needed[i].field] == NULL &&
            (needed[i].is_compact || !text->has_start))
            return needed[i].fault;
    return NULL;
}

/* By code that shares nothing with whoever made it, but for the packing. */
static const char *
prove_row(const puzzle_row *row)
{
    static const uint8_t name[] = "named";
    raw_value values[RAW_COLUMNS_MAX];
    uint8_t start[LOYD_CELLS_MAX], few[64], *path = few;
    const loyd_board *goal = &row->puzzle.goal;
    size_t path_len = row->has_path ? row->path.n / 4 + 1 : 0;
    const char *fault;

    if (path_len > sizeof(few) && (path = malloc(path_len)) == NULL)
        return "there is no memory for its path";
    for (size_t i = 0; i < RAW_COLUMNS_MAX; i++)
        values[i] = (raw_value){.kind = RAW_NULL};
    values[0] = (raw_value){RAW_BYTES, 0, row->id.byte, LOYD_ID_BYTES};
    values[2] =
        (raw_value){RAW_BYTES, 0, start, start_pack(&row->puzzle, start)};
    values[4] = (raw_value){.kind = RAW_NUMBER, .number = goal->width};
    values[5] = (raw_value){.kind = RAW_NUMBER, .number = goal->height};
    values[6] = (raw_value){RAW_BYTES, 0, goal->cell, board_cells(goal)};
    values[7] = (raw_value){RAW_TEXT, 0, name, sizeof(name) - 1};
    if (row->has_path) {
        int64_t n = (int64_t)row->path.n;

        path_pack(&row->path, path);
        values[3] = (raw_value){.kind = RAW_NUMBER, .number = n};
        values[8] = values[9] = values[3];
        values[10] = (raw_value){RAW_BYTES, 0, path, path_len};
    }
    fault = prove_puzzle(values);
    if (path != few)
        free(path);
    return fault;
}

static bool
is_same_path(const puzzle_row *row, const book_row *held)
{
    return row->has_path == held->has_path &&
           (!row->has_path ||
            (row->path.n == held->path.n &&
             memcmp(row->path.dir, held->path.dir, row->path.n) == 0));
}

/* Does this file tell what the first one did? */
static const char *
compare_row(struct file *f)
{
    const puzzle_row *row = &f->row;
    book_row *held = &f->held;

    if (f->n >= f->p->book.n)
        return "it stands in no other file";
    if (book_read(&f->p->book, f->n, held) != LOYD_OK)
        return "there is no memory to compare it";
    if (row->number != held->number ||
        memcmp(row->id.byte, held->id.byte, LOYD_ID_BYTES) != 0 ||
        !loyd_board_equal(&row->puzzle.start, &held->puzzle.start) ||
        !loyd_board_equal(&row->puzzle.goal, &held->puzzle.goal))
        return "another file has another puzzle in its place";
    if (f->told->format == LOYD_IMPORT_SGT)
        return NULL;
    if (row->stm != held->stm || row->lower != held->lower ||
        row->upper != held->upper)
        return "another file tells another length";
    return is_same_path(row, held) ? NULL : "another file tells another path";
}

static loyd_err
keep_row(struct file *f)
{
    const puzzle_row *row = &f->row;
    book_row *held = &f->held;
    loyd_moves path = held->path;
    loyd_err err;

    *held = (book_row){.number = (uint32_t)row->number,
                       .id = row->id,
                       .puzzle = row->puzzle,
                       .stm = row->stm,
                       .lower = row->lower,
                       .upper = row->upper,
                       .has_path = row->has_path,
                       .path = row->path};
    err = book_add(&f->p->book, held);
    held->path = path;
    return err;
}

/* Bounds that say the same as the length are the length's. */
static const char *
prove_solution(struct file *f)
{
    puzzle_row *row = &f->row;
    bool wants = f->p->manifest.has_solutions && row->stm != 0;

    if (f->told->format == LOYD_IMPORT_SGT)
        return NULL;
    if (row->stm != 0)
        row->lower = row->upper = row->stm;
    if (row->has_path && !f->p->manifest.has_solutions)
        return "it has a path, and the manifest says that none has";
    if (wants && !row->has_path)
        return "it has no path, and the manifest says that all have";
    return NULL;
}

static void
take_row(struct file *f, uint64_t line, const char *fault)
{
    proving *p = f->p;
    const char *misplaced = prove_number(f);

    if (fault == NULL)
        fault = misplaced;
    if (fault == NULL)
        fault = prove_solution(f);
    if (fault == NULL)
        fault = prove_row(&f->row);
    if (fault == NULL && p->is_in_book)
        fault = compare_row(f);
    if (fault == NULL && !p->is_in_book && keep_row(f) != LOYD_OK)
        p->err = LOYD_E_NOMEM;
    if (fault != NULL)
        proving_report(p, f->told->name, "%" PRIu64 ": %s", line, fault);
    else
        p->result.rows++;
    f->n++;
}

/* One row of either kind of file, and whether there are more. */
static bool
next_row(struct file *f)
{
    static const row_defaults none = {.layout = NULL};
    pack_reader_row from = {.number = 0};
    row_text text = {.line = 0};
    bool found = true, goes_on = true;
    const char *fault = NULL;
    loyd_why part = {""};
    uint64_t line;
    loyd_err err;

    if (f->text != NULL) {
        err = reading_next(f->text, &text, &found, &part);
        goes_on = !f->text->is_broken;
        line = text.line;
        if (err == LOYD_OK && found)
            err = row_read(&text, &none, &f->row, &part);
        if (err == LOYD_OK && found && f->told->format != LOYD_IMPORT_SGT)
            fault = prove_fields(&text);
    } else {
        err = pack_reader_next(f->database, &from, &found, &goes_on, &part);
        line = from.number;
        if (err == LOYD_OK && found)
            err = unpack_row(&from, &f->row, &part);
    }
    if (err == LOYD_OK && !found)
        return false;
    if (!taking_is_of_row(err) && err != LOYD_OK)
        f->p->err = why_set(f->p->why, err, "%s", part.text);
    else if (err != LOYD_OK)
        proving_report(f->p, f->told->name, "%" PRIu64 ": %s", line,
                       part.text[0] != '\0' ? part.text : loyd_strerror(err));
    if (err == LOYD_OK)
        take_row(f, line, fault);
    else
        f->n++;
    return goes_on && proving_step(f->p);
}

static loyd_err
open_database(struct file *f, loyd_why *part)
{
    const proving *p = f->p;
    size_t bytes = strlen(p->path) + strlen(f->told->name) + 2;
    char *path = malloc(bytes);
    char id[LOYD_ID_CHARS + 1], hex[2 * LOYD_HASH_BYTES + 1];
    pack_reader_head head = {.version = 0};
    loyd_err err = LOYD_E_NOMEM;

    if (path == NULL)
        return err;
    snprintf(path, bytes, "%s/%s", p->path, f->told->name);
    err = pack_reader_open(path, &f->database, part);
    free(path);
    if (err == LOYD_OK)
        err = pack_reader_check_file(f->database, part);
    if (err == LOYD_OK)
        err = pack_reader_read_head(f->database, &head, part);
    if (err != LOYD_OK)
        return err;
    memcpy(id, p->manifest.pack_id, sizeof(id));
    for (size_t i = 0; i < LOYD_HASH_BYTES; i++)
        snprintf(hex + 2 * i, 3, "%02x", p->manifest.digest[i]);
    if (strcmp(head.pack_id, id) != 0 || strcmp(head.digest, hex) != 0 ||
        head.version != p->manifest.version ||
        head.puzzles != p->manifest.puzzles)
        err =
            why_set(part, LOYD_E_CORRUPT, "it says that it is another pack's");
    return err;
}

static loyd_err
open_text(struct file *f, loyd_why *part)
{
    text_lines *lines = NULL;
    const char *id;
    int fd;
    loyd_err err = unpack_open(f->p->dir, f->told->name, &fd, part);

    if (err == LOYD_OK)
        err = text_open(fd, &lines, part);
    if (err == LOYD_OK)
        err = reading_open(lines, f->told->format, &f->text, part);
    if (err != LOYD_OK)
        return err;
    id = reading_pack_id(f->text);
    if (id != NULL && strcmp(id, f->p->manifest.pack_id) != 0)
        err =
            why_set(part, LOYD_E_CORRUPT, "it says that it is another pack's");
    return err;
}

void
prove_file(proving *p, const unpack_file *told)
{
    struct file *f = calloc(1, sizeof(*f));
    bool is_database = told->format == LOYD_IMPORT_SQLITE;
    uint64_t bad = p->result.bad;
    loyd_why part = {""};
    loyd_err err;

    if (f == NULL) {
        p->err = LOYD_E_NOMEM;
        return;
    }
    f->p = p;
    f->told = told;
    err = is_database ? open_database(f, &part) : open_text(f, &part);
    if (err != LOYD_OK && taking_is_of_row(err))
        proving_report(p, told->name, "%s", part.text);
    else if (err != LOYD_OK)
        p->err = why_set(p->why, err, "%s", part.text);
    while (err == LOYD_OK && p->err == LOYD_OK && next_row(f))
        ;
    if (err == LOYD_OK && p->err == LOYD_OK && !p->is_stopped &&
        f->n != p->manifest.puzzles)
        proving_report(p, told->name,
                       "%zu puzzles, and the manifest tells %" PRIu64, f->n,
                       p->manifest.puzzles);
    if (!p->is_in_book && p->result.bad == bad)
        p->is_in_book = true;
    else if (!p->is_in_book)
        p->book.n = p->book.len = 0;
    loyd_moves_free(&f->held.path);
    row_free(&f->row);
    reading_close(&f->text);
    pack_reader_close(&f->database);
    free(f);
}
