# SPDX-License-Identifier: MIT
"""Hashes, numbers, sizes, boards, layouts, puzzle ids, catalogue digests.

Part of the second implementation of loyd's fixed formats; see g1.py.
"""
import hashlib
import re
import struct

CROCKFORD = "0123456789abcdefghjkmnpqrstvwxyz"


class Bad(ValueError):
    """Text or numbers that the formats do not allow."""


# Hashes

def fields(*values):
    """F: each field after its length in bytes, 32 bits little-endian."""
    data = b""
    for value in values:
        if isinstance(value, str):
            value = value.encode("utf-8")
        data += struct.pack("<I", len(value)) + value
    return data


def blake(data, secret=b""):
    """H: BLAKE2b of 32 bytes, keyed if there is a secret."""
    return hashlib.blake2b(data, digest_size=32, key=secret).digest()


def base32(data):
    """Crockford's, most significant bit first; 5 bits per character."""
    bits = int.from_bytes(data, "big")
    count = len(data) * 8 // 5
    return "".join(CROCKFORD[bits >> 5 * (count - 1 - k) & 31]
                   for k in range(count))


def key_id(secret):
    return base32(blake(fields("loyd key id"), secret)[:5])


def puzzle_id(size, start, goal):
    """The ten bytes; base32() converts them to the sixteen characters."""
    return blake(fields("loyd puzzle 1", bytes(size), bytes(goal),
                        bytes(start)))[:10]


# Numbers, sizes, boards. A size is (width, height), a board a list of labels.

def number(text, low, high):
    if not (text.isascii() and text.isdigit()) or str(int(text)) != text:
        raise Bad("not a number: " + text)
    if not low <= int(text) <= high:
        raise Bad("outside %d..%d: %s" % (low, high, text))
    return int(text)


def read_size(text):
    sides = text.split("x")
    if len(sides) == 1:
        sides *= 2
    if len(sides) != 2:
        raise Bad("not a size: " + text)
    return tuple(number(side, 2, 15) for side in sides)


def print_size(size):
    return "%dx%d" % size


def read_board(text, size):
    """Rows separated by "/", or a flat list if there is no "/"."""
    rows = [row.split() for row in text.replace("\n", "/").split("/")]
    width, height = size
    if len(rows) > 1 and [len(row) for row in rows] != [width] * height:
        raise Bad("not %d rows of %d" % (height, width))
    board = [number(label, 0, width * height) for row in rows for label in row]
    if len(board) != width * height:
        raise Bad("not %d labels" % (width * height))
    if len(set(board)) != len(board) or 0 not in board:
        raise Bad("a label twice, or no blank")
    return board


def print_board(board, size):
    width = size[0]
    return "/".join(" ".join(map(str, board[row:row + width]))
                    for row in range(0, len(board), width))


# Layouts

def path_rows(width, height):
    return list(range(width * height))


def path_columns(width, height):
    return [row * width + col for col in range(width) for row in range(height)]


def path_snake(width, height):
    path = []
    for row in range(height):
        cells = list(range(row * width, (row + 1) * width))
        path += cells[::-1] if row % 2 else cells
    return path


def path_spiral(width, height):
    """Peel the upper row, turn the rest to the left, and again."""
    rows = [list(range(row * width, (row + 1) * width))
            for row in range(height)]
    path = []
    while rows:
        path += rows.pop(0)
        rows = [list(column) for column in zip(*rows)][::-1]
    return path


NUMBER = "(0|[1-9][0-9]*)"
STROKE = re.compile(NUMBER + r"\." + NUMBER +
                    ":((?:[URDL](?:[2-9]|[1-9][0-9]{1,2})?)*)")
STEPS = {"U": (-1, 0), "R": (0, 1), "D": (1, 0), "L": (0, -1)}


def read_stroke(text, size):
    """The cells of ROW.COL:MOVES, each next to the one before."""
    width, height = size
    match = STROKE.fullmatch(text)
    if not match:
        raise Bad("not a path: " + text)
    at = int(match[1]), int(match[2])
    places = [at]
    for letter, count in re.findall("([URDL])([0-9]*)", match[3]):
        for _ in range(int(count or "1")):
            at = at[0] + STEPS[letter][0], at[1] + STEPS[letter][1]
            places.append(at)
    if sorted(places) != [(row, col) for row in range(height)
                          for col in range(width)]:
        raise Bad("not each cell once: " + text)
    return [row * width + col for row, col in places]


def print_stroke(cells, width):
    """Equal steps are one letter with their count."""
    places = [divmod(cell, width) for cell in cells]
    letters = "".join(
        letter for (row, col), after in zip(places, places[1:])
        for letter, (down, right) in STEPS.items()
        if (row + down, col + right) == after)
    return "%d.%d:" % places[0] + re.sub(
        r"(.)\1+", lambda run: run[1] + str(len(run[0])), letters)


PATHS = {"rows": path_rows, "columns": path_columns, "snake": path_snake,
         "spiral": path_spiral, "random": path_rows}


class Layout:
    """A path with its options, or a goal given cell by cell.

    path     a name in PATHS, "path" for other one-stroke paths, or "goal"
    missing  the label that no tile has, or "random"
    blank    the blank's cell, or None: where the missing label would be
    board    the goal itself; None if it is drawn
    """

    def __init__(self, text, size):
        self.size = size
        self.board = None
        if text.startswith("goal="):
            self.path = "goal"
            self.board = read_board(text[5:], size)
            return
        self.path, *options = text.split(",")
        if self.path.startswith("path="):
            self.cells = read_stroke(self.path[5:], size)
            self.path = next((name for name, cells in PATHS.items()
                              if cells(*size) == self.cells), "path")
        elif self.path in PATHS:
            self.cells = PATHS[self.path](*size)
        else:
            raise Bad("no such path: " + self.path)
        self.missing = len(self.cells)
        self.blank = None
        if options and options[0].startswith("missing="):
            self.missing = self.read_missing(options.pop(0)[8:])
        if options and options[0].startswith("blank="):
            self.blank = self.read_blank(options.pop(0)[6:])
        if options:
            raise Bad("not an option here: " + options[0])
        if self.path != "random" and self.missing != "random":
            # An option that changes nothing is dropped.
            if self.blank == self.cells[self.missing - 1]:
                self.blank = None
            self.board = self.arrange(self.missing)

    def read_missing(self, text):
        if text == "random":
            return text
        return number(text, 1, len(self.cells))

    def read_blank(self, text):
        width, height = self.size
        if text in ("first", "last"):
            return self.cells[0 if text == "first" else -1]
        row, dot, col = text.partition(".")
        if not dot:
            raise Bad("not a cell: " + text)
        return number(row, 0, height - 1) * width + number(col, 0, width - 1)

    def arrange(self, missing):
        """The goal: labels in ascending order along the path."""
        blank = self.blank
        if blank is None:
            blank = self.cells[missing - 1]
        labels = [k for k in range(1, len(self.cells) + 1) if k != missing]
        board = [0] * len(self.cells)
        for cell in self.cells:
            if cell != blank:
                board[cell] = labels.pop(0)
        return board

    def __str__(self):
        if self.path == "goal":
            return "goal=" + print_board(self.board, self.size)
        text = self.path
        if self.path == "path":
            text += "=" + print_stroke(self.cells, self.size[0])
        if self.missing != len(self.cells):
            text += ",missing=%s" % self.missing
        if self.blank is not None:
            names = {self.cells[0]: "first", self.cells[-1]: "last"}
            text += ",blank=" + names.get(
                self.blank, "%d.%d" % divmod(self.blank, self.size[0]))
        return text


# Catalogues

def digest(records):
    """Records are tuples of fields; duplicates count once."""
    return blake(b"".join(sorted({fields(*record) for record in records})))


def pick(ids, seed, limit):
    """The order in which `--pick SEED` takes the ids of a selection."""
    ids = sorted(ids)
    order = []
    k = 0
    while len(order) < min(limit, len(ids)):
        point = blake(fields("loyd pick", seed, struct.pack("<Q", k)))[:10]
        chosen = next((one for one in ids if one >= point), ids[0])
        if chosen not in order:
            order.append(chosen)
        k += 1
    return order
