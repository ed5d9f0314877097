/* SPDX-License-Identifier: MIT */
/* Parses the fields of a row and checks them. */
#include "pack/check_row.h"

#include <string.h>

#include "base/number.h"
#include "base/why.h"
#include "core/board.h"
#include "core/moves.h"
#include "loyd/layout.h"
#include "loyd/text.h"

enum field
row_field_of(const char *name, size_t len)
{
    enum field field = field_of(name, len);

    return field < FIELDS_ && field_info[field].is_read ? field : FIELDS_;
}

/* Puts the name of a field before its error, if there is one. */
static loyd_err
of_field(enum field field, loyd_err err, loyd_why *why)
{
    return err == LOYD_OK
               ? LOYD_OK
               : why_prefix(why, err, "%s: ", field_info[field].name);
}

/* Leaves out a fraction of zeros: programs in which a column with gaps is one
 * of floating-point numbers write 56.0. */
static struct slice
whole_of(struct slice number)
{
    size_t len = number.len;

    while (len > 0 && number.at[len - 1] == '0')
        len--;
    if (len > 1 && len < number.len && number.at[len - 1] == '.')
        number.len = len - 1;
    return number;
}

/* Parses a number, 1..high; 0: the field is absent. */
static loyd_err
read_number(const struct row_text *text, enum field field, uint64_t high,
            uint64_t *number, loyd_why *why)
{
    struct slice value = whole_of(text->field[field]);

    *number = 0;
    if (value.at == NULL)
        return LOYD_OK;
    return of_field(
        field, number_parse(value.at, value.len, 1, high, number, why), why);
}

/* Parses a 0 or 1; an absent field is 0. */
static loyd_err
read_truth(const struct row_text *text, enum field field, bool *is_set,
           loyd_why *why)
{
    struct slice value = whole_of(text->field[field]);

    *is_set = false;
    return value.at == NULL || truth_parse(value.at, value.len, is_set)
               ? LOYD_OK
               : why_set(why, LOYD_E_SYNTAX, "%s: expected 0 or 1",
                         field_info[field].name);
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
    if (text->has_goal) {
        *size = text->goal;
    } else if (goal.at != NULL) {
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
    bool has_goal = text->has_goal || text->field[FIELD_GOAL].at != NULL;
    loyd_err err = LOYD_OK;

    if (text->has_goal) {
        out->goal = text->goal;
        err = loyd_board_check(&out->goal, why);
    } else if (has_goal) {
        err = read_board(text, FIELD_GOAL, out->start, &out->goal, why);
    }
    if (err == LOYD_OK && has_name)
        err = goal_of_name(name, &out->start, &named, &has_name, why);
    if (err != LOYD_OK)
        return err;
    if (has_goal && has_name && !loyd_board_equal(&named, &out->goal))
        return why_set(why, LOYD_E_CORRUPT, "goal does not match the layout");
    if (has_goal)
        return LOYD_OK;
    if (has_name)
        out->goal = named;
    return has_name ? LOYD_OK
                    : default_goal(defaults, &out->start, &out->goal, why);
}

static loyd_err
read_id(const struct row_text *text, struct puzzle_row *out, loyd_why *why)
{
    struct slice value = text->field[FIELD_ID];
    loyd_id first, last;
    char name[LOYD_ID_CHARS + 1];
    loyd_err err;

    loyd_puzzle_id(&out->puzzle, &out->id);
    if (value.at == NULL)
        return LOYD_OK;
    err = loyd_id_parse(value.at, value.len, &first, &last, why);
    if (err != LOYD_OK)
        return of_field(FIELD_ID, err, why);
    if (value.len == LOYD_ID_CHARS &&
        memcmp(first.byte, out->id.byte, LOYD_ID_BYTES) == 0)
        return LOYD_OK;
    loyd_id_print(&out->id, name);
    return why_set(why, LOYD_E_CORRUPT,
                   "puzzle_id does not match the boards: expected %s", name);
}

/* An empty text is not a name: CSV writes it for puzzles without a name. */
static loyd_err
read_name(const struct row_text *text, struct puzzle_row *out, loyd_why *why)
{
    struct slice value = text->field[FIELD_NAME];
    loyd_err err;

    out->name[0] = '\0';
    if (value.at == NULL || value.len == 0)
        return LOYD_OK;
    if ((err = loyd_name_check(value.at, value.len, why)) != LOYD_OK)
        return err;
    memcpy(out->name, value.at, value.len);
    out->name[value.len] = '\0';
    return LOYD_OK;
}

/* Parses a length; 0: the field is absent. */
static loyd_err
read_length(const struct row_text *text, enum field field, uint16_t *length,
            loyd_why *why)
{
    uint64_t number;
    loyd_err err = read_number(text, field, PATH_MAX_MOVES, &number, why);

    *length = (uint16_t)number;
    return err;
}

static loyd_err
read_status(const struct row_text *text, enum field field, const char **status,
            loyd_why *why)
{
    struct slice value = text->field[field];
    char quote[WHY_QUOTE_BYTES];

    *status = NULL;
    if (value.at == NULL)
        return LOYD_OK;
    for (unsigned i = 0; i < LOYD_STATUS_COUNT_; i++)
        if (slice_is(value, loyd_status_name((loyd_status)i)))
            *status = loyd_status_name((loyd_status)i);
    return *status != NULL
               ? LOYD_OK
               : why_set(why, LOYD_E_SYNTAX, "%s: unknown status '%s'",
                         field_info[field].name,
                         why_quote(value.at, value.len, quote));
}

static loyd_err
read_path(const struct row_text *text, enum field field,
          const loyd_puzzle *puzzle, loyd_moves *path, loyd_why *why)
{
    struct slice value = text->field[field];
    loyd_err err;

    path->n = 0;
    if (value.at == NULL)
        return LOYD_OK;
    err = moves_parse(value.at, value.len, path, why);
    if (err == LOYD_OK)
        err =
            loyd_moves_replay(&puzzle->start, &puzzle->goal, path, NULL, why);
    if (err == LOYD_OK && path->n > PATH_MAX_MOVES)
        err = why_set(why, LOYD_E_RANGE, "%zu moves: expected at most %d",
                      path->n, PATH_MAX_MOVES);
    return err == LOYD_E_NOMEM ? err : of_field(field, err, why);
}

static loyd_err
read_lengths(const struct row_text *text, struct puzzle_row *out,
             loyd_why *why)
{
    loyd_err err = LOYD_OK;

    for (loyd_metric m = 0; err == LOYD_OK && m < LOYD_METRICS; m++) {
        const enum field *fields = known_field[m];
        struct row_length *of = &out->in[m];

        if ((err = read_length(text, fields[KNOWN_LOWER], &of->lower, why)) ||
            (err = read_length(text, fields[KNOWN_UPPER], &of->upper, why)) ||
            (err = read_length(text, fields[KNOWN_OPTIMUM], &of->optimum,
                               why)) ||
            (err = read_status(text, fields[KNOWN_STATUS], &of->status, why)))
            break;
        err =
            read_path(text, fields[KNOWN_PATH], &out->puzzle, &of->path, why);
    }
    return err == LOYD_OK
               ? read_length(text, FIELD_ESTIMATE, &out->estimate, why)
               : err;
}

loyd_err
row_read(const struct row_text *text, const struct row_defaults *defaults,
         struct puzzle_row *out, loyd_why *why)
{
    loyd_puzzle *puzzle = &out->puzzle;
    struct slice recipe = text->field[FIELD_RECIPE];
    uint64_t number;
    loyd_err err = read_start(text, defaults, &puzzle->start, why);

    if (err == LOYD_OK)
        err = read_goal(text, defaults, puzzle, why);
    if (err == LOYD_OK)
        err = loyd_puzzle_check(puzzle, why);
    if (err == LOYD_OK && loyd_board_equal(&puzzle->start, &puzzle->goal))
        err = why_set(why, LOYD_E_RANGE, "start and goal are equal");
    if (err != LOYD_OK || (err = read_id(text, out, why)) ||
        (err = read_number(text, FIELD_NUMBER, UINT32_MAX, &number, why)) ||
        (err = read_truth(text, FIELD_ANY_PATH, &out->is_any_path, why)) ||
        (err = read_truth(text, FIELD_STOPPED, &out->is_stopped, why)) ||
        (err = read_lengths(text, out, why)) ||
        (err = read_name(text, out, why)))
        return err;
    out->has_recipe = recipe.at != NULL;
    if (!out->has_recipe)
        return LOYD_OK;
    return of_field(
        FIELD_RECIPE,
        loyd_recipe_parse(recipe.at, recipe.len, &out->recipe, why), why);
}

void
row_free(struct puzzle_row *out)
{
    for (loyd_metric m = 0; m < LOYD_METRICS; m++)
        loyd_moves_free(&out->in[m].path);
}
