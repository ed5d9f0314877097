# SPDX-License-Identifier: MIT
"""Hostile values of every filter, and of --where: an error, or the right rows.

    find_hostile.py LOYD DB some|all

Values of columns are read here by the rules of docs: what is none must be refused,
and what is one must find what Python finds. Expressions are refused, or are those
that the list says are allowed, and find what SQLite finds. Prints what differs.
`all` asks the command for each value. `some` asks it for one in fifty, the C library,
if Python can load it, for the others, and takes 20 values of each column; without the
library 3, and one in ten expressions.
"""

import random
import re
import sqlite3
import subprocess
import sys

import find_query
from find_query import REAL, TEXT, TRUTH, UNSPLIT, WHOLE, Differs

# What is refused as an expression, whatever the columns are.
REFUSED = r"""
1) UNION SELECT sql FROM sqlite_master WHERE (1
1) UNION ALL SELECT name FROM name --
1 UNION SELECT 1
1)--
1) -- comment
1 -- comment
--
/*
1 /* comment */
1 /* open
1;
1; DROP TABLE puzzle
1; SELECT 1
;
1); DELETE FROM puzzle; --
(SELECT 1)
stm = (SELECT max(stm) FROM puzzle)
EXISTS (SELECT 1 FROM name)
EXISTS (VALUES (1))
puzzle_id IN (SELECT puzzle FROM mark)
puzzle_id IN (VALUES ('a'))
(VALUES (1))
stm IN (WITH x AS (SELECT 1) SELECT * FROM x)
WITH x AS (SELECT 1) SELECT 1
(stm, mtm) IN name
(puzzle_id, name) IN name
(1, 'easy') IN band
(0, 'easy') IN band
stm IN band
name IN name
stm IN puzzle
stm IN main.puzzle
stm IN pragma_table_info('puzzle')
stm IN json_each('[1]')
stm IN generate_series(1, 9)
1 IN sqlite_master
main.puzzles.stm = 1
puzzles.stm = 1
p.id = 1
id = 1
goal.pk = 1
sqlite_master.name = 1
rowid = 1
oid = 1
_rowid_ = 1
load_extension('x')
load_extension('./evil.so', 'f') IS NULL
readfile('/etc/passwd') IS NOT NULL
writefile('x', 'y')
edit('x')
fts3_tokenizer('simple')
zeroblob(1000000000)
length(zeroblob(2147483647))
randomblob(9) = 1
random() > 0
hex(puzzle_id) = 'a'
quote(name) = 'a'
printf('%1000000d', 1)
format('%.*c', 1000000000, 'x')
replace(name, 'a', 'b') = 1
char(0) = name
unicode(name) = 1
group_concat(name) = 'x'
count(*) > 0
count(stm)
sum(stm)
avg(stm) > 1
total(stm) > 0
max(stm) > 1
min(stm)
max(DISTINCT stm)
row_number() OVER () = 1
max(stm) OVER () > 1
sum(stm) FILTER (WHERE 1)
date('now') > '2020'
julianday('now') > 1
strftime('%s', 'now')
unixepoch()
time()
current_timestamp > 1
CURRENT_DATE
current_time
sqlite_version() = '3'
sqlite_source_id()
sqlite_compileoption_used('x')
sqlite_compileoption_get(0)
sqlite_offset(stm)
changes() = 0
total_changes()
last_insert_rowid()
likelihood(stm, 0.5)
likely(stm)
unlikely(stm)
subtype(stm)
json(name)
json_extract(name, '$')
json_group_array(stm)
jsonb(name)
eval('SELECT 1')
sha1(name)
sqlar_compress(name)
loyd_solve(board)
id_of(board, goal)
solves(board, goal, path)
optimum(board, goal)
redraw(recipe)
class_of(goal)
RAISE(ABORT, 'x')
raise(IGNORE)
?
?1
?999999999
stm = ?
stm > :a
stm > @a
stm > $a
stm > $a::b(c)
"stm" = 1
"stm
[stm] = 1
[stm
`stm` = 1
stm = "x"
'a' = "a"
x'00' = name
X'00'
x'
0x10 = stm
0xffffffffffffffffff
1e400 > stm
1e5 > stm
1E5
.5 < stm
1.5.5
1_000 = stm
stm = 1stm
'
'a
''' = name
stm = 'a''
(
)
((stm)
(stm))
)(
stm) OR (1
stm) AND (mtm
() = 1
stm = ()
stm IN
stm IN (
stm BETWEEN 1
CASE
CASE WHEN
CASE WHEN 1 THEN
CAST(stm AS
CAST(stm AS BLOB)
CAST(stm AS NUMERIC)
CAST(stm AS sqlite_master)
stm COLLATE BINARYX
stm COLLATE sqlite_master = 1
stm COLLATE "NOCASE" = 1
stm REGEXP 'a'
stm MATCH 'a'
puzzles MATCH 'a'
name LIKE 'a' ESCAPE
name LIKE 'a' ESCAPE ''
name -> '$'
name ->> '$.a'
'{"a":1}' -> 'a'
'{"a":1}' ->> 'a' = 1
stm = 1 ORDER BY stm
stm = 1 LIMIT 1
1 LIMIT 1
1 GROUP BY stm
1 HAVING 1
1 WINDOW w AS ()
1 INTERSECT SELECT 1
1 EXCEPT SELECT puzzle_id FROM puzzles
1 JOIN name
1, name
1, 2
ATTACH 'x' AS y
ATTACH DATABASE 'x.db' AS y
DETACH main
PRAGMA user_version
PRAGMA writable_schema = 1
VACUUM INTO 'x'
CREATE TABLE x (y)
DROP TABLE puzzle
DELETE FROM puzzle
UPDATE puzzle SET stm = 1
INSERT INTO name VALUES (1, 2)
REPLACE INTO name VALUES (1, 2)
ALTER TABLE puzzle RENAME TO x
REINDEX
ANALYZE
BEGIN
COMMIT
ROLLBACK
SAVEPOINT x
EXPLAIN SELECT 1
AND
OR 1
1 AND
NOT
NOT NOT
stm = = 1
stm <> <> 1
stm ! 1
stm ~ 1
~
-
+
stm +
* 
% stm
stm ||
|| stm
&
stm &
|
stm |
stm << 
,
.
\
#
\x00
{
}
^
stm ^ 2
stm : 1
@
$
%s
%n%n%n%n
${IFS}
$(id)
| id
\' OR 1
stm.mtm
unknown = 1
sqlite_stat1
number = 1
stopped = 1
recipe.series
stm IS NOT DISTINCT FROM 1
stm ISNULL NOTNULL 1 2
abs()
abs(1, 2, 3)
length()
length(1, 2)
substr(name)
iif(1)
nullif(1)
coalesce(1)
ifnull(1)
instr(1)
round(1, 2, 3)
typeof()
abs (*)
length(*)
max(*)
min()
""".strip("\n").split("\n") + [
    "", " ", "\t", "\n", "\0", "1\0", "stm = 1\0 OR 1", "1\n", "1 \t= 1",
    "\x7f", "\x1b[31m", "\u202e1", "stm\u00a0= 1", "\ufeff1", "\u2028",
    "stm = \uff11", "\u200b1", "(" * 5000 + "1" + ")" * 5000,
    "1" + " OR 1" * 100000, "NOT " * 100000 + "1", "-" * 5000 + "1",
    "- " * 5000 + "1", "stm = " + "9" * 20000, "'" + "a" * 2000000 + "'",
    "1 = " + "(" * 60 + "1" + ")" * 60, "a" * 20000, "(" * 20000,
    "')" * 5000, "stm IN (" + ",".join(map(str, range(50000))) + ")"]

# What may be allowed; then it means what it means in SQLite.
ALLOWED = r"""
1
0
NULL
TRUE
false
not 1
not not stm
stm
-stm < 0
+stm = 20
- - 1
~stm < 0
stm = 20
stm=20
stm==20
stm!=20
stm<>20
(stm)=(20)
((((((((((stm))))))))))=20
stm IS 20
stm IS NOT 20
stm IS NULL
stm ISNULL
stm NOTNULL
stm NOT NULL
stm between 10 and 20
stm NOT BETWEEN 10 AND 20
stm IN (20, 21, NULL)
stm NOT IN (20, 21)
stm NOT IN (20, NULL)
stm IN ()
stm IN ((20))
stm > 99999999999999999999999999
stm < 9223372036854775807
stm > -9223372036854775808
stm = 20.0
stm = 20.
stm + 0.5 > 20
stm / 0 IS NULL
stm % 0 IS NULL
stm * 9223372036854775807 > 0
stm << 2 > 80
stm >> 70 = 0
stm << -1 = 10
stm | 1 = 21
stm & 1
stm = '20'
stm = 'a'
stm < 'a'
'20' = stm
stm || mtm = '2014'
name || name IS NULL
name = ''''
name = 'n''s '
name LIKE 'N%'
name LIKE '%_%'
name LIKE 'n\%'
name LIKE '%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%a%b%c%d%e%f%g%h'
board LIKE '%1%2%3%4%5%6%7%8%9%1%2%3%4%5%6%7%8%9%x'
name NOT LIKE 'n%'
name GLOB 'n*'
name GLOB '*[?]*'
name GLOB '[a-'
name GLOB '['
board GLOB '*1*2*3*4*5*6*7*8*x*'
name COLLATE NOCASE = 'N1'
name < 'n' COLLATE NOCASE
CASE WHEN stm > 20 THEN 1 ELSE 0 END
CASE stm WHEN 20 THEN 1 END
CASE WHEN NULL THEN 1 END
CAST(stm AS TEXT) = '20'
CAST(name AS INTEGER) = 0
CAST('12abc' AS REAL) = 12
cast(percentile as integer) = 50
abs(-stm) = 20
abs(-9223372036854775807 - 1) = 1
abs('a') = 0
coalesce(mtm, stm, 0) = 14
ifnull(mtm, 0) = 0
iif(mtm, 1, 0)
iif(stm > 20, name IS NULL, 1)
instr(board, '1 2') > 0
instr(name, '') = 1
length(name) = 6
length(path) > 25
length(stm) = 2
length IS NULL
length = '20'
length(length) = 2
lower(name) = name
upper(size) = '3X3'
upper = lower
upper > lower AND lower > 1
ltrim(name, 'n') <> name
rtrim(name, '*') <> name
trim(name) = name
trim(board, '0123456789 /') = ''
max(stm, mtm) = stm
min(stm, 5, mtm) = 5
max(stm, NULL) IS NULL
nullif(stm, 20) IS NULL
round(percentile) = 50
round(percentile, 1) = 50.1
round(stm, 1000000) = stm
sign(stm - 20) = -1
substr(board, 1, 1) = '1'
substr(board, -1) = '0'
substr(board, 0, 0) = ''
substr(board, -9223372036854775807, 9) = ''
substr(board, 2, 9223372036854775807) <> ''
typeof(stm) = 'integer'
typeof(percentile) = 'real'
typeof(name) = 'text'
used
used = 0
not used
used_in GLOB 'pack*'
estimated
difficulty > 50 AND games < 9
percentile = 100
percentile > 99.999
band = 'hard' AND size = '3x3'
layout = 'rows' OR layout GLOB 'goal=*'
recipe LIKE '%~1'
(stm, mtm) = (20, 14)
(stm, mtm) > (20, 14)
(1, 2) < (1, 3)
stm BETWEEN mtm AND upper
'a' < 'b'
'SELECT' = 'SELECT'
'; DROP TABLE puzzle' <> name
'--' = '--'
'/*' = '/*'
name <> ' UNION SELECT 1 '
name = '?1'
'1' OR 0
'' IS ''
stm > mtm OR (name IS NOT NULL AND goal_pk > 1)
lower_search IS NOT NULL
lower_search LIKE '%quick%'
stm > 20 AND
stm IS TRUE
stm IS NOT FALSE
stm = 1 = 0
1 < 2 < 3
1 - -1 = 2
3 --1
""".strip("\n").split("\n") + [
    " AND ".join(["stm > 1"] * 40), "(" * 40 + "1" + ")" * 40,
    " OR ".join("stm = %d" % n for n in range(60)),
    "stm IN (" + ", ".join(map(str, range(500))) + ")",
    "name = '" + "a" * 900 + "'"]

# Values of columns: some are good texts, none a good number.
VALUES = REFUSED + r"""
..
...
....
20..
..20
20..30
30..20
20..20
20 ..30
20.. 30
20..30..40
-1
-1..5
+5
5-
1.5
1.5..
1,5
1,,5
,
,1
1,
 1
1 
0x10
1e3
1_0
007
00
0
99999999999999999999
18446744073709551615
18446744073709551616
9223372036854775807
9223372036854775808
..9223372036854775808
NaN
nan..
inf
..inf
-inf
1.0000001
1.1234567
100
100..
..100
100..101
99.9995..
0.001..0.002
any
yes
no
YES
true
1=1
' OR '1'='1
' OR 1=1 --
'); DROP TABLE puzzle; --
' || (SELECT sql FROM sqlite_master) || '
*
**
***
a**
*a
*a*
?*
[*
[a-z]*
[^a]*
]*
\*
%
_
%*
'*
"*
ab*
3x3
3
3x
x3
3x3x3
03x3
3X3
3*3
16x16
1x1
4x3*
4x4@0.0
4x4@9.9
4x4@0.0*
@
rows
rows*
rows,
rows,,rows
rows,blank=first
rows,blank=9.9
rows,missing=3,blank=last
rows,missing=3,blank=last,snake
rows,missing=3,snake,blank=0.1
missing=3
goal=1
goal=
goal=1 2/3 0
path=0.0:
random
proven
proven,bounded
proved
hard
hard,easy
harder
h*rd
UR
URD*
u*
by hand
pack spirals 3
0123456789abcdef
0123456789ABCDEF
0123456789abcdeg
""".strip("\n").split("\n") + ["1" * 5000, "a," * 600 + "a", "1," * 600 + "1",
                               "*," * 600 + "*", "a" * 100000, "ä*", "ä"]


def split(column, value):
    """The values of a list; a comma may continue a layout."""
    if column in UNSPLIT:
        return [value]
    parts = value.split(",")
    if column != "layout":
        return parts
    joined = parts[:1]
    for part in parts[1:]:
        if re.match("missing=|blank=|[0-9]", part):
            joined[-1] += "," + part
        else:
            joined.append(part)
    return joined


def number_test(column, value):
    """None: it is none. Bounds have digits alone, and six decimals at most."""
    digits = (r"((?:0|[1-9]\d{0,11})(?:\.\d{1,6})?)" if column in REAL else
              r"(0|[1-9]\d{0,18})")
    match = re.fullmatch(f"{digits}?(?:(\\.\\.){digits}?)?", value, re.ASCII)
    if match is None or match[1] is None and match[3] is None:
        return None
    of = float if column in REAL else int
    low, high = (of(end) if end else None for end in (match[1], match[3]))
    if any(column in WHOLE and end is not None and end > 2 ** 63 - 1
           for end in (low, high)):
        return None
    if match[2] is None:
        return lambda number: number == low
    if low is not None and high is not None and (
            low > high or column in REAL and low == high):
        return None
    top = column in WHOLE or "percentile" in column and high == 100
    return lambda number: (low is None or number >= low) and (
        high is None or number < high or top and number == high)


def test_of(column, value):
    """A test of rows, or None: the value must be refused. A text may always be
    refused, such as a layout that is none."""
    if "\0" in value or column in TRUTH and value not in (
            "no", "yes", "0", "1", "any"):
        return None
    if column in TRUTH:
        wanted = value in ("yes", "1")
        return lambda row: value == "any" or row.get(column) == wanted
    parts = split(column, value)
    if len(parts) > 500 or "" in parts and column not in UNSPLIT:
        return None
    if column not in WHOLE and column not in REAL:
        return lambda row: find_query.any_text(row, column, parts)
    tests = [number_test(column, part) for part in parts]
    return None if None in tests else lambda row: any(
        row.get(column) is not None and test(row[column]) for test in tests)


class Asked:
    """The ids that a filter finds, or None if it is refused."""

    def __init__(self, loyd, db, c_api):
        self.loyd, self.db, self.c_api = loyd, db, c_api
        self.draw = random.Random(1)

    def by_command(self, name, value):
        done = subprocess.run(
            [self.loyd, "find", "--db", self.db, "--csv", "--columns",
             "puzzle_id", f"--{name.replace('_', '-')}={value}"],
            text=True, capture_output=True, timeout=600, errors="replace")
        if done.returncode == 0:
            return done.stdout.split("\n")[1:-1]
        if done.returncode not in (1, 2) or done.stdout or \
                not done.stderr.startswith("loyd: "):
            raise Differs("exit %d, %r" % (done.returncode,
                                           done.stderr[-300:]))
        return None

    def members(self):
        return [(self.name, self.value)]

    def find(self, name, value):
        if self.c_api is None or self.draw.random() < .02:
            # No program can be given other arguments.
            if "\0" not in value and len(value) <= 100000:
                return self.by_command(name, value)
        if self.c_api is None:
            return None
        self.name, self.value = name, value
        try:
            return self.c_api.find_ids(self)
        except Differs as refused:
            of = self.c_api.of
            if refused.err in (of.LOYD_E_DB, of.LOYD_E_CORRUPT, of.LOYD_E_IO,
                               of.LOYD_E_NOMEM):
                raise
            return None


def check_columns(asked, puzzles, columns, n):
    """n: of the values of each column."""
    for column in columns:
        values = list(dict.fromkeys(VALUES))
        for value in asked.draw.sample(values, min(n, len(values))):
            test = test_of(column, value)
            try:
                ids = asked.find(column, value)
            except (Differs, subprocess.TimeoutExpired) as differs:
                yield column, value, str(differs)
                continue
            wanted = None if test is None else [
                row["puzzle_id"] for row in puzzles if test(row)]
            must = wanted and (column in WHOLE or column in REAL)
            if ids is None and must:
                yield column, value, "refused"
            elif ids is not None and ids != wanted:
                yield column, value, "%d ids instead of %s" % (
                    len(ids), wanted and len(wanted))


def check_where(asked, db, of):
    """of: one in so many expressions."""
    tables = sqlite3.connect("file:%s?mode=ro" % db, uri=True)
    for text in list(dict.fromkeys(REFUSED + ALLOWED))[::of]:
        wanted = None
        try:
            if text in ALLOWED:
                wanted = [id for id, in tables.execute(
                    "SELECT puzzle_id FROM puzzles WHERE (%s\n) ORDER BY"
                    " puzzle_id" % text)]
        except sqlite3.Error: # of a value, when it is met
            pass
        try:
            ids = asked.find("where", text)
        except (Differs, subprocess.TimeoutExpired) as differs:
            if text in REFUSED or wanted is not None:
                yield "where", text, str(differs)
            continue
        if ids is not None and ids != wanted:
            yield "where", text, "%d ids instead of %s" % (
                len(ids), wanted and len(wanted))


def main():
    loyd, db, how = sys.argv[1:]
    puzzles = find_query.read_puzzles(loyd, db)
    c_api = None if how == "all" else find_query.open_c_api(loyd, db)
    asked = Asked(loyd, db, c_api)
    columns = WHOLE + REAL + TEXT + UNSPLIT + TRUTH
    n, of = (9999, 1) if how == "all" else (20, 1) if c_api else (3, 10)
    bad = [*check_where(asked, db, of), *check_columns(asked, puzzles, columns, n)]
    for name, value, words in bad:
        print("%s %.200r: %s" % (name, value, words))
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main())
