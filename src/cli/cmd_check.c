/* SPDX-License-Identifier: MIT */
/* `loyd check`: solvability of boards, and the check of solutions. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/boards.h"
#include "cli/command.h"
#include "cli/explain.h"
#include "cli/facts.h"
#include "cli/json.h"
#include "cli/queue.h"
#include "cli/signals.h"
#include "cli/solving.h"
#include "core/board.h"

static struct {
    bool explain;
    bool optimal;
    const char *moves;
} opt;

static const struct option_row option_explain = {
    "explain", 0, NULL,
    "show why: the numbers of the parity formulas, each with its answer, and "
    "the swaps of labels that lead to the goal",
    OWN(explain)};
static const struct option_row option_moves = {
    "moves", 0, "SOLUTION",
    "check this solution: print its length, or the move at which it fails. "
    "U, D, L and R are the direction in which a tile moves; a count may "
    "follow: U2RDL3, or with spaces U2 R D L3. With @FILE, the lines of FILE "
    "are the solutions of the boards, in order. With -, each line of stdin "
    "ends with a tab and its solution",
    OWN(moves)};
static const struct option_row option_optimal = {
    "optimal", 0, NULL,
    "with --moves: compare the length of each solution with the optimum",
    OWN(optimal)};

option_table check_options = {
    &option_layout, &option_goal, &option_moves, &option_optimal,
    &option_explain, &option_facts, &option_names_db, NULL,
};

const char *const check_rules[] = {
    "--layout excludes --goal",
    "--optimal needs --moves",
    "--moves=- excludes BOARD",
    NULL,
};

/* --- a file of answers: one solution per line, for one board each --- */

struct answers {
    const char *path; /* NULL: there is no file */
    struct input input;
    struct line line; /* the latest */
    uint64_t n;       /* answers read */
    char where[512];  /* "answers.txt:37" */
};

static int
answers_open(const char *path, struct answers *answers)
{
    struct input *input = &answers->input;

    *answers = (struct answers){.input.what = "solutions, one per line,",
                                .input.lines.most = LINE_BYTES_MAX};
    if ((input->fd = open(path, O_RDONLY | O_CLOEXEC)) == -1)
        return fail(path, "cannot open: %s", strerror(errno));
    answers->path = path;
    return EXIT_DONE;
}

/* Reads the next answer, after lines that begin with #; false at the end and
   after an error. */
static bool
next_answer(struct answers *answers)
{
    do {
        if (!input_line(&answers->input, &answers->line))
            return false;
    } while (answers->line.len > 0 && answers->line.text[0] == '#');
    answers->n++;
    return true;
}

/* Returns the place of the latest answer: "answers.txt:37". */
static const char *
answers_place(struct answers *answers)
{
    snprintf(answers->where, sizeof(answers->where), "%.480s:%" PRIu64,
             answers->path, answers->line.number);
    return answers->where;
}

static int
fail_to_read(const struct answers *answers)
{
    return fail(answers->path, "cannot read: %s",
                strerror(answers->input.error));
}

/* Makes the answer the input at fault, for item_failed. */
static void
answers_blame(const struct answers *answers, struct item *item)
{
    item->file = answers->path;
    item->line = answers->line.number;
    item->text = answers->line.text;
    item->len = answers->line.len;
}

/* Gives the item the next answer; fails if there are fewer answers than
   boards. */
static int
answers_next(struct answers *answers, struct item *item)
{
    char count[COUNTED_BYTES];

    if (!next_answer(answers)) {
        if (answers->input.error != 0)
            return fail_to_read(answers);
        if (interrupted()) /* boards_close says so */
            return EXIT_BAD;
        return fail(item->where, "no answer to this board: %s has only %s",
                    answers->path, counted(answers->n, "answer", count));
    }
    item->moves = answers->line.text;
    item->moves_len = answers->line.len;
    if (!answers->line.is_too_long || item->code != EXIT_DONE)
        return EXIT_DONE;
    message(answers_place(answers), "line too long: expected at most %d bytes",
            LINE_BYTES_MAX);
    answers_blame(answers, item);
    item->code = item_failed(item, EXIT_BAD);
    return EXIT_DONE;
}

/* Fails if answers are left after the last board, other than empty ones. */
static int
answers_end(struct answers *answers)
{
    char count[COUNTED_BYTES];
    uint64_t boards = answers->n;

    while (next_answer(answers))
        if (answers->line.len > 0 || answers->line.is_too_long)
            return fail(answers_place(answers),
                        "answer without a board: there are only %s",
                        counted(boards, "board", count));
    return answers->input.error != 0 ? fail_to_read(answers) : EXIT_DONE;
}

/* --- verdicts --- */

/* The result for one board. */
struct verdict {
    int code;
    const char *word; /* of the result line */
    bool has_moves;
    bool is_solution;
    bool is_illegal;   /* the move after the good ones */
    size_t good_moves; /* the length, or the moves before the error */
    bool has_optimum;  /* with --optimal, of a solution: */
    unsigned lower, upper;
    struct explanation explanation; /* with --explain */
    struct board_facts facts;       /* with --facts */
    loyd_why why;
};

/* Boards that are solved together, with --optimal; otherwise one. */
#define BATCH 256

struct batch {
    const struct run *run;
    struct boards *boards;
    size_t n;
    size_t n_puzzles;
    struct item item[BATCH];
    struct verdict verdict[BATCH];
    bool waits[BATCH];         /* is_solution, with --optimal */
    loyd_puzzle puzzle[BATCH]; /* of those */
    loyd_solution solution[BATCH];
};

/* The solutions to check: one for all boards, or a file, or in the items. */
struct moves {
    bool is_given;
    loyd_moves one;
    struct answers answers;
};

/* A solution that is no sequence of moves, or boards that do not match. */
static int
fail_moves(struct moves *moves, struct item *item, loyd_err err,
           struct verdict *v)
{
    bool is_of_file = moves->answers.path != NULL && err != LOYD_E_SHAPE &&
                      err != LOYD_E_LABELS;

    v->word = "error";
    report(is_of_file ? answers_place(&moves->answers) : item->where, err,
           &v->why);
    if (is_of_file)
        answers_blame(&moves->answers, item);
    return item_failed(item, EXIT_BAD);
}

/* Checks the solution of all boards, or that of the item. */
static int
judge_moves(struct moves *moves, struct item *item, struct verdict *v)
{
    const loyd_moves *solution = &moves->one;
    loyd_moves own = {NULL, 0, 0};
    loyd_err err = LOYD_OK;

    if (item->moves != NULL) {
        err = loyd_moves_parse(item->moves, item->moves_len, &own, &v->why);
        solution = &own;
    }
    if (err == LOYD_OK) {
        err = loyd_moves_replay(&item->puzzle.start, &item->puzzle.goal,
                                solution, &v->good_moves, &v->why);
        v->has_moves = err == LOYD_OK || err == LOYD_E_MOVE;
        v->is_illegal = v->has_moves && v->good_moves < solution->n;
    }
    loyd_moves_free(&own);
    v->is_solution = err == LOYD_OK;
    if (!v->has_moves)
        return fail_moves(moves, item, err, v);
    v->word = v->is_solution ? "solution" : "broken";
    return v->is_solution ? EXIT_DONE : EXIT_NO;
}

/* Fills the verdict; errors have been reported on stderr. */
static void
judge(const struct run *run, struct moves *moves, struct item *item,
      struct verdict *v)
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
    if (run->args.facts &&
        (v->code = facts_find(run, item->where, puzzle, 0, &v->facts, NULL)) !=
            EXIT_DONE) {
        (void)item_failed(item, v->code);
        return;
    }
    v->word = is_solvable ? "solvable" : "unsolvable";
    v->code = is_solvable ? EXIT_DONE : EXIT_NO;
    if (moves->is_given)
        v->code = judge_moves(moves, item, v);
}

/* Compares a solution with the optimum. */
static void
compare(struct verdict *v, const loyd_solution *solution)
{
    v->has_optimum = true;
    v->lower = solution->lower;
    /* The solution itself is an upper bound too. */
    v->upper = solution->upper < v->good_moves ? solution->upper
                                               : (unsigned)v->good_moves;
    if (v->good_moves > v->upper)
        v->code = EXIT_NO;
}

static void
print_text(const struct run *run, const struct item *item,
           const struct verdict *v)
{
    fputs(v->word, stdout);
    if (v->has_moves)
        printf("\t%zu", v->good_moves);
    if (v->has_moves && !v->is_solution)
        printf("\t%s", v->why.text);
    if (v->has_optimum && v->good_moves == v->lower)
        fputs("\toptimal", stdout);
    else if (v->has_optimum && v->lower == v->upper)
        printf("\toptimum %u", v->lower);
    else if (v->has_optimum)
        printf("\toptimum %u..%u", v->lower, v->upper);
    putchar('\n');
    if (opt.explain && v->code < EXIT_COMMAND)
        explanation_print(run, &item->puzzle, &v->explanation);
    if (run->args.facts && v->code < EXIT_COMMAND)
        facts_print(&v->facts);
}

static void
put_optimum(struct jw *json, const struct verdict *v)
{
    jw_uint(json, "lower", v->lower);
    jw_uint(json, "upper", v->upper);
    if (v->good_moves == v->lower || v->good_moves > v->upper)
        jw_boolean(json, "optimal", v->good_moves == v->lower);
}

static void
print_row(const struct run *run, const struct item *item,
          const struct verdict *v)
{
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
        jw_uint(json, v->is_solution ? "stm" : "good_moves", v->good_moves);
        if (v->is_illegal)
            jw_uint(json, "illegal_move", v->good_moves + 1);
        if (!v->is_solution)
            jw_string(json, "error", v->why.text);
        if (v->has_optimum)
            put_optimum(json, v);
    }
    if (opt.explain)
        explanation_json(&item->puzzle, json, &v->explanation);
    if (run->args.facts) {
        if (!v->has_optimum && v->facts.optimal.stm != LOYD_LENGTH_UNKNOWN) {
            jw_uint(json, "lower", v->facts.optimal.stm);
            jw_uint(json, "upper", v->facts.optimal.stm);
        }
        facts_json(json, &v->facts);
    }
    row_end(json);
}

/* Reads and judges boards, more than one if they will be solved. */
static int
judge_batch(const struct run *run, struct boards *boards, struct moves *moves,
            struct batch *batch)
{
    size_t most = opt.optimal ? BATCH : 1;
    int code = EXIT_DONE;

    batch->n = batch->n_puzzles = 0;
    do {
        struct item *item = &batch->item[batch->n];

        if (!boards_next(boards, item))
            break;
        if (moves->answers.path != NULL)
            code = answers_next(&moves->answers, item);
        if (code != EXIT_DONE) {
            item_clear(item);
            break;
        }
        judge(run, moves, item, &batch->verdict[batch->n]);
        batch->waits[batch->n] =
            opt.optimal && batch->verdict[batch->n].is_solution;
        if (batch->waits[batch->n++])
            batch->puzzle[batch->n_puzzles++] = item->puzzle;
    } while (batch->n < most && boards_are_ready(boards));
    return code;
}

/* Prints the line of an item: a queue's. */
static int
print_item(void *context, size_t line, const loyd_solution *solution)
{
    struct batch *batch = context;
    struct item *item = &batch->item[line];
    struct verdict *v = &batch->verdict[line];

    if (solution != NULL && solution->upper == LOYD_LENGTH_UNKNOWN) {
        v->code = item_interrupted(item, solution->lower);
        v->word = "error";
        v->has_moves = false;
    } else {
        batch->boards->n_answered++;
    }
    if (solution != NULL && v->code == EXIT_DONE)
        compare(v, solution);
    if (rows_are_printed(batch->run))
        print_row(batch->run, item, v);
    else
        print_text(batch->run, item, v);
    return item->is_unknown ? EXIT_NO : v->code;
}

static int
check_all(const struct run *run, struct boards *boards, struct moves *moves,
          struct batch *batch)
{
    static const loyd_solve_options options = {.effort = LOYD_EFFORT_QUICK,
                                               .is_wide_only = true,
                                               .is_length_only = true};
    struct queue queue = {.waits = batch->waits,
                          .puzzles = batch->puzzle,
                          .solutions = batch->solution,
                          .print = print_item,
                          .context = batch};
    int ended = EXIT_DONE;

    batch->run = run;
    batch->boards = boards;
    while (ended == EXIT_DONE && !out_is_broken()) {
        ended = judge_batch(run, boards, moves, batch);
        if (batch->n == 0)
            break;
        queue.n = batch->n;
        queue.n_puzzles = batch->n_puzzles;
        if (batch->n_puzzles > 0)
            ended = exit_higher(ended, queue_run(run, &queue, &options));
        for (size_t i = 0; i < batch->n; i++) {
            if (batch->n_puzzles == 0)
                queue.highest =
                    exit_higher(queue.highest, print_item(batch, i, NULL));
            item_clear(&batch->item[i]);
        }
        if (opt.optimal || run->args.facts || !boards_are_ready(boards))
            fflush(stdout);
    }
    if (ended == EXIT_DONE && moves->answers.path != NULL && !out_is_broken())
        ended = answers_end(&moves->answers);
    return exit_higher(queue.highest, ended);
}

/* Reads --moves: "-", "@FILE" or a solution. */
static int
open_moves(struct boards *boards, struct moves *moves)
{
    const char *text = opt.moves;
    char shown[QUOTED_BYTES];
    loyd_why why = {""};
    loyd_err err;

    moves->is_given = text != NULL;
    if (text == NULL)
        return EXIT_DONE;
    boards->has_moves = strcmp(text, "-") == 0;
    if (boards->has_moves) {
        boards->input.what = "lines of BOARD, a tab and SOLUTION";
        return EXIT_DONE;
    }
    if (*text == '@')
        return answers_open(text + 1, &moves->answers);
    err = loyd_moves_parse(text, strlen(text), &moves->one, &why);
    if (err != LOYD_OK && access(text, R_OK) == 0)
        return refuse("--moves", "'%s' is a file, not moves: try '@%s'",
                      quoted(text, shown), shown);
    return report_option("--moves", err, &why);
}

const char *const check_columns[] = {
    "size", "layout", "goal", "board", "name", "status", "solved", "stm",
    "good_moves", "illegal_move", "error", "lower", "upper", "optimal",
    "formulas", "swaps", FACTS, "where", "line", "input", NULL};

int
cmd_check(struct run *run)
{
    struct batch *batch = malloc(sizeof(*batch));
    struct moves moves = {.is_given = false};
    struct boards boards;
    int code, closed = EXIT_DONE;

    code = batch != NULL ? boards_open(run, &boards)
                         : report("check", LOYD_E_NOMEM, NULL);
    if (code != EXIT_DONE)
        goto done;
    code = open_moves(&boards, &moves);
    if (code == EXIT_DONE && (opt.optimal || run->args.facts))
        code = solver_start(run, queue_progress);
    if (code == EXIT_DONE) {
        code = check_all(run, &boards, &moves, batch);
        closed = boards_close(&boards);
    }
done:
    if (moves.answers.path != NULL) {
        lines_free(&moves.answers.input.lines);
        close(moves.answers.input.fd);
    }
    loyd_moves_free(&moves.one);
    free(batch);
    return exit_higher(code, closed);
}
