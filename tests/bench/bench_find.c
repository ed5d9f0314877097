/* SPDX-License-Identifier: MIT */
/*
 * Measures queries: the median of many, in milliseconds. BENCH_DB=FILE is the
 * catalogue. Without it, a catalogue of BENCH_ROWS=300000 puzzles is made in a
 * temporary folder; their paths are walks and not shortest, which does not
 * affect queries.
 *
 *   build/bench-find
 */
#include <loyd.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "store/rows.h"

#define REPEATS 21
#define LIMIT 40

static const char *const layouts[] = {"rows", "snake", "spiral",
                                      "rows,blank=first"};

static void
must(loyd_err err, const loyd_why *why)
{
    if (err == LOYD_OK)
        return;
    fprintf(stderr, "bench-find: %s: %s\n", loyd_strerror(err), why->text);
    exit(1);
}

static double
now_ms(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e3 * (double)t.tv_sec + (double)t.tv_nsec / 1e6;
}

static uint64_t
random_word(uint64_t *state)
{
    uint64_t x = *state += UINT64_C(0x9E3779B97F4A7C15);

    x = (x ^ x >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    x = (x ^ x >> 27) * UINT64_C(0x94D049BB133111EB);
    return x ^ x >> 31;
}

/* Walks away from the goal without turning back; `home` undoes the walk. */
static void
walk(loyd_puzzle *puzzle, unsigned n, uint64_t *random, loyd_moves *home)
{
    unsigned last = 4;

    puzzle->start = puzzle->goal;
    home->n = 0;
    while (home->n < n) {
        unsigned dir = (unsigned)(random_word(random) >> 40) % 4;

        if (last < 4 && dir == (last ^ 2))
            continue;
        if (loyd_board_move(&puzzle->start, (loyd_dir)dir)) {
            last = dir;
            must(loyd_moves_push(home, (loyd_dir)(dir ^ 2)), &(loyd_why){""});
        }
    }
    for (size_t i = 0; i < home->n / 2; i++) {
        uint8_t dir = home->dir[i];

        home->dir[i] = home->dir[home->n - 1 - i];
        home->dir[home->n - 1 - i] = dir;
    }
}

/* Lengths like those of 4x4: a sum of twelve dice is nearly normal. */
static unsigned
length(uint64_t *random)
{
    unsigned sum = 0;

    for (unsigned i = 0; i < 12; i++)
        sum += (unsigned)(random_word(random) % 5);
    return 28 + sum;
}

static void
fill(const char *path, uint64_t rows)
{
    static const char recipe_text[] = "4x4/rows~g1~bench~0";
    uint64_t random = 1;
    loyd_store *store = NULL;
    loyd_moves home = {0};
    loyd_why why = {""};

    must(loyd_store_open(path, LOYD_STORE_CREATE, NULL, &store, &why), &why);
    must(loyd_store_begin(store, &why), &why);
    for (uint64_t i = 0; i < rows; i++) {
        loyd_puzzle puzzle;
        loyd_rating rating = {.lower_search = {.method = "bench"},
                              .upper_search = {.method = "bench"}};
        loyd_recipe recipe;
        loyd_layout layout;
        loyd_id id;
        const char *name = layouts[i % 4];

        must(loyd_layout_parse(name, strlen(name), i % 5 == 0 ? 3 : 4, 4,
                               &layout, &why),
             &why);
        puzzle.goal = layout.goal;
        walk(&puzzle, length(&random), &random, &home);
        if (loyd_board_equal(&puzzle.start, &puzzle.goal))
            continue;
        must(store_add_puzzle(store, &puzzle, &id, NULL, &why), &why);
        must(
            loyd_recipe_parse(recipe_text, strlen(recipe_text), &recipe, &why),
            &why);
        recipe.index = i;
        must(store_add_recipe(store, &recipe, &id, &why), &why);
        rating.lower = rating.upper = (uint16_t)home.n;
        if (store_add_rating(store, &id, &rating, &home, &why) != LOYD_OK)
            continue; /* two walks led to the same puzzle */
    }
    must(loyd_store_commit(store, &why), &why);
    loyd_moves_free(&home);
    loyd_store_close(&store);
}

static int
by_time(const void *a, const void *b)
{
    double one = *(const double *)a, other = *(const double *)b;

    return (one > other) - (one < other);
}

/* The median of one kind of query, with different seeds and pages. */
static double
median(loyd_store *store, loyd_filter filter, const char *walk_name,
       uint64_t *random, uint64_t *rows)
{
    double t[REPEATS];

    for (unsigned i = 0; i < REPEATS; i++) {
        loyd_cursor *cursor = NULL;
        const loyd_row *row;
        loyd_why why = {""};
        char seed[32];

        snprintf(seed, sizeof(seed), "%u", i);
        filter.limit = LIMIT;
        filter.pick = strcmp(walk_name, "pick") == 0 ? seed : NULL;
        filter.has_after = strcmp(walk_name, "after") == 0;
        filter.order = strcmp(walk_name, "by stm") == 0 ? "stm" : NULL;
        for (unsigned k = 0; k < LOYD_ID_BYTES; k++)
            filter.after.byte[k] = (uint8_t)random_word(random);
        t[i] = now_ms();
        must(loyd_store_find(store, &filter, &cursor, &why), &why);
        *rows = 0;
        do {
            must(loyd_cursor_next(cursor, &row, &why), &why);
            *rows += row != NULL;
        } while (row != NULL);
        loyd_cursor_close(&cursor);
        t[i] = now_ms() - t[i];
    }
    qsort(t, REPEATS, sizeof(t[0]), by_time);
    return t[REPEATS / 2];
}

/* Conditions on lengths, in several forms. */
static const struct lengths {
    const char *name;
    const char *bands[2];
    loyd_range percentiles;
    loyd_range stm[2];
} lengths[] = {
    {"any", {NULL, NULL}, {0, 0}, {{0, 0}}},
    {"50..53", {NULL, NULL}, {0, 0}, {{50, 53}}},
    {"40..60", {NULL, NULL}, {0, 0}, {{40, 60}}},
    {"30..33", {NULL, NULL}, {0, 0}, {{30, 33}}},
    {"..45,55..", {NULL, NULL}, {0, 0}, {{0, 45}, {55, LOYD_LENGTH_MAX}}},
    {"band hard", {"hard", NULL}, {0, 0}, {{0, 0}}},
    {"two bands", {"easy", "hard"}, {0, 0}, {{0, 0}}},
    {"20..30 %", {NULL, NULL}, {20000, 30000}, {{0, 0}}},
};

static void
ask_for(const struct lengths *l, loyd_filter *filter)
{
    filter->stm = l->stm;
    while (filter->n_stm < 2 && l->stm[filter->n_stm].high > 0)
        filter->n_stm++;
    filter->bands = l->bands;
    while (filter->n_bands < 2 && l->bands[filter->n_bands] != NULL)
        filter->n_bands++;
    filter->percentiles = &l->percentiles;
    filter->n_percentiles = l->percentiles.high > 0;
}

/* The size of a catalogue's first puzzle. */
static loyd_board
size_of_first(loyd_store *store)
{
    loyd_cursor *cursor = NULL;
    loyd_board goal = {.width = 4, .height = 4};
    const loyd_row *row;
    loyd_why why = {""};

    must(loyd_store_find(store, &(loyd_filter){.limit = 1}, &cursor, &why),
         &why);
    must(loyd_cursor_next(cursor, &row, &why), &why);
    if (row != NULL)
        goal = row->entry->puzzle.goal;
    loyd_cursor_close(&cursor);
    return goal;
}

static void
measure(const char *path)
{
    enum { SIZE = 1, LAYOUT = 2, CLASS = 4 };
    static const struct {
        const char *name;
        unsigned what;
        size_t n; /* values of a list */
    } places[] = {
        {"any", 0, 0},
        {"size", SIZE, 1},
        {"layout", LAYOUT, 1},
        {"class", CLASS, 0},
        {"size+layout", SIZE | LAYOUT, 1},
        {"2 sizes", SIZE, 2},
        {"3 layouts", LAYOUT, 3},
        {"2 of both", SIZE | LAYOUT, 2},
    };
    static const char *const walks[] = {"limit", "after", "pick", "by stm"};
    uint64_t random = 7, count = 0, rows;
    double worst = 0, t;
    loyd_store *store = NULL;
    loyd_size sizes[2] = {{3, 4}, {3, 4}};
    loyd_board first;
    loyd_why why = {""};

    must(loyd_store_open(path, LOYD_STORE_READ, NULL, &store, &why), &why);
    t = now_ms();
    must(loyd_store_count(store, &(loyd_filter){0}, &count, &why), &why);
    printf("%llu puzzles, counted in %.1f ms; %d of them a query, median ms\n",
           (unsigned long long)count, now_ms() - t, LIMIT);
    printf("%-12s %-9s %10s %10s %10s %10s\n", "", "length", walks[0],
           walks[1], walks[2], walks[3]);
    first = size_of_first(store);
    sizes[0] = (loyd_size){first.width, first.height};
    if (first.width == 3 && first.height == 4)
        sizes[1] = (loyd_size){4, 4};
    for (size_t p = 0; p < sizeof(places) / sizeof(places[0]); p++)
        for (size_t l = 0; l < sizeof(lengths) / sizeof(lengths[0]); l++) {
            unsigned what = places[p].what;
            loyd_filter filter = {.has_class = what == CLASS};

            ask_for(&lengths[l], &filter);
            filter.sizes = sizes;
            filter.n_sizes = (what & SIZE) != 0 ? places[p].n : 0;
            filter.layouts = layouts;
            filter.n_layouts = (what & LAYOUT) != 0 ? places[p].n : 0;
            filter.goal_class = loyd_class_of(first.width, first.height, 0);
            printf("%-12s %-9s", places[p].name, lengths[l].name);
            for (size_t w = 0; w < sizeof(walks) / sizeof(walks[0]); w++) {
                t = median(store, filter, walks[w], &random, &rows);
                worst = t > worst ? t : worst;
                printf(" %10.3f", t);
            }
            printf("%s\n", rows < LIMIT ? "  fewer rows" : "");
        }
    printf("the slowest kind of query takes %.3f ms\n", worst);
    loyd_store_close(&store);
}

int
main(void)
{
    const char *given = getenv("BENCH_DB"), *rows = getenv("BENCH_ROWS");
    char folder[] = "/tmp/loyd-bench-XXXXXX", path[64];

    if (given != NULL) {
        measure(given);
        return 0;
    }
    if (mkdtemp(folder) == NULL)
        return 1;
    snprintf(path, sizeof(path), "%s/c.db", folder);
    fill(path, rows != NULL ? strtoull(rows, NULL, 10) : 300000);
    measure(path);
    unlink(path);
    rmdir(folder);
    return 0;
}
