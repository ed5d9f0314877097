/* SPDX-License-Identifier: MIT */
/* Reads the files that a publisher gives. */
#include "site/given.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/why.h"

loyd_err
given_refuse(loyd_why *why, const char *dir, const char *name,
             const char *problem)
{
    char folder[WHY_QUOTE_BYTES], file[WHY_QUOTE_BYTES];

    return why_set(why, LOYD_E_FOREIGN, "%s/%s: %s",
                   why_quote(dir, strlen(dir), folder),
                   why_quote(name, strlen(name), file), problem);
}

loyd_err
given_open(const char *dir, int *fd, loyd_why *why)
{
    char shown[WHY_QUOTE_BYTES];

    *fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    return *fd != -1 ? LOYD_OK
                     : why_errno(why, "%s",
                                 why_quote(dir, strlen(dir), shown));
}

loyd_err
given_read(int fd, const char *dir, const char *name, unsigned megabytes,
           struct text *text, loyd_why *why)
{
    char problem[32], shown[WHY_QUOTE_BYTES];

    if (file_read_plain(fd, name, (size_t)megabytes << 20, text))
        return text->len > 0 ? LOYD_OK : given_refuse(why, dir, name, "empty");
    switch (errno) {
    case ENOENT:
        return LOYD_E_NOT_FOUND;
    case ELOOP:
    case ENOTSUP:
        return given_refuse(why, dir, name, "expected a plain file");
    case EFBIG:
        snprintf(problem, sizeof(problem), "expected at most %u MB",
                 megabytes);
        return given_refuse(why, dir, name, problem);
    case ENOMEM:
        return LOYD_E_NOMEM;
    default:
        return why_errno(why, "%s/%s", why_quote(dir, strlen(dir), shown),
                         name);
    }
}
