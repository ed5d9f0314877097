/* SPDX-License-Identifier: MIT */
/* Finds the puzzles that names in the command line mean. */
#include "cli/named.h"

#include <stdio.h>
#include <string.h>

#include "cli/catalogue.h"
#include "cli/json.h"
#include "core/name.h"

int
named_id(const struct run *run, const char *name, loyd_id *id, bool *found)
{
    loyd_why why = {""};
    loyd_err err = LOYD_E_NOT_FOUND;

    if (run->store != NULL)
        err = loyd_store_name_id(run->store, name, id, &why);
    *found = err == LOYD_OK;
    return err == LOYD_E_NOT_FOUND ? EXIT_DONE : report(run->db, err, &why);
}

bool
named_may_be(const char *text)
{
    return strchr("0123456789", text[0]) == NULL &&
           name_check(text, strlen(text), NULL) == LOYD_OK;
}

static int
keep_puzzle(const struct run *run, void *context, const loyd_entry *entry)
{
    (void)run;
    *(loyd_puzzle *)context = entry->puzzle;
    return EXIT_DONE;
}

int
named_puzzle(struct run *run, const char *name, loyd_puzzle *puzzle,
             bool *found)
{
    loyd_filter filter = {.has_id = true};
    struct named named;
    int code = EXIT_DONE;

    *found = false;
    if (run->store == NULL) {
        run->db = run->args.db;
        code = catalogue_open_to_read(run);
    }
    if (code == EXIT_DONE)
        code = named_id(run, name, &filter.id_first, found);
    filter.id_last = filter.id_first;
    if (code != EXIT_DONE)
        return code;
    if (*found)
        return catalogue_each(run, &filter, keep_puzzle, puzzle);
    *found = named_find(name, &named);
    if (*found)
        *puzzle = named.puzzle;
    return EXIT_DONE;
}

int
named_goal(struct run *run, const char *text, loyd_board *goal)
{
    char shown[QUOTED_BYTES];
    loyd_puzzle puzzle;
    bool found = false;
    loyd_why why = {""};
    int code;

    if (!named_may_be(text))
        return report_option(
            "--goal", loyd_board_parse(text, strlen(text), 0, 0, goal, &why),
            &why);
    code = named_puzzle(run, text, &puzzle, &found);
    if (code != EXIT_DONE || !found)
        return code != EXIT_DONE
                   ? code
                   : refuse("--goal", NAMED_UNKNOWN, quoted(text, shown));
    *goal = puzzle.goal;
    return EXIT_DONE;
}

static void
print_row(const struct named *named)
{
    const loyd_puzzle *puzzle = &named->puzzle;
    struct jw *json = row_begin();
    bool is_solvable = false;

    json_puzzle(json, puzzle);
    if (loyd_solvable(&puzzle->start, &puzzle->goal, &is_solvable, NULL) ==
        LOYD_OK)
        jw_string(json, "status", is_solvable ? "solvable" : "unsolvable");
    jw_string(json, "name", named->name);
    jw_string(json, "article", named->article);
    jw_string(json, "note", named->note);
    row_end(json);
}

int
named_list(void)
{
    static const char *const columns[] = {"name", "board", "goal", "note",
                                          NULL};
    struct named named;

    rows_show(columns);
    for (size_t i = 0; named_get(i, &named); i++)
        print_row(&named);
    return EXIT_DONE;
}
