-- Applies a delta of a series of packs to an app's copy of puzzles.sqlite.
--
-- The copy is the main database: it began as the puzzles.sqlite of the first
-- pack of the series. The puzzles.sqlite of the delta is attached as "delta":
--
--     sqlite3 app.sqlite "ATTACH 'delta/puzzles.sqlite' AS delta" \
--         '.read apply.sql'
--
-- Everything happens in one statement, the INSERT below: it either applies the
-- whole delta or fails and changes nothing. It fails if the delta was applied
-- already, is out of order, or belongs to another series.
DROP TABLE IF EXISTS temp.loyd_apply;
CREATE TEMP TABLE loyd_apply (is_given INTEGER NOT NULL);
CREATE TEMP TRIGGER loyd_apply_delta BEFORE INSERT ON loyd_apply
BEGIN
    SELECT CASE
        WHEN count(*) <> 1 THEN
            RAISE(ABORT, 'expected one pack in each database')
        WHEN d.pack_id = m.pack_id THEN
            RAISE(ABORT, 'the delta was applied already')
        WHEN d.since = '' THEN
            RAISE(ABORT, 'not a delta: the first pack of a series')
        WHEN d.name <> m.name THEN
            RAISE(ABORT, 'the delta belongs to another series')
        WHEN d.since <> m.pack_id THEN
            RAISE(ABORT, 'the delta does not continue the applied packs')
        END
    FROM main.pack AS m, delta.pack AS d;

    DELETE FROM goal;
    INSERT INTO goal (goal_no, width, height, layout, cells)
        SELECT goal_no, width, height, layout, cells FROM delta.goal;

    DELETE FROM solution
    WHERE number IN (SELECT number FROM delta.puzzle
                     UNION ALL SELECT number FROM delta.withdrawn);
    DELETE FROM puzzle
    WHERE number IN (SELECT number FROM delta.puzzle
                     UNION ALL SELECT number FROM delta.withdrawn);
    INSERT INTO puzzle (number, puzzle_id, id, goal_no, cells, stm, lower,
                        upper, percentile, band)
        SELECT number, puzzle_id, id, goal_no, cells, stm, lower, upper,
               percentile, band
        FROM delta.puzzle;
    INSERT INTO solution (number, path)
        SELECT number, path FROM delta.solution;

    DELETE FROM withdrawn
    WHERE number IN (SELECT number FROM delta.puzzle);
    INSERT INTO withdrawn (number, puzzle_id, id)
        SELECT number, puzzle_id, id FROM delta.withdrawn;

    DELETE FROM pack;
    INSERT INTO pack (version, pack_id, name, licence, digest, puzzles, since)
        SELECT version, pack_id, name, licence, digest,
               (SELECT count(*) FROM puzzle), since
        FROM delta.pack;
END;
INSERT INTO temp.loyd_apply VALUES (1);
DROP TABLE temp.loyd_apply;
