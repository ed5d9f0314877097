"""Adds a misspelt member to printed JSON: misspelt.py ROOT FOLDER

FOLDER/cases lists printed JSON with its schema, as for judge.py. For every
schema and every kind of object in what fits it, writes one text with one more
member, as a case that the schema must refuse. Prints a line for each schema of
which nothing was printed.
"""
import copy
import json
import pathlib
import sys

root, folder = map(pathlib.Path, sys.argv[1:])
# The members of these are values of puzzles.
MAPS = {"manifest": [("counts", "size"), ("counts", "layout"),
                     ("counts", "band"), ("counts", "status")]}
SHARED = "fields", "selection"  # to which the others refer


def objects(value, path=()):
    if isinstance(value, dict):
        yield path
    items = value.items() if isinstance(value, dict) else \
        enumerate(value) if isinstance(value, list) else ()
    for key, part in items:
        yield from objects(part, path + (key,))


def altered(value, path):
    value = copy.deepcopy(value)
    part = value
    for key in path:
        part = part[key]
    part["mis_spelt"] = 1
    return value


lines = (folder / "cases").read_text().splitlines()
done, tried = {}, set()
with (folder / "cases").open("a") as cases:
    for line in lines:
        expected, kind, schema, name = line.split("\t")
        if expected != "fits":
            continue
        place = pathlib.Path(schema).name.removesuffix(".schema.json")
        text = (folder / name).read_text()
        for doc in text.split("\n")[:-1] if kind == "lines" else [text]:
            doc = json.loads(doc)
            for path in objects(doc):
                # Lines of one schema may have different members.
                shape = tuple(key for key in path if isinstance(key, str))
                if shape in MAPS.get(place, ()) or \
                        (place, shape, tuple(sorted(doc))) in tried:
                    continue
                tried.add((place, shape, tuple(sorted(doc))))
                done[place] = done.get(place, 0) + 1
                file = "misspelt.%s.%d.json" % (place, done[place])
                (folder / file).write_text(json.dumps(altered(doc, path)))
                cases.write("refuses\twhole\t%s\t%s\n" % (schema, file))
for schema in sorted((root / "data/schemas").glob("*.schema.json")):
    place = schema.name.removesuffix(".schema.json")
    if place not in done and place not in SHARED:
        print("%s: no JSON of it was printed" % place)
