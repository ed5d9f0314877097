-- SPDX-License-Identifier: MIT
-- What only a pack can have wrong, and how the rows of its first file, table `field`, become
-- a catalogue `s`, which checks.sql judges. Statements return a line or NULL, what is wrong
-- with it or NULL, and, if it is not this file, the file. field.h has the tables of a file.
-- "-- file" is about what a file says besides its puzzles, "-- rows" about the puzzles of the
-- first file; "-- fill" fills `s` with those that are left; "-- lengths" is like rows, once
-- `s` was judged; "-- pack" is about all rows, if each is right.

-- file
WITH h AS (SELECT count(*) AS n, * FROM head)
SELECT NULL, iif(n = 0, 'it does not say of which pack it is', 'it belongs to several packs') FROM h WHERE n <> 1
UNION ALL
SELECT NULL, name || ' is ' || shown(ifnull(here, 'none') || '') || ': the manifest says ' || shown(ifnull(stated, 'none') || '')
FROM (SELECT 'title' AS name, title AS here, json_extract(:manifest, '$.title') AS stated FROM h
    UNION ALL SELECT 'licence', licence, json_extract(:manifest, '$.licence') FROM h
    UNION ALL SELECT 'pack', pack, json_extract(:manifest, '$.pack') FROM h
    UNION ALL SELECT 'volume', volume, json_extract(:manifest, '$.volume') FROM h
    UNION ALL SELECT 'revision', revision, json_extract(:manifest, '$.revision') FROM h)
WHERE here IS NOT stated AND (SELECT n FROM h) = 1;
SELECT NULL, 'goal ' || row_number() OVER (ORDER BY row) || ': ' || CASE
    WHEN layout_of(goal) IS NULL THEN 'invalid goal'
    WHEN size IS NOT size_of(goal) THEN 'the size is not the goal''s'
    WHEN layout IS NOT layout_of(goal) THEN 'its name is ' || layout_of(goal) || ', not ' || shown(ifnull(layout, 'none'))
    WHEN EXISTS (SELECT 1 FROM goals AS h WHERE (h.size, h.layout) = (g.size, g.layout) AND h.row < g.row) THEN 'is listed twice'
    WHEN (size, layout) NOT IN (SELECT size, layout FROM field) THEN 'is the goal of no puzzle'
    END
FROM goals AS g;
SELECT line, 'its goal is not listed' FROM field AS f
WHERE NOT EXISTS (SELECT 1 FROM goals AS g WHERE g.size = f.size AND g.layout = f.layout);

-- rows
UPDATE field SET goal = (SELECT g.goal FROM goals AS g WHERE g.size = field.size AND g.layout = field.layout) WHERE goal IS NULL;
DROP TABLE IF EXISTS temp.listed;
CREATE TEMP TABLE listed AS SELECT size, layout, goal, size_of(goal) AS its_size, layout_of(goal) AS its_layout
    FROM (SELECT DISTINCT size, layout, goal FROM field);
CREATE INDEX temp.listed_goal ON listed (goal);
DROP TABLE IF EXISTS temp.gone;
CREATE TEMP TABLE gone AS SELECT json_extract(value, '$.puzzle_id') AS puzzle_id, json_extract(value, '$.number') AS number,
    json_extract(value, '$.volume') AS volume FROM json_each(:manifest, '$.withdrawn');
SELECT f.line, CASE
    WHEN f.number IS NULL THEN 'missing number'
    WHEN f.puzzle_id IS NULL THEN 'missing puzzle_id'
    WHEN f.size IS NULL THEN 'missing size'
    WHEN f.layout IS NULL THEN 'missing layout'
    WHEN f.goal IS NULL THEN 'missing goal'
    WHEN f.board IS NULL THEN 'missing board'
    WHEN f.number <= last.number THEN 'numbers are not in ascending order'
    WHEN f.number NOT BETWEEN json_extract(:manifest, '$.from') AND json_extract(:manifest, '$.to')
        THEN 'the number is not one of the manifest'
    WHEN f.puzzle_id IN (SELECT puzzle_id FROM gone) OR f.number IN (SELECT number FROM gone) THEN 'the puzzle is withdrawn'
    WHEN g.its_size IS NULL OR f.size <> g.its_size THEN 'the size is not the goal''s'
    WHEN f.layout <> g.its_layout THEN 'the board does not match its layout name'
    WHEN id_bytes(f.puzzle_id) IS NULL THEN 'invalid puzzle_id'
    WHEN f.name IS NOT NULL AND NOT is_name(f.name) THEN 'invalid name'
    WHEN ((f.detour IS NULL) + (f.linear_conflicts IS NULL) + (f.inversions IS NULL) + (f.tiles_home IS NULL)
        + (f.turns IS NULL) + (f.row_moves IS NULL) NOT IN (0, 6)
        OR (f.solutions IS NULL) + (f.first_moves IS NULL) + (f.forced IS NULL) NOT IN (0, 3)
        OR (f.detour IS NULL AND f.solutions IS NOT NULL)) THEN 'a trait is missing'
    WHEN (f.difficulty IS NULL) + (f.difficulty_error IS NULL) + (f.games IS NULL) NOT IN (0, 3) THEN 'difficulty is incomplete'
    END
FROM field AS f LEFT JOIN field AS last ON last.row = f.row - 1
LEFT JOIN listed AS g ON g.goal = f.goal AND g.layout = f.layout AND g.size = f.size;
SELECT line, CASE
    WHEN (lower IS NULL) <> (upper IS NULL) OR lower >= upper OR (optimum IS NOT NULL AND lower IS NOT NULL)
        THEN printf('%slower, %supper and %s contradict each other', prefix, prefix, metric)
    WHEN path IS NOT NULL AND NOT :solutions THEN 'path in a pack without solutions'
    WHEN path IS NULL AND coalesce(optimum, upper) IS NOT NULL AND :solutions THEN 'missing path in a pack with solutions'
    WHEN path IS NOT NULL AND coalesce(optimum, upper) IS NULL THEN 'path without a length'
    END
FROM rated;

-- fill
DELETE FROM field WHERE EXISTS (SELECT 1 FROM bad) AND line IN bad;
DROP TABLE IF EXISTS temp.length;
CREATE TEMP TABLE length AS SELECT DISTINCT size, goal, metric, optimum, estimate, percentile, band, sample FROM rated;
INSERT OR IGNORE INTO s.goal (size, class, layout, board)
SELECT size, class_of(goal), iif(layout LIKE 'goal=%', NULL, layout), goal FROM listed WHERE its_size IS NOT NULL;
INSERT OR IGNORE INTO s.puzzle SELECT f.puzzle_id, g.pk, f.board, f.size, f.stm, f.upper,
    f.estimate, iif(f.estimate IS NULL, NULL, :effort), f.mtm, f.mtm_upper
FROM field AS f CROSS JOIN s.goal AS g ON g.size = f.size AND g.board = f.goal ORDER BY f.puzzle_id;
INSERT OR IGNORE INTO s.name SELECT puzzle_id, name FROM field WHERE name IS NOT NULL;
INSERT INTO s.search (pk, method, budget) VALUES (1, 'exact', 0), (2, 'import', 1);
INSERT OR IGNORE INTO s.rating SELECT puzzle_id, metric, ifnull(optimum, lower), ifnull(optimum, upper), ifnull(path, ''),
    iif(optimum IS NULL, 2, 1), NULL FROM rated WHERE coalesce(optimum, upper) IS NOT NULL ORDER BY puzzle_id, metric;
INSERT OR IGNORE INTO s.trait SELECT puzzle_id, :version, solutions, first_moves, detour, linear_conflicts, inversions,
    tiles_home, turns, forced, row_moves FROM field WHERE detour IS NOT NULL ORDER BY puzzle_id;
INSERT OR IGNORE INTO s.difficulty SELECT puzzle_id, 1, CAST(round(difficulty * 1e6) AS INTEGER),
    CAST(round(difficulty_error * 1e6) AS INTEGER), games, 1 FROM field WHERE games IS NOT NULL ORDER BY puzzle_id;

-- lengths
WITH n AS MATERIALIZED (SELECT count(*) AS puzzles, count(name) AS names FROM field)
SELECT max(line), 'puzzle ' || puzzle_id || ' appears twice' FROM n CROSS JOIN field
WHERE (SELECT count(*) FROM s.puzzle) < puzzles GROUP BY puzzle_id HAVING count(*) > 1
UNION ALL
SELECT max(line), 'two puzzles have one name' FROM n CROSS JOIN field
WHERE (SELECT count(*) FROM s.name) < names GROUP BY name HAVING count(name) > 1;

-- lengths
-- Percentiles are those of their length, where loyd has counted its class.
WITH judged AS MATERIALIZED (SELECT f.*, CASE
    WHEN f.band IS NULL AND f.percentile IS NOT NULL THEN 'percentile without a band'
    WHEN f.band IS NOT NULL AND f.percentile IS NULL THEN 'band without a percentile'
    WHEN f.percentile IS NULL AND f.sample IS NOT NULL THEN 'percentile_sample without a percentile'
    WHEN f.percentile IS NOT NULL AND ifnull(f.estimate, f.optimum) IS NULL
        THEN 'percentile of a length that is not proven'
    WHEN f.band GLOB '*[^a-z0-9-]*' THEN 'invalid band name'
    WHEN d.class IS NOT NULL AND f.percentile IS NULL
        THEN 'missing percentile'
    WHEN d.measure = 'optimum' AND d.sample IS NOT f.sample AND f.percentile IS NOT NULL
        THEN 'percentile_sample is not that of the class'
    WHEN d.sample IS f.sample AND f.percentile <> d.percentile
        THEN 'percentile is not that of the length' || iif(f.metric = 'mtm', ' in MTM', '') || ': ' || f.percentile
        || ', expected ' || d.percentile
    END AS fault
FROM length AS f CROSS JOIN s.goal AS g ON g.size = f.size AND g.board = f.goal
LEFT JOIN main.ranks AS d ON d.class = g.class AND d.metric = f.metric
    AND d.measure = iif(f.estimate IS NULL, 'optimum', 'estimate') AND d.version = iif(f.estimate IS NULL, 0, :effort)
    AND d.length = min(ifnull(f.estimate, f.optimum), d.longest))
SELECT (SELECT line FROM rated AS r WHERE r.goal = j.goal AND r.metric = j.metric
    AND (r.optimum, r.estimate, r.percentile, r.band, r.sample)
    IS (j.optimum, j.estimate, j.percentile, j.band, j.sample)), fault FROM judged AS j WHERE fault IS NOT NULL;

-- pack
WITH of AS MATERIALIZED (SELECT g.class, f.rowid AS n, f.metric, ifnull(f.estimate, f.optimum) AS length, f.goal, f.optimum,
    f.estimate, f.percentile, f.band, f.sample FROM length AS f
    CROSS JOIN s.goal AS g ON g.size = f.size AND g.board = f.goal WHERE f.percentile IS NOT NULL)
SELECT (SELECT max(line) FROM rated AS r WHERE r.goal = one.goal AND r.metric = one.metric
    AND (r.optimum, r.estimate, r.percentile, r.band, r.sample)
    IS (one.optimum, one.estimate, one.percentile, one.band, one.sample)),
    'percentile, band or sample is not that of another board of the class that is as long'
FROM of AS one WHERE EXISTS (SELECT 1 FROM of AS other WHERE other.class = one.class AND other.metric = one.metric
    AND other.length = one.length AND other.n < one.n
    AND (other.percentile, other.band, other.sample) IS NOT (one.percentile, one.band, one.sample));

-- pack
SELECT NULL, 'class ' || g.class || ': percentiles of two samples' FROM length AS f
CROSS JOIN s.goal AS g ON g.size = f.size AND g.board = f.goal WHERE f.percentile IS NOT NULL
GROUP BY g.class, f.metric, f.estimate IS NULL
HAVING min(ifnull(f.sample, 0)) < max(ifnull(f.sample, 0));

-- pack
WITH b AS MATERIALIZED (SELECT band, min(percentile) AS low, max(percentile) AS high FROM length
    WHERE band IS NOT NULL GROUP BY band)
SELECT NULL, 'percentiles of the bands ''' || one.band || ''' and ''' || other.band || ''' overlap'
FROM b AS one CROSS JOIN b AS other ON one.band < other.band WHERE one.low < other.high AND other.low < one.high;

-- pack
WITH m AS (SELECT json_extract(:manifest, '$.from') AS low, json_extract(:manifest, '$.to') AS high,
    json_extract(:manifest, '$.volume') AS volume, json_extract(:manifest, '$.puzzles') AS puzzles)
SELECT NULL, 'from ' || low || ' to ' || high || ' are not the numbers of its puzzles', 'manifest.json' FROM m
WHERE puzzles + (SELECT count(*) FROM gone WHERE gone.volume = m.volume) <> iif(high = 0, 0, high - low + 1)
    OR (volume IS NULL AND low <> 1);

-- pack
WITH stated AS (SELECT c.key AS kind, n.key AS name, n.value AS n
    FROM json_each(:manifest, '$.counts') AS c, json_each(c.value) AS n),
found AS (SELECT 'size' AS kind, size AS name, count(*) AS n FROM field GROUP BY size
    UNION ALL SELECT 'band', band, count(*) FROM field WHERE band IS NOT NULL GROUP BY band)
SELECT DISTINCT NULL, 'counts by ' || shown(kind) || ' do not match ' || :file, 'manifest.json'
FROM (SELECT * FROM (SELECT * FROM stated EXCEPT SELECT * FROM found)
    UNION ALL SELECT * FROM (SELECT * FROM found EXCEPT SELECT * FROM stated));
