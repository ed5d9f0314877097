-- Queries of an app on a pack with lengths in MTM, run with the sqlite3
-- command: the puzzles of the fewest slides, with their solutions.
.bail on
PRAGMA query_only = ON;
SELECT p.number, p.id, lower(hex(p.cells)), p.stm, m.mtm, s.path
FROM mtm AS m
JOIN puzzle AS p ON p.number = m.number
JOIN mtm_solution AS s ON s.number = m.number
WHERE m.band = 'easy' ORDER BY m.mtm, m.number LIMIT 3;
