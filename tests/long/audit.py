#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests statistically whether `loyd generate` draws uniformly: boards are
independent, and each is equally likely among the states from which its goal can
be reached, except the goal.

    audit.py check

A sample of boards passes if no p is below LEVEL, divided by the number of tests.
So that the tests are known to find faults, samples of bad generators must fail
those that their fault concerns, and no other.
"""
import itertools
import math
import os
import random
import subprocess
import sys

LOYD = os.environ["LOYD"]
ROOT = os.path.dirname(os.path.abspath(__file__)) + "/../.."
LEVEL = 1e-4  # fixed before any board was examined
errors = []


def check(what, found, wanted):
    if found != wanted:
        errors.append("%s: %s, expected %s" % (what, found, wanted))


# --- distributions ---

def chi_tail(x, freedom):
    """The chance of a chi-square of at least x, as a finite sum
    [Abramowitz, Stegun, 26.4.4 and 26.4.5]."""
    if x <= 0:
        return 1.0
    y, a = x / 2, freedom / 2 - 1
    total = math.erfc(math.sqrt(y)) if freedom % 2 else 0.0
    while a > -0.25:
        total += math.exp(a * math.log(y) - y - math.lgamma(a + 1))
        a -= 1
    return total


def normal_tails(z):
    return math.erfc(abs(z) / math.sqrt(2))


def check_tails():
    """NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.4: the points
    of 0.05, 0.01 and 0.001, to three decimals."""
    for freedom, points in ((1, (3.841, 6.635, 10.828)),
                            (2, (5.991, 9.210, 13.816)),
                            (5, (11.070, 15.086, 20.515)),
                            (30, (43.773, 50.892, 59.703)),
                            (100, (124.342, 135.807, 149.449))):
        for point, chance in zip(points, (0.05, 0.01, 0.001)):
            check("chi-square %g of %d" % (point, freedom),
                  chi_tail(point + 0.0005, freedom) <= chance
                  <= chi_tail(point - 0.0005, freedom), True)
    check("1.96", round(normal_tails(1.959963984540054), 12), 0.05)


# --- boards: home[c] is the goal cell of the label in cell c ---

def inversions(home):
    return sum(a > b for a, b in itertools.combinations(home, 2))


def is_reached(home, blank, width):
    """Whether the goal is. The parity of the blank's distance is that of its
    rows and columns."""
    at = home.index(blank)
    moves = at // width + at % width + blank // width + blank % width
    return (inversions(home) + moves) % 2 == 0


def goal_of(cells):
    return tuple(range(cells))


# --- tests ---

def chi_square(counts, expected):
    return sum((count - mean) ** 2 / mean
               for count, mean in zip(counts, expected))


def expected_there(boards, n, at_goal):
    """How many boards have a tile in a cell if `at_goal` of their goals have it
    there: one in n of n! / 2 states does, and the goal is never drawn."""
    share = 2 / math.factorial(n)
    return (boards / n - at_goal * share) / (1 - share)


def lag_p(values):
    """Of the lag-1 correlation, which is about normal with mean -1/N and
    variance 1/N [Box, Jenkins, Time Series Analysis, 1970]."""
    n = len(values)
    mean = sum(values) / n
    spread = sum((v - mean) ** 2 for v in values)
    found = 1.0
    if spread > 0:
        found = sum((a - mean) * (b - mean)
                    for a, b in zip(values, values[1:])) / spread
    return normal_tails((found + 1 / n) * math.sqrt(n))


def states_p(boards, width):
    """Of whole boards, which have one goal."""
    n = len(boards[0][0])
    blank = boards[0][1]
    reached = [state for state in itertools.permutations(range(n))
               if is_reached(state, blank, width)][1:]
    counts = dict.fromkeys(reached, 0)
    for home, _ in boards:
        counts[home] = counts.get(home, 0) + 1
    return chi_tail(chi_square((counts[s] for s in reached),
                               [len(boards) / len(reached)] * len(reached)),
                    len(reached) - 1)


def tiles_p(boards):
    """Of the counts of each tile in each cell. A uniform permutation matrix has
    the covariance (d_ij - 1/n)(d_kl - 1/n) / (n - 1): (n - 1)^2 degrees of
    freedom, and the sum times (n - 1) / n."""
    n, total = len(boards[0][0]), len(boards)
    counts = [0] * (n * n)
    for home, _ in boards:
        for cell, tile in enumerate(home):
            counts[tile * n + cell] += 1
    expected = [expected_there(total, n, total if tile == cell else 0)
                for tile in range(n) for cell in range(n)]
    return chi_tail(chi_square(counts, expected) * (n - 1) / n, (n - 1) ** 2)


def audit(boards, width, lengths=None, mean=None):
    """Returns the p of each test. A board is its home[] and the cell of its
    goal's blank; `mean` is that of the lengths of all states, and their
    deviation."""
    n, total = len(boards[0][0]), len(boards)
    goals = [0] * n
    blanks = [0] * n
    serial = []
    for home, blank in boards:
        goals[blank] += 1
        serial.append(home.index(blank))
        blanks[serial[-1]] += 1
    p = {"solvable": float(all(is_reached(home, blank, width)
                               and home != goal_of(n)
                               for home, blank in boards))}
    if n <= 6 and total in goals:
        p["states"] = states_p(boards, width)
    if n >= 6:
        p["tiles"] = tiles_p(boards)
    p["blank"] = chi_tail(chi_square(
        blanks, [expected_there(total, n, at) for at in goals]), n - 1)
    p["blank, serial"] = lag_p(serial)
    p["inversions, serial"] = lag_p([inversions(home) for home, _ in boards])
    if mean is not None:
        found = sum(lengths) / len(lengths)
        p["mean"] = normal_tails((found - mean[0]) / mean[1]
                                 * math.sqrt(len(lengths)))
    return p


def failed(p):
    limit = LEVEL / (len(p) - 1)  # whether all are solvable is not chance
    return {name for name, value in p.items() if value < limit}


# --- boards of loyd ---

def run(command, text=None):
    done = subprocess.run([LOYD] + command.split(), input=text, text=True,
                          stdout=subprocess.PIPE, check=True)
    return done.stdout


def drawn(options):
    """The boards of `loyd generate`, and their width."""
    boards = []
    rows = run("generate %s --seed audit --csv --columns board,goal" % options)
    for row in rows.splitlines()[1:]:
        start, goal = (text.replace("/", " ").split()
                       for text in row.split(","))
        cell = {label: c for c, label in enumerate(goal)}
        boards.append((tuple(cell[label] for label in start), cell["0"]))
    return boards, int(options.split("x")[0])


def lengths_of(options, metric):
    text = run("generate %s --seed audit" % options)
    layout = options.partition("--layout")[2].split()[:1]
    return [int(line) for line in run(
        "solve --length --metric %s %s" % (
            metric, " ".join(["--layout"] + layout if layout else [])),
        text).splitlines()]


def mean_of(size, name):
    """The mean length and its deviation, from the counts of all states of a
    file in data/, whose first one is the goal."""
    with open(ROOT + "/data/" + name, encoding="ascii") as file:
        line, = (line for line in file if line.startswith(size + " ")
                 and ("blank" not in line or "blank=0.0 exact" in line))
    counts = [int(word) for word in line.partition(": ")[2].split()]
    total = sum(counts) - 1
    mean = sum(d * n for d, n in enumerate(counts)) / total
    squares = sum(n * (d - mean) ** 2 for d, n in enumerate(counts) if d > 0)
    return mean, math.sqrt(squares / total)


# --- bad generators, and a good one, of boards with the blank last ---

def draw_even(n, width, rng):
    """By rejection, unlike loyd, which repairs odd boards."""
    while True:
        home = list(range(n))
        for c in range(n - 1, 0, -1):
            d = rng.randrange(c + 1)
            home[c], home[d] = home[d], home[c]
        if is_reached(home, n - 1, width) and home != sorted(home):
            return tuple(home)


def draw_modulo(n, width, rng):
    """A byte modulo the range: some numbers are more frequent."""
    while True:
        home = list(range(n))
        for c in range(n - 1, 0, -1):
            d = rng.getrandbits(8) % (c + 1)
            home[c], home[d] = home[d], home[c]
        if is_reached(home, n - 1, width):
            return tuple(home)


def draw_naive(n, width, rng):
    """Swaps each cell with any cell, not only with the remaining ones."""
    while True:
        home = list(range(n))
        for c in range(n):
            d = rng.randrange(n)
            home[c], home[d] = home[d], home[c]
        if is_reached(home, n - 1, width):
            return tuple(home)


def draw_swapped(n, width, rng):
    """Swaps cells 0 and 1 of odd boards, which does not help if the blank is
    in one of them."""
    home = list(range(n))
    for c in range(n - 1, 0, -1):
        d = rng.randrange(c + 1)
        home[c], home[d] = home[d], home[c]
    if not is_reached(home, n - 1, width):
        home[0], home[1] = home[1], home[0]
    return tuple(home)


def sample(draw, count, n=16, width=4, seed=1):
    rng = random.Random(seed)
    return [draw(n, width, rng) for _ in range(count)]


def biased():
    """Yields a name, boards and the tests that must fail."""
    even = sample(draw_even, 4000)
    swapped = sample(draw_swapped, 20000)
    yield "even", even, set()
    yield "modulo", sample(draw_modulo, 100000), {"tiles"}
    yield "naive", sample(draw_naive, 20000), {"blank", "tiles"}
    yield "swapped", swapped[:1000], {"solvable"}
    yield ("swapped, odd ones dropped",
           [home for home in swapped if is_reached(home, 15, 4)],
           {"blank", "tiles"})
    yield ("each twice", [home for home in even[:1000] for _ in range(2)],
           {"tiles", "blank, serial", "inversions, serial"})
    halves = [[home for home in even if (home.index(15) < 8) == is_upper]
              for is_upper in (True, False)]
    yield ("the blank in alternate halves",
           [home for pair in zip(*halves) for home in pair][:2000],
           {"blank, serial", "inversions, serial"})
    yield "always one", even[:1] * 80, {"tiles", "blank", "blank, serial",
                                        "inversions, serial"}
    yield ("a goal among them", even[:7] + [goal_of(16)] + even[7:2000],
           {"solvable"})


def check_biased():
    for name, boards, wanted in biased():
        check(name, failed(audit([(home, 15) for home in boards], 4)), wanted)
    boards = [(home, 5) for home in sample(draw_naive, 5000, 6, 3)]
    check("naive on 3x2", "states" in failed(audit(boards, 3)), True)


def check_uniform_p():
    """A tenth of the p of good boards is in each tenth of 0..1: this finds wrong
    degrees of freedom, factors and expectations. 33.7 is the 99.99 % point of
    chi-square with 9 degrees."""
    for n, width, count in (4, 2, 500), (9, 3, 400):
        tenths = {}
        for series in range(500):
            boards = sample(draw_even, count, n, width, 1000 + series)
            for name, p in audit([(h, n - 1) for h in boards], width).items():
                at = tenths.setdefault(name, [0] * 10)
                at[min(int(p * 10), 9)] += 1
        del tenths["solvable"]
        for name, counts in tenths.items():
            check("p of %s of %d cells is uniform: %s" % (name, n, counts),
                  chi_square(counts, [50] * 10) < 33.7, True)


# --- loyd ---

GOOD = """2x2 --count 1000
2x3 --layout snake,missing=2 --count 5000
4x2 --layout random --count 10000
3x3 --layout spiral --count 50000
3x3 --method retry --count 50000
3x3 --layout rows,blank=1.1 --count 50000
3x3 --layout snake,missing=random --count 10000
3x3 --layout path=1.1:RDL2U2R2 --count 10000
3x3 --layout path=1.1:RDL2U2R2,missing=random,blank=last --count 10000
7x5 --layout columns --count 5000
15x15 --count 1125"""

# With the file of the counts of lengths.
MEANS = """depths.txt stm 3x3 --count 100000
depths.txt stm 4x4 --count 20000
depths.txt stm 2x4 --layout columns --count 10000
distributions_mtm.txt mtm 3x3 --count 100000"""

BAD = """3x3 --method walk:20 --count 10000
3x3 --method walk:100 --count 10000
3x3 --method jump:5 --count 10000
3x3 --method shuffle --count 10000
4x4 --method walk:20 --count 100
6x6 --method walk:500 --count 1000"""


def check_loyd():
    for options in GOOD.splitlines():
        check(options, failed(audit(*drawn(options))), set())
    for row in MEANS.splitlines():
        name, metric, options = row.split(None, 2)
        size = options.split()[0]
        check(row, failed(audit(*drawn(options), lengths_of(options, metric),
                                mean_of(size, name))), set())
    for options in BAD.splitlines():
        check(options + " fails", bool(failed(audit(*drawn(options)))), True)
    options = "4x4 --method walk:2000 --count 10000"
    check("a mean that is 1 % too high",
          failed(audit(*drawn(options), lengths_of(options, "stm"),
                       (mean_of("4x4", "depths.txt")[0] * 1.01, 5.41))),
          {"mean"})


if __name__ == "__main__":
    if sys.argv[1:] != ["check"]:
        sys.exit(__doc__)
    check_tails()
    check_uniform_p()
    check_biased()
    check_loyd()
    print("\n".join(errors) or "uniform boards pass, others fail")
    sys.exit(bool(errors))
