/* SPDX-License-Identifier: MIT */
/* `loyd verify`: proves every row of a catalogue or pack again. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/command.h"
#include "cli/json.h"
#include "cli/secret.h"
#include "cli/signals.h"
#include "cli/solving.h"

static struct {
    uint64_t solve;
    const char *pick;
    const char *head;
} opt;

static const struct option_row option_table[] = {
    OPTION_DB,
    {"solve", "N",
     "solve N of the puzzles again by other methods: without tables or with "
     "small ones, and from goal to start", OWN_NUMBER(solve, 1, INT64_MAX)},
    {"pick", "TEXT", "pick the puzzles of --solve by this seed", OWN(pick)},
    {"head", "HEX",
     "hash of a ledger, kept or published earlier: proves that no day up to "
     "it has changed since", OWN(head)},
    OPTION_CHANNEL_SECRET, OPTION_PART, OPTION_THREADS, OPTIONS_OF_ALL};

#define WRONG_BYTES 1024 /* of a message and its place */

/* The context of the listener. */
struct verifying {
    const struct run *run;
    const char *dir; /* the pack, if there are several; otherwise NULL */
};

/* Prints an error; a loyd_bad_fn. */
static bool
print_bad(void *context, const loyd_bad *bad)
{
    static const char *const words[] = {"status=$", "error=\t$", NULL};
    const struct verifying *v = context;
    struct text place = {.at = NULL};
    char text[WRONG_BYTES];

    if (v->dir != NULL)
        text_format(&place, "%s%s", v->dir, bad->file != NULL ? "/" : ": ");
    if (bad->file != NULL && bad->line == 0)
        text_format(&place, "%s: ", bad->file);
    else if (bad->file != NULL)
        text_format(&place, "%s:%" PRIu64 ": ", bad->file, bad->line);
    snprintf(text, sizeof(text), "%s%s", place.at != NULL ? place.at : "",
             bad->what);
    text_free(&place);
    row_says(words);
    row_end(json_error_begin(
        &(struct json_error){.status = "wrong", .text = text}));
    return !out_is_broken();
}

static loyd_listener
listener_of(struct verifying *v)
{
    return (loyd_listener){.progress = progress_show,
                           .bad = print_bad,
                           .go_on = interrupt_goes_on,
                           .context = v};
}

/* What both packs and catalogues have been searched for. */
#define SEARCHED(result)                                                      \
    SUM("searched=$ length* found again", (result)->searched),                \
        SUM("sampled=$ puzzle* solved again", (result)->sampled),             \
        SUM((result)->sampled > 0                                             \
                ? "replayed"                                                  \
                : "replayed=$ length* not searched again (--solve)",          \
            (result)->replayed),                                              \
        SUM("intervals=$ interval* beyond 16 cells not searched",             \
            (result)->intervals),                                             \
        SUM("proofs=$ proof* beyond 16 cells not searched", (result)->proofs)

/* --- a pack --- */

/* Prints a line for each error; returns an exit code. */
static int
check_pack(struct verifying *v, const char *dir, loyd_pack_result *result)
{
    const struct run *run = v->run;
    const loyd_listener listener = listener_of(v);
    loyd_pack_options options = {.prove = opt.solve, .seed = opt.pick};
    loyd_why why = {""};
    loyd_err err;

    if (opt.head != NULL || run->args.part.of > 0)
        return refuse_both("verify", opt.head != NULL ? "--head" : "--part",
                           "a pack");
    options.threads = threads_wanted(run);
    err = loyd_pack_verify(dir, &options, &listener, result, &why);
    if (err != LOYD_OK) {
        report(dir, err, &why);
        return EXIT_BAD;
    }
    return result->bad == 0 ? EXIT_DONE : EXIT_NO;
}

/* Adds what was found in a pack to that of those before it. */
static void
add_result(loyd_pack_result *all, const loyd_pack_result *one)
{
    all->puzzles += one->puzzles;
    all->rows += one->rows;
    all->files += one->files;
    all->lengths += one->lengths;
    all->searched += one->searched;
    all->replayed += one->replayed;
    all->intervals += one->intervals;
    all->proofs += one->proofs;
    all->sampled += one->sampled;
    all->bad += one->bad;
    all->ignored += one->ignored;
}

/* Verifies each pack; of several that are right, whether they belong
 * together. */
static int
verify_packs(const struct run *run)
{
    size_t n = (size_t)run->n_operands;
    struct verifying v = {run, NULL};
    const loyd_listener listener = listener_of(&v);
    loyd_pack_result all = {0};
    uint64_t bad = 0;
    loyd_why why = {""};
    int code = EXIT_DONE;

    for (size_t i = 0; i < n && code <= EXIT_NO; i++) {
        loyd_pack_result one = {0};

        v.dir = n > 1 ? run->operands[i] : NULL;
        code = exit_higher(code, check_pack(&v, run->operands[i], &one));
        add_result(&all, &one);
    }
    v.dir = NULL;
    if (n > 1 && code == EXIT_DONE) {
        loyd_err err = loyd_volumes_verify(run->operands, n, &listener, &bad,
                                           &why);

        if (err != LOYD_OK)
            return report("verify", err, &why);
        code = bad > 0 ? EXIT_NO : EXIT_DONE;
        all.bad += bad;
    }
    if (code <= EXIT_NO)
        SUMS(SUM("!puzzles=$ puzzle* checked", all.puzzles),
             SUM("rows", all.rows), SUM("files= in $ file*", all.files),
             SUM("lengths", all.lengths), SEARCHED(&all),
             SUM("ignored=$ other file* ignored", all.ignored),
             SUM("!bad=$ wrong", all.bad));
    return code;
}

/* --- a catalogue --- */

/* Without a head from outside, only the consistency of the chain is proven. */
static void
print_ledgers(const loyd_ledger_proof *proof)
{
    char date[LOYD_DATE_TEXT];
    bool has_head = proof->has_head;

    loyd_date_print(&proof->date, date);
    SUMS(SUM("!ledger_rows=$ ledger row* checked", proof->rows),
         SUM("ledger_redrawn=$ drawn again", proof->redrawn),
         SUM("?ledger_listed=$ in the order of their list", proof->listed),
         SUM("?lists=$ list*", proof->lists),
         SUM(has_head ? "ledger_bad"
                   : "!ledger_bad=; only consistency is proven: try --head "
                     "HEX", proof->bad),
         SUM_TEXT("?channel=; the head is that of $",
                  has_head ? proof->channel : NULL),
         SUM("?head_rows= after $ row*", has_head ? proof->number : 0),
         SUM_TEXT("?head_date=$", has_head ? date : NULL));
}

/* *proof is all zero if there is no ledger and no option needs one. */
static int
verify_ledgers(struct run *run, const uint8_t *head,
               const loyd_listener *listener, loyd_ledger_proof *proof)
{
    loyd_why why = {""};
    loyd_err err;
    int code = solver_start(run, progress_part);

    if (code != EXIT_DONE)
        return code;
    err = loyd_ledger_verify(run->store, run->solver, run->secret, head,
                             listener, proof, &why);
    loyd_solver_free(&run->solver);
    return report(run->db, err, &why);
}

/* Verifies rows, and with the first part the ledgers too. */
static int
verify_all(struct run *run, loyd_verify_options *options, const uint8_t *head,
           const loyd_listener *listener)
{
    loyd_job_result result = {0};
    loyd_ledger_proof proof = {0};
    loyd_why why = {""};
    loyd_err err;
    int code = EXIT_DONE;

    if (options->part.number <= 1)
        code = verify_ledgers(run, head, listener, &proof);
    if (code != EXIT_DONE)
        return code;
    options->has_wrong_ledger = proof.bad > 0;
    err = loyd_catalogue_verify(run->store, options, listener, &result, &why);
    if (err != LOYD_OK)
        return report(run->db, err, &why);
    result.skipped -=
        proof.recipes < result.skipped ? proof.recipes : result.skipped;
    result.skipped += proof.skipped;
    result.bad += proof.bad;
    if (proof.rows + proof.lists + proof.bad > 0)
        print_ledgers(&proof);
    SUMS(SUM("!done=$ row* checked", result.done), SEARCHED(&result),
         SUM("shared=$ of these proofs shared with other processes",
             result.shared),
         SUM("skipped=$ not checked without the secret", result.skipped),
         SUM("!bad=$ wrong", result.bad));
    return result.bad == 0 ? EXIT_DONE : EXIT_NO;
}

static int
cmd_verify(struct run *run)
{
    const struct args *args = &run->args;
    struct verifying v = {run, NULL};
    const loyd_listener listener = listener_of(&v);
    loyd_verify_options options = {
        .prove = opt.solve, .seed = opt.pick, .part = args->part};
    uint8_t head[LOYD_HASH_BYTES];
    char shown[QUOTED_BYTES];
    int code = text_check("--pick", opt.pick);

    if (code != EXIT_DONE)
        return code;
    if (run->store == NULL) /* the operands are packs */
        return verify_packs(run);
    if (opt.head != NULL && !hex_read(opt.head, strlen(opt.head), head))
        return refuse("--head", "invalid hash '%s': expected %d hex digits",
                      quoted(opt.head, shown), 2 * LOYD_HASH_BYTES);
    code = secret_take(run);
    options.threads = threads_wanted(run);
    if (code == EXIT_DONE)
        code = verify_all(run, &options, opt.head != NULL ? head : NULL,
                          &listener);
    return code;
}

const struct command command_verify = {
    "verify", "[FILE|DIR...]", "prove every row of a catalogue or pack again",
    "FILE is a catalogue, DIR the folder of a pack. Checks boards, ids, "
    "solvability, solutions, lengths, recipes and the file itself, with code "
    "that the generator does not use. A search without tables finds optimal "
    "lengths again: those of boards with up to 9 cells, and lengths of up to "
    "20 single-tile or 8 multi-tile moves. Prints one line per error, then a "
    "summary.\n"
    "\n"
    "Several folders are volumes of one pack: each is checked, then whether "
    "their numbers continue, no puzzle is in two of them, and each withdraws "
    "what the one before withdraws.",
    ACTION(cmd_verify, PROVES_STORE, NULL, NULL),
    option_table, 0, -1,
    .examples =
        "loyd verify puzzles.db\n"
        "loyd verify --db puzzles.db --json\n"
        "loyd verify puzzles.db --solve 100 --pick audit\n"
        "loyd verify spirals-1 spirals-2 spirals-3\n",
    .rules =
        "FILE excludes --db\n"
        "--pick needs --solve\n"};
