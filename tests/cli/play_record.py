"""Writes random games of 3x3 as objects for tests/web/game_record.py, and
replays their records.

  usage: play_record.py write N >OBJECTS
         play_record.py compare OBJECTS RECORDS CHECKED ANALYSED

RECORDS are their texts, CHECKED and ANALYSED what `play check --json` and
`play analyse --json` print of them. Lengths come from breadth-first search.
"""
import json
import random
import sys

DIRS = {"U": 3, "D": -3, "L": 1, "R": -1}  # where the moving tile is
GOAL = (1, 2, 3, 4, 5, 6, 7, 8, 0)


def move(board, dir):
    blank = board.index(0)
    tile = blank + DIRS[dir]
    if not 0 <= tile < 9 or (dir in "LR" and tile // 3 != blank // 3):
        return None
    cells = list(board)
    cells[blank], cells[tile] = cells[tile], 0
    return tuple(cells)


def flood():
    far, line = {GOAL: 0}, [GOAL]
    for board in line:
        for dir in DIRS:
            after = move(board, dir)
            if after and after not in far:
                far[after] = far[board] + 1
                line.append(after)
    return far


def text(board):
    return "/".join(" ".join(map(str, board[i:i + 3])) for i in (0, 3, 6))


def write(n):
    rng = random.Random(1)
    for i in range(n):
        board = GOAL
        for _ in range(rng.randrange(1, 60)):
            board = move(board, rng.choice("URDL")) or board
        start, moves, ms = board, [], []
        while len(moves) < 40 and (board != GOAL or not moves):
            dir, tiles = rng.choice("URDL"), rng.randrange(1, 3)
            done = 0
            while done < tiles and move(board, dir):
                board = move(board, dir)
                done += 1
            if done:
                moves.append(dir + (str(done) if done > 1 else ""))
                ms.append(rng.randrange(60, 9000))
        hints = sorted(rng.randrange(len(moves) + 1)
                       for _ in range(rng.randrange(3)))
        if start == GOAL:
            moves, ms, hints = [], [], []
        print(json.dumps({
            "board": text(start), "goal": text(GOAL),
            "began": 1793525400000 + i,
            "moves": " ".join(moves), "ms": ms, "hints": hints}))


def compare(objects, records, checked, analysed):
    far = flood()
    games = [json.loads(line) for line in open(objects)]
    records = open(records).read().split()
    checked = [json.loads(line) for line in open(checked)]
    analysed = [json.loads(line) for line in open(analysed)]
    assert len(games) == len(records) == len(checked) == len(analysed)
    for game, check, analysis, record in zip(games, checked, analysed,
                                             records):
        board = tuple(map(int, game["board"].replace("/", " ").split()))
        slides, steps, left = game["moves"].split(), 0, [far[board]]
        runs, before = 0, ""
        for slide in slides:
            runs += slide[0] != before
            before = slide[0]
            for _ in range(int(slide[1:] or 1)):
                board = move(board, slide[0])
                steps += 1
            left.append(far[board])
        assert check["record"] == record
        assert check["status"] == ("solved" if board == GOAL else "unsolved")
        assert (check["stm"], check["mtm"]) == (steps, runs)
        assert check["ms"] == sum(game["ms"])
        assert check["hints"] == len(game["hints"])
        assert [p["left"] for p in analysis["positions"]] == left
        assert analysis["lost_lower"] == analysis["lost_upper"] == \
            steps + left[-1] - left[0]
        assert sum(p.get("lost", 0) for p in analysis["positions"]) == \
            analysis["lost_lower"]
        assert [p["ms"] for p in analysis["positions"]] == \
            [sum(game["ms"][:i]) for i in range(len(left))]
        middle = sorted(game["ms"])[len(slides) // 2] if slides else 0
        assert analysis["pause_ms"] == max(3000, 4 * middle)
        assert analysis["pauses"] == \
            sum(ms >= analysis["pause_ms"] for ms in game["ms"])
    print(len(games), "games")


if sys.argv[1] == "write":
    write(int(sys.argv[2]))
else:
    compare(*sys.argv[2:])
