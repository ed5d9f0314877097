/* SPDX-License-Identifier: MIT */
/* Databases of packs: any file is read to its end or refused. */
#define _GNU_SOURCE /* memfd_create */
#include "fuzz.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "pack/manifest_read.h"

#define ROWS_MAX 10000 /* a tree may go in circles */

static void
read_rows(struct pack_reader *reader)
{
    static struct puzzle_row row;
    struct pack_reader_row from;
    bool found = true, is_row = true;
    loyd_why why;

    for (unsigned i = 0; found && i < ROWS_MAX; i++) {
        loyd_err err = pack_reader_next(reader, &from, &found, &is_row, &why);

        if (err != LOYD_OK && !is_row)
            break;
        if (err == LOYD_OK && found &&
            unpack_row(&from, &row, &why) == LOYD_OK)
            demand(loyd_puzzle_check(&row.puzzle, NULL) == LOYD_OK);
    }
    row_free(&row);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct watch nobody = {.go_on = NULL};
    int fd = memfd_create("pack", 0);
    char path[64];
    struct pack_reader *reader = NULL;
    struct pack_reader_head head;
    loyd_why why = {""};

    demand(fd != -1 && write(fd, data, size) == (ssize_t)size);
    snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
    if (pack_reader_open(path, &nobody, &reader, &why) == LOYD_OK) {
        demand(pack_reader_knows(data, size));
        (void)!pack_reader_read_head(reader, &head, &why);
        (void)!pack_reader_check_file(reader, &why);
        read_rows(reader);
        pack_reader_close(&reader);
    } else {
        demand(reader == NULL);
    }
    close(fd);
    return 0;
}
