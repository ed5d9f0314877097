/* SPDX-License-Identifier: MIT */
/* `loyd tables`: lists, builds, verifies and removes the solver's tables. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/command.h"
#include "cli/json.h"
#include "cli/solving.h"
#include "core/board.h"
#include "core/moves.h"

static struct {
    const char *blank;
} opt;

static const struct option_row option_table[] = {
    {"size", "SIZE", "only this size: WIDTHxHEIGHT, or one side of a square",
     SHARED(size)},
    {"goal-blank", "ROW.COLUMN",
     "only the class of goals with the blank in this cell, such as 0.0",
     OWN(blank)},
    OPTION_THREADS, OPTIONS_OF_ROWS};

static const char *const size_names[] = {
    [LOYD_TABLES_AUTO] = "auto",
    [LOYD_TABLES_SMALL] = "small",
    [LOYD_TABLES_LARGE] = "large",
};

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
print_table(const loyd_table_info *info)
{
    int code = info->err == LOYD_OK ? EXIT_DONE : EXIT_BAD;
    struct jw *row;

    if (code != EXIT_DONE)
        report(info->path[0] != '\0' ? info->path : "tables", info->err,
               &info->why);
    row = row_begin();
    json_size(row, info->width, info->height);
    if (row_is_text(row)) /* as --goal-blank and layouts have it */
        jw_format(row, "blank", "%u.%u", info->blank / info->width,
                  info->blank % info->width);
    else
        jw_uint(row, "blank", info->blank);
    jw_string(row, "metric", metric_name(info->metric));
    jw_string(row, "tables", size_names[info->size]);
    jw_uint(row, "bytes", info->bytes);
    jw_boolean(row, "cached", info->is_cached);
    jw_string(row, "status", status_word(info));
    if (info->err != LOYD_OK)
        jw_string(row, "error", problem_latest()->text);
    problem_latest()->is_new = false;
    row_end(row);
    return code;
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
        *blank = (int)board_blank(&layout.goal);
    return report_option("--goal-blank", err, &why);
}

static int cmd_tables(struct run *run);

#define LIST                                                                  \
    cmd_tables, NEEDS_NOTHING,                                                \
        "size,blank,metric,tables,bytes,cached,status,error",                 \
        "size,blank,metric,tables,bytes,cached,status"

/* In the order of loyd_table_action. */
static const struct action actions[] = {
    {"list", LIST}, {"build", LIST}, {"verify", LIST}, {"remove", LIST},
    {.name = NULL},
};

static int
cmd_tables(struct run *run)
{
    const char *word = run->action->name;
    loyd_table_action action = (loyd_table_action)(run->action - actions);
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
    char count[COUNTED_BYTES];
    uint64_t n = 0, files = 0, bytes = 0;
    int blank = -1, code = EXIT_DONE;
    loyd_err err;

    if (opt.blank != NULL)
        code = read_blank(&run->args.size, &blank);
    if (code != EXIT_DONE)
        return code;
    err = loyd_tables_open(action, &options, run->args.size.width,
                           run->args.size.height, blank, &cursor, &why);
    while (err == LOYD_OK && !out_is_broken()) {
        err = loyd_cursor_next(cursor, &row, &why);
        if (err != LOYD_OK || row == NULL)
            break;
        code = exit_higher(code, print_table(row->table_info));
        n++;
        files += row->table_info->is_cached;
        bytes += row->table_info->is_cached ? row->table_info->bytes : 0;
    }
    loyd_cursor_close(&cursor);
    progress_clear();
    if (err == LOYD_OK && n == 0)
        note_none(word, run->args.size);
    if (err == LOYD_OK && action == LOYD_TABLE_LIST &&
        run->args.size.width == 0 && !rows_are_printed(run) &&
        options.cache_dir != NULL) {
        rows_flush();
        printf("cached: %s, %" PRIu64 " MB\n",
               counted(files, "file", count), bytes / 1000000);
    }
    return err == LOYD_OK ? code : report("tables", err, &why);
}

const struct command command_tables = {
    "tables", "[ACTION]",
    "list, build, verify or remove the tables of the solver",
    "list (default): prints one line per class of boards: the size and the "
    "blank of the goal (row.column), the kind of the tables, their memory, "
    "and whether a file has them; without --size, their sum.\n"
    "\n"
    "build: builds the tables that are kept in files, before they are "
    "needed: large tables, and with --size those of more than 16 cells. On a "
    "terminal, prints their size and the expected time first. Without this "
    "command, large tables are built when the work justifies them, and small "
    "ones when a board first needs them. The files are in "
    "$XDG_CACHE_HOME/loyd or ~/.cache/loyd.\n"
    "\n"
    "verify: reads every byte of the files.\n"
    "\n"
    "remove: deletes the files. Nothing else does.",
    actions, option_table, 0, 1,
    .examples =
        "loyd tables\n"
        "loyd tables list --size 4x4 --json\n"
        "loyd tables build --size 4x4\n"
        "loyd tables build --size 5x5 --goal-blank 0.0\n",
    .rules =
        "--goal-blank needs --size\n"};
