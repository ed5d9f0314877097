-- Where the pages of a site send games, if players allow it.

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
    utc_minutes INTEGER NOT NULL CHECK (utc_minutes BETWEEN -1439 AND 1439),
    language TEXT NOT NULL CHECK (length(language) BETWEEN 2 AND 35),
    offline TEXT NOT NULL CHECK (offline IN ('yes', 'no')),
    results TEXT NOT NULL CHECK (length(results) <= 512)
) STRICT, WITHOUT ROWID;

INSERT INTO site (channel, title, base_url, solutions, hints, ahead, zone,
    utc_minutes, language, offline, results)
SELECT channel, title, base_url, solutions, hints, ahead, zone, utc_minutes,
    language, offline, ''
FROM old_site
ORDER BY channel;

DROP TABLE old_site;
