/* SPDX-License-Identifier: MIT */
/* `loyd tables`: lists, builds, verifies and removes the solver's tables. */
#include <stdio.h>
#include <string.h>

#include "cli/command.h"
#include "cli/json.h"
#include "cli/solving.h"

static struct {
    const char *blank;
} opt;

static const struct option_row option_goal_blank = {
    "goal-blank",
    0,
    "ROW.COLUMN",
    "only the class of goals with the blank in this cell, such as 0.0",
    OWN(blank),
    .group = GROUP_BOARDS};

option_table tables_options = {
    &option_size, &option_goal_blank, &option_threads, OPTIONS_OF_ROWS, NULL,
};

static const char *const size_names[] = {
    [LOYD_TABLES_AUTO] = "auto",
    [LOYD_TABLES_SMALL] = "small",
    [LOYD_TABLES_LARGE] = "large",
};

const char *const tables_rules[] = {"--goal-blank needs --size", NULL};

/* Prints a number of bytes in a column of this width, or 0. */
static void
print_bytes(uint64_t bytes, int width)
{
    static const char *const units[] = {"B", "KB", "MB", "GB", "TB"};
    double amount = (double)bytes;
    size_t unit = 0;

    while (amount >= 1000 && unit + 1 < sizeof(units) / sizeof(units[0])) {
        amount /= 1000;
        unit++;
    }
    printf("%*.*f %-*s", width, unit > 0 && amount < 10 ? 1 : 0, amount,
           width > 0 ? 2 : 0, units[unit]);
}

/* A file that cannot be read or written is not known to be bad. */
static const char *
status_word(const loyd_table_info *info)
{
    if (info->err == LOYD_OK)
        return "good";
    return info->err == LOYD_E_CORRUPT || info->err == LOYD_E_FOREIGN ? "bad"
                                                                     : "error";
}

static int
print_table(const struct run *run, const loyd_table_info *info)
{
    unsigned row = info->blank / info->width;
    unsigned column = info->blank % info->width;
    int code = info->err == LOYD_OK ? EXIT_DONE : EXIT_BAD;
    struct jw *json;

    if (code != EXIT_DONE)
        report(info->path[0] != '\0' ? info->path : "tables", info->err,
               &info->why);
    if (rows_are_printed(run)) {
        json = row_begin();
        json_size(json, info->width, info->height);
        jw_uint(json, "blank", info->blank);
        jw_string(json, "metric", loyd_metric_name(info->metric));
        jw_string(json, "tables", size_names[info->size]);
        jw_string(json, "groups", info->groups);
        jw_uint(json, "bytes", info->bytes);
        jw_boolean(json, "cached", info->is_cached);
        jw_string(json, "status", status_word(info));
        if (info->err != LOYD_OK)
            jw_string(json, "error", problem_latest()->text);
        problem_latest()->is_new = false;
        row_end(json);
        return code;
    }
    /* In MTM there are only large ones. */
    printf("%2ux%-2u  blank %u.%u  %-5s  ", info->width, info->height, row,
           column, info->metric == LOYD_MTM ? "MTM" : size_names[info->size]);
    print_bytes(info->bytes, 6);
    printf("  %-19s  %s\n", info->groups,
           info->err != LOYD_OK ? status_word(info)
           : info->is_cached    ? "cached"
                                : "");
    return code;
}

/* Prints the sum of all files, and the limit. */
static int
print_sum(const loyd_solver_options *options)
{
    uint64_t files, bytes;
    loyd_why why = {""};
    loyd_err err = loyd_tables_sum(options->cache_dir, &files, &bytes, &why);

    if (err != LOYD_OK)
        return report(options->cache_dir, err, &why);
    fputs("cached: ", stdout);
    print_count(files, "file");
    fputs(", ", stdout);
    print_bytes(bytes, 0);
    fputs(" of at most ", stdout);
    print_bytes(options->cache_limit, 0);
    putchar('\n');
    return EXIT_DONE;
}

/* Says why nothing was printed. */
static void
note_none(const char *action, loyd_size size)
{
    if (size.width == 0)
        note("tables", "nothing to %s", action);
    else
        note("tables", "nothing to %s for %ux%u", action, size.width,
             size.height);
}

/* Reads --goal-blank as layouts do. */
static int
read_blank(const loyd_size *size, int *blank)
{
    char text[LOYD_LAYOUT_TEXT];
    loyd_layout layout;
    loyd_why why = {""};
    loyd_err err;

    snprintf(text, sizeof(text), "rows,blank=%s", opt.blank);
    err = loyd_layout_parse(text, strlen(text), size->width, size->height,
                            &layout, &why);
    if (err == LOYD_OK)
        *blank = (int)loyd_board_blank(&layout.goal);
    return report_option("--goal-blank", err, &why);
}

const char *const tables_actions[] = {"list", "build", "verify", "remove",
                                      NULL};
static const loyd_table_action actions[] = {
    LOYD_TABLE_LIST, LOYD_TABLE_BUILD, LOYD_TABLE_VERIFY, LOYD_TABLE_REMOVE};

const char *const tables_columns[] = {
    "size", "blank", "metric", "tables", "groups", "bytes", "cached",
    "status", "error", NULL};

int
cmd_tables(struct run *run)
{
    loyd_table_action action = actions[run->action];
    char cache[CACHE_BYTES];
    const loyd_listener listener = {.progress = progress_show,
                                    .notice = notice_show};
    loyd_solver_options options = {
        .threads = threads_wanted(run),
        .cache_dir = cache_folder(cache),
        .listener = &listener,
    };
    loyd_cursor *cursor = NULL;
    const loyd_row *row;
    loyd_why why = {""};
    uint64_t n = 0;
    int blank = -1, code = cache_limit(&options.cache_limit);
    loyd_err err;

    if (code == EXIT_DONE && opt.blank != NULL)
        code = read_blank(&run->args.size, &blank);
    if (code != EXIT_DONE)
        return code;
    err = loyd_tables_open(action, &options, run->args.size.width,
                           run->args.size.height, blank, &cursor, &why);
    while (err == LOYD_OK && !out_is_broken()) {
        err = loyd_cursor_next(cursor, &row, &why);
        if (err != LOYD_OK || row == NULL)
            break;
        code = exit_higher(code, print_table(run, row->table_info));
        n++;
    }
    loyd_cursor_close(&cursor);
    progress_clear();
    if (err == LOYD_OK && n == 0)
        note_none(tables_actions[run->action], run->args.size);
    if (err == LOYD_OK && n > 0 && action == LOYD_TABLE_LIST &&
        !rows_are_printed(run) && options.cache_dir != NULL)
        code = exit_higher(code, print_sum(&options));
    return err == LOYD_OK ? code : report("tables", err, &why);
}
