/* SPDX-License-Identifier: MIT */
/* Owns the command's way to the proof of a pack. */
#include "cli/verify_pack.h"

#include <inttypes.h>
#include <stdio.h>
#include <sys/stat.h>

#include "cli/json.h"
#include "cli/message.h"
#include "cli/secret.h"
#include "cli/signals.h"
#include "cli/solving.h"

bool
is_of_pack(const struct run *run)
{
    struct stat status;

    return run->command->needs == PROVES_STORE && run->n_operands > 0 &&
           stat(run->operands[0], &status) == 0 && S_ISDIR(status.st_mode);
}

struct signature {
    const char *name; /* in JSON */
    const char *words;
};

/* Whether somebody has signed it is always told. */
static const struct signature *
signature_of(const struct run *run, const loyd_pack_result *result)
{
    static const struct signature none = {"none", "not signed"},
                                  good = {"good", "signed with the key"},
                                  bad = {"bad", "not signed with the key"},
                                  unchecked = {"unchecked",
                                               "signed, not checked without "
                                               "--key"};

    if (result->is_checked || !result->is_signed)
        return result->is_checked ? &good : &none;
    return run->args.key != NULL ? &bad : &unchecked;
}

static void
print_result(const struct run *run, const loyd_pack_result *result)
{
    struct json json;

    if (!run->args.json) {
        /* Without a second search no optimum is proven, and it says so. */
        printf("%" PRIu64 " puzzles checked in %" PRIu64
               " files, optimality of %" PRIu64 " proven, %s, ",
               result->puzzles, result->files, result->sampled,
               signature_of(run, result)->words);
        if (result->ignored > 0)
            printf("%" PRIu64 " of the desktop's files ignored, ",
                   result->ignored);
        printf("%" PRIu64 " wrong\n", result->bad);
        return;
    }
    jw_begin(&json);
    jw_number(&json, "puzzles", result->puzzles);
    jw_number(&json, "rows", result->rows);
    jw_number(&json, "files", result->files);
    jw_number(&json, "sampled", result->sampled);
    jw_number(&json, "bad", result->bad);
    jw_text(&json, "signature", signature_of(run, result)->name);
    jw_number(&json, "ignored", result->ignored);
    jw_end(&json);
}

int
verify_pack(struct run *run, loyd_bad_fn bad)
{
    const struct args *args = &run->args;
    loyd_pack_options options = {
        .prove = args->prove, .seed = args->seed, .go_on = interrupt_goes_on};
    loyd_pack_result result = {0};
    loyd_public_key key;
    loyd_why why = {""};
    loyd_err err;
    int code = EXIT_DONE;

    if (args->db != NULL || args->digest != NULL || args->shard.parts > 0) {
        message("verify", "a pack has no %s",
                args->db != NULL       ? "--db"
                : args->digest != NULL ? "--digest"
                                       : "--shard");
        return EXIT_COMMAND;
    }
    if (args->key != NULL)
        code = public_key_read(args->key, &key);
    if (code != EXIT_DONE)
        return code;
    options.key = args->key != NULL ? &key : NULL;
    options.threads = threads_wanted(run);
    err = loyd_pack_verify(run->operands[0], &options, bad, run, progress_show,
                           NULL, &result, &why);
    progress_clear();
    if (err != LOYD_OK) {
        complain(run->operands[0], err, &why);
        return EXIT_BAD;
    }
    print_result(run, &result);
    return result.bad == 0 ? EXIT_DONE : EXIT_NO;
}
