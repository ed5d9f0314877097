-- Games and observed difficulty.

CREATE TABLE game (
    pk INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE CHECK (length(id) = 16),
    puzzle TEXT NOT NULL REFERENCES puzzle (id),
    player TEXT NOT NULL CHECK (length(player) BETWEEN 1 AND 64),
    began INTEGER NOT NULL CHECK (began BETWEEN 0 AND 253402300799999),
    ms INTEGER NOT NULL CHECK (ms BETWEEN 0 AND 5368709100000),
    free_ms INTEGER CHECK (free_ms BETWEEN 0 AND ms),
    stm INTEGER NOT NULL CHECK (stm BETWEEN 0 AND 100000),
    solved INTEGER NOT NULL CHECK (solved IN (0, 1)),
    record BLOB NOT NULL CHECK (length(record) BETWEEN 1 AND 112500)
) STRICT;

CREATE TABLE difficulty (
    puzzle TEXT NOT NULL PRIMARY KEY REFERENCES puzzle (id),
    version INTEGER NOT NULL CHECK (version BETWEEN 1 AND 65535),
    difficulty INTEGER NOT NULL
        CHECK (difficulty BETWEEN 1 AND 4294967295000000),
    difficulty_error INTEGER NOT NULL
        CHECK (difficulty_error BETWEEN 0 AND 1000000000),
    games INTEGER NOT NULL CHECK (games BETWEEN 1 AND 4294967295),
    stale INTEGER NOT NULL CHECK (stale IN (0, 1))
) STRICT, WITHOUT ROWID;

CREATE TABLE ability (
    player TEXT NOT NULL PRIMARY KEY CHECK (length(player) BETWEEN 1 AND 64),
    version INTEGER NOT NULL CHECK (version BETWEEN 1 AND 65535),
    ability INTEGER NOT NULL
        CHECK (ability BETWEEN -1000000000 AND 1000000000),
    ability_error INTEGER NOT NULL
        CHECK (ability_error BETWEEN 0 AND 1000000000),
    games INTEGER NOT NULL CHECK (games BETWEEN 1 AND 4294967295),
    stale INTEGER NOT NULL CHECK (stale IN (0, 1))
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
    t.row_moves,
    d.difficulty / 1000000.0 AS difficulty,
    d.difficulty_error / 1000000.0 AS difficulty_error,
    d.games
FROM puzzle AS p JOIN goal AS g ON g.pk = p.goal
LEFT JOIN trait AS t ON t.puzzle = p.id
LEFT JOIN difficulty AS d ON d.puzzle = p.id;
