-- Intervals whose ends come from different searches, estimates, and samples
-- of classes. Boards of up to 16 cells have NULL in the new columns.

-- The search of the lower end; NULL: that of the upper end, `search`.
ALTER TABLE rating ADD COLUMN lower_search INTEGER REFERENCES search (pk);

-- The upper end of a rating that is not proven.
ALTER TABLE puzzle ADD COLUMN upper INTEGER CHECK (upper IS NULL OR (upper BETWEEN 1 AND 65534 AND stm IS NULL));

-- 65536 * the version of effort quick + the upper end that it found, which
-- never changes and decides percentile and band beyond 16 cells.
ALTER TABLE puzzle ADD COLUMN estimate INTEGER CHECK (estimate > 65536 AND estimate & 65535 BETWEEN 1 AND 65534);

UPDATE puzzle SET upper = rating.upper FROM rating
WHERE rating.puzzle = puzzle.id AND rating.metric = 1
AND rating.lower < rating.upper;

CREATE INDEX puzzle_goal_upper ON puzzle (goal, upper, id)
WHERE upper IS NOT NULL;

CREATE INDEX puzzle_class_upper ON puzzle (class, upper, id)
WHERE upper IS NOT NULL AND class IS NOT NULL;

CREATE INDEX puzzle_goal_estimate ON puzzle (goal, estimate, id)
WHERE estimate IS NOT NULL;

CREATE INDEX puzzle_class_estimate ON puzzle (class, estimate, id)
WHERE estimate IS NOT NULL AND class IS NOT NULL;

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
