-- Sites: how a channel is published, and what was promised of days to come.

-- The options with which a channel was published last. One channel, one site.
CREATE TABLE site (
    channel TEXT NOT NULL PRIMARY KEY REFERENCES channel (name),
    -- '': made of the channel's name.
    title TEXT NOT NULL CHECK (length(title) <= 512),
    -- '': links are relative everywhere.
    base_url TEXT NOT NULL CHECK (length(base_url) <= 513),
    -- When solutions are shown. 0: once the day is over; 1: never; 2: with it.
    solutions INTEGER NOT NULL CHECK (solutions BETWEEN 0 AND 2),
    -- Days to come that are committed to.
    ahead INTEGER NOT NULL CHECK (ahead BETWEEN 1 AND 3660),
    -- Whose midnight begins a day, and how many minutes it is ahead of UTC at
    -- the most.
    zone TEXT NOT NULL CHECK (length(zone) BETWEEN 1 AND 64),
    utc_minutes INTEGER NOT NULL CHECK (utc_minutes BETWEEN -1439 AND 1439)
) STRICT, WITHOUT ROWID;

-- Commitments that stood in a published commitments.json.
CREATE TABLE commitment (
    channel TEXT NOT NULL REFERENCES channel (name),
    date TEXT NOT NULL CHECK (length(date) = 10),
    -- '' where there are none.
    tier TEXT NOT NULL CHECK (length(tier) <= 32),
    -- Of the schedule: a later version replaces what an earlier one promised.
    version INTEGER NOT NULL CHECK (version BETWEEN 1 AND 4294967295),
    hash BLOB NOT NULL CHECK (length(hash) = 32),
    -- The day on which it was first published.
    published TEXT NOT NULL
        CHECK (length(published) = 10 AND published < date),
    PRIMARY KEY (channel, date, tier, version)
) STRICT, WITHOUT ROWID;

-- Against mistakes only, as those of the ledger.
CREATE TRIGGER commitment_stays
BEFORE UPDATE OF channel, date, tier, version, hash ON commitment
BEGIN
    SELECT raise(ABORT, 'a commitment is never changed');
END;

CREATE TRIGGER commitment_keeps BEFORE DELETE ON commitment
BEGIN
    SELECT raise(ABORT, 'a commitment is never taken back');
END;
