# SPDX-License-Identifier: MIT
"""Traits, version 1: a second implementation, from docs/formats.md alone.

    traits.py SIZE START GOAL   prints the traits of one board
    traits.py --all             prints golden_traits_3x3.tsv
"""
import sys
from functools import lru_cache
from itertools import permutations

sys.dont_write_bytecode = True  # leaves the source tree unchanged

from boards import blake
from search import (canonical_path, distances, leaving, moves_at, neighbour,
                    relabelled, steps)

NAMES = ("detour", "linear_conflicts", "inversions", "tiles_home", "turns",
         "row_moves", "solutions", "first_moves", "forced")


# --- what the board shows ---

def board_traits(size, start, goal):
    """(Manhattan distance, linear conflicts, inversions, tiles at home)."""
    width, height = size
    home = {label: divmod(cell, width) for cell, label in enumerate(goal)}
    rows, columns = [[] for _ in range(height)], [[] for _ in range(width)]
    far = 0
    for cell, label in enumerate(start):
        row, col = divmod(cell, width)
        if label:
            far += abs(row - home[label][0]) + abs(col - home[label][1])
            if row == home[label][0]:
                rows[row].append(home[label][1])
            if col == home[label][1]:
                columns[col].append(home[label][0])
    order = [home[label] for label in start if label]
    return (far, sum(map(leaving, rows + columns)),
            sum(a > b for k, a in enumerate(order) for b in order[k + 1:]),
            sum(label == wanted != 0 for label, wanted in zip(start, goal)))


# --- the row method ---

@lru_cache(None)
def shortest(size, open_cells, tiles, blank, end):
    """The first of the shortest sequences of moves after which all of `end`
    holds: pairs of a set of cells and the place of what must be on one of
    them, in `tiles`, or len(tiles) for the blank. The blank stays on the open
    cells."""
    first = tiles + (blank,)
    queue, path_to = [first], {first: ""}
    for state in queue:  # grows; in the order of length, then of the letters
        if all(state[which] in cells for cells, which in end):
            return path_to[state]
        for move, cell in moves_at(state[-1], size):
            if cell not in open_cells:
                continue
            after = tuple(state[-1] if place == cell else place
                          for place in state[:-1]) + (cell,)
            if after not in path_to:
                path_to[after] = path_to[state] + move
                queue.append(after)
    raise AssertionError("no way")


class Rows:
    """A board while the row method solves it."""

    def __init__(self, size, start, goal):
        self.size = width, height = size
        self.board, self.moves, self.stages = list(start), "", []
        self.fixed = frozenset()
        wanted = list(goal)  # with the blank in the last cell
        row, col = divmod(wanted.index(0), width)
        self.last = "D" * (height - 1 - row) + "R" * (width - 1 - col)
        for move in "L" * (width - 1 - col) + "U" * (height - 1 - row):
            blank = wanted.index(0)
            cell = neighbour(blank, move, size)
            wanted[blank], wanted[cell] = wanted[cell], 0
        self.wanted = wanted

    def play(self, moves):
        for move in moves:
            blank = self.board.index(0)
            cell = neighbour(blank, move, self.size)
            self.board[blank], self.board[cell] = self.board[cell], 0
        self.moves += moves

    def go(self, open_cells, tiles, end):
        self.play(shortest(self.size, frozenset(open_cells),
                           tuple(map(self.board.index, tiles)),
                           self.board.index(0),
                           tuple((frozenset(cells), which)
                                 for cells, which in end)))

    def free(self, *held):
        return set(range(len(self.board))) - self.fixed - set(held)

    def place(self, cell):
        """One tile to its cell."""
        self.go(self.free(), [self.wanted[cell]], [([cell], 0)])
        self.fixed |= {cell}

    def place_pair(self, window, is_last):
        """The two tiles of the first two cells of a window."""
        a, b = self.wanted[window[0]], self.wanted[window[1]]
        place = self.board.index
        if is_last or (place(a), place(b)) != tuple(window[:2]):
            self.bring(window, a, b, place)
            self.solve(window, a, b, is_last)
        self.fixed |= {window[0], window[1]}

    def bring(self, window, a, b, place):
        if not {place(a), place(b), place(0)} <= set(window):
            self.go(self.free(), [a], [([window[1]], 0)])
            self.go(self.free(place(a)), [b], [(window, 0)])
            self.go(self.free(place(a), place(b)), [], [(window, 0)])

    def solve(self, window, a, b, is_last):
        end = [([window[0]], 0), ([window[1]], 1)]
        if is_last:
            end.append(([window[-1]], 2))
        self.go(window, [a, b], end)


def by_rows(size, start, goal):
    """The moves of the row method."""
    width, height = size
    rows = Rows(size, start, goal)
    for y in range(height - 2):
        for x in range(width - 2):
            rows.place(y * width + x)
        rows.place_pair([(y + dy) * width + x for dy in range(3)
                         for x in (width - 2, width - 1)], False)
    for x in range(width - 1):
        is_last = x == width - 2
        rows.place_pair([y * width + x + dx
                         for dx in range(2 if is_last else 3)
                         for y in (height - 2, height - 1)], is_last)
    rows.play(rows.last)
    assert rows.board == list(goal)
    return rows.moves


# --- the shortest solutions ---

class Solutions:
    """Counts the shortest solutions of the boards of one goal: `left` is the
    optimal length of a relabelled board."""

    def __init__(self, size, left):
        self.size, self.left, self.memo = size, left, {}

    def next(self, board, blank):
        """(move, blank, board) for each move that stays shortest."""
        left = self.left[board] - 1
        return [step for step in steps(board, blank, self.size)
                if self.left.get(step[2], -1) == left]

    def count(self, board, blank):
        """The number of shortest solutions, without deep recursion."""
        stack = [(board, blank)]
        while stack:
            state, cell = stack[-1]
            if self.left[state] == 0:
                self.memo[state] = 1
            todo = [(after, there) for _, there, after
                    in self.next(state, cell) if after not in self.memo]
            if state in self.memo or not todo:
                self.memo.setdefault(state, sum(
                    self.memo[after]
                    for _, _, after in self.next(state, cell)))
                stack.pop()
            else:
                stack += todo
        return self.memo[board]


SOLUTIONS = {}


def solutions_of(size, blank, most=None):
    key = size, blank, most
    if key not in SOLUTIONS:
        SOLUTIONS[key] = Solutions(size, distances(size, blank, steps, most))
    return SOLUTIONS[key]


def traits(size, start, goal, most=None):
    """The canonical path and the traits by name. Beyond 9 cells the optimum
    is at most `most`."""
    graph = solutions_of(size, goal.index(0), most)
    board, blank = relabelled(start, goal), start.index(0)
    manhattan, conflicts, inversions, at_home = board_traits(size, start, goal)
    solutions = min(graph.count(board, blank), 2 ** 63 - 1)
    first_moves = "".join(move for move, _, _ in graph.next(board, blank))
    path, forced = "", 0
    while graph.left[board]:
        ways = graph.next(board, blank)
        forced += len(ways) == 1
        move, blank, board = ways[0]
        path += move
    return path, dict(zip(NAMES, (
        len(path) - manhattan, conflicts, inversions, at_home,
        sum(a != b for a, b in zip(path, path[1:])),
        len(by_rows(size, start, goal)), solutions, first_moves, forced)))


def golden(size, start, goal, is_near, is_far):
    """The rest of a row of golden_traits.tsv."""
    _, conflicts, inversions, at_home = board_traits(size, start, goal)
    moves = by_rows(size, start, goal)
    if is_far:
        path, found = "-", dict.fromkeys(NAMES, "-")
    else:
        path, found = traits(size, start, goal, 12 if is_near else None)
    return [str(value) for value in (
        path, found["detour"], conflicts, inversions, at_home,
        found["turns"], len(moves), moves, found["solutions"],
        found["first_moves"], found["forced"])]


def every_line():
    """A line for each solvable start but the goal of 3x3/rows, in the
    order of their tiles: the cells, the canonical path and the traits."""
    goal = bytes((1, 2, 3, 4, 5, 6, 7, 8, 0))
    graph = solutions_of((3, 3), 8, None)
    for cells in permutations(range(9)):
        start = bytes(cells)
        if start != goal and relabelled(start, goal) in graph.left:
            path, found = traits((3, 3), start, goal)
            yield " ".join(map(str, (*cells, path, *found.values()))) + "\n"


def golden_3x3():
    """The lines of golden_traits_3x3.tsv."""
    text = "".join(every_line()).encode()
    yield "# Made by tests/golden/traits.py --all; do not edit."
    yield "# the number of boards of 3x3/rows, and the digest of their traits"
    yield "%d\t%s" % (text.count(b"\n"), blake(text).hex())


def main(words):
    if words == ["--all"]:
        print(*golden_3x3(), sep="\n")
        return
    from boards import read_board, read_size
    size = read_size(words[0])
    start, goal = (read_board(text, size) for text in words[1:])
    path, found = traits(size, start, goal)
    assert path == canonical_path(size, start, goal)
    print(path, by_rows(size, start, goal), found)


if __name__ == "__main__":
    main(sys.argv[1:])
