-- Traits of proven puzzles.

CREATE TABLE trait (
    puzzle TEXT NOT NULL PRIMARY KEY REFERENCES puzzle (id),
    version INTEGER NOT NULL CHECK (version BETWEEN 1 AND 65535),
    solutions INTEGER CHECK (solutions >= 1),
    first_moves TEXT CHECK (length(first_moves) BETWEEN 1 AND 4),
    detour INTEGER NOT NULL CHECK (detour BETWEEN 0 AND 65534),
    linear_conflicts INTEGER NOT NULL
        CHECK (linear_conflicts BETWEEN 0 AND 65534),
    inversions INTEGER NOT NULL CHECK (inversions BETWEEN 0 AND 65534),
    tiles_home INTEGER NOT NULL CHECK (tiles_home BETWEEN 0 AND 65534),
    turns INTEGER NOT NULL CHECK (turns BETWEEN 0 AND 65534),
    forced INTEGER CHECK (forced BETWEEN 1 AND 65534),
    row_moves INTEGER NOT NULL CHECK (row_moves BETWEEN 1 AND 65534),
    CHECK ((solutions IS NULL) = (first_moves IS NULL)
        AND (solutions IS NULL) = (forced IS NULL))
) STRICT, WITHOUT ROWID;

DROP VIEW puzzles;

CREATE VIEW puzzles AS
SELECT
    p.id AS puzzle_id,
    g.size,
    g.class,
    ifnull(g.layout, 'goal=' || g.board) AS layout,
    g.board AS goal,
    p.board,
    (SELECT min(s.text || '~' || r.number)
        FROM recipe AS r CROSS JOIN series AS s ON s.pk = r.series
        WHERE r.puzzle = p.id) AS recipe,
    iif(EXISTS (SELECT 1 FROM claim AS c
            WHERE c.puzzle = p.id AND c.metric = 'stm'), 'claimed',
        iif(p.stm IS NOT NULL, 'proven',
            iif(p.upper IS NOT NULL, 'bounded', 'unrated'))) AS status,
    ifnull(p.stm, (SELECT r.lower FROM rating AS r
        WHERE r.puzzle = p.id AND r.metric = 'stm')) AS lower,
    ifnull(p.stm, p.upper) AS upper,
    p.stm,
    (SELECT r.path FROM rating AS r
        WHERE r.puzzle = p.id AND r.metric = 'stm'
        AND NOT EXISTS (SELECT 1 FROM claim AS c
            WHERE c.puzzle = p.id AND c.metric = 'stm')) AS path,
    (SELECT l.percentile FROM lengths AS l
        WHERE l.class = g.class AND l.metric = 'stm'
        AND l.measure = iif(p.estimate IS NULL, 'optimum', 'estimate')
        AND l.version = ifnull(p.estimate_version, 0)
        AND l.length = min(ifnull(p.estimate, p.stm), l.longest)) AS percentile,
    (SELECT l.band FROM lengths AS l
        WHERE l.class = g.class AND l.metric = 'stm'
        AND l.measure = iif(p.estimate IS NULL, 'optimum', 'estimate')
        AND l.version = ifnull(p.estimate_version, 0)
        AND l.length = min(ifnull(p.estimate, p.stm), l.longest)) AS band,
    (SELECT l.sample FROM lengths AS l
        WHERE l.class = g.class AND l.metric = 'stm'
        AND l.measure = iif(p.estimate IS NULL, 'optimum', 'estimate')
        AND l.version = ifnull(p.estimate_version, 0)
        AND l.length = min(ifnull(p.estimate, p.stm), l.longest))
    AS percentile_sample,
    (SELECT c.length FROM claim AS c
        WHERE c.puzzle = p.id AND c.metric = 'stm') AS claimed,
    (SELECT json_object('method', s.method, 'nodes', s.budget)
        FROM rating AS r CROSS JOIN search AS s
        ON s.pk = ifnull(r.lower_search, r.search)
        WHERE r.puzzle = p.id AND r.metric = 'stm' AND r.lower < r.upper)
    AS lower_search,
    (SELECT json_object('method', s.method, 'nodes', s.budget)
        FROM rating AS r CROSS JOIN search AS s
        ON s.pk = r.search
        WHERE r.puzzle = p.id AND r.metric = 'stm' AND r.lower < r.upper)
    AS upper_search,
    p.estimate,
    (SELECT 1 FROM distribution AS d
        WHERE d.class = g.class AND d.metric = 'stm'
        AND d.measure = 'estimate' AND d.version = p.estimate_version)
    AS estimated,
    iif(EXISTS (SELECT 1 FROM claim AS c
            WHERE c.puzzle = p.id AND c.metric = 'mtm'), 'claimed',
        iif(p.mtm IS NOT NULL, 'proven',
            iif(p.mtm_upper IS NOT NULL, 'bounded', NULL))) AS mtm_status,
    ifnull(p.mtm, (SELECT r.lower FROM rating AS r
        WHERE r.puzzle = p.id AND r.metric = 'mtm')) AS mtm_lower,
    ifnull(p.mtm, p.mtm_upper) AS mtm_upper,
    p.mtm,
    (SELECT r.path FROM rating AS r
        WHERE r.puzzle = p.id AND r.metric = 'mtm'
        AND NOT EXISTS (SELECT 1 FROM claim AS c
            WHERE c.puzzle = p.id AND c.metric = 'mtm')) AS mtm_path,
    (SELECT l.percentile FROM lengths AS l
        WHERE l.class = g.class AND l.metric = 'mtm'
        AND l.measure = 'optimum'
        AND l.version = 0
        AND l.length = min(p.mtm, l.longest)) AS mtm_percentile,
    (SELECT l.band FROM lengths AS l
        WHERE l.class = g.class AND l.metric = 'mtm'
        AND l.measure = 'optimum'
        AND l.version = 0
        AND l.length = min(p.mtm, l.longest)) AS mtm_band,
    (SELECT l.sample FROM lengths AS l
        WHERE l.class = g.class AND l.metric = 'mtm'
        AND l.measure = 'optimum'
        AND l.version = 0
        AND l.length = min(p.mtm, l.longest))
    AS mtm_percentile_sample,
    (SELECT c.length FROM claim AS c
        WHERE c.puzzle = p.id AND c.metric = 'mtm') AS mtm_claimed,
    (SELECT json_object('method', s.method, 'nodes', s.budget)
        FROM rating AS r CROSS JOIN search AS s
        ON s.pk = ifnull(r.lower_search, r.search)
        WHERE r.puzzle = p.id AND r.metric = 'mtm' AND r.lower < r.upper)
    AS mtm_lower_search,
    (SELECT json_object('method', s.method, 'nodes', s.budget)
        FROM rating AS r CROSS JOIN search AS s
        ON s.pk = r.search
        WHERE r.puzzle = p.id AND r.metric = 'mtm' AND r.lower < r.upper)
    AS mtm_upper_search,
    (SELECT n.name FROM name AS n WHERE n.puzzle = p.id) AS name,
    t.solutions,
    t.first_moves,
    t.detour,
    t.linear_conflicts,
    t.inversions,
    t.tiles_home,
    t.turns,
    t.forced,
    t.row_moves
FROM puzzle AS p JOIN goal AS g ON g.pk = p.goal
LEFT JOIN trait AS t ON t.puzzle = p.id;
