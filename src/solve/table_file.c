/* SPDX-License-Identifier: MIT */
/*
 * Files of large tables: a page of header, then the tables one after the
 * other as 32-bit words, little-endian.
 *
 * The header's first part is a function of the plan alone, so that reading is
 * comparing: magic, version, class, partition, and of every table its home,
 * sizes and place. The checksum of the tables follows, then zeros. So the
 * whole header is known from the plan and the tables, and no bit of a file can
 * change unseen by accident. Whoever may write to the folder can make a file
 * that fits together.
 */
#define _DEFAULT_SOURCE /* madvise */
#include "solve/table_file.h"

#include <dirent.h>
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
#include "solve/descent.h"

#define MAGIC "loyd tables 2\n"
#define OLD_FILES "tables-1-" /* how names began before the format changed */
#define HEADER_BYTES 4096
#define PLAN_BYTES 2048     /* of the header */
#define THREADS_WORTH 8     /* more do not make memory faster */
#define OPENING_ENTRIES 500 /* a table: some 5 ms for all of a 4x4's */

struct header {
    uint8_t plan[PLAN_BYTES];
    uint8_t sum[8]; /* of the tables, little-endian */
    uint8_t zeros[HEADER_BYTES - PLAN_BYTES - 8];
};

_Static_assert(sizeof(struct header) == HEADER_BYTES, "a header is one page");

/* The part of the header that follows from the plan. */
static void
plan_header(const struct heuristic *h, uint8_t out[PLAN_BYTES])
{
    size_t drawing = strlen(h->partition->drawing);
    uint8_t *at = out + sizeof(MAGIC);

    memset(out, 0, PLAN_BYTES);
    memcpy(out, MAGIC, sizeof(MAGIC));
    *at++ = h->cls.width;
    *at++ = h->cls.height;
    *at++ = h->cls.blank;
    *at++ = VIEWS;
    *at++ = (uint8_t)h->n_groups;
    *at++ = (uint8_t)drawing;
    memcpy(at, h->partition->drawing, drawing);
    at += drawing;
    for (unsigned v = 0; v < VIEWS; v++)
        for (unsigned g = 0; g < h->n_groups; g++) {
            const struct pdb *t = &h->table[v][g];

            at = bytes_put_little(at, t->home, 4);
            *at++ = t->blank;
            *at++ = h->is_shared[v][g];
            at = bytes_put_little(at, t->space->n_regions, 4);
            at = bytes_put_little(at, t->row_bits, 8);
            at = bytes_put_little(at, t->n_words, 8);
        }
}

/* The whole header of tables with this checksum. */
static void
make_header(const struct heuristic *h, uint64_t sum, struct header *head)
{
    memset(head, 0, sizeof(*head));
    plan_header(h, head->plan);
    bytes_put_little(head->sum, sum, sizeof(head->sum));
}

bool
table_file_path(const char *dir, const loyd_class *cls,
                char path[TABLE_PATH_BYTES])
{
    int n = snprintf(path, TABLE_PATH_BYTES, "%s/tables-2-%ux%u-%u.loyd", dir,
                     cls->width, cls->height, cls->blank);

    return n > 0 && n < TABLE_PATH_BYTES;
}

static loyd_err
system_error(loyd_why *why, const char *doing, const char *path)
{
    loyd_err err = errno == ENOSPC || errno == EDQUOT ? LOYD_E_FULL
                   : errno == ENOENT                  ? LOYD_E_NOT_FOUND
                   : errno == ENOMEM                  ? LOYD_E_NOMEM
                   : errno == ECANCELED               ? LOYD_E_CANCELLED
                                                      : LOYD_E_IO;
    const char *reason = strerror(errno);
    char quote[WHY_QUOTE_BYTES];

    return why_set(why, err, "%s %s: %s", doing,
                   why_quote(path, strlen(path), quote), reason);
}

/* Words are stored as they are in memory. Where that is another order, there
   are no files. */
static loyd_err
find_path(const char *dir, const loyd_class *cls, char path[TABLE_PATH_BYTES],
          loyd_why *why)
{
    if (__BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__)
        return why_set(why, LOYD_E_UNSUPPORTED,
                       "tables are not kept on this machine");
    if (!table_file_path(dir, cls, path))
        return why_set(why, LOYD_E_IO, "the path is too long");
    return LOYD_OK;
}

/* Tables in pieces, in the order of their file. */

static size_t
table_bytes(const struct pdb *t)
{
    return t != NULL ? (size_t)t->n_words * sizeof(*t->bits) : 0;
}

static size_t
table_pieces(const struct pdb *t)
{
    return (table_bytes(t) + TABLE_PIECE_BYTES - 1) / TABLE_PIECE_BYTES;
}

static size_t
count_pieces(const struct heuristic *h)
{
    size_t n = 0;

    for (unsigned i = 0; i < VIEWS * h->n_groups; i++)
        n += table_pieces(heuristic_own(h, i));
    return n;
}

static const uint8_t *
piece_at(const struct heuristic *h, size_t piece, size_t *bytes)
{
    const struct pdb *t;
    size_t at;

    for (unsigned i = 0; piece >= table_pieces(t = heuristic_own(h, i)); i++)
        piece -= table_pieces(t);
    at = piece * TABLE_PIECE_BYTES;
    *bytes = table_bytes(t) - at;
    if (*bytes > TABLE_PIECE_BYTES)
        *bytes = TABLE_PIECE_BYTES;
    return (const uint8_t *)t->bits + at;
}

struct summing {
    const struct heuristic *h;
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
        const uint8_t *at = piece_at(s->h, piece, &bytes);

        atomic_fetch_add(&s->sum, XXH3_64bits_withSeed(at, bytes, piece));
        if (!monitor_tell(s->m, "reading tables", piece, s->n_pieces))
            return;
    }
}

/* At the speed of memory, a piece a thread at a time. */
loyd_err
table_sum(const struct heuristic *h, unsigned threads, struct monitor *m,
          uint64_t *sum)
{
    struct summing s = {.h = h, .m = m, .n_pieces = count_pieces(h)};
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

/* Every table's words are its part of the mapping. */
static void
share_out(struct heuristic *h, uint8_t *map, size_t bytes)
{
    uint8_t *at = map + HEADER_BYTES;

    h->mapping = map;
    h->mapping_bytes = bytes;
    for (unsigned v = 0; v < VIEWS; v++)
        for (unsigned g = 0; g < h->n_groups; g++) {
            struct pdb *t = &h->table[v][g];

            if (h->is_shared[v][g]) {
                t->bits = h->table[0][g].bits;
                continue;
            }
            t->bits = (uint32_t *)(void *)at;
            at += t->n_words * sizeof(*t->bits);
        }
    heuristic_ready(h);
}

/* Takes the mapping away again. */
static void
take_back(struct heuristic *h)
{
    munmap(h->mapping, h->mapping_bytes);
    h->mapping = NULL;
    for (unsigned v = 0; v < VIEWS; v++)
        for (unsigned g = 0; g < h->n_groups; g++)
            h->table[v][g].bits = NULL;
}

loyd_err
table_file_descend(const struct heuristic *h, uint64_t n, loyd_why *why)
{
    for (unsigned i = 0; i < VIEWS * h->n_groups; i++) {
        const struct pdb *t = heuristic_own(h, i);

        if (t != NULL && !descent_sample(t, n))
            return why_set(why, LOYD_E_CORRUPT, "an entry leads nowhere");
    }
    return LOYD_OK;
}

/*
 * Every byte, before any is used. A few descents after it see what the
 * checksum cannot: tables that were wrong before they were summed up.
 */
static loyd_err
check_mapping(const struct heuristic *h, unsigned threads, struct monitor *m,
              loyd_why *why)
{
    struct header wanted;
    uint64_t sum = 0;
    loyd_err err;

    make_header(h, 0, &wanted);
    if (memcmp(h->mapping, wanted.plan, sizeof(wanted.plan)) != 0)
        return why_set(why, LOYD_E_FOREIGN,
                       "not the tables of this class and version");
    if ((err = table_sum(h, threads, m, &sum)) != LOYD_OK)
        return err;
    make_header(h, sum, &wanted);
    if (memcmp(h->mapping, &wanted, sizeof(wanted)) != 0)
        return why_set(why, LOYD_E_CORRUPT, "wrong checksum");
    return table_file_descend(h, OPENING_ENTRIES, why);
}

static loyd_err
map_open(struct heuristic *h, int file, unsigned threads, struct monitor *m,
         loyd_why *why)
{
    uint64_t wanted = HEADER_BYTES + h->bytes;
    size_t bytes = (size_t)wanted;
    struct stat s;
    void *map;
    loyd_err err;

    if (fstat(file, &s) != 0)
        return system_error(why, "cannot read", "tables");
    if (!S_ISREG(s.st_mode) || (uint64_t)s.st_size != wanted)
        return why_set(why, LOYD_E_CORRUPT, "%lld bytes: expected %llu",
                       (long long)s.st_size, (unsigned long long)wanted);
    if (bytes != wanted)
        return LOYD_E_NOMEM;
    map = mmap(NULL, bytes, PROT_READ, MAP_SHARED, file, 0);
    if (map == MAP_FAILED)
        return system_error(why, "cannot map", "tables");
#ifdef MADV_WILLNEED
    (void)madvise(map, bytes, MADV_WILLNEED); /* a wish only */
#endif
    share_out(h, map, bytes);
    if ((err = check_mapping(h, threads, m, why)) != LOYD_OK)
        take_back(h);
    return err;
}

loyd_err
table_file_map(struct heuristic *h, const char *dir, unsigned threads,
               struct monitor *m, loyd_why *why)
{
    char path[TABLE_PATH_BYTES];
    loyd_err err;
    int file;

    if ((err = find_path(dir, &h->cls, path, why)) != LOYD_OK)
        return err;
    /* A link may lead anywhere, and a pipe would be waited for. */
    file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (file < 0)
        return system_error(why, "cannot open", path);
    err = map_open(h, file, threads, m, why);
    close(file);
    return err;
}

bool
table_file_exists(const loyd_class *cls, const char *dir, uint64_t bytes)
{
    char path[TABLE_PATH_BYTES];
    struct stat s;

    return table_file_path(dir, cls, path) && stat(path, &s) == 0 &&
           S_ISREG(s.st_mode) && (uint64_t)s.st_size == HEADER_BYTES + bytes;
}

/* Writing. */

/* Makes every folder of a path. */
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

/* Files of the format before, which nothing reads any more. */
static void
remove_old(const char *dir)
{
    DIR *folder = opendir(dir);
    struct dirent *item;

    if (folder == NULL)
        return;
    while ((item = readdir(folder)) != NULL)
        if (strncmp(item->d_name, OLD_FILES, strlen(OLD_FILES)) == 0)
            (void)unlinkat(dirfd(folder), item->d_name, 0);
    closedir(folder);
}

/* In pieces, so that a slow disk does not keep anybody waiting. */
static bool
write_tables(const struct heuristic *h, int file, struct monitor *m)
{
    uint64_t done = 0;
    size_t bytes;

    for (size_t piece = 0; done < h->bytes; piece++, done += bytes) {
        const uint8_t *at = piece_at(h, piece, &bytes);

        if (!monitor_tell(m, "writing tables", done, h->bytes)) {
            errno = ECANCELED;
            return false;
        }
        if (!file_write_all(file, at, bytes))
            return false;
    }
    return true;
}

loyd_err
table_file_write(const struct heuristic *h, const char *dir, unsigned threads,
                 struct monitor *m, loyd_why *why)
{
    char path[TABLE_PATH_BYTES];
    struct header head;
    uint64_t sum = 0;
    loyd_err err;
    struct part made;

    if ((err = find_path(dir, &h->cls, path, why)) != LOYD_OK)
        return err;
    if ((err = table_sum(h, threads, m, &sum)) != LOYD_OK)
        return err;
    if (!make_folders(dir))
        return system_error(why, "cannot make", dir);
    remove_old(dir);
    make_header(h, sum, &head);
    if (!part_file(&made, path, 0666))
        return system_error(why, "cannot make", path);
    if (!file_write_all(made.fd, &head, sizeof(head)) ||
        !write_tables(h, made.fd, m) || !part_place(&made))
        err = system_error(why, "cannot write", path);
    part_drop(&made);
    return err;
}

loyd_err
table_file_remove(const loyd_class *cls, const char *dir, loyd_why *why)
{
    char path[TABLE_PATH_BYTES];
    loyd_err err = find_path(dir, cls, path, why);

    if (err != LOYD_OK)
        return err;
    remove_old(dir);
    return unlink(path) == 0 ? LOYD_OK
                             : system_error(why, "cannot remove", path);
}
