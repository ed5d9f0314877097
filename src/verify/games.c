/* SPDX-License-Identifier: MIT */
/*
 * Checks stored games and what was estimated of them. Records are read and
 * replayed here a second time, without code of `game`.
 */
#include <inttypes.h>

#include "core/crypto.h"
#include "loyd/played.h"
#include "verify/catalogue.h"

#define SPAN 10     /* slides that */
#define SPAN_MS 400 /* take at least this */
#define HINTS_MAX 1000
#define SLIDES_MAX 20000
#define DIGITS_MAX 9999 /* four of them */

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
    static const int x[] = {0, 1, 0, -1}, y[] = {-1, 0, 1, 0};
    int width = (int)r->width, height = (int)(r->n / r->width);

    for (; tiles > 0; tiles--) {
        int column = (int)r->blank % width - x[dir];
        int row = (int)r->blank / width - y[dir];
        unsigned from = (unsigned)(row * width + column);

        if (column < 0 || column >= width || row < 0 || row >= height)
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

/* Compares the columns of the row with the record. */
static const char *
compare(struct checker *by, struct replay *r, const struct raw_value *values,
        uint64_t began)
{
    const struct {
        unsigned column;
        uint64_t value;
        const char *fault;
    } wanted[] = {
        {GAME_BEGAN, began, "wrong began"},
        {GAME_MS, r->ms, "wrong ms"},
        {GAME_STM, r->stm, "wrong stm"},
        {GAME_SOLVED, r->is_solved, "wrong solved"},
    };

    for (size_t i = 0; i < sizeof(wanted) / sizeof(wanted[0]); i++)
        if (!raw_is_number(&values[wanted[i].column], (int64_t)wanted[i].value,
                           (int64_t)wanted[i].value))
            return checker_words(
                by, "%s: %" PRId64 ", not %" PRIu64, wanted[i].fault,
                values[wanted[i].column].number, wanted[i].value);
    if (r->before_hint == UINT64_MAX
            ? values[GAME_FREE_MS].kind != RAW_NULL
            : !raw_is_number(&values[GAME_FREE_MS], (int64_t)r->before_hint,
                             (int64_t)r->before_hint))
        return "wrong free_ms";
    return r->is_solved && values[GAME_OPTIMUM].kind == RAW_NUMBER &&
                   r->stm < (uint64_t)values[GAME_OPTIMUM].number
               ? "solved in fewer moves than the optimum"
               : NULL;
}

static bool
is_id_of(const struct raw_value *values)
{
    const struct raw_value *player = &values[GAME_PLAYER];
    const struct raw_value *record = &values[GAME_RECORD];
    uint8_t id[LOYD_ID_BYTES], sum[CRYPTO_HASH_BYTES];
    struct crypto_hash hash;

    crypto_hash_begin(&hash, NULL);
    crypto_hash_field(&hash, "loyd game 1", 11);
    crypto_hash_field(&hash, player->bytes, player->len);
    crypto_hash_field(&hash, record->bytes, record->len);
    crypto_hash_end(&hash, sum);
    return raw_id(&values[GAME_ID], id) && memcmp(id, sum, sizeof(id)) == 0;
}

static bool
is_player_text(const struct raw_value *value)
{
    if (value->kind != RAW_TEXT || value->len < 1 ||
        value->len > LOYD_PLAYER_MAX)
        return false;
    for (size_t i = 0; i < value->len; i++)
        if (memchr("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                   "0123456789_-",
                   value->bytes[i], 64) == NULL)
            return false;
    return true;
}

const char *
check_game(struct checker *by, struct facts *facts)
{
    const struct raw_value *values = facts->values;
    const struct raw_value *record = &values[GAME_RECORD];
    struct replay r = {.at = record->bytes,
                       .end = record->bytes + record->len};
    const char *fault;
    uint64_t began;

    if (!is_player_text(&values[GAME_PLAYER]))
        return "invalid player";
    if (record->kind != RAW_BYTES)
        return "invalid record";
    if (!is_id_of(values))
        return "the id is not that of player and record";
    /* What is invalid is reported with its puzzle. */
    if (!raw_board(&values[GAME_BOARD], &facts->puzzle.start) ||
        !raw_board(&values[GAME_GOAL], &facts->puzzle.goal))
        return NULL;
    fault = take_puzzle(&r, &facts->puzzle);
    if (fault == NULL && !number(&r, &began))
        fault = "invalid record";
    if (fault == NULL)
        fault = replay_slides(&r);
    if (fault == NULL)
        fault = replay_hints(&r);
    if (fault == NULL)
        fault = compare(by, &r, values, began);
    return fault;
}

/* --- estimates --- */

/* Returns whether a number is in a range and rounded to four digits. */
static bool
is_rounded(const struct raw_value *value, int64_t low, int64_t high)
{
    int64_t number = value->number;

    if (!raw_is_number(value, low, high))
        return false;
    while (number != 0 && number % 10 == 0)
        number /= 10;
    return number >= -DIGITS_MAX && number <= DIGITS_MAX;
}

/* What rows of both tables have: version, games, stale, games to count and
 * solved ones of them. */
static const char *
estimate_fault(struct checker *by, const struct raw_value *version,
               const struct raw_value *rest)
{
    enum { GAMES, STALE, COUNTED, SOLVED };

    if (!raw_is_number(version, 1, 1))
        return "unknown version";
    if (!raw_is_number(&rest[STALE], 0, 1))
        return "wrong stale";
    if (rest[STALE].number == 1)
        return raw_is_number(&rest[GAMES], 1, UINT32_MAX) ? NULL
                                                          : "wrong games";
    if (!raw_is_number(&rest[SOLVED], 1, INT64_MAX))
        return "none of its games was solved";
    return raw_is_number(&rest[GAMES], rest[COUNTED].number,
                         rest[COUNTED].number)
               ? NULL
               : checker_words(by, "wrong games: %" PRId64 ", not %" PRId64,
                               rest[GAMES].number, rest[COUNTED].number);
}

const char *
check_difficulty(struct checker *by, struct facts *facts)
{
    const struct raw_value *values = facts->values;

    if (!is_rounded(&values[DIFFICULTY_VALUE], 1, 4294967295000000))
        return "wrong difficulty";
    if (!is_rounded(&values[DIFFICULTY_ERROR], 0, 1000000000))
        return "wrong difficulty_error";
    return estimate_fault(by, &values[DIFFICULTY_VERSION],
                          &values[DIFFICULTY_GAMES]);
}

const char *
check_ability(struct checker *by, struct facts *facts)
{
    const struct raw_value *values = facts->values;

    if (!is_player_text(&values[ABILITY_PLAYER]))
        return "invalid player";
    if (!is_rounded(&values[ABILITY_VALUE], -1000000000, 1000000000))
        return "wrong ability";
    if (!is_rounded(&values[ABILITY_ERROR], 0, 1000000000))
        return "wrong ability_error";
    return estimate_fault(by, &values[ABILITY_VERSION],
                          &values[ABILITY_GAMES]);
}
