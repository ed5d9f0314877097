"""Chains of deltas, applied by code that was written from docs/packs.md alone
and has nothing in common with data/packs: here on puzzles.sqlite, in
pack_chains.mjs on puzzles.json and puzzles.csv.

    pack_chains.py [NODE]      without NODE only Python applies the deltas

After every pack of four chains the applied state is compared with a full
export of the same puzzles, which knows nothing of deltas, and ids.tsv with
what docs/packs.md says about each option. Prints the differences, and how many
states have none. Environment: LOYD. Works in the current folder."""
import csv
import gzip
import itertools
import json
import os
import random
import shutil
import sqlite3
import subprocess
import sys

import pack_csv

LOYD = os.environ["LOYD"]
MJS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "pack_chains.mjs")
STEPS = 10
SIZES = ("3x3", "4x2", "4x3")
# Layouts that draw their goals bring new goals with every pack; a comma in a
# layout is a quoted field of CSV.
PARTS = (("3x3", "rows", 60), ("3x3", "snake,missing=2", 40),
         ("3x3", "random", 20), ("4x2", "spiral", 44),
         ("4x2", "random,missing=random", 24), ("4x3", "columns", 40),
         ("4x3", "rows,blank=first", 40), ("4x3", "random", 20))
# Of each seed: the options of every pack, and from which pack on there are
# lengths in MTM.
KINDS = {1: ((), None), 2: (("--gzip",), 0), 3: ((), STEPS // 2),
         4: (("--no-solutions",), None)}
# What all chains together must contain: without one of these they test less.
EVENTS = {"added", "barred", "changed", "gone", "kept", "revoked", "withdrawn",
          "back", "back with a proof", "restored", "proven when withdrawn",
          "proven when gone", "new goal", "fewer than --add", "unrated",
          "bounded", "proven", "name"}
seen = set()


def run(*args, lines=None, code=0):
    done = subprocess.run((LOYD, *args), capture_output=True, text=True,
                          input="".join(line + "\n" for line in lines or ()))
    assert done.returncode == code, (args, done.returncode, done.stderr)
    return done.stdout


def text_of(folder, name):
    name = os.path.join(folder, name)
    if os.path.exists(name):
        with open(name, encoding="utf-8", newline="") as file:
            return file.read()
    with gzip.open(name + ".gz", "rt", encoding="utf-8", newline="") as file:
        return file.read()


def table(folder, name):
    """The rows of a table with tabs, as texts without the heading."""
    return [line.split("\t") for line in text_of(folder, name).splitlines()][1:]


def objects(text):
    return [json.loads(line) for line in text.splitlines()]


# --- the catalogue ---

def make_all():
    """Everything about all puzzles, proven in both metrics."""
    for size, layout, count in PARTS:
        run("generate", size, "--layout", layout, "--count", str(count),
            "--seed", "chains", "--metric", "mtm", "--db", "all.db")
    return objects(run("find", "--db", "all.db", "--json"))


def make_catalogue(rng, file, everything, mtm):
    """The same puzzles, not proven, some with a name or a path."""
    fields = ("stm", "path") + (("mtm", "mtm_path") if mtm else ())
    lines = []
    for i, known in enumerate(everything):
        row = {name: known[name] for name in ("board", "goal", "recipe")}
        row.update((name, known[name]) for name in fields
                   if rng.random() < 0.15)
        if rng.random() < 0.1:
            row["name"] = 'No. %d, "%s" \u00b7' % (i, known["size"])
        lines.append(json.dumps(row))
    run("import", "-", "--format", "jsonl", "--db", file, lines=lines)


def rows_of(file):
    rows = objects(run("find", "--db", file, "--json"))
    return {row["puzzle_id"]: row for row in rows}


def prove(rng, file, share, metrics):
    """Proves a random share of what is not proven, and returns the rows."""
    rows = rows_of(file)
    for metric in metrics:
        ids = [i for i in sorted(rows)
               if metric not in rows[i] and rng.random() < share]
        if ids:
            run("rate", "--db", file, "--metric", metric, "--in", "-",
                lines=ids)
    return rows_of(file)


# --- what ids.tsv and goals.tsv should say ---

def by_stm(row):
    """The place of a puzzle in --order stm."""
    rank = (0, row["stm"]) if "stm" in row else (1, 0)
    return (*rank, row["puzzle_id"])


def class_of(size, goal):
    """The same for the goals of a class: they differ by a symmetry of the
    board, regardless of the labels."""
    width, height = map(int, size.split("x"))
    y, x = divmod(goal.replace("/", " ").split().index("0"), width)
    y, x = min(y, height - 1 - y), min(x, width - 1 - x)
    return min((width, height, x, y), (height, width, y, x))


def select(rng, rows, limited):
    """The options of a random selection, its ids in their order, its limit."""
    sizes = rng.sample(SIZES, rng.randint(1, len(SIZES)))
    options = ["--size", ",".join(sizes)]
    chosen = [rows[i] for i in sorted(rows) if rows[i]["size"] in sizes]
    if rng.random() < 0.7:
        ids = rng.sample(sorted(rows), rng.randint(20, len(rows) // 2))
        with open("ids", "w", encoding="utf-8") as file:
            file.writelines(i + "\n" for i in ids)
        options += ["--in", "ids"]
        chosen = [row for row in chosen if row["puzzle_id"] in ids]
    if rng.random() < 0.4:
        options += ["--order", "stm"]
        chosen.sort(key=by_stm)
    limit = len(rows)
    if limited and rng.random() < 0.4:
        limit = rng.randint(5, 60)
        options += ["--limit", str(limit)]
    return options, [row["puzzle_id"] for row in chosen], limit


class Series:
    """A series as docs/packs.md describes it: the numbers, who is in it, who
    was revoked, the goals, and the lengths that ids.tsv last had. Each pack
    sets the options of its export, its exit code and its lines of ids.tsv."""

    def __init__(self):
        self.numbers, self.lengths, self.goals = {}, {}, []
        self.live, self.barred = set(), set()
        self.options, self.code, self.lines = [], 0, []

    def first(self, rng, rows, metrics):
        self.options, ids, limit = select(rng, rows, True)
        self.describe(rows, metrics, ids[:limit], set(ids[:limit]), ())

    def delta(self, rng, rows, metrics):
        mode = rng.choice(("--add", "--grow", "--replace"))
        self.options, ids, limit = select(rng, rows, mode != "--add")
        self.options.append(mode)
        revoked = rng.sample(sorted(self.live), rng.choice((0, 1, 2, 4)))
        restored = rng.sample(sorted(self.barred),
                              min(rng.choice((0, 1, 2)), len(self.barred)))
        self.barred = self.barred.difference(restored).union(revoked)
        ids = [i for i in ids if i not in self.barred][:limit]
        live, self.code = self.live.difference(revoked), 0
        if mode == "--add":
            count = rng.randint(1, 40)
            self.options.append(str(count))
            ids = [i for i in ids if i not in self.numbers][:count]
            live.update(restored)
            if len(ids) < count:
                self.code = 1
                seen.add("fewer than --add")
        elif mode == "--replace":
            live.clear()
        live.update(ids)
        if live.intersection(restored):
            seen.add("restored")
        for name, given in (("--withdraw", revoked), ("--restore", restored)):
            if given:
                self.options += [name, ",".join(given)]
        self.describe(rows, metrics, ids, live, revoked)

    def describe(self, rows, metrics, ids, live, revoked):
        """The state in which this pack leaves the series."""
        was_live, known, self.live = self.live, set(self.numbers), live
        for i in ids:
            self.numbers.setdefault(i, len(self.numbers) + 1)
        self.lines, written = [], []
        for i, number in self.numbers.items():
            had = self.lengths.get(i, {})
            has = {name: rows[i][name] for name in metrics if name in rows[i]}
            proven = has.keys() > had.keys()
            if i in live:
                self.lengths[i] = has
                state = ("added" if i not in was_live else
                         "changed" if proven else "kept")
                if state != "kept":
                    written.append(i)
                if state == "added" and i in known:
                    seen.add("back with a proof" if proven else "back")
            else:
                # Its length is that of the last pack that had the puzzle.
                state = ("barred" if i in self.barred else "gone") \
                    if i not in was_live else \
                    "revoked" if i in revoked else "withdrawn"
                seen.update({"proven when " + state} & EVENTS if proven else ())
            seen.add(state)
            stm, *mtm = (str(self.lengths[i].get(name, ""))
                         for name in metrics)
            self.lines.append([str(number), i, stm, state, *mtm])
        for row in (rows[i] for i in sorted(written)):
            goal = row["size"], row["layout"], row["goal"]
            if goal not in self.goals:
                self.goals.append(goal)
                if was_live:
                    seen.add("new goal")

    def goal_lines(self):
        """The lines of goals.tsv."""
        classes = {}
        for i, (size, layout, goal) in enumerate(self.goals, 1):
            no = classes.setdefault(class_of(size, goal), len(classes) + 1)
            yield [str(i), str(no), size,
                   "" if layout.startswith("goal=") else layout, goal]


# --- deltas, applied to the database of the first pack ---

def insert(db, table, rows):
    for row in rows:
        db.execute("INSERT INTO %s VALUES (%s)" % (
            table, ",".join("?" * len(row))), row)


def apply_delta(file, delta_file):
    delta = sqlite3.connect(delta_file)
    goals, puzzles, withdrawn, ((version, pack_id, name, licence, since),) = (
        delta.execute(sql).fetchall() for sql in (
            "SELECT * FROM goal", "SELECT * FROM puzzle",
            "SELECT * FROM withdrawn",
            "SELECT version, pack_id, name, licence, since FROM pack"))
    delta.close()
    with sqlite3.connect(file) as db:
        assert db.execute("SELECT pack_id, name FROM pack").fetchall() == \
            [(since, name)], "%s does not continue %s" % (delta_file, file)
        db.execute("DELETE FROM goal")
        insert(db, "goal", goals)
        for number, *_ in puzzles + withdrawn:
            # A puzzle that is back is no longer withdrawn.
            db.execute("DELETE FROM puzzle WHERE number = ?", (number,))
            db.execute("DELETE FROM withdrawn WHERE number = ?", (number,))
        insert(db, "puzzle", puzzles)
        insert(db, "withdrawn", withdrawn)
        db.execute("UPDATE pack SET version = ?, pack_id = ?, licence = ?,"
                   " since = ?, digest = NULL,"
                   " puzzles = (SELECT count(*) FROM puzzle)",
                   (version, pack_id, licence, since))
    db.close()


def state_of(file):
    db = sqlite3.connect(file)
    db.row_factory = sqlite3.Row
    state = {name: [{key: row[key] for key in row.keys()
                     if row[key] is not None} for row in db.execute(sql)]
             for name, sql in (
                 ("pack", "SELECT * FROM pack"),
                 ("goals", "SELECT * FROM goal ORDER BY goal_no"),
                 ("withdrawn", "SELECT * FROM withdrawn ORDER BY number"),
                 ("puzzles", "SELECT * FROM puzzles ORDER BY number"))}
    db.close()
    return state


# --- comparison ---

def without(row, *names):
    return {name: row[name] for name in row if name not in names}


def wanted(folder, series):
    """The states that a full export with these numbers would give: of the
    database, of puzzles.json and of puzzles.csv."""
    full = folder + ".full"
    rows, cells = [], []
    for row in pack_csv.read(text_of(full, "puzzles.csv"))[1]:
        rows.append({**row, "number": series.numbers[row["puzzle_id"]]})
        seen.update({row["status"], *row} & EVENTS)
    for row in csv.DictReader(text_of(full, "puzzles.csv").splitlines()):
        number = series.numbers[row["puzzle_id"]]
        cells.append({**{key: row[key] for key in row if row[key]},
                      "number": str(number)})
    rows.sort(key=lambda row: row["number"])
    cells.sort(key=lambda row: int(row["number"]))
    goals = []
    for number, class_no, size, layout, goal in table(folder, "goals.tsv"):
        goals.append({"goal_no": int(number), "class_no": int(class_no),
                      "size": size, "layout": layout or "goal=" + goal,
                      "goal": goal})
    withdrawn = [{"number": number, "puzzle_id": i}
                 for i, number in series.numbers.items()
                 if i not in series.live]
    manifest = json.loads(text_of(folder, "manifest.json"))
    pack = {name: manifest[name]
            for name in ("version", "pack_id", "name", "licence")}
    if "since" in manifest:
        pack["since"] = manifest["since"]["pack_id"]
    database = {"pack": [{**pack, "puzzles": len(rows)}], "goals": goals,
                "withdrawn": withdrawn,
                "puzzles": [without(row, "recipe", "lower_search",
                                    "upper_search") for row in rows]}
    if "since" not in manifest:
        database["pack"][0]["digest"] = manifest["digest"]
    return {"sqlite": database,
            "json": {**database, "pack": [pack],
                     "puzzles": [without(row, "recipe") for row in rows]},
            "csv": {"puzzles": cells}}


def difference(a, b):
    """Of two rows the fields that differ, wanted and found, and the number."""
    if not (isinstance(a, dict) and isinstance(b, dict)):
        return "wanted %s, got %s" % (a, b)
    fields = ["%s %r, got %r" % (name, a.get(name), b.get(name))
              for name in {**a, **b} if a.get(name) != b.get(name)]
    return "%s: wanted %s" % (a.get("number", ""), "; ".join(fields))


def differences(title, want, got):
    """Of each part the first row that differs."""
    for part in want:
        for a, b in itertools.zip_longest(want[part], got[part]):
            if a != b:
                yield "%s, %s %s" % (title, part, difference(a, b))
                break


# --- chains ---

def make_chain(seed, everything):
    """Exports the packs of a chain, and applies the deltas to the first one.
    Yields of each pack its place, the wanted states and the faults found."""
    rng, series, app = random.Random(seed), Series(), "%d.sqlite" % seed
    db, (options, mtm_from) = "%d.db" % seed, KINDS[seed]
    os.mkdir(str(seed))
    make_catalogue(rng, db, everything, mtm_from == 0)
    for step in range(STEPS + 1):
        metrics = ["stm"]
        if mtm_from is not None and step >= mtm_from:
            metrics.append("mtm")
        rows = prove(rng, db, 0.1 if step else 0.5, metrics)
        folder = "%d/%d" % (seed, step)
        export = ["export", "--db", db, "--no-mark", *options, "--metric",
                  metrics[-1], "--out", folder]
        if step:
            series.delta(rng, rows, metrics)
            run(*export, "--since", "%d/%d" % (seed, step - 1),
                *series.options, code=series.code)
            apply_delta(app, folder + "/puzzles.sqlite")
        else:
            series.first(rng, rows, metrics)
            run(*export, *series.options)
            shutil.copy(folder + "/puzzles.sqlite", app)
        run(*export[:-1], folder + ".full", "--format", "csv", "--in",
            "-", lines=sorted(series.live))
        want = wanted(folder, series)
        faults = [
            *differences("tables", {"ids.tsv": series.lines,
                                    "goals.tsv": series.goal_lines()},
                         {name: table(folder, name)
                          for name in ("ids.tsv", "goals.tsv")}),
            *differences("sqlite, Python", want["sqlite"], state_of(app))]
        if step == STEPS:
            done = subprocess.run((LOYD, "verify", app), capture_output=True,
                                  text=True)
            faults += (done.stdout + done.stderr).splitlines() \
                if done.returncode else []
        yield folder + " " + " ".join(series.options), want, faults


def compare_node(node, states):
    """Adds the faults of pack_chains.mjs: one process applies all chains."""
    done = subprocess.run((node, MJS, *map(str, KINDS)),
                          stdout=subprocess.PIPE, text=True)
    applied = objects(done.stdout)
    for (_, want, faults), got in itertools.zip_longest(
            states, applied, fillvalue={}):
        for form in got:
            faults += differences(form + ", node", want[form], got[form])
        if not got:
            faults.append("node: not applied")


def main():
    everything = make_all()
    states = [state for seed in KINDS
              for state in make_chain(seed, everything)]
    if len(sys.argv) > 1:
        compare_node(sys.argv[1], states)
    for place, _, faults in states:
        if faults:
            print("\n  ".join([place, *faults]))
    assert seen == EVENTS, "never seen: %s" % (EVENTS - seen)
    good = sum(not faults for _, _, faults in states)
    print("%d of %d states" % (good, len(states)))


if __name__ == "__main__":
    main()
