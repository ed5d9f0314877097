/* SPDX-License-Identifier: MIT */
/*
 * Verifies single rows. It shares the hash function and the parser of layout
 * names with the code that writes these rows, and nothing else.
 */
#include "catalogue/prove.h"

#include <string.h>

#include "core/crypto.h"
#include "loyd/layout.h"

enum { GOAL_PK, GOAL_WIDTH, GOAL_HEIGHT, GOAL_CELLS, GOAL_LAYOUT };

/* A puzzle, unpacked. */
struct spread {
    unsigned width;
    unsigned height;
    unsigned n;
    const uint8_t *goal;
    unsigned goal_blank;
    unsigned start_blank;
    unsigned to[LOYD_CELLS_MAX]; /* start cell -> goal cell of its label */
    uint8_t start[LOYD_CELLS_MAX];
};

/* Returns whether the cells hold a blank and n-1 of the labels 1..n, each
 * once, by counting. */
static bool
is_board(const uint8_t *cells, unsigned n)
{
    unsigned times[256] = {0};
    unsigned n_different = 0;

    for (unsigned c = 0; c < n; c++) {
        if (cells[c] > n)
            return false;
        n_different += times[cells[c]]++ == 0;
    }
    return n_different == n && times[0] == 1;
}

static const char *
spread_goal(const struct raw_value *width, const struct raw_value *height,
            const struct raw_value *cells, struct spread *board)
{
    if (!raw_is_number(width, 2, 15) || !raw_is_number(height, 2, 15))
        return "invalid goal size";
    board->width = (unsigned)width->number;
    board->height = (unsigned)height->number;
    board->n = board->width * board->height;
    if (cells->kind != RAW_BYTES || cells->len != board->n ||
        !is_board(cells->bytes, board->n))
        return "invalid goal board";
    board->goal = cells->bytes;
    board->goal_blank = 0;
    while (board->goal[board->goal_blank] != 0)
        board->goal_blank++;
    return NULL;
}

/*
 * Unpacks the n numbers of a packed start. Each takes as few bits as hold a
 * cell, from the highest bit on; `rest` receives the bits that are left over.
 */
static bool
unpack(const struct raw_value *start, unsigned n,
       unsigned number[LOYD_CELLS_MAX], unsigned *rest)
{
    unsigned bits = 0, held = 0, n_held = 0;
    size_t at = 0;

    while ((n - 1) >> bits != 0)
        bits++;
    if (start->kind != RAW_BYTES || start->len != (n * bits + 7) / 8)
        return false;
    for (unsigned c = 0; c < n; c++) {
        while (n_held < bits) {
            held = (held << 8 | start->bytes[at++]) & 0xffffU;
            n_held += 8;
        }
        n_held -= bits;
        number[c] = held >> n_held & ((1U << bits) - 1);
    }
    *rest = held & ((1U << n_held) - 1);
    return true;
}

bool
prove_start(const struct raw_value *start, const struct raw_value *cells,
            size_t n, uint8_t *out)
{
    unsigned to[LOYD_CELLS_MAX], rest;

    if (!unpack(start, (unsigned)n, to, &rest))
        return false;
    for (size_t c = 0; c < n; c++) {
        if (to[c] >= n)
            return false;
        out[c] = cells->bytes[to[c]];
    }
    return true;
}

bool
prove_board(const struct raw_value *start, const struct raw_value *cells,
            unsigned width, struct plain_board *board)
{
    unsigned to[LOYD_CELLS_MAX], n = (unsigned)cells->len, rest;

    if (n < 4 || n > LOYD_CELLS_MAX || !unpack(start, n, to, &rest))
        return false;
    board->width = width;
    board->height = n / width;
    board->blank = n;
    for (unsigned c = 0; c < n; c++) {
        if (to[c] >= n)
            return false;
        board->home[c] = (uint8_t)to[c];
        if (cells->bytes[to[c]] == 0)
            board->blank = c;
    }
    return board->blank < n && board->height > 1;
}

static const char *
spread_start(const struct raw_value *start, struct spread *board)
{
    bool is_taken[LOYD_CELLS_MAX] = {false};
    unsigned rest;

    if (!unpack(start, board->n, board->to, &rest))
        return "packed start of the wrong length";
    for (unsigned c = 0; c < board->n; c++) {
        if (board->to[c] >= board->n || is_taken[board->to[c]])
            return "a label appears twice in the start";
        is_taken[board->to[c]] = true;
        board->start[c] = board->goal[board->to[c]];
        if (board->start[c] == 0)
            board->start_blank = c;
    }
    return rest == 0 ? NULL : "packed start with bits after its end";
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
    return distance(board->start_blank % board->width,
                    board->goal_blank % board->width) +
           distance(board->start_blank / board->width,
                    board->goal_blank / board->width);
}

/* Compares the permutation's sign, by its cycles, with the parity of the
 * distance between the blanks. */
static const char *
prove_parity(const struct spread *board)
{
    bool is_seen[LOYD_CELLS_MAX] = {false};
    unsigned n_cycles = 0;

    for (unsigned c = 0; c < board->n; c++) {
        n_cycles += !is_seen[c];
        for (unsigned at = c; !is_seen[at]; at = board->to[at])
            is_seen[at] = true;
    }
    if (n_cycles == board->n)
        return "start and goal are equal";
    if ((board->n - n_cycles) % 2 != blank_distance(board) % 2)
        return "unsolvable: start and goal differ in parity";
    return NULL;
}

static const char *
prove_id(const struct raw_value *id, const struct spread *board)
{
    const uint8_t size[2] = {(uint8_t)board->width, (uint8_t)board->height};
    uint8_t digest[CRYPTO_HASH_BYTES];
    struct crypto_hash hash;

    crypto_hash_begin(&hash, NULL);
    crypto_hash_field(&hash, "loyd puzzle 1", 13);
    crypto_hash_field(&hash, size, 2);
    crypto_hash_field(&hash, board->goal, board->n);
    crypto_hash_field(&hash, board->start, board->n);
    crypto_hash_end(&hash, digest);
    if (id->kind != RAW_BYTES || id->len != LOYD_ID_BYTES ||
        memcmp(id->bytes, digest, LOYD_ID_BYTES) != 0)
        return "the id does not match the boards";
    return NULL;
}

/* Computes the class: the least cell of the blank under all rotations and
 * reflections that leave the longer side horizontal, by trying them all. */
static int64_t
class_of(const struct spread *board)
{
    int64_t least = INT64_MAX;

    for (unsigned way = 0; way < 8; way++) {
        unsigned x = board->goal_blank % board->width;
        unsigned y = board->goal_blank / board->width;
        unsigned w = board->width, h = board->height;
        int64_t class;

        if (way & 1)
            x = w - 1 - x;
        if (way & 2)
            y = h - 1 - y;
        if (way & 4) {
            unsigned old = x;
            x = y;
            y = old;
            w = board->height;
            h = board->width;
        }
        if (w < h)
            continue;
        class = ((int64_t)w * 256 + h) * 256 + y * w + x;
        if (class < least)
            least = class;
    }
    return least;
}

static const char *
prove_class(const struct raw_value *class, const struct raw_value *layout,
            const struct spread *board)
{
    int64_t expected = class_of(board);

    if (layout->kind != RAW_NULL && class->kind != RAW_NULL)
        return "a class is stored although the goal has a layout name";
    if (layout->kind == RAW_NULL && !raw_is_number(class, expected, expected))
        return "wrong class";
    return NULL;
}

/* Replays the n moves of a path on the cells. A shortest one never takes a
 * move back, in either metric. */
static const char *
replay(const struct raw_value *path, const struct spread *board, size_t n,
       bool is_shortest)
{
    uint8_t cell[LOYD_CELLS_MAX];
    unsigned x = board->start_blank % board->width;
    unsigned y = board->start_blank / board->width;
    unsigned last = 4;

    memcpy(cell, board->start, board->n);
    for (size_t i = 0; i < n; i++) {
        unsigned move = path->bytes[i / 4] >> (6 - 2 * (i % 4)) & 3;
        /* The tile moves up, right, down or left, the blank opposite. */
        unsigned to_x = x + (move == 3) - (move == 1);
        unsigned to_y = y + (move == 0) - (move == 2);

        /* Unsigned: a coordinate below 0 wraps to a large value. */
        if (to_x >= board->width || to_y >= board->height)
            return "the path leaves the board";
        if (is_shortest && (move ^ 2) == last)
            return "a proven path takes a move back";
        last = move;
        cell[y * board->width + x] = cell[to_y * board->width + to_x];
        cell[to_y * board->width + to_x] = 0;
        x = to_x;
        y = to_y;
    }
    if (memcmp(cell, board->goal, board->n) != 0)
        return "the path does not end at the goal";
    return NULL;
}

bool
prove_path_moves(const struct raw_value *path, size_t *n)
{
    unsigned last;

    if (path->kind != RAW_BYTES || path->len == 0)
        return false;
    last = path->bytes[path->len - 1];
    for (unsigned i = 0; i < 4; i++)
        if ((last & 0xffU >> 2 * i) == 0x80U >> 2 * i) {
            *n = 4 * (path->len - 1) + i;
            return true;
        }
    return false;
}

/* Counts the runs of moves in one direction. */
static size_t
path_runs(const struct raw_value *path, size_t n)
{
    size_t n_runs = 0;
    unsigned last = 4;

    for (size_t i = 0; i < n; i++) {
        unsigned move = path->bytes[i / 4] >> (6 - 2 * (i % 4)) & 3;

        n_runs += move != last;
        last = move;
    }
    return n_runs;
}

static const char *
prove_rating(const struct raw_value *values, const struct spread *board)
{
    const struct raw_value *lower = &values[PUZZLE_LOWER];
    const struct raw_value *upper = &values[PUZZLE_UPPER];
    const struct raw_value *path = &values[PUZZLE_PATH];
    const struct raw_value *stm = &values[PUZZLE_STM];
    const struct raw_value *open_upper = &values[PUZZLE_OPEN_UPPER];
    size_t n;

    if (upper->kind == RAW_NULL)
        return stm->kind == RAW_NULL && open_upper->kind == RAW_NULL
                   ? NULL
                   : "a length without a rating";
    if (!raw_is_number(upper, 1, 65534) ||
        !raw_is_number(lower, 1, upper->number))
        return "rating out of range";
    if (lower->number == upper->number
            ? !raw_is_number(stm, upper->number, upper->number)
            : stm->kind != RAW_NULL)
        return "the optimal length does not match the rating";
    if (lower->number < upper->number
            ? !raw_is_number(open_upper, upper->number, upper->number)
            : open_upper->kind != RAW_NULL)
        return "the upper end does not match the rating";
    if ((uint64_t)upper->number % 2 != blank_distance(board) % 2)
        return "rating of the wrong parity";
    if (!prove_path_moves(path, &n) || n != (size_t)upper->number)
        return "the path's length does not match the rating";
    return replay(path, board, n, lower->number == upper->number);
}

/* The rating in MTM, whose lengths may have any parity. */
static const char *
prove_mtm_rating(const struct raw_value *values, const struct spread *board)
{
    const struct raw_value *lower = &values[PUZZLE_MTM_LOWER];
    const struct raw_value *upper = &values[PUZZLE_MTM_UPPER];
    const struct raw_value *path = &values[PUZZLE_MTM_PATH];
    const struct raw_value *mtm = &values[PUZZLE_MTM];
    int64_t wanted;
    size_t n;

    if (upper->kind == RAW_NULL)
        return mtm->kind == RAW_NULL ? NULL
                                     : "a length in MTM without a rating";
    if (!raw_is_number(upper, 1, 65534) ||
        !raw_is_number(lower, 1, upper->number))
        return "rating in MTM out of range";
    wanted = upper->number + (lower->number < upper->number ? 65536 : 0);
    if (!raw_is_number(mtm, wanted, wanted))
        return "the length in MTM does not match its rating";
    if (!prove_path_moves(path, &n) ||
        path_runs(path, n) != (size_t)upper->number)
        return "the length of the path in MTM does not match the rating";
    return replay(path, board, n, lower->number == upper->number);
}

/* An estimate is 65536 times the version and the length of a solution. */
static const char *
prove_estimate(const struct raw_value *values, const struct spread *board)
{
    const struct raw_value *estimate = &values[PUZZLE_ESTIMATE];
    int64_t length = estimate->number % 65536;

    if (estimate->kind == RAW_NULL)
        return NULL;
    if (board->n <= 16)
        return "estimate of a board of at most 16 cells";
    if (!raw_is_number(estimate, 65536, INT64_C(65535) * 65536 + 65534) ||
        length == 0 || length == 65535)
        return "estimate out of range";
    return (uint64_t)length % 2 != blank_distance(board) % 2
               ? "estimate of the wrong parity"
               : NULL;
}

static void
plain_of(const struct spread *board, struct plain_board *out)
{
    out->width = board->width;
    out->height = board->height;
    out->blank = board->start_blank;
    for (unsigned c = 0; c < board->n; c++)
        out->home[c] = (uint8_t)board->to[c];
}

/* Takes a rating from its columns lower, upper and path. Slides are counted
 * only if another rating is compared with them. */
static struct stated
stated_of(const struct raw_value rating[3], const struct raw_value *other)
{
    struct stated of = {.lower = 0};

    if (rating[1].kind != RAW_NUMBER)
        return of;
    of.lower = (unsigned)rating[0].number;
    of.upper = (unsigned)rating[1].number;
    if (prove_path_moves(&rating[2], &of.moves) && other->kind == RAW_NUMBER)
        of.slides = path_runs(&rating[2], of.moves);
    return of;
}

/* The other checks of the row have found nothing. */
static const char *
prove_lengths(const struct raw_value *values, const struct spread *board)
{
    const struct stated stm =
        stated_of(&values[PUZZLE_LOWER], &values[PUZZLE_MTM_UPPER]);
    const struct stated mtm =
        stated_of(&values[PUZZLE_MTM_LOWER], &values[PUZZLE_UPPER]);
    const struct raw_value *estimate = &values[PUZZLE_ESTIMATE];
    struct plain_board plain;

    plain_of(board, &plain);
    return prove_laws(&plain, &stm, &mtm,
                      estimate->kind == RAW_NUMBER
                          ? (unsigned)(estimate->number % 65536)
                          : 0);
}

const char *
prove_goal(const struct raw_value *values)
{
    const struct raw_value *name = &values[GOAL_LAYOUT];
    struct spread board;
    loyd_layout layout;
    char text[LOYD_LAYOUT_TEXT];
    const char *fault = spread_goal(&values[GOAL_WIDTH], &values[GOAL_HEIGHT],
                                    &values[GOAL_CELLS], &board);

    if (fault != NULL)
        return fault;
    if (name->kind == RAW_NULL)
        return NULL;
    if (name->kind != RAW_TEXT ||
        loyd_layout_parse((const char *)name->bytes, name->len,
                          (uint8_t)board.width, (uint8_t)board.height, &layout,
                          NULL) != LOYD_OK ||
        memcmp(layout.goal.cell, board.goal, board.n) != 0 ||
        loyd_layout_print(&layout, text) != name->len ||
        memcmp(text, name->bytes, name->len) != 0)
        return "the board does not match its layout name";
    return NULL;
}

const char *
prove_puzzle(const struct raw_value *values)
{
    struct spread board;
    const char *fault =
        spread_goal(&values[PUZZLE_WIDTH], &values[PUZZLE_HEIGHT],
                    &values[PUZZLE_CELLS], &board);

    if (fault == NULL)
        fault = spread_start(&values[PUZZLE_START], &board);
    if (fault == NULL)
        fault = prove_parity(&board);
    if (fault == NULL)
        fault = prove_id(&values[PUZZLE_ID], &board);
    if (fault == NULL)
        fault =
            prove_class(&values[PUZZLE_CLASS], &values[PUZZLE_LAYOUT], &board);
    if (fault == NULL)
        fault = prove_rating(values, &board);
    if (fault == NULL)
        fault = prove_estimate(values, &board);
    if (fault == NULL)
        fault = prove_mtm_rating(values, &board);
    if (fault == NULL)
        fault = prove_lengths(values, &board);
    return fault;
}
