# SPDX-License-Identifier: MIT
"""Random queries, compared with a selection in Python.

    find_query.py LOYD DB ROUNDS [FIRST]

Each round draws filters, an order and limits, and asks in four ways: find, find
--total, the statement of --sql in Python's SQLite, and the C library. The
puzzles are those of `find --json`, once; what it does not print comes from the
tables. Rounds count their seeds up from FIRST. Prints each difference.
"""

import fnmatch
import functools
import importlib.util
import json
import os
import random
import re
import sqlite3
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "golden"))
import boards  # noqa: E402

WHOLE = """stm lower upper gap estimate percentile_sample mtm mtm_lower mtm_upper
    mtm_gap mtm_percentile_sample solutions detour linear_conflicts inversions
    tiles_home turns forced row_moves games""".split()
REAL = "percentile mtm_percentile difficulty difficulty_error".split()
TEXT = """puzzle_id size class layout goal board status path band first_moves
    mtm_status mtm_path mtm_band used_in length""".split()
UNSPLIT = "name recipe".split()  # whose commas are theirs
TRUTH = "used estimated".split()
OTHER = """lower_search upper_search mtm_lower_search mtm_upper_search
    goal_pk""".split()
TRAITS = WHOLE[WHOLE.index("solutions"):WHOLE.index("games")]


class Differs(Exception):
    pass


# --- the puzzles ---

def cells_of(board):
    return [int(label) for label in re.split("[ /]", board)]


def symmetries(width, height):
    """Of a rectangle: the size after, and for each cell the one before."""
    for turned in False, True:
        w, h = (height, width) if turned else (width, height)
        for down in False, True:
            for left in False, True:
                cells = []
                for y in range(h):
                    for x in range(w):
                        r, c = (x, y) if turned else (y, x)
                        r = height - 1 - r if down else r
                        c = width - 1 - c if left else c
                        cells.append(r * width + c)
                yield w, h, cells


def twin_key(row):
    """Equal for puzzles that a symmetry and new labels make the same."""
    width, height = map(int, row["size"].split("x"))
    start, goal = cells_of(row["board"]), cells_of(row["goal"])
    keys = []
    for w, h, cells in symmetries(width, height):
        label = {goal[cell]: n for n, cell in enumerate(cells)}
        keys.append((w, h, label[0], [label[start[cell]] for cell in cells]))
    return repr(min(keys))


def class_of(row):
    width, height = map(int, row["size"].split("x"))
    blank = cells_of(row["goal"]).index(0)
    w, h, cell = min((-w, h, cells.index(blank))
                     for w, h, cells in symmetries(width, height))
    return "%dx%d@%d.%d" % (-w, h, *divmod(cell, -w))


def used_in(rows, id):
    """Where a puzzle is used, of the tables."""
    return [" ".join(filter(None, day)) for day in rows.execute(
        "SELECT channel, date, tier FROM ledger WHERE puzzle = ?", (id,))], [
        "pack %s %d" % pack for pack in rows.execute(
            "SELECT pack, volume FROM mark WHERE pack <> '' AND puzzle = ?",
            (id,))], [
        "by hand" for _ in rows.execute(
            "SELECT 1 FROM mark WHERE pack = '' AND puzzle = ?", (id,))]


def read_puzzles(loyd, db):
    done = subprocess.run([loyd, "find", "--db", db, "--json"], text=True,
                          capture_output=True, check=True)
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    tables = sqlite3.connect(db)
    for row in rows:
        row["class"] = class_of(row)
        if "upper" in row:
            row["length"] = str(row.get("stm") or "%(lower)d..%(upper)d" % row)
        for metric in "", "mtm_":
            if metric + "upper" in row:
                row[metric + "gap"] = (row[metric + "upper"] -
                                       row[metric + "lower"])
        places = [place for kind in used_in(tables, row["puzzle_id"])
                  for place in sorted(kind)]
        row["used"] = int(places != [])
        row["used_in"] = ", ".join(places) or None
        row["recipes"] = [recipe for recipe, in tables.execute(
            "SELECT text || '~' || number FROM recipe JOIN series"
            " ON series.pk = recipe.series WHERE puzzle = ?",
            (row["puzzle_id"],))]
        row["twin"] = twin_key(row)
    columns = {name for _, name, *_ in
               tables.execute("PRAGMA table_info(puzzles)")}
    mine = {*WHOLE, *REAL, *TEXT, *UNSPLIT, *TRUTH, *OTHER}
    if columns != mine:
        raise Differs("other columns than here: %s" % (columns ^ mine))
    return rows


# --- filters ---

@functools.lru_cache(None)
def goal_of(layout, size):
    """The goal of any name of a layout, or None."""
    try:
        size = boards.read_size(size)
        board = boards.Layout(layout, size).board
        return board and boards.print_board(board, size)
    except (boards.Bad, ValueError, IndexError):
        return None


def has_text(row, column, value):
    """Whether the value of a text column is this one."""
    if value.endswith("*"):
        return row[column].startswith(value[:-1])
    if column == "layout":
        return goal_of(value, row["size"]) == row["goal"]
    if column == "size" and value.isdigit():
        value = f"{value}x{value}"
    return row[column] == value


def any_text(row, column, values):
    rows = [row]
    if column == "recipe":
        rows = [{"recipe": recipe} for recipe in row["recipes"]]
    return any(has_text(one, column, value) for one in rows
               if one.get(column) is not None for value in values)


class Query:
    """What is asked for: filters as (option, value) and tests of a row."""

    def __init__(self, puzzles, draw, name):
        self.rows, self.draw, self.name = puzzles, draw, name
        self.filters, self.tests = [], []
        self.order = None
        self.after = self.pick = self.limit = None
        self.offset, self.is_distinct = 0, False
        self.where = None
        self.lists = []

    def add(self, column, value, test):
        self.filters.append((column, value))
        self.tests.append(test)

    def known(self, column):
        return [row[column] for row in self.rows
                if row.get(column) is not None]

    def draw_number(self, column):
        """A value of the column, or one next to it."""
        values = self.known(column) or [0, 7]
        value = self.draw.choice(values)
        if column in REAL:
            return max(0, round(value + self.draw.choice([0, 0, .001, -1]), 3))
        return max(0, value + self.draw.choice([0, 0, 0, 1, -1, 10, -10]))

    def add_numbers(self, column):
        texts, ends = [], []
        for _ in range(self.draw.choice([1, 1, 1, 2, 3])):
            low, high = sorted([self.draw_number(column),
                                self.draw_number(column)])
            if column in REAL and low == high:
                high = low + 1
            if "percentile" in column and column in REAL and \
                    self.draw.random() < .2:
                low, high = min(low, 99), 100
            kind = self.draw.choice(["one", "from", "to", "both", "both"])
            texts.append({"one": f"{low}", "from": f"{low}..",
                          "to": f"..{high}", "both": f"{low}..{high}"}[kind])
            ends.append((kind, low, high))

        def test(row):
            value = row.get(column)
            return value is not None and any(
                value == low if kind == "one" else
                (kind == "to" or value >= low) and
                (kind == "from" or value < high or value == high and
                 (column in WHOLE or "percentile" in column and high == 100))
                for kind, low, high in ends)
        self.add(column, ",".join(texts), test)

    def draw_text(self, column):
        """A value, or a beginning of it."""
        value = self.draw.choice(self.known(column) or ["none"])
        if column == "recipe":
            value = self.draw.choice(self.draw.choice(
                [row["recipes"] for row in self.rows if row["recipes"]]))
        if value.endswith("*") or (self.draw.random() < .4 and
                                   column not in ("status", "mtm_status")):
            start = value[:self.draw.randrange(len(value) + 1)]
            # In a layout only a comma before these continues it.
            if column == "layout" and not re.fullmatch(
                    "[^,]*(,(missing=|blank=|[0-9])[^,]*)*", start):
                start = start[:start.index(",")]
            return start + "*"
        if column == "size" and self.draw.random() < .3:
            return value.split("x")[0]
        return value

    def add_texts(self, column):
        n = 1 if column in UNSPLIT else self.draw.choice([1, 1, 2, 3])
        texts = [self.draw_text(column) for _ in range(n)]
        if column == "used_in" and any("," in text for text in texts):
            return
        self.add(column, ",".join(texts),
                 lambda row: any_text(row, column, texts))

    def add_truth(self, column):
        word = self.draw.choice(["no", "yes", "any"])
        if column == "used" or word == "yes":
            self.add(column, word, lambda row: word == "any" or
                     row.get(column) == (word == "yes"))

    def add_filter(self):
        columns = (WHOLE + REAL + TEXT + UNSPLIT + TRUTH +
                   3 * ["size", "stm", "layout", "band"])
        column = self.draw.choice(columns)
        if column in dict(self.filters):
            return
        if column in WHOLE or column in REAL:
            self.add_numbers(column)
        elif column in TRUTH:
            self.add_truth(column)
        else:
            self.add_texts(column)

    # Lists.

    def add_list(self, option):
        ids = self.draw.sample([row["puzzle_id"] for row in self.rows],
                               self.draw.choice([0, 1, 7, 7, 90, 250]))
        path = "%s-%s" % (self.name, option)
        LISTS[self.draw.choice(sorted(LISTS))](self, path, ids)
        self.lists += ["--" + option, path]
        wanted = set(ids)
        self.tests.append((lambda row: row["puzzle_id"] in wanted)
                          if option == "in" else
                          (lambda row: row["puzzle_id"] not in wanted))

    # Orders and pages.

    def draw_page(self):
        draw = self.draw
        if draw.random() < .25:
            self.is_distinct = True
        if draw.random() < .15:
            self.pick = draw.choice(["a", "b", "seed %d" % draw.random(), "ä"])
            self.limit = draw.choice([1, 5, 40, 1000])
        elif draw.random() < .5:
            self.order = draw.choice(WHOLE + REAL + TEXT + UNSPLIT + TRUTH)
            self.order = draw.choice(["", "-"]) + self.order
        if self.pick is None and draw.random() < .2:
            self.after = draw.choice(self.rows)["puzzle_id"]
        if draw.random() < .3:
            self.offset = draw.choice([0, 1, 3, 40, 10 ** 12])
        if self.limit is None and draw.random() < .5:
            self.limit = draw.choice([1, 2, 10, 40, 10 ** 12])

    def sorted(self, rows):
        if self.order is None:
            return rows
        column, is_down = self.order.lstrip("-"), self.order[0] == "-"

        def key(row):
            value = row[column]
            return value.encode() if isinstance(value, str) else value
        known = sorted((row for row in rows if row.get(column) is not None),
                       key=key, reverse=is_down)
        return known + [row for row in rows if row.get(column) is None]

    def wanted(self):
        """The ids in order, and how many without the page."""
        rows = [row for row in self.rows
                if all(test(row) for test in self.tests)]
        n = len(rows)
        if self.pick is not None:
            by_raw = {raw_id(row["puzzle_id"]): row for row in rows}
            rows = [by_raw[raw] for raw in
                    boards.pick(list(by_raw), self.pick, len(rows))]
        else:
            rows = self.sorted(rows)
        if self.is_distinct:
            seen = set()
            rows = [row for row in rows if not
                    (row["twin"] in seen or seen.add(row["twin"]))]
        if self.after is not None:
            rows = self.past(rows)
        rows = rows[self.offset:][:self.limit]
        return [row["puzzle_id"] for row in rows], n

    def past(self, rows):
        """Those that come after the row of `after`, which need not match."""
        [after] = [row for row in self.rows
                   if row["puzzle_id"] == self.after]
        order = self.sorted(self.rows)
        place = {row["puzzle_id"]: i for i, row in enumerate(order)}
        return [row for row in rows
                if place[row["puzzle_id"]] > place[after["puzzle_id"]]]

    # As options, and as names and values of the C library.

    def members(self):
        pairs = list(self.filters)
        for name in "where", "order", "after", "pick", "limit":
            if getattr(self, name) is not None:
                pairs.append((name, str(getattr(self, name))))
        if self.offset:
            pairs.append(("offset", str(self.offset)))
        if self.is_distinct:
            pairs.append(("distinct", "1"))
        return pairs

    def options(self):
        words = []
        for name, value in self.members():
            name = "--" + name.replace("_", "-")
            words += [name] if name == "--distinct" else [f"{name}={value}"]
        return words + self.lists


# Some ids in each form of a list. Those that no catalogue has are counted.

UNKNOWN = "0123456789abcdef"


def write(path, text):
    with open(path, "w", newline="") as file:
        file.write(text)


def list_ids(query, path, ids):
    lines = ["# ids", ""] + [id.upper() if query.draw.random() < .1 else id
                             for id in ids] + [UNKNOWN]
    write(path, query.draw.choice(["\n", "\r\n"]).join(lines))


def list_lines(query, path, ids):
    write(path, "".join(f"{id}\t3x3\t20\tboard\n" for id in ids))


def list_csv(query, path, ids):
    write(path, "puzzle_id,size\n" + "".join(f"{id},3x3\n" for id in ids))


def list_json(query, path, ids):
    write(path, "".join('{"puzzle_id":"%s","size":"3x3"}\n' % id
                        for id in ids))


def list_boards(query, path, ids):
    by_id = {row["puzzle_id"]: row for row in query.rows}
    write(path, "".join("%(board)s\t%(goal)s\n" % by_id[id] for id in ids))


def list_catalogue(query, path, ids):
    by_id = {row["puzzle_id"]: row for row in query.rows}
    with open(os.path.join(HERE, "..", "..", "schema.sql")) as file:
        schema = file.read()
    if os.path.exists(path):
        os.remove(path)
    tables = sqlite3.connect(path)
    tables.executescript(schema)
    for id in ids:
        row = by_id[id]
        tables.execute("INSERT OR IGNORE INTO goal (size, class, layout, board)"
                       " VALUES (?, ?, iif(substr(?3, 1, 5) = 'goal=', NULL,"
                       " ?3), ?)", (row["size"], row["class"], row["layout"],
                                    row["goal"]))
        tables.execute("INSERT INTO puzzle (id, goal, board, size) SELECT ?,"
                       " pk, ?, size FROM goal WHERE size = ? AND board = ?",
                       (id, row["board"], row["size"], row["goal"]))
    tables.commit()
    tables.close()


LISTS = {"ids": list_ids, "lines": list_lines, "csv": list_csv,
         "json": list_json, "boards": list_boards,
         "catalogue": list_catalogue}


def raw_id(text):
    digits = "0123456789abcdefghjkmnpqrstvwxyz"
    bits = 0
    for digit in text:
        bits = bits << 5 | digits.index(digit)
    return bits.to_bytes(10, "big")


# --- expressions of --where, as SQL and in Python ---

def either(a, b):
    return True if a is True or b is True else (
        None if a is None or b is None else False)


def negated(a):
    return None if a is None else not a


def compared(sign, a, b):
    if a is None or b is None:
        return None
    if isinstance(a, str):
        a, b = a.encode(), b.encode()
    return {"<": a < b, "<=": a <= b, "=": a == b, "<>": a != b, ">": a > b,
            ">=": a >= b, "==": a == b, "!=": a != b}[sign]


class Where:
    """Draws expressions: a text, and the value for a row."""

    def __init__(self, query):
        self.query, self.draw = query, query.draw

    def number(self, depth):
        kind = self.draw.randrange(8 if depth > 0 else 3)
        column = self.draw.choice(WHOLE)
        value = self.query.draw_number(column)
        if kind < 2:
            return column, lambda row: row.get(column)
        if kind == 2:
            return str(value), lambda row: value
        a, of_a = self.number(depth - 1)
        b, of_b = self.number(depth - 1)
        if kind < 5:
            sign = self.draw.choice("+-*")
            return f"({a} {sign} {b})", lambda row: None if None in (
                of_a(row), of_b(row)) else {
                    "+": int.__add__, "-": int.__sub__,
                    "*": int.__mul__}[sign](of_a(row), of_b(row))
        if kind == 5:
            return f"ifnull({a}, {b})", lambda row: (
                of_b(row) if of_a(row) is None else of_a(row))
        if kind == 6:
            return f"max({a}, {b})", lambda row: None if None in (
                of_a(row), of_b(row)) else max(of_a(row), of_b(row))
        text, of_text = self.text()
        return f"length({text})", lambda row: (
            None if of_text(row) is None else len(of_text(row)))

    def text(self):
        column = self.draw.choice(TEXT + ["name", "recipe"])
        value = self.draw.choice(self.query.known(column) or ["it's"])
        kind = self.draw.randrange(4)
        if kind == 0:
            quoted = value.replace("'", "''")
            return f"'{quoted}'", lambda row: value
        if kind == 1:
            return f"substr({column}, 2, 3)", lambda row: (
                None if row.get(column) is None else row[column][1:4])
        return column, lambda row: row.get(column)

    def condition(self, depth):
        kind = self.draw.randrange(9 if depth > 0 else 6)
        sign = self.draw.choice(["<", "<=", "=", "<>", ">", ">=", "==", "!="])
        if kind < 2:
            a, of_a = self.number(depth)
            b, of_b = self.number(depth)
            return f"{a} {sign} {b}", lambda row: compared(
                sign, of_a(row), of_b(row))
        if kind == 2:
            a, of_a = self.text()
            b, of_b = self.text()
            return f"{a}{sign}{b}", lambda row: compared(
                sign, of_a(row), of_b(row))
        if kind == 3:
            column = self.draw.choice(WHOLE + REAL + TEXT + UNSPLIT)
            return f"{column} IS NULL", lambda row: row.get(column) is None
        if kind == 4:
            column = self.draw.choice(["size", "band", "layout", "goal"])
            values = self.draw.choices(self.query.known(column), k=2)
            inside = ", ".join(f"'{value}'" for value in values)
            return f"{column} in ({inside})", lambda row: (
                None if row.get(column) is None else row[column] in values)
        if kind == 5:
            column = self.draw.choice(["board", "path", "layout", "name"])
            part = self.draw.choice(self.query.known(column) or ["x"])[:2]
            part = part.replace("[", "").replace("'", "")
            return f"{column} GLOB '*{part}*'", lambda row: (
                None if row.get(column) is None else
                fnmatch.fnmatchcase(row[column], f"*{part}*"))
        a, of_a = self.condition(depth - 1)
        b, of_b = self.condition(depth - 1)
        if kind == 6:
            return f"({a} OR {b})", lambda row: either(of_a(row), of_b(row))
        if kind == 7:
            return f"({a} and {b})", lambda row: negated(
                either(negated(of_a(row)), negated(of_b(row))))
        return f"NOT ({a})", lambda row: negated(of_a(row))

    def add(self):
        self.query.where, test = self.condition(3)
        self.query.tests.append(lambda row: test(row) is True)


# --- the four ways ---

def by_command(query, *more):
    done = subprocess.run(
        [query.loyd, "find", "--db", query.db, *query.options(), *more],
        text=True, capture_output=True)
    if done.returncode != 0:
        raise Differs("exit %d: %s" % (done.returncode, done.stderr[:500]))
    return done.stdout


def by_sql(query):
    rows = sqlite3.connect("file:%s?mode=ro" % query.db, uri=True)
    cursor = rows.execute(by_command(query, "--sql").rstrip().rstrip(";"))
    at = [name for name, *_ in cursor.description].index("puzzle_id")
    return [row[at] for row in cursor]


class CApi:
    """The functions of the C library that find puzzles, by cffi."""

    def __init__(self, path, db):
        include = os.path.join(HERE, "..", "..", "include")
        text = subprocess.check_output(
            ["cc", "-E", "-x", "c", "-DLOYD_API=", "-DLOYD_NODISCARD=", "-I",
             include, "-"], text=True, input="#include <loyd.h>\n")
        ours = r'^# \d+ "[^"]*/loyd(?:/\w+)?\.h".*\n((?:[^#].*\n|\n)*)'
        self.ffi = importlib.import_module("cffi").FFI()
        self.ffi.cdef("".join(re.findall(ours, text, re.M)))
        self.of = self.ffi.dlopen(path)
        self.why = self.ffi.new("loyd_why *")
        store = self.ffi.new("loyd_store **")
        self.must(self.of.loyd_store_open(
            db.encode(), self.of.LOYD_STORE_READ, self.ffi.NULL, store,
            self.why))
        self.store = store[0]

    def must(self, err):
        if err != self.of.LOYD_OK:
            differs = Differs("error %d: %s" % (
                err, self.ffi.string(self.why.text).decode()))
            differs.err = err
            raise differs

    def add_all(self, builder, query):
        for name, value in query.members():
            value = value.encode()
            self.must(self.of.loyd_filter_builder_add(
                builder, name.encode(), value, len(value), self.why))

    def read(self, cursor):
        row = self.ffi.new("const loyd_row **")
        text = self.ffi.new("char[40]")
        ids = []
        while True:
            self.must(self.of.loyd_cursor_next(cursor[0], row, self.why))
            if row[0] == self.ffi.NULL:
                return ids
            self.of.loyd_id_print(self.ffi.addressof(row[0].entry.id), text)
            ids.append(self.ffi.string(text).decode())

    def find_ids(self, query, count=None):
        builder = self.ffi.new("loyd_filter_builder **")
        cursor = self.ffi.new("loyd_cursor **")
        try:
            self.add_all(builder, query)
            # The filter is the first member; NULL: nothing was added.
            selection = self.ffi.cast("loyd_filter *", builder[0])
            self.must(self.of.loyd_store_find(self.store, selection, cursor,
                                              self.why))
            ids = self.read(cursor)
            self.of.loyd_cursor_close(cursor)
            if count is not None:
                self.must(self.of.loyd_store_count(self.store, selection,
                                                   count, self.why))
            return ids
        finally:
            self.of.loyd_cursor_close(cursor)
            self.of.loyd_filter_builder_free(builder)

    def find(self, query):
        """The ids, and how many it counts."""
        count = self.ffi.new("uint64_t *")
        return self.find_ids(query, count), count[0]


def open_c_api(loyd, db):
    """None: it needs a sanitizer, which Python has not loaded, or there is no
    cffi."""
    if importlib.util.find_spec("cffi") is None:
        return None
    path = os.path.join(os.path.dirname(loyd), "libloyd.so")
    done = subprocess.run([sys.executable, "-c", "import ctypes, sys;"
                           " ctypes.CDLL(sys.argv[1])", path],
                          capture_output=True)
    return CApi(path, db) if done.returncode == 0 else None


def same(way, wanted, got):
    if wanted != got:
        raise Differs("%s: %s instead of %s" % (way, str(got)[:300],
                                                str(wanted)[:300]))


def compare(query, c_api):
    ids, _ = query.wanted()
    lines = by_command(query, "--json", "--columns", "puzzle_id").splitlines()
    same("find", ids, [json.loads(line)["puzzle_id"] for line in lines])
    same("--total", len(ids), int(by_command(query, "--total")))
    if query.pick is None and not query.is_distinct:
        same("--sql", ids, by_sql(query))
    if c_api is not None and not query.lists:
        same("library", (ids, len(ids)), c_api.find(query))
    return len(ids)


def main():
    loyd, db, rounds = sys.argv[1], sys.argv[2], int(sys.argv[3])
    first = int(sys.argv[4]) if len(sys.argv) > 4 else 0
    puzzles = read_puzzles(loyd, db)
    c_api = open_c_api(loyd, db)
    n_bad = n_found = 0
    for seed in range(first, first + rounds):
        draw = random.Random(seed)
        query = Query(puzzles, draw, "list-%d" % seed)
        query.loyd, query.db = loyd, db
        for _ in range(draw.choice([0, 1, 1, 1, 2, 2, 3, 4])):
            query.add_filter()
        if draw.random() < .25:
            Where(query).add()
        for option in "in", "not-in":
            if draw.random() < .12:
                query.add_list(option)
        query.draw_page()
        try:
            n_found += compare(query, c_api) > 0
        except Differs as differs:
            n_bad += 1
            print("round %d: loyd find %s\n  %s" % (
                seed, " ".join(map(repr, query.options())), differs))
    print("%d rounds, %d differ" % (rounds, n_bad))
    if not rounds // 4 <= n_found + n_bad <= rounds * 7 // 8:
        print("too one-sided: %d found something" % n_found)
    return n_bad > 0


if __name__ == "__main__":
    sys.exit(main())
