/* SPDX-License-Identifier: MIT */
/* `loyd verify`: every row of a catalogue proven again. */
#include <inttypes.h>
#include <stdio.h>

#include "cli/command.h"
#include "cli/entry.h"
#include "cli/json.h"
#include "cli/message.h"
#include "cli/out.h"
#include "cli/progress.h"
#include "cli/solving.h"

option_table verify_options = {&option_db, &option_json, NULL};

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
    json_end(&json);
}

int
cmd_verify(struct run *run)
{
    loyd_job_result result = {0};
    loyd_why why = {""};
    loyd_err err;

    err = loyd_catalogue_verify(run->store, print_bad, run, progress_show,
                                NULL, &result, &why);
    progress_clear();
    if (err != LOYD_OK)
        return job_failed(run->db, err, &why);
    print_result(run, &result);
    return result.bad == 0 ? EXIT_DONE : EXIT_NO;
}
