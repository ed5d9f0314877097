-- SPDX-License-Identifier: MIT
-- A file of rows, table `field`, as catalogue s. "begin" makes the other tables; "judge" finds
-- what only a file can have wrong, by row, and "fill" makes the rest the rows of s, which
-- checks.sql judges and merge.sql takes. A section "judge" that is a SELECT returns a row, its
-- line, and its fault or NULL.

-- begin
PRAGMA temp.cache_size = -16000;
-- what a row states in a metric: a length alone is both ends, and two equal ends are a length.
-- length: of the path; least: what no solution is shorter than, below it
CREATE TEMP VIEW known AS SELECT row, line, puzzle_id, goal, board, metric, prefix, status, path, length, least,
    iif(lower IS NULL AND upper IS NULL, optimum, lower) AS lower,
    iif(lower IS NULL AND upper IS NULL, optimum, upper) AS upper,
    ifnull(optimum, iif(lower = upper, upper, NULL)) AS optimum
    FROM rated WHERE coalesce(status, lower, upper, optimum, path) IS NOT NULL;
-- the first fault of a row
CREATE TEMP TABLE bad (row INTEGER PRIMARY KEY, file TEXT, line INTEGER, err INTEGER, fault TEXT);

-- salvage
-- What can be read of a damaged catalogue is in s. said: the lengths that it says are optimal, to be proven again.
CREATE TEMP TABLE said AS SELECT puzzle, metric, upper AS length FROM s.rating WHERE lower = upper
    UNION SELECT id, 'stm', stm FROM s.puzzle WHERE stm IS NOT NULL UNION SELECT id, 'mtm', mtm FROM s.puzzle WHERE mtm IS NOT NULL;
INSERT INTO s.search VALUES (1, 'import', 1);
-- what checks.sql refuses
CREATE TEMP TABLE faulty (row TEXT, key);

-- delete
-- the rating of a puzzle first, then the puzzle itself
DELETE FROM s.goal WHERE pk IN (SELECT key FROM faulty WHERE row = 'goal');
DELETE FROM s.puzzle WHERE id IN (SELECT key FROM faulty WHERE row = 'puzzle') AND id NOT IN (SELECT puzzle FROM s.rating);
DELETE FROM s.rating WHERE puzzle IN (SELECT key FROM faulty WHERE row <> 'goal') OR puzzle NOT IN (SELECT id FROM s.puzzle);
DELETE FROM faulty;
UPDATE s.puzzle AS p SET
    stm = (SELECT upper FROM s.rating AS r WHERE r.puzzle = p.id AND r.metric = 'stm' AND r.lower = r.upper),
    upper = (SELECT upper FROM s.rating AS r WHERE r.puzzle = p.id AND r.metric = 'stm' AND r.lower < r.upper),
    mtm = (SELECT upper FROM s.rating AS r WHERE r.puzzle = p.id AND r.metric = 'mtm' AND r.lower = r.upper),
    mtm_upper = (SELECT upper FROM s.rating AS r WHERE r.puzzle = p.id AND r.metric = 'mtm' AND r.lower < r.upper);

-- keep
-- the rest as rows of an import, whose numbers rows that are read do not have
INSERT INTO field (row, line, size, layout, goal, board, puzzle_id, lower, upper, path, path_length, path_least,
    mtm_lower, mtm_upper, mtm_path, mtm_path_length, mtm_path_least)
    SELECT 1000000000000 + row_number() OVER (ORDER BY p.id), 0, g.size, ifnull(g.layout, 'goal=' || g.board), g.board,
        p.board, p.id, r.lower, r.upper, r.path, r.upper, least(p.board, g.board, 'stm', r.path),
        m.lower, m.upper, m.path, m.upper, least(p.board, g.board, 'mtm', m.path)
    FROM s.puzzle AS p JOIN s.goal AS g ON g.pk = p.goal
    LEFT JOIN s.rating AS r ON r.puzzle = p.id AND r.metric = 'stm'
    LEFT JOIN s.rating AS m ON m.puzzle = p.id AND m.metric = 'mtm';
CREATE INDEX temp.field_id ON field (puzzle_id);
DELETE FROM s.rating; DELETE FROM s.puzzle; DELETE FROM s.goal; DELETE FROM s.search;

-- last
-- what was read after the puzzles: recipes are rows already, before that of their puzzle
UPDATE field SET stm = iif(upper IS NULL, a.stm, NULL), mtm = iif(mtm_upper IS NULL, a.mtm, NULL) FROM (
    SELECT f.row AS its, min(s.length) FILTER (WHERE s.metric = 'stm') AS stm, min(s.length) FILTER (WHERE s.metric = 'mtm') AS mtm
    FROM said AS s JOIN field AS f ON f.row = (SELECT max(row) FROM field WHERE puzzle_id = s.puzzle)
    WHERE iif(s.metric = 'stm', s.length % 2 = odd(f.board, f.goal)
        AND laws(f.board, f.goal, s.length, s.length, NULL, NULL, NULL, NULL, NULL) IS NULL,
        laws(f.board, f.goal, NULL, NULL, NULL, s.length, s.length, NULL, NULL) IS NULL)
    GROUP BY f.row) AS a WHERE row = a.its;
INSERT INTO bad SELECT 2000000000000 + row_number() OVER (ORDER BY puzzle), NULL, 0, NULL, fault FROM (
    SELECT puzzle, CASE
        WHEN puzzle NOT IN (SELECT puzzle_id FROM field) THEN printf('puzzle %s, named ''%s'', is lost', shown(puzzle), shown(name))
        WHEN NOT is_name(name) THEN printf('puzzle %s: invalid name', shown(puzzle))
        END AS fault
    FROM s.name) WHERE fault IS NOT NULL;
UPDATE field SET name = n.name FROM s.name AS n WHERE n.puzzle = field.puzzle_id AND is_name(n.name);
DELETE FROM s.series; DELETE FROM s.recipe; DELETE FROM s.name;
-- a puzzle without its rating may be refused again
DELETE FROM bad WHERE row NOT IN (SELECT min(row) FROM bad GROUP BY fault);

-- judge
SELECT row, line, CASE
    WHEN stopped THEN 'stopped: a result that depends on the time that it was given is not stored'
    WHEN status NOT IN ('proven', 'bounded', 'unrated') THEN 'status: unknown status ''' || shown(status) || ''''
    WHEN mtm_status NOT IN ('proven', 'bounded', 'unrated')
        THEN 'mtm_status: unknown status ''' || shown(mtm_status) || ''''
    WHEN estimate IS NULL THEN NULL
    WHEN length(cells(goal)) <= 16 THEN 'estimate of a board of at most 16 cells'
    WHEN estimate % 2 <> odd(board, goal) THEN printf('estimate %d has the wrong parity', estimate)
    END
FROM field;

-- judge
SELECT row, line, CASE
    WHEN lower > ifnull(upper, 0) OR (lower, upper) IS NOT (optimum, optimum) AND optimum IS NOT NULL
        THEN printf('%slower, %supper and %s contradict each other', prefix, prefix, metric)
    WHEN metric = 'stm' AND optimum % 2 <> odd(board, goal) THEN printf('length %d has the wrong parity', optimum)
    WHEN (status = 'proven') <> (optimum IS NOT NULL) THEN printf('%sstatus is %s, but %s is %s',
        prefix, status, metric, iif(optimum IS NULL, 'missing', 'given'))
    WHEN status = 'bounded' AND upper IS NULL THEN printf('%sstatus is bounded, but %supper is missing', prefix, prefix)
    WHEN length <> upper THEN printf(iif(metric = 'stm', 'path length is %d: expected %d',
        'mtm_path has %d slides: expected %d'), length, upper)
    END
FROM known;

-- judge
SELECT row, line, laws(board, goal, iif(lower IS NULL AND upper IS NULL, stm, lower), iif(lower IS NULL AND upper IS NULL, stm, upper),
    path, iif(mtm_lower IS NULL AND mtm_upper IS NULL, mtm, mtm_lower), iif(mtm_lower IS NULL AND mtm_upper IS NULL, mtm, mtm_upper),
    mtm_path, estimate)
FROM field;

-- judge
SELECT f.row, f.line, CASE
    WHEN id_bytes(f.drawn) IS NULL THEN 'recipe: ' || f.drawn
    WHEN f.drawn <> f.puzzle_id THEN 'recipe draws another puzzle'
    WHEN r.puzzle <> f.puzzle_id THEN 'recipe is stored with another puzzle'
    END
FROM field AS f LEFT JOIN main.series AS s ON s.bytes = length(CAST(f.series AS BLOB)) AND s.text = f.series
LEFT JOIN main.recipe AS r ON r.series = s.pk AND r.number = f.place
WHERE f.drawn IS NOT NULL;

-- judge
SELECT f.row, f.line, 'puzzle ' || f.puzzle_id || ': name ''' || shown(f.name) || CASE
    WHEN a.name <> f.name THEN ''' contradicts the stored ''' || shown(a.name) || ''''
    WHEN b.puzzle <> f.puzzle_id THEN ''' is that of puzzle ' || shown(b.puzzle)
    END
FROM field AS f LEFT JOIN main.name AS a ON a.puzzle = f.puzzle_id LEFT JOIN main.name AS b ON b.name = f.name
WHERE f.name IS NOT NULL;

-- judge
SELECT k.row, k.line, CASE
    WHEN k.length < r.lower OR k.least > r.upper THEN printf('puzzle %s: rating %d..%d%s contradicts the stored %d..%d',
        k.puzzle_id, k.least, k.length, in_metric, r.lower, r.upper)
    WHEN r.lower = r.upper AND k.optimum <> r.upper THEN NULL -- a wrong length, which refuses no row
    WHEN k.lower > r.upper OR k.upper < r.lower THEN printf('puzzle %s: interval %d..%d%s contradicts the stored %d..%d',
        k.puzzle_id, k.lower, k.upper, in_metric, r.lower, r.upper)
    WHEN k.metric = 'stm' AND laws(k.board, k.goal, k.least, k.length, k.path, o.lower, o.upper, o.path, NULL) IS NOT NULL
        THEN printf('puzzle %s: rating %d..%d in STM contradicts %d..%d in MTM', k.puzzle_id, k.least, k.length, o.lower, o.upper)
    WHEN k.metric = 'mtm' AND laws(k.board, k.goal, o.lower, o.upper, o.path, k.least, k.length, k.path, NULL) IS NOT NULL
        THEN printf('puzzle %s: rating %d..%d in STM contradicts %d..%d in MTM', k.puzzle_id, o.lower, o.upper, k.least, k.length)
    END
FROM (SELECT *, iif(metric = 'mtm', ' in MTM', '') AS in_metric FROM known) AS k
CROSS JOIN main.puzzle AS p ON p.id = k.puzzle_id
LEFT JOIN main.rating AS r ON r.puzzle = k.puzzle_id AND r.metric = k.metric
LEFT JOIN main.rating AS o ON o.puzzle = k.puzzle_id AND o.metric <> k.metric;

-- judge
DELETE FROM field WHERE row IN (SELECT row FROM bad);
-- a name and its puzzle are those of the first row that has one of them
INSERT OR IGNORE INTO bad SELECT f.row, NULL, f.line, NULL, 'puzzle ' || f.puzzle_id || ': name ''' || shown(f.name) ||
    iif(a.name <> f.name, ''' contradicts the stored ''' || shown(a.name) || '''', ''' is that of puzzle ' || b.id)
    FROM field AS f JOIN (SELECT puzzle_id AS id, name, min(row) FROM field WHERE name IS NOT NULL GROUP BY puzzle_id) AS a ON a.id = f.puzzle_id
    JOIN (SELECT name, puzzle_id AS id, min(row) FROM field WHERE name IS NOT NULL GROUP BY name) AS b ON b.name = f.name
    WHERE a.name <> f.name OR b.id <> f.puzzle_id;
DELETE FROM field WHERE row IN (SELECT row FROM bad);

-- fill
INSERT INTO s.goal (size, class, layout, board) SELECT size, class_of(goal), iif(layout LIKE 'goal=%', NULL, layout), goal
    FROM (SELECT DISTINCT size, layout, goal FROM field);
CREATE INDEX IF NOT EXISTS temp.field_id ON field (puzzle_id);
-- of several paths the shortest, of these the first in canonical order
INSERT INTO s.rating SELECT puzzle_id, w.column1, iif(w.column1 = 'mtm', mtm_path_least, path_least), iif(w.column1 = 'mtm', mtm_path_length, path_length),
    iif(w.column1 = 'mtm', mtm_path, path) AS its, 1, NULL FROM field INDEXED BY field_id CROSS JOIN (VALUES ('mtm'), ('stm')) AS w
    WHERE its IS NOT NULL ORDER BY puzzle_id ON CONFLICT DO UPDATE
    SET lower = excluded.lower, upper = excluded.upper, path = excluded.path
    WHERE (excluded.upper, path_key(excluded.path, metric)) < (upper, path_key(path, metric));
INSERT INTO s.search SELECT 1, 'import', 1 WHERE EXISTS (SELECT 1 FROM s.rating);
INSERT INTO s.puzzle (id, goal, board, size, stm, upper, mtm, mtm_upper)
    SELECT f.puzzle_id, g.pk, f.board, f.size, iif(a.lower = a.upper, a.upper, NULL), iif(a.lower < a.upper, a.upper, NULL),
        iif(b.lower = b.upper, b.upper, NULL), iif(b.lower < b.upper, b.upper, NULL)
    FROM field AS f INDEXED BY field_id CROSS JOIN s.goal AS g ON g.size = f.size AND g.board = f.goal
    LEFT JOIN s.rating AS a ON a.puzzle = f.puzzle_id AND a.metric = 'stm'
    LEFT JOIN s.rating AS b ON b.puzzle = f.puzzle_id AND b.metric = 'mtm'
    WHERE true ORDER BY f.puzzle_id ON CONFLICT DO NOTHING;
INSERT INTO s.series (bytes, text) SELECT DISTINCT length(CAST(series AS BLOB)), series FROM field WHERE drawn IS NOT NULL;
INSERT INTO s.recipe SELECT s.pk, f.place, f.puzzle_id FROM s.series AS s JOIN field AS f ON f.series = s.text
    WHERE f.drawn IS NOT NULL ORDER BY s.pk, f.place ON CONFLICT DO NOTHING;
INSERT INTO s.name SELECT puzzle_id, name FROM field WHERE name IS NOT NULL ON CONFLICT DO NOTHING;
-- lengths that the catalogue has not proven, or to which it has proven others; found: by a search, or there
CREATE TEMP TABLE stated AS SELECT k.row, k.line, k.metric, k.puzzle_id AS puzzle, length(cells(k.goal)) AS cells,
    k.optimum AS length, iif(k.metric = 'stm', p.stm, p.mtm) AS found
    FROM known AS k LEFT JOIN main.puzzle AS p ON p.id = k.puzzle_id
    WHERE k.optimum IS NOT NULL AND k.optimum IS NOT iif(k.metric = 'stm', p.stm, p.mtm);

-- drop
DROP VIEW IF EXISTS temp.known; DROP TABLE IF EXISTS temp.bad;
DROP TABLE IF EXISTS temp.stated; DROP TABLE IF EXISTS temp.said; DROP TABLE IF EXISTS temp.faulty;
