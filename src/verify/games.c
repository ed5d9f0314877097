/* SPDX-License-Identifier: MIT */
/* Replays stored games: their records are read here a second time, without
 * code of `game`. */
#include <inttypes.h>
#include <string.h>

#include "verify/functions.h"

#define SPAN 10     /* slides that */
#define SPAN_MS 400 /* take at least this */
#define HINTS_MAX 1000
#define SLIDES_MAX 20000

/* A record that is being read and replayed. */
struct replay {
    const uint8_t *at;
    const uint8_t *end;
    uint8_t cell[LOYD_CELLS_MAX];
    unsigned width, n, blank;
    const uint8_t *goal;
    uint64_t span[SPAN];           /* the times of the last slides */
    uint64_t stm, ms, before_hint; /* before_hint: UINT64_MAX, none */
    const uint8_t *slides;
    uint64_t n_slides;
    bool is_solved;
};

/* Reads LEB128; false: it is malformed. */
static bool
number(struct replay *r, uint64_t *value)
{
    *value = 0;
    for (unsigned i = 0; i < 9 && r->at < r->end; i++) {
        uint8_t byte = *r->at++;

        *value += (uint64_t)(byte % 128) << (7 * i);
        if (byte < 128)
            return byte != 0 || i == 0;
    }
    return false;
}

static bool
is_goal(const struct replay *r)
{
    return memcmp(r->cell, r->goal, r->n) == 0;
}

/* Moves `tiles` tiles up, right, down or left; false: there are not as many.
 */
static bool
slide(struct replay *r, unsigned dir, unsigned tiles)
{
    for (; tiles > 0; tiles--) {
        unsigned from = tile_beside(r->width, r->n / r->width, r->blank, dir);

        if (from == r->n)
            return false;
        r->cell[r->blank] = r->cell[from];
        r->cell[from] = 0;
        r->blank = from;
        r->stm++;
    }
    return true;
}

static const char *
replay_slides(struct replay *r)
{
    uint64_t ms, span = 0;

    if (!number(r, &r->n_slides) || r->n_slides > SLIDES_MAX)
        return "invalid record";
    r->slides = r->at;
    for (uint64_t i = 0; i < r->n_slides; i++) {
        unsigned byte = r->at < r->end ? *r->at++ : 255;

        if (is_goal(r))
            return "a slide follows the solved board";
        if (byte / 4 > 13 || !number(r, &ms))
            return "invalid record";
        if (!slide(r, byte % 4, byte / 4 + 1))
            return "an impossible slide";
        span += ms - (i >= SPAN ? r->span[i % SPAN] : 0);
        r->span[i % SPAN] = ms;
        if (i + 1 >= SPAN && span < SPAN_MS)
            return "slides that are too fast";
        r->ms += ms;
    }
    r->is_solved = is_goal(r);
    return NULL;
}

/* The time that the first `n` slides took, which have been read before. */
static uint64_t
time_of(const struct replay *r, uint64_t n)
{
    struct replay again = {.at = r->slides, .end = r->end};
    uint64_t ms, sum = 0;

    for (; n > 0; n--) {
        again.at++;
        if (number(&again, &ms))
            sum += ms;
    }
    return sum;
}

static const char *
replay_hints(struct replay *r)
{
    uint64_t n, more, after = 0;

    if (!number(r, &n) || n > HINTS_MAX)
        return "invalid record";
    r->before_hint = UINT64_MAX;
    for (uint64_t i = 0; i < n; i++) {
        if (!number(r, &more) || (after += more) > r->n_slides)
            return "invalid record";
        if (i == 0)
            r->before_hint = time_of(r, after);
    }
    return r->at == r->end ? NULL : "invalid record";
}

/* Sets the board to that of the puzzle, which must be the record's own unless
 * that has a recipe. */
static const char *
take_puzzle(struct replay *r, const loyd_puzzle *puzzle)
{
    size_t left = (size_t)(r->end - r->at);
    const loyd_board *start = &puzzle->start;
    uint64_t len;

    r->width = start->width;
    r->n = (unsigned)start->width * start->height;
    memcpy(r->cell, start->cell, r->n);
    r->goal = puzzle->goal.cell;
    while (r->blank < r->n - 1 && r->cell[r->blank] != 0)
        r->blank++;
    if (left > 0 && *r->at == 0) {
        r->at++;
        if (!number(r, &len) || len > (uint64_t)(r->end - r->at))
            return "invalid record";
        r->at += len;
        return NULL;
    }
    if (left < 2 + 2 * (size_t)r->n || r->at[0] != start->width ||
        r->at[1] != start->height || memcmp(r->at + 2, r->cell, r->n) != 0 ||
        memcmp(r->at + 2 + r->n, r->goal, r->n) != 0)
        return "the record is of another puzzle";
    r->at += 2 + 2 * (size_t)r->n;
    return NULL;
}

static const char *
replay(struct replay *r, const loyd_puzzle *puzzle, uint64_t *began)
{
    const char *fault = take_puzzle(r, puzzle);

    if (fault == NULL && !number(r, began))
        fault = "invalid record";
    if (fault == NULL)
        fault = replay_slides(r);
    return fault == NULL ? replay_hints(r) : fault;
}

/* game(began, ms, free_ms, stm, solved, record, board, goal): what is wrong
 * with the record, or contradicts it; what is wrong with the boards is told
 * with their puzzle */
void
game(struct call *c)
{
    enum { BEGAN, MS, FREE_MS, STM, SOLVED, RECORD, BOARD };
    const struct raw_value *in = c->in, *record = &in[RECORD];
    struct replay r = {.at = record->bytes,
                       .end = record->bytes + record->len};
    uint64_t began = 0;
    const char *fault = "invalid record";

    if (read_pair(c, BOARD) != NULL)
        return;
    if (record->kind == RAW_BYTES)
        fault = replay(&r, &c->f->puzzle, &began);
    const struct {
        const struct raw_value *stored;
        uint64_t value;
        const char *name;
    } wanted[] = {
        {&in[BEGAN], began, "began"},
        {&in[MS], r.ms, "ms"},
        {&in[STM], r.stm, "stm"},
        {&in[SOLVED], r.is_solved, "solved"},
    };

    for (size_t i = 0; fault == NULL && i < sizeof(wanted) / sizeof(wanted[0]);
         i++) {
        const struct raw_value *stored = wanted[i].stored;
        int64_t value = (int64_t)wanted[i].value;

        if (raw_is_number(stored, value, value))
            continue;
        give_words(c, "wrong %s: %" PRId64 ", not %" PRId64, wanted[i].name,
                   stored->number, value);
        return;
    }
    if (fault == NULL &&
        (r.before_hint == UINT64_MAX
             ? in[FREE_MS].kind != RAW_NULL
             : !raw_is_number(&in[FREE_MS], (int64_t)r.before_hint,
                              (int64_t)r.before_hint)))
        fault = "wrong free_ms";
    give(c, fault);
}
