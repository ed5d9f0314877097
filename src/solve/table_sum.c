/* SPDX-License-Identifier: MIT */
/* Sums tables up at the speed of memory, a piece a thread at a time. */
#include "solve/table_sum.h"

#include <xxhash.h>

#define THREADS_WORTH 8 /* more do not make memory faster */

struct summing {
    const struct heuristic *h;
    struct monitor *m;
    size_t n_pieces;
    atomic_size_t next;
    atomic_uint_fast64_t sum;
};

static size_t
table_bytes(const struct heuristic *h, unsigned i)
{
    const struct pdb *t = &h->table[i / h->n_groups][i % h->n_groups];

    return h->is_shared[i / h->n_groups][i % h->n_groups]
               ? 0
               : (size_t)t->n_words * sizeof(*t->bits);
}

static size_t
table_pieces(const struct heuristic *h, unsigned i)
{
    return (table_bytes(h, i) + TABLE_PIECE_BYTES - 1) / TABLE_PIECE_BYTES;
}

static uint64_t
piece_sum(const struct heuristic *h, size_t piece)
{
    size_t at = piece, bytes;
    unsigned i = 0;

    while (at >= table_pieces(h, i))
        at -= table_pieces(h, i++);
    at *= TABLE_PIECE_BYTES;
    bytes = table_bytes(h, i) - at;
    return XXH3_64bits_withSeed(
        (const uint8_t *)h->table[i / h->n_groups][i % h->n_groups].bits + at,
        bytes < TABLE_PIECE_BYTES ? bytes : TABLE_PIECE_BYTES, piece);
}

static void
sum_pieces(struct team *t, unsigned member, void *context)
{
    struct summing *s = context;
    size_t piece;
    (void)t;
    (void)member;

    while ((piece = atomic_fetch_add(&s->next, 1)) < s->n_pieces) {
        atomic_fetch_add(&s->sum, piece_sum(s->h, piece));
        if (s->m != NULL &&
            !monitor_tell(s->m, "reading tables", piece, s->n_pieces))
            return;
    }
}

loyd_err
table_sum(const struct heuristic *h, unsigned threads, struct monitor *m,
          uint64_t *sum)
{
    struct summing s = {.h = h, .m = m};
    loyd_err err;

    for (unsigned i = 0; i < VIEWS * h->n_groups; i++)
        s.n_pieces += table_pieces(h, i);
    if (threads > THREADS_WORTH)
        threads = THREADS_WORTH;
    if (threads > s.n_pieces)
        threads = (unsigned)s.n_pieces;
    err = team_run(threads, sum_pieces, &s);
    if (err == LOYD_OK && m != NULL && atomic_load(&m->is_stopped))
        err = LOYD_E_CANCELLED;
    if (err == LOYD_OK)
        *sum = atomic_load(&s.sum);
    return err;
}
