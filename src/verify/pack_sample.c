/* SPDX-License-Identifier: MIT */
/* Solves some of a pack's puzzles again. */
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "core/board.h"
#include "core/crypto.h"
#include "verify/pack.h"
#include "verify/reprove.h"

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

/* A reprove_fn. */
static void
each_sampled(void *context, const loyd_id *id, const char *fault)
{
    struct report *report = context;
    char name[LOYD_ID_CHARS + 1];

    loyd_id_print(id, name);
    report_bad(report, NULL, "puzzle %s: %s", name, fault);
}

/* Draws different rows, as many as wanted or available, and adds those whose
 * puzzle is rated and small enough to solve. */
static void
draw_all(struct pack_job *p, struct reprove *s)
{
    const char *seed = p->options->seed != NULL ? p->options->seed : "";
    size_t n = p->witness.n, wanted = n;
    uint8_t *is_taken = calloc(1, n / 8 + 1);
    struct witness_row row = {.row = {.number = 0}};
    const struct record *record = &row.row.record;
    bool is_in_turn;

    if (is_taken == NULL) {
        p->report.err = LOYD_E_NOMEM;
        return;
    }
    if (p->options->prove < n)
        wanted = (size_t)p->options->prove;
    /* For more than half of the rows, taking them in order is faster. */
    is_in_turn = wanted > n / 2;
    for (uint64_t k = 0; wanted > 0 && report_goes_on(&p->report); k++) {
        size_t at = is_in_turn ? (size_t)(k % n) : draw(seed, k, n);

        if (is_taken[at / 8] >> at % 8 & 1)
            continue;
        is_taken[at / 8] |= (uint8_t)(1U << at % 8);
        wanted--;
        p->report.err = witness_read(&p->witness, at, &row);
        if (p->report.err == LOYD_OK &&
            board_cells(&record->puzzle.goal) <= LOYD_EXACT_CELLS &&
            (record->known[LOYD_STM].rating.upper != 0 ||
             record->known[LOYD_MTM].rating.upper != 0))
            reprove_add(s, &record->id, &record->puzzle, 0, record->known,
                        NULL);
    }
    row_free(&row.row);
    free(is_taken);
}

void
verify_sample(struct pack_job *p)
{
    struct reprove *s;

    if (p->witness.n == 0)
        return;
    if ((s = calloc(1, sizeof(*s))) == NULL) {
        p->report.err = LOYD_E_NOMEM;
        return;
    }
    reprove_begin(s, &p->report, p->options->prove, p->options->threads,
                  each_sampled, &p->report);
    if (report_goes_on(&p->report))
        draw_all(p, s);
    reprove_end(s);
    p->result.sampled = s->n_solved - s->n_wrong;
    free(s);
}
