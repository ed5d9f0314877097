-- The days of a week, with links to those of the site; empty before the first
-- of the month and after its last.
SELECT
    c.place AS day_of_month, d.date, d.date IS NOT NULL AS shown,
    d.shade, d.date = :last AS is_last,
    (SELECT group_concat(b.words, '; ') FROM (
        SELECT called(s.title) || ', '
            || say(iif(s.is_interval, 'brief-at-most', 'brief'),
            'width', s.width, 'height', s.height, 'moves',
            say(iif(s.stm = 1, 'one-move', 'moves'), 'stm', s.stm)) AS words
        FROM shown AS s WHERE s.date = d.date ORDER BY s.number) AS b)
    AS about_day
FROM (
    SELECT iif(n.value BETWEEN 1
        AND CAST(strftime('%d', :month || '-01', '+1 month', '-1 day') AS INTEGER),
        n.value, NULL) AS place
    FROM (SELECT 7 * :week + value + 1
        - (strftime('%w', :month || '-01') + 6) % 7 AS value
        FROM json_each('[0,1,2,3,4,5,6]')) AS n) AS c
LEFT JOIN day AS d ON d.date = :month || printf('-%02d', c.place);
