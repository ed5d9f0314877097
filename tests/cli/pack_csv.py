"""Reads and writes puzzles.csv: a row is a dict of the fields that it has, with
numbers as JSON has them.

usage: pack_csv.py FILE    prints the rows as JSON Lines
"""
import csv
import io
import json
import sys

TEXTS = {"puzzle_id", "size", "layout", "goal", "board", "recipe", "status",
         "path", "band", "lower_search", "upper_search", "mtm_status",
         "mtm_path", "mtm_band", "mtm_lower_search", "mtm_upper_search",
         "name", "first_moves"}


def value_of(name, text):
    if name in TEXTS:
        return text
    return float(text) if "." in text else int(text)


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
    table.writerows(rows)
    return text.getvalue()


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8", newline="") as file:
        for row in read(file.read())[1]:
            print(json.dumps(row, ensure_ascii=False))
