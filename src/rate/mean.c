/* SPDX-License-Identifier: MIT */
/* Owns the mean optimum of a class, from its distribution. */
#include <math.h>

#include "loyd/audit.h"
#include "loyd/distribution.h"

loyd_err
loyd_mean_of(const loyd_board *goal, loyd_mean *mean)
{
    const loyd_distribution *d;
    double n, sum = 0, squares = 0;
    loyd_err err = loyd_board_check(goal, NULL);

    if (err != LOYD_OK)
        return err;
    if ((d = loyd_distribution_of(goal)) == NULL)
        return LOYD_E_NOT_FOUND;
    n = (double)d->total;
    for (unsigned stm = 1; stm <= d->radius; stm++)
        sum += (double)d->count[stm] * stm;
    for (unsigned stm = 1; stm <= d->radius; stm++) {
        double off = stm - sum / n;

        squares += (double)d->count[stm] * off * off;
    }
    *mean = (loyd_mean){sum / n, sqrt(squares / n), d->sample};
    return LOYD_OK;
}
