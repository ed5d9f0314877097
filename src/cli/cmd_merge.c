/* SPDX-License-Identifier: MIT */
/* `loyd merge`: merges catalogues into one. */
#include <inttypes.h>
#include <stdio.h>

#include "cli/catalogue.h"
#include "cli/command.h"
#include "cli/json.h"

static const struct option_row option_table[] = {
    OPTION_DB, OPTIONS_OF_ALL};

static bool
refuse_catalogue(void *context, const loyd_bad *bad)
{
    ++*(size_t *)context;
    message(bad->file, "%s: catalogue not merged", bad->what);
    json_latest();
    return true;
}

static int
cmd_merge(struct run *run)
{
    size_t refused = 0;
    const loyd_listener listener = {.progress = progress_show,
                                    .bad = refuse_catalogue,
                                    .context = &refused};
    loyd_job_result result = {0};
    loyd_why why = {""};
    loyd_err err;
    int code = catalogue_open(run, LOYD_STORE_CREATE);

    if (code != EXIT_DONE)
        return code;
    err = loyd_catalogue_merge(run->store, run->operands,
                               (size_t)run->n_operands, &listener, &result,
                               &why);
    if (err != LOYD_OK)
        return report_job(run, err, &why);
    out_stored(run->db);
    SUMS(SUM("!catalogues=$ catalogue* merged",
             (size_t)run->n_operands - refused),
         SUM("refused", refused),
         SUM("!new_puzzles=$ new puzzle*", result.new_puzzles),
         SUM("!known_puzzles=$ already known", result.skipped));
    return refused == 0 ? EXIT_DONE : EXIT_BAD;
}

const struct command command_merge = {
    "merge", "CATALOGUE...", "merge catalogues into one",
    "They can be merged in any order, all at once or one by one, and more "
    "than once: the result is the same, as `loyd digest` shows. Every row "
    "is checked. One with a wrong row or one that contradicts the "
    "catalogue is refused as a whole; the others are merged.",
    ACTION(cmd_merge, NAMES_STORE, NULL, NULL),
    option_table, 1, -1,
    .examples =
        "loyd generate 4x4 --count 1000000 --seed big --part 3/64 --db 3.db\n"
        "loyd merge --db big.db ?.db ??.db\n",
    .required = "--db FILE"};
