"""Alters a catalogue as SQL tools can, one value at a time, and runs commands.

    catalogue_altered.py LOYD DB [TABLE.COLUMN ...]

Every column of every table (every second one in a short run) gets values of other
types and ranges, past the constraints of the schema. Then `verify` must say that the catalogue is wrong
and where, and `find` may print no row that the original does not have, and
must fail if it prints fewer. Nothing may take the memory of a large value
more than a few times.
"""
import json
import os
import resource
import shutil
import sqlite3
import subprocess
import sys

LOYD, DB = sys.argv[1:3]
VALUES = [None, 2**62, "x", "7", b"x" * 32]
STEP, OF_COLUMNS = 5, 2
if os.environ.get("LOYD_LONG"):
    STEP = OF_COLUMNS = 1
    VALUES += [-1, 1.5, "", b"", b"7", "1 2 3/4 5 6/7 8 9"]
# What else `find` prints, if a row of the table is another puzzle's or none's.
TRAITS = {"solutions", "first_moves", "detour", "linear_conflicts",
          "inversions", "tiles_home", "turns", "forced", "row_moves"}
GAMES = {"difficulty", "difficulty_error", "games"}
OWN = {"difficulty": GAMES, "name": {"name"}, "trait": TRAITS,
       "recipe": {"recipe"}, "series": {"recipe"},
       "search": {"lower_search", "upper_search"}, "band": {"band"}}
# Values that say something else, but nothing wrong.
VALID = {
    ("goal", "pk"), ("series", "pk"), ("search", "pk"), ("distribution", "pk"),
    ("list", "pk"), ("volume", "pk"), ("game", "pk"),
}
TEXTS = {  # "x" and other words are as good as what is there
    ("mark", "note"), ("name", "name"), ("pack", "title"), ("pack", "licence"),
    ("search", "method"), ("schedule_row", "title"),
    ("schedule_row", "band"), ("search", "budget"),
    ("volume", "revision"),
}
# What the games say, which verify does not estimate again; -1 is as good.
ESTIMATES = {("ability", "ability")}
# What only the secret can prove.
HASHES = {("ledger", "nonce")}
LIMIT = 2 << 30  # bytes of memory
bad = 0


def fail(*words):
    global bad
    bad += 1
    if bad < 30:
        print(*words)


def run(*words):
    return subprocess.run([LOYD, *words], capture_output=True, text=True,
                          errors="surrogateescape")


def limit_memory():
    """Of this process and the commands: preexec_fn would copy its tables of
    pages for each. A sanitizer needs more addresses to begin at all."""
    before = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (LIMIT, before[1]))
    if subprocess.run([LOYD, "version"], capture_output=True,
                      env={**os.environ, "ASAN_OPTIONS": ""}).returncode != 0:
        resource.setrlimit(resource.RLIMIT_AS, before)


class Altered:
    """Copies in which a table has no types, constraints and triggers for a
    while."""

    def __init__(self, table):
        self.table = table
        self.open(DB)
        schema = dict(self.db.execute(
            "SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL"))
        self.triggers = [(name, sql) for name, sql in schema.items()
                         if sql.startswith("CREATE TRIGGER")]
        self.sql = schema[table]
        self.write(self.plain(self.sql))
        for name, _ in self.triggers:
            self.db.execute("DROP TRIGGER " + name)
        self.key = " AND ".join(
            f"{name} = (SELECT {name} FROM {table} ORDER BY 1 LIMIT 1)"
            for name, in self.db.execute(
                f"SELECT name FROM pragma_table_info('{table}') WHERE pk = 1"))
        self.db.close()
        os.replace("altered.db", "loose.db")

    def open(self, file=None):
        if file:
            shutil.copy(file, "altered.db")
        self.db = sqlite3.connect("altered.db", isolation_level=None)
        self.db.execute("PRAGMA synchronous = OFF")

    @staticmethod
    def plain(sql):
        words = sql.replace(" IS NOT NULL", " IS NOT-NULL")
        words = words.replace(" AS BLOB", " AS-BLOB").replace(" NOT NULL", "")
        words = words.replace(" TEXT", "").replace(" BLOB", "")
        # A key without a type is no longer the row's number.
        words = words.replace(" INTEGER PRIMARY KEY", " INTEGER-PRIMARY-KEY")
        words = words.replace(" INTEGER", " BLOB", -1)
        words = words.replace(" BLOB-PRIMARY-KEY", " INTEGER PRIMARY KEY")
        words = words.replace(" AS-BLOB", " AS BLOB")
        words = words.replace("NOT-NULL", "NOT NULL")
        return words.replace("STRICT, ", "").replace(") STRICT", ")")

    def write(self, sql):
        self.db.execute("PRAGMA writable_schema = ON")
        self.db.execute("BEGIN")
        self.db.execute("UPDATE sqlite_schema SET sql = ? WHERE name = ?",
                        (sql, self.table))
        version, = self.db.execute("PRAGMA schema_version").fetchone()
        self.db.execute(f"PRAGMA schema_version = {version + 1}")
        self.db.execute("COMMIT")
        self.db.execute("PRAGMA writable_schema = OFF")
        self.db.close()
        self.open()

    def change(self, column, value):
        """Makes altered.db; returns whether a row was changed."""
        self.open("loose.db")
        self.db.execute("PRAGMA ignore_check_constraints = ON")
        try:
            done = self.db.execute(
                f"UPDATE {self.table} SET {column} = ? WHERE {self.key} AND"
                f" {column} IS NOT ?", (value, value)).rowcount
        except sqlite3.Error:
            done = 0
        if done > 0:
            self.db.execute("BEGIN")
            for _, sql in self.triggers:
                self.db.execute(sql)
            self.db.execute("COMMIT")
            self.write(self.sql)
        self.db.close()
        return done


def entries(text):
    return [line for line in text.splitlines() if line]


def plain(line, table, column):
    """A line of JSON without what the table alone says. The columns of MTM in
    table puzzle say whether its rating is looked for."""
    return json.dumps({
        name: value for name, value in json.loads(line).items()
        if name not in OWN.get(table, ()) and
        not (table == "puzzle" and "mtm" in column and "mtm" in name)})


def judge(what, table, column, wanted):
    found = run("find", "--db", "altered.db", "--json")
    rows = [plain(line, table, column) for line in entries(found.stdout)
            if not line.startswith('{"status":"error"')]
    wanted = [plain(line, table, column) for line in wanted]
    if found.returncode == 3 and "altered.db" not in found.stderr:
        fail(what, "find:", found.stderr[:300])
    verify = run("verify", "altered.db")
    said = [line for line in verify.stdout.splitlines()
            if line.startswith("wrong\t")]
    # find prints what is stored: verify must name what is not as before.
    if rows != wanted and found.returncode != 3 and \
            verify.returncode not in (1, 3):
        fail(what, "find: exit", found.returncode, "with", len(rows), "of",
             len(wanted), "rows", str(set(rows) - set(wanted))[:500])
    if verify.returncode == 1 and not said:
        fail(what, "verify names nothing:", verify.stdout[:300])
    if verify.returncode == 3 and "altered.db: " not in verify.stderr:
        fail(what, "verify:", verify.stderr[:300])
    if verify.returncode not in (1, 3):
        return False
    for text in (found.stderr, verify.stdout, verify.stderr):
        if len(text) > 20000 or "out of memory" in text:
            fail(what, "a message of", len(text), "bytes", text[:300])
    return True


def columns():
    with sqlite3.connect(DB) as db:
        for table, in db.execute(
                "SELECT name FROM sqlite_schema WHERE type = 'table'"
                " AND name NOT LIKE 'sqlite%' ORDER BY name").fetchall():
            if db.execute(f"SELECT 1 FROM {table}").fetchone() is None:
                fail(table, "is empty")
            for name, in db.execute(
                    f"SELECT name FROM pragma_table_info('{table}')"):
                yield table, name


def main():
    limit_memory()
    wanted = entries(run("find", "--db", DB, "--json").stdout)
    chosen = set(sys.argv[3:])
    tables, altered = set(), None
    for place, (table, column) in enumerate(columns()):
        if chosen and f"{table}.{column}" not in chosen and \
                table not in chosen:
            continue
        if place % OF_COLUMNS and not chosen:
            continue
        # Of a column one value, of the next column the next one.
        for value in VALUES[place // OF_COLUMNS % STEP::STEP]:
            if altered is None or altered.table != table:
                altered = Altered(table)
            if altered.change(column, value) == 0:
                continue
            what = f"{table}.{column} = {value!r}:"
            is_bad = judge(what, table, column, wanted)
            is_good = (table, column) in VALID or (
                (table, column) in ESTIMATES and value == -1) or (
                (table, column) in HASHES and isinstance(value, bytes) and
                len(value) == 32) or (
                (table, column) in TEXTS and value is not None and
                not isinstance(value, (bytes, float)))
            if not is_bad and not is_good:
                fail(what, "verify finds nothing")
        tables.add(table)
    print(len(tables), "tables", "right" if bad == 0 else f"{bad} wrong")


main()
