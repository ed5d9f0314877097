#!/bin/sh
# The extension for SQLite, in the stock shell, Python and R.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

extension=$build/loyd_sqlite
# Programs that were not built with a sanitizer need its library first.
preload=
if nm -D "$extension.so" | grep -q __asan_init; then
    preload=$(${CC:-cc} -print-file-name=libasan.so)
fi

# with_extension PROGRAM ...: a program that can load it.
with_extension() {
    env ${preload:+LD_PRELOAD="$preload" ASAN_OPTIONS="${ASAN_OPTIONS:-}:detect_leaks=0"} "$@"
}

# sql STATEMENT ...: the stock shell; sets code, out and err.
sql() {
    with_extension sqlite3 -bail :memory: ".load $extension" "$@" >out 2>err
    code=$?
}

# gives RESULT STATEMENT ...
gives() {
    wanted=$1
    shift
    sql "$@"
    same "$*" "$wanted, " "$(cat out), $(cat err)"
}

# fails MESSAGE STATEMENT ...
fails() {
    wanted=$1
    shift
    sql "$@"
    same "$*" "1 Error: stepping, $wanted" "$code $(cat err)"
}

far='8 6 7/2 5 4/3 0 1'
near='0 1 2/4 5 3/7 8 6'
gives '0|1|1' "SELECT loyd_solvable('1 2 3/4 5 6/8 7 0'),
    loyd_solvable('1 2 3/4 5 6/8 7 0', '1 2 3/4 5 6/8 7 0'),
    loyd_solvable(loyd_goal('3x3', 'snake'), 'snake')"
gives '31|31|31|20|L2U2' "SELECT loyd_stm('$far'), loyd_stm('$far', 'rows'),
    loyd_stm('$far', '1 2 3/4 5 6/7 8 0', 9), loyd_mtm('$far'),
    loyd_path('$near')"
gives '1|1|1' "SELECT loyd_stm('1 2 3/4 5 6/8 7 0') IS NULL,
    loyd_stm('5 1 2 4/9 6 3 8/13 10 7 11/0 14 15 12', 'rows', 1) IS NULL,
    loyd_path('1 2 3/4 5 6/8 7 0') IS NULL"
gives '100000000
5
5' 'SELECT loyd_limit()' 'SELECT loyd_limit(5)' 'SELECT loyd_limit()'
# R has no whole numbers but such.
gives '5|31|1|1' "SELECT loyd_limit(5.0), loyd_stm('$far', 'rows', 1e3), count(*),
    loyd_band('$near', 4.0) = loyd_band('$near', 4)
    FROM loyd_generate('3x3/rows~g1~x~0', 1.0)"
gives "1 2 3 4/8 7 6 5/9 10 11 12/0 15 14 13|46.234|hard|" \
    "SELECT loyd_goal('4x4', 'snake'), loyd_percentile(loyd_goal('3x3'), 22),
    loyd_band(loyd_goal('3x3'), 22), loyd_percentile(loyd_goal('5x5'), 9)"
gives '1' "SELECT loyd_svg('$near', '<&>') LIKE '<svg%&lt;&amp;&gt;%</svg>_'"
gives "0||$near
1|L|1 0 2/4 5 3/7 8 6
2|U|1 5 2/4 0 3/7 8 6" "SELECT * FROM loyd_moves('$near', 'LU')"

gives hata30q1t6y5qrwp "SELECT loyd_id('$near')"

# NULL in, NULL out, for all functions and arguments but a title.
sql "SELECT loyd_solvable(NULL), loyd_solvable('$far', NULL), loyd_id(NULL),
    loyd_goal(NULL), loyd_goal('3x3', NULL), loyd_svg(NULL, 5), loyd_stm(NULL),
    loyd_mtm('$far', NULL), loyd_path('$far', 'rows', NULL),
    loyd_percentile(NULL, 3), loyd_band(5, NULL)"
same "NULL" "||||||||||" "$(cat out)"
gives 1 "SELECT loyd_svg('$near', NULL) = loyd_svg('$near')"
gives 0 "SELECT count(*) FROM loyd_generate(NULL, 3)"
gives 0 "SELECT count(*) FROM loyd_moves('$near', NULL)"

# The command agrees: ids, lengths, paths and boards.
run generate 3x3 --seed x --count 50
cp out in
cp out boards
run solve
paste -d'|' boards out | sed 's/\t/|/g' >wanted
sql "SELECT board, loyd_stm(board, goal),
    loyd_path(board, goal) FROM loyd_generate('3x3/rows~g1~x~0', 50)"
same "as the command" "" "$(diff wanted out)"
run generate 4x4 --stm 14..16 --seed x --count 3 --format recipe
mv out wanted
sql "SELECT recipe FROM loyd_generate('$(head -n 1 wanted)', 3)
    WHERE loyd_stm(board, goal) BETWEEN 14 AND 16"
same "a target" "" "$(diff wanted out)"

# The arguments of the tables are columns, on which conditions work.
ten="'3x3/rows~g1~x~10'"
gives '10|2|3x3/rows~g1~x~10
11|2|3x3/rows~g1~x~10' "SELECT number, count, given FROM loyd_generate($ten, 2)"
gives "$near|LU|U" \
    "SELECT start, path, move FROM loyd_moves('$near', 'LU') WHERE step = 2"
gives '5|4|12|5' "CREATE TABLE n AS VALUES (3), (4), (5), (NULL);
    SELECT (SELECT count(*) FROM loyd_generate($ten, 5) WHERE count > 3),
        (SELECT count(*) FROM loyd_generate($ten, 4), n WHERE column1 = count),
        (SELECT count(*) FROM loyd_generate($ten, column1), n),
        (SELECT count(*) FROM loyd_generate WHERE given = $ten AND count = 2
            OR given = '2x2/rows~g1~x~0' AND count = 3)"
gives 6 "SELECT count(*) FROM loyd_generate($ten, 3) a,
    loyd_generate(a.recipe, a.count) b WHERE b.count = a.count AND b.number > 11"
gives '3x3/rows~g1~é~0|21|22' "PRAGMA encoding = 'UTF-16';
    CREATE TABLE t AS SELECT * FROM loyd_generate('3x3/rows~g1~é~0', 1);
    SELECT g.recipe, loyd_stm(t.board), count(*) FROM t,
        loyd_generate(t.recipe, 1) g,
        loyd_moves(t.board, loyd_path(t.board, t.goal))"

# Wrong types and values, and large input.
fails "loyd_stm: expected a text" "SELECT loyd_stm(5)"
fails "loyd_stm: expected a text" "SELECT loyd_stm(zeroblob(1000000))"
fails "loyd_solvable: tile 1 appears twice" "SELECT loyd_solvable('1 1/0 2')"
fails "loyd_stm: the text has 999999 bytes: expected at most 300000" \
    "SELECT loyd_stm(printf('%.*c', 999999, '1'))"
fails "loyd_stm: tile 4 is only in the start and tile 3 only in the goal" \
    "SELECT loyd_stm('1 2/4 0')"
fails "loyd_id: board is 2x2: expected 3x3" \
    "SELECT loyd_id('$near', '1 2/3 0')"
fails "loyd_goal: the layout has no fixed goal" \
    "SELECT loyd_goal('4x4', 'random')"
fails "loyd_limit: expected a whole number above 0" "SELECT loyd_limit('x')"
fails "loyd_limit: expected a whole number above 0" "SELECT loyd_limit(NULL)"
fails "loyd_svg: expected a title of at most 1000 bytes without NUL" \
    "SELECT loyd_svg('$near', printf('%.*c', 1001, '&'))"
fails "loyd_svg: expected a title of at most 1000 bytes without NUL" \
    "SELECT loyd_svg('$near', 'a' || char(0) || 'b')"
fails "loyd_path: the limit of nodes is not a whole number above 0" \
    "SELECT loyd_path('$near', 'rows', 0)"
fails "loyd_percentile: the length is no whole number" \
    "SELECT loyd_percentile('$near', 1.5)"
fails "loyd_percentile: a layout has no size: expected a board, as that of loyd_goal('4x4', 'rows')" \
    "SELECT loyd_percentile('rows', 20)"
fails "loyd_generate: expected a recipe and a count" \
    "SELECT * FROM loyd_generate('3x3/rows~g1~x~0')"
fails "loyd_generate: expected a recipe and a count" \
    "SELECT * FROM loyd_generate WHERE count = 3"
fails "loyd_generate: the count is no whole number in 0..2^48" \
    "SELECT * FROM loyd_generate('3x3/rows~g1~x~0', 1.5)"
fails "loyd_generate: the count is no whole number in 0..2^48" \
    "SELECT * FROM loyd_generate('3x3/rows~g1~x~0', -1)"
sql "SELECT load_extension('$extension') FROM loyd_generate('2x2/rows~g1~x~0', 1)"
has "loaded in a query that uses it" err "due to active statements"
sql "SELECT step FROM loyd_moves('$near', 'LD')"
same "an impossible move" "0
1, Error: stepping, loyd_moves: move 2 is impossible" "$(cat out), $(cat err)"

# What depends on a setting is in no index; what does not may be.
sql "CREATE TABLE t (b); CREATE INDEX i ON t (loyd_stm(b));"
has "not in an index" err "non-deterministic functions prohibited"
gives 1 "CREATE TABLE t (b); CREATE INDEX i ON t (loyd_stm(b, 'rows', 9));
    INSERT INTO t VALUES ('$near');
    SELECT count(*) FROM t WHERE loyd_stm(b, 'rows', 9) = 4"
sql "CREATE VIEW v AS SELECT loyd_limit(1)" "SELECT * FROM v"
has "a setting is in no view" err "unsafe use of loyd_limit()"

# Nothing of SQLite or of the store is in it, and no name but its own is seen.
same "exported names" "T sqlite3_loydsqlite_init" \
    "$(nm -D --defined-only "$extension.so" | cut -d' ' -f 2- |
        grep -vE ' (__|_init|_fini|_edata|_end)')"
same "SQLite" "" "$(readelf -d "$extension.so" | grep -i sqlite)$(nm \
    "$extension.so" | grep -E 'store_open| sqlite3_open')"

# Python's sqlite3, with two connections at once, one of them closed first, and
# with calls that take long until they are interrupted.
cat >two.py <<'PYTHON'
import sqlite3, sys, threading
def connect():
    db = sqlite3.connect(":memory:", check_same_thread=False)
    db.enable_load_extension(True)
    db.load_extension(sys.argv[1])
    return db
one, other = connect(), connect()
one.execute("SELECT loyd_limit(7)")
print(one.execute("SELECT loyd_limit()").fetchone()[0],
      other.execute("SELECT loyd_limit()").fetchone()[0])
one.execute("SELECT loyd_stm('8 6 7/2 5 4/3 0 1')").fetchone()
one.close()
other.execute("SELECT loyd_limit(1 << 60)")
done = threading.Event()
def interrupt():
    while not done.wait(0.1):
        other.interrupt()
thread = threading.Thread(target=interrupt)
thread.start()
for call in ("loyd_generate('4x4/rows~g1,stm=80~x~0', 1)",
             "loyd_generate('5x5/rows~g1~x~0', 1) WHERE loyd_stm(board)"):
    try:
        print(other.execute("SELECT board FROM " + call).fetchall())
    except sqlite3.OperationalError as error:
        print(error)
done.set()
thread.join()
print(sum(stm for stm, in other.execute(
    "SELECT loyd_stm(board) FROM loyd_generate('3x3/rows~g1~x~0', 100)")))
PYTHON
sql "SELECT sum(loyd_stm(board)) FROM loyd_generate('3x3/rows~g1~x~0', 100)"
total=$(cat out)
if /usr/bin/python3 -c 'import sqlite3
sqlite3.connect(":memory:").enable_load_extension(True)' 2>/dev/null; then
    same "Python" "7 100000000
interrupted
interrupted
$total" "$(with_extension timeout 60 /usr/bin/python3 two.py "$extension" 2>&1)"
else
    echo "not run: Python without extensions of SQLite"
fi
if /usr/bin/Rscript -e 'library(RSQLite)' >/dev/null 2>&1; then
    same "R" "$total" "$(with_extension /usr/bin/Rscript -e "db <- DBI::dbConnect(RSQLite::SQLite(),
        ':memory:', loadable.extensions = TRUE)
        invisible(DBI::dbGetQuery(db, \"SELECT load_extension('$extension')\"))
        cat(DBI::dbGetQuery(db, \"SELECT sum(loyd_stm(board)) FROM
        loyd_generate('3x3/rows~g1~x~0', ?)\", list(100))[1, 1])" 2>&1)"
else
    echo "not run: R without RSQLite"
fi

finish
