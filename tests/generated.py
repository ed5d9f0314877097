"""Writes what is generated from the table of a puzzle's fields:
generated.py FIELDS LOYD ROOT [TO]

FIELDS is the program of tests/fields.c, LOYD the command. The schemas of the
fields and of selections by the columns of the view puzzles, and the table between <!-- fields --> and <!-- end --> in a document are
written into the folder TO, which has data/schemas and docs; without TO, into
ROOT.
"""
import json
import pathlib
import re
import sqlite3
import subprocess
import sys

SCHEMA = "data/schemas/fields.schema.json"
SELECTION = "data/schemas/selection.schema.json"
STATS = "data/schemas/stats.schema.json"
# Columns of the view puzzles that are not printed of a puzzle.
ASKED = {"class", "length", "gap", "mtm_gap", "used", "used_in", "goal_pk"}
DOCUMENTS = "docs/formats.md",
VIEWS = "puzzles", "days", "games"
FIRST = "entry", "daily"  # of the places
# Columns that are called like a field and mean something else.
OTHER_COLUMNS = {"games": {"status", "stm"}}
COLUMNS = 79
NODES = "the node budget; 0: none"


def rule(status, then):
    return {"if": {"properties": {"status": {"const": status}}}, "then": then}


def not_any(*names):
    return {"not": {"anyOf": [{"required": [name]} for name in names]}}


RULES = [
    rule("proven", {"required": ["lower", "upper", "stm"]}),
    rule("bounded", {"required": ["lower", "upper"], **not_any("stm")}),
    rule("unrated", not_any("lower", "upper", "stm", "path")),
]


def run(*words):
    return subprocess.run(words, check=True, text=True,
                          capture_output=True).stdout


def fields_of(program):
    names = "name", "kind", "unit", "low", "high", "pattern", "about"
    for line in run(program).splitlines():
        yield dict(zip(names, line.split("\t"), strict=True))


# --- JSON ---

def print_json(value, indent=0, before=0):
    """JSON in which what fits into a line is one; `before` characters are in
    the line already."""
    line = json.dumps(value, ensure_ascii=False)
    is_short = before > 0 and indent + before + len(line) < COLUMNS
    if not isinstance(value, (dict, list)) or not value or is_short:
        return line
    space = "\n" + " " * (indent + 2)
    if isinstance(value, list):
        parts = [print_json(part, indent + 2, 1) for part in value]
    else:
        names = [json.dumps(name) + ": " for name in value]
        parts = [name + print_json(part, indent + 2, len(name))
                 for name, part in zip(names, value.values())]
    ends = "[]" if isinstance(value, list) else "{}"
    return ends[0] + space + ("," + space).join(parts) + \
        "\n" + " " * indent + ends[1]


def schema_of(field):
    low, high = int(field["low"]), int(field["high"])
    about = field["about"]
    if field["unit"]:
        about += " (%s)" % field["unit"]
    if field["kind"] == "0/1":
        schema = {"const": low} if low == high else {"enum": [low, high]}
    elif field["kind"] == "object":
        schema = {
            "type": "object",
            "required": ["method", "nodes"],
            "properties": {
                "method": {"type": "string", "minLength": 1, "maxLength": 31},
                "nodes": {"type": "integer", "minimum": 0,
                          "description": NODES}},
            "additionalProperties": False}
    elif field["kind"] == "text":
        pattern = field["pattern"]
        if re.fullmatch(r"[a-z|]+", pattern):
            schema = {"enum": pattern.split("|")}
        else:
            schema = {"type": "string", "pattern": "^%s$" % pattern}
    else:
        schema = {"type": {"whole": "integer"}.get(field["kind"], "number"),
                  "minimum": low, "maximum": high}
    return {**schema, "description": about}


def schema(fields):
    return print_json({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The fields of a puzzle, for the other schemas",
        "description": "Made by `make generated`. Fields are only ever added.",
        "type": "object",
        "properties": {f["name"]: schema_of(f) for f in fields
                       if f["name"] not in ASKED},
        "allOf": RULES}) + "\n"


WHOLE = r"(0|[1-9][0-9]*)"
REAL = WHOLE + r"(\.[0-9]{1,6})?"


def values(*kinds):
    return {"anyOf": [*kinds, {"type": "array", "minItems": 1,
                               "items": {"anyOf": kinds}}]}


def ranges(number):
    return {"type": "string", "pattern": r"^({0}|{0}\.\.({0})?|\.\.{0})$".format(
        number)}


def selection(columns):
    defs = {"whole": values({"type": "integer", "minimum": 0}, ranges(WHOLE)),
            "number": values({"type": "integer", "minimum": 0}, ranges(REAL)),
            "truth": {"enum": ["no", "yes", "any", "0", "1", 0, 1, False, True]},
            "text": values({"type": "string", "minLength": 1}),
            "ids": {"type": "object", "required": ["count", "digest"],
                    "properties": {
                        "count": {"type": "integer", "minimum": 0},
                        "digest": {"type": "string",
                                   "pattern": "^[0-9a-f]{16}$"}},
                    "additionalProperties": False}}
    ref = {kind: {"$ref": "#/$defs/" + kind} for kind in defs}
    ref.update({"object": ref["text"], "0/1": ref["truth"]})
    id_of = {"type": "string", "pattern": "^[0-9a-hjkmnp-tv-z]{16}$"}
    more = {
        "where": {"type": "string", "description": "an expression of SQL"},
        "in": {**ref["ids"], "description": "of manifests: a list of ids"},
        "not_in": ref["ids"],
        "ids_from_to": {"type": "string", "description": "of manifests"},
        "order": {"type": "string", "pattern": "^-?[a-z_]+$"},
        "after": id_of,
        "distinct": {"enum": [0, 1, False, True]},
        "pick": {"type": "string", "description": "with limit"},
        "shuffle": {"type": "string", "description": "of schedules: a seed"},
        "ids": {"type": "string", "description": "of schedules: a file"},
        "offset": {"type": "integer", "minimum": 0},
        "limit": {"type": "integer", "minimum": 1}}
    return print_json({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A selection of puzzles, as the filters of find",
        "description": "Made by `make generated`. A puzzle must match each "
                       "member, and one of its values.",
        "type": "object",
        "properties": {**{f["name"]: ref[f["kind"]] for f in columns}, **more},
        "additionalProperties": False,
        "$defs": defs}) + "\n"


def stats(columns):
    number = {"type": "number", "description": "of the column of --of"}
    return print_json({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A line of stats --json: puzzles with the same values of the "
                 "columns of --by",
        "description": "Made by `make generated`. Without a catalogue: size, "
                       "length, count and percentile.",
        "type": "object",
        "required": ["count"],
        "properties": {
            "count": {"type": "integer", "minimum": 1},
            "mean": number, "least": number, "greatest": number,
            **{f["name"]: schema_of(f) if f["name"] in ASKED else
               {"$ref": "fields.schema.json#/properties/" + f["name"]}
               for f in columns}},
        "additionalProperties": False}) + "\n"


# --- documents ---

def uses(root):
    """Places, and the names of the fields that each has."""
    def walk(part, place):
        if isinstance(part, list):
            for item in part:
                walk(item, place)
        if not isinstance(part, dict):
            return
        ref = part.get("$ref", "")
        if ref == pathlib.Path(SCHEMA).name:
            found[place].add("*")
        for name, of in part.get("properties", {}).items():
            if of.get("$ref") == "%s#/properties/%s" % (
                    pathlib.Path(SCHEMA).name, name):
                found[place].add(name)
        for of in part.values():
            walk(of, place)

    found = dict.fromkeys(FIRST)
    for path in sorted((root / SCHEMA).parent.glob("*.schema.json")):
        place = path.name.removesuffix(".schema.json")
        found[place] = set()
        walk(json.loads(path.read_text()), place)
    db = sqlite3.connect(":memory:")
    db.executescript((root / "schema.sql").read_text())
    for view in VIEWS:
        found["view." + view] = {row[1] for row in db.execute(
            "PRAGMA table_info(%s)" % view)} - OTHER_COLUMNS.get(view, set())
    return found


def options_of(loyd):
    return {option["name"].replace("-", "_")
            for command in json.loads(run(loyd, "help", "--json"))["commands"]
            for option in command["options"]}


def table(fields, found, options):
    lines = ["| field | meaning | kind | unit | where |",
             "| --- | --- | --- | --- | --- |"]
    for field in fields:
        name = field["name"]
        where = [place for place in found
                 if name in found[place] or
                 "*" in found[place] and name not in ASKED]
        if name in options:
            where.append("--" + name.replace("_", "-"))
        lines.append("| `%s` | %s | %s | %s| %s |" % (
            name, field["about"], field["kind"],
            field["unit"] and field["unit"] + " ",
            ", ".join("`%s`" % place for place in where)))
    return "\n".join(lines) + "\n"


def main(program, loyd, root, to=None):
    root, to = pathlib.Path(root), pathlib.Path(to or root)
    fields = list(fields_of(program))
    (to / SCHEMA).write_text(schema(fields))
    found = uses(root)
    columns = [f for f in fields if f["name"] in found["view.puzzles"]]
    (to / SELECTION).write_text(selection(columns))
    found["selection"] = {f["name"] for f in columns}
    columns = [f for f in columns if f["kind"] != "object"]
    (to / STATS).write_text(stats(columns))
    found["stats"] = {f["name"] for f in columns}
    rows = table(fields, found, options_of(loyd))
    for name in DOCUMENTS:
        parts = re.split(r"(<!-- fields -->\n).*?(<!-- end -->)",
                         (root / name).read_text(), flags=re.S)
        if len(parts) != 4:
            sys.exit(name + ": expected <!-- fields --> and <!-- end -->")
        parts.insert(2, rows)
        (to / name).write_text("".join(parts))


if __name__ == "__main__":
    main(*sys.argv[1:])
