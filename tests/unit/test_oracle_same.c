/* SPDX-License-Identifier: MIT */
/*
 * Operations that cannot change a length: mirrors, other labels, the reverse
 * path. Each pair uses different tables, or the same ones in a different way.
 */
#include "oracle.h"

/*
 * Sizes with a corner, an edge and an inner cell for the goal's blank. The
 * boards that take longest are this many random moves from the goal, the
 * others uniform.
 */
static const struct {
    unsigned width, height, corner, edge, inner;
    size_t boards;
    unsigned walk;
} sizes[] = {
    {3, 3, 8, 1, 4, 40, 0},     {2, 6, 11, 4, 6, 20, 0},
    {5, 2, 9, 2, 7, 20, 0},     {4, 3, 0, 2, 5, 20, 0},
    {3, 4, 11, 7, 4, 20, 0},    {5, 3, 14, 2, 7, 9, 0},
    {2, 8, 1, 7, 8, 3, 130},      {7, 2, 6, 3, 12, 9, 0},
    {4, 4, 15, 2, 5, 7, 0},    {5, 4, 19, 2, 12, 2, 130},
    {3, 6, 0, 5, 7, 2, 130},    {5, 5, 0, 14, 12, 2, 130},
};
enum { SIZES = sizeof(sizes) / sizeof(sizes[0]) };

/* A mirror image of a board, with its cells in another order. */
struct mirror {
    const char *name;
    bool swap, flip_rows, flip_cols; /* rows and columns are swapped first */
    const char *moves;               /* images of U, R, D, L */
};
static const struct mirror mirrors[] = {
    {"left to right", false, false, true, "ULDR"},
    {"upside down", false, true, false, "DRUL"},
    {"half a turn", false, true, true, "DLUR"},
    {"transposed", true, false, false, "LDRU"},
    {"transposed and turned", true, true, true, "RULD"},
};
enum { MIRRORS = sizeof(mirrors) / sizeof(mirrors[0]) };

static loyd_board
mirrored(const loyd_board *board, const struct mirror *mirror)
{
    loyd_board image = *board;
    unsigned w = board->width;

    if (mirror->swap) {
        image.width = board->height;
        image.height = board->width;
    }
    for (unsigned cell = 0; cell < oracle_cells(board); cell++) {
        unsigned row = mirror->swap ? cell % w : cell / w;
        unsigned col = mirror->swap ? cell / w : cell % w;

        row = mirror->flip_rows ? image.height - 1u - row : row;
        col = mirror->flip_cols ? image.width - 1u - col : col;
        image.cell[row * image.width + col] = board->cell[cell];
    }
    return image;
}

/* Replaces each label by another, the same in both boards. */
static loyd_puzzle
relabelled(const loyd_puzzle *puzzle, uint64_t *random)
{
    loyd_puzzle image = *puzzle;
    unsigned n = oracle_cells(&puzzle->goal);
    uint8_t name[LOYD_CELLS_MAX + 1];

    for (unsigned label = 0; label <= n; label++)
        name[label] = (uint8_t)label;
    for (unsigned label = n; label > 1; label--) {
        unsigned other = 1 + oracle_below(random, label);
        uint8_t kept = name[label];

        name[label] = name[other];
        name[other] = kept;
    }
    for (unsigned cell = 0; cell < n; cell++) {
        image.start.cell[cell] = name[puzzle->start.cell[cell]];
        image.goal.cell[cell] = name[puzzle->goal.cell[cell]];
    }
    return image;
}

/* n random boards of one goal and their solutions. */
struct batch {
    loyd_puzzle *puzzles;
    loyd_solution *solutions;
    size_t n;
    unsigned walk; /* set first; 0: uniform */
};

static void
batch_open(struct batch *batch, loyd_solver *solver, const loyd_board *goal,
           size_t n, uint64_t *random)
{
    loyd_solve_options options;

    memset(&options, 0, sizeof(options));
    batch->n = n;
    batch->puzzles = calloc(n, sizeof(*batch->puzzles));
    assert_non_null(batch->puzzles);
    for (size_t k = 0; k < n; k++)
        batch->puzzles[k] = batch->walk == 0
            ? oracle_random(goal, random)
            : oracle_walked(goal, batch->walk, random);
    batch->solutions = oracle_solve(solver, batch->puzzles, n, &options);
}

static void
batch_close(struct batch *batch)
{
    oracle_free(batch->solutions, batch->n);
    free(batch->puzzles);
}

/* Checks that the images have the same lengths; returns their solutions. */
static loyd_solution *
solve_images(const struct batch *batch, loyd_solver *solver,
             const loyd_puzzle *images, const char *what)
{
    loyd_solve_options options;
    loyd_solution *solutions;

    memset(&options, 0, sizeof(options));
    solutions = oracle_solve(solver, images, batch->n, &options);
    for (size_t k = 0; k < batch->n; k++)
        if (oracle_proven(&solutions[k])
            != oracle_proven(&batch->solutions[k]))
            fail_msg("%ux%u, board %zu %s: length %u: expected %u",
                     batch->puzzles[k].goal.width,
                     batch->puzzles[k].goal.height, k, what,
                     solutions[k].upper, batch->solutions[k].upper);
    return solutions;
}

/* The mirrored path solves the image; relabelling does not change the path. */
static void
check_images(const struct batch *batch, loyd_solver *solver,
             uint64_t *random)
{
    loyd_puzzle *images = calloc(batch->n, sizeof(*images));
    loyd_solution *solutions;

    assert_non_null(images);
    for (unsigned m = 0; m < MIRRORS; m++) {
        for (size_t k = 0; k < batch->n; k++) {
            loyd_moves *path = &batch->solutions[k].path;
            loyd_puzzle *image = &images[k];

            image->start = mirrored(&batch->puzzles[k].start, &mirrors[m]);
            image->goal = mirrored(&batch->puzzles[k].goal, &mirrors[m]);
            for (size_t move = 0; move < path->n; move++)
                for (unsigned name = 0; name < 4; name++)
                    if (oracle_moves[name].name
                        == mirrors[m].moves[path->dir[move]]) {
                        assert_true(oracle_step(&image->start, name));
                        break;
                    }
            assert_memory_equal(&image->start, &image->goal,
                                sizeof(image->goal));
            image->start = mirrored(&batch->puzzles[k].start, &mirrors[m]);
        }
        solutions = solve_images(batch, solver, images, mirrors[m].name);
        oracle_free(solutions, batch->n);
    }
    for (size_t k = 0; k < batch->n; k++)
        images[k] = relabelled(&batch->puzzles[k], random);
    solutions = solve_images(batch, solver, images, "relabelled");
    for (size_t k = 0; k < batch->n; k++)
        if (solutions[k].path.n > 0)
            assert_memory_equal(solutions[k].path.dir,
                                batch->solutions[k].path.dir,
                                solutions[k].path.n);
    oracle_free(solutions, batch->n);
    for (size_t k = 0; k < batch->n; k++) {
        images[k].start = batch->puzzles[k].goal;
        images[k].goal = batch->puzzles[k].start;
    }
    solutions = solve_images(batch, solver, images, "turned round");
    oracle_free(solutions, batch->n);
    free(images);
}

static void
test_images_have_the_same_length(void **state)
{
    uint64_t random = 2;

    (void)state;
    for (unsigned s = 0; s < SIZES; s++) {
        if (oracle_is_watched() && sizes[s].walk != 0)
            continue;
        const unsigned blanks[] = {sizes[s].corner, sizes[s].edge,
                                   sizes[s].inner};
        loyd_solver *solver = oracle_solver(LOYD_TABLES_AUTO, 2);

        for (unsigned b = 0; b < 3; b++) {
            /* These take seconds: one goal per size. */
            if (sizes[s].walk != 0 && b != s % 3 && !oracle_is_long())
                continue;
            unsigned n = sizes[s].width * sizes[s].height;
            loyd_board goal = oracle_goal(sizes[s].width, sizes[s].height,
                                          blanks[b], n - b);
            struct batch batch = {.walk = sizes[s].walk};

            batch_open(&batch, solver, &goal, oracle_effort(sizes[s].boards),
                       &random);
            check_images(&batch, solver, &random);
            batch_close(&batch);
        }
        loyd_solver_free(&solver);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_images_have_the_same_length),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
