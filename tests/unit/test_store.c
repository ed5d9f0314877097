/* SPDX-License-Identifier: MIT */
/* The store: creating, storing and reading rows, refusing invalid ones,
 * transactions, several processes. */
#include "catalogue.h"

#include "core/moves.h"
#include "store/rows.h"
#include "store/store.h"

#include <signal.h>
#include <sys/wait.h>

/* An empty file or database becomes a catalogue when one is created; names
 * that are special to SQLite are ordinary names. */
static void
test_create_takes_any_name(void **state)
{
    static const char *const names[] = {
        "c.db",   "with space", ":memory:",   "?mode=memory", "100%.db",
        "a#b",    "caf\303\251", "empty",     "blank",        "%41",
        "'; --",
    };
    char old[512];

    (void)state;
    write_file(in_folder("empty"), "", 0);
    run_sql(in_folder("blank"), "VACUUM");
    assert_non_null(getcwd(old, sizeof(old)));
    assert_int_equal(chdir(folder), 0);
    for (size_t i = 0; i < COUNT(names); i++) {
        loyd_store *store = open_store(names[i], LOYD_STORE_CREATE);

        fill_store(store, "2x3/rows", 5, i);
        loyd_store_close(&store);
        assert_null(store);
        assert_int_equal(access(names[i], F_OK), 0);
        store = open_store(in_folder(names[i]), LOYD_STORE_READ);
        loyd_store_close(&store);
    }
    assert_int_equal(chdir(old), 0);
    assert_int_equal(list_folder(folder, false), COUNT(names));
    loyd_store_close(&(loyd_store *){NULL});
    loyd_store_close(NULL);
}

/* Each is separate, and in no folder. */
static void
test_without_a_name(void **state)
{
    loyd_store *one, *other;
    uint64_t count;
    loyd_why why;

    (void)state;
    OK(loyd_store_open(NULL, LOYD_STORE_CREATE, NULL, &one, &why));
    OK(loyd_store_open(NULL, LOYD_STORE_READ, NULL, &other, &why));
    fill_store(one, "4x4/rows", 50, 1);
    fill_store(other, "4x4/rows", 5, 1);
    OK(loyd_store_count(one, NULL, &count, &why));
    assert_int_equal(count, 50);
    OK(loyd_store_count(other, NULL, &count, &why));
    assert_int_equal(count, 5);
    loyd_store_discard(&one);
    loyd_store_close(&other);
    assert_int_equal(list_folder(folder, false), 0);
}

/* An expected entry. */
struct expected {
    loyd_puzzle puzzle;
    loyd_moves path;
    uint16_t lower;
    const char *layout;
    char recipe[100];
};

static void
assert_entry(const loyd_entry *entry, const struct expected *expected)
{
    loyd_id id;

    loyd_puzzle_id(&expected->puzzle, &id);
    assert_memory_equal(&entry->id, &id, sizeof(id));
    assert_memory_equal(&entry->puzzle, &expected->puzzle,
                        sizeof(entry->puzzle));
    assert_string_equal(entry->layout, expected->layout);
    assert_string_equal(entry->recipe, expected->recipe);
    assert_int_equal(entry->known[LOYD_STM].path.n, expected->path.n);
    for (size_t i = 0; i < expected->path.n; i++)
        assert_int_equal(entry->known[LOYD_STM].path.dir[i],
                         expected->path.dir[i]);
    assert_int_equal(entry->known[LOYD_STM].rating.lower, expected->lower);
    assert_int_equal(entry->known[LOYD_STM].rating.upper, expected->path.n);
    assert_int_equal(entry->known[LOYD_STM].status,
                     expected->path.n == 0 ? LOYD_STATUS_UNRATED
                     : expected->lower < expected->path.n
                         ? LOYD_STATUS_BOUNDED
                         : LOYD_STATUS_PROVEN);
}

/* Goals with names and without, for every size. */
static const struct {
    const char *layout;
    const char *name;
} layouts[] = {
    {"rows", "rows"},
    {"spiral,blank=first", "spiral,blank=first"},
    {"snake,missing=2", "snake,missing=2"},
    {"columns,blank=1.0", "columns,blank=1.0"},
};

static void
make_case(unsigned k, unsigned width, unsigned height, struct expected *made)
{
    static char names[LOYD_LAYOUT_TEXT];
    uint64_t state = k;
    loyd_board goal = goal_of(layouts[k % 4].layout, width, height);
    loyd_layout layout;

    if (k % 5 == 4) { /* a goal without a layout name */
        uint8_t swapped = goal.cell[0];
        goal.cell[0] = goal.cell[3];
        goal.cell[3] = swapped;
    }
    assert_int_equal(loyd_layout_name(&goal, &layout), LOYD_OK);
    loyd_layout_print(&layout, names);
    *made = (struct expected){.layout = names};
    made->puzzle = walk_away(&goal, 20 + k % 70, &state, &made->path);
    made->lower = (uint16_t)(k % 3 == 1 ? 1 : made->path.n);
    if (k % 3 == 2) {
        loyd_moves_free(&made->path);
        made->lower = 0;
    }
    snprintf(made->recipe, sizeof(made->recipe), "%ux%u/rows~g1~%u~7", width,
             height, k);
}

static void
find_one(loyd_store *store, const struct expected *expected)
{
    loyd_filter filter = {.has_id = true};
    loyd_cursor *cursor = NULL;
    const loyd_row *row;
    loyd_why why;

    loyd_puzzle_id(&expected->puzzle, &filter.id_first);
    filter.id_last = filter.id_first;
    OK(loyd_store_find(store, &filter, &cursor, &why));
    OK(loyd_cursor_next(cursor, &row, &why));
    assert_non_null(row);
    assert_entry(row->entry, expected);
    OK(loyd_cursor_next(cursor, &row, &why));
    assert_null(row);
    loyd_cursor_close(&cursor);
}

static void
add_case(loyd_store *store, const struct expected *made, bool is_new)
{
    loyd_recipe recipe = recipe_of(made->recipe);
    loyd_rating rating = rating_of(made->lower, made->path.n);
    bool was_new;
    loyd_why why;
    loyd_id id, back;

    OK(put_puzzle(store, &made->puzzle, &id, &was_new, &why));
    OK(put_recipe(store, &recipe, &id, &why));
    if (made->path.n > 0)
        OK(store_add_rating(store, &id, &rating, &made->path, &why));
    assert_int_equal(was_new, is_new);
    OK(recipe_id(store, &recipe, &back, &why));
    assert_memory_equal(&id, &back, sizeof(id));
}

static void
test_rows_come_back_in_every_size(void **state)
{
    loyd_store *store = open_store(in_folder("c.db"), LOYD_STORE_CREATE);
    struct expected made;
    unsigned k = 0;

    (void)state;
    assert_int_equal(loyd_store_begin(store, NULL), LOYD_OK);
    for (unsigned round = 0; round < 3; round++) {
        k = 0;
        for (unsigned width = 2; width <= 15; width++)
            for (unsigned height = 2; height <= 15; height++, k++) {
                make_case(k, width, height, &made);
                /* New; again in the same transaction; again in another. */
                add_case(store, &made, round == 0);
                find_one(store, &made);
                loyd_moves_free(&made.path);
            }
        if (round == 1) {
            assert_int_equal(loyd_store_commit(store, NULL), LOYD_OK);
            loyd_store_close(&store);
            store = open_store(in_folder("c.db"), LOYD_STORE_WRITE);
            assert_int_equal(loyd_store_begin(store, NULL), LOYD_OK);
        }
    }
    loyd_store_close(&store);
    assert_int_equal(ask_sql(in_folder("c.db"),
                             "SELECT count(*) FROM puzzle"), k);
}

/* These are the recipes of a puzzle, up to a NULL. */
static void
expect_recipes(loyd_store *store, const loyd_id *id,
               const char *const *expected)
{
    char text[LOYD_RECIPE_TEXT];
    loyd_cursor *cursor = NULL;
    const loyd_row *row;
    loyd_why why;

    OK(loyd_store_recipes(store, id, &cursor, &why));
    while (*expected != NULL) {
        OK(loyd_cursor_next(cursor, &row, &why));
        assert_non_null(row);
        loyd_recipe_print(row->recipe, text);
        assert_string_equal(text, *expected++);
    }
    OK(loyd_cursor_next(cursor, &row, &why));
    assert_null(row);
    loyd_cursor_close(&cursor);
}

/* In byte order of the whole text: 10 before 2, '~' after all digits. */
static void
test_recipes_in_byte_order(void **state)
{
    static const char *const sorted[] = {
        "3x3/rows~g1:walk:9~a~0",
        "3x3/rows~g1~a~10",
        "3x3/rows~g1~a~2",
        "3x3/rows~g1~a~281474976710655",
        "3x3/rows~g1~a~2~0",
        "3x3/rows~g1~a~3",
        "3x3/rows~g1~\303\251~1",
        NULL,
    };
    loyd_store *store = open_store(in_folder("c.db"), LOYD_STORE_CREATE);
    loyd_puzzle puzzle = {board_of("1 2 3/4 5 6/7 0 8"),
                          board_of("1 2 3/4 5 6/7 8 0")};
    struct expected made = {.puzzle = puzzle, .layout = "rows"};
    loyd_why why;
    loyd_id id, other;

    (void)state;
    OK(loyd_store_begin(store, &why));
    OK(put_puzzle(store, &puzzle, &id, NULL, &why));
    for (unsigned i = 0; i < 7; i++) {
        loyd_recipe recipe = recipe_of(sorted[i * 3 % 7]);
        OK(put_recipe(store, &recipe, &id, &why));
    }
    OK(loyd_store_commit(store, &why));
    expect_recipes(store, &id, sorted);
    memset(&other, 7, sizeof(other));
    expect_recipes(store, &other, sorted + 7);
    strcpy(made.recipe, sorted[0]);
    find_one(store, &made);
    loyd_store_close(&store);
}

/* Ratings become narrower, and contradictions are errors. */
static void
test_ratings_only_improve(void **state)
{
    static const struct {
        unsigned lower;
        const char *path;
        loyd_err err;
        unsigned expected_lower; /* of the stored rating afterwards */
        unsigned expected_upper;
    } steps[] = {
        /* The optimum is one move, L; the other paths move back and forth. */
        {1, "LRLRL", LOYD_OK, 1, 5},
        {2, "LRLRL", LOYD_OK, 2, 5},  /* narrower */
        {1, "LRLRL", LOYD_OK, 2, 5},  /* wider: not stored */
        {3, "LRLRLRL", LOYD_OK, 3, 5}, /* its lower end only */
        {6, "LRLRLRL", LOYD_E_CORRUPT, 3, 5},
        {1, "L", LOYD_E_CORRUPT, 3, 5}, /* below the stored lower bound */
        {5, "LRLRLRL", LOYD_OK, 4, 5}, /* the ends meet: not proven */
        {4, "LRLRL", LOYD_OK, 4, 5},
        {5, "LRLRL", LOYD_OK, 5, 5},   /* regarded as proven */
        {1, "LRLRLRL", LOYD_OK, 5, 5}, /* consistent, but wider */
        {5, "LRLRL", LOYD_OK, 5, 5},
        {3, "LRL", LOYD_E_CORRUPT, 5, 5},
        {6, "LRLRLRL", LOYD_E_CORRUPT, 5, 5},
        {7, "LRLRLRL", LOYD_E_CORRUPT, 5, 5},
        {0, "L", LOYD_E_CORRUPT, 5, 5},
        {4, "LRL", LOYD_E_CORRUPT, 5, 5},
        {1, "LRR", LOYD_E_MOVE, 5, 5}, /* does not end at the goal */
        {1, "LLR", LOYD_E_MOVE, 5, 5}, /* into the wall */
    };
    loyd_store *store = open_store(in_folder("c.db"), LOYD_STORE_CREATE);
    struct expected made = {.layout = "rows"};
    loyd_moves path = {0};
    loyd_why why;
    loyd_id id;

    (void)state;
    made.puzzle = (loyd_puzzle){board_of("1 2 3/4 5 6/7 0 8"),
                                board_of("1 2 3/4 5 6/7 8 0")};
    OK(moves_parse("LRLRL", 5, &made.path, &why));
    OK(loyd_store_begin(store, &why));
    OK(put_puzzle(store, &made.puzzle, &id, NULL, &why));
    for (size_t i = 0; i < COUNT(steps); i++) {
        loyd_rating rating;

        OK(moves_parse(steps[i].path, strlen(steps[i].path), &path, &why));
        rating = rating_of(steps[i].lower, path.n);
        assert_int_equal(store_add_rating(store, &id, &rating, &path, &why),
                         steps[i].err);
        assert_int_equal(made.path.n, steps[i].expected_upper);
        made.lower = (uint16_t)steps[i].expected_lower;
        find_one(store, &made);
    }
    loyd_moves_free(&path);
    loyd_moves_free(&made.path);
    loyd_store_close(&store);
}

static void
test_invalid_calls_are_errors(void **state)
{
    loyd_store *store = open_store(in_folder("c.db"), LOYD_STORE_CREATE);
    loyd_puzzle puzzle = {board_of("1 2 3/4 5 6/7 0 8"),
                          board_of("1 2 3/4 5 6/7 8 0")};
    loyd_puzzle puzzle_2 = {board_of("1 2 3/4 0 6/7 5 8"), puzzle.goal};
    loyd_recipe recipe = recipe_of("3x3/rows~g1~s~1"), never = recipe;
    loyd_moves path = {0};
    loyd_rating rating = rating_of(1, 1);
    loyd_why why;
    loyd_id id, id_2, none = {{0}};

    (void)state;
    never.index = 2;
    OK(moves_parse("L", 1, &path, &why));
    assert_why("no begin", put_puzzle(store, &puzzle, &id, NULL, &why),
               &why, LOYD_E_DB, "no transaction is open");
    assert_why("commit", loyd_store_commit(store, &why), &why, LOYD_E_DB,
               "no transaction is open");
    OK(loyd_store_begin(store, &why));
    assert_why("again", loyd_store_begin(store, &why), &why, LOYD_E_DB,
               "a transaction is already open");
    OK(put_puzzle(store, &puzzle, &id, NULL, &why));
    OK(put_puzzle(store, &puzzle_2, &id_2, NULL, &why));
    OK(put_recipe(store, &recipe, &id, &why));
    assert_why("another", put_recipe(store, &recipe, &id_2, &why), &why,
               LOYD_E_CORRUPT,
               "recipe '3x3/rows~g1~s~1' is stored with another puzzle, "
               "g1aqktjy5cbh280q");
    assert_why("no puzzle",
               store_add_rating(store, &none, &rating, &path, &why), &why,
               LOYD_E_NOT_FOUND, "no puzzle '0000000000000000'");
    assert_why("no recipe", recipe_id(store, &never, &none, &why),
               &why, LOYD_E_NOT_FOUND, "no recipe '3x3/rows~g1~s~2'");
    rating = rating_of(1, 3);
    assert_why("length", store_add_rating(store, &id, &rating, &path, &why),
               &why, LOYD_E_MOVE, "path of length 1: expected the rating's 3");
    OK(loyd_store_commit(store, &why));
    loyd_store_close(&store);
    store = open_store(in_folder("c.db"), LOYD_STORE_READ);
    assert_why("read", loyd_store_begin(store, &why), &why, LOYD_E_IO,
               "opened for reading only");
    loyd_store_rollback(store);
    loyd_store_close(&store);
    loyd_moves_free(&path);
}

/* Rollback also clears the handle's caches: SQLite reuses the goals' keys. */
static void
test_rollback_undoes_everything(void **state)
{
    loyd_store *store = open_store(in_folder("c.db"), LOYD_STORE_CREATE);
    uint8_t before[LOYD_HASH_BYTES], after[LOYD_HASH_BYTES];
    struct expected made[3];
    loyd_why why;

    (void)state;
    fill_store(store, "4x4/snake", 20, 1);
    digest_of(store, before);
    for (unsigned i = 0; i < 3; i++) {
        make_case(i, 5, 3, &made[i]);
        snprintf(made[i].recipe, sizeof(made[i].recipe), "5x3/rows~g1~%u~%u",
                 i, i);
        OK(loyd_store_begin(store, &why));
        add_case(store, &made[i], true);
        find_one(store, &made[i]);
        loyd_store_rollback(store);
        digest_of(store, after);
        assert_memory_equal(before, after, sizeof(before));
    }
    for (unsigned i = 3; i-- > 0;) {
        loyd_layout layout;
        char name[LOYD_LAYOUT_TEXT];

        assert_int_equal(loyd_layout_name(&made[i].puzzle.goal, &layout),
                         LOYD_OK);
        loyd_layout_print(&layout, name);
        made[i].layout = name;
        OK(loyd_store_begin(store, &why));
        add_case(store, &made[i], true);
        OK(loyd_store_commit(store, &why));
        find_one(store, &made[i]);
    }
    loyd_store_close(&store);
    for (unsigned i = 0; i < 3; i++)
        loyd_moves_free(&made[i].path);
}

#define WRITERS 4
#define TRANSACTIONS 40

/* Writes rows of one process, and rows that all processes add. */
static int
write_much(unsigned writer)
{
    loyd_store *store = NULL;
    struct expected made;
    loyd_why why;

    if (loyd_store_open(in_folder("c.db"), LOYD_STORE_CREATE, NULL, &store,
                        &why) != LOYD_OK)
        return 1;
    for (unsigned i = 0; i < TRANSACTIONS; i++) {
        loyd_err err;

        /* SQLite's locks are not fair: on a busy machine a writer may wait for
           longer than it tries. */
        while ((err = loyd_store_begin(store, &why)) == LOYD_E_BUSY)
            ;
        if (err != LOYD_OK)
            return 2;
        for (unsigned common = 0; common < 2; common++) {
            loyd_rating rating;
            loyd_recipe recipe;
            loyd_id id;

            make_case(common ? i : 1000 + writer * TRANSACTIONS + i, 5, 5,
                      &made);
            recipe = recipe_of(made.recipe);
            rating = rating_of(made.lower, made.path.n);
            if (put_puzzle(store, &made.puzzle, &id, NULL, &why) ||
                put_recipe(store, &recipe, &id, &why) ||
                (made.path.n > 0 &&
                 store_add_rating(store, &id, &rating, &made.path, &why)))
                return 3;
            loyd_moves_free(&made.path);
        }
        if (loyd_store_commit(store, &why) != LOYD_OK)
            return 4;
    }
    loyd_store_close(&store);
    return 0;
}

/* The file does not exist at first, so that creating it is a race too. */
static void
test_several_processes_write(void **state)
{
    loyd_store *store;
    uint8_t together[LOYD_HASH_BYTES], alone[LOYD_HASH_BYTES];
    pid_t child[WRITERS];

    (void)state;
    for (unsigned i = 0; i < WRITERS; i++) {
        child[i] = fork();
        assert_true(child[i] >= 0);
        if (child[i] == 0)
            _exit(write_much(i));
    }
    for (unsigned i = 0; i < WRITERS; i++) {
        int status;

        assert_int_equal(waitpid(child[i], &status, 0), child[i]);
        assert_int_equal(status, 0);
    }
    assert_int_equal(ask_sql(in_folder("c.db"),
                             "SELECT count(*) FROM puzzle"),
                     (WRITERS + 1) * TRANSACTIONS);
    store = open_store(in_folder("c.db"), LOYD_STORE_READ);
    digest_of(store, together);
    loyd_store_close(&store);
    list_folder(folder, true);
    for (unsigned i = WRITERS; i-- > 0;)
        assert_int_equal(write_much(i), 0);
    store = open_store(in_folder("c.db"), LOYD_STORE_READ);
    digest_of(store, alone);
    loyd_store_close(&store);
    assert_memory_equal(together, alone, sizeof(alone));
}

static void
test_busy_is_reported(void **state)
{
    loyd_store *one = open_store(in_folder("c.db"), LOYD_STORE_CREATE);
    loyd_store *other = open_store(in_folder("c.db"), LOYD_STORE_WRITE);
    loyd_why why;
    uint64_t count;

    (void)state;
    sqlite3_busy_timeout(other->db, 10); /* instead of 5 seconds */
    OK(loyd_store_begin(one, &why));
    assert_why("begin", loyd_store_begin(other, &why), &why, LOYD_E_BUSY,
               "locked by another process (waited up to 5 seconds)");
    OK(loyd_store_count(other, &(loyd_filter){0}, &count, &why));
    loyd_store_rollback(one);
    OK(loyd_store_begin(other, &why));
    loyd_store_close(&one);
    loyd_store_close(&other);
}

/* A query sees one state of the file while other handles write. */
static void
test_a_query_sees_one_state(void **state)
{
    loyd_store *one = open_store(in_folder("c.db"), LOYD_STORE_CREATE);
    loyd_store *other = open_store(in_folder("c.db"), LOYD_STORE_WRITE);
    loyd_cursor *cursor = NULL;
    const loyd_row *row;
    unsigned n = 0;
    loyd_why why;

    (void)state;
    fill_store(one, "4x4/rows", 50, 1);
    OK(loyd_store_find(one, &(loyd_filter){CONDITIONS({"size", "4x4"})},
                       &cursor, &why));
    fill_store(other, "4x4/spiral", 50, 2);
    assert_why("begin", loyd_store_begin(one, &why), &why, LOYD_E_DB,
               "a query is still open");
    while (true) {
        OK(loyd_cursor_next(cursor, &row, &why));
        if (row == NULL)
            break;
        n++;
        assert_string_equal(row->entry->layout, "rows");
    }
    assert_int_equal(n, 50);
    loyd_cursor_close(&cursor);
    OK(loyd_store_begin(one, &why));
    loyd_store_close(&one);
    loyd_store_close(&other);
}

#define T(test)                                                               \
    cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)

int
main(void)
{
    const struct CMUnitTest tests[] = {
        T(test_create_takes_any_name),
        T(test_without_a_name),
        T(test_rows_come_back_in_every_size),
        T(test_recipes_in_byte_order),
        T(test_ratings_only_improve),
        T(test_invalid_calls_are_errors),
        T(test_rollback_undoes_everything),
        T(test_several_processes_write),
        T(test_busy_is_reported),
        T(test_a_query_sees_one_state),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
