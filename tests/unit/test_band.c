/* SPDX-License-Identifier: MIT */
/* Tests bands: text form, coverage of 0..100, and bands of a catalogue. */
#include "catalogue.h"
#include "rate/band.h"
#include "rate/lengths.h"

/* The lengths of the default bands, as documented. */
static const struct {
    unsigned side;
    unsigned last[4]; /* the longest length of each */
} described[] = {{3, {12, 19, 26, 31}}, {4, {39, 49, 59, 80}}};

static void
test_default_bands_on_3x3_and_4x4(void **state)
{
    static const char *const names[] = {"easy", "medium", "hard", "expert"};
    const loyd_bands *bands = bands_default();

    (void)state;
    assert_int_equal(bands->n, 4);
    assert_int_equal(bands_check(bands, NULL), LOYD_OK);
    for (size_t i = 0; i < COUNT(described); i++) {
        unsigned side = described[i].side, b = 0;
        const loyd_distribution *d =
            distribution_find(LOYD_STM, side, side, 0);

        for (unsigned stm = 1; stm <= d->radius; stm++) {
            b += stm > described[i].last[b];
            assert_string_equal(loyd_bands_of(bands, d, stm)->name, names[b]);
        }
        assert_int_equal(b, 3);
    }
}

/* Every length of every class is in exactly one band, with its lengths. */
static void
test_every_length_is_in_one_band(void **state)
{
    const loyd_bands *bands = bands_default();

    (void)state;
    for (unsigned w = 2; w <= 8; w++)
        for (unsigned blank = 0; w * (16 / w) > blank; blank++) {
            const loyd_distribution *d =
                distribution_find(LOYD_STM, w, 16 / w, blank);
            unsigned next = 1;

            for (unsigned b = 0; b < bands->n; b++) {
                uint16_t first, last;

                if (!loyd_percentiles_lengths(&bands->band[b].percentiles, d,
                                              &first, &last))
                    continue;
                assert_int_equal(first, next);
                for (unsigned stm = first; stm <= last; stm++)
                    assert_ptr_equal(loyd_bands_of(bands, d, stm),
                                     &bands->band[b]);
                next = last + 1u;
            }
            assert_int_equal(next, d->radius + 1u);
        }
}

#define COVER ": expected bands that cover 0..100"

static const struct {
    const char *in;
    loyd_err err;
    const char *why; /* on LOYD_OK, the names in order */
} texts[] = {
    {"all=0..100", LOYD_OK, "all"},
    {"b=5..100,a=0..5", LOYD_OK, "a b"},
    {"x-1=0..0.5,y=0.5..99.999,z=99.999..100", LOYD_OK, "x-1 y z"},
    {"", LOYD_E_SYNTAX, "invalid band '': expected NAME=A..B"},
    {"a=0..50,", LOYD_E_SYNTAX, "invalid band '': expected NAME=A..B"},
    {"a", LOYD_E_SYNTAX, "invalid band 'a': expected NAME=A..B"},
    {"=0..100", LOYD_E_SYNTAX,
     "invalid band name '': expected 1..32 characters of a-z, 0-9 and -"},
    {"A=0..100", LOYD_E_SYNTAX,
     "invalid band name 'A': expected 1..32 characters of a-z, 0-9 and -"},
    {"abcdefghijklmnopqrstuvwxyz1234567=0..100", LOYD_E_SYNTAX, NULL},
    {"a\x1b=0..100", LOYD_E_SYNTAX,
     "invalid band name 'a\\x1b': expected 1..32 characters of a-z, 0-9 "
     "and -"},
    {"a=0..100.5", LOYD_E_SYNTAX,
     "invalid percentile '100.5': expected 0..100 with at most three "
     "decimals"},
    {"a=0..50,a=50..100", LOYD_E_RANGE, "band a appears twice"},
    {"a=1..100", LOYD_E_RANGE, "band a=1..100 leaves a gap before it" COVER},
    {"a=0..50,b=51..100", LOYD_E_RANGE,
     "band b=51..100 leaves a gap before it" COVER},
    {"a=0..50,b=49.9..100", LOYD_E_RANGE,
     "band b=49.9..100 overlaps the previous one" COVER},
    {"a=0..50,b=0..100", LOYD_E_RANGE, NULL},
    {"a=0..50,b=50..99.9", LOYD_E_RANGE, "the last band ends below 100" COVER},
    {"a=0..1,b=1..2,c=2..3,d=3..4,e=4..5,f=5..6,g=6..7,h=7..8,i=8..9,j=9..10,"
     "k=10..11,l=11..12,m=12..13,n=13..14,o=14..15,p=15..16,q=16..100",
     LOYD_E_RANGE, "more than 16 bands"},
};

static void
test_texts_of_bands(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(texts); i++) {
        loyd_bands bands = {.n = 77};
        loyd_why why = {{0}};
        char names[200] = "";
        loyd_err err =
            bands_parse(texts[i].in, strlen(texts[i].in), &bands, &why);

        if (err != texts[i].err)
            fail_msg("%s: %d %s", texts[i].in, err, why.text);
        if (err != LOYD_OK) {
            assert_int_equal(bands.n, 77);
            if (texts[i].why != NULL)
                assert_string_equal(why.text, texts[i].why);
            continue;
        }
        for (unsigned b = 0; b < bands.n; b++) {
            strcat(names, b > 0 ? " " : "");
            strcat(names, bands.band[b].name);
        }
        assert_string_equal(names, texts[i].why);
    }
}

static void
test_unknown_bands_suggest_the_nearest(void **state)
{
    static const struct {
        const char *name, *why;
    } rows[] = {
        {"hrad", "unknown band 'hrad': try 'hard'"},
        {"Expert", "unknown band 'Expert': try 'expert'"},
        {"nope", "unknown band 'nope': try 'loyd bands'"},
        {"e\n", "unknown band 'e\\x0a': try 'loyd bands'"},
    };
    const loyd_band *band = NULL;
    loyd_why why;

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++)
        assert_why(
            rows[i].name,
            bands_find(bands_default(), rows[i].name, &band, &why),
            &why, LOYD_E_NOT_FOUND, rows[i].why);
    assert_null(band);
    OK(bands_find(bands_default(), "hard", &band, &why));
    assert_int_equal(band->percentiles.low, 25000);
    assert_int_equal(band->percentiles.high, 90000);
}

static void
test_catalogue_has_its_own_bands(void **state)
{
    loyd_store *store = open_store(in_folder("c.db"), LOYD_STORE_CREATE);
    static const char text[] = "b=5..100,a=0..5";
    loyd_bands bands, other;
    uint8_t before[LOYD_HASH_BYTES], after[LOYD_HASH_BYTES];
    loyd_why why;

    (void)state;
    OK(loyd_store_bands(store, &bands, &why));
    assert_memory_equal(&bands, bands_default(), sizeof(bands));
    fill_store(store, "3x3/rows", 20, 1);
    digest_of(store, before);
    OK(bands_parse(text, strlen(text), &other, &why));
    assert_int_equal(loyd_store_set_bands(store, text, &why), LOYD_E_DB);
    OK(loyd_store_begin(store, &why));
    OK(loyd_store_set_bands(store, text, &why));
    loyd_store_rollback(store);
    OK(loyd_store_bands(store, &bands, &why));
    assert_int_equal(bands.n, 4);
    OK(loyd_store_begin(store, &why));
    OK(loyd_store_set_bands(store, text, &why));
    OK(loyd_store_commit(store, &why));
    OK(loyd_store_begin(store, &why));
    assert_int_equal(loyd_store_set_bands(store, "a=0..5,b=6..100", &why),
                     LOYD_E_RANGE);
    loyd_store_rollback(store);
    loyd_store_close(&store);
    store = open_store(in_folder("c.db"), LOYD_STORE_READ);
    OK(loyd_store_bands(store, &bands, &why));
    assert_memory_equal(&bands, &other, sizeof(bands));
    digest_of(store, after);
    assert_memory_equal(before, after, sizeof(before));
    loyd_store_close(&store);
}

/* Foreign rows that the schema allows but that are invalid. */
static void
test_invalid_rows_are_rejected(void **state)
{
    static const char *const rows[] = {
        "DELETE FROM band",
        "DELETE FROM band WHERE low = 0",
        "UPDATE band SET name = 'Hard' WHERE low = 25000",
        "UPDATE band SET name = 'a' || char(0) || 'b' WHERE low = 25000",
        "UPDATE band SET name = 'h' || char(27) WHERE low = 25000",
        ("WITH RECURSIVE n(i) AS (VALUES (2) UNION ALL SELECT i + 1 FROM n"
         " WHERE i < 14) INSERT INTO band SELECT i, 'b' || i FROM n"),
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        loyd_filter all = {0};
        loyd_cursor *cursor = NULL;
        loyd_store *store;
        loyd_bands bands = {.n = 77};
        loyd_why why = {{0}};

        assert_int_equal(make_folder(state), 0);
        store = open_store(in_folder("c.db"), LOYD_STORE_CREATE);
        loyd_store_close(&store);
        run_sql(in_folder("c.db"), rows[i]);
        store = open_store(in_folder("c.db"), LOYD_STORE_READ);
        assert_int_equal(loyd_store_bands(store, &bands, &why),
                         LOYD_E_CORRUPT);
        assert_int_equal(bands.n, 77);
        assert_true(strlen(why.text) > 5);
        assert_int_equal(loyd_store_find(store, &all, &cursor, &why),
                         LOYD_E_CORRUPT);
        assert_null(cursor);
        loyd_store_close(&store);
        assert_int_equal(remove_folder(state), 0);
    }
}

/* Rarities of targets, computed manually from depths.txt. */
static void
test_rarity_of_targets(void **state)
{
    static const struct {
        const char *recipe;
        double inside, of; /* one in of / inside */
        bool is_bound;
    } rows[] = {
        {"4x4/rows~g1,stm=78..80~x~0", 3406 + 70 + 17, 10461394943999, false},
        {"3x3/spiral,blank=first~g1,stm=31..90~x~0", 2, 181439, false},
        {"3x3/rows~g1,stm=0..1~x~0", 2, 181439, false},
        {"2x2/random~g1,stm=6..6~x~0", 1, 11, false},
        /* Two moves from the corner: bounded by the corner's 76 and more. */
        {"4x4/rows,blank=1.1~g1,stm=78..83~x~0",
         272198 + 26638 + 3406 + 70 + 17, 10461394943999, true},
        {"4x4/rows,blank=0.1~g1,stm=1..1~x~0", 1 + 2 + 4, 10461394943999,
         true},
    };
    loyd_rarity rarity;
    loyd_why why;

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        loyd_recipe recipe = recipe_of(rows[i].recipe);
        double wanted = rows[i].inside / rows[i].of;

        OK(loyd_target_rarity(&recipe, &rarity, &why));
        if (rarity.share < wanted * (1 - 1e-12) ||
            rarity.share > wanted * (1 + 1e-12))
            fail_msg("%s: %g", rows[i].recipe, rarity.share);
        assert_int_equal(rarity.is_bound, rows[i].is_bound);
        assert_int_equal(rarity.sample, 0);
    }
}

/* A share known from a sample, and targets beyond the radius. */
static void
test_rarity_of_sampled_and_empty_targets(void **state)
{
    loyd_recipe recipe = recipe_of("4x4/rows,blank=0.1~g1,stm=1..53~x~0");
    loyd_rarity rarity = {0, false, 0};
    loyd_why why;

    (void)state;
    OK(loyd_target_rarity(&recipe, &rarity, &why));
    assert_true(rarity.share > 0.4 && rarity.share < 0.65);
    assert_int_equal(rarity.sample, 100000);
    assert_false(rarity.is_bound);
    recipe = recipe_of("3x3/rows,blank=1.1~g1,stm=31..31~x~0");
    assert_why("31 to the centre", loyd_target_rarity(&recipe, &rarity, &why),
               &why, LOYD_E_UNSOLVABLE,
               "no 3x3 board takes 31 moves: expected 1..30");
    recipe = recipe_of("4x4/rows~g1,stm=0..0~x~0");
    assert_int_equal(loyd_target_rarity(&recipe, &rarity, &why),
                     LOYD_E_UNSOLVABLE);
    recipe = recipe_of("4x4/random~g1,stm=83..83~x~0");
    assert_int_equal(loyd_target_rarity(&recipe, &rarity, &why),
                     LOYD_E_UNSOLVABLE);
    recipe = recipe_of("5x4/rows~g1,stm=30..30~x~0");
    assert_int_equal(loyd_target_rarity(&recipe, &rarity, &why),
                     LOYD_E_UNSUPPORTED);
    assert_int_equal(rarity.sample, 100000);
}

#define T(test)                                                               \
    cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_default_bands_on_3x3_and_4x4),
        cmocka_unit_test(test_every_length_is_in_one_band),
        cmocka_unit_test(test_texts_of_bands),
        cmocka_unit_test(test_unknown_bands_suggest_the_nearest),
        T(test_catalogue_has_its_own_bands),
        cmocka_unit_test(test_invalid_rows_are_rejected),
        cmocka_unit_test(test_rarity_of_targets),
        cmocka_unit_test(test_rarity_of_sampled_and_empty_targets),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
