/* SPDX-License-Identifier: MIT */
/* `loyd merge`: merges catalogues into one. */
#include <inttypes.h>
#include <stdio.h>

#include "cli/catalogue.h"
#include "cli/command.h"
#include "cli/json.h"

option_table merge_options = {&option_db, &option_json, NULL};

struct refusals {
    const struct run *run;
    size_t n;
};

static bool
refuse_catalogue(void *context, const loyd_bad *bad)
{
    struct refusals *refusals = context;

    refusals->n++;
    message(bad->file, "%s: catalogue not merged", bad->what);
    if (refusals->run->args.json)
        json_error(
            &(struct json_error){.text = bad->what, .where = bad->file});
    return true;
}

static void
print_json(size_t merged, size_t refused, const loyd_job_result *result)
{
    struct jw *json = row_begin();

    jw_uint(json, "catalogues", merged);
    jw_uint(json, "refused", refused);
    jw_uint(json, "new_puzzles", result->new_puzzles);
    jw_uint(json, "known_puzzles", result->skipped);
    row_end(json);
}

static void
print_text(size_t merged, const loyd_job_result *result)
{
    print_count(merged, "catalogue");
    fputs(" merged, ", stdout);
    print_count(result->new_puzzles, "new puzzle");
    printf(", %" PRIu64 " already known\n", result->skipped);
}

int
cmd_merge(struct run *run)
{
    struct refusals refusals = {.run = run};
    const loyd_listener listener = {.progress = progress_show,
                                    .bad = refuse_catalogue,
                                    .context = &refusals};
    loyd_job_result result = {0};
    char count[COUNTED_BYTES];
    size_t merged;
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
    merged = (size_t)run->n_operands - refusals.n;
    if (run->args.json)
        print_json(merged, refusals.n, &result);
    else
        print_text(merged, &result);
    return refusals.n == 0 ? EXIT_DONE : EXIT_BAD;
}
