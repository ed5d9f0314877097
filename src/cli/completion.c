/* SPDX-License-Identifier: MIT */
/* Completions for shells: their scripts ask loyd itself. */
#include "cli/help.h"

#include <stdio.h>
#include <string.h>

#include "cli/command.h"

/* Without a word of loyd, shells complete the names of files. */
static const char *const scripts[] = {
    ("_loyd() {\n"
     "    local IFS=$'\\n' word=${COMP_WORDS[COMP_CWORD]}\n"
     "    COMPREPLY=($(compgen -W \"$(loyd help --completion words -- \\\n"
     "        \"${COMP_WORDS[@]:1:COMP_CWORD}\" 2>/dev/null | cut -f 1)\" -- "
     "\"$word\"))\n"
     "}\n"
     "complete -o default -F _loyd loyd\n"),
    ("#compdef loyd\n"
     "local -a list\n"
     "list=(\"${(@f)$(loyd help --completion words -- \\\n"
     "    \"${(@)words[2,CURRENT]}\" 2>/dev/null)}\")\n"
     "list=(\"${(@)list//:/\\\\:}\")\n"
     "list=(\"${(@)list/$'\\t'/:}\")\n"
     "if [[ -n $list ]]; then _describe loyd list; else _files; fi\n"),
    ("complete -c loyd -a '(loyd help --completion words -- \\\n"
     "    (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)'\n"),
};

const char *const completion_words[] = {"bash", "zsh", "fish", "words", NULL};

const char *
about(const char *help, char out[ABOUT_BYTES])
{
    size_t len = 0, most = ABOUT_BYTES - 1;

    while (help[len] != '\0' && strchr(";:()", help[len]) == NULL &&
           !(help[len] == '.' && help[len + 1] == ' '))
        len++;
    if (len > most) { /* at a comma, or else between words */
        for (len = most; len > most / 3 && help[len] != ','; len--)
            ;
        if (help[len] != ',')
            for (len = most; len > 0 && help[len] != ' '; len--)
                ;
    }
    while (len > 0 && strchr(" ,", help[len - 1]) != NULL)
        len--;
    snprintf(out, ABOUT_BYTES, "%.*s", (int)len, help);
    return out;
}

static void
print_words(const char *const *words)
{
    for (; *words != NULL; words++)
        puts(*words);
}

static void
print_commands(void)
{
    for (size_t i = 0; commands[i] != NULL; i++)
        printf("%s\t%s\n", commands[i]->name, commands[i]->summary);
}

/* Prints the options of a command, or the words of the one that is named. */
static void
print_options(const struct command *command, const char *named)
{
    const struct option_row *row;
    char text[ABOUT_BYTES];

    for (unsigned i = 0; (row = command_option(command, i)) != NULL; i++)
        if (named == NULL)
            printf("--%s\t%s\n", row->name, about(row->help, text));
        else if (strcmp(named, row->name) == 0 && row->offers != NULL)
            print_words(row->offers());
        else if (strcmp(named, row->name) == 0 && row->words != NULL)
            print_words(row->words);
}

int
completion_print(const struct run *run, unsigned word)
{
    int n = run->n_operands;
    const char *const *words = run->operands;
    const struct command *command = n > 1 ? command_of(words[0]) : NULL;

    if (completion_words[word + 1] != NULL)
        fputs(scripts[word], stdout);
    else if (command != NULL && words[n - 1][0] == '-')
        print_options(command, NULL);
    else if (n <= 1 || (n == 2 && command == command_of("help")))
        print_commands();
    else if (command != NULL && strncmp(words[n - 2], "--", 2) == 0)
        print_options(command, words[n - 2] + 2);
    else if (command != NULL && n == 2)
        for (const struct action *a = command->actions; a->name != NULL; a++)
            puts(a->name);
    return EXIT_DONE;
}
