/* SPDX-License-Identifier: MIT */
/* Parses the fields of a row and checks them. */
#include "pack/check_row.h"

#include <string.h>

#include "base/number.h"
#include "base/why.h"
#include "core/board.h"
#include "core/moves.h"
#include "core/name.h"
#include "loyd/layout.h"
#include "store/query.h"

#define OF_PACK(field, name, kind, values)                                    \
    [field - FIELDS_] = {name, kind, values, true, LOYD_STM, KNOWN_NONE, NULL}

static const struct field_info of_pack[ROW_FIELDS_ - FIELDS_] = {
    OF_PACK(FIELD_TITLE, "title", LOYD_FIELD_TEXT, VALUES_NAME),
    OF_PACK(FIELD_LICENCE, "licence", LOYD_FIELD_TEXT, VALUES_NAME),
    OF_PACK(FIELD_PACK, "pack", LOYD_FIELD_TEXT, VALUES_NAME),
    OF_PACK(FIELD_VOLUME, "volume", LOYD_FIELD_WHOLE, VALUES_NUMBER),
    OF_PACK(FIELD_REVISION, "revision", LOYD_FIELD_WHOLE, VALUES_NUMBER),
};

const struct field_info *
row_field(unsigned field)
{
    return field < FIELDS_ ? &field_info[field] : &of_pack[field - FIELDS_];
}

unsigned
row_field_of(const char *name, size_t len)
{
    unsigned field = field_of(name, len);

    while (field >= FIELDS_ && field < ROW_FIELDS_ &&
           !slice_is((struct slice){name, len}, row_field(field)->name))
        field++;
    return field;
}

/* Puts the name of a field before its error, if there is one. */
static loyd_err
of_field(enum field field, loyd_err err, loyd_why *why)
{
    return err == LOYD_OK
               ? LOYD_OK
               : why_prefix(why, err, "%s: ", field_info[field].name);
}

static loyd_err
read_board(const struct row_text *text, enum field field, loyd_board size,
           loyd_board *board, loyd_why *why)
{
    struct slice value = text->field[field];

    return of_field(field,
                    loyd_board_parse(value.at, value.len, size.width,
                                     size.height, board, why),
                    why);
}

/* Parses a layout. One that draws its goals has no fixed goal. */
static loyd_err
goal_of_name(struct slice name, const loyd_board *start, loyd_board *goal,
             bool *has_goal, loyd_why *why)
{
    loyd_layout layout;
    loyd_err err = loyd_layout_parse(name.at, name.len, start->width,
                                     start->height, &layout, why);

    if (err != LOYD_OK)
        return of_field(FIELD_LAYOUT, err, why);
    *has_goal = !layout.is_drawn;
    *goal = layout.goal;
    return LOYD_OK;
}

static loyd_err
default_goal(const struct row_defaults *defaults, const loyd_board *start,
             loyd_board *goal, loyd_why *why)
{
    const char *name = defaults->layout != NULL ? defaults->layout : "rows";
    bool has_goal = true;
    loyd_err err = LOYD_OK;

    if (defaults->has_goal)
        *goal = defaults->goal;
    else
        err = goal_of_name(slice_of(name), start, goal, &has_goal, why);
    return err == LOYD_OK && !has_goal
               ? why_set(why, LOYD_E_SYNTAX,
                         "missing goal: the layout has no fixed goal")
               : err;
}

/* Takes the size from the row, its goal or the default goal; 0x0: unknown. */
static loyd_err
read_size(const struct row_text *text, const struct row_defaults *defaults,
          loyd_board *size, loyd_why *why)
{
    struct slice value = text->field[FIELD_SIZE];
    struct slice goal = text->field[FIELD_GOAL];

    memset(size, 0, sizeof(*size));
    if (value.at != NULL)
        return of_field(FIELD_SIZE,
                        loyd_size_parse(value.at, value.len, &size->width,
                                        &size->height, why),
                        why);
    if (goal.at != NULL) {
        if (loyd_board_parse(goal.at, goal.len, 0, 0, size, NULL) != LOYD_OK)
            memset(size, 0, sizeof(*size)); /* the start may have it */
    } else if (text->field[FIELD_LAYOUT].at == NULL && defaults->has_goal) {
        *size = defaults->goal;
    }
    return LOYD_OK;
}

static loyd_err
read_start(const struct row_text *text, const struct row_defaults *defaults,
           loyd_board *start, loyd_why *why)
{
    loyd_board size;
    loyd_err err = read_size(text, defaults, &size, why);

    if (err != LOYD_OK)
        return err;
    if (text->field[FIELD_BOARD].at == NULL)
        return why_set(why, LOYD_E_SYNTAX, "missing board");
    return read_board(text, FIELD_BOARD, size, start, why);
}

static loyd_err
read_goal(const struct row_text *text, const struct row_defaults *defaults,
          loyd_puzzle *out, loyd_why *why)
{
    struct slice name = text->field[FIELD_LAYOUT];
    loyd_board named;
    bool has_name = name.at != NULL;
    bool has_goal = text->field[FIELD_GOAL].at != NULL;
    loyd_err err = LOYD_OK;

    if (has_goal)
        err = read_board(text, FIELD_GOAL, out->start, &out->goal, why);
    if (err == LOYD_OK && has_name)
        err = goal_of_name(name, &out->start, &named, &has_name, why);
    if (err != LOYD_OK)
        return err;
    if (has_goal && has_name && !board_equal(&named, &out->goal))
        return why_set(why, LOYD_E_CORRUPT, "goal does not match the layout");
    if (has_goal)
        return LOYD_OK;
    if (has_name)
        out->goal = named;
    return has_name ? LOYD_OK
                    : default_goal(defaults, &out->start, &out->goal, why);
}

/* A stated id is that of the boards, which replaces it. */
static loyd_err
check_id(struct slice stated, const struct row_room *room, loyd_why *why)
{
    loyd_id first, last;
    loyd_err err;

    if (stated.at == NULL || slice_is(stated, room->id))
        return LOYD_OK;
    err = loyd_id_parse(stated.at, stated.len, &first, &last, why);
    return err != LOYD_OK
               ? of_field(FIELD_ID, err, why)
               : why_set(why, LOYD_E_CORRUPT,
                         "puzzle_id does not match the boards: expected %s",
                         room->id);
}

static loyd_err
read_path(struct row_text *row, loyd_metric metric, struct row_room *room,
          loyd_why *why)
{
    unsigned field = known_field[metric][KNOWN_PATH];
    struct slice value = row->field[field];
    loyd_moves *path = &room->moves;
    loyd_err err;

    path->n = 0;
    if (value.at == NULL)
        return LOYD_OK;
    err = moves_parse(value.at, value.len, path, why);
    if (err == LOYD_OK)
        err = loyd_moves_replay(&room->puzzle.start, &room->puzzle.goal, path,
                                NULL, why);
    if (err == LOYD_OK && path->n > PATH_MAX_MOVES)
        err = why_set(why, LOYD_E_RANGE, "%zu moves: expected at most %d",
                      path->n, PATH_MAX_MOVES);
    if (err == LOYD_OK)
        err = row_tell_path(row, room, metric, path);
    return err == LOYD_E_NOMEM ? err : of_field(field, err, why);
}

static loyd_err
read_recipe(struct row_text *row, struct row_room *room, loyd_why *why)
{
    struct slice value = row->field[FIELD_RECIPE];
    loyd_recipe recipe;
    loyd_err err;

    if (value.at == NULL)
        return LOYD_OK;
    err = loyd_recipe_parse(value.at, value.len, &recipe, why);
    if (err != LOYD_OK)
        return of_field(FIELD_RECIPE, err, why);
    row_tell(row, FIELD_RECIPE, room->recipe,
             loyd_recipe_print(&recipe, room->recipe));
    return LOYD_OK;
}

loyd_err
row_tell_path(struct row_text *row, struct row_room *room, loyd_metric metric,
              const loyd_moves *path)
{
    struct text *text = &room->path[metric];
    struct slice *value = &row->field[known_field[metric][KNOWN_PATH]];

    text_clear(text);
    moves_put(text, path);
    /* A path of no moves is none. */
    *value = (struct slice){path->n > 0 ? text->at : NULL, text->len};
    return text->is_lost ? LOYD_E_NOMEM : LOYD_OK;
}

loyd_err
row_tell_puzzle(struct row_text *row, struct row_room *room,
                const loyd_puzzle *puzzle)
{
    const loyd_board *goal = &puzzle->goal;
    loyd_layout layout;
    loyd_id id;
    loyd_err err;

    /* Rows that follow each other share goals. */
    if (room->goal[0] == '\0' || !board_equal(&room->named, goal)) {
        if ((err = loyd_layout_name(goal, &layout)) != LOYD_OK)
            return err;
        room->named = *goal;
        loyd_layout_print(&layout, room->layout);
        size_print(goal->width, goal->height, room->size);
        loyd_board_print(goal, LOYD_FORM_ROWS, room->goal);
    }
    loyd_board_print(&puzzle->start, LOYD_FORM_ROWS, room->board);
    loyd_puzzle_id(puzzle, &id);
    loyd_id_print(&id, room->id);
    row->field[FIELD_ID] = slice_of(room->id);
    row->field[FIELD_SIZE] = slice_of(room->size);
    row->field[FIELD_LAYOUT] = slice_of(room->layout);
    row->field[FIELD_GOAL] = slice_of(room->goal);
    row->field[FIELD_BOARD] = slice_of(room->board);
    return LOYD_OK;
}

loyd_err
row_normal(struct row_text *row, const struct row_defaults *defaults,
           struct row_room *room, loyd_why *why)
{
    loyd_puzzle *puzzle = &room->puzzle;
    struct slice id = row->field[FIELD_ID], name = row->field[FIELD_NAME];
    loyd_err err = read_start(row, defaults, &puzzle->start, why);

    if (err == LOYD_OK)
        err = read_goal(row, defaults, puzzle, why);
    if (err == LOYD_OK)
        err = loyd_puzzle_check(puzzle, why);
    if (err == LOYD_OK && board_equal(&puzzle->start, &puzzle->goal))
        err = why_set(why, LOYD_E_RANGE, "start and goal are equal");
    if (err == LOYD_OK)
        err = row_tell_puzzle(row, room, puzzle);
    if (err == LOYD_OK)
        err = check_id(id, room, why);
    for (loyd_metric m = 0; err == LOYD_OK && m < LOYD_METRICS; m++)
        err = read_path(row, m, room, why);
    /* An empty text is not a name: CSV writes it for puzzles without one. */
    if (name.len == 0)
        row->field[FIELD_NAME].at = NULL;
    else if (err == LOYD_OK)
        err = name_check(name.at, name.len, why);
    return err == LOYD_OK ? read_recipe(row, room, why) : err;
}

void
row_room_free(struct row_room *room)
{
    loyd_moves_free(&room->moves);
    for (loyd_metric m = 0; m < LOYD_METRICS; m++)
        text_free(&room->path[m]);
}
