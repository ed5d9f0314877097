#!/usr/bin/env python3
"""Measures catalogues of a thousand to ten million puzzles.

    bulk.py [MOST [SVG]]    MOST puzzles in the last line (default: 1000000);
                            SVG: draw the lines as a plot with logarithmic axes

Prints one line for each power of ten: random 4x3 boards, proven, in 64 parts,
then merged, digested, counted. All lengths are real optima. Times are wall-clock
times, "cpu" is the sum over threads, "MB" the peak memory of a step, rows those
of all tables that the merge has written. Finally 4x4 boards are measured end to
end, and 4x3 boards in one metric and in both. No measurement passes or fails.
"""

import contextlib
import math
import os
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time

LOYD = os.path.join(os.environ.get("BUILD", "build"), "loyd")
PARTS = 64
BOARDS_4X4 = 20000
BOARDS_4X3 = 20000
FEW = 200  # as many tables are built for these as for all
REPEATS = 3


def run(*arguments):
    """Seconds, CPU seconds, and megabytes of one command."""
    began = time.monotonic()
    child = subprocess.Popen([LOYD, *arguments], stdout=subprocess.DEVNULL,
                             stderr=subprocess.PIPE)
    words = child.stderr.read().decode()
    _, status, usage = os.wait4(child.pid, 0)
    if status:
        sys.exit(f"loyd {' '.join(arguments)}: {words}")
    return (time.monotonic() - began, usage.ru_utime + usage.ru_stime,
            usage.ru_maxrss / 1e3)


def rows(db):
    """The rows of puzzles, recipes and ratings."""
    with contextlib.closing(sqlite3.connect(db)) as catalogue:
        return sum(catalogue.execute(f"SELECT count(*) FROM {table}")
                   .fetchone()[0]
                   for table in ("puzzle", "recipe", "rating"))


def generate(folder, seed, count):
    """The parts of a catalogue, and what each has cost."""
    parts = [os.path.join(folder, f"{seed}.{i}.db")
             for i in range(1, PARTS + 1)]
    return parts, [run("generate", "4x3", "--seed", seed, "--count",
                       str(count), "--part", f"{i}/{PARTS}", "--db", part)
                   for i, part in enumerate(parts, 1)]


def merge_into(folder, count):
    """Merges parts into a catalogue that has nearly as many puzzles."""
    whole = os.path.join(folder, "into.db")
    run("generate", "4x3", "--seed", "into", "--count", str(count), "--db",
        whole)
    parts, _ = generate(folder, "more", count * 2 // 3)
    _, cpu, peak = run("merge", "--db", whole, *parts)
    print(f"{PARTS} catalogues of {count * 2 // 3} puzzles merged into one of"
          f" {count}: {cpu:.1f} s of CPU time, {peak:.0f} MB", flush=True)


def line(folder, count):
    whole = os.path.join(folder, f"{count}.db")
    parts, made = generate(folder, "bulk", count)
    steps = [run("merge", "--db", whole, *parts),
             run("digest", "--db", whole),
             run("stats", "--db", whole)]
    for part in parts:
        os.remove(part)
    generating = sum(m[0] for m in made)
    merging, cpu = steps[0][0], steps[0][1]
    print(f"{count:>9} {count / generating:>10.0f} {count / merging:>10.0f}"
          f" {rows(whole) / merging:>10.0f}"
          f" {1e6 * cpu / count:>9.2f}"
          f" {steps[1][0]:>9.2f} {1e6 * steps[1][0] / count:>9.2f}"
          f" {steps[2][0]:>8.2f}"
          f" {os.path.getsize(whole) / count:>7.1f}"
          f" {max(s[2] for s in steps):>6.0f}", flush=True)
    os.remove(whole)
    return {"merge": merging, "digest": steps[1][0], "stats": steps[2][0]}


HEAD = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 440" \
width="720" role="img" font-family="Helvetica Neue,Helvetica,Arial,sans-serif">
<title>Seconds by puzzles in a catalogue</title>
<style>
text{font-size:13px;fill:#5b6875}.title{font-size:18px;font-weight:600;\
fill:#1d2733}
.page{fill:#fff}.rule{stroke:#e4e9ef}.even{stroke:#9ba8b5;\
stroke-dasharray:5 4}
polyline{fill:none;stroke-width:2.5}
.c0{stroke:#2b6cb0}.c1{stroke:#c05f10}.c2{stroke:#2f855a}.c3{stroke:#8a3ba8}
.t0{fill:#2b6cb0}.t1{fill:#c05f10}.t2{fill:#2f855a}.t3{fill:#8a3ba8}
@media(prefers-color-scheme:dark){.page{fill:#14191f}text{fill:#9ba8b5}
.title{fill:#e8edf2}.rule{stroke:#2a323b}}
</style>
<rect class="page" width="100%" height="100%"/>
<text class="title" x="70" y="28">Seconds by puzzles in a catalogue</text>
<text x="70" y="48">dashed: ten times as much for ten times as many</text>
"""


def plot(path, lines):
    """Draws seconds by number of puzzles as SVG."""
    first, last = math.log10(lines[0][0]), math.log10(lines[-1][0])
    seconds = [s for _, costs in lines for s in costs.values()]
    low = math.floor(math.log10(max(min(seconds), 0.01)))
    high = math.ceil(math.log10(max(seconds)))

    def x(count):
        return 70 + 520 * (math.log10(count) - first) / max(last - first, 1)

    def y(s):
        level = math.log10(max(s, 10.0**low))
        return 400 - 340 * (level - low) / (high - low)

    out = [HEAD]
    for power in range(low, high + 1):
        at = y(10.0**power)
        out.append(f'<line class="rule" x1="70" x2="590" y1="{at:.1f}"'
                   f' y2="{at:.1f}"/><text x="62" y="{at + 4:.1f}"'
                   f' text-anchor="end">{10.0**power:g} s</text>\n')
    for count, _ in lines:
        out.append(f'<text x="{x(count):.1f}" y="424" text-anchor="middle">'
                   f'{count:,}</text>\n')
    for i, name in enumerate(lines[0][1]):
        end = lines[-1][1][name]
        even = [(count, end * count / lines[-1][0]) for count, _ in lines]
        even = [(count, s) for count, s in even if s >= 10.0**low]
        out.append(f'<line class="even" x1="{x(even[0][0]):.1f}"'
                   f' y1="{y(even[0][1]):.1f}" x2="{x(even[-1][0]):.1f}"'
                   f' y2="{y(even[-1][1]):.1f}"/>\n')
        points = " ".join(f"{x(count):.1f},{y(costs[name]):.1f}"
                          for count, costs in lines)
        out.append(f'<polyline class="c{i}" points="{points}"/>\n'
                   f'<text class="t{i}" x="600" y="{y(end) + 4:.1f}">{name}'
                   f' {end:.3g} s</text>\n')
    with open(path, "w", encoding="ascii") as file:
        file.write("".join(out) + "</svg>\n")


def end_to_end(folder):
    db = os.path.join(folder, "4x4.db")
    run("generate", "4x4", "--seed", "warm", "--count", "2000", "--db",
        os.path.join(folder, "warm.db"))
    seconds, cpu, memory = run("generate", "4x4", "--seed", "bulk", "--count",
                               str(BOARDS_4X4), "--db", db)
    rate = BOARDS_4X4 / seconds
    print(f"\n4x4 into a catalogue, proven: {rate:.0f} a second"
          f" ({cpu / seconds:.2f} processors), a million in"
          f" {1e6 / rate / 60:.1f} minutes,"
          f" {os.path.getsize(db) / BOARDS_4X4:.1f} bytes each,"
          f" {memory:.0f} MB with tables")


def cost_of_puzzle(folder, metric):
    """CPU microseconds and bytes of one more 4x3 puzzle, without tables."""
    costs = []
    for count in (FEW, FEW + BOARDS_4X3):
        db = os.path.join(folder, f"{metric}.db")
        _, cpu, _ = run("generate", "4x3", "--seed", "bulk", "--count", str(count),
                        "--metric", metric, "--db", db)
        costs.append((1e6 * cpu, os.path.getsize(db)))
        os.remove(db)
    return [(b - a) / BOARDS_4X3 for a, b in zip(*costs)]


def both_metrics(folder):
    pairs = [(cost_of_puzzle(folder, "stm"), cost_of_puzzle(folder, "mtm"))
             for _ in range(REPEATS)]
    one, both, times = (
        statistics.median(of(stm[0], mtm[0]) for stm, mtm in pairs)
        for of in (lambda a, b: a, lambda a, b: b, lambda a, b: b / a))
    (_, small), (_, large) = pairs[0]
    print(f"4x3 into a catalogue, proven, CPU time without tables:"
          f" {one:.1f} us each in STM, {both:.1f} us with MTM too,"
          f" {times:.2f} times; {small:.0f} and {large:.0f} bytes")


def main():
    most = int(sys.argv[1]) if len(sys.argv) > 1 else 1000000
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CACHE_HOME"] = folder
        run("tables", "build", "--size", "4x3")
        print("          generated     merged       rows  cpu, us    digest"
              "        us    stats   bytes     MB")
        print("  puzzles  a second   a second   a second      each         s"
              "      each        s    each")
        lines = []
        count = 1000
        while count <= most:
            lines.append((count, line(folder, count)))
            count *= 10
        if len(sys.argv) > 2:
            plot(sys.argv[2], lines)
        merge_into(folder, most)
        end_to_end(folder)
        both_metrics(folder)


main()
