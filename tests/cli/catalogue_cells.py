#!/usr/bin/env python3
"""Changes a catalogue cell by cell: catalogue_cells.py LOYD

In a small catalogue with rows in every table, every column of some rows gets
other values. `verify` must notice every such value but those in FREE, which says
why. What `verify` accepts must be accepted by the other commands too; these changes
are made together, since each command would run a hundred times otherwise. Of the
values that are noticed, a short run has one of each column, besides those of MORE,
and makes changes of unrelated tables together.

Works in the current folder. Prints what differs.
"""
import itertools
import json
import os
import shutil
import sqlite3
import subprocess
import sys

import games
import sample

LOYD = sys.argv[1]
IS_LONG = bool(os.environ.get("LOYD_LONG"))
SECRET = ("--secret", "key")
ESCAPE = "\x1b[31mred"
bad = 0


def fail(what):
    global bad
    bad = 1
    print(what)


# --- the catalogue ---

GOAL = ("1 2 3 4 5/6 7 8 9 10/11 12 13 14 15/16 17 18 19 20/21 22 23 24 0")
TOP = "1 2 3 4 5/6 7 8 9 10/11 12 13 14 15/16 17 18 19 20/"
IMPORTS = [
    {"board": TOP + "21 0 22 23 24", "path": "LLL"},
    {"board": TOP + "0 21 22 23 24", "path": "LLLLRL", "upper": 6, "mtm": 1,
     "name": "easy-one"},
    {"board": "1 2 3 4 0/6 7 8 9 5/11 12 13 14 10/16 17 18 19 15/"
              "21 22 23 24 20", "stm": 4},
]
WEEK = [{"title": "day-%d" % i, "size": "2x3", "stm": "5..15"}
        for i in range(7)]
WEEK[2] = {"title": "large", "size": "5x5", "mlc": "90..110"}
WEEK[6] = {"title": "sunday", "size": "2x3", "layout": "random,blank=1.1",
           "band": "hard"}
LISTS = [{"title": "low", "from": {"size": "2x3", "stm": "..12"}},
         {"title": "high", "from": {"size": "2x3", "stm": "13.."}}]
TIERS = [{"title": "low", "size": "2x3", "stm": "5..15"},
         {"title": "high", "size": "2x3", "stm": "13..21"}]


def run(*args, stdin=None):
    return subprocess.run([LOYD, *args], input=stdin, capture_output=True,
                          text=True)


def must(*args, stdin=None):
    job = run(*args, stdin=stdin)
    assert job.returncode == 0, (args, job.stdout, job.stderr)
    return job.stdout


def write(path, value):
    with open(path, "w") as file:
        file.write(value if isinstance(value, str) else json.dumps(value))
    return path


def build(db):
    must("generate", "2x3", "--count", "24", "--seed", "a", "--db", db)
    must("generate", "2x3", "--count", "4", "--layout", "random", "--seed", "d",
         "--db", db)
    must("generate", "4x4", "--count", "1", "--method", "walk:14", "--seed",
         "w", "--db", db)
    must("rate", "--metric", "mtm", "--db", db)
    must("generate", "5x5", "--count", "1", "--seed", "q", "--db", db)
    must("rate", "--effort", "quick", "--size", "5x5", "--db", db)
    must("import", "-", "--db", db, stdin="".join(
        json.dumps(dict(row, goal=GOAL)) + "\n" for row in IMPORTS))
    write("key", "07" * 32)
    os.chmod("key", 0o600)
    start = "--start", "2026-01-01", "--db", db
    must("channel", "create", "week", *start, "--schedule",
         write("week.json", {"week": WEEK}))
    must("channel", "create", "club", *start, *SECRET, "--schedule",
         write("lists.json", {"tiers": LISTS}))
    must("channel", "create", "plain", *start, "--schedule",
         write("plain.json", {"every": {"title": "p", "from": {
             "size": "2x3", "shuffle": ""}}}))
    must("channel", "revise", "club", "--db", db, *SECRET, "--from", "2026-01-05",
         "--schedule", write("tiers.json", {"tiers": TIERS}))
    must("daily", "2026-01-02", "--channel", "week", "--db", db, "--today",
         "2026-01-02")
    must("publish", "--channel", "club", *SECRET, "--db", db, "--out", "site",
         "--today", "2026-01-02", "--title", "Club",
         "--base-url", "https://club.example/a/", "--tz", "Europe/Berlin")
    must("rate", "--traits", "--db", db)
    rows = sqlite3.connect(db)
    games.put(rows, 12, 3)
    rows.close()
    must("export", "--db", db, "--out", "pack", "--size", "2x3", "--limit",
         "3", "--today", "2026-01-03", "--pack-name", "Pack")
    ids = [row.split("\t")[0]
           for row in must("find", "--db", db, "--limit", "6").splitlines()]
    must("used", "mark", *ids[4:], "--db", db, "--today", "2026-01-03",
         "--note", "a book")
    with sqlite3.connect(db) as rows:
        rows.execute("UPDATE puzzle SET estimate = 8, estimate_version = 1"
                     " WHERE upper = 6")
        sample.put_wide(rows)
    rows.execute("PRAGMA journal_mode = DELETE")
    rows.close()


# --- what is expected ---

# Which rows are changed, where one is not enough.
ROWS = {
    "goal": {"named": "layout = 'rows' AND size = '2x3'",
             "drawn": "layout IS NULL"},
    "puzzle": {"proven": "goal = 1 AND mtm IS NOT NULL",
               "drawn": "goal IN (SELECT pk FROM goal WHERE layout IS NULL)",
               "open": "upper = 6",
               "quick": "upper > 90"},
    "series": {"first": "text = '2x3/rows~g1~a'"},
    "rating": {"proven": "metric = 'stm' AND lower = upper",
               "mtm": "metric = 'mtm'",
               "open": "metric = 'stm' AND lower < upper"},
    "distribution": {"copy": "class = '3x2@0.0' AND metric = 'stm'",
                     "sample": "class = '6x3@0.0' AND measure = 'mlc'"},
    "distribution_length": {
        "copy": "distribution = (SELECT pk FROM distribution"
                " WHERE class = '3x2@0.0' AND metric = 'stm')"
                " AND length = 12",
        "sample": "distribution = (SELECT pk FROM distribution"
                  " WHERE class = '6x3@0.0' AND measure = 'mlc')"
                  " AND length = 50"},
    "trait": {"small": "row_moves > (SELECT min(row_moves) FROM trait)",
              "wide": "puzzle = (SELECT p.id FROM puzzle AS p JOIN goal AS g"
                      " ON g.pk = p.goal WHERE g.size = '4x4')"},
    "search": {"exact": "method = 'exact'", "import": "method = 'import'",
               "other": "method = 'quick 1'"},
    "channel": {"club": "name = 'club'", "plain": "name = 'plain'"},
    "schedule": {"second": "channel = 'club' AND version = 2",
                 "plain": "channel = 'plain'"},
    "schedule_row": {"club": "channel = 'club'",
                     "day": "channel = 'week' AND place = 0",
                     "sunday": "channel = 'week' AND place = 6"},
    "ledger": {"club": "channel = 'club' AND number = 2",
               "week": "channel = 'week' AND number = 2"},
    "list": {"club": "channel = 'club' AND place = 1",
             "plain": "channel = 'plain'"},
}


def options(**given):
    """The options of a site, with other values."""
    return json.dumps({"title": "", "base_url": "", "solutions": "past",
                       "hints": "yes", "zone": "UTC", "language": "en",
                       "offline": "yes", "results": "", **given})


# Values besides those of values(): valid ones of another meaning, and wrong
# ones that look valid.
MORE = {
    "goal.layout": {"snake": "snake"},
    "puzzle.estimate": {"less": 6, "odd": 7},
    "search.method": {"wide": "\u00e9" * 31},
    "rating.lower": {"least": 1},
    "band.low": {"gap": 1},
    "band.name": {"sign": "Easy!"},
    "channel.start": {"later": "2026-01-02"},
    "schedule.since": {"later": "2026-01-06", "earlier": "2025-12-31",
                       "no-day": "2026-02-30"},
    "schedule_row.size": {"small": "2x2", "form": "02x3", "large": "16x2"},
    "schedule_row.tier": {"twin": "high"},
    "schedule_row.layout": {"snake": "snake", "form": "rows,blank=last"},
    "schedule_row.band": {"sign": "Easy!"},
    "schedule_row.title": {"sign": "Low!", "twin": "high"},
    "ledger.date": {"later": "2026-01-09"},
    "pack.title": {"wide": "\u00e9" * 100},
    "volume.date": {"earlier": "2026-01-02", "no-day": "2026-02-30"},
    "volume.selection": {"empty": "{}", "array": "[]"},
    "site.options": {
        "script": options(base_url="javascript:alert(1)"),
        "address": options(base_url="https://other.example/"),
        "games": options(results="https://other.example/games"),
        "name": options(title="word"), "place": options(zone="word"),
        "shown": options(solutions="word"), "given": options(hints="word"),
        "said": options(language="fr"), "kept": options(offline="word"),
        "number": options(title=1), "none": options(title=None),
        "strange": options(more=""), "empty": "{}", "array": "[]"},
    "mark.date": {"earlier": "2026-01-02", "no-day": "2026-02-30"},
    "list.selection": {"empty": "{}", "array": "[]"},
    "distribution.source": {"seed": "3x6/rows~g1~other", "ours": "loyd"},
    "rating.path": {"form": "U2U", "one": "U1"},
    "name.name": {"slash": "a/b"},
    "trait.detour": {"minus": -1},
    "trait.first_moves": {"order": "LU", "small": "u", "twice": "UU",
                          "all": "URDL"},
    "trait.solutions": {"one": 1},
    "trait.forced": {"one": 1},
    "game.player": {"sign": "a b"},
    "difficulty.difficulty": {"digits": 12345000, "zero": 0},
    "difficulty.difficulty_error": {"digits": 12345, "minus": -1},
    "ability.ability": {"digits": 12345},
    "ability.ability_error": {"digits": 12345, "minus": -1},
}

# By column, or column and row: the values that are free, by their names in
# values() and MORE, a colon and why; `!`: free without the secret; `~`: free for
# verify, and another command may refuse it.
# Every other value is noticed, or SQLite refuses it.
FREE = {
    "puzzle.estimate of open": "less: only --solve computes it",
    "puzzle.estimate_version of open": "more: other releases may have more",
    "puzzle.estimate_version of quick": "more: other releases may have more",
    "search.method of exact": "word: programs name their own searches",
    "search.method of import": "word: programs name their own searches",
    "search.method of other": "word: programs name their own searches",
    "search.budget of other": "more: any number of nodes",
    "rating.lower of open": "least: any lower end that the laws allow",
    "rating.search": "more other: programs name their own searches",
    "rating.search of open": "other: programs name their own searches",
    "rating.lower_search": "other: programs name a search of each end",
    "channel.key_hash of club": "bit!: the secret proves it",
    "channel.key_hash of plain": "bit: without days any secret may be its own",
    "schedule.since of second": "later: the version has no days yet",
    "pack.title": "word: any text",
    "pack.licence": "word: any text",
    "volume.pk": "more: any key",
    "volume.revision": "more: packs are not in the catalogue",
    "volume.date": "earlier: any date",
    "volume.selection": "empty: says how the puzzles were chosen, for people",
    "volume.hash": "bit null: of what was written, to tell a change",
    "site.options":
        "address games name place: any addresses, any title, and each "
        "machine has zones of its own",
    "difficulty.difficulty": "other: times are not estimated again",
    "difficulty.stale": "more: any of both",
    "ability.stale": "more: any of both",
    "mark.puzzle": "other: any puzzle",
    "mark.date": "earlier: any date",
    "mark.note": "word other: any text",
    "list.selection": "other empty: says how the list was made, for people",
    "schedule_row.title": "word other sign twin: shown to players",
    "schedule_row.size": "small: days to come may have any board",
    "schedule_row.size of sunday": "",
    "schedule_row.layout": "other snake: days to come may have any board",
    "schedule_row.band": "word other: says how the range was made, for people",
    "schedule_row.low": "more: days to come may have any board",
    "schedule_row.high": "more other: days to come may have any board",
    "name.name": "word: any name",
}


# --- the changes ---

class Change:
    """A row of a table, one of its columns, and a value for it."""

    def __init__(self, table, row, key, column, is_key, kind, value):
        self.table, self.row, self.key = table, row, key
        self.column, self.is_key = column, is_key
        self.kind, self.value = kind, value

    def __str__(self):
        return "%s.%s of row %s: %s, %r" % (
            self.table, self.column, self.row, self.kind, self.value)

    def word(self):
        """How verify calls the rows of the table, or those that they are of."""
        return self.table.split("_")[0]

    def is_named(self, said, group):
        """Whether a line that is not about another change of the group names
        the row, by its table or by what its keys are."""
        words = [self.word(), *(str(key) for key in self.key.values()
                                if len(str(key)) > 3)]
        others = [other.word() for other in group if other is not self]
        return any(line.startswith("wrong\t") and
                   any(word in line for word in words) and
                   not any(line.startswith("wrong\t" + other) or
                           "table " + other in line for other in others)
                   for line in said.splitlines())

    def apply(self, db):
        """Raises IntegrityError if SQLite refuses the value."""
        done = db.execute("UPDATE %s SET %s = ? WHERE %s" % (
            self.table, self.column,
            " AND ".join(name + " = ?" for name in self.key)),
            [self.value, *self.key.values()])
        assert done.rowcount == 1, self


def values(kind, old, other):
    """The general values of a column that STRICT calls `kind`."""
    if kind == "INTEGER":
        made = {"more": 7 if old is None else old + 1, "type": "x"}
    elif kind == "TEXT":
        made = {"word": "word", "escape": ESCAPE, "type": b"\x01"}
    else:
        flipped = old[:-1] + bytes([old[-1] ^ 1]) if old else b"\x01" * 32
        made = {"bit": flipped, "type": "x"}
    if other is not None:
        made["other"] = other[0]
    return dict(made, null=None)


def changes_of(db, table):
    info = db.execute("PRAGMA table_info(%s)" % table).fetchall()
    names = [row[1] for row in info]
    keys = [row[1] for row in sorted(info, key=lambda row: row[5]) if row[5]]
    for row, where in ROWS.get(table, {"first": "1"}).items():
        cells = db.execute("SELECT * FROM %s WHERE %s ORDER BY %s" % (
            table, where, ", ".join(keys))).fetchone()
        assert cells is not None, (table, row)
        old = dict(zip(names, cells))
        key = {name: old[name] for name in keys}
        for _, name, kind, *_ in info:
            other = db.execute(
                "SELECT %s FROM %s WHERE %s IS NOT ? ORDER BY 1 DESC" % (
                    name, table, name), (old[name],)).fetchone()
            made = values(kind, old[name], other)
            made.update(MORE.get(table + "." + name, {}))
            seen = [old[name]]
            for what, value in made.items():
                if value not in seen:
                    seen.append(value)
                    yield Change(table, row, key, name, name in keys, what,
                                 value)


class File:
    """A copy of the catalogue, a.db, that is open for changes."""

    def __init__(self, ignores_checks=False, base="base.db"):
        shutil.copy(base, "a.db")
        self.db = sqlite3.connect("a.db", isolation_level=None)
        self.db.execute("PRAGMA synchronous = OFF")
        self.db.execute("PRAGMA journal_mode = MEMORY")
        self.db.execute("PRAGMA ignore_check_constraints = %d" %
                        ignores_checks)
        self.db.execute("BEGIN")
        self.triggers = self.db.execute(
            "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'"
        ).fetchall()
        for name, _ in self.triggers:
            self.db.execute("DROP TRIGGER " + name)

    def apply(self, change):
        """Returns None, or why SQLite refuses the value."""
        try:
            change.apply(self.db)
            return None
        except sqlite3.IntegrityError as error:
            return str(error)

    def refuses(self, change):
        """The same; nothing stays changed."""
        self.db.execute("SAVEPOINT before")
        why = self.apply(change)
        self.db.execute("ROLLBACK TO before")
        return why

    def close(self):
        for _, sql in self.triggers:
            self.db.execute(sql)
        self.db.execute("COMMIT")
        self.db.close()


def verify(*options):
    """The exit code, and what is printed."""
    job = run("verify", "--db", "a.db", *options)
    return job.returncode, job.stdout + job.stderr


def expected(change):
    """accepted, alone, secret or noticed, by FREE."""
    column = change.table + "." + change.column
    words = FREE.get(column + " of " + change.row,
                     FREE.get(column, "")).partition(":")[0].split()
    if change.kind in words:
        return "accepted"
    if change.kind + "~" in words:
        return "alone"
    return "secret" if change.kind + "!" in words else "noticed"


# --- what other commands say ---

def commands(db):
    """The commands that must accept a.db; the last ones change day.db."""
    (open_one,) = db.execute(
        "SELECT id FROM puzzle WHERE upper = 6").fetchone()
    secret = must("channel", "show", "club", "--db", "base.db", "--json")
    yield from (("find", "--json"), ("stats",), ("digest",), ("used", "list"),
                ("bands", "--size", "3x6"), ("show", open_one))
    for name, key in db.execute("SELECT name, key_hash FROM channel").fetchall():
        yield "channel", "show", name, "--json"
        if key is None or key.hex() in secret:
            yield ("daily", "--channel", name, "--today", "2026-01-05",
                   *(SECRET if key else ()))
    yield ("publish", "--channel", "club", *SECRET, "--out", "made", "--tz",
           "UTC", "--today", "2026-01-05")


def refusals():
    """The commands that refuse a.db, with their messages."""
    found = []
    for made in "new.db", "day.db":
        if os.path.exists(made):
            os.remove(made)
    shutil.rmtree("made", ignore_errors=True)
    shutil.copy("a.db", "day.db")
    db = sqlite3.connect("a.db")
    todo = [("merge", "a.db", "--db", "new.db")]
    for command in commands(db):
        is_day = command[0] in ("daily", "publish")
        todo.append((*command, "--db", "day.db" if is_day else "a.db"))
    db.close()
    for command in todo:
        job = run(*command)
        if job.returncode != 0:
            found.append("%s: exit code %d: %s" % (
                " ".join(command), job.returncode, job.stderr.strip()))
    return found


# --- the tests ---

def tables_of(db):
    return [name for name, in db.execute(
        "SELECT name FROM sqlite_schema WHERE type = 'table'"
        " AND name NOT LIKE 'sqlite%'")]


def all_changes():
    """The changes that SQLite stores, those that a CHECK or a type forbids, and
    how many it refuses for any reason."""
    stored, checked, typed, refused = [], [], [], 0
    file = File()
    for table in tables_of(file.db):
        for change in list(changes_of(file.db, table)):
            why = file.refuses(change)
            refused += why is not None
            if why is None:
                stored.append(change)
            elif why.startswith("CHECK"):
                checked.append(change)
            elif why.startswith(("cannot store", "NOT NULL")):
                typed.append(change)
    file.close()
    return stored, checked, typed, refused


def check_free(changes):
    """FREE has no value that does not exist."""
    used = {(change.table + "." + name, change.kind) for change in changes
            for name in (change.column, change.column + " of " + change.row)}
    for name, text in FREE.items():
        for kind in text.partition(":")[0].split():
            if (name, kind.rstrip("!~")) not in used:
                fail("%s has no value '%s'" % (name, kind))


def thin(changes):
    """Keeps each value of a column that verify notices in one row; in a short
    run, of the general ones the next of each next column."""
    kept = {}
    for change in changes:
        cell = change.table + "." + change.column
        general = kept.setdefault(cell, ({}, {}))[change.kind in
                                                  MORE.get(cell, ())]
        general.setdefault(change.kind, change)
    made = []
    for place, (general, more) in enumerate(kept.values()):
        some = list(general.values())
        if not IS_LONG and some:
            some = [some[place % len(some)]]
        made += some + list(more.values())
    return made


# What is wrong in one of these is not said of the others, and nothing that is
# wrong in the tables of days is said of these.
AREAS = [("band", "distribution", "distribution_length"),
         ("pack", "volume", "mark", "site"), ("trait", "name"),
         ("game", "difficulty", "ability")]


def unrelated(changes):
    """Groups of changes that verify names separately."""
    if IS_LONG:
        return [[change] for change in changes]
    of_area = {area: [] for area in [*AREAS, None]}
    for change in reversed(changes):  # days before puzzles
        of_area[next((area for area in AREAS if change.table in area),
                     None)].append(change)
    return [[change for change in group if change is not None]
            for group in itertools.zip_longest(*of_area.values())]


def groups(changes):
    """Groups of changes of different cells. Keys are changed last, and one of
    a row, like what decides a day's board."""
    board = "size", "layout", "low", "high"
    made = []
    for change in sorted(changes, key=lambda change: change.is_key):
        cell = change.table, change.row, (
            "" if change.is_key or (change.table == "schedule_row" and
                                    change.column in board)
            else change.column)
        group = next((group for group in made if cell not in group), None)
        if group is None:
            made.append(group := {})
        group[cell] = change
    return [list(group.values()) for group in made]


def store(*changes):
    """Stores the changes in a.db; returns those that contradict others."""
    file = File()
    left = [change for change in changes if file.apply(change) is not None]
    file.close()
    return left


def judge_accepted(reads_all):
    """What refuses a.db, which verify should accept."""
    code, said = verify()
    if code != 0:
        return ["verify: " + said]
    return refusals() if reads_all else []


def check_accepted(changes, reads_all):
    for group in groups(changes):
        while group:
            left = store(*group)
            together = judge_accepted(reads_all)
            found = []
            for change in group if together else ():  # slow, but names it
                store(change)
                found += ["%s\n  %s" % (change, what)
                          for what in judge_accepted(reads_all)]
            for what in found or together:
                fail(what)
            group = left if len(left) < len(group) else []


def check_noticed(changes, *options):
    for group in unrelated(changes):
        store(*group)
        code, said = verify(*options)
        for change in group:
            if code != 1 and not (options and code == 3):
                fail("%s\n  verify: exit code %d" % (change, code))
            elif code == 1 and not change.is_named(said, group):
                fail("%s\n  verify does not name the row: %s" % (change, said))


def check_forbidden(changes):
    """One value of each column that a CHECK forbids."""
    file = File(ignores_checks=True)
    cells = {(change.table, change.column): change for change in changes}
    for change in sorted(cells.values(), key=lambda change: change.is_key):
        file.apply(change)
    file.close()
    code, said = verify()
    for table in {change.table for change in cells.values()}:
        if "CHECK constraint failed in %s\n" % table not in said:
            fail("a forbidden value in %s: verify: exit code %d\n%s" % (
                table, code, said))


def loose(db, table):
    """Lets a table have values of any type; returns its statement."""
    (sql,) = db.execute("SELECT sql FROM sqlite_schema WHERE name = ?",
                        (table,)).fetchone()
    set_sql(db, table, sql.replace("IS NOT NULL", "NOTNULL").replace(
        " NOT NULL", "").replace("STRICT, ", "").replace(") STRICT", ")"))
    return sql


def set_sql(db, table, sql):
    db.execute("PRAGMA writable_schema = ON")
    db.execute("UPDATE sqlite_schema SET sql = ? WHERE name = ?", (sql, table))


def check_types(changes):
    """The values that only the types of some tables forbid, together: verify
    names the column of each, and find prints what it can."""
    shutil.copy("base.db", "loose.db")
    db = sqlite3.connect("loose.db", isolation_level=None)
    strict = {table: loose(db, table) for table in tables_of(db)}
    db.close()
    tables = list(strict)
    for kind, at in itertools.product(("type", "null"), range(0, len(tables), 6)):
        file = File(ignores_checks=True, base="loose.db")
        first = {(change.table, change.column): change
                 for change in reversed(changes) if change.kind == kind and
                 change.table in tables[at:at + 6] and not change.is_key}
        told = {cell: change for cell, change in first.items()
                if file.apply(change) is None}
        for table, sql in strict.items():
            set_sql(file.db, table, sql)
        file.close()
        code, said = verify()
        for cell, change in told.items():
            if "value in %s.%s\n" % cell not in said:
                fail("%s\n  verify: exit code %d\n%s" % (change, code, said))
        job = run("find", "--db", "a.db", "--json")
        if job.returncode not in (0, 3) or (
                job.returncode == 3 and "a.db: " not in job.stderr):
            fail("find after %ss: exit code %d: %s" % (
                kind, job.returncode, job.stderr))
        for text in said, job.stderr:
            if len(text) > 20000 or "out of memory" in text:
                fail("after %ss: %s" % (kind, text[:300]))


build("base.db")
store()
for options in (), SECRET:
    if verify(*options)[0] != 0:
        fail("unchanged: verify: " + verify(*options)[1])
for what in refusals():
    fail("unchanged: " + what)
stored, forbidden, typed, refused = all_changes()
check_free(stored)
by = {"accepted": [], "alone": [], "secret": [], "noticed": []}
for change in stored:
    by[expected(change)].append(change)
noticed = thin(by["noticed"])
check_accepted(by["accepted"], True)
check_accepted(by["alone"] + by["secret"], False)
check_noticed(by["secret"], *SECRET)
check_noticed(noticed)
check_forbidden(forbidden)
check_types(typed)
print("%d values noticed, %d with the secret, %d refused by SQLite, %d free" % (
    len(noticed), len(by["secret"]), refused,
    len(by["accepted"] + by["alone"])))
sys.exit(bad)
