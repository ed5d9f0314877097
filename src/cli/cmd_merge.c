/* SPDX-License-Identifier: MIT */
/* `loyd merge`: many catalogues into one. */
#include <inttypes.h>
#include <stdio.h>

#include "cli/catalogue.h"
#include "cli/command.h"
#include "cli/message.h"
#include "cli/progress.h"

option_table merge_options = {&option_db, NULL};

struct refusals {
    const struct run *run;
    size_t n;
};

static void
tell_refused(void *context, size_t shard, loyd_err err, const loyd_why *why)
{
    struct refusals *refusals = context;
    const char *words = why->text[0] != '\0' ? why->text : loyd_strerror(err);

    progress_clear();
    refusals->n++;
    message(refusals->run->operands[shard],
            "%s; nothing of this shard is merged", words);
}

int
cmd_merge(struct run *run)
{
    struct refusals refusals = {.run = run};
    loyd_job_result result = {0};
    loyd_why why = {""};
    loyd_err err;
    int code;

    if (run->db == NULL) {
        message("merge", "no catalogue, and --db FILE or $LOYD_DB was "
                         "expected");
        return EXIT_COMMAND;
    }
    if ((code = catalogue_open(run, LOYD_STORE_CREATE)) != EXIT_DONE)
        return code;
    err = loyd_catalogue_merge(run->store, run->operands,
                               (size_t)run->n_operands, tell_refused,
                               &refusals, progress_show, NULL, &result, &why);
    progress_clear();
    if (err == LOYD_E_CANCELLED) {
        message("merge", "interrupted; the same command goes on");
        return EXIT_BAD;
    }
    if (err != LOYD_OK)
        return complain(run->db, err, &why);
    printf("%zu shards, %" PRIu64 " new puzzles, %" PRIu64
           " that were there\n",
           (size_t)run->n_operands - refusals.n, result.new_puzzles,
           result.skipped);
    return refusals.n == 0 ? EXIT_DONE : EXIT_BAD;
}
