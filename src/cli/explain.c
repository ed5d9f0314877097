/* SPDX-License-Identifier: MIT */
/* Prints the formulas that decide whether a board is solvable. */
#include "cli/explain.h"

#include <stdio.h>

#include "cli/draw.h"
#include "core/board.h"
#include "core/parity.h"

loyd_err
explanation_make(const loyd_puzzle *puzzle, struct explanation *e,
                 loyd_why *why)
{
    const loyd_board *start = &puzzle->start, *goal = &puzzle->goal;
    loyd_err err = formulas_of(start, goal, e->formula, why);

    if (err == LOYD_OK)
        err = swaps_of(start, goal, e->swap, &e->n_swaps, why);
    return err;
}

bool
explanation_agrees(const struct explanation *e, bool is_solvable)
{
    for (unsigned kind = 0; kind < FORMULA_COUNT_; kind++)
        if (e->formula[kind].why_not == NULL &&
            e->formula[kind].is_solvable != is_solvable)
            return false;
    return true;
}

static const char *
answer_of(bool is_solvable)
{
    return is_solvable ? "solvable" : "unsolvable";
}

static const char *
evenness(unsigned sum)
{
    return sum % 2 == 0 ? "even" : "odd";
}

/* What the blank adds. */
static const struct {
    const char *text;
    bool is_of_rows; /* counts only on boards of even width */
} blanks[FORMULA_COUNT_] = {
    [FORMULA_UNIVERSAL] = {"+ row %u from below", true},
    [FORMULA_PATH] = {"+ %u path and steps", false},
    [FORMULA_DISORDER] = {"+ rows above: %u", true},
    [FORMULA_RANKS] = {"blank slid last", false},
    [FORMULA_TRANSPOSITIONS] = {"+ steps: %u", false},
    [FORMULA_CYCLES] = {"+ steps: %u", false},
};

/* The columns of the table: 78 characters at most. */
static void
print_formula(enum formula_kind kind, const struct formula *f,
              bool is_width_even)
{
    const char *text = blanks[kind].text;
    char blank[40] = "";

    printf("  %-15s", f->name);
    if (f->why_not != NULL) {
        printf("  does not apply: %s\n", f->why_not);
        return;
    }
    if (text != NULL && (is_width_even || !blanks[kind].is_of_rows))
        snprintf(blank, sizeof(blank), text, f->blank);
    printf(" %5u %-20s %5u %-4s %5u %-4s  %s\n", f->count, blank,
           f->count + f->blank, evenness(f->count + f->blank), f->goal,
           evenness(f->goal), answer_of(f->is_solvable));
}

static void
print_notes(const loyd_puzzle *puzzle, const struct explanation *e,
            bool is_width_even)
{
    const struct formula *usual = &e->formula[FORMULA_DISORDER];
    bool is_solvable = e->formula[FORMULA_UNIVERSAL].is_solvable;

    puts("\n  Solvable means that sum and goal are both even or both odd.");
    if (!is_width_even)
        puts("  On boards of odd width, the row of the blank does not "
             "matter.");
    if (usual->why_not != NULL && usual->is_solvable != is_solvable)
        printf("  Disorder would say %s: it is only for goals in ascending "
               "rows,\n  blank last.\n",
               answer_of(usual->is_solvable));
    if (board_equal(&puzzle->start, &puzzle->goal))
        puts("  The board is solved.");
    puts("  The formulas agree.");
}

/* "blank" or the label. */
static const char *
label_text(uint8_t label, char out[4])
{
    if (label == 0)
        return "blank";
    snprintf(out, 4, "%u", label);
    return out;
}

static void
print_swaps(const struct explanation *e, unsigned width)
{
    printf("\n  ");
    print_count(e->n_swaps, "swap");
    puts(e->n_swaps == 0 ? " to the goal."
                         : " to the goal, at ROW.COL from 0:");
    for (size_t i = 0; i < e->n_swaps; i++) {
        const struct swap *swap = &e->swap[i];
        char one[4], other[4];

        printf("  %3zu  %5s at %u.%u and %5s at %u.%u\n", i + 1,
               label_text(swap->label[0], one), swap->cell[0] / width,
               swap->cell[0] % width, label_text(swap->label[1], other),
               swap->cell[1] / width, swap->cell[1] % width);
    }
}

void
explanation_print(const struct run *run, const loyd_puzzle *puzzle,
                  const struct explanation *e)
{
    bool is_width_even = puzzle->start.width % 2 == 0;

    draw_puzzle(&run->screen, puzzle);
    puts("\n  formula         count blank                  sum       goal");
    for (unsigned kind = 0; kind < FORMULA_COUNT_; kind++)
        print_formula((enum formula_kind)kind, &e->formula[kind],
                      is_width_even);
    print_notes(puzzle, e, is_width_even);
    print_swaps(e, puzzle->start.width);
    putchar('\n');
}

/* --- JSON --- */

static void
put_formulas(struct jw *json, const struct formula formula[])
{
    jw_array(json, "formulas", JW_TIGHT);
    for (unsigned kind = 0; kind < FORMULA_COUNT_; kind++) {
        const struct formula *f = &formula[kind];

        jw_object(json, NULL, JW_TIGHT);
        jw_string(json, "formula", f->name);
        jw_boolean(json, "applies", f->why_not == NULL);
        if (f->why_not != NULL) {
            jw_string(json, "reason", f->why_not);
        } else {
            jw_uint(json, "count", f->count);
            jw_uint(json, "blank_count", f->blank);
            jw_uint(json, "goal_count", f->goal);
            jw_boolean(json, "solvable", f->is_solvable);
        }
        jw_close(json);
    }
    jw_close(json);
}

static void
put_swaps(struct jw *json, const struct explanation *e, unsigned width)
{
    jw_array(json, "swaps", JW_TIGHT);
    for (size_t i = 0; i < e->n_swaps; i++) {
        const struct swap *swap = &e->swap[i];

        jw_object(json, NULL, JW_TIGHT);
        jw_array(json, "labels", JW_TIGHT);
        for (unsigned end = 0; end < 2; end++)
            jw_uint(json, NULL, swap->label[end]);
        jw_close(json);
        jw_array(json, "cells", JW_TIGHT);
        for (unsigned end = 0; end < 2; end++)
            jw_format(json, NULL, "%u.%u", swap->cell[end] / width,
                      swap->cell[end] % width);
        jw_close(json);
        jw_close(json);
    }
    jw_close(json);
}

void
explanation_json(const loyd_puzzle *puzzle, struct jw *json,
                 const struct explanation *e)
{
    put_formulas(json, e->formula);
    put_swaps(json, e, puzzle->start.width);
}
