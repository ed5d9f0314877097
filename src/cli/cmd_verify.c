/* SPDX-License-Identifier: MIT */
/* `loyd verify`: proves every row of a catalogue or pack again. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/change.h"
#include "cli/command.h"
#include "cli/json.h"
#include "cli/rules.h"
#include "cli/secret.h"
#include "cli/signals.h"
#include "cli/solving.h"

static struct {
    uint64_t solve;
    const char *pick;
    const char *digest;
    const char *head;
} opt;

static const struct option_row option_solve = {
    "solve", 0, "N",
    "solve N of the puzzles again by other methods: without tables or with "
    "small ones, and from goal to start",
    OWN_NUMBER(solve, 1, INT64_MAX)};
static const struct option_row option_pick_solved = {
    "pick", 0, "TEXT", "pick the puzzles of --solve by this seed", OWN(pick)};
static const struct option_row option_digest = {
    "digest", 0, "HEX", "expected digest of the catalogue", OWN(digest)};

static const struct option_row option_since = {
    "since",
    0,
    "PACK",
    "compare the pack with this previous one of its series, and verify both",
    SHARED(since),
    .group = GROUP_SERIES};

static const struct option_row option_head = {
    "head", 0, "HEX",
    "hash of a ledger, kept or published earlier: proves that no day up to "
    "it has changed since",
    OWN(head)};

option_table verify_options = {
    &option_db,
    &option_solve,
    &option_pick_solved,
    &option_digest,
    &option_head,
    &option_channel_secret,
    &option_part,
    &option_threads,
    &option_json,
    &option_since,
    NULL,
};

const char *const verify_rules[] = {"FILE excludes --db", "--since needs PACK",
                                    "--pick needs --solve", NULL};

#define WRONG_BYTES 1024 /* of a message and its place */

/* The context of the listener. */
struct verifying {
    const struct run *run;
    const char *dir; /* the pack, if there are two; otherwise NULL */
};

/* Prints an error; a loyd_bad_fn. */
static bool
print_bad(void *context, const loyd_bad *bad)
{
    const struct verifying *v = context;
    struct text place = {.at = NULL};
    char text[WRONG_BYTES];

    progress_clear();
    if (v->dir != NULL)
        text_format(&place, "%s%s", v->dir, bad->file != NULL ? "/" : ": ");
    if (bad->file != NULL && bad->line == 0)
        text_format(&place, "%s: ", bad->file);
    else if (bad->file != NULL)
        text_format(&place, "%s:%" PRIu64 ": ", bad->file, bad->line);
    snprintf(text, sizeof(text), "%s%s", place.at != NULL ? place.at : "",
             bad->what);
    text_free(&place);
    if (v->run->args.json) {
        json_error(&(struct json_error){.status = "wrong", .text = text});
    } else {
        fputs("wrong\t", stdout);
        print_escaped(text);
        putchar('\n');
    }
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

/* What was searched again, and what was not. */
struct searched {
    uint64_t found, sampled;              /* again */
    uint64_t replayed, intervals, proofs; /* not searched */
    uint64_t shared;                      /* of the proofs */
    bool has_paths;
};

static void
print_searches(const struct searched *n)
{
    char count[COUNTED_BYTES], other[COUNTED_BYTES];

    if (n->found > 0)
        printf(", %" PRIu64 " %s found again", n->found,
               n->found == 1 ? "optimum" : "optima");
    if (n->sampled > 0)
        printf(", %s solved again", counted(n->sampled, "puzzle", count));
    else if (n->replayed > 0)
        printf(", %s%s not searched again (--solve)",
               counted(n->replayed, n->has_paths ? "path" : "length", count),
               n->has_paths ? " replayed, but" : "");
    if (n->intervals + n->proofs > 0)
        printf(", %s%s%s beyond %d cells not searched",
               n->intervals > 0 ? counted(n->intervals, "interval", count)
                                : "",
               n->intervals > 0 && n->proofs > 0 ? " and " : "",
               n->proofs > 0 ? counted(n->proofs, "proof", other) : "",
               LOYD_EXACT_CELLS);
    if (n->shared > 0)
        printf(", %" PRIu64 " of these proofs shared with other processes",
               n->shared);
}

/* --- a pack --- */

static void
print_pack_json(const loyd_pack_result *result)
{
    struct jw *json = row_begin();

    jw_uint(json, "puzzles", result->puzzles);
    jw_uint(json, "rows", result->rows);
    jw_uint(json, "files", result->files);
    jw_uint(json, "lengths", result->lengths);
    jw_uint(json, "searched", result->searched);
    jw_uint(json, "sampled", result->sampled);
    jw_uint(json, "replayed", result->replayed);
    jw_uint(json, "intervals", result->intervals);
    jw_uint(json, "proofs", result->proofs);
    jw_uint(json, "unchecked", result->unchecked);
    jw_uint(json, "bad", result->bad);
    jw_uint(json, "ignored", result->ignored);
    row_end(json);
}

static void
print_pack(const loyd_pack_result *result)
{
    char count[COUNTED_BYTES];

    print_count(result->puzzles, "puzzle");
    fputs(" checked in ", stdout);
    print_count(result->files, "file");
    print_searches(&(struct searched){.found = result->searched,
                                      .sampled = result->sampled,
                                      .replayed = result->replayed,
                                      .intervals = result->intervals,
                                      .proofs = result->proofs,
                                      .has_paths = result->has_solutions});
    if (result->unchecked > 0)
        printf(", %s not drawn again without the secret",
               counted(result->unchecked, "recipe", count));
    if (result->ignored > 0)
        printf(", %s ignored", counted(result->ignored, "other file", count));
    printf(", %" PRIu64 " wrong\n", result->bad);
}

/* Returns whether `publish` wrote the folder. */
static bool
is_site(const char *dir)
{
    char path[4096];
    int len = snprintf(path, sizeof(path), "%s/.loyd-site", dir);

    return len > 0 && (size_t)len < sizeof(path) && access(path, F_OK) == 0;
}

/* Prints a line for each error; returns an exit code. */
static int
check_pack(struct verifying *v, const char *dir, const char *since,
           loyd_pack_result *result)
{
    const struct run *run = v->run;
    char shown[RULE_BYTES];
    const loyd_listener listener = listener_of(v);
    loyd_pack_options options = {
        .prove = opt.solve, .seed = opt.pick, .since = since};
    loyd_why why = {""};
    loyd_err err;

    if (is_site(dir))
        return fail(
            dir,
            "a site, not a pack: try 'loyd verify --db FILE --head HASH'");
    if (rules_find(run, "--digest,--head,--part", shown) != NULL)
        return refuse_both("verify", shown, "a pack");
    options.threads = threads_wanted(run);
    err = loyd_pack_verify(dir, &options, &listener, result, &why);
    progress_clear();
    if (err != LOYD_OK) {
        report(dir, err, &why);
        return EXIT_BAD;
    }
    return result->bad == 0 ? EXIT_DONE : EXIT_NO;
}

static int
verify_pack(const struct run *run)
{
    struct verifying v = {run, NULL};
    loyd_pack_result result = {0};
    int code = check_pack(&v, run->operands[0], NULL, &result);

    if (code != EXIT_DONE && code != EXIT_NO)
        return code;
    if (run->args.json)
        print_pack_json(&result);
    else
        print_pack(&result);
    return code;
}

/* --- two packs --- */

static void
print_sum(const struct run *run, const uint64_t *counts, uint64_t bad)
{
    struct jw *json = run->args.json ? row_begin() : NULL;

    for (int i = 0; i < LOYD_PACK_CHANGE_COUNT_; i++)
        if (json != NULL)
            jw_uint(json, change_word(i), counts[i]);
        else
            printf("%" PRIu64 " %s, ", counts[i], change_word(i));
    if (json == NULL) {
        printf("%" PRIu64 " wrong\n", bad);
        return;
    }
    jw_uint(json, "bad", bad);
    row_end(json);
}

/* Prints the differences; returns EXIT_NO if one of them is an error. */
static int
compare_packs(const struct run *run, const char *dir, const char *since,
              uint64_t *counts)
{
    loyd_cursor *cursor = NULL;
    const loyd_row *row;
    loyd_why why = {""};
    loyd_err err = loyd_pack_compare(dir, since, &cursor, &why);

    while (err == LOYD_OK && !out_is_broken()) {
        err = loyd_cursor_next(cursor, &row, &why);
        if (err != LOYD_OK || row == NULL)
            break;
        counts[row->pack_difference->change]++;
        change_print(run, row->pack_difference);
    }
    loyd_cursor_close(&cursor);
    if (err == LOYD_E_UNSUPPORTED)
        return deny("verify", "%s", why.text);
    if (err != LOYD_OK)
        return report("verify", err, &why);
    for (int i = LOYD_PACK_RENUMBERED; i < LOYD_PACK_CHANGE_COUNT_; i++)
        if (counts[i] > 0)
            return EXIT_NO;
    return EXIT_DONE;
}

/* Compares two packs, and verifies both. */
static int
verify_since(const struct run *run)
{
    uint64_t counts[LOYD_PACK_CHANGE_COUNT_] = {0}, bad = 0;
    const char *dirs[] = {run->args.since, run->operands[0]};
    int highest;

    highest = compare_packs(run, dirs[1], dirs[0], counts);
    for (size_t i = 0; i < 2 && highest <= EXIT_NO; i++) {
        struct verifying v = {run, dirs[i]};
        loyd_pack_result result = {0};

        highest =
            exit_higher(highest, check_pack(&v, dirs[i],
                                            i == 1 ? dirs[0] : NULL, &result));
        bad += result.bad;
    }
    if (highest <= EXIT_NO)
        print_sum(run, counts, bad);
    return highest;
}

/* --- a catalogue --- */

static void
print_rows_json(const loyd_job_result *result)
{
    struct jw *json = row_begin();

    jw_uint(json, "done", result->done);
    jw_uint(json, "skipped", result->skipped);
    jw_uint(json, "bad", result->bad);
    jw_uint(json, "searched", result->searched);
    jw_uint(json, "sampled", result->sampled);
    jw_uint(json, "replayed", result->replayed);
    jw_uint(json, "intervals", result->intervals);
    jw_uint(json, "proofs", result->proofs);
    jw_uint(json, "shared", result->shared);
    row_end(json);
}

static void
print_rows(const loyd_job_result *result)
{
    print_count(result->done, "row");
    fputs(" checked", stdout);
    print_searches(&(struct searched){.found = result->searched,
                                      .sampled = result->sampled,
                                      .replayed = result->replayed,
                                      .intervals = result->intervals,
                                      .proofs = result->proofs,
                                      .shared = result->shared,
                                      .has_paths = true});
    if (result->skipped > 0)
        printf(", %" PRIu64 " not checked without the secret",
               result->skipped);
    printf(", %" PRIu64 " wrong\n", result->bad);
}

static void
print_ledgers_json(const loyd_ledger_proof *proof)
{
    struct jw *json = row_begin();

    jw_uint(json, "ledger_rows", proof->rows);
    jw_uint(json, "ledger_redrawn", proof->redrawn);
    if (proof->lists > 0) {
        jw_uint(json, "ledger_listed", proof->listed);
        jw_uint(json, "lists", proof->lists);
    }
    jw_uint(json, "ledger_bad", proof->bad);
    if (proof->has_head) {
        jw_string(json, "channel", proof->channel);
        jw_uint(json, "head_rows", proof->number);
        json_date(json, "head_date", &proof->date);
    }
    row_end(json);
}

/* Without a head from outside, only the consistency of the chain is proven. */
static void
print_ledgers(const loyd_ledger_proof *proof)
{
    char date[LOYD_DATE_TEXT], count[COUNTED_BYTES];

    loyd_date_print(&proof->date, date);
    print_count(proof->rows, "ledger row");
    fputs(" checked", stdout);
    if (proof->redrawn > 0)
        printf(", %" PRIu64 " drawn again with the secret", proof->redrawn);
    if (proof->listed > 0)
        printf(", %" PRIu64 " in the order of their list", proof->listed);
    if (proof->lists > 0) {
        fputs(", ", stdout);
        print_count(proof->lists, "list");
    }
    if (proof->has_head)
        printf("; the head is that of %s after %s, %s\n", proof->channel,
               counted(proof->number, "row", count), date);
    else
        puts("; only consistency is proven: try --head HEX");
}

static void
print_results(const struct run *run, const loyd_ledger_proof *proof,
              const loyd_job_result *result)
{
    bool has_ledger = proof->rows + proof->lists + proof->bad > 0;

    if (has_ledger && run->args.json)
        print_ledgers_json(proof);
    else if (has_ledger)
        print_ledgers(proof);
    if (run->args.json)
        print_rows_json(result);
    else
        print_rows(result);
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
    progress_clear();
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
    progress_clear();
    if (err != LOYD_OK)
        return report(run->db, err, &why);
    result.skipped -=
        proof.redrawn < result.skipped ? proof.redrawn : result.skipped;
    result.bad += proof.bad;
    print_results(run, &proof, &result);
    return result.bad == 0 ? EXIT_DONE : EXIT_NO;
}

static int
read_hex(const char *option, const char *what, const char *text,
         uint8_t *bytes)
{
    char shown[QUOTED_BYTES];

    if (hex_read(text, strlen(text), bytes))
        return EXIT_DONE;
    return refuse(option, "invalid %s '%s': expected %d hex digits", what,
                  quoted(text, shown), 2 * LOYD_HASH_BYTES);
}

int
cmd_verify(struct run *run)
{
    const struct args *args = &run->args;
    struct verifying v = {run, NULL};
    const loyd_listener listener = listener_of(&v);
    loyd_verify_options options = {
        .prove = opt.solve, .seed = opt.pick, .part = args->part};
    uint8_t digest[LOYD_HASH_BYTES], head[LOYD_HASH_BYTES];
    int code = text_check("--pick", opt.pick);

    if (code != EXIT_DONE)
        return code;
    if (args->since != NULL)
        return verify_since(run);
    if (run->store == NULL) /* the operand is a pack */
        return verify_pack(run);
    if (opt.digest != NULL) {
        code = read_hex("--digest", "digest", opt.digest, digest);
        options.digest = digest;
    }
    if (code == EXIT_DONE && opt.head != NULL)
        code = read_hex("--head", "hash", opt.head, head);
    if (code == EXIT_DONE)
        code = secret_take(run);
    options.threads = threads_wanted(run);
    if (code == EXIT_DONE)
        code = verify_all(run, &options, opt.head != NULL ? head : NULL,
                          &listener);
    return code;
}
