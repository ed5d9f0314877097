/* SPDX-License-Identifier: MIT */
/* Reads game records: operands that are records, and lines of files. */
#include "cli/records.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/json.h"
#include "cli/signals.h"
#include "cli/solving.h"

#define LINE_MAX_BYTES 500000

void
records_begin(struct run *run, int first, struct records *records)
{
    *records = (struct records){.run = run, .next = first};
}

static void
close_input(struct records *r)
{
    r->is_open = false;
    r->code = exit_higher(r->code, input_end(&r->input));
}

/* The boards of a recipe need a solver only if the recipe has a target. */
static int
draw(struct run *run, struct record_item *item)
{
    int code = EXIT_DONE;
    loyd_why why = {""};

    if (item->game.recipe == NULL)
        return code;
    if (run->solver == NULL)
        code = solver_start(run, progress_show);
    return code != EXIT_DONE ? code
                             : report(item->where,
                                      loyd_game_draw(&item->game, run->solver,
                                                     run->secret, &why),
                                      &why);
}

static void
read_record(struct records *r, const char *text, size_t len,
            struct record_item *item)
{
    loyd_why why = {""};
    loyd_err err =
        loyd_played_parse(text, len, item->player, &item->game, &why);

    item->code = report(item->where, err, &why);
    if (item->code == EXIT_DONE)
        item->code = draw(r->run, item);
    if (item->code != EXIT_DONE)
        return;
    err = loyd_game_check(&item->game, &item->facts, &why);
    item->code = report(item->where, err, &why);
    if (err == LOYD_E_MOVE || err == LOYD_E_RANGE)
        item->code = EXIT_NO;
}

/* The next line that is no heading of CSV. */
static bool
next_line(struct records *r, struct record_item *item)
{
    struct line line;

    do {
        if (!input_line(&r->input, &line))
            return false;
    } while (!line.is_too_long &&
             slice_is((struct slice){line.text, line.len}, "player,record"));
    snprintf(item->where, sizeof(item->where), "%.480s:%" PRIu64,
             r->input.name, line.number);
    if (line.number == 1 && line.len > 1 &&
        memcmp(line.text, "\x1f\x8b", 2) == 0) {
        item->code = fail(r->input.name, "compressed: expected lines of "
                                         "text, as from gunzip -c");
        close_input(r);
    } else if (line.is_too_long)
        item->code =
            fail(item->where, "line too long: expected at most %d bytes",
                 LINE_MAX_BYTES);
    else
        read_record(r, line.text, line.len, item);
    return true;
}

static bool
is_record(const char *operand)
{
    return strncmp(operand, "loydgame", 8) == 0 ||
           strstr(operand, ",loydgame1.") != NULL;
}

bool
records_next(struct records *r, struct record_item *item)
{
    *item = (struct record_item){.code = EXIT_DONE};
    while (!interrupted()) {
        const char *operand;

        if (r->is_open) {
            if (next_line(r, item))
                return true;
            close_input(r);
            continue;
        }
        if (r->next >= r->run->n_operands)
            return false;
        operand = r->run->operands[r->next++];
        if (!is_record(operand)) {
            int code = input_begin(&r->input, operand,
                                   "game records, one per line,",
                                   LINE_MAX_BYTES);

            r->is_open = code == EXIT_DONE;
            r->code = exit_higher(r->code, code);
            continue;
        }
        snprintf(item->where, sizeof(item->where), "argument %d", r->next);
        read_record(r, operand, strlen(operand), item);
        return true;
    }
    return false;
}

void
record_item_put(struct jw *row, const struct record_item *item)
{
    const loyd_puzzle *puzzle = &item->game.puzzle;
    loyd_id id;

    loyd_puzzle_id(puzzle, &id);
    jw_word(row, "player", item->player);
    json_put_id(row, "puzzle_id", &id);
    json_size(row, puzzle->start.width, puzzle->start.height);
    jw_string(row, "status", item->facts.is_solved ? "solved" : "unsolved");
}

int
records_end(struct records *r)
{
    if (r->is_open)
        close_input(r);
    return interrupted() ? fail("play", "interrupted before the last record")
                         : r->code;
}
