/* SPDX-License-Identifier: MIT */
/* `loyd merge`: merges catalogues into one. */
#include <inttypes.h>
#include <stdio.h>

#include "cli/catalogue.h"
#include "cli/command.h"
#include "cli/json.h"

option_table merge_options = {&option_db, NULL};

static bool
refuse_catalogue(void *context, const loyd_bad *bad)
{
    ++*(size_t *)context;
    message(bad->file, "%s: catalogue not merged", bad->what);
    json_latest();
    return true;
}

int
cmd_merge(struct run *run)
{
    size_t refused = 0;
    const loyd_listener listener = {.progress = progress_show,
                                    .bad = refuse_catalogue,
                                    .context = &refused};
    loyd_job_result result = {0};
    char count[COUNTED_BYTES];
    loyd_why why = {""};
    loyd_err err;
    int code;

    if (run->db == NULL)
        return catalogue_missing(run, false);
    if ((code = catalogue_open(run, LOYD_STORE_CREATE)) != EXIT_DONE)
        return code;
    err = loyd_catalogue_merge(run->store, run->operands,
                               (size_t)run->n_operands, &listener, &result,
                               &why);
    progress_clear();
    if (err == LOYD_E_CANCELLED)
        return fail("merge",
                    "interrupted: run the same command again to continue");
    if (err != LOYD_OK)
        return report(run->db, err, &why);
    out_stored(run->db, "%s",
               counted(result.new_puzzles, "new puzzle", count));
    SUMS(SUM("!catalogues=$ catalogue* merged",
             (size_t)run->n_operands - refused),
         SUM("refused", refused),
         SUM("!new_puzzles=$ new puzzle*", result.new_puzzles),
         SUM("!known_puzzles=$ already known", result.skipped));
    return refused == 0 ? EXIT_DONE : EXIT_BAD;
}
