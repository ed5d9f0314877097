-- What an app asks, by the stock sqlite3: the easiest of a band, with their
-- goals and solutions; and whether the pack is whole.
.bail on
PRAGMA query_only = ON;
PRAGMA integrity_check;
SELECT count(*) || ' puzzles' FROM puzzle;
SELECT p.number, lower(hex(p.cells)), lower(hex(g.cells)), p.stm, s.path
FROM puzzle AS p
JOIN goal AS g ON g.goal_no = p.goal_no
JOIN solution AS s ON s.number = p.number
WHERE p.band = 'easy' ORDER BY p.stm, p.number LIMIT 3;
SELECT count(*) FROM puzzle WHERE goal_no NOT IN (SELECT goal_no FROM goal);
