-- Which puzzles have gone out in which packs.

-- A pack that was exported; the same one made again is one row.
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
