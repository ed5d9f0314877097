-- The picture of a day: how its boards are laid out. Pictures are wider than
-- high.
SELECT
    n, columns, 30 + columns * iif(n > 1, 330, 620) AS right,
    120 + (n + columns - 1) / columns * iif(n > 1, 495, 430) AS bottom,
    iif(length(:title) > 40, substr(:title, 1, 40) || '…', :title)
    AS short_title
FROM (SELECT count(*) AS n, CASE count(*) WHEN 1 THEN 1 WHEN 2 THEN 2
    WHEN 4 THEN 2 WHEN 7 THEN 4 ELSE 3 END AS columns
    FROM shown WHERE date = :date);
