/* SPDX-License-Identifier: MIT */
/* The goals of a series of packs: a hash table. */
#include "pack/goals.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/why.h"
#include "core/board.h"

#define CLASSES_KNOWN 256 /* more than there are distributions */

/* FNV-1a. Goals come from a checked catalogue and are compared in full, so
 * collisions cost time only. */
static size_t
hash_of(const uint8_t *cell, size_t n, unsigned width)
{
    uint64_t hash = (14695981039346656037U ^ width) * 1099511628211U;

    for (size_t i = 0; i < n; i++)
        hash = (hash ^ cell[i]) * 1099511628211U;
    return (size_t)(hash ^ hash >> 32);
}

static size_t
cells_of(const struct pack_goal *goal)
{
    return (size_t)goal->width * goal->height;
}

/* Returns the table slot of a goal, or the free slot where it belongs. */
static uint32_t *
place_of(const struct pack_goal_set *set, const loyd_board *board)
{
    size_t n = board_cells(board);
    size_t at = hash_of(board->cell, n, board->width) % set->table_size;

    for (; set->table[at] != 0; at = (at + 1) % set->table_size) {
        const struct pack_goal *there = set->at[set->table[at] - 1];

        if (there->width == board->width && there->height == board->height &&
            memcmp(there->cell, board->cell, n) == 0)
            break;
    }
    return &set->table[at];
}

static loyd_err
grow(struct pack_goal_set *set)
{
    size_t room = set->room > 0 ? 2 * set->room : 64;
    uint32_t *table = calloc(2 * room, sizeof(table[0]));
    struct pack_goal **goals = realloc(set->at, room * sizeof(goals[0]));

    if (goals != NULL)
        set->at = goals;
    if (table == NULL || goals == NULL) {
        free(table);
        return LOYD_E_NOMEM;
    }
    free(set->table);
    set->table = table;
    set->table_size = 2 * room;
    set->room = room;
    for (size_t i = 0; i < set->n; i++) {
        loyd_board board;

        pack_goal_board(set->at[i], &board);
        *place_of(set, &board) = (uint32_t)i + 1;
    }
    return LOYD_OK;
}

static struct pack_goal *
new_goal(const loyd_board *board, const char *layout)
{
    size_t n = board_cells(board);
    struct pack_goal *goal = calloc(1, sizeof(*goal) + n);

    if (goal == NULL)
        return NULL;
    goal->width = board->width;
    goal->height = board->height;
    memcpy(goal->cell, board->cell, n);
    goal->distribution = loyd_distribution_of(board);
    if (strncmp(layout, "goal=", 5) == 0)
        return goal;
    if ((goal->layout = strdup(layout)) != NULL)
        return goal;
    free(goal);
    return NULL;
}

loyd_err
pack_goals_find(struct pack_goal_set *set, const loyd_board *board,
                const char *layout, uint32_t *found)
{
    uint32_t *place;

    if (set->n == set->room && grow(set) != LOYD_OK)
        return LOYD_E_NOMEM;
    place = place_of(set, board);
    if (*place == 0) {
        struct pack_goal *made = new_goal(board, layout);

        if (made == NULL)
            return LOYD_E_NOMEM;
        set->at[set->n++] = made;
        *place = (uint32_t)set->n;
    }
    *found = *place - 1;
    return LOYD_OK;
}

/* Checks everything that does not depend on the board. */
static const char *
fault_of(const struct pack_goal_set *set, const struct goal_text *text)
{
    if (text->goal_no != set->n + 1)
        return "goals are not numbered 1, 2, 3, ...";
    if (pack_goals_get(set, &text->board) < set->n)
        return "appears twice";
    return text->layout[0] == '\0' ||
                   pack_goal_has_layout(&text->board, text->layout)
               ? NULL
               : "cells do not match the layout";
}

loyd_err
pack_goals_add(struct pack_goal_set *set, const struct goal_text *text,
               loyd_why *why)
{
    const char *fault;
    uint32_t place;
    loyd_err err = loyd_board_check(&text->board, why);

    if (err != LOYD_OK)
        return why_prefix(why, err, "goal %u: ", (unsigned)text->goal_no);
    if ((fault = fault_of(set, text)) != NULL)
        return why_set(why, LOYD_E_CORRUPT, "goal %u: %s",
                       (unsigned)text->goal_no, fault);
    err = pack_goals_find(set, &text->board,
                          text->layout[0] != '\0' ? text->layout : "goal=",
                          &place);
    if (err != LOYD_OK)
        return err;
    set->at[place]->no = text->goal_no;
    set->at[place]->class_no = text->class_no;
    return LOYD_OK;
}

size_t
pack_goals_get(const struct pack_goal_set *set, const loyd_board *board)
{
    uint32_t place = set->n > 0 ? *place_of(set, board) : 0;

    return place > 0 ? place - 1 : set->n;
}

bool
pack_goals_have_classes(const struct pack_goal_set *set)
{
    const struct pack_goal *first[CLASSES_KNOWN]; /* of each class */
    size_t n = 0;

    for (size_t i = 0; i < set->n; i++) {
        const struct pack_goal *goal = set->at[i];
        size_t k = 0;

        if (goal->class_no > set->n)
            return false;
        if (goal->distribution == NULL || goal->class_no == 0)
            continue;
        while (k < n && first[k]->class_no != goal->class_no &&
               first[k]->distribution != goal->distribution)
            k++;
        if (k == CLASSES_KNOWN)
            return false;
        if (k == n)
            first[n++] = goal;
        else if (first[k]->class_no != goal->class_no ||
                 first[k]->distribution != goal->distribution)
            return false;
    }
    return true;
}

void
pack_goal_row(struct text *to, const struct pack_goal *goal)
{
    char class_no[12] = "", text[LOYD_BOARD_TEXT];
    loyd_board board;

    if (goal->class_no > 0)
        snprintf(class_no, sizeof(class_no), "%" PRIu32, goal->class_no);
    pack_goal_board(goal, &board);
    loyd_board_print(&board, LOYD_FORM_ROWS, text);
    text_format(to, "%" PRIu32 "\t%s\t%ux%u\t%s\t%s\n", goal->no, class_no,
                goal->width, goal->height,
                goal->layout != NULL ? goal->layout : "", text);
}

void
pack_goal_put(struct jw *jw, const struct pack_goal *goal)
{
    char text[LOYD_LAYOUT_TEXT];
    loyd_board board;

    jw_object(jw, NULL, JW_TIGHT);
    jw_uint(jw, "goal_no", goal->no);
    if (goal->class_no > 0)
        jw_uint(jw, "class_no", goal->class_no);
    jw_format(jw, "size", "%ux%u", goal->width, goal->height);
    pack_goal_layout(goal, text);
    jw_string(jw, "layout", text);
    pack_goal_board(goal, &board);
    loyd_board_print(&board, LOYD_FORM_ROWS, text);
    jw_string(jw, "goal", text);
    jw_close(jw);
}

void
pack_goals_free(struct pack_goal_set *set)
{
    for (size_t i = 0; i < set->n; i++) {
        free(set->at[i]->layout);
        free(set->at[i]);
    }
    free(set->at);
    free(set->table);
    memset(set, 0, sizeof(*set));
}

struct pack_goal **
pack_goals_numbered(const struct pack_goal_set *set, size_t *n)
{
    struct pack_goal **list = calloc(set->n + 1, sizeof(list[0]));

    *n = 0;
    for (size_t i = 0; list != NULL && i < set->n; i++)
        if (set->at[i]->no > 0) {
            list[set->at[i]->no - 1] = set->at[i];
            ++*n;
        }
    return list;
}

void
pack_goal_board(const struct pack_goal *goal, loyd_board *board)
{
    board->width = goal->width;
    board->height = goal->height;
    memcpy(board->cell, goal->cell, cells_of(goal));
}

void
pack_goal_layout(const struct pack_goal *goal, char text[LOYD_LAYOUT_TEXT])
{
    loyd_board board;

    if (goal->layout != NULL) {
        strcpy(text, goal->layout);
        return;
    }
    strcpy(text, "goal=");
    pack_goal_board(goal, &board);
    loyd_board_print(&board, LOYD_FORM_ROWS, text + 5);
}

bool
pack_goal_has_layout(const loyd_board *goal, const char *layout)
{
    loyd_layout read;

    return loyd_layout_parse(layout, strlen(layout), goal->width, goal->height,
                             &read, NULL) == LOYD_OK &&
           !loyd_layout_is_drawn(&read) && loyd_board_equal(&read.goal, goal);
}
