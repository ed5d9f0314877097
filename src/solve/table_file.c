/* SPDX-License-Identifier: MIT */
/*
 * Files of large tables: a page of header, then the tables one after the
 * other as 32-bit words, little-endian.
 *
 * The header's first part is a function of the plan alone, so that reading is
 * comparing: magic, version, class, partition, and of every table its home,
 * sizes and place. The checksum of the tables follows, then
 * zeros. So the whole header is known from the plan and the tables, and no bit
 * of a file can change unseen by accident. Whoever may write to the folder can
 * make a file that fits together.
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

static bool
little_endian(void)
{
    const uint16_t one = 1;
    uint8_t first;

    memcpy(&first, &one, 1);
    return first == 1;
}

static void
put(uint8_t **at, uint64_t value, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++)
        *(*at)++ = (uint8_t)(value >> 8 * i);
}

/* The part of the header that follows from the plan. */
static void
plan_header(const struct heuristic *h, uint8_t out[PLAN_BYTES])
{
    size_t drawing = strlen(h->partition->drawing);
    uint8_t *at = out + sizeof(MAGIC);

    memset(out, 0, PLAN_BYTES);
    memcpy(out, MAGIC, sizeof(MAGIC));
    put(&at, h->cls.width, 1);
    put(&at, h->cls.height, 1);
    put(&at, h->cls.blank, 1);
    put(&at, VIEWS, 1);
    put(&at, h->n_groups, 1);
    put(&at, drawing, 1);
    memcpy(at, h->partition->drawing, drawing);
    at += drawing;
    for (unsigned v = 0; v < VIEWS; v++)
        for (unsigned g = 0; g < h->n_groups; g++) {
            const struct pdb *t = &h->table[v][g];

            put(&at, t->home, 4);
            put(&at, t->blank, 1);
            put(&at, h->is_shared[v][g], 1);
            put(&at, t->space->n_regions, 4);
            put(&at, t->row_bits, 8);
            put(&at, t->n_words, 8);
        }
}

/* The whole header of tables with this checksum. */
static void
make_header(const struct heuristic *h, uint64_t sum, struct header *head)
{
    uint8_t *at = head->sum;

    memset(head, 0, sizeof(*head));
    plan_header(h, head->plan);
    put(&at, sum, sizeof(head->sum));
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

/* Summing up: at the speed of memory, a piece a thread at a time. */

struct summing {
    const struct heuristic *h;
    struct monitor *m;
    size_t n_pieces;
    atomic_size_t next;
    atomic_uint_fast64_t sum;
};

static size_t
table_bytes(const struct heuristic *h, unsigned i)
{
    const struct pdb *t = &h->table[i / h->n_groups][i % h->n_groups];

    return h->is_shared[i / h->n_groups][i % h->n_groups]
               ? 0
               : (size_t)t->n_words * sizeof(*t->bits);
}

static size_t
table_pieces(const struct heuristic *h, unsigned i)
{
    return (table_bytes(h, i) + TABLE_PIECE_BYTES - 1) / TABLE_PIECE_BYTES;
}

static uint64_t
piece_sum(const struct heuristic *h, size_t piece)
{
    size_t at = piece, bytes;
    unsigned i = 0;

    while (at >= table_pieces(h, i))
        at -= table_pieces(h, i++);
    at *= TABLE_PIECE_BYTES;
    bytes = table_bytes(h, i) - at;
    return XXH3_64bits_withSeed(
        (const uint8_t *)h->table[i / h->n_groups][i % h->n_groups].bits + at,
        bytes < TABLE_PIECE_BYTES ? bytes : TABLE_PIECE_BYTES, piece);
}

static void
sum_pieces(struct team *t, unsigned member, void *context)
{
    struct summing *s = context;
    size_t piece;
    (void)t;
    (void)member;

    while ((piece = atomic_fetch_add(&s->next, 1)) < s->n_pieces) {
        atomic_fetch_add(&s->sum, piece_sum(s->h, piece));
        if (s->m != NULL &&
            !monitor_tell(s->m, "reading tables", piece, s->n_pieces))
            return;
    }
}

loyd_err
table_sum(const struct heuristic *h, unsigned threads, struct monitor *m,
          uint64_t *sum)
{
    struct summing s = {.h = h, .m = m};
    loyd_err err;

    for (unsigned i = 0; i < VIEWS * h->n_groups; i++)
        s.n_pieces += table_pieces(h, i);
    if (threads > THREADS_WORTH)
        threads = THREADS_WORTH;
    if (threads > s.n_pieces)
        threads = (unsigned)s.n_pieces;
    err = team_run(threads, sum_pieces, &s);
    if (err == LOYD_OK && m != NULL && atomic_load(&m->is_stopped))
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
    for (unsigned v = 0; v < VIEWS; v++)
        for (unsigned g = 0; g < h->n_groups; g++)
            if (!h->is_shared[v][g] && !descent_sample(&h->table[v][g], n))
                return why_set(why, LOYD_E_CORRUPT, "an entry leads nowhere");
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
        return why_set(why, err, "%s", loyd_strerror(err));
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
        return why_set(why, LOYD_E_NOMEM, "%s", loyd_strerror(LOYD_E_NOMEM));
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

    if (!little_endian())
        return why_set(why, LOYD_E_UNSUPPORTED,
                       "tables are not kept on this machine");
    if (!table_file_path(dir, &h->cls, path))
        return why_set(why, LOYD_E_IO, "the path is too long");
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

    for (unsigned v = 0; v < VIEWS; v++)
        for (unsigned g = 0; g < h->n_groups; g++) {
            const struct pdb *t = &h->table[v][g];
            uint64_t bytes = t->n_words * sizeof(*t->bits);

            for (uint64_t at = 0; !h->is_shared[v][g] && at < bytes;) {
                uint64_t n = bytes - at;

                n = n < TABLE_PIECE_BYTES ? n : TABLE_PIECE_BYTES;
                errno = ECANCELED;
                if ((m != NULL &&
                     !monitor_tell(m, "writing tables", done, h->bytes)) ||
                    !file_write_all(file, (const uint8_t *)t->bits + at,
                                    (size_t)n))
                    return false;
                at += n;
                done += n;
            }
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

    if (!little_endian())
        return why_set(why, LOYD_E_UNSUPPORTED,
                       "tables are not kept on this machine");
    if (!table_file_path(dir, &h->cls, path))
        return why_set(why, LOYD_E_IO, "the path is too long");
    if ((err = table_sum(h, threads, m, &sum)) != LOYD_OK)
        return why_set(why, err, "%s", loyd_strerror(err));
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

    if (!table_file_path(dir, cls, path))
        return why_set(why, LOYD_E_IO, "the path is too long");
    remove_old(dir);
    return unlink(path) == 0 ? LOYD_OK
                             : system_error(why, "cannot remove", path);
}
