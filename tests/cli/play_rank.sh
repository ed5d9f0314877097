#!/bin/sh
# Leaderboards: their lists, files and refusals.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

# Players of ten boards; a board is played more than once.
python3 - >games.jsonl <<'PYTHON'
import json, random
rng = random.Random(5)
step = {"U": 3, "D": -3, "L": 1, "R": -1}
back = {"U": "D", "D": "U", "L": "R", "R": "L"}
goal = [1, 2, 3, 4, 5, 6, 7, 8, 0]
def move(board, dir):
    blank = board.index(0)
    tile = blank + step[dir]
    if not 0 <= tile < 9 or (dir in "LR" and tile // 3 != blank // 3):
        return False
    board[blank], board[tile] = board[tile], 0
    return True
def text(board):
    return "/".join(" ".join(map(str, board[i:i + 3])) for i in (0, 3, 6))
for game in range(150):
    walk = random.Random(game % 10)
    board, way = goal[:], []
    while len(way) < 9 + game % 10:
        dir = walk.choice("URDL")
        if (not way or dir != back[way[-1]]) and move(board, dir):
            way.append(dir)
    start, moves = text(board), []
    for dir in reversed(way):
        if rng.random() < 0.3 and board != goal: # a detour
            aside = rng.choice([d for d in "URDL" if move(board[:], d)])
            move(board, aside)
            moves.append(aside)
            if board == goal:
                break
            move(board, back[aside])
            moves.append(back[aside])
        move(board, back[dir])
        moves.append(back[dir])
        if board == goal:
            break
    ms = [rng.randrange(200, 900) for _ in moves]
    print(json.dumps({"player": "p%d" % rng.randrange(8), "record": {
        "loyd": "game", "version": 1, "board": start, "goal": text(goal),
        "began": 1793525400000 + game % 10 // 3 * 86400000 + game,
        "moves": " ".join(moves), "ms": ms,
        "hints": [1] if game % 20 == 19 else []}}))
PYTHON
run play check --json games.jsonl
same "games" "0, " "$code, $(cat err)"
mv out checked
run play rank --out ranks --places 5 --play-url ../play.html games.jsonl
same "rank" "0, " "$code, $(cat err)"
has "what it says" out "; left out, not solved or with hints: 7; 11 files written"
same "an independent ranking" "10 boards, 4 days, 143 games" \
    "$(python3 "$here/play_rank.py" ranks checked)"

# The same games in another order give the same files.
sort -r games.jsonl >other.jsonl
run play rank --out other --places 5 --play-url ../play.html other.jsonl
same "another order" "" "$(diff -r ranks other)"
check "nothing to write" 0 \
    "143 games on 10 boards of 4 days; left out, not solved or with hints: 7; 0 files written" \
    "" play rank --out other --places 5 --play-url ../play.html games.jsonl

# Days without games go; the language.
head -n 3 games.jsonl >few
run play rank --out other --language de --title 'Klub <1>' --json few
same "fewer games" '{"games":3,"left_out":0,"days":1,"boards":3,"files":4}' \
    "$(cat out)"
same "their files" \
    "2026-11-01.html 2026-11-01.json index.html index.json ranks.css " \
    "$(ls other | tr '\n' ' ')"
has "German" other/2026-11-01.html '<th>Spieler</th>'
has "the title is escaped" other/index.html 'Klub &lt;1&gt;'

# What is refused, and what is left as it was.
mkdir mine && echo text >mine/letter.txt
head -n 1 games.jsonl | sed 's/.*"record": //; s/}$//' >unnamed
head -n 1 games.jsonl | sed 's/"ms": \[[0-9]*/"ms": [-1/' >broken
refusals <<'EOF'
3 | play rank --out mine few | play: mine: not the folder of a leaderboard: it has letter.txt
2 | play rank --out x --language xx few | --language: unknown language 'xx': expected en, de or a file
3 | play rank --out x --play-url 'javascript:alert(1)' few | play: invalid address of the page that replays games: expected http://, https:// or a path
3 | play rank --out x/y/z few | play: x/y/z: cannot create: No such file or directory
EOF
exec 9<other # the lock of another process
flock 9
refuses "two at once" 3 "loyd: play: other: another process is writing it" \
    play rank --out other few
exec 9<&-
run play rank --out x unnamed few broken
same "bad lines" "3, 3 games" "$code, $(cut -d' ' -f 1,2 out)"
has "no player" err "unnamed:1: the game has no player: expected ID,TEXT"
has "bad record" err "broken:1: ms: expected a whole number in 0..268435455"

finish
