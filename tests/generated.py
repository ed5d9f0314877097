"""Writes what is generated from the table of a puzzle's fields:
generated.py FIELDS ROOT [TO]

FIELDS is the program of tests/fields.c. The schemas of the fields, and of
selections and counts by the columns of the view puzzles, and the table between
<!-- fields --> and <!-- end --> in docs/formats.md are written into the folder
TO, which has data/schemas and docs; without TO, into ROOT.
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
DOCUMENT = "docs/formats.md"
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
                "method": {"type": "string", "minLength": 1, "maxLength": 31,
                           "description": "the name of the search"},
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
                        "count": {"type": "integer", "minimum": 0,
                                  "description": "ids in the list"},
                        "digest": {"type": "string",
                                   "description": "of these ids, hex",
                                   "pattern": "^[0-9a-f]{16}$"}},
                    "additionalProperties": False}}
    ref = {kind: {"$ref": "#/$defs/" + kind} for kind in defs}
    ref.update({"object": ref["text"], "0/1": ref["truth"]})
    id_of = {"type": "string", "pattern": "^[0-9a-hjkmnp-tv-z]{16}$"}
    more = {
        "where": {"type": "string", "description": "an expression of SQL"},
        "in": {**ref["ids"], "description": "of manifests: a list of ids that are "
                                           "selected"},
        "not_in": {**ref["ids"], "description": "of manifests: a list of ids that are "
                                               "left out"},
        "ids_from_to": {"type": "string",
                        "description": "of manifests: a range of ids"},
        "order": {"type": "string", "pattern": "^-?[a-z_]+$",
                  "description": "a column; with - descending"},
        "after": {**id_of, "description": "begins after this id"},
        "distinct": {"enum": [0, 1, False, True],
                     "description": "1: without twins"},
        "pick": {"type": "string", "description": "the seed of a draw, with limit"},
        "shuffle": {"type": "string", "description": "of schedules: a seed"},
        "ids": {"type": "string", "description": "of schedules: a file"},
        "offset": {"type": "integer", "minimum": 0,
                   "description": "puzzles that are skipped"},
        "limit": {"type": "integer", "minimum": 1,
                  "description": "puzzles that are taken at most"}}
    return print_json({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A selection of puzzles, as the filters of find",
        "description": "Made by `make generated`. A puzzle must match each "
                       "member, and one of its values.",
        "type": "object",
        "properties": {
            **{f["name"]: {**ref[f["kind"]], **({"description": f["about"]}
                           if f["name"] in ASKED else {})} for f in columns},
            **more},
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
            "count": {"type": "integer", "minimum": 1,
                      "description": "puzzles or boards"},
            "mean": number, "least": number, "greatest": number,
            **{f["name"]: schema_of(f) if f["name"] in ASKED else
               {"$ref": "fields.schema.json#/properties/" + f["name"]}
               for f in columns}},
        "additionalProperties": False}) + "\n"


# --- documents ---

def table(fields):
    lines = ["| field | meaning | kind |", "| --- | --- | --- |"]
    for field in fields:
        unit = field["unit"] and " (%s)" % field["unit"]
        if not field["name"].startswith("mtm"):  # as those of STM
            lines.append("| `%s` | %s | %s%s |" % (
                field["name"], field["about"], field["kind"], unit))
    return "\n".join(lines) + "\n"


def main(program, root, to=None):
    root, to = pathlib.Path(root), pathlib.Path(to or root)
    fields = list(fields_of(program))
    (to / SCHEMA).write_text(schema(fields))
    db = sqlite3.connect(":memory:")
    db.executescript((root / "schema.sql").read_text())
    names = {row[1] for row in db.execute("PRAGMA table_info(puzzles)")}
    columns = [f for f in fields if f["name"] in names]
    (to / SELECTION).write_text(selection(columns))
    columns = [f for f in columns if f["kind"] != "object"]
    (to / STATS).write_text(stats(columns))
    parts = re.split(r"(<!-- fields -->\n).*?(<!-- end -->)",
                     (root / DOCUMENT).read_text(), flags=re.S)
    if len(parts) != 4:
        sys.exit(DOCUMENT + ": expected <!-- fields --> and <!-- end -->")
    parts.insert(2, table(fields))
    (to / DOCUMENT).write_text("".join(parts))


if __name__ == "__main__":
    main(*sys.argv[1:])
