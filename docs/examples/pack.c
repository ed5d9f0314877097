/* SPDX-License-Identifier: MIT */
/*
 * Reads the puzzles of a pack from its database, and replays their solutions.
 *
 *     cc pack.c $(pkg-config --cflags --libs loyd-core sqlite3)
 *     ./a.out pack/puzzles.sqlite
 */
#include <loyd.h>

#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

static const char *
text_of(sqlite3_stmt *row, int column)
{
    const unsigned char *text = sqlite3_column_text(row, column);

    return text ? (const char *)text : "";
}

/* Whether the path of a row solves its board. */
static loyd_err
replay(sqlite3_stmt *row, loyd_why *why)
{
    const char *goal = text_of(row, 1), *board = text_of(row, 2);
    const char *path = text_of(row, 3);
    loyd_puzzle puzzle;
    loyd_moves moves = {0};
    loyd_err err;

    if ((err = loyd_board_parse(goal, strlen(goal), 0, 0, &puzzle.goal, why)) ||
        (err = loyd_board_parse(board, strlen(board), 0, 0, &puzzle.start,
                                why)) ||
        (err = loyd_moves_parse(path, strlen(path), &moves, why)))
        return err;
    err = loyd_moves_replay(&puzzle.start, &puzzle.goal, &moves, NULL, why);
    loyd_moves_free(&moves);
    return err;
}

int
main(int argc, char **argv)
{
    static const char query[] =
        "SELECT number, goal, board, path FROM puzzles "
        "JOIN goals USING (size, layout) WHERE path IS NOT NULL "
        "ORDER BY number";
    sqlite3 *db = NULL;
    sqlite3_stmt *row = NULL;
    unsigned good = 0, bad = 0;
    int end = SQLITE_MISUSE;

    if (argc == 2 &&
        !(end = sqlite3_open_v2(argv[1], &db, SQLITE_OPEN_READONLY, NULL)) &&
        !(end = sqlite3_prepare_v2(db, query, -1, &row, NULL)))
        while ((end = sqlite3_step(row)) == SQLITE_ROW) {
            loyd_why why = {{0}};
            loyd_err err = replay(row, &why);

            if (err)
                printf("puzzle %d: %s: %s\n", sqlite3_column_int(row, 0),
                       loyd_strerror(err), why.text);
            *(err ? &bad : &good) += 1;
        }
    if (end != SQLITE_DONE)
        fprintf(stderr, "pack FILE: %s\n", sqlite3_errstr(end));
    else
        printf("%u solutions are right, %u wrong\n", good, bad);
    sqlite3_finalize(row);
    sqlite3_close(db);
    return end != SQLITE_DONE || bad;
}
