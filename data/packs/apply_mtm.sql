-- Applies the lengths in MTM of a delta, which was exported with --metric mtm.
-- Read it before apply.sql, with the same databases:
--
--     sqlite3 app.sqlite "ATTACH 'delta/puzzles.sqlite' AS delta" \
--         '.read apply_mtm.sql' '.read apply.sql'
--
-- apply.sql still applies everything or nothing in its one statement: the
-- trigger below runs as a part of it. The tables are created if the series
-- began without lengths in MTM. For the next delta on the same connection read
-- both again.
CREATE TABLE IF NOT EXISTS main.mtm (
    number INTEGER NOT NULL PRIMARY KEY,
    mtm INTEGER NOT NULL,
    lower INTEGER NOT NULL,
    upper INTEGER NOT NULL,
    percentile INTEGER NOT NULL,
    band TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS main.mtm_solution (
    number INTEGER NOT NULL PRIMARY KEY,
    path TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS main.index_mtm_mtm ON mtm (mtm);
CREATE INDEX IF NOT EXISTS main.index_mtm_band ON mtm (band);

DROP TRIGGER IF EXISTS temp.loyd_apply_mtm;
CREATE TEMP TRIGGER loyd_apply_mtm AFTER INSERT ON main.pack
BEGIN
    DELETE FROM mtm
    WHERE number IN (SELECT number FROM delta.puzzle
                     UNION ALL SELECT number FROM delta.withdrawn);
    DELETE FROM mtm_solution
    WHERE number IN (SELECT number FROM delta.puzzle
                     UNION ALL SELECT number FROM delta.withdrawn);
    INSERT INTO mtm (number, mtm, lower, upper, percentile, band)
        SELECT number, mtm, lower, upper, percentile, band FROM delta.mtm;
    INSERT INTO mtm_solution (number, path)
        SELECT number, path FROM delta.mtm_solution;
END;
