/* SPDX-License-Identifier: MIT */
/* `loyd help` and `loyd version`, generated from the table of commands. */
#include <limits.h>
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
print_option(const struct terminal *screen, const struct option_row *row,
             bool is_short)
{
    char left[64], value[48] = "", letter[8] = "", text[ABOUT_BYTES];
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
    print_wrapped(screen, is_short ? about(row->help, text) : row->help,
                  OPTION_COLUMN, OPTION_COLUMN);
}

static void
print_heading(const struct terminal *screen, const char *text)
{
    printf("\n%s%s%s\n", paint(screen, PAINT_BOLD), text,
           paint(screen, PAINT_OFF));
}

static void
print_examples(const struct terminal *screen, const struct command *command,
               unsigned most)
{
    struct slice rest = slice_of(command->examples), line;

    print_heading(screen, "examples");
    while (most-- > 0 && slice_cut(&rest, '\n', &line))
        printf("  %.*s\n", (int)line.len, line.at);
}

#define SCREEN_OPTIONS 6 /* of the help that fits a screen */
#define SCREEN_EXAMPLES 2

static void
print_screen(const struct terminal *screen, const struct command *command)
{
    char text[512];

    snprintf(text, sizeof(text), "%.*s",
             (int)(strstr(command->about, "\n\n") != NULL
                       ? strstr(command->about, "\n\n") - command->about
                       : (long)strlen(command->about)),
             command->about);
    print_wrapped(screen, text, 0, 0);
    print_heading(screen, "options");
    for (size_t i = 0; i < SCREEN_OPTIONS && command->options[i].name != NULL;
         i++)
        print_option(screen, &command->options[i], true);
    print_examples(screen, command, SCREEN_EXAMPLES);
    printf("\nAll options and more: loyd help %s --all\n", command->name);
}

static int
print_one(const struct terminal *screen, const struct command *command,
          bool is_all)
{
    const struct option_row *row;

    printf("%sloyd %s%s: %s\n\n", paint(screen, PAINT_BOLD), command->name,
           paint(screen, PAINT_OFF), command->summary);
    printf("usage: loyd %s%s%s [OPTION]...%s%s\n\n", command->name,
           command->required != NULL ? " " : "",
           command->required != NULL ? command->required : "",
           command->operands[0] != '\0' ? " " : "", command->operands);
    if (!is_all) {
        print_screen(screen, command);
        return EXIT_DONE;
    }
    print_wrapped(screen, command->about, 0, 0);
    print_heading(screen, "options");
    for (unsigned i = 0; (row = command_option(command, i)) != NULL; i++)
        print_option(screen, row, false);
    print_examples(screen, command, UINT_MAX);
    return EXIT_DONE;
}

static int
print_all(const struct terminal *screen)
{
    printf("%sloyd %s%s: generate, solve, rate and store sliding-tile "
           "puzzles\n\nusage: loyd COMMAND [OPTION]... [ARGUMENT]...\n",
           paint(screen, PAINT_BOLD), loyd_version(),
           paint(screen, PAINT_OFF));
    print_heading(screen, "every day");
    for (size_t i = 0; commands[i] != NULL; i++) {
        if (i == COMMANDS_EVERYDAY)
            print_heading(screen, "also");
        printf("  %-10s", commands[i]->name);
        print_wrapped(screen, commands[i]->summary, 12, 12);
    }
    puts("\nA board is written row by row, with 0 for the blank: "
         "\"1 2 3/4 5 6/7 8 0\".\n\n"
         "Exit codes: 0 success, 1 the answer is no, 2 invalid command line,\n"
         "3 invalid board or file, I/O error or interrupted.\n\n"
         "See 'loyd help COMMAND' for options and examples.");
    return EXIT_DONE;
}

/* --- JSON --- */

static void
put_option(struct jw *json, const struct option_row *row)
{
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

static void
put_command(struct jw *json, const struct command *command)
{
    const struct option_row *row;

    jw_object(json, NULL, JW_TIGHT);
    jw_string(json, "name", command->name);
    jw_string(json, "operands", command->operands);
    jw_string(json, "summary", command->summary);
    jw_array(json, "options", JW_TIGHT);
    for (unsigned i = 0; (row = command_option(command, i)) != NULL; i++)
        put_option(json, row);
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
        for (size_t i = 0; commands[i] != NULL; i++)
            put_command(json, commands[i]);
    jw_close(json);
    row_end(json);
}

/* --- the commands --- */

int
help_print(const struct run *run, const struct command *command, bool is_all)
{
    struct terminal screen;

    if (run->args.json) {
        print_json(command);
        return EXIT_DONE;
    }
    terminal_look(&screen, STDOUT_FILENO);
    return command != NULL ? print_one(&screen, command, is_all)
                           : print_all(&screen);
}

static struct {
    unsigned completion; /* index in completion_words + 1, 0: none */
    bool all;
} opt;

static const struct option_row option_table[] = {
    {"all", NULL,
     "print all options of the command, and all that is said of it", OWN(all)},
    {"completion", "SHELL", "print a completion script for this shell",
     OWN_WORD(completion, 1, completion_words)},
    OPTIONS_OF_ALL};

static int
cmd_help(struct run *run)
{
    const struct command *command = NULL;

    if (opt.completion > 0)
        return completion_print(run, opt.completion - 1);
    if (run->n_operands > 1)
        return refuse_extra("help", run->operands[1]);
    if (run->n_operands > 0) {
        command = command_of(run->operands[0]);
        if (command == NULL)
            return command_unknown(run->operands[0]);
    }
    return help_print(run, command, opt.all);
}

static const struct option_row version_options[] = {OPTIONS_OF_ALL};

static int
cmd_version(struct run *run)
{
    (void)run;
    SUMS(SUM_TEXT("version=loyd $", loyd_version()));
    return EXIT_DONE;
}

const struct command command_help = {
    "help", "[COMMAND]", "print this list, or the help of a command", "",
    ACTION(cmd_help, NEEDS_NOTHING, NULL, NULL),
    option_table, 0, -1,
    .examples =
        "loyd help solve\n"
        "eval \"$(loyd help --completion bash)\"\n",
    .rules =
        "--completion excludes --json,--all\n"};

const struct command command_version = {
    "version", "", "print the version", "",
    ACTION(cmd_version, NEEDS_NOTHING, "version", NULL),
    version_options, 0, 0,
    .examples =
        "loyd version\n"};
