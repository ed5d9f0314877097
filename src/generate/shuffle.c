/* SPDX-License-Identifier: MIT */
/*
 * Shuffles packed boards in parallel lanes. No step branches on the drawn
 * words, so the compiler can vectorise the loops over the lanes. The boards
 * are those that methods.c draws; golden files and a test that compares both
 * ensure this.
 */
#include "generate/shuffle.h"

#include <string.h>

#include "core/board.h"

#define LANES SHUFFLE_LANES
#define WORDS 16
#define BLOCK_BYTES (4 * WORDS)

/*
 * The code is compiled twice: for any processor, and for those with AVX2,
 * which can shift each lane by a different amount and take half the time.
 */
#if defined(__GNUC__) && defined(__x86_64__)
#define HAS_WIDE 1
#define INLINE inline __attribute__((always_inline))
#define WIDE __attribute__((target("avx2")))
#else
#define HAS_WIDE 0
#define INLINE inline
#endif

/* Boards being shuffled, one per lane. */
struct lanes {
    uint32_t word[WORDS][LANES];
    uint64_t board[LANES];
    uint64_t is_odd[LANES]; /* bit 0 */
    uint64_t again[LANES];  /* bit 63 */
};

void
shuffle_prepare(const loyd_board *goal, struct shuffle_plan *plan)
{
    unsigned blank = board_blank(goal), n = board_cells(goal);

    *plan = (struct shuffle_plan){.n = n, .missing = board_missing(goal)};
    for (unsigned c = 0; c < n; c++) {
        uint64_t label = goal->cell[c];
        uint64_t way = cell_taxicab(c, blank, goal->width);

        plan->goal |= (label - (label > plan->missing)) << 4 * c;
        plan->cells |= UINT64_C(1) << 4 * c;
        plan->odd |= way % 2 << 4 * c;
    }
}

static INLINE void
take_words(struct lanes *x, const uint8_t *blocks)
{
    for (unsigned l = 0; l < LANES; l++)
        for (unsigned k = 0; k < WORDS; k++) {
            const uint8_t *byte = blocks + BLOCK_BYTES * l + 4 * k;

            x->word[k][l] = (uint32_t)byte[0] | (uint32_t)byte[1] << 8 |
                            (uint32_t)byte[2] << 16 | (uint32_t)byte[3] << 24;
        }
}

/* Swaps cell c with a cell 0..c that is drawn from its word. */
static INLINE void
swap_step(struct lanes *x, unsigned n, unsigned c)
{
    for (unsigned l = 0; l < LANES; l++) {
        uint64_t product = (uint64_t)x->word[n - 1 - c][l] * (c + 1);
        uint64_t to = product >> 32 << 2, low = product & 0xffffffffU;
        uint64_t both = (x->board[l] >> to ^ x->board[l] >> 4 * c) & 15;

        x->again[l] |= low - (c + 1); /* low <= c: may be rejected */
        x->is_odd[l] ^= (both + 15) >> 4;
        x->board[l] ^= both << to ^ both << 4 * c;
    }
}

/* Swaps the first two tiles of an odd board, which makes it solvable. */
static INLINE void
repair(struct lanes *x, const struct shuffle_plan *plan)
{
    for (unsigned l = 0; l < LANES; l++) {
        uint64_t bits = x->board[l] | x->board[l] >> 1;
        uint64_t blank = ~(bits | bits >> 2) & plan->cells;
        uint64_t is_odd = x->is_odd[l] ^ ((blank & plan->odd) != 0);
        uint64_t a = blank == 1 ? 4 : 0, b = (blank & 0x11) != 0 ? 8 : 4;
        uint64_t both = (x->board[l] >> a ^ x->board[l] >> b) & 15;

        both &= 0 - (is_odd & 1);
        x->board[l] ^= both << a ^ both << b;
        x->again[l] |= 0 - (uint64_t)(x->board[l] == plan->goal);
    }
}

/* Spreads 8 labels of 4 bits to 8 bytes. */
static INLINE uint64_t
spread(uint64_t labels)
{
    labels = (labels | labels << 16) & UINT64_C(0x0000ffff0000ffff);
    labels = (labels | labels << 8) & UINT64_C(0x00ff00ff00ff00ff);
    return (labels | labels << 4) & UINT64_C(0x0f0f0f0f0f0f0f0f);
}

/* Turns ranks into labels: adds 1 from the missing label on. */
static INLINE uint64_t
label(uint64_t ranks, unsigned missing)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);

    return ranks + ((ranks + (0x80 - missing) * ones) >> 7 & ones);
}

/*
 * Writes the labels, lowest byte first. Bytes after plan->n of a board are
 * overwritten by the next board.
 */
static INLINE void
put_cells(const struct lanes *x, const struct shuffle_plan *plan,
          uint8_t *cells)
{
    uint8_t byte[(LANES + 1) * SHUFFLE_CELLS_MAX], *at = byte;
    uint64_t half[2][LANES];

    for (unsigned l = 0; l < LANES; l++) {
        half[0][l] = label(spread(x->board[l] & 0xffffffffU), plan->missing);
        half[1][l] = label(spread(x->board[l] >> 32), plan->missing);
    }
    for (unsigned l = 0; l < LANES; l++, at += plan->n)
        for (unsigned h = 0; h < 2; h++)
            for (unsigned c = 0; c < 8; c++)
                at[8 * h + c] = (uint8_t)(half[h][l] >> 8 * c);
    memcpy(cells, byte, (size_t)LANES * plan->n);
}

static INLINE void
shuffle_lanes(const struct shuffle_plan *plan, const uint8_t *blocks, size_t n,
              uint8_t *cells, uint8_t *again)
{
    struct lanes x;

    for (size_t i = 0; i < n; i += LANES) {
        take_words(&x, blocks + i * BLOCK_BYTES);
        for (unsigned l = 0; l < LANES; l++) {
            x.board[l] = plan->goal;
            x.is_odd[l] = x.again[l] = 0;
        }
        for (unsigned c = plan->n - 1; c >= 1; c--)
            swap_step(&x, plan->n, c);
        repair(&x, plan);
        put_cells(&x, plan, cells + i * plan->n);
        for (unsigned l = 0; l < LANES; l++)
            again[i + l] = (uint8_t)(x.again[l] >> 63);
    }
}

#if HAS_WIDE
static WIDE void
shuffle_wide(const struct shuffle_plan *plan, const uint8_t *blocks, size_t n,
             uint8_t *cells, uint8_t *again)
{
    shuffle_lanes(plan, blocks, n, cells, again);
}
#endif

void
shuffle_many(const struct shuffle_plan *plan, const uint8_t *blocks, size_t n,
             uint8_t *cells, uint8_t *again)
{
#if HAS_WIDE
    if (__builtin_cpu_supports("avx2")) {
        shuffle_wide(plan, blocks, n, cells, again);
        return;
    }
#endif
    shuffle_lanes(plan, blocks, n, cells, again);
}
