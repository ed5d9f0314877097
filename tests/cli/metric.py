# SPDX-License-Identifier: MIT
"""Checks lengths and paths in MTM of lines of `find --json`.

By breadth-first search over slides, from each goal; it shares no code with
loyd. Only for boards of few cells.
"""
import json
import sys


def rows(text):
    return [[int(x) for x in row.split()] for row in text.split("/")]


def slides(board, width, height):
    """Yields (letter, tiles, board) in canonical order."""
    blank = board.index(0)
    x, y = blank % width, blank // width
    for letter, dx, dy in (("U", 0, 1), ("R", -1, 0), ("D", 0, -1),
                           ("L", 1, 0)):
        cells = list(board)
        bx, by, tiles = x, y, 0
        while 0 <= bx + dx < width and 0 <= by + dy < height:
            here, there = by * width + bx, (by + dy) * width + bx + dx
            cells[here], cells[there] = cells[there], 0
            bx, by, tiles = bx + dx, by + dy, tiles + 1
            yield letter, tiles, tuple(cells)


def lengths_of(goal, width, height):
    found = {goal: 0}
    level = [goal]
    while level:
        after = []
        for board in level:
            for _, _, other in slides(board, width, height):
                if other not in found:
                    found[other] = found[board] + 1
                    after.append(other)
        level = after
    return found


def path_of(board, found, width, height):
    text = ""
    while found[board] > 0:
        for letter, tiles, other in slides(board, width, height):
            if found[other] == found[board] - 1:
                text += letter + (str(tiles) if tiles > 1 else "")
                board = other
                break
    return text


known = {}
n = 0
for line in sys.stdin:
    row = json.loads(line)
    goal, start = rows(row["goal"]), rows(row["board"])
    width, height = len(goal[0]), len(goal)
    goal = tuple(x for r in goal for x in r)
    start = tuple(x for r in start for x in r)
    if goal not in known:
        known[goal] = lengths_of(goal, width, height)
    found = known[goal]
    wanted = found[start], path_of(start, found, width, height)
    if (row.get("mtm"), row.get("mtm_path")) != wanted:
        sys.exit("%s: %s %s: expected %s %s" % (
            row["puzzle_id"], row.get("mtm"), row.get("mtm_path"), *wanted))
    if "stm" in row and not (row["mtm"] <= row["stm"]
                             <= (max(width, height) - 1) * row["mtm"]):
        sys.exit("%s: the laws do not hold" % row["puzzle_id"])
    n += 1
print(n)
