-- The complete schema of a catalogue: the result of the migrations in
-- migrations/, which a test compares with this file. For reference, and for
-- creating an empty catalogue manually: sqlite3 my.db <schema.sql
--
-- Comments inside a statement are part of the schema and never change.

PRAGMA application_id = 1280268612; -- 0x4c4f5944, "LOYD"
PRAGMA user_version = 12;

-- In every table a puzzle is keyed by its id, a hash of its boards: no row
-- number depends on the order of insertion, tables are stored in the order of
-- output, and catalogues are merged by walking along them in parallel.
-- In a catalogue of 100,000 puzzles of 4x4, each takes 137 bytes with recipe,
-- path and indices (127 after VACUUM): goals, series and searches are separate
-- rows, and starts and paths are packed.

-- A goal board, shared by puzzles.
CREATE TABLE goal (
    pk INTEGER PRIMARY KEY,
    width INTEGER NOT NULL CHECK (width BETWEEN 2 AND 15),
    height INTEGER NOT NULL CHECK (height BETWEEN 2 AND 15),
    -- The labels row by row, a byte each; 0 is the blank.
    cells BLOB NOT NULL CHECK (length(cells) = width * height),
    -- Its simplest name, such as 'snake'; NULL: it is only 'goal=BOARD'.
    layout TEXT CHECK (length(layout) BETWEEN 1 AND 100),
    UNIQUE (width, height, cells)
) STRICT;

CREATE INDEX goal_layout ON goal (width, height, layout)
WHERE layout IS NOT NULL;

-- Three columns were added later, and their definitions are on one line:
-- upper     the upper end of a rating that is not proven
-- estimate  65536 * the version of effort quick + the upper end that it
--           found, which never changes and decides percentile and band
--           beyond 16 cells
-- mtm       the upper end of the rating in MTM; 65536 more while it is not
--           proven
-- The first two are NULL for proven puzzles of up to 16 cells.
CREATE TABLE puzzle (
    id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 10),
    goal INTEGER NOT NULL REFERENCES goal (pk),
    -- For each cell, the goal's cell that holds the same label, in the fewest
    -- bits that hold a cell, the first cell in the highest bits, zeros behind.
    start BLOB NOT NULL CHECK (length(start) BETWEEN 1 AND 225),
    -- The class of a goal without a name: 65536 * the longer side + 256 * the
    -- shorter + the least cell that a symmetry of the rectangle gives the
    -- goal's blank. NULL where the goal has a name: named goals are few, and
    -- a class is found through them for a third of the bytes.
    class INTEGER,
    -- The optimum in STM, the rating's, where it is proven.
    stm INTEGER CHECK (stm BETWEEN 1 AND 65534)
, upper INTEGER CHECK (upper IS NULL OR (upper BETWEEN 1 AND 65534 AND stm IS NULL)), estimate INTEGER CHECK (estimate > 65536 AND estimate & 65535 BETWEEN 1 AND 65534), mtm INTEGER CHECK (mtm BETWEEN 1 AND 65534 OR mtm BETWEEN 65537 AND 131070)) STRICT, WITHOUT ROWID;

CREATE INDEX puzzle_goal ON puzzle (goal, stm, id);

CREATE INDEX puzzle_class ON puzzle (class, stm, id) WHERE class IS NOT NULL;

CREATE INDEX puzzle_goal_upper ON puzzle (goal, upper, id)
WHERE upper IS NOT NULL;

CREATE INDEX puzzle_class_upper ON puzzle (class, upper, id)
WHERE upper IS NOT NULL AND class IS NOT NULL;

CREATE INDEX puzzle_goal_estimate ON puzzle (goal, estimate, id)
WHERE estimate IS NOT NULL;

CREATE INDEX puzzle_class_estimate ON puzzle (class, estimate, id)
WHERE estimate IS NOT NULL AND class IS NOT NULL;

CREATE INDEX puzzle_goal_mtm ON puzzle (goal, mtm, id)
WHERE mtm IS NOT NULL;

CREATE INDEX puzzle_class_mtm ON puzzle (class, mtm, id)
WHERE mtm IS NOT NULL AND class IS NOT NULL;

-- The common part of recipes that differ only in their index.
CREATE TABLE series (
    pk INTEGER PRIMARY KEY,
    -- The bytes of the text; digests are taken in order of length.
    bytes INTEGER NOT NULL CHECK (bytes = length(CAST(text AS BLOB))),
    -- The recipe up to the last ~, which is left out with the index.
    text TEXT NOT NULL,
    UNIQUE (bytes, text)
) STRICT;

-- A puzzle may have many recipes.
CREATE TABLE recipe (
    series INTEGER NOT NULL REFERENCES series (pk),
    number INTEGER NOT NULL CHECK (number BETWEEN 0 AND 281474976710655),
    puzzle BLOB NOT NULL REFERENCES puzzle (id),
    PRIMARY KEY (series, number)
) STRICT, WITHOUT ROWID;

CREATE INDEX recipe_puzzle ON recipe (puzzle, series, number);

-- A search, as named by ratings.
CREATE TABLE search (
    pk INTEGER PRIMARY KEY,
    method TEXT NOT NULL CHECK (length(method) BETWEEN 1 AND 31),
    -- Nodes a board at the most; 0: to the end.
    budget INTEGER NOT NULL CHECK (budget >= 0),
    UNIQUE (method, budget)
) STRICT;

-- lower <= optimum <= upper; proven if they are equal. The path proves upper
-- and is in the same row, so that neither exists without the other. The column
-- lower_search, added later: the search of the lower end; NULL: `search`.
CREATE TABLE rating (
    puzzle BLOB NOT NULL REFERENCES puzzle (id),
    -- 1 is STM; 2 is kept for MTM.
    metric INTEGER NOT NULL CHECK (metric IN (1, 2)),
    lower INTEGER NOT NULL CHECK (lower BETWEEN 1 AND upper),
    upper INTEGER NOT NULL CHECK (upper BETWEEN 1 AND 65534),
    search INTEGER NOT NULL REFERENCES search (pk),
    -- Single moves, two bits each from the highest on, U R D L = 0 1 2 3; then
    -- a one bit, then zeros to the end of the byte.
    path BLOB NOT NULL CHECK (metric <> 1 OR length(path) = upper / 4 + 1), lower_search INTEGER REFERENCES search (pk),
    PRIMARY KEY (puzzle, metric)
) STRICT, WITHOUT ROWID;

-- The paths, under the name that the documentation uses.
CREATE VIEW solution (puzzle, metric, length, path) AS
SELECT puzzle, metric, upper, path FROM rating;

-- Bands: names for ranges of percentiles inside a class.

CREATE TABLE band (
    -- The band begins here and ends where the next one does, the last one at
    -- 100: so there is neither gap nor overlap, where one begins at 0.
    -- Percentiles in thousandths: 12.5 is 12500. A bound belongs to the band
    -- above it.
    low INTEGER PRIMARY KEY CHECK (low BETWEEN 0 AND 99999),
    name TEXT NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 32)
) STRICT;

INSERT INTO band (low, name) VALUES
(0, 'easy'),
(1000, 'medium'),
(25000, 'hard'),
(90000, 'expert');

-- Channels, their schedules and ledgers.

-- A channel. The built-in channel `daily` has a row once it has a ledger.
CREATE TABLE channel (
    name TEXT NOT NULL PRIMARY KEY CHECK (length(name) BETWEEN 1 AND 32),
    -- Day 1, YYYY-MM-DD.
    start TEXT NOT NULL CHECK (length(start) = 10),
    -- The name of its secret, NULL where it has none. The secret itself is in
    -- no catalogue.
    key_id TEXT CHECK (length(key_id) = 8),
    -- How many rows its ledger has, the hash of the last one (NULL: none) and
    -- its date: a ledger that lost its end is noticed by them.
    days INTEGER NOT NULL CHECK (days >= 0),
    last TEXT CHECK (length(last) = 10),
    head BLOB CHECK (length(head) = 32),
    CHECK ((days = 0) = (head IS NULL) AND (days = 0) = (last IS NULL))
) STRICT, WITHOUT ROWID;

-- The versions of a channel's schedule; those of `daily` are built in.
CREATE TABLE schedule (
    channel TEXT NOT NULL REFERENCES channel (name),
    version INTEGER NOT NULL CHECK (version BETWEEN 1 AND 4294967295),
    -- In force from this date until the next version's.
    since TEXT NOT NULL CHECK (length(since) = 10),
    -- 0: seven rows, Monday to Sunday; 1: tiers, a puzzle a day of each.
    tiers INTEGER NOT NULL CHECK (tiers IN (0, 1)),
    PRIMARY KEY (channel, version)
) STRICT, WITHOUT ROWID;

CREATE TABLE schedule_row (
    channel TEXT NOT NULL,
    version INTEGER NOT NULL,
    -- From 0: Monday, or the first tier.
    place INTEGER NOT NULL CHECK (place BETWEEN 0 AND 6),
    -- Of tiers, the tier's name.
    title TEXT NOT NULL CHECK (length(title) BETWEEN 1 AND 32),
    width INTEGER NOT NULL CHECK (width BETWEEN 2 AND 15),
    height INTEGER NOT NULL CHECK (height BETWEEN 2 AND 15),
    layout TEXT NOT NULL CHECK (length(layout) BETWEEN 1 AND 1000),
    -- The band meant when the version was made, NULL where a range was
    -- given. The range decides, whatever became of the band since.
    band TEXT CHECK (length(band) BETWEEN 1 AND 32),
    -- What the range is of: lengths in STM up to 16 cells, mlc beyond.
    target TEXT NOT NULL
        CHECK (target = CASE WHEN width * height > 16 THEN 'mlc' ELSE 'stm' END),
    low INTEGER NOT NULL CHECK (low BETWEEN 1 AND high),
    high INTEGER NOT NULL CHECK (high BETWEEN 1 AND 65534),
    PRIMARY KEY (channel, version, place),
    FOREIGN KEY (channel, version) REFERENCES schedule (channel, version)
) STRICT, WITHOUT ROWID;

-- The published days of a channel: rows are appended and never change.
CREATE TABLE ledger (
    channel TEXT NOT NULL REFERENCES channel (name),
    -- From 1, without gaps, in order of date and tier.
    number INTEGER NOT NULL CHECK (number BETWEEN 1 AND 4294967295),
    date TEXT NOT NULL CHECK (length(date) = 10),
    -- '' where there are none.
    tier TEXT NOT NULL CHECK (length(tier) <= 32),
    version INTEGER NOT NULL CHECK (version BETWEEN 1 AND 4294967295),
    puzzle BLOB NOT NULL REFERENCES puzzle (id),
    -- The proven length; NULL beyond 16 cells, proven or not.
    stm INTEGER CHECK (stm BETWEEN 1 AND 65534),
    -- What the day's commitment was made with; NULL without a secret.
    nonce BLOB CHECK (length(nonce) = 32),
    -- Over all of this row and the hash before it.
    hash BLOB NOT NULL CHECK (length(hash) = 32),
    PRIMARY KEY (channel, number),
    UNIQUE (channel, date, tier)
) STRICT, WITHOUT ROWID;

CREATE INDEX ledger_puzzle ON ledger (puzzle);

-- The order of ledger rows in the digest.
CREATE INDEX ledger_hash ON ledger (hash);

-- These prevent mistakes only: anyone with write access to the file can drop
-- them. The hashes prove that past days are unchanged.
CREATE TRIGGER ledger_stays BEFORE UPDATE ON ledger
BEGIN
    SELECT raise(ABORT, 'a ledger is only appended to');
END;

CREATE TRIGGER ledger_keeps BEFORE DELETE ON ledger
BEGIN
    SELECT raise(ABORT, 'a ledger is only appended to');
END;

-- The puzzles that were published in packs.

-- An exported pack; exporting it again adds no row.
CREATE TABLE pack (
    pk INTEGER PRIMARY KEY,
    pack_id BLOB NOT NULL UNIQUE CHECK (length(pack_id) = 10),
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
    version INTEGER NOT NULL CHECK (version BETWEEN 1 AND 4294967295),
    -- When it was made first, YYYY-MM-DD.
    date TEXT NOT NULL CHECK (length(date) = 10)
) STRICT;

CREATE TABLE pack_use (
    puzzle BLOB NOT NULL REFERENCES puzzle (id),
    pack INTEGER NOT NULL REFERENCES pack (pk),
    PRIMARY KEY (puzzle, pack)
) STRICT, WITHOUT ROWID;

-- Claims: optima that imported files state and that are not proven yet.

CREATE TABLE claim (
    puzzle BLOB NOT NULL REFERENCES puzzle (id),
    -- As in rating: 1 is STM; 2 is kept for MTM.
    metric INTEGER NOT NULL CHECK (metric IN (1, 2)),
    -- The length that an import gave as the optimum. The row goes when a
    -- rating is proven, whichever of the two is right.
    length INTEGER NOT NULL CHECK (length BETWEEN 1 AND 65534),
    PRIMARY KEY (puzzle, metric)
) STRICT, WITHOUT ROWID;

-- Sites: options of published channels, and commitments to future days.

-- The options with which a channel was last published; one site per channel.
CREATE TABLE site (
    channel TEXT NOT NULL PRIMARY KEY REFERENCES channel (name),
    -- '': made of the channel's name.
    title TEXT NOT NULL CHECK (length(title) <= 512),
    -- '': links are relative everywhere.
    base_url TEXT NOT NULL CHECK (length(base_url) <= 513),
    -- When solutions are shown. 0: once the day is over; 1: never; 2: with it.
    solutions INTEGER NOT NULL CHECK (solutions BETWEEN 0 AND 2),
    -- Days to come that are committed to.
    ahead INTEGER NOT NULL CHECK (ahead BETWEEN 1 AND 3660),
    -- Whose midnight begins a day, and how many minutes it is ahead of UTC at
    -- the most.
    zone TEXT NOT NULL CHECK (length(zone) BETWEEN 1 AND 64),
    utc_minutes INTEGER NOT NULL CHECK (utc_minutes BETWEEN -1439 AND 1439)
) STRICT, WITHOUT ROWID;

-- The commitments that were published in commitments.json.
CREATE TABLE commitment (
    channel TEXT NOT NULL REFERENCES channel (name),
    date TEXT NOT NULL CHECK (length(date) = 10),
    -- '' where there are none.
    tier TEXT NOT NULL CHECK (length(tier) <= 32),
    -- Of the schedule: a later version replaces what an earlier one promised.
    version INTEGER NOT NULL CHECK (version BETWEEN 1 AND 4294967295),
    hash BLOB NOT NULL CHECK (length(hash) = 32),
    -- The day on which it was first published.
    published TEXT NOT NULL
        CHECK (length(published) = 10 AND published < date),
    PRIMARY KEY (channel, date, tier, version)
) STRICT, WITHOUT ROWID;

-- These prevent mistakes only, like those of the ledger.
CREATE TRIGGER commitment_stays
BEFORE UPDATE OF channel, date, tier, version, hash ON commitment
BEGIN
    SELECT raise(ABORT, 'a commitment is never changed');
END;

CREATE TRIGGER commitment_keeps BEFORE DELETE ON commitment
BEGIN
    SELECT raise(ABORT, 'a commitment is never taken back');
END;

-- Manual marks of used puzzles, and an index of the marks of packs.

-- A puzzle that was marked as used manually.
CREATE TABLE hand_use (
    puzzle BLOB NOT NULL PRIMARY KEY REFERENCES puzzle (id),
    -- When it was marked, YYYY-MM-DD; of two marks the earlier one stays.
    date TEXT NOT NULL CHECK (length(date) = 10),
    -- What it was used for; '': nothing was said.
    note TEXT NOT NULL CHECK (length(CAST(note AS BLOB)) <= 100)
) STRICT, WITHOUT ROWID;

CREATE INDEX pack_use_pack ON pack_use (pack, puzzle);

-- Lists: the puzzles of channels whose days come from the catalogue.

-- The list of a version of a schedule, or of one of its tiers. Such a version
-- has no rows in schedule_row.
CREATE TABLE list (
    pk INTEGER PRIMARY KEY,
    channel TEXT NOT NULL,
    version INTEGER NOT NULL,
    -- From 0: the only list, or the first tier.
    place INTEGER NOT NULL CHECK (place BETWEEN 0 AND 6),
    -- The name of the tier; '' where there are none.
    title TEXT NOT NULL CHECK (length(title) <= 32),
    -- Part of the hash that orders the puzzles. The order is not stored.
    seed TEXT NOT NULL CHECK (length(seed) <= 1024),
    -- The filters that the puzzles were selected with, as a JSON object.
    selection TEXT NOT NULL CHECK (length(selection) BETWEEN 2 AND 8191),
    -- The number of the puzzles, and the hash of their ids.
    puzzles INTEGER NOT NULL CHECK (puzzles BETWEEN 1 AND 13000000),
    digest BLOB NOT NULL CHECK (length(digest) = 32),
    UNIQUE (channel, version, place),
    FOREIGN KEY (channel, version) REFERENCES schedule (channel, version)
) STRICT;

-- A set: the puzzles were proven when the list was made.
CREATE TABLE list_puzzle (
    list INTEGER NOT NULL REFERENCES list (pk),
    puzzle BLOB NOT NULL REFERENCES puzzle (id),
    PRIMARY KEY (list, puzzle)
) STRICT, WITHOUT ROWID;

-- Samples: the percentiles of classes beyond 16 cells.

-- A sample of a class beyond 16 cells: what boards drawn uniformly are like.
CREATE TABLE sample (
    -- As in puzzle.
    class INTEGER NOT NULL,
    -- The effort that rated the boards, and its version.
    effort TEXT NOT NULL CHECK (length(effort) BETWEEN 1 AND 31),
    version INTEGER NOT NULL CHECK (version BETWEEN 1 AND 65535),
    -- The recipes of the boards, up to the last ~; their indices are 0, 1, ...
    series TEXT NOT NULL,
    boards INTEGER NOT NULL CHECK (boards BETWEEN 100 AND 4294967295),
    PRIMARY KEY (class, version)
) STRICT, WITHOUT ROWID;

CREATE TABLE sample_count (
    class INTEGER NOT NULL,
    version INTEGER NOT NULL,
    measure TEXT NOT NULL CHECK (measure IN ('estimate', 'mlc')),
    value INTEGER NOT NULL CHECK (value BETWEEN 0 AND 65534),
    boards INTEGER NOT NULL CHECK (boards BETWEEN 1 AND 4294967295),
    PRIMARY KEY (class, version, measure, value),
    FOREIGN KEY (class, version) REFERENCES sample (class, version)
) STRICT, WITHOUT ROWID;

-- Names of puzzles.

-- A puzzle has one name at most, and a name one puzzle.
CREATE TABLE name (
    puzzle BLOB NOT NULL PRIMARY KEY REFERENCES puzzle (id),
    -- As loyd_name_check() allows; unique, so that it finds its puzzle.
    name TEXT NOT NULL UNIQUE
        CHECK (length(CAST(name AS BLOB)) BETWEEN 1 AND 64)
) STRICT, WITHOUT ROWID;
