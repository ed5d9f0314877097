/* SPDX-License-Identifier: MIT */
/*
 * Files of puzzles: the first byte selects the format of the rest, which may
 * be gzip. An accepted row is a puzzle with its id; written as JSON and read
 * again, it is the same.
 */
#define _GNU_SOURCE /* memfd_create */
#include "fuzz.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "core/board.h"
#include "core/moves.h"
#include "pack/read_rows.h"

static void
check(const struct row_text *row, const struct row_room *room)
{
    const loyd_puzzle *puzzle = &room->puzzle;
    char name[LOYD_ID_CHARS + 1];
    loyd_moves path = {.dir = NULL};
    loyd_id id;

    demand(loyd_puzzle_check(puzzle, NULL) == LOYD_OK);
    demand(!board_equal(&puzzle->start, &puzzle->goal));
    loyd_puzzle_id(puzzle, &id);
    loyd_id_print(&id, name);
    demand(slice_is(row->field[FIELD_ID], name));
    for (loyd_metric m = 0; m < LOYD_METRICS; m++) {
        struct slice text = row->field[known_field[m][KNOWN_PATH]];

        demand(text.at == NULL ||
               (moves_read_printed(text.at, text.len, &path) == LOYD_OK &&
                loyd_moves_replay(&puzzle->start, &puzzle->goal, &path, NULL,
                                  NULL) == LOYD_OK));
    }
    loyd_moves_free(&path);
}

static int
file_of(const uint8_t *data, size_t size)
{
    int fd = memfd_create("row", 0);

    demand(fd != -1 && write(fd, data, size) == (ssize_t)size &&
           lseek(fd, 0, SEEK_SET) == 0);
    return fd;
}

/* The last good row. */
static loyd_puzzle last;

/* Reads all rows of a file; returns the number of good ones. */
static unsigned
read_all(const uint8_t *data, size_t size, loyd_import_format format)
{
    static struct row_room room;
    static const struct row_defaults defaults = {.layout = NULL};
    struct input *input = NULL;
    struct reading *r = NULL;
    unsigned n = 0;
    bool found = true;
    loyd_why why;

    demand(input_open(file_of(data, size), NULL, &input, &why) == LOYD_OK);
    /* As an import reads, or as verify reads a pack. */
    if (reading_open(input, format, size % 2 == 1, &r, &why) != LOYD_OK) {
        demand(r == NULL);
        return 0;
    }
    while (found && !r->is_broken) {
        struct row_text text;
        loyd_err err = reading_next(r, &text, &found, &why);

        if (err != LOYD_OK || !found || text.list != LIST_PUZZLES)
            continue;
        if (row_normal(&text, &defaults, &room, &why) == LOYD_OK) {
            check(&text, &room);
            last = room.puzzle;
            n++;
        }
    }
    reading_close(&r);
    row_room_free(&room);
    room = (struct row_room){.id = ""};
    return n;
}

/* Writes a board as JSON: as text, or as an array of rows. */
static void
put_board(struct text *json, const char *name, const loyd_board *board,
          bool is_array)
{
    char text[LOYD_BOARD_TEXT];

    loyd_board_print(board, LOYD_FORM_ROWS, text);
    text_format(json, "\"%s\":%s", name, is_array ? "[[" : "\"");
    for (const char *at = text; *at != '\0'; at++)
        if (is_array && strchr(" /", *at) != NULL)
            text_put(json, *at == ' ' ? "," : "],[");
        else
            text_char(json, *at);
    text_put(json, is_array ? "]]" : "\"");
}

/* The row as JSON, read again, with boards as texts and as arrays. */
static void
tell_again(void)
{
    static char line[4 * LOYD_BOARD_TEXT];
    const loyd_puzzle told = last;

    for (unsigned form = 0; form < 2; form++) {
        struct text json = text_in(line, sizeof(line));

        text_put(&json, "{");
        put_board(&json, "board", &told.start, form == 1);
        text_put(&json, ",");
        put_board(&json, "goal", &told.goal, form == 1);
        text_put(&json, "}");
        demand(read_all((const uint8_t *)line, json.len, LOYD_IMPORT_JSONL) ==
               1);
        demand(memcmp(&told, &last, sizeof(told)) == 0);
    }
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size > 0 &&
        read_all(data + 1, size - 1,
                 (loyd_import_format)(data[0] % (LOYD_IMPORT_BOARDS + 1))) > 0)
        tell_again();
    return 0;
}
