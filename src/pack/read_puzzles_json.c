/* SPDX-License-Identifier: MIT */
/* Reads puzzles.json up to its puzzles. */
#include "pack/read_rows.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/why.h"
#include "pack/manifest_read.h"

static void
keep_text(const json_t *object, const char *name, char *room, size_t size)
{
    const char *text = json_text(object, name);

    if (strlen(text) < size)
        strcpy(room, text);
}

static loyd_err
read_head(struct compact_head *head, const json_t *object, loyd_why *why)
{
    loyd_err err;

    if (strcmp(json_text(object, "format"), "loyd puzzles") != 0)
        return why_set(why, LOYD_E_SYNTAX,
                       "unknown JSON: expected one puzzle per line, an array "
                       "of puzzles or puzzles.json of a pack");
    if ((err = manifest_check_format(object, why)) != LOYD_OK)
        return err;
    keep_text(object, "pack_id", head->pack_id, sizeof(head->pack_id));
    keep_text(object, "name", head->name, sizeof(head->name));
    keep_text(object, "licence", head->licence, sizeof(head->licence));
    if (!json_whole(object, "version", 1, UINT32_MAX, &head->version))
        head->version = 0;
    keep_text(object, "since", head->since, sizeof(head->since));
    return LOYD_OK;
}

loyd_err
compact_head_new(const json_t *object, struct compact_head **made,
                 loyd_why *why)
{
    struct compact_head *head = calloc(1, sizeof(*head));
    loyd_err err = head != NULL ? read_head(head, object, why) : LOYD_E_NOMEM;

    if (err != LOYD_OK)
        compact_head_free(&head);
    *made = head;
    return err;
}

loyd_err
compact_add_goal(struct compact_head *head, const json_t *element,
                 loyd_why *why)
{
    const char *text = json_text(element, "goal");
    struct goal_text goal;
    uint64_t number, class_no = 0;
    char size[8];
    loyd_err err;

    if (!json_whole(element, "goal_no", 1, UINT32_MAX, &number))
        return why_set(why, LOYD_E_SYNTAX,
                       "goals: missing or invalid goal_no");
    if (json_object_get(element, "class_no") != NULL &&
        !json_whole(element, "class_no", 1, UINT32_MAX, &class_no))
        return why_set(why, LOYD_E_SYNTAX,
                       "goal %" PRIu64 ": invalid class_no", number);
    err = loyd_board_parse(text, strlen(text), 0, 0, &goal.board, why);
    if (err != LOYD_OK)
        return why_prefix(why, err, "goal %" PRIu64 ": ", number);
    snprintf(size, sizeof(size), "%ux%u", goal.board.width, goal.board.height);
    text = json_text(element, "size");
    if (strcmp(text, size) != 0)
        return why_set(why, LOYD_E_CORRUPT, "goal %" PRIu64 ": size is not %s",
                       number, size);
    goal.goal_no = (uint32_t)number;
    goal.class_no = (uint32_t)class_no;
    goal.layout = json_text(element, "layout");
    if (goal.layout[0] == '\0')
        return why_set(why, LOYD_E_CORRUPT, "goal %" PRIu64 ": missing layout",
                       number);
    return pack_goals_add(&head->goals, &goal, why);
}

loyd_err
compact_add_length(struct compact_head *head, const json_t *element,
                   loyd_why *why)
{
    const char *band = json_text(element, "band");
    struct compact_length made = {.band = NULL};
    uint64_t class_no, stm, sample = 0;

    if (!json_whole(element, "class_no", 1, UINT32_MAX, &class_no) ||
        !json_whole(element, "stm", 1, LOYD_LENGTH_MAX, &stm) ||
        !json_percentile(json_object_get(element, "percentile"),
                         made.percentile))
        return why_set(
            why, LOYD_E_SYNTAX,
            "invalid length: expected class_no, stm, percentile, band");
    made.class_no = (uint32_t)class_no;
    made.stm = (uint16_t)stm;
    if (json_whole(element, "percentile_sample", 1, UINT32_MAX, &sample))
        snprintf(made.sample, sizeof(made.sample), "%" PRIu64, sample);
    if (!ARRAY_ROOM(head->lengths, head->lengths_room, head->n_lengths + 1))
        return LOYD_E_NOMEM;
    if ((made.band = strdup(band)) == NULL)
        return LOYD_E_NOMEM;
    head->lengths[head->n_lengths++] = made;
    return LOYD_OK;
}

loyd_err
compact_add_tomb(struct compact_head *head, const json_t *element,
                 loyd_why *why)
{
    struct compact_tomb made;
    uint64_t number;

    if (!json_whole(element, "number", 1, UINT32_MAX, &number) ||
        !json_id(element, "puzzle_id", &made.id))
        return why_set(why, LOYD_E_SYNTAX,
                       "invalid tombstone: expected number and puzzle_id");
    made.number = (uint32_t)number;
    if (!ARRAY_ROOM(head->tombs, head->tombs_room, head->n_tombs + 1))
        return LOYD_E_NOMEM;
    head->tombs[head->n_tombs++] = made;
    return LOYD_OK;
}

static int
compare_lengths(const void *a, const void *b)
{
    const struct compact_length *one = a, *other = b;

    if (one->class_no != other->class_no)
        return one->class_no < other->class_no ? -1 : 1;
    return (one->stm > other->stm) - (one->stm < other->stm);
}

loyd_err
compact_sort_lengths(struct compact_head *head, loyd_why *why)
{
    if (head->n_lengths == 0)
        return LOYD_OK;
    ARRAY_SORT(head->lengths, head->n_lengths, compare_lengths);
    for (size_t i = 1; i < head->n_lengths; i++)
        if (compare_lengths(&head->lengths[i - 1], &head->lengths[i]) == 0)
            return why_set(why, LOYD_E_SYNTAX,
                           "length %u appears twice in a class",
                           head->lengths[i].stm);
    return LOYD_OK;
}

/* Adds percentile and band if the length is proven and listed. */
static loyd_err
take_length(const struct compact_head *head, const json_t *object,
            uint32_t class_no, struct row_text *row, loyd_why *why)
{
    struct compact_length key = {.class_no = class_no}, *found;
    uint64_t stm;

    if (head->n_lengths == 0 || class_no == 0 ||
        !json_whole(object, "stm", 1, LOYD_LENGTH_MAX, &stm))
        return LOYD_OK;
    key.stm = (uint16_t)stm;
    found = bsearch(&key, head->lengths, head->n_lengths,
                    sizeof(head->lengths[0]), compare_lengths);
    if (found == NULL)
        return LOYD_OK;
    if (row->field[FIELD_PERCENTILE].at != NULL ||
        row->field[FIELD_BAND].at != NULL ||
        row->field[FIELD_PERCENTILE_SAMPLE].at != NULL)
        return why_set(why, LOYD_E_CORRUPT,
                       "percentile or band of a length that is in the list");
    row_tell(row, FIELD_PERCENTILE, found->percentile,
             strlen(found->percentile));
    row_tell(row, FIELD_BAND, found->band, strlen(found->band));
    if (found->sample[0] != '\0')
        row_tell(row, FIELD_PERCENTILE_SAMPLE, found->sample,
                 strlen(found->sample));
    return LOYD_OK;
}

loyd_err
compact_row(struct compact_head *head, const json_t *object,
            struct row_text *row, char number[24], loyd_why *why)
{
    const struct pack_goal *goal;
    uint64_t goal_no;
    int len;

    if (row->field[FIELD_NUMBER].at != NULL)
        head->number = strtoull(row->field[FIELD_NUMBER].at, NULL, 10);
    else
        head->number++;
    len = snprintf(number, 24, "%" PRIu64, head->number);
    row_tell(row, FIELD_NUMBER, number, (size_t)len);
    if (!json_whole(object, "goal_no", 1, UINT32_MAX, &goal_no) ||
        goal_no > head->goals.n)
        return why_set(why, LOYD_E_SYNTAX, "goal_no: expected 1..%zu",
                       head->goals.n);
    goal = head->goals.at[goal_no - 1];
    pack_goal_board(goal, &row->goal);
    if (goal->layout != NULL)
        row->layout = slice_of(goal->layout);
    row->has_class = goal->class_no != 0;
    row->has_goal = true;
    return take_length(head, object, goal->class_no, row, why);
}

void
compact_head_free(struct compact_head **freed)
{
    struct compact_head *head = *freed;

    if (head == NULL)
        return;
    for (size_t i = 0; i < head->n_lengths; i++)
        free(head->lengths[i].band);
    pack_goals_free(&head->goals);
    free(head->lengths);
    free(head->tombs);
    free(head);
    *freed = NULL;
}
