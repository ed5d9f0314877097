/* SPDX-License-Identifier: MIT */
/*
 * A stage: what comes from outside is a catalogue `s` beside the one that is
 * open, whose tables are filled by SQL, judged by checks.sql and taken by
 * merge.sql. Files to import, packs and catalogues differ only in how they
 * fill it.
 *
 *     struct stage stage;
 *     err = stage_begin(&stage, store, false, why);
 *     ... INSERT INTO s.goal, s.puzzle, s.rating ...
 *     if (err == LOYD_OK)
 *         err = stage_judge(&stage, each, context, why);
 *     if (err == LOYD_OK)
 *         err = loyd_store_begin(store, why);
 *     if (err == LOYD_OK)
 *         err = stage_take(&stage, &result, why);
 *     if (err == LOYD_OK)
 *         err = loyd_store_commit(store, why);
 *     loyd_store_rollback(store);
 *     stage_end(&stage);
 *
 * In a store without a file, a stage can judge what no catalogue takes.
 */
#ifndef LOYD_VERIFY_STAGE_H
#define LOYD_VERIFY_STAGE_H

#include "loyd/catalogue.h"
#include "verify/functions.h"
#include "verify/sections.h"
#include "verify/report.h"

struct stage {
    loyd_store *store;
    struct functions *functions; /* what they have counted */
    struct report report;        /* `err` is that of the functions; the caller
                                    may set the listener, for progress */
    loyd_why words;              /* the text of that error */
    bool is_fault;  /* the last error is the fault of `s`, or of what was
                       added: it contradicts the catalogue or itself */
    bool is_spoilt; /* `s` has half of what was added */
    /* Private: */
    bool is_file;  /* `s` is */
    bool is_added; /* by stage_add, which counts: */
    uint64_t puzzles, recipes, ratings;
};

/*
 * Attaches an empty temporary catalogue as `s`: the tables of the schema
 * with their constraints, without the indices of queries. References are not
 * enforced while rows are added: stage_judge checks them. No transaction may
 * be open. Makes the functions of checks.sql known, for statements that fill
 * the tables as well. If one of these fails, stage_end is all that is left.
 *
 *   is_searching boards are searched as verify does, and recipes drawn again
 */
loyd_err stage_begin(struct stage *stage, loyd_store *store, bool is_searching,
                     loyd_why *why);

/* The same for the catalogue `other` of this path, which is attached as it is
 * and only read. It is closed after stage_end. */
loyd_err stage_open(struct stage *stage, loyd_store *store, const char *path,
                    const loyd_store *other, loyd_why *why);

/*
 * Judges the catalogue `other` of this path, and adds its rows to `s`, as
 * stage_take adds them to the catalogue. No transaction may be open. A
 * contradiction to rows that were added before leaves is_spoilt.
 */
loyd_err stage_add(struct stage *stage, const char *path,
                   const loyd_store *other, loyd_why *why);

/* Detaches `s`. May be called after a begin that failed, and twice. */
void stage_end(struct stage *stage);

/* Returns the error of a function that was called by a statement of the
 * caller, if there is one; otherwise `err`, that of the statement. */
loyd_err stage_err(struct stage *stage, loyd_err err, loyd_why *why);

/*
 * Runs all checks. `each` receives every row that has one with its fault or
 * NULL, as checks_run; NULL: the first fault is the error, LOYD_E_CORRUPT,
 * with its key and its words.
 */
loyd_err stage_judge(struct stage *stage, checked_fn each, void *context,
                     loyd_why *why);

/* Stores the distributions that loyd contains of the classes of `s` in the
 * store, as when a goal is added. */
loyd_err stage_distributions(struct stage *stage, loyd_why *why);

/*
 * Takes the rows, inside a write transaction of the caller, which rolls back
 * after an error. A contradiction to the catalogue is LOYD_E_CORRUPT with
 * is_fault set, and its words. Counts into `result`: done, recipes;
 * new_puzzles; skipped, known puzzles.
 */
loyd_err stage_take(struct stage *stage, loyd_job_result *result,
                    loyd_why *why);

#endif
