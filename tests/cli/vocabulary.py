"""Compares the names that loyd prints with its schemas and its views:
vocabulary.py ROOT FOLDER

FOLDER/cases lists printed JSON with its schema, as for judge.py; the files
FOLDER/PLACE.csv begin with headings. Every name is in the schema of its place
and is described there or in that of the fields; columns of CSV and of the views
are among these names, or docs/sql.md has them. No value is true, false or null.
Prints one line for each difference, or the number of names.
"""
import csv
import json
import pathlib
import sqlite3
import sys

root, folder = map(pathlib.Path, sys.argv[1:])
# Filters are in several files, so they have a place of their own.
SEPARATE = dict.fromkeys(("selection", "from", "ids", "exclude"), "selection")
SEPARATE["schedule"] = "schedule"
VIEWS = "puzzles", "days", "lengths", "games"
FIELDS = "fields.schema.json"  # to which the others refer
faults = []


class Schemas:
    """The names of each schema, those that are described, and the objects
    whose members are values."""

    def __init__(self):
        self.names, self.described, self.values = set(), set(), set()
        folder = root / "data/schemas"
        self.fields = json.loads((folder / FIELDS).read_text())
        for path in sorted(folder.glob("*.json")):
            place = path.name.removesuffix(".schema.json")
            self.whole = json.loads(path.read_text())
            self.walk(self.whole, place)

    def of(self, ref):
        """What a schema refers to, in itself or in that of the fields."""
        if ref == FIELDS:
            return self.fields
        file, _, name = ref.rpartition("/")
        if file == FIELDS + "#/properties":
            return self.fields["properties"][name]
        return self.whole["$defs"][name] if file == "#/$defs" else {}

    def walk(self, schema, place):
        if isinstance(schema, list):
            for part in schema:
                self.walk(part, place)
        if not isinstance(schema, dict):
            return
        if schema.get("$ref", "").startswith(FIELDS):
            self.walk(self.of(schema["$ref"]), place)
        for name, part in schema.get("properties", {}).items():
            self.names.add((place, name))
            if "description" in {**self.of(part.get("$ref", "")), **part} or \
                    place == "selection" and name in self.fields["properties"]:
                self.described.add((place, name))
            if part.get("type") == "boolean" or \
                    isinstance(part.get("const"), bool):
                faults.append("%s of %s is true or false" % (name, place))
            if isinstance(part.get("additionalProperties"), dict):
                self.values.add(name)
            self.walk(part, SEPARATE.get(name, place))
        for key, part in schema.items():
            if key == "$defs":
                for name, of in part.items():
                    self.walk(of, SEPARATE.get(name, place))
            elif key not in ("properties", "if", "not", "required"):
                self.walk(part, place)


def printed_names(value, place):
    """Each (place, name) in printed JSON."""
    if isinstance(value, list):
        for part in value:
            yield from printed_names(part, place)
    if not isinstance(value, dict):
        return
    for name, part in value.items():
        yield place, name
        if part is None or isinstance(part, bool):
            faults.append("%s: %s is %s" % (place, name, json.dumps(part)))
        if name not in schemas.values:
            yield from printed_names(part, SEPARATE.get(name, place))


def columns(path):
    """The heading of a file of CSV, of which no value is true or false."""
    heading, *rows = csv.reader(path.open(), dialect="excel-tab"
                                if path.suffix == ".tsv" else "excel")
    for row in rows:
        for name, value in zip(heading, row):
            if value.lower() in ("true", "false"):
                faults.append("%s: %s is %s" % (path.name, name, value))
    return heading


schemas = Schemas()
printed = set()
for line in (folder / "cases").read_text().splitlines():
    expected, kind, schema, name = line.split("\t")
    if expected == "fits":
        place = pathlib.Path(schema).name.removesuffix(".schema.json")
        text = (folder / name).read_text()
        for part in text.split("\n")[:-1] if kind == "lines" else [text]:
            printed.update(printed_names(json.loads(part), place))

for place, name in sorted(printed - schemas.names):
    if place != "selection":
        faults.append("not in its schema: %s of %s" % (name, place))
for place, name in sorted(schemas.names - schemas.described):
    faults.append("not described: %s of %s" % (name, place))

names = {name for _, name in schemas.names}
for path in sorted([*folder.glob("*.csv"), *folder.glob("*.tsv")]):
    for name in columns(path):
        if name not in names:
            faults.append("in no schema: %s of %s" % (name, path.name))

page = (root / "docs/sql.md").read_text()
db = sqlite3.connect(":memory:")
db.executescript((root / "schema.sql").read_text())
for view in VIEWS:
    found = [row[1] for row in db.execute("PRAGMA table_info(%s)" % view)]
    if not found:
        faults.append("schema.sql: no view " + view)
    for name in found:
        if name not in names and "`%s`" % name not in page:
            faults.append("not in docs/sql.md: %s of %s" % (name, view))

if len(printed) < 200:
    faults.append("only %d names were printed" % len(printed))
for fault in dict.fromkeys(faults):
    print(fault)
if not faults:
    print(len(names), "names")
sys.exit(1 if faults else 0)
