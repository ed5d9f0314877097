/* SPDX-License-Identifier: MIT */
/* Queries, compared with a plain array of all rows of the catalogue, and
 * SQLite's plans for them. */
#include "catalogue.h"

#include "core/crypto.h"
#include "oracle.h"
#include "rate/sample.h"
#include "store/filter_json.h"
#include "store/select.h"

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
    uint16_t estimate; /* 0: none */
    bool is_random;   /* has a recipe of layout random */
    bool is_random_2; /* has one of layout random,missing=2 */
    const char *seed; /* of its recipe; NULL: none */
    loyd_board start;
    uint8_t path[64]; /* if it has a rating */
    size_t n_path;
};

/* One is the end of another, and one consists of separators of recipes. */
static const char *const seeds[] = {"find", "a~find", "", "~~0", "rare"};

static struct kept kept[1500];
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

/* Stores a rating in MTM with the path, of which no search knows better. */
static void
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
    OK(loyd_store_add_rating(store, &row->id, &rating, home, &why));
    row->mtm_lower = rating.lower;
    row->mtm_upper = rating.upper;
    row->mtm_status = less > 0 ? LOYD_STATUS_BOUNDED : LOYD_STATUS_PROVEN;
    row->n_path = home->n;
    memcpy(row->path, home->dir, home->n);
}

/* What is known of a row in the filter's metric. */
static loyd_status
status_of(const loyd_filter *filter, const struct kept *row)
{
    return filter->metric == LOYD_MTM ? row->mtm_status : row->status;
}

static unsigned
lower_of(const loyd_filter *filter, const struct kept *row)
{
    return filter->metric == LOYD_MTM ? row->mtm_lower : row->lower;
}

static unsigned
upper_of(const loyd_filter *filter, const struct kept *row)
{
    return filter->metric == LOYD_MTM ? row->mtm_upper : row->upper;
}

/* kind 0: proven, 1: bounded, 2: unrated */
static void
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
    OK(loyd_store_add_puzzle(store, puzzle, &row->id, &is_new, &why));
    if (!is_new)
        return;
    if (layout != NULL) {
        char text[200];
        loyd_recipe recipe;

        snprintf(text, sizeof(text), "%ux%u/%s~g1~%s~%zu", goal->width,
                 goal->height, layout, seed, n_kept);
        recipe = recipe_of(text);
        OK(loyd_store_add_recipe(store, &recipe, &row->id, &why));
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
        OK(loyd_store_add_rating(store, &row->id, &rating, home, &why));
        row->lower = rating.lower;
        row->status = kind == 0 ? LOYD_STATUS_PROVEN : LOYD_STATUS_BOUNDED;
        row->upper = (uint16_t)home->n;
        assert_true(home->n <= sizeof(row->path));
        row->n_path = home->n;
        memcpy(row->path, home->dir, home->n);
    }
    keep_mtm(row, home);
    if (goal->width * goal->height > 16 && (kind == 2 || n_kept % 11 != 0)) {
        row->estimate = (uint16_t)(home->n + 2 * (n_kept % 7));
        OK(loyd_store_add_estimate(store, &row->id, n_kept % 13 == 12 ? 2 : 1,
                                   row->estimate, &why));
        if (n_kept % 13 == 12) /* of a version without a sample */
            row->estimate = 0;
    }
    n_kept++;
}

/* `board` with rows and columns swapped and its labels replaced. */
static loyd_board
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
static void
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

static void
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

static void
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
        {6, 3, "rows"},   {3, 6, "snake"},
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

static int
remove_catalogue(void **state)
{
    loyd_store_close(&store);
    return remove_folder(state);
}

/* Two layouts may have the same goal: on a 5x2, snake and spiral. */
static bool
is_goal(const char *layout, const struct kept *row)
{
    loyd_layout made;

    return strcmp(layout, row->layout) == 0 ||
           (loyd_layout_parse(layout, strlen(layout), row->width, row->height,
                              &made, NULL) == LOYD_OK &&
            loyd_board_equal(&made.goal, &row->goal));
}

/* Can rotations and reflections map the goal's blank to the class's cell? */
static bool
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

static bool
is_at_mtm(const struct kept *row, double low, double high)
{
    const loyd_distribution *d = loyd_distribution_in(&row->goal, LOYD_MTM);
    double at;

    if (row->mtm_status != LOYD_STATUS_PROVEN || d == NULL)
        return false;
    at = loyd_percentile(d, row->mtm_upper);
    return at >= low && (at < high || high == 100);
}

static bool
is_at(const struct kept *row, double low, double high)
{
    const loyd_distribution *d = loyd_distribution_of(&row->goal);
    double at = 0;

    if (row->width * row->height > 16) {
        if (row->estimate == 0 ||
            !is_of_class(&(loyd_class){6, 3, 0}, row))
            return false;
        for (size_t i = 0; i < COUNT(sampled); i++)
            at += sampled[i] < row->estimate    ? 1
                  : sampled[i] == row->estimate ? 0.5
                                                : 0;
        at = at * 100 / COUNT(sampled);
        return at >= low && (at < high || high == 100);
    }
    if (row->status != LOYD_STATUS_PROVEN || d == NULL)
        return false;
    at = loyd_percentile(d, row->upper);
    return at >= low && (at < high || high == 100);
}

static bool
is_in_band(const char *name, loyd_metric metric, const struct kept *row)
{
    static const struct {
        const char *name;
        double low, high;
    } bands[] = {{"easy", 0, 1}, {"medium", 1, 25}, {"hard", 25, 90},
                 {"expert", 90, 100}};

    for (size_t i = 0; i < COUNT(bands); i++)
        if (strcmp(name, bands[i].name) == 0)
            return (metric == LOYD_MTM ? is_at_mtm : is_at)(
                row, bands[i].low, bands[i].high);
    fail_msg("no band %s", name);
    return false;
}

static bool
is_of_sizes(const loyd_filter *filter, const struct kept *row)
{
    for (size_t i = 0; i < filter->n_sizes; i++)
        if (row->width == filter->sizes[i].width &&
            row->height == filter->sizes[i].height)
            return true;
    return filter->n_sizes == 0;
}

static bool
is_of_layout(const char *layout, const struct kept *row)
{
    if (strcmp(layout, "random") == 0)
        return row->is_random;
    if (strcmp(layout, "random,missing=2") == 0)
        return row->is_random_2;
    return is_goal(layout, row);
}

static bool
is_of_layouts(const loyd_filter *filter, const struct kept *row)
{
    for (size_t i = 0; i < filter->n_layouts; i++)
        if (is_of_layout(filter->layouts[i], row))
            return true;
    return filter->n_layouts == 0;
}

static bool
is_in_bands(const loyd_filter *filter, const struct kept *row)
{
    for (size_t i = 0; i < filter->n_bands; i++)
        if (is_in_band(filter->bands[i], filter->metric, row))
            return true;
    return filter->n_bands == 0;
}

static bool
is_listed(const loyd_id *ids, size_t n, const struct kept *row)
{
    for (size_t i = 0; i < n; i++)
        if (memcmp(&ids[i], &row->id, sizeof(row->id)) == 0)
            return true;
    return false;
}

static bool
begins_with(const loyd_filter *filter, const struct kept *row)
{
    const loyd_moves *moves = filter->path_prefix;

    if (status_of(filter, row) == LOYD_STATUS_UNRATED ||
        row->n_path < moves->n)
        return false;
    for (size_t i = 0; i < moves->n; i++)
        if (row->path[i] != moves->dir[i])
            return false;
    return true;
}

static bool
is_length_in(const loyd_range *ranges, size_t n, unsigned length)
{
    for (size_t i = 0; i < n; i++)
        if (length >= ranges[i].low && length <= ranges[i].high)
            return true;
    return false;
}

static bool
is_in_percentiles(const loyd_filter *filter, const struct kept *row)
{
    for (size_t i = 0; i < filter->n_percentiles; i++)
        if ((filter->metric == LOYD_MTM ? is_at_mtm : is_at)(
                row, filter->percentiles[i].low / 1000.0,
                filter->percentiles[i].high / 1000.0))
            return true;
    return filter->n_percentiles == 0;
}

static bool
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
    loyd_moves prefix; /* its moves are of a row */
} lists;

/* Is a layout valid in one of the sizes? */
static bool
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
static size_t
draw_n(uint64_t *random)
{
    uint64_t draw = random_word(random) % 8;

    return draw < 4 ? 1 : draw < 6 ? 2 : draw - 3;
}

/* Draws lists of sizes, layouts and bands; a value may come twice. */
static void
draw_lists(uint64_t *random, loyd_filter *filter, uint64_t bits)
{
    static const loyd_size sizes[] = {{4, 4}, {3, 4}, {4, 3}, {3, 3},
                                      {5, 2}, {2, 5}, {6, 3}, {3, 6},
                                      {10, 10}};
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
static size_t
draw_ids(uint64_t *random, loyd_id ids[700])
{
    size_t n = random_word(random) % (random_word(random) % 2 ? 700 : 9);

    for (size_t i = 0; i < n; i++)
        ids[i] = kept[random_word(random) % n_kept].id;
    return n;
}

/* Draws ids, excluded ids and first moves, each set or not. */
static void
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
static size_t
draw_ranges(uint64_t *random, loyd_range ranges[4], unsigned low,
            unsigned n_low, unsigned n_high)
{
    size_t n = draw_n(random);

    for (size_t i = 0; i < n; i++) {
        uint64_t draw = random_word(random);

        ranges[i].low = low + (uint32_t)(draw % n_low);
        ranges[i].high = ranges[i].low + (uint32_t)(draw / n_low % n_high);
        if (draw >> 60 == 0)
            ranges[i].high = LOYD_STM_MAX;
        if (draw >> 60 == 1)
            ranges[i].low = 0;
    }
    return n;
}

/* The same for percentiles; one range is wide. */
static size_t
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
static void
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
    if ((bits & 0x5000000) == 0)
        filter->offset = draw / 40 % 40;
    if ((bits & 0x600) == 0) {
        const struct kept *row = &kept[draw / 5 % n_kept];

        filter->goal_class = loyd_class_of(row->width, row->height,
                                           loyd_board_blank(&row->goal));
        /* Percentiles of a class without a sample are an error. */
        filter->has_class =
            row->width * row->height <= LOYD_EXACT_CELLS ||
            filter->goal_class.blank == 0 ||
            (filter->n_bands == 0 && filter->n_percentiles == 0);
    }
    if ((bits & 0x1800) == 0)
        filter->seed = seeds[draw / 11 % COUNT(seeds)];
}

/* Draws the parts that a pick cannot have. */
static void
draw_walk(uint64_t *random, loyd_filter *filter)
{
    uint64_t bits = random_word(random);

    filter->order = (loyd_order)(bits % 8 % LOYD_ORDER_COUNT_);
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
    if (filter->order == LOYD_ORDER_ID && (bits >> 48) % 4 == 0)
        filter->after.byte[9] ^= 1;
}

static void
explain(const loyd_filter *f, const char *what)
{
    struct text text = {0};
    struct jw json = {.to = &text};

    filter_put_json(&json, NULL, f);
    fail_msg("%s: %s", what, text.at);
}

/* Does some rotation or reflection, with labels replaced, map a to b? */
static bool
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
static loyd_order sorted_by;

/* The order as the header defines it. */
static int
by_order(const void *a, const void *b)
{
    const struct kept *one = *(const struct kept *const *)a;
    const struct kept *other = *(const struct kept *const *)b;
    const loyd_filter by = {.metric = sorted_by >= LOYD_ORDER_MTM ? LOYD_MTM
                                                                  : LOYD_STM};
    bool is_proven = status_of(&by, one) == LOYD_STATUS_PROVEN;
    bool other_is = status_of(&by, other) == LOYD_STATUS_PROVEN;
    bool is_up = sorted_by == LOYD_ORDER_STM || sorted_by == LOYD_ORDER_MTM;
    unsigned first = upper_of(&by, one), second = upper_of(&by, other);

    if (sorted_by != LOYD_ORDER_ID && is_proven != other_is)
        return is_proven ? -1 : 1;
    /* Those that are bounded, by their upper end; then the unrated ones. */
    if (sorted_by != LOYD_ORDER_ID && (first == 0) != (second == 0))
        return first != 0 ? -1 : 1;
    if (sorted_by != LOYD_ORDER_ID && first != second)
        return (first < second) == is_up ? -1 : 1;
    return by_id(one, other);
}

/* Selects all rows of a filter, without offset and limit, slowly. */
static size_t
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
    sorted_by = filter->order;
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

/* A proven entry has the distribution of its class, and its band. */
static void
expect_band(const loyd_entry *entry, const struct kept *row)
{
    if (row->width * row->height > LOYD_EXACT_CELLS &&
        is_at(row, 0, 100)) {
        assert_true(entry->is_estimated);
        assert_int_equal(entry->estimate, row->estimate);
        assert_int_equal(entry->distribution->sample, COUNT(sampled));
        assert_true(is_in_band(entry->band, LOYD_STM, row));
        return;
    }
    assert_false(entry->is_estimated);
    if (row->status != LOYD_STATUS_PROVEN ||
        row->width * row->height > LOYD_EXACT_CELLS) {
        assert_null(entry->distribution);
        assert_string_equal(entry->band, "");
        return;
    }
    assert_ptr_equal(entry->distribution, loyd_distribution_of(&row->goal));
    assert_true(is_in_band(entry->band, LOYD_STM, row));
}

static void
expect_rows(const loyd_filter *filter)
{
    static const struct kept *all[COUNT(kept)];
    size_t n = select_slowly(filter, all);
    const struct kept **rows = all;
    loyd_cursor *cursor = NULL;
    loyd_entry entry;
    uint64_t count;
    bool found;
    loyd_why why;

    rows += filter->offset < n ? filter->offset : n;
    n -= (size_t)(rows - all);
    if (filter->limit > 0 && filter->limit < n)
        n = (size_t)filter->limit;
    OK(loyd_store_find(store, filter, &cursor, &why));
    for (size_t i = 0; i < n; i++) {
        OK(loyd_entry_next(cursor, &entry, &found, &why));
        if (!found || memcmp(&entry.id, &rows[i]->id, sizeof(entry.id)) != 0)
            explain(filter, "another row");
        assert_string_equal(entry.layout, rows[i]->layout);
        assert_int_equal(entry.status, rows[i]->status);
        assert_int_equal(entry.mtm.status, rows[i]->mtm_status);
        assert_int_equal(entry.mtm.lower, rows[i]->mtm_lower);
        assert_int_equal(entry.mtm.upper, rows[i]->mtm_upper);
        expect_band(&entry, rows[i]);
    }
    OK(loyd_entry_next(cursor, &entry, &found, &why));
    if (found)
        explain(filter, "a row too many");
    loyd_cursor_close(&cursor);
    OK(loyd_store_count(store, filter, &count, &why));
    if (count != n)
        explain(filter, "another count");
}

static void
test_filters_against_an_array(void **state)
{
    uint64_t random = 1;
    unsigned rounds = 2000 / oracle_share(), n_empty = 0, n_full = 0;

    (void)state;
    expect_rows(&(loyd_filter){0});
    for (unsigned k = 0; k < rounds; k++) {
        loyd_filter filter;
        uint64_t count;

        draw_filter(&random, &filter);
        draw_walk(&random, &filter);
        expect_rows(&filter);
        assert_int_equal(loyd_store_count(store, &filter, &count, NULL),
                         LOYD_OK);
        n_empty += count == 0;
        n_full += count > 5;
    }
    assert_true(n_empty > rounds / 15 && n_full > rounds / 8 &&
                n_twins > rounds / 2);
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
    loyd_entry entry;
    bool found;
    loyd_why why;

    wanted.pick = seed;
    wanted.limit = limit;
    OK(loyd_store_find(store, &wanted, &cursor, &why));
    for (size_t i = skip; i < n; i++) {
        OK(loyd_entry_next(cursor, &entry, &found, &why));
        if (!found || memcmp(&entry.id, &kept[picked[i]].id,
                             sizeof(entry.id)) != 0)
            explain(&wanted, "another pick");
    }
    OK(loyd_entry_next(cursor, &entry, &found, &why));
    assert_false(found);
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
        {{.order = (loyd_order)5}, LOYD_E_RANGE, "invalid order 5"},
        {{.pick = "x", .limit = 1, .order = LOYD_ORDER_STM}, LOYD_E_RANGE,
         "pick cannot be combined with an order or with after"},
        {{.pick = "x", .limit = 1, .has_after = true}, LOYD_E_RANGE,
         "pick cannot be combined with an order or with after"},
        {{.has_class = true, .goal_class = {3, 4, 0}}, LOYD_E_RANGE,
         "invalid class: 3x4 with the blank in cell 0"},
        {{.has_class = true, .goal_class = {4, 4, 15}}, LOYD_E_RANGE,
         "invalid class: 4x4 with the blank in cell 15"},
        {{.has_class = true}, LOYD_E_RANGE,
         "invalid class: 0x0 with the blank in cell 0"},
        {{.order = LOYD_ORDER_STM, .has_after = true}, LOYD_E_NOT_FOUND,
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
        &(loyd_filter){.sizes = sizes,
                       .n_sizes = 4,
                       LAYOUTS("snake", "rows,blank=0.0", "goal=bad",
                               "rows,blank=first"),
                       .has_class = true,
                       .goal_class = {4, 4, 0},
                       RANGES(stm, {40, LOYD_STM_MAX}),
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
                               .order = LOYD_ORDER_STM_DOWN,
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
                               RANGES(bounds, {50, LOYD_STM_MAX}, {0, 20}),
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
    loyd_stat stat, last;
    bool found;
    loyd_why why;

    if (loyd_store_stats(store, filter, &cursor, &why) != LOYD_OK)
        explain(selects, why.text);
    for (;;) {
        OK(loyd_stat_next(cursor, &stat, &found, &why));
        if (!found)
            break;
        check_stat(selects, &stat, rows, wanted);
        if (n > 0)
            assert_true(is_behind(&stat, &last));
        n += stat.count;
        last = stat;
    }
    loyd_cursor_close(&cursor);
    if (n != wanted)
        explain(selects, "statistics of other puzzles");
}

/* A goal without a name, given by its cells and drawn too, is found once. */
static void
test_cells_and_draws_meet(void **state)
{
    unsigned n = 0;

    (void)state;
    for (size_t i = 0; i < n_kept && n < 20; i++) {
        const char *const layouts[] = {kept[i].layout, "random", "snake"};
        loyd_filter filter = {.layouts = layouts, .n_layouts = 3};

        if (!kept[i].is_random || strncmp(layouts[0], "goal=", 5) != 0)
            continue;
        for (filter.order = LOYD_ORDER_ID; filter.order < LOYD_ORDER_COUNT_;
             filter.order = (loyd_order)(filter.order + 1))
            expect_rows(&filter);
        filter.order = LOYD_ORDER_ID;
        check_stats(&filter);
        n++;
    }
    assert_int_equal(n, 20);
}

static void
test_stats_count_everything_once(void **state)
{
    const loyd_filter refused[] = {
        {.order = LOYD_ORDER_STM}, {.has_after = true}, {.offset = 1},
        {.limit = 1},              {.pick = "x", .limit = 1},
    };
    unsigned rounds = 600 / oracle_share();
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
    bool found;

    memset(is_seen, 0, sizeof(is_seen));
    for (size_t i = 0; i < n_before; i++)
        wanted += is_in(&filter, &kept[i]);
    filter.limit = 50;
    do {
        loyd_cursor *cursor = NULL;
        loyd_entry entry;
        loyd_why why;

        OK(loyd_store_find(store, &filter, &cursor, &why));
        for (;;) {
            OK(loyd_entry_next(cursor, &entry, &found, &why));
            if (!found)
                break;
            filter.after = entry.id;
            for (size_t i = 0; i < n_before; i++)
                if (memcmp(&kept[i].id, &entry.id, sizeof(entry.id)) == 0) {
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
    expect_pages((loyd_filter){.order = LOYD_ORDER_STM}, &random);
    expect_pages((loyd_filter){.order = LOYD_ORDER_STM_DOWN,
                               RANGES(stm, {20, 40})}, &random);
    /* Restores the array's order by id. */
    qsort(kept, n_kept, sizeof(kept[0]), by_id);
}

/* The statements that SQLite ran. */
static struct {
    char *sql[200];
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

/* No table is scanned except series, and nothing is sorted. If statistics say
 * that a small table has one row, SQLite may scan it. */
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
            strcmp(line, "SCAN CONSTANT ROW") != 0 &&
            strcmp(line, "SCAN series") != 0 &&
            !(has_statistics && (strncmp(line, "SCAN s", 6) == 0 ||
                                 strncmp(line, "SCAN g", 6) == 0)))
            fail_msg("%s: %s", sql, line);
        if (strstr(line, "TEMP B-TREE") != NULL)
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
        loyd_filter filter = {
            .sizes = &square, .layouts = &snake, .limit = 5};
        loyd_entry entry;
        loyd_cursor *cursor = NULL;
        bool found = true;
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
            filter.order = (loyd_order)(rest % 3);
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
        while (found)
            OK(loyd_entry_next(cursor, &entry, &found, &why));
        loyd_cursor_close(&cursor);
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
expect_good_plans(bool has_statistics)
{
    asked.n = 0;
    sqlite3_trace_v2(store->db, SQLITE_TRACE_STMT, note_sql, NULL);
    ask_everything();
    sqlite3_trace_v2(store->db, 0, NULL, NULL);
    assert_true(asked.n > 20 && asked.n < COUNT(asked.sql));
    for (size_t i = 0; i < asked.n; i++) {
        /* The few bands may be scanned and sorted. */
        if (strncmp(asked.sql[i], "SELECT", 6) == 0 &&
            !(has_statistics && strstr(asked.sql[i], "FROM band") != NULL))
            expect_good_plan(store->db, asked.sql[i], has_statistics);
        free(asked.sql[i]);
    }
}

static void
test_no_query_scans(void **state)
{
    (void)state;
    expect_good_plans(false);
}

/* The statistics of ANALYZE may be false: no plan depends on them. */
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
    for (size_t i = 0; i < COUNT(lies); i++) {
        loyd_store_close(&store);
        run_sql(in_folder("c.db"), lies[i]);
        store = open_store(in_folder("c.db"), LOYD_STORE_WRITE);
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
        cmocka_unit_test(test_cells_and_draws_meet),
        cmocka_unit_test(test_whole_paths_are_prefixes),
        cmocka_unit_test(test_stats_count_everything_once),
        cmocka_unit_test(test_pages_hold_each_once),
        cmocka_unit_test(test_no_query_scans),
        cmocka_unit_test(test_statistics_change_no_plan),
    };

    return cmocka_run_group_tests(tests, make_catalogue, remove_catalogue);
}
