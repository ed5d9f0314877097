/* SPDX-License-Identifier: MIT */
/* Makes the functions known to SQLite, and those of boards and lengths. */
#include "verify/functions.h"

#include <assert.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "core/board.h"
#include "loyd/layout.h"
#include "loyd/solve.h"
#include "store/query.h"

/* --- arguments and results --- */

static struct raw_value
value_raw(sqlite3_value *v)
{
    struct raw_value raw = {.kind = RAW_OTHER};

    switch (sqlite3_value_type(v)) {
    case SQLITE_NULL:
        raw.kind = RAW_NULL;
        break;
    case SQLITE_INTEGER:
        raw.kind = RAW_NUMBER;
        raw.number = sqlite3_value_int64(v);
        break;
    case SQLITE_TEXT:
        raw.bytes = sqlite3_value_text(v);
        /* NULL: no memory; then it is like a value of another type. */
        raw.kind = raw.bytes != NULL ? RAW_TEXT : RAW_OTHER;
        break;
    case SQLITE_BLOB:
        raw.kind = RAW_BYTES;
        raw.bytes = sqlite3_value_blob(v);
        break;
    default:
        break;
    }
    raw.len = raw.bytes != NULL ? (size_t)sqlite3_value_bytes(v) : 0;
    return raw;
}

void
give(const struct call *c, const char *text)
{
    sqlite3_result_text(c->to, text, -1, SQLITE_TRANSIENT);
}

void
give_number(const struct call *c, int64_t number)
{
    sqlite3_result_int64(c->to, number);
}

void
give_bytes(const struct call *c, const void *bytes, size_t len)
{
    sqlite3_result_blob(c->to, bytes, (int)len, SQLITE_TRANSIENT);
}

void
give_words(const struct call *c, const char *format, ...)
{
    loyd_why words;
    va_list args;

    va_start(args, format);
    why_vset(&words, LOYD_E_CORRUPT, format, args);
    va_end(args);
    give(c, words.text);
}

/* Returns false if the text is no board. */
static bool
read_board(const struct raw_value *raw, struct last_board *last, bool *is_same)
{
    if (raw->kind == RAW_TEXT && last->len != 0 && raw->len == last->len &&
        memcmp(raw->bytes, last->text, raw->len) == 0)
        return true;
    *is_same = false;
    last->len = 0;
    if (!raw_board(raw, &last->board) || raw->len > sizeof(last->text))
        return false;
    memcpy(last->text, raw->bytes, raw->len);
    last->len = raw->len;
    return true;
}

const char *
read_pair(struct call *c, int at)
{
    struct functions *f = c->f;
    bool is_same = f->is_pair;

    f->is_pair = false;
    if (!read_board(&c->in[at + 1], &f->goal, &is_same))
        return "invalid goal board";
    if (!read_board(&c->in[at], &f->start, &is_same))
        return "invalid board";
    if (!is_same) {
        f->puzzle = (loyd_puzzle){f->start.board, f->goal.board};
        f->fault = facts_board(&f->puzzle, &f->board)
                       ? NULL
                       : "start and goal differ in size or labels";
        f->unsolvable = f->fault == NULL ? parity_fault(&f->board) : f->fault;
    }
    f->is_pair = true;
    return f->fault;
}

const loyd_board *
read_goal(struct call *c, int at)
{
    struct functions *f = c->f;

    return read_board(&c->in[at], &f->goal, &f->is_pair) ? &f->goal.board
                                                         : NULL;
}

bool
read_path(struct call *c, int at, loyd_moves *path)
{
    path->dir = c->f->path;
    return raw_path(&c->in[at], path);
}

/* --- boards --- */

/* boards(board, goal): what is wrong with a puzzle's boards */
static void
boards(struct call *c)
{
    const char *fault = read_pair(c, 0);

    give(c, fault != NULL ? fault : c->f->unsolvable);
}

/* odd(board, goal): whether all lengths in STM are */
static void
odd(struct call *c)
{
    if (read_pair(c, 0) == NULL)
        give_number(c, is_odd_board(&c->f->board));
}

/* id_of(board, goal) */
static void
id_of(struct call *c)
{
    char text[LOYD_ID_CHARS + 1];
    loyd_id id;

    if (read_pair(c, 0) != NULL)
        return;
    facts_id(&c->f->puzzle, &id);
    loyd_id_print(&id, text);
    give(c, text);
}

/* size_of(board) */
static void
size_of(struct call *c)
{
    const loyd_board *board = read_goal(c, 0);

    if (board != NULL)
        give_words(c, "%ux%u", board->width, board->height);
}

/* class_of(goal) */
static void
class_of(struct call *c)
{
    const loyd_board *goal = read_goal(c, 0);
    char text[CLASS_BYTES];

    if (goal != NULL)
        give(c, facts_class(goal, text));
}

/* layout_of(goal): its simplest name */
static void
layout_of(struct call *c)
{
    const loyd_board *goal = read_goal(c, 0);
    char text[LOYD_LAYOUT_TEXT];
    loyd_layout layout;

    if (goal == NULL || loyd_layout_name(goal, &layout) != LOYD_OK)
        return;
    loyd_layout_print(&layout, text);
    give(c, text);
}

/* cells(board): a byte each */
static void
cells(struct call *c)
{
    const loyd_board *board = read_goal(c, 0);

    if (board != NULL)
        give_bytes(c, board->cell, board_cells(board));
}

/* dims(board): width and height, a byte each */
static void
dims(struct call *c)
{
    const loyd_board *board = read_goal(c, 0);

    if (board != NULL)
        give_bytes(c, (uint8_t[]){board->width, board->height}, 2);
}

/* quick_nodes(goal): the budget of effort quick for an upper end */
static void
quick_nodes(struct call *c)
{
    static const loyd_solve_options quickly = {.effort = LOYD_EFFORT_QUICK};
    const loyd_board *goal = read_goal(c, 0);
    loyd_search lower, upper;

    if (goal == NULL)
        return;
    loyd_search_of(&quickly, goal->width, goal->height, &lower, &upper);
    give_number(c, (int64_t)upper.budget);
}

/* --- lengths --- */

static loyd_metric
metric_of(const struct raw_value *raw)
{
    return raw_is_text(raw, "mtm") ? LOYD_MTM : LOYD_STM;
}

/* Reads a puzzle and its rating: board, goal, metric, lower, upper, path.
 * Returns false if there is none, or with *fault what is wrong with it. */
static bool
read_rating(struct call *c, struct length_facts *of, const char **fault)
{
    enum { METRIC = 2, LOWER, UPPER, PATH };
    const struct raw_value *in = c->in;

    *fault = NULL;
    *of = (struct length_facts){.metric = metric_of(&in[METRIC])};
    if (read_pair(c, 0) != NULL || c->f->unsolvable != NULL ||
        in[UPPER].kind == RAW_NULL)
        return false;
    if (!raw_is_number(&in[UPPER], 1, PATH_MAX_MOVES) ||
        !raw_is_number(&in[LOWER], 1, in[UPPER].number))
        *fault = "rating out of range";
    else if ((in[PATH].len > 0 || !c->f->lacks_paths) &&
             (!read_path(c, PATH, &of->path) || of->path.n == 0))
        *fault = PATH_LENGTH_FAULT;
    of->lower = (unsigned)in[LOWER].number;
    of->upper = (unsigned)in[UPPER].number;
    return *fault == NULL;
}

/* solves(board, goal, metric, lower, upper, path): what is wrong with a
 * rating and its path */
static void
solves(struct call *c)
{
    struct length_facts of;
    const char *fault;

    give(c, read_rating(c, &of, &fault)
                ? rating_fault(&c->f->puzzle, &c->f->board, &of)
                : fault);
}

static void
count_unsearched(loyd_job_result *n, unsigned cells, bool is_proven,
                 bool is_shared)
{
    if (cells <= LOYD_EXACT_CELLS) {
        n->replayed++;
    } else if (is_proven) {
        n->proofs++;
        n->shared += is_shared;
    } else {
        n->intervals++;
    }
}

/* optimum(board, goal, metric, lower, upper, path, shared): which optimum a
 * plain search finds instead, where that is short. shared: with others */
static void
optimum(struct call *c)
{
    struct functions *f = c->f;
    unsigned cells, length;
    struct length_facts of;
    struct plain_path path;
    const char *fault;
    loyd_why words;

    if (f->lengths == NULL || !read_rating(c, &of, &fault))
        return;
    cells = f->board.width * f->board.height;
    if ((cells > SEARCHED_CELLS &&
         of.upper > (of.metric == LOYD_MTM ? SEARCHED_MTM : SEARCHED_STM)) ||
        (of.metric == LOYD_MTM
             ? !plain_solve_mtm(f->lengths, &f->board, &length, &path)
             : !plain_solve(&f->board, PLAIN_NODES, &path))) {
        count_unsearched(&f->n, cells, of.lower == of.upper,
                         c->in[6].number == 1);
        return;
    }
    if (of.metric == LOYD_STM)
        length = path.n;
    f->n.searched++;
    give(c,
         optimum_fault(&of, length, length,
                       &(loyd_moves){.dir = path.dir, .n = path.n}, &words));
}

/* A number as laws take it; 0: none. */
static unsigned
length_of(const struct raw_value *raw)
{
    return raw_is_number(raw, 1, PATH_MAX_MOVES) ? (unsigned)raw->number : 0;
}

/* laws(board, goal, lower, upper, path, mtm_lower, mtm_upper, mtm_path,
 * estimate): which law the lengths break. A path counts, but is not replayed.
 */
static void
laws(struct call *c)
{
    struct stated of[LOYD_METRICS] = {{0}};

    if (read_pair(c, 0) != NULL)
        return;
    for (int m = 0, at = 2; m < LOYD_METRICS; m++, at += 3) {
        loyd_moves path;

        of[m].lower = length_of(&c->in[at]);
        of[m].upper = length_of(&c->in[at + 1]);
        if (!read_path(c, at + 2, &path))
            continue;
        of[m].moves = path.n;
        of[m].slides = path_slides(&path);
    }
    give(c, laws_check(&c->f->board, &of[LOYD_STM], &of[LOYD_MTM],
                       length_of(&c->in[8])));
}

/* path_length(path, metric) */
static void
path_length(struct call *c)
{
    loyd_moves path;

    if (read_path(c, 0, &path))
        give_number(c, metric_of(&c->in[1]) == LOYD_MTM ? path_slides(&path)
                                                        : (int64_t)path.n);
}

/* path_key(path, metric): sorts as canonical paths do. In MTM the beginning of
 * a run is before its continuation. */
static void
path_key(struct call *c)
{
    bool has_runs = metric_of(&c->in[1]) == LOYD_MTM;
    loyd_moves path;
    int last = -1;

    if (!read_path(c, 0, &path))
        return;
    for (size_t i = 0; i < path.n; i++) {
        int dir = path.dir[i];

        path.dir[i] = (uint8_t)(has_runs && dir == last ? '4' : '0' + dir);
        last = dir;
    }
    sqlite3_result_text(c->to, (char *)path.dir, (int)path.n,
                        SQLITE_TRANSIENT);
}

/* --- the list --- */

static const struct sql_function row_functions[] = {
    {"boards", 2, boards, NULL},
    {"cells", 1, cells, NULL},
    {"class_of", 1, class_of, NULL},
    {"dims", 1, dims, NULL},
    {"game", 8, game, NULL},
    {"id_of", 2, id_of, NULL},
    {"laws", 9, laws, NULL},
    {"layout_of", 1, layout_of, NULL},
    {"odd", 2, odd, NULL},
    {"optimum", 7, optimum, NULL},
    {"path_key", 2, path_key, NULL},
    {"quick_nodes", 1, quick_nodes, NULL},
    {"path_length", 2, path_length, NULL},
    {"size_of", 1, size_of, NULL},
    {"solves", 6, solves, NULL},
    {NULL, 0, NULL, NULL},
};

static const struct sql_function *const lists[] = {
    row_functions, value_functions, trait_functions, draw_functions};

#define FUNCTIONS_MAX 50

/* What SQLite keeps, with what each function gets. */
struct library {
    struct functions f;
    int n;
    struct bound {
        const struct sql_function *of;
        struct functions *f;
    } bound[FUNCTIONS_MAX];
};

static void
dispatch(sqlite3_context *to, int n, sqlite3_value **v)
{
    const struct bound *bound = sqlite3_user_data(to);
    struct call c;

    c.to = to;
    c.f = bound->f;
    c.n = n;
    for (int i = 0; i < n; i++)
        c.in[i] = value_raw(v[i]);
    bound->of->call(&c);
}

static void
library_free(void *first)
{
    struct bound *bound = first;

    functions_end(bound->f);
    free(bound->f);
}

/* The first function owns the library. */
static int
add(sqlite3 *db, struct library *all, const struct sql_function *of)
{
    struct bound *bound = &all->bound[all->n];
    bool is_aggregate = of->end != NULL;

    assert(all->n < FUNCTIONS_MAX);
    *bound = (struct bound){of, &all->f};
    return sqlite3_create_function_v2(
        db, of->name, of->n, SQLITE_UTF8 | SQLITE_DIRECTONLY, bound,
        is_aggregate ? NULL : dispatch, is_aggregate ? dispatch : NULL,
        of->end, all->n++ == 0 ? library_free : NULL);
}

static loyd_err
add_all(loyd_store *store, loyd_why *why)
{
    struct library *all = calloc(1, sizeof(*all));
    int rc = SQLITE_OK;

    if (all == NULL)
        return LOYD_E_NOMEM;
    for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]); i++)
        for (const struct sql_function *of = lists[i];
             rc == SQLITE_OK && of->name != NULL; of++)
            rc = add(store->db, all, of);
    if (rc != SQLITE_OK)
        return db_error(store->db, rc, why);
    sqlite3_limit(store->db, SQLITE_LIMIT_FUNCTION_ARG, ARGUMENTS_MAX);
    store->functions = &all->f;
    return LOYD_OK;
}

loyd_err
functions_begin(loyd_store *store, struct report *report, bool is_searching,
                struct functions **functions, loyd_why *why)
{
    struct functions *f;
    loyd_err err;

    *functions = NULL;
    if (store->functions == NULL && (err = add_all(store, why)) != LOYD_OK)
        return err;
    f = store->functions;
    functions_end(f);
    f->report = report;
    if (is_searching && (f->lengths = plain_lengths_new()) == NULL)
        return LOYD_E_NOMEM;
    *functions = f;
    return LOYD_OK;
}

void
functions_end(struct functions *f)
{
    loyd_generator_free(&f->generator);
    loyd_solver_free(&f->solver);
    plain_lengths_free(&f->lengths);
    memset(f, 0, sizeof(*f));
}
