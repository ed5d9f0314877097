"""Writes boards in the forms of other programs, and judges what loyd reads.

    boards.py LOYD

Shares nothing with loyd: draws boards and writes them in a form, and compares
with them the rows of `loyd check --json` or `loyd solve --json`, the lengths with
a search from the goal. Boards are broken too, and files of other programs, with
moves or made of moves. LOYD_LONG: more of all. Works in the current folder.
"""

import base64
import functools
import json
import os
import random
import re
import subprocess
import sys
import urllib.parse
import zlib

LOYD = sys.argv[1]
IS_LONG = bool(os.environ.get("LOYD_LONG"))
SOLVED = ((3, 2), (2, 3), (2, 4), (4, 2))  # sizes that are searched


def run(*words, text=""):
    return subprocess.run([LOYD, *words], input=text.encode(),
                          capture_output=True, check=False)


def draw(rng, sizes):
    width, height = rng.choice(sizes)
    labels = list(range(width * height))
    rng.shuffle(labels)
    return width, height, labels


def rows_of(board):
    width, _, labels = board
    return [labels[i:i + width] for i in range(0, len(labels), width)]


def line(board, between, rows, blank="0", pad="%d"):
    return rows.join(between.join(blank if not label else pad % label
                                  for label in row)
                     for row in rows_of(board))


# --- one board per line ---

ONE_LINE = {
    "slashes": lambda b: line(b, " ", "/"),
    "commas": lambda b: line(b, ",", "/", "_"),
    "semicolons": lambda b: line(b, ", ", "; ", "x"),
    "bars": lambda b: "| " + line(b, "  ", " | ", ".") + " |",
    "nested": lambda b: json.dumps(rows_of(b)),
    "tuples": lambda b: "(" + line(b, ", ", "), (") + ")",
    "zeros": lambda b: line(b, " ", " / ", "00", "%02d"),
    "sgt": lambda b: "%dx%d:" % b[:2] + line(b, ",", ",", ""),
    "list": lambda b: str(b[2]),
    "flat": lambda b: line(b, ",", ",", "X"),
    "list24": lambda b: line(b, ",", ","),
}
SQUARES = [(n, n) for n in range(2, 16)]
SQUARE = ("list", "flat", "list24", "princeton")


def columns(board):
    """Rows of numbers that are flush right."""
    digits = len(str(len(board[2])))
    return "\n".join(" ".join(str(label).rjust(digits) for label in row)
                     for row in rows_of(board)) + "\n"


# --- rows: the boards of a file, and what stands between them ---

ROWS = {
    "rows": lambda b: columns(b) + "\n",
    "rows_commas": lambda b: line(b, ",", ",\n", "_") + "\n\n",
    "rows_sized": lambda b: "%d %d\n" % b[:2] + columns(b),
    "rows_turned": lambda b: "# height, width\n%d %d\n" % b[1::-1] + columns(b),
    "rows_named": lambda b: "%dx%d\n" % b[:2] + line(b, " ", " ") + "\n",
    "rows_nested": lambda b: "[" + line(b, ", ", "],\n [").join("[]") +
    "]\n\n",
    "rows_tabs": lambda b: line(b, "\t", "\n", "x") + "\r\n\r\n",
    "rows_matlab": lambda b: line(b, " ", ";\n") + ";\n\n",
    "princeton": lambda b: "%d\n" % b[0] + columns(b),
}


def sizes_of(form):
    if form == "list24":
        return [(5, 5)]
    if form in SQUARE:
        return SQUARES
    return [(w, h) for w in range(2, 16) for h in range(2, 16)]


def write(form, seed, count, of=2):
    """Returns a text and its boards; one in so many has any size."""
    rng = random.Random(form + seed)
    forms = {**ONE_LINE, **ROWS}
    # The first line decides: it is neither a size nor a whole board.
    boards = [(5, 2, [1, 2, 3, 4, 6, 7, 8, 9, 5, 0])] if (
        form in ROWS and form not in SQUARE) else []
    boards += [draw(rng, SOLVED if k % of and form not in SQUARE
                    else sizes_of(form)) for k in range(count)]
    if form == "rows_turned":  # a square is the same
        boards = [b for b in boards if b[0] != b[1]]
    return "".join(forms[form](b) + ("\n" if form in ONE_LINE else "")
                   for b in boards), boards


# --- judging ---


@functools.lru_cache(None)
def tables():
    """The lengths of all boards that have one, by size."""
    found = {}
    for width, height in SOLVED:
        goal = tuple(range(1, width * height)) + (0,)
        lengths, edge = {goal: 0}, [goal]
        while edge:
            after = []
            for board in edge:
                at = board.index(0)
                x, y = at % width, at // width
                for i, j in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
                    if 0 <= i < width and 0 <= j < height:
                        cells = list(board)
                        cells[at], cells[j * width + i] = (
                            cells[j * width + i], 0)
                        key = tuple(cells)
                        if key not in lengths:
                            lengths[key] = lengths[board] + 1
                            after.append(key)
            edge = after
        found[width, height] = lengths
    return found


def is_solvable(width, height, labels):
    """By the cycles of the permutation and the steps of the blank."""
    goal = [*range(1, width * height), 0]
    seen, odd = set(), False
    for start in range(len(labels)):
        at, steps = start, 0
        while at not in seen:
            seen.add(at)
            at, steps = goal.index(labels[at]), steps + 1
        odd ^= steps % 2 == 0 and steps > 0
    at = labels.index(0)
    steps = width - 1 - at % width + height - 1 - at // width
    return odd == bool(steps % 2)


def judge(out, boards):
    """Returns how many lengths were searched."""
    rows, searched = [json.loads(row) for row in out.splitlines()], 0
    assert len(rows) == len(boards), (len(rows), len(boards))
    for row, board in zip(rows, boards):
        if isinstance(board, str):
            assert row["status"] == "error" and row["error"] == board, (
                row, board)
            continue
        width, height, labels, *moves = board
        assert row["size"] == f"{width}x{height}", (row, board)
        assert row["board"] == line(board[:3], " ", "/"), (row, board)
        if moves:
            assert row["status"] == moves[0], (row, board)
            assert row.get("stm", 0) == moves[1], (row, board)
            continue
        solvable = is_solvable(width, height, labels)
        assert (row["status"] != "unsolvable") == solvable, (row, board)
        if "upper" in row and (width, height) in SOLVED:
            searched += 1
            assert row["lower"] == row["upper"] == tables()[
                width, height][tuple(labels)], (row, board)
    return searched


def check_forms():
    total = 0
    for form in {**ONE_LINE, **ROWS}:
        text, boards = write(form, "one", 100 if IS_LONG else 80)
        total += len(boards)
        judge(run("check", "--json", text=text).stdout, boards)
    assert total >= (1900 if IS_LONG else 1500), total
    for form in "nested", "sgt", "rows", "rows_turned", "rows_matlab":
        text, boards = write(form, "two", *(40, 2) if IS_LONG else (24, 6))
        done = run("solve", "--length", "--effort", "quick", "--json",
                   text=text)
        assert judge(done.stdout, boards) >= 5, form


# --- broken boards between good ones ---


def spoil(rng, board, rows):
    """Spoils rows of words; returns what is wrong with them."""
    width, height, labels = board
    y, x = rng.randrange(height), rng.randrange(width)
    n, kind = width * height, rng.randrange(6)
    tile = next(label for label in labels[y * width:] + labels if label)
    place = f"in row {y + 1}, column {x + 1}"
    if kind == 0:
        rows[y][x] = rng.choice(("q", "1.5", "-1", "0x1", "1e1", "é", "1-2"))
        return f"invalid label '{rows[y][x]}' {place}"
    if kind == 1:
        rows[y][x] = str(n + rng.randrange(1, 10 ** 12))
        return f"label {rows[y][x]} {place} is out of range: expected 0..{n}"
    if kind == 2:
        rows[y].append(rows[y][0])
        return (f"row 2 has {width} labels: expected {width + 1}" if y == 0
                else f"row {y + 1} has {width + 1} labels: expected {width}")
    at = labels.index(0)
    if kind == 3:  # no blank
        rows[at // width][at % width] = str(n)
        return "no blank"
    if kind == 4:
        rows[at // width][at % width] = str(tile)
        return f"tile {tile} appears twice"
    at = labels.index(tile)
    rows[at // width][at % width] = "0"
    return "two blanks"


def broken(form, seed):
    rng = random.Random(form + seed)
    between, ends, after = {"slashes": (" ", "/", "\n"),
                            "commas": (",", "|", "\n"),
                            "rows": (" ", "\n", "\n\n"),
                            "rows_commas": (", ", ",\n", "\n\n")}[form]
    told, texts = [], []
    for k in range(60):
        board = draw(rng, [(w, h) for w in range(4, 8) for h in range(2, 8)])
        rows = [[str(label) for label in row] for row in rows_of(board)]
        if k == 0:
            board, rows = (4, 2, [*range(1, 8), 0]), [
                ["1", "2", "3", "4"], ["5", "6", "7", "0"]]
        told.append(spoil(rng, board, rows) if k % 2 else board)
        texts.append(ends.join(between.join(row) for row in rows) + after)
    return "".join(texts), told


def check_broken():
    """Each is named, and the others are read; nothing is stored of the file, and
    the places are the same."""
    for form in "slashes", "commas", "rows", "rows_commas":
        for seed in "one", "two":
            text, told = broken(form, seed)
            done = run("check", "--json", text=text)
            assert done.returncode == 3, (form, done)
            judge(done.stdout, told)
        with open("text", "w") as out:
            out.write(text)
        places = re.findall("^loyd: stdin:(.*)", done.stderr.decode(), re.M)
        done = run("import", "--db", "broken.db", "text")
        assert done.returncode == 3, (form, done)
        found = re.findall("^loyd: text:([0-9]+: )board: (.*)",
                           done.stderr.decode(), re.M)
        assert [a + b for a, b in found] == places, (form, found, places)
        assert not os.path.exists("broken.db"), form


# --- files of other programs, with moves or made of moves ---

STEPS = {"U": (0, 1), "R": (-1, 0), "D": (0, -1), "L": (1, 0)}  # of the blank
BACK = str.maketrans("URDL", "DLUR")


def walk(rng, board, n):
    """Slides n tiles; returns the directions, and the cells of the blank."""
    width, height, labels = board
    moves, cells = "", []
    while len(moves) < n:
        at = labels.index(0)
        move = rng.choice("URDL")
        x, y = at % width + STEPS[move][0], at // width + STEPS[move][1]
        if not (0 <= x < width and 0 <= y < height) or (
                moves and move == moves[-1].translate(BACK)):
            continue
        labels[at], labels[y * width + x] = labels[y * width + x], 0
        moves += move
        cells.append((x, y))
    return moves, cells


def runs(moves, between=""):
    out = []
    for move in moves:
        if out and out[-1][0] == move:
            out[-1][1] += 1
        else:
            out.append([move, 1])
    return between.join(m + (str(n) if n > 1 else "") for m, n in out)


def field(key, value):
    return f"{key:8}:{len(str(value))}:{value}\n"


def save_file(board, cells, rng):
    """A save file; moves that were taken back follow the others."""
    more = rng.randrange(3)
    size = "%dx%d" % tuple(board[:2])
    lines = [field("SAVEFILE", "Simon Tatham's Portable Puzzle Collection"),
             field("VERSION", 1), field("GAME", "Fifteen"),
             field("PARAMS", size), field("CPARAMS", size),
             field("SEED", rng.randrange(10 ** 15)),
             field("DESC", line(board, ",", ",")), field("TIME", 12.5),
             field("NSTATES", len(cells) + more + 1),
             field("STATEPOS", len(cells) + 1)]
    return "".join(lines + [field("MOVE", "M%d,%d" % cell) for cell in
                            cells + [(0, 0)] * more])


def replay(board, moves, rng):
    return json.dumps([runs(moves), rng.randrange(1000, 20000),
                       line(board, " ", "/"),
                       rng.choice((-1, list(range(0, 50 * len(moves), 50))))],
                      separators=(",", ":"))


def address(text):
    data = base64.b64encode(zlib.compress(text.encode(), 9)).decode()
    return "https://slidysim.github.io/replay?r=" + urllib.parse.quote(
        data, safe="-_.~")


def draw_file(rng, form, size):
    """Returns a file's text for a board, and what is known of it."""
    goal = [*size, [*range(1, size[0] * size[1]), 0]]
    board = [*size, goal[2][:]]
    if form in ("scrambles", "blank_scrambles", "arrows", "session"):
        moves, _ = walk(rng, board, rng.randrange(1, 40))
        if form == "blank_scrambles":
            moves = moves.translate(BACK)
        text = runs(moves, " ")
        if form == "arrows":
            text = text.translate(str.maketrans(
                "URDL", "\uffea\uffeb\uffec\uffe9"))
        if form == "session":
            text = "%d. %d.%02d   " % (rng.randrange(1, 99), rng.randrange(
                99), rng.randrange(99)) + text
        return text + "\n", board
    walk(rng, board, rng.randrange(1, 60))
    start = [*size, board[2][:]]
    moves, cells = walk(rng, board, rng.randrange(1, 30))
    is_broken = rng.randrange(3) == 0
    if not is_broken:  # back to the goal: the first walk, reversed
        board = [*size, goal[2][:]]
        back, _ = walk(rng, board, rng.randrange(1, 60))
        start = [*size, board[2][:]]
        moves = back[::-1].translate(BACK)
        at, cells = board[2].index(0), []
        x, y = at % size[0], at // size[0]
        for move in moves:
            x, y = x + STEPS[move][0], y + STEPS[move][1]
            cells.append((x, y))
    else:
        is_broken = board[2] != goal[2]
    told = [*start, "broken", 0] if is_broken else [
        *start, "solution", len(moves)]
    if form == "save":
        return save_file(start, cells, rng), told
    text = replay(start, moves, rng)
    return (address(text) if form == "address" else text) + "\n", told


FILES = ("address", "replay", "save", "scrambles", "blank_scrambles",
         "arrows", "session")


def check_files(form, count):
    rng = random.Random(form + "one")
    size, parts, told = (4, 4), [], []
    if form == "session":
        parts = ["Generated By csTimer on 2026-01-01\nsolves/total: 9/9\n\n"
                 "single\n    best: 10.11\n\nTime List:\n"]
    if form == "blank_scrambles":
        size = (5, 3)
        parts = ["5x3\n"]
    for _ in range(count):
        if form in ("address", "replay", "save"):
            size = rng.choice([(w, h) for w in range(2, 11)
                               for h in range(2, 11)])
        part, board = draw_file(rng, form, size)
        parts.append(part)
        told.append(board)
    judge(run("check", "--json", text="".join(parts)).stdout, told)


# --- malformed files ---


def spoil_file(rng, form):
    """Returns a file with one fault, its line, and words of the message."""
    size = (4, 4)
    if form in FILES:
        parts = [draw_file(rng, form, size)[0] for _ in range(3)]
    else:
        parts = []
        for _ in range(3):
            board = (5, 5, [*range(1, 25), 0])
            walk(rng, board, 100)
            parts.append({**ONE_LINE, **ROWS}[form](board)
                         + ("\n" if form in ONE_LINE else ""))
    k = rng.randrange(3)
    before = "".join(parts[:k]).count("\n")
    part, after = parts[k], "".join(parts[k + 1:])
    kind = rng.randrange(4)
    if form == "address":
        part = part[:-1 - rng.randrange(8, 40)] + "\n"
        where, words = 1, "damaged replay"
    elif form == "replay" and kind < 2:
        where, words = 1, "invalid replay"
        part = part.replace('"', "", 1 + kind)
        if kind == 0:
            part = part.replace("[", '["x",', 1).replace('"', "", 3)
            part = '["' + part.lstrip("[").replace('"', "")
    elif form == "replay":
        where, words = 1, "row 2, column 1"
        rows = part.split("/")
        part = "/".join([rows[0], "z" + rows[1], *rows[2:]])
    elif form == "save":
        lines = part.splitlines(True)
        where, words, key, value = rng.choice((
            (3, "expected Fifteen", "GAME", "Sixteen"),
            (9, "STATEPOS not above", "NSTATES", "0x1"),
            (10, "STATEPOS not above", "STATEPOS", "999999"),
            (11, "cell in the blank's row", "MOVE", "M7,7"),
            (7, "appears twice", "DESC", ",".join(["1"] * 16)),
            (5, "expected KEY:LENGTH:VALUE", None, "CPARAMS :9:4x4\n"),
            (1, "ends before its last move", None, None)))
        if value is None:
            part, after = "".join(lines[:9]), ""
        else:
            lines[where - 1] = value if key is None else field(key, value)
            part = "".join(lines)
    elif form in FILES:
        where, words, part = 1, *rng.choice((
            ("invalid move 'Q", part[:-1] + " Q\n"),
            ("is illegal", part[:-1] + " U9 U9\n"),
            ("count 0 is out", part[:-1] + " D0\n")))
        if form == "session":
            before += 1
            parts[0] = "Time List:\n"
    elif kind == 0:
        where, words = 1, "appears twice"
        part = part.replace("24", "23", 1)
    elif kind == 1:
        where, words = 1, "is out of range: expected 0..25"
        part = part.replace("24", "77", 1)
    elif kind == 2:
        where, words = 1, "invalid label 'w4'"
        part = part.replace("24", "w4", 1)
    else:
        where, words = 1, "label"
        part = part.replace("24", "", 1)
    if form == "princeton":
        where = 2  # the first row names the board
    return "".join(parts[:k]) + part + after, before + where, words


def check_malformed(count):
    """Imports such files; each must be refused at its line."""
    rng = random.Random("malformed")
    forms = ("address", "replay", "save", "scrambles", "princeton", "list24",
             "slashes", "semicolons")
    for n in range(count):
        form = forms[n % len(forms)]
        text, number, words = spoil_file(rng, form)
        with open("malformed.txt", "w") as out:
            out.write(text)
        done = run("import", "--db", "malformed.db", "malformed.txt")
        first = done.stderr.decode().split("\n")[0]
        assert done.returncode == 3, (form, done, text)
        assert f"malformed.txt:{number}: " in first, (form, number, first)
        assert words in first, (form, words, first)
        assert not os.path.exists("malformed.db"), form


check_forms()
for each in FILES:
    check_files(each, 60)
check_broken()
check_malformed(200 if IS_LONG else 64)
