#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints the table of docs/study.md and draws its picture: the mean optimum of
4x4 boards after random moves.

    study.py [COUNT] FILE    COUNT boards for each number of moves (10000)

Runs $LOYD, or loyd, which must be in PATH.
"""
import math
import os
import subprocess
import sys

LOYD = os.environ.get("LOYD", "loyd")
WALKS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
JUMPS = (1, 2, 5, 10, 20, 50, 100, 150, 200, 500, 1000)
UNIFORM = 52.589  # the mean of all boards (data/depths.txt)
MOST = 10000      # moves, where the axis ends
HEAD = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 450">
<style>
.page{fill:#fff}text{font:13px sans-serif;fill:#4a5568}
.title{font-size:16px;font-weight:bold;fill:#1a202c}
.rule{stroke:#e2e8f0}
.even{stroke:#718096;stroke-dasharray:5 4}
polyline{fill:none;stroke-width:2.5}
.c0{stroke:#c05f10}.c1{stroke:#2b6cb0}
.t0{fill:#c05f10}.t1{fill:#2b6cb0}
@media(prefers-color-scheme:dark){.page{fill:#14191f}text{fill:#9ba8b5}
.title{fill:#e8edf2}.rule{stroke:#2a323b}}
</style>
<rect class="page" width="100%" height="100%"/>
<text class="title" x="60" y="28">Mean optimum of 4x4 boards</text>
<text x="60" y="48">by number of random moves from the goal</text>
"""


def run(command, text=None):
    return subprocess.run([LOYD] + command.split(), input=text, text=True,
                          stdout=subprocess.PIPE, check=True).stdout


def mean(method, count):
    """The mean optimum of boards of a method, and its standard error."""
    boards = run("generate 4x4 --seed study --count %d --method %s"
                 % (count, method))
    lengths = [int(line) for line in run("solve --length", boards).split()]
    middle = sum(lengths) / count
    squares = sum((length - middle) ** 2 for length in lengths)
    return middle, math.sqrt(squares / count / count)


def print_row(method, moves, found):
    print("%-7s  %5s  %7.3f  %5.3f" % (method, moves, found[0], found[1]))


def x(moves):
    return 60 + 620 * math.log(moves) / math.log(MOST)


def y(length):
    return 410 - 340 * length / 60


def draw(path, curves):
    out = [HEAD]
    for length in range(0, 61, 10):
        out.append('<line class="rule" x1="60" x2="680" y1="%.1f" y2="%.1f"/>'
                   '<text x="52" y="%.1f" text-anchor="end">%d</text>\n'
                   % (y(length), y(length), y(length) + 4, length))
    moves = 1
    while moves <= MOST:
        out.append('<text x="%.1f" y="434" text-anchor="middle">%s</text>\n'
                   % (x(moves), format(moves, ",")))
        moves *= 10
    out.append('<line class="even" x1="60" x2="680" y1="%.1f" y2="%.1f"/>'
               '<text x="64" y="%.1f">uniform %.2f</text>\n'
               % (y(UNIFORM), y(UNIFORM), y(UNIFORM) - 6, UNIFORM))
    for i, (name, points) in enumerate(curves):
        out.append('<polyline class="c%d" points="%s"/>\n' % (i, " ".join(
            "%.1f,%.1f" % (x(moves), y(length)) for moves, length in points)))
        moves, length = points[len(points) // 2]
        out.append('<text class="t%d" x="%.1f" y="%.1f">%s</text>\n'
                   % (i, x(moves) + 12, y(length) + 14, name))
    with open(path, "w", encoding="ascii") as file:
        file.write("".join(out) + "</svg>\n")


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    count = int(sys.argv[1]) if len(sys.argv) == 3 else 10000
    curves = []
    print("%-7s  %5s  %7s  %5s" % ("method", "moves", "mean", "error"))
    print_row("uniform", "-", mean("uniform", count))
    for method, numbers in ("walk", WALKS), ("jump", JUMPS):
        points = []
        for moves in numbers:
            found = mean("%s:%d" % (method, moves), count)
            print_row(method, moves, found)
            points.append((moves, found[0]))
        curves.append((method, points))
    draw(sys.argv[-1], curves)


if __name__ == "__main__":
    main()
