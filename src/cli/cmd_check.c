/* SPDX-License-Identifier: MIT */
/* `loyd check`: solvability of boards, and the check of solutions. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/boards.h"
#include "cli/command.h"
#include "cli/explain.h"
#include "cli/json.h"
#include "cli/queue.h"
#include "cli/signals.h"
#include "cli/solving.h"
#include "core/board.h"
#include "core/moves.h"

static struct {
    bool explain;
    bool optimal;
    bool blank;
    const char *moves;
} opt;

static const struct option_row option_table[] = {
    OPTION_LAYOUT, OPTION_GOAL,
    {"moves", "SOLUTION",
     "check this solution: print its length, or the move at which it fails. "
     "U, D, L and R are the direction in which a tile moves, in either case; "
     "words, arrows and the labels of the tiles that slide are read too. A "
     "count may follow directly: U2RDL3 or up2. With -, each line of stdin "
     "ends with a tab and its solution", OWN(moves)},
    {"blank", NULL, "with --moves: the directions are those of the blank",
     OWN(blank)},
    OPTION_METRIC,
    {"optimal", NULL,
     "with --moves: compare the length of each solution with the optimum",
     OWN(optimal)},
    {"explain", NULL,
     "show why: the numbers of the parity formulas, each with its answer, and "
     "the swaps of labels that lead to the goal", OWN(explain)},
    OPTION_ROWS, OPTION_NAMES_DB, OPTIONS_OF_ROWS};

/* The result for one board. */
struct verdict {
    int code;
    const char *word; /* of the result line */
    bool has_moves;
    bool is_solution;
    bool is_illegal;   /* the move after the good ones */
    size_t good_moves; /* the moves, or those before the error */
    size_t length;     /* of a solution, in the metric */
    bool has_optimum;  /* with --optimal, of a solution: */
    unsigned lower, upper;
    struct explanation explanation; /* with --explain */
    loyd_why why;
};

/* Lines that are judged together, before those with --optimal are solved. */
#define BATCH 256

/* What the queue needs to know. */
struct checking {
    loyd_metric metric;
    bool is_numbered; /* lines of text are */
    struct verdict verdict[BATCH];
};

/* Says so if the moves solve the board as those of the blank, or if their
 * inverse does. */
static void
hint_at_inverse(const loyd_puzzle *puzzle, loyd_moves *moves, loyd_why *why)
{
    static const char *const words[] = {
        ": as moves of the blank they are a solution",
        ": their inverse is a solution",
        ": their inverse, as moves of the blank, is a solution"};
    size_t len = strlen(why->text);

    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        moves_turn(moves);
        if (i == 1)
            moves_reverse(moves);
        if (moves_lead(&puzzle->start, &puzzle->goal, moves)) {
            snprintf(why->text + len, sizeof(why->text) - len, "%s", words[i]);
            return;
        }
    }
}

/* Checks the solution of all boards, or that of the item. */
static int
judge_moves(const struct checking *c, struct item *item, struct verdict *v)
{
    const loyd_puzzle *puzzle = &item->puzzle;
    bool is_own = item->moves != NULL;
    loyd_moves moves = {NULL, 0, 0};
    loyd_err err = moves_read(is_own ? item->moves : opt.moves,
                              is_own ? item->moves_len : strlen(opt.moves),
                              &puzzle->start, opt.blank, &moves, &v->why);

    if (err == LOYD_OK) {
        err = loyd_moves_replay(&puzzle->start, &puzzle->goal, &moves,
                                &v->good_moves, &v->why);
        v->has_moves = err == LOYD_OK || err == LOYD_E_MOVE;
        v->is_illegal = v->has_moves && v->good_moves < moves.n;
        v->length = loyd_moves_length(&moves, c->metric);
        if (err == LOYD_E_MOVE)
            hint_at_inverse(puzzle, &moves, &v->why);
    }
    loyd_moves_free(&moves);
    v->is_solution = err == LOYD_OK;
    if (!v->has_moves) {
        v->word = "error";
        return item_failed(item, report(item->where, err, &v->why));
    }
    v->word = v->is_solution ? "solution" : "broken";
    return v->is_solution ? EXIT_DONE : EXIT_NO;
}

/* Fills the verdict; errors have been reported on stderr. */
static void
judge(const struct checking *c, struct item *item, struct verdict *v)
{
    const loyd_puzzle *puzzle = &item->puzzle;
    bool is_solvable = false;
    loyd_err err;

    v->word = "error";
    v->has_moves = v->is_solution = v->is_illegal = v->has_optimum = false;
    v->why.text[0] = '\0';
    if ((v->code = item->code) != EXIT_DONE)
        return;
    err = loyd_solvable(&puzzle->start, &puzzle->goal, &is_solvable, &v->why);
    if (err == LOYD_OK && opt.explain)
        err = explanation_make(puzzle, &v->explanation, &v->why);
    if (err != LOYD_OK) {
        v->code = item_failed(item, report(item->where, err, &v->why));
        return;
    }
    if (opt.explain && !explanation_agrees(&v->explanation, is_solvable)) {
        message(item->where, "the parity formulas disagree");
        v->code = item_failed(item, EXIT_BAD);
        return;
    }
    v->word = is_solvable ? "solvable" : "unsolvable";
    v->code = is_solvable ? EXIT_DONE : EXIT_NO;
    if (opt.moves != NULL || item->moves != NULL)
        v->code = judge_moves(c, item, v);
}

/* Compares a solution with the optimum. */
static void
compare(struct verdict *v, const loyd_solution *solution)
{
    v->has_optimum = true;
    v->lower = solution->lower;
    /* The solution itself is an upper bound too. */
    v->upper = solution->upper < v->length ? solution->upper
                                           : (unsigned)v->length;
    if (v->length > v->upper)
        v->code = EXIT_NO;
}

static void
print_text(const struct queue *queue, const struct item *item,
           const struct verdict *v)
{
    const struct checking *c = queue->context;

    if (c->is_numbered)
        printf("%" PRIu64 "\t", item->line);
    fputs(v->word, stdout);
    if (v->has_moves)
        printf("\t%zu", v->is_solution ? v->length : v->good_moves);
    if (v->has_moves && !v->is_solution)
        printf("\t%s", v->why.text);
    if (v->has_optimum && v->length == v->lower)
        fputs("\toptimal", stdout);
    else if (v->has_optimum && v->lower == v->upper)
        printf("\toptimum %u", v->lower);
    else if (v->has_optimum)
        printf("\toptimum %u..%u", v->lower, v->upper);
    putchar('\n');
    if (opt.explain && v->code < EXIT_COMMAND)
        explanation_print(queue->run, &item->puzzle, &v->explanation);
}

static void
put_optimum(struct jw *json, const struct verdict *v)
{
    jw_uint(json, "lower", v->lower);
    jw_uint(json, "upper", v->upper);
    if (v->length == v->lower || v->length > v->upper)
        jw_boolean(json, "optimal", v->length == v->lower);
}

static void
print_row(const struct queue *queue, const struct item *item,
          const struct verdict *v)
{
    const struct checking *c = queue->context;
    struct jw *json;

    if (item->error != NULL || v->code >= EXIT_COMMAND) {
        item_print_error(item);
        return;
    }
    json = row_begin();
    json_puzzle(json, &item->puzzle);
    if (item->name != NULL)
        jw_string(json, "name", item->name);
    jw_string(json, "status", v->word);
    jw_boolean(json, "solved",
               board_equal(&item->puzzle.start, &item->puzzle.goal));
    if (v->has_moves) {
        if (v->is_solution)
            jw_uint(json, metric_name(c->metric), v->length);
        else
            jw_uint(json, "good_moves", v->good_moves);
        if (v->is_illegal)
            jw_uint(json, "illegal_move", v->good_moves + 1);
        if (!v->is_solution)
            jw_string(json, "error", v->why.text);
        if (v->has_optimum)
            put_optimum(json, v);
    }
    if (opt.explain)
        explanation_json(&item->puzzle, json, &v->explanation);
    if (queue->boards->is_list)
        jw_uint(json, "line", item->line);
    row_end(json);
}

/* Judges a board that was read: a queue's. Returns whether its solution is
 * compared with the optimum. */
static bool
take_item(struct queue *queue, size_t line)
{
    struct checking *c = queue->context;

    judge(c, &queue->items[line], &c->verdict[line]);
    return opt.optimal && c->verdict[line].is_solution;
}

/* Prints the line of an item: a queue's. */
static int
print_item(struct queue *queue, size_t line, const loyd_solution *solution)
{
    struct checking *c = queue->context;
    struct item *item = &queue->items[line];
    struct verdict *v = &c->verdict[line];

    if (solution != NULL && solution->upper == LOYD_LENGTH_UNKNOWN) {
        v->code = item_interrupted(item, solution->lower);
        v->word = "error";
        v->has_moves = false;
    } else {
        queue->boards->n_answered++;
    }
    if (solution != NULL && v->code == EXIT_DONE)
        compare(v, solution);
    if (rows_are_printed(queue->run))
        print_row(queue, item, v);
    else
        print_text(queue, item, v);
    return item->is_unknown ? EXIT_NO : v->code;
}

/* Reads --moves: "-" or a solution, which each board reads again. */
static int
read_moves(struct boards *boards)
{
    loyd_moves moves = {NULL, 0, 0};
    loyd_why why = {""};
    loyd_err err;

    boards->has_moves = opt.moves != NULL && strcmp(opt.moves, "-") == 0;
    if (boards->has_moves) {
        boards->input.what = "lines of BOARD, a tab and SOLUTION";
        boards->lines.form = LINES_PAIRS;
    }
    if (opt.moves == NULL || boards->has_moves ||
        moves_are_tiles(opt.moves, strlen(opt.moves)))
        return EXIT_DONE;
    err = loyd_moves_parse(opt.moves, strlen(opt.moves), &moves, &why);
    loyd_moves_free(&moves);
    return report_option("--moves", err, &why);
}

static int
cmd_check(struct run *run)
{
    loyd_solve_options options = {.effort = LOYD_EFFORT_QUICK,
                                  .is_wide_only = true,
                                  .is_length_only = true,
                                  .metric = metric_of(&run->args)};
    struct queue *queue = calloc(1, sizeof(*queue));
    struct checking *c = calloc(1, sizeof(*c));
    struct boards boards;
    int code, closed = EXIT_DONE;

    code = queue != NULL && c != NULL ? boards_open(run, &boards)
                                      : report("check", LOYD_E_NOMEM, NULL);
    if (code == EXIT_DONE)
        code = read_moves(&boards);
    if (code == EXIT_DONE && opt.optimal)
        code = solver_start(run, queue_progress);
    if (code == EXIT_DONE) {
        queue->most = BATCH;
        queue->take = take_item;
        queue->print = print_item;
        queue->context = c;
        c->metric = options.metric;
        c->is_numbered = boards.is_list && isatty(STDOUT_FILENO) == 1;
        code = queue_run(run, queue, &boards, &options);
        closed = boards_close(&boards);
    }
    free(c);
    free(queue);
    return exit_higher(code, closed);
}

const struct command command_check = {
    "check", "[BOARD]...", "check whether boards are solvable",
    "Prints one line per board: solvable, unsolvable or error. A board may "
    "be given by name, as in `loyd show`; the name then gives the goal as "
    "well, unless --goal or --layout is given.\n"
    "\n"
    "Without BOARD, or with -, boards are read from stdin: one per line, "
    "which may be START, a tab, GOAL; or in rows, ended by an empty line or "
    "by the size, which is on a line before them. Replays of Slidysim and "
    "save files of Simon Tatham's Fifteen are read too, and their moves are "
    "checked; so are csTimer's scrambles, of tiles or of the blank: from the "
    "goal of 4x4, or of the size before them. Several boards are numbered, "
    "on a terminal and with --json or --csv.\n"
    "\n"
    "With --moves, a line is solution, a tab and its length; or broken, a "
    "tab, the number of valid moves, a tab and the reason. --optimal adds a "
    "tab and optimal, or optimum and its length, after the length of a "
    "solution; the exit code is 1 if a solution is not optimal.",
    ACTION(cmd_check, NEEDS_NOTHING,
           "size,layout,goal,board,name,status,solved,stm,mtm,good_moves,"
           "illegal_move,error,lower,upper,optimal,formulas,swaps,where,line,"
           "input",
           NULL),
    option_table, 0, -1,
    .examples =
        "loyd check \"1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0\"\n"
        "loyd check --explain --layout spiral \"13 2 10 3/1 12 8 4/5 0 9 6/15 "
        "14 11 7\"\n"
        "loyd check --moves LU \"1 2 3/4 0 5/7 8 6\"\n"
        "loyd check --layout rows,blank=first < boards.txt\n"
        "loyd check --moves - --optimal < answers.txt\n"
        "paste boards.txt moves.txt | loyd check --moves -\n",
    .rules =
        "--layout excludes --goal\n"
        "--optimal,--blank,--metric needs --moves\n"
        "--moves=- excludes BOARD,--rows\n"};
