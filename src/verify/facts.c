/* SPDX-License-Identifier: MIT */
/*
 * Verifies single rows. It shares the hash function and the parser of layout
 * names with the code that writes these rows, and nothing else.
 */
#include "verify/catalogue.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "core/crypto.h"
#include "loyd/layout.h"

enum { GOAL_PK, GOAL_SIZE, GOAL_CLASS, GOAL_LAYOUT, GOAL_BOARD };

/* A puzzle, read. */
struct spread {
    struct flat goal;
    struct flat start;
    unsigned to[LOYD_CELLS_MAX]; /* start cell -> goal cell of its label */
};

static const char *
spread_goal(const struct raw_value *size, const struct raw_value *board,
            struct spread *out)
{
    if (!raw_board(board, &out->goal))
        return "invalid goal board";
    return raw_is_size(size, &out->goal) ? NULL : "the size is not the goal's";
}

/* Finds the goal's cell of each label of the start. */
static bool
match_labels(const struct flat *start, const struct flat *goal,
             unsigned to[LOYD_CELLS_MAX])
{
    unsigned at[256];

    if (start->width != goal->width || start->height != goal->height)
        return false;
    for (unsigned i = 0; i < 256; i++)
        at[i] = LOYD_CELLS_MAX;
    for (unsigned c = 0; c < goal->n; c++)
        at[goal->cell[c]] = c;
    for (unsigned c = 0; c < goal->n; c++)
        if ((to[c] = at[start->cell[c]]) == LOYD_CELLS_MAX)
            return false;
    return true;
}

/* Makes the board of a start, whose labels have the cells `to` in the goal. */
static void
plain_of(const struct flat *start, const unsigned to[LOYD_CELLS_MAX],
         struct plain_board *board)
{
    board->width = start->width;
    board->height = start->height;
    board->blank = start->blank;
    for (unsigned c = 0; c < start->n; c++)
        board->home[c] = (uint8_t)to[c];
}

bool
prove_board(const struct flat *start, const struct flat *goal,
            struct plain_board *board)
{
    unsigned to[LOYD_CELLS_MAX];

    if (!match_labels(start, goal, to))
        return false;
    plain_of(start, to, board);
    return true;
}

static const char *
spread_start(const struct raw_value *board, struct spread *out)
{
    if (!raw_board(board, &out->start))
        return "invalid board";
    return match_labels(&out->start, &out->goal, out->to)
               ? NULL
               : "start and goal differ in size or labels";
}

static unsigned
distance(unsigned a, unsigned b)
{
    return a > b ? a - b : b - a;
}

/* Taxicab distance between the blanks. */
static unsigned
blank_distance(const struct spread *board)
{
    unsigned width = board->goal.width;

    return distance(board->start.blank % width, board->goal.blank % width) +
           distance(board->start.blank / width, board->goal.blank / width);
}

/* Compares the permutation's sign, by its cycles, with the parity of the
 * distance between the blanks. */
static const char *
prove_parity(const struct spread *board)
{
    bool is_seen[LOYD_CELLS_MAX] = {false};
    unsigned n_cycles = 0;

    for (unsigned c = 0; c < board->goal.n; c++) {
        n_cycles += !is_seen[c];
        for (unsigned at = c; !is_seen[at]; at = board->to[at])
            is_seen[at] = true;
    }
    if (n_cycles == board->goal.n)
        return "start and goal are equal";
    if ((board->goal.n - n_cycles) % 2 != blank_distance(board) % 2)
        return "unsolvable: start and goal differ in parity";
    return NULL;
}

static const char *
prove_id(const struct raw_value *id, const struct spread *board)
{
    const uint8_t size[2] = {(uint8_t)board->goal.width,
                             (uint8_t)board->goal.height};
    uint8_t digest[CRYPTO_HASH_BYTES], bytes[LOYD_ID_BYTES];
    struct crypto_hash hash;

    crypto_hash_begin(&hash, NULL);
    crypto_hash_field(&hash, "loyd puzzle 1", 13);
    crypto_hash_field(&hash, size, 2);
    crypto_hash_field(&hash, board->goal.cell, board->goal.n);
    crypto_hash_field(&hash, board->start.cell, board->goal.n);
    crypto_hash_end(&hash, digest);
    return raw_id(id, bytes) && memcmp(bytes, digest, LOYD_ID_BYTES) == 0
               ? NULL
               : "the id does not match the boards";
}

/* Finds the class: the least cell of the blank under all rotations and
 * reflections that leave the longer side horizontal, by trying them all. Is it
 * the one of the text? */
static bool
is_class(const struct raw_value *text, const struct flat *goal)
{
    unsigned least = UINT_MAX, width = 0, height = 0;
    char words[32];
    int len;

    for (unsigned way = 0; way < 8; way++) {
        unsigned x = goal->blank % goal->width, y = goal->blank / goal->width;
        unsigned w = goal->width, h = goal->height;

        if (way & 1)
            x = w - 1 - x;
        if (way & 2)
            y = h - 1 - y;
        if (way & 4) {
            unsigned old = x;
            x = y;
            y = old;
            w = goal->height;
            h = goal->width;
        }
        if (w < h)
            continue;
        width = w;
        height = h;
        if (y * w + x < least)
            least = y * w + x;
    }
    len = snprintf(words, sizeof(words), "%ux%u@%u.%u", width, height,
                   least / width, least % width);
    return text->kind == RAW_TEXT && text->len == (size_t)len &&
           memcmp(text->bytes, words, text->len) == 0;
}

static const char *
prove_class(const struct raw_value *class, const struct raw_value *layout,
            const struct spread *board)
{
    if (layout->kind != RAW_NULL)
        return class->kind == RAW_NULL
                   ? NULL
                   : "a class is stored although the goal has a layout name";
    return is_class(class, &board->goal) ? NULL : "wrong class";
}

/* A board on which a path is replayed. */
struct replayed {
    struct flat at;
    unsigned x; /* the blank's */
    unsigned y;
};

/* Moves tiles one after the other. Returns false if the path leaves the board.
 */
static bool
slide(struct replayed *r, unsigned move, unsigned count)
{
    while (count-- > 0) {
        /* The tile moves up, right, down or left, the blank opposite. */
        unsigned to_x = r->x + (move == 3) - (move == 1);
        unsigned to_y = r->y + (move == 0) - (move == 2);

        /* Unsigned: a coordinate below 0 wraps to a large value. */
        if (to_x >= r->at.width || to_y >= r->at.height)
            return false;
        r->at.cell[r->y * r->at.width + r->x] =
            r->at.cell[to_y * r->at.width + to_x];
        r->at.cell[to_y * r->at.width + to_x] = 0;
        r->x = to_x;
        r->y = to_y;
    }
    return true;
}

/*
 * Replays a path, and counts its moves; *fault is what is wrong with where it
 * leads. A shortest one never takes a move back, in either metric. Returns
 * false if the text is malformed or could be shorter.
 */
static bool
replay(const struct raw_value *path, const struct spread *board,
       bool is_shortest, struct stated *of, const char **fault)
{
    struct path_rest rest = raw_path(path);
    unsigned width = board->goal.width, last = 4, move, count;
    struct replayed r = {.at = board->start,
                         .x = board->start.blank % width,
                         .y = board->start.blank / width};

    *fault = NULL;
    for (; path_run(&rest, &move, &count); last = move) {
        if (*fault != NULL)
            continue;
        if (is_shortest && (move ^ 2) == last)
            *fault = "a proven path takes a move back";
        else if (!slide(&r, move, count))
            *fault = "the path leaves the board";
    }
    if (*fault == NULL && memcmp(r.at.cell, board->goal.cell, r.at.n) != 0)
        *fault = "the path does not end at the goal";
    of->moves = rest.moves;
    of->slides = rest.slides;
    return path_is_whole(&rest);
}

/* Checks a rating against the lengths of its puzzle and its path, and writes
 * what it states. Lengths in MTM may have any parity. */
static const char *
prove_rating(const struct raw_value *columns, bool is_mtm,
             const struct spread *board, struct stated *of)
{
    const struct raw_value *lower = &columns[IN_LOWER];
    const struct raw_value *upper = &columns[IN_UPPER];
    const char *fault;
    bool is_proven;

    *of = (struct stated){.lower = 0};
    if (upper->kind == RAW_NULL)
        return columns[IN_PROVEN].kind == RAW_NULL &&
                       columns[IN_OPEN_UPPER].kind == RAW_NULL
                   ? NULL
               : is_mtm ? "a length in MTM without a rating"
                        : "a length without a rating";
    if (!raw_is_number(upper, 1, 65534) ||
        !raw_is_number(lower, 1, upper->number))
        return is_mtm ? "rating in MTM out of range" : "rating out of range";
    of->lower = (unsigned)lower->number;
    of->upper = (unsigned)upper->number;
    is_proven = of->lower == of->upper;
    if (!raw_is_number(&columns[is_proven ? IN_PROVEN : IN_OPEN_UPPER],
                       upper->number, upper->number) ||
        columns[is_proven ? IN_OPEN_UPPER : IN_PROVEN].kind != RAW_NULL)
        return is_mtm ? "the length in MTM does not match its rating"
                      : "the length does not match the rating";
    if (!is_mtm && of->upper % 2 != blank_distance(board) % 2)
        return "rating of the wrong parity";
    if (!replay(&columns[IN_PATH], board, is_proven, of, &fault) ||
        (is_mtm ? of->slides : of->moves) != of->upper)
        return is_mtm
                   ? "the length of the path in MTM does not match the rating"
                   : "the path's length does not match the rating";
    return fault;
}

static const char *
prove_estimate(const struct raw_value *values, const struct spread *board)
{
    const struct raw_value *estimate = &values[PUZZLE_ESTIMATE];
    const struct raw_value *version = &values[PUZZLE_ESTIMATE_VERSION];

    if (estimate->kind == RAW_NULL && version->kind == RAW_NULL)
        return NULL;
    if (board->goal.n <= 16)
        return "estimate of a board of at most 16 cells";
    if (!raw_is_number(estimate, 1, 65534) ||
        !raw_is_number(version, 1, 65535))
        return "estimate out of range";
    return (uint64_t)estimate->number % 2 != blank_distance(board) % 2
               ? "estimate of the wrong parity"
               : NULL;
}

const char *
prove_goal(const struct raw_value *values)
{
    const struct raw_value *name = &values[GOAL_LAYOUT];
    struct spread board;
    loyd_layout layout;
    char text[LOYD_LAYOUT_TEXT];
    const char *fault =
        spread_goal(&values[GOAL_SIZE], &values[GOAL_BOARD], &board);

    if (fault != NULL)
        return fault;
    if (!is_class(&values[GOAL_CLASS], &board.goal))
        return "wrong class";
    if (name->kind == RAW_NULL)
        return NULL;
    if (name->kind != RAW_TEXT ||
        loyd_layout_parse(
            (const char *)name->bytes, name->len, (uint8_t)board.goal.width,
            (uint8_t)board.goal.height, &layout, NULL) != LOYD_OK ||
        memcmp(layout.goal.cell, board.goal.cell, board.goal.n) != 0 ||
        loyd_layout_print(&layout, text) != name->len ||
        memcmp(text, name->bytes, name->len) != 0)
        return "the board does not match its layout name";
    return NULL;
}

const char *
prove_puzzle(const struct raw_value *values, struct plain_board *plain)
{
    const struct raw_value *estimate = &values[PUZZLE_ESTIMATE];
    struct spread board;
    struct stated stm, mtm;
    const char *fault =
        spread_goal(&values[PUZZLE_SIZE], &values[PUZZLE_GOAL], &board);

    if (fault == NULL)
        fault = spread_start(&values[PUZZLE_BOARD], &board);
    if (fault == NULL)
        fault = prove_parity(&board);
    if (fault == NULL)
        fault = prove_id(&values[PUZZLE_ID], &board);
    if (fault == NULL)
        fault =
            prove_class(&values[PUZZLE_CLASS], &values[PUZZLE_LAYOUT], &board);
    if (fault == NULL)
        fault = prove_rating(&values[PUZZLE_STM], false, &board, &stm);
    if (fault == NULL)
        fault = prove_estimate(values, &board);
    if (fault == NULL)
        fault = prove_rating(&values[PUZZLE_MTM], true, &board, &mtm);
    if (fault != NULL)
        return fault;
    plain_of(&board.start, board.to, plain);
    return laws_check(plain, &stm, &mtm,
                      estimate->kind == RAW_NUMBER ? (unsigned)estimate->number
                                                   : 0);
}
