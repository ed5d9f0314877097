#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares estimates of 5x5 with proven lengths.

    proven.py [--svg FILE | --costs]    run from the root of the repository

Prints the table of docs/difficulty.md: the boards of data/proven.tsv against
the sample of data/estimates.tsv, and the fifty boards of Korf and Felner,
whose lengths are published, against the same sample. --svg draws the
distributions; --costs prints the table of docs/scale.md instead, what proofs
cost. LOYD is the command (default: build/loyd); it estimates the fifty.
"""

import bisect
import math
import os
import statistics
import subprocess
import sys

QUANTILES = (5, 10, 25, 50, 75, 90, 95)
LOYD = os.environ.get("LOYD", "build/loyd")


def rows(name):
    """The fields of the rows of a file of data/."""
    with open(os.path.join("data", name), encoding="ascii") as file:
        return [line.rstrip("\n").split("\t") for line in file
                if not line.startswith("#")]


def estimates():
    """All estimates of the built-in sample of 5x5, sorted."""
    row = next(r for r in rows("estimates.tsv")
               if r[0] == "5x5@0.0" and r[5] == "estimate")
    return [int(value) for value, n in
            (pair.split(":") for pair in row[6].split())
            for _ in range(int(n))]


def share(values, length):
    """The percentile of a length among sorted ones."""
    return 50 * (bisect.bisect_left(values, length) +
                 bisect.bisect_right(values, length)) / len(values)


def quantile(values, percent):
    """The least value with that share of values at or below it."""
    return values[math.ceil(len(values) * percent / 100) - 1]


def mean_and_error(values):
    return (statistics.mean(values),
            statistics.stdev(values) / math.sqrt(len(values)))


def between(low, high, places=0):
    """One number, or two if the ends differ."""
    low, high = (f"{v:.{places}f}" for v in (low, high))
    return low if low == high else f"{low}..{high}"


def print_samples(boards, known, sample):
    ends = [sorted(b[1] for b in boards), sorted(b[2] for b in boards)]
    exact = sorted(k[1] for k in known)
    estimated = [sorted(b[0] for b in of) for of in (boards, known)]
    estimated.append(sample)
    proven = sum(low == high for _, low, high in boards)
    print(f"{len(boards)} boards, {proven} of them proven\n")
    print("           the 200                   the fifty"
          "             the 2,000")
    print("              optimum  estimate     optimum  estimate"
          "    estimate")

    def line(name, of, places=0):
        low, high = map(of, ends)
        a, b, c = (f"{of(values):.{places}f}" for values in estimated)
        print(f"{name:9} {between(low, high, places):>12} {a:>9}"
              f" {of(exact):>11.{places}f} {b:>9} {c:>11}")

    line("mean", lambda values: mean_and_error(values)[0], 1)
    line("its error", lambda values: mean_and_error(values)[1], 1)
    for p in QUANTILES:
        line(f"{p:3} %", lambda values, p=p: quantile(values, p))


def errors(boards, sample):
    """The least and the greatest error of each board's percentile."""
    found = []
    for i, (estimate, low, high) in enumerate(boards):
        others = boards[:i] + boards[i + 1:]
        least = share(sorted(b[2] for b in others), low)
        most = share(sorted(b[1] for b in others), high)
        at = share(sample, estimate)
        found.append((max(0, least - at, at - most),
                      max(abs(at - least), abs(at - most))))
    return found


def ranks(values):
    ordered = sorted(values)
    return [share(ordered, v) for v in values]


def correlation(a, b):
    return statistics.correlation(ranks(a), ranks(b))


def fifty():
    """The estimates of Korf and Felner's boards, and their lengths."""
    with open("data/korf24.boards", encoding="ascii") as boards:
        found = subprocess.run(
            [LOYD, "solve", "--length"], stdin=boards, check=True,
            capture_output=True, text=True)
    lengths = [int(r[0]) for r in rows("korf24.lengths")]
    return [(int(line.split("..")[-1]), n, n)
            for line, n in zip(found.stdout.split(), lengths)]


def print_errors(name, boards, sample):
    found = errors(boards, sample)
    least, most = (statistics.mean(e[k] for e in found) for k in (0, 1))
    r = correlation([b[0] for b in boards], [b[2] for b in boards])
    print(f"{name:9} {between(least, most, 1):>12} {r:>13.3f}")


def print_costs(table):
    """
    How many boards were proven within each number of nodes: up to those that
    every board was given.
    """
    spent = [(int(r[6]), float(r[7]), r[3] == r[4]) for r in table]
    given = min(n for n, _, is_proven in spent if not is_proven)
    a_second = (sum(n for n, _, _ in spent) / sum(s for _, s, _ in spent))
    print("million nodes   CPU seconds   proven")
    for most in [10 ** k for k in range(5, 12)
                 if 2 * 10 ** k < given] + [given]:
        found = sum(n <= most and is_proven for n, _, is_proven in spent)
        print(f"{most / 1e6:13.1f} {most / a_second:13.2f}"
              f" {100 * found / len(table):6.1f} %")


HEAD = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 440" \
width="720" role="img" font-family="Helvetica Neue,Helvetica,Arial,sans-serif">
<title>Lengths of 5x5 boards</title>
<style>
text{font-size:13px;fill:#5b6875}.title{font-size:18px;font-weight:600;\
fill:#1d2733}
.page{fill:#fff}.rule{stroke:#e4e9ef}
.band{fill:#2b6cb0;fill-opacity:.25;stroke:#2b6cb0;stroke-opacity:.5}
polyline{fill:none;stroke-width:2.5}
.c0{stroke:#c05f10}.c1{stroke:#2f855a}
.t0{fill:#c05f10}.t1{fill:#2f855a}.t2{fill:#2b6cb0}
@media(prefers-color-scheme:dark){.page{fill:#14191f}text{fill:#9ba8b5}
.title{fill:#e8edf2}.rule{stroke:#2a323b}}
</style>
<rect class="page" width="100%" height="100%"/>
<text class="title" x="60" y="28">Lengths of 5x5 boards</text>
<text x="60" y="48">share of boards that are at most so long</text>
"""


def plot(path, boards, sample, known):
    first, last = 70, 130

    def x(length):
        return 60 + 620 * (length - first) / (last - first)

    def y(part):
        return 400 - 330 * part

    def steps(values):
        """The corners of the distribution of sorted values."""
        corners, at = [], 0.0
        for length in range(first, last + 1):
            corners.append((x(length), y(at)))
            at = bisect.bisect_right(values, length) / len(values)
            corners.append((x(length), y(at)))
        return corners

    def text(corners):
        return " ".join(f"{a:.1f},{b:.1f}" for a, b in corners)

    out = [HEAD]
    for percent in range(0, 101, 25):
        out.append(f'<line class="rule" x1="60" x2="680"'
                   f' y1="{y(percent / 100):.1f}" y2="{y(percent / 100):.1f}"'
                   f'/><text x="52" y="{y(percent / 100) + 4:.1f}"'
                   f' text-anchor="end">{percent} %</text>\n')
    for length in range(first, last + 1, 10):
        out.append(f'<text x="{x(length):.1f}" y="424"'
                   f' text-anchor="middle">{length}</text>\n')
    band = (steps(sorted(b[1] for b in boards)) +
            steps(sorted(b[2] for b in boards))[::-1])
    out.append(f'<polygon class="band" points="{text(band)}"/>\n')
    curves = (("estimates of the 2,000 of the sample", sample),
              ("lengths of Korf and Felner's 50", sorted(k[1] for k in known)))
    for i, (name, values) in enumerate(curves):
        out.append(f'<polyline class="c{i}" points="{text(steps(values))}"/>\n'
                   f'<text class="t{i}" x="70" y="{80 + 20 * i}">{name}'
                   '</text>\n')
    out.append(f'<text class="t2" x="70" y="120">lengths of the'
               f' {len(boards)}, between their ends</text>\n')
    with open(path, "w", encoding="ascii") as file:
        file.write("".join(out) + "</svg>\n")


def main():
    table = rows("proven.tsv")
    if sys.argv[1:] == ["--costs"]:
        print_costs(table)
        return
    sample = estimates()
    boards = [tuple(map(int, r[2:5])) for r in table]
    known = fifty()
    print_samples(boards, known, sample)
    print("\n            mean error   correlation")
    print_errors(f"the {len(boards)}", boards, sample)
    print_errors("the fifty", known, sample)
    if sys.argv[1:2] == ["--svg"]:
        plot(sys.argv[2], boards, sample, known)


main()
