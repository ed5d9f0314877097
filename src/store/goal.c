/* SPDX-License-Identifier: MIT */
/* The table goal: its rows, their layout names and their classes. */
#include <string.h>

#include "base/why.h"
#include "core/board.h"
#include "rate/lengths.h"
#include "store/tables.h"

#define COLUMNS "pk, size, class, layout, board"
enum { COL_PK, COL_SIZE, COL_CLASS, COL_LAYOUT, COL_BOARD };

static const char sql_of_pk[] = "SELECT " COLUMNS " FROM goal WHERE pk = ?1";

static const char sql_of_board[] =
    "SELECT " COLUMNS " FROM goal WHERE size = ?1 AND board = ?2";

static const char sql_add[] = "INSERT INTO goal (size, class, layout, board)"
                              " VALUES (?1, ?2, ?3, ?4)";

/* Finds the sizes by one seek each: there may be as many goals as puzzles. */
static const char sql_size[] =
    "WITH RECURSIVE s (size) AS (SELECT min(size) FROM goal UNION ALL"
    " SELECT (SELECT min(g.size) FROM goal AS g WHERE g.size > s.size) FROM s"
    " WHERE s.size IS NOT NULL)"
    " SELECT size FROM (SELECT size, CAST(size AS INTEGER) AS w,"
    " CAST(substr(size, instr(size, 'x') + 1) AS INTEGER) AS h FROM s"
    " WHERE size IS NOT NULL) WHERE (w, h) > (?1, ?2) ORDER BY w, h LIMIT 1";

static const char sql_named[] =
    "SELECT pk FROM goal WHERE size = ?1 AND layout IS NOT NULL"
    " ORDER BY layout";

static const char sql_nameless[] =
    "SELECT pk FROM goal WHERE size = ?1 AND layout IS NULL ORDER BY board";

int64_t
goal_class(unsigned width, unsigned height, unsigned blank)
{
    loyd_class cls = loyd_class_of(width, height, blank);

    return class_number(&cls);
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

loyd_err
goal_read(struct query *q, const struct goal_row **out, loyd_why *why)
{
    int64_t pk, class;
    loyd_size size;
    loyd_board board;
    struct goal_row *row;

    if (!column_int(q, COL_PK, 1, INT64_MAX, &pk))
        return why_set(why, LOYD_E_CORRUPT, "a goal has an invalid key");
    if (!column_size(q, COL_SIZE, &size) ||
        !column_board(q, COL_BOARD, &size, &board))
        return why_set(why, LOYD_E_CORRUPT, "goal %lld: invalid board",
                       (long long)pk);
    row = &q->store->goals[pk % GOALS_KEPT];
    memset(row, 0, sizeof(*row));
    row->board = board;
    if (name_goal(q, row) != LOYD_OK)
        return why_set(why, LOYD_E_CORRUPT,
                       "goal %lld: the board does not match its layout name",
                       (long long)pk);
    row->class = goal_class(board.width, board.height,
                            loyd_board_blank(&board));
    if (!column_class(q, COL_CLASS, &class) || class != row->class)
        return why_set(why, LOYD_E_CORRUPT, "goal %lld: wrong class",
                       (long long)pk);
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
    err = query_next(&q) ? goal_read(&q, row, why)
                         : why_set(why, LOYD_E_CORRUPT, "missing goal %lld",
                                   (long long)pk);
    return query_end(&q, err);
}

loyd_err
goal_find(loyd_store *store, const loyd_board *board,
          const struct goal_row **row, loyd_why *why)
{
    char size[SIZE_TEXT], text[LOYD_BOARD_TEXT];
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
    loyd_board_print(board, LOYD_FORM_ROWS, text);
    query_begin(&q, store, STMT_GOAL_OF_BOARD, sql_of_board, why);
    query_text(&q, 1, size_print(board->width, board->height, size));
    query_text(&q, 2, text);
    *row = NULL;
    if (query_next(&q))
        err = goal_read(&q, row, why);
    return query_end(&q, err);
}

loyd_err
goal_put(loyd_store *store, const loyd_board *board,
         const struct goal_row **row, loyd_why *why)
{
    char size[SIZE_TEXT], name[LOYD_LAYOUT_TEXT], text[LOYD_BOARD_TEXT];
    int64_t class;
    loyd_layout layout;
    struct query q;
    loyd_err err = goal_find(store, board, row, why);

    if (err != LOYD_OK || *row != NULL)
        return err;
    if ((err = loyd_layout_name(board, &layout)) != LOYD_OK)
        return err;
    query_begin(&q, store, STMT_GOAL_ADD, sql_add, why);
    class = goal_class(board->width, board->height, loyd_board_blank(board));
    loyd_board_print(board, LOYD_FORM_ROWS, text);
    query_text(&q, 1, size_print(board->width, board->height, size));
    query_class(&q, 2, class);
    if (layout.path != LOYD_PATH_GOAL) {
        loyd_layout_print(&layout, name);
        query_text(&q, 3, name);
    }
    query_text(&q, 4, text);
    if ((err = query_run(&q)) == LOYD_OK)
        err = distributions_put(store, class, why);
    return err == LOYD_OK ? goal_find(store, board, row, why) : err;
}

loyd_err
goal_next_size(loyd_store *store, uint8_t *width, uint8_t *height, bool *found,
               loyd_why *why)
{
    loyd_size next = {0};
    struct query q;
    loyd_err err = LOYD_OK;

    query_begin(&q, store, STMT_GOAL_SIZE, sql_size, why);
    query_int(&q, 1, *width);
    query_int(&q, 2, *height);
    *found = query_next(&q);
    if (*found && !column_size(&q, 0, &next))
        err = why_set(why, LOYD_E_CORRUPT, "a goal has an invalid size");
    if (*found && err == LOYD_OK) {
        *width = next.width;
        *height = next.height;
    }
    return query_end(&q, err);
}

void
goals_begin(struct query *q, loyd_store *store, uint8_t width, uint8_t height,
            bool is_named, loyd_why *why)
{
    char size[SIZE_TEXT];

    if (is_named)
        query_begin(q, store, STMT_GOAL_NAMED, sql_named, why);
    else
        query_begin(q, store, STMT_GOAL_NAMELESS, sql_nameless, why);
    query_copy(q, 1, size_print(width, height, size));
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
