"""Compares the tables of fields and names in docs/formats.md with what loyd
prints: vocabulary.py ROOT LOYD FOLDER

FOLDER/cases lists printed JSON with its schema, as for judge.py; the files
FOLDER/PLACE.csv begin with headings. Of each name in the
table the last column but one says where it is printed: `entry` and the like
are schemas of data/schemas, `selection` the filters within other objects,
`view.puzzles` a view of schema.sql, `loyd.js` the package for browsers, `results`
the file that a page exports, `--stm` an option. Rare members need not be printed here if a schema has them. Prints one
line for each difference, or the number of names.
"""
import csv
import json
import pathlib
import re
import sqlite3
import subprocess
import sys

root, loyd, folder = sys.argv[1:]
root, folder = pathlib.Path(root), pathlib.Path(folder)
KINDS = "text", "whole", "number", "0/1", "object", "list", "true/false"
# Filters are in several files, so they have a place of their own.
SEPARATE = dict.fromkeys(("selection", "from", "ids", "exclude"), "selection")
SEPARATE["schedule"] = "schedule"
# Options that are called like a field and set or select something else.
OTHERS = ("--count", "--from", "--help", "--length", "--method", "--moves",
          "--optimal", "--path", "--puzzles", "--sample", "--seconds", "--seed",
          "--tables")
VIEWS = "puzzles", "days", "lengths", "games"
FIELDS = "fields.schema.json"  # to which the others refer
faults = []


def table():
    """The rows of the fields of a puzzle and of the section "Names": (name,
    kind, places, options)."""
    text = (root / "docs/formats.md").read_text()
    fields = text.split("<!-- fields -->\n")[1].split("<!-- end -->")[0]
    section = text.split("\n## Names\n")[1].split("\n## ")[0]
    rows = []
    for line in (fields + section).splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if not line.startswith("| `") or len(cells) != 5:
            continue
        names = re.findall(r"`([^`]+)`", cells[0])
        where = re.findall(r"`([^`]+)`", cells[4 if line in fields else 3])
        if not set(cells[2].split(", ")) <= set(KINDS):
            faults.append("%s: unknown kind %s" % (names, cells[2]))
        for name in names:
            rows.append((name, cells[2],
                         [w for w in where if not w.startswith("--")],
                         [w for w in where if w.startswith("--")]))
    return rows


def kind_of(value):
    if isinstance(value, bool):
        return "true/false"
    return {int: "whole", float: "number", str: "text", list: "list",
            dict: "object"}.get(type(value), "null")


def fits(kind, value):
    found = kind_of(value)
    if ", " in kind:
        return any(fits(one, value) for one in kind.split(", "))
    return found == kind or (kind == "number" and found == "whole") or \
        (kind == "0/1" and value in (0, 1) and found == "whole")


class Schemas:
    """The names of each schema, and the objects whose members are values."""

    def __init__(self):
        self.names, self.values = set(), set()
        folder = root / "data/schemas"
        self.fields = json.loads((folder / FIELDS).read_text())
        for path in sorted(folder.glob("*.json")):
            place = path.name.removesuffix(".schema.json")
            if path.name != FIELDS:
                self.walk(json.loads(path.read_text()), place)

    def of(self, ref):
        """What a schema refers to in that of the fields."""
        if ref == FIELDS:
            return self.fields
        inside, name = FIELDS + "#/properties/", ref.rpartition("/")[2]
        return self.fields["properties"][name] if ref == inside + name else {}

    def walk(self, schema, place):
        if isinstance(schema, list):
            for part in schema:
                self.walk(part, place)
        if not isinstance(schema, dict):
            return
        if "$ref" in schema:
            self.walk(self.of(schema["$ref"]), place)
        for name, part in schema.get("properties", {}).items():
            self.names.add((place, name))
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


printed = {}  # (place, name): values


def collect(value, place, schemas):
    if isinstance(value, list):
        for part in value:
            collect(part, place, schemas)
    if not isinstance(value, dict):
        return
    for name, part in value.items():
        printed.setdefault((place, name), []).append(part)
        if kind_of(part) in ("true/false", "null"):
            faults.append("%s: %s is %s" % (place, name, json.dumps(part)))
        if name not in schemas.values:
            collect(part, SEPARATE.get(name, place), schemas)


def collect_csv(path):
    heading, *rows = csv.reader(path.open(), dialect="excel-tab"
                                if path.suffix == ".tsv" else "excel")
    place = re.sub(r"\..*(?=\.)", "", path.name)  # find.mtm.csv is of find.csv
    for i, name in enumerate(heading):
        printed[place, name] = []
        for row in rows:
            if row[i].lower() in ("true", "false"):
                faults.append("%s: %s is %s" % (place, name, row[i]))


def views():
    """The columns of the views of schema.sql."""
    db = sqlite3.connect(":memory:")
    db.executescript((root / "schema.sql").read_text())
    return {"view." + name: {row[1] for row in db.execute(
                "PRAGMA table_info(%s)" % name)}
            for (name,) in db.execute(
                "SELECT name FROM sqlite_schema WHERE type = 'view'")}


def options():
    out = subprocess.run([loyd, "help", "--json"], check=True, text=True,
                         capture_output=True).stdout
    return {"--" + option["name"] for command in json.loads(out)["commands"]
            for option in command["options"]}


schemas = Schemas()
for line in (folder / "cases").read_text().splitlines():
    expected, kind, schema, name = line.split("\t")
    if expected == "fits":
        place = pathlib.Path(schema).name.removesuffix(".schema.json")
        text = (folder / name).read_text()
        for part in text.split("\n")[:-1] if kind == "lines" else [text]:
            collect(json.loads(part), place, schemas)
for path in sorted(folder.glob("*.csv")) + sorted(folder.glob("*.tsv")):
    collect_csv(path)

rows = table()
kinds, listed = {}, set()
for name, kind, places, _ in rows:
    for place in places:
        if kind in kinds.setdefault((place, name), set()):
            faults.append("formats.md: %s of %s is listed twice" % (name, place))
        kinds[place, name].add(kind)
        listed.add((place, name))

known = options()
for name, _, _, given in rows:
    for option in given:
        if option not in known:
            faults.append("formats.md: %s: no option %s" % (name, option))
for option in sorted(known - set(OTHERS)):
    name = option[2:].replace("-", "_")
    if any(n == name for n, *_ in rows) and \
            not any(option in given for *_, given in rows):
        faults.append("formats.md: no row has the option %s" % option)

# The views are those of schema.sql, the package's those of its declarations.
real = views()
declared = {("loyd.js", name) for name in re.findall(
    r"^\s*(\w+)\??: boolean", (root / "src/web/package/loyd.d.ts").read_text(),
    re.M)}
results = {("results", name) for name in re.findall(
    r'"(\w+)":', re.search(r'\{"loyd": "results".*?```',
                           (root / "docs/playing.md").read_text(),
                           re.S)[0])}
declared |= {(place, name) for place in real for name in real[place]}
if real and len(real) < len(VIEWS):  # a schema before 13 has none of them
    faults.append("schema.sql: only " + " ".join(sorted(real)))

there = set(printed) | schemas.names | declared | results
# The columns of CSV are those members of JSON, with their names.
for place, name in sorted(there - listed):
    if place.endswith(".csv") and any(n == name for n, *_ in rows):
        continue
    faults.append("not in formats.md: %s of %s" % (name, place))
for place, name in sorted(listed - there):
    if not place.startswith("view.") or real:
        faults.append("in formats.md, but not there: %s of %s" % (name, place))
for (place, name), values in sorted(printed.items()):
    if not place.endswith((".csv", ".tsv")) and \
            (place, name) not in schemas.names and place != "selection":
        faults.append("not in its schema: %s of %s" % (name, place))
    for value in values:
        # A selection has conditions in place of values: its schema says which.
        if place != "selection" and (place, name) in kinds and not any(
                fits(kind, value) for kind in kinds[place, name]):
            faults.append("%s: %s is %s: expected %s" % (
                place, name, json.dumps(value)[:60],
                " or ".join(sorted(kinds[place, name]))))
if len(printed) < 200:
    faults.append("only %d names were printed" % len(printed))
for fault in dict.fromkeys(faults):
    print(fault)
if not faults:
    print(len({name for name, *_ in rows}), "names")
sys.exit(1 if faults else 0)
