/* SPDX-License-Identifier: MIT */
/*
 * SQL functions for verify and merge. Each is a definition of docs/formats.md,
 * computed by code that wrote no row: verify's own readers of texts, a replay,
 * a search without tables. Whatever the arguments are, the result is a fault
 * or NULL, and no error except that memory runs out.
 */
#include "verify/functions.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/board.h"
#include "core/crypto.h"
#include "loyd/generate.h"
#include "loyd/layout.h"
#include "loyd/solve.h"
#include "loyd/text.h"
#include "store/query.h"
#include "verify/catalogue.h"
#include "verify/values.h"

/* --- arguments and results --- */

/* A number as laws and replays take it; 0: none. */
static unsigned
length_of(sqlite3_value *v)
{
    struct raw_value raw = value_raw(v);

    return raw_is_number(&raw, 1, PATH_MAX_MOVES) ? (unsigned)raw.number : 0;
}

static bool
is_mtm(sqlite3_value *v)
{
    struct raw_value raw = value_raw(v);

    return raw_is_text(&raw, "mtm");
}

/* NULL becomes NULL. */
static void
give(sqlite3_context *c, const char *fault)
{
    sqlite3_result_text(c, fault, -1, SQLITE_TRANSIENT);
}

/* Returns false if the text is no board. */
static bool
read_board(sqlite3_value *v, struct last_board *last, bool *is_same)
{
    struct raw_value raw = value_raw(v);

    if (raw.kind == RAW_TEXT && last->len != 0 && raw.len == last->len &&
        memcmp(raw.bytes, last->text, raw.len) == 0)
        return true;
    *is_same = false;
    last->len = 0;
    if (!raw_board(&raw, &last->board) || raw.len > sizeof(last->text))
        return false;
    memcpy(last->text, raw.bytes, raw.len);
    last->len = raw.len;
    return true;
}

/* Reads the boards of a puzzle into f->facts. Returns what is wrong with them,
 * NULL: nothing; f->unsolvable is not among it. */
static const char *
read_pair(struct functions *f, sqlite3_value *start, sqlite3_value *goal)
{
    struct facts *facts = &f->facts;
    bool is_same = f->is_pair;

    f->is_pair = false;
    if (!read_board(goal, &f->goal, &is_same))
        return "invalid goal board";
    if (!read_board(start, &f->start, &is_same))
        return "invalid board";
    if (!is_same) {
        *facts = (struct facts){
            .puzzle = {.start = f->start.board, .goal = f->goal.board}};
        f->fault = check_labels(&f->by, facts);
        f->unsolvable =
            f->fault == NULL ? check_parity(&f->by, facts) : f->fault;
    }
    f->is_pair = true;
    return f->fault;
}

static const loyd_board *
goal_of(sqlite3_context *c, sqlite3_value *v)
{
    struct functions *f = sqlite3_user_data(c);
    bool is_same = f->is_pair;
    bool is_board = read_board(v, &f->goal, &is_same);

    f->is_pair = is_same;
    return is_board ? &f->goal.board : NULL;
}

/* --- boards --- */

/* boards(size, board, goal): what is wrong with a puzzle's boards */
static void
boards(sqlite3_context *c, int n, sqlite3_value **v)
{
    struct functions *f = sqlite3_user_data(c);
    const loyd_board *goal = goal_of(c, v[2]);
    struct raw_value size = value_raw(v[0]);
    const char *fault;

    (void)n;
    if (goal != NULL && !raw_is_size(&size, goal))
        give(c, "the size is not the goal's");
    else if ((fault = read_pair(f, v[1], v[2])) != NULL)
        give(c, fault);
    else
        give(c, f->unsolvable);
}

/* odd(board, goal): whether all lengths in STM are */
static void
odd(sqlite3_context *c, int n, sqlite3_value **v)
{
    struct functions *f = sqlite3_user_data(c);

    (void)n;
    if (read_pair(f, v[0], v[1]) == NULL)
        sqlite3_result_int(c, is_odd_board(&f->facts.board));
}

/* id_of(board, goal) */
static void
id_of(sqlite3_context *c, int n, sqlite3_value **v)
{
    struct functions *f = sqlite3_user_data(c);
    char text[LOYD_ID_CHARS + 1];
    loyd_id id;

    (void)n;
    if (read_pair(f, v[0], v[1]) != NULL)
        return;
    facts_id(&f->facts.puzzle, &id);
    loyd_id_print(&id, text);
    sqlite3_result_text(c, text, LOYD_ID_CHARS, SQLITE_TRANSIENT);
}

/* is_size(text, goal) */
static void
is_size(sqlite3_context *c, int n, sqlite3_value **v)
{
    struct raw_value raw = value_raw(v[0]);
    const loyd_board *goal = goal_of(c, v[1]);

    (void)n;
    sqlite3_result_int(c, goal != NULL && raw_is_size(&raw, goal));
}

/* class_of(goal) */
static void
class_of(sqlite3_context *c, int n, sqlite3_value **v)
{
    const loyd_board *goal = goal_of(c, v[0]);
    char text[CLASS_BYTES];

    (void)n;
    if (goal != NULL)
        give(c, facts_class(goal, text));
}

/* layout_of(goal): its simplest name */
static void
layout_of(sqlite3_context *c, int n, sqlite3_value **v)
{
    const loyd_board *goal = goal_of(c, v[0]);
    char text[LOYD_LAYOUT_TEXT];
    loyd_layout layout;

    (void)n;
    if (goal == NULL || loyd_layout_name(goal, &layout) != LOYD_OK)
        return;
    loyd_layout_print(&layout, text);
    give(c, text);
}

/* cells(board): a byte each */
static void
cells(sqlite3_context *c, int n, sqlite3_value **v)
{
    const loyd_board *board = goal_of(c, v[0]);

    (void)n;
    if (board != NULL)
        sqlite3_result_blob(c, board->cell, (int)board_cells(board),
                            SQLITE_TRANSIENT);
}

/* dims(board): width and height, a byte each */
static void
dims(sqlite3_context *c, int n, sqlite3_value **v)
{
    const loyd_board *board = goal_of(c, v[0]);

    (void)n;
    if (board != NULL)
        sqlite3_result_blob(c, (uint8_t[]){board->width, board->height}, 2,
                            SQLITE_TRANSIENT);
}

/* quick_nodes(goal): the budget of effort quick for an upper end */
static void
quick_nodes(sqlite3_context *c, int n, sqlite3_value **v)
{
    static const loyd_solve_options quickly = {.effort = LOYD_EFFORT_QUICK};
    const loyd_board *goal = goal_of(c, v[0]);
    loyd_search lower, upper;

    (void)n;
    if (goal == NULL)
        return;
    loyd_search_of(&quickly, goal->width, goal->height, &lower, &upper);
    sqlite3_result_int64(c, (sqlite3_int64)upper.budget);
}

/* --- lengths --- */

/* Reads a rating; returns what is wrong with its form, or NULL. Without
 * solutions its path is ''. */
static const char *
read_rating(sqlite3_value **v, bool lacks_path, struct length_facts *of)
{
    enum { PROVEN, OPEN_UPPER, LOWER, UPPER, PATH };
    struct raw_value in[PATH + 1];
    bool is_proven;

    for (int i = 0; i <= PATH; i++)
        in[i] = value_raw(v[i]);
    if (in[UPPER].kind == RAW_NULL)
        return in[PROVEN].kind == RAW_NULL && in[OPEN_UPPER].kind == RAW_NULL
                   ? NULL
                   : "a length without a rating";
    if (!raw_is_number(&in[UPPER], 1, PATH_MAX_MOVES) ||
        !raw_is_number(&in[LOWER], 1, in[UPPER].number))
        return "rating out of range";
    of->stated.lower = (unsigned)in[LOWER].number;
    of->stated.upper = (unsigned)in[UPPER].number;
    is_proven = of->stated.lower == of->stated.upper;
    if (!raw_is_number(&in[is_proven ? PROVEN : OPEN_UPPER], in[UPPER].number,
                       in[UPPER].number) ||
        in[is_proven ? OPEN_UPPER : PROVEN].kind != RAW_NULL)
        return "the length does not match the rating";
    return (lacks_path && in[PATH].len == 0) ||
                   (raw_path(&in[PATH], &of->path) && of->path.n > 0)
               ? NULL
               : PATH_LENGTH_FAULT;
}

/*
 * lengths(board, goal, stm, upper, lower, upper, path, mtm, mtm_upper, lower,
 * upper, path, estimate, version): what is wrong with a puzzle's lengths,
 * which it has by itself and in its two ratings
 */
static void
lengths(sqlite3_context *c, int n, sqlite3_value **v)
{
    struct functions *f = sqlite3_user_data(c);
    struct facts *facts = &f->facts;
    struct raw_value estimate = value_raw(v[12]), version = value_raw(v[13]);

    (void)n;
    if (read_pair(f, v[0], v[1]) != NULL || f->unsolvable != NULL)
        return; /* what `boards` returns */
    for (loyd_metric m = 0; m < LOYD_METRICS; m++) {
        struct length_facts *of = &facts->in[m];

        *of = (struct length_facts){.path = {.dir = f->paths[m]}};
        of->form =
            read_rating(v + (m == LOYD_STM ? 2 : 7), f->lacks_paths, of);
    }
    facts->estimate = 0;
    if (raw_is_number(&estimate, 1, PATH_MAX_MOVES) &&
        raw_is_number(&version, 1, UINT16_MAX))
        facts->estimate = (unsigned)estimate.number;
    else if (estimate.kind != RAW_NULL || version.kind != RAW_NULL) {
        give(c, "estimate out of range");
        return;
    }
    give(c, facts_check(&f->by, facts));
}

/* Reads what is stated of a length; a path counts, but is not replayed. */
static void
read_stated(struct functions *f, sqlite3_value **rating, struct stated *of)
{
    struct raw_value raw = value_raw(rating[2]);
    loyd_moves path = {.dir = f->paths[0]};

    of->lower = length_of(rating[0]);
    of->upper = length_of(rating[1]);
    if (!raw_path(&raw, &path))
        return;
    of->moves = path.n;
    for (size_t i = 0; i < path.n; i++)
        of->slides += i == 0 || path.dir[i] != path.dir[i - 1];
}

/* laws(board, goal, lower, upper, path, mtm_lower, mtm_upper, mtm_path,
 * estimate): which law the lengths break */
static void
laws(sqlite3_context *c, int n, sqlite3_value **v)
{
    struct functions *f = sqlite3_user_data(c);
    struct stated of[LOYD_METRICS] = {{0}};

    (void)n;
    if (read_pair(f, v[0], v[1]) != NULL)
        return;
    for (loyd_metric m = 0; m < LOYD_METRICS; m++)
        read_stated(f, v + 2 + 3 * m, &of[m]);
    give(c, laws_check(&f->facts.board, &of[LOYD_STM], &of[LOYD_MTM],
                       length_of(v[8])));
}

/* path_key(path, metric): sorts as canonical paths do. In MTM the beginning of
 * a run is before its continuation. */
static void
path_key(sqlite3_context *c, int n, sqlite3_value **v)
{
    struct functions *f = sqlite3_user_data(c);
    struct raw_value raw = value_raw(v[0]);
    loyd_moves path = {.dir = f->paths[0]};
    bool has_runs = is_mtm(v[1]);
    int last = -1;

    (void)n;
    if (!raw_path(&raw, &path))
        return;
    for (size_t i = 0; i < path.n; i++) {
        int dir = path.dir[i];

        path.dir[i] = (uint8_t)(has_runs && dir == last ? '4' : '0' + dir);
        last = dir;
    }
    sqlite3_result_text(c, (char *)path.dir, (int)path.n, SQLITE_TRANSIENT);
}

/* --- rows whose columns a function of verify reads --- */

static void
check_row(sqlite3_context *c, int n, sqlite3_value **v,
          const char *(*check)(struct checker *by, struct facts *facts))
{
    struct functions *f = sqlite3_user_data(c);
    struct raw_value values[RAW_COLUMNS_MAX];
    struct facts facts = {.values = values};

    for (int i = 0; i < RAW_COLUMNS_MAX; i++)
        values[i] =
            i < n ? value_raw(v[i]) : (struct raw_value){.kind = RAW_NULL};
    facts.in[LOYD_STM].path.dir = f->paths[0];
    give(c, check(&f->by, &facts));
}

/* traits(...) and so on: the columns that catalogue.h names */
static void
traits(sqlite3_context *c, int n, sqlite3_value **v)
{
    check_row(c, n, v, check_traits);
}

static void
game(sqlite3_context *c, int n, sqlite3_value **v)
{
    check_row(c, n, v, check_game);
}

static void
difficulty(sqlite3_context *c, int n, sqlite3_value **v)
{
    check_row(c, n, v, check_difficulty);
}

static void
ability(sqlite3_context *c, int n, sqlite3_value **v)
{
    check_row(c, n, v, check_ability);
}

/* --- recipes --- */

/* Quotes a text for a terminal; "?" if the value is not text. */
static const char *
text_words(const struct raw_value *value, char out[WHY_QUOTE_BYTES])
{
    if (value->kind != RAW_TEXT)
        return "?";
    return why_quote((const char *)value->bytes, value->len, out);
}

/* A fault of a series is reported with its first recipe. */
static const char *
read_series(struct functions *f, int64_t series, const struct raw_value *text)
{
    char quote[WHY_QUOTE_BYTES];
    loyd_why cause = {{0}};
    loyd_err err;

    if (f->has_series && f->series == series)
        return NULL;
    loyd_generator_free(&f->generator);
    f->has_series = true;
    f->series = series;
    f->is_usable =
        text->kind == RAW_TEXT &&
        series_read((const char *)text->bytes, text->len, &f->recipe);
    if (!f->is_usable)
        return checker_words(&f->by, "series %" PRId64 ": invalid recipe '%s'",
                             series, text_words(text, quote));
    if (f->recipe.is_keyed || f->by.lengths == NULL)
        return NULL;
    err = loyd_generator_new(&f->recipe, NULL, &f->generator, &cause);
    f->is_usable = err == LOYD_OK;
    if (why_is_of_row(err) && err != LOYD_OK)
        return checker_words(&f->by, "series %" PRId64 ": %s", series,
                             cause.text);
    if (err != LOYD_OK)
        report_end(f->report, err, &cause);
    return NULL;
}

static loyd_err
draw(struct functions *f, uint64_t index, loyd_puzzle *puzzle, loyd_why *why)
{
    static const loyd_solver_options defaults = {.threads = 1};

    if (f->recipe.target == LOYD_TARGET_NONE)
        return loyd_generator_draw(f->generator, index, 0, puzzle, why);
    if (f->solver == NULL) {
        loyd_err err = loyd_solver_new(&defaults, &f->solver);
        if (err != LOYD_OK)
            return err;
    }
    return loyd_target_draw(f->generator, f->solver, index, 0, puzzle, NULL,
                            why);
}

static const char *
check_drawn_puzzle(struct functions *f, const struct raw_value *text,
                   uint64_t index, const struct raw_value *stored)
{
    char name[LOYD_ID_CHARS + 1] = "(invalid id)", quote[WHY_QUOTE_BYTES];
    loyd_why cause = {{0}};
    loyd_puzzle puzzle;
    loyd_id id, is;
    loyd_err err = draw(f, index, &puzzle, &cause);

    if (!why_is_of_row(err)) {
        report_end(f->report, err, &cause);
        return NULL;
    }
    text_words(text, quote);
    if (err != LOYD_OK)
        return checker_words(&f->by, "recipe '%s~%" PRIu64 "': %s", quote,
                             index, cause.text);
    loyd_puzzle_id(&puzzle, &id);
    if (raw_id(stored, is.byte)) {
        if (memcmp(is.byte, id.byte, LOYD_ID_BYTES) == 0) {
            f->drawn++;
            return NULL;
        }
        loyd_id_print(&is, name);
    }
    return checker_words(&f->by,
                         "recipe '%s~%" PRIu64 "' does not draw puzzle %s",
                         quote, index, name);
}

/* recipe(series, text, number, puzzle): what is wrong with the series, or the
 * puzzle is not the one that it draws */
static void
recipe(sqlite3_context *c, int n, sqlite3_value **v)
{
    struct functions *f = sqlite3_user_data(c);
    struct raw_value series = value_raw(v[0]), text = value_raw(v[1]);
    struct raw_value number = value_raw(v[2]), puzzle = value_raw(v[3]);
    const char *fault;

    (void)n;
    if (series.kind != RAW_NUMBER ||
        !raw_is_number(&number, 0, (int64_t)LOYD_INDEX_MAX)) {
        give(c, "a recipe has an invalid series or index");
        return;
    }
    fault = read_series(f, series.number, &text);
    if (fault == NULL && f->is_usable && f->recipe.is_keyed)
        f->skipped++;
    else if (fault == NULL && f->is_usable && f->by.lengths != NULL)
        fault = check_drawn_puzzle(f, &text, (uint64_t)number.number, &puzzle);
    give(c, fault);
}

/* --- the list --- */

static const struct sql_function row_functions[] = {
    {"ability", -1, ability, NULL},
    {"boards", 3, boards, NULL},
    {"cells", 1, cells, NULL},
    {"difficulty", -1, difficulty, NULL},
    {"class_of", 1, class_of, NULL},
    {"dims", 1, dims, NULL},
    {"game", -1, game, NULL},
    {"id_of", 2, id_of, NULL},
    {"is_size", 2, is_size, NULL},
    {"laws", 9, laws, NULL},
    {"layout_of", 1, layout_of, NULL},
    {"lengths", 14, lengths, NULL},
    {"odd", 2, odd, NULL},
    {"path_key", 2, path_key, NULL},
    {"quick_nodes", 1, quick_nodes, NULL},
    {"recipe", 4, recipe, NULL},
    {"traits", -1, traits, NULL},
    {NULL, 0, NULL, NULL},
};

/* The longest list of arguments. */
#define ARGUMENTS_MAX 20

static void
functions_free(void *functions)
{
    functions_end(functions);
    free(functions);
}

/* The first function of a list owns what all of them need, if it is freed. */
static int
add_list(sqlite3 *db, const struct sql_function *of, struct functions *f,
         void (*free_functions)(void *))
{
    int rc = SQLITE_OK;

    for (; rc == SQLITE_OK && of->name != NULL; of++) {
        bool is_aggregate = of->end != NULL;

        rc = sqlite3_create_function_v2(
            db, of->name, of->n, SQLITE_UTF8 | SQLITE_DIRECTONLY, f,
            is_aggregate ? NULL : of->call, is_aggregate ? of->call : NULL,
            of->end, free_functions);
        free_functions = NULL;
    }
    return rc;
}

static loyd_err
add_all(loyd_store *store, struct functions *f, loyd_why *why)
{
    int rc = add_list(store->db, row_functions, f, functions_free);

    if (rc == SQLITE_OK)
        rc = add_list(store->db, value_functions, NULL, NULL);
    if (rc != SQLITE_OK)
        return db_error(store->db, rc, why);
    sqlite3_limit(store->db, SQLITE_LIMIT_FUNCTION_ARG, ARGUMENTS_MAX);
    store->functions = f;
    return LOYD_OK;
}

loyd_err
functions_begin(loyd_store *store, struct report *report, bool is_searching,
                struct functions **functions, loyd_why *why)
{
    struct functions *f = store->functions;
    loyd_err err;

    *functions = NULL;
    if (f == NULL) {
        f = calloc(1, sizeof(*f));
        err = f != NULL ? add_all(store, f, why) : LOYD_E_NOMEM;
        if (err != LOYD_OK)
            return err;
    }
    functions_end(f);
    f->by = (struct checker){.kind = ROW_PUZZLE, .report = report};
    f->report = report;
    if (is_searching && (f->by.lengths = plain_lengths_new()) == NULL)
        return LOYD_E_NOMEM;
    *functions = f;
    return LOYD_OK;
}

void
functions_end(struct functions *f)
{
    loyd_generator_free(&f->generator);
    loyd_solver_free(&f->solver);
    plain_lengths_free(&f->by.lengths);
    memset(f, 0, sizeof(*f));
}
