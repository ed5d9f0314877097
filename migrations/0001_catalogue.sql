-- The schema of a catalogue, which loyd contains. To make an empty catalogue:
-- sqlite3 my.db <schema.sql
--
-- Boards, ids, paths, dates and names of layouts are stored as loyd prints
-- them; docs/formats.md defines these texts, and loyd checks them whenever it
-- reads a row. The views `puzzles` and `days`, at the end, are for reading: one
-- row a puzzle, and one row a day and tier.

PRAGMA application_id = 1280268612; -- 0x4c4f5944, "LOYD"
PRAGMA user_version = 1;

-- Puzzles. A puzzle is known by its id, a hash of its boards: no row number
-- depends on the order of insertion, tables are stored in the order of
-- output, and catalogues are merged by walking along them in parallel.

-- A goal board, shared by puzzles.
-- size    '4x4', width first
-- class   the size and the blank's cell up to symmetry, '4x4@0.0'
-- layout  its simplest name, such as 'snake'; NULL: it has none
-- board   '1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0'
CREATE TABLE goal (
    pk INTEGER PRIMARY KEY,
    size TEXT NOT NULL CHECK (length(size) BETWEEN 3 AND 5),
    class TEXT NOT NULL CHECK (length(class) BETWEEN 7 AND 11),
    layout TEXT CHECK (length(layout) BETWEEN 1 AND 100),
    board TEXT NOT NULL,
    UNIQUE (size, board)
) STRICT;

CREATE INDEX goal_layout ON goal (size, layout) WHERE layout IS NOT NULL;

-- A puzzle. Its lengths are those of its ratings, for indices.
-- board             the start
-- size              that of the goal, for indices
-- stm, mtm          the optimum in each metric, where it is proven
-- upper, mtm_upper  the upper end of a rating that is not proven
-- estimate          beyond 16 cells, the upper end that effort quick found;
--                   it never changes, and decides percentile and band
-- estimate_version  of effort quick
CREATE TABLE puzzle (
    id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    goal INTEGER NOT NULL REFERENCES goal (pk),
    board TEXT NOT NULL,
    size TEXT NOT NULL CHECK (length(size) BETWEEN 3 AND 5),
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

CREATE INDEX puzzle_goal ON puzzle (goal, stm, id);

CREATE INDEX puzzle_size ON puzzle (size, stm, id);

CREATE INDEX puzzle_size_mtm ON puzzle (size, mtm, id)
WHERE mtm IS NOT NULL;

CREATE INDEX puzzle_size_estimate ON puzzle (size, estimate, id)
WHERE estimate IS NOT NULL;

-- What SQLite expects of them, as ANALYZE would write it: few sizes, and few
-- lengths of each. So it finds a length without a size, and does not sort all
-- puzzles of a size by id to show a few.
ANALYZE sqlite_schema;

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
('puzzle', 'puzzle_size', '1000000 250000 5000 1'),
('puzzle', 'puzzle_size_mtm', '1000000 250000 5000 1'),
('puzzle', 'puzzle_size_estimate', '1000000 250000 5000 1');

-- A name of a puzzle, which has one at most; a name has one puzzle.
CREATE TABLE name (
    puzzle TEXT NOT NULL PRIMARY KEY REFERENCES puzzle (id),
    name TEXT NOT NULL UNIQUE
        CHECK (length(CAST(name AS BLOB)) BETWEEN 1 AND 64)
) STRICT, WITHOUT ROWID;

-- Recipes: how puzzles are drawn again.

-- What recipes have in common that differ only in their index.
-- bytes  of the text; digests are taken in order of length
-- text   the recipe up to the last ~, which is left out with the index
CREATE TABLE series (
    pk INTEGER PRIMARY KEY,
    bytes INTEGER NOT NULL CHECK (bytes = length(CAST(text AS BLOB))),
    text TEXT NOT NULL,
    UNIQUE (bytes, text)
) STRICT;

-- A recipe; a puzzle may have many.
-- number  the index
CREATE TABLE recipe (
    series INTEGER NOT NULL REFERENCES series (pk),
    number INTEGER NOT NULL CHECK (number BETWEEN 0 AND 281474976710655),
    puzzle TEXT NOT NULL REFERENCES puzzle (id),
    PRIMARY KEY (series, number)
) STRICT, WITHOUT ROWID;

CREATE INDEX recipe_puzzle ON recipe (puzzle, series, number);

-- Ratings: lower <= optimum <= upper, proven where these are equal.

-- A search, which ratings name.
-- budget  maximum number of nodes per board; 0: none
CREATE TABLE search (
    pk INTEGER PRIMARY KEY,
    method TEXT NOT NULL CHECK (length(method) BETWEEN 1 AND 31),
    budget INTEGER NOT NULL CHECK (budget >= 0),
    UNIQUE (method, budget)
) STRICT;

-- The rating of a puzzle in a metric. The path proves the upper end; it is
-- in the same row, so that neither exists without the other.
-- search        of the upper end
-- lower_search  of the lower end; NULL: the same
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

-- What a proven puzzle is like beyond its length in STM. The row goes when it is
-- proven again, and is no part of digests.
-- version           of the definition in docs/formats.md, "Traits"
-- solutions         the number of shortest ones, at most 2^63-1; NULL with the
--                   next two: not counted
-- first_moves       of URDL those with which a shortest solution begins
-- detour            the optimum minus the Manhattan distance
-- linear_conflicts  tiles that must leave their line
-- inversions        pairs of tiles in another order than in the goal
-- tiles_home        tiles in their goal cells
-- turns             changes of direction in the canonical path
-- forced            boards on it with a single move that stays shortest
-- row_moves         the length of the solution by rows
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

-- How boards were played, and how hard they were; no part of digests.

-- A game.
-- id       the hash of player and record: docs/formats.md, "Games in a
--          catalogue"
-- player   says nothing of who it is
-- began    milliseconds since 1970-01-01 in UTC
-- ms       the time of the game
-- free_ms  the time before the first hint; NULL: there is none
-- stm      moves made
-- solved   1: they end at the goal
-- record   its bytes without the checksum: docs/formats.md, "Game record"
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

-- How hard a puzzle is for people, as its games say.
-- version           of the model: docs/formats.md, "Observed difficulty"
-- difficulty        the median time of an average player, in millionths of a
--                   second, rounded to 4 digits, as the next one is
-- difficulty_error  the standard error of its logarithm, in millionths
-- games             how many were counted
-- stale             1: games have been added or deleted since
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

-- How fast a player is, estimated with it.
-- ability        by how much the logarithms of times are below the average, in
--                millionths, rounded to 4 digits, as the next one is
-- ability_error  its standard error
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

-- Percentiles and bands of lengths, by class.

-- A band: a name for a range of percentiles inside a class. It ends where the
-- next one begins, the last one at 100; a bound belongs to the band above it.
-- low  in thousandths of a per cent: 12.5 is 12500
CREATE TABLE band (
    low INTEGER PRIMARY KEY CHECK (low BETWEEN 0 AND 99999),
    name TEXT NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 32)
) STRICT;

INSERT INTO band (low, name) VALUES
(0, 'easy'),
(1000, 'medium'),
(25000, 'hard'),
(90000, 'expert');

-- How many boards of a class have each length: of the classes of goals.
-- measure  'optimum', the optimal length; beyond 16 cells 'estimate', what
--          effort quick finds, and 'mlc', Manhattan distance with linear
--          conflicts
-- version  of effort quick; 0 for optima
-- total    boards counted, without the goal
-- sample   number of boards drawn uniformly; NULL: all boards were counted
-- longest  the greatest length in distribution_length, which has all from 1
--          on; boards beyond it count as this long
-- source   'loyd': a copy of the one that loyd contains and uses; otherwise a
--          sample of this catalogue, whose boards have this recipe up to the
--          last ~ and the indices 0, 1, ...
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

-- The boards of a length, and those that are shorter. The percentile of the
-- length is 100 * (below + boards / 2) / total.
-- band  of that percentile; written again when the bands change
CREATE TABLE distribution_length (
    distribution INTEGER NOT NULL REFERENCES distribution (pk),
    length INTEGER NOT NULL CHECK (length BETWEEN 1 AND 65535),
    boards INTEGER NOT NULL CHECK (boards >= 0),
    below INTEGER NOT NULL CHECK (below >= 0),
    band TEXT NOT NULL CHECK (length(band) BETWEEN 1 AND 32),
    PRIMARY KEY (distribution, length)
) STRICT, WITHOUT ROWID;

-- Channels: daily puzzles, their schedules and ledgers.

-- A channel. The built-in channel `daily` has a row once it has a ledger.
-- start     day 1
-- key_hash  of its secret, NULL where it has none; the secret itself is in no
--           catalogue
-- days      the rows of its ledger, then the date of the last one and its hash:
--           a ledger that lost its end is noticed by them
CREATE TABLE channel (
    name TEXT NOT NULL PRIMARY KEY CHECK (length(name) BETWEEN 1 AND 32),
    start TEXT NOT NULL CHECK (length(start) = 10),
    key_hash BLOB CHECK (length(key_hash) = 32),
    days INTEGER NOT NULL CHECK (days >= 0),
    last TEXT CHECK (length(last) = 10),
    head BLOB CHECK (length(head) = 32),
    CHECK ((days = 0) = (head IS NULL) AND (days = 0) = (last IS NULL))
) STRICT, WITHOUT ROWID;

-- A version of a channel's schedule. Those of `daily` are copies of what loyd
-- contains and uses.
-- since  in force from this date until the next version's
-- tiers  0: one row for every day, or seven, Monday to Sunday; 1: a puzzle a day
--        of each row
-- draw   how its boards are drawn: 1 without a memory, 2 so that none comes again
--        before all have come
CREATE TABLE schedule (
    channel TEXT NOT NULL REFERENCES channel (name),
    version INTEGER NOT NULL CHECK (version BETWEEN 1 AND 4294967295),
    since TEXT NOT NULL CHECK (length(since) = 10),
    tiers INTEGER NOT NULL CHECK (tiers IN (0, 1)),
    draw INTEGER NOT NULL CHECK (draw IN (1, 2)),
    PRIMARY KEY (channel, version)
) STRICT, WITHOUT ROWID;

-- What a weekday or a tier draws; from `size` on NULL where it has a list.
-- place   from 0: every day, Monday, or the first tier
-- tier    the tier's name; '' where there are none
-- title   shown to players
-- band    the band meant when the version was made, NULL where a range was
--         given; the range decides, whatever became of the band since
-- target  what the range is of: up to 16 cells lengths in STM, up to 12 also in
--         MTM, beyond mlc
CREATE TABLE schedule_row (
    channel TEXT NOT NULL,
    version INTEGER NOT NULL,
    place INTEGER NOT NULL CHECK (place BETWEEN 0 AND 6),
    tier TEXT NOT NULL CHECK (length(tier) <= 32),
    title TEXT NOT NULL CHECK (length(title) BETWEEN 1 AND 60),
    size TEXT CHECK (length(size) BETWEEN 3 AND 5),
    layout TEXT CHECK (length(layout) BETWEEN 1 AND 1000),
    band TEXT CHECK (length(band) BETWEEN 1 AND 32),
    target TEXT CHECK (target IN ('stm', 'mtm', 'mlc') AND (target = 'mlc')
        = (CAST(size AS INTEGER)
           * CAST(substr(size, instr(size, 'x') + 1) AS INTEGER) > 16)),
    low INTEGER CHECK (low BETWEEN 1 AND high),
    high INTEGER CHECK (high BETWEEN 1 AND 65534),
    PRIMARY KEY (channel, version, place),
    FOREIGN KEY (channel, version) REFERENCES schedule (channel, version),
    CHECK ((size IS NULL) = (layout IS NULL) AND (size IS NULL) = (target IS NULL)
        AND (size IS NULL) = (low IS NULL) AND (size IS NULL) = (high IS NULL)
        AND (size IS NOT NULL OR band IS NULL))
) STRICT, WITHOUT ROWID;

-- The puzzles of a row of a schedule that come from the catalogue.
-- selection  the row's member `from`, a JSON object
-- puzzles    their number
-- digest     the hash of their ids, in ascending order
CREATE TABLE list (
    pk INTEGER PRIMARY KEY,
    channel TEXT NOT NULL,
    version INTEGER NOT NULL,
    place INTEGER NOT NULL,
    selection TEXT NOT NULL CHECK (length(selection) BETWEEN 2 AND 8191),
    puzzles INTEGER NOT NULL CHECK (puzzles BETWEEN 1 AND 13000000),
    digest BLOB NOT NULL CHECK (length(digest) = 32),
    UNIQUE (channel, version, place),
    FOREIGN KEY (channel, version, place)
        REFERENCES schedule_row (channel, version, place)
) STRICT;

-- A puzzle of a list, proven when the list was made.
-- place  from 0: that of its day. Where the channel has a secret, the secret
--        says which day has which place
CREATE TABLE list_puzzle (
    list INTEGER NOT NULL REFERENCES list (pk),
    place INTEGER NOT NULL CHECK (place >= 0),
    puzzle TEXT NOT NULL REFERENCES puzzle (id),
    PRIMARY KEY (list, place)
) STRICT, WITHOUT ROWID;

-- A published day of a channel, or one tier of it. Rows are appended and never
-- change.
-- number   from 1, without gaps, in order of date and tier
-- tier     '' where there are none
-- version  of the schedule
-- stm      the proven length; NULL beyond 16 cells, proven or not
-- nonce    made with the channel's secret, and unknown until the day; NULL
--          without a secret
-- hash     over all of this row and the hash before it
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

CREATE INDEX ledger_puzzle ON ledger (puzzle);

-- The order of ledger rows in the digest.
CREATE INDEX ledger_hash ON ledger (hash);

-- The triggers prevent mistakes only: anyone with write access to the file can
-- drop them. The hashes prove that past days are unchanged.
CREATE TRIGGER ledger_stays BEFORE UPDATE ON ledger
BEGIN
    SELECT raise(ABORT, 'a ledger is only appended to');
END;

CREATE TRIGGER ledger_keeps BEFORE DELETE ON ledger
BEGIN
    SELECT raise(ABORT, 'a ledger is only appended to');
END;

-- The options with which a channel was last published; one site a channel. An
-- object of texts:
-- title        '': made of the channel's name
-- base_url     '': links are relative everywhere
-- solutions    when solutions are shown: 'past', once the day is over, 'never',
--              or 'today', with the day
-- hints        for which days pages offer hints: 'yes', for all, 'past', for
--              those before the newest, or 'no'
-- zone         whose midnight begins a day
-- language     of its sentences: 'en' or 'de'
-- offline      whether browsers keep its pages to play without a network:
--              'yes' or 'no'
-- results      where pages send games; '': nowhere
CREATE TABLE site (
    channel TEXT NOT NULL PRIMARY KEY REFERENCES channel (name),
    options TEXT NOT NULL CHECK (length(options) BETWEEN 2 AND 4096)
) STRICT, WITHOUT ROWID;

-- Used puzzles: published in packs, or marked by hand.

-- A pack, which appears in volumes.
CREATE TABLE pack (
    name TEXT NOT NULL PRIMARY KEY
        CHECK (length(CAST(name AS BLOB)) BETWEEN 1 AND 100),
    title TEXT NOT NULL CHECK (length(CAST(title AS BLOB)) BETWEEN 1 AND 100),
    licence TEXT NOT NULL
        CHECK (length(CAST(licence AS BLOB)) BETWEEN 1 AND 200)
) STRICT, WITHOUT ROWID;

-- A volume of a pack. Its puzzles never change; what is known of them does.
-- pk         random: export puts it in the name of the folder that it writes, so
--            that after a crash the folder shows which row was made for it
-- revision   how often it was written with something new
-- date       when it was made first
-- selection  the filters that its puzzles were selected with, a JSON object
-- hash       of all that was written last; NULL: it is not known
CREATE TABLE volume (
    pk INTEGER PRIMARY KEY,
    pack TEXT NOT NULL REFERENCES pack (name),
    volume INTEGER NOT NULL CHECK (volume BETWEEN 1 AND 4294967295),
    revision INTEGER NOT NULL CHECK (revision BETWEEN 1 AND 4294967295),
    date TEXT NOT NULL CHECK (length(date) = 10),
    selection TEXT NOT NULL CHECK (length(selection) >= 2),
    hash BLOB CHECK (length(hash) = 32),
    UNIQUE (pack, volume)
) STRICT;

-- A puzzle of a volume, or one that was marked by hand as used. One that was
-- withdrawn need not be in the catalogue.
-- pack       '' with the next three 0: marked by hand
-- number     in the pack: those of volume 2 follow those of volume 1
-- withdrawn  the volume that withdraws it; 0: none
-- date       of a mark by hand; of two marks the earlier one stays
-- note       what it was used for; '': nothing was said
CREATE TABLE mark (
    puzzle TEXT NOT NULL,
    pack TEXT NOT NULL,
    volume INTEGER NOT NULL CHECK (volume BETWEEN 0 AND 4294967295),
    number INTEGER NOT NULL CHECK (number BETWEEN 0 AND 4294967295),
    withdrawn INTEGER NOT NULL
        CHECK (withdrawn = 0 OR withdrawn BETWEEN volume AND 4294967295),
    date TEXT CHECK (length(date) = 10),
    note TEXT NOT NULL CHECK (length(CAST(note AS BLOB)) <= 100),
    PRIMARY KEY (puzzle, pack),
    CHECK ((pack = '') = (date IS NOT NULL) AND (pack = '') = (volume = 0)
        AND (pack = '') = (number = 0)
        AND (pack = '' OR note = '') AND (pack <> '' OR withdrawn = 0))
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX mark_number ON mark (pack, number) WHERE pack <> '';

-- For reading, with any SQL tool: the names, units and values are those of
-- `loyd find --json` and `loyd daily --json`; what is absent there is NULL.

-- What the next views are made of: the boards of each length, with their
-- percentile, and the searches of intervals.

CREATE VIEW ranks AS
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

CREATE VIEW searched AS
SELECT
    r.puzzle,
    r.metric,
    json_object('method', l.method, 'nodes', l.budget) AS lower,
    json_object('method', u.method, 'nodes', u.budget) AS upper
FROM rating AS r CROSS JOIN search AS u ON u.pk = r.search
CROSS JOIN search AS l ON l.pk = ifnull(r.lower_search, r.search)
WHERE r.lower < r.upper;

-- One row a length of a class, with its percentile. A sample has an estimate
-- beyond its longest one at percentile 100.
CREATE VIEW lengths AS
SELECT
    class,
    metric,
    measure,
    version,
    length,
    boards,
    below,
    percentile,
    band,
    sample,
    longest - 1 AS longest,
    source
FROM ranks WHERE length < longest;

-- One row a puzzle. Percentile and band are those of a proven length, and
-- beyond 16 cells those of an estimate. A query reads only the tables whose
-- columns it names; joins would keep SQLite from indices.
CREATE VIEW puzzles AS
SELECT
    p.id AS puzzle_id,
    p.size,
    (SELECT g.class FROM goal AS g WHERE g.pk = p.goal) AS class,
    (SELECT ifnull(g.layout, 'goal=' || g.board) FROM goal AS g
        WHERE g.pk = p.goal) AS layout,
    (SELECT g.board FROM goal AS g WHERE g.pk = p.goal) AS goal,
    p.goal AS goal_pk,
    p.board,
    (SELECT min(s.text || '~' || r.number)
        FROM recipe AS r CROSS JOIN series AS s ON s.pk = r.series
        WHERE r.puzzle = p.id) AS recipe,
    iif(p.stm IS NOT NULL, 'proven',
        iif(p.upper IS NOT NULL, 'bounded', 'unrated')) AS status,
    ifnull(p.stm, (SELECT r.lower FROM rating AS r
        WHERE r.puzzle = p.id AND r.metric = 'stm')) AS lower,
    ifnull(p.stm, p.upper) AS upper,
    ifnull('' || p.stm, (SELECT r.lower || '..' || r.upper FROM rating AS r
        WHERE r.puzzle = p.id AND r.metric = 'stm')) AS length,
    iif(p.stm IS NULL, p.upper - (SELECT r.lower FROM rating AS r
        WHERE r.puzzle = p.id AND r.metric = 'stm'), 0)
    AS gap,
    p.stm,
    (SELECT r.path FROM rating AS r
        WHERE r.puzzle = p.id AND r.metric = 'stm') AS path,
    (SELECT k.percentile FROM goal AS g CROSS JOIN ranks AS k
        ON k.class = g.class AND k.metric = 'stm'
        AND k.measure = iif(p.estimate IS NULL, 'optimum', 'estimate')
        AND k.version = ifnull(p.estimate_version, 0)
        AND k.length = min(ifnull(p.estimate, p.stm), k.longest)
        WHERE g.pk = p.goal) AS percentile,
    (SELECT k.band FROM goal AS g CROSS JOIN ranks AS k
        ON k.class = g.class AND k.metric = 'stm'
        AND k.measure = iif(p.estimate IS NULL, 'optimum', 'estimate')
        AND k.version = ifnull(p.estimate_version, 0)
        AND k.length = min(ifnull(p.estimate, p.stm), k.longest)
        WHERE g.pk = p.goal) AS band,
    (SELECT k.sample FROM goal AS g CROSS JOIN ranks AS k
        ON k.class = g.class AND k.metric = 'stm'
        AND k.measure = iif(p.estimate IS NULL, 'optimum', 'estimate')
        AND k.version = ifnull(p.estimate_version, 0)
        AND k.length = min(ifnull(p.estimate, p.stm), k.longest)
        WHERE g.pk = p.goal) AS percentile_sample,
    iif(p.upper IS NULL, NULL, (SELECT s.lower FROM searched AS s
        WHERE s.puzzle = p.id AND s.metric = 'stm')) AS lower_search,
    iif(p.upper IS NULL, NULL, (SELECT s.upper FROM searched AS s
        WHERE s.puzzle = p.id AND s.metric = 'stm')) AS upper_search,
    p.estimate,
    iif(p.estimate IS NULL, NULL,
        (SELECT 1 FROM goal AS g CROSS JOIN distribution AS c
            ON c.class = g.class AND c.metric = 'stm'
            AND c.measure = 'estimate' AND c.version = p.estimate_version
            WHERE g.pk = p.goal)) AS estimated,
    iif(p.mtm IS NOT NULL, 'proven',
        iif(p.mtm_upper IS NOT NULL, 'bounded', NULL)) AS mtm_status,
    iif(p.mtm_upper IS NULL, p.mtm, (SELECT r.lower FROM rating AS r
        WHERE r.puzzle = p.id AND r.metric = 'mtm')) AS mtm_lower,
    ifnull(p.mtm, p.mtm_upper) AS mtm_upper,
    iif(p.mtm IS NULL, p.mtm_upper - (SELECT r.lower FROM rating AS r
        WHERE r.puzzle = p.id AND r.metric = 'mtm'), 0)
    AS mtm_gap,
    p.mtm,
    iif(p.mtm_upper IS NULL AND p.mtm IS NULL, NULL,
        (SELECT r.path FROM rating AS r
            WHERE r.puzzle = p.id AND r.metric = 'mtm')) AS mtm_path,
    (SELECT k.percentile FROM goal AS g CROSS JOIN ranks AS k
        ON k.class = g.class AND k.metric = 'mtm' AND k.measure = 'optimum'
        AND k.version = 0 AND k.length = min(p.mtm, k.longest)
        WHERE g.pk = p.goal AND p.mtm IS NOT NULL) AS mtm_percentile,
    (SELECT k.band FROM goal AS g CROSS JOIN ranks AS k
        ON k.class = g.class AND k.metric = 'mtm' AND k.measure = 'optimum'
        AND k.version = 0 AND k.length = min(p.mtm, k.longest)
        WHERE g.pk = p.goal AND p.mtm IS NOT NULL) AS mtm_band,
    (SELECT k.sample FROM goal AS g CROSS JOIN ranks AS k
        ON k.class = g.class AND k.metric = 'mtm' AND k.measure = 'optimum'
        AND k.version = 0 AND k.length = min(p.mtm, k.longest)
        WHERE g.pk = p.goal AND p.mtm IS NOT NULL) AS mtm_percentile_sample,
    iif(p.mtm_upper IS NULL, NULL, (SELECT s.lower FROM searched AS s
        WHERE s.puzzle = p.id AND s.metric = 'mtm')) AS mtm_lower_search,
    iif(p.mtm_upper IS NULL, NULL, (SELECT s.upper FROM searched AS s
        WHERE s.puzzle = p.id AND s.metric = 'mtm')) AS mtm_upper_search,
    (SELECT n.name FROM name AS n WHERE n.puzzle = p.id) AS name,
    EXISTS (SELECT 1 FROM ledger AS u WHERE u.puzzle = p.id)
    OR EXISTS (SELECT 1 FROM mark AS u WHERE u.puzzle = p.id) AS used,
    (SELECT group_concat(w.place, ', ') FROM (
        SELECT 0, u.channel || ' ' || u.date || iif(u.tier = '', '', ' ')
            || u.tier AS place
        FROM ledger AS u WHERE u.puzzle = p.id
        UNION ALL
        SELECT 1 + (u.pack = ''), iif(u.pack = '', 'by hand',
            'pack ' || u.pack || ' ' || u.volume)
        FROM mark AS u WHERE u.puzzle = p.id
        ORDER BY 1, 2) AS w) AS used_in,
    (SELECT t.solutions FROM trait AS t WHERE t.puzzle = p.id) AS solutions,
    (SELECT t.first_moves FROM trait AS t
        WHERE t.puzzle = p.id) AS first_moves,
    (SELECT t.detour FROM trait AS t WHERE t.puzzle = p.id) AS detour,
    (SELECT t.linear_conflicts FROM trait AS t
        WHERE t.puzzle = p.id) AS linear_conflicts,
    (SELECT t.inversions FROM trait AS t WHERE t.puzzle = p.id) AS inversions,
    (SELECT t.tiles_home FROM trait AS t WHERE t.puzzle = p.id) AS tiles_home,
    (SELECT t.turns FROM trait AS t WHERE t.puzzle = p.id) AS turns,
    (SELECT t.forced FROM trait AS t WHERE t.puzzle = p.id) AS forced,
    (SELECT t.row_moves FROM trait AS t WHERE t.puzzle = p.id) AS row_moves,
    (SELECT d.difficulty / 1000000.0 FROM difficulty AS d
        WHERE d.puzzle = p.id) AS difficulty,
    (SELECT d.difficulty_error / 1000000.0 FROM difficulty AS d
        WHERE d.puzzle = p.id) AS difficulty_error,
    (SELECT d.games FROM difficulty AS d WHERE d.puzzle = p.id) AS games
FROM puzzle AS p;

-- One row a published day, or a tier of it.
CREATE VIEW days AS
SELECT
    l.channel,
    l.date,
    CAST(julianday(l.date) - julianday(c.start) AS INTEGER) + 1 AS day_no,
    nullif(l.tier, '') AS tier,
    (SELECT r.title FROM schedule_row AS r
        WHERE r.channel = l.channel AND r.version = l.version
        AND r.tier = l.tier
        AND (l.tier <> '' OR r.place IN (0, (strftime('%w', l.date) + 6) % 7))
        ORDER BY r.place DESC LIMIT 1) AS title,
    l.version AS schedule_version,
    l.puzzle AS puzzle_id,
    l.stm,
    iif(l.nonce IS NULL, NULL, lower(hex(l.nonce))) AS nonce,
    lower(hex(l.hash)) AS hash,
    lower(hex(c.head)) AS head
FROM ledger AS l CROSS JOIN channel AS c ON c.name = l.channel;

-- One row a game.
CREATE VIEW games AS
SELECT
    g.id AS game_id,
    g.puzzle AS puzzle_id,
    g.player,
    iif(g.solved, 'solved', 'unsolved') AS status,
    g.stm,
    g.ms,
    g.free_ms,
    g.began
FROM game AS g;
