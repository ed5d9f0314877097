/* SPDX-License-Identifier: MIT */
/* `loyd help` and `loyd version`, generated from the table of commands. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/help_json.h"

#define COLUMNS 79
#define OPTION_COLUMN 24

/*
 * Prints text wrapped at COLUMNS; `column` is that of the cursor, `indent`
 * that of every further line. Newlines in the text are kept.
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
print_option(const struct option_row *row)
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
    print_wrapped(row->help, OPTION_COLUMN, OPTION_COLUMN);
}

static void
heading(const struct terminal *screen, const char *text)
{
    printf("\n%s%s%s\n", paint(screen, PAINT_BOLD), text,
           paint(screen, PAINT_OFF));
}

#define GROUPED_FROM 13 /* options that one list is too long for */

/* Prints the options of a table that are in a group, or all if it is
   GROUP_COUNT_. */
static void
print_options(const struct option_row *const *table, enum option_group group)
{
    for (size_t i = 0; table[i] != NULL; i++)
        if (group == GROUP_COUNT_ || table[i]->group == group)
            print_option(table[i]);
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
print_groups(const struct terminal *screen, const struct command *command)
{
    static const char *const headings[GROUP_COUNT_] = {
        [GROUP_OTHER] = "options",
        [GROUP_BOARDS] = "options: boards",
        [GROUP_SELECTION] = "options: selection",
        [GROUP_ORDER] = "options: order and number",
        [GROUP_OUTPUT] = "options: output",
        [GROUP_SERIES] = "options: series",
        [GROUP_SIGNING] = "options: signing",
        [GROUP_DAYS] = "options: days",
        [GROUP_SEARCH] = "options: search",
        [GROUP_CATALOGUE] = "options: catalogue",
        [GROUP_COMMON] = "options: common",
    };

    for (enum option_group group = 0; group < GROUP_COUNT_; group++) {
        if (count_options(command->options, group) +
                count_options(common_options, group) ==
            0)
            continue;
        heading(screen, headings[group]);
        print_options(command->options, group);
        print_options(common_options, group);
    }
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
        print_wrapped(command->about, 0, 0);
    }
    if (count_options(command->options, GROUP_COUNT_) < GROUPED_FROM) {
        heading(screen, "options");
        print_options(command->options, GROUP_COUNT_);
        print_options(common_options, GROUP_COUNT_);
    } else {
        print_groups(screen, command);
    }
    heading(screen, "examples");
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
    heading(screen, "commands");
    for (const struct command *c = commands; c->name != NULL; c++) {
        char left[40];

        snprintf(left, sizeof(left), "  %s %s", c->name, c->operands);
        if (strlen(left) + 2 > OPTION_COLUMN) /* the text on the next line */
            printf("%s\n%*s", left, OPTION_COLUMN, "");
        else
            printf("%-*s", OPTION_COLUMN, left);
        print_wrapped(c->summary, OPTION_COLUMN, OPTION_COLUMN);
    }
    putchar('\n');
    print_wrapped("A board is written row by row, with / between rows and 0 "
                  "for the blank, such as \"1 2 3/4 5 6/7 8 0\". Without "
                  "BOARD, or with -, boards are read from stdin, one per "
                  "line; a line may be START, a tab, GOAL.",
                  0, 0);
    putchar('\n');
    print_wrapped("Exit codes: 0 success, 1 the answer is no, 2 invalid "
                  "command line, 3 invalid board or file, I/O error or "
                  "interrupted.",
                  0, 0);
    puts("\nSee 'loyd help COMMAND' for options and examples.");
    return EXIT_DONE;
}

int
help_print(const struct run *run, const struct command *command)
{
    struct terminal screen;

    if (run->args.json) {
        help_json(command);
        return EXIT_DONE;
    }
    terminal_look(&screen, STDOUT_FILENO);
    return command != NULL ? print_one(&screen, command) : print_all(&screen);
}

int
version_print(const struct run *run)
{
    if (run->args.json)
        version_json();
    else
        printf("loyd %s\n", loyd_version());
    return EXIT_DONE;
}

/* --- completions --- */

/* The shells that --completion accepts; ends with NULL. */
extern const char *const completion_shells[];

#define ABOUT_BYTES 72

/* Prints the script of one shell. */
struct writer {
    void (*begin)(void);
    void (*command)(const struct command *command);
    void (*option)(const struct command *command,
                   const struct option_row *row);
    void (*command_end)(const struct command *command);
    void (*end)(void);
};

/*
 * The beginning of a help text, up to the first colon, semicolon, parenthesis
 * or end of a sentence; cut at a comma or between words.
 */
static const char *
about(const char *help, char out[ABOUT_BYTES])
{
    size_t len = 0;

    while (help[len] != '\0' && strchr(";:()", help[len]) == NULL &&
           !(help[len] == '.' && help[len + 1] == ' '))
        len++;
    if (len >= ABOUT_BYTES) {
        size_t comma = ABOUT_BYTES - 1;

        for (len = comma; len > 0 && help[len] != ' '; len--)
            ;
        while (comma > ABOUT_BYTES / 3 && help[comma] != ',')
            comma--;
        if (help[comma] == ',')
            len = comma;
    }
    while (len > 0 && strchr(" ,", help[len - 1]) != NULL)
        len--;
    snprintf(out, ABOUT_BYTES, "%.*s", (int)len, help);
    return out;
}

/* Prints text for single quotes; in zsh, brackets and colons are special. */
static void
quote(const char *text, bool is_zsh)
{
    for (; *text != '\0'; text++)
        if (*text == '\'')
            fputs("'\\''", stdout);
        else if (is_zsh && strchr("[]:\\", *text) != NULL)
            printf("\\%c", *text);
        else
            putchar(*text);
}

static void
print_words(const char *const *words)
{
    for (size_t i = 0; words[i] != NULL; i++)
        printf("%s%s", i > 0 ? " " : "", words[i]);
}

static void
command_names(void)
{
    for (const struct command *c = commands; c->name != NULL; c++)
        printf("%s%s", c == commands ? "" : " ", c->name);
}

/* Does its first operand come from a list? */
static bool
has_actions(const struct command *command)
{
    return command->actions != NULL || command->run == cmd_help;
}

static void
actions(const struct command *command)
{
    if (command->actions != NULL)
        print_words(command->actions);
    else
        command_names();
}

/* --- bash --- */

static void
bash_begin(void)
{
    puts("_loyd() {\n"
         "    local word=${COMP_WORDS[COMP_CWORD]} list=\n"
         "    local key=${COMP_WORDS[1]}:${COMP_WORDS[COMP_CWORD-1]}\n"
         "    COMPREPLY=()\n"
         "    if [ \"$COMP_CWORD\" = 1 ]; then\n"
         "        key=loyd:");
    fputs("        list='", stdout);
    command_names();
    puts("'\n    fi\n    case $key in");
}

/* The words that complete the option's value; NULL: there are none. */
static const char *const *
offers(const struct option_row *row)
{
    return row->offers != NULL ? row->offers() : row->words;
}

static void
bash_option(const struct command *command, const struct option_row *row)
{
    if (row->value == NULL)
        return;
    printf("    %s:--%s", command->name, row->name);
    if (row->letter != 0)
        printf(" | %s:-%c", command->name, row->letter);
    fputs(") ", stdout);
    if (row->lister != NULL) {
        printf("list=$(%s) ;;\n", row->lister);
    } else if (offers(row) != NULL) {
        fputs("list='", stdout);
        print_words(offers(row));
        puts("' ;;");
    } else {
        puts("return ;;");
    }
}

static void
bash_names(const struct option_row *const *table)
{
    for (size_t i = 0; table[i] != NULL; i++)
        printf("--%s ", table[i]->name);
}

static void
bash_end(void)
{
    for (const struct command *c = commands; c->name != NULL; c++) {
        printf("    %s:*) ", c->name);
        if (has_actions(c)) {
            fputs("[ \"$COMP_CWORD\" != 2 ] || list='", stdout);
            actions(c);
            fputs("'\n        ", stdout);
        }
        fputs("[ \"${word:0:1}\" != - ] || list='", stdout);
        bash_names(c->options);
        bash_names(common_options);
        puts("' ;;");
    }
    puts("    esac\n"
         "    [ -z \"$list\" ] ||\n"
         "        COMPREPLY=($(compgen -W \"$list\" -- \"$word\"))\n"
         "}\n"
         "complete -o default -F _loyd loyd");
}

/* --- zsh --- */

static void
zsh_begin(void)
{
    puts("#compdef loyd\n\nlocal -a commands\ncommands=(");
    for (const struct command *c = commands; c->name != NULL; c++) {
        printf("    '%s:", c->name);
        quote(c->summary, true);
        puts("'");
    }
    puts(")\n"
         "if (( CURRENT == 2 )); then\n"
         "    _describe command commands\n"
         "    return\n"
         "fi\n"
         "case $words[2] in");
}

static void
zsh_command(const struct command *command)
{
    printf("%s)\n    shift words\n    (( CURRENT-- ))\n    _arguments -S",
           command->name);
}

static void
zsh_option(const struct command *command, const struct option_row *row)
{
    char text[ABOUT_BYTES];
    (void)command;

    fputs(" \\\n        ", stdout);
    if (row->letter != 0)
        printf("'(-%c --%s)'{-%c,--%s}'[", row->letter, row->name, row->letter,
               row->name);
    else
        printf("'--%s[", row->name);
    quote(about(row->help, text), true);
    putchar(']');
    if (row->value != NULL) {
        putchar(':');
        quote(row->value, true);
        putchar(':');
        if (row->lister != NULL) {
            printf("($(%s))", row->lister);
        } else if (offers(row) != NULL) {
            putchar('(');
            print_words(offers(row));
            putchar(')');
        } else if (option_is_file(row)) {
            fputs("_files", stdout);
        }
    }
    putchar('\'');
}

static void
zsh_command_end(const struct command *command)
{
    if (has_actions(command)) {
        fputs(" \\\n        '1: :(", stdout);
        actions(command);
        fputs(")'", stdout);
    }
    puts(" \\\n        '*: :_files'\n    ;;");
}

static void
zsh_end(void)
{
    puts("esac");
}

/* --- fish --- */

static void
fish_command(const struct command *command)
{
    printf("complete -c loyd -f -n __fish_use_subcommand -a %s -d '",
           command->name);
    quote(command->summary, false);
    puts("'");
    if (!has_actions(command))
        return;
    printf("complete -c loyd -f -n '__fish_seen_subcommand_from %s' -a '",
           command->name);
    actions(command);
    puts("'");
}

static void
fish_option(const struct command *command, const struct option_row *row)
{
    char text[ABOUT_BYTES];

    printf("complete -c loyd -n '__fish_seen_subcommand_from %s' -l %s",
           command->name, row->name);
    if (row->letter != 0)
        printf(" -s %c", row->letter);
    if (row->value != NULL)
        fputs(option_is_file(row) ? " -r -F" : " -x", stdout);
    if (row->lister != NULL) {
        printf(" -a '(%s)'", row->lister);
    } else if (offers(row) != NULL) {
        fputs(" -a '", stdout);
        print_words(offers(row));
        putchar('\'');
    }
    fputs(" -d '", stdout);
    quote(about(row->help, text), false);
    puts("'");
}

static void
nothing(void)
{
}

static void
no_command(const struct command *command)
{
    (void)command;
}

const char *const completion_shells[] = {"bash", "zsh", "fish", NULL};

static const struct writer writers[] = {
    {bash_begin, no_command, bash_option, no_command, bash_end},
    {zsh_begin, zsh_command, zsh_option, zsh_command_end, zsh_end},
    {nothing, fish_command, fish_option, no_command, nothing},
};

/* Prints the script for completion_shells[shell]. */
static void
completion_print(unsigned shell)
{
    const struct writer *writer = &writers[shell];

    writer->begin();
    for (const struct command *c = commands; c->name != NULL; c++) {
        writer->command(c);
        for (size_t i = 0; c->options[i] != NULL; i++)
            writer->option(c, c->options[i]);
        for (size_t i = 0; common_options[i] != NULL; i++)
            writer->option(c, common_options[i]);
        writer->command_end(c);
    }
    writer->end();
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
