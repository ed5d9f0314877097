#!/usr/bin/env python3
"""Alters packs cell by cell: pack_cells.py LOYD [PART OF]

Volumes of one file of puzzles each, of every format, with and without solutions,
get other values in every field of every file, one at a time; sums, sizes and the
digest are made again, so that only other fields contradict it.
FREE names the fields that nothing contradicts, and why; any other value must be
noticed. With PART OF, only every OF-th edit is made.

Works in the current folder. Prints what is not as FREE says, and counts.
"""
import hashlib
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys

import games
import pack_csv

LOYD = sys.argv[1]
PART, OF = map(int, sys.argv[2:4]) if len(sys.argv) > 2 else (0, 1)
LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"
bad = 0


def run(*args):
    return subprocess.run([LOYD, *args], capture_output=True, text=True)


def must(*args, stdin=None):
    job = subprocess.run([LOYD, *args], input=stdin, capture_output=True,
                         text=True)
    assert job.returncode == 0, (args, job.stdout, job.stderr)


# --- packs ---

def build():
    at = "--db", "my.db"
    must("generate", "3x3", "--count", "6", "--seed", "a", *at)
    must("generate", "2x3", "--layout", "random", "--count", "3", "--seed", "r",
         *at)
    must("generate", "4x4", "--method", "walk:12", "--count", "3", "--seed", "b",
         *at)
    must("generate", "5x5", "--count", "2", "--seed", "c", *at)
    must("rate", *at)
    must("rate", "--metric", "mtm", *at)
    must("rate", "--traits", *at)
    must("import", "-", *at, stdin='{"board":"2 1 3/4 5 6/8 7 0","name":"one"}\n'
         '{"board":"1 2 3/4 5 6/0 7 8","name":"two"}\n')
    must("rate", *at)
    with sqlite3.connect("my.db") as db:
        games.put(db, 30, 3)
    db.close()
    must("export", *at, "--out", "first", "--pack-name", "Cells", "--count", "3")
    for kind, options in (("csv", ()), ("json", ()), ("sqlite", ()),
                          ("bare", ("--no-solutions",))):
        again = () if kind == "csv" else ("--volume", "2")
        must("export", *at, "--out", kind, "--format",
             "csv" if kind == "bare" else kind, "--pack-name", "Cells",
             *again, *options)
    with open("first/puzzles.csv") as file:
        gone = pack_csv.read(file.read())[1][1]["puzzle_id"]
    must("export", *at, "--out", "csv", "--format", "csv", "--pack-name", "Cells",
         "--volume", "2", "--withdraw", gone)


# What is free: a field, manifest.FIELD, or bare.FIELD in a pack without
# solutions, and why.
FREE = {
    "name": "any name that no other puzzle has",
    "lower": "an interval may begin lower; only a search shows more",
    "mtm_lower": "an interval may begin lower; only a search shows more",
    "percentile_sample": "one of the user, of a class with one puzzle",
    "band": "the name of a band that only this puzzle has",
    "mtm_band": "the name of a band that only this puzzle has",
    "difficulty": "games are not in a pack",
    "difficulty_error": "games are not in a pack",
    "games": "games are not in a pack",
    "bare.upper": "an interval may end higher or lower; nothing shows it",
    "bare.mtm_upper": "an interval may end higher or lower",
    "bare.turns": "what is counted on a path",
    "bare.first_moves": "beyond 9 cells only a search shows them",
    "manifest.title": "any title", "manifest.licence": "any licence",
    "manifest.pack": "any pack", "manifest.volume": "any volume",
    "manifest.revision": "any revision", "manifest.loyd": "any release",
    "manifest.withdrawn": "any puzzle of a volume before",
}


def fields(*parts):
    return b"".join(len(p).to_bytes(4, "little") + p for p in parts)


def blake(data):
    return hashlib.blake2b(data, digest_size=32).digest()


def id_bytes(text):
    n = 0
    for letter in text:
        n = n << 5 | LETTERS.index(letter)
    return n.to_bytes(10, "big")


def read(name):
    with open(os.path.join("a", name), encoding="utf-8", newline="") as file:
        return file.read()


def write(name, text):
    with open(os.path.join("a", name), "w", encoding="utf-8",
              newline="") as file:
        file.write(text)


def sha(name):
    with open(os.path.join("a", name), "rb") as file:
        return hashlib.sha256(file.read()).digest()


def cells(board):
    return bytes(int(label) for label in re.split("[ /]", board))


def digest(rows, has_solutions):
    """That of docs/formats.md; None: the rows have no form that has one."""
    made = []
    try:
        for row in rows:
            puzzle = id_bytes(row["puzzle_id"])
            made.append(fields(b"puzzle", puzzle, bytes(map(int, row["size"].split(
                "x"))), cells(row["goal"]), cells(row["board"])))
            for metric, path in ("stm", "path"), ("mtm", "mtm_path"):
                if has_solutions and row.get(metric) and row.get(path):
                    made.append(fields(b"proven", puzzle, metric.encode(),
                                       row[metric].to_bytes(2, "little"),
                                       row[path].encode()))
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError):
        return None
    return blake(b"".join(sorted(made)))


def seal(rows):
    """Makes digest and sums again; rows: None if only sums are."""
    m = json.loads(read("manifest.json"))
    new = digest(rows, m["solutions"]) if rows is not None else None
    if new is not None and isinstance(m["digest"], str):
        m["digest"] = new.hex()
    for file in m["files"]:
        file["sha256"] = sha(file["name"]).hex()
        file["bytes"] = os.path.getsize(os.path.join("a", file["name"]))
    write("manifest.json", json.dumps(m))
    names = sorted([file["name"] for file in m["files"]] + ["manifest.json"])
    write("SHA256SUMS", "".join("%s  %s\n" % (sha(n).hex(), n) for n in names))


# --- edits ---

def values(old, others):
    """Other values: of another row, near the old one, none."""
    made = [o for o in others if o is not None and o != old][:2]
    if isinstance(old, bool) or old is None:
        pass
    elif isinstance(old, (int, float)):
        made += [old + 1, old - 1, old * 2]
    elif isinstance(old, str):
        made += [old[:-1] + chr(ord(old[-1]) ^ 1), old + old[-1]] if old else []
        parts = re.split(r"([ /])", old)
        if len(parts) > 5:  # a board, with two labels in each other's places
            parts[0], parts[2] = parts[2], parts[0]
            made.append("".join(parts))
    if old is not None:
        made.append(None)
    seen = []
    for value in made:
        if value not in seen and value != old:
            seen.append(value)
    return seen


def of_table(rows, names):
    """Yields a name and a change for each value of a few rows."""
    wanted = sorted(set(range(0, len(rows), 5)) | {len(rows) - 1})
    for at in wanted:
        for name in names:
            old = rows[at].get(name)
            for value in values(old, [row.get(name) for row in rows[at + 1:]
                                      + rows[:at]]):
                yield at, name, old, value


def put(row, name, value):
    if value is None:
        row.pop(name, None)
    else:
        row[name] = value


def csv_edits():
    names, rows = pack_csv.read(read("puzzles.csv"))
    for at, name, old, value in of_table(rows, names):
        def change(at=at, name=name, value=value):
            changed = [dict(row) for row in rows]
            put(changed[at], name, value)
            write("puzzles.csv", pack_csv.write(names, changed))
            return changed
        yield "puzzles.csv", name, old, value, change


def compact_text(p):
    lists = [key for key in p if isinstance(p[key], list)]
    dump = lambda v: json.dumps(v, separators=(",", ":"), ensure_ascii=False)
    text = dump({k: p[k] for k in p if k not in lists})[:-1]
    for name in lists:
        text += ',"%s":[\n%s\n]' % (name, ",\n".join(map(dump, p[name])))
    return text + "}\n"


def compact_rows(p):
    goals = {(g.get("size"), g.get("layout")): g.get("goal") for g in p["goals"]}
    return [dict(row, goal=goals.get((row.get("size"), row.get("layout"))))
            for row in p["puzzles"]]


def json_edits():
    whole = json.loads(read("puzzles.json"))
    head = {k: whole[k] for k in whole if not isinstance(whole[k], list)}
    for name in head:
        for value in values(head[name], []):
            def change(name=name, value=value):
                p = dict(whole)
                put(p, name, value)
                write("puzzles.json", compact_text(p))
                return None
            yield "puzzles.json", "head." + name, head[name], value, change
    for part in "goals", "puzzles":
        names = sorted({name for row in whole[part] for name in row})
        for at, name, old, value in of_table(whole[part], names):
            def change(part=part, at=at, name=name, value=value):
                p = json.loads(json.dumps(whole))
                put(p[part][at], name, value)
                write("puzzles.json", compact_text(p))
                return compact_rows(p)
            yield "puzzles.json", name, old, value, change


def sql_edits():
    db = sqlite3.connect("a/puzzles.sqlite")
    db.row_factory = sqlite3.Row
    tables = {table: [dict(row) for row in db.execute(
        "SELECT rowid AS rowid_, * FROM %s ORDER BY 1" % table)]
              for table in ("pack", "goals", "puzzles")}
    db.close()
    for table, rows in tables.items():
        names = [name for name in rows[0] if name != "rowid_"]
        for at, name, old, value in of_table(rows, names):
            def change(table=table, row=rows[at]["rowid_"], name=name,
                       value=value):
                db = sqlite3.connect("a/puzzles.sqlite", isolation_level=None)
                db.row_factory = sqlite3.Row
                try:
                    db.execute("UPDATE %s SET %s = ? WHERE rowid = ?" % (
                        table, name), (value, row))
                    return None if table == "pack" else [
                        dict(r) for r in db.execute("SELECT * FROM puzzles"
                                                    " JOIN goals USING (size, layout)")]
                except sqlite3.IntegrityError:
                    return "refused"
                finally:
                    db.close()
            yield "puzzles.sqlite", table + "." + name, old, value, change


def manifest_edits():
    m = json.loads(read("manifest.json"))
    flat = [((key,), value) for key, value in m.items() if key != "counts"]
    flat += [(("counts", by, name), n) for by, counts in m["counts"].items()
             for name, n in counts.items()]
    flat += [(("withdrawn", 0, name), value)
             for name, value in m["withdrawn"][0].items()]
    for key, old in flat:
        if key[0] in ("files", "selection") or isinstance(old, list):
            continue
        for value in values(old, []):
            def change(key=key, value=value):
                made = json.loads(json.dumps(m))
                at = made
                for part in key[:-1]:
                    at = at[part]
                put(at, key[-1], value)
                write("manifest.json", json.dumps(made))
                return None
            yield ("manifest.json", "manifest." + (
                "withdrawn" if key[0] == "withdrawn" else ".".join(key)), old,
                value, change)


def edits(kind):
    yield from {"csv": csv_edits, "bare": csv_edits, "json": json_edits,
                "sqlite": sql_edits}[kind]()
    if kind == "csv":
        yield from manifest_edits()


def begin(kind):
    shutil.rmtree("a", ignore_errors=True)
    shutil.copytree(kind, "a")


build()
n = noticed = free = refused = 0
kinds = {}
for kind in "csv", "json", "sqlite", "bare":
    begin(kind)
    job = run("verify", "a")
    assert job.returncode == 0, job.stdout
    for file, name, old, value, change in list(edits(kind)):
        n += 1
        if n % OF != PART:
            continue
        begin(kind)
        rows = change()
        if rows == "refused":
            refused += 1
            continue
        try:
            seal(rows)
        except (KeyError, TypeError, ValueError, AttributeError, OverflowError):
            pass
        job = run("verify", "a")
        short = name.split(".")[-1] if not name.startswith("manifest") else name
        if job.returncode == 1 or (job.returncode == 3 and file == "manifest.json"):
            noticed += 1
        elif job.returncode == 0 and (short in FREE or
                                      kind + "." + short in FREE):
            free += 1
            kinds[short] = kinds.get(short, 0) + 1
        else:
            bad = 1
            print("%s: %s %s: %r, was %r: exit code %d %s" % (
                kind, file, name, value, old, job.returncode,
                job.stderr.strip()[:200]))
print("%d edits: %d noticed, %d free, %d refused" % (
    noticed + free + refused, noticed, free, refused))
if "-v" in sys.argv:
    print(kinds)
sys.exit(bad)
