/* SPDX-License-Identifier: MIT */
/* Writes the domain of sliding tiles, and a file for each board. */
#include "lab/pddl.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "loyd.h"

/* An action is named after the direction in which its tile moves. */
static const char domain[] =
    "; Sliding tiles: U, R, D and L of a solution are the actions up, right,\n"
    "; down and left.\n"
    "(define (domain sliding-tiles)\n"
    "  (:requirements :strips :typing)\n"
    "  (:types tile cell)\n"
    "  (:predicates\n"
    "    (at ?t - tile ?c - cell)\n"
    "    (blank ?c - cell)\n"
    "    (above ?a ?b - cell) ; a is directly above b\n"
    "    (left-of ?a ?b - cell)) ; a is directly left of b\n"
    "  (:action up :parameters (?t - tile ?from ?to - cell)\n"
    "    :precondition (and (at ?t ?from) (blank ?to) (above ?to ?from))\n"
    "    :effect (and (at ?t ?to) (blank ?from)\n"
    "      (not (at ?t ?from)) (not (blank ?to))))\n"
    "  (:action right :parameters (?t - tile ?from ?to - cell)\n"
    "    :precondition (and (at ?t ?from) (blank ?to) (left-of ?from ?to))\n"
    "    :effect (and (at ?t ?to) (blank ?from)\n"
    "      (not (at ?t ?from)) (not (blank ?to))))\n"
    "  (:action down :parameters (?t - tile ?from ?to - cell)\n"
    "    :precondition (and (at ?t ?from) (blank ?to) (above ?from ?to))\n"
    "    :effect (and (at ?t ?to) (blank ?from)\n"
    "      (not (at ?t ?from)) (not (blank ?to))))\n"
    "  (:action left :parameters (?t - tile ?from ?to - cell)\n"
    "    :precondition (and (at ?t ?from) (blank ?to) (left-of ?to ?from))\n"
    "    :effect (and (at ?t ?to) (blank ?from)\n"
    "      (not (at ?t ?from)) (not (blank ?to)))))\n";

static bool
put_file(struct pddl_folder *folder, const char *name, const char *text,
         size_t len)
{
    struct temp file;
    bool is_put;

    if (!temp_file_in(&file, folder->temp.fd, name, 0666))
        return false;
    is_put = file_write_all(file.fd, text, len) && temp_settle(&file) &&
             temp_rename(&file);
    temp_drop(&file);
    return is_put;
}

bool
pddl_begin(struct pddl_folder *folder, const char *path)
{
    *folder = (struct pddl_folder){.n = 0};
    return temp_folder(&folder->temp, path, 0777) &&
           put_file(folder, "domain.pddl", domain, sizeof(domain) - 1);
}

/* The facts of a board: (at tK rR-C) for each tile, and (blank rR-C). */
static void
put_board(struct text *text, const loyd_board *board)
{
    for (unsigned c = 0; c < (unsigned)board->width * board->height; c++) {
        unsigned row = c / board->width, col = c % board->width;

        if (board->cell[c] == 0)
            text_format(text, "\n    (blank c%u-%u)", row, col);
        else
            text_format(text, "\n    (at t%u c%u-%u)", board->cell[c], row,
                        col);
    }
}

static void
put_grid(struct text *text, unsigned width, unsigned height)
{
    for (unsigned row = 0; row < height; row++)
        for (unsigned col = 0; col < width; col++) {
            if (row + 1 < height)
                text_format(text, "\n    (above c%u-%u c%u-%u)", row, col,
                            row + 1, col);
            if (col + 1 < width)
                text_format(text, "\n    (left-of c%u-%u c%u-%u)", row, col,
                            row, col + 1);
        }
}

static void
put_objects(struct text *text, const loyd_board *goal)
{
    unsigned n = (unsigned)goal->width * goal->height;

    text_put(text, "  (:objects\n   ");
    for (unsigned c = 0; c < n; c++)
        if (goal->cell[c] != 0)
            text_format(text, " t%u", goal->cell[c]);
    text_put(text, " - tile\n   ");
    for (unsigned c = 0; c < n; c++)
        text_format(text, " c%u-%u", c / goal->width, c % goal->width);
    text_put(text, " - cell)\n");
}

static void
put_problem(struct text *text, const loyd_puzzle *puzzle, const char *id)
{
    text_format(text, "(define (problem p-%s)\n  (:domain sliding-tiles)\n",
                id);
    put_objects(text, &puzzle->goal);
    text_put(text, "  (:init");
    put_board(text, &puzzle->start);
    put_grid(text, puzzle->start.width, puzzle->start.height);
    text_put(text, ")\n  (:goal (and");
    put_board(text, &puzzle->goal);
    text_put(text, ")))\n");
}

bool
pddl_problem(struct pddl_folder *folder, const loyd_puzzle *puzzle,
             unsigned stm, const char *recipe, const char *path)
{
    char id[LOYD_ID_CHARS + 1], name[LOYD_ID_CHARS + 16];
    struct text text = {0};
    bool is_put = false;
    loyd_id number;

    loyd_puzzle_id(puzzle, &number);
    loyd_id_print(&number, id);
    snprintf(name, sizeof(name), "%03u-%s.pddl", stm, id);
    text_format(&text, "; recipe %s\n; stm %u\n; path %s\n", recipe, stm,
                path);
    put_problem(&text, puzzle, id);
    if (text.is_lost)
        errno = ENOMEM;
    else
        is_put = put_file(folder, name, text.at, text.len);
    text_free(&text);
    folder->n++;
    return is_put;
}
