"""Writes boards in the forms of other programs, and judges what loyd reads.

Shares nothing with loyd: `write FILE` draws boards and writes them in a form;
`judge FILE` compares the rows of `loyd check --json` or `loyd solve --json`
with them, the lengths with a search from the goal.

    boards.py write FORM SEED COUNT TEXT KNOWN
    boards.py judge KNOWN <rows
    boards.py broken FORM SEED TEXT KNOWN
"""

import json
import random
import sys

SOLVED = ((3, 2), (2, 3), (2, 4), (4, 2))  # sizes that are searched


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
}
SQUARES = [(n, n) for n in range(2, 16)]


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
}


def sizes_of(form):
    if form in ("list", "flat"):
        return SQUARES
    return [(w, h) for w in range(2, 16) for h in range(2, 16)]


def write(form, seed, count, text, known):
    rng = random.Random(form + seed)
    forms = {**ONE_LINE, **ROWS}
    # The first line decides: it is neither a size nor a whole board.
    boards = [(5, 2, [1, 2, 3, 4, 6, 7, 8, 9, 5, 0])] if form in ROWS else []
    boards += [draw(rng, SOLVED if k % 2 and form not in ("list", "flat")
                    else sizes_of(form)) for k in range(count)]
    if form == "rows_turned":  # a square is the same
        boards = [b for b in boards if b[0] != b[1]]
    with open(text, "w", newline="") as out:
        out.write("".join(forms[form](b) + ("\n" if form in ONE_LINE else "")
                          for b in boards))
    with open(known, "w") as out:
        json.dump(boards, out)
    print(len(boards))


# --- judging ---


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


def judge(known):
    with open(known) as source:
        boards = json.load(source)
    rows, lengths, searched = [json.loads(row) for row in sys.stdin], None, 0
    assert len(rows) == len(boards), (len(rows), len(boards))
    for row, board in zip(rows, boards):
        if isinstance(board, str):
            assert row["status"] == "error" and row["error"] == board, (
                row, board)
            continue
        width, height, labels = board
        assert row["size"] == f"{width}x{height}", (row, board)
        assert row["board"] == line(board, " ", "/"), (row, board)
        solvable = is_solvable(width, height, labels)
        assert (row["status"] != "unsolvable") == solvable, (row, board)
        if "upper" in row and (width, height) in SOLVED:
            lengths = lengths or tables()
            searched += 1
            assert row["lower"] == row["upper"] == lengths[
                width, height][tuple(labels)], (row, board)
    print(len(rows), searched)


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


def broken(form, seed, text, known):
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
    with open(text, "w") as out:
        out.write("".join(texts))
    with open(known, "w") as out:
        json.dump(told, out)


if __name__ == "__main__":
    command, *words = sys.argv[1:]
    if command == "forms":
        print(*ONE_LINE, *ROWS)
    elif command == "write":
        write(words[0], words[1], int(words[2]), *words[3:])
    else:
        {"judge": judge, "broken": broken}[command](*words)
