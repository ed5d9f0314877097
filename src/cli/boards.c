/* SPDX-License-Identifier: MIT */
/* Reads boards and goals; the library parses them. */
#include "cli/boards.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "base/why.h"
#include "core/layout.h"
#include "core/range.h"
#include "cli/json.h"
#include "cli/named.h"
#include "cli/signals.h"

#define INPUT_BYTES 4096 /* kept of an invalid line */
#define GOAL_PREFIX "goal="

/* Parses a layout in the first size in which it is valid. */
static int
find_layout(const char *text, loyd_layout *layout)
{
    size_t len = strlen(text);
    loyd_board board;
    loyd_why why = {""};
    loyd_err err;

    for (uint8_t w = LOYD_SIDE_MIN; w <= LOYD_SIDE_MAX; w++)
        for (uint8_t h = LOYD_SIDE_MIN; h <= LOYD_SIDE_MAX; h++)
            if (loyd_layout_parse(text, len, w, h, layout, NULL) == LOYD_OK)
                return EXIT_DONE;
    /* The reason is that of the largest size, or of the goal's board. */
    err = loyd_layout_parse(text, len, LOYD_SIDE_MAX, LOYD_SIDE_MAX, layout,
                            &why);
    if (strncmp(text, GOAL_PREFIX, strlen(GOAL_PREFIX)) == 0)
        err = loyd_board_parse(text + strlen(GOAL_PREFIX),
                               len - strlen(GOAL_PREFIX), 0, 0, &board, &why);
    return report_option("--layout", err, &why);
}

int
layout_check(const char *text)
{
    loyd_layout layout;

    return find_layout(text, &layout);
}

/* Returns whether the operands are labels of one board that was not quoted. */
static bool
are_labels(const struct run *run)
{
    for (int i = 0; i < run->n_operands; i++) {
        const char *word = run->operands[i];

        if (word[0] == '\0' || word[strspn(word, "0123456789/")] != '\0')
            return false;
    }
    return run->n_operands > 1;
}

static loyd_size
size_of(const loyd_board *board)
{
    return (loyd_size){board->width, board->height};
}

int
boards_open(struct run *run, struct boards *boards)
{
    const struct args *args = &run->args;
    loyd_layout layout;
    loyd_why why = {""};
    int code;

    memset(boards, 0, sizeof(*boards));
    boards->run = run;
    boards->is_on_stdin = run->n_operands == 0;
    boards->is_list =
        run->n_operands != 1 || strcmp(run->operands[0], "-") == 0;
    boards->layout = args->layout != NULL ? args->layout : "rows";
    (void)input_begin(&boards->input, "-", "boards", LINE_BYTES_MAX);
    if (are_labels(run))
        return refuse(run->command->name,
                      "%d arguments, which are labels: quote the board, as in "
                      "\"1 2 3/4 5 6/7 8 0\"",
                      run->n_operands);
    boards->is_goal_given = args->layout != NULL || args->goal != NULL;
    boards->has_goal = args->goal != NULL;
    boards->input.keeps_empty = true;
    boards->lines.has_no_sizes = args->rows;
    boards->lines.form = args->rows ? LINES_ROWS : LINES_OPEN;
    boards->lines.layout = boards->layout;
    boards->lines.uncompress = uncompress;
    if (boards->has_goal) {
        code = named_goal(run, args->goal, &boards->goal);
        boards->lines.goal = boards->goal;
        boards->lines.size = size_of(&boards->goal);
        return code;
    }
    code = find_layout(boards->layout, &layout);
    return code == EXIT_DONE
               ? report_option("--layout", layout_has_goal(&layout, &why),
                               &why)
               : code;
}

/* Sets the goal that the options give to boards of this size. */
static int
goal_of_options(struct boards *boards, struct item *item)
{
    const loyd_board *start = &item->puzzle.start;
    loyd_why why = {""};
    loyd_err err;

    if (boards->has_goal) {
        item->puzzle.goal = boards->goal;
        return EXIT_DONE;
    }
    if (boards->made.width != start->width ||
        boards->made.height != start->height) {
        err = loyd_layout_parse(boards->layout, strlen(boards->layout),
                                start->width, start->height, &boards->made,
                                &why);
        if (err != LOYD_OK) {
            boards->made.width = 0;
            return refuse(item->where, "--layout for %ux%u: %s", start->width,
                          start->height,
                          why.text[0] != '\0' ? why.text : loyd_strerror(err));
        }
    }
    item->puzzle.goal = boards->made.goal;
    return EXIT_DONE;
}

loyd_err
pair_parse(struct slice start, struct slice goal, loyd_puzzle *puzzle,
           loyd_why *why)
{
    loyd_board *s = &puzzle->start, *g = &puzzle->goal;
    loyd_why of_goal = {""};
    loyd_err err;

    if (loyd_board_parse(goal.at, goal.len, 0, 0, g, NULL) == LOYD_OK)
        return loyd_board_parse(start.at, start.len, g->width, g->height, s,
                                why);
    err = loyd_board_parse(start.at, start.len, 0, 0, s, why);
    if (err != LOYD_OK)
        return err;
    err =
        loyd_board_parse(goal.at, goal.len, s->width, s->height, g, &of_goal);
    return err == LOYD_OK ? err : why_set(why, err, "goal: %s", of_goal.text);
}

loyd_err
rows_parse(struct slice start, loyd_puzzle *puzzle, loyd_why *why)
{
    loyd_board *board = &puzzle->start;
    loyd_layout rows;
    loyd_err err = loyd_board_parse(start.at, start.len, 0, 0, board, why);

    if (err == LOYD_OK)
        err = loyd_layout_parse("rows", 4, board->width, board->height, &rows,
                                why);
    puzzle->goal = rows.goal;
    return err;
}

/* Parses START and GOAL of one line. */
static int
parse_pair(struct slice start, struct slice goal, struct item *item)
{
    loyd_why why = {""};

    if (memchr(goal.at, '\t', goal.len) != NULL)
        return fail(item->where, "second tab: expected START, a tab, GOAL");
    return report(item->where, pair_parse(start, goal, &item->puzzle, &why),
                  &why);
}

/* Returns whether an operand is a file, as in `solve boards.txt`, after a
   message. */
static bool
is_file(const struct boards *boards, const char *operand,
        const struct item *item)
{
    char shown[QUOTED_BYTES];

    if (access(operand, R_OK) != 0)
        return false;
    message(item->where, "'%s' is a file, not a board: try 'loyd %s < %s'",
            quoted(operand, shown), boards->run->command->name, shown);
    return true;
}

/* Parses a board, of a size if it is not 0. */
static int
parse_start(struct boards *boards, const struct line *line, loyd_size size,
            struct item *item)
{
    loyd_why why = {""};
    loyd_err err = loyd_board_parse(line->text, line->len, size.width,
                                    size.height, &item->puzzle.start, &why);

    if (err == LOYD_OK)
        return goal_of_options(boards, item);
    /* Only an operand ends with a NUL. */
    if (!boards->is_on_stdin && is_file(boards, line->text, item))
        return EXIT_BAD;
    return report(
        item->where,
        board_lines_may_be_rows(&boards->lines, line)
            ? why_set(&why, err, "%s: if this is a row, try --rows", why.text)
            : err,
        &why);
}

/* Writes "stdin:37"; snprintf takes as long as parsing the board. */
static void
print_place(char where[WHERE_TEXT], uint64_t number)
{
    struct text text = text_in(where, WHERE_TEXT);

    text_put(&text, "stdin:");
    text_number(&text, number);
}

/* Cuts the solution and the tab before it off the end of the line. */
static bool
cut_moves(struct line *line, struct item *item)
{
    size_t len = line->len;

    while (len > 0 && line->text[len - 1] != '\t')
        len--;
    if (len == 0) {
        message(item->where,
                "missing solution: expected BOARD, a tab, SOLUTION");
        return false;
    }
    item->moves = line->text + len;
    item->moves_len = line->len - len;
    line->len = len - 1;
    return true;
}

/* Reads the board of a text: of a line, of several, or of an operand. */
static int
read_board(struct boards *boards, struct line line, struct item *item)
{
    const struct board_lines *lines = &boards->lines;
    struct slice goal, start;

    item->text = line.text;
    item->len = line.len;
    if (lines->err != LOYD_OK) /* an illegal move too: there is no board */
        return exit_higher(EXIT_BAD,
                           report(item->where, lines->err, &lines->why));
    if (line.is_too_long)
        return fail(item->where, "line too long: expected at most %d bytes",
                    LINE_BYTES_MAX);
    if (lines->form == LINES_FILE && lines->moves.len > 0) {
        item->moves = lines->moves.at;
        item->moves_len = lines->moves.len;
    } else if (boards->has_moves && !cut_moves(&line, item)) {
        return EXIT_BAD;
    }
    goal = (struct slice){line.text, line.len};
    return slice_cut(&goal, '\t', &start)
               ? parse_pair(start, goal, item)
               : parse_start(boards, &line, lines->size, item);
}

static bool
next_line(struct boards *boards, struct item *item)
{
    struct line line;

    if (!input_board(&boards->input, &boards->lines, &line))
        return false;
    print_place(item->where, line.number);
    item->line = line.number;
    item->code = read_board(boards, line, item);
    return true;
}

/* Reads an operand that is no name: a board, replay or scramble. */
static int
read_operand(struct boards *boards, const char *operand, struct item *item)
{
    struct board_lines *lines = &boards->lines;
    enum lines_form form = lines->form;
    struct line line;
    int code;

    lines->size = size_of(&boards->goal);
    board_lines_read(lines, slice_of(operand), &line);
    code = read_board(boards, line, item);
    lines->form = form;
    return code;
}

/* Finds the puzzle of an operand that is a name. */
static int
find_named(struct boards *boards, const char *name, struct item *item)
{
    char shown[QUOTED_BYTES];
    bool found = false;
    int code = named_puzzle(boards->run, name, &item->puzzle, &found);

    if (code == EXIT_DONE && found) {
        item->name = name;
        return boards->is_goal_given ? goal_of_options(boards, item)
                                     : EXIT_DONE;
    }
    if (code == EXIT_DONE && board_file_of(slice_of(name)) != NULL)
        return read_operand(boards, name, item);
    if (code != EXIT_DONE || is_file(boards, name, item))
        return EXIT_BAD;
    item->is_unknown = true;
    return fail(item->where, NAMED_UNKNOWN, quoted(name, shown));
}

static bool
next_item(struct boards *boards, struct item *item)
{
    const char *operand;

    for (;;) {
        if (interrupted())
            return false;
        if (boards->is_on_stdin) {
            if (next_line(boards, item))
                return true;
            if (interrupted())
                return false;
            boards->is_on_stdin = false;
        }
        if (boards->number == boards->run->n_operands)
            return false;
        operand = boards->run->operands[boards->number++];
        boards->is_on_stdin = strcmp(operand, "-") == 0;
        if (boards->is_on_stdin)
            continue;
        snprintf(item->where, sizeof(item->where), "argument %d",
                 boards->number);
        item->line = (uint64_t)boards->number;
        item->text = operand;
        item->len = strlen(operand);
        item->code = named_may_be(operand)
                         ? find_named(boards, operand, item)
                         : read_operand(boards, operand, item);
        return true;
    }
}

bool
boards_next(struct boards *boards, struct item *item)
{
    item->code = EXIT_DONE;
    item->is_unknown = false;
    item->where[0] = '\0';
    item->error = item->input = NULL;
    item->moves = item->name = NULL;
    if (!next_item(boards, item))
        return false;
    if (item->code != EXIT_DONE)
        item_failed(item, item->code);
    return true;
}

int
item_failed(struct item *item, int code)
{
    struct problem *latest = problem_latest();

    item->error = strdup(latest->text);
    if (item->text != NULL)
        item->input = strndup(
            item->text, item->len < INPUT_BYTES ? item->len : INPUT_BYTES);
    latest->is_new = false;
    return code;
}

int
item_interrupted(struct item *item, unsigned lower)
{
    char moves[RANGE_WORDS];

    message(item->where, "interrupted: every solution has at least %s",
            range_words(lower, lower, "move", moves));
    item->text = NULL; /* overwritten by later lines */
    return item_failed(item, EXIT_BAD);
}

struct jw *
item_error_begin(const struct item *item)
{
    static const char unknown[] = "out of memory";

    return json_error_begin(&(struct json_error){
        .text = item->error != NULL ? item->error : unknown,
        .line = item->line,
        .input = item->input,
    });
}

void
item_print_error(const struct item *item)
{
    row_end(item_error_begin(item));
}

void
item_clear(struct item *item)
{
    free(item->error);
    free(item->input);
    item->error = item->input = NULL;
}

bool
boards_are_ready(struct boards *boards)
{
    return !boards->is_on_stdin || input_is_ready(&boards->input);
}

int
boards_close(struct boards *boards)
{
    char count[COUNTED_BYTES];
    int code = EXIT_DONE;

    if (interrupted())
        code = fail(boards->run->command->name, "interrupted: %s",
                    counted(boards->n_answered, "board", count));

    text_free(&boards->lines.text);
    text_free(&boards->lines.moves);
    return exit_higher(code, input_end(&boards->input));
}
