# SPDX-License-Identifier: MIT
"""Makes and checks the golden files.

Each file has a heading of '#' lines, then tab-separated rows; '-' is an absent
value. g1.py make writes the files, g1.py check generates them again and compares;
without LOYD_LONG a part of those that take longest (SOME).
"""
import os
import sys

import cases
import ledger
import lists
import order
import nodes
import observed
import traits
from boards import (Bad, Layout, base32, digest, fields, pick, print_board,
                    puzzle_id, read_board, read_size)
from g1 import Recipe, Words, chacha20_block, shuffle
from search import (canonical_path, canonical_slides,
                    canonical_slides_deepening, mlc, optimum, print_moves,
                    read_moves, runs, solvable)

DATA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..",
                    "data")
SMALL = 9  # boards of up to this many cells are searched breadth first


def golden(step=1):
    """None: a row that is left out."""
    yield ("# recipe, secret (hex), void attempts before the one that counts,"
           " start, goal, id,")
    yield ("# solvable or unsolvable, optimal length (STM) where %d cells or"
           " less and solvable" % SMALL)
    for place, (text, secret) in enumerate(cases.draws()):
        if place % step != 0:
            yield None
            continue
        recipe = Recipe(text)
        assert str(recipe) == text, text
        attempt, start, goal = recipe.draw(secret)
        size = recipe.size
        can = solvable(size, start, goal)
        stm = None
        if len(goal) <= SMALL:
            stm = optimum(size, start, goal)
            assert can == (stm is not None), text  # parity against search
        yield "\t".join((
            text, secret.hex() or "-", str(attempt), print_board(start, size),
            print_board(goal, size), base32(puzzle_id(size, start, goal)),
            "solvable" if can else "unsolvable",
            "-" if stm is None else str(stm)))


def golden_layouts():
    yield "# size, layout as typed, canonical text or 'error', goal"
    typed = [(size, path + option)
             for size in ("4x4", "3x2", "2x5", "15x15")
             for path in cases.PATHS
             for option in cases.options(read_size(size))]
    typed += [(size, layout) for size in ("4x4", "2x3")
              for layout in cases.drawn_layouts(read_size(size))]
    typed += [("%dx%d" % size, "goal=" + goal)
              for size, goal in cases.STRANGE.items()]
    typed += [("3x3", "goal=" + goal) for goal in (
        "1 2 3/4 5 6/7 8 0", "1 2 3 4 5 6 7 8 0", "  9 2  3 / 4 5 6/ 7 8 0 ",
        "1 2 3/4 5 6/7 8 8", "1 2 3/4 5 6/7 8 10", "1 2 3/4 5 6/7 8 9",
        "1 2/3 4/5 0", "1 2 3/4 5 6 7/8 0", "", "1 2 3/4 5 6/7 8 00",
        "1 2 3/4 5 6/7 8 0,blank=first", "1 2 3/4 5 6/7 8 -0")]
    typed += [("3x3", text) for text in (
        "", "row", "Rows", "rows,", ",rows", "rows,missing=", "rows,missing=0",
        "rows,missing=10", "rows,missing=02", "rows,missing=random",
        "rows,missing=-1", "rows,blank=", "rows,blank=3.0", "rows,blank=0.3",
        "rows,blank=0", "rows,blank=0.0.0", "rows,blank=00.1", "rows,blank=4",
        "rows,blank=first,missing=2", "rows,missing=2,missing=2",
        "rows,blank=first,blank=first", "rows,blank=middle", "random,goal=1",
        "rows,missing=4294967298", "rows,blank=4294967296.0", "goal",
        "rows,missing=2,blank=last,", "random,missing=random,missing=2")]
    typed += cases.stroke_layouts()
    for size, text in dict.fromkeys(typed):
        try:
            layout = Layout(text, read_size(size))
        except Bad:
            yield "\t".join((size, text, "error", "-"))
            continue
        goal = "-"
        if layout.board:
            goal = print_board(layout.board, layout.size)
        yield "\t".join((size, text, str(layout), goal))


def golden_recipes():
    yield "# recipe as typed, canonical text or 'error'"
    good = "4x4/rows~g1%s~s~0"
    typed = ["4/rows~g1~~0", "4x4/rows,missing=16~g1~s~0",
             "4x4/spiral,blank=last~g1:walk:1~s~0",
             "3x3/random,blank=2.2~g1~~1",
             "4x4/rows~g1,stm=30~s~0", "4x4/rows~g1,stm=0..65535~s~0",
             "2x2/goal=3 0 1 2~g1~x/~y~9", "4x4/rows~g1~%s~0" % ("x" * 1025),
             "4x4/rows~g1~~~~281474976710656", "", "/", "~", "~~~", "4x4",
             "4x4/", "4x4/rows", "4x4/rows~g1", "4x4/rows~g1~s",
             "4x4/rows~g1~0",
             "16x4/rows~g1~s~0", "1x4/rows~g1~s~0", "04x4/rows~g1~s~0",
             "4X4/rows~g1~s~0", "4x4/row~g1~s~0", "4x4/rows~g2~s~0",
             "4x4/rows~g1~s~", "4x4/rows~g1~s~-1", "4x4/rows~g1~s~00",
             "4x4/rows~g1~s~0 ", "4x4/rows~G1~s~0", "4x4/rows~~s~0",
             "4x4/rows~g1~\x7f~0", "4x4/rows~g1~\u0085~0",
             "4x4/rows~g1~\u009f~0"]
    typed += [good % generator for generator in (
        "", ":retry", ":jump:65535", ":walk:0", ":walk:65536", ":walk",
        ":walk:", ":walk:01", ":jump:-1", ":uniform:3", ":shuffle:1", ":",
        ":Retry", ",stm=", ",stm=5..4", ",stm=5..", ",stm=..5", ",stm=05",
        ",stm=65536", ",stm=1..2,stm=1..2", ",Stm=1", ",", "@", "@m4n9j87",
        "@m4n9j87k", "@m4n9j87k0", "@m4n9j87u", ",stm=7@m4n9j87k",
        ",mlc=5", ",mlc=0..65535", ",mlc=", ",mlc=6..5", ",mlc", ",mlc=1,stm=1",
        ",ml=5", ",mlc=7..70@m4n9j87k", ":walk:9,mlc=5", ":ball,mlc=5",
        ":walk:9,stm=7..8@m4n9j87k", "@m4n9j87k,stm=7",
        ":ball", ":ball,stm=5", ":ball,stm=0..65535", ":ball:3,stm=5",
        ":ball@m4n9j87k", ":ball,stm=5..9@m4n9j87k", ":balls,stm=5")]
    typed += ["%s/%s~g1~s/~~7" % (size, path)
              for size, path, _ in cases.STROKES]
    typed += ["16x2/path=0.0:R15DL15~g1~s~0",
              "2/path=0.1:DLU,missing=4,blank=1.1~g1~s~0",
              "2/path=0.0:RDL,missing=random~g1~s~0",
              "2x2/rows,missing=random,blank=1.1~g1~s~0",
              "2x2/goal=1 2/3 0,missing=random~g1~s~0",
              "2x2/path=0.0:R~DL~g1~s~0"]
    for text in dict.fromkeys(typed):
        try:
            yield text + "\t" + str(Recipe(text))
        except Bad:
            yield text + "\terror"


def golden_moves():
    yield "# solution as typed, canonical text or 'error', STM, runs"
    for text in ("", "U", "UU", "U2", "U2U3", "URDL", "ULLD", "U2RDL3", "LL2L",
                 "D999", "R500R500", "R999R999", "L10L10L", "U2D2U2D2", "U1",
                 "U0", "U02", "U1000", "2U", "X", "U2 R", "U-2", "U2R3X",
                 "URDL" * 60):
        try:
            path = read_moves(text)
            yield "\t".join((text, print_moves(path), str(len(path)),
                             str(len(runs(path)))))
        except Bad:
            yield text + "\terror\t-\t-"


def solved(recipe_text):
    """(recipe, start, goal, canonical path) of a small board's recipe."""
    recipe = Recipe(recipe_text)
    _, start, goal = recipe.draw()
    return recipe, start, goal, canonical_path(recipe.size, start, goal)


def golden_solutions():
    yield "# start, goal, optimal length (STM), canonical path"
    for size in ("2x2", "2x3", "3x2", "2x4", "4x2", "3x3"):
        for layout in ("rows", "rows,blank=first", "rows,blank=1.1", "snake",
                       "columns,missing=2", "random,missing=random"):
            for index in range(6):
                recipe, start, goal, path = solved(
                    "%s/%s~g1~solve~%d" % (size, layout, index))
                yield "\t".join((print_board(start, recipe.size),
                                 print_board(goal, recipe.size),
                                 str(len(path)), print_moves(path)))


def golden_mtm():
    yield "# start, goal, optimal length (MTM), canonical path in MTM"
    layouts = ("rows", "rows,blank=first", "rows,blank=1.1", "snake",
               "columns,missing=2", "random,missing=random")
    texts = ["%s/%s~g1~slide~%d" % (size, layout, index)
             for size in ("2x2", "2x3", "3x2", "2x4", "4x2")
             for layout in layouts for index in range(6)]
    texts += ["3x3/%s~g1~slide~%d" % (layout, index)
              for layout in ("rows", "rows,blank=1.1", "columns,missing=2")
              for index in range(20)]  # each is searched
    near = ["%s/%s~g1:walk:%d~slide~%d" % (size, layout, 8 + index, index)
            for size in ("2x5", "4x3", "6x2", "2x7", "5x3", "4x4", "8x2",
                         "2x8")
            for layout in layouts for index in range(4)]
    for text in texts + near:
        recipe = Recipe(text)
        _, start, goal = recipe.draw()
        find = canonical_slides_deepening if text in near \
            else canonical_slides
        path = find(recipe.size, start, goal)
        yield "\t".join((print_board(start, recipe.size),
                         print_board(goal, recipe.size), str(len(path)),
                         "".join(path)))


def shuffled_lines(recipe, goal, by_row):
    """The goal with each row, or each column, shuffled: many conflicts."""
    width, height = recipe.size
    board = list(goal)
    words = Words(recipe.key("start", b""), recipe.index, 0, 2 * len(board))
    for line in range(height if by_row else width):
        cells = [line * width + k for k in range(width)] if by_row else \
            [k * width + line for k in range(height)]
        shuffle(board, cells, words)
    return board


def golden_mlc():
    yield "# start, goal, Manhattan distance with linear conflicts (mlc)"
    layouts = ("rows", "spiral", "columns,blank=1.1", "random,missing=random")
    methods = ("", ":jump:2", ":walk:9")
    k = 0
    for height in range(2, 16):
        for width in range(2, 16):
            recipe = Recipe("%dx%d/%s~g1%s~mlc~%d" % (
                width, height, layouts[k % len(layouts)],
                methods[k % len(methods)], k))
            _, start, goal = recipe.draw()
            starts = [start]
            if width * height <= 64:
                starts += [shuffled_lines(recipe, goal, by_row)
                           for by_row in (True, False)]
            for board in starts:
                yield "\t".join((print_board(board, recipe.size),
                                 print_board(goal, recipe.size),
                                 str(mlc(recipe.size, board, goal))))
            k += 1


def golden_traits():
    yield ("# start, goal, canonical path or '-', detour, linear conflicts,"
           " inversions,")
    yield ("# tiles at home, turns, length and moves of the row method,"
           " solutions, first moves,")
    yield "# forced; '-' where the optimum is not known"
    layouts = ("rows", "rows,blank=first", "rows,blank=1.1", "spiral",
               "columns,missing=2", "random,missing=random")
    small = ["%s/%s~g1~traits~%d" % (size, layout, index)
             for size in ("2x2", "2x3", "3x2", "2x4", "4x2", "3x3")
             for layout in layouts for index in range(6)]
    near = ["%s/%s~g1:walk:%d~traits~%d" % (size, layout, 9 + index, index)
            for size in ("4x3", "4x4") for layout in layouts
            for index in range(2)]
    far = ["%s/%s~g1~traits~%d" % (size, layout, index)
           for size in ("2x5", "4x3", "3x4", "4x4", "7x2", "5x5", "6x4")
           for layout in layouts for index in range(4)]
    for text in small + near + far:
        recipe = Recipe(text)
        _, start, goal = recipe.draw()
        if start == goal:
            continue
        yield "\t".join((print_board(start, recipe.size),
                         print_board(goal, recipe.size),
                         *traits.golden(recipe.size, bytes(start),
                                        bytes(goal), text in near,
                                        text in far)))


def golden_nodes():
    yield "# start, goal, search, length, nodes generated, nodes expanded"
    for text in ["3x3/%s~g1~nodes~%d" % (layout, index) for layout, index in (
            ("rows", 0), ("rows", 1), ("snake", 2), ("spiral", 3),
            ("rows,blank=first", 4))] + [
            "2x4/rows~g1~nodes~0", "4x2/snake~g1~nodes~1",
            "4x3/rows~g1:walk:20~nodes~0", "4x4/rows~g1:walk:22~nodes~1",
            "4x4/spiral~g1:walk:25~nodes~2"]:
        recipe = Recipe(text)
        _, start, goal = recipe.draw()
        for row in nodes.golden(recipe.size, bytes(start), bytes(goal)):
            yield "\t".join((print_board(start, recipe.size),
                             print_board(goal, recipe.size), *row))


def golden_digest():
    """A catalogue's records, their digests, and picks from it."""
    yield "# puzzle, id, start, goal"
    yield "# recipe, text, id"
    yield "# proven, id, optimal length (STM), canonical path"
    yield "# pick, seed, how many, ids in that order"
    yield "# digest of all records; digest of puzzles and proven ratings"
    records = set()
    ids = set()
    recipes = ["3x3/snake~g1~digest~%d" % k for k in range(6)]
    recipes += ["2x2/rows~g1~digest~%d" % k for k in range(14)]  # twins
    recipes += ["2x3/random~g1:jump:9~a, \"b\"~1", "4x4/rows~g1~monday~0",
                "4x4/goal=%s~g1~monday~0" % cases.LAYOUTS[0][1],
                "4x2/columns,missing=3~g1,stm=9..20~🧩~5",
                "5x5/spiral~g1~digest~1", "4x4/snake~g1~monday~17"]
    for text in recipes:
        recipe = Recipe(text)
        _, start, goal = recipe.draw()
        size = recipe.size
        one = puzzle_id(size, start, goal)
        name = base32(one)
        if one not in ids:
            yield "\t".join(("puzzle", name, print_board(start, size),
                             print_board(goal, size)))
        ids.add(one)
        records.add(("puzzle", one, bytes(size), bytes(goal), bytes(start)))
        yield "\t".join(("recipe", text, name))
        records.add(("recipe", text, one))
        if len(goal) <= SMALL:
            path = canonical_path(size, start, goal)
            moves = print_moves(path)
            record = ("proven", one, "stm", len(path).to_bytes(2, "little"),
                      moves)
            if record not in records:
                yield "\t".join(("proven", name, str(len(path)), moves))
            records.add(record)
    for seed, count in (("", 5), ("monday", 8), ("ü~/", 1),
                        ("all", len(ids))):
        yield "\t".join(("pick", seed, str(count), " ".join(
            base32(one) for one in pick(ids, seed, count))))
    yield "digest\tall\t" + digest(records).hex()
    yield "digest\tpuzzles\t" + digest(
        record for record in records if record[0] != "recipe").hex()


FILES = {"golden.tsv": golden, "golden_layouts.tsv": golden_layouts,
         "golden_recipes.tsv": golden_recipes,
         "golden_moves.tsv": golden_moves,
         "golden_solutions.tsv": golden_solutions,
         "golden_mtm.tsv": golden_mtm,
         "golden_mlc.tsv": golden_mlc,
         "golden_traits.tsv": golden_traits,
         "golden_nodes.tsv": golden_nodes,
         "golden_observed.tsv": observed.golden,
         "golden_digest.tsv": golden_digest,
         "golden_ledger.tsv": ledger.golden,
         "golden_list.tsv": lists.golden,
         "golden_order.tsv": order.golden}
# Of the rows of a file, one in so many; 0: none.
SOME = {"golden.tsv": 31, "golden_mtm.tsv": 0, "golden_order.tsv": 0}


def lines_of(lines, *step):
    return ["# Made by tests/golden/g1.py; do not edit.", *lines(*step), ""]


def prove_examples():
    """Checks the examples of the formats; returns a list of errors."""
    wrong = []
    for nonce, counter, expected in cases.STREAMS:
        word = chacha20_block(bytes(32), nonce, counter)[0]
        if word.to_bytes(4, "little").hex() != expected:
            wrong.append("chacha20 with nonce %d" % nonce)
    for text, goal in cases.LAYOUTS:
        layout = Layout(text, (4, 4))
        if str(layout) != text or layout.board != read_board(goal, (4, 4)):
            wrong.append("layout " + text)
    for text, secret, start, goal, name in (cases.EXAMPLES +
                                            cases.LATER_EXAMPLES):
        recipe = Recipe(text)
        _, s, g = recipe.draw(secret)
        if (print_board(s, recipe.size) != start
                or goal not in ("", print_board(g, recipe.size))
                or base32(puzzle_id(recipe.size, s, g)) != name):
            wrong.append("recipe " + text)
    if fields("ab", b"") != b"\x02\0\0\0ab\0\0\0\0":
        wrong.append("fields")
    return wrong + observed.prove()


def make(folder=DATA):
    for name, lines in FILES.items():
        path = os.path.join(folder, name)
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            file.write("\n".join(lines_of(lines)))
    return 0


def check(folder=DATA):
    wrong = prove_examples()
    some = {} if os.environ.get("LOYD_LONG") else SOME
    for name, lines in FILES.items():
        if some.get(name) == 0:
            continue
        with open(os.path.join(folder, name), encoding="utf-8",
                  newline="\n") as file:
            found = file.read().split("\n")
        made = lines_of(lines, *[some[name]] if name in some else [])
        wrong += ["%s:%d: %r" % (name, k + 1, line)
                  for k, line in enumerate(made) if line is not None and
                  (k >= len(found) or found[k] != line)][:5]
        if len(found) != len(made):
            wrong.append("%s: %d lines, not %d" % (name, len(found),
                                                   len(made)))
    for line in wrong:
        print("wrong: " + line, file=sys.stderr)
    if not wrong:
        print("examples and golden files agree")
    return 1 if wrong else 0
