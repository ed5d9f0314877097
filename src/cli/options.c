/* SPDX-License-Identifier: MIT */
/* Parses command lines: the table of the command defines its options. */
#include "cli/options.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/nearest.h"
#include "base/number.h"
#include "core/range.h"
#include "base/slice.h"
#include "base/utf8.h"
#include "base/why.h"
#include "cli/command.h"

#define NAME_BYTES 48

static const struct option_row option_version = {
    "version", 'V', NULL, "print the version", SHARED(version)};

static const struct option_row option_quiet = {
    "quiet", 'q', NULL, "print only errors on stderr, no notes or progress",
    SHARED(quiet)};
static const struct option_row option_help = {"help", 'h', NULL,
                                              "print this help", SHARED(help)};

static const struct option_row option_json = {
    "json", 0, NULL, "print JSON Lines, one object per line", SHARED(json)};
const struct option_row option_csv = {
    "csv", 0, NULL, "print comma-separated values with a header line",
    SHARED(csv)};
const struct option_row option_columns = {
    "columns", 0, "LIST",
    "with --csv: print only these columns, separated by commas, in this "
    "order; with --json: only these members",
    SHARED(columns)};

option_table common_options = {&option_json,  &option_csv,  &option_columns,
                               &option_quiet, &option_help, NULL};

bool
option_is_taken(const struct command *command, const struct option_row *row)
{
    return command->columns != NULL ||
           (row != &option_csv && row != &option_columns);
}

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
    range->is_given = true;
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

loyd_err
read_filter(const struct option_row *row, const char *text, struct args *args,
            loyd_why *why)
{
    const char *value = row->value != NULL ? text : row->switch_value;
    loyd_err err = loyd_filter_builder_add(&args->filter, row->filter, value,
                                           strlen(value), why);
    const loyd_band *band;

    if (err != LOYD_OK && loyd_bands_find(loyd_bands_default(), value, &band,
                                          NULL) == LOYD_OK)
        return why_set(why, err, "'%s' is a band: try '--band %s'", value,
                       value);
    return err;
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

int
action_find(struct run *run)
{
    const char *const *actions = run->command->actions;
    const char *word = run->operands[0];

    if (actions == NULL || run->n_operands == 0)
        return EXIT_DONE;
    for (run->action = 0; actions[run->action] != NULL; run->action++)
        if (strcmp(actions[run->action], word) == 0)
            return EXIT_DONE;
    return refuse_unknown(run->command->name, "action", word, actions);
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
        .offers = strcmp(field.name, "layout") == 0 ? layout_offers : NULL};
    return &rows[at];
}

const struct option_row *
command_option(const struct command *command, unsigned at)
{
    const struct option_row *const *table = command->options;
    const struct option_row *row;

    for (; *table != NULL; table++)
        if (*table != &option_any_column) {
            if (at-- == 0)
                return *table;
        } else {
            unsigned n = 0;

            while ((row = column_option(n)) != NULL && n < at)
                n++;
            if (row != NULL)
                return row;
            at -= n;
        }
    for (table = common_options; *table != NULL; table++)
        if (option_is_taken(command, *table) && at-- == 0)
            return *table;
    return NULL;
}

/* The same, after --version, which the help does not list. */
static const struct option_row *
option_at(const struct command *command, unsigned at)
{
    return at == 0 ? &option_version : command_option(command, at - 1);
}

/* Finds the option of --NAME, --NAME=VALUE, -L or -LVALUE. Sets *value to what
 * the word has of its value, or NULL. Returns NULL for other words. */
static const struct option_row *
find_option(const struct command *command, const char *word,
            const char **value)
{
    const struct option_row *row;
    struct slice rest, name;
    bool is_long, has_value;

    if (word[0] != '-' || word[1] == '\0')
        return NULL;
    is_long = word[1] == '-';
    rest = slice_of(word + 2);
    has_value = is_long ? slice_cut(&rest, '=', &name) : rest.len > 0;
    *value = has_value ? rest.at : NULL;
    for (unsigned n = 0; (row = option_at(command, n)) != NULL; n++)
        if (is_long ? slice_is(name, row->name) : word[1] == row->letter)
            break;
    return row;
}

static int
unknown_option(const struct command *command, const char *word)
{
    const char *names[OPTIONS_MAX + 1] = {NULL}, *near = NULL;
    const struct option_row *row;
    char shown[QUOTED_BYTES], name[NAME_BYTES];

    snprintf(name, sizeof(name), "%.*s",
             (int)(word[1] == '-' ? strcspn(word, "=") : 2), word);
    for (unsigned n = 0;
         n < OPTIONS_MAX && (row = option_at(command, n)) != NULL; n++)
        names[n] = row->name;
    if (word[1] == '-')
        near = nearest_word(name + 2, names);
    if (near != NULL)
        return refuse(command->name, "unknown option '%s': try '--%s'",
                      quoted(name, shown), near);
    return refuse(command->name, "unknown option '%s': try 'loyd help %s'",
                  quoted(name, shown), command->name);
}

bool
option_is_file(const struct option_row *row)
{
    static const char *const values[] = {"FILE", "DIR", "PACK", "KEY", "PUB"};

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

/* Reads the option of a word, whose value may be the next one. */
static int
take_option(struct run *run, char **argv, int *at)
{
    const struct command *command = run->command;
    const char *word = argv[*at], *next = argv[*at + 1], *value, *ignored;
    const struct option_row *row = find_option(command, word, &value);
    char where[NAME_BYTES], shown[QUOTED_BYTES];
    loyd_why why = {""};

    if (row == NULL)
        return unknown_option(command, word);
    if (row->value == NULL && value != NULL)
        return refuse(command->name, "--%s takes no value", row->name);
    if (row->value != NULL && value == NULL) {
        if (next == NULL)
            return refuse_valueless(command, row);
        if (find_option(command, next, &ignored) != NULL)
            return refuse(command->name,
                          "--%s needs %s: try '--%s=%s' if %s is the value",
                          row->name, row->value, row->name,
                          quoted(next, shown), shown);
        value = next;
        ++*at;
    }
    snprintf(where, sizeof(where), "--%s", row->name);
    for (size_t i = 0; i < run->n_options; i++)
        if (run->options[i].row == row)
            return refuse(where, "given twice");
    value = value != NULL ? value : "";
    run->options[run->n_options++] = (struct option_use){row, value};
    if (*value == '\0' && option_is_file(row) && !row->has_none)
        return refuse_valueless(command, row);
    return report_option(where, row->read(row, value, &run->args, &why), &why);
}

int
options_end(const struct command *command, int argc, char **argv)
{
    const struct option_row *row;
    const char *value;

    for (int i = 1; i < argc; i++) {
        if (argv[i][0] != '-' || argv[i][1] == '\0')
            return i;
        if ((row = find_option(command, argv[i], &value)) == NULL)
            return 0;
        i += row->value != NULL && value == NULL;
    }
    return 0;
}

int
options_parse(struct run *run, int argc, char **argv)
{
    bool is_after = false; /* of "--" */
    int code = EXIT_DONE;

    for (int i = 1; code == EXIT_DONE && i < argc; i++)
        if (is_after || argv[i][0] != '-' || argv[i][1] == '\0')
            run->operands[run->n_operands++] = argv[i];
        else if (strcmp(argv[i], "--") == 0)
            is_after = true;
        else
            code = take_option(run, argv, &i);
    return code;
}
