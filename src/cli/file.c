/* SPDX-License-Identifier: MIT */
/* Owns the files that the command reads and writes itself. */
#include "cli/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/message.h"

#define HEX_DIGITS (2 * LOYD_SECRET_BYTES)

static int
hex_value(char digit)
{
    static const char digits[] = "0123456789abcdef0123456789ABCDEF";
    const char *found = digit != '\0' ? strchr(digits, digit) : NULL;

    return found != NULL ? (int)(found - digits) % 16 : -1;
}

bool
hex_read(const char *text, size_t len, uint8_t bytes[LOYD_SECRET_BYTES])
{
    if (len == HEX_DIGITS + 1 && text[HEX_DIGITS] == '\n')
        len--;
    if (len != HEX_DIGITS)
        return false;
    for (size_t i = 0; i < LOYD_SECRET_BYTES; i++) {
        int high = hex_value(text[2 * i]), low = hex_value(text[2 * i + 1]);

        if (high < 0 || low < 0)
            return false;
        bytes[i] = (uint8_t)(16 * high + low);
    }
    return true;
}

bool
file_write_all(int fd, const char *text, size_t len)
{
    while (len > 0) {
        ssize_t written = write(fd, text, len);

        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        text += written;
        len -= (size_t)written;
    }
    return true;
}

void
file_sync_folder(const char *path)
{
    const char *slash = strrchr(path, '/');
    char *folder = strdup(path);
    int fd;

    if (folder == NULL)
        return;
    if (slash == NULL)
        strcpy(folder, ".");
    else
        folder[slash == path ? 1 : slash - path] = '\0';
    if ((fd = open(folder, O_RDONLY | O_CLOEXEC)) != -1) {
        fsync(fd);
        close(fd);
    }
    free(folder);
}

/* Errors stay in errno. */
static bool
write_and_rename(const char *path, const char *part, const char *text,
                 size_t len)
{
    int error;
    int fd = open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);

    if (fd == -1)
        return false;
    if (file_write_all(fd, text, len) && fsync(fd) == 0 &&
        rename(part, path) == 0) {
        close(fd);
        file_sync_folder(path);
        return true;
    }
    error = errno;
    close(fd);
    unlink(part);
    errno = error;
    return false;
}

int
file_write(const char *path, const char *text, size_t len)
{
    size_t bytes = strlen(path) + 32;
    char *part = malloc(bytes);
    struct stat status;
    bool is_written;

    if (part == NULL)
        return complain(path, LOYD_E_NOMEM, NULL);
    /* A device would be replaced by the rename, not written to. */
    if (stat(path, &status) == 0 && !S_ISREG(status.st_mode)) {
        free(part);
        message(path, "not a plain file, and one or a new name was expected");
        return EXIT_BAD;
    }
    snprintf(part, bytes, "%s.part-%ld", path, (long)getpid());
    is_written = write_and_rename(path, part, text, len);
    free(part);
    if (is_written)
        return EXIT_DONE;
    message(path, "%s, and a new file was expected", strerror(errno));
    return EXIT_BAD;
}

int
chart_write(const char *path, const loyd_chart *charts, size_t n)
{
    size_t len = loyd_charts_svg(charts, n, NULL, 0);
    char *text = malloc(len + 1);
    int code;

    if (text == NULL)
        return complain(path, LOYD_E_NOMEM, NULL);
    loyd_charts_svg(charts, n, text, len + 1);
    code = file_write(path, text, len);
    free(text);
    return code;
}
