/* SPDX-License-Identifier: MIT */
/*
 * goals.tsv and ids.tsv: bit 0 of the first byte selects the table, bit 1 a
 * pack of both metrics. Accepted goals, written again, are the same bytes;
 * accepted ids are found under their numbers.
 */
#include "fuzz.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "pack/series.h"

#define NAME "table"

static char path[] = "/tmp/loyd-fuzz-XXXXXX";
static int dir = -1;

static void
leave(void)
{
    (void)unlinkat(dir, NAME, 0);
    (void)rmdir(path);
}

/* Opens the folder of the table, which is removed when the program ends. */
static void
enter(void)
{
    demand(mkdtemp(path) != NULL && atexit(leave) == 0);
    dir = open(path, O_RDONLY | O_DIRECTORY);
    demand(dir != -1);
}

static void
check_goals(const struct series *s, const uint8_t *data, size_t size)
{
    struct text text = {.at = NULL};

    text_put(&text, GOALS_HEADING);
    for (size_t i = 0; i < s->goals.n; i++)
        pack_goal_row(&text, s->goals.at[i]);
    demand(text.len == size && memcmp(text.at, data, size) == 0);
    text_free(&text);
}

static void
check_ids(const struct series *s)
{
    struct ids_index *index = NULL;

    demand(ids_index_new(s, &index) == LOYD_OK);
    for (size_t i = 0; i < s->n; i++)
        demand(ids_number(index, &s->rows[i].id) == i + 1);
    ids_index_free(&index);
}

/* Writes the file and lists it in a manifest. */
static void
list_file(struct manifest *m, const uint8_t *data, size_t size)
{
    struct manifest_file *file = &m->files[0];
    int fd = openat(dir, NAME, O_RDWR | O_CREAT | O_TRUNC, 0600);

    demand(fd != -1 && write(fd, data, size) == (ssize_t)size &&
           lseek(fd, 0, SEEK_SET) == 0);
    demand(pack_hash_file(fd, size, NULL, &file->bytes, file->sha));
    close(fd);
    strcpy(file->name, NAME);
    file->is_gzip = size > 1 && data[0] == 0x1f && data[1] == 0x8b;
    m->n_files = 1;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct watch nobody = {.go_on = NULL};
    static struct manifest m;
    struct series s = {.rows = NULL};
    uint8_t sha[LOYD_HASH_BYTES];
    loyd_why why = {""};
    loyd_err err;

    if (size == 0)
        return 0;
    if (dir == -1)
        enter();
    list_file(&m, data + 1, size - 1);
    m.files[0].table = data[0] & 1 ? TABLE_IDS : TABLE_GOALS;
    m.has_mtm = (data[0] & 2) != 0;
    err = data[0] & 1 ? series_read_ids(dir, &m, &nobody, &s, sha, &why)
                      : series_read_goals(dir, &m, &nobody, &s, &why);
    demand(err == LOYD_OK || (why.text[0] != '\0' && s.n + s.goals.n == 0));
    if (err == LOYD_OK && data[0] & 1)
        check_ids(&s);
    else if (err == LOYD_OK && !m.files[0].is_gzip)
        check_goals(&s, data + 1, size - 1);
    series_free(&s);
    return 0;
}
