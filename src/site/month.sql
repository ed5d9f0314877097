-- The months that a page shows, newest first: those of a year, or the last one.
SELECT DISTINCT substr(d.date, 1, 7) AS month FROM day AS d
WHERE d.date BETWEEN iif(:is_archive, :year, substr(:last, 1, 7))
AND :year || '-12-31' ORDER BY 1 DESC;
