-- Fills `day`.
INSERT INTO day
SELECT
    s.date, s.day_no, s.version, count(*) > 1, max(s.tier <> ''),
    ifnull(max(s.shade), 0), max(s.shade IS NOT NULL AND s.is_interval),
    (SELECT l.hash FROM shown AS l
        WHERE l.date = s.date ORDER BY l.number DESC LIMIT 1)
FROM shown AS s GROUP BY s.date;
