/* SPDX-License-Identifier: MIT */
/* Owns the reading of a row's fields and what must be true of them. */
#include "pack/row.h"

#include <string.h>

#include "base/why.h"
#include "loyd/layout.h"
#include "loyd/text.h"

#define PATH_MOVES_MAX 65534

enum field
row_field_of(const char *name, size_t len)
{
    enum field field = field_of(name, len);

    return field < FIELDS_ && field_info[field].is_read ? field : FIELDS_;
}

/* What was wrong with a field, with its name before it. */
static loyd_err
bad_field(enum field field, loyd_err err, const loyd_why *part,
          loyd_why *why)
{
    return why_set(why, err, "%s: %.*s", field_info[field].name,
                   LOYD_WHY_BYTES - 20,
                   part->text[0] != '\0' ? part->text : loyd_strerror(err));
}

static loyd_err
read_number(const struct row_text *text, enum field field, uint64_t low,
            uint64_t high, uint64_t *number, loyd_why *why)
{
    loyd_why part = {""};
    loyd_err err;

    *number = 0;
    if (text->text[field] == NULL)
        return LOYD_OK;
    err = loyd_number_parse(text->text[field], text->len[field], low, high,
                            number, &part);
    return err == LOYD_OK ? LOYD_OK : bad_field(field, err, &part, why);
}

static loyd_err
read_board(const struct row_text *text, enum field field, loyd_board size,
           loyd_board *board, loyd_why *why)
{
    loyd_why part = {""};
    loyd_err err = loyd_board_parse(text->text[field], text->len[field],
                                    size.width, size.height, board, &part);

    return err == LOYD_OK ? LOYD_OK : bad_field(field, err, &part, why);
}

/* The layout by its name, where it has a goal of its own. */
static loyd_err
goal_of_name(const char *name, size_t len, const loyd_board *start,
             loyd_board *goal, bool *has_goal, loyd_why *why)
{
    loyd_layout layout;
    loyd_why part = {""};
    loyd_err err = loyd_layout_parse(name, len, start->width, start->height,
                                     &layout, &part);

    if (err != LOYD_OK)
        return bad_field(FIELD_LAYOUT, err, &part, why);
    *has_goal = layout.path != LOYD_PATH_RANDOM;
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
        err = goal_of_name(name, strlen(name), start, goal, &has_goal, why);
    return err == LOYD_OK && !has_goal
               ? why_set(why, LOYD_E_SYNTAX,
                         "no goal, and its layout has none of its own")
               : err;
}

/* The size that the row says, or that of the goal it goes with. */
static loyd_err
read_size(const struct row_text *text, const struct row_defaults *defaults,
          loyd_board *size, loyd_why *why)
{
    loyd_why part = {""};
    loyd_err err;

    memset(size, 0, sizeof(*size));
    if (text->text[FIELD_SIZE] != NULL) {
        err = loyd_size_parse(text->text[FIELD_SIZE], text->len[FIELD_SIZE],
                              &size->width, &size->height, &part);
        return err == LOYD_OK ? LOYD_OK : bad_field(FIELD_SIZE, err, &part, why);
    }
    if (text->has_goal) {
        *size = text->goal;
    } else if (text->text[FIELD_GOAL] != NULL) {
        if (loyd_board_parse(text->text[FIELD_GOAL], text->len[FIELD_GOAL], 0, 0,
                             size, NULL) != LOYD_OK)
            memset(size, 0, sizeof(*size)); /* the start may say it */
    } else if (text->text[FIELD_LAYOUT] == NULL && defaults->has_goal) {
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
    if (!text->has_start && text->text[FIELD_BOARD] == NULL)
        return why_set(why, LOYD_E_SYNTAX, "no board, and one was expected");
    if (!text->has_start)
        return read_board(text, FIELD_BOARD, size, start, why);
    *start = text->start;
    if (size.width != 0 &&
        (size.width != start->width || size.height != start->height))
        return why_set(why, LOYD_E_SHAPE, "board of %ux%u, expected %ux%u",
                       start->width, start->height, size.width, size.height);
    return loyd_board_check(start, why);
}

static loyd_err
read_goal(const struct row_text *text, const struct row_defaults *defaults,
          loyd_puzzle *out, loyd_why *why)
{
    loyd_board named;
    bool has_name = text->text[FIELD_LAYOUT] != NULL;
    bool has_goal = text->has_goal || text->text[FIELD_GOAL] != NULL;
    loyd_err err = LOYD_OK;

    if (text->has_goal) {
        out->goal = text->goal;
        err = loyd_board_check(&out->goal, why);
    } else if (has_goal) {
        err = read_board(text, FIELD_GOAL, out->start, &out->goal, why);
    }
    if (err == LOYD_OK && has_name)
        err = goal_of_name(text->text[FIELD_LAYOUT], text->len[FIELD_LAYOUT],
                           &out->start, &named, &has_name, why);
    if (err != LOYD_OK)
        return err;
    if (has_goal && has_name && !loyd_board_equal(&named, &out->goal))
        return why_set(why, LOYD_E_CORRUPT, "its goal is not its layout's");
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
    loyd_id first, last;
    char name[LOYD_ID_CHARS + 1];
    loyd_why part = {""};
    loyd_err err;

    loyd_puzzle_id(&out->puzzle, &out->id);
    out->has_id = text->text[FIELD_ID] != NULL;
    if (!out->has_id)
        return LOYD_OK;
    err = loyd_id_parse(text->text[FIELD_ID], text->len[FIELD_ID], &first, &last,
                        &part);
    if (err != LOYD_OK)
        return bad_field(FIELD_ID, err, &part, why);
    if (text->len[FIELD_ID] == LOYD_ID_CHARS &&
        memcmp(first.byte, out->id.byte, LOYD_ID_BYTES) == 0)
        return LOYD_OK;
    loyd_id_print(&out->id, name);
    return why_set(why, LOYD_E_CORRUPT, "its boards have another id, %s",
                   name);
}

/* A status only says what the other fields may: it is checked, not kept. */
static loyd_err
check_status(const struct row_text *text, const struct puzzle_row *out,
             loyd_why *why)
{
    static const char *const words[] = {"unrated", "bounded", "claimed",
                                        "proven"};
    const char *status = text->text[FIELD_STATUS];
    size_t len = text->len[FIELD_STATUS];
    char quote[WHY_QUOTE_BYTES];

    if (status == NULL)
        return LOYD_OK;
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        if (strlen(words[i]) != len || memcmp(words[i], status, len) != 0)
            continue;
        if ((i == 3) != (text->text[FIELD_STM] != NULL) ||
            (i == 1 && out->upper == 0))
            return why_set(why, LOYD_E_CORRUPT,
                           "its status is %s, and its length is %s", words[i],
                           text->text[FIELD_STM] != NULL ? "there" : "not");
        return LOYD_OK;
    }
    return why_set(why, LOYD_E_SYNTAX, "status: no such one, '%s'",
                   why_quote(status, len, quote));
}

static loyd_err
read_lengths(const struct row_text *text, struct puzzle_row *out,
             loyd_why *why)
{
    uint64_t lower, upper, stm, claimed;
    bool parity, wanted;
    loyd_err err;

    if ((err = read_number(text, FIELD_LOWER, 1, PATH_MOVES_MAX, &lower, why)) ||
        (err = read_number(text, FIELD_UPPER, 1, PATH_MOVES_MAX, &upper, why)) ||
        (err = read_number(text, FIELD_STM, 1, PATH_MOVES_MAX, &stm, why)) ||
        (err = read_number(text, FIELD_CLAIMED, 1, PATH_MOVES_MAX, &claimed,
                           why)) ||
        (err =
             read_number(text, FIELD_NUMBER, 1, UINT32_MAX, &out->number, why)))
        return err;
    if (lower > upper ||
        (stm != 0 && upper != 0 && (lower != stm || upper != stm)))
        return why_set(why, LOYD_E_CORRUPT,
                       "its lengths contradict each "
                       "other");
    out->stm = (uint16_t)stm;
    out->lower = (uint16_t)lower;
    out->upper = (uint16_t)upper;
    out->claimed = (uint16_t)(stm != 0 ? stm : claimed);
    if (out->claimed == 0)
        return LOYD_OK;
    /* With each move the blank goes one step. */
    wanted = false;
    for (unsigned b = 0; b < 2; b++) {
        const loyd_board *board = b ? &out->puzzle.goal : &out->puzzle.start;
        unsigned blank = loyd_board_blank(board);

        wanted ^= (blank % board->width + blank / board->width) % 2 != 0;
    }
    parity = out->claimed % 2 != 0;
    return parity == wanted
               ? LOYD_OK
               : why_set(why, LOYD_E_CORRUPT,
                         "its length %u has the wrong parity", out->claimed);
}

static loyd_err
read_path(const struct row_text *text, struct puzzle_row *out, loyd_why *why)
{
    unsigned length = out->claimed != 0 ? out->claimed : out->upper;
    loyd_why part = {""};
    loyd_err err;

    out->has_path = text->text[FIELD_PATH] != NULL;
    if (!out->has_path)
        return LOYD_OK;
    err = loyd_moves_parse(text->text[FIELD_PATH], text->len[FIELD_PATH],
                           &out->path, &part);
    if (err == LOYD_OK)
        err = loyd_moves_replay(&out->puzzle.start, &out->puzzle.goal,
                                &out->path, NULL, &part);
    if (err == LOYD_OK && out->path.n > PATH_MOVES_MAX)
        err = why_set(&part, LOYD_E_RANGE,
                      "%zu moves, and up to %d were "
                      "expected",
                      out->path.n, PATH_MOVES_MAX);
    if (err != LOYD_OK)
        return err == LOYD_E_NOMEM ? err
                                   : bad_field(FIELD_PATH, err, &part, why);
    if (length != 0 && out->path.n != length)
        return why_set(why, LOYD_E_CORRUPT,
                       "its path has %zu moves, and its length is %u",
                       out->path.n, length);
    return LOYD_OK;
}

static loyd_err
read_recipe(const struct row_text *text, struct puzzle_row *out, loyd_why *why)
{
    loyd_why part = {""};
    loyd_err err;

    out->has_recipe = text->text[FIELD_RECIPE] != NULL;
    if (!out->has_recipe)
        return LOYD_OK;
    err = loyd_recipe_parse(text->text[FIELD_RECIPE], text->len[FIELD_RECIPE],
                            &out->recipe, &part);
    return err == LOYD_OK ? LOYD_OK : bad_field(FIELD_RECIPE, err, &part, why);
}

loyd_err
row_read(const struct row_text *text, const struct row_defaults *defaults,
         struct puzzle_row *out, loyd_why *why)
{
    loyd_err err = read_start(text, defaults, &out->puzzle.start, why);

    if (err == LOYD_OK)
        err = read_goal(text, defaults, &out->puzzle, why);
    if (err == LOYD_OK)
        err = loyd_puzzle_check(&out->puzzle, why);
    if (err == LOYD_OK &&
        loyd_board_equal(&out->puzzle.start, &out->puzzle.goal))
        err = why_set(why, LOYD_E_RANGE,
                      "the start equals the goal: nothing is left to solve");
    if (err != LOYD_OK || (err = read_id(text, out, why)) ||
        (err = read_lengths(text, out, why)) ||
        (err = check_status(text, out, why)) ||
        (err = read_path(text, out, why)))
        return err;
    return read_recipe(text, out, why);
}

void
row_free(struct puzzle_row *out)
{
    loyd_moves_free(&out->path);
}
