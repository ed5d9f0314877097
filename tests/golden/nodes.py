# SPDX-License-Identifier: MIT
"""What A* and IDA* generate and expand, a second implementation, as
docs/solver.md defines them: of equal f A* takes the deepest node, of those the
newest; successors come in canonical order, and the last move is not undone."""
from math import isqrt

from search import mlc, moves_at, swapped

BACK = {"U": "D", "R": "L", "D": "U", "L": "R"}


def estimator(heuristic, size, goal):
    """The lower bound of a board, by the name of the heuristic."""
    width = size[0]
    home = {label: divmod(cell, width) for cell, label in enumerate(goal)}

    def apart(board):
        for cell, label in enumerate(board):
            if label:
                row, col = divmod(cell, width)
                yield abs(row - home[label][0]), abs(col - home[label][1])
    return {
        "hamming": lambda board: sum(a + b > 0 for a, b in apart(board)),
        "manhattan": lambda board: sum(a + b for a, b in apart(board)),
        "linear-conflict": lambda board: mlc(size, board, goal),
        "euclidean": lambda board: -(-sum(
            isqrt(144 * (a * a + b * b)) for a, b in apart(board)) // 12),
    }[heuristic]


def successors(size, board, last):
    for move, cell in moves_at(board.index(0), size):
        if move != BACK.get(last):
            yield move, swapped(board, board.index(0), cell)


def astar(size, start, goal, estimate):
    """(length, generated, expanded)."""
    best = {start: (0, 0)}  # depth, and the number of the newest node
    lists = {(estimate(start), 0): [(start, None, 0, 0)]}
    generated, expanded, newest = 1, 0, 0
    while True:
        key = min(key for key, nodes in lists.items() if nodes)
        board, last, depth, number = lists[key].pop()
        if best[board] != (depth, number):
            continue  # a shorter path was found
        if board == goal:
            return depth, generated, expanded
        expanded += 1
        for move, after in successors(size, board, last):
            generated += 1
            if after in best and best[after][0] <= depth + 1:
                continue
            newest += 1
            best[after] = depth + 1, newest
            lists.setdefault((depth + 1 + estimate(after), -depth - 1),
                             []).append((after, move, depth + 1, newest))


def idastar(size, start, goal, estimate):
    """The same."""
    counts = [0, 0]
    bound = estimate(start)

    def within(board, last, depth):
        """None if the goal was reached, otherwise the least f beyond."""
        counts[0] += 1
        f = depth + estimate(board)
        if f > bound:
            return f
        if board == goal:
            return None
        if depth == bound:
            return bound + 1
        counts[1] += 1
        least = float("inf")
        for move, after in successors(size, board, last):
            found = within(after, move, depth + 1)
            if found is None:
                return None
            least = min(least, found)
        return least

    while (beyond := within(start, None, 0)) is not None:
        bound = beyond
    return bound, *counts


SEARCHES = {"astar": astar, "idastar": idastar}


def golden(size, start, goal):
    """A row for each search: its name, length, generated, expanded."""
    for name in ("astar:hamming", "astar:manhattan", "astar:linear-conflict",
                 "astar:euclidean", "idastar:manhattan", "idastar:euclidean"):
        search, heuristic = name.split(":")
        yield name, *map(str, SEARCHES[search](
            size, start, goal, estimator(heuristic, size, goal)))
