#!/bin/sh
# Tests loyd audit: results, output and errors; and stats --svg.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

# field TEST NAME: prints a value of a test, from the JSON in out.
field() {
    sed -n "/\"test\":\"$1\"/s/.*\"$2\":\([^,}]*\).*/\1/p" out
}

# Uniform boards pass, for any size, layout and method.
for c in '4x4 --count 100' '3x3 --layout spiral' '3x3 --method retry' '2x2' \
    '2x3 --layout snake,missing=2' '3x3 --layout rows,blank=1.1 --count 2000' \
    '7x5 --layout columns' '15x15 --count 1125' '4x2 --layout random --count 2000'; do
    # shellcheck disable=SC2086 # a size and its options
    run audit $c --seed audit
    same "$c passes" 0 "$code"
    has "$c passes" out "passed: an audit fails if a p is below"
    same "$c: no messages" "" "$(cat err)"
done

# Others fail.
for c in 'walk:20' 'walk:100' 'jump:5' 'shuffle'; do
    run audit 3x3 --method $c --seed audit
    same "$c fails" 1 "$code"
    has "$c fails" out "failed: an audit fails if a p is below"
done
run audit 4x4 --method walk:20 --seed audit --count 100
same "walk:20 fails on 4x4" 1 "$code"
run audit 6x6 --method walk:500 --seed audit --count 1000
same "walk:500 fails on 6x6" 1 "$code"
has "mean not tested above 16 cells" out \
    "mean optimum        not tested: more than 16 cells"
run audit 4x4 --layout rows,blank=1.1 --seed audit --count 100
has "mean of a sampled class" out "52.064"
run audit 3x3 --layout random --seed audit --count 1000
has "random goals" out \
    "mean optimum        not tested: the blank of the goal is not fixed"
has "random goals" out "Tiles are named by the number of their goal cell."

# Counts and mean agree with those of other commands.
"$LOYD" generate 3x3 --seed audit --count 500 >boards
run audit 3x3 --seed audit --count 500 --json
same "one line per test" 6 "$(lines out)"
same "all boards are solvable" 500 "$(field solvable found)"
mean=$("$LOYD" solve <boards | awk '{ s += $1 } END { printf "%.9f", s / NR }')
same "mean" "$mean" "$(field mean found | awk '{ printf "%.9f", $1 }')"
same "expected mean" 21.972520 \
    "$(field mean expected | awk '{ printf "%.6f", $1 }')"
blanks=$(awk '{ gsub("/", " "); for (i = 1; i <= 9; i++) if ($i == 0) n[i]++ }
    END {
        for (i = 1; i <= 9; i++) {
            # The goal, one of 181440 states, is not a start.
            e = 500 * (20160 - (i == 9)) / 181439
            s += (n[i] - e) ^ 2 / e
        }
        printf "%.6f", s
    }' boards)
same "the blank's chi-square" "$blanks" \
    "$(field blank found | awk '{ printf "%.6f", $1 }')"
same "recipe" '"3x3/rows~g1~audit~0"' \
    "$(sed -n '1s/.*"recipe":\("[^"]*"\).*/\1/p' out)"
same "tiles have 64 degrees" 64 "$(field tiles freedom)"
run audit 3x3 --method shuffle --seed audit --count 500 --json
"$LOYD" generate 3x3 --method shuffle --seed audit --count 500 |
    "$LOYD" check >checked
same "unsolvable boards counted" "$(grep -cx solvable checked)" \
    "$(field solvable found)"
same "and the test fails" 0 "$(field solvable passed)"

# The result does not depend on the threads; a new seed is printed.
run audit 3x3 --seed t --count 2000 --threads 1 --json
cp out one
run audit 3x3 --seed t --count 2000 --threads 3 --json
same "same result with another number of threads" "$(cat one)" "$(cat out)"
run audit 2x2
has "new seed" err "loyd: audit: new seed: --seed "

# The map in ASCII. Of the 100 boards 53 are 1 2/0 3, the others
# 1 0/3 2; of all 11 starts 2 have a tile at home, 3 have it in another cell.
# Tile 1: (100 - 100 * 2/11) / sqrt(100 * 2/11 * 9/11) = 21.2; tile 2 with 53,
# tile 3 with 47 too; and tile 1 is never in the blank's cell: -100 *
# 3/11 / sqrt(100 * 3/11 * 8/11) = -6.1.
run generate 2x2 --method walk:1 --seed map --count 100
same "boards with 1 2/0 3" 53 "$(grep -cx '1 2/0 3' out)"
run audit 2x2 --method walk:1 --seed map --count 100
same "walk:1 fails" 1 "$code"
same "map" "  +-------+-------+
  |     1 |     2 |
  | +21.2 |  +9.0 |
  +-------+-------+
  |     3 |     1 |
  |  +7.5 |  -6.1 |
  +-------+-------+" "$(grep '^  [+|]' out)"
# The blank is in cell 1.2 more often than tile 6 stays there: 59 to 41.
run generate 3x3 --method walk:1 --seed map --count 100
same "boards with the blank in cell 1.2" 59 "$(grep -c '4 5 0/' out)"
run audit 3x3 --method walk:1 --seed map --count 100
same "tiles of the map" "| 1 | 2 | 3 | | 4 | 5 | blank | | 7 | 8 | 6 |" \
    "$(grep '^  |' out | grep -v '[+-]' | tr -s ' \n' ' ' |
        sed 's/^ //; s/ $//')"
# With different goals, one move leaves most tiles in their goal cells.
run audit 3x3 --layout random --method walk:1 --seed map --count 1000
same "tiles by goal cell" "| 1 | 2 | 3 | | 4 | 5 | 6 | | 7 | 8 | 9 |" \
    "$(grep '^  |' out | grep -v '[+-]' | tr -s ' \n' ' ' |
        sed 's/^ //; s/ $//')"
n_checks=$((n_checks + 1))
grep -q "$(printf '\033')" out && fail "colours where none are wanted"

# A study prints one line per point. One random move gives a board of length
# 1, as in theory. The picture is complete.
run audit 2x3 --study --seed s --count 1795 --json --svg plot.svg
same "study" 0 "$code"
same "31 lines" 31 "$(lines out)"
same "walk:1" 1 "$(sed -n '/:walk:1~/s/.*"mean":\([^,]*\).*/\1/p' out)"
same "uniform passes" 1 \
    "$(sed -n '1s/.*"passed":\([01]\).*/\1/p' out)"
has "picture" plot.svg "How random are random moves? 2x3"
same "picture is complete" "</svg>" "$(tail -n 1 plot.svg)"
run audit 3x2 --study --seed s
same "study as a table, default number of boards" 0 "$code"
# Of the rows: method, moves, mean, error, difference from uniform, p, result.
awk '
    function abs(x) { return x < 0 ? -x : x }
    function least(goal, is_met) {
        if (is_met && !((goal, $1) in fewest)) fewest[goal, $1] = $2
    }
    $1 == "walk" || $1 == "jump" {
        least("mean within 1 % of uniform", abs($5) <= ($3 - $5) / 100)
        least("mean within its standard error", abs($5) <= $4)
        least("audit passed", $7 == "passed")
    }
    function shown(goal, method) {
        return (goal, method) in fewest ? fewest[goal, method] : "-"
    }
    /^(mean within|audit passed)/ {
        goal = $0
        sub(/  +.*/, "", goal)
        n++
        printf "%-31s  %7s  %7s\n", goal, shown(goal, "walk"),
            shown(goal, "jump")
    }
    END { exit n != 3 }' out >wanted || fail "conditions of the study"
same "fewest moves" "$(cat wanted)" "$(tail -n 3 out)"

# An interrupt is reported, and nothing else is printed.
"$LOYD" audit 9x9 --count 100000000 --seed x >out 2>err &
pid=$!
sleep 1
kill -TERM $pid
wait $pid
same "interrupted" "3 loyd: audit: interrupted" "$? $(cat err)"
same "interrupted" "" "$(cat out)"

# Errors, reported before anything is drawn or written.
refusals <<'END'
2 | audit 4x4 --count 79 | --count: too few boards for 4x4: expected at least 80
2 | audit 3x2 --count 1794 | --count: too few boards for 3x2: expected at least 1795
2 | audit 4x4 --method wlak:20 | --method: unknown method 'wlak': try 'walk'
2 | audit 1x4 | audit: invalid size '1x4': sides must be 2..15
2 | audit 4x4 --layout snail | --layout: unknown layout 'snail': try 'snake'
2 | audit 5x5 --study | audit: --study: 5x5 has 25 cells: expected at most 16
2 | audit 3x3 --study --method uniform | audit: --study and --method cannot be combined
END
same "no file written" "" "$(ls x.svg 2>/dev/null)"

# stats --svg: the bars agree with the table.
run generate 3x3 --count 200 --seed stats --db puzzles.db
run generate 4x2 --count 100 --seed stats --db puzzles.db
run stats --db puzzles.db --svg stats.svg
same "stats" 0 "$code"
sed -n 's/^ *\([0-9]*\) |#* \([0-9]*\)$/\1: \2/p' out >table
sed -n 's/.*<rect class="f0".*<title>\([^<]*\)<.*/\1/p' stats.svg >bars
same "one bar per length" "$(cat table)" "$(cat bars)"
n_checks=$((n_checks + 1))
[ -s bars ] || fail "no bars"
run stats --db puzzles.db --svg again.svg --json
same "stats --json --svg" 0 "$code"
same "the same picture" "" "$(cmp stats.svg again.svg 2>&1)"
run stats --db puzzles.db --svg .
same "a folder as --svg" 3 "$code"
same "a folder as --svg" \
    'loyd: .: not a regular file' \
    "$(cat err)"
sqlite3 empty.db <"$root/schema.sql" >out
run stats --db empty.db --svg none.svg
same "no proven puzzles" 1 "$code"
same "no proven puzzles" 'loyd: empty.db: no proven puzzles to draw' "$(cat err)"
same "no picture" "" "$(ls none.svg 2>/dev/null)"

# In MTM the mean is 16.55 of a 3x3, not 21.97.
run audit 3x3 --seed monday --metric mtm --json
same "audit in MTM" 0 "$code"
same "its mean" 1 "$(grep '"test":"mean"' out | grep -c '"expected":16.55')"

finish
