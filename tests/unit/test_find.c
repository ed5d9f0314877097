/* SPDX-License-Identifier: MIT */
/* Queries against a plain array of everything that is in the catalogue, and
 * the plans by which SQLite answers them. */
#include "catalogue.h"

#include "core/crypto.h"
#include "store/pick.h"

/* What was stored, as we remember it. */
struct kept {
    loyd_id id;
    uint8_t width;
    uint8_t height;
    char layout[LOYD_LAYOUT_TEXT];
    loyd_board goal;
    loyd_status status;
    uint16_t upper;
    bool is_random;   /* has a recipe of layout random */
    bool is_random_2; /* has one of layout random,missing=2 */
};

static struct kept kept[1200];
static size_t n_kept;
static loyd_store *store;

static int
by_id(const void *a, const void *b)
{
    return memcmp(((const struct kept *)a)->id.byte,
                  ((const struct kept *)b)->id.byte, LOYD_ID_BYTES);
}

/* Shuffled labels, so that the goal has no name. */
static loyd_board
nameless(unsigned width, unsigned height, uint64_t *random)
{
    loyd_board goal = goal_of("rows", width, height);

    for (unsigned c = width * height - 1; c > 0; c--) {
        unsigned other = (unsigned)(random_word(random) % (c + 1));
        uint8_t label = goal.cell[c];

        goal.cell[c] = goal.cell[other];
        goal.cell[other] = label;
    }
    return goal;
}

static void
keep(const loyd_board *goal, const char *recipe_text, uint64_t *random,
     unsigned kind)
{
    struct kept *row = &kept[n_kept];
    loyd_moves home = {0};
    loyd_puzzle puzzle =
        walk_away(goal, 20 + (unsigned)(random_word(random) % 25), random,
                  &home);
    loyd_layout layout;
    loyd_rating rating = rating_of(home.n - (kind == 1), home.n);
    bool is_new;
    loyd_why why;

    OK(loyd_store_add_puzzle(store, &puzzle, &row->id, &is_new, &why));
    if (recipe_text != NULL) {
        loyd_recipe recipe = recipe_of(recipe_text);
        OK(loyd_store_add_recipe(store, &recipe, &row->id, &why));
    }
    if (is_new) {
        row->width = goal->width;
        row->height = goal->height;
        row->goal = *goal;
        assert_int_equal(loyd_layout_name(goal, &layout), LOYD_OK);
        loyd_layout_print(&layout, row->layout);
        row->status = LOYD_STATUS_UNRATED;
        row->is_random =
            recipe_text != NULL && strstr(recipe_text, "/random~") != NULL;
        row->is_random_2 = recipe_text != NULL &&
                           strstr(recipe_text, "/random,missing=2~") != NULL;
        if (kind < 2) {
            OK(loyd_store_add_rating(store, &row->id, &rating, &home, &why));
            row->status = kind == 0 ? LOYD_STATUS_PROVEN
                                    : LOYD_STATUS_BOUNDED;
            row->upper = (uint16_t)home.n;
        }
        n_kept++;
    }
    loyd_moves_free(&home);
}

static int
make_catalogue(void **state)
{
    static const struct {
        unsigned width;
        unsigned height;
        const char *layout;
    } goals[] = {
        {4, 4, "rows"},   {4, 4, "snake"},           {4, 4, "columns"},
        {3, 4, "rows"},   {4, 3, "rows"},            {4, 3, "spiral"},
        {3, 3, "spiral"}, {3, 3, "rows,blank=first"}, {5, 2, "snake"},
    };
    uint64_t random = 3;
    loyd_why why;

    if (make_folder(state) != 0)
        return -1;
    store = open_store(in_folder("c.db"), LOYD_STORE_CREATE);
    n_kept = 0;
    OK(loyd_store_begin(store, &why));
    for (unsigned i = 0; i < 600; i++) {
        unsigned k = i % COUNT(goals), kind = (i / 3) % 7;
        loyd_board goal = goal_of(goals[k].layout, goals[k].width,
                                  goals[k].height);

        keep(&goal, NULL, &random, kind < 3 ? kind : 0);
    }
    /* Goals without a name, of both ways round, some with recipes. */
    for (unsigned i = 0; i < 300; i++) {
        unsigned width = 3 + i % 2, height = 4 - (i / 2) % 2;
        char text[100];
        loyd_board goal = nameless(width, height, &random);

        snprintf(text, sizeof(text), "%ux%u/random%s~g1~find~%u", width,
                 height, i % 6 == 0 ? ",missing=2" : "", i);
        keep(&goal, i % 3 == 0 ? text : NULL, &random, i % 5 < 3 ? i % 5 : 0);
    }
    OK(loyd_store_commit(store, &why));
    qsort(kept, n_kept, sizeof(kept[0]), by_id);
    assert_true(n_kept > 850);
    return 0;
}

static int
remove_catalogue(void **state)
{
    loyd_store_close(&store);
    return remove_folder(state);
}

/* Two names may be those of one goal: on a 5x2, snake and spiral. */
static bool
is_goal(const char *layout, const struct kept *row)
{
    loyd_layout made;

    return strcmp(layout, row->layout) == 0 ||
           (loyd_layout_parse(layout, strlen(layout), row->width, row->height,
                              &made, NULL) == LOYD_OK &&
            loyd_board_equal(&made.goal, &row->goal));
}

static bool
is_at(const struct kept *row, double low, double high)
{
    const loyd_distribution *d = loyd_distribution_of(&row->goal);
    double at;

    if (row->status != LOYD_STATUS_PROVEN || d == NULL)
        return false;
    at = loyd_percentile(d, row->upper);
    return at >= low && (at < high || high == 100);
}

static bool
is_in_band(const char *name, const struct kept *row)
{
    static const struct {
        const char *name;
        double low, high;
    } bands[] = {{"easy", 0, 1}, {"medium", 1, 25}, {"hard", 25, 90},
                 {"expert", 90, 100}};

    for (size_t i = 0; i < COUNT(bands); i++)
        if (strcmp(name, bands[i].name) == 0)
            return is_at(row, bands[i].low, bands[i].high);
    fail_msg("no band %s", name);
    return false;
}

static bool
is_in(const loyd_filter *filter, const struct kept *row)
{
    if (filter->width != 0 &&
        (row->width != filter->width || row->height != filter->height))
        return false;
    if (filter->layout != NULL) {
        if (strcmp(filter->layout, "random") == 0) {
            if (!row->is_random)
                return false;
        } else if (strcmp(filter->layout, "random,missing=2") == 0) {
            if (!row->is_random_2)
                return false;
        } else if (!is_goal(filter->layout, row)) {
            return false;
        }
    }
    if (filter->has_stm &&
        (row->status != LOYD_STATUS_PROVEN || row->upper < filter->stm_low ||
         row->upper > filter->stm_high))
        return false;
    if (filter->band != NULL && !is_in_band(filter->band, row))
        return false;
    if (filter->has_percentiles &&
        !is_at(row, filter->percentiles.low / 1000.0,
               filter->percentiles.high / 1000.0))
        return false;
    if (filter->has_status && row->status != filter->status)
        return false;
    if (filter->has_id &&
        (memcmp(row->id.byte, filter->id_first.byte, LOYD_ID_BYTES) < 0 ||
         memcmp(row->id.byte, filter->id_last.byte, LOYD_ID_BYTES) > 0))
        return false;
    return true;
}

/* A filter of many parts, each there or not. */
static void
draw_filter(uint64_t *random, loyd_filter *filter)
{
    static const struct {
        uint8_t width;
        uint8_t height;
    } sizes[] = {{4, 4}, {3, 4}, {4, 3}, {3, 3}, {5, 2}, {2, 5}, {9, 9}};
    static const char *const names[] = {"rows", "snake", "columns", "spiral",
                                        "rows,blank=first", "random",
                                        "random,missing=2"};
    static const char *const bands[] = {"easy", "medium", "hard", "expert"};
    uint64_t bits = random_word(random);
    unsigned draw = (unsigned)(bits >> 32);

    memset(filter, 0, sizeof(*filter));
    if (bits & 1) {
        filter->width = sizes[draw % COUNT(sizes)].width;
        filter->height = sizes[draw % COUNT(sizes)].height;
    }
    if (bits & 2)
        filter->layout = bits & 4 ? names[draw / 7 % COUNT(names)]
                                  : kept[draw % n_kept].layout;
    if (filter->layout != NULL && filter->width != 0 &&
        strncmp(filter->layout, "goal=", 5) == 0)
        filter->layout = NULL; /* of another size, an error */
    if (bits & 8) {
        filter->has_stm = true;
        filter->stm_low = (uint16_t)(18 + draw % 20);
        filter->stm_high = (uint16_t)(filter->stm_low + draw / 20 % 9);
    }
    if ((bits & 0x1c00) == 0)
        filter->band = bands[draw / 11 % COUNT(bands)];
    if ((bits & 0xe000) == 0) {
        filter->has_percentiles = true;
        filter->percentiles.low = draw % 90000;
        filter->percentiles.high = 100000 - draw / 90000 % 10000;
    }
    if ((bits & 0x30) == 0) {
        filter->has_status = true;
        filter->status = (loyd_status)(draw % 3);
    }
    if ((bits & 0xc0) == 0) {
        size_t a = draw % n_kept, b = draw / 3 % n_kept;

        filter->has_id = true;
        filter->id_first = kept[a < b ? a : b].id;
        filter->id_last = kept[a < b ? b : a].id;
    }
    if (bits & 0x100)
        filter->limit = 1 + draw % 40;
}

static void
explain(const loyd_filter *f, const char *what)
{
    fail_msg("%s: size %ux%u layout %s stm %d %u..%u status %d %d ids %d "
             "limit %lu", what, f->width, f->height,
             f->layout != NULL ? f->layout : "any", f->has_stm, f->stm_low,
             f->stm_high, f->has_status, f->status, f->has_id,
             (unsigned long)f->limit);
}

/* Each entry says where in its class it is, if it is proven. */
static void
expect_band(const loyd_entry *entry, const struct kept *row)
{
    if (row->status != LOYD_STATUS_PROVEN ||
        row->width * row->height > LOYD_EXACT_CELLS) {
        assert_null(entry->distribution);
        assert_string_equal(entry->band, "");
        return;
    }
    assert_ptr_equal(entry->distribution, loyd_distribution_of(&row->goal));
    assert_true(is_in_band(entry->band, row));
}

static void
expect_rows(const loyd_filter *filter)
{
    loyd_cursor *cursor = NULL;
    loyd_entry entry;
    uint64_t n = 0, all = 0, count;
    bool found;
    loyd_why why;

    OK(loyd_store_find(store, filter, &cursor, &why));
    for (size_t i = 0; i < n_kept; i++) {
        if (!is_in(filter, &kept[i]))
            continue;
        all++;
        if (filter->limit > 0 && n == filter->limit)
            continue;
        OK(loyd_cursor_next(cursor, &entry, &found, &why));
        if (!found ||
            memcmp(&entry.id, &kept[i].id, sizeof(entry.id)) != 0)
            explain(filter, "another row");
        assert_string_equal(entry.layout, kept[i].layout);
        assert_int_equal(entry.status, kept[i].status);
        expect_band(&entry, &kept[i]);
        n++;
    }
    OK(loyd_cursor_next(cursor, &entry, &found, &why));
    if (found)
        explain(filter, "a row too many");
    loyd_cursor_close(&cursor);
    OK(loyd_store_count(store, filter, &count, &why));
    if (count != all)
        explain(filter, "another count");
}

static void
test_filters_against_an_array(void **state)
{
    uint64_t random = 1;
    unsigned n_empty = 0, n_full = 0;

    (void)state;
    expect_rows(&(loyd_filter){0});
    for (unsigned k = 0; k < 700; k++) {
        loyd_filter filter;
        uint64_t count;

        draw_filter(&random, &filter);
        expect_rows(&filter);
        assert_int_equal(loyd_store_count(store, &filter, &count, NULL),
                         LOYD_OK);
        n_empty += count == 0;
        n_full += count > 5;
    }
    assert_true(n_empty > 50 && n_full > 200);
}

static void
test_id_prefixes(void **state)
{
    (void)state;
    for (size_t i = 0; i < n_kept; i += 13) {
        char text[LOYD_ID_CHARS + 1];

        loyd_id_print(&kept[i].id, text);
        for (size_t len = 1; len <= LOYD_ID_CHARS; len += 3) {
            loyd_filter filter = {.has_id = true};

            assert_int_equal(loyd_id_parse(text, len, &filter.id_first,
                                           &filter.id_last, NULL), LOYD_OK);
            expect_rows(&filter);
        }
    }
}

/* The definition, word by word, on the sorted array. */
static size_t
pick_slowly(const loyd_filter *filter, const char *seed, size_t limit,
            size_t *picked)
{
    static bool is_taken[COUNT(kept)];
    size_t n = 0, all = 0;

    memset(is_taken, 0, sizeof(is_taken));
    for (size_t i = 0; i < n_kept; i++)
        all += is_in(filter, &kept[i]);
    for (uint64_t k = 0; n < limit && n < all; k++) {
        uint8_t number[8], digest[CRYPTO_HASH_BYTES];
        crypto_hash hash;
        size_t hit = n_kept;

        for (unsigned i = 0; i < 8; i++)
            number[i] = (uint8_t)(k >> 8 * i);
        crypto_hash_begin(&hash, NULL);
        crypto_hash_field(&hash, "loyd pick", 9);
        crypto_hash_field(&hash, seed, strlen(seed));
        crypto_hash_field(&hash, number, 8);
        crypto_hash_end(&hash, digest);
        for (size_t i = n_kept; i-- > 0;)
            if (is_in(filter, &kept[i]) &&
                memcmp(kept[i].id.byte, digest, LOYD_ID_BYTES) >= 0)
                hit = i;
        for (size_t i = 0; hit == n_kept; i++)
            if (is_in(filter, &kept[i]))
                hit = i;
        if (!is_taken[hit])
            picked[n++] = hit;
        is_taken[hit] = true;
    }
    return n;
}

static void
expect_picks(const loyd_filter *filter, const char *seed, size_t limit)
{
    static size_t picked[COUNT(kept)];
    size_t n = pick_slowly(filter, seed, limit, picked);
    loyd_filter wanted = *filter;
    loyd_cursor *cursor = NULL;
    loyd_entry entry;
    bool found;
    loyd_why why;

    wanted.pick = seed;
    wanted.limit = limit;
    OK(loyd_store_find(store, &wanted, &cursor, &why));
    for (size_t i = 0; i < n; i++) {
        OK(loyd_cursor_next(cursor, &entry, &found, &why));
        if (!found || memcmp(&entry.id, &kept[picked[i]].id,
                             sizeof(entry.id)) != 0)
            explain(&wanted, "another pick");
    }
    OK(loyd_cursor_next(cursor, &entry, &found, &why));
    assert_false(found);
    loyd_cursor_close(&cursor);
}

static void
test_picks_are_what_the_design_says(void **state)
{
    uint64_t random = 9;

    (void)state;
    expect_picks(&(loyd_filter){0}, "", 30);
    expect_picks(&(loyd_filter){0}, "\303\251", 200);
    for (unsigned k = 0; k < 40; k++) {
        loyd_filter filter;
        char seed[20];

        draw_filter(&random, &filter);
        snprintf(seed, sizeof(seed), "seed %u", k);
        expect_picks(&filter, seed, 1 + random_word(&random) % 12);
    }
    /* Everything there is, and more: it ends, each one once. */
    for (unsigned k = 0; k < 60; k++) {
        char seed[20];

        snprintf(seed, sizeof(seed), "all %u", k);
        expect_picks(&(loyd_filter){.width = 5, .height = 2, .has_stm = true,
                                    .stm_low = 20, .stm_high = 27},
                     seed, 10000);
    }
    expect_picks(&(loyd_filter){.layout = "columns"}, "all", 10000);
    expect_picks(&(loyd_filter){.width = 5, .height = 2}, "all", 10000);
    expect_picks(&(loyd_filter){.width = 9, .height = 9}, "none", 5);
}

/* Ids so near to zero that every draw goes around the end to the first; what
 * is left after the last draw comes in order. */
static void
test_picks_end(void **state)
{
    pick choice = {.seed = "s", .k = (UINT64_C(1) << 24) - 3, .n_all = 9};
    bool found;
    loyd_id id;

    (void)state;
    choice.all = calloc(9, sizeof(choice.all[0]));
    assert_non_null(choice.all);
    for (uint8_t i = 0; i < 9; i++)
        choice.all[i].byte[9] = i;
    for (uint8_t i = 0; i < 9; i++) {
        assert_int_equal(pick_next(&choice, NULL, &id, &found, NULL),
                         LOYD_OK);
        assert_true(found);
        assert_int_equal(id.byte[9], i);
    }
    assert_int_equal(pick_next(&choice, NULL, &id, &found, NULL), LOYD_OK);
    assert_false(found);
    pick_free(&choice);
}

/* Turns and mirrors of a rectangle, one after the other, spread a class over
 * its cells; no two classes have one number. */
static void
test_classes_are_orbits(void **state)
{
    (void)state;
    for (unsigned w = 2; w <= 15; w++)
        for (unsigned h = 2; h <= 15; h++)
            for (unsigned cell = 0; cell < w * h; cell++) {
                unsigned x = cell % w, y = cell / w, n_same = 0, n_orbit = 0;
                bool is_orbit[LOYD_CELLS_MAX] = {false};
                int64_t class = goal_class(w, h, cell);

                for (unsigned way = 0; way < 4; way++) {
                    unsigned mx = way & 1 ? w - 1 - x : x;
                    unsigned my = way & 2 ? h - 1 - y : y;

                    is_orbit[my * w + mx] = true;
                    if (w == h)
                        is_orbit[mx * w + my] = true;
                    assert_int_equal(goal_class(h, w, mx * h + my), class);
                }
                for (unsigned other = 0; other < w * h; other++) {
                    bool is_same = goal_class(w, h, other) == class;

                    assert_int_equal(is_same, is_orbit[other]);
                    n_same += is_same;
                    n_orbit += is_orbit[other];
                }
                assert_true(n_same == n_orbit && n_same >= 1);
            }
    assert_int_equal(goal_class(4, 4, 15), 0x040400);
    assert_int_equal(goal_class(4, 4, 10), 0x040405);
    assert_int_equal(goal_class(3, 5, 0), 0x050300);
    assert_int_equal(goal_class(3, 5, 7), 0x050307);
}

static void
test_bad_filters_in_words(void **state)
{
    static const struct {
        loyd_filter filter;
        loyd_err err;
        const char *why;
    } cases[] = {
        {{.pick = "x"}, LOYD_E_RANGE, "a pick needs a limit"},
        {{.width = 4}, LOYD_E_RANGE, "size 4x0: expected sides 2..15"},
        {{.width = 1, .height = 4}, LOYD_E_RANGE,
         "size 1x4: expected sides 2..15"},
        {{.width = 16, .height = 4}, LOYD_E_RANGE,
         "size 16x4: expected sides 2..15"},
        {{.has_stm = true, .stm_low = 5, .stm_high = 4}, LOYD_E_RANGE,
         "lengths 5..4: nothing between"},
        {{.has_status = true, .status = (loyd_status)3}, LOYD_E_RANGE,
         "status 3"},
        {{.has_id = true, .id_first = {{1}}}, LOYD_E_RANGE,
         "ids: the first is after the last"},
        {{.layout = "spriral"}, LOYD_E_SYNTAX, NULL},
        {{.layout = "spriral", .width = 4, .height = 4}, LOYD_E_SYNTAX, NULL},
        {{.layout = ""}, LOYD_E_SYNTAX, NULL},
        {{.layout = "rows,missing=17", .width = 4, .height = 4},
         LOYD_E_RANGE, NULL},
        {{.layout = "rows,missing=226"}, LOYD_E_RANGE, NULL},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        loyd_cursor *cursor = (loyd_cursor *)(void *)kept;
        uint64_t count = 77;
        loyd_why why;
        loyd_err err =
            loyd_store_find(store, &cases[i].filter, &cursor, &why);

        if (cases[i].why != NULL)
            assert_why(cases[i].why, err, &why, cases[i].err, cases[i].why);
        assert_int_equal(err, cases[i].err);
        assert_ptr_equal(cursor, kept);
        if (cases[i].filter.pick == NULL)
            assert_int_equal(loyd_store_count(store, &cases[i].filter,
                                              &count, &why), err);
        assert_int_equal(count, 77);
    }
}

/* Another name of a goal, or one that only some sizes have, finds it. */
static void
test_other_names_find_the_goal(void **state)
{
    static const char *const pairs[][2] = {
        {"spiral", "spiral,blank=last"},
        {"rows,blank=first", "rows,blank=0.0"},
        {"snake", "snake,missing=16"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(pairs); i++) {
        loyd_filter one = {.layout = pairs[i][0]}, other = {
            .layout = pairs[i][1]};
        uint64_t n, n_other;

        if (i == 2) { /* 16 is the last label of a 4x4 only */
            one.width = one.height = 4;
        }
        assert_int_equal(loyd_store_count(store, &one, &n, NULL), LOYD_OK);
        assert_int_equal(loyd_store_count(store, &other, &n_other, NULL),
                         LOYD_OK);
        assert_true(n > 0);
        assert_int_equal(n, n_other);
    }
}

struct tally {
    uint64_t n;
    loyd_stat last;
    unsigned n_lines;
};

static bool
is_behind(const loyd_stat *a, const loyd_stat *b)
{
    int named_a = strncmp(a->layout, "goal=", 5) != 0;
    int named_b = strncmp(b->layout, "goal=", 5) != 0;

    if (a->width != b->width)
        return a->width > b->width;
    if (a->height != b->height)
        return a->height > b->height;
    if (named_a != named_b)
        return named_b;
    if (strcmp(a->layout, b->layout) != 0)
        return !named_a || strcmp(a->layout, b->layout) > 0;
    if (a->status != b->status)
        return a->status > b->status;
    return a->stm > b->stm;
}

static bool
check_stat(void *context, const loyd_stat *stat)
{
    struct tally *tally = context;
    uint64_t expected = 0;

    for (size_t i = 0; i < n_kept; i++)
        expected += kept[i].width == stat->width &&
                    kept[i].height == stat->height &&
                    strcmp(kept[i].layout, stat->layout) == 0 &&
                    kept[i].status == stat->status &&
                    (stat->status == LOYD_STATUS_PROVEN
                         ? kept[i].upper == stat->stm
                         : stat->stm == 0);
    assert_true(stat->count > 0);
    assert_int_equal(stat->count, expected);
    if (tally->n > 0)
        assert_true(is_behind(stat, &tally->last));
    tally->n += stat->count;
    tally->last = *stat;
    return --tally->n_lines > 0;
}

static void
test_stats_count_everything_once(void **state)
{
    struct tally tally = {.n_lines = 100000}, few = {.n_lines = 3};
    loyd_why why;

    (void)state;
    OK(loyd_store_stats(store, check_stat, &tally, &why));
    assert_int_equal(tally.n, n_kept);
    OK(loyd_store_stats(store, check_stat, &few, &why));
    assert_int_equal(few.n_lines, 0);
}

/* Every statement that the handle keeps is for a hot path: by an index, and
 * without sorting. */
static void
test_no_hot_query_scans(void **state)
{
    uint64_t random = 1;
    sqlite3_stmt *stmt = NULL;
    unsigned n = 0;

    (void)state;
    for (unsigned k = 0; k < 100; k++) {
        loyd_filter filter;

        draw_filter(&random, &filter);
        expect_rows(&filter);
    }
    assert_int_equal(loyd_store_stats(store, check_stat,
                                      &(struct tally){.n_lines = 100000},
                                      NULL), LOYD_OK);
    while ((stmt = sqlite3_next_stmt(store->db, stmt)) != NULL) {
        const char *sql = sqlite3_sql(stmt);
        char *explain_sql = sqlite3_mprintf("EXPLAIN QUERY PLAN %s", sql);
        sqlite3_stmt *plan = NULL;

        assert_int_equal(sqlite3_prepare_v2(store->db, explain_sql, -1, &plan,
                                            NULL), SQLITE_OK);
        while (sqlite3_step(plan) == SQLITE_ROW) {
            const char *line = (const char *)sqlite3_column_text(plan, 3);

            if (strncmp(line, "SCAN", 4) == 0 &&
                strcmp(line, "SCAN CONSTANT ROW") != 0)
                fail_msg("%s: %s", sql, line);
            if (strstr(line, "TEMP B-TREE") != NULL)
                fail_msg("%s: %s", sql, line);
        }
        sqlite3_finalize(plan);
        sqlite3_free(explain_sql);
        n++;
    }
    assert_true(n > 20);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_filters_against_an_array),
        cmocka_unit_test(test_id_prefixes),
        cmocka_unit_test(test_picks_are_what_the_design_says),
        cmocka_unit_test(test_picks_end),
        cmocka_unit_test(test_classes_are_orbits),
        cmocka_unit_test(test_bad_filters_in_words),
        cmocka_unit_test(test_other_names_find_the_goal),
        cmocka_unit_test(test_stats_count_everything_once),
        cmocka_unit_test(test_no_hot_query_scans),
    };

    return cmocka_run_group_tests(tests, make_catalogue, remove_catalogue);
}
