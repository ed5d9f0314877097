-- Queries of an app, run with the sqlite3 command: the integrity check, and
-- the easiest puzzles of a band with their goals and solutions.
.bail on
PRAGMA query_only = ON;
PRAGMA integrity_check;
SELECT count(*) || ' puzzles' FROM puzzles;
SELECT number, puzzle_id, board, goal, stm, path
FROM puzzles JOIN goals USING (size, layout)
WHERE band = 'easy' ORDER BY stm, number LIMIT 3;
-- Those of the fewest slides, of puzzles that are rated in MTM.
SELECT number, puzzle_id, board, stm, mtm, mtm_path FROM puzzles
WHERE mtm_band = 'medium' ORDER BY mtm, number LIMIT 3;
SELECT count(*) FROM puzzles
WHERE (size, layout) NOT IN (SELECT size, layout FROM goals);
