/* SPDX-License-Identifier: MIT */
/* `loyd verify`: every row of a catalogue proven again. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/command.h"
#include "cli/entry.h"
#include "cli/file.h"
#include "cli/json.h"
#include "cli/message.h"
#include "cli/out.h"
#include "cli/progress.h"
#include "cli/solving.h"
#include "cli/verify_pack.h"
#include "cli/verify_since.h"

static const struct option_row option_prove = {
    .name = "prove",
    .value = "N",
    .read = read_number,
    .at = OPTION_AT(prove),
    .low = 1,
    .high = INT64_MAX,
    .help = "solve N of its puzzles again by other ways than before: "
            "without tables, or with small ones, and from goal to start",
};
static const struct option_row option_sample = {
    .name = "seed",
    .value = "TEXT",
    .read = read_text,
    .at = OPTION_AT(seed),
    .help = "which N puzzles those are",
};
static const struct option_row option_digest = {
    .name = "digest",
    .value = "HEX",
    .read = read_text,
    .at = OPTION_AT(digest),
    .help = "what the digest should be",
};

static const struct option_row option_key = {
    .name = "key",
    .value = "PUB",
    .read = read_text,
    .at = OPTION_AT(key),
    .help = "of a pack: the public key, a file of minisign's or its line of "
            "base64, with which it must be signed",
};
static const struct option_row option_since = {
    .name = "since",
    .value = "PACK",
    .read = read_text,
    .at = OPTION_AT(since),
    .help = "of a pack: what is different from this one, before it in its "
            "series",
};

option_table verify_options = {
    &option_db,     &option_prove, &option_sample,
    &option_digest, &option_shard, &option_threads,
    &option_json,   &option_since, &option_key, NULL,
};

static bool
print_bad(void *context, const char *what)
{
    const struct run *run = context;
    struct json json;

    progress_clear();
    if (run->args.json) {
        json_begin(&json);
        json_text(&json, "error", what);
        json_end(&json);
    } else {
        fputs("wrong\t", stdout);
        print_escaped(what);
        putchar('\n');
    }
    return !out_is_broken();
}

static void
print_result(const struct run *run, const loyd_job_result *result)
{
    struct json json;

    if (!run->args.json) {
        printf("%" PRIu64 " rows proven", result->done);
        if (result->searched + result->sampled > 0)
            printf(", %" PRIu64 " optima found again",
                   result->searched + result->sampled);
        if (result->skipped > 0)
            printf(", %" PRIu64 " not checkable without their secret",
                   result->skipped);
        printf(", %" PRIu64 " wrong\n", result->bad);
        return;
    }
    json_begin(&json);
    json_number(&json, "done", result->done);
    json_number(&json, "skipped", result->skipped);
    json_number(&json, "bad", result->bad);
    json_number(&json, "searched", result->searched);
    json_number(&json, "sampled", result->sampled);
    json_end(&json);
}

int
cmd_verify(struct run *run)
{
    loyd_job_result result = {0};
    loyd_verify_options options = {.prove = run->args.prove,
                                   .seed = run->args.seed,
                                   .shard = run->args.shard};
    uint8_t digest[LOYD_HASH_BYTES];
    loyd_why why = {""};
    loyd_err err;

    if (run->args.since != NULL)
        return verify_since(run);
    if (is_of_pack(run))
        return verify_pack(run, print_bad);
    if (run->args.key != NULL) {
        message("--key", "of a catalogue, and a pack was expected");
        return EXIT_COMMAND;
    }
    if (run->args.digest != NULL) {
        if (!hex_read(run->args.digest, strlen(run->args.digest), digest)) {
            message("--digest", "no digest, and %d hex digits were expected",
                    2 * LOYD_HASH_BYTES);
            return EXIT_COMMAND;
        }
        options.digest = digest;
    }
    options.threads = threads_wanted(run);
    err = loyd_catalogue_verify(run->store, &options, print_bad, run,
                                progress_show, NULL, &result, &why);
    progress_clear();
    if (err != LOYD_OK)
        return job_failed(run->db, err, &why);
    print_result(run, &result);
    return result.bad == 0 ? EXIT_DONE : EXIT_NO;
}
