/* SPDX-License-Identifier: MIT */
/*
 * Jobs of `generate`: a task is a range of indices, and its result a
 * catalogue of them, whose name, TASK.SUM.db, has a checksum of its bytes.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include "base/array.h"
#include "base/file.h"
#include "base/why.h"
#include "cluster/merge.h"
#include "cluster/result.h"

/* The indices of a task. */
static void
range_of(const struct job *job, uint64_t task, uint64_t *first,
         uint64_t *count)
{
    uint64_t n = job->plan.count, parts = job->plan.tasks;

    *first = n / parts * (task - 1) + n % parts * (task - 1) / parts;
    *count = n / parts * task + n % parts * task / parts - *first;
    *first += job->plan.first;
}

static uint64_t
generate_folder(const struct job *job, uint64_t task, char name[FOLDER_NAME])
{
    (void)job;
    result_folder(task, name);
    return task + GROUP_TASKS;
}

static uint64_t
generate_task_of(const struct job *job, uint64_t in, const char *name)
{
    struct result result;

    (void)in;
    return result_parse(job, name, &result) ? result.task : 0;
}

/* Is it a file? Its bytes are checked by the join. */
static loyd_err
look_at(struct job *job, const struct result *result, loyd_why *why)
{
    char path[RESULT_PATH];
    struct stat status;

    result_path(result, "", path);
    if (fstatat(job->fd, path, &status, AT_SYMLINK_NOFOLLOW) != 0)
        return errno == ENOENT ? LOYD_OK : why_errno(why, "%s", path);
    if (!S_ISREG(status.st_mode))
        return job_named(job, path, LOYD_E_CORRUPT, "not a regular file",
                         "its task is done again", why);
    job->tasks[result->task - 1].is_done = true;
    return LOYD_OK;
}

static loyd_err
generate_check(struct job *job, uint64_t task, loyd_why *why)
{
    struct results results;
    loyd_err err = results_list(job, task, &results, why);

    for (uint64_t i = 0; i < job->plan.tasks; i++)
        if (task == 0 || task == i + 1)
            job->tasks[i].is_done = false;
    for (size_t i = 0; err == LOYD_OK && i < results.n; i++)
        if (task == 0 || task == results.at[i].task)
            err = look_at(job, &results.at[i], why);
    free(results.at);
    return err;
}

/* --- a task --- */

static loyd_err
generate_plan(struct job *job, loyd_why *why)
{
    loyd_recipe recipe;
    loyd_err err = loyd_recipe_parse(job->plan.recipe,
                                     strlen(job->plan.recipe), &recipe, why);

    if (err == LOYD_OK)
        err = loyd_generator_new(&recipe, NULL, &job->generator, why);
    return err == LOYD_OK ? err : why_prefix(why, err, "job: recipe: ");
}

static void
generate_close(struct job *job)
{
    loyd_generator_free(&job->generator);
}

/* Every process begins elsewhere, so that few want the same task. */
static uint64_t
generate_rank(const struct worker *worker, uint64_t task)
{
    uint64_t tasks = worker->job->plan.tasks;

    return (task + tasks - worker->seed % tasks) % tasks;
}

/* Copies `from` to `to`, which is -1: nowhere, and computes how its name
   begins: TASK.SUM. */
static loyd_err
copy(const struct worker *worker, int from, int to, uint64_t task,
     char name[RESULT_NAME], loyd_why *why)
{
    const size_t size = 1 << 20;
    XXH3_state_t *state = XXH3_createState();
    char *bytes = malloc(size);
    ssize_t n = -1;
    loyd_err err = state != NULL && bytes != NULL ? LOYD_OK : LOYD_E_NOMEM;
    XXH128_hash_t hash;

    if (err == LOYD_OK) {
        XXH3_128bits_reset(state);
        while (err == LOYD_OK && (n = file_fill(from, bytes, size)) > 0) {
            const loyd_progress now = {.what = "checking results",
                                       .done = worker->n_done,
                                       .total = worker->job->plan.tasks};

            XXH3_128bits_update(state, bytes, (size_t)n);
            if (to != -1 && !file_write_all(to, bytes, (size_t)n))
                err = why_errno(why, "cannot write");
            else if (!job_goes_on(worker->job, &now))
                err = LOYD_E_CANCELLED;
        }
        if (err == LOYD_OK && n < 0)
            err = why_errno(why, "cannot read");
        hash = XXH3_128bits_digest(state);
        snprintf(name, RESULT_NAME, "%" PRIu64 ".%016" PRIx64 "%016" PRIx64,
                 task, (uint64_t)hash.high64, (uint64_t)hash.low64);
    }
    free(bytes);
    XXH3_freeState(state);
    return err;
}

/* Names a result: the first name that has no mark. */
static void
name_result(const struct job *job, const char *begin, struct result *result)
{
    char path[RESULT_PATH];

    snprintf(result->name, RESULT_NAME, "%.60s.db", begin);
    for (unsigned copy = 2; copy <= 999; copy++) {
        result_path(result, RESULT_BAD, path);
        if (faccessat(job->fd, path, F_OK, AT_SYMLINK_NOFOLLOW) != 0)
            break;
        snprintf(result->name, RESULT_NAME, "%.60s.%u.db", begin, copy);
    }
}

/* Puts a finished catalogue among the results. */
static loyd_err
keep(const struct worker *worker, int db, uint64_t task, loyd_why *why)
{
    const struct job *job = worker->job;
    struct result result = {.task = task};
    char begin[RESULT_NAME], again[RESULT_NAME], name[FOLDER_NAME];
    struct temp file;
    int group;
    loyd_err err = copy(worker, db, -1, task, begin, why);

    result_folder(task, name);
    if (err != LOYD_OK ||
        (err = job_folder(job, name, &group, why)) != LOYD_OK)
        return err;
    name_result(job, begin, &result);
    if (lseek(db, 0, SEEK_SET) != 0 ||
        !temp_file_in(&file, group, result.name, 0666)) {
        err = why_errno(why, "%s/%s", name, result.name);
        close(group);
        return err;
    }
    err = copy(worker, db, file.fd, task, again, why);
    if (err == LOYD_OK && strcmp(begin, again) != 0)
        err = why_set(why, LOYD_E_IO, "%s: changed while it was copied",
                      worker->scratch);
    else if (err == LOYD_OK && (!temp_settle(&file) || !temp_rename(&file) ||
                                (fsync(group) != 0 && errno != EINVAL)))
        err = why_errno(why, "%s/%s", name, result.name);
    temp_drop(&file);
    close(group);
    return err;
}

struct drawing {
    const struct worker *worker;
    uint64_t before; /* boards of finished tasks, about */
};

/* A loyd_progress_fn: shows the boards of all tasks. */
static bool
show_boards(void *context, const loyd_progress *at)
{
    const struct drawing *drawing = context;
    const struct job *job = drawing->worker->job;
    loyd_progress now = *at;

    if (at->total != 0) {
        now.done += drawing->before;
        now.total = job->plan.count;
    }
    return job_goes_on(job, &now);
}

/* Is something of a catalogue in its journal, after it was closed? */
static bool
has_journal(const char *db)
{
    struct text path = {0};
    struct stat status;
    bool is_there;

    text_format(&path, "%s-wal", db);
    is_there =
        path.is_lost || (stat(path.at, &status) == 0 && status.st_size > 0);
    text_free(&path);
    return is_there;
}

static loyd_err
draw(const struct worker *worker, const char *db, uint64_t task, loyd_why *why)
{
    const struct job *job = worker->job;
    const struct plan *plan = &job->plan;
    struct drawing drawing = {worker,
                              plan->count / plan->tasks * worker->n_done};
    loyd_listener listener = {.progress = show_boards, .context = &drawing};
    loyd_store *store = NULL;
    uint64_t first, count;
    loyd_err err =
        loyd_store_open(db, LOYD_STORE_CREATE, &job->listener, &store, why);

    range_of(job, task, &first, &count);
    if (err == LOYD_OK)
        err = loyd_catalogue_generate(
            store, worker->solver, job->generator, first, count,
            plan->attempts, (loyd_effort)plan->effort,
            (loyd_metric)plan->metric, &listener, NULL, why);
    loyd_store_close(&store);
    /* A close that fails leaves rows in the journal, which is not copied. */
    if (err == LOYD_OK && has_journal(db)) {
        err =
            loyd_store_open(db, LOYD_STORE_WRITE, &job->listener, &store, why);
        loyd_store_close(&store);
        if (err == LOYD_OK && has_journal(db))
            err = why_set(why, LOYD_E_IO, "%s: cannot write: %s", db,
                          strerror(EIO));
    }
    return err;
}

static loyd_err
generate_work(struct worker *worker, uint64_t task, loyd_why *why)
{
    struct temp folder;
    char *db = NULL;
    int fd = -1;
    loyd_err err =
        job_scratch(worker->job, worker->scratch, &folder, &db, why);

    if (err == LOYD_OK) {
        strcat(db, "db");
        err = draw(worker, db, task, why);
        if (err != LOYD_OK && err != LOYD_E_CANCELLED)
            err = why_prefix(why, err, "task %" PRIu64 ": ", task);
    }
    if (err == LOYD_OK && (fd = file_open_plain(AT_FDCWD, db)) == -1)
        err = why_errno(why, "%s", db);
    if (err == LOYD_OK)
        err = keep(worker, fd, task, why);
    if (fd != -1)
        close(fd);
    temp_drop(&folder);
    free(db);
    if (err == LOYD_OK)
        worker->job->tasks[task - 1].is_done = true;
    return err;
}

/* --- the join --- */

/* Removes a result that is of no use, or if it belongs to another user marks
   it; returns words that say so. */
static const char *
dispose(const struct job *job, const struct result *result)
{
    char path[RESULT_PATH];
    int fd;

    result_path(result, "", path);
    if (unlinkat(job->fd, path, 0) == 0)
        return "it is removed";
    result_path(result, RESULT_BAD, path);
    fd = openat(job->fd, path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW,
                0666);
    if (fd == -1)
        return "it cannot be removed";
    close(fd);
    return "it cannot be removed, and is marked as bad";
}

static loyd_err
refuse(struct job *job, const struct result *result, const char *fault,
       loyd_why *why)
{
    char path[RESULT_PATH], text[LOYD_WHY_BYTES];

    snprintf(text, sizeof(text), "%s", fault);
    why->text[0] = '\0';
    result_path(result, "", path);
    return job_named(job, path, LOYD_E_CORRUPT, text, dispose(job, result),
                     why);
}

/* Are the contents of a file wrong? Other errors say nothing about them, and
   might be gone at the next attempt. */
static bool
is_of_contents(loyd_err err)
{
    return err != LOYD_E_NOMEM && err != LOYD_E_CANCELLED &&
           err != LOYD_E_SYSTEM && err != LOYD_E_IO && err != LOYD_E_FULL &&
           err != LOYD_E_DB && err != LOYD_E_BUSY;
}

/* Does a catalogue have the first and the last board of a task? The number of
   all recipes shows whether those between are there. */
static loyd_err
check_ends(const struct job *job, loyd_store *store, uint64_t task,
           loyd_why *why)
{
    loyd_recipe recipe = *loyd_generator_recipe(job->generator);
    uint64_t first, count;
    loyd_id id;
    loyd_err err = LOYD_OK;

    range_of(job, task, &first, &count);
    if (recipe.method == LOYD_METHOD_SHUFFLE) /* half have no puzzle */
        return LOYD_OK;
    for (int i = 0; err == LOYD_OK && i < 2; i++) {
        recipe.index = i == 0 ? first : first + count - 1;
        err = loyd_store_recipe_id(store, &recipe, &id, why);
    }
    return err == LOYD_E_NOT_FOUND
               ? why_set(why, LOYD_E_CORRUPT,
                         "not the boards of task %" PRIu64, task)
               : err;
}

/* Checks a file that may have been changed. */
static loyd_err
check_result(const struct joining *j, const struct result *result,
             const char *path, loyd_why *why)
{
    const struct worker reader = {.job = j->job, .n_done = result->task};
    char begin[RESULT_NAME] = "", place[RESULT_PATH];
    loyd_store *store = NULL;
    loyd_err err;
    int fd;

    result_path(result, "", place);
    if ((fd = file_open_plain(j->job->fd, place)) == -1)
        return errno == ELOOP || errno == ENOTSUP || errno == ENXIO
                   ? why_set(why, LOYD_E_CORRUPT, "not a regular file")
                   : why_errno(why, "cannot open");
    err = copy(&reader, fd, -1, result->task, begin, why);
    close(fd);
    if (err == LOYD_OK && strncmp(begin, result->name, strlen(begin)) != 0)
        err = why_set(why, LOYD_E_CORRUPT, "damaged or incomplete");
    if (err == LOYD_OK)
        err = loyd_store_open(path, LOYD_STORE_READ, &j->job->listener, &store,
                              why);
    if (err == LOYD_OK)
        err = check_ends(j->job, store, result->task, why);
    loyd_store_close(&store);
    return err;
}

/* Takes one good result of each task. */
static loyd_err
take_results(struct joining *j, struct paths *paths, loyd_why *why)
{
    struct job *job = j->job;
    char path[RESULT_PATH];
    struct results results;
    loyd_err err = results_list(job, 0, &results, why);

    for (uint64_t i = 0; i < job->plan.tasks; i++)
        job->tasks[i].is_done = false;
    for (size_t i = 0; err == LOYD_OK && i < results.n; i++) {
        const struct result *result = &results.at[i];

        if (job->tasks[result->task - 1].is_done)
            continue;
        result_path(result, "", path);
        if ((err = paths_add(paths, job->dir, path)) != LOYD_OK)
            break;
        err = check_result(j, result, paths->at[paths->n - 1], why);
        if (err == LOYD_OK) {
            job->tasks[result->task - 1].is_done = true;
        } else if (is_of_contents(err)) {
            free(paths->at[--paths->n]);
            err = refuse(job, result, why_words(why, err), why);
        } else if (err != LOYD_E_CANCELLED) {
            err = why_prefix(why, err, "%s: ", paths->at[paths->n - 1]);
        }
    }
    for (uint64_t i = 0; i < job->plan.tasks; i++)
        j->missing += !job->tasks[i].is_done;
    free(results.at);
    return err;
}

/* A loyd_bad_fn: a file that the merge refuses. If it is no result, or cannot
   be read, the join ends. */
static bool
note_refused(void *context, const loyd_bad *bad)
{
    struct joining *j = context;
    const char *slash = strrchr(bad->file, '/');
    struct result result;
    loyd_why why = {""};

    if (!is_of_contents(bad->err) || slash == NULL ||
        !result_parse(j->job, slash + 1, &result)) {
        j->failed = bad->err;
        why_set(&j->why, bad->err, "%s: %s", bad->file, bad->what);
        return false;
    }
    j->missing++;
    return refuse(j->job, &result, bad->what, &why) == LOYD_OK;
}

/* Removes the results of the tasks of which a board is missing. */
static loyd_err
find_missing(struct joining *j, loyd_why *why)
{
    struct job *job = j->job;
    loyd_recipe recipe = *loyd_generator_recipe(job->generator);
    struct results results;
    loyd_err err = results_list(job, 0, &results, why);

    for (size_t i = 0; err == LOYD_OK && i < results.n; i++) {
        uint64_t first, count;
        char fault[60];
        loyd_id id;

        range_of(job, results.at[i].task, &first, &count);
        for (recipe.index = first;
             err == LOYD_OK && recipe.index < first + count; recipe.index++)
            err = loyd_store_recipe_id(j->store, &recipe, &id, why);
        if (err != LOYD_E_NOT_FOUND)
            continue;
        j->missing++;
        snprintf(fault, sizeof(fault), "board %" PRIu64 " is missing",
                 recipe.index - 1);
        err = refuse(job, &results.at[i], fault, why);
    }
    free(results.at);
    return err;
}

static loyd_err
generate_join(struct joining *j, loyd_why *why)
{
    const loyd_recipe *recipe = loyd_generator_recipe(j->job->generator);
    struct paths paths = {0};
    loyd_err err = take_results(j, &paths, why);

    if (err == LOYD_OK && j->missing == 0)
        err = merge_tree(j, &paths, note_refused, why);
    if (err == LOYD_OK && j->missing == 0 &&
        recipe->method != LOYD_METHOD_SHUFFLE &&
        j->result.done != j->job->plan.count)
        err = find_missing(j, why);
    paths_free(&paths);
    return err;
}

const struct kind kind_generate = {
    .command = "generate",
    .unit = "doing tasks",
    .plan = generate_plan,
    .check = generate_check,
    .rank = generate_rank,
    .work = generate_work,
    .folder = generate_folder,
    .task_of = generate_task_of,
    .join = generate_join,
    .close = generate_close,
};
