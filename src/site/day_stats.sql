-- How many of a day's games without hints took how many moves.
SELECT json_object('date', :date, 'puzzles', json_group_array(json_object(
    'puzzle_id', s.puzzle_id, 'lengths', json((
        SELECT json_group_array(json_array(g.stm, g.n))
        FROM (SELECT stm, count(*) AS n FROM game
            WHERE puzzle = s.puzzle_id AND solved AND free_ms IS NULL
            GROUP BY stm ORDER BY stm) AS g))))) || char(10)
FROM (SELECT puzzle_id FROM shown WHERE date = :date ORDER BY number) AS s;
