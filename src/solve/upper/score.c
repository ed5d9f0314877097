/* SPDX-License-Identifier: MIT */
/* Scores boards for the beam search. */
#include "solve/upper/score.h"

#include <stdlib.h>
#include <string.h>

#include "core/mlc.h"

#define UNIT 32         /* a tile next to its home in the middle */
#define LINE (8 * UNIT) /* a tile in the middle that must leave its line */

/* UNIT * d^1.75 for distances d. */
static const uint16_t powers[2 * LOYD_SIDE_MAX - 1] = {
    0, 32, 108, 219, 362, 535, 736, 964, 1218, 1496, 1799, 2126, 2476,
    2848, 3242, 3659, 4096, 4554, 5034, 5533, 6053, 6592, 7151, 7730,
    8328, 8944, 9580, 10234, 10906};

/* Returns how many lines lie between a line and the nearer border. */
static unsigned
depth_of(unsigned line, unsigned n)
{
    return line < n - 1 - line ? line : n - 1 - line;
}

/* Weighs a value by its ring: twice at the rim, once in the middle. */
static uint16_t
weigh(const struct score *s, unsigned value, unsigned depth)
{
    unsigned side = s->width < s->height ? s->width : s->height;
    unsigned deepest = side - 1; /* halves of a ring */

    if (2 * depth > deepest)
        depth = deepest / 2;
    return (uint16_t)(value * (2 * deepest - 2 * depth) / deepest);
}

loyd_err
score_make(struct score *s, unsigned width, unsigned height)
{
    unsigned n = width * height;

    memset(s, 0, sizeof(*s));
    s->width = width;
    s->height = height;
    s->n_cells = n;
    if ((s->tile = malloc(n * sizeof(*s->tile))) == NULL)
        return LOYD_E_NOMEM;
    for (unsigned c = 0; c < n; c++) {
        s->x[c] = (uint8_t)(c % width);
        s->y[c] = (uint8_t)(c / width);
        for (unsigned d = 0; d < 4; d++)
            s->next[c][d] = cell_of_tile(width, height, c, (loyd_dir)d);
    }
    for (unsigned home = 0; home < n; home++) {
        unsigned dx = depth_of(s->x[home], width);
        unsigned dy = depth_of(s->y[home], height);

        for (unsigned c = 0; c < n; c++)
            s->tile[home][c] = weigh(s, powers[cell_taxicab(home, c, width)],
                                     dx < dy ? dx : dy);
    }
    for (unsigned x = 0; x < width; x++)
        s->line[0][x] = weigh(s, LINE, depth_of(x, width));
    for (unsigned y = 0; y < height; y++)
        s->line[1][y] = weigh(s, LINE, depth_of(y, height));
    return LOYD_OK;
}

void
score_free(struct score *s)
{
    free(s->tile);
    s->tile = NULL;
}

/* Counts the tiles that must leave a column (0) or a row (1). */
static unsigned
extra(const struct score *s, const uint8_t *home, unsigned blank,
      unsigned is_row, unsigned line)
{
    const uint8_t *across = is_row ? s->y : s->x;
    const uint8_t *along = is_row ? s->x : s->y;
    unsigned n = is_row ? s->width : s->height, step = is_row ? 1 : s->width;
    unsigned c = is_row ? line * s->width : line, m = 0;
    uint8_t at[LOYD_SIDE_MAX];

    for (unsigned i = 0; i < n; i++, c += step)
        if (across[home[c]] == line && c != blank)
            at[m++] = along[home[c]];
    return mlc_leaving(at, m);
}

void
score_board(const struct score *s, const uint8_t *home, unsigned blank,
            struct scored *out)
{
    memset(out, 0, sizeof(*out));
    out->blank = (uint8_t)blank;
    for (unsigned c = 0; c < s->n_cells; c++)
        if (c != blank) {
            out->key += s->tile[home[c]][c];
            out->distance = (uint16_t)(out->distance +
                                       cell_taxicab(c, home[c], s->width));
        }
    for (unsigned is_row = 0; is_row < 2; is_row++)
        for (unsigned i = 0; i < (is_row ? s->height : s->width); i++) {
            out->extra[is_row][i] =
                (uint8_t)extra(s, home, blank, is_row, i);
            out->key += (uint32_t)out->extra[is_row][i] * s->line[is_row][i];
        }
}

/*
 * A move along a line keeps the order in that line. Of the two lines across,
 * one changes if the tile belongs to it.
 */
struct change {
    unsigned is_row;
    unsigned line; /* CELL_NONE: none changes */
};

static struct change
change_of(const struct score *s, unsigned home, unsigned from, unsigned to)
{
    struct change c = {s->x[from] == s->x[to], CELL_NONE};
    const uint8_t *across = c.is_row ? s->y : s->x;

    if (across[home] == across[from] || across[home] == across[to])
        c.line = across[home];
    return c;
}

static unsigned
distance_after(const struct score *s, const struct scored *p, unsigned home,
               unsigned from)
{
    const uint8_t *axis = s->x[from] == s->x[p->blank] ? s->y : s->x;
    bool is_nearer = axis[home] > axis[from] ? axis[p->blank] > axis[from]
                     : axis[home] < axis[from]
                         ? axis[p->blank] < axis[from]
                         : false;

    return is_nearer ? p->distance - 1u : p->distance + 1u;
}

uint32_t
score_after(const struct score *s, uint8_t *home, const struct scored *p,
            unsigned from, unsigned *distance)
{
    unsigned to = p->blank;
    uint8_t tile = home[from], at_blank = home[to];
    struct change c = change_of(s, tile, from, to);
    uint32_t key = p->key + s->tile[tile][to] - s->tile[tile][from];

    *distance = distance_after(s, p, tile, from);
    if (c.line != CELL_NONE) {
        home[to] = tile;
        key += s->line[c.is_row][c.line] *
               (extra(s, home, from, c.is_row, c.line) -
                (uint32_t)p->extra[c.is_row][c.line]);
        home[to] = at_blank;
    }
    return key;
}

void
score_move(const struct score *s, uint8_t *home, struct scored *p,
           unsigned from)
{
    unsigned to = p->blank;
    uint8_t tile = home[from];
    struct change c = change_of(s, tile, from, to);

    p->key += (uint32_t)s->tile[tile][to] - s->tile[tile][from];
    p->distance = (uint16_t)distance_after(s, p, tile, from);
    home[to] = tile;
    p->blank = (uint8_t)from;
    if (c.line != CELL_NONE) {
        uint8_t *old = &p->extra[c.is_row][c.line];
        unsigned now = extra(s, home, from, c.is_row, c.line);

        p->key += s->line[c.is_row][c.line] * ((uint32_t)now - *old);
        *old = (uint8_t)now;
    }
}
