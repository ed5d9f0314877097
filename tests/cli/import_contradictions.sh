#!/bin/sh
# Tests intervals of one board that contradict each other, by import and by
# merge in both orders: refused, named, and nothing stored is lost; those that
# agree are joined.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

goal="1 2 3 4 5 6/7 8 9 10 11 12/13 14 15 16 17 18/19 20 21 22 23 24/\
25 26 27 28 29 30/31 32 33 34 35 0"
# Three moves to the left; longer solutions go round the last four cells, which
# twelve moves bring home, except that of seven moves, which goes back and forth.
board="1 2 3 4 5 6/7 8 9 10 11 12/13 14 15 16 17 18/19 20 21 22 23 24/\
25 26 27 28 29 30/31 32 0 33 34 35"
row="\"board\":\"$board\",\"goal\":\"$goal\""

# path N: a solution of N moves.
path() {
    if [ "$1" = 7 ]; then
        printf LLLRLRL
        return
    fi
    printf LLL
    for _ in $(seq $((($1 - 3) / 4))); do
        printf DRUL
    done
}

# stored FILE: the interval and whether it is proven.
stored() {
    sqlite3 -separator .. "$1" "SELECT r.lower, r.upper,
        ifnull(p.stm, 'open') FROM rating AS r
        JOIN puzzle AS p ON p.id = r.puzzle"
}

# holding LOWER UPPER: makes the catalogue LOWER.UPPER.db, whose interval may
# be false.
holding() {
    echo "{$row,\"lower\":1,\"upper\":$2,\"path\":\"$(path "$2")\"}" >in
    run import - --db "$1.$2.db"
    sqlite3 "$1.$2.db" "UPDATE rating SET lower = $1;
        UPDATE puzzle SET stm = iif($1 = $2, $2, NULL),
        upper = iif($1 = $2, NULL, $2)"
    run find --db "$1.$2.db" --lower "$1" --upper "$2" --total
    same "a catalogue of $1..$2" 1 "$(cat out)"
}

for ends in "1 3" "3 3" "1 15" "3 15" "15 15" "15 27" "27 27" "27 39"; do
    # shellcheck disable=SC2086 # two words
    holding $ends
done

# Those that touch, contain, miss and prove each other.
all=$(long "1.3 3.3 1.15 3.15 15.15 15.27 27.27 27.39" "1.3 3.3 3.15 15.15 15.27 27.39")

# agree ONE OTHER: true if some length is in both intervals.
agree() {
    [ "${1%.*}" -le "${2#*.}" ] && [ "${2%.*}" -le "${1#*.}" ]
}

# proven ONE: true if the ends meet.
proven() {
    [ "${1%.*}" = "${1#*.}" ]
}

# joined ONE OTHER: what a catalogue holds that has met both: a proof, or the
# better ends; a proof is never made of two open intervals.
joined() {
    low=${1%.*} high=${1#*.}
    [ "${2%.*}" -gt "$low" ] && low=${2%.*}
    [ "${2#*.}" -lt "$high" ] && high=${2#*.}
    state=open
    if proven "$1" || proven "$2"; then
        state=$low
        proven "$1" && low=${1%.*} high=${1#*.} state=${1%.*}
        proven "$2" && low=${2%.*} high=${2#*.} state=${2%.*}
    elif [ "$low" = "$high" ]; then
        low=$((low - 1))
    fi
    echo "$low..$high..$state"
}

# unchanged NAME FILE MESSAGE: the last command was refused.
unchanged() {
    same "$1: exit code" 3 "$code"
    has "$1" err "$3"
    same "$1: nothing changed" "$(sqlite3 "$2" .dump)" "$(sqlite3 a.db .dump)"
}

# --- merges: every pair, in both orders ---

for one in $all; do
    for other in $all; do
        cp "$one.db" a.db
        run merge --db a.db "$other.db"
        if agree "$one" "$other"; then
            same "merge of $one and $other" \
                "0 $(joined "$one" "$other")" "$code $(stored a.db)"
        else
            unchanged "merge of $one and $other" "$one.db" \
                "contradicts the stored"
            has "merge of $one and $other" err "loyd: $other.db: puzzle "
        fi
    done
done
# A contradiction stops no other file.
cp 3.15.db a.db
run merge --db a.db 27.39.db 3.3.db
same "a false file and a true one" "3 3..3..3" "$code $(stored a.db)"

# --- imports: the same pairs ---

# imported ONE UPPER: what ONE holds after an import with this upper end. A
# stated lower end is checked, not stored: that of the import is 3, by mlc.
imported() {
    low=${1%.*} high=${1#*.}
    [ "$2" -lt "$high" ] && high=$2
    [ "$low" -lt 3 ] && low=3
    [ "$low" -lt "$high" ] || low=$((high - 1))
    echo "$low..$high..open"
}

for one in $all; do
    for other in $all; do
        cp "$one.db" a.db
        high=${other#*.}
        echo "{$row,\"lower\":${other%.*},\"upper\":$high,\
\"path\":\"$(path "$high")\"}" >in
        run import - --db a.db
        if proven "$one" && proven "$other" && [ "$high" -gt "${one%.*}" ]; then
            same "import of $other into $one" "1 $(joined "$one" "$one")" "$code $(stored a.db)"
            has "import of $other into $one" err "wrong length $high: proven ${one%.*}"
        elif proven "$one" && agree "$one" "$other"; then
            same "import of $other into $one" \
                "0 $(joined "$one" "$one")" "$code $(stored a.db)"
        elif agree "$one" "$other"; then
            same "import of $other into $one" \
                "0 $(imported "$one" "$high")" "$code $(stored a.db)"
        else
            unchanged "import of $other into $one" "$one.db" \
                "contradicts the stored"
        fi
    done
done
# Lengths outside the stored interval.
while read -r one length words; do
    cp "$one.db" a.db
    echo "{$row,\"stm\":$length}" >in
    run import - --db a.db
    unchanged "a length of $length in $one" "$one.db" "$words"
done <<'END'
1.3 15 interval 15..15 contradicts the stored 1..3
3.15 27 interval 27..27 contradicts the stored 3..15
15.27 3 interval 3..3 contradicts the stored 15..27
27.39 15 interval 15..15 contradicts the stored 27..39
END
# A search ends what is false: a proof finds the three moves.
holding 5 7
cp 5.7.db a.db
run rate --db a.db --prove
has "a false lower end" err "puzzle "
same "a false lower end: the truth or what was stored" "" \
    "$(stored a.db | grep -v -e '^3..3..3$' -e '^5..7..open$')"

finish
