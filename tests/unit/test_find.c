/* SPDX-License-Identifier: MIT */
/* Queries, compared with a plain array of all rows of the catalogue, and
 * SQLite's plans for them. */
#include "queries.h"

#include "core/crypto.h"
#include "store/select.h"

/* A proven entry has the distribution of its class, and its band. */
static void
expect_band(const loyd_entry *entry, const struct kept *row)
{
    if (row->width * row->height > LOYD_EXACT_CELLS &&
        is_at(row, LOYD_STM, 0, 100)) {
        assert_true(entry->is_estimated);
        assert_int_equal(entry->estimate, row->estimate);
        assert_int_equal(entry->known[LOYD_STM].distribution->sample,
                         row->width == 5 ? LOYD_SAMPLE_BOARDS
                                         : COUNT(sampled));
        assert_true(is_in_band(entry->known[LOYD_STM].band, LOYD_STM, row));
        return;
    }
    assert_false(entry->is_estimated);
    if (row->status != LOYD_STATUS_PROVEN ||
        row->width * row->height > LOYD_EXACT_CELLS) {
        assert_null(entry->known[LOYD_STM].distribution);
        assert_string_equal(entry->known[LOYD_STM].band, "");
        return;
    }
    assert_ptr_equal(entry->known[LOYD_STM].distribution,
                     loyd_distribution_of(&row->goal, LOYD_STM));
    assert_true(is_in_band(entry->known[LOYD_STM].band, LOYD_STM, row));
}

/* Returns the number of rows. */
static size_t
expect_rows(const loyd_filter *filter)
{
    static const struct kept *all[COUNT(kept)];
    size_t n = select_slowly(filter, all);
    const struct kept **rows = all;
    loyd_cursor *cursor = NULL;
    const loyd_row *row;
    uint64_t count;
    loyd_why why;

    rows += filter->offset < n ? filter->offset : n;
    n -= (size_t)(rows - all);
    if (filter->limit > 0 && filter->limit < n)
        n = (size_t)filter->limit;
    OK(loyd_store_find(store, filter, &cursor, &why));
    for (size_t i = 0; i < n; i++) {
        OK(loyd_cursor_next(cursor, &row, &why));
        if (row == NULL ||
            memcmp(&row->entry->id, &rows[i]->id, sizeof(row->entry->id)) != 0)
            explain(filter, "another row");
        assert_string_equal(row->entry->layout, rows[i]->layout);
        assert_int_equal(row->entry->known[LOYD_STM].status, rows[i]->status);
        assert_int_equal(row->entry->known[LOYD_MTM].status,
                         rows[i]->mtm_status);
        assert_int_equal(row->entry->known[LOYD_MTM].rating.lower,
                         rows[i]->mtm_lower);
        assert_int_equal(row->entry->known[LOYD_MTM].rating.upper,
                         rows[i]->mtm_upper);
        expect_band(row->entry, rows[i]);
    }
    OK(loyd_cursor_next(cursor, &row, &why));
    if (row != NULL)
        explain(filter, "a row too many");
    loyd_cursor_close(&cursor);
    OK(loyd_store_count(store, filter, &count, &why));
    if (count != n)
        explain(filter, "another count");
    return n;
}

static void
test_filters_against_an_array(void **state)
{
    uint64_t random = 1;
    unsigned rounds = oracle_draws(1000), n_empty = 0, n_full = 0;

    (void)state;
    assert_int_equal(expect_rows(&(loyd_filter){0}), n_kept);
    for (unsigned k = 0; k < rounds; k++) {
        loyd_filter filter;
        size_t n;

        draw_filter(&random, &filter);
        draw_walk(&random, &filter);
        n = expect_rows(&filter);
        n_empty += n == 0;
        n_full += n > 5;
    }
    assert_true(n_empty > 0 && n_full > 0);
    assert_true(oracle_is_slow() || /* too few to expect shares */
                (n_empty > rounds / 15 && n_full > rounds / 8 &&
                 n_twins > rounds / 2));
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

/* The definition of a pick, applied literally to the sorted array. */
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
        struct crypto_hash hash;
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
    size_t skip = (size_t)filter->offset;
    size_t n = pick_slowly(filter, seed, skip + limit, picked);
    loyd_filter wanted = *filter;
    loyd_cursor *cursor = NULL;
    const loyd_row *row;
    loyd_why why;

    wanted.pick = seed;
    wanted.limit = limit;
    OK(loyd_store_find(store, &wanted, &cursor, &why));
    for (size_t i = skip; i < n; i++) {
        OK(loyd_cursor_next(cursor, &row, &why));
        if (row == NULL || memcmp(&row->entry->id, &kept[picked[i]].id,
                                  sizeof(row->entry->id)) != 0)
            explain(&wanted, "another pick");
    }
    OK(loyd_cursor_next(cursor, &row, &why));
    assert_null(row);
    loyd_cursor_close(&cursor);
}

static void
test_picks_follow_the_definition(void **state)
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
    /* With a limit above the number of puzzles, each is found once. */
    for (unsigned k = 0; k < 60; k++) {
        char seed[20];

        snprintf(seed, sizeof(seed), "all %u", k);
        expect_picks(&(loyd_filter){ONE_SIZE(5, 2), RANGES(stm, {20, 27})},
                     seed, 10000);
    }
    expect_picks(&(loyd_filter){LAYOUTS("columns")}, "all", 10000);
    expect_picks(&(loyd_filter){ONE_SIZE(5, 2)}, "all", 10000);
    expect_picks(&(loyd_filter){ONE_SIZE(10, 10)}, "none", 5);
}

/* Ids so close to zero that every draw wraps around to the first; the rest
 * comes in order after the last draw. */
static void
test_picks_end(void **state)
{
    struct pick choice = {
        .seed = "s", .k = (UINT64_C(1) << 24) - 3, .n_all = 9};
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

/* The cells of a class are an orbit of the rectangle's rotations and
 * reflections; different classes have different numbers. */
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
test_invalid_filters_are_errors(void **state)
{
    const struct {
        loyd_filter filter;
        loyd_err err;
        const char *why;
    } cases[] = {
        {{.pick = "x"}, LOYD_E_RANGE, "pick needs a limit"},
        {{ONE_SIZE(4, 0)}, LOYD_E_RANGE,
         "invalid size 4x0: expected sides 2..15"},
        {{ONE_SIZE(1, 4)}, LOYD_E_RANGE,
         "invalid size 1x4: expected sides 2..15"},
        {{ONE_SIZE(16, 4)}, LOYD_E_RANGE,
         "invalid size 16x4: expected sides 2..15"},
        {{RANGES(stm, {5, 4})}, LOYD_E_RANGE, "empty range of lengths 5..4"},
        {{RANGES(stm, {4, 5}, {5, 4})}, LOYD_E_RANGE,
         "empty range of lengths 5..4"},
        {{RANGES(mtm, {4, 65536})}, LOYD_E_RANGE,
         "invalid range of lengths 4..65536"},
        {{RANGES(bounds, {5, 4})}, LOYD_E_RANGE,
         "empty range of bounds 5..4"},
        {{RANGES(gap, {5, 4})}, LOYD_E_RANGE, "empty range of gaps 5..4"},
        {{RANGES(percentiles, {0, 5000}, {5000, 5000})}, LOYD_E_RANGE,
         "invalid range of percentiles"},
        {{RANGES(percentiles, {0, 100001})}, LOYD_E_RANGE,
         "invalid range of percentiles"},
        {{.has_status = true, .status = (loyd_status)4}, LOYD_E_RANGE,
         "invalid status 4"},
        {{.order = "board"}, LOYD_E_SYNTAX,
         "unknown order 'board': expected id, gap or a field that is a "
         "number, such as stm or -percentile"},
        {{.order = "-id"}, LOYD_E_SYNTAX,
         "unknown order '-id': expected id, gap or a field that is a number, "
         "such as stm or -percentile"},
        {{.order = "-percentil"}, LOYD_E_SYNTAX,
         "unknown order '-percentil': try '-percentile'"},
        {{.order = "number"}, LOYD_E_SYNTAX,
         "unknown order 'number': expected id, gap or a field that is a "
         "number, such as stm or -percentile"},
        {{.pick = "x", .limit = 1, .order = "stm"}, LOYD_E_RANGE,
         "pick cannot be combined with an order or with after"},
        {{.pick = "x", .limit = 1, .has_after = true}, LOYD_E_RANGE,
         "pick cannot be combined with an order or with after"},
        {{.has_class = true, .goal_class = {3, 4, 0}}, LOYD_E_RANGE,
         "invalid class: 3x4 with the blank in cell 0"},
        {{.has_class = true, .goal_class = {4, 4, 15}}, LOYD_E_RANGE,
         "invalid class: 4x4 with the blank in cell 15"},
        {{.has_class = true}, LOYD_E_RANGE,
         "invalid class: 0x0 with the blank in cell 0"},
        {{.order = "stm", .has_after = true}, LOYD_E_NOT_FOUND,
         "no puzzle 0000000000000000 to continue after"},
        {{.has_id = true, .id_first = {{1}}}, LOYD_E_RANGE,
         "empty range of ids"},
        {{LAYOUTS("spriral")}, LOYD_E_SYNTAX, NULL},
        {{LAYOUTS("spriral"), ONE_SIZE(4, 4)}, LOYD_E_SYNTAX, NULL},
        {{LAYOUTS("")}, LOYD_E_SYNTAX, NULL},
        {{LAYOUTS("rows,missing=17"), ONE_SIZE(4, 4)},
         LOYD_E_RANGE, NULL},
        {{LAYOUTS("rows,missing=226")}, LOYD_E_RANGE, NULL},
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

/* Other layouts with the same goal find it too. */
static void
test_other_names_find_the_goal(void **state)
{
    static const char *const pairs[][2] = {
        {"spiral", "spiral,blank=last"},
        {"rows,blank=first", "rows,blank=0.0"},
        {"snake", "snake,missing=16"},
    };
    static const loyd_size square = {4, 4};

    (void)state;
    for (size_t i = 0; i < COUNT(pairs); i++) {
        loyd_filter one = {LAYOUTS(pairs[i][0])}, other = {
            LAYOUTS(pairs[i][1])};
        uint64_t n, n_other;

        one.sizes = other.sizes = &square;
        one.n_sizes = i == 2; /* 16 is the last label of a 4x4 only */
        assert_int_equal(loyd_store_count(store, &one, &n, NULL), LOYD_OK);
        assert_int_equal(loyd_store_count(store, &other, &n_other, NULL),
                         LOYD_OK);
        assert_true(n > 0);
        assert_int_equal(n, n_other);
    }
}

/* The whole path is a prefix of itself; with one more move it is not. */
static void
test_whole_paths_are_prefixes(void **state)
{
    (void)state;
    for (size_t i = 0; i < n_kept; i += 50) {
        uint8_t moves[COUNT(kept[0].path) + 1];
        loyd_moves prefix = {.dir = moves, .n = kept[i].n_path};
        loyd_filter filter = {.path_prefix = &prefix};

        if (kept[i].n_path == 0)
            continue;
        if (kept[i].status == LOYD_STATUS_UNRATED)
            filter.metric = LOYD_MTM;
        memcpy(moves, kept[i].path, kept[i].n_path);
        assert_true(is_in(&filter, &kept[i]));
        expect_rows(&filter);
        moves[prefix.n++] = LOYD_DIR_UP;
        assert_false(is_in(&filter, &kept[i]));
        expect_rows(&filter);
    }
}

static void
expect_json(const loyd_filter *filter, const char *wanted)
{
    struct text text = {0};
    struct jw json = {.to = &text};

    filter_put_json(&json, NULL, filter);
    assert_string_equal(text.at, wanted);
    text_free(&text);
}

#define HEAD "{\"tiers\":[{\"title\":\"a\",\"from\":"

/* What a selection says as JSON selects the same puzzles, and has the same
 * JSON. */
static void
test_filters_from_json(void **state)
{
    static const struct kept *rows[COUNT(kept)];
    uint64_t random = 12;
    unsigned rounds = oracle_is_slow() ? 30 : oracle_draws(300);
    unsigned n_some = 0;

    (void)state;
    for (unsigned k = 0; k < rounds; k++) {
        struct text text = {0};
        struct jw json = {.to = &text};
        const loyd_filter *read;
        loyd_tiers *tiers = NULL;
        loyd_filter filter;
        uint64_t n, wanted;
        loyd_why why;

        draw_filter(&random, &filter);
        draw_walk(&random, &filter);
        filter.has_ids = filter.is_distinct = false;
        filter.n_excluded = filter.n_unused = 0;
        text_put(&text, HEAD);
        filter_put_json(&json, NULL, &filter);
        text_put(&text, "}]}");
        OK(loyd_tiers_parse(text.at, text.len, &tiers, &why));
        read = &tiers->tier[0].filter;
        wanted = select_slowly(&filter, rows);
        wanted -= filter.offset < wanted ? filter.offset : wanted;
        if (filter.limit != 0 && filter.limit < wanted)
            wanted = filter.limit;
        OK(loyd_store_count(store, read, &n, &why));
        if (n != wanted)
            explain(&filter, "another number from its JSON");
        n_some += n > 0;
        text.at[text.len - strlen("}]}")] = '\0';
        expect_json(read, text.at + strlen(HEAD));
        loyd_tiers_free(&tiers);
        text_free(&text);
    }
    assert_true(n_some > rounds / 5);
}

/* Equal selections give equal JSON; the digests are those of hashlib. */
static void
test_filters_as_json(void **state)
{
    static uint8_t moves[] = {LOYD_DIR_UP, LOYD_DIR_UP, LOYD_DIR_LEFT};
    static const loyd_moves prefix = {.dir = moves, .n = 3};
    static const loyd_id ids[] = {{{7}}, {{1}}, {{7}}};
    static const char *const bands[] = {"hard", "easy", "hard"};
    static const loyd_size sizes[] = {{4, 4}, {3, 10}, {3, 9}, {4, 4}};
    loyd_filter range = {.has_id = true, .id_first = {{0x08}}};

    (void)state;
    expect_json(&(loyd_filter){0}, "{}");
    expect_json(
        &(loyd_filter){
            .sizes = sizes,
            .n_sizes = 4,
            LAYOUTS("snake", "rows,blank=0.0", "goal=bad", "rows,blank=first"),
            .has_class = true,
            .goal_class = {4, 4, 0},
            RANGES(stm, {40, LOYD_LENGTH_MAX}),
            .bands = bands,
            .n_bands = 3,
            RANGES(percentiles, {25000, 90500}),
            .has_status = true,
            .status = LOYD_STATUS_PROVEN,
            .seed = "a\"b"},
        "{\"size\":[\"3x9\",\"3x10\",\"4x4\"],\"layout\":[\"goal=bad\","
        "\"rows,blank=first\",\"snake\"],\"class\":\"4x4@0.0\","
        "\"stm\":\"40..\",\"band\":[\"easy\",\"hard\"],"
        "\"percentile\":\"25..90.5\",\"status\":\"proven\","
        "\"seed\":\"a\\\"b\"}");
    expect_json(&(loyd_filter){.has_ids = true,
                               .ids = ids,
                               .n_ids = 3,
                               .excluded = ids,
                               .n_excluded = 1,
                               .path_prefix = &prefix,
                               .use = LOYD_USE_UNUSED,
                               .order = "-stm",
                               .has_after = true,
                               .is_distinct = true,
                               .offset = 3,
                               .limit = 9},
                "{\"ids\":{\"count\":2,\"digest\":\"b7dd75877efed3ef\"},"
                "\"exclude\":{\"count\":1,\"digest\":\"c6ebfcc02d2f8196\"},"
                "\"path_prefix\":\"U2L\",\"use\":\"unused\","
                "\"order\":\"-stm\",\"after\":\"0000000000000000\","
                "\"distinct\":1,\"offset\":3,\"limit\":9}");
    expect_json(&(loyd_filter){RANGES(stm, {50, 60}, {0, 20}, {55, 70}),
                               RANGES(mtm, {5, 5}, {6, 9}, {3, 4}),
                               RANGES(bounds, {50, LOYD_LENGTH_MAX}, {0, 20}),
                               RANGES(gap, {0, 0}, {2, 2}),
                               RANGES(percentiles, {99000, 100000}, {0, 500},
                                      {500, 1250})},
                "{\"stm\":[\"0..20\",\"50..70\"],\"mtm\":\"3..9\","
                "\"bounds\":[\"0..20\",\"50..\"],\"gap\":[\"0..0\","
                "\"2..2\"],\"percentile\":[\"0..1.25\",\"99..100\"]}");
    expect_json(&(loyd_filter){.has_ids = true},
                "{\"ids\":{\"count\":0,\"digest\":\"0e5751c026e543b2\"}}");
    memset(&range.id_last, 0xff, sizeof(range.id_last));
    expect_json(&range, "{\"id\":\"1000000000000000..zzzzzzzzzzzzzzzz\"}");
    range.id_last.byte[0] = 0x0f;
    expect_json(&range, "{\"id\":\"1\"}");
    range.id_last = range.id_first;
    expect_json(&range, "{\"id\":\"1000000000000000\"}");
}

static bool
is_behind(const loyd_stat *a, const loyd_stat *b)
{
    /* Proven puzzles come last. */
    static const int place[LOYD_STATUS_COUNT_] = {
        [LOYD_STATUS_UNRATED] = 0,
        [LOYD_STATUS_BOUNDED] = 1,
        [LOYD_STATUS_PROVEN] = 2,
    };
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
        return place[a->status] > place[b->status];
    return a->length > b->length;
}

static void
check_stat(const loyd_filter *filter, const loyd_stat *stat,
           const struct kept **rows, size_t n)
{
    uint64_t expected = 0;

    for (size_t i = 0; i < n; i++)
        expected += rows[i]->width == stat->width &&
                    rows[i]->height == stat->height &&
                    strcmp(rows[i]->layout, stat->layout) == 0 &&
                    status_of(filter, rows[i]) == stat->status &&
                    (stat->status == LOYD_STATUS_PROVEN
                         ? upper_of(filter, rows[i]) == stat->length
                         : stat->length == 0);
    assert_true(stat->count > 0);
    assert_int_equal(stat->count, expected);
}

/* Checks each line and their order; they count the puzzles of the filter,
 * NULL: all. */
static void
check_stats(const loyd_filter *filter)
{
    static const struct kept *rows[COUNT(kept)];
    static const loyd_filter all;
    const loyd_filter *selects = filter != NULL ? filter : &all;
    size_t wanted = select_slowly(selects, rows);
    uint64_t n = 0;
    loyd_cursor *cursor = NULL;
    const loyd_row *row;
    loyd_stat last;
    loyd_why why;

    if (loyd_store_stats(store, filter, &cursor, &why) != LOYD_OK)
        explain(selects, why.text);
    for (;;) {
        OK(loyd_cursor_next(cursor, &row, &why));
        if (row == NULL)
            break;
        check_stat(selects, row->stat, rows, wanted);
        if (n > 0)
            assert_true(is_behind(row->stat, &last));
        n += row->stat->count;
        last = *row->stat;
    }
    loyd_cursor_close(&cursor);
    if (n != wanted)
        explain(selects, "statistics of other puzzles");
}

/* A goal without a name, given by its cells and drawn too, is found once. */
static void
test_cells_and_draws_meet(void **state)
{
    const unsigned most = oracle_is_slow() ? 2 : oracle_is_long() ? 20 : 3;
    unsigned n = 0;

    (void)state;
    for (size_t i = 0; i < n_kept && n < most; i++) {
        const char *const layouts[] = {kept[i].layout, "random", "snake"};
        loyd_filter filter = {.layouts = layouts, .n_layouts = 3};

        if (!kept[i].is_random || strncmp(layouts[0], "goal=", 5) != 0)
            continue;
        for (size_t k = n % 3; k < COUNT(order_names); k += 3) {
            filter.order = order_names[k];
            expect_rows(&filter);
        }
        filter.order = NULL;
        check_stats(&filter);
        n++;
    }
    assert_int_equal(n, most);
}

static void
test_stats_count_everything_once(void **state)
{
    const loyd_filter refused[] = {
        {.order = "stm"}, {.has_after = true}, {.offset = 1},
        {.limit = 1},              {.pick = "x", .limit = 1},
    };
    unsigned rounds = oracle_draws(600);
    uint64_t random = 77;
    loyd_cursor *cursor = NULL;
    loyd_why why;

    (void)state;
    check_stats(NULL);
    check_stats(&(loyd_filter){.metric = LOYD_MTM});
    check_stats(&(loyd_filter){0});
    for (unsigned k = 0; k < rounds; k++) {
        loyd_filter filter;

        draw_filter(&random, &filter);
        filter.offset = filter.limit = 0;
        filter.is_distinct = k % 5 == 0;
        check_stats(&filter);
    }
    for (size_t i = 0; i < COUNT(refused); i++)
        assert_why("refused", loyd_store_stats(store, &refused[i], &cursor,
                                               &why), &why, LOYD_E_RANGE,
                   "statistics have no order, after, pick, offset or limit");
}

/* Each page begins after the last one, while more puzzles are stored. */
static void
expect_pages(loyd_filter filter, uint64_t *random)
{
    static bool is_seen[COUNT(kept)];
    size_t n_before = n_kept, n_seen = 0, wanted = 0;
    loyd_board goal = goal_of("rows", 4, 4);

    memset(is_seen, 0, sizeof(is_seen));
    for (size_t i = 0; i < n_before; i++)
        wanted += is_in(&filter, &kept[i]);
    filter.limit = 50;
    do {
        loyd_cursor *cursor = NULL;
        const loyd_row *row;
        loyd_why why;

        OK(loyd_store_find(store, &filter, &cursor, &why));
        for (;;) {
            OK(loyd_cursor_next(cursor, &row, &why));
            if (row == NULL)
                break;
            filter.after = row->entry->id;
            for (size_t i = 0; i < n_before; i++)
                if (memcmp(&kept[i].id, &row->entry->id,
                           sizeof(row->entry->id)) == 0) {
                    assert_false(is_seen[i]);
                    is_seen[i] = true;
                    n_seen++;
                }
        }
        loyd_cursor_close(&cursor);
        filter.has_after = true;
        OK(loyd_store_begin(store, &why));
        keep(&goal, NULL, NULL, random, 0);
        OK(loyd_store_commit(store, &why));
    } while (n_seen < wanted && n_kept < COUNT(kept) - 2);
    assert_int_equal(n_seen, wanted);
}

static void
test_pages_hold_each_once(void **state)
{
    uint64_t random = 21;

    (void)state;
    expect_pages((loyd_filter){0}, &random);
    expect_pages((loyd_filter){ONE_SIZE(4, 4)}, &random);
    expect_pages((loyd_filter){.order = "stm"}, &random);
    expect_pages((loyd_filter){.order = "upper"}, &random);
    expect_pages((loyd_filter){.order = "-percentile"}, &random);
    expect_pages((loyd_filter){.order = "gap"}, &random);
    expect_pages((loyd_filter){.order = "-stm",
                               RANGES(stm, {20, 40})}, &random);
    /* Restores the array's order by id. */
    qsort(kept, n_kept, sizeof(kept[0]), by_id);
}

/* The statements that SQLite ran. */
static struct {
    char *sql[2000];
    size_t n;
} asked;

static int
note_sql(unsigned event, void *context, void *stmt, void *text)
{
    const char *sql = sqlite3_sql(stmt);

    (void)event;
    (void)context;
    (void)text;
    for (size_t i = 0; i < asked.n; i++)
        if (strcmp(asked.sql[i], sql) == 0)
            return 0;
    if (asked.n < COUNT(asked.sql))
        asked.sql[asked.n++] = strdup(sql);
    return 0;
}

/* The lines of a plan that scan something else than a table. */
static bool
is_no_table(const char *line)
{
    return strcmp(line, "SCAN CONSTANT ROW") == 0 ||
           strncmp(line, "SCAN (subquery-", 15) == 0 ||
           strncmp(line, "SCAN json_each ", 15) == 0;
}

/*
 * No table is scanned except series, and nothing is sorted: except for the
 * pages of several blocks of terms, and the sums of counts. If statistics say
 * that a small table has one row, SQLite may scan it.
 */
static void
expect_good_plan(sqlite3 *db, const char *sql, bool has_statistics)
{
    char *explain_sql = sqlite3_mprintf("EXPLAIN QUERY PLAN %s", sql);
    sqlite3_stmt *plan = NULL;

    assert_int_equal(sqlite3_prepare_v2(db, explain_sql, -1, &plan, NULL),
                     SQLITE_OK);
    while (sqlite3_step(plan) == SQLITE_ROW) {
        const char *line = (const char *)sqlite3_column_text(plan, 3);

        if (strncmp(line, "SCAN", 4) == 0 &&
            !is_no_table(line) && strcmp(line, "SCAN series") != 0 &&
            !(has_statistics && (strncmp(line, "SCAN s", 6) == 0 ||
                                 strncmp(line, "SCAN g", 6) == 0)))
            fail_msg("%s: %s", sql, line);
        if (strstr(line, "TEMP B-TREE") != NULL &&
            !(strncmp(sql, "SELECT id FROM (", 16) == 0 &&
              sqlite3_column_int(plan, 1) == 0) &&
            !(strncmp(sql, "SELECT goal, status, ", 21) == 0 &&
              strstr(line, "FOR GROUP BY") != NULL))
            fail_msg("%s: %s", sql, line);
    }
    sqlite3_finalize(plan);
    sqlite3_free(explain_sql);
}

/* Runs queries by size, layout and class, with and without lengths, picked,
 * limited or paged, each with every other part of a filter. */
static void
ask_everything(void)
{
    static const char *const snake = "snake", *const drawn = "random",
                            *const hard = "hard";
    static uint8_t up = LOYD_DIR_UP;
    static const loyd_moves prefix = {.dir = &up, .n = 1};
    static loyd_id ids[700];
    static const loyd_size square = {4, 4};
    static const loyd_range lengths[] = {{20, 30}, {34, 35}};
    static const loyd_range percentiles[] = {{25000, 60000}, {70000, 100000}};
    uint64_t random = 5;

    for (size_t i = 0; i < COUNT(ids); i++)
        ids[i] = kept[i].id;

    for (unsigned k = 0; k < 8 * 2 * 3 * 8; k++) {
        unsigned place = k % 8, course = k / 16 % 3, rest = k / 48;
        loyd_filter filter = {.sizes = &square, .layouts = &snake, .limit = 5};
        loyd_cursor *cursor = NULL;
        uint64_t count;
        loyd_why why;

        if (place & 1)
            filter.n_sizes = 1;
        if (place & 2)
            filter.n_layouts = 1;
        filter.has_class = (place & 4) != 0;
        filter.goal_class = loyd_class_of(4, 4, 0);
        filter.stm = lengths;
        filter.n_stm = k & 8 ? COUNT(lengths) : 0;
        filter.pick = course == 0 ? "p" : NULL;
        filter.has_after = course == 2;
        filter.after = kept[random_word(&random) % n_kept].id;
        filter.seed = rest == 1 ? "rare" : NULL;
        filter.has_status = rest == 2;
        filter.status = LOYD_STATUS_BOUNDED;
        if (course != 0)
            filter.order = order_names[rest % 3];
        filter.is_distinct = rest == 7;
        filter.bands = &hard;
        filter.n_bands = rest == 5;
        filter.percentiles = percentiles;
        filter.n_percentiles = rest == 6 ? COUNT(percentiles) : 0;
        filter.has_ids = rest == 3 && course == 1;
        filter.ids = ids;
        filter.n_ids = draw_ids(&random, ids);
        filter.excluded = ids;
        filter.n_excluded = rest == 4 ? 9 : 0;
        filter.path_prefix = rest == 3 && course != 1 ? &prefix : NULL;
        filter.offset = rest == 4;
        if (rest == 4 && place == 0) {
            filter.layouts = &drawn;
            filter.n_layouts = 1;
        }
        OK(loyd_store_find(store, &filter, &cursor, &why));
        OK(read_list(&cursor, LOYD_OK, &why));
        OK(loyd_store_count(store, &filter, &count, &why));
    }
    check_stats(NULL);
    check_stats(&(loyd_filter){.metric = LOYD_MTM});
    check_stats(&(loyd_filter){ONE_SIZE(4, 4)});
    check_stats(&(loyd_filter){.seed = "rare"});
    check_stats(&(loyd_filter){.has_ids = true, .ids = &kept[3].id,
                               .n_ids = 1});
}

static void
note_everything(void)
{
    while (asked.n > 0)
        free(asked.sql[--asked.n]);
    sqlite3_trace_v2(store->db, SQLITE_TRACE_STMT, note_sql, NULL);
    ask_everything();
    sqlite3_trace_v2(store->db, 0, NULL, NULL);
    assert_true(asked.n > 20 && asked.n < COUNT(asked.sql));
}

static void
expect_good_plans(bool has_statistics)
{
    for (size_t i = 0; i < asked.n; i++) {
        /* The few bands may be scanned and sorted. */
        if (strncmp(asked.sql[i], "SELECT", 6) == 0 &&
            !(has_statistics && strstr(asked.sql[i], "FROM band") != NULL))
            expect_good_plan(store->db, asked.sql[i], has_statistics);
    }
}

static void
test_no_query_scans(void **state)
{
    (void)state;
    note_everything();
    expect_good_plans(false);
}

/* The statistics of ANALYZE may be false: no plan depends on them, nor does
 * the text of a statement. */
static void
test_statistics_change_no_plan(void **state)
{
    static const char *const lies[] = {
        "ANALYZE",
        "UPDATE sqlite_stat1 SET stat = '9000000 9000000 9000000 1'",
        "UPDATE sqlite_stat1 SET stat = '1 1 1 1'",
        "DELETE FROM sqlite_stat1 WHERE idx LIKE 'puzzle%'",
    };

    (void)state;
    for (size_t i = 0; i < (oracle_is_slow() ? 1 : COUNT(lies)); i++) {
        loyd_store_close(&store);
        run_sql(in_folder("c.db"), lies[i]);
        store = open_store(in_folder("c.db"), LOYD_STORE_WRITE);
        if (i == 0 || oracle_is_long())
            note_everything();
        expect_good_plans(true);
        expect_rows(&(loyd_filter){RANGES(stm, {0, 30})});
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_filters_against_an_array),
        cmocka_unit_test(test_id_prefixes),
        cmocka_unit_test(test_picks_follow_the_definition),
        cmocka_unit_test(test_picks_end),
        cmocka_unit_test(test_classes_are_orbits),
        cmocka_unit_test(test_invalid_filters_are_errors),
        cmocka_unit_test(test_other_names_find_the_goal),
        cmocka_unit_test(test_filters_as_json),
        cmocka_unit_test(test_filters_from_json),
        cmocka_unit_test(test_cells_and_draws_meet),
        cmocka_unit_test(test_whole_paths_are_prefixes),
        cmocka_unit_test(test_stats_count_everything_once),
        cmocka_unit_test(test_pages_hold_each_once),
        cmocka_unit_test(test_no_query_scans),
        cmocka_unit_test(test_statistics_change_no_plan),
    };

    return cmocka_run_group_tests(tests, make_catalogue, remove_catalogue);
}
