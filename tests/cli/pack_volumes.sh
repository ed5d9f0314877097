#!/bin/sh
# Volumes of a pack over six months, exports that are killed, two at a time, and
# what is refused.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

n_checks=$((n_checks + 1))
mkdir months && (cd months && python3 "$here/pack_volumes.py" "$LOYD" \
    "$root/docs/packs.md") >said 2>&1 || fail "$(head -c 4000 said)"

# --- forty kills: a volume and its marks are both there, or neither ---

run generate 3x3 --seed kill --count 60 --db fresh.db
cp fresh.db a.db
run export --db a.db --out wanted --pack-name kill --count 9 --today 2026-01-01
same "a volume" "0 9 puzzles in wanted: volume 1, revision 1, numbers 1 to 9" \
    "$code $(cat out)"
marks='SELECT pack, volume, number, puzzle FROM mark ORDER BY number'
sqlite3 a.db "$marks" >marks
published=0
for at in $(seq 2 2 80); do
    rm -rf a.db* out.d out.d.part*
    cp fresh.db a.db
    killed "$at" export --db a.db --out out.d --pack-name kill --count 9 \
        --today 2026-01-01
    if [ -e out.d ]; then
        published=$((published + 1))
    else
        run export --db a.db --out out.d --pack-name kill --count 9 \
            --today 2026-01-01
        same "killed at $at, and again: $(cat err)" 0 "$code"
    fi
    same "killed at $at: the marks" "$(cat marks)" "$(sqlite3 a.db "$marks")"
    same "killed at $at: the volume" "" "$(diff -r wanted out.d)"
    same "killed at $at: nothing is left" out.d "$(echo out.d*)"
done
[ "$published" -gt 0 ] && [ "$published" -lt 40 ] ||
    fail "$published of 40 were published"

# --- two exports at the same time take different puzzles ---

cp fresh.db two.db
for name in one two; do
    "$LOYD" export --db two.db --out "$name.d" --pack-name pair --count 20 \
        >"$name.out" 2>"$name.err" &
done
wait
same "both are written" "1 2" "$(cat one.out two.out |
    sed 's/.*volume \([0-9]*\),.*/\1/' | sort | xargs)"
same "no puzzle is in both" 40 \
    "$(cat one.d/puzzles.csv two.d/puzzles.csv | grep -v '^puzzle_id' |
    cut -d , -f 1 | sort -u | lines /dev/stdin)"

# A volume that is given twice is one fault.
number=$(sed 's/.*volume \([0-9]*\),.*/\1/' one.out)
check "a volume twice" 1 "wrong${tab}one.d: volume $number, revision 1: revision 1 is in one.d
40 puzzles checked in 6 files, 40 lengths found again, 1 wrong" "" \
    verify one.d one.d

# --- what is refused changes nothing ---

cp fresh.db r.db
run export --db r.db --out v1 --pack-name p --count 10 --title T
run export --db r.db --out v2 --pack-name p --count 10
one=$(sed -n 2p v1/puzzles.csv | cut -d , -f 1)
none=$(sqlite3 r.db 'SELECT id FROM puzzle WHERE id NOT IN
    (SELECT puzzle FROM mark) LIMIT 1')
cp r.db before.db
mkdir full && : >full/file
refusals <<END
1 | export --db r.db --out x --pack-name p --count 50 | export: 40 of the 60 puzzles that match are not used: expected 50
2 | export --db r.db --out x --pack-name p --volume 4 | export: volume 4 of pack p: the next one is 3
2 | export --db r.db --out x --pack-name p --volume 1 --size 3x3 | export: volume 1 of pack p has its puzzles: expected no filters
2 | export --db r.db --out x --pack-name p --volume 1 --count 10 | export: volume 1 of pack p has its puzzles: expected no filters
2 | export --db r.db --out x --pack-name p --volume 1 --withdraw $one | export: only the newest volume, 2 of pack p, or the next one can withdraw puzzles
1 | export --db r.db --out x --pack-name p --volume 2 --withdraw $none | export: puzzle '$none' is not in pack p
3 | export --db r.db --out v1 --pack-name p --volume 2 | export: v1: folder is not empty, and not volume 2 of p
3 | export --db r.db --out full --pack-name p --volume 2 | export: full: folder is not empty, and not volume 2 of p
3 | export --db r.db --out full | export: full: folder is not empty
1 | export --db r.db --out x --pack-name p --used yes --count 3 | export: puzzle '$one' is number 1 of pack p, in volume 1
1 | export --db r.db --out x --count 61 | export: 60 puzzles match: expected 61
1 | export --db r.db --out x --stm 99 | export: no puzzles match
2 | export --db r.db --out x --volume 1 | export: --volume requires --pack-name
2 | export --db r.db --out x --withdraw $one | export: --withdraw requires --pack-name
2 | export --db r.db --out x --count 3 --limit 3 | export: --count and --limit cannot be combined
2 | export --db r.db --out x --pack-name '' | export: pack name of 0 bytes: expected 1..100
1 | used unmark $one --db r.db | r.db: puzzle '$one' is in volume 1 of pack p: expected a puzzle that is marked by hand
1 | used unmark --pack q --db r.db | r.db: no pack 'q'
1 | used list --pack q --db r.db | r.db: no pack 'q'
3 | used mark --pack full --db r.db | full: manifest.json: No such file or directory
END
same "nothing changed" "$(sqlite3 before.db .dump)" "$(sqlite3 r.db .dump)"
[ ! -e x ] || fail "a folder is left"

# A dry run shows a volume, and a one-off reads only.
check "a dry run" 0 "5 puzzles would be in v3: volume 3, revision 1, \
numbers 21 to 25, 1 withdrawn" "" export --db r.db --out v3 --pack-name p \
    --count 5 --withdraw "$one" --dry-run
same "nothing changed" "$(sqlite3 before.db .dump)" "$(sqlite3 r.db .dump)"
chmod a-w r.db
check "a one-off" 0 "60 puzzles in one, not marked as used" "" \
    export --db r.db --out one
same "nothing changed" "$(sqlite3 before.db .dump)" "$(sqlite3 r.db .dump)"
same "not a volume" null "$(python3 -c '
import json
print(json.dumps(json.load(open("one/manifest.json")).get("volume")))')"
check "a one-off is no volume" 1 "" "loyd: one: not a volume of a pack: \
expected --pack-name when it was exported" used mark --pack one --db before.db

# --- hostile names ---

# shellcheck disable=SC2016,SC1003 # no expansion is wanted
nasty='="><script>$(touch pwned)</script>'"'"'); DROP TABLE puzzle;--,"~/\%s%n'
cp fresh.db n.db
run export --db n.db --out nasty --pack-name "$nasty" --title "$nasty" \
    --licence "$nasty" --count 3
same "a hostile name" 0 "$code"
same "the same in all files" "True" "$(python3 -c '
import json, sqlite3, sys
m, p = (json.load(open("nasty/" + n)) for n in ("manifest.json", "puzzles.json"))
row = sqlite3.connect("nasty/puzzles.sqlite").execute(
    "SELECT title, licence, pack FROM pack").fetchone()
print(all(x == sys.argv[1] for x in [*row, m["title"], m["licence"], m["pack"],
                                     p["title"], p["licence"], p["pack"]]))
' "$nasty")"
check "it is verified" 0 "3 puzzles checked in 3 files, 3 lengths found again, \
0 wrong" "" verify nasty
run verify n.db
same "in the catalogue" 0 "$code"
esc=$(printf '\033') bidi=$(printf '\342\200\256')
for option in pack-name title licence; do
    for text in "x${esc}[2J" "x${bidi}gpj.exe" ""; do
        run export --db n.db --out no --pack-name n "--$option" "$text"
        same "--$option" 2 "$code"
        LC_ALL=C grep -q "$esc\|$bidi" err && fail "--$option came out raw"
    done
done
[ ! -e no ] && [ ! -e pwned ] || fail "something is left"

finish
