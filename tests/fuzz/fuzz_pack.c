/* SPDX-License-Identifier: MIT */
/* Databases of packs: any file is read to its end or refused, in finite time.
 */
#define _GNU_SOURCE /* memfd_create */
#include "fuzz.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "pack/read_rows.h"

#define ROWS_MAX 10000 /* a damaged tree may be circular */

static void
read_rows(struct reading *r)
{
    static const struct row_defaults none = {.layout = NULL};
    static struct row_room room;
    struct row_text text;
    bool found = true;
    loyd_why why;

    for (unsigned i = 0; found && !r->is_broken && i < ROWS_MAX; i++)
        if (reading_next(r, &text, &found, &why) == LOYD_OK && found &&
            text.list == LIST_PUZZLES &&
            row_normal(&text, &none, &room, &why) == LOYD_OK)
            demand(loyd_puzzle_check(&room.puzzle, NULL) == LOYD_OK);
    row_room_free(&room);
    room = (struct row_room){.id = ""};
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct watch nobody = {.go_on = NULL};
    int fd = memfd_create("pack", 0);
    char path[64];
    struct reading *r = NULL;
    loyd_why why = {""};

    demand(fd != -1 && write(fd, data, size) == (ssize_t)size);
    snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
    if (reading_open_database(path, NULL, &nobody, &r, &why) == LOYD_OK) {
        demand(pack_reader_knows(data, size));
        (void)!pack_reader_check_file(r->database, &why);
        read_rows(r);
        reading_close(&r);
    } else {
        demand(r == NULL);
    }
    close(fd);
    return 0;
}
