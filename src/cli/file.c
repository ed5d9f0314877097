/* SPDX-License-Identifier: MIT */
/* Owns the files that the command reads and writes itself. */
#include "cli/file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
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
    if (len > HEX_DIGITS && text[len - 1] == '\n')
        len--;
    if (len > HEX_DIGITS && text[len - 1] == '\r')
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

int
file_write(const char *path, const char *text, size_t len)
{
    struct stat status;
    struct part p;

    /* A device would be replaced by the rename, not written to. */
    if (stat(path, &status) == 0 && !S_ISREG(status.st_mode))
        return fail(path, "not a regular file");
    if (part_file(&p, path, 0666)) {
        if (file_write_all(p.fd, text, len) && part_place(&p))
            return EXIT_DONE;
        part_drop(&p);
    }
    return fail(path, "%s", strerror(errno));
}

int
chart_write(const char *path, const loyd_chart *charts, size_t n)
{
    size_t len = loyd_charts_svg(charts, n, NULL, 0);
    char *text = malloc(len + 1);
    int code;

    if (text == NULL)
        return report(path, LOYD_E_NOMEM, NULL);
    loyd_charts_svg(charts, n, text, len + 1);
    code = file_write(path, text, len);
    free(text);
    return code;
}
