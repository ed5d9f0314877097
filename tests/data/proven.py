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
    """The least value with so many percent at or below it."""
    return values[math.ceil(len(values) * percent / 100) - 1]


def mean_and_error(values):
    return (statistics.mean(values),
            statistics.stdev(values) / math.sqrt(len(values)))


def print_proven(boards, sample):
    lower = sorted(b[1] for b in boards)
    upper = sorted(b[2] for b in boards)
    proven = sum(low == high for _, low, high in boards)
    (low, low_error), (high, high_error) = map(mean_and_error, (lower, upper))
    own, own_error = mean_and_error([b[0] for b in boards])
    print(f"{len(boards)} boards, {proven} of them proven")
    print("                   optimum   estimate   estimates of the sample")
    print(f"mean       {low:6.2f}..{high:6.2f} {own:10.2f}"
          f" {statistics.mean(sample):10.2f}")
    print(f"its error  {low_error:6.2f}, {high_error:6.2f} {own_error:10.2f}"
          f" {mean_and_error(sample)[1]:10.2f}")
    mine = sorted(b[0] for b in boards)
    for p in QUANTILES:
        print(f"{p:3} %      {quantile(lower, p):6}..{quantile(upper, p):<6}"
              f" {quantile(mine, p):10} {quantile(sample, p):10}")


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
            [LOYD, "solve", "--length", "--layout", "rows,blank=first"],
            stdin=boards, check=True, capture_output=True, text=True)
    lengths = [int(r[0]) for r in rows("korf24.lengths")]
    return [(int(line.split("..")[-1]), n, n)
            for line, n in zip(found.stdout.split(), lengths)]


def print_errors(name, boards, sample):
    found = errors(boards, sample)
    least, most = (statistics.mean(e[k] for e in found) for k in (0, 1))
    if least == most:
        text = f"{least:.1f}"
    else:
        text = f"{least:.1f} to {most:.1f}"
    r = correlation([b[0] for b in boards], [b[2] for b in boards])
    print(f"{name:24} {text:>12} {r:8.3f}")


def print_costs(table):
    """
    How many boards were proven within so many nodes: up to the nodes that
    every board was given.
    """
    spent = [(int(r[6]), float(r[7]), r[3] == r[4]) for r in table]
    given = min(n for n, _, is_proven in spent if not is_proven)
    a_second = (sum(n for n, _, _ in spent) / sum(s for _, s, _ in spent))
    print("million nodes   CPU seconds   proven")
    for most in [10 ** k for k in range(5, 12) if 10 ** k < given] + [given]:
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
    print_proven(boards, sample)
    print("\n                          mean error  correlation")
    print_errors(f"the {len(boards)}", boards, sample)
    print_errors("Korf and Felner's 50", known, sample)
    if sys.argv[1:2] == ["--svg"]:
        plot(sys.argv[2], boards, sample, known)


main()
