/* SPDX-License-Identifier: MIT */
/* The checks of rows: each notices its fault. (What only packs and ledgers
 * check is in their tests, as is what games and traits are checked for.) */
#include "catalogue.h"

#define ID "jjncc60kpbpq93ef" /* 3x2, 13 moves */

/* Makes c.db with a row in each of some tables. */
static void
make_catalogue(void)
{
    static const char rows[] =
        "INSERT INTO goal VALUES (1, '3x2', '3x2@0.0', 'rows',"
        "  '1 2 3/4 5 0');"
        "INSERT INTO puzzle (id, goal, board, size, stm)"
        "  VALUES ('" ID "', 1, '5 4 3/2 0 1', '3x2', 13);"
        "INSERT INTO search VALUES (1, 'mitm', 0), (2, 'bfs', 5);"
        "INSERT INTO rating VALUES ('" ID "', 'stm', 13, 13,"
        "  'RDLULDRURDL2U', 1, 2);"
        "INSERT INTO pack VALUES ('club', 'Club', 'CC0-1.0');"
        "INSERT INTO volume VALUES (1, 'club', 1, 1, '2026-01-02', '{}',"
        " NULL);"
        "INSERT INTO mark VALUES ('" ID "', 'club', 1, 1, 0, NULL, '');"
        "INSERT INTO mark VALUES ('" ID "', '', 0, 0, 0, '2026-01-02', '');"
        "INSERT INTO name VALUES ('" ID "', 'the-one');";
    loyd_store *store = open_store(in_folder("c.db"), LOYD_STORE_CREATE);

    loyd_store_close(&store);
    run_sql(in_folder("c.db"), rows);
}

/* What breaks one of their values, past all constraints, and how a line of
 * verify begins, with % for the id. */
static const struct {
    const char *sql;
    const char *wanted;
} altered[] = {
    {"UPDATE goal SET board = '1 2 3/4 5 5'", "goal 1: invalid goal board"},
    {"UPDATE goal SET size = '2x3'", "goal 1: the size is not the goal's"},
    {"UPDATE goal SET class = '3x2@0.1'", "goal 1: wrong class"},
    {"UPDATE goal SET layout = 'snake'",
     "goal 1: the board does not match its layout name: expected rows"},
    {"UPDATE puzzle SET board = '7'", "puzzle %: invalid board"},
    {"UPDATE puzzle SET board = '5 4 3/2 0 5'", "puzzle %: invalid board"},
    {"UPDATE puzzle SET board = '5 4/3 2/0 1'",
     "puzzle %: start and goal differ in size or labels"},
    {"UPDATE puzzle SET board = '4 5 3/2 0 1'",
     "puzzle %: unsolvable: start and goal differ in parity"},
    {"UPDATE puzzle SET board = '1 2 3/4 5 0'",
     "puzzle %: start and goal are equal"},
    {"UPDATE puzzle SET board = '5 4 3/0 2 1'",
     "puzzle %: the id does not match the boards"},
    {"UPDATE puzzle SET id = 'x'",
     "puzzle (invalid id): the id does not match the boards"},
    {"UPDATE puzzle SET size = '2x3'", "puzzle %: wrong size"},
    {"UPDATE puzzle SET size = ' 3x2'", "puzzle %: wrong size"},
    {"UPDATE goal SET layout = NULL",
     "goal 1: the board does not match its layout name: expected rows"},
    {"UPDATE puzzle SET estimate = 7",
     "file: CHECK constraint failed in puzzle"},
    {"UPDATE puzzle SET estimate = 13, estimate_version = 1",
     "puzzle %: estimate of a board of at most 16 cells"},
    {"UPDATE puzzle SET mtm = 5",
     "puzzle %: the length does not match the rating in MTM"},
    {"UPDATE rating SET lower = 14", "puzzle %: rating out of range"},
    {"UPDATE rating SET upper = 'x'", "puzzle %: rating out of range"},
    {"UPDATE rating SET lower = 11",
     "puzzle %: the length does not match the rating"},
    {"UPDATE rating SET path = ''",
     "puzzle %: the path's length does not match the rating"},
    {"UPDATE rating SET metric = 'htm'",
     "file: CHECK constraint failed in rating"},
    {"UPDATE rating SET search = 9",
     "a row of table rating refers to a missing row of table search"},
    {"UPDATE rating SET lower_search = 9",
     "a row of table rating refers to a missing row of table search"},
    {"UPDATE search SET method = '' WHERE pk = 1",
     "search 1: invalid method name"},
    {"UPDATE search SET method = char(97, 10) WHERE pk = 2",
     "search 2: invalid method name"},
    {"UPDATE search SET budget = -1 WHERE pk = 1",
     "file: CHECK constraint failed in search"},
    {"UPDATE search SET budget = 'x' WHERE pk = 2",
     "file: non-INTEGER value in search.budget"},
    {"UPDATE search SET method = 'exact', budget = 7 WHERE pk = 1",
     "search 1: a budget of 7 nodes, which exact does not have"},
    {"UPDATE pack SET title = ''", "pack club: invalid title"},
    {"UPDATE pack SET licence = char(10)", "pack club: invalid licence"},
    {"DELETE FROM volume", "pack club: it has no volume"},
    {"UPDATE volume SET pk = 0", "volume of pack club: invalid key"},
    {"UPDATE volume SET volume = 4294967296",
     "file: CHECK constraint failed in volume"},
    {"UPDATE volume SET date = '2026-02-30'",
     "volume of pack club: invalid date"},
    {"UPDATE volume SET selection = '['",
     "volume of pack club: invalid selection"},
    {"UPDATE volume SET hash = 'a'",
     "file: CHECK constraint failed in volume"},
    {"INSERT INTO volume VALUES (2, 'club', 2, 1, '2026-01-02', '{}', NULL)",
     "volume of pack club: volume 2 has no puzzles"},
    {"UPDATE mark SET date = x'00' WHERE pack = ''",
     "mark of puzzle %: invalid date"},
    {"UPDATE mark SET note = x'00' WHERE pack = ''",
     "mark of puzzle %: invalid note"},
    {"UPDATE mark SET withdrawn = 7 WHERE pack <> ''",
     "mark of puzzle %: withdrawn by a volume that cannot"},
    {"UPDATE mark SET volume = 3 WHERE pack <> ''",
     "mark of puzzle %: volume 3 of the pack is missing"},
    {"UPDATE mark SET number = 0 WHERE pack <> ''",
     "file: CHECK constraint failed in mark"},
    {"UPDATE name SET name = 'two' || char(10)",
     "name of puzzle %: invalid text"},
    {"UPDATE mark SET withdrawn = 7 WHERE pack = ''",
     "file: CHECK constraint failed in mark"},
    {"UPDATE volume SET pack = 'other'",
     "a row of table volume refers to a missing row of table pack"},
    {"UPDATE rating SET puzzle = 'jjncc60kpbpq93eg'",
     "a row of table rating refers to a missing row of table puzzle"},
    {"DELETE FROM rating", "puzzle %: the length does not match the rating"},
};

struct looked {
    char wanted[200];
    bool is_found;
};

/* A loyd_bad_fn. */
static bool
look(void *context, const loyd_bad *bad)
{
    struct looked *l = context;

    l->is_found |= strcmp(bad->what, l->wanted) == 0;
    return true;
}

static void
test_rows(void **state)
{
    (void)state;
    make_catalogue();
    run_sql(in_folder("c.db"), "PRAGMA journal_mode = DELETE");
    for (size_t i = 0; i < COUNT(altered); i++) {
        const char *words = altered[i].wanted, *mark = strchr(words, '%');
        struct looked l = {.is_found = false};
        const loyd_listener listener = {.bad = look, .context = &l};
        loyd_job_result result;
        loyd_why why = {{0}};
        loyd_store *store;
        size_t len;
        uint8_t *bytes = read_file(in_folder("c.db"), &len);

        write_file(in_folder("good.db"), bytes, len);
        snprintf(l.wanted, sizeof(l.wanted), "%.*s%s%s",
                 mark != NULL ? (int)(mark - words) : 0, words,
                 mark != NULL ? ID : "", mark != NULL ? mark + 1 : words);
        alter(altered[i].sql);
        store = open_store(in_folder("c.db"), LOYD_STORE_READ);
        OK(loyd_catalogue_verify(store, NULL, &listener, &result, &why));
        loyd_store_close(&store);
        if (!l.is_found)
            fail_msg("%s: no '%s'", altered[i].sql, l.wanted);
        write_file(in_folder("c.db"), bytes, len);
        free(bytes);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_rows, make_folder, remove_folder),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
