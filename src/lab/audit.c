/* SPDX-License-Identifier: MIT */
/*
 * Implements audits: counts boards, draws them, and tests the counts. Tiles
 * are named by their goal cells.
 */
#include "lab/audit.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/why.h"
#include "lab/listener.h"
#include "lab/tail.h"

#define STATES_CELLS_MAX 6 /* up to here, whole states are counted */
#define TILES_CELLS_MIN 6
#define EXPECTED_MIN 5 /* of each count in a chi-square */

/* The sums for the lag-1 correlation of one number per board. */
struct lag {
    double first, last;
    double sum, squares, products; /* products: of consecutive numbers */
};

struct audit {
    uint8_t width, height;
    unsigned n;         /* cells */
    uint64_t boards;
    uint64_t impossible; /* unsolvable, or equal to the goal */
    uint64_t solved;
    double sum, squares; /* of their lengths */
    struct lag blank, inversions;
    uint64_t blanks[LOYD_CELLS_MAX];
    uint64_t goal_blanks[LOYD_CELLS_MAX];
    uint64_t *states; /* [n!] by lexicographic rank; NULL if too many */
    uint64_t tiles[]; /* [n][n], by goal cell and cell */
};

/* Returns n!, for n up to STATES_CELLS_MAX. */
static unsigned
factorial(unsigned n)
{
    return n < 2 ? 1 : n * factorial(n - 1);
}

struct audit *
audit_new(uint8_t width, uint8_t height)
{
    unsigned n = (unsigned)width * height;
    struct audit *audit =
        calloc(1, sizeof(*audit) + (size_t)n * n * sizeof(audit->tiles[0]));

    if (audit == NULL)
        return NULL;
    audit->width = width;
    audit->height = height;
    audit->n = n;
    if (n > STATES_CELLS_MAX)
        return audit;
    audit->states = calloc(factorial(n), sizeof(audit->states[0]));
    if (audit->states != NULL)
        return audit;
    free(audit);
    return NULL;
}

void
audit_free(struct audit *audit)
{
    if (audit != NULL)
        free(audit->states);
    free(audit);
}

uint64_t
audit_least(uint8_t width, uint8_t height)
{
    unsigned n = (unsigned)width * height;

    if (n <= STATES_CELLS_MAX)
        return EXPECTED_MIN * ((uint64_t)factorial(n) / 2 - 1);
    return EXPECTED_MIN * (uint64_t)n;
}

static void
lag_add(struct lag *l, uint64_t boards, double value)
{
    if (boards == 0)
        l->first = value;
    else
        l->products += l->last * value;
    l->sum += value;
    l->squares += value * value;
    l->last = value;
}

/* Sets home[c] to the goal cell of the label in cell c. */
static void
name_by_goal(const loyd_puzzle *puzzle, unsigned n,
             uint8_t home[LOYD_CELLS_MAX])
{
    uint8_t cell[LOYD_CELLS_MAX + 1];

    for (unsigned c = 0; c < n; c++)
        cell[puzzle->goal.cell[c]] = (uint8_t)c;
    for (unsigned c = 0; c < n; c++)
        home[c] = cell[puzzle->start.cell[c]];
}

/* Returns how many of the cells after `c` have a smaller home. */
static unsigned
smaller_after(const uint8_t *home, unsigned n, unsigned c)
{
    unsigned smaller = 0;

    for (unsigned d = c + 1; d < n; d++)
        smaller += home[d] < home[c];
    return smaller;
}

static unsigned
count_inversions(const uint8_t *home, unsigned n)
{
    unsigned inversions = 0;

    for (unsigned c = 0; c < n; c++)
        inversions += smaller_after(home, n, c);
    return inversions;
}

/* Returns the lexicographic rank of home[] among all permutations. */
static unsigned
state_rank(const uint8_t *home, unsigned n)
{
    unsigned rank = 0;

    for (unsigned c = 0; c < n; c++)
        rank = rank * (n - c) + smaller_after(home, n, c);
    return rank;
}

loyd_err
audit_add(struct audit *audit, const loyd_puzzle *puzzle, uint16_t length)
{
    uint8_t home[LOYD_CELLS_MAX];
    unsigned n = audit->n, blank;
    bool is_solvable = false;
    loyd_err err =
        loyd_solvable(&puzzle->start, &puzzle->goal, &is_solvable, NULL);

    if (err != LOYD_OK)
        return err;
    if (puzzle->start.width != audit->width ||
        puzzle->start.height != audit->height)
        return LOYD_E_SHAPE;
    name_by_goal(puzzle, n, home);
    blank = loyd_board_blank(&puzzle->start);
    for (unsigned c = 0; c < n; c++)
        audit->tiles[home[c] * n + c]++;
    if (audit->states != NULL)
        audit->states[state_rank(home, n)]++;
    audit->blanks[blank]++;
    audit->goal_blanks[loyd_board_blank(&puzzle->goal)]++;
    lag_add(&audit->blank, audit->boards, blank);
    /* Minus the expected value: small numbers keep precision when squared. */
    lag_add(&audit->inversions, audit->boards,
            count_inversions(home, n) - n * (n - 1) / 4.0);
    if (!is_solvable || loyd_board_equal(&puzzle->start, &puzzle->goal))
        audit->impossible++;
    if (length != LOYD_LENGTH_UNKNOWN) {
        audit->solved++;
        audit->sum += length;
        audit->squares += (double)length * length;
    }
    audit->boards++;
    return LOYD_OK;
}

/*
 * Returns the expected number of boards with a given tile (or the blank) in a
 * given cell, if `at_goal` of their goals have it there: one in n of the
 * n! / 2 states has it, and a goal is never a start.
 */
static double
expected_there(const struct audit *audit, uint64_t at_goal)
{
    double goal_share = 2; /* 2 / n!, which may underflow to 0 */

    for (unsigned i = 2; i <= audit->n; i++)
        goal_share /= i;
    return ((double)audit->boards / audit->n - (double)at_goal * goal_share) /
           (1 - goal_share);
}

/* Returns the expected boards with the tile of goal cell `home` in `cell`. */
static double
expected_tiles(const struct audit *audit, unsigned home, unsigned cell)
{
    return expected_there(audit, home == cell ? audit->boards : 0);
}

double
audit_deviation(const struct audit *audit, unsigned home, unsigned cell)
{
    double expected = expected_tiles(audit, home, cell);
    double share = expected / (double)audit->boards;

    if (audit->boards == 0)
        return 0;
    return ((double)audit->tiles[home * audit->n + cell] - expected) /
           sqrt(expected * (1 - share));
}

bool
mean_in(const loyd_board *goal, loyd_metric metric, struct mean *mean)
{
    const loyd_distribution *d = loyd_distribution_of(goal, metric);
    double n, sum = 0, squares = 0;

    if (d == NULL)
        return false;
    n = (double)d->total;
    for (unsigned length = 1; length <= d->radius; length++)
        sum += (double)d->count[length] * length;
    for (unsigned length = 1; length <= d->radius; length++) {
        double off = length - sum / n;

        squares += (double)d->count[length] * off * off;
    }
    *mean = (struct mean){sum / n, sqrt(squares / n), d->sample};
    return true;
}

/* --- drawing --- */

#define BATCH 1024 /* boards solved together */

struct batch {
    loyd_puzzle puzzle[BATCH];
    uint16_t length[BATCH];      /* LOYD_LENGTH_UNKNOWN if not solved */
    loyd_puzzle solvable[BATCH]; /* the solvable ones of `puzzle` */
    size_t number[BATCH];        /* their indices in `puzzle` */
    loyd_solution solution[BATCH];
};

/* An unsolvable board is a finding of the audit, not an error. */
static loyd_err
solve_batch(struct batch *b, size_t n, loyd_metric metric, loyd_solver *solver,
            loyd_why *why)
{
    const loyd_solve_options options = {.is_length_only = true,
                                        .metric = metric};
    loyd_err err = LOYD_OK;
    size_t n_solvable = 0;

    for (size_t i = 0; err == LOYD_OK && i < n; i++) {
        bool is_solvable = false;

        err = loyd_solvable(&b->puzzle[i].start, &b->puzzle[i].goal,
                            &is_solvable, why);
        if (!is_solvable)
            continue;
        b->solvable[n_solvable] = b->puzzle[i];
        b->number[n_solvable++] = i;
    }
    if (err == LOYD_OK)
        err = loyd_solve(solver, b->solvable, n_solvable, &options,
                         b->solution, why);
    for (size_t i = 0; err == LOYD_OK && i < n_solvable; i++)
        if (b->solution[i].lower == b->solution[i].upper)
            b->length[b->number[i]] = b->solution[i].upper;
    return err;
}

loyd_err
audit_draw(struct audit *audit, const loyd_generator *generator,
           loyd_solver *solver, loyd_metric metric, uint64_t from,
           uint64_t count, const loyd_listener *listener, loyd_why *why)
{
    loyd_progress now = {.what = "auditing", .done = 0, .total = count};
    struct batch *b = calloc(1, sizeof(*b));
    loyd_err err = b != NULL ? LOYD_OK : LOYD_E_NOMEM;

    WHY_GIVEN(why);
    while (err == LOYD_OK && now.done < count) {
        uint64_t left = count - now.done;
        size_t n = left < BATCH ? (size_t)left : BATCH;

        if (!listener_tell(listener, &now))
            err = LOYD_E_CANCELLED;
        for (size_t i = 0; err == LOYD_OK && i < n; i++) {
            err = loyd_generator_draw(generator, from + now.done + i, 0,
                                      &b->puzzle[i], why);
            b->length[i] = LOYD_LENGTH_UNKNOWN;
        }
        if (err == LOYD_OK && solver != NULL)
            err = solve_batch(b, n, metric, solver, why);
        for (size_t i = 0; err == LOYD_OK && i < n; i++)
            err = audit_add(audit, &b->puzzle[i], b->length[i]);
        now.done += n;
    }
    if (err != LOYD_OK)
        why_set(why, err, "%s", why_words(why, err));
    free(b);
    return err;
}

/* --- tests --- */

/* Returns the contribution of one count to a chi-square. */
static double
off(uint64_t count, double expected)
{
    double by = (double)count - expected;

    return by * by / expected;
}

static struct audit_result
chi_square(double sum, unsigned freedom)
{
    return (struct audit_result){.is_run = true,
                                 .freedom = freedom,
                                 .found = sum,
                                 .expected = freedom,
                                 .deviation = sqrt(2.0 * freedom),
                                 .p = chi_square_tail(sum, freedom)};
}

static struct audit_result
normal(double found, double expected, double deviation)
{
    return (struct audit_result){
        .is_run = true,
        .found = found,
        .expected = expected,
        .deviation = deviation,
        .p = normal_tails((found - expected) / deviation)};
}

/* A deterministic test: p is 0 or 1. */
static struct audit_result
test_solvable(const struct audit *audit)
{
    return (struct audit_result){
        .is_run = true,
        .found = (double)(audit->boards - audit->impossible),
        .expected = (double)audit->boards,
        .p = audit->impossible == 0};
}

/* The inverse of state_rank. */
static void
state_of_rank(unsigned rank, unsigned n, uint8_t *home)
{
    uint8_t rest[STATES_CELLS_MAX];

    for (unsigned i = 0; i < n; i++)
        rest[i] = (uint8_t)i;
    for (unsigned c = 0; c < n; c++) {
        unsigned below = factorial(n - c - 1), at = rank / below;

        rank %= below;
        home[c] = rest[at];
        memmove(rest + at, rest + at + 1, n - c - 1 - at);
    }
}

/* Returns whether home[] is solvable; `blank` is the blank's goal cell. */
static bool
is_reached(const struct audit *audit, const uint8_t *home, unsigned blank)
{
    unsigned width = audit->width, at = 0, moves;

    while (home[at] != blank)
        at++;
    /* The parity of the blank's distance is that of its rows and columns. */
    moves = at / width + at % width + blank / width + blank % width;
    return (count_inversions(home, audit->n) + moves) % 2 == 0;
}

/* Not run if goals differ in the blank's cell: their states differ. */
static struct audit_result
test_states(const struct audit *audit)
{
    unsigned n = audit->n, blank = 0;
    unsigned reached = factorial(n) / 2 - 1;
    double sum = 0;

    while (blank < n && audit->goal_blanks[blank] != audit->boards)
        blank++;
    if (audit->states == NULL || blank == n)
        return (struct audit_result){.is_run = false};
    /* Rank 0 is the goal, which is never drawn. */
    for (unsigned rank = 1; rank < factorial(n); rank++) {
        uint8_t home[STATES_CELLS_MAX];

        state_of_rank(rank, n, home);
        if (is_reached(audit, home, blank))
            sum += off(audit->states[rank], (double)audit->boards / reached);
    }
    return chi_square(sum, reached - 1);
}

static struct audit_result
test_tiles(const struct audit *audit)
{
    unsigned n = audit->n;
    double sum = 0;

    if (n < TILES_CELLS_MIN)
        return (struct audit_result){.is_run = false};
    for (unsigned home = 0; home < n; home++)
        for (unsigned cell = 0; cell < n; cell++)
            sum += off(audit->tiles[home * n + cell],
                       expected_tiles(audit, home, cell));
    return chi_square(sum * (n - 1) / n, (n - 1) * (n - 1));
}

static struct audit_result
test_blank(const struct audit *audit)
{
    double sum = 0;

    for (unsigned cell = 0; cell < audit->n; cell++)
        sum += off(audit->blanks[cell],
                   expected_there(audit, audit->goal_blanks[cell]));
    return chi_square(sum, audit->n - 1);
}

static struct audit_result
test_mean(const struct audit *audit, const struct mean *mean)
{
    double n = (double)audit->solved, variance;

    if (mean == NULL || audit->solved == 0)
        return (struct audit_result){.is_run = false};
    variance = 1 / n;
    if (mean->sample > 0)
        variance += 1 / (double)mean->sample;
    return normal(audit->sum / n, mean->mean,
                  mean->deviation * sqrt(variance));
}

/* The correlation is 1 if all values are the same. */
static struct audit_result
test_lag(const struct audit *audit, const struct lag *l)
{
    double n = (double)audit->boards, mean = l->sum / n, correlation = 1;
    double spread = l->squares - n * mean * mean;

    if (spread > l->squares * 1e-12)
        correlation = (l->products - mean * (2 * l->sum - l->first - l->last) +
                       (n - 1) * mean * mean) /
                      spread;
    return normal(correlation, -1 / n, 1 / sqrt(n));
}

/* Decides which tests have passed, and whether all have. */
static void
judge(struct audit_report *report)
{
    report->n_chances = 0;
    for (int t = AUDIT_STATES; t < AUDIT_COUNT_; t++)
        report->n_chances += report->result[t].is_run;
    report->limit = AUDIT_LEVEL / report->n_chances;
    report->has_passed = true;
    for (int t = 0; t < AUDIT_COUNT_; t++) {
        struct audit_result *result = &report->result[t];

        if (!result->is_run)
            continue;
        result->has_passed = result->p >= report->limit;
        report->has_passed &= result->has_passed;
    }
}

static void
describe_lengths(const struct audit *audit, struct audit_report *report)
{
    double n = (double)audit->solved, variance;

    report->solved = audit->solved;
    if (audit->solved < 2)
        return;
    report->mean = audit->sum / n;
    variance = (audit->squares - n * report->mean * report->mean) / n;
    report->error = variance > 0 ? sqrt(variance / (n - 1)) : 0;
}

loyd_err
audit_tests(const struct audit *audit, const struct mean *expected,
            struct audit_report *report, loyd_why *why)
{
    uint64_t least = audit_least(audit->width, audit->height);

    WHY_GIVEN(why);
    if (audit->boards < least)
        return why_set(why, LOYD_E_RANGE,
                       "%" PRIu64 " board%s: expected at least %" PRIu64
                       " for %ux%u",
                       audit->boards, audit->boards == 1 ? "" : "s", least,
                       audit->width, audit->height);
    *report = (struct audit_report){.boards = audit->boards};
    describe_lengths(audit, report);
    report->result[AUDIT_SOLVABLE] = test_solvable(audit);
    report->result[AUDIT_STATES] = test_states(audit);
    report->result[AUDIT_TILES] = test_tiles(audit);
    report->result[AUDIT_BLANK] = test_blank(audit);
    report->result[AUDIT_MEAN] = test_mean(audit, expected);
    report->result[AUDIT_BLANK_LAG] = test_lag(audit, &audit->blank);
    report->result[AUDIT_INVERSIONS_LAG] = test_lag(audit, &audit->inversions);
    judge(report);
    return LOYD_OK;
}

loyd_err
audit_run(const loyd_generator *generator, uint64_t boards,
          loyd_solver *solver, loyd_metric metric, const struct mean *mean,
          const loyd_listener *listener, struct audit **audit,
          struct audit_report *report, loyd_why *why)
{
    const loyd_layout *layout = &loyd_generator_recipe(generator)->layout;
    loyd_err err;

    if ((*audit = audit_new(layout->width, layout->height)) == NULL)
        return LOYD_E_NOMEM;
    err = audit_draw(*audit, generator, solver, metric, 0, boards, listener,
                     why);
    if (err == LOYD_OK)
        err = audit_tests(*audit, mean, report, why);
    return err;
}

const char *
audit_test_name(enum audit_test test)
{
    static const char *const names[AUDIT_COUNT_] = {
        [AUDIT_SOLVABLE] = "solvable",
        [AUDIT_STATES] = "states",
        [AUDIT_TILES] = "tiles",
        [AUDIT_BLANK] = "blank",
        [AUDIT_MEAN] = "mean",
        [AUDIT_BLANK_LAG] = "blank lag",
        [AUDIT_INVERSIONS_LAG] = "inversions lag",
    };

    return (unsigned)test < AUDIT_COUNT_ ? names[test] : "";
}
