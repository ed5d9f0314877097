/* SPDX-License-Identifier: MIT */
/* `loyd path`: inverts, simplifies, converts, applies and shortens paths. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <zlib.h>

#include "base/why.h"
#include "cli/command.h"
#include "cli/input.h"
#include "cli/json.h"
#include "cli/signals.h"
#include "cli/solving.h"
#include "core/board.h"
#include "core/moves.h"

#define NODES 20000000 /* default of --nodes */

static struct {
    bool blank;
    const char *board;
    unsigned form;
    uint64_t nodes;
    bool has_deadline; /* of the path, with --seconds */
    struct deadline deadline;
} opt;

enum form { FORM_LETTERS, FORM_WORDS, FORM_ARROWS, FORM_BLANK, FORM_TILES };

static const char *const form_words[] = {"letters", "words", "arrows",
                                         "blank",   "tiles", NULL};

static const struct option_row option_table[] = {
    {"board", "BOARD", "the board at which each path begins", OWN(board)},
    {"blank", NULL, "the directions read are those of the blank", OWN(blank)},
    {"form", "FORM",
     "how paths are printed: letters, words or arrows, in which tiles move; "
     "letters of the blank; or the labels of tiles (default: letters)",
     OWN_WORD(form, 0, form_words)},
    OPTION_METRIC,
    {"nodes", "N", "nodes after which shorten ends (default: 20000000)",
     OWN_NUMBER(nodes, 1, INT64_MAX)},
    {"seconds", "S",
     "shorten each path for up to S seconds, such as 0.5, instead",
     SHARED_BY(read_seconds, solve.milliseconds, 1, 1000000000)},
    OPTIONS_OF_ROWS};

/* A path, and the board at which it begins; width 0: not known. */
struct path {
    loyd_board start;
    loyd_moves moves;
};

/* Leaves out moves that the next one takes back. */
static loyd_err
simplify(const struct run *run, struct path *path, loyd_why *why)
{
    loyd_moves *moves = &path->moves;
    size_t n = moves->n;

    (void)run;
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
convert(const struct run *run, struct path *path, loyd_why *why)
{
    loyd_board end = path->start;

    (void)run;
    return end.width != 0 ? moves_play_all(&end, &path->moves, why) : LOYD_OK;
}

/* The path leads from the end back to the start. */
static loyd_err
invert(const struct run *run, struct path *path, loyd_why *why)
{
    loyd_err err = LOYD_OK;

    (void)run;
    if (path->start.width != 0)
        err = moves_play_all(&path->start, &path->moves, why);
    moves_reverse(&path->moves);
    return err;
}

static loyd_err
apply(const struct run *run, struct path *path, loyd_why *why)
{
    (void)run;
    return moves_play_all(&path->start, &path->moves, why);
}

/* A loyd_progress_fn. */
static bool
go_on(void *context, const loyd_progress *progress)
{
    return !(opt.has_deadline && deadline_passed(&opt.deadline)) &&
           progress_show(context, progress);
}

/* A path for which the time is over is as short as it has become. */
static loyd_err
shorten(const struct run *run, struct path *path, loyd_why *why)
{
    uint64_t nodes = opt.has_deadline ? INT64_MAX
                     : opt.nodes != 0 ? opt.nodes
                                      : NODES;
    loyd_err err = loyd_shorten(run->solver, &path->start,
                                metric_of(&run->args), nodes, &path->moves,
                                why);

    return err == LOYD_E_CANCELLED && !interrupted() ? LOYD_OK : err;
}

static const struct kind {
    loyd_err (*run)(const struct run *run, struct path *path, loyd_why *why);
    bool needs_board;
} table[] = {{apply, true},
             {convert, false},
             {invert, false},
             {shorten, true},
             {simplify, false}};

static int cmd_path(struct run *run);

#define LINE cmd_path, NEEDS_NOTHING, NULL, NULL

/* In the order of the table. */
static const struct action actions[] = {
    {"apply", LINE},   {"convert", LINE},  {"invert", LINE},
    {"shorten", LINE}, {"simplify", LINE}, {.name = NULL},
};

static const struct kind *
kind_of(const struct run *run)
{
    return &table[run->action - actions];
}

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

    if (kind_of(run)->run == apply)
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

/* Reads PATH, or BOARD, a tab, PATH, or the path of a file. */
static loyd_err
read_path(const struct run *run, const struct board_lines *lines,
          const struct line *line, struct path *path, loyd_why *why)
{
    bool is_file = lines->form == LINES_FILE;
    /* A file that has boards has moves of tiles. */
    bool is_of_tiles = is_file && line->len > 0, has_board = is_of_tiles;
    struct slice board = {line->text, line->len}, moves = board, rest;
    loyd_err err = lines->err;

    if (line->is_too_long)
        return why_set(why, LOYD_E_RANGE,
                       "line too long: expected at most %d bytes",
                       LINE_BYTES_MAX);
    if (err != LOYD_OK) {
        *why = lines->why;
        return err;
    }
    if (is_file)
        moves = slice_of(lines->moves.len > 0 ? lines->moves.at : "");
    rest = moves;
    if (!has_board && slice_cut_last(&rest, '\t', &board)) {
        moves = rest;
        has_board = true;
    }
    if (has_board)
        err = loyd_board_parse(board.at, board.len, 0, 0, &path->start, why);
    if (err == LOYD_OK && path->start.width == 0 &&
        (kind_of(run)->needs_board || opt.form == FORM_TILES ||
         moves_are_tiles(moves.at, moves.len)))
        err = why_set(why, LOYD_E_SYNTAX,
                      "no board: expected BOARD, a tab, PATH, or --board");
    return err != LOYD_OK ? err
                          : moves_read(moves.at, moves.len, &path->start,
                                       opt.blank && !is_of_tiles,
                                       &path->moves, why);
}

/* Answers a line, or an operand. */
static int
answer(const struct run *run, const loyd_board *start, const char *where,
       const struct board_lines *lines, const struct line *line)
{
    struct path path = {.start = *start};
    loyd_why why = {""};
    loyd_err err = read_path(run, lines, line, &path, &why);
    int code;

    opt.has_deadline = run->args.solve.milliseconds != 0;
    if (opt.has_deadline)
        deadline_set(&opt.deadline, run->args.solve.milliseconds);
    if (err == LOYD_OK)
        err = kind_of(run)->run(run, &path, &why);
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
answer_lines(const struct run *run, const loyd_board *start,
             struct board_lines *lines)
{
    struct input input;
    struct line line;
    char where[40];
    int code = EXIT_DONE;

    (void)input_begin(&input, "-", "paths, one per line,", LINE_BYTES_MAX);
    while (input_board(&input, lines, &line)) {
        snprintf(where, sizeof(where), "stdin:%" PRIu64, line.number);
        code = exit_higher(code, answer(run, start, where, lines, &line));
        fflush(stdout);
    }
    return exit_higher(code, input_end(&input));
}

static int
answer_operand(const struct run *run, const loyd_board *start, int i,
               struct board_lines *lines)
{
    const char *operand = run->operands[i];
    struct line line;
    char where[40];

    if (strcmp(operand, "-") == 0) {
        lines->form = LINES_PAIRS;
        return answer_lines(run, start, lines);
    }
    board_lines_read(lines, slice_of(operand), &line);
    snprintf(where, sizeof(where), "argument %d", i);
    return answer(run, start, where, lines, &line);
}

static int
cmd_path(struct run *run)
{
    bool is_mtm = metric_of(&run->args) == LOYD_MTM;
    struct board_lines lines = {
        .form = LINES_PAIRS, .has_paths = true, .uncompress = uncompress};
    loyd_board start = {.width = 0};
    loyd_why why = {""};
    int code = EXIT_DONE;

    if (opt.board != NULL)
        code = report_option("--board",
                             loyd_board_parse(opt.board, strlen(opt.board), 0,
                                              0, &start, &why),
                             &why);
    if (code == EXIT_DONE)
        code = rows_begin(run, "board,path,stm,mtm,status,error,line,input",
                          kind_of(run)->run == apply     ? "board"
                          : kind_of(run)->run != shorten ? "path"
                          : is_mtm                       ? "mtm,path"
                                                         : "stm,path");
    if (code == EXIT_DONE && kind_of(run)->run == shorten)
        code = solver_start(run, go_on);
    if (code != EXIT_DONE)
        return code;
    if (run->n_operands == 1)
        code = answer_lines(run, &start, &lines);
    for (int i = 1; i < run->n_operands && !interrupted(); i++)
        code = exit_higher(code, answer_operand(run, &start, i, &lines));
    text_free(&lines.text);
    text_free(&lines.moves);
    return code;
}

const struct command command_path = {
    "path", "ACTION [PATH|-]...",
    "invert, simplify, convert, apply and shorten paths",
    "Prints one line for each PATH, or without one for each line of stdin, "
    "which is PATH, or BOARD, a tab, PATH; or of replays of Slidysim, save "
    "files of Simon Tatham's Fifteen and sessions of csTimer. Directions are "
    "those in which tiles move, as `loyd check --moves` reads them.\n"
    "\n"
    "apply: prints the board to which the path leads from BOARD.\n"
    "\n"
    "convert: prints the path in another --form.\n"
    "\n"
    "invert: prints the path that leads back.\n"
    "\n"
    "shorten: prints the length of a shortest path, a tab and the path; "
    "beyond 16 cells ever longer parts of the path are replaced by shortest "
    "ones, and the result may be longer than necessary.\n"
    "\n"
    "simplify: leaves out moves that are taken back at once.",
    actions, option_table, 1, -1,
    .examples =
        "loyd path invert U2RDL3\n"
        "loyd path apply --board \"1 2 3/4 5 6/7 8 0\" DR\n"
        "loyd path convert --form tiles --board \"1 2/3 0\" RD\n"
        "loyd path shorten --board \"1 2 3/4 0 5/7 8 6\" RLLURDLURDLU\n",
    .rules =
        "--metric,--nodes,--seconds needs shorten\n"
        "--nodes excludes --seconds\n"
        "--form excludes apply\n"};
