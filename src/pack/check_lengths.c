/* SPDX-License-Identifier: MIT */
/* Parses and checks what a row states about its length in each metric. */
#include "base/number.h"
#include "base/why.h"
#include "core/board.h"
#include "pack/check_row.h"

/* The fields of a metric. */
struct stated {
    loyd_metric metric;
    enum field status;
    enum field lower;
    enum field upper;
    enum field proven;
    enum field claimed;
    enum field path;
};

static const struct stated in_stm = {LOYD_STM,    FIELD_STATUS, FIELD_LOWER,
                                     FIELD_UPPER, FIELD_STM,    FIELD_CLAIMED,
                                     FIELD_PATH};
static const struct stated in_mtm = {
    LOYD_MTM,  FIELD_MTM_STATUS,  FIELD_MTM_LOWER, FIELD_MTM_UPPER,
    FIELD_MTM, FIELD_MTM_CLAIMED, FIELD_MTM_PATH};

static loyd_err
read_rated(const struct row_text *text, const struct stated *fields,
           struct rated *out, loyd_why *why)
{
    const enum field each[] = {fields->lower, fields->upper, fields->proven,
                               fields->claimed};
    uint64_t found[4], lower, upper, proven, claimed;

    for (unsigned i = 0; i < 4; i++) {
        loyd_err err =
            row_number(text, each[i], PATH_MAX_MOVES, &found[i], why);

        if (err != LOYD_OK)
            return err;
    }
    lower = found[0];
    upper = found[1];
    proven = found[2];
    claimed = found[3];
    if (lower > upper ||
        (proven != 0 && upper != 0 && (lower != proven || upper != proven)))
        return why_set(why, LOYD_E_CORRUPT,
                       "%s, %s and %s contradict each other",
                       field_info[fields->lower].name,
                       field_info[fields->upper].name,
                       field_info[fields->proven].name);
    out->rating.metric = fields->metric;
    out->rating.lower = (uint16_t)(proven != 0 ? proven : lower);
    out->rating.upper = (uint16_t)(proven != 0 ? proven : upper);
    out->claimed = (uint16_t)(proven != 0 ? 0 : claimed);
    out->status = proven != 0    ? LOYD_STATUS_PROVEN
                  : claimed != 0 ? LOYD_STATUS_CLAIMED
                  : upper != 0   ? LOYD_STATUS_BOUNDED
                                 : LOYD_STATUS_UNRATED;
    return LOYD_OK;
}

/* The status follows from the other fields, so it is only checked. */
static loyd_err
check_status(const struct row_text *text, const struct stated *fields,
             const struct rated *out, loyd_why *why)
{
    struct slice given = text->field[fields->status];
    const char *word = field_info[fields->status].name;
    bool is_proven = rated_proven(out) != 0;
    unsigned status = 0;
    char quote[WHY_QUOTE_BYTES];

    if (given.at == NULL)
        return LOYD_OK;
    while (status < LOYD_STATUS_COUNT_ &&
           !slice_is(given, loyd_status_name((loyd_status)status)))
        status++;
    if (status == LOYD_STATUS_COUNT_)
        return why_set(why, LOYD_E_SYNTAX, "%s: unknown status '%s'", word,
                       why_quote(given.at, given.len, quote));
    if ((status == LOYD_STATUS_PROVEN) != is_proven)
        return why_set(why, LOYD_E_CORRUPT, "%s is %s, but %s is %s", word,
                       loyd_status_name((loyd_status)status),
                       field_info[fields->proven].name,
                       is_proven ? "given" : "missing");
    return status == LOYD_STATUS_BOUNDED && out->rating.upper == 0
               ? why_set(why, LOYD_E_CORRUPT,
                         "%s is bounded, but %s is missing",
                         word, field_info[fields->upper].name)
               : LOYD_OK;
}

static loyd_err
read_path(const struct row_text *text, const struct stated *fields,
          const loyd_puzzle *puzzle, struct rated *out, loyd_why *why)
{
    struct slice given = text->field[fields->path];
    loyd_moves *path = &out->path;
    size_t length = out->rating.upper != 0 ? out->rating.upper : out->claimed;
    size_t found;
    loyd_err err;

    path->n = 0;
    if (given.at == NULL)
        return LOYD_OK;
    err = loyd_moves_parse(given.at, given.len, path, why);
    if (err == LOYD_OK)
        err =
            loyd_moves_replay(&puzzle->start, &puzzle->goal, path, NULL, why);
    if (err == LOYD_OK && path->n > PATH_MAX_MOVES)
        err = why_set(why, LOYD_E_RANGE, "%zu moves: expected at most %d",
                      path->n, PATH_MAX_MOVES);
    if (err != LOYD_OK)
        return err == LOYD_E_NOMEM ? err
                                   : row_of_field(fields->path, err, why);
    found = loyd_moves_length(path, fields->metric);
    if (length == 0 || found == length)
        return LOYD_OK;
    return fields->metric == LOYD_MTM
               ? why_set(why, LOYD_E_CORRUPT,
                         "mtm_path has %zu slides: expected %zu", found,
                         length)
               : why_set(why, LOYD_E_CORRUPT,
                         "path length is %zu: expected %zu", found, length);
}

/* An estimate is the length of a solution that was found. */
static loyd_err
check_estimate(const struct record *out, unsigned lower, unsigned steps,
               loyd_why *why)
{
    if (out->estimate == 0)
        return LOYD_OK;
    if (board_cells(&out->puzzle.goal) <= LOYD_EXACT_CELLS)
        return why_set(why, LOYD_E_CORRUPT,
                       "estimate of a board of at most %d cells",
                       LOYD_EXACT_CELLS);
    if (out->estimate % 2 != steps % 2)
        return why_set(why, LOYD_E_CORRUPT, "estimate %u has the wrong parity",
                       out->estimate);
    return out->estimate >= lower
               ? LOYD_OK
               : why_set(why, LOYD_E_CORRUPT,
                         "estimate %u is below the lower bound",
                         out->estimate);
}

/* Checks what holds only in STM: each move takes the blank one cell, which
 * fixes the parity of every length. */
static loyd_err
check_stm(const struct row_text *text, struct record *out, loyd_why *why)
{
    const loyd_board *start = &out->puzzle.start, *goal = &out->puzzle.goal;
    const struct rated *stm = &out->stm;
    unsigned steps = cell_taxicab(loyd_board_blank(start),
                                  loyd_board_blank(goal), goal->width);
    unsigned length =
        rated_proven(stm) != 0 ? rated_proven(stm) : stm->claimed;
    uint64_t estimate;
    loyd_err err =
        row_number(text, FIELD_ESTIMATE, PATH_MAX_MOVES, &estimate, why);

    if (err != LOYD_OK)
        return err;
    out->estimate = (uint16_t)estimate;
    if (length != 0 && length % 2 != steps % 2)
        return why_set(why, LOYD_E_CORRUPT, "length %u has the wrong parity",
                       length);
    return check_estimate(out, stm->rating.lower, steps, why);
}

/* Checks that the stated lengths, claims too, can be of one puzzle. */
static loyd_err
check_laws(const struct record *out, loyd_why *why)
{
    struct rated ends[2] = {out->stm, out->mtm};

    for (unsigned i = 0; i < 2; i++)
        if (ends[i].rating.upper == 0)
            ends[i].rating.lower = ends[i].rating.upper = ends[i].claimed;
    return metrics_agree(&out->puzzle.goal, &ends[0], &ends[1])
               ? LOYD_OK
               : why_set(why, LOYD_E_CORRUPT,
                         "lengths in STM and MTM contradict each other");
}

static loyd_err
check_stopped(const struct row_text *text, loyd_why *why)
{
    struct slice given = text->field[FIELD_STOPPED];
    const char *name = field_info[FIELD_STOPPED].name;
    bool is_stopped = false;

    if (given.at != NULL && !truth_parse(given.at, given.len, &is_stopped))
        return why_set(why, LOYD_E_SYNTAX, "%s: expected 0 or 1", name);
    return is_stopped
               ? why_set(why, LOYD_E_RANGE,
                         "%s: a result that depends on the time that it was "
                         "given is not stored",
                         name)
               : LOYD_OK;
}

loyd_err
row_read_lengths(const struct row_text *text, struct record *out,
                 loyd_why *why)
{
    const loyd_puzzle *puzzle = &out->puzzle;
    loyd_err err;

    err = check_stopped(text, why);
    if (err == LOYD_OK)
        err = read_rated(text, &in_stm, &out->stm, why);
    if (err == LOYD_OK)
        err = check_stm(text, out, why);
    if (err == LOYD_OK)
        err = check_status(text, &in_stm, &out->stm, why);
    if (err == LOYD_OK)
        err = read_path(text, &in_stm, puzzle, &out->stm, why);
    if (err == LOYD_OK)
        err = read_rated(text, &in_mtm, &out->mtm, why);
    if (err == LOYD_OK)
        err = check_status(text, &in_mtm, &out->mtm, why);
    if (err == LOYD_OK)
        err = read_path(text, &in_mtm, puzzle, &out->mtm, why);
    return err == LOYD_OK ? check_laws(out, why) : err;
}
