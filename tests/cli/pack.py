"""Reads a pack independently: written from docs/packs.md alone.

usage: pack.py DIR    prints how many puzzles it checked, or what is wrong
"""
import csv
import gzip
import hashlib
import io
import json
import os
import sqlite3
import struct
import sys

import pack_csv

BASE32 = "0123456789abcdefghjkmnpqrstvwxyz"


def f(*fields):
    return b"".join(struct.pack("<I", len(x)) + x for x in fields)


def h(data):
    return hashlib.blake2b(data, digest_size=32).digest()


def base32(data):
    bits = int.from_bytes(data, "big")
    n = len(data) * 8 // 5
    return "".join(BASE32[bits >> 5 * (n - 1 - i) & 31] for i in range(n))


def unbase32(text):
    bits = 0
    for c in text:
        bits = bits << 5 | BASE32.index(c)
    return bits.to_bytes(len(text) * 5 // 8, "big")


def board(text):
    rows = [[int(x) for x in row.split(" ")] for row in text.split("/")]
    assert len({len(row) for row in rows}) == 1, text
    return len(rows[0]), len(rows), bytes(sum(rows, []))


def puzzle_id(w, ht, goal, start):
    return h(f(b"loyd puzzle 1", bytes([w, ht]), goal, start))[:10]


def replay(w, ht, start, path):
    """U D L R: the direction of a tile; a count may follow."""
    cells, n, at = list(start), 0, 0
    blank = cells.index(0)
    while at < len(path):
        move, at = path[at], at + 1
        digits = at
        while digits < len(path) and path[digits].isdigit():
            digits += 1
        for _ in range(int(path[at:digits] or 1)):
            x, y = blank % w, blank // w
            dx, dy = {"U": (0, 1), "D": (0, -1), "L": (1, 0),
                      "R": (-1, 0)}[move]
            assert 0 <= x + dx < w and 0 <= y + dy < ht, path
            other = (y + dy) * w + x + dx
            cells[blank], cells[other] = cells[other], 0
            blank = other
            n += 1
        at = digits
    return bytes(cells), n


class Pack:
    def __init__(self, path):
        self.path = path
        self.manifest = json.loads(self.raw("manifest.json"))
        assert self.manifest["format_version"] == 2
        self.names = {e["format"].replace(".gz", ""): e["name"]
                      for e in self.manifest["files"]}

    def raw(self, name):
        with open(os.path.join(self.path, name), "rb") as file:
            return file.read()

    def text(self, form):
        name = self.names[form]
        data = self.raw(name)
        if name.endswith(".gz"):
            assert data[3] == 0 and data[4:8] == b"\0\0\0\0", "gzip's header"
            data = gzip.decompress(data)
        assert b"\r" not in data and data[-1:] in (b"", b"\n"), name
        return data.decode("utf-8")

    def check_sums(self):
        wanted = [e["name"] for e in self.manifest["files"]]
        assert wanted == sorted(wanted), wanted
        for e in self.manifest["files"]:
            data = self.raw(e["name"])
            assert e["bytes"] == len(data), e
            assert e["sha256"] == hashlib.sha256(data).hexdigest(), e
        names = sorted(wanted + ["manifest.json"])
        lines = "".join("%s  %s\n" % (
            hashlib.sha256(self.raw(n)).hexdigest(), n) for n in names)
        assert self.raw("SHA256SUMS").decode() == lines, "SHA256SUMS"
        there = set(os.listdir(self.path))
        assert there == set(names + ["SHA256SUMS"]), there

    def read_csv(self):
        """{number: (id, w, h, goal, start, lower, upper, path, row)}"""
        rows = {}
        self.columns, found = pack_csv.read(self.text("csv"))
        for e in found:
            w, ht, goal = board(e["goal"])
            assert (w, ht) == board(e["board"])[:2]
            assert e["size"] == "%dx%d" % (w, ht)
            start = board(e["board"])[2]
            ident = puzzle_id(w, ht, goal, start)
            assert base32(ident) == e["puzzle_id"], e
            if "path" in e:
                assert replay(w, ht, start, e["path"]) == (goal, e["upper"]), e
            if "stm" in e:
                assert e["stm"] == e["lower"] == e["upper"], e
            self.check_interval(e, w * ht)
            assert e["number"] not in rows, e
            rows[e["number"]] = (ident, w, ht, goal, start, e.get("lower"),
                                 e.get("upper"), e.get("path"), e)
        assert list(rows) == sorted(rows)
        return rows

    def check_interval(self, e, cells):
        """Searches are those of an interval, an estimate is that of a board
        of more than 16 cells."""
        is_open = "upper" in e and e["lower"] < e["upper"]
        for end in "lower_search", "upper_search":
            assert (end in e) == is_open, e
        if cells > 16:
            assert ("percentile" in e) == ("estimated" in e), e
            assert "percentile" not in e or e["percentile_sample"] >= 100, e
            if "estimate" in e:
                assert e["estimate"] >= e["lower"], e
                assert e["estimate"] % 2 == e["upper"] % 2, e
        else:
            assert "estimate" not in e and "estimated" not in e, e

    def check_digest(self, rows):
        m = self.manifest
        records = [f(b"puzzle", r[0], bytes(r[1:3]), r[3], r[4])
                   for r in rows.values()]
        if m["solutions"]:
            records += [f(b"proven", r[0], b"stm", struct.pack("<H", r[6]),
                          r[7].encode())
                        for r in rows.values() if "stm" in r[8]]
        else:
            assert all(r[7] is None for r in rows.values())
        digest = h(b"".join(sorted(records)))
        assert digest.hex() == m["digest"], "digest"
        since = m.get("since")
        ids = hashlib.sha256(self.text("ids").encode()).digest()
        wanted = base32(h(f(
            b"loyd pack 1", m["name"].encode(),
            struct.pack("<I", m["version"]), digest, ids,
            unbase32(since["pack_id"]) if since else b""))[:10])
        assert wanted == m["pack_id"], "pack id"

    def check_counts(self, rows):
        m = self.manifest
        assert m["puzzles"] == len(rows)
        for key in "size", "layout", "band", "status":
            found = {}
            for r in rows.values():
                name = r[8].get(key)
                if key == "layout" and name.startswith("goal="):
                    name = "goal"
                if name is not None:
                    found[name] = found.get(name, 0) + 1
            assert found == m["counts"][key], (key, found)
            assert list(m["counts"][key]) == sorted(found)
        assert m["generators"] == sorted(
            {r[8]["recipe"].split("~")[1].split(":")[0].split(",")[0]
             .split("@")[0] for r in rows.values() if "recipe" in r[8]})

    def series(self):
        lines = self.text("ids").split("\n")
        assert lines[0] == "number\tpuzzle_id\tstm\tstate"
        rows = [line.split("\t") for line in lines[1:-1]]
        assert [r[0] for r in rows] == [str(i + 1) for i in range(len(rows))]
        return rows

    def check_ids(self, rows):
        new = {}
        m = self.manifest
        states = [r[3] for r in self.series()]
        if "since" in m:
            for word in "added", "changed":
                assert states.count(word) == m[word], word
            assert states.count("withdrawn") + states.count("revoked") == \
                m["withdrawn"]
        else:
            assert set(states) <= {"added"}
        for number, ident, stm, state in self.series():
            assert state in ("added", "changed", "kept", "withdrawn",
                             "revoked", "gone", "barred"), state
            if state in ("added", "changed"):
                new[int(number)] = (ident, stm)
        assert new == {n: (r[8]["puzzle_id"], str(r[8].get("stm", "")))
                       for n, r in rows.items()}, "ids.tsv"

    def check_goals(self, rows):
        """Reads goals.tsv as the objects of puzzles.json."""
        names = ["goal_no", "class_no", "size", "layout", "goal"]
        lines = self.text("goals").split("\n")
        assert lines[0].split("\t") == names and lines[-1] == "", lines[0]
        self.goals = goals = [dict(zip(names, line.split("\t")))
                              for line in lines[1:-1]]
        assert all(len(line.split("\t")) == 5 for line in lines[1:-1])
        assert [g["goal_no"] for g in goals] == [
            str(i + 1) for i in range(len(goals))]
        for g in goals:
            g["goal_no"] = int(g["goal_no"])
            if g["class_no"] == "":
                del g["class_no"]
            else:
                g["class_no"] = int(g["class_no"])
            g["layout"] = g["layout"] or "goal=" + g["goal"]
        boards = [board(g["goal"]) for g in goals]
        assert len(set(boards)) == len(boards)
        assert {r[1:4] for r in rows.values()} <= set(boards)
        if "since" not in self.manifest: # numbered in order of ids
            used = list(dict.fromkeys(
                r[1:4] for r in sorted(rows.values(), key=lambda r: r[0])))
            assert used == boards
        for b, g in zip(boards, goals):
            assert g["size"] == "%dx%d" % b[:2]
            # The class: the blank's cell, in any of the eight positions.
            w, h, at = b[0], b[1], b[2].index(0)
            x, y = at % w, at // w
            g["class"] = min((a, b, c, d) for p in (x, w - 1 - x)
                             for q in (y, h - 1 - y)
                             for a, b, c, d in ((w, h, p, q), (h, w, q, p)))
        known = [g for g in goals if "class_no" in g]
        assert len({(g["class_no"], g["class"]) for g in known}) == \
            len({g["class_no"] for g in known}) == \
            len({g["class"] for g in known})
        for g in goals:
            del g["class"]

    def check_json(self, rows):
        text = self.text("json")
        j = json.loads(text)
        m = self.manifest
        assert j["format"] == "loyd puzzles" and j["format_version"] == 2
        for key in "pack_id", "name", "version", "licence":
            assert j[key] == m[key], key
        assert j.get("since") == m.get("since", {}).get("pack_id")
        assert j["goals"] == self.goals
        goals = {g["goal_no"]: g for g in j["goals"]}
        lengths = {(x["class_no"], x["stm"]): x for x in j["lengths"]}
        # One line per element, as documented.
        assert len(text.splitlines()) == 1 + len(j["goals"]) + 1 + len(
            j["lengths"]) + 1 + len(j["withdrawn"]) + 1 + len(
            j["puzzles"]) + 1
        number, used = 0, set()
        assert len(j["puzzles"]) == len(rows)
        for p, (n, r) in zip(j["puzzles"], rows.items()):
            assert p.get("number") != number + 1, "a number too many"
            number = p.get("number", number + 1)
            assert number == n, (p, n)
            g = goals[p["goal_no"]]
            assert board(g["goal"]) == (r[1], r[2], r[3])
            assert g["layout"] == r[8]["layout"]
            assert g["size"] == r[8]["size"]
            assert board(p["board"])[2] == r[4]
            assert p["puzzle_id"] == r[8]["puzzle_id"]
            assert p.get("stm") == r[8].get("stm")
            assert p.get("path") == r[7]
            for key in ("lower_search", "upper_search", "estimate",
                        "estimated"):
                assert p.get(key) == r[8].get(key), (key, p)
            if "estimated" in p:
                for key in "percentile", "band", "percentile_sample":
                    assert p[key] == r[8][key], (key, p)
            if "stm" not in p:
                assert (p.get("lower"), p.get("upper")) == (r[5], r[6])
            elif "percentile" in r[8] and "estimated" not in r[8]:
                x = lengths[g["class_no"], p["stm"]]
                used.add((g["class_no"], p["stm"]))
                for key in "percentile", "band", "percentile_sample":
                    assert x.get(key) == r[8].get(key), (x, r[8])
        assert used == set(lengths)
        self.withdrawn = {w["number"]: w["puzzle_id"]
                          for w in j["withdrawn"]}

    def check_sqlite(self, rows):
        path = os.path.join(self.path, self.names["sqlite"])
        db = sqlite3.connect("file:%s?mode=ro&immutable=1" % path, uri=True)
        m = self.manifest
        one = lambda sql: db.execute(sql).fetchone()[0]
        assert one("PRAGMA integrity_check") == "ok"
        assert one("PRAGMA application_id") == 0x4C4F5950
        assert one("PRAGMA user_version") == 3
        assert one("PRAGMA page_size") == 4096
        assert one("PRAGMA freelist_count") == 0
        header = self.raw(self.names["sqlite"])[:100]
        assert header[18:20] == b"\1\1", "not a rollback journal"
        assert header[96:] == struct.pack(">I", 3019003)
        docs = open(os.path.join(os.path.dirname(__file__), "..", "..",
                                 "docs", "packs.md")).read()
        schema = docs.split("```sql\nCREATE TABLE pack")[1].split("```")[0]
        wanted = ["CREATE TABLE pack" + schema.split(";\n")[0]] + \
            schema.split(";\n")[1:-1]
        found = [r[0] for r in db.execute(
            "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")]
        assert sorted(found) == sorted(wanted), found
        since = m.get("since", {}).get("pack_id")
        assert db.execute("SELECT * FROM pack").fetchall() == [
            (m["version"], m["pack_id"], m["name"], m["licence"],
             m["digest"], m["puzzles"], since)]
        db.row_factory = sqlite3.Row
        read = lambda sql: [{k: r[k] for k in r.keys() if r[k] is not None}
                            for r in db.execute(sql)]
        assert read("SELECT * FROM goal") == self.goals
        # The view is a row of the CSV without recipe and searches.
        found = read("SELECT * FROM puzzles ORDER BY number")
        left_out = {"recipe", "lower_search", "upper_search",
                    "mtm_lower_search", "mtm_upper_search"}
        assert found == [{k: v for k, v in r[8].items() if k not in left_out}
                         for r in rows.values()]
        names = [r[1] for r in db.execute("PRAGMA table_info(puzzles)")]
        assert [n for n in names if n in self.columns] == [
            n for n in self.columns if n not in left_out], names
        for key in "percentile", "mtm_percentile": # three decimals, as in CSV
            texts = sorted("%.3f" % e[key] for e in found if key in e)
            if key in self.columns:
                assert texts == sorted(
                    row[key] for row in csv.DictReader(
                        io.StringIO(self.text("csv"))) if row[key]), key
        self.tombstones = dict(db.execute("SELECT * FROM withdrawn").fetchall())
        db.close()

    def check(self):
        self.withdrawn = self.tombstones = None
        self.check_sums()
        rows = self.read_csv()
        self.check_digest(rows)
        self.check_counts(rows)
        self.check_ids(rows)
        self.check_goals(rows)
        for form in "json", "sqlite":
            if form in self.names:
                getattr(self, "check_" + form)(rows)
        m = self.manifest
        if self.withdrawn is not None and self.tombstones is not None:
            assert self.tombstones == self.withdrawn
        if "since" in m and self.withdrawn is not None:
            assert m["withdrawn"] == len(self.withdrawn)
        return len(rows)


if __name__ == "__main__":
    print(Pack(sys.argv[1]).check())
