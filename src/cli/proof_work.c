/* SPDX-License-Identifier: MIT */
/* `loyd cluster prove`: takes open bounds of shared proofs until none is
   left. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "cli/proof.h"
#include "cli/proof_claim.h"
#include "cli/signals.h"
#include "cli/solving.h"

#define BEAT 2.0 /* seconds between two looks at what others have found */
#define PAUSE_NANOSECONDS 300000000

struct work {
    struct run *run;
    struct proof proof;
    struct watch watch;
    loyd_split *split;
    const struct proof_board *split_of; /* whose it is, or NULL */
    struct proof_board *board; /* the search: its board, */
    uint32_t part;
    uint16_t bound;
    struct claim claim;
    double beaten;    /* the time of the last beat */
    uint64_t nodes;   /* of this process, before this bound */
    bool is_outdated; /* others have made it unnecessary */
    int code;         /* of a look while it ran */
};

/* --- what to search next --- */

/* Kinds of work, in the order of their use. */
enum kind {
    KIND_FRESH = 0, /* the least open bound of a board, not claimed */
    KIND_DEAD,      /* claimed by a process that is dead */
    KIND_AHEAD,     /* a higher bound, while others search the least one */
    KIND_COUNT
};

struct choice {
    struct proof_board *board; /* NULL: nothing */
    uint32_t part;
    uint16_t bound;
    bool is_dead; /* its claim is that of a dead process */
};

static uint16_t
least_bound(const struct work *w, const struct proof_board *board)
{
    uint16_t least = 0;

    for (uint32_t i = 1; i <= w->proof.n_parts; i++) {
        uint16_t bound = proof_bound(board, i);

        if (bound != 0 && (least == 0 || bound < least))
            least = bound;
    }
    return least;
}

/* Finds work of a kind on a board: the least bound, the first part. */
static bool
choose_part(struct work *w, struct proof_board *board, enum kind kind,
            struct choice *choice)
{
    uint16_t least = least_bound(w, board);

    *choice = (struct choice){.board = NULL};
    for (uint32_t i = 1; least != 0 && i <= w->proof.n_parts; i++) {
        uint16_t bound = proof_bound(board, i);
        bool is_claimed = board->parts[i - 1].claimed == bound;

        if (bound == 0 || (kind == KIND_FRESH && bound != least) ||
            is_claimed != (kind == KIND_DEAD) ||
            (choice->board != NULL && bound >= choice->bound))
            continue;
        if (kind == KIND_DEAD &&
            !claim_is_dead(&w->watch, &w->proof, board, i, bound))
            continue;
        *choice = (struct choice){board, i, bound, kind == KIND_DEAD};
    }
    return choice->board != NULL;
}

/*
 * The board that has been the cheapest so far comes first, as in the rounds of
 * `rate --prove`, so that no proof is held back by a longer one; at first the
 * one whose ends are closest.
 */
static bool
comes_before(const struct proof_board *a, const struct proof_board *b)
{
    if (a->nodes != b->nodes)
        return a->nodes < b->nodes;
    return a->best - a->first < b->best - b->first;
}

static struct choice
choose(struct work *w)
{
    struct choice best = {.board = NULL}, found;

    for (unsigned kind = 0; best.board == NULL && kind < KIND_COUNT; kind++)
        for (size_t i = 0; i < w->proof.n; i++) {
            struct proof_board *board = &w->proof.boards[i];

            if (board->status == PROOF_OPEN &&
                (best.board == NULL || comes_before(board, best.board)) &&
                choose_part(w, board, (enum kind)kind, &found))
                best = found;
        }
    return best;
}

static int
look_at_all(struct work *w, size_t *n_open)
{
    int code = EXIT_DONE;

    *n_open = 0;
    for (size_t i = 0; code == EXIT_DONE && i < w->proof.n; i++) {
        struct proof_board *board = &w->proof.boards[i];

        if (board->status == PROOF_OPEN)
            code = proof_look(&w->proof, board);
        *n_open += board->status == PROOF_OPEN;
    }
    return code;
}

/* --- searching it --- */

/* A loyd_progress_fn. */
static bool
go_on(void *context, const loyd_progress *at)
{
    struct work *w = context;
    const loyd_progress progress = {.what = "proving",
                                    .total = w->proof.n,
                                    .bound = w->bound,
                                    .nodes = w->nodes + at->nodes};
    const struct part_state *part = &w->board->parts[w->part - 1];
    double now = clock_seconds();

    if (now - w->beaten >= BEAT) {
        w->beaten = now;
        claim_beat(&w->claim);
        w->code = proof_look(&w->proof, w->board);
        w->is_outdated = w->board->status != PROOF_OPEN ||
                         part->none >= w->bound ||
                         part->length == w->bound ||
                         !proof_needs(w->board, w->part, w->bound);
    }
    return progress_show(NULL, &progress) && w->code == EXIT_DONE &&
           !w->is_outdated && !interrupted();
}

static int
split_board(struct work *w)
{
    loyd_why why = {""};
    loyd_err err;

    if (w->split_of == w->board)
        return EXIT_DONE;
    loyd_split_free(&w->split);
    w->split_of = NULL;
    err = loyd_split_new(&w->board->row.puzzle, w->proof.n_parts, &w->split,
                         &why);
    if (err == LOYD_OK)
        w->split_of = w->board;
    return report(w->proof.dir, err, &why);
}

/*
 * Searches the bound, and the next ones while they are cheap. `below` becomes
 * what was found at the bound before the last one; its bound is 0 if that was
 * not searched.
 */
static loyd_err
search(struct work *w, struct finding *below, struct finding *finding,
       loyd_why *why)
{
    const loyd_listener listener = {.progress = go_on, .context = w};
    uint64_t spent = 0;
    loyd_err err;

    for (;;) {
        loyd_solution found = {.nodes = 0};

        err = loyd_split_search(w->split, w->run->solver, w->part, w->bound,
                                &listener, &found, why);
        if (err != LOYD_OK)
            return err;
        *finding =
            (struct finding){.id = w->board->row.id,
                             .part = w->part,
                             .parts = w->proof.n_parts,
                             .bound = w->bound,
                             .nodes = found.nodes,
                             .is_solved = found.upper != LOYD_LENGTH_UNKNOWN,
                             .path = found.path};
        spent += found.nodes;
        w->nodes += found.nodes;
        if (finding->is_solved || spent >= NODES_CHEAP ||
            !proof_needs(w->board, w->part, (uint16_t)(w->bound + 2)))
            return LOYD_OK;
        *below = *finding;
        w->bound = (uint16_t)(w->bound + 2);
    }
}

/* Searches what is claimed, and stores what it finds. */
static int
search_claimed(struct work *w)
{
    struct finding below = {.bound = 0}, finding = {.bound = 0};
    loyd_why why = {""};
    loyd_err err;
    int code = split_board(w);

    if (code != EXIT_DONE)
        return code;
    w->is_outdated = false;
    w->beaten = clock_seconds();
    err = search(w, &below, &finding, &why);
    progress_clear();
    /* A path is canonical only if nothing is shorter. */
    if (err == LOYD_OK && finding.is_solved && below.bound != 0)
        code = proof_keep(&w->proof, w->board, &below);
    if (err == LOYD_OK && code == EXIT_DONE)
        code = proof_keep(&w->proof, w->board, &finding);
    if (err != LOYD_OK)
        code = err == LOYD_E_CANCELLED ? w->code
                                       : report(w->proof.dir, err, &why);
    loyd_moves_free(&finding.path);
    return code;
}

/* Claims a choice and searches it, unless another process is faster. */
static int
claim_and_search(struct work *w, const struct choice *choice)
{
    struct part_state *part = &choice->board->parts[choice->part - 1];
    bool is_taken = true, is_dead;
    int code = proof_look(&w->proof, choice->board);

    is_dead = choice->is_dead &&
              claim_is_dead(&w->watch, &w->proof, choice->board, choice->part,
                            choice->bound);
    if (code == EXIT_DONE && (part->claimed != choice->bound || is_dead) &&
        proof_bound(choice->board, choice->part) == choice->bound) {
        code = claim_take(&w->claim, &w->proof, choice->board, choice->part,
                          choice->bound, is_dead, &is_taken);
        if (is_taken)
            part->claimed = choice->bound;
    }
    if (code != EXIT_DONE || is_taken)
        return code;
    w->board = choice->board;
    w->part = choice->part;
    w->bound = choice->bound;
    code = search_claimed(w);
    claim_drop(&w->claim);
    return code;
}

/* Works until no board is open, or only others have work. */
static int
work(struct work *w)
{
    const struct timespec pause = {.tv_nsec = PAUSE_NANOSECONDS};
    size_t n_open;
    int code = look_at_all(w, &n_open);

    while (code == EXIT_DONE && n_open > 0 && !interrupted()) {
        struct choice choice = choose(w);

        if (choice.board != NULL) {
            code = claim_and_search(w, &choice);
            continue;
        }
        code = look_at_all(w, &n_open);
        if (code == EXIT_DONE && n_open > 0 &&
            (choice = choose(w)).board == NULL)
            nanosleep(&pause, NULL);
    }
    return code;
}

/* Prints how many are proven, and names those that cannot be. */
static int
print_result(const struct proof *proof)
{
    uint64_t n_done = 0;
    int code = EXIT_DONE;

    for (size_t i = 0; i < proof->n; i++) {
        n_done += proof->boards[i].status == PROOF_DONE;
        if (proof->boards[i].status == PROOF_WRONG) {
            proof_show_wrong(proof, &proof->boards[i]);
            code = EXIT_NO;
        }
    }
    print_count(n_done, "puzzle");
    puts(" proven");
    return code;
}

int
cluster_prove(struct run *run)
{
    struct work w = {.run = run, .claim = {.fd = -1}};
    int code = proof_operand(run);

    if (code != EXIT_DONE)
        return code;
    code = proof_open(&w.proof, run->operands[1]);
    if (code == EXIT_DONE)
        code = proof_begin(&w.proof);
    if (code == EXIT_DONE)
        code = solver_start(run, progress_part);
    if (code == EXIT_DONE)
        code = work(&w);
    if (code == EXIT_DONE && interrupted())
        code = fail("cluster", "interrupted: run the same command again to "
                               "continue");
    if (code == EXIT_DONE)
        code = print_result(&w.proof);
    loyd_split_free(&w.split);
    free(w.watch.at);
    proof_close(&w.proof);
    return code;
}
