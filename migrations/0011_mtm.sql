-- Lengths in MTM, beside those in STM.

-- The upper end of the rating in MTM; 65536 more while it is not proven. NULL:
-- it has none.
ALTER TABLE puzzle ADD COLUMN mtm INTEGER CHECK (mtm BETWEEN 1 AND 65534 OR mtm BETWEEN 65537 AND 131070);

CREATE INDEX puzzle_goal_mtm ON puzzle (goal, mtm, id)
WHERE mtm IS NOT NULL;

CREATE INDEX puzzle_class_mtm ON puzzle (class, mtm, id)
WHERE mtm IS NOT NULL AND class IS NOT NULL;
