/* SPDX-License-Identifier: MIT */
/* Plans, builds and keeps the tables of many views. */
#include "solve/table/views.h"

#include <string.h>

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

static uint32_t
image(const struct views *v, unsigned symmetry, uint32_t cells)
{
    uint32_t out = 0;

    for (; cells != 0; cells &= cells - 1)
        out |= 1u << symmetry_cell(symmetry, v->cls.width, v->cls.height,
                                   (unsigned)__builtin_ctz(cells));
    return out;
}

/* Fills in the way from a pattern of the class to its table. */
static void
map_pattern(struct views *v, struct view_pattern *p, unsigned symmetry)
{
    const struct pdb *table = &v->set.table[p->table];
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
    loyd_err err = pdb_set_need(&v->set, k);

    if (err != LOYD_OK)
        return err;
    for (unsigned s = 0; s < symmetries; s++) {
        uint32_t there = image(v, s, home);
        unsigned blank =
            symmetry_cell(s, v->cls.width, v->cls.height, v->cls.blank);
        uint64_t key = (uint64_t)there << 32 |
                       region_number(&v->set.space[k], there, blank);

        if (key < least) {
            least = key;
            best = s;
        }
    }
    *p = (struct view_pattern){.home = home, .k = (uint8_t)k};
    p->table = (uint8_t)pdb_set_add(
        &v->set, image(v, best, home),
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
    unsigned n_patterns = v->n_patterns, n_tables = v->set.n;
    uint64_t bytes = v->set.bytes;
    loyd_err err;

    if (n_patterns + view->n > VIEW_PATTERNS_MAX ||
        n_tables + view->n > TABLE_PARTS_MAX)
        return LOYD_OK;
    if ((err = add_view(v, view)) != LOYD_OK || v->set.bytes <= BYTES_MOST)
        return err;
    v->n_views--;
    v->n_patterns = n_patterns;
    v->set.n = n_tables;
    v->set.bytes = bytes;
    for (unsigned i = 0; i < n_patterns; i++) {
        struct view_pattern *p = &v->pattern[i];

        p->views &= (uint16_t) ~(1u << v->n_views);
        p->one[v->n_views / 8] &= ~(UINT64_C(255) << 8 * (v->n_views % 8));
    }
    return LOYD_OK;
}

/* Prepares the look-ups once the tables are complete. */
static void
make_ready(void *owner)
{
    struct views *v = owner;

    for (unsigned i = 0; i < v->n_patterns; i++) {
        struct view_pattern *p = &v->pattern[i];
        const struct pdb *t = &v->set.table[p->table];

        p->bits = t->bits;
        p->ranks = t->ranks;
        p->space = t->space;
        p->row_bits = t->row_bits;
    }
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
    v->cls = v->set.cls = *cls;
    v->set.is_kept = true;
    v->set.ready = make_ready;
    for (unsigned i = 0; err == LOYD_OK && i < n; i++)
        err = try_view(v, &list[i]);
    for (unsigned i = 0; err == LOYD_OK && i < v->n_patterns; i++)
        for (unsigned k = 0; k < v->pattern[i].k; k++) {
            unsigned tile = v->pattern[i].tile[k];

            v->of[tile][v->n_of[tile]++] = (uint8_t)i;
        }
    if (err != LOYD_OK)
        pdb_set_free(v);
    return err;
}

const struct table_kind view_kind = PDB_SET_KIND(sizeof(struct views), plan);
