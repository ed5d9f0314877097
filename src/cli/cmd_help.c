/* SPDX-License-Identifier: MIT */
/* `loyd help` and `loyd version`, out of the table of commands. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/completion.h"
#include "cli/message.h"

#define COLUMNS 79
#define OPTION_COLUMN 24

/*
 * Text in lines of at most COLUMNS, words whole; `column` is where the
 * cursor stands, `indent` where each further line begins. A new line in the
 * text is one in the result.
 */
static void
print_wrapped(const char *text, size_t column, size_t indent)
{
    bool is_first = true;

    while (*text != '\0') {
        size_t len = strcspn(text, " \n");

        if (!is_first && column + 1 + len > COLUMNS) {
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
            printf("\n%*s", (int)indent, "");
            column = indent;
            is_first = true;
        }
        if (*text != '\0')
            text++;
    }
    putchar('\n');
}

static void
print_words(const char *const *words, char *out, size_t size)
{
    size_t len = 0;

    out[0] = '\0';
    for (size_t i = 0; words[i] != NULL && len < size; i++)
        len += (size_t)snprintf(out + len, size - len, "%s%s",
                                i == 0 ? "" : "|", words[i]);
}

static void
print_option(const struct option_row *row)
{
    char left[64], value[48] = "", letter[8] = "";
    size_t column;

    if (row->words != NULL)
        print_words(row->words, value, sizeof(value));
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
    print_wrapped(row->help, OPTION_COLUMN, OPTION_COLUMN);
}

static void
print_options(const struct option_row *const *table)
{
    for (size_t i = 0; table[i] != NULL; i++)
        print_option(table[i]);
}

static void
heading(const struct terminal *screen, const char *text)
{
    printf("\n%s%s%s\n", paint(screen, PAINT_BOLD), text,
           paint(screen, PAINT_OFF));
}

static int
print_one(const struct terminal *screen, const struct command *command)
{
    printf("%sloyd %s%s: %s\n\n", paint(screen, PAINT_BOLD), command->name,
           paint(screen, PAINT_OFF), command->summary);
    printf("usage: loyd %s%s%s%s\n", command->name,
           command->operands[0] != '\0' ? " " : "", command->operands,
           command->options[0] != NULL ? " [OPTION ...]" : "");
    if (command->about[0] != '\0') {
        putchar('\n');
        print_wrapped(command->about, 0, 0);
    }
    heading(screen, "options");
    print_options(command->options);
    print_options(common_options);
    heading(screen, "examples");
    for (size_t i = 0; command->examples[i] != NULL; i++)
        printf("  %s\n", command->examples[i]);
    return EXIT_DONE;
}

static int
print_all(const struct terminal *screen)
{
    printf("%sloyd %s%s: sliding-tile puzzles, generated, proven, rated and "
           "stored\n\nusage: loyd COMMAND [ARGUMENT ...] [OPTION ...]\n",
           paint(screen, PAINT_BOLD), loyd_version(),
           paint(screen, PAINT_OFF));
    heading(screen, "commands");
    for (const struct command *c = commands; c->name != NULL; c++) {
        char left[40];

        snprintf(left, sizeof(left), "%s %s", c->name, c->operands);
        printf("  %-*s", OPTION_COLUMN - 2, left);
        print_wrapped(c->summary, OPTION_COLUMN, OPTION_COLUMN);
    }
    putchar('\n');
    print_wrapped("A board is its rows, ended by \"/\", with 0 for the blank: "
                  "\"1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0\". No BOARD, or "
                  "\"-\", means a board a line on stdin; START, a tab, GOAL "
                  "gives each its own goal.",
                  0, 0);
    print_wrapped("Exit: 0 done, 1 the answer is no, 2 a wrong command line, "
                  "3 a bad board, file or disk.",
                  0, 0);
    puts("\n\"loyd help COMMAND\" tells more, with examples.");
    return EXIT_DONE;
}

int
help_print(const struct command *command)
{
    struct terminal screen;

    terminal_look(&screen, STDOUT_FILENO);
    return command != NULL ? print_one(&screen, command) : print_all(&screen);
}

int
version_print(void)
{
    printf("loyd %s\n", loyd_version());
    return EXIT_DONE;
}

static const struct option_row option_completion = {
    .name = "completion",
    .value = "SHELL",
    .read = read_word,
    .at = OPTION_AT(completion),
    .low = 1,
    .words = completion_shells,
    .help = "instead of help: a script with which this shell completes "
            "command lines",
};

option_table help_options = {&option_completion, NULL};

int
cmd_help(struct run *run)
{
    const struct command *command = NULL;

    if (run->args.completion > 0) {
        completion_print(run->args.completion - 1);
        return EXIT_DONE;
    }

    if (run->n_operands > 0) {
        command = command_find(run->operands[0]);
        if (command == NULL)
            return command_unknown(run->operands[0]);
    }
    return help_print(command);
}

int
cmd_version(struct run *run)
{
    (void)run;
    return version_print();
}
