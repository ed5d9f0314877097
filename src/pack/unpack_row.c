/* SPDX-License-Identifier: MIT */
/* Owns the way of a database's row into the form in which rows are judged. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "pack/manifest_read.h"

/* A row of a pack's database in the form in which all rows are judged. */
static void
text_of(const struct pack_reader_row *from, char room[4][24],
        struct row_text *text)
{
    const struct {
        enum row_field field;
        uint64_t number;
    } numbers[] = {{ROW_STM, from->stm},
                   {ROW_LOWER, from->lower},
                   {ROW_UPPER, from->upper},
                   {ROW_NUMBER, from->number}};

    memset(text, 0, sizeof(*text));
    text->line = from->number;
    text->has_goal = text->has_start = true;
    text->goal = from->puzzle.goal;
    text->start = from->puzzle.start;
    for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
        if (numbers[i].number == 0)
            continue;
        text->len[numbers[i].field] = (size_t)snprintf(
            room[i], sizeof(room[i]), "%" PRIu64, numbers[i].number);
        text->text[numbers[i].field] = room[i];
    }
    text->text[ROW_PATH] = from->path;
    text->len[ROW_PATH] = from->path_len;
}

loyd_err
unpack_row(const struct pack_reader_row *from, struct puzzle_row *row,
           loyd_why *why)
{
    static const struct row_defaults none = {.layout = NULL};
    char room[4][24], id[LOYD_ID_CHARS + 1];
    struct row_text text;

    text_of(from, room, &text);
    loyd_id_print(&from->id, id);
    text.text[ROW_ID] = id;
    text.len[ROW_ID] = LOYD_ID_CHARS;
    return row_read(&text, &none, row, why);
}
