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
