/* SPDX-License-Identifier: MIT */
/* Fills the table `field` and those beside it. */
#include "verify/import_rows.h"

#include <string.h>

#include "base/why.h"
#include "core/board.h"
#include "core/moves.h"
#include "store/store.h"
#include "store/tables.h"

static const char sql_field[] =
    "INSERT INTO temp.field VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10,"
    " ?11, ?12, ?13, ?14, ?15, ?16, ?17)";

static const char sql_known[] =
    "INSERT INTO temp.known VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, NULL)";

static const char sql_bad[] =
    "INSERT INTO temp.bad VALUES (?1, ?2, ?3, ?4, ?5)";

void
fields_begin(struct fields *f, loyd_store *store,
             const loyd_import_options *options, loyd_why *why)
{
    *f = (struct fields){.store = store, .options = options};
    query_begin(&f->field, store, STMT_COUNT_, sql_field, why);
    query_begin(&f->known, store, STMT_COUNT_, sql_known, why);
    query_begin(&f->bad, store, STMT_COUNT_, sql_bad, why);
}

/* Runs an insert whose values are bound, and forgets them. */
static loyd_err
put(struct query *q, loyd_why *why)
{
    loyd_err err;

    (void)query_next(q);
    if ((err = query_err(q, LOYD_OK)) != LOYD_OK) {
        *why = q->words;
        return err;
    }
    query_again(q);
    sqlite3_clear_bindings(q->stmt);
    return LOYD_OK;
}

/* --- recipes --- */

/* Makes the generator of the recipe's series. */
static loyd_err
prepare(struct fields *f, const loyd_recipe *recipe, const char *series,
        loyd_why *why)
{
    const uint8_t *secret = recipe->is_keyed ? f->options->secret : NULL;
    loyd_err err;

    if (f->generator != NULL && strcmp(f->series, series) == 0)
        return LOYD_OK;
    loyd_generator_free(&f->generator);
    if (recipe->is_keyed && secret == NULL)
        return LOYD_OK;
    err = loyd_generator_new(recipe, secret, &f->generator, why);
    if (err == LOYD_E_SECRET) /* of another secret */
        return LOYD_OK;
    if (err == LOYD_OK)
        memcpy(f->series, series, strlen(series) + 1);
    return err;
}

static loyd_err
draw(struct fields *f, const loyd_recipe *recipe, loyd_puzzle *puzzle,
     loyd_why *why)
{
    static const loyd_solver_options defaults = {.threads = 1};
    loyd_err err = LOYD_OK;

    if (recipe->target == LOYD_TARGET_NONE)
        return loyd_generator_draw(f->generator, recipe->index,
                                   LOYD_IMPORT_ATTEMPTS, puzzle, why);
    if (f->solver == NULL)
        err = loyd_solver_new(&defaults, &f->solver);
    return err == LOYD_OK
               ? loyd_target_draw(f->generator, f->solver, recipe->index,
                                  LOYD_IMPORT_ATTEMPTS, puzzle, NULL, why)
               : err;
}

/* Prints a recipe up to its last ~. */
static void
print_series(const loyd_recipe *recipe, char series[LOYD_RECIPE_TEXT])
{
    loyd_recipe_print(recipe, series);
    *strrchr(series, '~') = '\0';
}

loyd_err
fields_draw(struct fields *f, const loyd_recipe *recipe, loyd_puzzle *puzzle,
            bool *is_usable, loyd_why *why)
{
    char series[LOYD_RECIPE_TEXT];
    loyd_err err;

    print_series(recipe, series);
    err = prepare(f, recipe, series, why);
    *is_usable = err == LOYD_OK && f->generator != NULL;
    if (*is_usable)
        err = draw(f, recipe, puzzle, why);
    if (err != LOYD_E_EXHAUSTED && err != LOYD_E_UNSUPPORTED)
        return err;
    *is_usable = false;
    return LOYD_OK;
}

/* Binds the recipe of a row, and what it draws. */
static loyd_err
bind_recipe(struct fields *f, const loyd_recipe *recipe, loyd_why *why)
{
    char series[LOYD_RECIPE_TEXT];
    loyd_puzzle puzzle;
    bool is_usable;
    loyd_id id;
    loyd_err err = fields_draw(f, recipe, &puzzle, &is_usable, why);

    if (err != LOYD_OK)
        return err;
    print_series(recipe, series);
    query_copy(&f->field, 10, series);
    query_int(&f->field, 11, (int64_t)recipe->index);
    if (is_usable) {
        loyd_puzzle_id(&puzzle, &id);
        query_id(&f->field, 12, &id);
    }
    return LOYD_OK;
}

/* --- rows --- */

/* Prints a goal and its name. Rows that follow each other share goals. */
static loyd_err
take_goal(struct fields *f, const loyd_board *goal)
{
    loyd_layout layout;
    loyd_err err;

    if (f->row > 0 && loyd_board_equal(&f->goal, goal))
        return LOYD_OK;
    if ((err = loyd_layout_name(goal, &layout)) != LOYD_OK)
        return err;
    f->goal = *goal;
    f->layout[0] = '\0';
    if (layout.path != LOYD_PATH_GOAL)
        loyd_layout_print(&layout, f->layout);
    loyd_board_print(goal, LOYD_FORM_ROWS, f->goal_text);
    return LOYD_OK;
}

static void
bind_boards(struct fields *f, const struct puzzle_row *row)
{
    const loyd_board *goal = &row->puzzle.goal;
    char size[SIZE_TEXT], board[LOYD_BOARD_TEXT];
    struct query *q = &f->field;

    query_copy(q, 3, size_print(goal->width, goal->height, size));
    query_int(q, 4, board_cells(goal));
    query_class(q, 5,
                goal_class(goal->width, goal->height, loyd_board_blank(goal)));
    if (f->layout[0] != '\0')
        query_text(q, 6, f->layout);
    query_text(q, 7, f->goal_text);
    loyd_board_print(&row->puzzle.start, LOYD_FORM_ROWS, board);
    query_copy(q, 8, board);
    query_id(q, 9, &row->id);
}

/* A number that is 0 if it is not stated. */
static void
bind_stated(struct query *q, int at, unsigned number)
{
    if (number != 0)
        query_int(q, at, number);
}

/* Adds what the row states in a metric. A length alone is both ends. */
static loyd_err
add_known(struct fields *f, const struct puzzle_row *row, loyd_metric metric,
          loyd_why *why)
{
    const struct row_length *of = &row->in[metric];
    unsigned length = (unsigned)loyd_moves_length(&of->path, metric);
    bool is_alone = of->lower == 0 && of->upper == 0;
    struct query *q = &f->known;

    if (is_alone && of->optimum == 0 && of->status == NULL && length == 0)
        return LOYD_OK;
    query_int(q, 1, f->row);
    query_metric(q, 2, metric);
    if (of->status != NULL)
        query_text(q, 3, of->status);
    bind_stated(q, 4, is_alone ? of->optimum : of->lower);
    bind_stated(q, 5, is_alone ? of->optimum : of->upper);
    bind_stated(q, 6, of->optimum);
    if (length > 0) {
        query_moves(q, 7, &of->path);
        query_int(q, 8, length);
    }
    return put(q, why);
}

loyd_err
fields_add(struct fields *f, uint64_t line, const struct puzzle_row *row,
           bool is_extra, loyd_why *why)
{
    struct query *q = &f->field;
    loyd_err err = take_goal(f, &row->puzzle.goal);

    f->row++;
    if (err == LOYD_OK && row->has_recipe)
        err = bind_recipe(f, &row->recipe, why);
    if (err != LOYD_OK) {
        sqlite3_clear_bindings(q->stmt);
        return err;
    }
    query_int(q, 1, f->row);
    query_int(q, 2, (int64_t)line);
    bind_boards(f, row);
    if (row->name[0] != '\0')
        query_text(q, 13, row->name);
    query_int(q, 14, is_extra);
    bind_stated(q, 15, row->estimate);
    query_int(q, 16, row->is_any_path);
    query_int(q, 17, row->is_stopped);
    err = put(q, why);
    for (loyd_metric m = 0; err == LOYD_OK && m < LOYD_METRICS; m++)
        err = add_known(f, row, m, why);
    return err;
}

loyd_err
fields_add_bad(struct fields *f, const char *file, uint64_t line, loyd_err err,
               const char *what, loyd_why *why)
{
    struct query *q = &f->bad;

    query_int(q, 1, ++f->row);
    query_text(q, 2, file);
    query_int(q, 3, (int64_t)line);
    query_int(q, 4, err);
    query_text(q, 5, what);
    return put(q, why);
}

loyd_err
fields_end(struct fields *f)
{
    loyd_err field = query_end(&f->field, LOYD_OK);
    loyd_err known = query_end(&f->known, LOYD_OK);
    loyd_err bad = query_end(&f->bad, LOYD_OK);

    loyd_generator_free(&f->generator);
    loyd_solver_free(&f->solver);
    return field != LOYD_OK ? field : known != LOYD_OK ? known : bad;
}
