/* SPDX-License-Identifier: MIT */
/* The goals of a series, in a hash table; the numbers of its next pack. */
#include "pack/series.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/why.h"
#include "core/board.h"
#include "core/crypto.h"

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
    goal->distribution = loyd_distribution_of(board, LOYD_STM);
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

loyd_err
pack_goals_add(struct pack_goal_set *set, const struct goal_text *text,
               loyd_why *why)
{
    const char *layout = text->layout[0] != '\0' ? text->layout : "goal=";
    const char *fault = NULL;
    loyd_layout read;
    uint32_t place;
    loyd_err err = loyd_board_check(&text->board, why);

    if (err != LOYD_OK)
        return why_prefix(why, err, "goal %u: ", (unsigned)text->goal_no);
    if (text->goal_no != set->n + 1)
        fault = "goals are not numbered 1, 2, 3, ...";
    else if (pack_goals_get(set, &text->board) < set->n)
        fault = "appears twice";
    else if (text->layout[0] != '\0' &&
             (loyd_layout_parse(layout, strlen(layout), text->board.width,
                                text->board.height, &read, NULL) != LOYD_OK ||
              read.is_drawn || !board_equal(&read.goal, &text->board)))
        fault = "cells do not match the layout";
    if (fault != NULL)
        return why_set(why, LOYD_E_CORRUPT, "goal %u: %s",
                       (unsigned)text->goal_no, fault);
    err = pack_goals_find(set, &text->board, layout, &place);
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

void
pack_goal_board(const struct pack_goal *goal, loyd_board *board)
{
    board->width = goal->width;
    board->height = goal->height;
    memcpy(board->cell, goal->cell, board_cells(board));
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
series_free(struct series *s)
{
    manifest_free(&s->manifest);
    pack_goals_free(&s->goals);
    free(s->rows);
    memset(s, 0, sizeof(*s));
}

const char *
ids_word(enum ids_state state)
{
    static const char *const words[] = {
        [IDS_ADDED] = "added",     [IDS_CHANGED] = "changed",
        [IDS_KEPT] = "kept",       [IDS_WITHDRAWN] = "withdrawn",
        [IDS_REVOKED] = "revoked", [IDS_GONE] = "gone",
        [IDS_BARRED] = "barred"};

    return words[state];
}

const char *
ids_heading(bool has_mtm)
{
    return has_mtm ? "number\tpuzzle_id\tstm\tstate\tmtm\n"
                   : "number\tpuzzle_id\tstm\tstate\n";
}

struct place {
    loyd_id id;
    uint32_t number;
};

struct ids_index {
    size_t n;
    struct place at[];
};

static int
compare_places(const void *a, const void *b)
{
    const struct place *one = a, *other = b;

    return memcmp(one->id.byte, other->id.byte, LOYD_ID_BYTES);
}

loyd_err
ids_index_new(const struct series *s, struct ids_index **made)
{
    struct ids_index *index =
        malloc(sizeof(*index) + s->n * sizeof(struct place));

    if (index == NULL)
        return LOYD_E_NOMEM;
    index->n = s->n;
    for (size_t i = 0; i < s->n; i++)
        index->at[i] = (struct place){s->rows[i].id, (uint32_t)i + 1};
    ARRAY_SORT(index->at, index->n, compare_places);
    *made = index;
    return LOYD_OK;
}

void
ids_index_free(struct ids_index **index)
{
    free(*index);
    *index = NULL;
}

uint32_t
ids_number(const struct ids_index *index, const loyd_id *id)
{
    const struct place key = {*id, 0};
    const struct place *found = bsearch(&key, index->at, index->n,
                                        sizeof(index->at[0]), compare_places);

    return found != NULL ? found->number : 0;
}

/* Updates the proven length of a puzzle; *is_news: it was not known. */
static loyd_err
meet_length(const loyd_id *id, const char *in, uint16_t here, uint16_t *there,
            bool *is_news, loyd_why *why)
{
    char text[LOYD_ID_CHARS + 1];

    if (here == 0 || here == *there)
        return LOYD_OK;
    if (*there != 0) {
        loyd_id_print(id, text);
        return why_set(
            why, LOYD_E_CORRUPT,
            "puzzle %s: length%s is %u in the previous pack and %u here", text,
            in, *there, here);
    }
    *there = here;
    *is_news = true;
    return LOYD_OK;
}

/* Appends a row for a puzzle that was not read yet. */
static loyd_err
append(struct series *s, const loyd_id *id, loyd_why *why)
{
    if (s->n >= UINT32_MAX)
        return why_set(why, LOYD_E_UNSUPPORTED, "more than %u numbers",
                       UINT32_MAX);
    if (!ARRAY_ROOM(s->rows, s->room, s->n + 1))
        return LOYD_E_NOMEM;
    s->rows[s->n++] = (struct ids_row){.id = *id, .state = IDS_GONE};
    return LOYD_OK;
}

loyd_err
series_meet(struct series *s, const struct ids_index *index,
            const struct ids_row *found, uint32_t *number, loyd_why *why)
{
    uint32_t at = index != NULL ? ids_number(index, &found->id) : 0;
    bool is_news = false;
    struct ids_row *row, known;
    loyd_err err = at == 0 ? append(s, &found->id, why) : LOYD_OK;

    if (err != LOYD_OK)
        return err;
    *number = at > 0 ? at : (uint32_t)s->n;
    row = &s->rows[*number - 1];
    row->is_read = true;
    known = *row;
    err = meet_length(&found->id, "", found->stm, &known.stm, &is_news, why);
    if (err == LOYD_OK)
        err = meet_length(&found->id, " in MTM", found->mtm, &known.mtm,
                          &is_news, why);
    if (err != LOYD_OK || ids_is_revoked(row))
        return err;
    known.state = row->state == IDS_GONE ? IDS_ADDED
                  : is_news              ? IDS_CHANGED
                                         : IDS_KEPT;
    *row = known;
    return LOYD_OK;
}

bool
series_is_growing(const loyd_export_options *options)
{
    return options->is_growing || options->add > 0;
}

static loyd_err
refuse(const loyd_id *id, const char *what, loyd_why *why)
{
    char text[LOYD_ID_CHARS + 1];

    loyd_id_print(id, text);
    return why_set(why, LOYD_E_NOT_FOUND, "puzzle %s: %s", text, what);
}

/* Finds the row of an id given by the caller. */
static loyd_err
find(const struct ids_index *index, const struct series *s, const loyd_id *id,
     struct ids_row **row, loyd_why *why)
{
    uint32_t number = ids_number(index, id);

    if (number == 0)
        return refuse(id, "not in the series", why);
    *row = &s->rows[number - 1];
    return LOYD_OK;
}

/* Revokes and restores puzzles. */
static loyd_err
change(const struct series *before, const struct ids_index *index,
       const loyd_export_options *options, struct series *after, loyd_why *why)
{
    struct ids_row *row = NULL;
    loyd_err err = LOYD_OK;

    for (size_t i = 0; err == LOYD_OK && i < options->n_revoked; i++) {
        const loyd_id *id = &options->revoked[i];

        if ((err = find(index, after, id, &row, why)) != LOYD_OK)
            break;
        if (row->state == IDS_REVOKED)
            err = refuse(id, "given twice", why);
        else if (!ids_is_live(&before->rows[row - after->rows]))
            err = refuse(id, "already withdrawn", why);
        else
            row->state = IDS_REVOKED;
    }
    for (size_t i = 0; err == LOYD_OK && i < options->n_restored; i++) {
        const loyd_id *id = &options->restored[i];

        if ((err = find(index, after, id, &row, why)) != LOYD_OK)
            break;
        if (row->state != IDS_BARRED)
            err = refuse(id, "not revoked", why);
        else
            row->state = IDS_GONE;
    }
    return err;
}

loyd_err
series_begin(const struct series *before, const struct ids_index *index,
             const loyd_export_options *options, struct series *after,
             loyd_why *why)
{
    uint8_t unselected = series_is_growing(options) ? IDS_KEPT : IDS_WITHDRAWN;

    if (!ARRAY_ROOM(after->rows, after->room, before->n + 1))
        return LOYD_E_NOMEM;
    after->n = before->n;
    for (size_t i = 0; i < before->n; i++) {
        struct ids_row *row = &after->rows[i];

        *row = before->rows[i]; /* until the puzzle is found */
        row->state = ids_is_live(row)      ? unselected
                     : ids_is_revoked(row) ? IDS_BARRED
                                           : IDS_GONE;
    }
    return change(before, index, options, after, why);
}

/* An id and its sort key. */
struct drawn {
    uint8_t key[8];
    loyd_id id;
};

static int
compare_drawn(const void *a, const void *b)
{
    const struct drawn *one = a, *other = b;
    int order = memcmp(one->key, other->key, sizeof(one->key));

    return order != 0 ? order
                      : memcmp(one->id.byte, other->id.byte, LOYD_ID_BYTES);
}

loyd_err
series_shuffle(struct series *s, struct ids_index **index, const char *seed,
               const loyd_id *ids, size_t n, loyd_why *why)
{
    static const char purpose[] = "loyd shuffle";
    struct drawn *drawn = malloc((n + 1) * sizeof(drawn[0]));
    loyd_err err = drawn != NULL ? LOYD_OK : LOYD_E_NOMEM;

    for (size_t i = 0; err == LOYD_OK && i < n; i++) {
        uint8_t sum[CRYPTO_HASH_BYTES];
        struct crypto_hash hash;

        crypto_hash_begin(&hash, NULL);
        crypto_hash_field(&hash, purpose, sizeof(purpose) - 1);
        crypto_hash_field(&hash, seed, strlen(seed));
        crypto_hash_field(&hash, ids[i].byte, LOYD_ID_BYTES);
        crypto_hash_end(&hash, sum);
        memcpy(drawn[i].key, sum, sizeof(drawn[i].key));
        drawn[i].id = ids[i];
    }
    if (err == LOYD_OK)
        ARRAY_SORT(drawn, n, compare_drawn);
    for (size_t i = 0; err == LOYD_OK && i < n; i++)
        if (*index == NULL || ids_number(*index, &drawn[i].id) == 0)
            err = append(s, &drawn[i].id, why);
    free(drawn);
    if (err != LOYD_OK)
        return err;
    ids_index_free(index);
    return ids_index_new(s, index);
}
