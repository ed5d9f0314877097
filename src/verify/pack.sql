-- SPDX-License-Identifier: MIT
-- How the rows of a pack's file, table `field`, become a catalogue `s`, which
-- checks.sql judges, and what only a pack can have wrong. "-- rows" begins a
-- statement that returns lines and what is wrong with them, or NULL; "-- fill"
-- fills `s` with the rest; "-- lengths" is like rows, once `s` was judged;
-- "-- pack" is about all rows, if each is right. ?1: the pack has solutions;
-- ?2: lengths in MTM; ?3: the file has searches; ?4: the version of efforts;
-- ?5: of traits; ?6: rows have traits or difficulties.

-- rows
SELECT line, CASE
    WHEN id_bytes(puzzle_id) IS NULL THEN 'invalid puzzle_id'
    WHEN status <> iif(stm IS NOT NULL, 'proven', iif(upper IS NOT NULL, 'bounded', 'unrated'))
        THEN 'status ' || status || ' contradicts the lengths'
    WHEN ?2 AND mtm_status IS NOT iif(mtm IS NOT NULL, 'proven', iif(mtm_upper IS NOT NULL, 'bounded', NULL))
        THEN 'mtm_status contradicts the lengths in MTM'
    WHEN (lower IS NULL) <> (upper IS NULL) OR lower > upper OR (stm IS NULL AND lower = upper)
        OR (stm IS NOT NULL AND (lower, upper) IS NOT (stm, stm))
        THEN 'lower, upper and stm contradict each other'
    WHEN ?2 AND ((mtm_lower IS NULL) <> (mtm_upper IS NULL) OR mtm_lower > mtm_upper
        OR (mtm IS NULL AND mtm_lower = mtm_upper) OR (mtm IS NOT NULL AND (mtm_lower, mtm_upper) IS NOT (mtm, mtm)))
        THEN 'mtm_lower, mtm_upper and mtm contradict each other'
    WHEN (path IS NOT NULL OR (?2 AND mtm_path IS NOT NULL)) AND NOT ?1 THEN 'path in a pack without solutions'
    WHEN ((path IS NULL AND upper IS NOT NULL) OR (?2 AND mtm_path IS NULL AND mtm_upper IS NOT NULL)) AND ?1
        THEN 'missing path in a pack with solutions'
    WHEN (path IS NOT NULL AND upper IS NULL) OR (?2 AND mtm_path IS NOT NULL AND mtm_upper IS NULL)
        THEN 'path without a length'
    WHEN ?3 AND ((lower_search IS NULL) <> (ifnull(lower = upper, 1)) OR (lower_search IS NULL) <> (upper_search IS NULL)
        OR (mtm_lower_search IS NULL) <> (mtm_upper_search IS NULL)) THEN 'searches are those of intervals'
    WHEN name IS NOT NULL AND NOT is_name(name) THEN 'invalid name'
    WHEN ?6 AND ((detour IS NULL) + (linear_conflicts IS NULL) + (inversions IS NULL) + (tiles_home IS NULL)
        + (turns IS NULL) + (row_moves IS NULL) NOT IN (0, 6)
        OR (solutions IS NULL) + (first_moves IS NULL) + (forced IS NULL) NOT IN (0, 3)
        OR (detour IS NULL AND solutions IS NOT NULL)) THEN 'a trait is missing'
    WHEN ?6 AND (difficulty IS NULL) + (difficulty_error IS NULL) + (games IS NULL) NOT IN (0, 3) THEN 'difficulty is incomplete'
    END
FROM field;

-- fill
DELETE FROM field WHERE line IN bad;
DROP TABLE IF EXISTS temp.length;
CREATE TEMP TABLE length AS SELECT DISTINCT size, goal, layout, 'stm' AS metric, stm AS optimum, estimate, percentile, band,
    percentile_sample AS sample, estimated FROM field
UNION ALL SELECT DISTINCT size, goal, layout, 'mtm', mtm, NULL, mtm_percentile, mtm_band, mtm_percentile_sample, NULL FROM field
WHERE ?2;
INSERT INTO s.goal (size, class, layout, board)
SELECT DISTINCT size, class_of(goal), iif(layout LIKE 'goal=%', NULL, layout), goal FROM length;
INSERT OR IGNORE INTO s.puzzle SELECT f.puzzle_id, g.pk, f.board, f.size, f.stm,
    iif(f.stm IS NULL, f.upper, NULL), f.estimate, iif(f.estimate IS NULL, NULL, ?4), f.mtm,
    iif(f.mtm IS NULL, f.mtm_upper, NULL)
FROM field AS f CROSS JOIN s.goal AS g ON g.size = f.size AND g.board = f.goal ORDER BY f.puzzle_id;
INSERT OR IGNORE INTO s.name SELECT puzzle_id, name FROM field WHERE name IS NOT NULL;
INSERT INTO s.search (method, budget) VALUES ('exact', 0), ('import', 1);
INSERT OR IGNORE INTO s.search (method, budget)
SELECT rtrim(rtrim(x, '0123456789'), '@'), CAST(replace(x, rtrim(x, '0123456789'), '') AS INTEGER) FROM (
    SELECT lower_search AS x FROM field WHERE ?3 AND lower < upper UNION SELECT upper_search FROM field WHERE ?3 AND lower < upper
    UNION SELECT mtm_lower_search FROM field WHERE ?2 AND mtm_lower < mtm_upper
    UNION SELECT mtm_upper_search FROM field WHERE ?2 AND mtm_lower < mtm_upper) WHERE x IS NOT NULL;
INSERT OR IGNORE INTO s.rating SELECT puzzle_id, 'stm', lower, upper, ifnull(path, ''),
    iif(lower = upper, 1, ifnull((SELECT pk FROM s.search WHERE method || '@' || budget = upper_search), 2)),
    iif(lower_search = upper_search, NULL, (SELECT pk FROM s.search WHERE method || '@' || budget = lower_search))
FROM field WHERE upper IS NOT NULL ORDER BY puzzle_id;
INSERT OR IGNORE INTO s.rating SELECT puzzle_id, 'mtm', mtm_lower, mtm_upper, ifnull(mtm_path, ''),
    iif(mtm_lower = mtm_upper, 1, ifnull((SELECT pk FROM s.search WHERE method || '@' || budget = mtm_upper_search), 2)),
    iif(mtm_lower_search = mtm_upper_search, NULL,
        (SELECT pk FROM s.search WHERE method || '@' || budget = mtm_lower_search))
FROM field WHERE ?2 AND mtm_upper IS NOT NULL ORDER BY puzzle_id;
INSERT INTO s.series (bytes, text) SELECT length(CAST(series AS BLOB)), series FROM (
    SELECT DISTINCT series FROM field WHERE series IS NOT NULL);
INSERT OR IGNORE INTO s.recipe SELECT s.pk, f.place, f.puzzle_id FROM field AS f CROSS JOIN s.series AS s
    ON s.bytes = length(CAST(f.series AS BLOB)) AND s.text = f.series ORDER BY 1, 2;
INSERT OR IGNORE INTO s.trait SELECT puzzle_id, ?5, solutions, first_moves, detour, linear_conflicts, inversions,
    tiles_home, turns, forced, row_moves FROM field WHERE ?6 AND detour IS NOT NULL ORDER BY puzzle_id;
INSERT OR IGNORE INTO s.difficulty SELECT puzzle_id, 1, CAST(round(difficulty * 1e6) AS INTEGER),
    CAST(round(difficulty_error * 1e6) AS INTEGER), games, 1 FROM field WHERE ?6 AND games IS NOT NULL ORDER BY puzzle_id;

-- lengths
SELECT max(line), 'puzzle ' || puzzle_id || ' appears twice' FROM field
WHERE (SELECT count(*) FROM s.puzzle) < (SELECT count(*) FROM field) GROUP BY puzzle_id HAVING count(*) > 1
UNION ALL
SELECT max(line), 'two puzzles have one name' FROM field
WHERE EXISTS (SELECT 1 FROM s.name) AND (SELECT count(*) FROM s.name) < (SELECT count(name) FROM field) GROUP BY name HAVING count(name) > 1
UNION ALL
SELECT max(line), 'two puzzles have one recipe' FROM field
WHERE (SELECT count(*) FROM s.recipe) < (SELECT count(recipe) FROM field) GROUP BY recipe HAVING count(recipe) > 1;

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
    AND d.measure = iif(f.estimate IS NULL, 'optimum', 'estimate') AND d.version = iif(f.estimate IS NULL, 0, ?4)
LEFT JOIN main.distribution_length AS l ON l.distribution = d.pk
    AND l.length = min(ifnull(f.estimate, f.optimum), d.longest))
SELECT (SELECT f.line FROM field AS f WHERE f.goal = j.goal AND CASE j.metric
    WHEN 'stm' THEN (f.stm, f.estimate, f.percentile, f.band, f.percentile_sample, f.estimated)
        IS (j.optimum, j.estimate, j.percentile, j.band, j.sample, j.estimated)
    ELSE (f.mtm, f.mtm_percentile, f.mtm_band, f.mtm_percentile_sample) IS (j.optimum, j.percentile, j.band, j.sample)
    END), fault FROM judged AS j WHERE fault IS NOT NULL;

-- pack
WITH of AS MATERIALIZED (SELECT g.class, f.rowid AS n, f.metric, ifnull(f.estimate, f.optimum) AS length, f.goal, f.optimum,
    f.estimate, f.percentile, f.band, f.sample FROM length AS f
    CROSS JOIN s.goal AS g ON g.size = f.size AND g.board = f.goal WHERE f.percentile IS NOT NULL)
SELECT (SELECT max(f.line) FROM field AS f WHERE f.goal = one.goal AND CASE one.metric
    WHEN 'stm' THEN (f.stm, f.estimate, f.percentile, f.band, f.percentile_sample)
        IS (one.optimum, one.estimate, one.percentile, one.band, one.sample)
    ELSE (f.mtm, f.mtm_percentile, f.mtm_band) IS (one.optimum, one.percentile, one.band) END),
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
