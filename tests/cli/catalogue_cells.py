#!/usr/bin/env python3
"""Changes a catalogue cell by cell: catalogue_cells.py LOYD

In a small catalogue with rows in every table, every column of some rows gets
other values, one at a time. TABLES states for each column that `verify`
notices every such value, or which ones are free, and why. What `verify` accepts
must be accepted by the other commands too; these changes are made together,
since each command would run a hundred times otherwise.

Works in the current folder. Prints what differs from TABLES.
"""
import json
import os
import shutil
import sqlite3
import subprocess
import sys

import games

LOYD = sys.argv[1]
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
# `bands --sample 3x6 --count 100`, whose estimates would take seconds.
SAMPLE = "6x3@0.0", 1
MLC = ("33:1 34:1 35:1 38:1 39:2 40:5 41:1 42:5 43:1 44:3 45:5 46:4 47:1 48:6"
       " 49:2 50:5 51:9 52:4 53:11 54:8 55:3 56:5 58:2 59:6 60:4 61:1 63:1"
       " 66:1 67:1")


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


def put_sample(rows, measure, counts):
    longest = max(counts) + 1
    pk = rows.execute(
        "INSERT INTO distribution (class, metric, measure, version, total,"
        " sample, longest, source) VALUES (?, 'stm', ?, ?, 100, 100, ?,"
        " '3x6/rows~g1~sample')",
        (SAMPLE[0], measure, SAMPLE[1], longest)).lastrowid
    below = 0
    for length in range(1, longest + 1):
        n = counts.get(length, 0)
        rows.execute(
            "INSERT INTO distribution_length VALUES (?, ?, ?, ?, (SELECT name"
            " FROM band WHERE low * 200 <= 100000 * (2 * ? + ?)"
            " ORDER BY low DESC LIMIT 1))", (pk, length, n, below, below, n))
        below += n


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
        counts = {value: n for value, n in (
            map(int, part.split(":")) for part in MLC.split())}
        put_sample(rows, "mlc", counts)
        put_sample(rows, "estimate",
                   {value + 20: n for value, n in counts.items()})
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

# By table and column, or column and row: the values that are free, by their
# names in values() and MORE, a colon and why; `!`: free without the secret; `~`:
# free for verify, and another command may refuse it.
# Every other value is noticed, or SQLite refuses it.
NOTICED = ""
TABLES = {
    "goal": {
        "pk": NOTICED,
        "size": NOTICED,
        "class": NOTICED,
        "layout": NOTICED,
        "board": NOTICED,
    },
    "puzzle": {
        "id": NOTICED,
        "goal": NOTICED,
        "board": NOTICED,
        "size": NOTICED,
        "stm": NOTICED,
        "upper": NOTICED,
        "estimate": NOTICED,
        "estimate of open": "less: only --solve computes it",
        "estimate_version": NOTICED,
        "estimate_version of open": "more: other releases may have more",
        "estimate_version of quick": "more: other releases may have more",
        "mtm": NOTICED,
        "mtm_upper": NOTICED,
    },
    "series": {
        "pk": NOTICED,
        "bytes": NOTICED,
        "text": NOTICED,
    },
    "recipe": {
        "series": NOTICED,
        "number": NOTICED,
        "puzzle": NOTICED,
    },
    "search": {
        "pk": NOTICED,
        "method": NOTICED,
        "method of exact": "word: programs name their own searches",
        "method of import": "word: programs name their own searches",
        "method of other": "word: programs name their own searches",
        "budget": NOTICED,
        "budget of other": "more: any number of nodes",
    },
    "rating": {
        "puzzle": NOTICED,
        "metric": NOTICED,
        "lower": NOTICED,
        "lower of open": "least: any lower end that the laws allow",
        "upper": NOTICED,
        "path": NOTICED,
        "search": "more other: programs name their own searches",
        "search of open": "other: programs name their own searches",
        "lower_search": "other: programs name a search of each end",
    },
    "band": {
        "low": NOTICED,
        "name": NOTICED,
    },
    "channel": {
        "name": NOTICED,
        "start": NOTICED,
        "key_hash": NOTICED,
        "key_hash of club": "bit!: the secret proves it",
        "key_hash of plain": "bit: without days any secret may be its own",
        "days": NOTICED,
        "last": NOTICED,
        "head": NOTICED,
    },
    "schedule": {
        "channel": NOTICED,
        "version": NOTICED,
        "since": NOTICED,
        "since of second": "later: the version has no days yet",
        "tiers": NOTICED,
        "draw": NOTICED,
    },
    "pack": {
        "name": NOTICED,
        "title": "word: any text",
        "licence": "word: any text",
    },
    "volume": {
        "pk": "more: any key",
        "pack": NOTICED,
        "volume": NOTICED,
        "revision": "more: packs are not in the catalogue",
        "date": "earlier: any date",
        "selection": "empty: says how the puzzles were chosen, for people",
        "hash": "bit null: of what was written, to tell a change",
    },
    "site": {
        "channel": NOTICED,
        "options": "address games name place: any addresses, any title, and"
                   " each machine has zones of its own",
    },
    "trait": {
        "puzzle": NOTICED,
        "version": NOTICED,
        "solutions": NOTICED,
        "first_moves": NOTICED,
        "detour": NOTICED,
        "linear_conflicts": NOTICED,
        "inversions": NOTICED,
        "tiles_home": NOTICED,
        "turns": NOTICED,
        "forced": NOTICED,
        "row_moves": NOTICED,
    },
    "game": {
        "pk": NOTICED,
        "id": NOTICED,
        "puzzle": NOTICED,
        "player": NOTICED,
        "began": NOTICED,
        "ms": NOTICED,
        "free_ms": NOTICED,
        "stm": NOTICED,
        "solved": NOTICED,
        "record": NOTICED,
    },
    "difficulty": {
        "puzzle": NOTICED,
        "version": NOTICED,
        "difficulty": "other: times are not estimated again",
        "difficulty_error": NOTICED,
        "games": NOTICED,
        "stale": "more: any of both",
    },
    "ability": {
        "player": NOTICED,
        "version": NOTICED,
        "ability": NOTICED,
        "ability_error": NOTICED,
        "games": NOTICED,
        "stale": "more: any of both",
    },
    "mark": {
        "puzzle": "other: any puzzle",
        "pack": NOTICED,
        "volume": NOTICED,
        "number": NOTICED,
        "withdrawn": NOTICED,
        "date": "earlier: any date",
        "note": "word other: any text",
    },
    "list": {
        "pk": NOTICED,
        "channel": NOTICED,
        "version": NOTICED,
        "place": NOTICED,
        "selection": "other empty: says how the list was made, for people",
        "puzzles": NOTICED,
        "digest": NOTICED,
    },
    "list_puzzle": {
        "list": NOTICED,
        "place": NOTICED,
        "puzzle": NOTICED,
    },
    "distribution": {
        "pk": NOTICED,
        "class": NOTICED,
        "metric": NOTICED,
        "measure": NOTICED,
        "version": NOTICED,
        "total": NOTICED,
        "sample": NOTICED,
        "longest": NOTICED,
        "source": NOTICED,
    },
    "distribution_length": {
        "distribution": NOTICED,
        "length": NOTICED,
        "boards": NOTICED,
        "below": NOTICED,
        "band": NOTICED,
    },
    "schedule_row": {
        "channel": NOTICED,
        "version": NOTICED,
        "place": NOTICED,
        "tier": NOTICED,
        "title": "word other sign twin: shown to players",
        "size": "small: days to come may have any board",
        "size of sunday": NOTICED,
        "layout": "other snake: days to come may have any board",
        "band": "word other: says how the range was made, for people",
        "target": NOTICED,
        "low": "more: days to come may have any board",
        "high": "more other: days to come may have any board",
    },
    "ledger": {
        "channel": NOTICED,
        "number": NOTICED,
        "date": NOTICED,
        "tier": NOTICED,
        "version": NOTICED,
        "puzzle": NOTICED,
        "stm": NOTICED,
        "nonce": NOTICED,
        "hash": NOTICED,
    },
    "name": {
        "puzzle": NOTICED,
        "name": "word: any name",
    },
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

    def names(self):
        """How verify may name the row: by its table, which SQLite does and
        some messages too, or by what its keys are."""
        return [self.table.replace("_", " "), self.table,
                *map(str, self.key.values())]

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

    def __init__(self, ignores_checks=False):
        shutil.copy("base.db", "a.db")
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
    """accepted, secret or noticed, by TABLES."""
    table = TABLES[change.table]
    words = table.get(change.column + " of " + change.row,
                      table[change.column]).partition(":")[0].split()
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

def all_changes():
    """The changes that SQLite stores, those that a CHECK forbids, and how many
    it refuses for any reason."""
    stored, checked, refused = [], [], 0
    file = File()
    tables = [row[0] for row in file.db.execute(
        "SELECT name FROM sqlite_schema WHERE type = 'table'"
        " AND name NOT LIKE 'sqlite%'")]
    if sorted(tables) != sorted(TABLES):
        fail("TABLES has other tables than the catalogue")
    for table in tables:
        for change in list(changes_of(file.db, table)):
            why = file.refuses(change)
            refused += why is not None
            if why is None:
                stored.append(change)
            elif why.startswith("CHECK"):
                checked.append(change)
    file.close()
    return stored, checked, refused


def check_table(changes):
    """TABLES has every column, and no value that does not exist."""
    columns = {}
    db = sqlite3.connect("base.db")
    for table in TABLES:
        names = [row[1] for row in db.execute(
            "PRAGMA table_info(%s)" % table)]
        if names != [name for name in TABLES[table] if " of " not in name]:
            fail("TABLES has other columns of %s: %s" % (table, names))
        columns[table] = names
    db.close()
    used = {(change.table, name, change.kind) for change in changes
            for name in (change.column, change.column + " of " + change.row)}
    for table, rows in TABLES.items():
        for name, text in rows.items():
            for kind in text.partition(":")[0].split():
                if (table, name, kind.rstrip("!~")) not in used:
                    fail("%s.%s has no value '%s'" % (table, name, kind))


def thin(changes):
    """Keeps each value of a column that verify notices in one row."""
    kept = {}
    for change in changes:
        kept.setdefault((change.table, change.column, change.kind), change)
    return list(kept.values())


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
    for change in changes:
        store(change)
        code, said = verify(*options)
        if code != 1 and not (options and code == 3):
            fail("%s\n  verify: exit code %d" % (change, code))
        elif not any(name in said for name in change.names()):
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


build("base.db")
store()
for options in (), SECRET:
    if verify(*options)[0] != 0:
        fail("unchanged: verify: " + verify(*options)[1])
for what in refusals():
    fail("unchanged: " + what)
stored, forbidden, refused = all_changes()
check_table(stored)
by = {"accepted": [], "alone": [], "secret": [], "noticed": []}
for change in stored:
    by[expected(change)].append(change)
noticed = thin(by["noticed"])
check_accepted(by["accepted"], True)
check_accepted(by["alone"] + by["secret"], False)
check_noticed(by["secret"], *SECRET)
check_noticed(noticed)
check_forbidden(forbidden)
print("%d values noticed, %d with the secret, %d refused by SQLite, %d free" % (
    len(noticed), len(by["secret"]), refused,
    len(by["accepted"] + by["alone"])))
sys.exit(bad)
