/* SPDX-License-Identifier: MIT */
/* Parses and checks what a row states in MTM. */
#include "base/number.h"
#include "base/why.h"
#include "pack/check_row.h"

/* Checks that the stated lengths can be of one puzzle: a slide moves at least
 * one tile, and at most all other tiles of the longer side. */
static loyd_err
check_laws(const struct record *out, loyd_why *why)
{
    const struct rated *known[] = {&out->stm, &out->mtm};
    loyd_rating ends[2];

    for (unsigned i = 0; i < 2; i++) {
        ends[i] = known[i]->rating;
        if (ends[i].upper == 0)
            ends[i].lower = ends[i].upper = known[i]->claimed;
    }
    return metrics_agree(&out->puzzle.goal, &ends[0], &ends[1])
               ? LOYD_OK
               : why_set(why, LOYD_E_CORRUPT,
                         "lengths in STM and MTM contradict each other");
}

static loyd_err
read_lengths(const struct row_text *text, struct record *out, loyd_why *why)
{
    struct rated *mtm = &out->mtm;
    uint64_t lower, upper, proven, claimed;
    loyd_err err;

    if ((err =
             row_number(text, FIELD_MTM_LOWER, PATH_MAX_MOVES, &lower, why)) ||
        (err =
             row_number(text, FIELD_MTM_UPPER, PATH_MAX_MOVES, &upper, why)) ||
        (err = row_number(text, FIELD_MTM, PATH_MAX_MOVES, &proven, why)) ||
        (err = row_number(text, FIELD_MTM_CLAIMED, PATH_MAX_MOVES, &claimed,
                          why)))
        return err;
    if (lower > upper ||
        (proven != 0 && upper != 0 && (lower != proven || upper != proven)))
        return why_set(why, LOYD_E_CORRUPT,
                       "mtm_lower, mtm_upper and mtm contradict each other");
    mtm->rating.metric = LOYD_MTM;
    mtm->rating.lower = (uint16_t)(proven != 0 ? proven : lower);
    mtm->rating.upper = (uint16_t)(proven != 0 ? proven : upper);
    mtm->claimed = (uint16_t)(proven != 0 ? 0 : claimed);
    mtm->status = proven != 0    ? LOYD_STATUS_PROVEN
                  : claimed != 0 ? LOYD_STATUS_CLAIMED
                  : upper != 0   ? LOYD_STATUS_BOUNDED
                                 : LOYD_STATUS_UNRATED;
    return check_laws(out, why);
}

static loyd_err
read_path(const struct row_text *text, struct record *out, loyd_why *why)
{
    struct slice given = text->field[FIELD_MTM_PATH];
    const loyd_puzzle *puzzle = &out->puzzle;
    struct rated *mtm = &out->mtm;
    unsigned length =
        mtm->rating.upper != 0 ? mtm->rating.upper : mtm->claimed;
    loyd_err err;

    mtm->path.n = 0;
    if (given.at == NULL)
        return LOYD_OK;
    err = loyd_moves_parse(given.at, given.len, &mtm->path, why);
    if (err == LOYD_OK)
        err = loyd_moves_replay(&puzzle->start, &puzzle->goal, &mtm->path,
                                NULL, why);
    if (err == LOYD_OK && mtm->path.n > PATH_MAX_MOVES)
        err = why_set(why, LOYD_E_RANGE, "%zu moves: expected at most %d",
                      mtm->path.n, PATH_MAX_MOVES);
    if (err != LOYD_OK)
        return err == LOYD_E_NOMEM ? err : why_prefix(why, err, "mtm_path: ");
    if (length != 0 && loyd_moves_length(&mtm->path, LOYD_MTM) != length)
        return why_set(why, LOYD_E_CORRUPT,
                       "mtm_path has %zu slides: expected %u",
                       loyd_moves_length(&mtm->path, LOYD_MTM), length);
    return LOYD_OK;
}

loyd_err
row_read_mtm(const struct row_text *text, struct record *out, loyd_why *why)
{
    loyd_err err = read_lengths(text, out, why);

    return err == LOYD_OK ? read_path(text, out, why) : err;
}
