/* SPDX-License-Identifier: MIT */
/*
 * Parses command lines: getopt_long finds the options, and the table of the
 * command defines them. Abbreviated names are refused: with them each new
 * option could break existing scripts.
 */
#include "cli/options.h"

#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/nearest.h"
#include "base/number.h"
#include "base/slice.h"
#include "base/utf8.h"
#include "base/why.h"
#include "cli/command.h"
#include "cli/option_rows.h"
#include "core/range.h"

#define LONG_BASE 256 /* getopt's value of row 0; letters are below */
#define NAME_BYTES 48

static void *
field(const struct option_row *row, struct args *args)
{
    return row->to != NULL ? row->to : (char *)args + row->at;
}

loyd_err
read_switch(const struct option_row *row, const char *text, struct args *args,
            loyd_why *why)
{
    (void)text;
    (void)why;
    *(bool *)field(row, args) = true;
    return LOYD_OK;
}

loyd_err
read_text(const struct option_row *row, const char *text, struct args *args,
          loyd_why *why)
{
    (void)why;
    *(const char **)field(row, args) = text;
    return LOYD_OK;
}

loyd_err
read_number(const struct option_row *row, const char *text, struct args *args,
            loyd_why *why)
{
    return number_parse(text, strlen(text), row->low, row->high,
                        field(row, args), why);
}

loyd_err
read_bytes(const struct option_row *row, const char *text, struct args *args,
           loyd_why *why)
{
    return bytes_parse(text, strlen(text), row->low, row->high,
                       field(row, args), why);
}

loyd_err
read_seconds(const struct option_row *row, const char *text, struct args *args,
             loyd_why *why)
{
    uint64_t number;
    char quote[WHY_QUOTE_BYTES];

    if (!thousandths_parse(text, strlen(text), &number) || number < row->low ||
        number > row->high)
        return why_set(why, LOYD_E_RANGE,
                       "invalid seconds '%s': expected 0.001..%" PRIu64
                       ", with at most three decimals",
                       why_quote(text, strlen(text), quote), row->high / 1000);
    *(uint64_t *)field(row, args) = number;
    return LOYD_OK;
}

loyd_err
read_range(const struct option_row *row, const char *text, struct args *args,
           loyd_why *why)
{
    struct range *range = field(row, args);
    uint64_t low, high;
    loyd_err err =
        range_parse(text, strlen(text), row->low, row->high, &low, &high, why);

    if (err != LOYD_OK)
        return err;
    range->low = (uint16_t)low;
    range->high = (uint16_t)high;
    return LOYD_OK;
}

loyd_err
read_size(const struct option_row *row, const char *text, struct args *args,
          loyd_why *why)
{
    loyd_size *size = field(row, args);

    return loyd_size_parse(text, strlen(text), &size->width, &size->height,
                           why);
}

void
words_put(struct text *text, const char *const *words, const char *between,
          const char *last)
{
    for (size_t i = 0; words[i] != NULL; i++) {
        if (i > 0)
            text_put(text, words[i + 1] != NULL ? between : last);
        text_put(text, words[i]);
    }
}

static loyd_err
find_word(const struct option_row *row, const char *text, size_t len,
          unsigned *place, loyd_why *why)
{
    char shown[64];

    for (unsigned i = 0; row->words[i] != NULL; i++)
        if (strlen(row->words[i]) == len &&
            memcmp(row->words[i], text, len) == 0) {
            *place = i;
            return LOYD_OK;
        }
    snprintf(shown, sizeof(shown), "%.*s",
             (int)(len < sizeof(shown) ? len : sizeof(shown) - 1), text);
    unknown_put(why, "value", shown, row->words);
    return LOYD_E_SYNTAX;
}

/* Returns whether a word is a band of a new catalogue. */
static bool
is_band(const char *word)
{
    loyd_bands bands;

    if (loyd_store_bands(NULL, &bands, NULL) != LOYD_OK)
        return false;
    for (unsigned i = 0; i < bands.n; i++)
        if (strcmp(bands.band[i].name, word) == 0)
            return true;
    return false;
}

loyd_err
read_filter(const struct option_row *row, const char *text, struct args *args,
            loyd_why *why)
{
    const char *value = row->value != NULL ? text : row->switch_value;
    loyd_err err = loyd_filter_builder_add(&args->filter, row->filter, value,
                                           strlen(value), why);

    return err == LOYD_OK || !is_band(value)
               ? err
               : why_set(why, err, "'%s' is a band: try '--band %s'", value,
                         value);
}

loyd_err
read_word(const struct option_row *row, const char *text, struct args *args,
          loyd_why *why)
{
    unsigned place = 0;
    loyd_err err = find_word(row, text, strlen(text), &place, why);

    if (err == LOYD_OK)
        *(unsigned *)field(row, args) = place + (unsigned)row->low;
    return err;
}

/* A number that is too large is out of range, like 0. */
static bool
is_number(struct slice text, uint64_t *number)
{
    enum number_form form = slice_number(text, number);

    return form == NUMBER_GOOD || form == NUMBER_LARGE;
}

loyd_err
read_part(const struct option_row *row, const char *text, struct args *args,
          loyd_why *why)
{
    struct slice rest = slice_of(text), head;
    loyd_part *part = field(row, args);
    char quote[WHY_QUOTE_BYTES];
    uint64_t number = 0, of = 0;

    if (!slice_cut(&rest, '/', &head) || !is_number(head, &number) ||
        !is_number(rest, &of))
        return why_set(why, LOYD_E_SYNTAX,
                       "invalid part '%s': expected I/N, such as 3/64",
                       why_quote(text, strlen(text), quote));
    if (number < 1 || number > of || of > row->high)
        return why_set(
            why, LOYD_E_RANGE,
            "invalid part '%s': expected I/N with 1 <= I <= N <= %" PRIu64,
            why_quote(text, strlen(text), quote), row->high);
    *part = (loyd_part){(uint32_t)number, (uint32_t)of};
    return LOYD_OK;
}

loyd_err
read_words(const struct option_row *row, const char *text, struct args *args,
           loyd_why *why)
{
    unsigned set = 0;

    for (;;) {
        size_t len = strcspn(text, ",");
        unsigned place = 0;
        loyd_err err = find_word(row, text, len, &place, why);

        if (err != LOYD_OK)
            return err;
        set |= 1u << place;
        if (text[len] == '\0')
            break;
        text += len + 1;
    }
    *(unsigned *)field(row, args) = set;
    return LOYD_OK;
}

int
text_check(const char *option, const char *text)
{
    loyd_why why = {""};

    return text == NULL
               ? EXIT_DONE
               : report_option(
                     option, utf8_check(text, strlen(text), &why), &why);
}

int
seed_check(const char *option, const char *seed)
{
    size_t len = seed != NULL ? strlen(seed) : 0;

    if (len > LOYD_SEED_MAX)
        return refuse(option, "%zu bytes: expected at most %d", len,
                      LOYD_SEED_MAX);
    return text_check(option, seed);
}

#define ACTIONS_MAX 8 /* of a command */

int
action_find(struct run *run)
{
    const struct action *action = run->command->actions;
    const char *names[ACTIONS_MAX + 1] = {NULL};

    run->action = action;
    if (action->name == NULL || run->n_operands == 0)
        return EXIT_DONE;
    for (size_t i = 0; action->name != NULL; i++, action++) {
        names[i] = action->name;
        if (strcmp(names[i], run->operands[0]) == 0) {
            run->action = action;
            return EXIT_DONE;
        }
    }
    return refuse_unknown(run->command->name, "action", run->operands[0],
                          names);
}

/* Returns the row of a column, from 0; NULL: there are no more. */
static const struct option_row *
column_option(unsigned at)
{
    static struct option_row rows[OPTIONS_MAX];
    static char names[OPTIONS_MAX][NAME_BYTES];
    loyd_field field;
    bool is_number;

    if (at >= OPTIONS_MAX || !loyd_field_get(at, &field))
        return NULL;
    if (rows[at].name != NULL)
        return &rows[at];
    snprintf(names[at], sizeof(names[at]), "%s", field.name);
    for (char *c = names[at]; *c != '\0'; c++)
        *c = *c == '_' ? '-' : *c;
    is_number =
        field.kind == LOYD_FIELD_WHOLE || field.kind == LOYD_FIELD_REAL;
    rows[at] = (struct option_row){
        .name = names[at],
        .value = is_number ? "A..B" : "VALUE",
        .help = field.meaning,
        OPTION_FILTER(field.name),
        /* The others have lists. */
        .adds_up = strcmp(field.name, "name") == 0 ||
                   strcmp(field.name, "recipe") == 0,
        .offers = strcmp(field.name, "layout") == 0 ? layout_offers : NULL};
    return &rows[at];
}

const struct option_row *
command_option(const struct command *command, unsigned at)
{
    for (const struct option_row *row = command->options; row->name != NULL;
         row++) {
        const struct option_row *column;
        unsigned n = 0;

        if (row->read != NULL && at-- == 0)
            return row;
        if (row->read != NULL)
            continue;
        while ((column = column_option(n)) != NULL && n < at)
            n++;
        if (column != NULL)
            return column;
        at -= n;
    }
    return NULL;
}

/* What getopt_long takes of a command. */
struct parser {
    const struct command *command;
    const struct option_row *rows[OPTIONS_MAX];
    struct option longs[OPTIONS_MAX + 1];
    char letters[2 + 2 * OPTIONS_MAX + 1];
};

static void
parser_begin(struct parser *parser, const struct command *command)
{
    const struct option_row *row;
    char *letter = parser->letters;

    *parser = (struct parser){.command = command};
    /* '-': operands in their order, regardless of $POSIXLY_CORRECT; ':': its
       own result for a missing value. */
    *letter++ = '-';
    *letter++ = ':';
    for (unsigned i = 0;
         i < OPTIONS_MAX && (row = command_option(command, i)) != NULL; i++) {
        int has_value = row->value != NULL ? required_argument : no_argument;

        parser->rows[i] = row;
        parser->longs[i] =
            (struct option){row->name, has_value, NULL, LONG_BASE + (int)i};
        if (row->letter == 0)
            continue;
        *letter++ = row->letter;
        if (has_value == required_argument)
            *letter++ = ':';
    }
    opterr = 0;
    optind = 0;
}

/* Returns the row of a result or optopt of getopt_long, or NULL. */
static const struct option_row *
row_of(const struct parser *parser, int found)
{
    if (found >= LONG_BASE)
        return parser->rows[found - LONG_BASE];
    for (unsigned i = 0; found != 0 && parser->rows[i] != NULL; i++)
        if (parser->rows[i]->letter == found)
            return parser->rows[i];
    return NULL;
}

/* Returns whether a word is --NAME or --NAME=VALUE of the row. */
static bool
is_named(const struct option_row *row, const char *word)
{
    size_t len = strlen(row->name);

    return strncmp(word, "--", 2) == 0 &&
           strncmp(word + 2, row->name, len) == 0 &&
           (word[2 + len] == '\0' || word[2 + len] == '=');
}

/* Returns whether a word is an option, and so hardly the value of another. */
static bool
is_option(const struct parser *parser, const char *word)
{
    const struct option_row *row;

    for (unsigned i = 0; (row = parser->rows[i]) != NULL; i++)
        if (is_named(row, word) || (row->letter != 0 && word[0] == '-' &&
                                    word[1] == row->letter))
            return true;
    return false;
}

static int
unknown_option(const struct parser *parser, const char *word)
{
    const char *names[OPTIONS_MAX + 1] = {NULL}, *near = NULL;
    const char *command = parser->command->name;
    char shown[QUOTED_BYTES], name[NAME_BYTES];
    bool has_band = false;

    snprintf(name, sizeof(name), "%.*s", (int)strcspn(word, "="), word);
    for (unsigned i = 0; parser->rows[i] != NULL; i++) {
        names[i] = parser->rows[i]->name;
        has_band |= strcmp(names[i], "band") == 0;
    }
    if (word[1] == '-')
        near = has_band && strcmp(name, "--difficulty") == 0
                   ? "band"
                   : nearest_word(name + 2, names);
    if (near != NULL)
        return refuse(command, "unknown option '%s': try '--%s'",
                      quoted(name, shown), near);
    return refuse(command, "unknown option '%s': try 'loyd help %s'",
                  quoted(name, shown), command);
}

bool
option_is_file(const struct option_row *row)
{
    static const char *const values[] = {"FILE", "DIR", "PACK"};

    for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++)
        if (row->value != NULL && strcmp(row->value, values[i]) == 0)
            return true;
    return false;
}

static int
refuse_valueless(const struct command *command, const struct option_row *row)
{
    return refuse(command->name, "--%s needs %s", row->name, row->value);
}

/* Reports what getopt_long refused: optopt and the last word say why. */
static int
refuse_word(const struct parser *parser, int found, const char *word)
{
    const struct option_row *row = row_of(parser, optopt);
    char letter[3] = {'-', (char)optopt, '\0'};

    if (row == NULL || (optopt >= LONG_BASE && !is_named(row, word)))
        return unknown_option(parser, row == NULL && optopt != 0 ? letter
                                                                 : word);
    if (found == ':')
        return refuse_valueless(parser->command, row);
    return refuse(parser->command->name, "--%s takes no value", row->name);
}

const char *
option_text(const struct run *run, struct slice name)
{
    for (size_t i = 0; i < run->n_options; i++)
        if (slice_is(name, run->options[i].row->name))
            return run->options[i].text;
    return NULL;
}

static int
take_option(struct parser *parser, int found, char **argv, struct run *run)
{
    const struct option_row *row = row_of(parser, found);
    /* The value is the next word, and not after "=". */
    bool is_next = optarg != NULL && optarg == argv[optind - 1];
    const char *word = argv[optind - (is_next ? 2 : 1)];
    const char *value = optarg != NULL ? optarg : "";
    char where[NAME_BYTES], shown[QUOTED_BYTES];
    loyd_why why = {""};

    if (found >= LONG_BASE && !is_named(row, word))
        return unknown_option(parser, word);
    if (is_next && is_option(parser, value))
        return refuse(parser->command->name,
                      "--%s needs %s: try '--%s=%s' if %s is the value",
                      row->name, row->value, row->name, quoted(value, shown),
                      shown);
    snprintf(where, sizeof(where), "--%s", row->name);
    if (option_text(run, slice_of(row->name)) == NULL)
        run->options[run->n_options++] = (struct option_use){row, value};
    else if (!row->adds_up)
        return refuse(where, "given twice");
    if (*value == '\0' && option_is_file(row) && !row->has_none)
        return refuse_valueless(parser->command, row);
    return report_option(where, row->read(row, value, &run->args, &why), &why);
}

int
options_parse(struct run *run, int argc, char **argv)
{
    struct parser parser;
    int found, code = EXIT_DONE;

    parser_begin(&parser, run->command);
    while (code == EXIT_DONE &&
           (found = getopt_long(argc, argv, parser.letters, parser.longs,
                                NULL)) != -1)
        if (found == 1) /* an operand */
            run->operands[run->n_operands++] = optarg;
        else if (found == '?' || found == ':')
            code = refuse_word(&parser, found, argv[optind - 1]);
        else
            code = take_option(&parser, found, argv, run);
    for (int i = optind; code == EXIT_DONE && i < argc; i++) /* after "--" */
        run->operands[run->n_operands++] = argv[i];
    return code;
}
