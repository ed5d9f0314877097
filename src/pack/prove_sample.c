/* SPDX-License-Identifier: MIT */
/* Solves some of a pack's puzzles again. */
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "core/board.h"
#include "core/crypto.h"
#include "pack/proving.h"

#define BATCH 256

struct sample {
    struct proving *p;
    loyd_solver *solver;
    struct witness_row held;
    size_t n;
    size_t at[BATCH];
    loyd_puzzle puzzles[2 * BATCH]; /* n puzzles, then the same reversed */
    loyd_solution solutions[2 * BATCH];
};

/* Returns the k-th draw of the seed: an index in the witness. */
static size_t
draw(const char *seed, uint64_t k, size_t n)
{
    uint8_t number[8], sum[CRYPTO_HASH_BYTES];
    struct crypto_hash hash;

    bytes_put_little(number, k, sizeof(number));
    crypto_hash_begin(&hash, NULL);
    crypto_hash_field(&hash, "loyd prove", 10);
    crypto_hash_field(&hash, seed, strlen(seed));
    crypto_hash_field(&hash, number, sizeof(number));
    crypto_hash_end(&hash, sum);
    return (size_t)(bytes_big(sum, 8) % n);
}

/* Compares a row with the results of both searches; NULL: no fault. */
static const char *
judge(const struct puzzle_row *stated, const loyd_solution *there,
      const loyd_solution *back)
{
    const struct record *row = &stated->record;
    unsigned optimum = there->upper, stm = row_stm(stated);

    if (there->lower != there->upper || back->lower != back->upper ||
        back->upper != optimum)
        return "two searches do not agree on the optimum";
    if (stm != 0 && stm != optimum)
        return "length is not the optimum";
    if (row->stm.rating.upper != 0 &&
        (optimum < row->stm.rating.lower || optimum > row->stm.rating.upper))
        return "optimum is outside the bounds";
    if (stm != 0 && row->stm.path.n > 0 &&
        (there->path.n != row->stm.path.n ||
         memcmp(there->path.dir, row->stm.path.dir, row->stm.path.n) != 0))
        return "path is not the canonical path";
    return NULL;
}

static void
solve_batch(struct sample *s)
{
    static const loyd_solve_options to_the_end = {0};
    struct proving *p = s->p;
    loyd_err err;

    if (s->n == 0)
        return;
    for (size_t i = 0; i < s->n; i++) {
        s->puzzles[s->n + i].start = s->puzzles[i].goal;
        s->puzzles[s->n + i].goal = s->puzzles[i].start;
    }
    memset(s->solutions, 0, sizeof(s->solutions));
    err = loyd_solve(s->solver, s->puzzles, 2 * s->n, &to_the_end,
                     s->solutions, NULL);
    for (size_t i = 0; err == LOYD_OK && i < s->n; i++) {
        char name[LOYD_ID_CHARS + 1];
        const char *fault;

        if ((err = witness_read(&p->witness, s->at[i], &s->held)) != LOYD_OK)
            break;
        fault = judge(&s->held.row, &s->solutions[i], &s->solutions[s->n + i]);
        loyd_id_print(&s->held.row.record.id, name);
        if (fault != NULL)
            proving_report(p, NULL, "puzzle %s: %s", name, fault);
        else
            p->result.sampled++;
    }
    for (size_t i = 0; i < 2 * s->n; i++)
        loyd_moves_free(&s->solutions[i].path);
    s->n = 0;
    if (err != LOYD_OK)
        p->err = err;
}

static void
add(struct sample *s, size_t at)
{
    struct proving *p = s->p;

    if ((p->err = witness_read(&p->witness, at, &s->held)) != LOYD_OK ||
        board_cells(&s->held.row.record.puzzle.goal) > LOYD_EXACT_CELLS ||
        s->held.row.record.stm.rating.upper == 0)
        return;
    s->at[s->n] = at;
    s->puzzles[s->n++] = s->held.row.record.puzzle;
    if (s->n == BATCH)
        solve_batch(s);
}

/* Draws different rows, as many as wanted or available. */
static void
draw_all(struct sample *s)
{
    struct proving *p = s->p;
    const char *seed = p->options->seed != NULL ? p->options->seed : "";
    size_t n = p->witness.n, wanted = n;
    uint8_t *is_taken = calloc(1, n / 8 + 1);
    bool is_in_turn;

    if (is_taken == NULL) {
        p->err = LOYD_E_NOMEM;
        return;
    }
    if (p->options->prove < n)
        wanted = (size_t)p->options->prove;
    /* For more than half of the rows, taking them in order is faster. */
    is_in_turn = wanted > n / 2;
    for (uint64_t k = 0; wanted > 0 && proving_step(p); k++) {
        size_t at = is_in_turn ? (size_t)(k % n) : draw(seed, k, n);

        if (is_taken[at / 8] >> at % 8 & 1)
            continue;
        is_taken[at / 8] |= (uint8_t)(1U << at % 8);
        wanted--;
        add(s, at);
    }
    free(is_taken);
}

void
prove_sample(struct proving *p)
{
    const loyd_solver_options options = {
        .tables = LOYD_TABLES_SMALL,
        .threads = p->options->threads > 0 ? p->options->threads : 1,
        .listener = p->listener};
    struct sample *s;

    if (p->witness.n == 0)
        return;
    if ((s = calloc(1, sizeof(*s))) == NULL) {
        p->err = LOYD_E_NOMEM;
        return;
    }
    s->p = p;
    p->now =
        (loyd_progress){.what = "solving again", .total = p->options->prove};
    p->err = loyd_solver_new(&options, &s->solver);
    if (p->err == LOYD_OK)
        draw_all(s);
    if (p->err == LOYD_OK)
        solve_batch(s);
    loyd_solver_free(&s->solver);
    row_free(&s->held.row);
    free(s);
}
