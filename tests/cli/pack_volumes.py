#!/usr/bin/env python3
"""Six months of an app, by docs/packs.md alone: pack_volumes.py LOYD DOCS

Volume 1 has 500 puzzles, six more have 50. Three puzzles are withdrawn, a name is
corrected, the licence changes. The reader of the page reads all volumes: it shares
nothing with loyd. Works in the current folder; prints what is wrong.
"""
import json
import re
import shutil
import sqlite3
import subprocess
import sys

LOYD, DOCS = sys.argv[1:]
bad = 0


def same(what, wanted, got):
    global bad
    if wanted != got:
        bad = 1
        print("%s\n  wanted: %r\n  got:    %r" % (what, wanted, got))


def run(*args, code=0, stdin=""):
    job = subprocess.run([LOYD, *args], input=stdin, capture_output=True,
                         text=True)
    same("exit code of %s: %s" % (" ".join(args), job.stderr), code,
         job.returncode)
    return job.stdout


def export(volume, *more, out=None, db="a.db"):
    return run("export", "--db", db, "--out", out or "v%d" % volume,
               "--pack-name", "spirals", "--volume", str(volume), *more)


def manifest(folder):
    with open(folder + "/manifest.json") as file:
        return json.load(file)


def ids(folder):
    with open(folder + "/puzzles.json") as file:
        return [p["puzzle_id"] for p in json.load(file)["puzzles"]]


def sql(text, db="a.db"):
    at = sqlite3.connect(db, isolation_level=None)
    rows = at.execute(text).fetchall()
    at.close()
    return rows


block = re.search(r"```python\n(.*?)```", open(DOCS).read(), re.S)
reader = {}
exec(block[1], reader)
read_pack = reader["read_pack"]

run("generate", "3x3", "--layout", "spiral", "--seed", "v", "--count", "900",
    "--db", "a.db")
named = sql("SELECT id FROM puzzle ORDER BY id LIMIT 1")[0][0]
sql("INSERT INTO name VALUES ('%s', 'Snial')" % named)
run("export", "--db", "a.db", "--count", "2", "--out", "once")
same("without volumes", [1, 2], sorted(read_pack(["once"])))
export(1, "--count", "500", "--title", "Spirals")
first = ids("v1")
same("named", named, first[0])
for volume in range(2, 8):
    more = ["--count", "50"]
    if volume == 3:
        more += ["--withdraw", first[6]]
    if volume == 5:
        sql("UPDATE name SET name = 'Snail'")
        more += ["--withdraw", "%s,%s" % (first[499], ids("v2")[0])]
    if volume == 6:
        more += ["--licence", "CC-BY-4.0"]
    export(volume, *more)
volumes = ["v%d" % v for v in range(1, 8)]
run("verify", *volumes)
same("the name before", "Snial", read_pack(volumes)[1]["name"])
export(1, out="v1-2")
again = ["v1-2"] + volumes
found = read_pack(again)
same("not withdrawn", 797, len(found))
same("none twice", 797, len({p["puzzle_id"] for p in found.values()}))
same("numbers", set(range(1, 801)) - {7, 500, 501}, set(found))
same("the corrected name", "Snail", found[1]["name"])
same("as the catalogue has them",
     sorted(sql("SELECT number, puzzle FROM mark WHERE withdrawn = 0")),
     sorted((n, p["puzzle_id"]) for n, p in found.items()))
same("revisions", [2, 1], [manifest(v)["revision"] for v in ("v1-2", "v1")])
same("licences", ["CC-BY-4.0", "CC0-1.0", "CC-BY-4.0"],
     [manifest(v)["licence"] for v in ("v1-2", "v5", "v7")])
same("puzzles of volume 1 today", 498, manifest("v1-2")["puzzles"])
same("all withdrawn", [7, 500, 501],
     [w["number"] for w in manifest("v7")["withdrawn"]])
run("verify", "v1-2", *volumes[1:])

# Nothing new: the same bytes, into the same folder too.
shutil.copytree("v1-2", "kept")
export(1, out="v1-2")
same("the same bytes", "", subprocess.run(
    ["diff", "-r", "kept", "v1-2"], capture_output=True, text=True).stdout)
with open("v1-2/puzzles.csv", "a") as file:
    file.write("x")
export(1, out="v1-2")
same("a folder that was altered is replaced", "", subprocess.run(
    ["diff", "-r", "kept", "v1-2"], capture_output=True, text=True).stdout)

# Marks that are lost come back from the folders.
newest = ["v1-2"] + volumes[1:]
for folder in newest:
    run("import", folder, "--db", "b.db", "--unrated")
run("used", "mark", "--pack", "v7", "--db", "b.db", code=1)
for folder in newest * 2:
    run("used", "mark", "--pack", folder, "--db", "b.db")
marks = "SELECT pack, volume, number, puzzle, withdrawn FROM mark ORDER BY 3"
same("marks", sql(marks), sql(marks, "b.db"))
run("verify", "b.db")
run("import", "-", "--db", "b.db", "--unrated",
    stdin=run("find", "--db", "a.db", "--used", "no", "--json"))
export(8, "--count", "50", db="b.db")
run("verify", *(newest + ["v8"]))
same("numbers go on", (801, 850), tuple(manifest("v8")[k] for k in ("from", "to")))

# Volumes that do not belong together.
def wrong(words, *folders):
    said = run("verify", *folders, code=1)
    if words not in said:
        same("verify " + " ".join(folders), words, said)


wrong("revision 1 is in v2", "v2", "v2")
run("generate", "3x3", "--layout", "spiral", "--seed", "v", "--count", "900",
    "--db", "d.db")
export(1, "--count", "400", "--order", "-puzzle_id", out="d1", db="d.db")
export(2, "--count", "50", "--order", "puzzle_id", "--withdraw",
       ids("d1")[6], out="d2", db="d.db")
for volume in (3, 4):
    export(volume, "--count", "5", out="d%d" % volume, db="d.db")
run("export", "--db", "d.db", "--out", "o1", "--pack-name", "other",
    "--volume", "1", "--count", "5")
wrong("numbers from 401 on: those of v1 end at 500", "v1", "d2")
wrong("puzzle %s is in v1 too" % ids("d2")[0], "v1", "d2")
wrong("withdraws number 7 of volume 1: it is another puzzle in v1", "v1", "d2")
wrong("does not withdraw number 7, which d2 withdraws", "d2", "v4")
wrong("of pack spirals, and o1 of other", "o1", "v2")
export(8, "--count", "30", "--order", "-stm")
shutil.move("v8", "b8")
export(8, "--no-solutions")
run("verify", "v7", "v8")
run("used", "unmark", "--pack", "spirals", "--db", "a.db")
same("undone", [(7,)], sql("SELECT max(volume) FROM volume"))
export(8, "--count", "20", "--order", "stm", out="c8")
same("its numbers are given again", 801, manifest("c8")["from"])
run("merge", "a.db", "b.db", "--db", "c.db", code=3)
sys.exit(bad)
