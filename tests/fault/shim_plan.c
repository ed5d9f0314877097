/* SPDX-License-Identifier: MIT */
/*
 * Injects faults into a run of loyd: a library for LD_PRELOAD (glibc), which
 * counts the calls of each class and makes one of them fail, or logs all
 * writes for fault/power.py to replay.
 *
 *   LOYD_FAULT=CLASS:N:HOW[+]  what happens to the N-th call, from 1: an error
 *                              name, `short`, `kill`, `tear` (half of a write,
 *                              then killed); +: all later calls too. CLASS
 *                              `any`: all calls that change files
 *   LOYD_FAULT_OUT=FILE        receives what was hit, and the counts of calls
 *   LOYD_FAULT_LOG=FILE        receives all changes of files, with the bytes
 *
 * Allocations fail only in calls from loyd's own code, not from inside
 * libraries. Syncs are counted but not executed.
 */
#define _GNU_SOURCE
#include "shim.h"

#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static const char *const kinds[KINDS] = {
    "open",     "create", "read",  "write", "sync",   "rename",
    "truncate", "mkdir",  "close", "stat",  "mmap",   "random",
    "unlink",   "chmod",  "lock",  "thread", "malloc", "any",
};

static const struct {
    const char *name;
    int code;
} errors[] = {
    {"EIO", EIO},       {"ENOSPC", ENOSPC}, {"EINTR", EINTR},
    {"EACCES", EACCES}, {"EMFILE", EMFILE}, {"ENOMEM", ENOMEM},
    {"EPERM", EPERM},   {"EAGAIN", EAGAIN}, {"ENOLCK", ENOLCK},
    {"EROFS", EROFS},   {"EDQUOT", EDQUOT},
};

static struct {
    enum kind kind;
    long target;
    int code;
    bool is_short, is_kill, is_tear, is_sticky, is_ready;
    char out[512];
    uintptr_t first, last; /* the executable's code */
} plan = {.kind = KINDS};

static atomic_long counts[KINDS];

static void
put(const char *line)
{
    int fd = (int)syscall(SYS_openat, AT_FDCWD, plan.out,
                          O_WRONLY | O_CREAT | O_APPEND, 0600);

    if (fd >= 0) {
        (void)!syscall(SYS_write, fd, line, strlen(line));
        syscall(SYS_close, fd);
    }
}

/* Writes what was hit: the call, the file of its caller, its target. */
static void
report(const char *call, int fd, const char *path, const void *caller)
{
    Dl_info info = {0};
    char line[1200], link[64], target[512] = "";

    if (path == NULL && fd >= 0) {
        ssize_t n;

        snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
        n = syscall(SYS_readlinkat, AT_FDCWD, link, target,
                    sizeof(target) - 1);
        target[n > 0 ? n : 0] = '\0';
        path = target;
    }
    dladdr(caller, &info);
    snprintf(line, sizeof(line), "hit %s %s %s\n", call,
             info.dli_fname != NULL ? basename(info.dli_fname) : "?",
             path != NULL ? path : "");
    put(line);
}

static bool
is_counted(enum kind kind, const void *caller)
{
    uintptr_t at = (uintptr_t)caller;

    return plan.is_ready &&
           (kind != MALLOC || (at >= plan.first && at < plan.last));
}

/* Calls that change files: a kill between two of them is visible. */
static bool
is_change(enum kind kind)
{
    static const bool changes[KINDS] = {
        [OPEN] = true,     [WRITE] = true, [SYNC] = true,  [RENAME] = true,
        [TRUNCATE] = true, [MKDIR] = true, [CLOSE] = true, [UNLINK] = true,
    };

    return changes[kind];
}

static bool
is_hit(long number)
{
    return plan.target > 0 &&
           (plan.is_sticky ? number >= plan.target : number == plan.target);
}

enum verdict
shim_judge(enum kind kind, const char *call, int fd, const char *path,
           const void *caller)
{
    int error = errno;
    long number;

    if (!is_counted(kind, caller))
        return GO;
    number = ++counts[kind];
    if (is_change(kind)) {
        long changes = ++counts[ANY];

        if (plan.kind == ANY)
            number = changes;
    } else if (plan.kind == ANY) {
        return GO;
    }
    if ((plan.kind != ANY && plan.kind != kind) || !is_hit(number))
        return GO;
    if (number == plan.target && plan.out[0] != '\0')
        report(call, fd, path, caller);
    if (plan.is_kill || (plan.is_tear && kind != WRITE))
        syscall(SYS_kill, (int)syscall(SYS_getpid), SIGKILL);
    errno = plan.is_short ? error : plan.code;
    return plan.is_short || plan.is_tear ? SHORT : FAIL;
}

/* The length of a short read or write. */
size_t
shim_part(size_t n)
{
    return n > 1 ? n / 2 : n;
}

void
shim_torn(void)
{
    if (plan.is_tear)
        syscall(SYS_kill, (int)syscall(SYS_getpid), SIGKILL);
}

static int
find_code(struct dl_phdr_info *info, size_t size, void *unused)
{
    (void)size, (void)unused;
    for (int i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_LOAD &&
            (info->dlpi_phdr[i].p_flags & PF_X) != 0) {
            plan.first = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
            plan.last = plan.first + info->dlpi_phdr[i].p_memsz;
        }
    return 1; /* the executable is the first */
}

static void
read_plan(const char *text)
{
    char kind[16], how[16];

    if (sscanf(text, "%15[a-z]:%ld:%15[a-zA-Z+]", kind, &plan.target, how) !=
        3)
        abort();
    for (int i = 0; i < KINDS; i++)
        if (strcmp(kinds[i], kind) == 0)
            plan.kind = (enum kind)i;
    plan.is_sticky = strchr(how, '+') != NULL;
    how[strcspn(how, "+")] = '\0';
    plan.is_short = strcmp(how, "short") == 0;
    plan.is_kill = strcmp(how, "kill") == 0;
    plan.is_tear = strcmp(how, "tear") == 0;
    for (size_t i = 0; i < sizeof(errors) / sizeof(errors[0]); i++)
        if (strcmp(errors[i].name, how) == 0)
            plan.code = errors[i].code;
    if (plan.kind == KINDS ||
        !(plan.is_short || plan.is_kill || plan.is_tear || plan.code != 0))
        abort();
}

/* stdio does not call our `write`; through this stream it does. */
static ssize_t
write_stdout(void *unused, const char *bytes, size_t n)
{
    size_t done = 0;

    (void)unused;
    while (done < n) {
        ssize_t written = write(STDOUT_FILENO, bytes + done, n - done);

        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            break;
        done += (size_t)written;
    }
    return (ssize_t)done;
}

__attribute__((constructor)) static void
begin(void)
{
    const char *text = getenv("LOYD_FAULT");
    const char *out = getenv("LOYD_FAULT_OUT");
    const char *log = getenv("LOYD_FAULT_LOG");
    FILE *stream =
        fopencookie(NULL, "w", (cookie_io_functions_t){.write = write_stdout});

    if (stream != NULL)
        stdout = stream;
    if (out != NULL)
        snprintf(plan.out, sizeof(plan.out), "%s", out);
    if (log != NULL)
        log_open(log);
    dl_iterate_phdr(find_code, NULL);
    if (text != NULL)
        read_plan(text);
    plan.is_ready = true;
}

__attribute__((destructor)) static void
end(void)
{
    char line[64];

    plan.is_ready = false;
    if (plan.out[0] == '\0')
        return;
    for (int i = 0; i < KINDS; i++) {
        snprintf(line, sizeof(line), "count %s %ld\n", kinds[i],
                 atomic_load(&counts[i]));
        put(line);
    }
}
