# Computes the facts of boards a second time, from lines of `solve --json
# --facts` on stdin, and prints the lines that differ and the number of lines.
# Solutions are counted by a breadth-first search from the goal, if it is small.
import functools
import itertools
import json
import sys

MOVES = (("U", 1, 0), ("R", 0, -1), ("D", -1, 0), ("L", 0, 1))


def cells(text):
    return [[int(label) for label in row.split()] for row in text.split("/")]


def places(board):
    return {label: (y, x) for y, row in enumerate(board)
            for x, label in enumerate(row)}


# The fewest items to remove so that the rest ascends.
def leaving(items):
    for n in range(len(items) + 1):
        for gone in itertools.combinations(range(len(items)), n):
            rest = [item for i, item in enumerate(items) if i not in gone]
            if rest == sorted(rest):
                return n


def facts(start, goal):
    home, at = places(goal), places(start)
    tiles = [label for label in home if label != 0]
    order = [home[label] for row in start for label in row if label != 0]
    conflicts = 0
    for axis, count in ((0, len(start)), (1, len(start[0]))):
        for line in range(count):
            inside = sorted(
                (at[t][1 - axis], home[t][1 - axis]) for t in tiles
                if at[t][axis] == line and home[t][axis] == line)
            conflicts += leaving([place for _, place in inside])
    return {
        "manhattan": sum(abs(at[t][0] - home[t][0]) +
                         abs(at[t][1] - home[t][1]) for t in tiles),
        "linear_conflicts": conflicts,
        "inversions": sum(a > b for a, b in itertools.combinations(order, 2)),
        "tiles_home": sum(at[t] == home[t] for t in tiles),
    }


def neighbours(state, width):
    blank = state.index(0)
    y, x = divmod(blank, width)
    for name, down, right in MOVES:
        if 0 <= y + down < len(state) // width and 0 <= x + right < width:
            other = (y + down) * width + x + right
            swapped = list(state)
            swapped[blank], swapped[other] = swapped[other], 0
            yield name, tuple(swapped)


# {state: (distance, number of shortest solutions)} of all states of a goal.
@functools.lru_cache(maxsize=4)
def flood(goal, width):
    known, level = {goal: (0, 1)}, [goal]
    while level:
        later = []
        for state in level:
            distance, ways = known[state]
            for _, near in neighbours(state, width):
                if near not in known:
                    known[near] = (distance + 1, 0)
                    later.append(near)
                if known[near][0] == distance + 1:
                    known[near] = (distance + 1, known[near][1] + ways)
        level = later
    return known


def counts(start, goal):
    width = len(start[0])
    known = flood(tuple(sum(goal, [])), width)
    state = tuple(sum(start, []))
    if state not in known:
        return {}
    distance, ways = known[state]
    first = [name for name, near in neighbours(state, width)
             if known[near][0] == distance - 1]
    return {"upper": distance, "lower": distance, "solutions": ways,
            "first_moves": "".join(first)}


lines = 0
for line in sys.stdin:
    found = json.loads(line)
    start, goal = cells(found["board"]), cells(found["goal"])
    expected = facts(start, goal)
    is_small = len(start) * len(start[0]) <= 8
    if is_small:
        expected.update(counts(start, goal))
    given = {name: found[name] for name in
             ("lower", "upper", "manhattan", "linear_conflicts", "inversions",
              "tiles_home", "solutions", "first_moves")
             if name in found and (is_small or name in expected)}
    if given != expected:
        print(found["board"], found["goal"], given, "expected", expected)
    lines += 1
print(lines, "lines")
