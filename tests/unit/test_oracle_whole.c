/* SPDX-License-Identifier: MIT */
/*
 * Every entry of the whole-state tables of twelve cells against breadth-first
 * search, level by level, and the levels against depths.txt. This test shares
 * the layout of a table (whole.h) with the library, but no code.
 *
 * A class takes about 15 seconds; except in long tests, only 3x4 with its
 * blank in a corner is searched to the end, and a few levels of 2x6.
 */
#include "oracle.h"

#include "solve/table/whole.h"

enum {
    CELLS = 12,
    TILES = CELLS - 1,
    LOW = 4,   /* places whose orders share a word */
    WORD = 24, /* 4! */
};
#define N_WORDS 1663200u /* 11! / 24 */
#define FEW 1000000.0    /* states, if not all are searched */

/* One bit per state, [blank's cell][word of the order's rank]. */
typedef uint32_t state_set[CELLS][N_WORDS];

struct flood {
    unsigned width, height, home;
    state_set *seen, *level, *after;
    uint8_t last[WORD][LOW];    /* the orders of four, lexicographic */
    uint8_t count[1u << TILES]; /* of bits */
};

static void
flood_open(struct flood *f, unsigned width, unsigned height, unsigned home)
{
    f->width = width;
    f->height = height;
    f->home = home;
    f->seen = calloc(1, sizeof(*f->seen));
    f->level = calloc(1, sizeof(*f->level));
    f->after = calloc(1, sizeof(*f->after));
    assert_true(f->seen != NULL && f->level != NULL && f->after != NULL);
    for (unsigned bits = 1; bits < 1u << TILES; bits++)
        f->count[bits] = (uint8_t)(f->count[bits / 2] + bits % 2);
    for (unsigned k = 0, code = 0; code < 256; code++) {
        unsigned mask = 0;

        for (unsigned i = 0; i < LOW; i++)
            mask |= 1u << (code >> (6 - 2 * i) & 3);
        if (mask != 15)
            continue;
        for (unsigned i = 0; i < LOW; i++)
            f->last[k][i] = (uint8_t)(code >> (6 - 2 * i) & 3);
        k++;
    }
    (*f->level)[home][0] = (*f->seen)[home][0] = 1;
}

static void
flood_close(struct flood *f)
{
    free(f->seen);
    free(f->level);
    free(f->after);
}

/*
 * The places before the last four of a word's orders, and the tiles left for
 * these, ascending.
 */
static void
unrank_word(uint32_t word, uint8_t *tile, uint8_t *left)
{
    unsigned digit[TILES - LOW], n_left = TILES;
    uint8_t rest[TILES];

    for (unsigned k = TILES - LOW; k-- > 0; word /= TILES - k)
        digit[k] = word % (TILES - k);
    for (unsigned k = 0; k < TILES; k++)
        rest[k] = (uint8_t)k;
    for (unsigned k = 0; k < TILES - LOW; k++) {
        tile[k] = rest[digit[k]];
        memmove(rest + digit[k], rest + digit[k] + 1, --n_left - digit[k]);
    }
    memcpy(left, rest, LOW);
}

static uint32_t
rank(const struct flood *f, const uint8_t *tile)
{
    unsigned left = (1u << TILES) - 1;
    uint32_t number = 0;

    for (unsigned k = 0; k < TILES; k++) {
        left &= ~(1u << tile[k]);
        number = number * (TILES - k) + f->count[left & ((1u << tile[k]) - 1)];
    }
    return number;
}

/*
 * The blank moves up or down a row: the tile that was there passes those in
 * between and takes its place in the order after or before them.
 */
static uint32_t
step_vertically(const struct flood *f, unsigned blank, unsigned to,
                const uint8_t *tile)
{
    uint8_t moved[TILES];
    unsigned across = f->width - 1, at = blank < to ? blank : to;

    memcpy(moved, tile, TILES);
    if (blank < to) { /* the tile moves up */
        memmove(moved + at + 1, tile + at, across);
        moved[at] = tile[at + across];
    } else {
        memmove(moved + at, tile + at + 1, across);
        moved[at + across] = tile[at];
    }
    return rank(f, moved);
}

/* Moves the blank a row, in all boards of a word. */
static void
spread_vertically(struct flood *f, unsigned blank, unsigned to, uint8_t *tile,
                  const uint8_t *left, uint32_t bits)
{
    unsigned at = blank < to ? blank : to;
    uint32_t number;

    if (at + f->width <= TILES - LOW) { /* the last places stay as they are */
        memcpy(tile + TILES - LOW, left, LOW);
        number = step_vertically(f, blank, to, tile);
        (*f->after)[to][number / WORD] |= bits;
        return;
    }
    for (; bits != 0; bits &= bits - 1) {
        const uint8_t *last = f->last[__builtin_ctz(bits)];

        for (unsigned k = 0; k < LOW; k++)
            tile[TILES - LOW + k] = left[last[k]];
        number = step_vertically(f, blank, to, tile);
        (*f->after)[to][number / WORD] |= 1u << number % WORD;
    }
}

/* Expands all boards of one word of the level. */
static void
spread_word(struct flood *f, unsigned blank, uint32_t word)
{
    uint32_t bits = (*f->level)[blank][word];
    uint8_t tile[TILES], left[LOW];

    if (blank % f->width > 0) /* sideways moves keep the order */
        (*f->after)[blank - 1][word] |= bits;
    if (blank % f->width < f->width - 1)
        (*f->after)[blank + 1][word] |= bits;
    unrank_word(word, tile, left);
    if (blank >= f->width)
        spread_vertically(f, blank, blank - f->width, tile, left, bits);
    if (blank + f->width < CELLS)
        spread_vertically(f, blank, blank + f->width, tile, left, bits);
}

/* Advances by one level; returns the number of states on it. */
static double
flood_step(struct flood *f)
{
    state_set *done = f->level;
    double n = 0;

    for (unsigned blank = 0; blank < CELLS; blank++)
        for (uint32_t word = 0; word < N_WORDS; word++)
            if ((*f->level)[blank][word] != 0)
                spread_word(f, blank, word);
    for (unsigned blank = 0; blank < CELLS; blank++)
        for (uint32_t word = 0; word < N_WORDS; word++) {
            uint32_t *bits = &(*f->after)[blank][word];

            (*done)[blank][word] = 0;
            if (*bits == 0)
                continue;
            *bits &= ~(*f->seen)[blank][word];
            (*f->seen)[blank][word] |= *bits;
            n += __builtin_popcount(*bits);
        }
    f->level = f->after;
    f->after = done;
    return n;
}

/* Checks the entries of all states of the level. */
static void
check_level(const struct flood *f, const struct whole *table, unsigned depth)
{
    uint32_t expected = depth >> 1 & 1 ? UINT32_MAX : 0;

    for (unsigned blank = 0; blank < CELLS; blank++)
        for (uint32_t word = 0; word < N_WORDS; word++) {
            uint32_t entries = table->second[blank * N_WORDS + word];

            if (((entries ^ expected) & (*f->level)[blank][word]) != 0)
                fail_msg("%ux%u, blank's home %u, now in %u, word %u: wrong "
                         "entry of depth %u",
                         f->width, f->height, f->home, blank, word, depth);
        }
}

/* Checks one class, against depths.txt if its blank is in a corner. */
static void
check_class(const struct oracle_depths *depths, unsigned width,
            unsigned height, unsigned home, bool to_the_end)
{
    loyd_class cls = {(uint8_t)width, (uint8_t)height, (uint8_t)home};
    struct monitor m = {.progress = NULL};
    double sum = 0, n = 1;
    struct flood f;
    struct whole table;

    memset(&f, 0, sizeof(f));
    whole_plan(&table, &cls, LOYD_STM);
    assert_int_equal(table.n_words, N_WORDS);
    assert_int_equal(whole_build(&table, 2, &m), LOYD_OK);
    flood_open(&f, width, height, home);
    for (unsigned depth = 0; n > 0; n = flood_step(&f), depth++) {
        if (home == 0 && n != depths->count[depth])
            fail_msg("%ux%u: %.0f states at depth %u: expected %.0f", width,
                     height, n, depth, depths->count[depth]);
        check_level(&f, &table, depth);
        sum += n;
        if (sum > FEW && !to_the_end)
            break;
    }
    if (to_the_end)
        assert_true(sum == depths->total);
    flood_close(&f);
    whole_free(&table);
}

/* Checks every class of a size, in its own orientation. */
static void
check_size(const char *size, unsigned width, unsigned height)
{
    struct oracle_depths depths = oracle_depths(size);

    if (oracle_is_watched())
        skip();
    for (unsigned row = 0; 2 * row < height; row++)
        for (unsigned col = 0; 2 * col < width; col++)
            if (row + col == 0 || oracle_is_long())
                check_class(&depths, width, height, row * width + col,
                            oracle_is_long());
}

static void
test_3x4(void **state)
{
    (void)state;
    check_size("3x4", 4, 3);
}

static void
test_2x6(void **state)
{
    (void)state;
    check_size("2x6", 6, 2);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_3x4),
        cmocka_unit_test(test_2x6),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
