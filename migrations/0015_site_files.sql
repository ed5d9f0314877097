-- Sites have a language, an option for offline use, and files of their publisher.

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
    offline TEXT NOT NULL CHECK (offline IN ('yes', 'no'))
) STRICT, WITHOUT ROWID;

INSERT INTO site (channel, title, base_url, solutions, hints, ahead, zone,
    utc_minutes, language, offline)
SELECT channel, title, base_url, solutions, hints, ahead, zone, utc_minutes, 'en',
    'yes'
FROM old_site
ORDER BY channel;

DROP TABLE old_site;

CREATE TABLE site_file (
    channel TEXT NOT NULL REFERENCES channel (name),
    name TEXT NOT NULL
        CHECK (name IN ('language', 'picture', 'css', 'header', 'footer')),
    bytes BLOB NOT NULL CHECK (length(bytes) BETWEEN 1 AND 500000),
    PRIMARY KEY (channel, name)
) STRICT, WITHOUT ROWID;
