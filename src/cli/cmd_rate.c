/* SPDX-License-Identifier: MIT */
/* `loyd rate`: proves the unproven puzzles of a catalogue. */
#include <stdio.h>

#include "cli/command.h"
#include "cli/json.h"
#include "cli/solving.h"

option_table rate_options = {
    &option_db,      &option_shard, &option_tables,
    &option_threads, &option_json,  NULL,
};

static bool
show_claim(void *context, const loyd_bad *bad)
{
    const struct run *run = context;

    message(run->db, "%s", bad->what);
    if (run->args.json)
        json_error(&(struct json_error){.status = "wrong", .text = bad->what});
    return true;
}

static void
print_json(const loyd_job_result *result)
{
    struct jw *json = json_begin();

    jw_uint(json, "rated", result->done);
    jw_uint(json, "bad", result->bad);
    json_end(json);
}

static void
print_text(const loyd_job_result *result)
{
    print_count(result->done, "puzzle");
    puts(" rated");
}

int
cmd_rate(struct run *run)
{
    const loyd_listener listener = {
        .progress = progress_show, .bad = show_claim, .context = run};
    loyd_job_result result = {0};
    loyd_why why = {""};
    loyd_err err;
    int code = solver_start(run, progress_quiet);

    if (code != EXIT_DONE)
        return code;
    err = loyd_catalogue_rate(run->store, run->solver, &run->args.shard,
                              &listener, &result, &why);
    progress_clear();
    if (err == LOYD_E_CANCELLED)
        return fail("rate",
                    "interrupted: run the same command again to continue");
    /* Larger boards in it are no error of the command line. */
    if (err != LOYD_OK) {
        report(run->db, err, &why);
        return EXIT_BAD;
    }
    if (run->args.json)
        print_json(&result);
    else
        print_text(&result);
    return result.bad == 0 ? EXIT_DONE : EXIT_NO;
}
