"""Reads catalogues with SQL, as users do, and compares with the command.

    catalogue_sql.py same LOYD DB [CHANNEL=SECRET ...]   the views are `find --json` and
        `daily --json`, field by field, and each field and status occurs
    catalogue_sql.py later LOYD DB [CHANNEL=SECRET ...]  the same, but not all occur
    catalogue_sql.py page LOYD DB PAGE    the statements of docs/sql.md, run by the
        sqlite3 command, and by pandas where it is installed
"""
import collections
import json
import os
import re
import sqlite3
import subprocess
import sys

SYSTEM = "/usr/bin/python3"  # the first in PATH may not see Debian's packages
OBJECTS = {"lower_search", "upper_search", "mtm_lower_search",
           "mtm_upper_search"}
# What can be asked for, but is not printed of a puzzle.
ASKED = {"class", "length", "gap", "mtm_gap", "used", "used_in", "goal_pk"}
DAY = ["channel", "date", "day_no", "tier", "title", "schedule_version",
       "puzzle_id", "stm", "nonce", "hash", "head"]
bad = 0


def wrong(what, wanted, got):
    global bad
    bad += 1
    if bad < 10:
        print(f"{what}\n  wanted: {wanted!r:.800}\n  got:    {got!r:.800}")


def run(*words, stdin=""):
    done = subprocess.run(words, input=stdin, text=True, capture_output=True)
    if done.returncode != 0 or done.stderr:
        sys.exit(f"{words}: exit {done.returncode}: {done.stderr[:2000]}"
                 f"{stdin[:4000]}")
    return done.stdout


def lines(*words):
    return [json.loads(line) for line in run(*words).splitlines()]


def command(db, statement):
    """The rows that the sqlite3 command prints."""
    text = run("sqlite3", "-json", db, stdin=statement)
    return json.loads(text) if text.strip() else []


def as_json(row):
    """A row of the view `puzzles` as `find --json` prints it."""
    entry = {}
    for name, value in row.items():
        if value is None or name in ASKED:
            continue
        if name in OBJECTS:
            value = json.loads(value)
        if name == "estimated":
            assert value == 1, row
            value = True
        entry[name] = value
    return entry


def class_of(goal):
    """The class of a goal, by trying all rotations and reflections."""
    rows = [line.split() for line in goal.split("/")]
    found = []
    for _ in range(2):
        for _ in range(4):
            rows = [list(row) for row in zip(*rows[::-1])]
            w, h = len(rows[0]), len(rows)
            if w >= h:
                at = [label for row in rows for label in row].index("0")
                found.append((at, f"{w}x{h}@{at // w}.{at % w}"))
        rows = [row[::-1] for row in rows]
    return min(found)[1]


# --- the views ---

def same_puzzles(loyd, db, is_first):
    entries = lines(loyd, "find", "--db", db, "--json")
    rows = command(db, "SELECT * FROM puzzles ORDER BY puzzle_id")
    fields, seen = set(), collections.Counter()
    if len(entries) != len(rows):
        wrong("puzzles", len(entries), len(rows))
    for entry, row in zip(entries, rows):
        if entry != as_json(row):
            wrong("a puzzle", sorted(entry.items()),
                  sorted(as_json(row).items()))
        if row["class"] != class_of(row["goal"]):
            wrong("a class", class_of(row["goal"]), row["class"])
        fields |= set(entry)
        seen[entry["status"]] += 1
        seen["mtm " + entry.get("mtm_status", "none")] += 1
    # Every column has been compared, and JSON has no other field.
    columns = set(rows[0]) - ASKED
    if not is_first:
        return len(rows) if fields <= columns else sorted(fields - columns)
    if fields != columns:
        wrong("fields", sorted(columns - fields), sorted(fields - columns))
    for what in ("proven", "bounded", "unrated"):
        for metric in ("", "mtm "):
            what = what.replace("unrated", "none") if metric else what
            if not seen[metric + what]:
                wrong("no puzzle is " + metric + what, ">0", 0)
    return len(rows)


def same_days(loyd, db, secrets):
    rows = command(db, "SELECT * FROM days ORDER BY channel, date, tier")
    days = collections.defaultdict(list)
    for row in rows:
        if list(row) != DAY:
            wrong("columns of days", DAY, list(row))
        days[row["channel"], row["date"]].append(row)
    last = max(row["date"] for row in rows)
    for (channel, date), got in days.items():
        more = []
        if channel in secrets:
            more = ["--secret", secrets[channel]]
        printed = lines(loyd, "daily", date, "--db", db, "--channel", channel,
                     "--today", last, "--json", *more)
        wanted = []
        for day in printed:
            # The hash of a day beyond 16 cells has no length.
            w, h = map(int, day["size"].split("x"))
            if w * h > 16:
                day.pop("stm", None)
            wanted.append({name: day.get(name) for name in DAY})
        wanted.sort(key=lambda day: day["tier"] or "")
        if wanted != got:
            wrong(f"{channel} {date}", wanted, got)
    return len(rows)


def same(loyd, db, *secrets, is_first=True):
    secrets = dict(secret.split("=") for secret in secrets)
    print(same_puzzles(loyd, db, is_first), same_days(loyd, db, secrets))


def later(*words):
    same(*words, is_first=False)


# --- the statements of docs/sql.md ---

def expected(loyd, db):
    """Their rows, from JSON."""
    entries = lines(loyd, "find", "--db", db, "--json")
    hard = [entry for entry in entries
            if entry["size"] == "4x4" and entry.get("band") == "hard"]
    longest = sorted((entry.get("stm", 0) for entry in hard),
                     reverse=True)[:5]
    counts = collections.Counter((entry["size"], entry.get("band"))
                                 for entry in entries)
    by_id = {entry["puzzle_id"]: entry for entry in entries}
    with sqlite3.connect(db) as file:
        ledger = file.execute("SELECT date, puzzle FROM ledger WHERE"
                              " channel = 'daily'").fetchall()
    days = sorted((date, by_id[puzzle]["board"], by_id[puzzle]["path"])
                  for date, puzzle in ledger)
    assert len(longest) == 5 and len(days) > 2 and len(counts) > 9
    return longest, counts, days


def judge(who, three, wanted, loyd, db):
    longest, counts, days = wanted
    first = [tuple(row) for row in three[0]]
    hard = {entry["puzzle_id"]: entry
            for entry in lines(loyd, "find", "--db", db, "--json", "--size",
                               "4x4", "--band", "hard")}
    if [row[1] for row in first] != longest:
        wrong(who + ": lengths", longest, first)
    for id, stm, board in first:
        if (hard[id]["stm"], hard[id]["board"]) != (stm, board):
            wrong(who + ": a board", hard[id], (id, stm, board))
    second = {(size, band): n for size, band, n in three[1]}
    if second != counts:
        wrong(who + ": counts", counts, second)
    third = sorted(tuple(row) for row in three[2])
    if third != days:
        wrong(who + ": days", days, third)


def page(loyd, db, name):
    statements = re.findall(r'^\$ sqlite3 \w+\.db "(SELECT[^"]*;)"',
                            open(name).read(), re.M)
    if len(statements) != 3:
        sys.exit(f"{name} has {len(statements)} statements")
    wanted = expected(loyd, db)
    judge("sqlite3", [[list(row.values()) for row in command(db, statement)]
                      for statement in statements], wanted, loyd, db)
    try:
        import pandas
    except ImportError:
        if os.access(SYSTEM, os.X_OK) and not os.environ.get("SQL_AGAIN"):
            os.environ["SQL_AGAIN"] = "1"
            os.execv(SYSTEM, [SYSTEM] + sys.argv)
        sys.exit("python3-pandas is not installed")
    file = sqlite3.connect(f"file:{db}?mode=ro", uri=True)
    frames = [pandas.read_sql(statement, file) for statement in statements]
    judge("pandas", [[[None if value != value else value for value in row]
                      for row in frame.itertuples(index=False, name=None)]
                     for frame in frames], wanted, loyd, db)
    file.close()
    print(*(len(frame) for frame in frames))


if __name__ == "__main__":
    {"same": same, "later": later, "page": page}[sys.argv[1]](*sys.argv[2:])
    sys.exit(bad > 0)
