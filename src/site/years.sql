-- The years of a site, newest first.
SELECT DISTINCT substr(d.date, 1, 4) AS other_year,
    substr(d.date, 1, 4) = :year AS is_this
FROM day AS d ORDER BY 1 DESC;
