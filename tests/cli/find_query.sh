#!/bin/sh
# Random queries by the command, its SQL and the library, compared with Python
# (find_query.py), and hostile values of every filter (find_hostile.py).
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

for kind in '3x3 --seed one --metric mtm' '4x3 --seed two' \
    '3x4 --layout snake --seed one,two*' '2x4 --layout random --seed one' \
    '2x2 --layout snake --seed one' '2x2 --layout spiral --seed two' \
    '3x3 --layout random,missing=2 --seed r' '3x3 --layout random --seed r' \
    '3x3 --layout rows,missing=3,blank=last --seed one' \
    '4x4 --stm 20..30 --seed one' '2x2 --layout random --seed three' \
    '6x6 --method walk:30 --seed near' '5x5 --seed far'; do
    n=60
    case $kind in 4x4* | 5x5*) n=$(long 60 16) ;; esac # which are slow
    # shellcheck disable=SC2086 # a size and its options
    run generate --db a.db $kind --count $n
    same "generate $kind" 0 "$code"
done
run rate --db a.db --traits --size 3x3,4x3,4x4
same "traits" 0 "$code"
run rate --db a.db --traits --no-counts --size 2x2
same "traits without counts" 0 "$code"
run daily 2026-01-03 --db a.db --today 2026-01-03
same "days" 0 "$code"
# One in eight is not rated, a third was played, some are used or have names.
sqlite3 a.db "
    UPDATE puzzle SET stm = NULL, upper = NULL, mtm = NULL, estimate = NULL,
        estimate_version = NULL WHERE substr(id, 16) < '4'
        AND id NOT IN (SELECT puzzle FROM ledger);
    DELETE FROM rating WHERE puzzle IN
        (SELECT id FROM puzzle WHERE stm IS NULL AND upper IS NULL);
    DELETE FROM trait WHERE puzzle IN (SELECT id FROM puzzle WHERE stm IS NULL);
    UPDATE rating SET lower = 1 WHERE metric = 'mtm' AND substr(puzzle, 15, 1) < '8';
    UPDATE puzzle SET mtm_upper = mtm, mtm = NULL WHERE id IN
        (SELECT puzzle FROM rating WHERE metric = 'mtm' AND lower < upper);
    INSERT INTO difficulty SELECT id, 1,
        (unicode(id) * 7919 + unicode(substr(id, 2)) * 613) % 10000 * 10000
        + 10000, unicode(substr(id, 3)) * 10000, unicode(substr(id, 4)) % 80
        + 1, 0 FROM puzzle WHERE substr(id, 10, 1) < 'a';
    INSERT INTO name SELECT id, 'n' || substr('a,b it''s[x]?\"ä*%_', 1 + n % 11,
        4) || n || iif(n % 5, '', '*') FROM (SELECT id, row_number()
        OVER (ORDER BY id) AS n FROM puzzle WHERE substr(id, 9, 1) < '3');
    INSERT INTO mark SELECT id, p.pack, p.volume, row_number() OVER (), 0, NULL, ''
        FROM puzzle, (SELECT 'spirals' AS pack, 3 AS volume UNION SELECT 'snakes', 1) AS p
        WHERE substr(id, 5, 1) < '3' AND (volume = 3 OR substr(id, 6, 1) < 'f');
    INSERT INTO mark SELECT id, '', 0, 0, 0, '2026-01-03', '' FROM puzzle
        WHERE substr(id, 5, 1) BETWEEN '2' AND '5'"
cp a.db before.db
[ -z "${KEEP:-}" ] || cp a.db "$KEEP"

[ -x /usr/bin/python3 ] && python=/usr/bin/python3 || python=python3
rounds=$(long 5000 50)
same "random queries" "$rounds rounds, 0 differ" \
    "$("$python" "$here/find_query.py" "$LOYD" a.db "$rounds" 2>&1)"
same "hostile values" "" \
    "$("$python" "$here/find_hostile.py" "$LOYD" a.db "$(long all some)" 2>&1)"
cmp -s before.db a.db || fail "the catalogue was written"
finish
