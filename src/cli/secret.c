/* SPDX-License-Identifier: MIT */
/* Reads and writes files with secrets, and wipes all copies of them. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "cli/secret.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "base/bytes.h"
#include "base/file.h"
#include "base/text.h"
#include "cli/input.h"
#include "cli/signals.h"

#define HEX_DIGITS (2 * LOYD_HASH_BYTES)

_Static_assert(LOYD_SECRET_BYTES == LOYD_HASH_BYTES, "hex_read reads both");

bool
hex_read(const char *text, size_t len, uint8_t bytes[LOYD_HASH_BYTES])
{
    char lower[HEX_DIGITS];
    bool is_hex;

    if (len > HEX_DIGITS && text[len - 1] == '\n')
        len--;
    if (len > HEX_DIGITS && text[len - 1] == '\r')
        len--;
    if (len != HEX_DIGITS)
        return false;
    for (size_t i = 0; i < len; i++)
        lower[i] = (char)tolower((unsigned char)text[i]);
    is_hex = bytes_unhex(lower, len, bytes, LOYD_HASH_BYTES);
    bytes_wipe(lower, sizeof(lower));
    return is_hex;
}

/*
 * Disables core dumps of the process. A limit of 0 prevents core files, but
 * the kernel ignores it where it pipes cores to a program; there the process
 * must not be dumpable.
 */
static void
secret_guard(void)
{
    const struct rlimit none = {0, 0};

    (void)setrlimit(RLIMIT_CORE, &none);
#ifdef __linux__
    (void)prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
#endif
}

static int
fail_secret(const char *path)
{
    return fail_errno(path, "cannot read secret");
}

/* Only one process reads a pipe; for a link, its target is checked. */
static int
check_kind(const char *path, int fd)
{
    struct stat status;

    if (fstat(fd, &status) != 0)
        return fail_secret(path);
    if (S_ISFIFO(status.st_mode) || S_ISDIR(status.st_mode))
        return EXIT_DONE; /* reading a folder fails with the cause */
    if (!S_ISREG(status.st_mode))
        return fail(path, "cannot read secret: not a file or pipe");
    if ((status.st_mode & (S_IRWXG | S_IRWXO)) == 0)
        return EXIT_DONE;
    return fail(path,
                "secret is readable by others: expected mode 600 or 400");
}

static int
read_opened(const char *path, int fd, uint8_t secret[LOYD_SECRET_BYTES])
{
    char text[HEX_DIGITS + 3]; /* a line end, and a byte too many */
    ssize_t got;
    bool is_secret;
    int code = check_kind(path, fd);

    if (code != EXIT_DONE)
        return code;
    got = read_fill_text(fd, text, sizeof(text));
    is_secret = got >= 0 && hex_read(text, (size_t)got, secret);
    bytes_wipe(text, sizeof(text));
    if (is_secret)
        return EXIT_DONE;
    if (interrupted())
        return fail(path, "interrupted");
    if (got < 0)
        return fail_secret(path);
    return fail(path, "not a secret: expected %d hex digits", HEX_DIGITS);
}

int
secret_take(struct run *run)
{
    const char *path = run->args.secret;
    int fd, code;

    if (path == NULL || run->secret != NULL)
        return EXIT_DONE;
    fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    if (fd == -1 && errno == EINTR && interrupted())
        return fail(path, "interrupted");
    if (fd == -1)
        return fail_secret(path);
    secret_guard();
    code = read_opened(path, fd, run->secret_bytes);
    close(fd);
    if (code == EXIT_DONE)
        run->secret = run->secret_bytes;
    return code;
}

static bool
write_hex(int fd, const uint8_t *secret)
{
    char text[BYTES_HEX(LOYD_SECRET_BYTES)];
    bool is_written;

    bytes_hex(secret, LOYD_SECRET_BYTES, text);
    text[HEX_DIGITS] = '\n';
    is_written = fchmod(fd, S_IRUSR | S_IWUSR) == 0 &&
                 file_write_all(fd, text, sizeof(text));
    bytes_wipe(text, sizeof(text));
    return is_written;
}

int
secret_make(struct run *run, bool *is_made)
{
    const char *path = run->args.secret;
    uint8_t *secret = run->secret_bytes;
    struct stat status;
    struct temp p;

    *is_made = false;
    if (path == NULL)
        return EXIT_DONE;
    if (stat(path, &status) == 0) {
        /* After a kill, the temporary name may still be linked. */
        if (S_ISREG(status.st_mode) && status.st_nlink > 1 &&
            temp_file(&p, path, S_IRUSR | S_IWUSR))
            temp_drop(&p);
        return secret_take(run);
    }
    secret_guard();
    if (temp_file(&p, path, S_IRUSR | S_IWUSR)) {
        *is_made =
            getrandom(secret, LOYD_SECRET_BYTES, 0) == LOYD_SECRET_BYTES &&
            write_hex(p.fd, secret) && temp_place_new(&p);
        temp_drop(&p);
    }
    if (*is_made) {
        run->secret = secret;
        return EXIT_DONE;
    }
    bytes_wipe(secret, LOYD_SECRET_BYTES);
    if (errno == EEXIST) /* another process was faster */
        return secret_take(run);
    return fail_errno(path, "cannot write new secret");
}

/* --- where a secret is --- */

/* Returns whether a folder above a path is `site`, or was published. Cuts the
 * path, which may be NULL, and frees it. */
static bool
is_in_site(char *path, const char *site)
{
    bool is = false;

    for (char *slash; !is && path != NULL &&
                      (slash = strrchr(path, '/')) != NULL;) {
        struct text mark = {.at = NULL};

        *slash = '\0';
        text_format(&mark, "%s/.loyd-site", path);
        is = (site != NULL && strcmp(path, site) == 0) ||
             (!mark.is_lost && access(mark.at, F_OK) == 0);
        text_free(&mark);
    }
    free(path);
    return is;
}

int
secret_is_outside(const struct run *run)
{
    const char *path = run->args.secret, *out = run->args.out;
    const char *slash = path != NULL ? strrchr(path, '/') : NULL;
    char *site = out != NULL ? realpath(out, NULL) : NULL, *folder;
    struct text parent = {.at = NULL}, beside = {.at = NULL};
    bool is_inside = false;

    if (path != NULL) {
        /* The file, or the link that leads to it. */
        is_inside = is_in_site(realpath(path, NULL), site);
        text_bytes(&parent, slash != NULL ? path : ".",
                   slash != NULL ? (size_t)(slash - path) + 1 : 1);
        folder = realpath(parent.at, NULL);
        text_format(&beside, "%s/", folder != NULL ? folder : "");
        free(folder);
        is_inside |= is_in_site(beside.at, site);
    }
    text_free(&parent);
    free(site);
    return is_inside ? fail(path, "inside the folder of a site, so it would "
                                  "be published: move it elsewhere")
                     : EXIT_DONE;
}
