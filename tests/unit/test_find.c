/* SPDX-License-Identifier: MIT */
/* Queries, compared with a plain array of all rows of the catalogue. */
#include "queries.h"

#include "core/crypto.h"
#include "pack/filter_parse.h"
#include "pack/json_parse.h"
#include "store/filter.h"
#include "store/select.h"

/* A proven entry has the distribution of its class, and its band. */
static void
expect_band(const loyd_entry *entry, const struct kept *row)
{
    double at = percentile_of(row, LOYD_STM);

    assert_string_equal(entry->known[LOYD_STM].band,
                        at < 0 ? "" : band_at(at));
    if (row->width * row->height > LOYD_EXACT_CELLS && at >= 0) {
        assert_true(entry->is_estimated);
        assert_int_equal(entry->estimate, row->estimate);
        assert_int_equal(entry->known[LOYD_STM].distribution->sample,
                         row->width == 5 ? LOYD_SAMPLE_BOARDS
                                         : COUNT(sampled));
        return;
    }
    assert_false(entry->is_estimated);
    assert_ptr_equal(entry->known[LOYD_STM].distribution,
                     at < 0 ? NULL
                            : loyd_distribution_of(&row->goal, LOYD_STM));
}

/* A cell is what a row has in its column, as SQLite writes it. */
static bool
is_cell(const loyd_cell *cell, const struct value *value)
{
    return value->kind == NOTHING || cell->text == NULL
               ? value->kind == NOTHING && cell->text == NULL
           : value->kind == TEXT_VALUE
               ? strcmp(cell->text, value->text) == 0
               : fabs(strtod(cell->text, NULL) - value->number) < 1e-9;
}

/* The columns of the same rows, and nothing else. */
static void
expect_cells(const loyd_filter *filter, const struct kept **rows, size_t n)
{
    static char columns[600];
    loyd_cursor *cursor = NULL;
    const loyd_row *row;
    loyd_why why;

    columns[0] = '\0';
    for (size_t i = 0; i < COUNT(column_names); i++) {
        strcat(columns, i > 0 ? "," : "");
        strcat(columns, column_names[i]);
    }
    OK(loyd_store_rows(store, filter, columns, &cursor, &why));
    for (size_t i = 0; i < n; i++) {
        OK(loyd_cursor_next(cursor, &row, &why));
        if (row == NULL)
            explain(filter, "too few rows of columns");
        assert_int_equal(row->cells->n, COUNT(column_names));
        for (unsigned k = 0; k < row->cells->n; k++) {
            const loyd_cell *cell = &row->cells->cell[k];
            struct value value;

            assert_string_equal(cell->name, column_names[k]);
            value_of(rows[i], cell->name, &value);
            if (!is_cell(cell, &value))
                fail_msg("%s: %s, expected %s %g", cell->name, cell->text,
                         value.kind == TEXT_VALUE ? value.text : "",
                         value.kind == NUMBER_VALUE ? value.number : 0);
        }
    }
    OK(loyd_cursor_next(cursor, &row, &why));
    assert_null(row);
    loyd_cursor_close(&cursor);
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
    expect_cells(filter, rows, n);
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
        char text[LOYD_ID_CHARS + 2];

        for (size_t len = 1; len <= LOYD_ID_CHARS; len += 3) {
            loyd_id_print(&kept[i].id, text);
            if (len < LOYD_ID_CHARS)
                strcpy(text + len, "*");
            assert_true(expect_rows(&(loyd_filter){
                            CONDITIONS({"puzzle_id", text})}) > 0);
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
        expect_picks(&(loyd_filter){CONDITIONS({"size", "5x2"},
                                                {"stm", "20..27"})},
                     seed, 10000);
    }
    expect_picks(&(loyd_filter){CONDITIONS({"layout", "columns"})}, "all",
                 10000);
    expect_picks(&(loyd_filter){CONDITIONS({"size", "5x2"})}, "all", 10000);
    expect_picks(&(loyd_filter){CONDITIONS({"size", "10x10"})}, "none", 5);
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
        {{CONDITIONS({"size", "4x0"})}, LOYD_E_SIZE, NULL},
        {{CONDITIONS({"size", "1x4"})}, LOYD_E_SIZE, NULL},
        {{CONDITIONS({"size", "4x4"}, {"size", "16"})}, LOYD_E_SIZE, NULL},
        {{CONDITIONS({"stm", "5..4"})}, LOYD_E_RANGE,
         "empty range of stm 5..4"},
        {{CONDITIONS({"stm", "4..5"}, {"stm", "5..4"})}, LOYD_E_RANGE,
         "empty range of stm 5..4"},
        {{CONDITIONS({"percentile", "5..5"})}, LOYD_E_RANGE,
         "empty range of percentile 5..5"},
        {{CONDITIONS({"mtm", "4-5"})}, LOYD_E_SYNTAX,
         "invalid mtm '4-5': expected a number, or a range such as 20..30 or "
         "30.."},
        {{CONDITIONS({"upper", ".."})}, LOYD_E_SYNTAX, NULL},
        {{CONDITIONS({"gap", ""})}, LOYD_E_SYNTAX, NULL},
        {{CONDITIONS({"gap", "1.5"})}, LOYD_E_SYNTAX, NULL},
        {{CONDITIONS({"stm", "1) OR (1=1"})}, LOYD_E_SYNTAX, NULL},
        {{CONDITIONS({"status", "solved"})}, LOYD_E_SYNTAX,
         "invalid status 'solved': expected unrated, bounded or proven"},
        {{CONDITIONS({"used", "maybe"})}, LOYD_E_SYNTAX,
         "invalid used 'maybe': expected no, yes or any"},
        {{CONDITIONS({"puzzle_id", "abc"})}, LOYD_E_SYNTAX,
         "invalid puzzle_id 'abc': expected 16 characters, or a beginning "
         "and *"},
        {{CONDITIONS({"class", "4x4"})}, LOYD_E_SYNTAX, NULL},
        {{CONDITIONS({"band", "nightmare"})}, LOYD_E_NOT_FOUND, NULL},
        {{CONDITIONS({"name", "a\xff"})}, LOYD_E_ENCODING, NULL},
        {{CONDITIONS({"number", "1"})}, LOYD_E_SYNTAX,
         "unknown column in a condition"},
        {{CONDITIONS({"stm; --", "1"})}, LOYD_E_SYNTAX,
         "unknown column in a condition"},
        {{.where = "stm > ("}, LOYD_E_SYNTAX, "a parenthesis is not closed"},
        {{.where = "1) UNION SELECT sql FROM sqlite_master WHERE (1"},
         LOYD_E_SYNTAX, NULL},
        {{.order = "bord"}, LOYD_E_SYNTAX,
         "unknown order: expected a column of puzzles"},
        {{.order = "--stm"}, LOYD_E_SYNTAX,
         "unknown order: expected a column of puzzles"},
        {{.pick = "x", .limit = 1, .order = "stm"}, LOYD_E_RANGE,
         "pick cannot be combined with an order or with after"},
        {{.pick = "x", .limit = 1, .has_after = true}, LOYD_E_RANGE,
         "pick cannot be combined with an order or with after"},
        {{.order = "stm", .has_after = true}, LOYD_E_NOT_FOUND,
         "no puzzle 0000000000000000 to continue after"},
        {{.has_id = true, .id_first = {{1}}}, LOYD_E_RANGE,
         "empty range of ids"},
        {{CONDITIONS({"layout", "spriral"})}, LOYD_E_SYNTAX, NULL},
        {{CONDITIONS({"layout", ""})}, LOYD_E_SYNTAX, NULL},
        {{CONDITIONS({"layout", "rows,missing=226"})}, LOYD_E_RANGE, NULL},
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
        /* They change no number. */
        if (cases[i].filter.pick == NULL && cases[i].filter.order == NULL)
            assert_int_equal(loyd_store_count(store, &cases[i].filter,
                                              &count, &why), err);
        assert_int_equal(count, 77);
    }
}

/* Other layouts with the same goal, and cells of the same class, find it
 * too. */
static void
test_other_names_find_the_goal(void **state)
{
    static const char *const pairs[][3] = {
        {"layout", "spiral", "spiral,blank=last"},
        {"layout", "rows,blank=first", "rows,blank=0.0"},
        {"layout", "snake", "snake,missing=16"},
        {"class", "4x3@0.0", "3x4@3.2"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(pairs); i++) {
        uint64_t n[2];
        loyd_why why;

        for (unsigned k = 0; k < 2; k++)
            OK(loyd_store_count(
                store,
                &(loyd_filter){CONDITIONS({pairs[i][0], pairs[i][1 + k]},
                                          /* with the last label 16 */
                                          {"size", i == 2 ? "4x4" : "*"})},
                &n[k], &why));
        assert_true(n[0] > 0);
        assert_int_equal(n[0], n[1]);
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
        loyd_filter_builder *builder = NULL;
        json_t *root = NULL;
        loyd_filter filter;
        uint64_t n, wanted;
        loyd_why why;

        draw_filter(&random, &filter);
        draw_walk(&random, &filter);
        filter.has_ids = filter.has_id = filter.is_distinct = false;
        filter.n_excluded = 0;
        filter_put_json(&json, NULL, &filter);
        OK(json_parse(text.at, text.len, &root, &why));
        OK(filter_builder_new(&builder));
        OK(filter_parse(root, false, builder, &why));
        read = &builder->filter;
        wanted = select_slowly(&filter, rows);
        wanted -= filter.offset < wanted ? filter.offset : wanted;
        if (filter.limit != 0 && filter.limit < wanted)
            wanted = filter.limit;
        OK(loyd_store_count(store, read, &n, &why));
        if (n != wanted)
            explain(&filter, "another number from its JSON");
        n_some += n > 0;
        expect_json(read, text.at);
        loyd_filter_builder_free(&builder);
        json_decref(root);
        text_free(&text);
    }
    assert_true(n_some > rounds / 5);
}

/* Equal selections give equal JSON; the digests are those of hashlib. */
static void
test_filters_as_json(void **state)
{
    static const loyd_id ids[] = {{{7}}, {{1}}, {{7}}};
    loyd_filter range = {.has_id = true, .id_first = {{0x08}}};

    (void)state;
    expect_json(&(loyd_filter){0}, "{}");
    expect_json(&(loyd_filter){CONDITIONS({"size", "3x10"}, {"stm", "40.."},
                                          {"size", "4x4"},
                                          {"recipe", "a\"b*"}),
                               .where = "gap > 1"},
                "{\"size\":[\"3x10\",\"4x4\"],\"recipe\":\"a\\\"b*\","
                "\"stm\":\"40..\",\"where\":\"gap > 1\"}");
    expect_json(&(loyd_filter){.has_ids = true,
                               .ids = ids,
                               .n_ids = 3,
                               .excluded = ids,
                               .n_excluded = 1,
                               .order = "-stm",
                               .has_after = true,
                               .is_distinct = true,
                               .offset = 3,
                               .limit = 9},
                "{\"in\":{\"count\":2,\"digest\":\"b7dd75877efed3ef\"},"
                "\"not_in\":{\"count\":1,\"digest\":\"c6ebfcc02d2f8196\"},"
                "\"order\":\"-stm\",\"after\":\"0000000000000000\","
                "\"distinct\":1,\"offset\":3,\"limit\":9}");
    expect_json(&(loyd_filter){.has_ids = true},
                "{\"in\":{\"count\":0,\"digest\":\"0e5751c026e543b2\"}}");
    memset(&range.id_last, 0xff, sizeof(range.id_last));
    expect_json(&range,
                "{\"ids_from_to\":\"1000000000000000..zzzzzzzzzzzzzzzz\"}");
}

/* Checks a group: its values are in `group`; `of` is a column of numbers, or
 * NULL. */
static void
check_group(const loyd_cells *cells, unsigned n_by, const char *of,
            const struct kept **rows, size_t n)
{
    const loyd_cell *more = &cells->cell[n_by];
    double sum = 0, least = 1e9, greatest = -1;
    uint64_t count = 0, n_of = 0;

    for (size_t i = 0; i < n; i++) {
        struct value value;
        bool is_in_group = true;

        for (unsigned k = 0; k < n_by && is_in_group; k++) {
            value_of(rows[i], cells->cell[k].name, &value);
            is_in_group = is_cell(&cells->cell[k], &value);
        }
        count += is_in_group;
        if (of == NULL || !is_in_group)
            continue;
        value_of(rows[i], of, &value);
        if (value.kind == NOTHING)
            continue;
        n_of++;
        sum += value.number;
        least = fmin(least, value.number);
        greatest = fmax(greatest, value.number);
    }
    assert_string_equal(more[0].name, "count");
    assert_int_equal(strtoull(more[0].text, NULL, 10), count);
    assert_int_equal(cells->n, n_by + (of != NULL ? 4 : 1));
    if (of == NULL)
        return;
    assert_int_equal(more[1].text != NULL, n_of > 0);
    if (n_of == 0)
        return;
    assert_true(fabs(strtod(more[1].text, NULL) - sum / (double)n_of) < 6e-4);
    assert_true(fabs(strtod(more[2].text, NULL) - least) < 1e-9);
    assert_true(fabs(strtod(more[3].text, NULL) - greatest) < 1e-9);
}

/* Compares the values of a group with those of the one before it. */
static int
order_of_groups(const loyd_cells *cells, unsigned n_by,
                char before[][LOYD_LAYOUT_TEXT])
{
    for (unsigned k = 0; k < n_by; k++) {
        const loyd_cell *cell = &cells->cell[k];
        const char *last = before[k];
        double less = 0;

        if (cell->text == NULL || last[0] == '\0')
            less = (cell->text == NULL) - (last[0] == '\0');
        else if (strcmp(cell->name, "size") == 0 &&
                 strlen(cell->text) != strlen(last)) /* 10x2 is after 9x9 */
            less = (double)strlen(cell->text) - (double)strlen(last);
        else if (cell->kind == LOYD_FIELD_TEXT)
            less = strcmp(cell->text, last);
        else
            less = strtod(cell->text, NULL) - strtod(last, NULL);
        if (less < 0 || less > 0)
            return less < 0 ? -1 : 1;
    }
    return 0;
}

/* Checks each group and their order; they count the puzzles of the filter,
 * NULL: all. */
static void
check_stats(const loyd_filter *filter, const char *by, const char *of)
{
    static const struct kept *rows[COUNT(kept)];
    static char before[4][LOYD_LAYOUT_TEXT];
    static const loyd_filter all;
    const loyd_filter *selects = filter != NULL ? filter : &all;
    size_t wanted = select_slowly(selects, rows);
    unsigned n_by = by != NULL;
    uint64_t n = 0;
    loyd_cursor *cursor = NULL;
    const loyd_row *row;
    loyd_why why;

    for (const char *c = by; c != NULL && *c != '\0'; c++)
        n_by += *c == ',';
    if (loyd_store_stats(store, filter, by, of, &cursor, &why) != LOYD_OK)
        explain(selects, why.text);
    for (bool is_first = true;; is_first = false) {
        OK(loyd_cursor_next(cursor, &row, &why));
        if (row == NULL)
            break;
        check_group(row->cells, n_by, of, rows, wanted);
        assert_true(is_first || order_of_groups(row->cells, n_by, before) > 0);
        for (unsigned k = 0; k < n_by; k++) {
            const char *text = row->cells->cell[k].text;

            snprintf(before[k], sizeof(before[k]), "%s",
                     text != NULL ? text : "");
        }
        n += strtoull(row->cells->cell[n_by].text, NULL, 10);
    }
    loyd_cursor_close(&cursor);
    if (n != wanted)
        explain(selects, "statistics of other puzzles");
}

static void
test_stats_count_everything_once(void **state)
{
    const loyd_filter refused[] = {
        {.order = "stm"}, {.has_after = true}, {.offset = 1},
        {.limit = 1},              {.pick = "x", .limit = 1},
    };
    static const char *const by[] = {NULL, "size", "band,size", "status,used",
                                     "stm", "mtm_band", "class,gap"};
    static const char *const of[] = {NULL, "stm", "percentile", "mtm_upper",
                                     "used"};
    unsigned rounds = oracle_draws(300);
    uint64_t random = 77;
    loyd_cursor *cursor = NULL;
    loyd_why why;

    (void)state;
    check_stats(NULL, NULL, NULL);
    check_stats(NULL, "size,layout,status", "stm");
    check_stats(&(loyd_filter){0}, "stm", "percentile");
    for (unsigned k = 0; k < rounds; k++) {
        loyd_filter filter;

        draw_filter(&random, &filter);
        filter.offset = filter.limit = 0;
        filter.is_distinct = k % 5 == 0;
        check_stats(&filter, by[k % COUNT(by)], of[k % (COUNT(of) - 1)]);
    }
    for (size_t i = 0; i < COUNT(refused); i++)
        assert_why("refused", loyd_store_stats(store, &refused[i], NULL, NULL,
                                               &cursor, &why), &why,
                   LOYD_E_RANGE,
                   "statistics have no order, after, pick, offset or limit");
    assert_why("text", loyd_store_stats(store, NULL, NULL, "board", &cursor,
                                        &why), &why, LOYD_E_SYNTAX,
               "expected a column of numbers");
    assert_why("by", loyd_store_stats(store, NULL, "size,siz", NULL, &cursor,
                                      &why), &why, LOYD_E_SYNTAX,
               "unknown column 'siz': expected one of puzzles");
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
    expect_pages((loyd_filter){CONDITIONS({"size", "4x4"})}, &random);
    expect_pages((loyd_filter){.order = "stm"}, &random);
    expect_pages((loyd_filter){.order = "upper"}, &random);
    expect_pages((loyd_filter){.order = "-percentile"}, &random);
    expect_pages((loyd_filter){.order = "gap"}, &random);
    expect_pages((loyd_filter){.order = "-stm",
                               CONDITIONS({"stm", "20..40"})}, &random);
    /* Restores the array's order by id. */
    qsort(kept, n_kept, sizeof(kept[0]), by_id);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_filters_against_an_array),
        cmocka_unit_test(test_id_prefixes),
        cmocka_unit_test(test_picks_follow_the_definition),
        cmocka_unit_test(test_classes_are_orbits),
        cmocka_unit_test(test_invalid_filters_are_errors),
        cmocka_unit_test(test_other_names_find_the_goal),
        cmocka_unit_test(test_filters_as_json),
        cmocka_unit_test(test_filters_from_json),
        cmocka_unit_test(test_stats_count_everything_once),
        cmocka_unit_test(test_pages_hold_each_once),
    };

    return cmocka_run_group_tests(tests, make_catalogue, remove_catalogue);
}
