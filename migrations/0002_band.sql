-- Bands: names for ranges of percentiles inside a class.

CREATE TABLE band (
    -- The band begins here and ends where the next one does, the last one at
    -- 100: so there is neither gap nor overlap, where one begins at 0.
    -- Percentiles in thousandths: 12.5 is 12500. A bound belongs to the band
    -- above it.
    low INTEGER PRIMARY KEY CHECK (low BETWEEN 0 AND 99999),
    name TEXT NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 32)
) STRICT;

INSERT INTO band (low, name) VALUES
(0, 'easy'),
(1000, 'medium'),
(25000, 'hard'),
(90000, 'expert');
