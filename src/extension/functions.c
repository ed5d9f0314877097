/* SPDX-License-Identifier: MIT */
/* The functions of the extension for SQLite; docs/sql.md describes them. */
#include "extension/extension.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

SQLITE_EXTENSION_INIT1

#define NODES_DEFAULT 100000000
#define SVG_BYTES 65536
#define TITLE_MAX 1000

void
connection_release(void *connection)
{
    struct connection *c = connection;

    if (--c->uses > 0)
        return;
    loyd_solver_free(&c->solver);
    free(c->goal_text);
    free(c);
}

/*
 * False once the query is interrupted: then a new statement is too, as
 * sqlite3_interrupt documents. It costs more than a short search, so this
 * looks 100 times a second. Old versions have no sqlite3_is_interrupted.
 */
static bool
goes_on(struct connection *c)
{
    struct timespec now;
    int64_t tick;

    clock_gettime(CLOCK_MONOTONIC, &now);
    tick = (int64_t)now.tv_sec * 100 + now.tv_nsec / 10000000;
    if (tick == c->tick)
        return true;
    c->tick = tick;
    return sqlite3_exec(c->db, "SELECT 1", NULL, NULL, NULL) !=
           SQLITE_INTERRUPT;
}

/* A loyd_progress_fn, on the thread of the query, as the solver has no other.
 */
static bool
on_progress(void *context, const loyd_progress *progress)
{
    (void)progress;
    return goes_on(context);
}

/* A loyd_stop_fn. */
static bool
is_interrupted(void *context)
{
    return !goes_on(context);
}

loyd_solver *
connection_solver(struct connection *c)
{
    const loyd_listener listener = {.progress = on_progress, .context = c};
    const loyd_solver_options options = {.threads = 1, .listener = &listener};

    if (c->solver == NULL && loyd_solver_new(&options, &c->solver) != LOYD_OK)
        return NULL;
    return c->solver;
}

/* --- arguments and results --- */

/* Fails the call with "loyd_stm: the reason". */
static void
fail(sqlite3_context *call, const char *function, loyd_err err,
     const loyd_why *why)
{
    char text[LOYD_WHY_BYTES + 40];

    if (err == LOYD_E_NOMEM) {
        sqlite3_result_error_nomem(call);
        return;
    }
    if (err == LOYD_E_CANCELLED) {
        sqlite3_result_error_code(call, SQLITE_INTERRUPT);
        return;
    }
    snprintf(text, sizeof(text), "%s: %s", function,
             why->text[0] != '\0' ? why->text : loyd_strerror(err));
    sqlite3_result_error(call, text, -1);
}

bool
has_null(int n, sqlite3_value **value)
{
    for (int i = 0; i < n; i++)
        if (sqlite3_value_type(value[i]) == SQLITE_NULL)
            return true;
    return false;
}

loyd_err
read_text(sqlite3_value *value, const char **text, size_t *len, loyd_why *why)
{
    if (sqlite3_value_type(value) != SQLITE_TEXT) {
        snprintf(why->text, sizeof(why->text), "expected a text");
        return LOYD_E_SYNTAX;
    }
    *text = (const char *)sqlite3_value_text(value);
    *len = (size_t)sqlite3_value_bytes(value);
    if (*text == NULL)
        return LOYD_E_NOMEM;
    if (*len > TEXT_MAX) {
        snprintf(why->text, sizeof(why->text),
                 "the text has %zu bytes: expected at most %d", *len,
                 TEXT_MAX);
        return LOYD_E_RANGE;
    }
    return LOYD_OK;
}

bool
read_whole(sqlite3_value *value, sqlite3_int64 low, sqlite3_int64 high,
           sqlite3_int64 *number)
{
    int type = sqlite3_value_type(value);

    *number = sqlite3_value_int64(value);
    return (type == SQLITE_INTEGER ||
            (type == SQLITE_FLOAT &&
             (double)*number == sqlite3_value_double(value))) &&
           *number >= low && *number <= high;
}

loyd_err
read_board(sqlite3_value *value, const loyd_board *like, loyd_board *board,
           loyd_why *why)
{
    const char *text;
    size_t len;
    loyd_err err = read_text(value, &text, &len, why);

    return err == LOYD_OK
               ? loyd_board_parse(text, len, like != NULL ? like->width : 0,
                                  like != NULL ? like->height : 0, board, why)
               : err;
}

/* Keeps a goal, as the next rows often have the same. */
static void
keep_goal(struct connection *c, const char *text, size_t len,
          const loyd_board *goal)
{
    char *copy = malloc(len + 1);

    if (copy == NULL)
        return;
    memcpy(copy, text, len);
    free(c->goal_text);
    c->goal_text = copy;
    c->goal_len = len;
    c->goal = *goal;
}

/* Reads the goal of a start: a board, or the name of a layout. */
static loyd_err
read_goal(struct connection *c, sqlite3_value *value, const loyd_board *start,
          loyd_board *goal, loyd_why *why)
{
    const char *text = "rows";
    size_t len = strlen(text);
    loyd_layout layout;
    loyd_err err =
        value != NULL ? read_text(value, &text, &len, why) : LOYD_OK;

    if (err != LOYD_OK)
        return err;
    if (c->goal_text != NULL && len == c->goal_len &&
        start->width == c->goal.width && start->height == c->goal.height &&
        memcmp(text, c->goal_text, len) == 0) {
        *goal = c->goal;
        return LOYD_OK;
    }
    if (len > 0 && ((text[0] >= '0' && text[0] <= '9') || text[0] == ' ')) {
        err = loyd_board_parse(text, len, start->width, start->height, goal,
                               why);
    } else {
        err = loyd_layout_parse(text, len, start->width, start->height,
                                &layout, why);
        if (err == LOYD_OK && layout.is_drawn) {
            snprintf(why->text, sizeof(why->text),
                     "the layout has no fixed goal");
            err = LOYD_E_SYNTAX;
        }
        if (err == LOYD_OK)
            *goal = layout.goal;
    }
    if (err == LOYD_OK)
        keep_goal(c, text, len, goal);
    return err;
}

static struct connection *
connection_of(sqlite3_context *call)
{
    return sqlite3_user_data(call);
}

/*
 * Reads start and goal, the first two arguments; without a goal it is that of
 * the layout rows. Returns false if the call has its result: NULL or an error.
 */
static bool
read_puzzle(sqlite3_context *call, const char *function, int n,
            sqlite3_value **value, loyd_puzzle *puzzle, bool *is_solvable)
{
    loyd_why why = {""};
    loyd_err err;

    if (has_null(n, value))
        return false;
    err = read_board(value[0], NULL, &puzzle->start, &why);
    if (err == LOYD_OK)
        err = read_goal(connection_of(call), n > 1 ? value[1] : NULL,
                        &puzzle->start, &puzzle->goal, &why);
    if (err == LOYD_OK)
        err = loyd_puzzle_check(puzzle, &why);
    *is_solvable = err == LOYD_OK;
    if (err == LOYD_OK || err == LOYD_E_UNSOLVABLE)
        return true;
    fail(call, function, err, &why);
    return false;
}

/* --- boards --- */

static void
solvable(sqlite3_context *call, int n, sqlite3_value **value)
{
    loyd_puzzle puzzle;
    bool is_solvable;

    if (read_puzzle(call, "loyd_solvable", n, value, &puzzle, &is_solvable))
        sqlite3_result_int(call, is_solvable);
}

static void
id(sqlite3_context *call, int n, sqlite3_value **value)
{
    loyd_puzzle puzzle;
    bool is_solvable;
    char text[LOYD_ID_CHARS + 1];
    loyd_id made;

    if (!read_puzzle(call, "loyd_id", n, value, &puzzle, &is_solvable))
        return;
    loyd_puzzle_id(&puzzle, &made);
    loyd_id_print(&made, text);
    sqlite3_result_text(call, text, -1, SQLITE_TRANSIENT);
}

/* loyd_goal(size, layout). */
static void
goal(sqlite3_context *call, int n, sqlite3_value **value)
{
    char board[LOYD_BOARD_TEXT];
    const char *text;
    size_t len;
    loyd_board like = {0};
    loyd_why why = {""};
    loyd_err err;

    if (has_null(n, value))
        return;
    err = read_text(value[0], &text, &len, &why);
    if (err == LOYD_OK)
        err = loyd_size_parse(text, len, &like.width, &like.height, &why);
    if (err == LOYD_OK)
        err = read_goal(connection_of(call), n > 1 ? value[1] : NULL, &like,
                        &like, &why);
    if (err != LOYD_OK) {
        fail(call, "loyd_goal", err, &why);
        return;
    }
    loyd_board_print(&like, LOYD_FORM_ROWS, board);
    sqlite3_result_text(call, board, -1, SQLITE_TRANSIENT);
}

/* Reads a title, a C string. */
static loyd_err
read_title(sqlite3_value *value, const char **title, loyd_why *why)
{
    size_t len;
    loyd_err err = read_text(value, title, &len, why);

    if (err == LOYD_OK &&
        (len > TITLE_MAX || memchr(*title, 0, len) != NULL)) {
        snprintf(why->text, sizeof(why->text),
                 "expected a title of at most %d bytes without NUL",
                 TITLE_MAX);
        err = LOYD_E_RANGE;
    }
    return err;
}

/* loyd_svg(board, title). */
static void
svg(sqlite3_context *call, int n, sqlite3_value **value)
{
    static const char function[] = "loyd_svg";
    char *picture;
    const char *title = "";
    size_t len;
    loyd_board board;
    loyd_why why = {""};
    loyd_err err;

    if (has_null(1, value))
        return;
    err = read_board(value[0], NULL, &board, &why);
    if (err == LOYD_OK && n > 1 && !has_null(1, value + 1))
        err = read_title(value[1], &title, &why);
    if (err != LOYD_OK) {
        fail(call, function, err, &why);
        return;
    }
    picture = malloc(SVG_BYTES);
    if (picture == NULL) {
        sqlite3_result_error_nomem(call);
        return;
    }
    len = loyd_board_svg(&board, NULL, title, picture, SVG_BYTES);
    if (len < SVG_BYTES)
        sqlite3_result_text(call, picture, (int)len, SQLITE_TRANSIENT);
    else
        fail(call, function, LOYD_E_RANGE, &why);
    free(picture);
}

/* --- lengths --- */

/* What a function returns of a solution. */
struct wanted {
    const char *function;
    loyd_metric metric;
    bool is_path;
};

static void
result_path(sqlite3_context *call, const loyd_moves *path)
{
    size_t len = loyd_moves_print(path, NULL, 0);
    char *text = malloc(len + 1);

    if (text == NULL) {
        sqlite3_result_error_nomem(call);
        return;
    }
    loyd_moves_print(path, text, len + 1);
    sqlite3_result_text(call, text, (int)len, SQLITE_TRANSIENT);
    free(text);
}

/* The third argument, or what the connection has set. */
static bool
read_nodes(sqlite3_context *call, const char *function, int n,
           sqlite3_value **value, uint64_t *nodes)
{
    const loyd_why why = {"the limit of nodes is not a whole number above 0"};

    sqlite3_int64 given;

    *nodes = connection_of(call)->nodes;
    if (n < 3)
        return true;
    if (!read_whole(value[2], 1, INT64_MAX, &given)) {
        fail(call, function, LOYD_E_RANGE, &why);
        return false;
    }
    *nodes = (uint64_t)given;
    return true;
}

/* NULL if the board is unsolvable, or not solved within the limit. */
static void
solve(sqlite3_context *call, int n, sqlite3_value **value,
      const struct wanted *wanted)
{
    static const loyd_solve_expert expert = {.is_proof_only = true};
    loyd_solve_options options = {.metric = wanted->metric,
                                  .is_length_only = !wanted->is_path,
                                  .expert = &expert,
                                  .context = connection_of(call),
                                  .stop = is_interrupted};
    loyd_solver *solver = connection_solver(connection_of(call));
    loyd_solution solution = {.lower = 0};
    loyd_puzzle puzzle;
    bool is_solvable;
    loyd_why why = {""};
    loyd_err err;

    if (solver == NULL) {
        sqlite3_result_error_nomem(call);
        return;
    }
    if (!read_puzzle(call, wanted->function, n, value, &puzzle,
                     &is_solvable) ||
        !read_nodes(call, wanted->function, n, value, &options.nodes) ||
        !is_solvable)
        return;
    err = loyd_solve(solver, &puzzle, 1, &options, &solution, &why);
    if (err == LOYD_OK && solution.is_stopped)
        err = LOYD_E_CANCELLED;
    if (err != LOYD_OK)
        fail(call, wanted->function, err, &why);
    else if (solution.lower == solution.upper) {
        if (wanted->is_path)
            result_path(call, &solution.path);
        else
            sqlite3_result_int(call, solution.upper);
    }
    loyd_moves_free(&solution.path);
}

static void
stm(sqlite3_context *call, int n, sqlite3_value **value)
{
    solve(call, n, value, &(struct wanted){"loyd_stm", LOYD_STM, false});
}

static void
mtm(sqlite3_context *call, int n, sqlite3_value **value)
{
    solve(call, n, value, &(struct wanted){"loyd_mtm", LOYD_MTM, false});
}

static void
path(sqlite3_context *call, int n, sqlite3_value **value)
{
    solve(call, n, value, &(struct wanted){"loyd_path", LOYD_STM, true});
}

/* loyd_limit(): the limit of nodes; loyd_limit(nodes) sets it. */
static void
limit(sqlite3_context *call, int n, sqlite3_value **value)
{
    struct connection *c = connection_of(call);
    const loyd_why why = {"expected a whole number above 0"};
    sqlite3_int64 given;

    if (n > 0 && !read_whole(value[0], 1, INT64_MAX, &given)) {
        fail(call, "loyd_limit", LOYD_E_RANGE, &why);
        return;
    }
    if (n > 0)
        c->nodes = (uint64_t)given;
    sqlite3_result_int64(call, (sqlite3_int64)c->nodes);
}

/*
 * Reads (goal, length): NULL without a distribution, as beyond 16 cells, and
 * for lengths that no board has.
 */
static const loyd_distribution *
read_length(sqlite3_context *call, const char *function, sqlite3_value **value,
            unsigned *length)
{
    const loyd_distribution *d;
    loyd_board board;
    loyd_why why = {""};
    sqlite3_int64 given;
    loyd_err err;

    if (has_null(2, value))
        return NULL;
    err = read_board(value[0], NULL, &board, &why);
    if (err == LOYD_E_SYNTAX &&
        sqlite3_value_type(value[0]) == SQLITE_TEXT &&
        isalpha(sqlite3_value_text(value[0])[0]))
        snprintf(why.text, sizeof(why.text),
                 "a layout has no size: expected a board, as that of "
                 "loyd_goal('4x4', 'rows')");
    if (err == LOYD_OK &&
        !read_whole(value[1], INT64_MIN, INT64_MAX, &given)) {
        snprintf(why.text, sizeof(why.text), "the length is no whole number");
        err = LOYD_E_SYNTAX;
    }
    if (err != LOYD_OK) {
        fail(call, function, err, &why);
        return NULL;
    }
    d = loyd_distribution_of(&board, LOYD_STM);
    if (d == NULL || given < 0 || given > d->radius)
        return NULL;
    *length = (unsigned)given;
    return d;
}

static void
percentile(sqlite3_context *call, int n, sqlite3_value **value)
{
    unsigned length;
    const loyd_distribution *d =
        read_length(call, "loyd_percentile", value, &length);
    char text[LOYD_PERCENTILE_TEXT];

    (void)n;
    if (d == NULL)
        return;
    loyd_percentile_print(d, length, 3, text);
    sqlite3_result_double(call, strtod(text, NULL));
}

static void
band(sqlite3_context *call, int n, sqlite3_value **value)
{
    unsigned length;
    const loyd_distribution *d =
        read_length(call, "loyd_band", value, &length);

    (void)n;
    if (d != NULL)
        sqlite3_result_text(
            call, loyd_bands_of(NULL, d, length)->name, -1, SQLITE_TRANSIENT);
}

/* --- registration --- */

#define PURE (SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS)
/* The limit of the connection decides whether there is a result. */
#define LIMITED (SQLITE_UTF8 | SQLITE_INNOCUOUS)
#define SETTING (SQLITE_UTF8 | SQLITE_DIRECTONLY)

static const struct {
    const char *name;
    int n;
    int flags;
    void (*call)(sqlite3_context *, int, sqlite3_value **);
} functions[] = {
    {"loyd_solvable", 1, PURE, solvable},
    {"loyd_solvable", 2, PURE, solvable},
    {"loyd_id", 1, PURE, id},
    {"loyd_id", 2, PURE, id},
    {"loyd_goal", 1, PURE, goal},
    {"loyd_goal", 2, PURE, goal},
    {"loyd_svg", 1, PURE, svg},
    {"loyd_svg", 2, PURE, svg},
    {"loyd_stm", 1, LIMITED, stm},
    {"loyd_stm", 2, LIMITED, stm},
    {"loyd_stm", 3, PURE, stm},
    {"loyd_mtm", 1, LIMITED, mtm},
    {"loyd_mtm", 2, LIMITED, mtm},
    {"loyd_mtm", 3, PURE, mtm},
    {"loyd_path", 1, LIMITED, path},
    {"loyd_path", 2, LIMITED, path},
    {"loyd_path", 3, PURE, path},
    {"loyd_limit", 0, SETTING, limit},
    {"loyd_limit", 1, SETTING, limit},
    {"loyd_percentile", 2, PURE, percentile},
    {"loyd_band", 2, PURE, band},
};

/* The name that SQLite derives from the file's. */
LOYD_API int sqlite3_loydsqlite_init(sqlite3 *db, char **message,
                                     const sqlite3_api_routines *api);

int
sqlite3_loydsqlite_init(sqlite3 *db, char **message,
                        const sqlite3_api_routines *api)
{
    struct connection *c = calloc(1, sizeof(*c));
    int result = SQLITE_OK;

    SQLITE_EXTENSION_INIT2(api);
    if (c == NULL)
        return SQLITE_NOMEM;
    c->uses = 1;
    c->db = db;
    c->nodes = NODES_DEFAULT;
    /* A function that could not be registered is released too. */
    for (size_t i = 0;
         result == SQLITE_OK && i < sizeof(functions) / sizeof(*functions);
         i++) {
        c->uses++;
        result = sqlite3_create_function_v2(
            db, functions[i].name, functions[i].n, functions[i].flags, c,
            functions[i].call, NULL, NULL, connection_release);
    }
    if (result == SQLITE_OK)
        result = tables_register(db, c);
    if (result != SQLITE_OK)
        *message = sqlite3_mprintf("%s", sqlite3_errmsg(db));
    connection_release(c);
    return result;
}
