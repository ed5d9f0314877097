/* SPDX-License-Identifier: MIT */
/* The statements of queries, as SQLite alone reads them: their rows against a
 * plain array and the library's. */
#include "queries.h"
#include "pack/puzzle_fields.h"
#include "store/rows.h"

static sqlite3 *plain; /* the same file, without the library */
static loyd_why why;

static int
open_plain(void)
{
    return sqlite3_open_v2(in_folder("c.db"), &plain, SQLITE_OPEN_READONLY,
                           NULL);
}

static int
make_kinds(void **state)
{
    return make_catalogue(state) != 0 || open_plain() != SQLITE_OK ? -1 : 0;
}

static int
remove_both(void **state)
{
    sqlite3_close(plain);
    return remove_catalogue(state);
}

/* --- the columns of the view --- */

#define SHOWN 70000

static void
show_number(char *out, unsigned number)
{
    if (number > 0)
        snprintf(out, SHOWN, "%u", number);
}

static void
show_search(char *out, const loyd_search *search)
{
    snprintf(out, SHOWN, "{\"method\":\"%s\",\"nodes\":%llu}", search->method,
             (unsigned long long)search->budget);
}

/* Writes what a metric says about a column after its prefix; *is_known: it is
 * one. */
static void
show_known(const char *name, const loyd_known *known, unsigned length,
           char *out, bool *is_known)
{
    const loyd_distribution *d = known->distribution;
    bool is_open = known->rating.upper > known->rating.lower;

    if (strcmp(name, "lower") == 0)
        show_number(out, known->rating.lower);
    else if (strcmp(name, "upper") == 0)
        show_number(out, known->rating.upper);
    else if (strcmp(name, "path") == 0)
        moves_print(&known->path, out);
    else if (strcmp(name, "band") == 0)
        snprintf(out, SHOWN, "%s", known->band);
    else if (strcmp(name, "percentile") == 0 && d != NULL)
        loyd_percentile_print(d, length, 3, out);
    else if (strcmp(name, "percentile_sample") == 0 && d != NULL)
        show_number(out, d->sample);
    else if (strcmp(name, "lower_search") == 0 && is_open)
        show_search(out, &known->rating.lower_search);
    else if (strcmp(name, "upper_search") == 0 && is_open)
        show_search(out, &known->rating.upper_search);
    else
        *is_known = strstr(name, "percentile") != NULL ||
                    strcmp(name, "path") == 0 ||
                    strstr(name, "_search") != NULL;
}

/* Is a column one of the view alone, of which an entry says nothing? Others
 * compare these with the array. */
static bool
is_asked(const char *name)
{
    loyd_field field;

    for (unsigned at = 0; loyd_field_get(at, &field); at++)
        if (strcmp(field.name, name) == 0)
            return field.is_asked;
    fail_msg("unknown column %s", name);
    return false;
}

/* Writes a field that needs no other text here, as CSV has it. Returns
 * false if there is none of that name. */
static bool
show_field(const char *name, const loyd_entry *entry, char *out)
{
    loyd_field field;
    unsigned at = 0;

    while (loyd_field_get(at, &field) && strcmp(field.name, name) != 0)
        at++;
    if (!loyd_field_get(at, &field))
        return false;
    entry_field(entry, at, false, out, SHOWN);
    return true;
}

/* Writes the text of a column of an entry, "" where it is NULL. */
static void
show_column(const char *name, const loyd_entry *entry, char *out)
{
    const loyd_board *goal = &entry->puzzle.goal;
    bool is_mtm = strncmp(name, "mtm_", 4) == 0, is_known = true;

    out[0] = '\0';
    if (strcmp(name, "puzzle_id") == 0)
        loyd_id_print(&entry->id, out);
    else if (strcmp(name, "size") == 0)
        snprintf(out, SHOWN, "%ux%u", goal->width, goal->height);
    else if (strcmp(name, "layout") == 0)
        snprintf(out, SHOWN, "%s", entry->layout);
    else if (strcmp(name, "goal") == 0)
        loyd_board_print(goal, LOYD_FORM_ROWS, out);
    else if (strcmp(name, "board") == 0)
        loyd_board_print(&entry->puzzle.start, LOYD_FORM_ROWS, out);
    else if (strcmp(name, "recipe") == 0)
        snprintf(out, SHOWN, "%s", entry->recipe);
    else if (strcmp(name, "name") == 0)
        snprintf(out, SHOWN, "%s", entry->name);
    else if (strcmp(name, "status") == 0)
        snprintf(out, SHOWN, "%s", status_name(entry->known[LOYD_STM].status));
    else if (strcmp(name, "mtm_status") == 0)
        snprintf(out, SHOWN, "%s",
                 entry->known[LOYD_MTM].status == LOYD_STATUS_UNRATED
                     ? ""
                     : status_name(entry->known[LOYD_MTM].status));
    else if (strcmp(name, "stm") == 0)
        show_number(out, entry->known[LOYD_STM].rating.lower ==
                                 entry->known[LOYD_STM].rating.upper
                             ? entry->known[LOYD_STM].rating.upper
                             : 0);
    else if (strcmp(name, "mtm") == 0)
        show_number(out, entry->known[LOYD_MTM].rating.lower ==
                                 entry->known[LOYD_MTM].rating.upper
                             ? entry->known[LOYD_MTM].rating.upper
                             : 0);
    else if (strcmp(name, "estimate") == 0)
        show_number(out, entry->estimate);
    else if (strcmp(name, "estimated") == 0)
        show_number(out, entry->is_estimated);
    else if (is_mtm)
        show_known(name + 4, &entry->known[LOYD_MTM],
                   entry->known[LOYD_MTM].rating.upper, out, &is_known);
    else
        show_known(name, &entry->known[LOYD_STM],
                   entry->is_estimated ? entry->estimate
                                       : entry->known[LOYD_STM].rating.upper,
                   out, &is_known);
    if (!is_known && !show_field(name, entry, out))
        fail_msg("unknown column %s", name);
}

/* A real number is a percentile, in thousandths. */
static void
expect_columns(sqlite3_stmt *row, const loyd_entry *entry)
{
    static char wanted[SHOWN], number[40];

    for (int i = 0; i < sqlite3_column_count(row); i++) {
        const char *name = sqlite3_column_name(row, i);
        const char *text = (const char *)sqlite3_column_text(row, i);

        if (sqlite3_column_type(row, i) == SQLITE_FLOAT) {
            snprintf(number, sizeof(number), "%.3f",
                     sqlite3_column_double(row, i));
            text = number;
        }
        if (is_asked(name))
            continue;
        show_column(name, entry, wanted);
        if (strcmp(wanted, text != NULL ? text : "") != 0)
            fail_msg("%s: %s, expected %s", name, text, wanted);
        assert_int_equal(text == NULL, wanted[0] == '\0');
    }
}

/* --- rows --- */

static char *
sql_of(const loyd_filter *filter)
{
    char *sql = NULL;

    if (loyd_store_sql(store, filter, &sql, &why) != LOYD_OK)
        explain(filter, why.text);
    return sql;
}

/* Compares the rows of a query in the array, in a cursor and in SQLite, all of
 * them in order. Returns their number. */
static size_t
expect_same(const loyd_filter *filter)
{
    static const struct kept *all[COUNT(kept)];
    size_t n = select_slowly(filter, all), n_left, i = 0;
    char *sql = sql_of(filter);
    loyd_cursor *cursor = NULL;
    sqlite3_stmt *row = NULL;

    n_left = filter->offset < n ? n - (size_t)filter->offset : 0;
    if (filter->limit > 0 && filter->limit < n_left)
        n_left = (size_t)filter->limit;
    if (sqlite3_prepare_v2(plain, sql, -1, &row, NULL) != SQLITE_OK)
        fail_msg("%s: %.2000s", sqlite3_errmsg(plain), sql);
    OK(loyd_store_find(store, filter, &cursor, &why));
    for (;; i++) {
        const loyd_row *found;
        int rc = sqlite3_step(row);

        OK(loyd_cursor_next(cursor, &found, &why));
        if (rc != (found != NULL ? SQLITE_ROW : SQLITE_DONE))
            explain(filter, "SQLite finds more or less");
        if ((found != NULL) != (i < n_left) ||
            (found != NULL &&
             memcmp(&found->entry->id, &all[filter->offset + i]->id,
                    sizeof(loyd_id)) != 0))
            explain(filter, "other rows than in the array");
        if (found == NULL)
            break;
        expect_columns(row, found->entry);
    }
    loyd_cursor_close(&cursor);
    sqlite3_finalize(row);
    free(sql);
    return n_left;
}

static void
test_drawn_filters(void **state)
{
    unsigned rounds = oracle_draws(400), n_empty = 0, n_full = 0;
    uint64_t random = 4;

    (void)state;
    assert_int_equal(expect_same(&(loyd_filter){0}), n_kept);
    for (unsigned k = 0; k < rounds; k++) {
        loyd_filter filter;
        size_t n;

        draw_filter(&random, &filter);
        draw_walk(&random, &filter);
        filter.is_distinct = false;
        n = expect_same(&filter);
        n_empty += n == 0;
        n_full += n > 5;
    }
    assert_true(n_empty > rounds / 15 && n_full > rounds / 8);
}

/* Of each status, use and order there are puzzles. */
static void
test_every_kind_is_found(void **state)
{
    static const char *const values[][2] = {
        {"status", "unrated"},     {"status", "bounded"},
        {"status", "proven"},      {"mtm_status", "bounded"},
        {"mtm_status", "proven"},  {"used", "yes"},
        {"used", "no"},            {"band", "easy"},
        {"mtm_band", "expert"},    {"percentile", "25..50"},
        {"mtm_percentile", "50.."}, {"gap", "1.."},
        {"path", "U*"},            {"recipe", "4x4/rows~g1~a~find~*"},
        {"recipe", "*"},           {"layout", "goal=*"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(values); i++)
        if (expect_same(&(loyd_filter){
                CONDITIONS({values[i][0], values[i][1]})}) == 0)
            fail_msg("none with %s %s", values[i][0], values[i][1]);
    for (size_t i = 0; i < COUNT(column_names); i++)
        for (unsigned down = 0; down < 2; down++) {
            char order[40];

            snprintf(order, sizeof(order), "%s%s", down ? "-" : "",
                     column_names[i]);
            if ((i + down) % 2 == 0 || oracle_is_long())
                expect_same(&(loyd_filter){.order = order, .limit = 700});
        }
}

static void
test_what_is_no_statement(void **state)
{
    const loyd_filter refused[] = {{.pick = "x", .limit = 1},
                                   {.is_distinct = true}};
    char *sql = NULL;

    (void)state;
    for (size_t i = 0; i < COUNT(refused); i++)
        assert_why("refused", loyd_store_sql(store, &refused[i], &sql, &why),
                   &why, LOYD_E_UNSUPPORTED,
                   "no statement picks puzzles or leaves out twins: these "
                   "depend on hashes");
    assert_int_equal(
        loyd_store_sql(store, &(loyd_filter){CONDITIONS({"size", "1x4"})},
                       &sql, &why),
        LOYD_E_SIZE);
    assert_null(sql);
}

/* Short enough to learn from. */
static void
test_statements_are_plain(void **state)
{
    const struct {
        loyd_filter filter;
        const char *sql;
    } cases[] = {
        {{0}, "SELECT * FROM puzzles ORDER BY puzzle_id"},
        {{CONDITIONS({"size", "4"}, {"stm", "20..30"}), .limit = 5},
         "SELECT * FROM puzzles WHERE size = '4x4' AND stm BETWEEN 20 AND 30"
         " ORDER BY puzzle_id LIMIT 5"},
        {{CONDITIONS({"stm", "..9"}, {"used", "no"}, {"stm", "40.."}),
          .order = "-stm"},
         "SELECT * FROM puzzles WHERE (stm <= 9 OR stm >= 40) AND used = 0"
         " ORDER BY stm DESC, puzzle_id"},
        {{CONDITIONS({"band", "it's*"}), .where = "gap = 2 OR mtm > 7"},
         "SELECT * FROM puzzles WHERE band GLOB 'it''s*'"
         " AND (gap = 2 OR mtm > 7) ORDER BY puzzle_id"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        char *sql = sql_of(&cases[i].filter);

        assert_string_equal(sql, cases[i].sql);
        free(sql);
    }
}

/* A text of the filter is data in the statement too. */
static void
test_texts_are_quoted(void **state)
{
    static const char *const texts[] = {"'", "''; --", "\"", "a'b~'",
                                        "\303\251'"};

    (void)state;
    for (size_t i = 0; i < COUNT(texts); i++)
        for (unsigned k = 0; k < 3; k++) {
            static const char *const columns[] = {"recipe", "name", "used_in"};
            char value[20];

            snprintf(value, sizeof(value), "%s%s", texts[i],
                     k == 1 ? "*" : "");
            assert_int_equal(
                expect_same(&(loyd_filter){CONDITIONS({columns[k], value})}),
                0);
        }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_drawn_filters),
        cmocka_unit_test(test_every_kind_is_found),
        cmocka_unit_test(test_what_is_no_statement),
        cmocka_unit_test(test_statements_are_plain),
        cmocka_unit_test(test_texts_are_quoted),
    };

    return cmocka_run_group_tests(tests, make_kinds, remove_both);
}
