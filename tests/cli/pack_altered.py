#!/usr/bin/env python3
"""Alters packs and updates their manifest: all sums, the digest and the pack id
are valid, so that only the contents are wrong. Written from docs/packs.md and
docs/formats.md alone.

    pack_altered.py all OUT KIND=PACK ...  copies of each pack with the changes
                                           of a kind; prints folder, kind, name
                                           and the expected message of each
    pack_altered.py PACK OUT NAME          a copy of PACK with that change"""
import gzip
import hashlib
import itertools
import json
import os
import shutil
import sqlite3
import sys

import pack_csv

LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"
out = ""


def fields(*parts):
    return b"".join(len(p).to_bytes(4, "little") + p for p in parts)


def blake(data):
    return hashlib.blake2b(data, digest_size=32).digest()


def id_bytes(text):
    n = 0
    for letter in text:
        n = n << 5 | LETTERS.index(letter)
    return n.to_bytes(10, "big")


def id_text(data):
    n = int.from_bytes(data, "big")
    return "".join(LETTERS[n >> 5 * (15 - i) & 31] for i in range(16))


def path(name):
    return os.path.join(out, name)


def read(name):
    return open(path(name), newline="").read()


def write(name, text):
    open(path(name), "w", newline="").write(text)


def sha(name):
    return hashlib.sha256(open(path(name), "rb").read()).digest()


def manifest(change=None):
    m = json.loads(read("manifest.json"))
    if change:
        change(m)
        write("manifest.json", json.dumps(m))
    return m


def sql(*statements):
    db = sqlite3.connect(path("puzzles.sqlite"), isolation_level=None)
    for s in statements:
        db.execute(*s) if isinstance(s, tuple) else db.execute(s)
    db.close()


def ask(question):
    db = sqlite3.connect(path("puzzles.sqlite"))
    rows = db.execute(question).fetchall()
    db.close()
    return rows


def compact(change):
    """Writes puzzles.json in its format: one line per element."""
    p = json.loads(read("puzzles.json"))
    change(p)
    lists = [k for k in p if isinstance(p[k], list)]
    dump = lambda v: json.dumps(v, separators=(",", ":"), ensure_ascii=False)
    text = dump({k: p[k] for k in p if k not in lists})[:-1]
    for name in lists:
        text += ',"%s":[\n%s\n]' % (name, ",\n".join(map(dump, p[name])))
    text = text.replace("\n],", "\n],", 1)
    write("puzzles.json", text + "}\n")


def table(change):
    names, rows = pack_csv.read(read("puzzles.csv"))
    change(rows)
    write("puzzles.csv", pack_csv.write(names, rows))


def ids(change):
    rows = [l.split("\t") for l in read("ids.tsv").splitlines()]
    change(rows)
    write("ids.tsv", "".join("\t".join(r) + "\n" for r in rows))


def goals(change):
    rows = [l.split("\t") for l in read("goals.tsv").splitlines()]
    change(rows)
    write("goals.tsv", "".join("\t".join(r) + "\n" for r in rows))


def plain_ids():
    data = open(path("ids.tsv" if os.path.exists(path("ids.tsv"))
                     else "ids.tsv.gz"), "rb").read()
    return gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data


def seal():
    m = manifest()
    before = id_bytes(m["since"]["pack_id"]) if "since" in m else b""
    old, new = m["pack_id"], id_text(blake(fields(
        b"loyd pack 1", m["name"].encode(), m["version"].to_bytes(4, "little"),
        bytes.fromhex(m["digest"]), hashlib.sha256(plain_ids()).digest(),
        before))[:10])
    if old != new:
        manifest(lambda m: m.update(pack_id=new))
        if os.path.exists(path("puzzles.json")):
            write("puzzles.json", read("puzzles.json").replace(old, new, 1))
        if os.path.exists(path("puzzles.sqlite")):
            sql(("UPDATE pack SET pack_id = ?", (new,)))
    seal_files()


def seal_files():
    """Corrects the sizes and sums of files, not the digest and the pack id."""
    def sums(m):
        for f in m["files"]:
            if os.path.exists(path(f["name"])):
                f["sha256"] = sha(f["name"]).hex()
                f["bytes"] = os.path.getsize(path(f["name"]))
    manifest(sums)
    seal_sums()


def seal_sums():
    """Corrects SHA256SUMS alone."""
    names = sorted([f["name"] for f in manifest()["files"]] + ["manifest.json"])
    write("SHA256SUMS", "".join("%s  %s\n" % (sha(n).hex(), n) for n in names
                                if os.path.exists(path(n))))


def state(rows, word):
    """Returns the first number of ids.tsv in a state."""
    return next(i for i, r in enumerate(rows) if r[3] == word)


def swap(rows):
    i, k = state(rows, "kept"), state(rows, "withdrawn")
    rows[i][3], rows[k][3] = rows[k][3], rows[i][3]


def more(key, by=1):
    return lambda m: m.update({key: m[key] + by})


def moved(by):
    """Moves a count from the first name to another: the sum is unchanged."""
    def change(m):
        counts = m["counts"][by]
        first = next(iter(counts))
        counts[first] -= 1
        other = next((k for k in counts if k != first), "other")
        counts[other] = counts.get(other, 0) + 1
        if counts[first] == 0:
            del counts[first]
    return change


def gunzip(name):
    data = gzip.decompress(open(path(name), "rb").read())
    open(path(name), "wb").write(data)


def pack_gzip(name):
    data = open(path(name), "rb").read()
    open(path(name), "wb").write(gzip.compress(data))


def kept_tomb(p):
    rows = [l.split("\t") for l in read("ids.tsv").splitlines()]
    r = rows[state(rows, "kept")]
    p["withdrawn"][0] = {"number": int(r[0]), "puzzle_id": r[1]}


def swap_goals(goals):
    goals[0], goals[1] = goals[1], goals[0]
    for i, g in enumerate(goals):
        g["goal_no"] = i + 1


def two_numbers():
    """The class of the first goal gets a second number."""
    n = []

    def change(p):
        n.append(len(p["goals"]))
        p["goals"][0]["class_no"] = n[0]
    compact(change)
    goals(lambda r: r[1].__setitem__(1, str(n[0])))


def unused_goal():
    """The first pack of a series with a goal that it does not use."""
    goal = {"goal_no": 2, "size": "2x2", "layout": "rows", "goal": "1 2/3 0"}
    goals(lambda r: r.append(["2", "", "2x2", "rows", "1 2/3 0"]))
    compact(lambda p: p["goals"].append(goal))
    sql("INSERT INTO goal VALUES (2, NULL, '2x2', 'rows', '1 2/3 0')")


def many_goals():
    """A delta whose series has more goals than any list could hold once, as
    one with drawn goals has."""
    n, text = len(read("goals.tsv").splitlines()) - 1, []
    drawn = itertools.islice(itertools.permutations(range(7, 16)), 1, 100002)
    new = [(n + i, (1, 2, 3, 4, 5, 6) + p + (0,))
           for i, p in enumerate(drawn, 1)]
    for no, cells in new:
        text.append("/".join(" ".join(map(str, cells[i:i + 4]))
                             for i in range(0, 16, 4)))
    goals(lambda r: r.extend([str(g[0]), "", "4x4", "", t]
                             for g, t in zip(new, text)))
    compact(lambda p: p["goals"].extend(
        {"goal_no": g[0], "size": "4x4", "layout": "goal=" + t, "goal": t}
        for g, t in zip(new, text)))
    db = sqlite3.connect(path("puzzles.sqlite"))
    db.executemany("INSERT INTO goal VALUES (?, NULL, '4x4', ?, ?)",
                   ((g[0], "goal=" + t, t)
                    for g, t in zip(new, text)))
    db.commit()
    db.close()


def only_csv():
    def change(m):
        m["files"] = [f for f in m["files"]
                      if f["format"] in ("goals", "ids", "csv")]
    manifest(change)
    goals(lambda r: r.__delitem__(slice(2, None)))
    for name in "puzzles.json", "puzzles.sqlite":
        os.remove(path(name))


def proven(rows):
    return next(r for r in rows if r.get("band"))


def other_recipe(row):
    """Replaces the layout of the recipe."""
    row["recipe"] = "%s/spiral~%s" % (row["size"], row["recipe"].split("~", 1)[1])


def sampled(rows):
    return next(r for r in rows if "percentile_sample" in r)


def everywhere(name, value):
    """The same false value of one puzzle's length in every file."""
    stm = []

    def change(rows):
        r = next(r for r in rows if r.get("percentile") and
                 not r.get("percentile_sample") and r["size"] == "3x3")
        stm.append(r["stm"])
        for r in rows:
            if r["size"] == "3x3" and r.get("stm") == stm[0]:
                r[name] = value
    table(change)

    def lengths(p):
        class_no = next(g["class_no"] for g in p["goals"]
                        if g["size"] == "3x3")
        for x in p["lengths"]:
            if (x["class_no"], x["stm"]) == (class_no, stm[0]):
                x[name] = value
    compact(lengths)
    sql(("UPDATE puzzle SET %s = ? WHERE stm = ? AND size = '3x3'" % name,
         (value, stm[0])))


def slides(rows):
    """Returns a puzzle that is proven in MTM."""
    return next(r for r in rows if r.get("mtm"))


MTM = {"lengths": {"mtm": 99, "mtm_lower": 99, "mtm_upper": 99},
       "mtm": {"mtm": 99}, "mtm_lower": {"mtm_lower": 1},
       "mtm_upper": {"mtm_upper": 99}, "mtm_path": {"mtm_path": "U"},
       "mtm_status": {"mtm_status": "bounded"},
       "mtm_percentile": {"mtm_percentile": 1.5},
       "mtm_band": {"mtm_band": "nonsense"},
       "no mtm_path": {"mtm_path": None}, "no mtm_band": {"mtm_band": None},
       "no mtm": {k: None for k in (
           "mtm_status", "mtm", "mtm_lower", "mtm_upper", "mtm_path",
           "mtm_percentile", "mtm_band")}}


def changed(values):
    def change(rows):
        row = slides(rows)
        for name, value in values.items():
            if value is None:
                row.pop(name, None)
            elif name in row:
                row[name] = value
    return change


def selection_changes():
    """Selections that the only interval (1..19), or the puzzles of both
    metrics, contradict, and others that they do not."""
    for pack, members in (
            ("open", ({"size": ["4x4"]}, {"status": "proven"}, {"stm": "1.."},
                        {"lower": "2.."}, {"upper": "..9"},
                        {"percentile": "0.."}, {"band": ["easy"]}, {"name": "Mine"},
                        {"puzzle_id": "00".ljust(16, "0")})),
            ("mtm", ({"stm": "99"}, {"mtm": "99"}, {"stm": ["..0", "99.."]},
                     {"mtm_lower": "99.."},
                     {"mtm_band": ["mine"]}, {"mtm_percentile": "..0.001"},
                     {"path": "U9*"}))):
        for selection in members:
            yield "%s: the selection %s" % (pack, json.dumps(selection)), (
                lambda s=selection: manifest(lambda m: m.update(selection=s)),
                "not in the selection of the manifest")
    for name, selection, words in (
            ("free", {"recipe": "x", "layout": "spiral", "used": "no",
                      "in": {"count": 1, "digest": "00"}, "where": "stm > 0",
                      "later": [1]}, ""),
            ("right", {"size": "3x3", "status": "bounded", "limit": 1}, ""),
            ("of no word", {"status": "solved"},
             "manifest.json: selection: invalid status 'solved'"),
            ("of a fraction", {"size": 3.5},
             "manifest.json: selection: invalid 'size'")):
        yield "open: a selection that is %s" % name, (
            lambda s=selection: manifest(lambda m: m.update(selection=s)),
            words)
    yield "mtm: more puzzles than the limit", (
        lambda: manifest(lambda m: m["selection"].update(limit=3)),
        "manifest.json: selection: limit 3 of 5 puzzles")


def mtm_changes():
    """Each field in MTM altered in one file, as "mtm: FILE: FIELD"."""
    first = " WHERE number = (SELECT min(number) FROM puzzle WHERE mtm > 0)"
    for what, values in MTM.items():
        # The next file differs from a band that is valid.
        yield "mtm: csv: %s" % what, (
            lambda v=values: table(changed(v)),
            "puzzles.csv:")
        if not any(k in ("mtm_status", "mtm_lower", "mtm_upper")
                   for k in values) or what == "no mtm":
            yield "mtm: puzzles.json: %s" % what, (
                lambda v=values: compact(
                    lambda p: changed(v)(p["puzzles"])),
                "puzzles.json:")
        if "mtm_status" not in values or what == "no mtm":
            sets = [("UPDATE puzzle SET %s = ?%s" % (k, first), (v,))
                    for k, v in values.items() if k != "mtm_status"]
            yield "mtm: SQL: %s" % what, (lambda s=sets: sql(*s),
                                          "puzzles.sqlite:")
    yield "mtm: SQL: a band that is a BLOB", (
        lambda: sql("UPDATE puzzle SET mtm_band = x'65'" + first),
        "mtm_band: invalid value")
    yield "mtm: the manifest: STM only", (
        lambda: manifest(lambda m: m.pop("metrics")), "ids.tsv: ")
    yield "mtm: ids.tsv: another length", (
        lambda: ids(lambda r: r[1].__setitem__(4, "99")),
        "length in MTM differs from ids.tsv")
    yield "mtm: ids.tsv: no lengths", (
        lambda: ids(lambda r: [x.pop() for x in r]),
        "ids.tsv: unexpected heading")


CHANGES = {
    # name of the change: (change, expected message)
    "nothing": (lambda: None, ""),
    "goals.tsv: 100,001 goals more": (lambda: many_goals(), ""),
    "the manifest: another format": (
        lambda: manifest(lambda m: m.update(format_version=1)),
        "manifest.json: unknown format version 1: expected 2"),
    "puzzles.json: another format": (
        lambda: compact(lambda p: p.update(format_version=1)),
        "puzzles.json: unknown format version 1: expected 2"),
    "SQL: another format": (
        lambda: sql("PRAGMA user_version = 2"),
        "puzzles.sqlite: unknown schema version 2: expected 3"),
    "CSV: a recipe of another size": (
        lambda: table(lambda r: proven(r).update(recipe="3x4/rows~g1~x~1")),
        "recipe '3x4/rows~g1~x~1' does not draw puzzle "),
    "CSV: a recipe of another goal": (
        lambda: table(lambda r: other_recipe(proven(r))),
        "/spiral~g1~"),
    "puzzles.json: a false tombstone": (
        lambda: compact(kept_tomb), "puzzles.json: tombstone"),
    "puzzles.json: a tombstone less": (
        lambda: compact(lambda p: p["withdrawn"].pop()),
        "puzzles.json: "),
    "puzzles.json: a tombstone with another id": (
        lambda: compact(lambda p: p["withdrawn"][0].update(
            puzzle_id="0000000000000000")), "puzzles.json: tombstone"),
    "SQL: a tombstone with another id": (
        lambda: sql("UPDATE withdrawn SET puzzle_id = "
                    "'0000000000000000' WHERE "
                    "number = (SELECT min(number) FROM withdrawn)"),
        "puzzles.sqlite: tombstone"),
    "SQL: a tombstone less": (
        lambda: sql("DELETE FROM withdrawn WHERE number = "
                    "(SELECT max(number) FROM withdrawn)"),
        "puzzles.sqlite: "),
    "SQL: no tombstones": (
        lambda: sql("DELETE FROM withdrawn"), "puzzles.sqlite: 0 tombstones: the manifest lists"),
    "one more withdrawn": (
        lambda: manifest(more("withdrawn")), "manifest.json: withdrawn is "),
    "one less withdrawn": (
        lambda: manifest(more("withdrawn", -1)),
        "manifest.json: withdrawn is "),
    "one more added": (
        lambda: manifest(more("added")), "manifest.json: added is "),
    "one more changed": (
        lambda: manifest(more("changed")), "manifest.json: changed is "),
    "another version before": (
        lambda: manifest(lambda m: m["since"].update(version=7)),
        "version 2 does not follow version 7 of the previous pack"),
    "kept and withdrawn swapped": (
        lambda: ids(swap), "tombstone"),
    "puzzles.json: another layout": (
        lambda: compact(lambda p: p["goals"][0].update(layout="spiral")),
        "puzzles.json: goal 1 does not match goals.tsv"),
    "puzzles.json: another name of that layout": (
        lambda: compact(lambda p: p["goals"][0].update(
            layout="goal=" + p["goals"][0]["goal"])),
        "puzzles.json: goal 1 does not match goals.tsv"),
    "puzzles.json: goals in another order": (
        lambda: compact(lambda p: swap_goals(p["goals"])),
        "puzzles.json: goal 1 does not match goals.tsv"),
    "puzzles.json: another class": (
        lambda: compact(lambda p: p["goals"][0].update(class_no=2)),
        "puzzles.json: goal 1 does not match goals.tsv"),
    "puzzles.json: a goal less": (
        lambda: compact(lambda p: p["goals"].pop()),
        "goals: goals.tsv lists"),
    "puzzles.json: a goal of another size": (
        lambda: compact(lambda p: p["goals"][0].update(size="3x2")),
        "puzzles.json: goal 1 does not match goals.tsv"),
    "puzzles.json: another pack before": (
        lambda: compact(lambda p: p.update(since="0000000000000000")),
        "puzzles.json: previous pack does not match the manifest"),
    "puzzles.json: no pack before": (
        lambda: compact(lambda p: p.pop("since")),
        "puzzles.json: previous pack does not match the manifest"),
    "SQL: another name of that layout": (
        lambda: sql("UPDATE goal SET layout = 'goal=1 2 3/4 5 6/7 8 0' "
                    "WHERE layout = 'rows' AND size = '3x3'"),
        "puzzles.sqlite: goal "),
    "SQL: a goal more": (
        lambda: sql("INSERT INTO goal SELECT max(goal_no) + 1, NULL, '2x2', "
                    "'rows', '1 2/3 0' FROM goal"),
        "goals: goals.tsv lists"),
    "SQL: a goal of another number": (
        lambda: sql("UPDATE goal SET goal_no = 99 WHERE goal_no = "
                    "(SELECT max(goal_no) FROM goal)"),
        "goals are not numbered 1, 2, 3, ..."),
    "SQL: an id in capitals": (
        lambda: sql("UPDATE withdrawn SET puzzle_id = upper(puzzle_id)"),
        "invalid puzzle_id"),
    "SQL: another class": (
        lambda: sql("UPDATE goal SET class_no = NULL WHERE goal_no = 1"),
        "puzzles.sqlite: goal 1 does not match goals.tsv"),
    "SQL: a goal of another size": (
        lambda: sql("UPDATE goal SET size = '2x3' WHERE goal_no = 1"),
        "puzzles.sqlite: goal 1 does not match goals.tsv"),
    "SQL: a puzzle of another size": (
        lambda: sql("UPDATE puzzle SET size = '2x3' WHERE size = '3x3'"),
        "size is 2x3, in puzzles.csv 3x3"),
    "SQL: another sample": (
        lambda: sql("UPDATE puzzle SET percentile_sample = 7"),
        "percentile_sample is "),
    "goals.tsv: a goal more": (
        lambda: goals(lambda r: r.append(
            [str(len(r)), "", "2x2", "rows", "1 2/3 0"])),
        "goals: goals.tsv lists"),
    "goals.tsv: none": (
        lambda: (manifest(lambda m: m["files"].pop(0)),
                 os.remove(path("goals.tsv"))),
        "manifest.json: does not list goals.tsv"),
    "goals.tsv: listed twice": (
        lambda: manifest(lambda m: m["files"][1].update(format="goals")),
        "manifest.json: lists goals.tsv twice"),
    "goals.tsv: another heading": (
        lambda: goals(lambda r: r[0].__setitem__(0, "number")),
        "goals.tsv: unexpected heading"),
    "goals.tsv: empty": (
        lambda: write("goals.tsv", ""), "goals.tsv: truncated or damaged"),
    "goals.tsv: no end": (
        lambda: write("goals.tsv", read("goals.tsv")[:-1]),
        ": expected goal_no, class_no, size, layout and goal"),
    "goals.tsv: a column less": (
        lambda: goals(lambda r: r[2].pop()),
        "goals.tsv:3: expected goal_no, class_no, size, layout and goal"),
    "goals.tsv: a column more": (
        lambda: goals(lambda r: r[2].append("")), "goals.tsv:3: "),
    "goals.tsv: a leading zero": (
        lambda: goals(lambda r: r[2].__setitem__(0, "02")),
        "goals.tsv:3: expected goal_no"),
    "goals.tsv: another number": (
        lambda: goals(lambda r: r[2].__setitem__(0, "7")),
        "goals.tsv:3: goal 7: goals are not numbered 1, 2, 3, ..."),
    "goals.tsv: a number beyond 32 bits": (
        lambda: goals(lambda r: r[1].__setitem__(0, str(2 ** 32 + 1))),
        "goals.tsv:2: expected goal_no"),
    "goals.tsv: class 0": (
        lambda: goals(lambda r: r[1].__setitem__(1, "0")),
        "goals.tsv:2: expected goal_no"),
    "goals.tsv: a class beyond the goals": (
        lambda: goals(lambda r: r[1].__setitem__(1, "99")),
        "goals.tsv: class_no does not match the boards"),
    "goals.tsv: another size": (
        lambda: goals(lambda r: r[1].__setitem__(2, "9x1")),
        "goals.tsv:2: expected goal_no"),
    "goals.tsv: another layout": (
        lambda: goals(lambda r: r[1].__setitem__(3, "spiral")),
        "goals.tsv:2: goal 1: cells do not match the layout"),
    "goals.tsv: another name of that layout": (
        lambda: goals(lambda r: r[1].__setitem__(3, "goal=" + r[1][4])),
        "goals.tsv:2: expected goal_no"),
    "goals.tsv: no layout": (
        lambda: goals(lambda r: r[1].__setitem__(3, "")),
        "goal 1 does not match goals.tsv"),
    "goals.tsv: an invalid board": (
        lambda: goals(lambda r: r[1].__setitem__(4, "1 1/2 0")),
        "goals.tsv:2: "),
    "goals.tsv: another form of the board": (
        lambda: goals(lambda r: r[1].__setitem__(
            4, r[1][4].replace(" ", "  ", 1))), "goals.tsv:2: "),
    "goals.tsv: a goal twice": (
        lambda: goals(lambda r: r.append([str(len(r))] + r[1][1:])),
        ": appears twice"),
    "goals.tsv: a class of two boards": (
        lambda: goals(lambda r: [x.__setitem__(1, "1") for x in r[1:]]),
        "goals.tsv: class_no does not match the boards"),
    "goals.tsv that is compressed": (
        lambda: pack_gzip("goals.tsv"), "goals.tsv: compressed"),
    "gzip: goals.tsv that is not": (
        lambda: gunzip("goals.tsv.gz"), "goals.tsv.gz: not compressed"),
    "everywhere: a class of two numbers": (
        lambda: two_numbers(), "class_no does not match the boards"),
    "open: a goal of no puzzle": (
        lambda: unused_goal(), "goal 2 is the goal of no puzzle"),
    "CSV alone: a goal that is not listed": (
        lambda: only_csv(), "goal is not in goals.tsv"),
    "SQL: another layout": (
        lambda: sql("UPDATE goal SET layout = 'spiral' WHERE goal_no = 1"),
        "puzzles.sqlite: goal 1 does not match goals.tsv"),
    "SQL: no layout": (
        lambda: sql("UPDATE goal SET layout = '' WHERE goal_no = 1"),
        "puzzles.sqlite: goal 1 does not match goals.tsv"),
    "puzzles.json: another name": (
        lambda: compact(lambda p: p.update(name="Mine")),
        "puzzles.json: name does not match the manifest"),
    "SQL: another name": (
        lambda: sql("UPDATE pack SET name = 'Mine'"),
        "puzzles.sqlite: name does not match the manifest"),
    "puzzles.json: another licence": (
        lambda: compact(lambda p: p.update(licence="all rights reserved")),
        "puzzles.json: licence does not match the manifest"),
    "SQL: another licence": (
        lambda: sql("UPDATE pack SET licence = 'all rights reserved'"),
        "puzzles.sqlite: licence does not match the manifest"),
    "the manifest: another licence": (
        lambda: manifest(lambda m: m.update(licence="all rights reserved")),
        "licence does not match the manifest"),
    "SQL: another pack before": (
        lambda: sql("UPDATE pack SET since = '0000000000000000'"),
        "puzzles.sqlite: previous pack does not match the manifest"),
    "SQL: no pack before": (
        lambda: sql("UPDATE pack SET since = NULL"),
        "puzzles.sqlite: previous pack does not match the manifest"),
    "puzzles.json: no lengths": (
        lambda: compact(lambda p: p.update(lengths=[])),
        "percentile is none, in puzzles.csv "),
    "puzzles.json: a length less": (
        lambda: compact(lambda p: p["lengths"].pop()),
        "percentile is none, in puzzles.csv "),
    "puzzles.json: another percentile": (
        lambda: compact(lambda p: p["lengths"][0].update(percentile=50)),
        "percentile is 50.0, in puzzles.csv "),
    "puzzles.json: another band": (
        lambda: compact(lambda p: p["lengths"][-1].update(band="nonsense")),
        "band is nonsense, in puzzles.csv "),
    "puzzles.json: goals of no class": (
        lambda: compact(lambda p: p["goals"][0].pop("class_no")),
        "puzzles.json: goal 1 does not match goals.tsv"),
    "CSV: a band": (
        lambda: table(lambda r: proven(r).update(band="nonsense")),
        "percentile, band or sample is not that of another board"),
    "CSV: CR LF": (
        lambda: write("puzzles.csv", read("puzzles.csv").replace("\n", "\r\n")),
        "puzzles.csv:2: the line ends with a carriage return"),
    "CSV: one CR LF": (
        lambda: write("puzzles.csv", "\r\n".join(
            read("puzzles.csv").rsplit("\n", 1))),
        "the line ends with a carriage return"),
    "puzzles.json: CR LF": (
        lambda: write("puzzles.json", "\r\n".join(
            read("puzzles.json").rsplit("\n", 2))),
        "the line ends with a carriage return"),
    "CSV: no band": (
        lambda: table(lambda r: proven(r).pop("band")),
        "percentile without a band"),
    "the manifest: a format that is not known": (
        lambda: manifest(lambda m: m["files"][-1].update(format="later")),
        "puzzles.sqlite: unknown format"),
    "CSV: a percentile": (
        lambda: table(lambda r: proven(r).update(percentile=1.5)),
        "percentile is not that of the length"),
    "CSV: a percentile that is text": (
        lambda: table(lambda r: proven(r).update(percentile="x")),
        "percentile: invalid value 'x': expected 0..100"),
    "SQL: a band": (
        lambda: sql("UPDATE puzzle SET band = 'nonsense'"),
        "band is nonsense, in puzzles.csv "),
    "SQL: a band that is a BLOB": (
        lambda: sql("UPDATE puzzle SET band = x'65617379'"),
        "band: invalid value"),
    "SQL: a band that is a number": (
        lambda: sql("PRAGMA writable_schema = ON", "UPDATE sqlite_schema SET "
                    "sql = replace(sql, 'band TEXT', 'band BLOB') WHERE "
                    "name = 'puzzle'"), "puzzles.sqlite: unexpected schema"),
    "SQL: a percentile that is text": (
        lambda: sql("UPDATE puzzle SET percentile = 'x'"),
        "percentile: invalid value 'x'"),
    "SQL: a percentile of four decimals": (
        lambda: sql("UPDATE puzzle SET percentile = percentile + 0.0004"),
        "percentile: invalid value"),
    "SQL: another percentile": (
        lambda: sql("UPDATE puzzle SET percentile = percentile + 1"),
        "percentile is "),
    "SQL: WAL mode": (
        lambda: sql("PRAGMA journal_mode = WAL"), "in WAL mode"),
    "SQL: other pages": (
        lambda: sql("PRAGMA page_size = 8192", "VACUUM"),
        "wrong page size: expected 4096 bytes"),
    "CSV: another sample": (
        lambda: table(lambda r: sampled(r).update(percentile_sample=7)),
        "percentile_sample is "),
    "CSV: no sample": (
        lambda: table(lambda r: sampled(r).pop("percentile_sample")),
        "percentile_sample is "),
    "CSV: a sample of an exact percentile": (
        lambda: table(lambda r: next(
            x for x in r if "percentile" in x and
            "percentile_sample" not in x).update(percentile_sample=7)),
        "percentile_sample is "),
    "puzzles.json: another sample": (
        lambda: compact(lambda p: next(
            x for x in p["lengths"] if "percentile_sample" in x).update(
                percentile_sample=7)),
        "percentile_sample is "),
    "everywhere: another percentile": (
        lambda: everywhere("percentile", 50),
        "percentile is not that of the length"),
    "everywhere: an invalid band": (
        lambda: everywhere("band", "N o"), "invalid band name"),
    "everywhere: an easy band among hard ones": (
        lambda: everywhere("band", "easy"),
        "overlap"),
    "a generator that is not known": (
        lambda: manifest(lambda m: m.update(generators=["g1", "h7"])),
        "manifest.json: unknown generator 'h7'"),
    "no generator": (
        lambda: manifest(lambda m: m.update(generators=[])),
        "generators are not those of the recipes in puzzles.csv"),
    "a generator twice": (
        lambda: manifest(lambda m: m.update(generators=["g1", "g1"])),
        "manifest.json: generators are not those of the recipes in puzzles.csv"),
    "CSV: a recipe of an unknown generator": (
        lambda: table(lambda r: r[0].update(recipe=r[0]["recipe"].replace(
            "~g1", "~h7", 1))), "invalid recipe '5x2/rows~h7~"),
    "CSV: a recipe that is not one": (
        lambda: table(lambda r: r[0].update(recipe="x")),
        "puzzles.csv:2: recipe: "),
    "the manifest: no selection": (
        lambda: manifest(lambda m: m.pop("selection")),
        "manifest.json: selection: expected an object"),
    "ids.tsv: withdrawn is gone": (
        lambda: ids(lambda r: [x.__setitem__(3, "gone") for x in r
                               if x[3] == "withdrawn"]),
        "puzzles withdrawn before the first delta"),
    "ids.tsv: withdrawn is revoked": (
        lambda: ids(lambda r: [x.__setitem__(3, "revoked") for x in r
                               if x[3] == "withdrawn"]), ""),
    "other counts by size": (
        lambda: manifest(moved("size")), "counts by size do not match"),
    "other counts by layout": (
        lambda: manifest(moved("layout")),
        "counts by layout do not match"),
    "other counts by band": (
        lambda: manifest(moved("band")), "counts by band do not match"),
    "other counts by status": (
        lambda: manifest(moved("status")),
        "counts by status do not match"),
    "a name of two directions": (
        lambda: manifest(lambda m: m.update(name="abc\u202egpj.exe")),
        "manifest.json: invalid name"),
    # of compressed packs
    "gzip: CSV that is not": (
        lambda: gunzip("puzzles.csv.gz"),
        "puzzles.csv.gz: not compressed"),
    "gzip: puzzles.json that is not": (
        lambda: gunzip("puzzles.json.gz"),
        "puzzles.json.gz: not compressed"),
    "gzip: ids.tsv that is not": (
        lambda: gunzip("ids.tsv.gz"), "ids.tsv.gz: not compressed"),
    "CSV that is compressed": (
        lambda: pack_gzip("puzzles.csv"), "puzzles.csv: compressed"),
    "ids.tsv that is compressed": (
        lambda: pack_gzip("ids.tsv"), "ids.tsv: compressed"),
    **dict(mtm_changes()), **dict(selection_changes()),
}


# --- packs of 70 puzzles, of which sums are right but not the rest ---


def edit(name, *pairs):
    """Replaces the first of each text in a file."""
    text = read(name)
    for old, new in zip(pairs[::2], pairs[1::2]):
        text = text.replace(old, new, 1)
    write(name, text)


def row(at, **values):
    """Sets members of a row of puzzles.csv; None removes one."""
    def change(rows):
        for name, value in values.items():
            if value is None:
                del rows[at][name]
            else:
                rows[at][name] = value(rows) if callable(value) else value
    table(change)


def longer(rows):
    return rows[3]["upper"] + 2


def swapped(rows):
    """The board with its first two tiles exchanged: of the other parity."""
    cells = [r.split() for r in rows[3]["board"].split("/")]
    (a, b), (c, d) = [(y, x) for y, r in enumerate(cells)
                      for x, c in enumerate(r) if c != "0"][:2]
    cells[a][b], cells[c][d] = cells[c][d], cells[a][b]
    return "/".join(map(" ".join, cells))


def of_manifest(**members):
    manifest(lambda m: m.update(members))


def listed(**members):
    manifest(lambda m: m["files"][2].update(members))


def flip(name, at):
    data = bytearray(open(path(name), "rb").read())
    data[at % len(data)] ^= 1
    open(path(name), "wb").write(data)


UNSEALED = {
    "a bit": lambda: flip("puzzles.csv", 1000),
    "a bit of a sum": lambda: flip("SHA256SUMS", 10),
    "a file cut short":
        lambda: write("puzzles.json", read("puzzles.json")[:-10]),
    "no file": lambda: os.remove(path("puzzles.csv")),
    "no sums": lambda: os.remove(path("SHA256SUMS")),
    "one file more": lambda: write("README", "hello"),
    "a folder more": lambda: os.mkdir(path("more")),
    "a link": lambda: (os.rename(path("puzzles.csv"), path("../there.csv")),
                       os.symlink("../there.csv", path("puzzles.csv"))),
    "a pipe": lambda: (os.remove(path("puzzles.csv")),
                       os.mkfifo(path("puzzles.csv"))),
    "no manifest": lambda: write("manifest.json", "[]"),
    "a manifest that is no JSON": lambda: write("manifest.json", "{"),
    "a deep manifest": lambda: write("manifest.json", "[" * 500000),
}
MANIFEST = {
    "a name that leaves": lambda: listed(name="../../pack/puzzles.csv"),
    "an absolute name": lambda: listed(name="/etc/passwd"),
    "a hidden name": lambda: listed(name=".x"),
    "a name twice": lambda: listed(name="ids.tsv"),
    "the manifest lists itself": lambda: listed(name="manifest.json"),
    "no SHA-256": lambda: listed(sha256="00"),
    "a newer one": lambda: of_manifest(format_version=3),
    "another pack's name": lambda: of_manifest(name="Mine"),
    "another version": lambda: of_manifest(version=2),
    "fewer puzzles": lambda: of_manifest(puzzles=69),
    "other counts": lambda: of_manifest(counts={
        "size": {"3x3": 1}, "layout": {}, "band": {}, "status": {}}),
    "another digest": lambda: of_manifest(digest="00" * 32),
    "no solutions, it says": lambda: of_manifest(solutions=0),
}
FILES = {
    "a puzzle out of parity": lambda: row(3, board=swapped),
    "a board of two labels": lambda: row(3, board="1 1 3/4 5 6/7 8 0"),
    "another id": lambda: row(3, puzzle_id="0000000000000000"),
    "another length": lambda: row(3, stm=longer, lower=longer,
                                  upper=lambda rows: rows[3]["stm"]),
    "a path that leads nowhere": lambda: row(3, path="UDUD"),
    "a detour of that length":
        lambda: row(3, path=lambda rows: rows[3]["path"] + "UD"),
    "no path": lambda: row(3, path=None),
    "another number": lambda: row(3, number=3),
    "a number too many": lambda: row(69, number=71),
    "a row twice": lambda: table(lambda r: r.insert(3, dict(r[3]))),
    "a row less": lambda: table(lambda r: r.pop()),
    "an unsolvable board, all else right":
        lambda: row(3, board=lambda rows: rows[4]["board"]),
    "no id": lambda: row(3, puzzle_id=None),
    "no size": lambda: row(3, size=None),
    "no layout": lambda: row(3, layout=None),
    "no goal": lambda: row(3, goal=None),
    "no status": lambda: row(3, status=None),
    "CSV without ids":
        lambda: edit("puzzles.csv", "puzzle_id", "puzzle_ib"),
    "puzzles.json without an id":
        lambda: edit("puzzles.json", "puzzle_id", "puzzle_ib"),
    "another status": lambda: row(3, status="unrated"),
    "a line of 2 MB": lambda: row(3, recipe="x" * 2000000),
    "CSV without a column": lambda: edit("puzzles.csv", "board", "bored"),
    "CSV of another puzzle": lambda: table(lambda r: r.pop(4)),
    "puzzles.json of another pack":
        lambda: edit("puzzles.json", '"pack_id":"', '"pack_id":"0'),
    "puzzles.json with another start":
        lambda: edit("puzzles.json", '"board":"', '"board":"0'),
    "a trigger": lambda: sql("CREATE TRIGGER t AFTER INSERT ON puzzle "
                             "BEGIN DELETE FROM puzzle; END"),
    "a view": lambda: sql("CREATE VIEW v AS SELECT * FROM puzzle"),
    "a view in a table's place":
        lambda: sql("ALTER TABLE puzzle RENAME TO q",
                    "CREATE VIEW puzzle AS SELECT * FROM q"),
    "one table more": lambda: sql("CREATE TABLE player (score INTEGER)"),
    "no index": lambda: sql("DROP INDEX index_puzzle_band"),
    "another view":
        lambda: sql("DROP VIEW puzzles",
                    "CREATE VIEW puzzles AS SELECT * FROM puzzle"),
    **{"SQL: " + name: lambda s=sets: sql(
        "UPDATE puzzle SET %s WHERE number = 5" % s) for name, sets in (
            ("another start",
             "board = (SELECT board FROM puzzle WHERE number = 4)"),
            ("another text for a board", "board = 'x'"),
            ("bytes for a board", "board = CAST(board AS BLOB)"),
            ("another length",
             "stm = stm + 2, lower = stm + 2, upper = stm + 2"),
            ("no goal", "goal_no = 77"), ("another path", "path = 'UD'"),
            ("no path", "path = NULL"))},
    "SQL: another pack": lambda: sql("UPDATE pack SET digest = ''"),
    "SQL: two packs": lambda: sql(
        "INSERT INTO pack SELECT 2, pack_id, name, licence, digest, puzzles, "
        "since FROM pack"),
    "SQL: a row less": lambda: sql("DELETE FROM puzzle WHERE number = 70"),
    "SQL: a damaged page": lambda: flip("puzzles.sqlite", 4096 * 5 + 3),
    "ids.tsv: another id": lambda: edit(
        "ids.tsv", "\n4\t0", "\n4\t1", "\n4\t2", "\n4\t3", "\tadded", "\tkept"),
}


def kind_of(name):
    word = name.split(":")[0]
    return word if word in ("gzip", "open", "mtm") else ""


def every():
    """Yields the kind, name, message, change and seal of each change."""
    for name, (change, words) in CHANGES.items():
        yield kind_of(name) or "delta", name, words, change, seal
    for kind, changes, close in (("torn", UNSEALED, lambda: None),
                                 ("torn", MANIFEST, seal_sums),
                                 ("torn", FILES, seal_files)):
        for name, change in changes.items():
            yield kind_of(name) or kind, name, "", change, close


def alter(pack, folder, change, close):
    global out
    out = folder
    shutil.rmtree(out, ignore_errors=True)
    shutil.copytree(pack, out)
    change()
    close()


def main():
    if sys.argv[1] != "all":
        alter(*sys.argv[1:3], CHANGES[sys.argv[3]][0], seal)
        return
    packs = dict(word.split("=") for word in sys.argv[3:])
    for n, (kind, name, words, change, close) in enumerate(every()):
        if kind in packs:
            folder = os.path.join(sys.argv[2], str(n))
            alter(packs[kind], folder, change, close)
            print(folder, kind, name, words, sep="\t")


main()
