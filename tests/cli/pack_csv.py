"""Reads and writes puzzles.csv: a row is a dict of the fields that it has, with
numbers and searches as JSON has them.

usage: pack_csv.py FILE    prints the rows as JSON Lines
"""
import csv
import io
import json
import sys

TEXTS = {"puzzle_id", "size", "layout", "goal", "board", "recipe", "status",
         "path", "band", "mtm_status", "mtm_path", "mtm_band", "name",
         "first_moves"}


def value_of(name, text):
    if name in TEXTS:
        return text
    if name.endswith("_search"):
        method, nodes = text.split("@")
        return {"method": method, "nodes": int(nodes)}
    return float(text) if "." in text else int(text)


def text_of(value):
    return "%(method)s@%(nodes)d" % value if isinstance(value, dict) else value


def read(text):
    """The names of the columns, and the rows."""
    table = csv.DictReader(io.StringIO(text, newline=""))
    rows = [{name: value_of(name, cell) for name, cell in row.items() if cell}
            for row in table]
    return table.fieldnames, rows


def write(names, rows):
    text = io.StringIO(newline="")
    table = csv.DictWriter(text, names, lineterminator="\n")
    table.writeheader()
    table.writerows({name: text_of(value) for name, value in row.items()}
                    for row in rows)
    return text.getvalue()


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8", newline="") as file:
        for row in read(file.read())[1]:
            print(json.dumps(row, ensure_ascii=False))
