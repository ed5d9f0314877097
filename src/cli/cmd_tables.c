/* SPDX-License-Identifier: MIT */
/* `loyd tables`: the solver's tables, by a table of subcommands. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/command.h"
#include "cli/json.h"
#include "cli/message.h"
#include "cli/out.h"
#include "cli/solving.h"

option_table tables_options = {&option_size, &option_json, NULL};

static const char *const size_names[] = {
    [LOYD_TABLES_AUTO] = "auto",
    [LOYD_TABLES_SMALL] = "small",
    [LOYD_TABLES_LARGE] = "large",
};

static void
print_bytes(uint64_t bytes)
{
    static const char *const units[] = {"B ", "KB", "MB", "GB", "TB"};
    double amount = (double)bytes;
    size_t unit = 0;

    while (amount >= 1000 && unit + 1 < sizeof(units) / sizeof(units[0])) {
        amount /= 1000;
        unit++;
    }
    printf(unit > 0 && amount < 10 ? "%6.1f %s" : "%6.0f %s", amount,
           units[unit]);
}

static bool
print_table(void *context, const loyd_table_info *info)
{
    const struct run *run = context;
    struct json json;

    if (run->args.json) {
        json_begin(&json);
        json_size(&json, info->width, info->height);
        json_number(&json, "blank", info->blank);
        json_text(&json, "tables", size_names[info->size]);
        json_text(&json, "groups", info->groups);
        json_number(&json, "bytes", info->bytes);
        json_bool(&json, "cached", info->cached);
        json_end(&json);
        return !out_is_broken();
    }
    printf("%2ux%-2u  blank %u.%u  %-5s  ", info->width, info->height,
           info->width > 0 ? info->blank / info->width : 0,
           info->width > 0 ? info->blank % info->width : 0,
           size_names[info->size]);
    print_bytes(info->bytes);
    printf("  %s%s\n", info->groups, info->cached ? "  cached" : "");
    return !out_is_broken();
}

static int
list(struct run *run)
{
    char cache[CACHE_BYTES];
    loyd_why why = {""};
    loyd_err err;

    err = loyd_tables_list(cache_folder(cache), run->args.size.width,
                           run->args.size.height, print_table, run, &why);
    return err == LOYD_OK ? EXIT_DONE : complain("tables", err, &why);
}

static const struct {
    const char *name;
    int (*run)(struct run *run);
} actions[] = {
    {"list", list},
};

int
cmd_tables(struct run *run)
{
    const char *name = run->n_operands > 0 ? run->operands[0] : "list";
    char shown[QUOTED_BYTES];

    for (size_t i = 0; i < sizeof(actions) / sizeof(actions[0]); i++)
        if (strcmp(actions[i].name, name) == 0)
            return actions[i].run(run);
    message("tables", "'%s', and list was expected", quoted(name, shown));
    return EXIT_COMMAND;
}
