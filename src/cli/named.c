/* SPDX-License-Identifier: MIT */
/* Finds the puzzles that names in the command line mean. */
#include "cli/named.h"

#include <stdio.h>
#include <string.h>

#include "cli/catalogue.h"
#include "cli/json.h"
#include "core/name.h"

bool
named_may_be(const char *text)
{
    loyd_board board;

    return strchr("0123456789", text[0]) == NULL &&
           name_check(text, strlen(text), NULL) == LOYD_OK &&
           loyd_board_parse(text, strlen(text), 0, 0, &board, NULL) != LOYD_OK;
}

struct search {
    const char *name;
    struct stored *found;
};

/* A name that ends with a star is also the beginning of others. */
static int
keep_named(void *context, const loyd_row *row)
{
    const loyd_entry *entry = row->entry;
    struct search *search = context;

    if (strcmp(entry->name, search->name) == 0)
        *search->found = (struct stored){true, entry->id, entry->puzzle};
    return EXIT_DONE;
}

int
named_stored(const struct run *run, const char *name, struct stored *found)
{
    const loyd_condition named = {"name", name};
    const loyd_filter filter = {.conditions = &named, .n_conditions = 1};
    struct search search = {name, found};

    found->is_found = false;
    return run->store != NULL &&
                   name_check(name, strlen(name), NULL) == LOYD_OK
               ? catalogue_each(run, &filter, keep_named, &search)
               : EXIT_DONE;
}

int
named_puzzle(struct run *run, const char *name, loyd_puzzle *puzzle,
             bool *found)
{
    struct stored stored;
    struct named named;
    int code = EXIT_DONE;

    *found = false;
    if (run->store == NULL) {
        run->db = run->args.db;
        code = catalogue_open_to_read(run);
    }
    if (code == EXIT_DONE)
        code = named_stored(run, name, &stored);
    if (code != EXIT_DONE)
        return code;
    *found = stored.is_found || named_find(name, &named);
    if (*found)
        *puzzle = stored.is_found ? stored.puzzle : named.puzzle;
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
named_list(const struct run *run)
{
    struct named named;
    int code =
        rows_begin(run, "name,size,layout,goal,board,status,article,note",
                   "name,board,goal,note");

    for (size_t i = 0; code == EXIT_DONE && named_get(i, &named); i++)
        print_row(&named);
    return code;
}
