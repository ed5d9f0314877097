/* SPDX-License-Identifier: MIT */
/* `loyd cluster join`: adds what shared proofs have found to a catalogue. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/catalogue.h"
#include "cli/json.h"
#include "cli/proof.h"

struct join {
    struct run *run;
    struct proof proof;
    loyd_proof *proofs; /* of the boards in their order, without wrong ones */
    size_t n;
    int code; /* of what was wrong */
};

/* A loyd_bad_fn. A wrong claim is an answer, anything else is damage. */
static bool
show_wrong(void *context, const loyd_bad *bad)
{
    struct join *j = context;
    int code = bad->err == LOYD_E_CORRUPT ? EXIT_NO : EXIT_BAD;

    j->code = exit_higher(j->code, code);
    message(j->run->db, "%s", bad->what);
    if (j->run->args.json)
        json_error(&(struct json_error){.status = "wrong", .text = bad->what});
    return true;
}

/* Collects what is known of a board. */
static void
add_board(struct join *j, const struct proof_board *board)
{
    const struct part_state *best = proof_best(&j->proof, board);
    loyd_proof *proof = &j->proofs[j->n];
    uint16_t lower = proof_lower(&j->proof, board);

    if (board->status == PROOF_WRONG) {
        proof_show_wrong(&j->proof, board);
        j->code = EXIT_BAD;
        return;
    }
    if (board->status == PROOF_OPEN && lower == board->best)
        lower--; /* the canonical path is not known yet */
    if (lower < board->row.lower)
        lower = board->row.lower;
    *proof = (loyd_proof){.id = board->row.id,
                          .from = board->row.lower,
                          .lower = lower,
                          .upper = board->best,
                          .path = best != NULL ? &best->path
                                               : &board->row.path};
    j->n++;
}

static int
look(struct join *j)
{
    int code = EXIT_DONE;

    j->proofs = calloc(j->proof.n + 1, sizeof(*j->proofs));
    if (j->proofs == NULL)
        return report("cluster", LOYD_E_NOMEM, NULL);
    for (size_t i = 0; code == EXIT_DONE && i < j->proof.n; i++) {
        code = proof_look(&j->proof, &j->proof.boards[i]);
        if (code == EXIT_DONE)
            add_board(j, &j->proof.boards[i]);
    }
    return code;
}

/* Prints a puzzle that is still open, with its interval. */
static void
print_open(const struct join *j, const loyd_proof *proof)
{
    char name[LOYD_ID_CHARS + 1];
    struct jw *json;

    if (j->run->args.json) {
        json = row_begin();
        json_id(json, "puzzle_id", &proof->id);
        jw_uint(json, "lower", proof->lower);
        jw_uint(json, "upper", proof->upper);
        row_end(json);
        return;
    }
    loyd_id_print(&proof->id, name);
    printf("%s\t%u..%u\n", name, proof->lower, proof->upper);
}

static void
print_sum(const struct join *j, const loyd_job_result *result)
{
    struct jw *json;

    if (j->run->args.json) {
        json = row_begin();
        jw_uint(json, "rated", result->done);
        jw_uint(json, "open", result->skipped);
        row_end(json);
        return;
    }
    print_count(result->done, "puzzle");
    printf(" proven, %" PRIu64 " still open\n", result->skipped);
}

static void
print_result(const struct join *j, const loyd_job_result *result)
{
    print_sum(j, result);
    for (size_t i = 0; i < j->n; i++)
        if (j->proofs[i].lower != j->proofs[i].upper)
            print_open(j, &j->proofs[i]);
}

static int
add(struct join *j)
{
    const loyd_listener listener = {
        .progress = progress_show, .bad = show_wrong, .context = j};
    loyd_job_result result = {0};
    char count[COUNTED_BYTES];
    loyd_why why = {""};
    loyd_err err;
    int code = catalogue_open(j->run, LOYD_STORE_WRITE);

    if (code != EXIT_DONE)
        return code;
    err = loyd_catalogue_add_proofs(j->run->store, j->proofs, j->n, &listener,
                                    &result, &why);
    progress_clear();
    if (err == LOYD_E_CANCELLED)
        return fail("cluster",
                    "interrupted: run the same command again to continue");
    if (err == LOYD_OK) {
        out_stored(j->run->db, "%s", counted(result.done, "proof", count));
        print_result(j, &result);
    }
    return exit_higher(report(j->run->db, err, &why), j->code);
}

int
cluster_join(struct run *run)
{
    struct join j = {.run = run};
    int code = proof_operand(run);

    if (code != EXIT_DONE)
        return code;
    run->db = run->args.db;
    code = proof_open(&j.proof, run->operands[1]);
    if (code == EXIT_DONE)
        code = look(&j);
    if (code == EXIT_DONE)
        code = add(&j);
    free(j.proofs);
    proof_close(&j.proof);
    return code;
}
