/* SPDX-License-Identifier: MIT */
/* Owns the files by which processes divide the work of shared proofs. */
#include "cli/proof_claim.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "base/array.h"
#include "base/file.h"

#define PATIENCE 30 /* seconds: several times that between two beats */

static void
claim_path(const struct proof *proof, const struct proof_board *board,
           uint32_t part, uint16_t bound, char path[PROOF_PATH])
{
    const struct finding finding = {
        .part = part, .parts = proof->n_parts, .bound = bound};
    char name[FINDING_NAME + sizeof(CLAIM_SUFFIX)];

    finding_name(&finding, name);
    strcat(name, CLAIM_SUFFIX);
    proof_path(board, name, path);
}

/* The first line of a claim. */
static void
host_line(char line[sizeof(struct utsname)])
{
    struct utsname host;

    if (uname(&host) != 0)
        host.nodename[0] = '\0';
    snprintf(line, sizeof(host), "%s\n", host.nodename);
}

int
claim_take(struct claim *claim, const struct proof *proof,
           const struct proof_board *board, uint32_t part, uint16_t bound,
           bool is_dead, bool *is_taken)
{
    char line[sizeof(struct utsname)], folder[PROOF_PATH];

    *is_taken = false;
    claim->dir = proof->fd;
    proof_path(board, NULL, folder);
    if (mkdirat(proof->fd, folder, 0777) != 0 && errno != EEXIST)
        return fail(proof->dir, "%s: %s", folder, strerror(errno));
    claim_path(proof, board, part, bound, claim->path);
    claim->fd = -1;
    if (is_dead && unlinkat(proof->fd, claim->path, 0) != 0 &&
        errno != ENOENT) {
        message(proof->dir,
                "%s: cannot remove: %s: its bound is searched anyway",
                claim->path, strerror(errno));
        return EXIT_DONE;
    }
    claim->fd = openat(proof->fd, claim->path,
                       O_RDWR | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0666);
    if (claim->fd == -1 && errno == EEXIST) {
        *is_taken = true;
        return EXIT_DONE;
    }
    if (claim->fd == -1)
        return fail(proof->dir, "%s: %s", claim->path, strerror(errno));
    host_line(line);
    /* Without a lock or a full line the claim is a weaker hint. */
    (void)flock(claim->fd, LOCK_EX | LOCK_NB);
    (void)file_write_all(claim->fd, line, strlen(line));
    claim->size = (off_t)strlen(line);
    return EXIT_DONE;
}

/* Other hosts see a new length at once, but written bytes perhaps only when
   this host's cache is emptied. It needs no space on a full disk. */
void
claim_beat(struct claim *claim)
{
    if (claim->fd != -1)
        (void)!ftruncate(claim->fd, ++claim->size);
}

void
claim_drop(struct claim *claim)
{
    if (claim->fd == -1)
        return;
    unlinkat(claim->dir, claim->path, 0);
    close(claim->fd);
    claim->fd = -1;
}

/* Has the file stayed the same for long enough? */
static bool
is_still(struct watch *watch, const struct watched *now)
{
    struct watched *one = watch->at, *end = one + watch->n;

    while (one < end && (one->board != now->board || one->part != now->part ||
                         one->bound != now->bound))
        one++;
    if (one < end) {
        if (one->size == now->size && one->file == now->file)
            return now->since - one->since >= PATIENCE;
        *one = *now;
        return false;
    }
    if (ARRAY_ROOM(watch->at, watch->room, watch->n + 1))
        watch->at[watch->n++] = *now;
    return false;
}

static bool
is_here(int fd)
{
    char mine[sizeof(struct utsname)], other[sizeof(struct utsname)];
    ssize_t n = file_fill(fd, other, sizeof(other));

    host_line(mine);
    return n >= (ssize_t)strlen(mine) &&
           memcmp(mine, other, strlen(mine)) == 0;
}

bool
claim_is_dead(struct watch *watch, const struct proof *proof,
              const struct proof_board *board, uint32_t part, uint16_t bound)
{
    struct watched now = {.board = board,
                          .part = part,
                          .bound = bound,
                          .since = clock_seconds()};
    char path[PROOF_PATH];
    struct stat status;
    bool is_dead;
    int fd;

    claim_path(proof, board, part, bound, path);
    if ((fd = file_open_plain(proof->fd, path)) == -1 && errno == ENOENT)
        return true;
    is_dead = fd != -1 && is_here(fd) && flock(fd, LOCK_SH | LOCK_NB) == 0;
    if (fd != -1)
        close(fd);
    if (is_dead)
        return true;
    if (fstatat(proof->fd, path, &status, AT_SYMLINK_NOFOLLOW) == 0) {
        now.size = status.st_size;
        now.file = status.st_ino;
    }
    return is_still(watch, &now);
}
