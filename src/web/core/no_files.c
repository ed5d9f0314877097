/* SPDX-License-Identifier: MIT */
/*
 * Implements solve/table_file.h where there are no files: a page keeps no
 * tables. A solver without a cache folder calls none of these functions.
 */
#include "base/why.h"
#include "solve/table/table_file.h"

static loyd_err
no_files(loyd_why *why)
{
    return why_set(why, LOYD_E_UNSUPPORTED, "there are no files here");
}

bool
table_file_path(const char *dir, const struct table_body *b,
                char path[TABLE_PATH_BYTES])
{
    (void)dir;
    (void)b;
    path[0] = '\0';
    return false;
}

void
table_file_rest(const struct table_body *b)
{
    (void)b;
}

loyd_err
table_file_map(struct table_body *b, const char *dir, unsigned threads,
               struct monitor *m, loyd_why *why)
{
    (void)b;
    (void)dir;
    (void)threads;
    (void)m;
    return no_files(why);
}

loyd_err
table_file_write(const struct table_body *b, const char *dir, unsigned threads,
                 struct monitor *m, loyd_why *why)
{
    (void)b;
    (void)dir;
    (void)threads;
    (void)m;
    return no_files(why);
}

loyd_err
table_file_remove(const struct table_body *b, const char *dir, loyd_why *why)
{
    (void)b;
    (void)dir;
    return no_files(why);
}

bool
table_file_exists(const struct table_body *b, const char *dir)
{
    (void)b;
    (void)dir;
    return false;
}
