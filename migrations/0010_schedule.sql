-- Schedules and ledgers of any size.

-- Rows of more than 16 cells have a range of mlc instead of lengths.
ALTER TABLE schedule_row RENAME TO old_row;

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

INSERT INTO schedule_row
SELECT channel, version, place, title, width, height, layout, band, 'stm',
    stm_low, stm_high FROM old_row;

DROP TABLE old_row;

-- The length of a board of more than 16 cells is not part of its day.
DROP TRIGGER ledger_stays;

DROP TRIGGER ledger_keeps;

DROP INDEX ledger_puzzle;

DROP INDEX ledger_hash;

ALTER TABLE ledger RENAME TO old_ledger;

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

INSERT INTO ledger
SELECT channel, number, date, tier, version, puzzle, stm, nonce, hash
FROM old_ledger;

DROP TABLE old_ledger;

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
