-- Sites have an option for hints, and the titles of the channel daily say what its
-- puzzles are.

CREATE TABLE old_site AS SELECT * FROM site;

DROP TABLE site;

CREATE TABLE site (
    channel TEXT NOT NULL PRIMARY KEY REFERENCES channel (name),
    title TEXT NOT NULL CHECK (length(title) <= 512),
    base_url TEXT NOT NULL CHECK (length(base_url) <= 513),
    solutions TEXT NOT NULL CHECK (solutions IN ('past', 'never', 'today')),
    hints TEXT NOT NULL CHECK (hints IN ('yes', 'past', 'no')),
    ahead INTEGER NOT NULL CHECK (ahead BETWEEN 1 AND 3660),
    zone TEXT NOT NULL CHECK (length(zone) BETWEEN 1 AND 64),
    utc_minutes INTEGER NOT NULL CHECK (utc_minutes BETWEEN -1439 AND 1439)
) STRICT, WITHOUT ROWID;

INSERT INTO site (channel, title, base_url, solutions, hints, ahead, zone,
    utc_minutes)
SELECT channel, title, base_url, solutions, 'yes', ahead, zone, utc_minutes
FROM old_site
ORDER BY channel;

DROP TABLE old_site;

WITH new (place, title) AS (VALUES (0, '8-puzzle'),
    (1, '8-puzzle-snake'), (2, '11-puzzle'), (3, '15-puzzle'),
    (4, '15-puzzle-snake'), (5, '15-puzzle-spiral'),
    (6, '15-puzzle-random-goal'))
UPDATE schedule_row
SET title = (SELECT title FROM new WHERE new.place = schedule_row.place)
WHERE channel = 'daily' AND version = 1;
