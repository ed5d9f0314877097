/* SPDX-License-Identifier: MIT */
/* Reads puzzles.csv of a pack from stdin with libloyd and checks each row. */
#include <loyd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ID = 0, GOAL = 3, BOARD = 4, STM = 9, PATH = 10, FIELDS = 11 };

int
main(void)
{
    char line[8192];
    unsigned n = 0;

    if (fgets(line, sizeof(line), stdin) == NULL) /* the heading */
        return 1;
    for (; fgets(line, sizeof(line), stdin) != NULL; n++) {
        char *field[FIELDS] = {line}, id_text[LOYD_ID_CHARS + 1];
        loyd_puzzle puzzle;
        loyd_moves path = {0};
        loyd_id id;

        for (int i = 1; i < FIELDS; i++) { /* if no seed has a comma */
            field[i] = strchr(field[i - 1], ',') + 1;
            field[i][-1] = '\0';
        }
        *strchr(field[PATH], ',') = '\0';
        if (loyd_board_parse(field[GOAL], strlen(field[GOAL]), 0, 0,
                             &puzzle.goal, NULL) != LOYD_OK ||
            loyd_board_parse(field[BOARD], strlen(field[BOARD]), 0, 0,
                             &puzzle.start, NULL) != LOYD_OK ||
            loyd_moves_parse(field[PATH], strlen(field[PATH]), &path, NULL) !=
                LOYD_OK ||
            loyd_moves_replay(&puzzle.start, &puzzle.goal, &path, NULL,
                              NULL) != LOYD_OK ||
            path.n != strtoul(field[STM], NULL, 10))
            return 1;
        loyd_puzzle_id(&puzzle, &id);
        loyd_id_print(&id, id_text);
        if (strcmp(id_text, field[ID]) != 0)
            return 1;
        loyd_moves_free(&path);
    }
    printf("%u puzzles\n", n);
    return 0;
}
