/* SPDX-License-Identifier: MIT */
/* Checks stored traits: each is computed a second time. */
#include <inttypes.h>
#include <string.h>

#include "core/board.h"
#include "verify/catalogue.h"

static const char letters[] = "URDL";

/* The tiles on lines of one direction that must leave them: of each line, the
 * fewest whose removal leaves the others in the order of the goal. */
static unsigned
conflicts_of(const struct plain_board *board, bool is_row)
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

static unsigned
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

static unsigned
turns_of(const loyd_moves *path)
{
    unsigned n = 0;

    for (size_t i = 1; i < path->n; i++)
        n += path->dir[i - 1] != path->dir[i];
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
    unsigned w = board->width, x = board->blank % w, y = board->blank / w;

    return (unsigned)(y + 1 < board->height) | (unsigned)(x > 0) << 1 |
           (unsigned)(y > 0) << 2 | (unsigned)(x + 1 < w) << 3;
}

/*
 * Laws of what is counted, which hold for boards of all sizes. Where the
 * canonical path passes a board that has another move, one more solution
 * leaves it there; and each first move begins one.
 */
static const char *
laws_fault(const struct raw_value *values, const struct facts *facts)
{
    const loyd_moves *path = &facts->in[LOYD_STM].path;
    int64_t solutions = values[TRAIT_SOLUTIONS].number;
    int64_t others = values[TRAIT_STM].number - values[TRAIT_FORCED].number;
    unsigned possible = possible_moves(&facts->board), n = 0, moves = 0;
    char text[5];

    for (; moves < 16; moves++)
        if (raw_is_text(&values[TRAIT_FIRST_MOVES], letters_of(moves, text)))
            break;
    if (moves == 16 || (moves & ~possible) != 0)
        return "wrong first_moves";
    if (path->n > 0 && (moves >> path->dir[0] & 1) == 0)
        return "the path begins with another move than first_moves";
    for (unsigned d = 0; d < 4; d++)
        n += moves >> d & 1;
    if (solutions < n)
        return "first_moves does not fit solutions";
    return (others == 0) != (solutions == 1) || solutions <= others
               ? "forced does not fit solutions"
               : NULL;
}

/* What is counted on shortest solutions: all of it, or nothing. */
static const char *
counts_fault(struct checker *by, const struct facts *facts)
{
    const struct raw_value *values = facts->values;
    struct plain_counts counts;
    char text[5];

    if (values[TRAIT_SOLUTIONS].kind == RAW_NULL &&
        values[TRAIT_FIRST_MOVES].kind == RAW_NULL &&
        values[TRAIT_FORCED].kind == RAW_NULL)
        return NULL;
    if (!raw_is_number(&values[TRAIT_SOLUTIONS], 1, INT64_MAX))
        return "wrong solutions";
    if (!raw_is_number(&values[TRAIT_FORCED], 1, values[TRAIT_STM].number))
        return "wrong forced";
    if (by->lengths == NULL ||
        !plain_count(by->lengths, &facts->board, &counts))
        return laws_fault(values, facts);
    if (!raw_is_number(&values[TRAIT_SOLUTIONS], (int64_t)counts.solutions,
                       (int64_t)counts.solutions))
        return "wrong solutions";
    if (!raw_is_text(&values[TRAIT_FIRST_MOVES],
                     letters_of(counts.first_moves, text)))
        return "wrong first_moves";
    return raw_is_number(&values[TRAIT_FORCED], counts.forced, counts.forced)
               ? NULL
               : "wrong forced";
}

/* A pack without solutions has no path. */
const char *
check_traits(struct checker *by, struct facts *facts)
{
    const struct raw_value *values = facts->values;
    loyd_moves *path = &facts->in[LOYD_STM].path;
    const struct plain_board *board = &facts->board;

    if (values[TRAIT_STM].kind != RAW_NUMBER)
        return "the puzzle is not proven";
    /* What is invalid is reported with its puzzle. */
    if (!raw_board(&values[TRAIT_BOARD], &facts->puzzle.start) ||
        !raw_board(&values[TRAIT_GOAL], &facts->puzzle.goal) ||
        !facts_board(&facts->puzzle, &facts->board) ||
        (values[TRAIT_PATH].len > 0 && !raw_path(&values[TRAIT_PATH], path)))
        return NULL;
    const struct {
        unsigned column;
        unsigned value;
        const char *fault;
    } wanted[] = {
        {TRAIT_VERSION, LOYD_TRAITS_VERSION, "unknown version"},
        {TRAIT_DETOUR,
         (unsigned)values[TRAIT_STM].number - manhattan_of(board),
         "wrong detour"},
        {TRAIT_CONFLICTS,
         conflicts_of(board, true) + conflicts_of(board, false),
         "wrong linear_conflicts"},
        {TRAIT_INVERSIONS, inversions_of(board), "wrong inversions"},
        {TRAIT_HOME, at_home(board), "wrong tiles_home"},
        {TRAIT_TURNS, turns_of(path), "wrong turns"},
    };

    for (size_t i = 0; i < sizeof(wanted) / sizeof(wanted[0]); i++)
        if ((path->n > 0 || wanted[i].column != TRAIT_TURNS) &&
            !raw_is_number(&values[wanted[i].column], wanted[i].value,
                           wanted[i].value))
            return checker_words(
                by, "%s: %" PRId64 ", not %u", wanted[i].fault,
                values[wanted[i].column].number, wanted[i].value);
    if (by->lengths != NULL) {
        unsigned moves = plain_rows(board);

        if (!raw_is_number(&values[TRAIT_ROW_MOVES], moves, moves))
            return checker_words(by, "wrong row_moves: %" PRId64 ", not %u",
                                 values[TRAIT_ROW_MOVES].number, moves);
    }
    return counts_fault(by, facts);
}
