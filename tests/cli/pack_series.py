"""Random series of packs, applied delta by delta as an app would, and compared
with full exports of the same selection, which know nothing of deltas.

    pack_series.py SQL FIRST LAST   apply.sql with the sqlite3 command
    pack_series.py JS FIRST LAST    apply.js with node (both are paths)

The seeds FIRST to LAST are tried. Prints the states in ids.tsv that occurred.
Environment: LOYD. Works in the current folder."""
import json
import os
import random
import shutil
import sqlite3
import subprocess
import sys

LOYD, ALL = os.environ["LOYD"], "all.db"
OTHER = ("the delta was applied already",
         "the delta does not continue the applied packs",
         "the delta belongs to another series",
         "not a delta: the first pack of a series")


def run(*args):
    done = subprocess.run(args, capture_output=True, text=True)
    assert done.returncode == 0, (args, done.stdout, done.stderr)
    return done


def make_all():
    """A catalogue of rated puzzles of several goals and classes."""
    for words in ("3x3 --seed a --count 20", "3x3 --layout snake --seed b --count 14",
                  "4x2 --layout random --seed c --count 4",
                  "2x4 --layout spiral --seed d --count 10", "4x3 --seed e --count 8"):
        run(LOYD, "generate", *words.split(), "--db", ALL)
    db = sqlite3.connect(ALL)
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    db.close()


def catalogue(name, ids, unrated):
    """A copy of the catalogue with these puzzles, some without a rating."""
    shutil.copy(ALL, name)
    db = sqlite3.connect(name)
    db.execute("CREATE TEMP TABLE wanted (id TEXT)")
    db.executemany("INSERT INTO wanted VALUES (?)", [(i,) for i in ids])
    db.execute("DELETE FROM rating WHERE puzzle NOT IN wanted")
    db.execute("DELETE FROM recipe WHERE puzzle NOT IN wanted")
    db.execute("DELETE FROM puzzle WHERE id NOT IN wanted")
    db.executemany("DELETE FROM rating WHERE puzzle = ?",
                   [(i,) for i in unrated])
    db.executemany("UPDATE puzzle SET stm = NULL WHERE id = ?",
                   [(i,) for i in unrated])
    db.commit()
    db.close()


def rows_of_sql(file):
    """{id: everything that an app knows about the puzzle}, and the numbers."""
    db = sqlite3.connect("file:%s?mode=ro" % file, uri=True)
    state = {r[0]: r[1:] for r in db.execute(
        "SELECT puzzle_id, size, layout, goal, board, stm, lower, upper,"
        " percentile, band, path FROM puzzles")}
    numbers = dict(db.execute("SELECT number, puzzle_id FROM puzzle"))
    tombs = dict(db.execute("SELECT number, puzzle_id FROM withdrawn"))
    assert db.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
    assert db.execute("SELECT puzzles FROM pack").fetchall() == [
        (len(numbers),)]
    db.close()
    return state, numbers, tombs


def rows_of_json(pack):
    goals = {g["goal_no"]: g for g in pack["goals"]}
    lengths = {(x["class_no"], x["stm"]): (x["percentile"], x["band"])
               for x in pack["lengths"]}
    state, numbers, number = {}, {}, 0
    for p in pack["puzzles"]:
        number = p.get("number", number + 1)
        g = goals[p["goal_no"]]
        numbers[number] = p["puzzle_id"]
        state[p["puzzle_id"]] = (
            g["size"], g["layout"], g["goal"], p["board"], p.get("stm"),
            p.get("lower"), p.get("upper"), p.get("path"),
            lengths[g["class_no"], p["stm"]] if "stm" in p else None)
    return state, numbers, {w["number"]: w["puzzle_id"]
                            for w in pack["withdrawn"]}


class Sql:
    """The app's copy is a database."""
    def __init__(self, script, first):
        self.script = script
        self.file = "app.sqlite"
        shutil.copy(first + "/puzzles.sqlite", self.file)

    def apply(self, delta):
        done = subprocess.run(
            ["sqlite3", self.file,
             "ATTACH '%s/puzzles.sqlite' AS delta" % delta,
             ".read " + self.script], capture_output=True, text=True)
        return done.stdout + done.stderr

    def bytes(self):
        db = sqlite3.connect(self.file)
        text = "\n".join(db.iterdump())
        db.close()
        return text

    def rows(self):
        return rows_of_sql(self.file)

    @staticmethod
    def full(folder):
        return rows_of_sql(folder + "/puzzles.sqlite")[0]


class Js:
    """The app's copy is an object; here the file that it is saved to. One node
    applies all deltas: each line that it reads names one."""
    PROGRAM = """
import { readFileSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { applyDelta } from "%s";
const read = (name) => JSON.parse(readFileSync(name, "utf8"));
for await (const name of createInterface({ input: process.stdin })) {
    const pack = read("app.json"), delta = read(name);
    const before = JSON.stringify([pack, delta]);
    let after, said = "";
    try { after = applyDelta(pack, delta); } catch (e) { said = e.message; }
    if (JSON.stringify([pack, delta]) !== before) said += " changed";
    if (after) writeFileSync("app.json", JSON.stringify(after));
    console.log(said);
}
"""
    node = None

    def __init__(self, script, first):
        if Js.node is None:
            # An ES module by name, for any version of node.
            shutil.copy(script, "apply.mjs")
            program = self.PROGRAM % os.path.abspath("apply.mjs")
            Js.node = subprocess.Popen(
                ["node", "--input-type=module", "-e", program], text=True,
                stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.file = "app.json"
        shutil.copy(first + "/puzzles.json", self.file)

    def apply(self, delta):
        Js.node.stdin.write(delta + "/puzzles.json\n")
        Js.node.stdin.flush()
        line = Js.node.stdout.readline()
        assert line != "", "node ended"
        return line.rstrip("\n")

    def bytes(self):
        return open(self.file).read()

    def rows(self):
        return rows_of_json(json.load(open(self.file)))

    @staticmethod
    def full(folder):
        return rows_of_json(json.load(open(folder + "/puzzles.json")))[0]


def refused(app, delta, words):
    before = app.bytes()
    said = app.apply(delta)
    assert words in said, (delta, said)
    assert app.bytes() == before, "%s: changed something" % delta


def series(seed, kind, script):
    rng = random.Random(seed)
    db = sqlite3.connect(ALL)
    goal_of = dict(db.execute("SELECT id, goal FROM puzzle"))
    hidden = set(rng.sample(sorted(set(goal_of.values())), 2))
    db.close()
    ids = sorted(goal_of)
    rng.shuffle(ids)
    pool = ids[:24]
    unrated = set(rng.sample(pool, 8))
    pick = lambda: {i for i in pool if goal_of[i] not in hidden and
                    rng.random() < 0.6} or {
                        i for i in pool if goal_of[i] not in hidden}
    selected = pick()
    revoked, live, names, seen = set(), set(), ["v1"], set()
    known = set(selected) # all that are in the series or were

    def export(name, chosen, *more):
        catalogue("step.db", chosen, unrated & set(chosen))
        formats = "sqlite" if kind is Sql else "json"
        run(LOYD, "export", "--db", "step.db", "--out", name, "--format",
            formats, "--no-mark", *more)

    export("v1", selected, "--shuffle", str(seed))
    app = kind(script, "v1")
    live = set(selected)
    for step in range(2, rng.randrange(4, 7)):
        name, more = "v%d" % step, ["--since", names[-1]]
        if step == 3:
            hidden.pop() # a new goal
        if step == 4:
            hidden.clear()
        unrated -= set(rng.sample(sorted(unrated), len(unrated) // 3))
        mode = rng.choice(["--grow", "--add", "--replace", "--replace"])
        selected = pick()
        if live and rng.random() < 0.5:
            taken = set(rng.sample(sorted(live), min(2, len(live))))
            more += ["--withdraw", ",".join(taken)]
        else:
            taken = set()
        back = set()
        if revoked and rng.random() < 0.5:
            back = {rng.choice(sorted(revoked))}
            more += ["--restore", ",".join(back)]
        revoked = (revoked - back) | taken
        if mode == "--add":
            # Those of the series stay, with what has been proven since.
            fresh = sorted(i for i in pool if goal_of[i] not in hidden
                           and i not in known)
            selected = (live - taken) | back
            if fresh:
                more += ["--add", str(rng.randrange(1, len(fresh) + 1))]
                export(name, selected | set(fresh), *more)
                selected |= set(fresh[:int(more[-1])])
            else:
                mode = "--replace"
        if mode != "--add":
            selected |= live if mode == "--grow" else set()
            export(name, selected, mode, *more)
        known |= selected
        run(LOYD, "verify", name)
        run(LOYD, "verify", name, "--since", names[-1])
        if step > 2:
            refused(app, names[-1], OTHER[0])
        if step > 3:
            refused(app, names[-2], OTHER[1])
        said = app.apply(name)
        assert said == "", said
        refused(app, name, OTHER[0])
        refused(app, "v1", OTHER[3])
        names.append(name)
        live = set(selected) - revoked
        if live:
            export("full", live)
            state, numbers, tombs = app.rows()
            assert state == kind.full("full"), "another state"
            shutil.rmtree("full")
        else:
            state, numbers, tombs = app.rows()
            assert state == {}
        rows = [l.rstrip("\n").split("\t") for l in open(name + "/ids.tsv")]
        is_live = lambda r: r[3] in ("added", "changed", "kept")
        assert numbers == {int(r[0]): r[1] for r in rows[1:] if is_live(r)}
        assert tombs == {int(r[0]): r[1] for r in rows[1:] if not is_live(r)}
        seen |= {r[3] for r in rows[1:]}
        assert {r[1] for r in rows[1:] if r[3] in ("revoked", "barred")} == revoked
    # A step left out, and a series of the same name that began otherwise.
    app = kind(script, "v1")
    if len(names) > 2:
        refused(app, names[2], OTHER[1])
    export("other", pool[:5], "--pack-name", "Other")
    app = kind(script, "other")
    refused(app, "v2", OTHER[2])
    for name in names + ["other"]:
        shutil.rmtree(name)
    return seen


def main():
    script, first, last = sys.argv[1:]
    kind = Sql if script.endswith(".sql") else Js
    seen = set()
    make_all()
    for seed in range(int(first), int(last) + 1):
        try:
            seen |= series(seed, kind, script)
        except AssertionError as e:
            sys.exit("seed %d: %s" % (seed, e))
    print(" ".join(sorted(seen)))


main()
