/* SPDX-License-Identifier: MIT */
/* Parses and checks what a row states about its length in each metric. */
#include "base/why.h"
#include "core/board.h"
#include "core/moves.h"
#include "pack/check_row.h"
#include "rate/laws.h"

/* The name of a field in a metric. */
static const char *
name_of(loyd_metric metric, enum known_field of)
{
    return field_info[known_field[metric][of]].name;
}

static loyd_err
read_ends(const struct row_text *text, loyd_metric metric, loyd_known *out,
          loyd_why *why)
{
    static const enum known_field each[] = {KNOWN_LOWER, KNOWN_UPPER,
                                            KNOWN_OPTIMUM};
    uint64_t found[3], lower, upper, proven;

    for (unsigned i = 0; i < 3; i++) {
        loyd_err err = row_number(text, known_field[metric][each[i]],
                                  PATH_MAX_MOVES, &found[i], why);

        if (err != LOYD_OK)
            return err;
    }
    lower = found[0];
    upper = found[1];
    proven = found[2];
    if (lower > upper ||
        (proven != 0 && upper != 0 && (lower != proven || upper != proven)))
        return why_set(
            why, LOYD_E_CORRUPT, "%s, %s and %s contradict each other",
            name_of(metric, KNOWN_LOWER), name_of(metric, KNOWN_UPPER),
            name_of(metric, KNOWN_OPTIMUM));
    out->rating.metric = metric;
    out->rating.lower = (uint16_t)(proven != 0 ? proven : lower);
    out->rating.upper = (uint16_t)(proven != 0 ? proven : upper);
    out->status = proven != 0  ? LOYD_STATUS_PROVEN
                  : upper != 0 ? LOYD_STATUS_BOUNDED
                               : LOYD_STATUS_UNRATED;
    return LOYD_OK;
}

/* The status follows from the other fields, so it is only checked. */
static loyd_err
check_status(const struct row_text *text, loyd_metric metric,
             const loyd_known *out, loyd_why *why)
{
    struct slice value = text->field[known_field[metric][KNOWN_STATUS]];
    const char *word = name_of(metric, KNOWN_STATUS);
    bool is_proven = known_proven(out) != 0;
    unsigned status = 0;
    char quote[WHY_QUOTE_BYTES];

    if (value.at == NULL)
        return LOYD_OK;
    while (status < LOYD_STATUS_COUNT_ &&
           !slice_is(value, loyd_status_name((loyd_status)status)))
        status++;
    if (status == LOYD_STATUS_COUNT_)
        return why_set(why, LOYD_E_SYNTAX, "%s: unknown status '%s'", word,
                       why_quote(value.at, value.len, quote));
    if ((status == LOYD_STATUS_PROVEN) != is_proven)
        return why_set(why, LOYD_E_CORRUPT, "%s is %s, but %s is %s", word,
                       loyd_status_name((loyd_status)status),
                       name_of(metric, KNOWN_OPTIMUM),
                       is_proven ? "given" : "missing");
    return status == LOYD_STATUS_BOUNDED && out->rating.upper == 0
               ? why_set(why, LOYD_E_CORRUPT,
                         "%s is bounded, but %s is missing", word,
                         name_of(metric, KNOWN_UPPER))
               : LOYD_OK;
}

static loyd_err
read_path(const struct row_text *text, loyd_metric metric,
          const loyd_puzzle *puzzle, loyd_known *out, loyd_why *why)
{
    enum field field = known_field[metric][KNOWN_PATH];
    struct slice value = text->field[field];
    loyd_moves *path = &out->path;
    size_t length = out->rating.upper;
    size_t found;
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
    if (err != LOYD_OK)
        return err == LOYD_E_NOMEM ? err : row_of_field(field, err, why);
    found = loyd_moves_length(path, metric);
    if (length == 0 || found == length)
        return LOYD_OK;
    return metric == LOYD_MTM
               ? why_set(why, LOYD_E_CORRUPT,
                         "mtm_path has %zu slides: expected %zu", found,
                         length)
               : why_set(why, LOYD_E_CORRUPT,
                         "path length is %zu: expected %zu", found, length);
}

/* An estimate is the length of a solution that was found. */
static loyd_err
check_estimate(const struct record *out, unsigned steps, loyd_why *why)
{
    if (out->estimate == 0)
        return LOYD_OK;
    if (board_cells(&out->puzzle.goal) <= LOYD_EXACT_CELLS)
        return why_set(why, LOYD_E_CORRUPT,
                       "estimate of a board of at most %d cells",
                       LOYD_EXACT_CELLS);
    return out->estimate % 2 == steps % 2
               ? LOYD_OK
               : why_set(why, LOYD_E_CORRUPT,
                         "estimate %u has the wrong parity", out->estimate);
}

/* Checks what holds only in STM: each move takes the blank one cell, which
 * fixes the parity of every length. */
static loyd_err
check_stm(const struct row_text *text, struct record *out, loyd_why *why)
{
    const loyd_board *start = &out->puzzle.start, *goal = &out->puzzle.goal;
    unsigned steps = cell_taxicab(loyd_board_blank(start),
                                  loyd_board_blank(goal), goal->width);
    unsigned length = known_proven(&out->known[LOYD_STM]);
    uint64_t estimate;
    loyd_err err =
        row_number(text, FIELD_ESTIMATE, PATH_MAX_MOVES, &estimate, why);

    if (err != LOYD_OK)
        return err;
    out->estimate = (uint16_t)estimate;
    if (length != 0 && length % 2 != steps % 2)
        return why_set(why, LOYD_E_CORRUPT, "length %u has the wrong parity",
                       length);
    return check_estimate(out, steps, why);
}

/* Checks that the stated lengths can be those of the puzzle. */
static loyd_err
check_laws(const struct record *out, loyd_why *why)
{
    struct stated of[LOYD_METRICS];
    struct plain_board board;
    const char *fault;

    for (unsigned m = 0; m < LOYD_METRICS; m++) {
        const loyd_known *known = &out->known[m];

        of[m] = (struct stated){known->rating.lower, known->rating.upper,
                                known->path.n,
                                loyd_moves_length(&known->path, LOYD_MTM)};
    }
    plain_board_of(&out->puzzle, &board);
    fault = laws_check(&board, &of[LOYD_STM], &of[LOYD_MTM], out->estimate);
    return fault == NULL ? LOYD_OK : why_set(why, LOYD_E_CORRUPT, "%s", fault);
}

/* Results of `solve` that are not stored. */
static loyd_err
check_solved(const struct row_text *text, loyd_why *why)
{
    static const struct {
        enum field field;
        const char *what;
    } refused[] = {
        {FIELD_ANY_PATH, "a path that is not the canonical one is not stored"},
        {FIELD_STOPPED, "a result that depends on the time that it was given "
                        "is not stored"},
    };

    for (size_t i = 0; i < sizeof(refused) / sizeof(refused[0]); i++) {
        enum field field = refused[i].field;
        bool is_set;
        loyd_err err = row_truth(text, field, &is_set, why);

        if (err != LOYD_OK)
            return err;
        if (is_set)
            return why_set(why, LOYD_E_RANGE, "%s: %s", field_info[field].name,
                           refused[i].what);
    }
    return LOYD_OK;
}

loyd_err
row_read_lengths(const struct row_text *text, struct record *out,
                 loyd_why *why)
{
    loyd_err err = check_solved(text, why);

    for (loyd_metric m = 0; err == LOYD_OK && m < LOYD_METRICS; m++) {
        loyd_known *known = &out->known[m];

        err = read_ends(text, m, known, why);
        if (err == LOYD_OK && m == LOYD_STM)
            err = check_stm(text, out, why);
        if (err == LOYD_OK)
            err = check_status(text, m, known, why);
        if (err == LOYD_OK)
            err = read_path(text, m, &out->puzzle, known, why);
    }
    return err == LOYD_OK ? check_laws(out, why) : err;
}
