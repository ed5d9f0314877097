/* SPDX-License-Identifier: MIT */
/* The values of a day and of its puzzles. */
#include <stdlib.h>
#include <string.h>

#include "core/date.h"
#include "core/moves.h"
#include "loyd/export.h"
#include "site/page.h"

static void
svg_put(const struct section *to, const loyd_board *board, const char *key)
{
    const char *title = sentence_text(to, key);
    size_t len = loyd_board_svg(board, title, NULL, 0);
    char *svg = malloc(len + 1);

    if (svg == NULL) {
        to->out->is_lost = true;
        return;
    }
    loyd_board_svg(board, title, svg, len + 1);
    text_bytes(to->out, svg, len);
    free(svg);
}

void
start_picture(const struct section *to, const void *of, size_t at)
{
    const struct day_puzzle *puzzle = (const struct day_puzzle *)of + at;

    svg_put(to, &puzzle->row.entry.puzzle.start, "start");
}

void
goal_picture(const struct section *to, const void *of, size_t at)
{
    const struct day_puzzle *puzzle = (const struct day_puzzle *)of + at;

    svg_put(to, &puzzle->row.entry.puzzle.goal, "goal");
}

static void
path_put(const struct section *to, const void *path, size_t at)
{
    moves_put(to->out, (const loyd_moves *)path + at);
}

/* Separates the moves by spaces, so that a phone can break long solutions. */
static void
spaced_path_put(const struct section *to, const void *path, size_t at)
{
    struct text moves = {0};

    moves_put(&moves, (const loyd_moves *)path + at);
    for (size_t i = 0; i < moves.len; i++) {
        if (i > 0 && (moves.at[i] < '0' || moves.at[i] > '9'))
            text_put(to->out, " ");
        text_char(to->out, moves.at[i]);
    }
    to->out->is_lost |= moves.is_lost;
    text_free(&moves);
}

/* A long board is laid out in another way. */
static const char *
shape(const struct brief *brief)
{
    if (brief->width >= 2 * brief->height)
        return "wide";
    return brief->height >= 2 * brief->width ? "tall" : "";
}

void
puzzle_values(const struct section *to, const void *of, size_t at)
{
    const struct day *day = of;
    const struct day_puzzle *puzzle = &day->puzzle[at];
    const struct brief *brief = &puzzle->brief;
    const loyd_ledger_row *row = &puzzle->row;
    const loyd_moves *path = &row->entry.known[LOYD_STM].path;
    const char *name = brief_name(brief);
    char id[LOYD_ID_CHARS + 1];
    char start[LOYD_BOARD_TEXT], goal[LOYD_BOARD_TEXT];
    /* Rounded down, because no board is longer than all boards. Percentages
     * from a sample are estimates. */
    uint32_t percent = brief->percentile / 1000;

    loyd_id_print(&brief->id, id);
    loyd_board_print(&row->entry.puzzle.start, LOYD_FORM_ROWS, start);
    loyd_board_print(&row->entry.puzzle.goal, LOYD_FORM_ROWS, goal);
    SECTION(
        to, "puzzle", TEXT("name", name_in_language(to, name)), TEXT("id", id),
        TEXT("tier", brief->tier),
        TEXT("band", name_in_language(to, brief->band)),
        NUMBER("width", brief->width), NUMBER("height", brief->height),
        TEXT("start_rows", start), TEXT("goal_rows", goal),
        ITEMS("start", 1, start_picture, puzzle),
        ITEMS("goal", 1, goal_picture, puzzle),
        ITEMS("start_table", 1, table_values, &row->entry.puzzle.start),
        ITEMS("goal_table", 1, table_values, &row->entry.puzzle.goal),
        TEXT("shape", shape(brief)), NUMBER("stm", brief->stm),
        SENTENCE("moves", moves_key(brief->stm)),
        NUMBER("lower", brief->lower),
        NUMBER("is_interval", brief->is_interval),
        NUMBER("is_least", brief->lower == brief->stm),
        NUMBER("percent", percent > 99 ? 99 : percent),
        NUMBER("is_sampled", brief->sample > 0),
        NUMBER("is_solved", day->is_solved && path->n > 0),
        NUMBER("has_hints", day->has_hints), ITEMS("path", 1, path_put, path),
        ITEMS("spaced_path", 1, spaced_path_put, path),
        TEXT("recipe", row->entry.recipe),
        HASH("nonce", row->has_nonce ? row->nonce : NULL));
}

void
page_day_values(const struct section *to, const void *of, size_t at)
{
    const struct page *page = of;
    const struct day *day = page->day;
    const loyd_date *date = &day->date;
    int32_t days = loyd_date_days(date);
    loyd_date previous, next;
    bool has_previous = days > loyd_date_days(&page->imprint->first) &&
                        date_of_days(days - 1, &previous) == LOYD_OK;
    bool has_next = days < loyd_date_days(&page->imprint->last) &&
                    date_of_days(days + 1, &next) == LOYD_OK;

    (void)at;
    SECTION(to, "day", DATE("date", date), NUMBER("day_no", day->day_no),
            NUMBER("several", day->n > 1),
            ITEMS("words", 1, date_values, date),
            ITEMS("puzzle", day->n, puzzle_values, day),
            ITEMS("previous", has_previous, date_values, &previous),
            ITEMS("next", has_next, date_values, &next));
}
