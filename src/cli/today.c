/* SPDX-License-Identifier: MIT */
/* Owns the clock. */
#include "cli/today.h"

#include <string.h>
#include <time.h>

#include "cli/message.h"

int
today_wanted(const struct run *run, loyd_date *today)
{
    loyd_why why = {""};
    loyd_err err;

    if (run->args.today != NULL) {
        err = loyd_date_parse(run->args.today, strlen(run->args.today), today,
                              &why);
        return err == LOYD_OK ? EXIT_DONE
                              : complain_option(run->command->name, err, &why);
    }
    err = loyd_date_of_days((int32_t)(time(NULL) / 86400), today);
    return err == LOYD_OK ? EXIT_DONE
                          : complain(run->command->name, err, NULL);
}
