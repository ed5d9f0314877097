/* SPDX-License-Identifier: MIT */
/* Owns files with secrets, and that no other trace of them is left. */
#include "cli/secret.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "base/file.h"
#include "cli/command.h"
#include "cli/file.h"
#include "cli/message.h"

#define HEX_DIGITS (2 * LOYD_SECRET_BYTES)

static void
wipe(void *bytes, size_t len)
{
    volatile uint8_t *byte = bytes;

    for (size_t i = 0; i < len; i++)
        byte[i] = 0;
}

void
secret_wipe(uint8_t secret[LOYD_SECRET_BYTES])
{
    wipe(secret, LOYD_SECRET_BYTES);
}

/*
 * A limit of 0 keeps a core out of the folder; where the kernel pipes cores
 * to a program it does not count, but a process that is not dumpable does.
 */
static void
forbid_core(void)
{
    const struct rlimit none = {0, 0};

    (void)setrlimit(RLIMIT_CORE, &none);
#ifdef __linux__
    (void)prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
#endif
}

static int
not_opened(const char *path)
{
    /* O_NOFOLLOW: a link may come to point elsewhere. */
    message(path, "%s, and a file with a secret was expected",
            errno == ELOOP ? "it is a link" : strerror(errno));
    return EXIT_BAD;
}

static int
read_opened(const char *path, int fd, uint8_t secret[LOYD_SECRET_BYTES])
{
    char text[HEX_DIGITS + 2];
    struct stat status;
    ssize_t len = -1;
    bool is_secret;

    if (fstat(fd, &status) != 0)
        return not_opened(path);
    if ((status.st_mode & (S_IRWXG | S_IRWXO)) != 0) {
        message(path, "others may read this secret, and mode 600 was "
                      "expected");
        return EXIT_BAD;
    }
    if (S_ISREG(status.st_mode))
        len = read(fd, text, sizeof(text));
    is_secret = len >= 0 && hex_read(text, (size_t)len, secret);
    wipe(text, sizeof(text));
    if (is_secret)
        return EXIT_DONE;
    message(path, "no secret, and %d hex digits were expected", HEX_DIGITS);
    return EXIT_BAD;
}

int
secret_read(const char *path, uint8_t secret[LOYD_SECRET_BYTES])
{
    int code;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW);

    if (fd == -1)
        return not_opened(path);
    forbid_core();
    code = read_opened(path, fd, secret);
    close(fd);
    return code;
}

/* Whole and on the disk, or not there: a channel is about to depend on it. */
static bool
write_new(const char *path, const uint8_t *secret)
{
    static const char digits[] = "0123456789abcdef";
    char text[HEX_DIGITS + 1];
    bool is_written;
    part p;

    if (!part_file(&p, path, S_IRUSR | S_IWUSR))
        return false;
    for (size_t i = 0; i < LOYD_SECRET_BYTES; i++) {
        text[2 * i] = digits[secret[i] >> 4];
        text[2 * i + 1] = digits[secret[i] & 15];
    }
    text[HEX_DIGITS] = '\n';
    is_written = fchmod(p.fd, S_IRUSR | S_IWUSR) == 0 &&
                 file_write_all(p.fd, text, sizeof(text)) &&
                 part_place_new(&p);
    wipe(text, sizeof(text));
    part_drop(&p);
    return is_written;
}

int
secret_make(const char *path, uint8_t secret[LOYD_SECRET_BYTES], bool *is_made)
{
    struct stat status;

    *is_made = false;
    if (stat(path, &status) == 0)
        return secret_read(path, secret);
    forbid_core();
    if (getrandom(secret, LOYD_SECRET_BYTES, 0) != LOYD_SECRET_BYTES) {
        message(path, "no random numbers: %s", strerror(errno));
        return EXIT_BAD;
    }
    *is_made = write_new(path, secret);
    if (*is_made)
        return EXIT_DONE;
    if (errno == EEXIST) /* somebody else's, made meanwhile */
        return secret_read(path, secret);
    message(path, "%s", strerror(errno));
    return EXIT_BAD;
}
