# Seeded random filters, through find, find --total and stats, compared with
# what this program selects itself from the rows of the catalogue (sqlite3).
# Usage: find_filters.py LOYD DB ROUNDS
import json
import random
import sqlite3
import subprocess
import sys

loyd, db, rounds = sys.argv[1], sys.argv[2], int(sys.argv[3])
draw = random.Random(11)


def run(*words, stdin=""):
    done = subprocess.run([loyd, *words], input=stdin, text=True,
                          capture_output=True)
    if done.returncode != 0:
        sys.exit(f"{words}: exit {done.returncode}: {done.stderr}")
    return done.stdout


def path_cells(kind, w, h):
    """The cells in the order of their labels."""
    if kind == "rows":
        return [(y, x) for y in range(h) for x in range(w)]
    if kind == "columns":
        return [(y, x) for x in range(w) for y in range(h)]
    if kind == "snake":
        return [(y, x if y % 2 == 0 else w - 1 - x)
                for y in range(h) for x in range(w)]
    left, right, top, bottom, cells = 0, w - 1, 0, h - 1, []
    while left <= right and top <= bottom:
        ring = [(top, x) for x in range(left, right + 1)]
        ring += [(y, right) for y in range(top + 1, bottom + 1)]
        if bottom > top:
            ring += [(bottom, x) for x in range(right - 1, left - 1, -1)]
        if right > left:
            ring += [(y, left) for y in range(bottom - 1, top, -1)]
        cells += ring
        left, right, top, bottom = left + 1, right - 1, top + 1, bottom - 1
    return cells


def goal_of(layout, w, h):
    """The cells of a layout: a path, with missing= and blank=first or last."""
    kind, *options = layout.split(",")
    options = dict(option.split("=") for option in options)
    missing = int(options.get("missing", w * h))
    cells = path_cells(kind, w, h)
    if missing > w * h:
        return None
    labels = [n for n in range(1, w * h + 1) if n != missing]
    if "blank" not in options:
        labels.insert(missing - 1, 0)
    else:
        labels.insert(0 if options["blank"] == "first" else w * h - 1, 0)
    board = [0] * (w * h)
    for (y, x), label in zip(cells, labels):
        board[y * w + x] = label
    return "/".join(" ".join(map(str, board[y * w:y * w + w]))
                    for y in range(h))


# --- the rows ---

rows = []
with sqlite3.connect(db) as file:
    series = {}
    for puzzle, text in file.execute(
            "SELECT r.puzzle, s.text || '~' || r.number FROM recipe r"
            " JOIN series s ON s.pk = r.series"):
        series.setdefault(puzzle, []).append(text)
    for id, stm, size, board, goal, lower, upper, estimate in file.execute(
            "SELECT p.id, p.stm, g.size, p.board, g.board, r.lower, r.upper,"
            " p.estimate FROM puzzle p JOIN goal g ON g.pk = p.goal"
            " LEFT JOIN rating r ON r.puzzle = p.id ORDER BY p.id"):
        w, h = map(int, size.split("x"))
        rows.append({"id": id, "stm": stm, "size": size,
                     "w": w, "h": h, "board": board, "goal": goal,
                     "lower": lower, "upper": upper, "estimate": estimate,
                     "gap": None if lower is None else upper - lower,
                     "status": "unrated" if lower is None else
                     "bounded" if stm is None else "proven",
                     "recipes": series.get(id, [])})
    file.row_factory = sqlite3.Row
    traits = {row["puzzle"]: dict(row)
              for row in file.execute("SELECT * FROM trait")}
    played = {row["puzzle"]: dict(row)
              for row in file.execute("SELECT * FROM difficulty")}
by_id = {row["id"]: row for row in rows}
paths = {}
bands = {}
for line in run("find", "--db", db, "--json").splitlines():
    entry = json.loads(line)
    paths[entry["puzzle_id"]] = entry.get("path", "")
    # Which lengths a band means for a class: another command says it.
    key = entry["size"], entry["layout"]
    if key not in bands and "percentile" in entry:
        said = run("bands", "--db", db, "--size", key[0], "--layout", key[1])
        bands[key] = [line.split("\t") for line in said.splitlines()]
    # Beyond 16 cells it is the estimate, even of a proven puzzle.
    row = by_id[entry["puzzle_id"]]
    length = row["stm"] if row["w"] * row["h"] <= 16 else row["estimate"]
    for name, _, lengths, *_ in bands.get(key, []):
        low, _, high = lengths.removeprefix("estimate ").partition("..")
        if lengths != "-" and int(low) <= (length or -1) <= int(high or 65534):
            row["band"] = name


def has_layout(row, layout):
    return goal_of(layout, row["w"], row["h"]) == row["goal"]


# --- filters ---

SIZES = ["2x2", "3x3", "3", "3x4", "4x3", "2x4", "4x4", "5x5",
         "6x6"]
LAYOUTS = ["rows", "snake", "spiral", "columns", "rows,blank=first", "snake,missing=2", "rows,missing=3,blank=last",
           "rows,blank=0.0"]
TRAITS = [("solutions", 9, [0, 3, 50]), ("detour", 16, [0, 2, 9]),
          ("linear_conflicts", 4, [0, 1]), ("inversions", 40, [3, 20]),
          ("tiles_home", 5, [0, 2]), ("turns", 20, [2, 9]),
          ("forced", 25, [3, 9]), ("row_moves", 80, [9, 40])]
BANDS = ["easy", "medium", "hard", "expert"]
RECIPES = ["2x4/random~*", "3x3/random,missing=2~*", "3x3/*", "4x3/rows~g1~two~1*",
           "3x4/snake~g1~one~17", "6x6/rows~g1~near*", "2*", "2x2/snake~g1~one"]
WHERE = {  # of columns that are never NULL, or in logic of two values
    "size = '3x3' OR size LIKE '2x%'":
        lambda r: r["size"] == "3x3" or r["size"].startswith("2x"),
    "ifnull(stm, 99) % 3 = 1": lambda r: (99 if r["stm"] is None else
                                          r["stm"]) % 3 == 1,
    "upper > 2 * length(board)": lambda r: r["upper"] is not None and
        r["upper"] > 2 * len(r["board"]),
    "substr(board, 1, 1) IN ('1', '3', '0')": lambda r: r["board"][0] in "130",
    "gap BETWEEN 1 AND 40 OR status <> 'bounded'":
        lambda r: r["gap"] is not None and 1 <= r["gap"] <= 40 or
        r["status"] != "bounded",
}


def some(values):
    return [draw.choice(values) for _ in range(draw.choice([1, 1, 2, 2, 3]))]


def write_ids(name):
    ids = draw.sample([r["id"] for r in rows],
                      draw.choice([0, 1, 5, len(rows) // 2]))
    with open(name, "w", newline="") as file:
        file.write("# some ids\n\n")
        for id in ids:
            file.write(id.upper() if draw.random() < 0.1 else id)
            file.write(draw.choice(["\n", "\r\n", "\t3x3\t20\tboard\n"]))
    return set(ids)


def draw_ranges(least, widths):
    """The text of up to three ranges, and what has a number in one."""
    texts, ends = [], []
    for _ in range(draw.choice([1, 1, 2, 3])):
        low = draw.choice([0, draw.randrange(least)])
        high = low + draw.choice(widths)
        text, low, high = draw.choice([
            (f"{low}..", low, 10**6), (f"..{high}", 0, high),
            (f"{low}", low, low), (f"{low}..{high}", low, high),
            (f"{low}..{high}", low, high)])
        texts.append(text)
        ends.append((low, high))
    return ",".join(texts), lambda n: any(a <= n <= b for a, b in ends)


def draw_reals(most):
    """The text of a range of numbers, without its end, or of one number, and
    what has millionths in it."""
    decimals = draw.randrange(most < 2, 4)
    low, high = sorted(draw.sample(range(most * 10 ** decimals), 2))
    text, low, high = draw.choice([
        (f"{low / 10 ** decimals:.{decimals}f}..", low, 10 ** 12),
        (f"..{high / 10 ** decimals:.{decimals}f}", 0, high),
        (f"{low / 10 ** decimals:.{decimals}f}", low, None),
        (f"{low / 10 ** decimals:.{decimals}f}.."
         f"{high / 10 ** decimals:.{decimals}f}", low, high)])
    unit = 10 ** (6 - decimals)
    return text, lambda n: (n == low * unit if high is None else
                            low * unit <= n < high * unit)


def draw_filter():
    """Returns the options, and the conditions as functions of a row."""
    words, tests = [], []

    def add(option, value, test):
        words.extend([option, value])
        tests.append(test)

    if draw.random() < 0.4:
        sizes = some(SIZES)
        wanted = [s if "x" in s else f"{s}x{s}" for s in sizes]
        add("--size", ",".join(sizes), lambda r: r["size"] in wanted)
    else:
        wanted = [f"{w}x{h}" for w in range(2, 16) for h in range(2, 16)]
    if draw.random() < 0.4:
        layouts = some(LAYOUTS)
        plain = [t.replace("blank=0.0", "blank=first") for t in layouts]
        add("--layout", ",".join(layouts),
            lambda r: any(has_layout(r, t) for t in plain))
    if draw.random() < 0.3:
        names = some(BANDS)
        add("--band", ",".join(names), lambda r: r.get("band") in names)
    if draw.random() < 0.3:
        text, has = draw_ranges(30, [0, 3, 9, 25])
        add("--stm", text, lambda r, has=has:
            r["stm"] is not None and has(r["stm"]))
    for name in "lower", "upper", "gap":
        if draw.random() < 0.15:
            text, has = draw_ranges(70, [0, 9, 30, 150])
            add("--" + name, text, lambda r, name=name, has=has:
                r[name] is not None and has(r[name]))
    if draw.random() < 0.15:
        recipe = draw.choice(RECIPES)
        add("--recipe", recipe, lambda r: any(
            t.startswith(recipe[:-1]) if recipe.endswith("*") else t == recipe
            for t in r["recipes"]))
    if draw.random() < 0.15:
        expression = draw.choice(list(WHERE))
        add("--where", expression, WHERE[expression])
    for name, least, widths in TRAITS:
        if draw.random() < 0.08:
            text, is_wanted = draw_ranges(least, widths)
            add("--" + name.replace("_", "-"), text,
                lambda r, name=name, is_wanted=is_wanted:
                traits.get(r["id"], {}).get(name) is not None and
                is_wanted(traits[r["id"]][name]))
    for name, most in ("difficulty", 99), ("difficulty_error", 1):
        if draw.random() < 0.1:
            text, is_wanted = draw_reals(most)
            add("--" + name.replace("_", "-"), text,
                lambda r, name=name, is_wanted=is_wanted:
                r["id"] in played and is_wanted(played[r["id"]][name]))
    if draw.random() < 0.08:
        text, is_count = draw_ranges(70, [0, 9, 40])
        add("--games", text, lambda r: r["id"] in played and
            is_count(played[r["id"]]["games"]))
    if draw.random() < 0.2:
        status = draw.choice(["unrated", "bounded", "proven"])
        add("--status", status, lambda r: r["status"] == status)
    if draw.random() < 0.25:
        ids = write_ids("ids")
        add("--in", "ids", lambda r: r["id"] in ids)
    if draw.random() < 0.25:
        out = write_ids("out")
        add("--not-in", "out", lambda r: r["id"] not in out)
    if draw.random() < 0.25:
        moves = some(["U", "R2", "D", "UL", "LU2", "L"])
        add("--path", ",".join(m + "*" for m in moves),
            lambda r: paths[r["id"]].startswith(tuple(moves)))
    return words, tests


def in_order(found, order):
    """Rows by a column, then by id; those without a value come last."""
    column = order.lstrip("-")
    known = [r for r in found if r[column] is not None]
    return sorted(known, key=lambda r: r[column], reverse=order[0] == "-") + \
        [r for r in found if r[column] is None]


def draw_walk():
    """Returns options, the order, and a slice of the result."""
    words, first, n = [], 0, None
    order = draw.choice([None, "stm", "-stm", "upper", "-upper", "gap", "-lower",
                         "size", "-board", "status"])
    if order:
        words += ["--order", order]
    if draw.random() < 0.3:
        first = draw.randrange(40)
        words += ["--offset", str(first)]
    if draw.random() < 0.4:
        n = draw.randrange(1, 40)
        words += ["--limit", str(n)]
    return words, order, first, n


def expect(what, wanted, got):
    if wanted != got:
        sys.exit(f"{what}\nwanted: {str(wanted)[:2000]}\n"
                 f"got:    {str(got)[:2000]}")


n_found = n_empty = 0
for _ in range(rounds):
    words, tests = draw_filter()
    wanted = [r for r in rows if all(test(r) for test in tests)]
    more, order, first, n = draw_walk()
    page = in_order(wanted, order) if order else wanted
    page = page[first:][:n]
    got = run("find", "--db", db, *words, *more)
    expect(f"find {words + more}", [r["id"] for r in page],
           [line.split("\t")[0] for line in got.splitlines()])
    got = run("find", "--db", db, *words, *more, "--total")
    expect(f"--total {words + more}", len(page), int(got))
    n_found += len(page) > 3
    n_empty += not wanted

    counts = {}
    by = ["--by", "size,stm"]
    for line in run("stats", "--db", db, *words, *by, "--json").splitlines():
        line = json.loads(line)
        counts[line["size"], line.get("stm")] = line["count"]
    mine = {}
    for row in wanted:
        at = row["size"], row["stm"]
        mine[at] = mine.get(at, 0) + 1
    expect(f"stats {words}", mine, counts)
    csv = run("stats", "--db", db, *words, *by, "--csv").splitlines()
    expect(f"stats --csv {words}", sorted(
        "%s,%s,%d" % (size, "" if stm is None else stm, count)
        for (size, stm), count in mine.items()),
        sorted(line.rsplit(",", 3)[0] for line in csv[1:]))

    # A pick takes puzzles of the selection, and --offset continues it.
    pick = ["--pick", str(draw.random())]
    both = run("find", "--db", db, *words, *pick, "--limit", "9").splitlines()
    tail = run("find", "--db", db, *words, *pick, "--limit", "5", "--offset",
               "4").splitlines()
    expect(f"--offset and --pick {words}", both[4:], tail)
    expect(f"a pick {words}", min(9, len(wanted)),
           len({line[:16] for line in both} & {r["id"] for r in wanted}))
print(rounds, n_found > rounds / 5, n_empty < rounds * 2 / 3)
