/* SPDX-License-Identifier: MIT */
/* Owns the scripts that complete command lines: one writer a shell. */
#include "cli/completion.h"

#include <stdio.h>
#include <string.h>

#include "cli/command.h"

#define ABOUT_BYTES 64

/* What a shell's script is made of. */
struct writer {
    void (*begin)(void);
    void (*command)(const struct command *command);
    void (*option)(const struct command *command,
                   const struct option_row *row);
    void (*command_end)(const struct command *command);
    void (*end)(void);
};

static bool
is_file(const struct option_row *row)
{
    static const char *const values[] = {"FILE", "DIR", "PACK", "KEY", "PUB"};

    for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++)
        if (row->value != NULL && strcmp(row->value, values[i]) == 0)
            return true;
    return false;
}

/* The beginning of a help text, up to its first stop; cut between words. */
static const char *
about(const char *help, char out[ABOUT_BYTES])
{
    size_t len = strcspn(help, ";:.()");

    if (len >= ABOUT_BYTES)
        for (len = ABOUT_BYTES - 1; len > 0 && help[len] != ' '; len--)
            ;
    while (len > 0 && help[len - 1] == ' ')
        len--;
    snprintf(out, ABOUT_BYTES, "%.*s", (int)len, help);
    return out;
}

/* Text inside single quotes; zsh takes brackets and colons for its own. */
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
words(const char *const *list)
{
    for (size_t i = 0; list[i] != NULL; i++)
        printf("%s%s", i > 0 ? " " : "", list[i]);
}

static void
command_names(void)
{
    for (const struct command *c = commands; c->name != NULL; c++)
        printf("%s%s", c == commands ? "" : " ", c->name);
}

/* What the first operand may be; nothing where that is anything. */
static bool
has_actions(const struct command *command)
{
    return command->actions != NULL || command->run == cmd_help;
}

static void
actions(const struct command *command)
{
    if (command->actions != NULL)
        words(command->actions);
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

static void
bash_option(const struct command *command, const struct option_row *row)
{
    if (row->value == NULL)
        return;
    printf("    %s:--%s", command->name, row->name);
    if (row->letter != 0)
        printf(" | %s:-%c", command->name, row->letter);
    fputs(") ", stdout);
    if (row->words != NULL) {
        fputs("list='", stdout);
        words(row->words);
        puts("' ;;");
    } else {
        puts("return ;;");
    }
}

/* After its values: the names of its options. */
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
        if (row->words != NULL) {
            putchar('(');
            words(row->words);
            putchar(')');
        } else if (is_file(row)) {
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
        fputs(is_file(row) ? " -r -F" : " -x", stdout);
    if (row->words != NULL) {
        fputs(" -a '", stdout);
        words(row->words);
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
