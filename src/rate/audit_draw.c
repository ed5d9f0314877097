/* SPDX-License-Identifier: MIT */
/* Owns the drawing, and solving, of the boards that an audit looks at. */
#include <inttypes.h>
#include <stdlib.h>

#include "base/why.h"
#include "core/listener.h"
#include "loyd/audit.h"

#define BATCH 1024 /* boards solved together */

struct batch {
    loyd_puzzle puzzle[BATCH];
    loyd_solution solution[BATCH];
};

/* What cannot be solved is a finding, not an error. */
static loyd_err
solve_batch(struct batch *b, size_t n, loyd_solver *solver)
{
    static const loyd_solve_options options = {.length_only = true};
    loyd_err err = loyd_solve(solver, b->puzzle, n, &options, b->solution);

    for (size_t i = 0; err == LOYD_OK && i < n; i++)
        if (b->solution[i].err != LOYD_E_UNSOLVABLE)
            err = b->solution[i].err;
    return err;
}

static loyd_err
add_batch(loyd_audit *audit, const struct batch *b, size_t n)
{
    loyd_err err = LOYD_OK;

    for (size_t i = 0; err == LOYD_OK && i < n; i++) {
        const loyd_solution *s = &b->solution[i];
        bool is_solved = s->err == LOYD_OK && s->lower == s->upper;

        err = loyd_audit_add(audit, &b->puzzle[i],
                             is_solved ? s->upper : LOYD_STM_UNKNOWN);
    }
    return err;
}

loyd_err
loyd_audit_draw(loyd_audit *audit, const loyd_generator *generator,
                loyd_solver *solver, uint64_t from, uint64_t count,
                const loyd_listener *listener, loyd_why *why)
{
    loyd_progress now = {"auditing", 0, count};
    struct batch *b = calloc(1, sizeof(*b));
    loyd_err err = b != NULL ? LOYD_OK : LOYD_E_NOMEM;

    for (size_t i = 0; b != NULL && solver == NULL && i < BATCH; i++)
        b->solution[i].upper = LOYD_STM_UNKNOWN;
    while (err == LOYD_OK && now.done < count) {
        uint64_t left = count - now.done;
        size_t n = left < BATCH ? (size_t)left : BATCH;

        if (!listener_progress(listener, &now))
            err = LOYD_E_CANCELLED;
        for (size_t i = 0; err == LOYD_OK && i < n; i++) {
            err = loyd_generator_draw(generator, from + now.done + i, 0,
                                      &b->puzzle[i], why);
            if (err != LOYD_OK)
                goto fail; /* it said why */
        }
        if (err == LOYD_OK && solver != NULL)
            err = solve_batch(b, n, solver);
        if (err == LOYD_OK)
            err = add_batch(audit, b, n);
        now.done += n;
    }
    if (err != LOYD_OK)
        err = why_set(why, err, "%s", loyd_strerror(err));
fail:
    free(b);
    return err;
}
