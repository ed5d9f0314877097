#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Generator g1, in a second implementation of loyd's fixed formats.

Written from the formats alone, with only Python's standard library, and simple
rather than fast: each paragraph of the formats is one short function, and a port
to another language can follow them line by line. boards.py has
hashes, boards, layouts, ids and digests; search.py moves, solution text and
STM targets on boards of up to nine cells; this file has the generator,
secrets and recipes; ledger.py channels and their ledgers; lists.py days from
the catalogue; observed.py difficulty from games; cases.py and golden.py define the contents of the golden files.

    g1.py draw RECIPE [SECRET_HEX]   draws one board: start, goal, id; of the
                                     recipes on stdin if RECIPE is -
    g1.py make [FOLDER]              writes the golden files (data/)
    g1.py check [FOLDER]             checks the formats' examples and the files
"""
import os
import struct
import sys

sys.dont_write_bytecode = True  # leaves the source tree unchanged

from boards import (Bad, CROCKFORD, Layout, base32, blake, fields, key_id,
                    number, print_board, print_size, puzzle_id, read_size)
from search import (MOVES, ball, distance, mlc, neighbour, optimum,
                    optimum_within, slide_optimum)

ATTEMPTS = 2 ** 32


def rotate(word, bits):
    return (word << bits | word >> (32 - bits)) & 0xffffffff


def quarter(x, a, b, c, d):
    for p, q, r, bits in ((a, b, d, 16), (c, d, b, 12),
                          (a, b, d, 8), (c, d, b, 7)):
        x[p] = (x[p] + x[q]) & 0xffffffff
        x[r] = rotate(x[r] ^ x[p], bits)


def chacha20_block(key, nonce, counter):
    """Bernstein's original: 64-bit counter, then 64-bit nonce; 16 words."""
    state = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574]
    state += struct.unpack("<8I", key)
    state += struct.unpack("<4I", struct.pack("<QQ", counter, nonce))
    x = list(state)
    for _ in range(10):
        for k in range(4):
            quarter(x, k, k + 4, k + 8, k + 12)
        for k in range(4):
            quarter(x, k, (k + 1) % 4 + 4, (k + 2) % 4 + 8, (k + 3) % 4 + 12)
    return [(a + b) & 0xffffffff for a, b in zip(x, state)]


class Void(Exception):
    """This attempt gives no board; the next one is tried."""


class Words:
    """The words of one attempt at one board, read through bounded()."""

    def __init__(self, key, index, attempt, draws):
        blocks = (draws + 15) // 16
        self.words = (word for block in range(blocks) for word in
                      chacha20_block(key, attempt, index * blocks + block))

    def bounded(self, r):
        """Uniform in 0..r-1 (Lemire); void if no word is left."""
        for word in self.words:
            m = word * r
            if m % 2 ** 32 >= 2 ** 32 % r:
                return m >> 32
        raise Void


def shuffle(board, cells, words):
    """Fisher-Yates over some cells; returns the number of real swaps."""
    swaps = 0
    for c in range(len(cells) - 1, 0, -1):
        j = words.bounded(c + 1)
        a, b = cells[c], cells[j]
        board[a], board[b] = board[b], board[a]
        swaps += j != c
    return swaps


def draw_shuffle(recipe, goal, words):
    board = list(goal)
    swaps = shuffle(board, range(len(board)), words)
    if (swaps + distance(board, goal, recipe.size)) % 2:
        if recipe.method == "retry":
            raise Void
        if recipe.method == "uniform":
            a, b = [cell for cell, label in enumerate(board) if label][:2]
            board[a], board[b] = board[b], board[a]
    return board


def draw_walk(recipe, goal, words):
    board = list(goal)
    blank = board.index(0)
    for _ in range(recipe.steps):
        cell = neighbour(blank, MOVES[words.bounded(4)], recipe.size)
        if cell is not None:
            board[blank], board[cell] = board[cell], board[blank]
            blank = cell
    return board


def draw_jump(recipe, goal, words):
    width = recipe.size[0]
    board = list(goal)
    blank = board.index(0)
    for _ in range(recipe.steps):
        tile = words.bounded(len(board) - 1)
        target = tile + (tile >= blank)  # the blank is not a tile
        while blank != target:
            if blank // width != target // width:
                cell = blank + (width if blank < target else -width)
            else:
                cell = blank + (1 if blank < target else -1)
            board[blank], board[cell] = board[cell], board[blank]
            blank = cell
    return board


def draw_ball(recipe, goal, words):
    states = ball(recipe.size, bytes(goal), *recipe.target[1:])
    m = len(states)
    for first, second in zip(words.words, words.words):  # pairs
        x = first + 2 ** 32 * second
        if x < 2 ** 64 // m * m:
            return list(states[x % m])
    raise Void


def far_boards():
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..",
                        "..", "data", "hardest4x4.boards")
    with open(path, encoding="ascii") as lines:
        return [[int(label) for label in line.replace("/", " ").split()]
                for line in lines if line[0] != "#"]


def draw_far(recipe, goal, words):
    """Goals are mapped by relabelling and reflection; then a walk without
    turning back."""
    _, low, high = recipe.target
    far = far_boards()
    far = far[words.bounded(len(far))]
    steps = 80 - low - words.bounded(high - low + 1)
    row, col = divmod(goal.index(0), 4)
    cells = [(3 - y if row == 0 else y) * 4 + (3 - x if col == 0 else x)
             for y in range(4) for x in range(4)]  # where each cell goes
    board = [0] * 16
    for cell, tile in enumerate(far):
        if tile:
            board[cells[cell]] = goal[cells[tile - 1]]
    blank, before = board.index(0), None
    for _ in range(steps):
        moves = [cell for cell in (neighbour(blank, move, recipe.size)
                                   for move in MOVES)
                 if cell is not None and cell != before]
        cell = moves[words.bounded(len(moves))]
        board[blank], board[cell] = board[cell], board[blank]
        blank, before = cell, blank
    return board


METHODS = {"uniform": draw_shuffle, "retry": draw_shuffle,
           "shuffle": draw_shuffle, "walk": draw_walk, "jump": draw_jump,
           "ball": draw_ball, "far": draw_far}


class Recipe:
    """Parses SIZE/LAYOUT~GEN~SEED~INDEX; str() gives the canonical text."""

    def __init__(self, text):
        size, slash, rest = text.partition("/")
        parts = rest.split("~", 2)
        if not slash or len(parts) != 3 or "~" not in parts[2]:
            raise Bad("not a recipe: " + text)
        layout, generator, rest = parts
        self.seed, _, index = rest.rpartition("~")
        self.size = read_size(size)
        self.layout = Layout(layout, self.size)
        self.index = number(index, 0, 2 ** 48 - 1)
        if len(self.seed.encode("utf-8")) > 1024 or any(
                ord(c) < 32 or 127 <= ord(c) < 160 for c in self.seed):
            raise Bad("not a seed")
        self.read_generator(generator)

    def read_generator(self, text):
        """g1[:METHOD][,stm=A..B or ,mlc=A..B][@KEYID]"""
        text, at, self.key_id = text.partition("@")
        if at and (len(self.key_id) != 8 or set(self.key_id) - set(CROCKFORD)):
            raise Bad("not a key id: " + self.key_id)
        text, comma, target = text.partition(",")
        self.target = self.read_target(target) if comma else None
        version, colon, method = text.partition(":")
        self.method, colon2, steps_text = method.partition(":")
        if not colon:
            self.method = "uniform"
        if version != "g1" or self.method not in METHODS:
            raise Bad("no such generator: " + text)
        if (self.method in ("walk", "jump")) != bool(colon2):
            raise Bad("only walk and jump take steps")
        if self.method == "ball" and not self.target:
            raise Bad("a ball needs a target")
        if self.method == "far":
            self.check_far()
        self.steps = number(steps_text, 1, 65535) if colon2 else 0

    def check_far(self):
        blank = self.layout.board.index(0) if self.layout.board else \
            self.layout.blank
        if self.size != (4, 4) or blank not in (0, 3, 12, 15):
            raise Bad("far is for 4x4 and corners")
        if not self.target or self.target[0] != "stm" or \
                not 60 <= self.target[1] <= self.target[2] <= 80:
            raise Bad("far draws lengths from 60 to 80")

    def read_target(self, text):
        name, _, span = text.partition("=")
        low, dots, high = span.partition("..")
        if name not in ("stm", "mtm", "mlc"):
            raise Bad("not a target: " + text)
        low = number(low, 0, 65535)
        return name, low, number(high, low, 65535) if dots else low

    def method_text(self):
        return self.method + (":%d" % self.steps if self.steps else "")

    def __str__(self):
        generator = "g1"
        if self.method != "uniform":
            generator += ":" + self.method_text()
        if self.target:
            generator += ",%s=%d..%d" % self.target
        if self.key_id:
            generator += "@" + self.key_id
        return "%s/%s~%s~%s~%d" % (print_size(self.size), self.layout,
                                   generator, self.seed, self.index)

    def key(self, purpose, secret):
        goal = self.layout.board or []
        extra = [] if self.layout.board else [str(self.layout)]
        return blake(fields("loyd g1", purpose, bytes(self.size), bytes(goal),
                            self.method_text(), self.seed, *extra), secret)

    def first(self, purpose, secret, draws, take):
        """(attempt, result of take(words)) of the first that is not void."""
        key = self.key(purpose, secret)
        for attempt in range(ATTEMPTS):
            try:
                return attempt, take(Words(key, self.index, attempt, draws))
            except Void:
                pass
        raise Bad("every attempt was void")

    def draw_goal(self, secret):
        layout = self.layout
        if layout.board:
            return layout.board
        n = len(layout.cells)
        missing = layout.missing
        if missing == "random":
            missing = self.first("missing", secret, 1,
                                 lambda words: words.bounded(n))[1] + 1
        if layout.path != "random":
            return layout.arrange(missing)

        def take(words):
            board = layout.arrange(missing)
            cells = [cell for cell in range(n) if cell != layout.blank]
            shuffle(board, cells, words)
            return board
        return self.first("goal", secret, n - 1, take)[1]

    def is_inside(self, start, goal):
        name, low, high = self.target
        if self.method == "far":
            if high < 80:
                raise Bad("too far to search")
            return True  # no walk of 80 - L steps comes nearer than L
        if name == "mlc":
            if len(goal) <= 16 or self.method != "uniform":
                raise Bad("no mlc of these boards")
            return low <= mlc(self.size, start, goal) <= high
        if name == "mtm":
            if len(goal) > 12 or self.method == "ball":
                raise Bad("no mtm of these boards")
            mtm = slide_optimum(self.size, start, goal, high)
            return mtm is not None and low <= mtm
        stm = optimum(self.size, start, goal) if len(goal) <= 9 \
            else optimum_within(self.size, start, goal, high)
        return stm is not None and low <= stm <= high

    def draw(self, secret=b""):
        """(attempt, start, goal)"""
        if self.key_id != (key_id(secret) if secret else ""):
            raise Bad("not the secret of this recipe")
        goal = self.draw_goal(secret)

        def take(words):
            start = METHODS[self.method](self, goal, words)
            if start == goal:
                raise Void
            if self.target and self.method != "ball" \
                    and not self.is_inside(start, goal):
                raise Void
            return start
        draws = self.steps or len(goal) - 1
        draws = {"ball": 16, "far": 32}.get(self.method, draws)
        attempt, start = self.first("start", secret, draws, take)
        return attempt, start, goal


def main(arguments):
    command, *rest = arguments or ["help"]
    if command == "draw" and rest:
        secret = bytes.fromhex(rest[1]) if len(rest) > 1 else b""
        for text in sys.stdin.read().splitlines() if rest[0] == "-" else rest[:1]:
            recipe = Recipe(text)
            _, start, goal = recipe.draw(secret)
            print(print_board(start, recipe.size), print_board(goal, recipe.size),
                  base32(puzzle_id(recipe.size, start, goal)), sep="\t")
    elif command in ("make", "check"):
        import golden  # which imports this file
        return {"make": golden.make, "check": golden.check}[command](*rest)
    else:
        print(__doc__)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
