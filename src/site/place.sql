-- Where a puzzle of the picture is: its goal is right of its start, and with
-- several puzzles below it.
SELECT
    c.*, c.top + 26 AS name_y, c.top + iif(:n > 1, 40, 0) AS start_y,
    iif(:n > 1, 300, 400) AS start_side, iif(:n > 1, 110, 160) AS goal_side,
    c.start_x + iif(:n > 1, 122, 430) AS word_x,
    c.top + iif(:n > 1, 40 + 333, 18) AS word_y,
    c.start_x + iif(:n > 1, 0, 430) AS goal_x,
    c.top + iif(:n > 1, 40 + 315, 28) AS goal_y,
    iif(length(c.name) > 40, substr(c.name, 1, 40) || '…', c.name)
    AS short_name, say('goal') AS word
FROM (
    SELECT
        :n > 1 AS has_name, called(s.title) AS name,
        svg(s.board, say('start'), say('board-is', 'width', s.width,
        'height', s.height, 'rows', s.board)) AS start, svg(s.goal, say('goal'), say('board-is', 'width', s.width,
        'height', s.height, 'rows', s.goal)) AS goal,
        30 + (row_number() OVER (ORDER BY s.number) - 1) % :columns
        * iif(:n > 1, 330, 620) AS start_x,
        120 + (row_number() OVER (ORDER BY s.number) - 1) / :columns
        * iif(:n > 1, 495, 430) AS top
    FROM drawn AS s
    WHERE s.date = :date) AS c;
