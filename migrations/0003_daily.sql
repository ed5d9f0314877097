-- Channels, their schedules, and the ledger of what they have shown.

-- A daily series. The built-in channel `daily` has a row once it has a
-- ledger.
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

-- The versions of a channel's schedule; those of `daily` are the program's.
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
    width INTEGER NOT NULL CHECK (width BETWEEN 2 AND 8),
    height INTEGER NOT NULL CHECK (height BETWEEN 2 AND 8),
    layout TEXT NOT NULL CHECK (length(layout) BETWEEN 1 AND 1000),
    -- The band meant when the version was made, NULL where lengths were
    -- given. The lengths decide, whatever became of the band since.
    band TEXT CHECK (length(band) BETWEEN 1 AND 32),
    stm_low INTEGER NOT NULL CHECK (stm_low BETWEEN 1 AND stm_high),
    stm_high INTEGER NOT NULL CHECK (stm_high BETWEEN 1 AND 65534),
    PRIMARY KEY (channel, version, place),
    FOREIGN KEY (channel, version) REFERENCES schedule (channel, version)
) STRICT, WITHOUT ROWID;

-- What a channel has shown: rows are appended, and never change.
CREATE TABLE ledger (
    channel TEXT NOT NULL REFERENCES channel (name),
    -- From 1, without gaps, in order of date and tier.
    number INTEGER NOT NULL CHECK (number BETWEEN 1 AND 4294967295),
    date TEXT NOT NULL CHECK (length(date) = 10),
    -- '' where there are none.
    tier TEXT NOT NULL CHECK (length(tier) <= 32),
    version INTEGER NOT NULL CHECK (version BETWEEN 1 AND 4294967295),
    puzzle BLOB NOT NULL REFERENCES puzzle (id),
    stm INTEGER NOT NULL CHECK (stm BETWEEN 1 AND 65534),
    -- What the day's commitment was made with; NULL without a secret.
    nonce BLOB CHECK (length(nonce) = 32),
    -- Over all of this row and the hash before it.
    hash BLOB NOT NULL CHECK (length(hash) = 32),
    PRIMARY KEY (channel, number),
    UNIQUE (channel, date, tier)
) STRICT, WITHOUT ROWID;

CREATE INDEX ledger_puzzle ON ledger (puzzle);

-- Against mistakes only: who may write to the file may drop these. The hashes
-- are what proves the past.
CREATE TRIGGER ledger_stays BEFORE UPDATE ON ledger
BEGIN
    SELECT raise(ABORT, 'a ledger is only appended to');
END;

CREATE TRIGGER ledger_keeps BEFORE DELETE ON ledger
BEGIN
    SELECT raise(ABORT, 'a ledger is only appended to');
END;
