/* SPDX-License-Identifier: MIT */
/*
 * The partitions, drawn on the board.
 *
 * A single letter everywhere means a whole-state table. Otherwise a group has
 * at most eight tiles. The class's blank is in the upper left quarter. A
 * partition that is its own mirror image gains nothing from a second view; {0}
 * makes both views the same, which needs no second table.
 */
#include "solve/table/partition.h"

#include <string.h>

#define SMALL LOYD_TABLES_SMALL
#define LARGE LOYD_TABLES_LARGE

static const struct partition partitions[] = {
    {2, 2, SMALL, "aa/aa", {0}},
    {3, 2, SMALL, "aaa/aaa", {0}},
    {4, 2, SMALL, "aaaa/aaaa", {0}},
    {3, 3, SMALL, "aaa/aaa/aaa", {0}},
    {5, 2, SMALL, "aaaaa/aaaaa", {0}},
    {4, 3, SMALL, "aaab/aabb/aabb", {MIRROR_Y}},
    {4, 3, LARGE, "aaaa/aaaa/aaaa", {0}},
    {6, 2, SMALL, "aaaabb/aaabbb", {MIRROR_Y}},
    {6, 2, LARGE, "aaaaaa/aaaaaa", {0}},
    {7, 2, SMALL, "aaaabbb/aaabbbb", {MIRROR_Y}},
    {5, 3, SMALL, "aaabb/aaabb/abbcc", {MIRROR_Y}},
    {5, 3, LARGE, "aaabb/aaabb/aabbb", {MIRROR_Y}},
    {8, 2, SMALL, "aaaabbbc/aaabbbcc", {MIRROR_Y}},
    {8, 2, LARGE, "aaaabbbb/aaaabbbb", {0}},
    {4, 4, SMALL, "aabb/aabb/aabb/accc", {SWAP}},
    {4, 4, LARGE, "aaaa/aaaa/bbbb/bbbb", {SWAP}},
    {6, 3, SMALL, "aaabbb/aaabbb/cccccc", {MIRROR_Y, MIRROR_X}},
    {9, 2, SMALL, "aaaabbbcc/aabbbcccc", {MIRROR_Y, MIRROR_X}},
    {5, 4, SMALL, "aaabb/aaabb/ccbbd/ccccd", {MIRROR_X, MIRROR_Y}},
    {10, 2, SMALL, "aaaabbbccd/aabbbccccd", {MIRROR_Y, MIRROR_X}},
    {7, 3, SMALL, "aaabbbd/aaabbbd/ccccccd", {MIRROR_Y, MIRROR_X}},
    {11, 2, SMALL, "aaaabbbccdd/aabbbccccdd", {MIRROR_Y, MIRROR_X}},
    {6, 4, SMALL, "aabbbc/aabbbc/aaddcc/ddddcc", {MIRROR_X, MIRROR_Y}},
    {8, 3, SMALL, "aaabbbcc/aaabbbcc/ddddddcc", {MIRROR_Y, MIRROR_X}},
    {12, 2, SMALL, "aaaabbbccddd/aabbbccccddd", {MIRROR_Y, MIRROR_X}},
    {5, 5, SMALL, "aaabb/aaabb/ccabb/ccddd/ccddd", {SWAP, MIRROR_X}},
    {13, 2, SMALL, "aaabbcccddeee/aabbbccdddeef", {MIRROR_Y}},
    {9, 3, SMALL, "aaabbcccd/aabbbccdd/eeeeeffdd", {MIRROR_Y}},
    {7, 4, SMALL, "aabbbcc/aabbccc/adddeee/fffddee", {MIRROR_X}},
    {14, 2, SMALL, "aaabbcccddeeef/aabbbccdddeeff", {MIRROR_Y}},
    {6, 5, SMALL, "aabbcc/aabbcc/adbfcf/ddeeff/ddeeef", {MIRROR_X}},
    {10, 3, SMALL, "aaabbcccdd/aabbbccddd/eeeeefffff", {MIRROR_Y}},
    {15, 2, SMALL, "aaabbcccddeeeff/aabbbccdddeefff", {MIRROR_Y}},
    {8, 4, SMALL, "aabbccdd/aabbccdd/aebecfdf/eeegfffg", {MIRROR_X}},
};

#define N_PARTITIONS (sizeof(partitions) / sizeof(partitions[0]))

bool
partition_is_whole(const struct partition *p)
{
    return strpbrk(p->drawing, "bcdefg") == NULL;
}

#define KEPT_CELLS 15 /* of 4x4 a cold board takes 60 ms, a second one 12 */

bool
partition_is_kept(const struct partition *p)
{
    return !partition_is_whole(p) &&
           (p->size == LARGE || (unsigned)p->width * p->height >= KEPT_CELLS);
}

unsigned
partition_groups(const struct partition *p, uint8_t *group_of_cell)
{
    unsigned cell = 0, n = 0;

    for (const char *s = p->drawing; *s != '\0'; s++) {
        if (*s == '/')
            continue;
        group_of_cell[cell] = (uint8_t)(*s - 'a');
        if (group_of_cell[cell] >= n)
            n = group_of_cell[cell] + 1u;
        cell++;
    }
    return n;
}

/* Returns the size of the largest group with the blank's home in `blank`. */
static unsigned
largest(const struct partition *p, unsigned blank)
{
    uint8_t group[REGION_CELLS_MAX];
    unsigned n = partition_groups(p, group), tiles[GROUPS_MAX] = {0};
    unsigned most = 0;

    for (unsigned c = 0; c < (unsigned)p->width * p->height; c++)
        if (c != blank && ++tiles[group[c]] > most)
            most = tiles[group[c]];
    return n > 0 ? most : 0;
}

unsigned
partition_mirror(const struct partition *p, unsigned blank)
{
    for (unsigned i = 0; p->mirrors[i] != 0; i++) {
        unsigned there =
            symmetry_cell(p->mirrors[i], p->width, p->height, blank);

        if (largest(p, there) <= largest(p, blank))
            return p->mirrors[i];
    }
    return p->mirrors[0];
}

const struct partition *
partition_find(const loyd_class *cls, loyd_tables size)
{
    const struct partition *found = NULL;

    for (unsigned i = 0; i < N_PARTITIONS; i++) {
        const struct partition *p = &partitions[i];

        if (p->width == cls->width && p->height == cls->height &&
            (p->size == size || p->size == SMALL))
            found = p;
    }
    return found;
}
