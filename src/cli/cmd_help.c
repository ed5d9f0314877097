/* SPDX-License-Identifier: MIT */
/* `loyd help` and `loyd version`, generated from the table of commands. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/help.h"
#include "cli/rows.h"

#define COLUMNS 79      /* of files and pipes */
#define COLUMNS_MOST 99 /* longer lines are hard to read */
#define OPTION_COLUMN 24

/* --- text --- */

/*
 * Prints text wrapped at the width of the screen; `column` is that of the
 * cursor, `indent` that of every further line. Newlines in the text are kept.
 */
static void
print_wrapped(const struct terminal *screen, const char *text, size_t column,
              size_t indent)
{
    size_t columns = COLUMNS;
    bool is_first = true;

    if (screen->is_terminal) /* some wrap at the last column: it stays free */
        columns =
            screen->width <= COLUMNS_MOST ? screen->width - 1 : COLUMNS_MOST;
    while (*text != '\0') {
        size_t len = strcspn(text, " \n");

        if (!is_first && column + 1 + len > columns) {
            printf("\n%*s", (int)indent, "");
            column = indent;
            is_first = true;
        }
        if (!is_first) {
            putchar(' ');
            column++;
        }
        printf("%.*s", (int)len, text);
        column += len;
        is_first = false;
        text += len;
        if (*text == '\n') {
            putchar('\n');
            if (text[1] != '\n')
                printf("%*s", (int)indent, "");
            column = indent;
            is_first = true;
        }
        if (*text != '\0')
            text++;
    }
    putchar('\n');
}

static void
print_option(const struct terminal *screen, const struct option_row *row)
{
    char left[64], value[48] = "", letter[8] = "";
    struct text words = text_in(value, sizeof(value));
    size_t column;

    if (row->words != NULL)
        words_put(&words, row->words, "|", "|");
    else if (row->value != NULL)
        snprintf(value, sizeof(value), "%s", row->value);
    if (row->letter != 0)
        snprintf(letter, sizeof(letter), "-%c, ", row->letter);
    snprintf(left, sizeof(left), "  %4s--%s%s%s", letter, row->name,
             value[0] != '\0' ? " " : "", value);
    fputs(left, stdout);
    column = strlen(left);
    if (column + 2 > OPTION_COLUMN) {
        putchar('\n');
        column = 0;
    }
    printf("%*s", (int)(OPTION_COLUMN - column), "");
    print_wrapped(screen, row->help, OPTION_COLUMN, OPTION_COLUMN);
}

static void
print_heading(const struct terminal *screen, const char *text)
{
    printf("\n%s%s%s\n", paint(screen, PAINT_BOLD), text,
           paint(screen, PAINT_OFF));
}

#define GROUPED_FROM 13 /* options that one list is too long for */

/* Prints the options of a table that are in a group, or all if it is
   GROUP_COUNT_. */
static void
print_options(const struct terminal *screen,
              const struct option_row *const *table, enum option_group group)
{
    for (size_t i = 0; table[i] != NULL; i++)
        if (group == GROUP_COUNT_ || table[i]->group == group)
            print_option(screen, table[i]);
}

static size_t
count_options(const struct option_row *const *table, enum option_group group)
{
    size_t n = 0;

    for (size_t i = 0; table[i] != NULL; i++)
        n += group == GROUP_COUNT_ || table[i]->group == group;
    return n;
}

static void
print_group(const struct terminal *screen, const struct command *command,
            enum option_group group)
{
    static const char *const headings[GROUP_COUNT_] = {
        [GROUP_OTHER] = "options",
        [GROUP_BOARDS] = "options: boards",
        [GROUP_SELECTION] = "options: selection",
        [GROUP_ORDER] = "options: order and number",
        [GROUP_OUTPUT] = "options: output",
        [GROUP_SERIES] = "options: series",
        [GROUP_DAYS] = "options: days",
        [GROUP_SEARCH] = "options: search",
        [GROUP_CATALOGUE] = "options: catalogue",
        [GROUP_COMMON] = "options: common",
    };

    if (count_options(command->options, group) +
            count_options(common_options, group) ==
        0)
        return;
    print_heading(screen, headings[group]);
    print_options(screen, command->options, group);
    print_options(screen, common_options, group);
}

static int
print_one(const struct terminal *screen, const struct command *command)
{
    printf("%sloyd %s%s: %s\n\n", paint(screen, PAINT_BOLD), command->name,
           paint(screen, PAINT_OFF), command->summary);
    printf("usage: loyd %s%s%s%s%s%s\n", command->name,
           command->required != NULL ? " " : "",
           command->required != NULL ? command->required : "",
           command->options[0] != NULL ? " [OPTION]..." : "",
           command->operands[0] != '\0' ? " " : "", command->operands);
    if (command->about[0] != '\0') {
        putchar('\n');
        print_wrapped(screen, command->about, 0, 0);
    }
    if (count_options(command->options, GROUP_COUNT_) < GROUPED_FROM) {
        print_heading(screen, "options");
        print_options(screen, command->options, GROUP_COUNT_);
        print_options(screen, common_options, GROUP_COUNT_);
    } else {
        /* The first option, other than --db, is in the most used group. */
        enum option_group first = command->options[0]->group;

        if (first == GROUP_CATALOGUE)
            first = command->options[1]->group;
        print_group(screen, command, first);
        for (enum option_group group = 0; group < GROUP_COUNT_; group++)
            if (group != first)
                print_group(screen, command, group);
    }
    print_heading(screen, "examples");
    for (size_t i = 0; command->examples[i] != NULL; i++)
        printf("  %s\n", command->examples[i]);
    return EXIT_DONE;
}

static int
print_all(const struct terminal *screen)
{
    printf("%sloyd %s%s: generate, solve, rate and store sliding-tile "
           "puzzles\n\nusage: loyd COMMAND [OPTION]... [ARGUMENT]...\n",
           paint(screen, PAINT_BOLD), loyd_version(),
           paint(screen, PAINT_OFF));
    print_heading(screen, "commands");
    for (const struct command *c = commands; c->name != NULL; c++) {
        char left[40];

        snprintf(left, sizeof(left), "  %s %s", c->name, c->operands);
        if (strlen(left) + 2 > OPTION_COLUMN) /* the text on the next line */
            printf("%s\n%*s", left, OPTION_COLUMN, "");
        else
            printf("%-*s", OPTION_COLUMN, left);
        print_wrapped(screen, c->summary, OPTION_COLUMN, OPTION_COLUMN);
    }
    putchar('\n');
    print_wrapped(screen,
                  "A board is written row by row, with / between rows and 0 "
                  "for the blank, such as \"1 2 3/4 5 6/7 8 0\". Without "
                  "BOARD, or with -, boards are read from stdin, one per "
                  "line; a line may be START, a tab, GOAL.",
                  0, 0);
    putchar('\n');
    print_wrapped(screen,
                  "Exit codes: 0 success, 1 the answer is no, 2 invalid "
                  "command line, 3 invalid board or file, I/O error or "
                  "interrupted.",
                  0, 0);
    puts("\nSee 'loyd help COMMAND' for options and examples.");
    return EXIT_DONE;
}

/* --- JSON --- */

static void
put_options(struct jw *json, const struct option_row *const *table)
{
    for (; *table != NULL; table++) {
        const struct option_row *row = *table;

        jw_object(json, NULL, JW_TIGHT);
        jw_string(json, "name", row->name);
        if (row->letter != 0)
            jw_format(json, "letter", "%c", row->letter);
        if (row->value != NULL)
            jw_string(json, "value", row->value);
        if (row->words != NULL) {
            jw_array(json, "words", JW_TIGHT);
            for (size_t i = 0; row->words[i] != NULL; i++)
                jw_string(json, NULL, row->words[i]);
            jw_close(json);
        }
        jw_string(json, "help", row->help);
        jw_close(json);
    }
}

static void
put_command(struct jw *json, const struct command *command)
{
    jw_object(json, NULL, JW_TIGHT);
    jw_string(json, "name", command->name);
    jw_string(json, "operands", command->operands);
    jw_string(json, "summary", command->summary);
    jw_array(json, "options", JW_TIGHT);
    put_options(json, command->options);
    put_options(json, common_options);
    jw_close(json);
    jw_close(json);
}

/* Prints one command, or all of them if it is NULL. */
static void
print_json(const struct command *command)
{
    struct jw *json = row_begin();

    jw_string(json, "version", loyd_version());
    jw_array(json, "commands", JW_TIGHT);
    if (command != NULL)
        put_command(json, command);
    else
        for (const struct command *c = commands; c->name != NULL; c++)
            put_command(json, c);
    jw_close(json);
    row_end(json);
}

/* --- the commands --- */

int
help_print(const struct run *run, const struct command *command)
{
    struct terminal screen;

    if (run->args.json) {
        print_json(command);
        return EXIT_DONE;
    }
    terminal_look(&screen, STDOUT_FILENO);
    return command != NULL ? print_one(&screen, command) : print_all(&screen);
}

int
version_print(const struct run *run)
{
    struct jw *json;

    if (run->args.json) {
        json = row_begin();
        jw_string(json, "version", loyd_version());
        row_end(json);
    } else {
        printf("loyd %s\n", loyd_version());
    }
    return EXIT_DONE;
}

static struct {
    unsigned completion; /* index in completion_shells + 1, 0: none */
} opt;

static const struct option_row option_completion = {
    "completion", 0, "SHELL", "print a completion script for this shell",
    OWN_WORD(completion, 1, completion_shells)};

option_table help_options = {&option_completion, &option_json, NULL};

const char *const help_rules[] = {"--completion excludes --json", NULL};

int
cmd_help(struct run *run)
{
    const struct command *command = NULL;

    if (opt.completion > 0) {
        completion_print(opt.completion - 1);
        return EXIT_DONE;
    }
    if (run->n_operands > 0) {
        command = command_find(run->operands[0]);
        if (command == NULL)
            return command_unknown(run->operands[0]);
    }
    return help_print(run, command);
}

option_table version_options = {&option_json, NULL};

int
cmd_version(struct run *run)
{
    return version_print(run);
}
