-- A catalogue of schema version 5, as the release that made it left it.
PRAGMA application_id = 1280268612;
PRAGMA user_version = 5;
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE goal (
    pk INTEGER PRIMARY KEY,
    width INTEGER NOT NULL CHECK (width BETWEEN 2 AND 15),
    height INTEGER NOT NULL CHECK (height BETWEEN 2 AND 15),
    -- The labels row by row, a byte each; 0 is the blank.
    cells BLOB NOT NULL CHECK (length(cells) = width * height),
    -- Its simplest name, such as 'snake'; NULL: it is only 'goal=BOARD'.
    layout TEXT CHECK (length(layout) BETWEEN 1 AND 100),
    UNIQUE (width, height, cells)
) STRICT;
INSERT INTO goal VALUES(1,2,2,X'01020300','rows');
INSERT INTO goal VALUES(2,3,2,X'010203040500','rows');
CREATE TABLE puzzle (
    id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 10),
    goal INTEGER NOT NULL REFERENCES goal (pk),
    -- For each cell, the goal's cell that holds the same label, in the fewest
    -- bits that hold a cell, the first cell in the highest bits, zeros behind.
    start BLOB NOT NULL CHECK (length(start) BETWEEN 1 AND 225),
    -- The class of a goal without a name: 65536 * the longer side + 256 * the
    -- shorter + the least cell that a symmetry of the rectangle gives the
    -- goal's blank. NULL where the goal has a name: named goals are few, and
    -- a class is found through them for a third of the bytes.
    class INTEGER,
    -- The optimum in STM, the rating's, where it is proven.
    stm INTEGER CHECK (stm BETWEEN 1 AND 65534)
) STRICT, WITHOUT ROWID;
INSERT INTO puzzle VALUES(X'710d7acc1ccbdb65eaba',2,X'5610c0',NULL,10);
INSERT INTO puzzle VALUES(X'd2aefc1331bb44adaed4',1,X'72',NULL,3);
INSERT INTO puzzle VALUES(X'dbd2e9ed4460cc9cc9bb',2,X'4e0a40',NULL,9);
INSERT INTO puzzle VALUES(X'eeeeb4244709be4cfcc0',1,X'8d',NULL,3);
CREATE TABLE series (
    pk INTEGER PRIMARY KEY,
    -- The bytes of the text; digests are taken in order of length.
    bytes INTEGER NOT NULL CHECK (bytes = length(CAST(text AS BLOB))),
    -- The recipe up to the last ~, which is left out with the index.
    text TEXT NOT NULL,
    UNIQUE (bytes, text)
) STRICT;
INSERT INTO series VALUES(1,50,'2x2/rows~g1,stm=1..5@m4n9j87k~club/2026-02-01/easy');
INSERT INTO series VALUES(2,51,'3x2/rows~g1,stm=8..12@m4n9j87k~club/2026-02-01/hard');
INSERT INTO series VALUES(3,50,'2x2/rows~g1,stm=1..5@m4n9j87k~club/2026-02-02/easy');
INSERT INTO series VALUES(4,51,'3x2/rows~g1,stm=8..12@m4n9j87k~club/2026-02-02/hard');
CREATE TABLE recipe (
    series INTEGER NOT NULL REFERENCES series (pk),
    number INTEGER NOT NULL CHECK (number BETWEEN 0 AND 281474976710655),
    puzzle BLOB NOT NULL REFERENCES puzzle (id),
    PRIMARY KEY (series, number)
) STRICT, WITHOUT ROWID;
INSERT INTO recipe VALUES(4,0,X'710d7acc1ccbdb65eaba');
INSERT INTO recipe VALUES(3,0,X'd2aefc1331bb44adaed4');
INSERT INTO recipe VALUES(2,0,X'dbd2e9ed4460cc9cc9bb');
INSERT INTO recipe VALUES(1,0,X'eeeeb4244709be4cfcc0');
CREATE TABLE search (
    pk INTEGER PRIMARY KEY,
    method TEXT NOT NULL CHECK (length(method) BETWEEN 1 AND 31),
    -- Nodes a board at the most; 0: to the end.
    budget INTEGER NOT NULL CHECK (budget >= 0),
    UNIQUE (method, budget)
) STRICT;
INSERT INTO search VALUES(1,'exact',0);
CREATE TABLE rating (
    puzzle BLOB NOT NULL REFERENCES puzzle (id),
    -- 1 is STM; 2 is kept for MTM.
    metric INTEGER NOT NULL CHECK (metric IN (1, 2)),
    lower INTEGER NOT NULL CHECK (lower BETWEEN 1 AND upper),
    upper INTEGER NOT NULL CHECK (upper BETWEEN 1 AND 65534),
    search INTEGER NOT NULL REFERENCES search (pk),
    -- Single moves, two bits each from the highest on, U R D L = 0 1 2 3; then
    -- a one bit, then zeros to the end of the byte.
    path BLOB NOT NULL CHECK (metric <> 1 OR length(path) = upper / 4 + 1),
    PRIMARY KEY (puzzle, metric)
) STRICT, WITHOUT ROWID;
INSERT INTO rating VALUES(X'710d7acc1ccbdb65eaba',1,10,10,1,X'4f94f8');
INSERT INTO rating VALUES(X'd2aefc1331bb44adaed4',1,3,3,1,X'4e');
INSERT INTO rating VALUES(X'dbd2e9ed4460cc9cc9bb',1,9,9,1,X'93e4e0');
INSERT INTO rating VALUES(X'eeeeb4244709be4cfcc0',1,3,3,1,X'b2');
CREATE TABLE band (
    -- The band begins here and ends where the next one does, the last one at
    -- 100: so there is neither gap nor overlap, where one begins at 0.
    -- Percentiles in thousandths: 12.5 is 12500. A bound belongs to the band
    -- above it.
    low INTEGER PRIMARY KEY CHECK (low BETWEEN 0 AND 99999),
    name TEXT NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 32)
) STRICT;
INSERT INTO band VALUES(0,'easy');
INSERT INTO band VALUES(1000,'medium');
INSERT INTO band VALUES(25000,'hard');
INSERT INTO band VALUES(90000,'expert');
CREATE TABLE channel (
    name TEXT NOT NULL PRIMARY KEY CHECK (length(name) BETWEEN 1 AND 32),
    -- Day 1, YYYY-MM-DD.
    start TEXT NOT NULL CHECK (length(start) = 10),
    -- The name of its secret, NULL where it has none. The secret itself is in
    -- no catalogue.
    key_id TEXT CHECK (length(key_id) = 8),
    -- How many rows its ledger has, the hash of the last one (NULL: none) and
    -- its date: a ledger that lost its end is noticed by them.
    days INTEGER NOT NULL CHECK (days >= 0),
    last TEXT CHECK (length(last) = 10),
    head BLOB CHECK (length(head) = 32),
    CHECK ((days = 0) = (head IS NULL) AND (days = 0) = (last IS NULL))
) STRICT, WITHOUT ROWID;
INSERT INTO channel VALUES('club','2026-02-01','m4n9j87k',4,'2026-02-02',X'c8cf7d2fd174bb7029278d04902899cb30f31e2652ced61d3809d5d0d636c853');
CREATE TABLE schedule (
    channel TEXT NOT NULL REFERENCES channel (name),
    version INTEGER NOT NULL CHECK (version BETWEEN 1 AND 4294967295),
    -- In force from this date until the next version's.
    since TEXT NOT NULL CHECK (length(since) = 10),
    -- 0: seven rows, Monday to Sunday; 1: tiers, a puzzle a day of each.
    tiers INTEGER NOT NULL CHECK (tiers IN (0, 1)),
    PRIMARY KEY (channel, version)
) STRICT, WITHOUT ROWID;
INSERT INTO schedule VALUES('club',1,'2026-02-01',1);
CREATE TABLE schedule_row (
    channel TEXT NOT NULL,
    version INTEGER NOT NULL,
    -- From 0: Monday, or the first tier.
    place INTEGER NOT NULL CHECK (place BETWEEN 0 AND 6),
    -- Of tiers, the tier's name.
    title TEXT NOT NULL CHECK (length(title) BETWEEN 1 AND 32),
    width INTEGER NOT NULL CHECK (width BETWEEN 2 AND 8),
    height INTEGER NOT NULL CHECK (height BETWEEN 2 AND 8),
    layout TEXT NOT NULL CHECK (length(layout) BETWEEN 1 AND 1000),
    -- The band meant when the version was made, NULL where lengths were
    -- given. The lengths decide, whatever became of the band since.
    band TEXT CHECK (length(band) BETWEEN 1 AND 32),
    stm_low INTEGER NOT NULL CHECK (stm_low BETWEEN 1 AND stm_high),
    stm_high INTEGER NOT NULL CHECK (stm_high BETWEEN 1 AND 65534),
    PRIMARY KEY (channel, version, place),
    FOREIGN KEY (channel, version) REFERENCES schedule (channel, version)
) STRICT, WITHOUT ROWID;
INSERT INTO schedule_row VALUES('club',1,0,'easy',2,2,'rows',NULL,1,5);
INSERT INTO schedule_row VALUES('club',1,1,'hard',3,2,'rows',NULL,8,12);
CREATE TABLE ledger (
    channel TEXT NOT NULL REFERENCES channel (name),
    -- From 1, without gaps, in order of date and tier.
    number INTEGER NOT NULL CHECK (number BETWEEN 1 AND 4294967295),
    date TEXT NOT NULL CHECK (length(date) = 10),
    -- '' where there are none.
    tier TEXT NOT NULL CHECK (length(tier) <= 32),
    version INTEGER NOT NULL CHECK (version BETWEEN 1 AND 4294967295),
    puzzle BLOB NOT NULL REFERENCES puzzle (id),
    stm INTEGER NOT NULL CHECK (stm BETWEEN 1 AND 65534),
    -- What the day's commitment was made with; NULL without a secret.
    nonce BLOB CHECK (length(nonce) = 32),
    -- Over all of this row and the hash before it.
    hash BLOB NOT NULL CHECK (length(hash) = 32),
    PRIMARY KEY (channel, number),
    UNIQUE (channel, date, tier)
) STRICT, WITHOUT ROWID;
INSERT INTO ledger VALUES('club',1,'2026-02-01','easy',1,X'eeeeb4244709be4cfcc0',3,X'0e55264c2485e8751caad03b8ad183a95b894007764bd79b4a1bd7b4fa06fce8',X'22c857fbfab506b464ef18d654c4aece884ba4cf16471b7adb7346b9336a9c6f');
INSERT INTO ledger VALUES('club',2,'2026-02-01','hard',1,X'dbd2e9ed4460cc9cc9bb',9,X'cc33361b6f3a36ab890cb6b8755bd27b644d07f7daee43053f1d1359cf76d427',X'dc1495e82a740ba1de4bc5dbe2acf6192cab68d0cee2db9ee45cebeaaa0f54ef');
INSERT INTO ledger VALUES('club',3,'2026-02-02','easy',1,X'd2aefc1331bb44adaed4',3,X'198e93dd60798c86ff1b9e614ae34c2a7910e2b457953046b1926b67d9897b3e',X'4b9e7fa1a31e50981dad3e5354b24304fb178e33010b7a891c51c5d0c791b01d');
INSERT INTO ledger VALUES('club',4,'2026-02-02','hard',1,X'710d7acc1ccbdb65eaba',10,X'f0730e7ca7f0adb58fd7f4f98874a34d87499f6b0265a41883b0d71e6517e753',X'c8cf7d2fd174bb7029278d04902899cb30f31e2652ced61d3809d5d0d636c853');
CREATE TABLE pack (
    pk INTEGER PRIMARY KEY,
    pack_id BLOB NOT NULL UNIQUE CHECK (length(pack_id) = 10),
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
    version INTEGER NOT NULL CHECK (version BETWEEN 1 AND 4294967295),
    -- When it was made first, YYYY-MM-DD.
    date TEXT NOT NULL CHECK (length(date) = 10)
) STRICT;
CREATE TABLE pack_use (
    puzzle BLOB NOT NULL REFERENCES puzzle (id),
    pack INTEGER NOT NULL REFERENCES pack (pk),
    PRIMARY KEY (puzzle, pack)
) STRICT, WITHOUT ROWID;
CREATE TABLE claim (
    puzzle BLOB NOT NULL REFERENCES puzzle (id),
    -- As in rating: 1 is STM; 2 is kept for MTM.
    metric INTEGER NOT NULL CHECK (metric IN (1, 2)),
    -- The length that an import gave as the optimum. The row goes when a
    -- rating is proven, whichever of the two is right.
    length INTEGER NOT NULL CHECK (length BETWEEN 1 AND 65534),
    PRIMARY KEY (puzzle, metric)
) STRICT, WITHOUT ROWID;
CREATE INDEX goal_layout ON goal (width, height, layout)
WHERE layout IS NOT NULL;
CREATE INDEX puzzle_goal ON puzzle (goal, stm, id);
CREATE INDEX puzzle_class ON puzzle (class, stm, id) WHERE class IS NOT NULL;
CREATE INDEX recipe_puzzle ON recipe (puzzle, series, number);
CREATE VIEW solution (puzzle, metric, length, path) AS
SELECT puzzle, metric, upper, path FROM rating;
CREATE INDEX ledger_puzzle ON ledger (puzzle);
CREATE INDEX ledger_hash ON ledger (hash);
CREATE TRIGGER ledger_stays BEFORE UPDATE ON ledger
BEGIN
    SELECT raise(ABORT, 'a ledger is only appended to');
END;
CREATE TRIGGER ledger_keeps BEFORE DELETE ON ledger
BEGIN
    SELECT raise(ABORT, 'a ledger is only appended to');
END;
COMMIT;
