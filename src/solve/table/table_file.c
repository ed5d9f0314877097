/* SPDX-License-Identifier: MIT */
/*
 * Files of tables: a header of one page, then the tables one after the
 * other.
 *
 * The first part of the header follows from the plan alone, so that it can be
 * checked by comparison: magic, version, class, partition and, for every
 * table, its home, sizes and place. Then follow the checksum of the tables and
 * zeros. The whole header is thus determined by the plan and the tables, and
 * no accidental change of a file goes unnoticed. This is no protection against
 * a person who can write to the folder and forges a consistent file.
 */
#define _DEFAULT_SOURCE /* madvise */
#include "solve/table/table_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include "base/bytes.h"
#include "base/file.h"
#include "base/why.h"
#include "loyd/tables.h"

#define PIECE_BYTES ((size_t)1 << 20)
#define THREADS_WORTH 8     /* more do not speed up memory */
#define OPENING_ENTRIES 500 /* per table; about 5 ms for all of 4x4 */

struct header {
    uint8_t plan[TABLE_PLAN_BYTES];
    uint8_t sum[8]; /* checksum of the tables, little-endian */
    uint8_t zeros[TABLE_HEADER_BYTES - TABLE_PLAN_BYTES - 8];
};

_Static_assert(sizeof(struct header) == TABLE_HEADER_BYTES,
               "a header is one page");

/* Makes the complete header of tables with this checksum. */
static void
make_header(const struct table_body *b, uint64_t sum, struct header *head)
{
    memset(head, 0, sizeof(*head));
    memcpy(head->plan, b->plan, sizeof(head->plan));
    bytes_put_little(head->sum, sum, sizeof(head->sum));
}

bool
table_file_path(const char *dir, const struct table_body *b,
                char path[TABLE_PATH_BYTES])
{
    int n = snprintf(path, TABLE_PATH_BYTES, "%s/tables-%d-%ux%u-%u%s%s.loyd",
                     dir, LOYD_TABLES_VERSION, b->cls.width, b->cls.height,
                     b->cls.blank, b->metric == LOYD_MTM ? "-mtm" : "",
                     b->size == LOYD_TABLES_LARGE ? "" : "-small");

    return n > 0 && n < TABLE_PATH_BYTES;
}

static loyd_err
system_error(loyd_why *why, const char *doing)
{
    loyd_err err = errno == ENOSPC || errno == EDQUOT ? LOYD_E_FULL
                   : errno == ENOENT                  ? LOYD_E_NOT_FOUND
                   : errno == ENOMEM                  ? LOYD_E_NOMEM
                   : errno == ECANCELED               ? LOYD_E_CANCELLED
                                                      : LOYD_E_IO;

    return why_set(why, err, "%s: %s", doing, strerror(errno));
}

/* Words are stored in memory order; big-endian machines use no files. */
static loyd_err
find_path(const char *dir, const struct table_body *b,
          char path[TABLE_PATH_BYTES], loyd_why *why)
{
    if (__BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__)
        return why_set(why, LOYD_E_UNSUPPORTED,
                       "table files need a little-endian machine");
    if (!table_file_path(dir, b, path))
        return why_set(why, LOYD_E_IO, "path too long");
    return LOYD_OK;
}

/* Tables in pieces, in file order. */

static size_t
part_pieces(const struct table_part *p)
{
    return (p->bytes + PIECE_BYTES - 1) / PIECE_BYTES;
}

static size_t
count_pieces(const struct table_body *b)
{
    size_t n = 0;

    for (unsigned i = 0; i < b->n_parts; i++)
        n += part_pieces(&b->parts[i]);
    return n;
}

static const uint8_t *
piece_at(const struct table_body *b, size_t piece, size_t *bytes)
{
    const struct table_part *p = b->parts;
    size_t at;

    for (; piece >= part_pieces(p); p++)
        piece -= part_pieces(p);
    at = piece * PIECE_BYTES;
    *bytes = p->bytes - at;
    if (*bytes > PIECE_BYTES)
        *bytes = PIECE_BYTES;
    return p->at + at;
}

struct summing {
    const struct table_body *b;
    struct monitor *m;
    size_t n_pieces;
    atomic_size_t next;
    atomic_uint_fast64_t sum;
};

static void
sum_pieces(struct team *t, unsigned member, void *context)
{
    struct summing *s = context;
    size_t piece, bytes;
    (void)t;
    (void)member;

    while ((piece = atomic_fetch_add(&s->next, 1)) < s->n_pieces) {
        const uint8_t *at = piece_at(s->b, piece, &bytes);

        atomic_fetch_add(&s->sum, XXH3_64bits_withSeed(at, bytes, piece));
        if (!monitor_tell(s->m, "reading tables", piece, s->n_pieces))
            return;
    }
}

/*
 * Computes a checksum over every byte of built tables: the sum over i of
 * XXH3 (64 bits, seed i) of the i-th piece, modulo 2^64. A piece is
 * PIECE_BYTES of one part, the last piece of a part may be shorter. The result
 * does not depend on the number of threads. Errors: LOYD_E_SYSTEM,
 * LOYD_E_CANCELLED.
 */
static loyd_err
table_sum(const struct table_body *b, unsigned threads, struct monitor *m,
          uint64_t *sum)
{
    struct summing s = {.b = b, .m = m, .n_pieces = count_pieces(b)};
    loyd_err err;

    if (threads > THREADS_WORTH)
        threads = THREADS_WORTH;
    if (threads > s.n_pieces)
        threads = (unsigned)s.n_pieces;
    err = team_run(threads, sum_pieces, &s);
    if (err == LOYD_OK && atomic_load(&m->is_stopped))
        err = LOYD_E_CANCELLED;
    if (err == LOYD_OK)
        *sum = atomic_load(&s.sum);
    return err;
}

/* Reading. */

/* Checks every byte before any is used. */
static loyd_err
check_mapping(const struct table_body *b, const void *map, unsigned threads,
              struct monitor *m, loyd_why *why)
{
    struct header wanted;
    uint64_t sum = 0;
    loyd_err err;

    make_header(b, 0, &wanted);
    if (memcmp(map, wanted.plan, sizeof(wanted.plan)) != 0)
        return why_set(why, LOYD_E_FOREIGN,
                       "not a table file of this class and version");
    if ((err = table_sum(b, threads, m, &sum)) != LOYD_OK)
        return err;
    make_header(b, sum, &wanted);
    if (memcmp(map, &wanted, sizeof(wanted)) != 0)
        return why_set(why, LOYD_E_CORRUPT, "wrong checksum");
    return LOYD_OK;
}

/*
 * The descents find what the checksum cannot: tables that were wrong when the
 * checksum was computed.
 */
static loyd_err
map_open(struct table_body *b, int file, unsigned threads, struct monitor *m,
         loyd_why *why)
{
    uint64_t wanted = table_file_bytes(b);
    size_t bytes = (size_t)wanted;
    struct stat s;
    void *map;
    loyd_err err;

    if (fstat(file, &s) != 0)
        return system_error(why, "cannot read");
    if (!S_ISREG(s.st_mode) || (uint64_t)s.st_size != wanted)
        return why_set(why, LOYD_E_CORRUPT, "length %lld: expected %llu bytes",
                       (long long)s.st_size, (unsigned long long)wanted);
    if (bytes != wanted)
        return LOYD_E_NOMEM;
    map = mmap(NULL, bytes, PROT_READ, MAP_SHARED, file, 0);
    if (map == MAP_FAILED)
        return system_error(why, "cannot map");
#ifdef MADV_WILLNEED
    (void)madvise(map, bytes, MADV_WILLNEED); /* only a hint */
#endif
    table_body_place(b, map, bytes);
    err = check_mapping(b, map, threads, m, why);
    if (err == LOYD_OK)
        err = b->kind->descend(b, OPENING_ENTRIES, why);
    if (err != LOYD_OK)
        table_body_place(b, NULL, 0);
    return err;
}

loyd_err
table_file_map(struct table_body *b, const char *dir, unsigned threads,
               struct monitor *m, loyd_why *why)
{
    char path[TABLE_PATH_BYTES];
    loyd_err err;
    int file;

    err = find_path(dir, b, path, why);
    if (err != LOYD_OK)
        return err;
    /* Do not follow links; do not block on a pipe. */
    file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (file < 0)
        return system_error(why, "cannot open");
    err = map_open(b, file, threads, m, why);
    close(file);
    return err;
}

void
table_file_rest(const struct table_body *b)
{
#ifdef MADV_DONTNEED
    (void)madvise(b->mapping, b->mapping_bytes, MADV_DONTNEED);
#else
    (void)b;
#endif
}

bool
table_file_exists(const struct table_body *b, const char *dir)
{
    char path[TABLE_PATH_BYTES];
    struct stat s;

    return table_file_path(dir, b, path) && stat(path, &s) == 0 &&
           S_ISREG(s.st_mode) &&
           (uint64_t)s.st_size == table_file_bytes(b);
}

bool
table_file_is_absent(const struct table_body *b, const char *dir)
{
    char path[TABLE_PATH_BYTES];
    struct stat s;

    return table_file_path(dir, b, path) && lstat(path, &s) != 0 &&
           errno == ENOENT;
}

/* Writing. */

/* Creates every folder of a path. */
static bool
make_folders(const char *dir)
{
    char path[TABLE_PATH_BYTES];
    size_t n = strlen(dir);

    if (n >= sizeof(path)) {
        errno = ENAMETOOLONG;
        return false;
    }
    memcpy(path, dir, n + 1);
    for (size_t i = 1; i <= n; i++)
        if (path[i] == '/' || path[i] == '\0') {
            char end = path[i];

            path[i] = '\0';
            if (mkdir(path, 0700) != 0 && errno != EEXIST)
                return false;
            path[i] = end;
        }
    return true;
}

/* Writes in pieces, so that the call can be stopped on a slow disk. */
static bool
write_tables(const struct table_body *b, int file, struct monitor *m)
{
    uint64_t done = 0;
    size_t bytes;

    for (size_t piece = 0; done < b->bytes; piece++, done += bytes) {
        const uint8_t *at = piece_at(b, piece, &bytes);

        if (!monitor_tell(m, "writing tables", done, b->bytes)) {
            errno = ECANCELED;
            return false;
        }
        if (!file_write_all(file, at, bytes))
            return false;
    }
    return true;
}

loyd_err
table_file_write(const struct table_body *b, const char *dir, unsigned threads,
                 struct monitor *m, loyd_why *why)
{
    char path[TABLE_PATH_BYTES];
    struct header head;
    uint64_t sum = 0;
    loyd_err err;
    struct temp made;

    err = find_path(dir, b, path, why);
    if (err != LOYD_OK)
        return err;
    if ((err = table_sum(b, threads, m, &sum)) != LOYD_OK)
        return err;
    if (!make_folders(dir))
        return system_error(why, "cannot create its folder");
    make_header(b, sum, &head);
    if (!temp_file(&made, path, 0666))
        return system_error(why, "cannot create");
    if (!file_write_all(made.fd, &head, sizeof(head)) ||
        !write_tables(b, made.fd, m) || !temp_place(&made))
        err = system_error(why, "cannot write");
    temp_drop(&made);
    return err;
}

loyd_err
table_file_remove(const struct table_body *b, const char *dir, loyd_why *why)
{
    char path[TABLE_PATH_BYTES];
    loyd_err err = find_path(dir, b, path, why);

    if (err != LOYD_OK)
        return err;
    return unlink(path) == 0 ? LOYD_OK : system_error(why, "cannot remove");
}
