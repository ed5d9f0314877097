#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Counts what there is to read, whatever the layout of its lines: the tokens of
C, SQL and JavaScript by part, without comments. A part is a folder of src/,
include/, or `schema` (schema.sql and migrations/).

usage: weight.py [--check | --write] [ROOT]

Prints the counts. --check compares them with tests/style/weight.tsv, and exits
with 1 if a part has more than 2 % above its row; --write writes that table.
"""
import pathlib
import re
import sys

TABLE = "tests/style/weight.tsv"
LANGUAGES = {".c": "C", ".h": "C", ".sql": "SQL", ".js": "JavaScript",
             ".mjs": "JavaScript"}
COLUMNS = ("C", "SQL", "JavaScript")
ALLOWED = 1.02

QUOTED = r'"(?:\\.|[^"\\\n])*"'
LETTER = r"'(?:\\.|[^'\\\n])+'"
SQL_TEXT = r"'(?:''|[^'])*'"
WORD = r"[A-Za-z_]\w*|\d[\w.]*"

# Comments, and before them what may look as if it had one inside.
CODE_COMMENT = re.compile(
    rf"(?P<kept>{QUOTED}|{LETTER}|`(?:\\.|[^`\\])*`)|/\*.*?\*/|//[^\n]*", re.S)
SQL_COMMENT = re.compile(rf"(?P<kept>{SQL_TEXT})|--[^\n]*|/\*.*?\*/", re.S)

# Texts that C joins are one token.
CODE_TOKEN = re.compile(
    rf"{LETTER}|{QUOTED}(?:\s*{QUOTED})*|{WORD}"
    r"|->|\+\+|--|<<=?|>>=?|[-+*/%&|^=!<>]=|&&|\|\||\.\.\.|[^\s\w]")
SQL_TOKEN = re.compile(rf"{SQL_TEXT}|{WORD}|<>|<=|>=|\|\||[^\s\w]")


def tokens(text, language):
    """How many tokens a text has."""
    comment, token = ((SQL_COMMENT, SQL_TOKEN) if language == "SQL" else
                      (CODE_COMMENT, CODE_TOKEN))
    code = comment.sub(lambda found: found["kept"] or " ", text)
    return sum(1 for _ in token.finditer(code))


def part_of(path, language):
    """The part of a file, its path seen from the root; "" if it has none."""
    top, *rest = path.parts
    if top == "src" and len(rest) > 1:
        return rest[0]
    if top in ("src", "include"):
        return top
    return "schema" if language == "SQL" else ""


def weigh(root):
    """{part: {language: tokens}}"""
    parts = {}
    files = [*root.glob("*.sql"), *(path for top in ("include", "migrations",
             "src") for path in (root / top).rglob("*.*"))]
    for path in files:
        language = LANGUAGES.get(path.suffix)
        part = language and part_of(path.relative_to(root), language)
        if part and path.is_file() and not path.is_symlink():
            counts = parts.setdefault(part, dict.fromkeys(COLUMNS, 0))
            counts[language] += tokens(path.read_text(errors="replace"),
                                       language)
    return dict(sorted(parts.items()))


def read_table(path):
    """As weigh() has it."""
    head, *lines = path.read_text().splitlines()
    assert head.split("\t") == ["part", *COLUMNS], f"{path}: its first line"
    return {part: dict(zip(COLUMNS, map(int, counts)))
            for part, *counts in (line.split("\t") for line in lines)}


def lines_of(parts):
    yield "\t".join(("part", *COLUMNS))
    for part, counts in parts.items():
        yield "\t".join((part, *(str(counts[name]) for name in COLUMNS)))


def faults(parts, table):
    """What a person has to decide: sentences."""
    none = dict.fromkeys(COLUMNS, 0)
    for part, counts in parts.items():
        for name in COLUMNS:
            now, row = counts[name], table.get(part, none)[name]
            if now > row * ALLOWED:
                yield (f"{part}: {now} tokens of {name}, {row} in {TABLE}: "
                       "expected at most 2 % more: make it less, or change "
                       "the row in this commit (tests/weight.py --write)")
    for part in table.keys() - parts.keys():
        yield f"{part}: in {TABLE} only: remove the row"


def main(arguments):
    options = [word for word in arguments if word.startswith("-")]
    places = [word for word in arguments if not word.startswith("-")]
    if options not in ([], ["--check"], ["--write"]) or len(places) > 1:
        sys.exit(__doc__.strip())
    root = pathlib.Path(*places)
    parts = weigh(root)
    if not parts:
        sys.exit(f"{root}: no sources")
    if options == ["--write"]:
        (root / TABLE).write_text("".join(f"{line}\n"
                                          for line in lines_of(parts)))
    elif options == ["--check"]:
        found = list(faults(parts, read_table(root / TABLE)))
        print(*found, sep="\n", end="\n" if found else "")
        return int(bool(found))
    else:
        print(*lines_of(parts), sep="\n")
        print("all", *(sum(counts[name] for counts in parts.values())
                       for name in COLUMNS), sep="\t")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
