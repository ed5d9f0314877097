/* SPDX-License-Identifier: MIT */
/* Solves some of a pack's puzzles again. */
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "core/board.h"
#include "core/crypto.h"
#include "verify/pack.h"

#define BATCH 256

struct sample {
    struct proving *p;
    loyd_solver *solver;
    struct witness_row held;
    size_t n;
    size_t at[BATCH];     /* in the witness */
    bool is_wrong[BATCH]; /* reported */
    /* Those rated in the metric that is solved. */
    size_t n_rated;
    size_t rated[BATCH];            /* indices of `at` */
    loyd_puzzle puzzles[2 * BATCH]; /* n_rated, then the same reversed */
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

/* Compares a rating with the results of both searches; NULL: no fault. */
static const char *
judge(const loyd_known *stated, const loyd_solution *there,
      const loyd_solution *back)
{
    const loyd_moves *path = &stated->path;
    unsigned optimum = there->upper, length = known_proven(stated);

    if (there->lower != there->upper || back->lower != back->upper ||
        back->upper != optimum)
        return "two searches do not agree on the optimum";
    if (length != 0 && length != optimum)
        return "length is not the optimum";
    if (stated->rating.upper != 0 &&
        (optimum < stated->rating.lower || optimum > stated->rating.upper))
        return "optimum is outside the bounds";
    if (length != 0 && path->n > 0 &&
        (there->path.n != path->n ||
         memcmp(there->path.dir, path->dir, path->n) != 0))
        return "path is not the canonical path";
    return NULL;
}

/* Returns whether a row is rated in the metric, and small enough to solve. */
static bool
is_rated(const struct sample *s, loyd_metric metric)
{
    const struct record *row = &s->held.row.record;

    return board_cells(&row->puzzle.goal) <= LOYD_EXACT_CELLS &&
           row->known[metric].rating.upper != 0;
}

/* Takes the puzzles of the batch that are rated in the metric. */
static loyd_err
gather(struct sample *s, loyd_metric metric)
{
    loyd_err err = LOYD_OK;
    size_t n = 0;

    for (size_t i = 0; i < s->n; i++) {
        err = witness_read(&s->p->witness, s->at[i], &s->held);
        if (err != LOYD_OK)
            return err;
        if (!is_rated(s, metric))
            continue;
        s->rated[n] = i;
        s->puzzles[n++] = s->held.row.record.puzzle;
    }
    for (size_t i = 0; i < n; i++) {
        s->puzzles[n + i].start = s->puzzles[i].goal;
        s->puzzles[n + i].goal = s->puzzles[i].start;
    }
    s->n_rated = n;
    return LOYD_OK;
}

/* Compares the k-th puzzle that was solved with its solutions. */
static loyd_err
compare(struct sample *s, size_t k, loyd_metric metric)
{
    struct proving *p = s->p;
    size_t i = s->rated[k];
    const char *fault;
    char name[LOYD_ID_CHARS + 1];
    loyd_err err = LOYD_OK;

    if (s->is_wrong[i] ||
        (err = witness_read(&p->witness, s->at[i], &s->held)) != LOYD_OK)
        return err;
    fault = judge(&s->held.row.record.known[metric], &s->solutions[k],
                  &s->solutions[s->n_rated + k]);
    if (fault == NULL)
        return LOYD_OK;
    loyd_id_print(&s->held.row.record.id, name);
    report_bad(&p->report, NULL, "puzzle %s: %s%s", name, fault,
               metric == LOYD_MTM ? " in MTM" : "");
    s->is_wrong[i] = true;
    return LOYD_OK;
}

static loyd_err
solve_in(struct sample *s, loyd_metric metric)
{
    const loyd_solve_options to_the_end = {.metric = metric};
    loyd_err err = gather(s, metric);

    if (err != LOYD_OK || s->n_rated == 0)
        return err;
    memset(s->solutions, 0, sizeof(s->solutions));
    err = loyd_solve(s->solver, s->puzzles, 2 * s->n_rated, &to_the_end,
                     s->solutions, NULL);
    for (size_t k = 0; err == LOYD_OK && k < s->n_rated; k++)
        err = compare(s, k, metric);
    for (size_t k = 0; k < 2 * s->n_rated; k++)
        loyd_moves_free(&s->solutions[k].path);
    return err;
}

static void
solve_batch(struct sample *s)
{
    loyd_err err = solve_in(s, LOYD_STM);

    if (err == LOYD_OK)
        err = solve_in(s, LOYD_MTM);
    for (size_t i = 0; err == LOYD_OK && i < s->n; i++)
        s->p->result.sampled += !s->is_wrong[i];
    memset(s->is_wrong, 0, sizeof(s->is_wrong));
    s->n = 0;
    if (err != LOYD_OK)
        s->p->report.err = err;
}

static void
add(struct sample *s, size_t at)
{
    struct proving *p = s->p;

    if ((p->report.err = witness_read(&p->witness, at, &s->held)) != LOYD_OK ||
        (!is_rated(s, LOYD_STM) && !is_rated(s, LOYD_MTM)))
        return;
    s->at[s->n++] = at;
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
        p->report.err = LOYD_E_NOMEM;
        return;
    }
    if (p->options->prove < n)
        wanted = (size_t)p->options->prove;
    /* For more than half of the rows, taking them in order is faster. */
    is_in_turn = wanted > n / 2;
    for (uint64_t k = 0; wanted > 0 && report_step(&p->report, 1024); k++) {
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
        .listener = p->report.listener};
    struct sample *s;

    if (p->witness.n == 0)
        return;
    if ((s = calloc(1, sizeof(*s))) == NULL) {
        p->report.err = LOYD_E_NOMEM;
        return;
    }
    s->p = p;
    p->report.now =
        (loyd_progress){.what = "solving again", .total = p->options->prove};
    p->report.err = loyd_solver_new(&options, &s->solver);
    if (p->report.err == LOYD_OK)
        draw_all(s);
    if (p->report.err == LOYD_OK)
        solve_batch(s);
    loyd_solver_free(&s->solver);
    row_free(&s->held.row);
    free(s);
}
