/* SPDX-License-Identifier: MIT */
/* The table goal: its rows, their layout names and their classes. */
#include <string.h>

#include "base/why.h"
#include "core/board.h"
#include "core/layout.h"
#include "rate/lengths.h"
#include "store/tables.h"

#define ROW struct goal_row
static const struct column columns[] = {
    {KEY(pk, pk)},
    {COLUMN(SIZE, size, size)},
    {COLUMN(CLASS, class, class)},
    {COLUMN(STRING, layout, layout), MAY_LACK(is_named)},
    {COLUMN(BOARD, board, board)},
};

const struct table goal_table = TABLE("goal", columns, 1);

static const char sql_of_pk[] = "SELECT %s FROM goal WHERE pk = ?1";

static const char sql_of_board[] =
    "SELECT %s FROM goal WHERE size = ?1 AND board = ?2";

int64_t
goal_class(unsigned width, unsigned height, unsigned blank)
{
    loyd_class cls = loyd_class_of(width, height, blank);

    return class_number(&cls);
}

/* Returns whether the layout is the canonical name of one with this goal. */
static bool
is_name_of(const char *text, const loyd_board *goal)
{
    size_t len = strlen(text);
    loyd_layout layout;
    char printed[LOYD_LAYOUT_TEXT];

    return loyd_layout_parse(text, len, goal->width, goal->height, &layout,
                             NULL) == LOYD_OK &&
           layout.path != LOYD_PATH_GOAL && !layout.is_drawn &&
           board_equal(&layout.goal, goal) &&
           loyd_layout_print(&layout, printed) == len &&
           memcmp(printed, text, len) == 0;
}

/* Checks the layout's name; writes that of a goal without one. */
static bool
name_goal(struct goal_row *row)
{
    loyd_layout layout;

    if (row->is_named)
        return is_name_of(row->layout, &row->board);
    if (layout_of_goal(&row->board, &layout) != LOYD_OK)
        return false;
    loyd_layout_print(&layout, row->layout);
    return true;
}

/* Reads and checks the current row, and keeps it. */
static loyd_err
read_goal(struct query *q, const struct goal_row **out, loyd_why *why)
{
    struct goal_row row = {.pk = 0};
    loyd_err err = columns_read(q, &row);

    if (err != LOYD_OK)
        return err;
    if (row.size.width != row.board.width ||
        row.size.height != row.board.height)
        return columns_bad(q, "board");
    if (!name_goal(&row))
        return why_set(why, LOYD_E_CORRUPT,
                       "goal %lld: the board does not match its layout name",
                       (long long)row.pk);
    if (row.class !=
        goal_class(row.board.width, row.board.height, board_blank(&row.board)))
        return why_set(why, LOYD_E_CORRUPT, "goal %lld: wrong class",
                       (long long)row.pk);
    *out = memcpy(&q->store->goals[row.pk % GOALS_KEPT], &row, sizeof(row));
    return LOYD_OK;
}

loyd_err
goal_get(loyd_store *store, int64_t pk, const struct goal_row **row,
         loyd_why *why)
{
    bool found = false;
    struct query q;
    loyd_err err = LOYD_OK;

    if (pk >= 1 && store->goals[pk % GOALS_KEPT].pk == pk) {
        *row = &store->goals[pk % GOALS_KEPT];
        return LOYD_OK;
    }
    if (pk >= 1) {
        query_columns(&q, store, STMT_GOAL_OF_PK, sql_of_pk, &goal_table, why);
        query_int(&q, 1, pk);
        if ((found = query_next(&q)))
            err = read_goal(&q, row, why);
        err = query_end(&q, err);
    }
    return err != LOYD_OK || found
               ? err
               : why_set(why, LOYD_E_CORRUPT, "missing goal %lld",
                         (long long)pk);
}

/* Finds the goal with these cells; NULL: not stored. */
static loyd_err
goal_find(loyd_store *store, const loyd_board *board,
          const struct goal_row **row, loyd_why *why)
{
    char size[SIZE_TEXT], text[LOYD_BOARD_TEXT];
    struct query q;
    loyd_err err = LOYD_OK;

    /* The puzzles of a batch share a few goals. */
    for (unsigned i = 0; i < GOALS_KEPT; i++) {
        const struct goal_row *kept = &store->goals[i];

        if (kept->pk != 0 && board_equal(&kept->board, board)) {
            *row = kept;
            return LOYD_OK;
        }
    }
    loyd_board_print(board, LOYD_FORM_ROWS, text);
    query_columns(&q, store, STMT_GOAL_OF_BOARD, sql_of_board, &goal_table,
                  why);
    query_text(&q, 1, size_print(board->width, board->height, size));
    query_text(&q, 2, text);
    *row = NULL;
    if (query_next(&q))
        err = read_goal(&q, row, why);
    return query_end(&q, err);
}

static loyd_err
add(loyd_store *store, const loyd_board *board, loyd_why *why)
{
    struct goal_row row = {.size = {board->width, board->height},
                           .board = *board};
    loyd_layout layout;
    loyd_err err = loyd_layout_name(board, &layout);

    if (err != LOYD_OK)
        return err;
    row.class = goal_class(board->width, board->height, board_blank(board));
    row.is_named = layout.path != LOYD_PATH_GOAL;
    if (row.is_named)
        loyd_layout_print(&layout, row.layout);
    err = columns_put(store, STMT_GOAL_ADD, &goal_table, &row, "", why);
    return err == LOYD_OK ? distributions_put(store, row.class, why) : err;
}

loyd_err
goal_put(loyd_store *store, const loyd_board *board,
         const struct goal_row **row, loyd_why *why)
{
    loyd_err err = goal_find(store, board, row, why);

    if (err != LOYD_OK || *row != NULL)
        return err;
    err = add(store, board, why);
    return err == LOYD_OK ? goal_find(store, board, row, why) : err;
}
