/* SPDX-License-Identifier: MIT */
/* Writes and parses the files of shared proofs. */
#include "cluster/finding.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/number.h"
#include "base/why.h"

#define FINDING_BEGIN "loyd proof 1\n"
#define BOUND_MAX (LOYD_LENGTH_UNKNOWN - 1)

_Static_assert(LOYD_SPLIT_VERSION == 1,
               "findings of another division need another first line");

void
path_put(struct text *to, const loyd_moves *path)
{
    size_t size = path->n + 1;
    char *moves = malloc(size);

    if (moves != NULL)
        text_bytes(to, moves, loyd_moves_print(path, moves, size));
    else
        to->is_lost = true;
    free(moves);
}

/* --- the list --- */

void
cluster_board(struct text *list, struct plan *plan, const loyd_entry *entry)
{
    const loyd_known *stm = &entry->known[LOYD_STM];
    char id[LOYD_ID_CHARS + 1], start[LOYD_BOARD_TEXT], goal[LOYD_BOARD_TEXT];

    loyd_id_print(&entry->id, id);
    loyd_board_print(&entry->puzzle.start, LOYD_FORM_ROWS, start);
    loyd_board_print(&entry->puzzle.goal, LOYD_FORM_ROWS, goal);
    text_format(list, "%s\t%u\t%u\t%s\t%s\t", id, stm->rating.lower,
                stm->rating.upper, start, goal);
    path_put(list, &stm->path);
    text_char(list, '\n');
    plan->boards++;
}

/* The next field, and its number. */
static loyd_err
take_number(struct slice *line, uint64_t low, uint64_t high, uint64_t *number,
            loyd_why *why)
{
    struct slice field;

    slice_cut(line, '\t', &field);
    return number_parse(field.at, field.len, low, high, number, why);
}

static loyd_err
take_board(struct slice *line, loyd_board *board, loyd_why *why)
{
    struct slice field;

    slice_cut(line, '\t', &field);
    return loyd_board_parse(field.at, field.len, 0, 0, board, why);
}

static loyd_err
check_row(const struct board_row *row, struct slice id, loyd_why *why)
{
    char name[LOYD_ID_CHARS + 1];
    loyd_err err = loyd_puzzle_check(&row->puzzle, why);

    if (err != LOYD_OK)
        return err;
    loyd_id_print(&row->id, name);
    if (!slice_is(id, name))
        return why_set(why, LOYD_E_CORRUPT, "expected the id %s", name);
    if (row->path.n != row->upper)
        return why_set(why, LOYD_E_MOVE, "%zu moves: expected %u", row->path.n,
                       row->upper);
    return loyd_moves_replay(&row->puzzle.start, &row->puzzle.goal, &row->path,
                             NULL, why);
}

loyd_err
board_row_parse(struct slice line, struct board_row *row, loyd_why *why)
{
    uint64_t lower = 0, upper = 0;
    struct slice id;
    loyd_err err;

    *row = (struct board_row){.lower = 0};
    slice_cut(&line, '\t', &id);
    if ((err = take_number(&line, 1, BOUND_MAX, &lower, why)) ||
        (err = take_number(&line, lower + 1, BOUND_MAX, &upper, why)) ||
        (err = take_board(&line, &row->puzzle.start, why)) ||
        (err = take_board(&line, &row->puzzle.goal, why)) ||
        (err = loyd_moves_parse(line.at, line.len, &row->path, why)))
        return err;
    row->lower = (uint16_t)lower;
    row->upper = (uint16_t)upper;
    loyd_puzzle_id(&row->puzzle, &row->id);
    if ((err = check_row(row, id, why)) != LOYD_OK)
        loyd_moves_free(&row->path);
    return err;
}

/* --- findings --- */

void
finding_print(const struct finding *f, struct text *text)
{
    size_t from = text->len;
    char id[LOYD_ID_CHARS + 1];

    loyd_id_print(&f->id, id);
    text_format(text,
                FINDING_BEGIN "puzzle %s\npart %" PRIu32 "/%" PRIu32
                              "\nbound %u\nnodes %" PRIu64 "\npath ",
                id, f->part, f->parts, f->bound, f->nodes);
    if (f->is_solved)
        path_put(text, &f->path);
    else
        text_put(text, "none");
    text_char(text, '\n');
    check_put(text, from);
}

/* Takes a line that begins with a word; `rest` is what follows it. */
static bool
take_line(struct slice *text, const char *word, struct slice *rest)
{
    return slice_cut(text, '\n', rest) && slice_skip(rest, word);
}

static bool
read_number(struct slice text, uint64_t low, uint64_t high, uint64_t *number)
{
    return slice_number(text, number) == NUMBER_GOOD && *number >= low &&
           *number <= high;
}

static bool
read_part(struct slice text, struct finding *f)
{
    struct slice part;
    uint64_t number, of;

    if (!slice_cut(&text, '/', &part) ||
        !read_number(text, 1, LOYD_SPLIT_PARTS_MAX, &of) ||
        !read_number(part, 1, of, &number))
        return false;
    f->part = (uint32_t)number;
    f->parts = (uint32_t)of;
    return true;
}

static bool
read_path(struct slice text, struct finding *f)
{
    loyd_why why;

    f->is_solved = !slice_is(text, "none");
    return !f->is_solved ||
           (loyd_moves_parse(text.at, text.len, &f->path, &why) == LOYD_OK &&
            f->path.n > 0 && f->path.n <= f->bound);
}

static bool
read_finding(struct slice text, struct finding *f)
{
    uint64_t bound = 0;
    struct slice line;
    loyd_id last;
    loyd_why why;

    if (!slice_skip(&text, FINDING_BEGIN) ||
        !take_line(&text, "puzzle ", &line) || line.len != LOYD_ID_CHARS ||
        loyd_id_parse(line.at, line.len, &f->id, &last, &why) != LOYD_OK ||
        !take_line(&text, "part ", &line) || !read_part(line, f) ||
        !take_line(&text, "bound ", &line) ||
        !read_number(line, 1, BOUND_MAX, &bound) ||
        !take_line(&text, "nodes ", &line) ||
        !read_number(line, 0, INT64_MAX, &f->nodes))
        return false;
    f->bound = (uint16_t)bound;
    return take_line(&text, "path ", &line) && read_path(line, f) &&
           take_line(&text, CHECK_BEGIN, &line) && line.len == 16 &&
           text.len == 0;
}

loyd_err
finding_parse(struct slice text, struct finding *finding, loyd_why *why)
{
    struct text again = {0};
    bool is_same = false, is_lost;

    *finding = (struct finding){.part = 0};
    if (read_finding(text, finding)) {
        finding_print(finding, &again);
        is_same =
            again.len == text.len && memcmp(again.at, text.at, text.len) == 0;
    }
    is_lost = again.is_lost;
    text_free(&again);
    if (is_same)
        return LOYD_OK;
    loyd_moves_free(&finding->path);
    return is_lost ? LOYD_E_NOMEM
                   : why_set(why, LOYD_E_CORRUPT, "damaged or incomplete");
}

void
finding_name(const struct finding *finding, char name[FINDING_NAME])
{
    snprintf(name, FINDING_NAME, "%03u.%03" PRIu32 "-%03" PRIu32,
             finding->bound, finding->part, finding->parts);
}

bool
finding_name_parse(const char *name, struct finding *finding)
{
    unsigned bound, part, parts;
    char again[FINDING_NAME];

    *finding = (struct finding){.part = 0};
    if (strlen(name) >= FINDING_NAME ||
        sscanf(name, "%5u.%3u-%3u", &bound, &part, &parts) != 3 ||
        bound == 0 || bound > BOUND_MAX || part == 0 || part > parts)
        return false;
    finding->bound = (uint16_t)bound;
    finding->part = part;
    finding->parts = parts;
    finding_name(finding, again);
    return strcmp(again, name) == 0;
}
