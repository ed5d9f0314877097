/* SPDX-License-Identifier: MIT */
/* Finds and prints the facts of a board and the number of its solutions. */
#include "cli/facts.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/slice.h"

/* A board of more than 16 cells is given up after some seconds. */
#define NODES_WIDE 20000000

/* In the canonical order of directions. */
static const char letters[] = "URDL";

int
facts_find(const struct run *run, const char *where, const loyd_puzzle *puzzle,
           uint16_t stm, struct board_facts *facts, loyd_cursor **paths)
{
    const struct args *args = &run->args;
    bool is_given = args->nodes != 0 || args->is_proof ||
                    puzzle->start.width * puzzle->start.height <=
                        LOYD_EXACT_CELLS;
    const loyd_optimal_options options = {
        .stm = stm, .nodes = is_given ? args->nodes : NODES_WIDE};
    loyd_why why = {""};
    loyd_err err;

    *facts = (struct board_facts){.reason = "the optimum is not proven"};
    facts->optimal.stm = LOYD_LENGTH_UNKNOWN;
    err = loyd_facts_of(puzzle, &facts->facts, &why);
    if (err == LOYD_OK)
        err = loyd_solvable(&puzzle->start, &puzzle->goal,
                            &facts->is_solvable, &why);
    if (err != LOYD_OK || !facts->is_solvable || stm == LOYD_LENGTH_UNKNOWN)
        return report(where, err, &why);
    err = loyd_optimal_find(run->solver, puzzle, &options, &facts->optimal,
                            paths, &why);
    progress_clear();
    if (puzzle->start.width * puzzle->start.height > LOYD_OPTIMAL_CELLS)
        snprintf(facts->reason, sizeof(facts->reason), "more than %d cells",
                 LOYD_OPTIMAL_CELLS);
    else if (facts->optimal.stm != LOYD_LENGTH_UNKNOWN)
        snprintf(facts->reason, sizeof(facts->reason),
                 "that takes more than %" PRIu64 " nodes", options.nodes);
    return report(where, err, &why);
}

/* Takes the counts of shortest solutions from stored traits. */
static void
use_traits(const loyd_entry *entry, struct board_facts *facts)
{
    const loyd_traits *traits = &entry->traits;
    loyd_optimal *optimal = &facts->optimal;

    *optimal = (loyd_optimal){.stm = entry->known[LOYD_STM].rating.upper,
                              .is_counted = true,
                              .solutions = traits->solutions,
                              .forced = traits->forced};
    for (unsigned d = 0; d < 4; d++)
        if (strchr(traits->first_moves, letters[d]) != NULL)
            optimal->first_moves |= (uint8_t)(1u << d);
}

int
facts_of_entry(const struct run *run, const loyd_entry *entry,
               struct board_facts *facts)
{
    const loyd_known *known = &entry->known[LOYD_STM];
    const loyd_board *start = &entry->puzzle.start;
    bool is_stored =
        entry->traits.is_counted && entry->traits.solutions < INT64_MAX;
    uint16_t stm = 0;
    int code;

    if (known->status == LOYD_STATUS_PROVEN)
        stm = known->rating.upper;
    else if (start->width * start->height > LOYD_EXACT_CELLS)
        stm = LOYD_LENGTH_UNKNOWN;
    code = facts_find(run, "show", &entry->puzzle,
                      is_stored ? LOYD_LENGTH_UNKNOWN : stm, facts, NULL);
    if (code == EXIT_DONE && is_stored)
        use_traits(entry, facts);
    facts->traits = entry->traits;
    return code;
}

#define MOVES_BYTES 5

/* Writes the letters of the first moves. */
static const char *
first_moves(const loyd_optimal *optimal, char text[MOVES_BYTES])
{
    size_t n = 0;

    for (unsigned d = 0; d < 4; d++)
        if (optimal->first_moves >> d & 1)
            text[n++] = letters[d];
    text[n] = '\0';
    return text;
}

void
facts_put_columns(const struct board_facts *facts, struct text *to)
{
    const loyd_optimal *optimal = &facts->optimal;
    char moves[MOVES_BYTES];

    if (!optimal->is_counted)
        text_put(to, "\t-\t-");
    else
        text_format(to, "\t%s%" PRIu64 "\t%s",
                    optimal->is_capped ? ">=" : "", optimal->solutions,
                    optimal->first_moves != 0 ? first_moves(optimal, moves)
                                              : "-");
}

void
facts_imply(struct run *run)
{
    static const struct option_row row = OPTION_FACTS;
    struct slice rest = slice_of(run->args.columns ? run->args.columns : "");
    struct slice name;

    while (!run->args.facts && rest.len > 0) {
        (void)slice_cut(&rest, ',', &name);
        run->args.facts = list_has(slice_of(FACTS), name);
        if (run->args.facts)
            run->options[run->n_options++] =
                (struct option_use){&row, ""};
    }
}

void
facts_json(struct jw *json, const struct board_facts *facts)
{
    const loyd_optimal *optimal = &facts->optimal;
    char moves[MOVES_BYTES];

    jw_uint(json, "manhattan", facts->facts.manhattan);
    if (facts->traits.version == 0) {
        jw_uint(json, "linear_conflicts", facts->facts.linear_conflicts);
        jw_uint(json, "inversions", facts->facts.inversions);
        jw_uint(json, "tiles_home", facts->facts.tiles_home);
    }
    if (!optimal->is_counted && facts->is_solvable && row_is_text(json))
        jw_string(json, "not_counted", facts->reason);
    if (!optimal->is_counted || facts->traits.is_counted)
        return;
    jw_uint(json, "solutions", optimal->solutions);
    if (optimal->is_capped)
        jw_boolean(json, "solutions_capped", true);
    jw_string(json, "first_moves", first_moves(optimal, moves));
}
