-- The days of the feed, newest first.
SELECT d.date, d.day_no, uuid('day', d.head) AS uuid,
    offset(d.date) AS offset
FROM day AS d
ORDER BY d.date DESC LIMIT 30;
