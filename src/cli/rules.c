/* SPDX-License-Identifier: MIT */
/* Checks rules between options; has those of options of several commands. */
#include "cli/rules.h"

#include <ctype.h>
#include <stdio.h>

#include "base/slice.h"

#define RULE_BYTES 64

const char common_rules[] =
    "--json excludes --csv\n"
    "--pick excludes --after,--order\n"
    "--in=- excludes --not-in=-\n";

/* Returns whether an option was given, with the value of the word if it has
   one. */
static bool
option_holds(const struct run *run, struct slice word)
{
    struct slice name;
    bool has_value =
        slice_cut(&word, '=', &name) && !isupper((unsigned char)*word.at);
    const char *text = option_text(run, name);

    return text != NULL && (!has_value || slice_is(word, text));
}

/* Finds the first option that selects puzzles. */
static bool
selection_holds(const struct run *run, char shown[RULE_BYTES])
{
    for (size_t i = 0; i < run->n_options; i++) {
        const struct option_row *row = run->options[i].row;

        if (!row->is_selection)
            continue;
        snprintf(shown, RULE_BYTES, "--%s", row->name);
        return true;
    }
    return false;
}

/* Returns whether a word of a rule holds; writes how messages name it. */
static bool
word_holds(const struct run *run, struct slice word, char shown[RULE_BYTES])
{
    const char *action = run->action->name;
    char *mark;

    snprintf(shown, RULE_BYTES, "%.*s", (int)word.len, word.at);
    if ((mark = strchr(shown, '=')) != NULL)
        *mark = ' ';
    if (slice_skip(&word, "--"))
        return option_holds(run, word);
    if (isupper((unsigned char)word.at[0]))
        return run->n_operands > (action != NULL ? 1 : 0);
    if (slice_is(word, "selection"))
        return selection_holds(run, shown);
    return slice_is(word, run->command->name) ||
           (action != NULL && slice_is(word, action));
}

/* Returns whether all of A+B hold; the last one is shown. */
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

/* Returns whether one of a list holds, which is then shown. */
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

/* Checks what one subject of a rule needs or excludes. */
static int
check_subject(const struct run *run, struct slice subject, struct slice verb,
              struct slice words)
{
    const char *where = run->command->name;
    char shown[RULE_BYTES], other[RULE_BYTES];

    if (!all_hold(run, subject, shown))
        return EXIT_DONE;
    if (slice_is(verb, "excludes"))
        return one_holds(run, words, ',', other)
                   ? refuse_both(where, shown, other)
                   : EXIT_DONE;
    if (one_holds(run, words, '|', other))
        return EXIT_DONE;
    snprintf(other, sizeof(other), "%.*s", (int)words.len, words.at);
    return strcmp(shown, where) == 0 ? refuse_missing(where, other)
                                     : refuse_without(where, shown, other);
}

int
rules_check(const struct run *run, const char *rules)
{
    struct slice lines = slice_of(rules != NULL ? rules : "");
    struct slice rule, subjects, subject, verb;
    int code = EXIT_DONE;

    while (code == EXIT_DONE && slice_cut(&lines, '\n', &rule)) {
        (void)slice_cut(&rule, ' ', &subjects);
        (void)slice_cut(&rule, ' ', &verb);
        while (code == EXIT_DONE && subjects.len > 0) {
            (void)slice_cut(&subjects, ',', &subject);
            code = check_subject(run, subject, verb, rule);
        }
    }
    return code;
}
