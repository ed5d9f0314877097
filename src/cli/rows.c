/* SPDX-License-Identifier: MIT */
/* Prints rows in the format that the options ask for. */
#include "cli/rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/slice.h"
#include "base/text.h"

#define WAITING 64 /* rows that set the widths of a table */
#define CUT_MIN 8  /* a text is not shortened to less */

enum rows_format { ROWS_JSON, ROWS_CSV, ROWS_TABS, ROWS_TABLE };

/* There is one stdout, hence one row. */
static struct text line;
static struct text values; /* of the cells of the row */
static struct jw_cells cells;
static struct jw writer;

static struct {
    enum rows_format format;
    unsigned n; /* columns; 0: all members, of JSON */
    struct {
        const char *name;
        unsigned width;
        bool is_text; /* aligned to the left */
    } column[JW_CELLS];
    struct text list;  /* their names, with commas between them, */
    struct text names; /* and with NULs */
    bool is_headed;
    const char *const *words; /* of the next row's sentence; NULL: none */
    struct terminal screen; /* of a table: ... */
    unsigned n_shown;       /* columns that fit into a line */
    unsigned used;          /* of the line */
    unsigned n_waiting;
    struct text waiting; /* their values, each with a NUL */
} rows;

/* --- columns --- */

/* Who reads a list. */
enum reader { FOR_CSV, FOR_JSON, FOR_OPTION };

/* Appends the names of a list of an action, for a reader. */
static void
put_list(struct text *to, const struct run *run, const char *list,
         enum reader reader)
{
    bool is_mtm = metric_of(&run->args) == LOYD_MTM;
    struct slice rest = slice_of(list), name;
    loyd_field field;

    while (rest.len > 0) {
        bool is_asked, is_kept;

        (void)slice_cut(&rest, ',', &name);
        is_asked = slice_is(name, ASKED);
        is_kept = !slice_skip(&name, "-") || reader != FOR_CSV;
        if (!is_asked && !slice_is(name, FIELDS)) {
            if (is_kept)
                text_format(to, "%.*s,", (int)name.len, name.at);
            continue;
        }
        for (unsigned at = 0; loyd_field_get(at, &field); at++)
            if (field.is_asked
                    ? is_asked && reader == FOR_OPTION
                    : !is_asked && (reader != FOR_CSV ||
                                    (!field.is_trait &&
                                     (is_mtm || field.metric == LOYD_STM))))
                text_format(to, "%s,", field.name);
    }
    if (!to->is_lost && to->len > 0)
        to->at[--to->len] = '\0'; /* the last comma */
}

/* Cuts a list into its names, which end with NULL; returns their number. */
static unsigned
cut_list(char *list, const char *names[JW_CELLS + 1])
{
    unsigned n = 0;

    for (char *comma; list != NULL && n < JW_CELLS; list = comma) {
        if ((comma = strchr(list, ',')) != NULL)
            *comma++ = '\0';
        names[n++] = list;
    }
    names[n] = NULL;
    return n;
}

int
list_check(const struct run *run, const char *option, const char *list,
           const char *all)
{
    struct slice rest = slice_of(list), name;
    const char *names[JW_CELLS + 1];
    char shown[QUOTED_BYTES];
    struct text known = {.at = NULL};
    int code = EXIT_DONE;
    bool is_more = true;

    put_list(&known, run, all, FOR_OPTION);
    if (known.is_lost)
        code = report(option, LOYD_E_NOMEM, NULL);
    while (code == EXIT_DONE && is_more) {
        struct slice before = {list, (size_t)(rest.at - list)};

        is_more = slice_cut(&rest, ',', &name);
        snprintf(shown, sizeof(shown), "%.*s", (int)name.len, name.at);
        if (list_has(before, name))
            code = refuse(option, "%s is given twice", shown);
        else if (!list_has(slice_of(known.at), name)) {
            (void)cut_list(known.at, names);
            code = refuse_unknown(option, "column", shown, names);
        }
    }
    text_free(&known);
    return code;
}

static void
set_format(const struct run *run)
{
    rows.screen = run->screen; /* which ends before the rows do */
    rows.format = run->args.json            ? ROWS_JSON
                  : run->args.csv           ? ROWS_CSV
                  : run->screen.is_terminal ? ROWS_TABLE
                                            : ROWS_TABS;
}

int
rows_begin(const struct run *run, const char *columns, const char *text)
{
    const struct args *args = &run->args;
    const char *names[JW_CELLS + 1];
    int code = EXIT_DONE;

    set_format(run);
    rows.n = 0;
    text_clear(&rows.list);
    text_clear(&rows.names);
    if (args->columns != NULL && !rows_are_printed(run) && text == NULL)
        return refuse_without(run->command->name, "--columns",
                              "--json or --csv");
    if (args->columns != NULL) {
        code = list_check(run, "--columns", args->columns, columns);
        text_put(&rows.list, args->columns);
    } else if (rows_are_printed(run))
        put_list(&rows.list, run, columns, args->csv ? FOR_CSV : FOR_JSON);
    else if (text != NULL)
        text_put(&rows.list, text);
    if (rows.list.len > 0)
        text_put(&rows.names, rows.list.at);
    if (rows.list.is_lost || rows.names.is_lost)
        return report(run->command->name, LOYD_E_NOMEM, NULL);
    if (args->columns != NULL || !args->json)
        rows.n = cut_list(rows.names.at, names);
    for (unsigned i = 0; i < rows.n; i++) {
        rows.column[i].name = names[i];
        rows.column[i].width = (unsigned)strlen(names[i]);
    }
    return code;
}

int
rows_begin_action(const struct run *run)
{
    const struct action *action = run->action;

    if (action->columns != NULL)
        return rows_begin(run, action->columns, action->text);
    set_format(run);
    return EXIT_DONE;
}

const char *
rows_list(void)
{
    return rows.list.at;
}

bool
rows_are_printed(const struct run *run)
{
    return run->args.json || run->args.csv;
}

bool
rows_are_json(void)
{
    return rows.format == ROWS_JSON;
}

bool
row_is_text(const struct jw *row)
{
    return row->cells != NULL && rows.format >= ROWS_TABS;
}

/* --- rows --- */

static struct jw *
begin_object(void)
{
    text_clear(&line);
    writer = (struct jw){.to = &line};
    jw_object(&writer, NULL, JW_TIGHT);
    return &writer;
}

void
row_says(const char *const *words)
{
    rows.words = words;
}

struct jw *
row_begin(void)
{
    if (rows.n == 0 && rows.format == ROWS_JSON)
        return begin_object();
    writer = (struct jw){.to = &values, .cells = &cells};
    cells.is_plain = rows.format != ROWS_JSON;
    jw_row(&writer);
    return &writer;
}

struct jw *
row_begin_error(void)
{
    return rows.format == ROWS_JSON ? begin_object() : row_begin();
}

/* Returns the value of a name, from cell *at on: most rows have the order of
 * the columns. */
static struct slice
value_of(struct slice name, unsigned *at)
{
    for (unsigned i = 0; i < cells.n; i++) {
        unsigned c = (*at + i) % cells.n;
        size_t end = c + 1 < cells.n ? cells.cell[c + 1].at : values.len;

        if (!slice_is(name, cells.cell[c].name))
            continue;
        *at = c + 1;
        return (struct slice){values.at + cells.cell[c].at,
                              end - cells.cell[c].at};
    }
    return (struct slice){"", 0};
}

static void
put_object(void)
{
    struct jw object = {.to = &line};
    unsigned at = 0;

    jw_object(&object, NULL, JW_TIGHT);
    for (unsigned i = 0; i < rows.n; i++) {
        struct slice value = value_of(slice_of(rows.column[i].name), &at);

        if (value.len == 0)
            continue;
        jw_name(&object, rows.column[i].name);
        text_bytes(&line, value.at, value.len);
    }
    jw_close(&object);
}

/* CSV, or text with tabs. */
static void
put_separated(char separator, enum text_escape escape)
{
    unsigned at = 0;

    for (unsigned i = 0; i < rows.n; i++) {
        struct slice value = value_of(slice_of(rows.column[i].name), &at);

        if (i > 0)
            text_char(&line, separator);
        if (value.len > 0)
            text_escaped(&line, escape, value.at, value.len);
        else if (escape == TEXT_TERMINAL)
            text_char(&line, '-');
    }
}

static void
print_line(void)
{
    text_char(&line, '\n');
    if (line.is_lost || values.is_lost)
        out_lose();
    else if (!out_is_broken()) { /* no line follows a gap */
        progress_clear();
        fwrite(line.at, 1, line.len, stdout);
    }
}

/* All members, as NAME=VALUE. */
static void
put_named(void)
{
    for (unsigned i = 0; i < cells.n; i++) {
        size_t at = cells.cell[i].at;
        size_t end = i + 1 < cells.n ? cells.cell[i + 1].at : values.len;

        text_format(&line, "%s%s=", i > 0 ? "\t" : "", cells.cell[i].name);
        text_escaped(&line, TEXT_TERMINAL, values.at + at, end - at);
    }
}

static void
put_word(const char *text, struct slice value)
{
    if (line.len > 0 && strchr(" ;:\t\n", *text) == NULL)
        text_put(&line, ", ");
    if (line.len == 0 && *text == '\n')
        text++;
    for (; *text != '\0'; text++)
        if (*text == '$')
            text_escaped(&line, TEXT_TERMINAL, value.at, value.len);
        else if (*text != '*')
            text_char(&line, *text);
        else if (!slice_is(value, "1"))
            text_char(&line, 's');
}

static void
put_sentence(const char *const *words)
{
    unsigned at = 0;

    for (; *words != NULL; words++) {
        struct slice text = slice_of(*words), name, value;
        bool is_kept = slice_skip(&text, "!");

        if (!slice_cut(&text, '=', &name))
            continue;
        value = value_of(name, &at);
        if (value.len > 0 && (is_kept || !slice_is(value, "0")))
            put_word(text.at, value);
    }
}

static void
print_csv_head(void)
{
    text_clear(&line);
    for (unsigned i = 0; i < rows.n; i++)
        text_format(&line, "%s%s", i > 0 ? "," : "", rows.column[i].name);
    print_line();
    rows.is_headed = true;
}

/* --- the table of a terminal --- */

/* Appends a text, shortened if it is wider than `room`. */
static void
put_cut(const char *text, unsigned room)
{
    const char *dots = rows.screen.is_utf8 ? "…" : "...";
    unsigned n_dots = rows.screen.is_utf8 ? 1 : 3;
    size_t len = strlen(text);

    rows.used += len < room ? (unsigned)len : room;
    if (len <= room) {
        text_put(&line, text);
        return;
    }
    len = room > n_dots ? room - n_dots : 0;
    while (len > 0 && ((unsigned char)text[len] & 0xC0) == 0x80)
        len--; /* not inside a character */
    text_bytes(&line, text, len);
    text_put(&line, dots);
}

static void
put_blanks(size_t n)
{
    unsigned room = rows.screen.width - rows.used;

    for (; n > 0 && room > 0; n--, room--, rows.used++)
        text_char(&line, ' ');
}

static void
put_aligned(const char *text, unsigned column)
{
    size_t len = strlen(text), width = rows.column[column].width;
    size_t blanks = len < width ? width - len : 0;
    bool is_text = rows.column[column].is_text;

    if (column == 0)
        rows.used = 0;
    else
        put_blanks(2);
    if (!is_text)
        put_blanks(blanks);
    put_cut(text, rows.screen.width - rows.used);
    if (is_text && column + 1 < rows.n_shown)
        put_blanks(blanks);
}

/* Decides how many columns fit; the last one may be a shortened text,
   and prints their names. */
static void
print_table_head(void)
{
    unsigned used = 0;

    for (rows.n_shown = 0; rows.n_shown < rows.n; rows.n_shown++) {
        unsigned gap = rows.n_shown > 0 ? 2 : 0;
        unsigned width = rows.column[rows.n_shown].width;

        if (rows.column[rows.n_shown].is_text && width > CUT_MIN)
            width = CUT_MIN;
        if (rows.n_shown > 0 && used + gap + width > rows.screen.width)
            break;
        used += gap + rows.column[rows.n_shown].width;
    }
    text_clear(&line);
    text_put(&line, paint(&rows.screen, PAINT_BOLD));
    for (unsigned i = 0; i < rows.n_shown; i++)
        put_aligned(rows.column[i].name, i);
    text_put(&line, paint(&rows.screen, PAINT_OFF));
    print_line();
}

static void
print_waiting(void)
{
    const char *value = rows.waiting.at;

    if (rows.n_waiting > 0 && !rows.is_headed)
        print_table_head();
    rows.is_headed = true;
    for (; rows.n_waiting > 0; rows.n_waiting--) {
        text_clear(&line);
        for (unsigned i = 0; i < rows.n; i++, value += strlen(value) + 1)
            if (i < rows.n_shown)
                put_aligned(value, i);
        print_line();
    }
    text_clear(&rows.waiting);
}

/* Keeps a row until the widths of all columns are known. */
static void
add_waiting(void)
{
    static const char numbers[] = "0123456789.?-";
    unsigned at = 0;

    for (unsigned i = 0; i < rows.n; i++) {
        struct slice value = value_of(slice_of(rows.column[i].name), &at);
        size_t begin = rows.waiting.len, len;

        if (value.len > 0)
            text_escaped(&rows.waiting, TEXT_TERMINAL, value.at, value.len);
        else
            text_char(&rows.waiting, '-');
        len = rows.waiting.len - begin;
        text_bytes(&rows.waiting, "", 1);
        if (rows.waiting.is_lost || rows.is_headed)
            continue;
        if (len > rows.column[i].width)
            rows.column[i].width = (unsigned)len;
        if (strspn(rows.waiting.at + begin, numbers) < len)
            rows.column[i].is_text = true;
    }
    rows.n_waiting++;
    if (rows.waiting.is_lost)
        out_lose();
    else if (rows.is_headed || rows.n_waiting == WAITING)
        print_waiting();
}

void
rows_flush(void)
{
    if (rows.format == ROWS_TABLE && !rows.waiting.is_lost)
        print_waiting();
    if (fflush(stdout) != 0)
        (void)out_is_broken(); /* keeps its errno */
}

void
rows_end(int code)
{
    if (rows.format == ROWS_TABLE && !rows.waiting.is_lost)
        print_waiting();
    else if (rows.format == ROWS_CSV && !rows.is_headed && code == EXIT_DONE)
        print_csv_head();
    text_free(&rows.waiting);
    text_free(&rows.list);
    text_free(&rows.names);
    text_free(&values);
    text_free(&line);
}

void
row_end(struct jw *row)
{
    const char *const *words = rows.words;

    rows.words = NULL;
    if (row->cells == NULL) {
        jw_close(row);
        print_line();
        return;
    }
    if (rows.format == ROWS_TABLE && rows.n > 0 && words == NULL) {
        add_waiting();
        return;
    }
    if (rows.format == ROWS_CSV && !rows.is_headed)
        print_csv_head();
    text_clear(&line);
    if (rows.format == ROWS_JSON)
        put_object();
    else if (rows.format == ROWS_CSV)
        put_separated(',', TEXT_CSV);
    else if (words != NULL)
        put_sentence(words);
    else if (rows.n > 0)
        put_separated('\t', TEXT_TERMINAL);
    else
        put_named();
    print_line();
}
