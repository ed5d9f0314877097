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
