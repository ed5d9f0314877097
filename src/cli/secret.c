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
#include "cli/interrupt.h"
#include "cli/message.h"

#define HEX_DIGITS (2 * LOYD_SECRET_BYTES)

void
secret_wipe(uint8_t secret[LOYD_SECRET_BYTES])
{
    loyd_wipe(secret, LOYD_SECRET_BYTES);
}

/*
 * A limit of 0 keeps a core out of the folder; where the kernel pipes cores
 * to a program it does not count, but a process that is not dumpable does.
 */
void
secret_guard(void)
{
    const struct rlimit none = {0, 0};

    (void)setrlimit(RLIMIT_CORE, &none);
#ifdef __linux__
    (void)prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
#endif
}

static int
complain_secret(const char *path, const char *problem)
{
    message(path, "%s: expected a file with a secret", problem);
    return EXIT_BAD;
}

/* A pipe is its reader's alone; of a link the file that it leads to counts. */
static int
check_kind(const char *path, int fd)
{
    struct stat status;

    if (fstat(fd, &status) != 0)
        return complain_secret(path, strerror(errno));
    if (S_ISFIFO(status.st_mode))
        return EXIT_DONE;
    if (S_ISDIR(status.st_mode))
        return complain_secret(path, strerror(EISDIR));
    if (!S_ISREG(status.st_mode))
        return complain_secret(path, "not a file or pipe");
    if ((status.st_mode & (S_IRWXG | S_IRWXO)) == 0)
        return EXIT_DONE;
    message(path, "others may read this secret: expected mode 600 or 400");
    return EXIT_BAD;
}

static int
read_opened(const char *path, int fd, uint8_t secret[LOYD_SECRET_BYTES])
{
    char text[HEX_DIGITS + 3]; /* a line end, and a byte too many */
    size_t len = 0;
    ssize_t got = 1;
    bool is_secret;
    int code = check_kind(path, fd);

    if (code != EXIT_DONE)
        return code;
    while (len < sizeof(text) && got > 0 && !interrupted())
        if ((got = read(fd, text + len, sizeof(text) - len)) > 0)
            len += (size_t)got;
        else if (got < 0 && errno == EINTR)
            got = 1;
    is_secret = got >= 0 && hex_read(text, len, secret);
    loyd_wipe(text, sizeof(text));
    if (is_secret)
        return EXIT_DONE;
    if (interrupted())
        message(path, "interrupted");
    else if (got < 0)
        complain_secret(path, strerror(errno));
    else
        message(path, "not a secret: expected %d hex digits", HEX_DIGITS);
    return EXIT_BAD;
}

int
secret_read(const char *path, uint8_t secret[LOYD_SECRET_BYTES])
{
    int code;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);

    if (fd == -1 && errno == EINTR && interrupted()) {
        message(path, "interrupted");
        return EXIT_BAD;
    }
    if (fd == -1)
        return complain_secret(path, strerror(errno));
    secret_guard();
    code = read_opened(path, fd, secret);
    close(fd);
    return code;
}

static bool
write_hex(int fd, const uint8_t *secret)
{
    static const char digits[] = "0123456789abcdef";
    char text[HEX_DIGITS + 1];
    bool is_written;

    for (size_t i = 0; i < LOYD_SECRET_BYTES; i++) {
        text[2 * i] = digits[secret[i] >> 4];
        text[2 * i + 1] = digits[secret[i] & 15];
    }
    text[HEX_DIGITS] = '\n';
    is_written = fchmod(fd, S_IRUSR | S_IWUSR) == 0 &&
                 file_write_all(fd, text, sizeof(text));
    loyd_wipe(text, sizeof(text));
    return is_written;
}

int
secret_make(const char *path, uint8_t secret[LOYD_SECRET_BYTES], bool *is_made)
{
    struct stat status;
    struct part p;

    *is_made = false;
    if (stat(path, &status) == 0) {
        /* A kill may have left the name that it had while it was made. */
        if (S_ISREG(status.st_mode) && status.st_nlink > 1 &&
            part_file(&p, path, S_IRUSR | S_IWUSR))
            part_drop(&p);
        return secret_read(path, secret);
    }
    secret_guard();
    if (part_file(&p, path, S_IRUSR | S_IWUSR)) {
        *is_made =
            getrandom(secret, LOYD_SECRET_BYTES, 0) == LOYD_SECRET_BYTES &&
            write_hex(p.fd, secret) && part_place_new(&p);
        part_drop(&p);
    }
    if (*is_made)
        return EXIT_DONE;
    loyd_wipe(secret, LOYD_SECRET_BYTES);
    if (errno == EEXIST) /* another process was quicker */
        return secret_read(path, secret);
    message(path, "%s: expected a place for a new secret", strerror(errno));
    return EXIT_BAD;
}
