/* SPDX-License-Identifier: MIT */
/* `loyd path`: inverts, simplifies, converts, applies and shortens paths. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/why.h"
#include "cli/command.h"
#include "cli/input.h"
#include "cli/json.h"
#include "cli/signals.h"
#include "cli/solving.h"
#include "core/board.h"
#include "core/moves.h"
#include "lab/classic.h"

#define WINDOW 24          /* default of --window */
#define WINDOW_STEP 4
#define WINDOW_NODES 1000000 /* default of --nodes */

static struct {
    bool blank;
    const char *board;
    unsigned form;
    uint64_t window;
    uint64_t nodes;
    bool has_deadline; /* of the path, with --seconds */
    struct deadline deadline;
} opt;

enum form { FORM_LETTERS, FORM_WORDS, FORM_ARROWS, FORM_BLANK, FORM_TILES };

static const char *const form_words[] = {"letters", "words", "arrows",
                                         "blank",   "tiles", NULL};

static const struct option_row option_board = {
    "board", 0, "BOARD", "the board at which each path begins", OWN(board)};
static const struct option_row option_blank = {
    "blank", 0, NULL, "the directions read are those of the blank",
    OWN(blank)};
static const struct option_row option_form = {
    "form", 0, "FORM",
    "how paths are printed: letters, words or arrows, in which tiles move; "
    "letters of the blank; or the labels of tiles (default: letters)",
    OWN_WORD(form, 0, form_words)};
static const struct option_row option_window = {
    "window", 0, "N",
    "moves of the parts for which shorten finds a shortest path (default: 24)",
    OWN_NUMBER(window, 2, 80)};
static const struct option_row option_window_nodes = {
    "nodes", 0, "N",
    "nodes after which shorten gives up such a search (default: 1000000)",
    OWN_NUMBER(nodes, 1, INT64_MAX)};

static const struct option_row option_path_seconds = {
    "seconds", 0, "S",
    "shorten each path for up to S seconds, such as 0.5, in ever longer parts",
    SHARED_BY(read_seconds, solve.milliseconds, 1, 1000000000)};

option_table path_options = {&option_board,        &option_blank,
                             &option_form,         &option_window,
                             &option_window_nodes, &option_path_seconds,
                             NULL};

const char *const path_rules[] = {
    "--window,--nodes,--seconds needs shorten",
    "--form excludes apply",
    NULL,
};

/* A path, and the board at which it begins; width 0: not known. */
struct path {
    loyd_board start;
    loyd_moves moves;
};

/* Leaves out moves that the next one takes back. */
static loyd_err
simplify(struct path *path, loyd_why *why)
{
    loyd_moves *moves = &path->moves;
    size_t n = moves->n;

    (void)why;
    moves->n = 0;
    for (size_t i = 0; i < n; i++) {
        if (moves->n > 0 && moves->dir[moves->n - 1] == (moves->dir[i] ^ 2))
            moves->n--;
        else
            moves->dir[moves->n++] = moves->dir[i];
    }
    return LOYD_OK;
}

static loyd_err
play(loyd_board *board, const loyd_moves *moves, loyd_why *why)
{
    size_t good = moves_play(board, moves);

    return good == moves->n
               ? LOYD_OK
               : why_set(why, LOYD_E_MOVE,
                         "move %zu is illegal: no tile can move that way",
                         good + 1);
}

static loyd_err
convert(struct path *path, loyd_why *why)
{
    loyd_board end = path->start;

    return end.width != 0 ? play(&end, &path->moves, why) : LOYD_OK;
}

/* The path leads from the end back to the start. */
static loyd_err
invert(struct path *path, loyd_why *why)
{
    loyd_err err = LOYD_OK;

    if (path->start.width != 0)
        err = play(&path->start, &path->moves, why);
    moves_reverse(&path->moves);
    return err;
}

static loyd_err
apply(struct path *path, loyd_why *why)
{
    return play(&path->start, &path->moves, why);
}

static bool
is_late(void)
{
    return opt.has_deadline && deadline_passed(&opt.deadline);
}

/* A loyd_progress_fn. */
static bool
go_on(void *context, const loyd_progress *progress)
{
    return !is_late() && progress_show(context, progress);
}

/* Replaces moves[at..at+n) by a shorter path, if there is one. */
static loyd_err
shorten_window(struct path *path, const loyd_board *start, size_t at, size_t n,
               bool *is_shorter, loyd_why *why)
{
    static const loyd_listener listener = {.progress = go_on};
    const struct classic_options options = {
        .search = {ALGORITHM_IDASTAR, HEURISTIC_LINEAR_CONFLICT},
        .nodes = opt.nodes != 0 ? opt.nodes : WINDOW_NODES,
        .listener = &listener};
    loyd_moves *moves = &path->moves;
    const loyd_moves part = {moves->dir + at, n, 0};
    struct classic_result result = {.solution.upper = 0};
    loyd_moves *found = &result.solution.path;
    loyd_puzzle puzzle = {*start, *start};
    loyd_err err;

    moves_play(&puzzle.goal, &part);
    err = classic_solve(&puzzle, &options, &result, why);
    *is_shorter =
        err == LOYD_OK && result.end == END_SOLVED && found->n < n;
    if (*is_shorter) {
        if (found->n > 0)
            memcpy(moves->dir + at, found->dir, found->n);
        memmove(moves->dir + at + found->n, moves->dir + at + n,
                moves->n - at - n);
        moves->n -= n - found->n;
    }
    loyd_moves_free(found);
    return err == LOYD_E_CANCELLED && is_late() ? LOYD_OK : err;
}

/* Searches windows from each move on, until none becomes shorter, or the time
 * is over. */
static loyd_err
shorten(struct path *path, loyd_why *why)
{
    size_t window = opt.window != 0 ? (size_t)opt.window : WINDOW;
    loyd_err err = convert(path, why);
    bool is_shorter = true;

    while (err == LOYD_OK && is_shorter && !is_late()) {
        loyd_board board = path->start;

        is_shorter = false;
        simplify(path, why);
        for (size_t at = 0;
             err == LOYD_OK && at < path->moves.n && !is_late(); at++) {
            size_t left = path->moves.n - at;
            bool is_better = false;

            err = shorten_window(path, &board, at,
                                 left < window ? left : window, &is_better,
                                 why);
            is_shorter = is_shorter || is_better;
            if (left <= window)
                break;
            loyd_board_move(&board, (loyd_dir)path->moves.dir[at]);
        }
        if (!is_shorter && opt.has_deadline && window < path->moves.n) {
            window += WINDOW_STEP; /* there is time for longer ones */
            is_shorter = true;
        }
    }
    return err;
}

static const struct action {
    loyd_err (*run)(struct path *path, loyd_why *why);
    bool needs_board;
} table[] = {{apply, true},
             {convert, false},
             {invert, false},
             {shorten, true},
             {simplify, false}};

/* In the order of the table. */
const char *const path_actions[] = {"apply",   "convert",  "invert",
                                    "shorten", "simplify", NULL};

const char *const path_columns[] = {"board",  "path", "stm", "mtm", "status",
                                    "error", "line", "input", NULL};

/* Appends the moves in a form other than the runs of letters. */
static void
put_moves(struct text *to, const struct path *path)
{
    const char *const *words =
        opt.form == FORM_ARROWS ? move_arrows : move_words;
    loyd_board board = path->start;

    for (size_t i = 0; i < path->moves.n; i++) {
        loyd_dir dir = (loyd_dir)path->moves.dir[i];

        if (i > 0 && opt.form != FORM_ARROWS)
            text_char(to, ' ');
        if (opt.form != FORM_TILES) {
            text_put(to, words[dir]);
            continue;
        }
        text_format(to, "%u",
                    board.cell[cell_of_tile(board.width, board.height,
                                            board_blank(&board), dir)]);
        loyd_board_move(&board, dir);
    }
}

static int
print(const struct run *run, struct path *path)
{
    struct jw *row = row_begin();
    size_t stm = path->moves.n;
    size_t mtm = loyd_moves_length(&path->moves, LOYD_MTM);
    struct text text = {.at = NULL};
    bool is_lost;

    if (table[run->action].run == apply)
        board_json(row, "board", &path->start);
    if (opt.form == FORM_BLANK)
        moves_turn(&path->moves);
    if (opt.form == FORM_LETTERS || opt.form == FORM_BLANK)
        moves_put(&text, &path->moves);
    else
        put_moves(&text, path);
    is_lost = text.is_lost;
    jw_string(row, "path", text.at != NULL ? text.at : "");
    text_free(&text);
    jw_uint(row, "stm", stm);
    jw_uint(row, "mtm", mtm);
    row_end(row);
    return is_lost ? report(run->command->name, LOYD_E_NOMEM, NULL)
                   : EXIT_DONE;
}

/* Reads PATH, or BOARD, a tab, PATH. */
static loyd_err
read_path(const struct run *run, struct slice text, struct path *path,
          loyd_why *why)
{
    struct slice moves = text, board;
    loyd_err err = LOYD_OK;

    if (slice_cut_last(&moves, '\t', &board))
        err = loyd_board_parse(board.at, board.len, 0, 0, &path->start, why);
    else
        moves = text;
    if (err == LOYD_OK && path->start.width == 0 &&
        (table[run->action].needs_board || opt.form == FORM_TILES ||
         moves_are_tiles(moves.at, moves.len)))
        err = why_set(why, LOYD_E_SYNTAX,
                      "no board: expected BOARD, a tab, PATH, or --board");
    return err == LOYD_OK ? moves_read(moves.at, moves.len, &path->start,
                                       opt.blank, &path->moves, why)
                          : err;
}

/* Answers a line, or an operand. */
static int
answer(const struct run *run, const loyd_board *start, const char *where,
       struct slice text)
{
    struct path path = {.start = *start};
    loyd_why why = {""};
    loyd_err err = read_path(run, text, &path, &why);
    int code;

    opt.has_deadline = run->args.solve.milliseconds != 0;
    if (opt.has_deadline)
        deadline_set(&opt.deadline, run->args.solve.milliseconds);
    if (err == LOYD_OK)
        err = table[run->action].run(&path, &why);
    progress_clear();
    if (err == LOYD_OK) {
        code = print(run, &path);
    } else {
        code = report(where, err, &why);
        if (rows_are_printed(run))
            json_latest();
        else
            puts("error");
    }
    loyd_moves_free(&path.moves);
    return code;
}

static int
answer_lines(const struct run *run, const loyd_board *start)
{
    struct input input;
    struct line line;
    char where[40];
    int code = EXIT_DONE;

    (void)input_begin(&input, "-", "paths, one per line,", LINE_BYTES_MAX);
    while (input_line(&input, &line)) {
        snprintf(where, sizeof(where), "stdin:%" PRIu64, line.number);
        code = exit_higher(code, answer(run, start, where,
                                        (struct slice){line.text, line.len}));
        fflush(stdout);
    }
    return exit_higher(code, input_end(&input));
}

int
cmd_path(struct run *run)
{
    static const char *const board[] = {"board", NULL};
    static const char *const path[] = {"path", NULL};
    static const char *const lengths[] = {"stm", "path", NULL};
    loyd_board start = {.width = 0};
    loyd_why why = {""};
    char where[40];
    int code = EXIT_DONE;

    if (opt.board != NULL) {
        code = report_option("--board",
                             loyd_board_parse(opt.board, strlen(opt.board), 0,
                                              0, &start, &why),
                             &why);
        if (code != EXIT_DONE)
            return code;
    }
    rows_show(table[run->action].run == apply     ? board
              : table[run->action].run == shorten ? lengths
                                                  : path);
    if (run->n_operands == 1)
        return answer_lines(run, &start);
    for (int i = 1; i < run->n_operands && !interrupted(); i++) {
        snprintf(where, sizeof(where), "argument %d", i);
        code = exit_higher(
            code, strcmp(run->operands[i], "-") == 0
                      ? answer_lines(run, &start)
                      : answer(run, &start, where,
                               slice_of(run->operands[i])));
    }
    return code;
}
