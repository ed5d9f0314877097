/* SPDX-License-Identifier: MIT */
/* `loyd daily`: the puzzle of a day, drawn. Today is UTC. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "cli/command.h"
#include "cli/draw.h"
#include "cli/entry.h"
#include "cli/json.h"
#include "cli/message.h"
#include "cli/solving.h"

#define DAY_SECONDS 86400

static const struct option_row option_future = {
    .name = "future",
    .read = read_switch,
    .at = OPTION_AT(future),
    .help = "show a day that is still to come",
};

option_table daily_options = {&option_future, &option_json, NULL};

/* The date meant, which is not after today unless --future says so. */
static int
date_wanted(const struct run *run, loyd_date *date)
{
    int32_t days = (int32_t)(time(NULL) / DAY_SECONDS);
    char text[LOYD_DATE_TEXT], day[LOYD_DATE_TEXT];
    loyd_date today;
    loyd_why why = {""};
    loyd_err err;

    if ((err = loyd_date_of_days(days, &today)) != LOYD_OK)
        return complain("daily", err, NULL);
    *date = today;
    if (run->n_operands > 0) {
        err = loyd_date_parse(run->operands[0], strlen(run->operands[0]), date,
                              &why);
        if (err != LOYD_OK)
            return complain_option("daily", err, &why);
    }
    if (loyd_date_days(date) <= days || run->args.future)
        return EXIT_DONE;
    loyd_date_print(date, day);
    loyd_date_print(&today, text);
    message("daily",
            "%s is still to come (it is %s, UTC), and --future was "
            "expected",
            day, text);
    return EXIT_COMMAND;
}

static int
print_json(const loyd_day *day, const char *date, const char *recipe,
           const loyd_puzzle *puzzle, const loyd_solution *solution)
{
    loyd_entry entry;
    int code;

    if (entry_make(puzzle, recipe, solution, &entry) != LOYD_OK)
        return complain("daily", LOYD_E_NOMEM, NULL);
    code = json_entry(&entry, date, day->day_no);
    entry_clear(&entry);
    return code;
}

static void
print_drawn(const struct run *run, const loyd_day *day, const char *date,
            const char *recipe, const loyd_puzzle *puzzle,
            const loyd_solution *solution)
{
    static const char *const weekdays[] = {"Monday",   "Tuesday", "Wednesday",
                                           "Thursday", "Friday",  "Saturday",
                                           "Sunday"};
    char id[LOYD_ID_CHARS + 1];
    loyd_id puzzle_id;

    loyd_puzzle_id(puzzle, &puzzle_id);
    loyd_id_print(&puzzle_id, id);
    printf("%s%s %s%s, day %" PRIu32 ": %s\n\n",
           paint(&run->screen, PAINT_BOLD),
           weekdays[loyd_date_weekday(&day->date)], date,
           paint(&run->screen, PAINT_OFF), day->day_no, day->title);
    draw_puzzle(&run->screen, puzzle);
    printf("\n  id       %s\n  recipe   %s\n  optimum  %u STM\n", id, recipe,
           solution->upper);
}

int
cmd_daily(struct run *run)
{
    char text[LOYD_DATE_TEXT], recipe[LOYD_RECIPE_TEXT];
    loyd_solution solution;
    loyd_puzzle puzzle;
    loyd_date date;
    loyd_day day;
    loyd_why why = {""};
    loyd_err err;
    bool is_solved;
    int code;

    if ((code = date_wanted(run, &date)) != EXIT_DONE)
        return code;
    if ((err = loyd_daily_day(&date, &day, &why)) != LOYD_OK)
        return complain("daily", err, &why);
    code = solving_draw(run, "daily", &day.recipe, &puzzle, &solution,
                        &is_solved);
    if (code != EXIT_DONE)
        return code;
    loyd_date_print(&date, text);
    loyd_recipe_print(&day.recipe, recipe);
    if (run->args.json)
        code = print_json(&day, text, recipe, &puzzle, &solution);
    else
        print_drawn(run, &day, text, recipe, &puzzle, &solution);
    loyd_moves_free(&solution.path);
    return code;
}
