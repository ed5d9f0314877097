/* SPDX-License-Identifier: MIT */
/* The files by which processes divide the tasks of a job. */
#include "cluster/claim.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "base/slice.h"
#include "base/why.h"

#define CLAIM_BEGIN "loyd claim 1\n"
#define CLAIM_MOST 1000 /* bytes */
#define TASK_NAME 24

struct claim {
    int dir; /* the folder */
    int fd;
    char name[TASK_NAME];
    const char *token;
    unsigned beat;
    pthread_t thread;
    pthread_mutex_t mutex; /* of is_over */
    pthread_cond_t over;
    bool is_over;
};

loyd_err
claims_open(struct claims *claims, int fd, loyd_why *why)
{
    uint8_t bytes[(CLAIM_TOKEN - 1) / 2];

    *claims = (struct claims){.fd = fd, .beat = CLAIM_BEAT};
    if (getrandom(bytes, sizeof(bytes), 0) != (ssize_t)sizeof(bytes))
        return why_set(why, LOYD_E_SYSTEM, "cannot draw a token: %s",
                       strerror(errno));
    for (size_t i = 0; i < sizeof(bytes); i++)
        snprintf(&claims->token[2 * i], 3, "%02x", bytes[i]);
    return LOYD_OK;
}

static void
task_name(uint64_t task, char name[TASK_NAME])
{
    snprintf(name, TASK_NAME, "%" PRIu64, task);
}

uint64_t
claim_task(const char *name)
{
    uint64_t task;

    return slice_number(slice_of(name), &task) == NUMBER_GOOD ? task : 0;
}

/* --- what a claim says --- */

static double
seconds_of(struct timespec time)
{
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Asks the folder for its time: that of a file that it makes now. */
static bool
folder_clock(const struct claims *claims, double *now)
{
    char name[CLAIM_TOKEN + 8];
    struct stat status;
    int fd;
    bool is_told;

    snprintf(name, sizeof(name), CLAIM_CLOCK "%s", claims->token);
    unlinkat(claims->fd, name, 0);
    fd = openat(claims->fd, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
                0600);
    if (fd == -1)
        return false;
    is_told = futimens(fd, NULL) == 0 && fstat(fd, &status) == 0;
    if (is_told)
        *now = seconds_of(status.st_mtim);
    close(fd);
    unlinkat(claims->fd, name, 0);
    return is_told;
}

static void
boot_id(char text[CLAIM_WORD])
{
    int fd = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
    ssize_t n = fd != -1 ? file_fill(fd, text, CLAIM_WORD - 1) : 0;

    if (fd != -1)
        close(fd);
    text[n > 0 ? n : 0] = '\0';
    text[strcspn(text, "\n")] = '\0';
}

static void
claim_print(const struct claims *claims, int64_t since, struct text *text)
{
    const struct passwd *user = getpwuid(geteuid());
    struct utsname host;
    char boot[CLAIM_WORD];

    boot_id(boot);
    text_format(text, CLAIM_BEGIN "host %s\nboot %s\nuser ",
                uname(&host) == 0 ? host.nodename : "", boot);
    if (user != NULL)
        text_put(text, user->pw_name);
    else
        text_number(text, geteuid());
    text_format(text, "\nprocess %ld\nsince %" PRId64 "\ntoken %s\n",
                (long)getpid(), since, claims->token);
}

/* Copies the rest of the line that begins with a word. */
static void
take_word(struct slice *text, const char *word, char out[CLAIM_WORD])
{
    struct slice line;

    slice_cut(text, '\n', &line);
    if (slice_skip(&line, word) && line.len > 0 && line.len < CLAIM_WORD) {
        memcpy(out, line.at, line.len);
        out[line.len] = '\0';
    }
}

void
claim_parse(struct slice text, struct claim_owner *owner)
{
    char since[CLAIM_WORD] = "";
    uint64_t seconds;

    *owner = (struct claim_owner){"?", "?", "?", "?", "?", 0, -1, true};
    if (!slice_skip(&text, CLAIM_BEGIN))
        return;
    take_word(&text, "host ", owner->host);
    take_word(&text, "boot ", owner->boot);
    take_word(&text, "user ", owner->user);
    take_word(&text, "process ", owner->process);
    take_word(&text, "since ", since);
    take_word(&text, "token ", owner->token);
    seconds = claim_task(since);
    if (seconds <= INT64_MAX)
        owner->since = (int64_t)seconds;
}

/* Reads a file that may be of any kind and user. */
static bool
owner_read(const struct claims *claims, const char *name,
           struct claim_owner *owner, struct stat *status)
{
    struct text text = {0};
    int fd = file_open_plain(claims->fd, name);

    claim_parse((struct slice){"", 0}, owner);
    if (fd == -1) {
        /* perhaps that of another user: only its times are known */
        if (fstatat(claims->fd, name, status, AT_SYMLINK_NOFOLLOW) != 0)
            return false;
        owner->is_regular = S_ISREG(status->st_mode);
        return true;
    }
    if (fstat(fd, status) == 0 && file_read_text(fd, CLAIM_MOST, &text))
        claim_parse((struct slice){text.at, text.len}, owner);
    text_free(&text);
    close(fd);
    return true;
}

static bool
look(const struct claims *claims, const char *name, struct claim_owner *owner)
{
    struct stat status;
    double now;

    if (!owner_read(claims, name, owner, &status))
        return false;
    if (folder_clock(claims, &now))
        owner->age = now - seconds_of(status.st_mtim);
    return true;
}

bool
claim_look(const struct claims *claims, uint64_t task,
           struct claim_owner *owner)
{
    char name[TASK_NAME];

    task_name(task, name);
    return look(claims, name, owner);
}

/* --- one's own --- */

/* A thread: touches the file until the claim is over. */
static void *
beat(void *context)
{
    struct claim *claim = context;
    struct timespec next;

    clock_gettime(CLOCK_MONOTONIC, &next);
    pthread_mutex_lock(&claim->mutex);
    while (!claim->is_over) {
        next.tv_sec += claim->beat;
        while (!claim->is_over &&
               pthread_cond_timedwait(&claim->over, &claim->mutex, &next) !=
                   ETIMEDOUT) {
        }
        (void)futimens(claim->fd, NULL);
    }
    pthread_mutex_unlock(&claim->mutex);
    return NULL;
}

static struct claim *
claim_new(const struct claims *claims, uint64_t task)
{
    struct claim *claim = calloc(1, sizeof(*claim));
    pthread_condattr_t monotonic;

    if (claim == NULL)
        return NULL;
    *claim = (struct claim){.dir = claims->fd,
                            .fd = -1,
                            .token = claims->token,
                            .beat = claims->beat};
    task_name(task, claim->name);
    pthread_mutex_init(&claim->mutex, NULL);
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&claim->over, &monotonic);
    pthread_condattr_destroy(&monotonic);
    return claim;
}

static bool
beat_begin(struct claim *claim)
{
    errno = pthread_create(&claim->thread, NULL, beat, claim);
    return errno == 0;
}

static void
claim_free(struct claim *claim)
{
    if (claim->fd != -1)
        close(claim->fd);
    pthread_cond_destroy(&claim->over);
    pthread_mutex_destroy(&claim->mutex);
    free(claim);
}

/* Is the file that of a process with this token? */
static bool
is_of(const struct claims *claims, const char *name, const char *token)
{
    struct claim_owner owner;
    struct stat status;

    return owner_read(claims, name, &owner, &status) &&
           strcmp(owner.token, token) == 0;
}

/* Writes the text of a new file; without it the claim would have no owner. */
static bool
fill(const struct claims *claims, int fd)
{
    struct text text = {0};
    struct stat status;
    bool is_done;

    if (fstat(fd, &status) != 0)
        return false;
    claim_print(claims, (int64_t)status.st_mtim.tv_sec, &text);
    is_done = !text.is_lost && file_write_all(fd, text.at, text.len);
    if (text.is_lost)
        errno = ENOMEM;
    text_free(&text);
    return is_done;
}

/* Removes the claim of a dead process, unless another one has. */
static bool
bury(const struct claims *claims, const char *name,
     const struct claim_owner *dead, loyd_why *why)
{
    if (!dead->is_regular) {
        why_set(why, LOYD_E_IO, "not a regular file");
        return false;
    }
    if (!is_of(claims, name, dead->token) ||
        unlinkat(claims->fd, name, 0) == 0 || errno == ENOENT)
        return true;
    why_errno(why, "cannot remove");
    return false;
}

enum claim_state
claim_take(const struct claims *claims, uint64_t task,
           const struct claim_owner *dead, struct claim **out, loyd_why *why)
{
    struct claim *claim = claim_new(claims, task);
    enum claim_state state = CLAIM_WITHOUT;

    *out = NULL;
    if (claim == NULL) {
        why_set(why, LOYD_E_NOMEM, "out of memory");
        return CLAIM_WITHOUT;
    }
    if (dead != NULL && !bury(claims, claim->name, dead, why))
        goto fail;
    claim->fd =
        openat(claims->fd, claim->name,
               O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (claim->fd != -1 && fill(claims, claim->fd) && beat_begin(claim)) {
        *out = claim;
        return CLAIM_MINE;
    }
    if (claim->fd == -1 && errno == EEXIST) {
        state = CLAIM_TAKEN;
        goto fail;
    }
    why_errno(why, "cannot claim");
    if (claim->fd != -1)
        unlinkat(claims->fd, claim->name, 0);
fail:
    claim_free(claim);
    return state;
}

void
claim_drop(struct claim **out)
{
    struct claim *claim = *out;
    struct claims claims;

    if (claim == NULL)
        return;
    *out = NULL;
    pthread_mutex_lock(&claim->mutex);
    claim->is_over = true;
    pthread_cond_signal(&claim->over);
    pthread_mutex_unlock(&claim->mutex);
    pthread_join(claim->thread, NULL);
    claims = (struct claims){.fd = claim->dir};
    if (is_of(&claims, claim->name, claim->token))
        unlinkat(claim->dir, claim->name, 0);
    claim_free(claim);
}

void
claim_tidy(const struct claims *claims, const char *name)
{
    struct claim_owner owner;
    loyd_why none;

    if (look(claims, name, &owner) && claim_is_dead(&owner))
        (void)bury(claims, name, &owner, &none);
}
