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
        WHEN d.since IS NULL THEN
            RAISE(ABORT, 'not a delta: the first pack of a series')
        WHEN d.digest IS NULL THEN
            RAISE(ABORT, 'not a delta: a copy to which deltas were applied')
        WHEN d.name <> m.name THEN
            RAISE(ABORT, 'the delta belongs to another series')
        WHEN d.since <> m.pack_id THEN
            RAISE(ABORT, 'the delta does not continue the applied packs')
        END
    FROM main.pack AS m, delta.pack AS d;

    DELETE FROM goal;
    INSERT INTO goal (goal_no, class_no, size, layout, goal)
        SELECT goal_no, class_no, size, layout, goal FROM delta.goal;

    DELETE FROM puzzle
    WHERE number IN (SELECT number FROM delta.puzzle
                     UNION ALL SELECT number FROM delta.withdrawn);
    INSERT INTO puzzle (number, puzzle_id, size, goal_no, board, lower, upper,
                        stm, path, percentile, band, percentile_sample,
                        estimate, mtm_lower, mtm_upper, mtm,
                        mtm_path, mtm_percentile, mtm_band,
                        mtm_percentile_sample, name)
        SELECT number, puzzle_id, size, goal_no, board, lower, upper, stm,
               path, percentile, band, percentile_sample, estimate,
               mtm_lower, mtm_upper, mtm, mtm_path, mtm_percentile, mtm_band,
               mtm_percentile_sample, name
        FROM delta.puzzle;

    DELETE FROM withdrawn
    WHERE number IN (SELECT number FROM delta.puzzle);
    INSERT INTO withdrawn (number, puzzle_id)
        SELECT number, puzzle_id FROM delta.withdrawn;

    -- The digest of the delta is not that of all puzzles of the copy.
    DELETE FROM pack;
    INSERT INTO pack (version, pack_id, name, licence, digest, puzzles, since)
        SELECT version, pack_id, name, licence, NULL,
               (SELECT count(*) FROM puzzle), since
        FROM delta.pack;
END;
INSERT INTO temp.loyd_apply VALUES (1);
DROP TABLE temp.loyd_apply;
