/* SPDX-License-Identifier: MIT */
/* Reads puzzles.csv of a pack from stdin with libloyd and checks each row. */
#include <loyd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    ID = 0,
    GOAL = 4,
    BOARD = 5,
    STM = 8,
    PATH = 9,
    MTM = 16,
    MTM_PATH = 17,
    FIELDS = 18
};

/* Splits a line in place: no text before the name has a comma. */
static void
split(char *line, char *field[FIELDS])
{
    line[strcspn(line, "\n")] = '\0';
    for (int i = 0; i < FIELDS; i++) {
        field[i] = line;
        line += strcspn(line, ",");
        if (*line == ',')
            *line++ = '\0';
    }
}

/* Returns whether a path solves the puzzle in the stated length. */
static int
solves(const loyd_puzzle *puzzle, const char *text, loyd_metric metric,
       const char *length)
{
    loyd_moves path = {0};
    int is_right =
        loyd_moves_parse(text, strlen(text), &path, NULL) == LOYD_OK &&
        loyd_moves_replay(&puzzle->start, &puzzle->goal, &path, NULL, NULL) ==
            LOYD_OK &&
        loyd_moves_length(&path, metric) == strtoul(length, NULL, 10);

    loyd_moves_free(&path);
    return is_right;
}

int
main(void)
{
    char line[8192];
    unsigned n = 0;

    if (fgets(line, sizeof(line), stdin) == NULL) /* the heading */
        return 1;
    for (; fgets(line, sizeof(line), stdin) != NULL; n++) {
        char *field[FIELDS], id_text[LOYD_ID_CHARS + 1];
        loyd_puzzle puzzle;
        loyd_id id;

        split(line, field);
        if (loyd_board_parse(field[GOAL], strlen(field[GOAL]), 0, 0,
                             &puzzle.goal, NULL) != LOYD_OK ||
            loyd_board_parse(field[BOARD], strlen(field[BOARD]), 0, 0,
                             &puzzle.start, NULL) != LOYD_OK ||
            !solves(&puzzle, field[PATH], LOYD_STM, field[STM]) ||
            (field[MTM][0] != '\0' &&
             !solves(&puzzle, field[MTM_PATH], LOYD_MTM, field[MTM])))
            return 1;
        loyd_puzzle_id(&puzzle, &id);
        loyd_id_print(&id, id_text);
        if (strcmp(id_text, field[ID]) != 0)
            return 1;
    }
    printf("%u puzzles\n", n);
    return 0;
}
