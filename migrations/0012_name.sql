-- Names of puzzles.

-- A puzzle has one name at most, and a name one puzzle.
CREATE TABLE name (
    puzzle BLOB NOT NULL PRIMARY KEY REFERENCES puzzle (id),
    -- As loyd_name_check() allows; unique, so that it finds its puzzle.
    name TEXT NOT NULL UNIQUE
        CHECK (length(CAST(name AS BLOB)) BETWEEN 1 AND 64)
) STRICT, WITHOUT ROWID;
