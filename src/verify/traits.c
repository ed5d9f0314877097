/* SPDX-License-Identifier: MIT */
/* SQL functions of traits, each of which is computed a second time. */
#include "verify/functions.h"

static const char letters[] = "URDL";

/* The tiles on lines of one direction that must leave them: of each line, the
 * fewest whose removal leaves the others in the order of the goal. */
static unsigned
conflicts_on(const struct plain_board *board, bool is_row)
{
    unsigned w = board->width, n = w * board->height, total = 0;
    unsigned length = is_row ? w : board->height;

    for (unsigned line = 0; line < n / length; line++) {
        unsigned most[LOYD_SIDE_MAX] = {0}, kept = 0, n_here = 0;
        unsigned place[LOYD_SIDE_MAX];

        for (unsigned i = 0; i < length; i++) {
            unsigned cell = is_row ? line * w + i : i * w + line;
            unsigned home = board->home[cell];

            if (cell == board->blank || (is_row ? home / w : home % w) != line)
                continue;
            place[n_here] = is_row ? home % w : home / w;
            most[n_here] = 1;
            for (unsigned k = 0; k < n_here; k++)
                if (place[k] < place[n_here] && most[k] >= most[n_here])
                    most[n_here] = most[k] + 1;
            if (most[n_here] > kept)
                kept = most[n_here];
            n_here++;
        }
        total += n_here - kept;
    }
    return total;
}

unsigned
conflicts_of(const struct plain_board *board)
{
    return conflicts_on(board, true) + conflicts_on(board, false);
}

unsigned
manhattan_of(const struct plain_board *board)
{
    int w = (int)board->width, total = 0;

    for (int c = 0; c < w * (int)board->height; c++) {
        int home = board->home[c], x = c % w - home % w, y = c / w - home / w;

        if ((unsigned)c != board->blank)
            total += (x < 0 ? -x : x) + (y < 0 ? -y : y);
    }
    return (unsigned)total;
}

static unsigned
inversions_of(const struct plain_board *board)
{
    unsigned n = board->width * board->height, total = 0;

    for (unsigned c = 0; c < n; c++)
        for (unsigned d = c + 1; d < n; d++)
            total += c != board->blank && d != board->blank &&
                     board->home[c] > board->home[d];
    return total;
}

static unsigned
at_home(const struct plain_board *board)
{
    unsigned n = 0;

    for (unsigned c = 0; c < board->width * board->height; c++)
        n += c != board->blank && board->home[c] == c;
    return n;
}

/* Writes the letters of a set of directions. */
static const char *
letters_of(unsigned moves, char text[5])
{
    char *at = text;

    for (unsigned d = 0; d < 4; d++)
        if (moves >> d & 1)
            *at++ = letters[d];
    *at = '\0';
    return text;
}

/* The directions in which a tile can move. */
static unsigned
possible_moves(const struct plain_board *board)
{
    unsigned w = board->width, h = board->height, moves = 0;

    for (unsigned d = 0; d < 4; d++)
        if (tile_beside(w, h, board->blank, d) < w * h)
            moves |= 1u << d;
    return moves;
}

/* --- the functions: their first arguments are board and goal --- */

static bool
is_puzzle(struct call *c)
{
    return read_pair(c, 0) == NULL && c->f->unsolvable == NULL;
}

static void
measure(struct call *c, unsigned (*of)(const struct plain_board *board))
{
    if (is_puzzle(c))
        give_number(c, of(&c->f->board));
}

/* manhattan(board, goal): the distance */
static void
manhattan(struct call *c)
{
    measure(c, manhattan_of);
}

/* conflicts(board, goal): tiles that must leave their lines */
static void
conflicts(struct call *c)
{
    measure(c, conflicts_of);
}

/* inversions(board, goal) */
static void
inversions(struct call *c)
{
    measure(c, inversions_of);
}

/* tiles_home(board, goal) */
static void
tiles_home(struct call *c)
{
    measure(c, at_home);
}

/* row_moves(board, goal): of the solution by rows; NULL: without searches,
 * since it takes tenths of a millisecond */
static void
row_moves(struct call *c)
{
    if (c->f->lengths != NULL)
        measure(c, plain_rows);
}

/* counted(board, goal, what): on shortest solutions, as the column is named;
 * NULL: without searches, and for boards of more than SEARCHED_CELLS cells */
static void
counted(struct call *c)
{
    const struct raw_value *what = &c->in[2];
    struct plain_counts counts;
    char text[5];

    if (c->f->lengths == NULL || !is_puzzle(c) ||
        !plain_count(c->f->lengths, &c->f->board, &counts))
        return;
    if (raw_is_text(what, "solutions"))
        give_number(c, (int64_t)counts.solutions);
    else if (raw_is_text(what, "forced"))
        give_number(c, counts.forced);
    else
        give(c, letters_of(counts.first_moves, text));
}

/* is_moves(board, goal, text): letters of tiles that can move, in their order
 */
static void
is_moves(struct call *c)
{
    unsigned moves = 1;
    char text[5];

    while (moves < 16 && !raw_is_text(&c->in[2], letters_of(moves, text)))
        moves++;
    give_number(c, moves < 16 && is_puzzle(c) &&
                       (moves & ~possible_moves(&c->f->board)) == 0);
}

/*
 * least(board, goal, metric, path): the lower end that the length of a path
 * goes with. Even if no solution can be shorter, it stays below, because
 * proven ratings have canonical paths. A path of one move is always canonical,
 * so there the ends may meet. A slide moves at most all other tiles of the
 * longer side.
 */
static void
least(struct call *c)
{
    const struct plain_board *board = &c->f->board;
    bool is_mtm = raw_is_text(&c->in[2], "mtm");
    int64_t least, most, length;
    loyd_moves path;

    if (!read_path(c, 3, &path) || read_pair(c, 0) != NULL)
        return;
    length = is_mtm ? path_slides(&path) : (int64_t)path.n;
    least = manhattan_of(board) + 2 * conflicts_of(board);
    most = (board->width > board->height ? board->width : board->height) - 1;
    if (is_mtm)
        least = (least + most - 1) / most;
    if (least >= length)
        least = length - 1;
    give_number(c, least > 0 ? least : 1);
}

const struct sql_function trait_functions[] = {
    {"conflicts", 2, conflicts, NULL},
    {"counted", 3, counted, NULL},
    {"inversions", 2, inversions, NULL},
    {"is_moves", 3, is_moves, NULL},
    {"least", 4, least, NULL},
    {"manhattan", 2, manhattan, NULL},
    {"row_moves", 2, row_moves, NULL},
    {"tiles_home", 2, tiles_home, NULL},
    {NULL, 0, NULL, NULL},
};
