/* SPDX-License-Identifier: MIT */
/* What all joins do: results, verification, digest. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/why.h"
#include "cluster/job.h"

loyd_err
job_scratch(const struct job *job, const char *scratch, struct temp *folder,
            char **path, loyd_why *why)
{
    size_t size = strlen(scratch) + 100;
    loyd_err err = LOYD_OK;

    *folder = (struct temp){.dir = -1, .fd = -1};
    if ((*path = malloc(size)) == NULL)
        return LOYD_E_NOMEM;
    snprintf(*path, size, "%s/loyd-%016llx", scratch,
             (unsigned long long)job->stamp);
    if (!temp_folder(folder, *path, 0700))
        err = why_errno(why, "%s: cannot make a folder", scratch);
    else if (strlen(folder->made) > 90)
        err = why_set(why, LOYD_E_SYSTEM, "the name of this host is too long");
    /* It is locked, and a catalogue wants to lock its folder. */
    else if (mkdirat(folder->fd, "own", 0700) != 0)
        err = why_errno(why, "%s: cannot make a folder", scratch);
    else
        snprintf(*path, size, "%s/%s/own/", scratch, folder->made);
    return err;
}

loyd_err
job_join(struct job *job, loyd_store *store, const char *db,
         const char *scratch, unsigned threads, struct join_result *result,
         loyd_why *why)
{
    const loyd_verify_options options = {.threads = threads};
    struct joining j = {.job = job,
                        .store = store,
                        .db = db,
                        .scratch = scratch != NULL ? scratch : job->dir};
    loyd_job_result verified = {0};
    loyd_err err;

    WHY_GIVEN(why);
    *result = (struct join_result){.missing = 0};
    err = job->kind->join(&j, why);
    result->counts = j.result;
    result->missing = err == LOYD_OK ? j.missing : 0;
    if (err != LOYD_OK || (j.missing > 0 && job->boards == NULL))
        return err;
    job_tidy(job);
    err =
        loyd_catalogue_verify(store, &options, &job->listener, &verified, why);
    result->bad = verified.bad;
    if (err == LOYD_OK && !verified.has_digest)
        return loyd_store_digest(store, LOYD_DIGEST_ALL, result->digest, why);
    memcpy(result->digest, verified.digest, LOYD_HASH_BYTES);
    return err;
}
