/* SPDX-License-Identifier: MIT */
/* Plans, builds and keeps the tables of many views. */
#include "solve/table/views.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/bytes.h"
#include "base/why.h"
#include "solve/table/descent.h"
#include "solve/table/memory.h"

#define MAGIC "loyd views 1\n"
#define VIEWS_LEAST 4        /* fewer gain nothing over two */
#define BYTES_MOST 250000000 /* of all tables; further views are left out */

/*
 * The drawings of a size. Each gives its images under all symmetries of
 * the rectangle in which, without the goal's blank, no pattern has more than
 * `most` tiles.
 */
static const struct drawings {
    uint8_t width;
    uint8_t height;
    uint8_t most;
    const char *drawing[8]; /* ends at the first NULL */
} sizes[] = {
    {6, 3, 7, {"aaaabb/aaabbb/ccccbb"}},
    {9, 2, 7, {"aaaabbbcc/aaabbbbcc"}},
    {5, 4, 7, {"aaaab/aaabb/cccbb/cccbb"}},
    {7, 3, 6, {"aaabbbd/aaabbbd/ccccccd", "aabbccd/aabbccd/aabbccd"}},
    {6,
     4,
     6,
     {"aaabbb/aaabbb/cccddd/cccddd", "aabbcc/aabbcc/aabbcc/dddddd",
      "aabbbb/aabbcc/aaddcc/ddddcc"}},
    {5,
     5,
     6,
     {"aabbb/aabbb/aaacc/dddcc/dddcc", "aaabb/aabbb/aabcc/dddcc/dddcc",
      "aabbb/aabbb/aaacc/ccccd/ddddd", "aaabb/aabbb/aabcc/ccccd/ddddd",
      "aabbb/aabbb/accdd/accdd/accdd", "aaabb/aaccb/aaccb/dddcb/dddcb",
      "aabbb/aabbb/acccd/acccd/adddd"}},
};

#define N_SIZES (sizeof(sizes) / sizeof(sizes[0]))

static const struct drawings *
drawings_of(const loyd_class *cls)
{
    for (size_t i = 0; i < N_SIZES; i++)
        if (sizes[i].width == cls->width && sizes[i].height == cls->height)
            return &sizes[i];
    return NULL;
}

/* Group homes of one view: masks of cells without the goal's blank. */
struct split_view {
    unsigned n;
    uint32_t home[GROUPS_MAX];
};

/* Returns false if a pattern of the view is too large. */
static bool
view_make(const loyd_class *cls, const struct drawings *d, unsigned drawing,
          unsigned symmetry, struct split_view *view)
{
    unsigned cell = 0;

    memset(view, 0, sizeof(*view));
    for (const char *s = d->drawing[drawing]; *s != '\0'; s++) {
        unsigned group = (unsigned)(*s - 'a'), at;

        if (*s == '/')
            continue;
        at = symmetry_cell(symmetry, cls->width, cls->height, cell++);
        if (group >= view->n)
            view->n = group + 1;
        if (at != cls->blank)
            view->home[group] |= 1u << at;
    }
    for (unsigned g = 0; g < view->n; g++)
        if (__builtin_popcount(view->home[g]) > d->most)
            return false;
    return true;
}

static bool
has_group(const struct split_view *view, uint32_t home)
{
    for (unsigned g = 0; g < view->n; g++)
        if (view->home[g] == home)
            return true;
    return false;
}

static bool
is_same(const struct split_view *a, const struct split_view *b)
{
    for (unsigned g = 0; g < a->n; g++)
        if (!has_group(b, a->home[g]))
            return false;
    return a->n == b->n;
}

static unsigned
symmetries_of(const loyd_class *cls)
{
    return cls->width == cls->height ? 8 : 4;
}

/* True if the symmetry takes the blank of a drawing to that of the goal. */
static bool
is_upright(const loyd_class *cls, unsigned symmetry)
{
    return symmetry_cell(symmetry, cls->width, cls->height, 0) == cls->blank;
}

/* Returns 1 if the image is a view that list[n] does not have yet. */
static unsigned
add_image(const loyd_class *cls, const struct drawings *d, unsigned drawing,
          unsigned symmetry, struct split_view *list, unsigned n)
{
    bool is_new =
        n < VIEWS_MOST && view_make(cls, d, drawing, symmetry, &list[n]);

    for (unsigned k = 0; is_new && k < n; k++)
        is_new = !is_same(&list[k], &list[n]);
    return is_new;
}

/*
 * Writes the different views of a class; returns their number. Drawings are
 * made for a blank in the first cell: their images with the goal's blank there
 * come first.
 */
static unsigned
list_views(const loyd_class *cls, struct split_view list[VIEWS_MOST])
{
    const struct drawings *d = drawings_of(cls);
    unsigned symmetries = symmetries_of(cls), n = 0;

    for (unsigned i = 0; d != NULL && d->drawing[i] != NULL; i++)
        for (unsigned s = 0; s < symmetries; s++)
            if (is_upright(cls, s))
                n += add_image(cls, d, i, s, list, n);
    for (unsigned i = 0; d != NULL && d->drawing[i] != NULL; i++)
        for (unsigned s = 0; s < symmetries; s++)
            if (!is_upright(cls, s))
                n += add_image(cls, d, i, s, list, n);
    return n;
}

bool
views_serve(const loyd_class *cls)
{
    struct split_view list[VIEWS_MOST];

    return list_views(cls, list) >= VIEWS_LEAST;
}

static loyd_err
need_space(struct views *v, unsigned k)
{
    loyd_err err;

    if (v->ranks[k] != NULL)
        return LOYD_OK;
    err = region_space_make(&v->space[k], v->cls.width, v->cls.height, k);
    if (err != LOYD_OK)
        return err;
    if ((v->ranks[k] = malloc(sizeof(*v->ranks[k]))) == NULL)
        return LOYD_E_NOMEM;
    perm_ranks_make(v->ranks[k], k);
    return LOYD_OK;
}

static uint32_t
image(const struct views *v, unsigned symmetry, uint32_t cells)
{
    uint32_t out = 0;

    for (; cells != 0; cells &= cells - 1)
        out |= 1u << symmetry_cell(symmetry, v->cls.width, v->cls.height,
                                   (unsigned)__builtin_ctz(cells));
    return out;
}

/* Finds or plans the table of `home` with the blank's home in `blank`. */
static unsigned
table_of(struct views *v, uint32_t home, unsigned blank)
{
    unsigned k = (unsigned)__builtin_popcount(home), t = 0;
    uint32_t region = region_number(&v->space[k], home, blank);

    for (; t < v->n_tables; t++) {
        const struct pdb *table = &v->table[t];

        if (table->home == home &&
            region_number(table->space, home, table->blank) == region)
            return t;
    }
    pdb_plan(&v->table[t], &v->space[k], v->ranks[k], home, blank);
    v->bytes += v->table[t].n_words * sizeof(*v->table[t].bits);
    v->n_tables++;
    return t;
}

/* Fills in the way from a pattern of the class to its table. */
static void
map_pattern(struct views *v, struct view_pattern *p, unsigned symmetry)
{
    const struct pdb *table = &v->table[p->table];
    unsigned cells = (unsigned)v->cls.width * v->cls.height;

    for (unsigned c = 0; c < cells; c++) {
        unsigned to = symmetry_cell(symmetry, v->cls.width, v->cls.height, c);

        p->map[c] = (uint8_t)to;
        p->mask[c] = 1u << to;
        if (p->home >> c & 1)
            p->tile[__builtin_popcount(table->home & ((1u << to) - 1))] =
                (uint8_t)c;
    }
}

/* Adds a pattern, looked up in the least of its images. */
static loyd_err
add_pattern(struct views *v, uint32_t home)
{
    struct view_pattern *p = &v->pattern[v->n_patterns];
    unsigned k = (unsigned)__builtin_popcount(home), best = 0;
    unsigned symmetries = symmetries_of(&v->cls);
    uint64_t least = UINT64_MAX;
    loyd_err err = need_space(v, k);

    if (err != LOYD_OK)
        return err;
    for (unsigned s = 0; s < symmetries; s++) {
        uint32_t there = image(v, s, home);
        unsigned blank =
            symmetry_cell(s, v->cls.width, v->cls.height, v->cls.blank);
        uint64_t key =
            (uint64_t)there << 32 | region_number(&v->space[k], there, blank);

        if (key < least) {
            least = key;
            best = s;
        }
    }
    *p = (struct view_pattern){.home = home, .k = (uint8_t)k};
    p->table = (uint8_t)table_of(
        v, image(v, best, home),
        symmetry_cell(best, v->cls.width, v->cls.height, v->cls.blank));
    map_pattern(v, p, best);
    v->n_patterns++;
    return LOYD_OK;
}

static loyd_err
add_view(struct views *v, const struct split_view *view)
{
    unsigned bit = 8 * (v->n_views % 8);

    for (unsigned g = 0; g < view->n; g++) {
        unsigned i = 0;

        if (view->home[g] == 0)
            continue;
        while (i < v->n_patterns && v->pattern[i].home != view->home[g])
            i++;
        if (i == v->n_patterns) {
            loyd_err err = add_pattern(v, view->home[g]);

            if (err != LOYD_OK)
                return err;
        }
        v->pattern[i].views |= (uint16_t)(1u << v->n_views);
        v->pattern[i].one[v->n_views / 8] |= UINT64_C(1) << bit;
    }
    v->n_views++;
    return LOYD_OK;
}

/* Adds a view unless that makes too much of anything. */
static loyd_err
try_view(struct views *v, const struct split_view *view)
{
    unsigned n_patterns = v->n_patterns, n_tables = v->n_tables;
    uint64_t bytes = v->bytes;
    loyd_err err;

    if (n_patterns + view->n > VIEW_PATTERNS_MAX ||
        n_tables + view->n > VIEW_TABLES_MAX)
        return LOYD_OK;
    if ((err = add_view(v, view)) != LOYD_OK || v->bytes <= BYTES_MOST)
        return err;
    v->n_views--;
    v->n_patterns = n_patterns;
    v->n_tables = n_tables;
    v->bytes = bytes;
    for (unsigned i = 0; i < n_patterns; i++) {
        struct view_pattern *p = &v->pattern[i];

        p->views &= (uint16_t) ~(1u << v->n_views);
        p->one[v->n_views / 8] &= ~(UINT64_C(255) << 8 * (v->n_views % 8));
    }
    return LOYD_OK;
}

static void
release(void *owner)
{
    struct views *v = owner;

    for (unsigned i = 0; v->mapping == NULL && i < v->n_tables; i++)
        memory_free(v->table[i].bits);
    if (v->mapping != NULL)
        munmap(v->mapping, v->mapping_bytes);
    for (unsigned k = 0; k <= PATTERN_TILES_MAX; k++) {
        region_space_free(&v->space[k]);
        free(v->ranks[k]);
    }
    memset(v, 0, sizeof(*v));
}

static loyd_err
plan(void *owner, const loyd_class *cls, loyd_tables size)
{
    struct views *v = owner;
    struct split_view list[VIEWS_MOST];
    unsigned n = list_views(cls, list);
    loyd_err err = LOYD_OK;

    (void)size; /* large */
    memset(v, 0, sizeof(*v));
    v->cls = *cls;
    for (unsigned i = 0; err == LOYD_OK && i < n; i++)
        err = try_view(v, &list[i]);
    for (unsigned i = 0; err == LOYD_OK && i < v->n_patterns; i++)
        for (unsigned k = 0; k < v->pattern[i].k; k++) {
            unsigned tile = v->pattern[i].tile[k];

            v->of[tile][v->n_of[tile]++] = (uint8_t)i;
        }
    if (err != LOYD_OK)
        release(v);
    return err;
}

/* Prepares the look-ups once the tables are complete. */
static void
ready(struct views *v)
{
    for (unsigned i = 0; i < v->n_patterns; i++) {
        struct view_pattern *p = &v->pattern[i];
        const struct pdb *t = &v->table[p->table];

        p->bits = t->bits;
        p->ranks = t->ranks;
        p->space = t->space;
        p->row_bits = t->row_bits;
    }
}

static loyd_err
build(void *owner, unsigned threads, struct monitor *m)
{
    struct views *v = owner;
    struct workspace workspace = {.block = NULL};
    loyd_err err = LOYD_OK;

    for (unsigned i = 0; err == LOYD_OK && i < v->n_tables; i++) {
        struct pdb *t = &v->table[i];

        t->bits = memory_new(t->n_words * sizeof(*t->bits));
        err = t->bits != NULL ? pdb_build(t, threads, m, &workspace)
                              : LOYD_E_NOMEM;
    }
    workspace_free(&workspace);
    if (err == LOYD_OK)
        ready(v);
    return err;
}

/* The tables as the body of a file. */

static void
adopt(struct table_body *b, void *mapping, size_t bytes)
{
    struct views *v = b->owner;

    v->mapping = mapping;
    v->mapping_bytes = bytes;
    for (unsigned i = 0; i < v->n_tables; i++)
        v->table[i].bits = (uint32_t *)(uintptr_t)b->parts[i].at;
    if (mapping != NULL)
        ready(v);
}

static loyd_err
descend(const struct table_body *b, uint64_t n, loyd_why *why)
{
    const struct views *v = b->owner;

    for (unsigned i = 0; i < v->n_tables; i++)
        if (!descent_sample(&v->table[i], n))
            return why_set(why, LOYD_E_CORRUPT, "inconsistent entries");
    return LOYD_OK;
}

static void
describe(const void *owner, struct table_body *b)
{
    const struct views *v = owner;
    uint8_t *at = b->plan + sizeof(MAGIC);

    b->is_kept = true;
    memcpy(b->plan, MAGIC, sizeof(MAGIC));
    *at++ = v->cls.width;
    *at++ = v->cls.height;
    *at++ = v->cls.blank;
    *at++ = (uint8_t)v->n_tables;
    for (unsigned i = 0; i < v->n_tables; i++) {
        const struct pdb *t = &v->table[i];

        at = bytes_put_little(at, t->home, 4);
        *at++ = t->blank;
        at = bytes_put_little(at, t->space->n_regions, 4);
        at = bytes_put_little(at, t->row_bits, 8);
        at = bytes_put_little(at, t->n_words, 8);
        table_body_add(b, t->bits, t->n_words * sizeof(*t->bits));
    }
}

/* The drawings of the size, separated by spaces. */
static void
draw(const void *owner, char text[TABLE_DRAWING_BYTES])
{
    const struct views *v = owner;
    const struct drawings *d = drawings_of(&v->cls);
    size_t n = 0;

    text[0] = '\0';
    for (unsigned i = 0;
         d != NULL && d->drawing[i] != NULL && n < TABLE_DRAWING_BYTES; i++)
        n += (size_t)snprintf(text + n, TABLE_DRAWING_BYTES - n, "%s%s",
                              i > 0 ? " " : "", d->drawing[i]);
}

const struct table_kind view_kind = {
    .metric = LOYD_STM,
    .owner_bytes = sizeof(struct views),
    .nodes_per_byte = TABLE_NODES_PER_BYTE,
    .plan = plan,
    .describe = describe,
    .build = build,
    .free = release,
    .adopt = adopt,
    .descend = descend,
    .draw = draw,
};
