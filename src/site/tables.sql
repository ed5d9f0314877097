-- What the queries of a site read, for as long as it is published.
-- file   those of the release, with their contents; kept: as in pages.sql
-- there  the names of regular files in the folders of days and years
-- made   the files that browsers keep, with sums of their contents; '': they
--        change with the days
-- shown  the puzzles of the site's days
-- day    its days
-- drawn  the puzzles with all that pages show; the recipe is that of the day,
--        whose seed is channel, date and tier, and days of lists have none
PRAGMA temp.journal_mode = MEMORY;

CREATE TEMP TABLE file (
    path TEXT PRIMARY KEY,
    kept TEXT,
    bytes BLOB
);

CREATE TEMP TABLE there (
    name TEXT PRIMARY KEY
) WITHOUT ROWID;

CREATE TEMP TABLE made (
    kept TEXT,
    path TEXT,
    sum TEXT
);

CREATE TEMP TABLE shown (
    number INTEGER PRIMARY KEY,
    date TEXT,
    seed TEXT,
    day_no INTEGER,
    version INTEGER,
    tier TEXT,
    title TEXT,
    puzzle_id TEXT,
    nonce TEXT,
    previous_hash TEXT,
    hash TEXT,
    width INTEGER,
    height INTEGER,
    is_interval INTEGER,
    lower INTEGER,
    stm INTEGER,
    estimate INTEGER,
    percentile REAL,
    percent INTEGER,
    sample INTEGER,
    band TEXT,
    shade INTEGER
);

CREATE INDEX temp.shown_date ON shown (date);

CREATE TEMP TABLE day (
    date TEXT PRIMARY KEY,
    day_no INTEGER,
    version INTEGER,
    several INTEGER,
    has_tiers INTEGER,
    shade INTEGER,
    has_estimate INTEGER,
    head TEXT
) WITHOUT ROWID;

CREATE TEMP VIEW drawn AS
SELECT
    s.*, v.board, v.goal, v.path, v.layout AS goal_layout,
    (SELECT e.text || '~' || r.number
        FROM recipe AS r CROSS JOIN series AS e ON e.pk = r.series
        WHERE r.puzzle = s.puzzle_id
        AND substr(e.text, -length(s.seed)) = s.seed) AS recipe
FROM shown AS s CROSS JOIN puzzles AS v ON v.puzzle_id = s.puzzle_id;
