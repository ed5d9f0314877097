-- Queries of an app, run with the sqlite3 command: the integrity check, and
-- the easiest puzzles of a band with their goals and solutions.
.bail on
PRAGMA query_only = ON;
PRAGMA integrity_check;
SELECT count(*) || ' puzzles' FROM puzzle;
SELECT p.number, p.id, lower(hex(p.cells)), lower(hex(g.cells)), p.stm, s.path
FROM puzzle AS p
JOIN goal AS g ON g.goal_no = p.goal_no
JOIN solution AS s ON s.number = p.number
WHERE p.band = 'easy' ORDER BY p.stm, p.number LIMIT 3;
SELECT count(*) FROM puzzle WHERE goal_no NOT IN (SELECT goal_no FROM goal);
