#!/usr/bin/env python3
"""Compares `loyd used` with a model: used.py LOYD DB CHANNEL PACK ...

DB has puzzles and a ledger of CHANNEL; the packs were exported from it without
marks. Seeded random commands change the marks, some of them invalid. After
each, the uses that the command lists must be those of a model in Python,
which knows the packs from their ids.tsv and the days from the ledger's rows.
"""
import json
import random
import shutil
import sqlite3
import subprocess
import sys

LOYD, DB, CHANNEL, FOLDERS = sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4:]
ROUNDS, STEPS = 3, 20
NOTES = ["", "", "my book", "print, page 7", "\u00e9t\u00e9"]
KINDS = ["pack", "day", "hand"]
bad = 0
checks = 0


def fail(what):
    global bad
    bad = 1
    print(what)


def same(what, wanted, got):
    global checks
    checks += 1
    if wanted != got:
        fail("%s\n  wanted: %r\n  got:    %r" % (what, wanted, got))


def run(*args, stdin=""):
    job = subprocess.run([LOYD] + list(args), input=stdin.encode(),
                         capture_output=True)
    return job.returncode, job.stdout.decode(), job.stderr.decode()


class Pack:
    def __init__(self, folder):
        about = json.load(open(folder + "/manifest.json"))
        self.folder = folder
        self.id = about["pack_id"]
        self.name = about["name"]
        self.version = about["version"]
        rows = [row.rstrip("\n").split("\t")
                for row in open(folder + "/ids.tsv")][1:]
        self.states = {row[3] for row in rows}
        self.puzzles = [row[1] for row in rows
                        if row[3] in ("added", "changed")]


class Model:
    def __init__(self, db):
        rows = sqlite3.connect(db)
        self.puzzles = [row[0]
                        for row in rows.execute("SELECT id FROM puzzle")]
        self.days = rows.execute(
            "SELECT puzzle, date, channel, version, tier FROM ledger").fetchall()
        rows.close()
        self.packs = {}  # id: [pack, date, puzzles]
        self.hand = {}  # id of a puzzle: (date, note)

    def uses(self):
        uses = [(puzzle, 1, *rest) for puzzle, *rest in self.days]
        uses += [(puzzle, 2, date, note, 0, "")
                 for puzzle, (date, note) in self.hand.items()]
        for pack, date, puzzles in self.packs.values():
            uses += [(puzzle, 0, date, pack.name, pack.version, pack.id)
                     for puzzle in puzzles]
        return sorted(uses)

    def lines(self, keep=lambda use: True):
        return "".join("\t".join([use[0], KINDS[use[1]], use[2],
                                  use[3] or "-", str(use[4] or "-"),
                                  use[5] or "-"]) + "\n"
                       for use in self.uses() if keep(use))

    def mark(self, puzzle, date, note):
        """Returns whether it is new."""
        is_new = puzzle not in self.hand
        key = lambda mark: (mark[0], mark[1] == "", mark[1].encode())
        if is_new or key((date, note)) < key(self.hand[puzzle]):
            self.hand[puzzle] = (date, note)
        return is_new

    def unmark(self, puzzle):
        """Returns whether there was a mark."""
        was_marked = self.hand.pop(puzzle, None) is not None
        for pack_id, (_, _, puzzles) in list(self.packs.items()):
            if puzzle in puzzles:
                was_marked = True
                puzzles.remove(puzzle)
                if not puzzles:
                    del self.packs[pack_id]
        return was_marked


def totals(word, n, already):
    after = "marked before" if word == "marked" else "without a mark"
    return "%d puzzle%s %s%s\n" % (
        n, "" if n == 1 else "s", word,
        ", %d %s" % (already, after) if already else "")


def step(draw, model, db, packs):
    """Runs one command. Returns its words."""
    some = draw.sample(model.puzzles, draw.choice([1, 2, 7]))
    date = "2026-0%d-1%d" % (draw.randint(1, 3), draw.randint(0, 3))
    kind = draw.choice(["mark", "mark", "unmark", "unknown", "mark pack",
                        "mark pack", "unmark pack"])
    words = ["used", kind.split()[0], "--db", db]
    note = draw.choice(NOTES)
    pack = draw.choice(packs)
    days = {day[0] for day in model.days}
    wanted, stdin = "", ""

    if kind == "mark":
        words += ["--today", date] + (["--note", note] if note else [])
    elif kind == "unknown":
        words = ["used", draw.choice(["mark", "unmark"]), "--db", db]
        some.insert(draw.randint(0, len(some)), "0" * 16)
    elif kind == "mark pack":
        words += ["--pack", pack.folder, "--today", date]
    elif kind == "unmark pack":
        words += ["--pack", draw.choice([pack.folder, pack.id])]
    if "pack" not in kind and draw.random() < 0.5:
        words += some
    elif "pack" not in kind:
        words.append("-")
        stdin = "# ids\n\n" + "".join(
            id + draw.choice(["\n", "\r\n", "\tday\t2026\n"]) for id in some)

    if kind == "mark":
        new = [model.mark(id, date, note) for id in some]
        wanted = totals("marked", sum(new), len(new) - sum(new))
    elif kind == "unmark" and not days & set(some):
        were = [model.unmark(id) for id in some]
        wanted = totals("unmarked", sum(were), len(were) - sum(were))
    elif kind == "mark pack":
        row = model.packs.setdefault(pack.id, [pack, date, set()])
        row[1] = min(row[1], date)
        new = len(set(pack.puzzles) - row[2])
        row[2] |= set(pack.puzzles)
        wanted = totals("marked", new, len(pack.puzzles) - new)
    elif kind == "unmark pack" and pack.id in model.packs:
        wanted = totals("unmarked", len(model.packs.pop(pack.id)[2]), 0)

    name = " ".join(words)
    code, out, err = run(*words, stdin=stdin)
    same(name, (0 if wanted else 1, wanted, not wanted),
         (code, out, err != ""))
    return name


def compare(draw, name, model, db, packs):
    """Compares the uses that are listed with those of the model."""
    some = draw.sample(model.puzzles, 5)
    of = {id: model.lines(lambda use, id=id: use[0] == id) for id in some}
    same(name + ": all uses", (0, model.lines(), ""),
         run("used", "list", "--db", db))
    same(name + ": some uses", (0, "".join(of[id] for id in sorted(some)), ""),
         run("used", "list", "--db", db, "-", stdin="\n".join(some)))
    for pack in packs:
        is_in = lambda use: use[1] == 0 and use[5] == pack.id
        wanted = (0, model.lines(is_in)) if pack.id in model.packs else (1, "")
        same(name + ": uses in a pack", wanted,
             run("used", "list", "--db", db, "--pack", pack.id)[:2])
        if wanted[0] == 0:
            same(name + ": some uses in a pack",
                 (0, "".join(model.lines(
                     lambda use, id=id: is_in(use) and use[0] == id)
                     for id in sorted(some))),
                 run("used", "list", "--db", db, "--pack", pack.folder,
                     *some)[:2])


def compare_find(model, db):
    used = {use[0] for use in model.uses()}
    for value, wanted in (("yes", used),
                           ("no", set(model.puzzles) - used)):
        ids = [row.split("\t")[0] for row in
               run("find", "--db", db, "--used", value)[1].splitlines()]
        same("find --used " + value, sorted(wanted), ids)


def main():
    packs = [Pack(folder) for folder in FOLDERS]
    same("states", {"added", "changed", "kept"},
         set().union(*(pack.states for pack in packs)))
    digest = run("digest", "--db", DB)
    seen = set()

    for seed in range(ROUNDS):
        draw = random.Random(seed)
        db = "model.%d.db" % seed
        shutil.copy(DB, db)
        model = Model(db)
        assert model.days and {day[2] for day in model.days} == {CHANNEL}
        for number in range(STEPS):
            name = "seed %d, step %d: " % (seed, number)
            name += step(draw, model, db, packs)
            compare(draw, name, model, db, packs)
            seen |= {(use[1], use[3] != "") for use in model.uses()}
        compare_find(model, db)
        same("the digest is without marks", digest, run("digest", "--db", db))
        same("verify", 0, run("verify", db)[0])
    same("packs, days, and marks with and without a note",
         {(0, True), (1, True), (2, True), (2, False)}, seen)
    if not bad:
        print("%d checks" % checks)
    sys.exit(bad)


main()
