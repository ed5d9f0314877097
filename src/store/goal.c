/* SPDX-License-Identifier: MIT */
/* The table goal: its rows, their layout names and their classes. */
#include <string.h>

#include "base/why.h"
#include "core/board.h"
#include "rate/lengths.h"
#include "store/tables.h"

#define COLUMNS "pk, width, height, cells, layout"
enum { COL_PK, COL_WIDTH, COL_HEIGHT, COL_CELLS, COL_LAYOUT };

static const char sql_of_pk[] = "SELECT " COLUMNS " FROM goal WHERE pk = ?1";

static const char sql_of_cells[] =
    "SELECT " COLUMNS " FROM goal"
    " WHERE width = ?1 AND height = ?2 AND cells = ?3";

static const char sql_add[] = "INSERT INTO goal (width, height, cells, layout)"
                              " VALUES (?1, ?2, ?3, ?4)";

static const char sql_size[] =
    "SELECT width, height FROM goal WHERE (width, height) > (?1, ?2)"
    " ORDER BY width, height LIMIT 1";

static const char sql_named[] =
    "SELECT pk FROM goal WHERE width = ?1 AND height = ?2"
    " AND layout IS NOT NULL ORDER BY layout";

static const char sql_nameless[] =
    "SELECT pk FROM goal WHERE width = ?1 AND height = ?2"
    " AND layout IS NULL ORDER BY cells";

int64_t
goal_class(unsigned width, unsigned height, unsigned blank)
{
    loyd_class cls = loyd_class_of(width, height, blank);

    return (int64_t)65536 * cls.width + 256 * cls.height + cls.blank;
}

const loyd_distribution *
class_distribution(int64_t class, loyd_metric metric)
{
    return distribution_find(metric, (unsigned)(class >> 16),
                             (unsigned)(class >> 8 & 255),
                             (unsigned)(class & 255));
}

/* Returns whether `text` is the canonical name of a layout with this goal. */
static bool
names(const char *text, size_t len, const loyd_board *goal)
{
    loyd_layout layout;
    char printed[LOYD_LAYOUT_TEXT];

    return loyd_layout_parse(text, len, goal->width, goal->height, &layout,
                             NULL) == LOYD_OK &&
           layout.path != LOYD_PATH_GOAL && !loyd_layout_is_drawn(&layout) &&
           loyd_board_equal(&layout.goal, goal) &&
           loyd_layout_print(&layout, printed) == len &&
           memcmp(printed, text, len) == 0;
}

static loyd_err
name_goal(struct query *q, struct goal_row *row)
{
    const char *text;
    size_t len;
    loyd_layout layout;

    row->is_named = !column_is_null(q, COL_LAYOUT);
    if (!row->is_named) {
        loyd_err err = loyd_layout_of_goal(&row->board, &layout);
        if (err == LOYD_OK)
            loyd_layout_print(&layout, row->layout);
        return err;
    }
    if (!column_text(q, COL_LAYOUT, LOYD_LAYOUT_TEXT - 1, &text, &len) ||
        !names(text, len, &row->board))
        return LOYD_E_CORRUPT;
    memcpy(row->layout, text, len + 1);
    return LOYD_OK;
}

/* Reads the current row of `q` and caches it. */
static loyd_err
read_row(loyd_store *store, struct query *q, const struct goal_row **out,
         loyd_why *why)
{
    int64_t pk, width, height;
    const uint8_t *cells;
    size_t len;
    struct goal_row *row;

    if (!column_int(q, COL_PK, 1, INT64_MAX, &pk))
        return why_set(why, LOYD_E_CORRUPT, "a goal has an invalid key");
    if (!column_int(q, COL_WIDTH, LOYD_SIDE_MIN, LOYD_SIDE_MAX, &width) ||
        !column_int(q, COL_HEIGHT, LOYD_SIDE_MIN, LOYD_SIDE_MAX, &height) ||
        !column_blob(q, COL_CELLS, (size_t)(width * height),
                     (size_t)(width * height), &cells, &len))
        return why_set(why, LOYD_E_CORRUPT, "goal %lld: invalid board",
                       (long long)pk);
    row = &store->goals[pk % GOALS_KEPT];
    memset(row, 0, sizeof(*row));
    row->board.width = (uint8_t)width;
    row->board.height = (uint8_t)height;
    memcpy(row->board.cell, cells, len);
    if (loyd_board_check(&row->board, NULL) != LOYD_OK)
        return why_set(why, LOYD_E_CORRUPT, "goal %lld: invalid board",
                       (long long)pk);
    if (name_goal(q, row) != LOYD_OK)
        return why_set(why, LOYD_E_CORRUPT,
                       "goal %lld: the board does not match its layout name",
                       (long long)pk);
    row->class = goal_class(row->board.width, row->board.height,
                            loyd_board_blank(&row->board));
    row->pk = pk;
    *out = row;
    return LOYD_OK;
}

loyd_err
goal_get(loyd_store *store, int64_t pk, const struct goal_row **row,
         loyd_why *why)
{
    struct query q;
    loyd_err err;

    if (pk < 1)
        return why_set(why, LOYD_E_CORRUPT, "missing goal %lld",
                       (long long)pk);
    if (store->goals[pk % GOALS_KEPT].pk == pk) {
        *row = &store->goals[pk % GOALS_KEPT];
        return LOYD_OK;
    }
    query_begin(&q, store, STMT_GOAL_OF_PK, sql_of_pk, why);
    query_int(&q, 1, pk);
    err = query_next(&q) ? read_row(store, &q, row, why)
                         : why_set(why, LOYD_E_CORRUPT, "missing goal %lld",
                                   (long long)pk);
    return query_end(&q, err);
}

loyd_err
goal_find(loyd_store *store, const loyd_board *board,
          const struct goal_row **row, loyd_why *why)
{
    struct query q;
    loyd_err err = LOYD_OK;

    /* The puzzles of a batch share a few goals. */
    for (unsigned i = 0; i < GOALS_KEPT; i++) {
        const struct goal_row *kept = &store->goals[i];

        if (kept->pk != 0 && loyd_board_equal(&kept->board, board)) {
            *row = kept;
            return LOYD_OK;
        }
    }
    query_begin(&q, store, STMT_GOAL_OF_CELLS, sql_of_cells, why);
    query_int(&q, 1, board->width);
    query_int(&q, 2, board->height);
    query_blob(&q, 3, board->cell, board_cells(board));
    *row = NULL;
    if (query_next(&q))
        err = read_row(store, &q, row, why);
    return query_end(&q, err);
}

loyd_err
goal_put(loyd_store *store, const loyd_board *board,
         const struct goal_row **row, loyd_why *why)
{
    loyd_layout layout;
    char text[LOYD_LAYOUT_TEXT];
    struct query q;
    loyd_err err = goal_find(store, board, row, why);

    if (err != LOYD_OK || *row != NULL)
        return err;
    if ((err = loyd_layout_name(board, &layout)) != LOYD_OK)
        return err;
    query_begin(&q, store, STMT_GOAL_ADD, sql_add, why);
    query_int(&q, 1, board->width);
    query_int(&q, 2, board->height);
    query_blob(&q, 3, board->cell, board_cells(board));
    if (layout.path != LOYD_PATH_GOAL) {
        loyd_layout_print(&layout, text);
        query_text(&q, 4, text);
    }
    err = query_run(&q);
    return err == LOYD_OK ? goal_find(store, board, row, why) : err;
}

loyd_err
goal_next_size(loyd_store *store, uint8_t *width, uint8_t *height, bool *found,
               loyd_why *why)
{
    int64_t next_width, next_height;
    struct query q;
    loyd_err err = LOYD_OK;

    query_begin(&q, store, STMT_GOAL_SIZE, sql_size, why);
    query_int(&q, 1, *width);
    query_int(&q, 2, *height);
    *found = query_next(&q);
    if (*found &&
        (!column_int(&q, 0, LOYD_SIDE_MIN, LOYD_SIDE_MAX, &next_width) ||
         !column_int(&q, 1, LOYD_SIDE_MIN, LOYD_SIDE_MAX, &next_height)))
        err = why_set(why, LOYD_E_CORRUPT, "a goal has an invalid size");
    if (*found && err == LOYD_OK) {
        *width = (uint8_t)next_width;
        *height = (uint8_t)next_height;
    }
    return query_end(&q, err);
}

void
goals_begin(struct query *q, loyd_store *store, uint8_t width, uint8_t height,
            bool is_named, loyd_why *why)
{
    if (is_named)
        query_begin(q, store, STMT_GOAL_NAMED, sql_named, why);
    else
        query_begin(q, store, STMT_GOAL_NAMELESS, sql_nameless, why);
    query_int(q, 1, width);
    query_int(q, 2, height);
}

loyd_err
goals_next(struct query *q, int64_t *pk, bool *found, loyd_why *why)
{
    loyd_err err = LOYD_OK;

    q->why = why;
    *found = query_next(q);
    if (*found && !column_int(q, 0, 1, INT64_MAX, pk))
        err = why_set(why, LOYD_E_CORRUPT, "a goal has an invalid key");
    return query_err(q, err);
}
