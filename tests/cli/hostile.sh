#!/bin/sh
# Tests a hostile seed in every output format.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

# HTML, SQL, shell, spreadsheet, CSV, and separators of recipes.
# shellcheck disable=SC2016,SC1003 # nothing shall expand
seed='="><script>$(touch pwned)</script>'"'"'; DROP TABLE puzzle; --`touch pwned`,"~/@g1~%s%n\'

# A recipe has the seed unchanged.
run generate 3x3 --seed "$seed" --count 3 --format recipe
same "recipes" "3x3/rows~g1~$seed~0
3x3/rows~g1~$seed~1
3x3/rows~g1~$seed~2" "$(cat out)"
recipe=$(head -n 1 out)
run generate 3x3 --seed "$seed" --count 3
cp out boards

run generate 3x3 --seed "$seed" --count 3 --json
cp out generated
python3 - "$seed" <<'END' || fail "generate --json"
import json, sys
for i, line in enumerate(open("generated")):
    assert json.loads(line)["recipe"] == "3x3/rows~g1~%s~%d" % (
        sys.argv[1], i), line
END

# Stored in a catalogue and printed in each format.
run generate 3x3 --seed "$seed" --count 3 --db puzzles.db
same "generate --db" 0 "$code"
LOYD_DB=puzzles.db && export LOYD_DB
run find
same "the boards" "$(sort boards)" "$(cut -f 4 out | sort)"
run find --json
cp out rows.json
run find --csv
cp out rows.csv
run export --db "$LOYD_DB" --out pack
python3 - "$seed" <<'END' || fail "JSON or CSV: $(cat rows.json rows.csv)"
import csv, json, sys
wanted = {"3x3/rows~g1~%s~%d" % (sys.argv[1], i) for i in range(3)}
got = {json.loads(line)["recipe"] for line in open("rows.json")}
assert got == wanted, got
got = {row["recipe"] for row in csv.DictReader(open("rows.csv", newline=""))}
assert got == wanted, got
END
run show "$recipe"
same "show" 0 "$code"
has "show" out "  recipe   $recipe"
run show "$recipe" --svg board.svg --json
same "show --svg" 0 "$code"
python3 -c '
import xml.dom.minidom
text = open("board.svg").read()
xml.dom.minidom.parseString(text)
assert "<script" not in text, text' || fail "SVG: $(cat board.svg)"
LOYD_DB=
run show "$recipe" --json
same "show without a catalogue" \
    "$(grep -F "$(cut -d '"' -f 4 out)" rows.json)" "$(cat out)"
LOYD_DB=puzzles.db
for c in stats verify digest rate; do
    run $c --db puzzles.db
    same "$c" 0 "$code"
done
run find --pick "$seed" -n 2
same "as the seed of a pick" 2 "$(lines out)"

# Names of files are arguments and never interpreted.
# shellcheck disable=SC2016
mkdir '$(touch pwned)"<b>'
# shellcheck disable=SC2016
name='$(touch pwned)"<b>/x'"'"'.db'
run generate 2x2 --seed s --count 2 --db "$name"
same "a catalogue of that name" 0 "$code"
run find --db "$name" --total
same "its puzzles" 2 "$(cat out)"
[ -f "$name" ] || fail "no file $name"
esc=$(printf '\033')
run find --db "no${esc}[31mfile"
same "a name with an escape" 3 "$code"
same "its message" 'loyd: no\x1b[31mfile: no such file' "$(cat err)"

# A forged catalogue: its rows are checked, and its texts are escaped.
for forgery in \
    "UPDATE series SET text = '3x3/rows~g1~' || char(27) || '[2J',
        bytes = 16" \
    "UPDATE search SET method = char(27) || '[2J'" \
    "UPDATE goal SET layout = 'rows' || char(27) || '[2J'" \
    "UPDATE goal SET layout = 'spiral'" \
    "UPDATE series SET text = '3x3/rows~g2~\"\\x', bytes = 15" \
    "CREATE TRIGGER t AFTER INSERT ON puzzle BEGIN SELECT 1; END" \
    "CREATE VIEW \"v$esc\" AS SELECT 1"; do
    cp puzzles.db forged.db
    sqlite3 forged.db "$forgery" || fail "could not forge: $forgery"
    for c in 'find --json' 'find --csv' find stats verify digest \
        'generate 3x3 --seed t' 'export --out forged'; do
        # shellcheck disable=SC2086 # a command and its options
        run $c --db forged.db
        if LC_ALL=C grep -q "$esc" out err; then
            fail "$c: an escape came out raw after $forgery"
        fi
    done
    run verify forged.db
    run verify --json forged.db
    cat out >>verified
    case $code in
    1 | 3) n_checks=$((n_checks + 1)) ;;
    *) fail "verify: exit $code after $forgery" ;;
    esac
    rm -rf forged forged.db*
done

python3 -c 'import json; [json.loads(line) for line in open("verified")]' ||
    fail "verify --json: no JSON: $(cat verified)"

[ ! -e pwned ] || fail "the seed was executed"
same "unexpected files" "" "$(find . -name '*pwned*' ! -name '$*')"

finish
