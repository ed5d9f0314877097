#!/bin/sh
# Packs of format 1, which an earlier version exported, are still read: a pack
# and a compressed delta in tests/golden/packs1.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

old=$root/tests/golden/packs1

# The catalogue from which they were exported.
run generate 3x3 --seed a -n 12 --db a.db
run generate 3x3 --layout snake --seed b -n 8 --db a.db
run generate 4x2 --layout random --seed c -n 4 --db a.db
echo '{"board":"2 1 3/4 5 6/8 7 0","stm":18}' >claim.jsonl
run import claim.jsonl --db a.db

check "verify" 0 "14 puzzles checked in 5 files, 14 optima found again, \
not signed, 0 wrong" "" verify "$old/one"
check "verify a delta" 0 "8 puzzles checked in 5 files, 8 optima found again, \
not signed, 0 wrong" "" verify "$old/two"
run verify "$old/two" --since "$old/one"
same "compare" "0 8 6" "$code $(grep -c '^added' out) $(grep -c \
    '^withdrawn' out)"

# seal DIR: the sums of a pack whose files were changed or removed.
seal() {
    python3 - "$1" <<'END'
import hashlib, json, os, sys
os.chdir(sys.argv[1])
m = json.load(open("manifest.json"))
m["files"] = [f for f in m["files"] if os.path.exists(f["name"])]
sha = lambda n: hashlib.sha256(open(n, "rb").read()).hexdigest()
for f in m["files"]:
    f["sha256"] = sha(f["name"])
    f["bytes"] = os.path.getsize(f["name"])
json.dump(m, open("manifest.json", "w"))
names = [f["name"] for f in m["files"]] + ["manifest.json"]
open("SHA256SUMS", "w").write("".join(
    "%s  %s\n" % (sha(n), n) for n in sorted(names)))
END
}

# Changes in puzzles.json: name, sed's command, message.
while IFS='~' read -r name change words; do
    rm -rf bad && cp -r "$old/one" bad
    sed "$change" "$old/one/puzzles.json" >bad/puzzles.json
    seal bad || fail "$name: cannot be made"
    run verify bad
    same "$name" 1 "$code"
    has "$name" out "puzzles.json$words"
done <<'END'
a layout~s/"layout":"snake"/"layout":"rows"/~: goal
a letter~s/"cells":"1/"cells":"2/~:
a percentile~s/"percentile":/"percentile":9/~
a band~s/"band":"medium"/"band":"easy"/~
END

# Every file gives the same puzzles.
gzip -dc "$old/two/ids.tsv.gz" >two.tsv
for name in one/puzzles.json one/puzzles.sqlite one/puzzles.csv \
    one/puzzles.jsonl one two/puzzles.json.gz two/puzzles.sqlite \
    two/puzzles.csv.gz two/puzzles.jsonl.gz two; do
    rm -f i.db
    run import "$old/$name" --db i.db
    same "import $name" "0 " "$code $(cat err)"
    ids=$old/one/ids.tsv
    [ "${name#two}" = "$name" ] || ids=two.tsv
    awk -F '\t' '$4 == "added" { print $2 }' "$ids" | sort >wanted
    run find --db i.db --json
    same "import $name: its puzzles" "$(cat wanted)" \
        "$(sed 's/.*"puzzle_id":"\([^"]*\).*/\1/' out | sort)"
done

# goals FILE: number, class and board of each goal.
goals() {
    python3 -c '
import json, sys
for g in json.load(open(sys.argv[1]))["goals"]:
    print(g["goal_no"], g.get("class_no", 0), g["goal"])' "$1"
}

# A series that began in format 1 keeps its numbers, and those of its goals if
# the earlier pack has a file with them.
since() {
    run export --db a.db --out "$2" --replace --since "$1" --no-mark
    same "--since $2" "0 " "$code $(cat err)"
    same "--since $2: its puzzles" 11 "$(python3 "$here/pack.py" "$2" 2>&1 |
        tail -n 1)"
    run verify "$2" --since "$1"
    same "--since $2: compare" "0 0" "$code $(grep -c '^renumbered\|^lost' out)"
}

# without DIR NAME ...: a copy of the old pack without these files.
without() {
    dir=$1
    shift
    cp -r "$old/one" "$dir"
    for name; do
        rm "$dir/$name"
    done
    seal "$dir"
}
since "$old/one" all
goals "$old/one/puzzles.json" >wanted
goals all/puzzles.json >found
n=$(lines wanted)
same "goals keep their numbers" "$(cat wanted)" "$(head -n "$n" found)"
[ "$(lines found)" -gt "$n" ] || fail "no new goal"
without v1.db puzzles.json
since v1.db db
same "goals of the database keep their numbers" "$(cut -d ' ' -f 1,3- wanted)" \
    "$(goals db/puzzles.json | head -n "$n" | cut -d ' ' -f 1,3-)"
without v1.none puzzles.json puzzles.sqlite
since v1.none none
same "without a list of goals, only those of the delta are numbered" \
    "$(cut -d , -f 4 none/puzzles.csv | sed 1d | sort -u)" \
    "$(goals none/puzzles.json | cut -d ' ' -f 3- | sort)"

finish
