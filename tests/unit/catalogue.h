/* SPDX-License-Identifier: MIT */
/* Catalogues for tests: a separate folder, files, puzzles. Tests only. */
#ifndef CATALOGUE_H
#define CATALOGUE_H

#include "core.h"
#include "core/board.h"
#include "core/moves.h"
#include "store/rows.h"

#include <dirent.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[512]; /* new for each test that uses make_folder */

/* Returns a path in the folder, valid until the fourth call from now. */
static inline const char *
in_folder(const char *name)
{
    static char paths[4][600];
    static unsigned next;
    char *path = paths[next++ % 4];

    snprintf(path, sizeof(paths[0]), "%s/%s", folder, name);
    return path;
}

static inline int
make_folder(void **state)
{
    const char *scratch = getenv("SCRATCH");

    (void)state;
    snprintf(folder, sizeof(folder), "%s/loyd-test-XXXXXX",
             scratch != NULL ? scratch : "/tmp");
    return mkdtemp(folder) != NULL ? 0 : -1;
}

/* Counts the names in a folder; `remove` deletes the files. */
static inline unsigned
list_folder(const char *path, bool remove_them)
{
    unsigned n = 0;
    struct dirent *item;
    DIR *list = opendir(path);

    if (list == NULL)
        return 0;
    while ((item = readdir(list)) != NULL) {
        char name[2000];

        if (strcmp(item->d_name, ".") == 0 || strcmp(item->d_name, "..") == 0)
            continue;
        n++;
        assert_true(snprintf(name, sizeof(name), "%s/%s", path,
                             item->d_name) < (int)sizeof(name));
        if (remove_them && unlink(name) != 0) {
            list_folder(name, true);
            rmdir(name);
        }
    }
    closedir(list);
    return n;
}

static inline int
remove_folder(void **state)
{
    (void)state;
    list_folder(folder, true);
    return rmdir(folder);
}

/* Reads a whole file; the caller frees it. */
static inline uint8_t *
read_file(const char *path, size_t *len)
{
    uint8_t *bytes;
    struct stat status;
    FILE *file = fopen(path, "rb");

    assert_non_null(file);
    assert_int_equal(fstat(fileno(file), &status), 0);
    *len = (size_t)status.st_size;
    bytes = malloc(*len + 1);
    assert_non_null(bytes);
    assert_int_equal(fread(bytes, 1, *len, file), *len);
    bytes[*len] = 0;
    fclose(file);
    return bytes;
}

static inline void
write_file(const char *path, const void *bytes, size_t len)
{
    FILE *file = fopen(path, "wb");

    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, len, file), len);
    assert_int_equal(fclose(file), 0);
}

static inline loyd_store *
open_store(const char *path, loyd_store_mode mode)
{
    loyd_store *store = NULL;
    loyd_why why = {{0}};
    loyd_err err = loyd_store_open(path, mode, NULL, &store, &why);

    if (err != LOYD_OK)
        fail_msg("%s: error %d %s", path, err, why.text);
    return store;
}

/* Runs SQL directly, without the store. */
static inline void
run_sql(const char *path, const char *sql)
{
    sqlite3 *db = NULL;
    char *words = NULL;

    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    sqlite3_exec(db, "PRAGMA synchronous = OFF", NULL, NULL, NULL);
    if (sqlite3_exec(db, sql, NULL, NULL, &words) != SQLITE_OK)
        fail_msg("%s: %s", sql, words);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

static inline int64_t
ask_sql(const char *path, const char *sql)
{
    sqlite3 *db = NULL;
    sqlite3_stmt *stmt = NULL;
    int64_t answer;

    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &stmt, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(stmt), SQLITE_ROW);
    answer = sqlite3_column_int64(stmt, 0);
    sqlite3_finalize(stmt);
    sqlite3_close(db);
    return answer;
}

/* Removes types and checks from the schema of c.db, runs `sql`, and restores
 * the schema from its copy good.db. */
static inline void
alter(const char *sql)
{
    char whole[1500];

    run_sql(in_folder("c.db"),
            "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql ="
            " replace(replace(sql, ') STRICT, WITHOUT ROWID',"
            " ') WITHOUT ROWID'), ') STRICT', ')')");
    snprintf(whole, sizeof(whole), "PRAGMA ignore_check_constraints = ON;"
             "PRAGMA foreign_keys = OFF; %s", sql);
    run_sql(in_folder("c.db"), whole);
    snprintf(whole, sizeof(whole), "ATTACH '%s' AS good;"
             "PRAGMA writable_schema = ON; UPDATE main.sqlite_master SET"
             " sql = (SELECT o.sql FROM good.sqlite_master AS o"
             " WHERE o.name = sqlite_master.name)",
             in_folder("good.db"));
    run_sql(in_folder("c.db"), whole);
}

/* Initialises the conditions of a loyd_filter:
 * CONDITIONS({"size", "4x4"}, {"stm", "20..30"}). */
#define CONDITIONS(...)                                                       \
    .conditions = (const loyd_condition[]){__VA_ARGS__},                      \
    .n_conditions = COUNT(((const loyd_condition[]){__VA_ARGS__}))

/* For calls whose last argument is &why, a variable of the test. */
#define OK(call)                                                              \
    do {                                                                      \
        if ((call) != LOYD_OK)                                                \
            fail_msg("%s: %s", #call, why.text);                              \
    } while (0)

/* Reads a list that was opened with `err` to its end, and closes it. */
static inline loyd_err
read_list(loyd_cursor **cursor, loyd_err err, loyd_why *why)
{
    const loyd_row *row;

    while (err == LOYD_OK &&
           (err = loyd_cursor_next(*cursor, &row, why)) == LOYD_OK &&
           row != NULL)
        continue;
    loyd_cursor_close(cursor);
    return err;
}

static inline loyd_board
goal_of(const char *layout, unsigned width, unsigned height)
{
    loyd_layout made;
    loyd_why why = {{0}};

    if (loyd_layout_parse(layout, strlen(layout), (uint8_t)width,
                          (uint8_t)height, &made, &why) != LOYD_OK)
        fail_msg("%s: %s", layout, why.text);
    return made.goal;
}

/*
 * Makes a start some steps away from its goal, without immediate reversals,
 * and the path back. The path need not be the shortest: the store does not
 * check that.
 */
static inline loyd_puzzle
walk_away(const loyd_board *goal, unsigned steps, uint64_t *state,
          loyd_moves *home)
{
    loyd_puzzle puzzle = {*goal, *goal};
    unsigned last = 4, made = 0;
    uint8_t taken[256];

    assert_true(steps <= sizeof(taken));
    while (made < steps || board_equal(&puzzle.start, goal)) {
        unsigned dir = (unsigned)(random_word(state) % 4);

        if (made == sizeof(taken)) { /* in circles on a 2x2: start again */
            puzzle.start = *goal;
            made = 0;
            last = 4;
        }
        if ((dir + 2) % 4 == last ||
            !loyd_board_move(&puzzle.start, (loyd_dir)dir))
            continue;
        taken[made++] = (uint8_t)dir;
        last = dir;
    }
    home->n = 0;
    while (made-- > 0)
        assert_int_equal(moves_push(home, (loyd_dir)((taken[made] + 2) % 4)),
                         LOYD_OK);
    return puzzle;
}

static inline loyd_recipe
recipe_of(const char *text)
{
    loyd_recipe recipe;
    loyd_why why = {{0}};

    if (loyd_recipe_parse(text, strlen(text), &recipe, &why) != LOYD_OK)
        fail_msg("%s: %s", text, why.text);
    return recipe;
}

static inline loyd_rating
rating_of(size_t lower, size_t upper)
{
    loyd_search walk = {.budget = lower < upper ? 1000 : 0, .method = "walk"};
    loyd_rating rating = {.lower = (uint16_t)lower,
                          .upper = (uint16_t)upper,
                          .lower_search = walk,
                          .upper_search = walk};

    return rating;
}

/* Stores a puzzle; *id and *is_new may be left out. */
static inline loyd_err
put_puzzle(loyd_store *store, const loyd_puzzle *puzzle, loyd_id *id,
           bool *is_new, loyd_why *why)
{
    struct record made = {.puzzle = *puzzle};
    bool was_new = false;
    loyd_err err;

    loyd_puzzle_id(puzzle, &made.id);
    err = record_put(store, &made, &was_new, why);
    if (id != NULL)
        *id = made.id;
    if (is_new != NULL)
        *is_new = was_new;
    return err;
}

/* Stores a recipe of a stored puzzle. */
static inline loyd_err
put_recipe(loyd_store *store, const loyd_recipe *recipe, const loyd_id *id,
           loyd_why *why)
{
    int64_t series;
    loyd_err err = series_put(store, recipe, &series, why);

    return err == LOYD_OK
               ? recipe_put(store, series, recipe->index, id, why)
               : err;
}

/* Stores n puzzles of a layout, proven except every fifth (bounded) and
 * seventh (unrated), with recipes from "SIZE/LAYOUT~g1~test~0" on. */
static inline void
fill_store(loyd_store *store, const char *size_and_layout, unsigned n,
           uint64_t seed)
{
    const char *slash = strchr(size_and_layout, '/');
    uint8_t width, height;
    uint64_t state = seed;
    loyd_moves home = {0};
    loyd_board goal;

    assert_non_null(slash);
    assert_int_equal(loyd_size_parse(size_and_layout,
                                     (size_t)(slash - size_and_layout),
                                     &width, &height, NULL), LOYD_OK);
    goal = goal_of(slash + 1, width, height);
    assert_int_equal(loyd_store_begin(store, NULL), LOYD_OK);
    for (unsigned i = 0; i < n; i++) {
        unsigned steps = 1 + (unsigned)(random_word(&state) % 40);
        loyd_puzzle puzzle = walk_away(&goal, steps, &state, &home);
        char text[200];
        loyd_recipe recipe;
        loyd_rating rating;
        loyd_why why = {{0}};
        bool is_new;
        loyd_id id;

        snprintf(text, sizeof(text), "%s~g1~test~%u", size_and_layout, i);
        recipe = recipe_of(text);
        if (put_puzzle(store, &puzzle, &id, &is_new, &why) != LOYD_OK ||
            put_recipe(store, &recipe, &id, &why) != LOYD_OK)
            fail_msg("%s: %s", text, why.text);
        if (!is_new || i % 7 == 6)
            continue;
        rating = rating_of(i % 5 == 4 && home.n > 2 ? home.n - 2 : home.n,
                           home.n);
        if (store_add_rating(store, &id, &rating, &home, &why) != LOYD_OK)
            fail_msg("%s: %s", text, why.text);
    }
    assert_int_equal(loyd_store_commit(store, NULL), LOYD_OK);
    loyd_moves_free(&home);
}

static inline void
digest_of(loyd_store *store, uint8_t digest[LOYD_HASH_BYTES])
{
    loyd_why why = {{0}};

    if (loyd_store_digest(store, LOYD_DIGEST_ALL, digest, &why) != LOYD_OK)
        fail_msg("digest: %s", why.text);
}

#endif
