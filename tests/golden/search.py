# SPDX-License-Identifier: MIT
"""Moves, solution text, parity, and breadth-first search of small boards.

Part of the second implementation of loyd's fixed formats; see g1.py.
"""
from functools import lru_cache
from itertools import combinations

from boards import Bad, number

MOVES = "URDL"  # of the tile, in canonical order


@lru_cache(None)
def neighbour(cell, move, size):
    """The cell of the tile that can make this move into `cell`, or None."""
    width, height = size
    row, col = divmod(cell, width)
    row += {"U": 1, "D": -1}.get(move, 0)
    col += {"L": 1, "R": -1}.get(move, 0)
    if 0 <= row < height and 0 <= col < width:
        return row * width + col
    return None


def swapped(board, a, b):
    board = bytearray(board)
    board[a], board[b] = board[b], board[a]
    return bytes(board)


@lru_cache(None)
def moves_at(blank, size):
    """(move, cell) for each legal move, in canonical order."""
    cells = [(move, neighbour(blank, move, size)) for move in MOVES]
    return [(move, cell) for move, cell in cells if cell is not None]


def steps(board, blank, size):
    """(move, blank, board) for each legal move, in canonical order."""
    for move, cell in moves_at(blank, size):
        yield move, cell, swapped(board, blank, cell)


def relabelled(board, goal):
    """Each label replaced by its cell in the goal: one search serves all."""
    home = {label: cell for cell, label in enumerate(goal)}
    return bytes(home[label] for label in board)


SEARCHED = {}


def distances(size, blank, ways=steps, most=None):
    """Optimal length of every state that reaches the goal, breadth first: in
    STM, or in MTM if the ways are `slides`. Beyond 9 cells only of those up
    to `most` moves away."""
    if size[0] * size[1] <= 9:
        most = None
    key = size, blank, ways, most
    if key not in SEARCHED:
        goal = bytes(range(size[0] * size[1]))
        depth = {goal: 0}
        frontier = [(blank, goal)]
        for cell, board in frontier:  # grows during the loop
            if depth[board] == most:
                break
            for _, there, after in ways(board, cell, size):
                if after not in depth:
                    depth[after] = depth[board] + 1
                    frontier.append((there, after))
        SEARCHED[key] = depth
    return SEARCHED[key]


def optimum(size, start, goal):
    """The optimal length (STM), None if the goal cannot be reached."""
    return distances(size, goal.index(0)).get(relabelled(start, goal))


def optimum_within(size, start, goal, most):
    """The optimal length if it is at most `most`, otherwise None; any size.

    IDA* with the taxicab distance (Korf, Artificial Intelligence 27, 1985),
    for sizes with too many boards to enumerate."""
    width = size[0]
    homes = {label: divmod(cell, width) for cell, label in enumerate(goal)}

    def taxicab(label, cell):
        row, col = divmod(cell, width)
        return abs(row - homes[label][0]) + abs(col - homes[label][1])

    board = list(start)

    def search(blank, left, before, estimate):
        if estimate == 0:
            return True
        for _, cell in moves_at(blank, size):
            if cell == before:
                continue
            label = board[cell]
            after = estimate + taxicab(label, blank) - taxicab(label, cell)
            if after > left - 1:
                continue
            board[blank], board[cell] = label, 0
            found = search(cell, left - 1, blank, after)
            board[cell], board[blank] = label, 0
            if found:
                return True
        return False

    estimate = sum(taxicab(label, cell)
                   for cell, label in enumerate(board) if label)
    # Each move changes the parity of what is left.
    blank, home = board.index(0), goal.index(0)
    apart = abs(blank // width - home // width) + \
        abs(blank % width - home % width)
    least = estimate + (estimate - apart) % 2
    for moves in range(least, most + 1, 2):
        if search(blank, moves, None, estimate):
            return moves
    return None


@lru_cache(4)
def ball(size, goal, low, high):
    """The states other than the goal, low..high moves from it, ordered by
    (optimum, board), breadth first."""
    depth = {goal: 0}
    layer = [goal]
    found = []
    for moves in range(1, high + 1):
        found_here = set()
        for board in layer:
            for _, _, after in steps(board, board.index(0), size):
                if after not in depth:
                    depth[after] = moves
                    found_here.add(after)
        layer = sorted(found_here)
        if moves >= low:
            found += layer
    return found


def canonical(size, start, goal, ways):
    """The texts of the first shortest solution in the order of the ways."""
    depth = distances(size, goal.index(0), ways)
    board = relabelled(start, goal)
    blank = start.index(0)
    path = []
    while depth[board]:
        for text, cell, after in ways(board, blank, size):
            if depth[after] == depth[board] - 1:
                path.append(text)
                blank, board = cell, after
                break
    return path


def canonical_path(size, start, goal):
    """The first shortest solution in the order U < R < D < L."""
    return "".join(canonical(size, start, goal, steps))


def slides(board, blank, size):
    """(text, blank, board) after each slide of one tile or more in a line,
    in canonical order: by direction, then fewer tiles."""
    for move in MOVES:
        tiles, cell, after = 0, blank, board
        while True:
            there = neighbour(cell, move, size)
            if there is None:
                break
            tiles += 1
            after = swapped(after, cell, there)
            cell = there
            yield move + (str(tiles) if tiles > 1 else ""), cell, after


def slide_optimum(size, start, goal, most):
    """The optimal length (MTM), None if it is above `most` or if the goal
    cannot be reached."""
    length = distances(size, goal.index(0), slides, most).get(
        relabelled(start, goal))
    return None if length is None or length > most else length


def canonical_slides(size, start, goal):
    """The first shortest solution in slides: its texts, one a slide."""
    return canonical(size, start, goal, slides)


def canonical_slides_deepening(size, start, goal):
    """The same without a table, for boards close to their goal: every
    sequence of slides is tried, one slide more at a time."""
    goal = bytes(goal)

    def search(blank, board, left):
        if left == 0:
            return [] if board == goal else None
        for text, cell, after in slides(board, blank, size):
            rest = search(cell, after, left - 1)
            if rest is not None:
                return [text] + rest
        return None

    for left in range(64):
        path = search(start.index(0), bytes(start), left)
        if path is not None:
            return path
    raise Bad("too far")


def solvable(size, start, goal):
    """Compares the permutation's sign with the blank's taxicab distance."""
    board = relabelled(start, goal)
    odd = distance(start, goal, size)
    seen = set()
    for cell in range(len(board)):
        while cell not in seen:
            seen.add(cell)
            cell = board[cell]
            odd += cell not in seen  # a cycle of k cells: k-1 transpositions
    return odd % 2 == 0


def distance(start, goal, size):
    """Taxicab distance between the blanks of two boards."""
    width = size[0]
    row_a, col_a = divmod(start.index(0), width)
    row_b, col_b = divmod(goal.index(0), width)
    return abs(row_a - row_b) + abs(col_a - col_b)


def leaving(places):
    """The fewest items to take out so that the rest increases: every choice
    of items is tried, the largest first."""
    for kept in range(len(places), 0, -1):
        for rest in combinations(places, kept):
            if list(rest) == sorted(rest):
                return len(places) - kept
    return 0


def mlc(size, start, goal):
    """Manhattan distance, and two for each tile that must leave its line."""
    width, height = size
    home = {label: divmod(cell, width) for cell, label in enumerate(goal)}
    rows, columns = [[] for _ in range(height)], [[] for _ in range(width)]
    total = 0
    for cell, label in enumerate(start):
        if not label:
            continue
        row, col = divmod(cell, width)
        home_row, home_col = home[label]
        total += abs(row - home_row) + abs(col - home_col)
        if row == home_row:
            rows[row].append(home_col)
        if col == home_col:
            columns[col].append(home_row)
    return total + 2 * sum(map(leaving, rows + columns))


def read_moves(text):
    """Single moves, one character each."""
    path = ""
    while text:
        if text[0] not in MOVES:
            raise Bad("not a move: " + text[0])
        digits = len(text) - 1 - len(text[1:].lstrip("0123456789"))
        count = text[1:1 + digits]
        path += text[0] * (number(count, 2, 999) if count else 1)
        text = text[1 + digits:]
    return path


def runs(path):
    """[move, count] for each run of equal moves."""
    found = []
    for move in path:
        if found and found[-1][0] == move:
            found[-1][1] += 1
        else:
            found.append([move, 1])
    return found


def print_moves(path):
    text = ""
    for move, count in runs(path):
        text += (move + "999") * (count // 999)
        count %= 999
        text += (move if count else "") + (str(count) if count > 1 else "")
    return text
