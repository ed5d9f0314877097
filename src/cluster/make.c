/* SPDX-License-Identifier: MIT */
/* Makes the folder of a job. */
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include "base/file.h"
#include "base/why.h"
#include "cluster/result.h"

/* Makes the folders of the results of `generate`: now, because the one who
   makes a job decides which users can write to it. */
static bool
make_groups(int dir, uint64_t tasks)
{
    char name[FOLDER_NAME];

    for (uint64_t task = 1; task <= tasks; task += GROUP_TASKS) {
        result_folder(task, name);
        if (mkdirat(dir, name, 0777) != 0)
            return false;
    }
    return true;
}

loyd_err
cluster_make(const char *dir, struct plan *plan, const struct text *boards,
             loyd_why *why)
{
    struct text text = {0};
    struct temp folder;
    loyd_err err;

    WHY_GIVEN(why);
    if (boards != NULL)
        plan->boards_check = XXH3_64bits(boards->at, boards->len);
    err = plan_print(plan, &text, why);
    if (err == LOYD_OK && !temp_folder(&folder, dir, 0777)) {
        err = why_errno(why, "cannot make the folder");
    } else if (err == LOYD_OK) {
        if (mkdirat(folder.fd, "claims", 0777) != 0 ||
            mkdirat(folder.fd, "results", 0777) != 0 ||
            (boards == NULL && !make_groups(folder.fd, plan->tasks)) ||
            (boards != NULL &&
             !job_put(folder.fd, "boards.tsv", boards, true)) ||
            !job_put(folder.fd, "job", &text, true) || !temp_place(&folder))
            err = why_errno(why, "cannot make the folder");
        temp_drop(&folder);
    }
    text_free(&text);
    return err;
}
