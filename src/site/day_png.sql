SELECT png(group_concat(b.board, ';'), min(b.goal))
FROM (SELECT s.board, s.goal
    FROM drawn AS s
    WHERE s.date = :date ORDER BY s.number) AS b;
