/* SPDX-License-Identifier: MIT */
/*
 * A catalogue with puzzles of every kind, a plain array of the same rows, and
 * filters, drawn and applied to the array row by row. Tests only.
 */
#ifndef QUERIES_H
#define QUERIES_H

#include "catalogue.h"

#include <math.h>

#include "oracle.h"
#include "rate/sample.h"
#include "store/filter_json.h"
#include "store/rows.h"
#include "store/tables.h"

/* A copy of what was stored. */
struct kept {
    loyd_id id;
    uint8_t width;
    uint8_t height;
    char layout[LOYD_LAYOUT_TEXT];
    loyd_board goal;
    loyd_status status;
    uint16_t lower;
    uint16_t upper;
    loyd_status mtm_status; /* the same in MTM */
    uint16_t mtm_lower;
    uint16_t mtm_upper;
    bool is_used;
    uint16_t estimate; /* of version 1; 0: none */
    uint16_t any_estimate;
    bool is_random;   /* has a recipe of layout random */
    bool is_random_2; /* has one of layout random,missing=2 */
    const char *seed; /* of its recipe; NULL: none */
    loyd_board start;
    uint8_t path[64]; /* if it has a rating */
    size_t n_path;
};

/* One is the end of another, and one consists of separators of recipes. */
static const char *const seeds[] = {"find", "a~find", "", "~~0", "rare"};

static struct kept kept[1700];
static size_t n_kept;
static loyd_store *store;

static inline int
by_id(const void *a, const void *b)
{
    return memcmp(((const struct kept *)a)->id.byte,
                  ((const struct kept *)b)->id.byte, LOYD_ID_BYTES);
}

/* Shuffled labels, so that the goal has no name. */
static inline loyd_board
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

/* Stores a rating in MTM with the path, of which no search knows better. */
static inline void
keep_mtm(struct kept *row, const loyd_moves *home)
{
    unsigned n = (unsigned)loyd_moves_length(home, LOYD_MTM);
    unsigned kind = (unsigned)home->n % 5; /* twins have the same */
    unsigned less = kind == 4 ? 1 + (unsigned)home->n / 5 % 6 : 0;
    loyd_rating rating = rating_of(n > less ? n - less : 1, n);
    loyd_why why;

    if (kind == 0)
        return;
    rating.metric = LOYD_MTM;
    OK(store_add_rating(store, &row->id, &rating, home, &why));
    row->mtm_lower = rating.lower;
    row->mtm_upper = rating.upper;
    row->mtm_status = less > 0 ? LOYD_STATUS_BOUNDED : LOYD_STATUS_PROVEN;
    row->n_path = home->n;
    memcpy(row->path, home->dir, home->n);
}

/* Uses a row: marked manually, in a pack or in a ledger. */
static inline void
keep_use(struct kept *row, unsigned way)
{
    static const loyd_date day = {2026, 3, 1};
    char id[LOYD_ID_CHARS + 1], sql[300];
    loyd_why why;

    loyd_id_print(&row->id, id);
    row->is_used = way < 3;
    sql[0] = '\0';
    if (way == 0)
        OK(loyd_store_mark(store, &row->id, &day, NULL, NULL, &why));
    else if (way == 1)
        snprintf(sql, sizeof(sql),
                 "INSERT OR IGNORE INTO pack VALUES"
                 " (7, '0123456789abcdef', 'p', 1, '2026-03-01');"
                 "INSERT INTO pack_use VALUES ('%s', 7)", id);
    else if (way == 2)
        snprintf(sql, sizeof(sql),
                 "INSERT OR IGNORE INTO channel VALUES ('club', '2026-03-01',"
                 " NULL, 0, NULL, NULL);"
                 "INSERT INTO ledger SELECT 'club', n, '2026-03-01',"
                 " CAST(n AS TEXT), 1, '%s', NULL, NULL, zeroblob(32)"
                 " FROM (SELECT 1 + count(*) AS n FROM ledger)", id);
    if (sqlite3_exec(store->db, sql, NULL, NULL, NULL) != SQLITE_OK)
        fail_msg("%s: %s", sql, sqlite3_errmsg(store->db));
}

/* What is known of a row in the filter's metric. */
static inline loyd_status
status_of(const loyd_filter *filter, const struct kept *row)
{
    return filter->metric == LOYD_MTM ? row->mtm_status : row->status;
}

static inline unsigned
lower_of(const loyd_filter *filter, const struct kept *row)
{
    return filter->metric == LOYD_MTM ? row->mtm_lower : row->lower;
}

static inline unsigned
upper_of(const loyd_filter *filter, const struct kept *row)
{
    return filter->metric == LOYD_MTM ? row->mtm_upper : row->upper;
}

/* kind 0: proven, 1: bounded, 2: unrated */
static inline void
keep_puzzle(const loyd_puzzle *puzzle, const loyd_moves *home,
            const char *layout, const char *seed, unsigned kind)
{
    struct kept *row = &kept[n_kept];
    const loyd_board *goal = &puzzle->goal;
    loyd_layout named;
    loyd_rating rating = rating_of(home->n - (kind == 1), home->n);
    bool is_new;
    loyd_why why;

    assert_true(n_kept < COUNT(kept));
    memset(row, 0, sizeof(*row));
    OK(store_add_puzzle(store, puzzle, &row->id, &is_new, &why));
    if (!is_new)
        return;
    if (layout != NULL) {
        char text[200];
        loyd_recipe recipe;

        snprintf(text, sizeof(text), "%ux%u/%s~g1~%s~%zu", goal->width,
                 goal->height, layout, seed, n_kept);
        recipe = recipe_of(text);
        OK(store_add_recipe(store, &recipe, &row->id, &why));
    }
    row->width = goal->width;
    row->height = goal->height;
    row->goal = *goal;
    row->start = puzzle->start;
    row->seed = layout != NULL ? seed : NULL;
    assert_int_equal(loyd_layout_name(goal, &named), LOYD_OK);
    loyd_layout_print(&named, row->layout);
    row->status = LOYD_STATUS_UNRATED;
    row->is_random = layout != NULL && strcmp(layout, "random") == 0;
    row->is_random_2 =
        layout != NULL && strcmp(layout, "random,missing=2") == 0;
    if (kind < 2) {
        if (kind == 1)
            rating.lower = (uint16_t)(home->n - 1 - n_kept % 9);
        OK(store_add_rating(store, &row->id, &rating, home, &why));
        row->lower = rating.lower;
        row->status = kind == 0 ? LOYD_STATUS_PROVEN : LOYD_STATUS_BOUNDED;
        row->upper = (uint16_t)home->n;
        assert_true(home->n <= sizeof(row->path));
        row->n_path = home->n;
        memcpy(row->path, home->dir, home->n);
    }
    keep_mtm(row, home);
    keep_use(row, (unsigned)(n_kept % 17));
    if (goal->width * goal->height > 16 && (kind == 2 || n_kept % 11 != 0)) {
        row->estimate = (uint16_t)(home->n + 2 * (n_kept % 7));
        row->any_estimate = row->estimate;
        OK(store_add_estimate(store, &row->id, n_kept % 13 == 12 ? 2 : 1,
                              row->estimate, &why));
        if (n_kept % 13 == 12) /* of a version without a sample */
            row->estimate = 0;
    }
    n_kept++;
}

/* `board` with rows and columns swapped and its labels replaced. */
static inline loyd_board
mirrored(const loyd_board *board, bool swaps, const uint8_t *label)
{
    loyd_board out = {.width = swaps ? board->height : board->width,
                      .height = swaps ? board->width : board->height};

    for (unsigned y = 0; y < board->height; y++)
        for (unsigned x = 0; x < board->width; x++) {
            /* Mirrors left and right, then along the diagonal. */
            unsigned from = y * board->width + (board->width - 1 - x);
            unsigned to = swaps ? x * board->height + y : y * board->width + x;

            out.cell[to] = label[board->cell[from]];
        }
    return out;
}

/* Stores a mirrored puzzle with other labels, and its path. */
static inline void
keep_twin(const loyd_puzzle *puzzle, const loyd_moves *home, uint64_t *random,
          unsigned kind)
{
    static const uint8_t flipped[] = {LOYD_DIR_UP, LOYD_DIR_LEFT,
                                      LOYD_DIR_DOWN, LOYD_DIR_RIGHT};
    static const uint8_t swapped[] = {LOYD_DIR_LEFT, LOYD_DIR_DOWN,
                                      LOYD_DIR_RIGHT, LOYD_DIR_UP};
    unsigned n = (unsigned)puzzle->goal.width * puzzle->goal.height;
    bool swaps = random_word(random) % 2 == 0;
    uint8_t label[LOYD_CELLS_MAX + 1] = {0};
    loyd_puzzle twin;
    loyd_moves way = {0};

    for (unsigned i = 1; i <= n; i++)
        label[i] = (uint8_t)i;
    for (unsigned i = n; i > 1; i--) {
        unsigned other = 1 + (unsigned)(random_word(random) % i);
        uint8_t one = label[i];

        label[i] = label[other];
        label[other] = one;
    }
    twin.start = mirrored(&puzzle->start, swaps, label);
    twin.goal = mirrored(&puzzle->goal, swaps, label);
    for (size_t i = 0; i < home->n; i++) {
        unsigned dir = flipped[home->dir[i]];

        assert_int_equal(
            loyd_moves_push(&way, (loyd_dir)(swaps ? swapped[dir] : dir)),
            LOYD_OK);
    }
    keep_puzzle(&twin, &way, NULL, NULL, kind);
    loyd_moves_free(&way);
}

static inline void
keep(const loyd_board *goal, const char *layout, const char *seed,
     uint64_t *random, unsigned kind)
{
    loyd_moves home = {0};
    loyd_puzzle puzzle =
        walk_away(goal, 20 + (unsigned)(random_word(random) % 25), random,
                  &home);

    keep_puzzle(&puzzle, &home, layout, seed, kind);
    if (random_word(random) % 4 == 0)
        keep_twin(&puzzle, &home, random, kind);
    loyd_moves_free(&home);
}

/* The estimates of the sample of 6x3 with the blank in a corner. */
static uint16_t sampled[200];

static inline void
keep_sample(void)
{
    static const loyd_class cls = {6, 3, 0};
    uint64_t random = 5;
    loyd_sample *made = sample_new(&cls, 1, "6x3/rows~g1~find", 60, 60);
    loyd_why why;

    assert_non_null(made);
    for (size_t i = 0; i < COUNT(sampled); i++) {
        sampled[i] = (uint16_t)(12 + random_word(&random) % 20 +
                                random_word(&random) % 20);
        sample_add(made, SAMPLE_ESTIMATES, sampled[i], 1);
        sample_add(made, SAMPLE_MLC, 20, 1);
    }
    OK(loyd_store_set_sample(store, made, &why));
    loyd_sample_free(&made);
}

static inline int
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
        {6, 3, "rows"},   {3, 6, "snake"},           {5, 5, "rows"},
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

        keep(&goal, i % 4 == 0 ? goals[k].layout : NULL,
             seeds[i % 99 == 0 ? 4 : i % 16 / 4], &random,
             kind < 3 ? kind : 0);
    }
    /* Goals without a name, upright and lying, some with recipes. */
    for (unsigned i = 0; i < 300; i++) {
        unsigned width = 3 + i % 2, height = 4 - (i / 2) % 2;
        loyd_board goal = nameless(width, height, &random);

        keep(&goal,
             i % 6 == 0   ? "random,missing=2"
             : i % 3 == 0 ? "random"
                          : NULL,
             seeds[i % 9 / 3], &random, i % 5 < 3 ? i % 5 : 0);
    }
    /* Some with a sample, in the catalogue, and some without. */
    keep_sample();
    for (unsigned i = 0; i < 120; i++) {
        loyd_board goal = nameless(3 + 3 * (i % 2), 6 - 3 * (i % 2), &random);

        keep(&goal, i % 5 == 0 ? "random" : NULL, seeds[i % 3], &random,
             i % 7 < 3 ? i % 7 : 1);
    }
    OK(loyd_store_commit(store, &why));
    qsort(kept, n_kept, sizeof(kept[0]), by_id);
    assert_true(n_kept > 950);
    return 0;
}

static inline int
remove_catalogue(void **state)
{
    loyd_store_close(&store);
    return remove_folder(state);
}

/* Two layouts may have the same goal: on a 5x2, snake and spiral. */
static inline bool
is_goal(const char *layout, const struct kept *row)
{
    loyd_layout made;

    return strcmp(layout, row->layout) == 0 ||
           (loyd_layout_parse(layout, strlen(layout), row->width, row->height,
                              &made, NULL) == LOYD_OK &&
            loyd_board_equal(&made.goal, &row->goal));
}

/* Can rotations and reflections map the goal's blank to the class's cell? */
static inline bool
is_of_class(const loyd_class *cls, const struct kept *row)
{
    unsigned w = row->width, h = row->height;

    for (unsigned cell = 0; cell < w * h; cell++) {
        unsigned x = cell % w, y = cell / w;

        if (row->goal.cell[cell] != 0)
            continue;
        for (unsigned way = 0; way < 4; way++) {
            unsigned mx = way & 1 ? w - 1 - x : x;
            unsigned my = way & 2 ? h - 1 - y : y;

            if ((w == cls->width && h == cls->height &&
                 my * w + mx == cls->blank) ||
                (h == cls->width && w == cls->height &&
                 mx * h + my == cls->blank))
                return true;
        }
    }
    return false;
}

/* Returns the percentile of a row in a metric; -1: it has none. */
static inline double
percentile_of(const struct kept *row, loyd_metric metric)
{
    const loyd_distribution *d = loyd_distribution_of(&row->goal, metric);
    bool is_mtm = metric == LOYD_MTM;
    double at = 0;

    if (!is_mtm && row->width * row->height > 16) {
        if (row->estimate == 0)
            return -1;
        if (row->width == 5 && row->height == 5) /* built in */
            return exact_percentile(
                &sample_get(5, 5, loyd_board_blank(&row->goal))->estimates,
                row->estimate);
        if (!is_of_class(&(loyd_class){6, 3, 0}, row))
            return -1;
        for (size_t i = 0; i < COUNT(sampled); i++)
            at += sampled[i] < row->estimate    ? 1
                  : sampled[i] == row->estimate ? 0.5
                                                : 0;
        return at * 100 / COUNT(sampled);
    }
    return (is_mtm ? row->mtm_status : row->status) == LOYD_STATUS_PROVEN &&
                   d != NULL
               ? exact_percentile(d, is_mtm ? row->mtm_upper : row->upper)
               : -1;
}

static inline bool
is_at(const struct kept *row, loyd_metric metric, double low, double high)
{
    double at = percentile_of(row, metric);

    return at >= low && (at < high || high == 100) && at >= 0;
}

static inline bool
is_in_band(const char *name, loyd_metric metric, const struct kept *row)
{
    static const struct {
        const char *name;
        double low, high;
    } bands[] = {{"easy", 0, 1}, {"medium", 1, 25}, {"hard", 25, 90},
                 {"expert", 90, 100}};

    for (size_t i = 0; i < COUNT(bands); i++)
        if (strcmp(name, bands[i].name) == 0)
            return is_at(row, metric, bands[i].low, bands[i].high);
    fail_msg("no band %s", name);
    return false;
}

static inline bool
is_of_sizes(const loyd_filter *filter, const struct kept *row)
{
    for (size_t i = 0; i < filter->n_sizes; i++)
        if (row->width == filter->sizes[i].width &&
            row->height == filter->sizes[i].height)
            return true;
    return filter->n_sizes == 0;
}

static inline bool
is_of_layout(const char *layout, const struct kept *row)
{
    if (strcmp(layout, "random") == 0)
        return row->is_random;
    if (strcmp(layout, "random,missing=2") == 0)
        return row->is_random_2;
    return is_goal(layout, row);
}

static inline bool
is_of_layouts(const loyd_filter *filter, const struct kept *row)
{
    for (size_t i = 0; i < filter->n_layouts; i++)
        if (is_of_layout(filter->layouts[i], row))
            return true;
    return filter->n_layouts == 0;
}

static inline bool
is_in_bands(const loyd_filter *filter, const struct kept *row)
{
    for (size_t i = 0; i < filter->n_bands; i++)
        if (is_in_band(filter->bands[i], filter->metric, row))
            return true;
    return filter->n_bands == 0;
}

static inline bool
is_listed(const loyd_id *ids, size_t n, const struct kept *row)
{
    for (size_t i = 0; i < n; i++)
        if (memcmp(&ids[i], &row->id, sizeof(row->id)) == 0)
            return true;
    return false;
}

static inline bool
begins_with(const loyd_filter *filter, const struct kept *row)
{
    const loyd_moves *moves = filter->path_prefix;

    if (upper_of(filter, row) == 0 || row->n_path < moves->n)
        return false;
    for (size_t i = 0; i < moves->n; i++)
        if (row->path[i] != moves->dir[i])
            return false;
    return true;
}

static inline bool
is_length_in(const loyd_range *ranges, size_t n, unsigned length)
{
    for (size_t i = 0; i < n; i++)
        if (length >= ranges[i].low && length <= ranges[i].high)
            return true;
    return false;
}

static inline bool
is_in_percentiles(const loyd_filter *filter, const struct kept *row)
{
    for (size_t i = 0; i < filter->n_percentiles; i++)
        if (is_at(row, filter->metric, filter->percentiles[i].low / 1000.0,
                  filter->percentiles[i].high / 1000.0))
            return true;
    return filter->n_percentiles == 0;
}

static inline bool
is_in(const loyd_filter *filter, const struct kept *row)
{
    unsigned lower = lower_of(filter, row), upper = upper_of(filter, row);

    if (filter->has_ids && !is_listed(filter->ids, filter->n_ids, row))
        return false;
    if (is_listed(filter->excluded, filter->n_excluded, row))
        return false;
    if (filter->path_prefix != NULL && !begins_with(filter, row))
        return false;
    if (filter->has_class && !is_of_class(&filter->goal_class, row))
        return false;
    if (filter->seed != NULL &&
        (row->seed == NULL || strcmp(filter->seed, row->seed) != 0))
        return false;
    if (!is_of_sizes(filter, row) || !is_of_layouts(filter, row) ||
        !is_in_bands(filter, row))
        return false;
    if (filter->n_stm > 0 && (row->status != LOYD_STATUS_PROVEN ||
                              !is_length_in(filter->stm, filter->n_stm,
                                            row->upper)))
        return false;
    if (filter->n_mtm > 0 && (row->mtm_status != LOYD_STATUS_PROVEN ||
                              !is_length_in(filter->mtm, filter->n_mtm,
                                            row->mtm_upper)))
        return false;
    for (unsigned at = lower; filter->n_bounds > 0 && at <= upper; at++)
        if (at == 0 || !is_length_in(filter->bounds, filter->n_bounds, at))
            return false;
    if (filter->n_gap > 0 &&
        (upper == 0 ||
         !is_length_in(filter->gap, filter->n_gap, upper - lower)))
        return false;
    if (!is_in_percentiles(filter, row))
        return false;
    if (filter->has_status && status_of(filter, row) != filter->status)
        return false;
    if (filter->use != LOYD_USE_ANY &&
        (filter->use == LOYD_USE_USED) !=
            (row->is_used &&
             !is_listed(filter->unused, filter->n_unused, row)))
        return false;
    if (filter->has_id &&
        (memcmp(row->id.byte, filter->id_first.byte, LOYD_ID_BYTES) < 0 ||
         memcmp(row->id.byte, filter->id_last.byte, LOYD_ID_BYTES) > 0))
        return false;
    return true;
}

/* The lists of the filter drawn last. */
static struct {
    loyd_size sizes[4];
    const char *layouts[4];
    const char *bands[4];
    loyd_range stm[4];
    loyd_range mtm[4];
    loyd_range bounds[4];
    loyd_range gap[4];
    loyd_range percentiles[4];
    loyd_id ids[700];
    loyd_id excluded[700];
    loyd_id unused[700];
    loyd_moves prefix; /* its moves are of a row */
} lists;

/* Is a layout valid in one of the sizes? */
static inline bool
is_valid(const loyd_filter *filter, const char *text)
{
    loyd_layout layout;

    for (size_t i = 0; i < filter->n_sizes; i++)
        if (loyd_layout_parse(text, strlen(text), filter->sizes[i].width,
                              filter->sizes[i].height, &layout,
                              NULL) == LOYD_OK)
            return true;
    return filter->n_sizes == 0;
}

/* How many values a list has: usually one. */
static inline size_t
draw_n(uint64_t *random)
{
    uint64_t draw = random_word(random) % 8;

    return draw < 4 ? 1 : draw < 6 ? 2 : draw - 3;
}

/* Draws lists of sizes, layouts and bands; a value may come twice. */
static inline void
draw_lists(uint64_t *random, loyd_filter *filter, uint64_t bits)
{
    static const loyd_size sizes[] = {{4, 4}, {3, 4}, {4, 3}, {3, 3},
                                      {5, 2}, {2, 5}, {6, 3}, {3, 6},
                                      {5, 5}, {10, 10}};
    static const char *const names[] = {"rows", "snake", "columns", "spiral",
                                        "rows,blank=first", "random",
                                        "random,missing=2"};
    static const char *const bands[] = {"easy", "medium", "hard", "expert"};

    filter->sizes = lists.sizes;
    filter->layouts = lists.layouts;
    filter->bands = lists.bands;
    for (size_t n = bits & 1 ? draw_n(random) : 0; n > 0; n--)
        lists.sizes[filter->n_sizes++] =
            sizes[random_word(random) % COUNT(sizes)];
    for (size_t n = bits & 2 ? draw_n(random) : 0; n > 0; n--) {
        uint64_t draw = random_word(random);
        const char *text = draw % 2 == 0
                               ? names[draw / 2 % COUNT(names)]
                               : kept[draw / 2 % n_kept].layout;

        if (is_valid(filter, text))
            lists.layouts[filter->n_layouts++] = text;
    }
    for (size_t n = (bits & 0x1c00) == 0 ? draw_n(random) : 0; n > 0; n--)
        lists.bands[filter->n_bands++] =
            bands[random_word(random) % COUNT(bands)];
}

/* Draws ids of rows in any order, some of them twice; returns how many. */
static inline size_t
draw_ids(uint64_t *random, loyd_id ids[700])
{
    size_t n = random_word(random) % (random_word(random) % 2 ? 700 : 9);

    for (size_t i = 0; i < n; i++)
        ids[i] = kept[random_word(random) % n_kept].id;
    return n;
}

/* Draws ids, excluded ids and first moves, each set or not. */
static inline void
draw_puzzles(uint64_t *random, loyd_filter *filter)
{
    uint64_t bits = random_word(random);
    struct kept *row = &kept[random_word(random) % n_kept];

    filter->ids = lists.ids;
    filter->excluded = lists.excluded;
    filter->has_ids = bits % 8 == 0;
    if (filter->has_ids)
        filter->n_ids = draw_ids(random, lists.ids);
    if ((bits >> 8) % 6 == 0)
        filter->n_excluded = draw_ids(random, lists.excluded);
    filter->unused = lists.unused;
    if ((bits >> 32) % 16 < 2)
        filter->use = (bits >> 32) % 16 == 0 ? LOYD_USE_USED : LOYD_USE_UNUSED;
    if (filter->use != LOYD_USE_ANY && (bits >> 40) % 2 == 0)
        filter->n_unused = draw_ids(random, lists.unused);
    if ((bits >> 16) % 8 != 0)
        return;
    lists.prefix = (loyd_moves){.dir = row->path, .n = (bits >> 24) % 4};
    if (lists.prefix.n > row->n_path)
        lists.prefix.n = row->n_path;
    filter->path_prefix = &lists.prefix;
}

/* Draws ranges in any order that may overlap, touch or be the same; returns
 * their number. A low end is one of n_low from `low` on, a high end less than
 * n_high above it, or there is none. */
static inline size_t
draw_ranges(uint64_t *random, loyd_range ranges[4], unsigned low,
            unsigned n_low, unsigned n_high)
{
    size_t n = draw_n(random);

    for (size_t i = 0; i < n; i++) {
        uint64_t draw = random_word(random);

        ranges[i].low = low + (uint32_t)(draw % n_low);
        ranges[i].high = ranges[i].low + (uint32_t)(draw / n_low % n_high);
        if (draw >> 60 == 0)
            ranges[i].high = LOYD_LENGTH_MAX;
        if (draw >> 60 == 1)
            ranges[i].low = 0;
    }
    return n;
}

/* The same for percentiles; one range is wide. */
static inline size_t
draw_percentiles(uint64_t *random)
{
    size_t n = draw_n(random);

    for (size_t i = 0; i < n; i++) {
        loyd_range *range = &lists.percentiles[i];
        uint64_t draw = random_word(random);

        range->low = (uint32_t)(draw % 90000);
        range->high = 100000 - (uint32_t)(draw / 90000 % 10000);
        if (n > 1)
            range->high = range->low + 1 + (uint32_t)(draw / 90000 % 10000);
    }
    return n;
}

/* Draws a filter of many parts, each set or not. */
static inline void
draw_filter(uint64_t *random, loyd_filter *filter)
{
    uint64_t bits = random_word(random);
    unsigned draw = (unsigned)(bits >> 32);

    memset(filter, 0, sizeof(*filter));
    draw_lists(random, filter, bits);
    draw_puzzles(random, filter);
    if (bits & 8)
        filter->n_stm = draw_ranges(random, lists.stm, 18, 20, 9);
    if ((bits >> 52 & 3) == 0)
        filter->metric = LOYD_MTM;
    if ((bits >> 54 & 3) == 0)
        filter->n_mtm = draw_ranges(random, lists.mtm, 12, 20, 9);
    if ((bits & 0xe000) == 0)
        filter->n_percentiles = draw_percentiles(random);
    if ((bits >> 20 & 7) == 0)
        filter->n_bounds = draw_ranges(random, lists.bounds, 10, 25, 30);
    if ((bits >> 20 & 7) == 1)
        filter->n_gap = draw_ranges(random, lists.gap, 0, 4, 6);
    filter->stm = lists.stm;
    filter->mtm = lists.mtm;
    filter->bounds = lists.bounds;
    filter->gap = lists.gap;
    filter->percentiles = lists.percentiles;
    if ((bits & 0x30) == 0) {
        filter->has_status = true;
        filter->status = (loyd_status)(draw % LOYD_STATUS_COUNT_);
    }
    if ((bits & 0xc0) == 0) {
        size_t a = draw % n_kept, b = draw / 3 % n_kept;

        filter->has_id = true;
        filter->id_first = kept[a < b ? a : b].id;
        filter->id_last = kept[a < b ? b : a].id;
    }
    if (bits & 0x100)
        filter->limit = 1 + draw % 40;
    if ((bits & 0x5000000) == 0)
        filter->offset = draw / 40 % 40;
    if ((bits & 0x600) == 0) {
        const struct kept *row = &kept[draw / 5 % n_kept];

        filter->goal_class = loyd_class_of(row->width, row->height,
                                           loyd_board_blank(&row->goal));
        /* Percentiles of a class without a sample are an error. */
        filter->has_class =
            row->width * row->height <= LOYD_EXACT_CELLS ||
            filter->goal_class.blank == 0 || row->width == row->height ||
            (filter->n_bands == 0 && filter->n_percentiles == 0);
    }
    if ((bits & 0x1800) == 0)
        filter->seed = seeds[draw / 11 % COUNT(seeds)];
}

/* All orders, also after '-'; first those that walk an index. */
#define ORDERS_OF_AN_INDEX 9
static const char *const order_names[] = {
    NULL, "stm", "-stm", "mtm", "-mtm", "upper", "-upper", "mtm_upper",
    "-mtm_upper", "lower", "-lower", "mtm_lower", "-mtm_lower", "gap", "-gap",
    "estimate", "-estimate", "percentile", "-percentile", "mtm_percentile",
    "-mtm_percentile", "percentile_sample", "-percentile_sample",
};

/* Draws the parts that a pick cannot have. */
static inline void
draw_walk(uint64_t *random, loyd_filter *filter)
{
    uint64_t bits = random_word(random);

    /* For the others SQLite sorts all rows, which takes long. */
    filter->order = order_names[(bits >> 4) % (bits % 8 == 0
                                                   ? COUNT(order_names)
                                                   : ORDERS_OF_AN_INDEX)];
    filter->has_after = (bits >> 8) % 4 == 0;
    /* Usually a puzzle that the filter wants. */
    for (unsigned i = 0; filter->has_after && i < 30; i++) {
        const struct kept *row = &kept[random_word(random) % n_kept];

        filter->after = row->id;
        if (is_in(filter, row))
            break;
    }
    filter->is_distinct = (bits >> 40) % 3 == 0;
    /* One that is not stored, which is allowed in order of ids. */
    if (filter->order == NULL && (bits >> 48) % 4 == 0)
        filter->after.byte[9] ^= 1;
}

static inline void
explain(const loyd_filter *f, const char *what)
{
    struct text text = {0};
    struct jw json = {.to = &text};

    filter_put_json(&json, NULL, f);
    fail_msg("%s: %s", what, text.at);
}

/* Does some rotation or reflection, with labels replaced, map a to b? */
static inline bool
is_twin(const struct kept *a, const struct kept *b)
{
    unsigned w = a->width, h = a->height;

    for (unsigned way = 0; way < 8; way++) {
        uint8_t label[LOYD_CELLS_MAX + 1], back[LOYD_CELLS_MAX + 1];
        bool swaps = (way & 4) != 0, is_same;

        if (b->width != (swaps ? h : w) || b->height != (swaps ? w : h))
            continue;
        memset(label, 0xff, sizeof(label));
        memset(back, 0xff, sizeof(back));
        label[0] = back[0] = 0;
        is_same = true;
        for (unsigned i = 0; is_same && i < 2 * w * h; i++) {
            const struct kept *from = a, *to = b;
            unsigned cell = i % (w * h), x = cell % w, y = cell / w;
            unsigned mx = way & 1 ? w - 1 - x : x;
            unsigned my = way & 2 ? h - 1 - y : y;
            unsigned there = swaps ? mx * h + my : my * w + mx;
            uint8_t one = (i < w * h ? &from->goal : &from->start)->cell[cell];
            uint8_t other = (i < w * h ? &to->goal : &to->start)->cell[there];

            if (label[one] == 0xff && back[other] == 0xff) {
                label[one] = other;
                back[other] = one;
            }
            is_same = label[one] == other && back[other] == one;
        }
        if (is_same)
            return true;
    }
    return false;
}

static unsigned n_twins; /* left out so far */

static const loyd_filter *sorted_by;

/* Is the order, perhaps after '-', this one? */
static inline bool
is_order(const char *name)
{
    const char *order = sorted_by->order;

    return strcmp(order + (*order == '-'), name) == 0;
}

/* The number of a row in the order, as its documentation defines it; -1: it
 * has none. */
static inline double
number_of(const struct kept *row)
{
    bool is_mtm = strstr(sorted_by->order, "mtm") != NULL ||
                  (is_order("gap") && sorted_by->metric == LOYD_MTM);
    unsigned lower = is_mtm ? row->mtm_lower : row->lower;
    unsigned upper = is_mtm ? row->mtm_upper : row->upper;
    double at = 0;

    if (is_order("percentile") || is_order("mtm_percentile")) {
        at = percentile_of(row, is_mtm ? LOYD_MTM : LOYD_STM);
        return at < 0 ? -1 : floor(at * 1000 + 0.5);
    }
    if (is_order("percentile_sample")) {
        const loyd_distribution *d =
            loyd_distribution_of(&row->goal, LOYD_STM);

        if (percentile_of(row, LOYD_STM) < 0)
            return -1;
        if (row->width * row->height > 16 && row->width != 5)
            return COUNT(sampled);
        if (row->width * row->height > 16)
            d = &sample_get(5, 5, loyd_board_blank(&row->goal))->estimates;
        return d->sample > 0 ? (double)d->sample : -1;
    }
    if (is_order("estimate"))
        return row->any_estimate == 0 ? -1 : row->any_estimate;
    if (upper == 0)
        return -1;
    return is_order("gap")                              ? upper - lower
           : is_order("lower") || is_order("mtm_lower") ? lower
                                                        : upper;
}

static inline int
by_order(const void *a, const void *b)
{
    const struct kept *one = *(const struct kept *const *)a;
    const struct kept *other = *(const struct kept *const *)b;
    double first, second;

    if (sorted_by->order != NULL) {
        if (is_order("stm") || is_order("mtm")) {
            const loyd_filter by = {.metric = is_order("mtm")};
            bool is_proven = status_of(&by, one) == LOYD_STATUS_PROVEN;

            if (is_proven != (status_of(&by, other) == LOYD_STATUS_PROVEN))
                return is_proven ? -1 : 1;
        }
        first = number_of(one);
        second = number_of(other);
        if ((first < 0) != (second < 0))
            return first < 0 ? 1 : -1;
        if (first < second || first > second)
            return (first < second) == (*sorted_by->order != '-') ? -1 : 1;
    }
    return by_id(one, other);
}

/* Selects all rows of a filter, without offset and limit, slowly. */
static inline size_t
select_slowly(const loyd_filter *filter, const struct kept **rows)
{
    static const struct kept *all[COUNT(kept)];
    const struct kept unknown = {.id = filter->after}, *after = NULL;
    size_t n_all = 0, n = 0;

    if (filter->has_after)
        after = &unknown;

    for (size_t i = 0; i < n_kept; i++) {
        if (filter->has_after &&
            memcmp(&kept[i].id, &filter->after, sizeof(loyd_id)) == 0)
            after = &kept[i];
        if (is_in(filter, &kept[i]))
            all[n_all++] = &kept[i];
    }
    sorted_by = filter;
    qsort(all, n_all, sizeof(all[0]), by_order);
    for (size_t i = 0; i < n_all; i++) {
        bool is_first = true;

        for (size_t k = 0; filter->is_distinct && is_first && k < i; k++)
            is_first = !is_twin(all[k], all[i]);
        n_twins += !is_first;
        if (is_first && (after == NULL || by_order(&all[i], &after) > 0))
            rows[n++] = all[i];
    }
    return n;
}

#endif
