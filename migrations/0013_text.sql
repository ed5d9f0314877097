-- Everything as text: ids, boards, paths, classes and metrics as loyd prints
-- them; distributions of lengths and their bands as tables; views for reading.

-- The functions row_at, check_that and unpack_... are in src/store/unpack.c.
-- Each table is copied in the order of its key, and its indices are made of
-- sorted rows at the end. A table that is copied makes room for the next.

DROP VIEW solution;

DROP TRIGGER ledger_stays;

DROP TRIGGER ledger_keeps;

DROP TRIGGER commitment_stays;

DROP TRIGGER commitment_keeps;

DROP INDEX goal_layout;

DROP INDEX puzzle_goal;

DROP INDEX puzzle_goal_upper;

DROP INDEX puzzle_goal_estimate;

DROP INDEX puzzle_goal_mtm;

DROP INDEX puzzle_class;

DROP INDEX puzzle_class_upper;

DROP INDEX puzzle_class_estimate;

DROP INDEX puzzle_class_mtm;

DROP INDEX recipe_puzzle;

DROP INDEX ledger_puzzle;

DROP INDEX ledger_hash;

DROP INDEX pack_use_pack;

ALTER TABLE goal RENAME TO old_goal;

ALTER TABLE puzzle RENAME TO old_puzzle;

ALTER TABLE name RENAME TO old_name;

ALTER TABLE series RENAME TO old_series;

ALTER TABLE recipe RENAME TO old_recipe;

ALTER TABLE search RENAME TO old_search;

ALTER TABLE rating RENAME TO old_rating;

ALTER TABLE claim RENAME TO old_claim;

ALTER TABLE band RENAME TO old_band;

ALTER TABLE sample RENAME TO old_sample;

ALTER TABLE sample_count RENAME TO old_sample_count;

ALTER TABLE channel RENAME TO old_channel;

ALTER TABLE schedule RENAME TO old_schedule;

ALTER TABLE schedule_row RENAME TO old_schedule_row;

ALTER TABLE list RENAME TO old_list;

ALTER TABLE list_puzzle RENAME TO old_list_puzzle;

ALTER TABLE ledger RENAME TO old_ledger;

ALTER TABLE site RENAME TO old_site;

ALTER TABLE commitment RENAME TO old_commitment;

ALTER TABLE pack RENAME TO old_pack;

ALTER TABLE pack_use RENAME TO old_pack_use;

ALTER TABLE hand_use RENAME TO old_hand_use;

CREATE TABLE goal (
    pk INTEGER PRIMARY KEY,
    size TEXT NOT NULL CHECK (length(size) BETWEEN 3 AND 5),
    class TEXT NOT NULL CHECK (length(class) BETWEEN 7 AND 11),
    layout TEXT CHECK (length(layout) BETWEEN 1 AND 100),
    board TEXT NOT NULL,
    UNIQUE (size, board)
) STRICT;

INSERT INTO goal (pk, size, class, layout, board)
SELECT
    pk,
    unpack_size(width, height),
    unpack_goal_class(width, height, cells),
    layout,
    unpack_board(width, height, cells)
FROM old_goal
WHERE row_at('goal %', pk)
ORDER BY pk;

CREATE TABLE puzzle (
    id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    goal INTEGER NOT NULL REFERENCES goal (pk),
    board TEXT NOT NULL,
    class TEXT CHECK (length(class) BETWEEN 7 AND 11),
    stm INTEGER CHECK (stm BETWEEN 1 AND 65534),
    upper INTEGER
        CHECK (upper IS NULL OR (upper BETWEEN 1 AND 65534 AND stm IS NULL)),
    estimate INTEGER CHECK (estimate BETWEEN 1 AND 65534),
    estimate_version INTEGER CHECK (estimate_version BETWEEN 1 AND 65535),
    mtm INTEGER CHECK (mtm BETWEEN 1 AND 65534),
    mtm_upper INTEGER
        CHECK (mtm_upper IS NULL
            OR (mtm_upper BETWEEN 1 AND 65534 AND mtm IS NULL)),
    CHECK ((estimate IS NULL) = (estimate_version IS NULL))
) STRICT, WITHOUT ROWID;

INSERT INTO puzzle (id, goal, board, class, stm, upper, estimate,
    estimate_version, mtm, mtm_upper)
SELECT
    unpack_id(id, 'id'),
    goal,
    unpack_start(start, goal),
    unpack_puzzle_class(class, goal),
    stm,
    upper,
    unpack_estimate(estimate),
    unpack_estimate_version(estimate),
    unpack_mtm(mtm),
    unpack_mtm_upper(mtm)
FROM old_puzzle
WHERE row_at('puzzle %', id)
ORDER BY id;

DROP TABLE old_puzzle;

DROP TABLE old_goal;

CREATE TABLE name (
    puzzle TEXT NOT NULL PRIMARY KEY REFERENCES puzzle (id),
    name TEXT NOT NULL UNIQUE
        CHECK (length(CAST(name AS BLOB)) BETWEEN 1 AND 64)
) STRICT, WITHOUT ROWID;

INSERT INTO name (puzzle, name)
SELECT
    unpack_id(puzzle, 'puzzle'),
    name
FROM old_name
WHERE row_at('name of puzzle %', puzzle)
ORDER BY puzzle;

DROP TABLE old_name;

CREATE TABLE series (
    pk INTEGER PRIMARY KEY,
    bytes INTEGER NOT NULL CHECK (bytes = length(CAST(text AS BLOB))),
    text TEXT NOT NULL,
    UNIQUE (bytes, text)
) STRICT;

INSERT INTO series (pk, bytes, text)
SELECT
    pk,
    bytes,
    text
FROM old_series
WHERE row_at('series %', pk)
ORDER BY pk;

DROP TABLE old_series;

CREATE TABLE recipe (
    series INTEGER NOT NULL REFERENCES series (pk),
    number INTEGER NOT NULL CHECK (number BETWEEN 0 AND 281474976710655),
    puzzle TEXT NOT NULL REFERENCES puzzle (id),
    PRIMARY KEY (series, number)
) STRICT, WITHOUT ROWID;

INSERT INTO recipe (series, number, puzzle)
SELECT
    series,
    number,
    unpack_id(puzzle, 'puzzle')
FROM old_recipe
WHERE row_at('recipe % of series %', number, series)
ORDER BY series, number;

DROP TABLE old_recipe;

CREATE TABLE search (
    pk INTEGER PRIMARY KEY,
    method TEXT NOT NULL CHECK (length(method) BETWEEN 1 AND 31),
    budget INTEGER NOT NULL CHECK (budget >= 0),
    UNIQUE (method, budget)
) STRICT;

INSERT INTO search (pk, method, budget)
SELECT
    pk,
    method,
    budget
FROM old_search
WHERE row_at('search %', pk)
ORDER BY pk;

DROP TABLE old_search;

CREATE TABLE rating (
    puzzle TEXT NOT NULL REFERENCES puzzle (id),
    metric TEXT NOT NULL CHECK (metric IN ('stm', 'mtm')),
    lower INTEGER NOT NULL CHECK (lower BETWEEN 1 AND upper),
    upper INTEGER NOT NULL CHECK (upper BETWEEN 1 AND 65534),
    path TEXT NOT NULL,
    search INTEGER NOT NULL REFERENCES search (pk),
    lower_search INTEGER REFERENCES search (pk),
    PRIMARY KEY (puzzle, metric)
) STRICT, WITHOUT ROWID;

-- 'mtm' is before 'stm'; because of the LIMIT row_at follows the sorting.
INSERT INTO rating (puzzle, metric, lower, upper, path, search, lower_search)
SELECT
    unpack_id(puzzle, 'puzzle'),
    unpack_metric(metric),
    lower,
    upper,
    unpack_path(path),
    search,
    lower_search
FROM (SELECT * FROM old_rating ORDER BY puzzle, metric DESC LIMIT -1)
WHERE row_at('rating of puzzle %, metric %', puzzle, metric);

DROP TABLE old_rating;

CREATE TABLE claim (
    puzzle TEXT NOT NULL REFERENCES puzzle (id),
    metric TEXT NOT NULL CHECK (metric IN ('stm', 'mtm')),
    length INTEGER NOT NULL CHECK (length BETWEEN 1 AND 65534),
    PRIMARY KEY (puzzle, metric)
) STRICT, WITHOUT ROWID;

INSERT INTO claim (puzzle, metric, length)
SELECT
    unpack_id(puzzle, 'puzzle'),
    unpack_metric(metric),
    length
FROM old_claim
WHERE row_at('claim of puzzle %, metric %', puzzle, metric)
ORDER BY puzzle, metric;

DROP TABLE old_claim;

CREATE TABLE band (
    low INTEGER PRIMARY KEY CHECK (low BETWEEN 0 AND 99999),
    name TEXT NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 32)
) STRICT;

INSERT INTO band (low, name)
SELECT
    low,
    name
FROM old_band
WHERE row_at('band %', low)
ORDER BY low;

DROP TABLE old_band;

-- Counts of samples: each belongs to a sample.
SELECT
    check_that(EXISTS (SELECT 1 FROM old_sample AS s
            WHERE s.class = c.class AND s.version = c.version),
        class, 'class', 'counts without a sample'),
    check_that(measure IN ('estimate', 'mlc'), measure, 'measure',
        'expected estimate or mlc'),
    check_that(typeof(value) = 'integer' AND value BETWEEN 1 AND 65534,
        value, 'value', 'expected 1..65534'),
    check_that(typeof(boards) = 'integer' AND boards BETWEEN 1 AND 4294967295,
        boards, 'boards', 'expected 1..4294967295')
FROM old_sample_count AS c
WHERE row_at('sample_count of class %, version %, % %', class, version,
    measure, value);

-- A sample becomes a distribution of each measure.
CREATE TABLE distribution (
    pk INTEGER PRIMARY KEY,
    class TEXT NOT NULL CHECK (length(class) BETWEEN 7 AND 11),
    metric TEXT NOT NULL CHECK (metric IN ('stm', 'mtm')),
    measure TEXT NOT NULL CHECK (measure IN ('optimum', 'estimate', 'mlc')),
    version INTEGER NOT NULL CHECK (version BETWEEN 0 AND 65535),
    total INTEGER NOT NULL CHECK (total >= 1),
    sample INTEGER CHECK (sample BETWEEN 1 AND 4294967295),
    longest INTEGER NOT NULL CHECK (longest BETWEEN 1 AND 65535),
    source TEXT NOT NULL CHECK (length(source) BETWEEN 1 AND 10000),
    UNIQUE (class, metric, measure, version),
    CHECK ((version = 0) = (measure = 'optimum'))
) STRICT;

INSERT INTO distribution (class, metric, measure, version, total, sample,
    longest, source)
SELECT
    unpack_class(s.class),
    'stm',
    m.measure,
    check_that(s.effort = 'quick', s.version, 'effort',
        'expected quick'),
    check_that(s.boards = (SELECT sum(c.boards) FROM old_sample_count AS c
            WHERE c.class = s.class AND c.version = s.version
            AND c.measure = m.measure),
        s.boards, 'boards', 'not the sum of its counts'),
    s.boards,
    (SELECT max(c.value) + 1 FROM old_sample_count AS c
        WHERE c.class = s.class AND c.version = s.version
        AND c.measure = m.measure),
    s.series
FROM old_sample AS s
CROSS JOIN (SELECT 'estimate' AS measure UNION ALL SELECT 'mlc') AS m
WHERE row_at('sample of class %, version %', s.class, s.version)
ORDER BY s.class, s.version, m.measure;

CREATE TABLE distribution_length (
    distribution INTEGER NOT NULL REFERENCES distribution (pk),
    length INTEGER NOT NULL CHECK (length BETWEEN 1 AND 65535),
    boards INTEGER NOT NULL CHECK (boards >= 0),
    below INTEGER NOT NULL CHECK (below >= 0),
    band TEXT NOT NULL CHECK (length(band) BETWEEN 1 AND 32),
    PRIMARY KEY (distribution, length)
) STRICT, WITHOUT ROWID;

INSERT INTO distribution_length (distribution, length, boards, below, band)
WITH RECURSIVE
counted (distribution, length, boards) AS (
    SELECT d.pk, c.value, c.boards
    FROM old_sample_count AS c JOIN distribution AS d
    ON d.class = unpack_class(c.class) AND d.metric = 'stm'
    AND d.measure = c.measure AND d.version = c.version
),
every (distribution, length, longest, total) AS (
    SELECT pk, 1, longest, total FROM distribution
    UNION ALL
    SELECT distribution, length + 1, longest, total FROM every
    WHERE length < longest
),
filled (distribution, length, total, boards) AS (
    SELECT e.distribution, e.length, e.total, ifnull(c.boards, 0)
    FROM every AS e LEFT JOIN counted AS c
    ON c.distribution = e.distribution AND c.length = e.length
),
summed (distribution, length, total, boards, below) AS (
    SELECT distribution, length, total, boards,
        sum(boards) OVER (PARTITION BY distribution ORDER BY length) - boards
    FROM filled
)
SELECT
    distribution,
    length,
    boards,
    below,
    (SELECT name FROM band
        WHERE low * 2 * total <= 100000 * (2 * below + boards)
        ORDER BY low DESC LIMIT 1)
FROM summed
WHERE row_at('length % of distribution %', length, distribution)
ORDER BY distribution, length;

DROP TABLE old_sample_count;

DROP TABLE old_sample;

CREATE TABLE channel (
    name TEXT NOT NULL PRIMARY KEY CHECK (length(name) BETWEEN 1 AND 32),
    start TEXT NOT NULL CHECK (length(start) = 10),
    key_id TEXT CHECK (length(key_id) = 8),
    days INTEGER NOT NULL CHECK (days >= 0),
    last TEXT CHECK (length(last) = 10),
    head BLOB CHECK (length(head) = 32),
    CHECK ((days = 0) = (head IS NULL) AND (days = 0) = (last IS NULL))
) STRICT, WITHOUT ROWID;

INSERT INTO channel (name, start, key_id, days, last, head)
SELECT
    name,
    start,
    key_id,
    days,
    last,
    head
FROM old_channel
WHERE row_at('channel %', name)
ORDER BY name;

DROP TABLE old_channel;

CREATE TABLE schedule (
    channel TEXT NOT NULL REFERENCES channel (name),
    version INTEGER NOT NULL CHECK (version BETWEEN 1 AND 4294967295),
    since TEXT NOT NULL CHECK (length(since) = 10),
    tiers INTEGER NOT NULL CHECK (tiers IN (0, 1)),
    PRIMARY KEY (channel, version)
) STRICT, WITHOUT ROWID;

INSERT INTO schedule (channel, version, since, tiers)
SELECT
    channel,
    version,
    since,
    tiers
FROM old_schedule
WHERE row_at('schedule of channel %, version %', channel, version)
ORDER BY channel, version;

-- A copy of the schedule of the built-in channel, which never changes.
INSERT INTO schedule (channel, version, since, tiers)
SELECT name, 1, '2026-01-01', 0 FROM channel
WHERE name = 'daily' AND row_at('schedule of channel daily');

-- The titles of tiers are their names.
CREATE TABLE schedule_row (
    channel TEXT NOT NULL,
    version INTEGER NOT NULL,
    place INTEGER NOT NULL CHECK (place BETWEEN 0 AND 6),
    tier TEXT NOT NULL CHECK (length(tier) <= 32),
    title TEXT NOT NULL CHECK (length(title) BETWEEN 1 AND 60),
    size TEXT NOT NULL CHECK (length(size) BETWEEN 3 AND 5),
    layout TEXT NOT NULL CHECK (length(layout) BETWEEN 1 AND 1000),
    band TEXT CHECK (length(band) BETWEEN 1 AND 32),
    target TEXT NOT NULL CHECK (
        target = iif(CAST(size AS INTEGER)
                     * CAST(substr(size, instr(size, 'x') + 1) AS INTEGER)
                     > 16, 'mlc', 'stm')),
    low INTEGER NOT NULL CHECK (low BETWEEN 1 AND high),
    high INTEGER NOT NULL CHECK (high BETWEEN 1 AND 65534),
    PRIMARY KEY (channel, version, place),
    FOREIGN KEY (channel, version) REFERENCES schedule (channel, version)
) STRICT, WITHOUT ROWID;

INSERT INTO schedule_row (channel, version, place, tier, title, size, layout,
    band, target, low, high)
SELECT
    channel,
    version,
    place,
    iif((SELECT s.tiers FROM old_schedule AS s
            WHERE s.channel = r.channel AND s.version = r.version),
        title, ''),
    title,
    unpack_size(width, height),
    layout,
    band,
    target,
    low,
    high
FROM old_schedule_row AS r
WHERE row_at('schedule_row % of channel %, version %', place, channel, version)
ORDER BY channel, version, place;

INSERT INTO schedule_row (channel, version, place, tier, title, size, layout,
    band, target, low, high)
WITH week (place, title, size, layout, low, high) AS (VALUES
    (0, 'easy', '3x3', 'rows', 10, 17),
    (1, 'light', '3x3', 'snake', 18, 22),
    (2, 'medium', '4x3', 'rows', 25, 32),
    (3, 'brisk', '4x4', 'rows', 40, 47),
    (4, 'hard', '4x4', 'snake', 45, 52),
    (5, 'expert', '4x4', 'spiral', 53, 60),
    (6, 'strange', '4x4', 'random,missing=random', 50, 60))
SELECT c.name, 1, w.place, '', w.title, w.size, w.layout, NULL, 'stm', w.low,
    w.high
FROM channel AS c CROSS JOIN week AS w
WHERE c.name = 'daily'
AND row_at('schedule_row % of channel daily', w.place)
ORDER BY w.place;

DROP TABLE old_schedule_row;

CREATE TABLE list (
    pk INTEGER PRIMARY KEY,
    channel TEXT NOT NULL,
    version INTEGER NOT NULL,
    place INTEGER NOT NULL CHECK (place BETWEEN 0 AND 6),
    tier TEXT NOT NULL CHECK (length(tier) <= 32),
    title TEXT NOT NULL CHECK (length(title) <= 60),
    seed TEXT NOT NULL CHECK (length(seed) <= 1024),
    selection TEXT NOT NULL CHECK (length(selection) BETWEEN 2 AND 8191),
    puzzles INTEGER NOT NULL CHECK (puzzles BETWEEN 1 AND 13000000),
    digest BLOB NOT NULL CHECK (length(digest) = 32),
    UNIQUE (channel, version, place),
    FOREIGN KEY (channel, version) REFERENCES schedule (channel, version)
) STRICT;

INSERT INTO list (pk, channel, version, place, tier, title, seed, selection,
    puzzles, digest)
SELECT
    pk,
    channel,
    version,
    place,
    iif((SELECT s.tiers FROM old_schedule AS s
            WHERE s.channel = l.channel AND s.version = l.version),
        title, ''),
    title,
    seed,
    selection,
    puzzles,
    digest
FROM old_list AS l
WHERE row_at('list %', pk)
ORDER BY pk;

DROP TABLE old_list;

DROP TABLE old_schedule;

CREATE TABLE list_puzzle (
    list INTEGER NOT NULL REFERENCES list (pk),
    puzzle TEXT NOT NULL REFERENCES puzzle (id),
    PRIMARY KEY (list, puzzle)
) STRICT, WITHOUT ROWID;

INSERT INTO list_puzzle (list, puzzle)
SELECT
    list,
    unpack_id(puzzle, 'puzzle')
FROM old_list_puzzle
WHERE row_at('list_puzzle of list %, puzzle %', list, puzzle)
ORDER BY list, puzzle;

DROP TABLE old_list_puzzle;

CREATE TABLE ledger (
    channel TEXT NOT NULL REFERENCES channel (name),
    number INTEGER NOT NULL CHECK (number BETWEEN 1 AND 4294967295),
    date TEXT NOT NULL CHECK (length(date) = 10),
    tier TEXT NOT NULL CHECK (length(tier) <= 32),
    version INTEGER NOT NULL CHECK (version BETWEEN 1 AND 4294967295),
    puzzle TEXT NOT NULL REFERENCES puzzle (id),
    stm INTEGER CHECK (stm BETWEEN 1 AND 65534),
    nonce BLOB CHECK (length(nonce) = 32),
    hash BLOB NOT NULL CHECK (length(hash) = 32),
    PRIMARY KEY (channel, number),
    UNIQUE (channel, date, tier)
) STRICT, WITHOUT ROWID;

INSERT INTO ledger (channel, number, date, tier, version, puzzle, stm, nonce,
    hash)
SELECT
    channel,
    number,
    date,
    tier,
    version,
    unpack_id(puzzle, 'puzzle'),
    stm,
    nonce,
    hash
FROM old_ledger
WHERE row_at('ledger of channel %, number %', channel, number)
ORDER BY channel, number;

DROP TABLE old_ledger;

CREATE TABLE site (
    channel TEXT NOT NULL PRIMARY KEY REFERENCES channel (name),
    title TEXT NOT NULL CHECK (length(title) <= 512),
    base_url TEXT NOT NULL CHECK (length(base_url) <= 513),
    solutions TEXT NOT NULL CHECK (solutions IN ('past', 'never', 'today')),
    ahead INTEGER NOT NULL CHECK (ahead BETWEEN 1 AND 3660),
    zone TEXT NOT NULL CHECK (length(zone) BETWEEN 1 AND 64),
    utc_minutes INTEGER NOT NULL CHECK (utc_minutes BETWEEN -1439 AND 1439)
) STRICT, WITHOUT ROWID;

INSERT INTO site (channel, title, base_url, solutions, ahead, zone,
    utc_minutes)
SELECT
    channel,
    title,
    base_url,
    CASE solutions
        WHEN 0 THEN 'past' WHEN 1 THEN 'never' WHEN 2 THEN 'today'
    END,
    ahead,
    zone,
    utc_minutes
FROM old_site
WHERE row_at('site of channel %', channel)
ORDER BY channel;

DROP TABLE old_site;

CREATE TABLE commitment (
    channel TEXT NOT NULL REFERENCES channel (name),
    date TEXT NOT NULL CHECK (length(date) = 10),
    tier TEXT NOT NULL CHECK (length(tier) <= 32),
    version INTEGER NOT NULL CHECK (version BETWEEN 1 AND 4294967295),
    hash BLOB NOT NULL CHECK (length(hash) = 32),
    published TEXT NOT NULL
        CHECK (length(published) = 10 AND published < date),
    PRIMARY KEY (channel, date, tier, version)
) STRICT, WITHOUT ROWID;

INSERT INTO commitment (channel, date, tier, version, hash, published)
SELECT
    channel,
    date,
    tier,
    version,
    hash,
    published
FROM old_commitment
WHERE row_at('commitment of channel %, % % version %', channel, date, tier,
    version)
ORDER BY channel, date, tier, version;

DROP TABLE old_commitment;

CREATE TABLE pack (
    pk INTEGER PRIMARY KEY,
    pack_id TEXT NOT NULL UNIQUE CHECK (length(pack_id) = 16),
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
    version INTEGER NOT NULL CHECK (version BETWEEN 1 AND 4294967295),
    date TEXT NOT NULL CHECK (length(date) = 10)
) STRICT;

INSERT INTO pack (pk, pack_id, name, version, date)
SELECT
    pk,
    unpack_id(pack_id, 'pack_id'),
    name,
    version,
    date
FROM old_pack
WHERE row_at('pack %', pk)
ORDER BY pk;

DROP TABLE old_pack;

CREATE TABLE pack_use (
    puzzle TEXT NOT NULL REFERENCES puzzle (id),
    pack INTEGER NOT NULL REFERENCES pack (pk),
    PRIMARY KEY (puzzle, pack)
) STRICT, WITHOUT ROWID;

INSERT INTO pack_use (puzzle, pack)
SELECT
    unpack_id(puzzle, 'puzzle'),
    pack
FROM old_pack_use
WHERE row_at('pack_use of puzzle %, pack %', puzzle, pack)
ORDER BY puzzle, pack;

DROP TABLE old_pack_use;

CREATE TABLE hand_use (
    puzzle TEXT NOT NULL PRIMARY KEY REFERENCES puzzle (id),
    date TEXT NOT NULL CHECK (length(date) = 10),
    note TEXT NOT NULL CHECK (length(CAST(note AS BLOB)) <= 100)
) STRICT, WITHOUT ROWID;

INSERT INTO hand_use (puzzle, date, note)
SELECT
    unpack_id(puzzle, 'puzzle'),
    date,
    note
FROM old_hand_use
WHERE row_at('hand_use of puzzle %', puzzle)
ORDER BY puzzle;

DROP TABLE old_hand_use;

CREATE INDEX goal_layout ON goal (size, layout) WHERE layout IS NOT NULL;

CREATE INDEX puzzle_goal ON puzzle (goal, stm, id);

CREATE INDEX puzzle_goal_upper ON puzzle (goal, upper, id)
WHERE upper IS NOT NULL;

CREATE INDEX puzzle_goal_estimate
ON puzzle (goal, estimate_version, estimate, id)
WHERE estimate IS NOT NULL;

CREATE INDEX puzzle_goal_mtm ON puzzle (goal, mtm, id)
WHERE mtm IS NOT NULL;

CREATE INDEX puzzle_goal_mtm_upper ON puzzle (goal, mtm_upper, id)
WHERE mtm_upper IS NOT NULL;

CREATE INDEX puzzle_class ON puzzle (class, stm, id)
WHERE class IS NOT NULL;

CREATE INDEX puzzle_class_upper ON puzzle (class, upper, id)
WHERE upper IS NOT NULL AND class IS NOT NULL;

CREATE INDEX puzzle_class_estimate
ON puzzle (class, estimate_version, estimate, id)
WHERE estimate IS NOT NULL AND class IS NOT NULL;

CREATE INDEX puzzle_class_mtm ON puzzle (class, mtm, id)
WHERE mtm IS NOT NULL AND class IS NOT NULL;

CREATE INDEX puzzle_class_mtm_upper ON puzzle (class, mtm_upper, id)
WHERE mtm_upper IS NOT NULL AND class IS NOT NULL;

CREATE INDEX recipe_puzzle ON recipe (puzzle, series, number);

CREATE INDEX ledger_puzzle ON ledger (puzzle);

CREATE INDEX ledger_hash ON ledger (hash);

CREATE TRIGGER ledger_stays BEFORE UPDATE ON ledger
BEGIN
    SELECT raise(ABORT, 'a ledger is only appended to');
END;

CREATE TRIGGER ledger_keeps BEFORE DELETE ON ledger
BEGIN
    SELECT raise(ABORT, 'a ledger is only appended to');
END;

CREATE TRIGGER commitment_stays
BEFORE UPDATE OF channel, date, tier, version, hash ON commitment
BEGIN
    SELECT raise(ABORT, 'a commitment is never changed');
END;

CREATE TRIGGER commitment_keeps BEFORE DELETE ON commitment
BEGIN
    SELECT raise(ABORT, 'a commitment is never taken back');
END;

CREATE INDEX pack_use_pack ON pack_use (pack, puzzle);

CREATE VIEW lengths AS
SELECT
    d.class,
    d.metric,
    d.measure,
    d.version,
    l.length,
    l.boards,
    l.below,
    (100000 * (2 * l.below + l.boards) + d.total) / (2 * d.total) / 1000.0
    AS percentile,
    l.band,
    d.sample,
    d.longest,
    d.source
FROM distribution AS d CROSS JOIN distribution_length AS l
ON l.distribution = d.pk;

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
    (SELECT n.name FROM name AS n WHERE n.puzzle = p.id) AS name
FROM puzzle AS p JOIN goal AS g ON g.pk = p.goal;

CREATE VIEW days AS
SELECT
    l.channel,
    l.date,
    CAST(julianday(l.date) - julianday(c.start) AS INTEGER) + 1 AS day_no,
    nullif(l.tier, '') AS tier,
    nullif(ifnull(
        (SELECT r.title FROM schedule AS s CROSS JOIN schedule_row AS r
            ON r.channel = s.channel AND r.version = s.version
            WHERE s.channel = l.channel AND s.version = l.version
            AND iif(s.tiers, r.tier = l.tier,
                r.place = (strftime('%w', l.date) + 6) % 7)),
        (SELECT t.title FROM list AS t
            WHERE t.channel = l.channel AND t.version = l.version
            AND t.tier = l.tier)), '') AS title,
    l.version AS schedule_version,
    l.puzzle AS puzzle_id,
    l.stm,
    iif(l.nonce IS NULL, NULL, lower(hex(l.nonce))) AS nonce,
    lower(hex(l.hash)) AS hash,
    lower(hex(c.head)) AS head
FROM ledger AS l CROSS JOIN channel AS c ON c.name = l.channel;
