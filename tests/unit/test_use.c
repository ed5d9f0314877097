/* SPDX-License-Identifier: MIT */
/* Marks of used puzzles through the library; tests/cli/used.sh compares the
 * command with a model. */
#include "catalogue.h"

#include "store/mark.h"

static const loyd_date early = {2026, 2, 1};
static loyd_store *store;
static loyd_id ids[3]; /* of the catalogue */
static const loyd_id unknown = {{7}};
static loyd_why why;

static int
make_catalogue(void **state)
{
    loyd_cursor *cursor = NULL;
    const loyd_row *row;

    if (make_folder(state) != 0)
        return -1;
    store = open_store(in_folder("c.db"), LOYD_STORE_CREATE);
    fill_store(store, "3x3/snake", 3, 1);
    OK(loyd_store_find(store, &(loyd_filter){0}, &cursor, &why));
    for (size_t i = 0; i < COUNT(ids); i++) {
        OK(loyd_cursor_next(cursor, &row, &why));
        ids[i] = row->entry->id;
    }
    loyd_cursor_close(&cursor);
    return 0;
}

static int
remove_catalogue(void **state)
{
    loyd_store_close(&store);
    return remove_folder(state);
}

/* Returns how many uses are listed; the last one is *usage. */
static unsigned
count_usages(const loyd_id *of, size_t n, loyd_usage *usage, char *name)
{
    loyd_cursor *cursor = NULL;
    unsigned rows = 0;

    OK(loyd_store_usages(store, of, n, NULL, &cursor, &why));
    for (;;) {
        const loyd_row *row;

        OK(loyd_cursor_next(cursor, &row, &why));
        if (row == NULL)
            break;
        rows++;
        *usage = *row->usage;
        snprintf(name, LOYD_NOTE_MAX + 1, "%s", row->usage->name);
    }
    loyd_cursor_close(&cursor);
    return rows;
}

static void
test_marks_need_a_transaction(void **state)
{
    uint64_t n;
    uint32_t volume;

    (void)state;
    assert_why("mark",
               loyd_store_mark(store, &ids[0], &early, NULL, NULL, &why), &why,
               LOYD_E_DB, "no transaction is open");
    assert_why("unmark", loyd_store_unmark(store, &ids[0], NULL, &why), &why,
               LOYD_E_DB, "no transaction is open");
    assert_why("unmark a volume",
               loyd_store_unmark_volume(store, "p", &n, &volume, &why), &why,
               LOYD_E_DB, "no transaction is open");
    assert_int_equal(loyd_store_mark(store, &ids[0], &early, NULL, NULL, NULL),
                     LOYD_E_DB);
}

/* The note and the date of the mark that stays. */
static void
test_which_mark_stays(void **state)
{
    static const struct {
        loyd_date date;
        const char *note;
        loyd_date stays;
        const char *with;
    } marks[] = {
        {{2026, 2, 3}, NULL, {2026, 2, 3}, ""},
        {{2026, 2, 3}, "m", {2026, 2, 3}, "m"}, /* a note over none */
        {{2026, 2, 3}, "", {2026, 2, 3}, "m"},
        {{2026, 2, 3}, "n", {2026, 2, 3}, "m"}, /* the first of two */
        {{2026, 2, 3}, "l", {2026, 2, 3}, "l"},
        {{2026, 2, 4}, "a", {2026, 2, 3}, "l"}, /* a later date */
        {{2026, 2, 2}, "z", {2026, 2, 2}, "z"}, /* an earlier date */
        {{2026, 1, 31}, NULL, {2026, 1, 31}, ""},
    };
    char note[LOYD_NOTE_MAX + 1], is[LOYD_DATE_TEXT], wanted[LOYD_DATE_TEXT];
    loyd_usage usage;
    bool is_new;

    (void)state;
    for (size_t i = 0; i < COUNT(marks); i++) {
        OK(loyd_store_begin(store, &why));
        is_new = i != 0;
        OK(loyd_store_mark(store, &ids[1], &marks[i].date, marks[i].note,
                           &is_new, &why));
        OK(loyd_store_commit(store, &why));
        assert_int_equal(is_new, i == 0);
        assert_int_equal(count_usages(NULL, 0, &usage, note), 1);
        assert_int_equal(usage.kind, LOYD_USAGE_HAND);
        assert_memory_equal(&usage.id, &ids[1], sizeof(loyd_id));
        loyd_date_print(&usage.date, is);
        loyd_date_print(&marks[i].stays, wanted);
        assert_string_equal(is, wanted);
        assert_string_equal(note, marks[i].with);
        assert_int_equal(usage.version, 0);
        assert_string_equal(usage.tier, "");
    }
}

static void
test_notes_are_checked(void **state)
{
    char longest[LOYD_NOTE_MAX + 2], note[LOYD_NOTE_MAX + 1];
    loyd_usage usage;

    (void)state;
    memset(longest, 'x', sizeof(longest) - 1);
    longest[sizeof(longest) - 1] = '\0';
    OK(loyd_store_begin(store, &why));
    assert_why("long",
               loyd_store_mark(store, &ids[0], &early, longest, NULL, &why),
               &why, LOYD_E_RANGE, "note of 101 bytes: expected 0..100");
    assert_int_equal(
        loyd_store_mark(store, &ids[0], &early, "a\nb", NULL, &why),
        LOYD_E_ENCODING);
    assert_int_equal(loyd_store_mark(store, &ids[0], &early,
                                     "\xe2\x80\xae"
                                     "b",
                                     NULL, &why),
                     LOYD_E_ENCODING);
    assert_int_equal(
        loyd_store_mark(store, &ids[0], &early, "\xff", NULL, &why),
        LOYD_E_ENCODING);
    assert_int_equal(loyd_store_mark(store, &unknown, &early, "x", NULL, &why),
                     LOYD_E_NOT_FOUND);
    longest[LOYD_NOTE_MAX] = '\0';
    OK(loyd_store_mark(store, &ids[0], &early, longest, NULL, &why));
    OK(loyd_store_commit(store, &why));
    assert_int_equal(count_usages(ids, COUNT(ids), &usage, note), 1);
    assert_string_equal(note, longest);
}

static void
test_names_of_kinds(void **state)
{
    (void)state;
}

/* Wrong rows, stored with the schema's checks disabled. */
static const struct {
    const char *sql;
    const char *proof; /* in verify's report */
} lies[] = {
    {"UPDATE mark SET date = '2026-02-30' WHERE pack = ''", "invalid date"},
    {"UPDATE mark SET note = 'a' || char(10) WHERE pack = ''",
     "invalid note"},
    {"UPDATE mark SET note = CAST(x'ff' AS TEXT) WHERE pack = ''",
     "invalid note"},
    {"UPDATE mark SET puzzle = '008j4ct4ank7f24s' WHERE pack = ''",
     "the puzzle is missing"},
    {"UPDATE mark SET puzzle = 'text' WHERE pack = ''",
     "the puzzle is missing"},
    {"UPDATE mark SET number = 9 WHERE number = 2", "lacks numbers"},
    {"UPDATE volume SET date = 'yesterday'", "invalid date"},
    {"UPDATE volume SET volume = 0", "invalid volume"},
    {"UPDATE volume SET pack = 'q'", "the pack is missing"},
    {"UPDATE pack SET title = 'a' || char(9)", "invalid title"},
    {"DELETE FROM volume", "is missing"},
    {"DELETE FROM pack", "the pack is missing"},
};

static char bad_text[LOYD_WHY_BYTES * 4];

static bool
keep_bad(void *context, const loyd_bad *bad)
{
    (void)context;
    strncat(bad_text, bad->what, sizeof(bad_text) - strlen(bad_text) - 1);
    return true;
}

/* Reads all uses; the last error is returned. */
static loyd_err
read_usages(void)
{
    loyd_cursor *cursor = NULL;
    loyd_err err = loyd_store_usages(store, NULL, 0, NULL, &cursor, &why);

    return read_list(&cursor, err, &why);
}

/* verify names each wrong row, and merge refuses the catalogue; a list and a
 * removal of marks bear it. */
static void
test_wrong_rows(void **state)
{
    const loyd_date date = {2026, 2, 2};
    const loyd_export_options options = {.dir = in_folder("pack"),
                                         .formats = LOYD_EXPORT_CSV,
                                         .pack = "p",
                                         .date = &date};
    const loyd_filter all = {.n_conditions = 1,
                             .conditions = &(loyd_condition){"used", "any"}};
    const loyd_listener listener = {.bad = keep_bad};
    const char *wrong = in_folder("c.db");
    loyd_job_result result;
    loyd_store *into;
    size_t len;
    uint8_t *good;

    (void)state;
    OK(loyd_store_begin(store, &why));
    OK(loyd_store_mark(store, &ids[2], &early, "x", NULL, &why));
    OK(loyd_store_commit(store, &why));
    OK(loyd_export(store, &all, &options, NULL, NULL, &why));
    OK(read_usages());
    loyd_store_close(&store);
    good = read_file(in_folder("c.db"), &len);
    write_file(in_folder("good.db"), good, len);
    for (size_t i = 0; i < COUNT(lies); i++) {
        write_file(in_folder("c.db"), good, len);
        alter(lies[i].sql);
        store = open_store(in_folder("c.db"), LOYD_STORE_WRITE);
        bad_text[0] = '\0';
        OK(loyd_catalogue_verify(store, NULL, &listener, &result, &why));
        if (strstr(bad_text, lies[i].proof) == NULL)
            fail_msg("%s: verify: %s", lies[i].sql, bad_text);
        (void)!read_usages();
        OK(loyd_store_begin(store, &why));
        if (loyd_store_unmark(store, &ids[0], NULL, &why) == LOYD_OK)
            OK(loyd_store_commit(store, &why));
        loyd_store_close(&store);
        into = open_store(in_folder("into.db"), LOYD_STORE_CREATE);
        OK(loyd_catalogue_merge(into, &wrong, 1, NULL, &result, &why));
        loyd_store_close(&into);
        if (result.bad != 1)
            fail_msg("%s: merge refused %d", lies[i].sql, (int)result.bad);
        unlink(in_folder("into.db"));
    }
    free(good);
}

#define T(test)                                                               \
    cmocka_unit_test_setup_teardown(test, make_catalogue, remove_catalogue)

int
main(void)
{
    const struct CMUnitTest tests[] = {
        T(test_marks_need_a_transaction),
        T(test_which_mark_stays),
        T(test_notes_are_checked),
        cmocka_unit_test(test_names_of_kinds),
        T(test_wrong_rows),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
