-- Claims: what others say of an optimum, until a search has proven it.

CREATE TABLE claim (
    puzzle BLOB NOT NULL REFERENCES puzzle (id),
    -- As in rating: 1 is STM; 2 is kept for MTM.
    metric INTEGER NOT NULL CHECK (metric IN (1, 2)),
    -- The length that an import gave as the optimum. The row goes when a
    -- rating is proven, whichever of the two is right.
    length INTEGER NOT NULL CHECK (length BETWEEN 1 AND 65534),
    PRIMARY KEY (puzzle, metric)
) STRICT, WITHOUT ROWID;
