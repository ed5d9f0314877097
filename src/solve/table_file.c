/* SPDX-License-Identifier: MIT */
/*
 * Files of large tables: a page of header, then the tables one after the
 * other as 32-bit words, little-endian.
 *
 * The header's first part is a function of the plan alone, so that reading is
 * comparing: magic, version, class, partition, and of every table its home,
 * sizes and place. Behind it stand three checksums (BLAKE2b): of all bytes
 * of the tables, of a sample of their blocks, and of the header before this
 * last one.
 */
#define _DEFAULT_SOURCE /* madvise */
#include "solve/table_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/crypto.h"
#include "core/why.h"

#define MAGIC "loyd tables 1\n"
#define HEADER_BYTES 4096
#define PLAN_BYTES 2048  /* of the header */
#define BLOCK_BYTES 4096 /* of the sample */
#define SAMPLE_BLOCKS 256

typedef struct header {
    uint8_t plan[PLAN_BYTES];
    uint8_t all[CRYPTO_HASH_BYTES];
    uint8_t sample[CRYPTO_HASH_BYTES];
    uint8_t self[CRYPTO_HASH_BYTES];
    uint8_t rest[HEADER_BYTES - PLAN_BYTES - 3 * CRYPTO_HASH_BYTES];
} header;

_Static_assert(sizeof(header) == HEADER_BYTES, "a header is one page");

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
plan_header(const heuristic *h, uint8_t out[PLAN_BYTES])
{
    size_t drawing = strlen(h->partition->drawing);
    uint8_t *at = out + sizeof MAGIC;

    memset(out, 0, PLAN_BYTES);
    memcpy(out, MAGIC, sizeof MAGIC);
    put(&at, h->shape.width, 1);
    put(&at, h->shape.height, 1);
    put(&at, h->shape.blank, 1);
    put(&at, VIEWS, 1);
    put(&at, h->n_groups, 1);
    put(&at, drawing, 1);
    memcpy(at, h->partition->drawing, drawing);
    at += drawing;
    for (unsigned v = 0; v < VIEWS; v++)
        for (unsigned g = 0; g < h->n_groups; g++) {
            const pdb *t = &h->table[v][g];

            put(&at, t->home, 4);
            put(&at, t->blank, 1);
            put(&at, h->shared[v][g], 1);
            put(&at, t->space->n_regions, 4);
            put(&at, t->row_bits, 8);
            put(&at, t->n_words, 8);
        }
}

static void
self_checksum(const header *head, uint8_t out[CRYPTO_HASH_BYTES])
{
    crypto_hash hash;

    crypto_hash_begin(&hash, NULL);
    crypto_hash_add(&hash, head, offsetof(header, self));
    crypto_hash_end(&hash, out);
}

/* Blocks spread evenly over the tables, the first and last among them. */
static void
sample_checksum(const uint8_t *bytes, uint64_t n,
                uint8_t out[CRYPTO_HASH_BYTES])
{
    uint64_t n_blocks = n / BLOCK_BYTES;
    uint64_t n_taken = n_blocks < SAMPLE_BLOCKS ? n_blocks : SAMPLE_BLOCKS;
    crypto_hash hash;

    crypto_hash_begin(&hash, NULL);
    for (uint64_t i = 0; i < n_taken; i++) {
        uint64_t block = n_taken > 1 ? i * (n_blocks - 1) / (n_taken - 1) : 0;

        crypto_hash_add(&hash, bytes + block * BLOCK_BYTES, BLOCK_BYTES);
    }
    crypto_hash_add(&hash, bytes + n_blocks * BLOCK_BYTES, n % BLOCK_BYTES);
    crypto_hash_end(&hash, out);
}

static void
all_checksum(const uint8_t *bytes, uint64_t n, uint8_t out[CRYPTO_HASH_BYTES])
{
    crypto_hash hash;

    crypto_hash_begin(&hash, NULL);
    crypto_hash_add(&hash, bytes, n);
    crypto_hash_end(&hash, out);
}

bool
table_file_path(const char *dir, const shape *cls, char path[TABLE_PATH_BYTES])
{
    int n = snprintf(path, TABLE_PATH_BYTES, "%s/tables-1-%ux%u-%u.loyd", dir,
                     cls->width, cls->height, cls->blank);

    return n > 0 && n < TABLE_PATH_BYTES;
}

static loyd_err
system_error(loyd_why *why, const char *doing, const char *path)
{
    loyd_err err = errno == ENOSPC || errno == EDQUOT ? LOYD_E_FULL
                   : errno == ENOENT                  ? LOYD_E_NOT_FOUND
                                                      : LOYD_E_IO;
    const char *reason = strerror(errno);
    char quote[WHY_QUOTE_BYTES];

    return why_set(why, err, "%s %s: %s", doing,
                   why_quote(path, strlen(path), quote), reason);
}

/* Reading. */

static loyd_err
check_mapping(const heuristic *h, const uint8_t *map, bool whole,
              loyd_why *why)
{
    const header *head = (const header *)(const void *)map;
    uint8_t plan[PLAN_BYTES], sum[CRYPTO_HASH_BYTES];
    const uint8_t *body = map + HEADER_BYTES;

    plan_header(h, plan);
    if (memcmp(plan, head->plan, PLAN_BYTES) != 0)
        return why_set(why, LOYD_E_FOREIGN,
                       "not the tables of this class and version");
    self_checksum(head, sum);
    if (memcmp(sum, head->self, sizeof sum) != 0)
        return why_set(why, LOYD_E_CORRUPT, "the header's checksum is wrong");
    sample_checksum(body, h->bytes, sum);
    if (memcmp(sum, head->sample, sizeof sum) != 0)
        return why_set(why, LOYD_E_CORRUPT, "the sample's checksum is wrong");
    if (!whole)
        return LOYD_OK;
    all_checksum(body, h->bytes, sum);
    if (memcmp(sum, head->all, sizeof sum) != 0)
        return why_set(why, LOYD_E_CORRUPT, "the checksum is wrong");
    return LOYD_OK;
}

/* Every table's words are its part of the mapping. */
static void
share_out(heuristic *h, uint8_t *map, uint64_t bytes)
{
    uint8_t *at = map + HEADER_BYTES;

    h->mapping = map;
    h->mapping_bytes = bytes;
    for (unsigned v = 0; v < VIEWS; v++)
        for (unsigned g = 0; g < h->n_groups; g++) {
            pdb *t = &h->table[v][g];

            if (h->shared[v][g]) {
                t->bits = h->table[0][g].bits;
                continue;
            }
            t->bits = (uint32_t *)(void *)at;
            at += t->n_words * sizeof *t->bits;
        }
    heuristic_ready(h);
}

static loyd_err
map_open(heuristic *h, int file, bool whole, loyd_why *why)
{
    uint64_t bytes = HEADER_BYTES + h->bytes;
    struct stat s;
    void *map;
    loyd_err err;

    if (fstat(file, &s) != 0)
        return system_error(why, "cannot read", "tables");
    if (!S_ISREG(s.st_mode) || (uint64_t)s.st_size != bytes)
        return why_set(why, LOYD_E_CORRUPT,
                       "%lld bytes, and %llu were expected",
                       (long long)s.st_size, (unsigned long long)bytes);
    map = mmap(NULL, bytes, PROT_READ, MAP_SHARED, file, 0);
    if (map == MAP_FAILED)
        return system_error(why, "cannot map", "tables");
    if ((err = check_mapping(h, map, whole, why)) != LOYD_OK) {
        munmap(map, bytes);
        return err;
    }
#ifdef MADV_WILLNEED
    (void)madvise(map, bytes, MADV_WILLNEED); /* a wish only */
#endif
    share_out(h, map, bytes);
    return LOYD_OK;
}

loyd_err
table_file_map(heuristic *h, const char *dir, bool whole, loyd_why *why)
{
    char path[TABLE_PATH_BYTES];
    loyd_err err;
    int file;

    if (!little_endian())
        return why_set(why, LOYD_E_UNSUPPORTED,
                       "tables are not kept on this machine");
    if (!table_file_path(dir, &h->shape, path))
        return why_set(why, LOYD_E_IO, "the path is too long");
    file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return system_error(why, "cannot open", path);
    err = map_open(h, file, whole, why);
    close(file);
    return err;
}

bool
table_file_exists(const shape *cls, const char *dir, uint64_t bytes)
{
    char path[TABLE_PATH_BYTES];
    struct stat s;

    return table_file_path(dir, cls, path) && stat(path, &s) == 0 &&
           S_ISREG(s.st_mode) && (uint64_t)s.st_size == HEADER_BYTES + bytes;
}

/* Writing. */

static bool
write_all(int file, const void *bytes, uint64_t n)
{
    const uint8_t *at = bytes;

    while (n > 0) {
        size_t part = n < (1u << 24) ? (size_t)n : 1u << 24;
        ssize_t done = write(file, at, part);

        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return false;
        at += done;
        n -= (uint64_t)done;
    }
    return true;
}

/* Makes every folder of a path. */
static bool
make_folders(const char *dir)
{
    char path[TABLE_PATH_BYTES];
    size_t n = strlen(dir);

    if (n >= sizeof path)
        return false;
    memcpy(path, dir, n + 1);
    for (size_t i = 1; i <= n; i++)
        if (path[i] == '/' || path[i] == '\0') {
            char end = path[i];

            path[i] = '\0';
            if (mkdir(path, 0777) != 0 && errno != EEXIST)
                return false;
            path[i] = end;
        }
    return true;
}

/* The tables, then their sample read back, then the header. */
static bool
write_body(const heuristic *h, int file, header *head)
{
    crypto_hash hash;
    void *map;

    crypto_hash_begin(&hash, NULL);
    if (!write_all(file, head, sizeof *head))
        return false;
    for (unsigned v = 0; v < VIEWS; v++)
        for (unsigned g = 0; g < h->n_groups; g++) {
            const pdb *t = &h->table[v][g];

            if (h->shared[v][g])
                continue;
            crypto_hash_add(&hash, t->bits, t->n_words * sizeof *t->bits);
            if (!write_all(file, t->bits, t->n_words * sizeof *t->bits))
                return false;
        }
    crypto_hash_end(&hash, head->all);
    map = mmap(NULL, HEADER_BYTES + h->bytes, PROT_READ, MAP_SHARED, file, 0);
    if (map == MAP_FAILED)
        return false;
    sample_checksum((uint8_t *)map + HEADER_BYTES, h->bytes, head->sample);
    munmap(map, HEADER_BYTES + h->bytes);
    self_checksum(head, head->self);
    return lseek(file, 0, SEEK_SET) == 0 &&
           write_all(file, head, sizeof *head);
}

static bool
sync_folder(const char *dir)
{
    int folder = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool good = folder >= 0 && fsync(folder) == 0;

    if (folder >= 0)
        close(folder);
    return good;
}

loyd_err
table_file_write(const heuristic *h, const char *dir, loyd_why *why)
{
    char path[TABLE_PATH_BYTES], temporary[TABLE_PATH_BYTES + 32];
    header head;
    loyd_err err = LOYD_OK;
    int file;

    if (!little_endian())
        return why_set(why, LOYD_E_UNSUPPORTED,
                       "tables are not kept on this machine");
    if (!table_file_path(dir, &h->shape, path))
        return why_set(why, LOYD_E_IO, "the path is too long");
    if (!make_folders(dir))
        return system_error(why, "cannot make", dir);
    (void)snprintf(temporary, sizeof temporary, "%s.%ld.new", path,
                   (long)getpid());
    file = open(temporary, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file < 0)
        return system_error(why, "cannot make", temporary);
    memset(&head, 0, sizeof head);
    plan_header(h, head.plan);
    if (!write_body(h, file, &head) || fsync(file) != 0 ||
        rename(temporary, path) != 0 || !sync_folder(dir))
        err = system_error(why, "cannot write", path);
    close(file);
    if (err != LOYD_OK)
        unlink(temporary);
    return err;
}

loyd_err
table_file_remove(const shape *cls, const char *dir, loyd_why *why)
{
    char path[TABLE_PATH_BYTES];

    if (!table_file_path(dir, cls, path))
        return why_set(why, LOYD_E_IO, "the path is too long");
    return unlink(path) == 0 ? LOYD_OK
                             : system_error(why, "cannot remove", path);
}
