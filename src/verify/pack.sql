-- SPDX-License-Identifier: MIT
-- What only a pack can have wrong, and how the rows of its first file, table `field`, become
-- a catalogue `s`, which checks.sql judges. Statements return a line or NULL, what is wrong
-- with it or NULL, and, if it is not this file, the file. field.h has the tables of a file;
-- `ids` and `listed` are ids.tsv and goals.tsv. "-- ids" is about these and the manifest,
-- "-- file" about what a file says besides its puzzles, "-- rows" about the puzzles of the
-- first file; "-- fill" fills `s` with those that are left; "-- lengths" is like rows, once
-- `s` was judged; "-- pack" is about all rows, if each is right.

-- ids
SELECT NULL, 'unknown generator ''' || shown(value) || '''', 'manifest.json' FROM json_each(:manifest, '$.generators')
WHERE value IS NOT 'g1';
WITH m AS (SELECT json_extract(:manifest, '$.version') AS version, json_extract(:manifest, '$.puzzles') AS puzzles,
    json_type(:manifest, '$.since') IS NOT NULL AS is_delta),
n AS (SELECT count(*) AS n, ifnull(sum(state = 'added'), 0) AS added, ifnull(sum(state = 'changed'), 0) AS changed,
    ifnull(sum(state IN ('withdrawn', 'revoked')), 0) AS withdrawn, ifnull(sum(state IN ('gone', 'barred')), 0) AS gone FROM ids),
stated AS (SELECT 'added' AS name, iif(is_delta, json_extract(:manifest, '$.added'), puzzles) AS stated, added AS there FROM m, n
    UNION ALL SELECT 'changed', iif(is_delta, json_extract(:manifest, '$.changed'), 0), changed FROM m, n
    UNION ALL SELECT 'withdrawn', iif(is_delta, json_extract(:manifest, '$.withdrawn'), 0), withdrawn FROM m, n
    UNION ALL SELECT 'puzzles', puzzles, added + changed FROM m, n)
SELECT NULL, 'pack_id does not match the contents', 'manifest.json' FROM m WHERE :ids IS NOT NULL
    AND id_bytes(json_extract(:manifest, '$.pack_id')) IS NOT substr(hash('loyd pack 1', json_extract(:manifest, '$.name'),
        le(version, 4), :digest, :ids, id_bytes(json_extract(:manifest, '$.since.pack_id'))), 1, 10)
UNION ALL
SELECT NULL, name || ' is ' || stated || ': ids.tsv has ' || there, 'manifest.json' FROM stated
    WHERE :ids IS NOT NULL AND stated <> there
UNION ALL
SELECT NULL, CASE WHEN NOT is_delta AND added < n THEN 'puzzles that are not added, without a previous pack'
    WHEN version = 2 AND gone > 0 THEN 'puzzles withdrawn before the first delta' END, 'ids.tsv' FROM m, n;

-- file
WITH m AS (SELECT json_extract(:manifest, '$.pack_id') AS pack_id, json_extract(:manifest, '$.version') AS version,
    json_extract(:manifest, '$.name') AS name, json_extract(:manifest, '$.licence') AS licence,
    json_extract(:manifest, '$.since.pack_id') AS since, json_extract(:manifest, '$.digest') AS digest,
    json_extract(:manifest, '$.puzzles') AS puzzles)
SELECT NULL, CASE
    WHEN n <> 1 THEN 'table ''pack'' has ' || iif(n = 0, 'no row', 'several rows')
    WHEN :alone THEN NULL
    WHEN (h.pack_id, h.version) IS NOT (m.pack_id, m.version) OR (NOT :searches AND (h.digest, h.puzzles) IS NOT (m.digest, m.puzzles))
        THEN 'belongs to another pack'
    WHEN h.name IS NOT m.name THEN 'name does not match the manifest'
    WHEN h.licence IS NOT m.licence THEN 'licence does not match the manifest'
    WHEN h.since IS NOT m.since THEN 'previous pack does not match the manifest'
    END
FROM m, (SELECT count(*) AS n, * FROM head) AS h;
INSERT OR IGNORE INTO listed SELECT goal_no, class_no, size, layout, goal FROM goals WHERE :alone;
SELECT NULL, 'goals are not numbered 1, 2, 3, ...'
    WHERE EXISTS (SELECT 1 FROM (SELECT goal_no, row_number() OVER (ORDER BY row) AS n FROM goals) WHERE goal_no IS NOT n)
UNION ALL SELECT NULL, 'goal ' || min(goal_no) || ' does not match goals.tsv' FROM (SELECT goal_no, class_no, size, layout, goal
    FROM goals EXCEPT SELECT goal_no, class_no, size, layout, goal FROM listed) WHERE :listed HAVING count(*) > 0
UNION ALL SELECT NULL, n || ' goals: goals.tsv lists ' || m
    FROM (SELECT count(*) AS n FROM goals), (SELECT count(*) AS m FROM listed) WHERE :listed AND n <> m;
SELECT NULL, 'length ' || stm || ' appears twice in a class' FROM lengths GROUP BY class_no, stm HAVING count(*) > 1;
SELECT NULL, 'tombstone ' || number || ': ' || CASE
    WHEN id_bytes(puzzle_id) IS NULL THEN 'invalid puzzle_id'
    WHEN number <= last THEN 'numbers are not in ascending order'
    WHEN :alone AND (number IN (SELECT number FROM field) OR puzzle_id IN (SELECT puzzle_id FROM field))
        THEN 'number or puzzle_id of a puzzle that is not withdrawn'
    WHEN :ids IS NOT NULL AND NOT EXISTS (SELECT 1 FROM ids AS i WHERE i.number = w.number AND i.puzzle_id = w.puzzle_id
        AND state IN ('withdrawn', 'revoked')) THEN 'not withdrawn in ids.tsv'
    END
FROM (SELECT *, lag(number) OVER (ORDER BY row) AS last FROM gone) AS w;
SELECT NULL, n || ' tombstone' || iif(n = 1, '', 's') || ': the manifest lists ' || m FROM (SELECT count(*) AS n FROM gone),
    (SELECT ifnull(json_extract(:manifest, '$.withdrawn'), 0) AS m) WHERE NOT :alone AND n <> m;
SELECT NULL, n || ' number' || iif(n = 1, ' is', 's are') || ' neither of a puzzle nor withdrawn'
    FROM (SELECT max(number) - count(*) AS n FROM (SELECT number FROM field UNION SELECT number FROM gone))
    WHERE :alone AND NOT :delta AND n > 0;

-- rows
INSERT OR IGNORE INTO listed (size, layout, goal) SELECT DISTINCT size, layout, goal FROM field WHERE NOT :listed;
SELECT f.line, coalesce(CASE
    WHEN f.number IS NULL THEN 'missing number'
    WHEN f.puzzle_id IS NULL THEN 'missing puzzle_id'
    WHEN f.size IS NULL THEN 'missing size'
    WHEN f.layout IS NULL THEN 'missing layout'
    WHEN f.goal IS NULL THEN 'missing goal'
    WHEN f.board IS NULL THEN 'missing board'
    WHEN f.status IS NULL THEN 'missing status'
    WHEN f.number <= last.number THEN 'numbers are not in ascending order'
    WHEN :ids IS NULL THEN NULL
    WHEN i.number IS NULL THEN 'number is not in ids.tsv'
    WHEN i.puzzle_id <> f.puzzle_id THEN 'number belongs to another puzzle in ids.tsv'
    WHEN i.state NOT IN ('added', 'changed') THEN 'not part of this pack according to ids.tsv'
    WHEN i.stm IS NOT f.stm THEN 'length differs from ids.tsv'
    WHEN :mtm AND i.mtm IS NOT f.mtm THEN 'length in MTM differs from ids.tsv'
    END, CASE
    WHEN g.goal IS NULL THEN iif(:alone, 'goal is not in the table `goal`', 'goal is not in goals.tsv')
    WHEN f.size <> g.size THEN 'the size is not the goal''s'
    WHEN f.layout <> g.layout THEN 'the board does not match its layout name'
    WHEN id_bytes(f.puzzle_id) IS NULL THEN 'invalid puzzle_id'
    WHEN f.name IS NOT NULL AND NOT is_name(f.name) THEN 'invalid name'
    WHEN ((f.detour IS NULL) + (f.linear_conflicts IS NULL) + (f.inversions IS NULL) + (f.tiles_home IS NULL)
        + (f.turns IS NULL) + (f.row_moves IS NULL) NOT IN (0, 6)
        OR (f.solutions IS NULL) + (f.first_moves IS NULL) + (f.forced IS NULL) NOT IN (0, 3)
        OR (f.detour IS NULL AND f.solutions IS NOT NULL)) THEN 'a trait is missing'
    WHEN (f.difficulty IS NULL) + (f.difficulty_error IS NULL) + (f.games IS NULL) NOT IN (0, 3) THEN 'difficulty is incomplete'
    END)
FROM field AS f LEFT JOIN field AS last ON last.row = f.row - 1 LEFT JOIN ids AS i ON i.number = f.number
LEFT JOIN listed AS g ON g.goal = f.goal;
SELECT line, CASE
    WHEN metric = 'mtm' AND NOT :mtm THEN iif(coalesce(status, lower, upper, optimum, path, percentile, band, sample, lower_search,
        upper_search) IS NOT NULL, 'length in MTM in a pack of STM', NULL)
    WHEN status IS NOT coalesce(iif(optimum IS NOT NULL, 'proven', NULL), iif(upper IS NOT NULL, 'bounded', NULL), unrated)
        THEN prefix || 'status ' || ifnull(status, 'none') || ' contradicts the lengths'
    WHEN (lower IS NULL) <> (upper IS NULL) OR lower > upper OR (optimum IS NULL AND lower = upper)
        OR (optimum IS NOT NULL AND (lower, upper) IS NOT (optimum, optimum))
        THEN printf('%slower, %supper and %s contradict each other', prefix, prefix, metric)
    WHEN path IS NOT NULL AND NOT :solutions THEN 'path in a pack without solutions'
    WHEN path IS NULL AND upper IS NOT NULL AND :solutions THEN 'missing path in a pack with solutions'
    WHEN path IS NOT NULL AND upper IS NULL THEN 'path without a length'
    WHEN :searches AND ((metric = 'stm' AND (lower_search IS NULL) <> ifnull(lower = upper, 1))
        OR (lower_search IS NULL) <> (upper_search IS NULL))
        THEN 'searches are those of intervals'
    END
FROM rated;

-- fill
DELETE FROM field WHERE EXISTS (SELECT 1 FROM bad) AND line IN bad;
DROP TABLE IF EXISTS temp.length;
CREATE TEMP TABLE length AS SELECT DISTINCT size, goal, metric, optimum, estimate, percentile, band, sample, estimated
FROM rated WHERE metric = 'stm' OR :mtm;
INSERT OR IGNORE INTO s.goal (pk, size, class, layout, board)
SELECT goal_no, size, class_of(goal), iif(layout LIKE 'goal=%', NULL, layout), goal FROM listed;
INSERT OR IGNORE INTO s.puzzle SELECT f.puzzle_id, g.pk, f.board, f.size, f.stm,
    iif(f.stm IS NULL, f.upper, NULL), f.estimate, iif(f.estimate IS NULL, NULL, :effort), f.mtm,
    iif(f.mtm IS NULL, f.mtm_upper, NULL)
FROM field AS f CROSS JOIN s.goal AS g ON g.size = f.size AND g.board = f.goal ORDER BY f.puzzle_id;
INSERT OR IGNORE INTO s.name SELECT puzzle_id, name FROM field WHERE name IS NOT NULL;
INSERT INTO s.search (method, budget) VALUES ('exact', 0), ('import', 1);
INSERT OR IGNORE INTO s.search (method, budget)
SELECT rtrim(rtrim(x, '0123456789'), '@'), CAST(replace(x, rtrim(x, '0123456789'), '') AS INTEGER)
FROM (WITH i AS MATERIALIZED (SELECT lower_search, upper_search FROM rated WHERE :searches AND lower < upper)
    SELECT lower_search AS x FROM i UNION SELECT upper_search FROM i) WHERE x IS NOT NULL;
INSERT OR IGNORE INTO s.rating SELECT puzzle_id, metric, lower, upper, ifnull(path, ''),
    iif(lower = upper, 1, ifnull((SELECT pk FROM s.search WHERE method || '@' || budget = upper_search), 2)),
    iif(lower_search = upper_search, NULL, (SELECT pk FROM s.search WHERE method || '@' || budget = lower_search))
FROM rated WHERE upper IS NOT NULL AND (metric = 'stm' OR :mtm) ORDER BY puzzle_id, metric;
INSERT INTO s.series (bytes, text) SELECT length(CAST(series AS BLOB)), series FROM (
    SELECT DISTINCT series FROM field WHERE series IS NOT NULL);
INSERT OR IGNORE INTO s.recipe SELECT s.pk, f.place, f.puzzle_id FROM field AS f CROSS JOIN s.series AS s
    ON s.bytes = length(CAST(f.series AS BLOB)) AND s.text = f.series ORDER BY 1, 2;
INSERT OR IGNORE INTO s.trait SELECT puzzle_id, :version, solutions, first_moves, detour, linear_conflicts, inversions,
    tiles_home, turns, forced, row_moves FROM field WHERE detour IS NOT NULL ORDER BY puzzle_id;
INSERT OR IGNORE INTO s.difficulty SELECT puzzle_id, 1, CAST(round(difficulty * 1e6) AS INTEGER),
    CAST(round(difficulty_error * 1e6) AS INTEGER), games, 1 FROM field WHERE games IS NOT NULL ORDER BY puzzle_id;

-- lengths
SELECT NULL, 'goal ' || goal_no || ': ' || CASE
    WHEN layout_of(goal) IS NULL THEN 'invalid goal'
    WHEN size <> size_of(goal) THEN 'the size is not the goal''s'
    WHEN layout <> layout_of(goal) THEN 'its name is ' || layout_of(goal) || ', not ' || shown(layout)
    WHEN class_no > (SELECT count(*) FROM listed) THEN 'class_no is too large'
    WHEN class_no IN (SELECT class_no FROM listed GROUP BY 1 HAVING min(class_of(goal)) < max(class_of(goal)))
        THEN 'class_no is that of another class'
    END, iif(:alone, NULL, 'goals.tsv')
FROM listed WHERE :listed;
WITH n AS MATERIALIZED (SELECT count(*) AS puzzles, count(name) AS names, count(recipe) AS recipes FROM field)
SELECT max(line), 'puzzle ' || puzzle_id || ' appears twice' FROM n CROSS JOIN field
WHERE (SELECT count(*) FROM s.puzzle) < puzzles GROUP BY puzzle_id HAVING count(*) > 1
UNION ALL
SELECT max(line), 'two puzzles have one name' FROM n CROSS JOIN field
WHERE (SELECT count(*) FROM s.name) < names GROUP BY name HAVING count(name) > 1
UNION ALL
SELECT max(line), 'two puzzles have one recipe' FROM n CROSS JOIN field
WHERE (SELECT count(*) FROM s.recipe) < recipes GROUP BY recipe HAVING count(recipe) > 1;

-- lengths
-- Percentiles are those of their length, where loyd has counted its class.
WITH judged AS MATERIALIZED (SELECT f.*, CASE
    WHEN f.band IS NULL AND f.percentile IS NOT NULL THEN 'percentile without a band'
    WHEN f.band IS NOT NULL AND f.percentile IS NULL THEN 'band without a percentile'
    WHEN f.percentile IS NULL AND f.sample IS NOT NULL THEN 'percentile_sample without a percentile'
    WHEN f.estimated IS NOT iif(f.estimate IS NOT NULL AND f.percentile IS NOT NULL, 1, NULL)
        THEN 'percentile and estimated do not match'
    WHEN f.percentile IS NOT NULL AND ifnull(f.estimate, f.optimum) IS NULL
        THEN 'percentile of a length that is not proven'
    WHEN f.band GLOB '*[^a-z0-9-]*' THEN 'invalid band name'
    WHEN d.pk IS NOT NULL AND f.percentile IS NULL AND ifnull(f.estimate, f.optimum) IS NOT NULL
        THEN 'missing percentile'
    WHEN d.measure = 'optimum' AND d.sample IS NOT f.sample AND f.percentile IS NOT NULL
        THEN 'percentile_sample is not that of the class'
    WHEN d.sample IS f.sample AND f.percentile
        <> (100000 * (2 * l.below + l.boards) + d.total) / (2 * d.total) / 1000.0
        THEN 'percentile is not that of the length' || iif(f.metric = 'mtm', ' in MTM', '') || ': ' || f.percentile
        || ', expected '
        || ((100000 * (2 * l.below + l.boards) + d.total) / (2 * d.total) / 1000.0)
    END AS fault
FROM length AS f CROSS JOIN s.goal AS g ON g.size = f.size AND g.board = f.goal
LEFT JOIN main.distribution AS d ON d.class = g.class AND d.metric = f.metric
    AND d.measure = iif(f.estimate IS NULL, 'optimum', 'estimate') AND d.version = iif(f.estimate IS NULL, 0, :effort)
LEFT JOIN main.distribution_length AS l ON l.distribution = d.pk
    AND l.length = min(ifnull(f.estimate, f.optimum), d.longest))
SELECT (SELECT line FROM rated AS r WHERE r.goal = j.goal AND r.metric = j.metric
    AND (r.optimum, r.estimate, r.percentile, r.band, r.sample, r.estimated)
    IS (j.optimum, j.estimate, j.percentile, j.band, j.sample, j.estimated)), fault FROM judged AS j WHERE fault IS NOT NULL;

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
SELECT NULL, 'goal ' || goal_no || ': missing class_no', iif(:alone, NULL, 'goals.tsv')
FROM listed WHERE :listed AND class_no IS NULL AND goal IN (SELECT goal FROM length
    WHERE metric = 'stm' AND optimum IS NOT NULL AND percentile IS NOT NULL AND estimate IS NULL);
-- The first pack of a series lists no goal that it does not use, a delta none besides those before it.
SELECT NULL, 'goal ' || goal_no || ' is the goal of no puzzle', iif(:alone, NULL, 'goals.tsv')
FROM listed WHERE :listed AND goal_no > :first AND goal NOT IN (SELECT goal FROM field);

-- pack
WITH stated AS (SELECT c.key AS kind, n.key AS name, n.value AS n
    FROM json_each(:manifest, '$.counts') AS c, json_each(c.value) AS n),
here AS MATERIALIZED (SELECT size, iif(layout LIKE 'goal=%', 'goal', layout) AS layout, band, status, count(*) AS n
    FROM field GROUP BY 1, 2, 3, 4),
found AS (SELECT 'size' AS kind, size AS name, sum(n) AS n FROM here GROUP BY size
    UNION ALL SELECT 'layout', layout, sum(n) FROM here GROUP BY layout
    UNION ALL SELECT 'band', band, sum(n) FROM here WHERE band IS NOT NULL GROUP BY band
    UNION ALL SELECT 'status', status, sum(n) FROM here GROUP BY status)
SELECT DISTINCT NULL, 'counts by ' || shown(kind) || ' do not match ' || :file, 'manifest.json'
FROM (SELECT * FROM (SELECT * FROM stated EXCEPT SELECT * FROM found)
    UNION ALL SELECT * FROM (SELECT * FROM found EXCEPT SELECT * FROM stated))
WHERE NOT :alone;

-- pack
-- The manifest names the generators of all recipes and no others, each once.
WITH stated AS (SELECT value AS name FROM json_each(:manifest, '$.generators')),
found AS (SELECT substr(x, 1, length(x) - length(ltrim(x, 'abcdefghijklmnopqrstuvwxyz0123456789'))) AS name
    FROM (SELECT substr(text, instr(text, '~') + 1) AS x FROM s.series))
SELECT NULL, 'generators are not those of the recipes in ' || :file, 'manifest.json'
WHERE NOT :alone AND :recipes AND (EXISTS (SELECT * FROM found EXCEPT SELECT * FROM stated)
    OR (SELECT count(*) FROM stated) <> (SELECT count(DISTINCT name) FROM found));
