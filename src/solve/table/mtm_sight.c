/* SPDX-License-Identifier: MIT */
/* How tables in MTM see a board, and its values in them. */
#include "solve/table/mtm_sight.h"

#include <string.h>

#include "core/board.h"

#define STEPS_MAX 250

void
mtm_sight_add(struct mtm_sights *sights, const struct mtm_table *table,
              unsigned symmetry)
{
    struct mtm_sight *s = &sights->sight[sights->n++];
    const loyd_class *c = &sights->cls;
    uint32_t line_bytes = mtm_line_bytes(&table->space);
    unsigned swap = symmetry & SWAP ? 1 : 0;

    s->table = table;
    s->width = table->space.width;
    s->is_swapped = swap;
    for (unsigned i = 0; i < (unsigned)c->width * c->height; i++) {
        uint8_t cell = symmetry_cell(symmetry, c->width, c->height, i);
        uint32_t below = table->home & ((1u << cell) - 1);

        s->cell[i] = cell;
        s->rank[i] = table->home >> cell & 1
                         ? (uint8_t)__builtin_popcount(below)
                         : UINT8_MAX;
        s->line[AXIS_ROW ^ swap][i] = cell / s->width * line_bytes;
        s->line[AXIS_COLUMN ^ swap][i] = cell % s->width * line_bytes;
    }
}

void
mtm_sights_ready(struct mtm_sights *sights)
{
    for (unsigned i = 0; i < sights->n; i++) {
        struct mtm_sight *s = &sights->sight[i];
        unsigned swap = s->is_swapped;

        for (unsigned end = 0; end < AXES; end++)
            for (unsigned axis = 0; axis < AXES; axis++)
                s->bits[end][axis] = s->table->bits[end ^ swap][axis ^ swap];
    }
}

/* Returns the pattern of a board as a sight sees it. */
static pattern
pattern_of(const struct mtm_sight *s, const struct permuted *board)
{
    unsigned n_cells = (unsigned)board->width * board->height;
    unsigned blank = s->cell[board->blank], n = 0;
    uint8_t rank[REGION_CELLS_MAX];
    uint64_t seq = 0;
    uint32_t mask = 0;

    memset(rank, UINT8_MAX, sizeof(rank));
    for (unsigned c = 0; c < n_cells; c++)
        if (c != board->blank)
            rank[s->cell[c]] = s->rank[board->home[c]];
    for (unsigned c = 0; c < n_cells; c++)
        if (rank[c] != UINT8_MAX) {
            mask |= 1u << (c - (c > blank));
            seq |= (uint64_t)rank[c] << 3 * n++;
        }
    return seq << 32 | mask;
}

void
mtm_place(const struct mtm_sights *sights, const struct permuted *board,
          struct mtm_node *node)
{
    memset(node, 0, sizeof(*node));
    node->blank = board->blank;
    for (unsigned i = 0; i < sights->n; i++) {
        const struct mtm_sight *s = &sights->sight[i];

        node->here[i] = pattern_of(s, board);
        node->top[i] =
            mtm_top(node->here[i], s->cell[board->blank], s->width);
    }
}

/* Returns bit 1 of the value of the node's line of an axis. */
static unsigned
line_bit(const struct mtm_sight *s, const struct mtm_node *n, unsigned i,
         unsigned end, unsigned axis)
{
    const pattern *seen =
        mtm_seen_axis(s, axis) == AXIS_ROW ? n->here : n->top;

    return mtm_bit(&s->table->space, mtm_line_of(s, end, axis, n->blank),
                   seen[i]);
}

/* A walk from a node to the last line, as one sight sees it. */
struct descent {
    const loyd_class *cls;
    const struct mtm_sight *sight;
    unsigned i;    /* the sight's number */
    unsigned end;  /* the axis of the last line */
    unsigned axis; /* of the line along which the next slide goes */
    struct mtm_node node;
};

/*
 * Takes one step down, to a line of the other axis whose value modulo 4 is
 * `want`. Returns false if there is none.
 */
static bool
step_down(struct descent *d, unsigned want)
{
    const struct mtm_sight *s = d->sight;
    unsigned across = d->cls->width, down = d->cls->height, i = d->i;

    if ((want & 1) != ((d->axis ^ 1) != d->end))
        return false; /* not the parity of these lines */
    for (unsigned dir = d->axis == AXIS_ROW ? 1 : 0; dir < 4; dir += 2) {
        struct mtm_node n = d->node;

        for (uint8_t to = n.blank; to != CELL_NONE;
             to = cell_of_tile(across, down, n.blank, (loyd_dir)dir)) {
            n.here[i] = mtm_moved(s, n.here[i], n.blank, to);
            n.blank = to;
            if (mtm_seen_axis(s, d->axis) == AXIS_ROW)
                n.top[i] = mtm_top(n.here[i], s->cell[to], s->width);
            if (line_bit(s, &n, i, d->end, d->axis ^ 1) == want >> 1) {
                d->node = n;
                d->axis ^= 1;
                return true;
            }
        }
    }
    return false;
}

/*
 * Returns the value of the line where a descent begins. UINT16_MAX: the table
 * has an impossible value.
 */
static unsigned
descend(struct descent *d)
{
    const struct mtm_sight *s = d->sight;
    const struct mtm_table *t = s->table;
    bool is_row = mtm_seen_axis(s, d->end) == AXIS_ROW;
    pattern goal =
        is_row ? mtm_home(t) : mtm_top(mtm_home(t), t->blank, s->width);
    uint32_t home = s->line[d->end][d->cls->blank];
    unsigned now = line_bit(s, &d->node, d->i, d->end, d->axis) * 2 +
                   (d->axis != d->end);

    for (unsigned steps = 0; steps < STEPS_MAX; steps++) {
        if (d->axis == d->end && s->line[d->axis][d->node.blank] == home &&
            (is_row ? d->node.here : d->node.top)[d->i] == goal)
            return steps;
        now = (now + 3) & 3;
        if (!step_down(d, now))
            break;
    }
    return UINT16_MAX;
}

unsigned
mtm_values(const struct mtm_sights *sights, unsigned end, unsigned first,
           struct mtm_node *node)
{
    unsigned most = 0;

    for (unsigned i = 0; i < sights->n; i++) {
        struct descent d = {&sights->cls, &sights->sight[i], i, end, first,
                            *node};
        unsigned value = descend(&d);

        node->value[i] = (uint8_t)value;
        most = value > most ? value : most;
    }
    return most + 1;
}

bool
mtm_sights_hold(const struct mtm_sights *sights, const struct permuted *board)
{
    struct mtm_node node;

    mtm_place(sights, board, &node);
    for (unsigned i = 0; i < AXES * AXES; i++)
        if (mtm_values(sights, i / AXES, i % AXES, &node) > UINT16_MAX)
            return false;
    return true;
}
