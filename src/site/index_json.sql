-- A line a day.
SELECT '{' || char(10)
    || '  "channel": ' || json_quote(:channel) || ',' || char(10)
    || '  "title": ' || json_quote(:title) || ',' || char(10)
    || '  "first_date": ' || json_quote(:first) || ',' || char(10)
    || '  "last_date": ' || json_quote(:last) || ',' || char(10)
    || '  "head": ' || json_quote(:last_head) || ',' || char(10)
    || '  "days": [' || char(10)
    || group_concat('    ' || i.day, ',' || char(10)) || char(10)
    || '  ]' || char(10) || '}' || char(10)
FROM (
    SELECT json_patch(json_object('date', p.date, 'day_no', p.day_no),
        iif(max(p.tier <> ''),
            json_object('puzzles', json_group_array(json(p.puzzle))),
            min(p.puzzle))) AS day
    FROM (SELECT s.date, s.day_no, s.tier, json_patch('{}', json_object(
        'tier', nullif(s.tier, ''), 'title', s.title,
        'puzzle_id', s.puzzle_id, 'size', s.width || 'x' || s.height,
        'lower', iif(s.is_interval, s.lower, NULL),
        iif(s.is_interval, 'upper', 'stm'), s.stm, 'band', s.band)) AS puzzle
        FROM shown AS s ORDER BY s.number) AS p
    GROUP BY p.date ORDER BY p.date) AS i;
