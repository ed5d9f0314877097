/* SPDX-License-Identifier: MIT */
/* Completions for shells, generated from the table of commands. */
#include "cli/help.h"

#include <stdio.h>
#include <string.h>

#include "cli/command.h"

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
print_commands(void)
{
    for (const struct command *c = commands; c->name != NULL; c++)
        printf("%s%s", c == commands ? "" : " ", c->name);
}

/* Returns whether its first operand is one of a list. */
static bool
has_actions(const struct command *command)
{
    return command->actions != NULL || command->run == cmd_help;
}

static void
print_actions(const struct command *command)
{
    if (command->actions != NULL)
        print_words(command->actions);
    else
        print_commands();
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
    print_commands();
    puts("'\n    fi\n    case $key in");
}

/* The words that complete the option's value; NULL: there are none. */
static const char *const *
words_of(const struct option_row *row)
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
    } else if (words_of(row) != NULL) {
        fputs("list='", stdout);
        print_words(words_of(row));
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
            print_actions(c);
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
        } else if (words_of(row) != NULL) {
            putchar('(');
            print_words(words_of(row));
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
        print_actions(command);
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
    print_actions(command);
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
    } else if (words_of(row) != NULL) {
        fputs(" -a '", stdout);
        print_words(words_of(row));
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

void
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
