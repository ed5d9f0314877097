/* SPDX-License-Identifier: MIT */
/* Owns the rules between options, and those of options of several commands. */
#include "cli/rules.h"

#include <ctype.h>
#include <stdio.h>

#include "base/slice.h"

const char *const common_rules[] = {
    "--layout excludes --goal",
    "--json excludes --csv",
    "--pick excludes --after,--order",
    "--used excludes --unused",
    "--ids=- excludes --exclude=-",
    NULL,
};

/* Returns the text of an option, "" of a switch; NULL: not given. */
static const char *
text_of(const struct run *run, struct slice name)
{
    for (size_t i = 0; i < run->n_given; i++)
        if (slice_is(name, run->given[i].row->name))
            return run->given[i].text;
    return NULL;
}

static bool
option_holds(const struct run *run, struct slice word)
{
    struct slice name;
    bool has_value =
        slice_cut(&word, '=', &name) && !isupper((unsigned char)*word.at);
    const char *text = text_of(run, name);

    return text != NULL && (!has_value || slice_is(word, text));
}

/* Finds the first option that selects puzzles. */
static bool
selection_holds(const struct run *run, char shown[RULE_BYTES])
{
    for (size_t i = 0; i < run->n_given; i++) {
        const struct option_row *row = run->given[i].row;

        if (row->read != read_filter && row != &option_ids &&
            row != &option_exclude)
            continue;
        snprintf(shown, RULE_BYTES, "--%s", row->name);
        return true;
    }
    return false;
}

/* Is it so in this run? Writes how messages name it. */
static bool
word_holds(const struct run *run, struct slice word, char shown[RULE_BYTES])
{
    const struct command *command = run->command;
    int actions = command->actions != NULL ? 1 : 0;
    char *mark;

    snprintf(shown, RULE_BYTES, "%.*s", (int)word.len, word.at);
    if ((mark = strchr(shown, '=')) != NULL)
        *mark = ' ';
    if (slice_skip(&word, "--"))
        return option_holds(run, word);
    if (isupper((unsigned char)word.at[0]))
        return run->n_operands > actions;
    if (slice_is(word, "selection"))
        return selection_holds(run, shown);
    return slice_is(word, command->name) ||
           (actions > 0 && slice_is(word, command->actions[run->action]));
}

/* Do all of A+B hold? The last one is shown. */
static bool
all_hold(const struct run *run, struct slice words, char shown[RULE_BYTES])
{
    struct slice word;

    while (words.len > 0) {
        (void)slice_cut(&words, '+', &word);
        if (!word_holds(run, word, shown))
            return false;
    }
    return true;
}

/* Does one of a list hold, which is then shown? */
static bool
one_holds(const struct run *run, struct slice words, char mark,
          char shown[RULE_BYTES])
{
    struct slice word;

    while (words.len > 0) {
        (void)slice_cut(&words, mark, &word);
        if (all_hold(run, word, shown))
            return true;
    }
    return false;
}

static int
refuse_needs(const struct run *run, const char *subject, const char *needed)
{
    const char *where = run->command->name;

    return strcmp(subject, where) == 0
               ? refuse_missing(where, needed)
               : refuse_without(where, subject, needed);
}

/* Checks what one subject of a rule needs or excludes. */
static int
check_subject(const struct run *run, struct slice subject, struct slice verb,
              struct slice words)
{
    char shown[RULE_BYTES], other[RULE_BYTES];

    if (!all_hold(run, subject, shown))
        return EXIT_DONE;
    if (slice_is(verb, "needs"))
        return one_holds(run, words, '|', other)
                   ? EXIT_DONE
                   : refuse_needs(run, shown, words.at);
    return one_holds(run, words, ',', other)
               ? refuse_both(run->command->name, shown, other)
               : EXIT_DONE;
}

int
rules_check(const struct run *run, const char *const *rules)
{
    struct slice rest, subjects, subject, verb;
    int code = EXIT_DONE;

    for (; code == EXIT_DONE && rules != NULL && *rules != NULL; rules++) {
        rest = slice_of(*rules);
        (void)slice_cut(&rest, ' ', &subjects);
        (void)slice_cut(&rest, ' ', &verb);
        while (code == EXIT_DONE && subjects.len > 0) {
            (void)slice_cut(&subjects, ',', &subject);
            code = check_subject(run, subject, verb, rest);
        }
    }
    return code;
}

const char *
rules_find(const struct run *run, const char *words, char shown[RULE_BYTES])
{
    return one_holds(run, slice_of(words), ',', shown) ? shown : NULL;
}
