/* SPDX-License-Identifier: MIT */
/* The folder of a job: how it is made, opened and closed. */
#include "cluster/job.h"

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

#define JOB_BEGIN "loyd job 1\n"
#define JOB_MOST 100000

static const struct kind *const kinds[] = {&kind_generate, &kind_prove, NULL};

/* --- the file `job` --- */

/* Its lines after the first two, "NAME VALUE", in this order. */
static const struct line {
    const char *name;
    bool is_text;
    size_t at;
} lines[] = {
#define TEXT(name)                                                            \
    {                                                                         \
#name, true, offsetof(struct plan, name)                              \
    }
#define NUMBER(name)                                                          \
    {                                                                         \
#name, false, offsetof(struct plan, name)                             \
    }
    TEXT(kind),           TEXT(command), TEXT(db),         TEXT(recipe),
    NUMBER(first),        NUMBER(count), NUMBER(attempts), NUMBER(effort),
    NUMBER(metric),       NUMBER(parts), NUMBER(memory),   NUMBER(boards),
    NUMBER(boards_check), NUMBER(tasks),
#undef TEXT
#undef NUMBER
};
#define N_LINES (sizeof(lines) / sizeof(lines[0]))

static void *
value_of(struct plan *plan, const struct line *line)
{
    return (char *)plan + line->at;
}

/* What another build may do otherwise. */
static void
release_put(struct text *text)
{
    text_format(text, "release %s, efforts %d, parts %d\n", loyd_version(),
                LOYD_EFFORT_VERSION, LOYD_SPLIT_VERSION);
}

void
check_put(struct text *text, size_t from)
{
    if (!text->is_lost)
        text_format(text, CHECK_BEGIN "%016" PRIx64 "\n",
                    (uint64_t)XXH3_64bits(text->at + from, text->len - from));
}

static loyd_err
plan_put(struct plan *plan, struct text *text, loyd_why *why)
{
    text_put(text, JOB_BEGIN);
    release_put(text);
    for (size_t i = 0; i < N_LINES; i++) {
        void *value = value_of(plan, &lines[i]);

        text_format(text, "%s ", lines[i].name);
        if (!lines[i].is_text) {
            text_number(text, *(uint64_t *)value);
        } else if (strchr(*(const char **)value, '\n') != NULL) {
            return why_set(why, LOYD_E_SYNTAX, "%s: more than one line",
                           lines[i].name);
        } else {
            text_put(text, *(const char **)value);
        }
        text_char(text, '\n');
    }
    check_put(text, 0);
    return text->is_lost ? LOYD_E_NOMEM : LOYD_OK;
}

/* Reads a line into the plan; texts stay where they are, and get a NUL. */
static bool
line_read(struct slice *rest, const struct line *line, struct plan *plan)
{
    void *value = value_of(plan, line);
    struct slice head;

    if (!slice_cut(rest, '\n', &head) || !slice_skip(&head, line->name) ||
        !slice_skip(&head, " "))
        return false;
    if (!line->is_text)
        return slice_number(head, value) == NUMBER_GOOD;
    *(const char **)value = head.at;
    ((char *)(uintptr_t)head.at)[head.len] = '\0';
    return true;
}

/* The first two lines are checked first: others may follow other rules. */
static loyd_err
release_check(struct slice *text, loyd_why *why)
{
    char quote[WHY_QUOTE_BYTES];
    struct text mine = {0};
    struct slice line;
    bool is_mine;

    if (!slice_skip(text, JOB_BEGIN))
        return why_set(why, LOYD_E_FOREIGN, "job: not the job of a cluster");
    slice_cut(text, '\n', &line);
    release_put(&mine);
    is_mine =
        mine.len == line.len + 1 && memcmp(mine.at, line.at, line.len) == 0;
    if (!is_mine && !mine.is_lost)
        why_set(why, LOYD_E_FOREIGN, "job: of %s: expected %.*s",
                why_quote(line.at, line.len, quote), (int)mine.len - 1,
                mine.at);
    text_free(&mine);
    return is_mine ? LOYD_OK : LOYD_E_FOREIGN;
}

/* Reads a plan from a text, which the plan then owns. */
static loyd_err
plan_parse(struct job *job, struct text *text, loyd_why *why)
{
    static const size_t tail = sizeof(CHECK_BEGIN) + 16;
    struct plan *plan = &job->plan;
    struct slice rest = {text->at, text->len};
    struct text again = {0};
    size_t i = 0;
    loyd_err err = release_check(&rest, why);
    bool is_good = err == LOYD_OK && text->len > tail;

    if (is_good) {
        text_bytes(&again, text->at, text->len - tail);
        check_put(&again, 0);
        is_good = !again.is_lost && memcmp(again.at, text->at, text->len) == 0;
        job->stamp = XXH3_64bits(text->at, text->len);
        text_free(&again);
    }
    while (is_good && i < N_LINES)
        is_good = line_read(&rest, &lines[i++], plan);
    is_good = is_good && plan->tasks >= 1 && plan->tasks <= TASKS_MAX;
    if (err == LOYD_OK && !is_good)
        err = why_set(why, LOYD_E_CORRUPT, "job: damaged or incomplete");
    if (err != LOYD_OK)
        text_free(text);
    else
        plan->owned = text->at;
    return err;
}

/* --- files --- */

loyd_err
job_read(int dir, const char *name, size_t most, struct text *text,
         bool *is_there, loyd_why *why)
{
    int fd = file_open_plain(dir, name);
    bool is_read;

    *is_there = fd != -1;
    if (fd == -1 && (errno == ENOENT || errno == ESTALE))
        return LOYD_OK;
    if (fd == -1 && (errno == ELOOP || errno == ENOTSUP || errno == ENXIO))
        return why_set(why, LOYD_E_CORRUPT, "not a regular file");
    if (fd == -1)
        return why_errno(why, "cannot open");
    is_read = file_read_text(fd, most, text);
    if (!is_read && errno == EFBIG)
        why_set(why, LOYD_E_CORRUPT, "damaged or incomplete");
    else if (!is_read && errno != ESTALE)
        why_errno(why, "cannot read");
    close(fd);
    if (is_read)
        return text->is_lost ? LOYD_E_NOMEM : LOYD_OK;
    *is_there = why->text[0] != '\0';
    return !*is_there ? LOYD_OK : errno == EFBIG ? LOYD_E_CORRUPT : LOYD_E_IO;
}

/* Ends a file that need not survive a crash. */
static bool
close_cheap(struct temp *file)
{
    int fd = file->fd;

    file->fd = -1;
    return close(fd) == 0;
}

bool
job_put(int dir, const char *name, const struct text *text, bool is_synced)
{
    struct temp file;
    bool is_done = temp_file_in(&file, dir, name, 0666) &&
                   file_write_all(file.fd, text->at, text->len) &&
                   (is_synced ? temp_settle(&file) : close_cheap(&file)) &&
                   temp_rename(&file) &&
                   (!is_synced || fsync(dir) == 0 || errno == EINVAL);

    temp_drop(&file);
    return is_done;
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
    err = plan_put(plan, &text, why);
    if (err == LOYD_OK && !temp_folder(&folder, dir, 0777)) {
        err = why_errno(why, "cannot make the folder");
    } else if (err == LOYD_OK) {
        if (mkdirat(folder.fd, "claims", 0777) != 0 ||
            mkdirat(folder.fd, "results", 0777) != 0 ||
            (boards != NULL &&
             !job_put(folder.fd, "boards.tsv", boards, true)) ||
            !job_put(folder.fd, "job", &text, true) || !temp_place(&folder))
            err = why_errno(why, "cannot make the folder");
        temp_drop(&folder);
    }
    text_free(&text);
    return err;
}

loyd_err
job_folder(const struct job *job, const char *name, int *fd, loyd_why *why)
{
    *fd = file_open_folder(job->fd, name);
    return *fd != -1 ? LOYD_OK : why_errno(why, "%s", name);
}

static loyd_err
open_all(struct job *job, loyd_why *why)
{
    struct text text = {0};
    bool is_there = false;
    loyd_err err;

    job->fd = open(job->dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (job->fd == -1)
        return errno == ENOENT
                   ? why_set(why, LOYD_E_NOT_FOUND, "no such folder")
                   : why_errno(why, "cannot open");
    err = job_read(job->fd, "job", JOB_MOST, &text, &is_there, why);
    if (err == LOYD_OK && !is_there)
        err = why_set(why, LOYD_E_NOT_FOUND,
                      "no job in it: expected a folder that `loyd cluster "
                      "make` has written");
    else if (err != LOYD_OK)
        err = why_prefix(why, err, "job: ");
    if (err == LOYD_OK)
        err = plan_parse(job, &text, why);
    if (err != LOYD_OK)
        return err;
    for (size_t i = 0; kinds[i] != NULL; i++)
        if (strcmp(kinds[i]->command, job->plan.kind) == 0)
            job->kind = kinds[i];
    job->tasks = calloc((size_t)job->plan.tasks, sizeof(*job->tasks));
    if (job->kind == NULL)
        return why_set(why, LOYD_E_CORRUPT, "job: an unknown kind");
    if (job->tasks == NULL)
        return LOYD_E_NOMEM;
    err = job_folder(job, "results", &job->results, why);
    return err == LOYD_OK ? job->kind->plan(job, why) : err;
}

loyd_err
job_open(const char *dir, const loyd_listener *listener, struct job **out,
         loyd_why *why)
{
    struct job *job = calloc(1, sizeof(*job));
    loyd_err err;

    WHY_GIVEN(why);
    *out = NULL;
    if (job == NULL)
        return LOYD_E_NOMEM;
    *job = (struct job){.dir = dir, .fd = -1, .results = -1};
    if (listener != NULL)
        job->listener = *listener;
    err = open_all(job, why);
    if (err == LOYD_OK)
        *out = job;
    else
        job_close(&job);
    return err;
}

void
job_close(struct job **out)
{
    struct job *job = *out;

    if (job == NULL)
        return;
    *out = NULL;
    if (job->kind != NULL)
        job->kind->close(job);
    for (size_t i = 0; i < job->n_named; i++)
        free(job->named[i]);
    free(job->named);
    free(job->tasks);
    free(job->plan.owned);
    if (job->results != -1)
        close(job->results);
    if (job->fd != -1)
        close(job->fd);
    free(job);
}

const struct plan *
job_plan(const struct job *job)
{
    return &job->plan;
}

/* --- reports --- */

bool
job_goes_on(const struct job *job, const loyd_progress *now)
{
    const loyd_listener *listener = &job->listener;

    return listener->progress == NULL ||
           listener->progress(listener->context, now);
}

loyd_err
job_tell(const struct job *job, const char *file, loyd_err err,
         const char *what)
{
    const loyd_listener *listener = &job->listener;
    const loyd_bad bad = {.file = file, .what = what, .err = err};

    return listener->bad == NULL || listener->bad(listener->context, &bad)
               ? LOYD_OK
               : LOYD_E_CANCELLED;
}

loyd_err
job_named(struct job *job, const char *path, loyd_err kind, const char *fault,
          const char *result, loyd_why *why)
{
    char text[LOYD_WHY_BYTES + 80];
    char *copy;

    for (size_t i = 0; i < job->n_named; i++)
        if (strcmp(job->named[i], path) == 0)
            return LOYD_OK;
    if (!ARRAY_ROOM(job->named, job->room_named, job->n_named + 1) ||
        (copy = malloc(strlen(path) + 1)) == NULL)
        return why_set(why, LOYD_E_NOMEM, "out of memory");
    job->named[job->n_named++] = strcpy(copy, path);
    snprintf(text, sizeof(text), "%s: %s", fault, result);
    return job_tell(job, path, kind, text);
}
