# SPDX-License-Identifier: MIT
"""Judges suites by breadth-first search and by a small STRIPS interpreter.

    suite.py boards PER_LENGTH A B <JSONL     every length and first move
    suite.py pddl FOLDER                      every problem, by its path
"""
import collections
import json
import os
import re
import sys


def read(text):
    rows = [[int(k) for k in row.split()] for row in text.split("/")]
    return tuple(sum(rows, [])), len(rows[0])


def moves(board, width):
    """(letter, board) of each tile that can move."""
    blank = board.index(0)
    row, col = divmod(blank, width)
    height = len(board) // width
    for letter, r, c in (("U", row + 1, col), ("R", row, col - 1),
                         ("D", row - 1, col), ("L", row, col + 1)):
        if 0 <= r < height and 0 <= c < width:
            cells = list(board)
            cells[blank], cells[r * width + c] = cells[r * width + c], 0
            yield letter, tuple(cells)


def distances(goal, width, most):
    far = {goal: 0}
    queue = collections.deque([goal])
    while queue:
        board = queue.popleft()
        if far[board] == most:
            continue
        for _, to in moves(board, width):
            if to not in far:
                far[to] = far[board] + 1
                queue.append(to)
    return far


def judge_boards(per_length, low, high):
    rows = [json.loads(line) for line in sys.stdin]
    goal, width = read(rows[0]["goal"])
    far = distances(goal, width, high)
    sizes = collections.Counter(far.values())
    seen = set()
    count = collections.Counter()
    order = []
    for row in rows:
        board = read(row["board"])[0]
        assert read(row["goal"])[0] == goal
        assert far[board] == row["stm"], row
        best = "".join(letter for letter, to in moves(board, width)
                       if far.get(to) == row["stm"] - 1)
        assert best == row["first_moves"], row
        assert row["recipe"].split("~")[1].endswith(
            "stm=%d..%d" % (row["stm"], row["stm"])), row
        assert board not in seen, row
        seen.add(board)
        count[row["stm"]] += 1
        order.append((row["stm"], int(row["recipe"].split("~")[-1])))
    assert order == sorted(order), "not in order"
    for stm in range(low, high + 1):
        assert count[stm] == min(per_length, sizes[stm]), stm
    print(len(rows))


# A STRIPS interpreter: names and typed lists, conjunctions, deletes.

def parse(text):
    text = re.sub(";[^\n]*", "", text)
    stack = [[]]
    for word in re.findall(r"[()]|[^\s()]+", text):
        if word == "(":
            stack.append([])
        elif word == ")":
            stack[-2].append(stack.pop())
        else:
            stack[-1].append(word)
    assert len(stack) == 1 and len(stack[0]) == 1
    return stack[0][0]


def typed(words):
    kinds, names = {}, []
    words = list(words)
    while words:
        word = words.pop(0)
        if word == "-":
            kinds.update(dict.fromkeys(names, words.pop(0)))
            names = []
        else:
            names.append(word)
    assert not names, "no type"
    return kinds


def section(tree, name):
    return next(part[1:] for part in tree if part[0] == name)


class Domain:
    def __init__(self, tree):
        assert section(tree, ":requirements") == [":strips", ":typing"]
        assert section(tree, ":types") == ["tile", "cell"]
        self.predicates = {p[0]: list(typed(p[1:]).values())
                           for p in section(tree, ":predicates")}
        self.actions = {}
        for part in tree:
            if part[0] == ":action":
                fields = dict(zip(part[2::2], part[3::2]))
                self.actions[part[1]] = (
                    typed(fields[":parameters"]),
                    fields[":precondition"][1:], fields[":effect"][1:])

    def apply(self, state, objects, name, arguments):
        parameters, before, after = self.actions[name]
        bound = dict(zip(parameters, arguments))
        assert len(arguments) == len(parameters)
        for variable, kind in parameters.items():
            assert objects[bound[variable]] == kind

        def ground(fact):
            return (fact[0],) + tuple(bound[word] for word in fact[1:])
        if any(ground(fact) not in state for fact in before):
            return None
        adds = {ground(f) for f in after if f[0] != "not"}
        gone = {ground(f[1]) for f in after if f[0] == "not"}
        return state - gone | adds


def judge_problem(domain, text):
    tree = parse(text)
    objects = typed(section(tree, ":objects"))
    state = {tuple(fact) for fact in section(tree, ":init")}
    goal = {tuple(fact) for fact in section(tree, ":goal")[0][1:]}
    assert section(tree, ":domain") == ["sliding-tiles"]
    for fact in state | goal:
        kinds = [objects[word] for word in fact[1:]]
        assert kinds == domain.predicates[fact[0]], fact
    path = re.search("^; path (.*)$", text, re.M)[1]
    names = {"U": "up", "R": "right", "D": "down", "L": "left"}
    steps = 0
    for letter, number in re.findall("([URDL])([0-9]*)", path):
        for _ in range(int(number or "1")):
            blank = next(f[1] for f in state if f[0] == "blank")
            after = [to for tile, cell in
                     [f[1:] for f in state if f[0] == "at"]
                     for to in [domain.apply(state, objects, names[letter],
                                             (tile, cell, blank))]
                     if to is not None]
            assert len(after) == 1, (text, letter)
            state = after[0]
            steps += 1
    assert goal <= state, text
    assert steps == int(re.search("^; stm ([0-9]+)$", text, re.M)[1])


def judge_pddl(folder):
    def text(name):
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            return file.read()
    domain = Domain(parse(text("domain.pddl")))
    names = sorted(set(os.listdir(folder)) - {"domain.pddl"})
    for name in names:
        judge_problem(domain, text(name))
    print(len(names))


if sys.argv[1] == "boards":
    judge_boards(*map(int, sys.argv[2:5]))
else:
    judge_pddl(sys.argv[2])
