-- A catalogue of schema version 11, as the release that made it left it.
PRAGMA application_id = 1280268612;
PRAGMA user_version = 11;
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
INSERT INTO goal VALUES(3,3,3,X'010203040506070800','rows');
INSERT INTO goal VALUES(4,5,5,X'0102030405060708090a0b0c0d0e0f10111213141516171800','rows');
INSERT INTO goal VALUES(5,6,6,X'0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f2021222300','rows');
INSERT INTO goal VALUES(6,6,5,X'0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d00','rows');
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
, upper INTEGER CHECK (upper IS NULL OR (upper BETWEEN 1 AND 65534 AND stm IS NULL)), estimate INTEGER CHECK (estimate > 65536 AND estimate & 65535 BETWEEN 1 AND 65534), mtm INTEGER CHECK (mtm BETWEEN 1 AND 65534 OR mtm BETWEEN 65537 AND 131070)) STRICT, WITHOUT ROWID;
INSERT INTO puzzle VALUES(X'0a66c7cdc1c5e50e65d0',6,X'ac1c2c9f65a6a440a6f66a151e0c0663f0becc',NULL,NULL,165,65701,65641);
INSERT INTO puzzle VALUES(X'25a704b3f6fb63e813f6',4,X'64eab924871610ab8cd68d20e080ad78',NULL,NULL,113,65649,65611);
INSERT INTO puzzle VALUES(X'38a2002628788771cf28',4,X'0562a61c7414097460b36d96f9182970',NULL,NULL,119,65655,65617);
INSERT INTO puzzle VALUES(X'42914556d7f2283a1eaa',2,X'3284c0',NULL,9,NULL,NULL,7);
INSERT INTO puzzle VALUES(X'4675f25679deb1294918',1,X'6c',NULL,5,NULL,NULL,5);
INSERT INTO puzzle VALUES(X'4b450d1d448e3448c045',5,X'00108310518720928b30d38f41149351559761981a6dd79f863722',NULL,NULL,6,NULL,65541);
INSERT INTO puzzle VALUES(X'4bd3517f7906b3984c4a',2,X'94b400',NULL,16,NULL,NULL,14);
INSERT INTO puzzle VALUES(X'531e477cd21175d5e15f',2,X'2ea100',NULL,15,NULL,NULL,14);
INSERT INTO puzzle VALUES(X'61b685646b766a75a081',2,X'701540',NULL,10,NULL,NULL,9);
INSERT INTO puzzle VALUES(X'6c0c6a6a6af956ef476d',1,X'1e',NULL,1,NULL,NULL,1);
INSERT INTO puzzle VALUES(X'7ddf2553498e6ab07313',6,X'8370ad1edd6668895c0b7112379b93d8625a88',NULL,NULL,163,65699,65650);
INSERT INTO puzzle VALUES(X'932075b7e26e606f9adc',5,X'00108310518720928b30d38f5904935158d161969b75779f821722',NULL,NULL,7,NULL,65542);
INSERT INTO puzzle VALUES(X'957d31bff7504c102d1d',2,X'5488c0',NULL,12,NULL,NULL,10);
INSERT INTO puzzle VALUES(X'9a36ea58eb3c25f0ccbd',3,X'1023457680',NULL,NULL,NULL,NULL,15);
INSERT INTO puzzle VALUES(X'cd7e2d38c47b04e0fd5f',2,X'4e0340',NULL,10,NULL,NULL,9);
INSERT INTO puzzle VALUES(X'da24892e8de514cd2d57',4,X'00443214c74254b635cf84653a62b6b8',NULL,NULL,3,NULL,1);
INSERT INTO puzzle VALUES(X'e29fbc1f5e245e317c70',1,X'e4',NULL,6,NULL,NULL,6);
CREATE TABLE series (
    pk INTEGER PRIMARY KEY,
    -- The bytes of the text; digests are taken in order of length.
    bytes INTEGER NOT NULL CHECK (bytes = length(CAST(text AS BLOB))),
    -- The recipe up to the last ~, which is left out with the index.
    text TEXT NOT NULL,
    UNIQUE (bytes, text)
) STRICT;
INSERT INTO series VALUES(1,15,'2x2/rows~g1~old');
INSERT INTO series VALUES(2,15,'3x2/rows~g1~old');
INSERT INTO series VALUES(3,41,'3x2/rows~g1,stm=8..12~club/2026-01-01/one');
INSERT INTO series VALUES(4,44,'5x5/rows~g1,mlc=80..90~club/2026-01-01/large');
INSERT INTO series VALUES(5,41,'3x2/rows~g1,stm=8..12~club/2026-01-02/one');
INSERT INTO series VALUES(6,44,'5x5/rows~g1,mlc=80..90~club/2026-01-02/large');
INSERT INTO series VALUES(7,15,'6x5/rows~g1~old');
CREATE TABLE recipe (
    series INTEGER NOT NULL REFERENCES series (pk),
    number INTEGER NOT NULL CHECK (number BETWEEN 0 AND 281474976710655),
    puzzle BLOB NOT NULL REFERENCES puzzle (id),
    PRIMARY KEY (series, number)
) STRICT, WITHOUT ROWID;
INSERT INTO recipe VALUES(7,1,X'0a66c7cdc1c5e50e65d0');
INSERT INTO recipe VALUES(4,0,X'25a704b3f6fb63e813f6');
INSERT INTO recipe VALUES(6,0,X'38a2002628788771cf28');
INSERT INTO recipe VALUES(2,0,X'42914556d7f2283a1eaa');
INSERT INTO recipe VALUES(1,1,X'4675f25679deb1294918');
INSERT INTO recipe VALUES(2,1,X'4bd3517f7906b3984c4a');
INSERT INTO recipe VALUES(2,3,X'531e477cd21175d5e15f');
INSERT INTO recipe VALUES(3,0,X'61b685646b766a75a081');
INSERT INTO recipe VALUES(1,0,X'6c0c6a6a6af956ef476d');
INSERT INTO recipe VALUES(7,0,X'7ddf2553498e6ab07313');
INSERT INTO recipe VALUES(2,2,X'957d31bff7504c102d1d');
INSERT INTO recipe VALUES(5,0,X'cd7e2d38c47b04e0fd5f');
INSERT INTO recipe VALUES(1,2,X'e29fbc1f5e245e317c70');
CREATE TABLE search (
    pk INTEGER PRIMARY KEY,
    method TEXT NOT NULL CHECK (length(method) BETWEEN 1 AND 31),
    -- Nodes a board at the most; 0: to the end.
    budget INTEGER NOT NULL CHECK (budget >= 0),
    UNIQUE (method, budget)
) STRICT;
INSERT INTO search VALUES(1,'exact',0);
INSERT INTO search VALUES(2,'import',1);
INSERT INTO search VALUES(3,'quick 1',260000);
INSERT INTO search VALUES(4,'quick 1',30000);
INSERT INTO search VALUES(5,'quick 1',360000);
CREATE TABLE rating (
    puzzle BLOB NOT NULL REFERENCES puzzle (id),
    -- 1 is STM; 2 is kept for MTM.
    metric INTEGER NOT NULL CHECK (metric IN (1, 2)),
    lower INTEGER NOT NULL CHECK (lower BETWEEN 1 AND upper),
    upper INTEGER NOT NULL CHECK (upper BETWEEN 1 AND 65534),
    search INTEGER NOT NULL REFERENCES search (pk),
    -- Single moves, two bits each from the highest on, U R D L = 0 1 2 3; then
    -- a one bit, then zeros to the end of the byte.
    path BLOB NOT NULL CHECK (metric <> 1 OR length(path) = upper / 4 + 1), lower_search INTEGER REFERENCES search (pk),
    PRIMARY KEY (puzzle, metric)
) STRICT, WITHOUT ROWID;
INSERT INTO rating VALUES(X'0a66c7cdc1c5e50e65d0',1,127,165,5,X'66bc16bec04e5bc5694c3af946ec14e50fb3a5be553ff9553ff16b10e9153f96ecc5b39016fc56ec4fe0',4);
INSERT INTO rating VALUES(X'0a66c7cdc1c5e50e65d0',2,27,105,5,X'66bc16bec04e5bc5694c3af946ec14e50fb3a5be553ff9553ff16b10e9153f96ecc5b39016fc56ec4fe0',4);
INSERT INTO rating VALUES(X'25a704b3f6fb63e813f6',1,93,113,3,X'916f15313ea6f05903eee91503afc4e45bee513ec5a940ea43f94ecc20',4);
INSERT INTO rating VALUES(X'25a704b3f6fb63e813f6',2,24,75,3,X'916f15313ea6f05903eee91503afc4e45bee513ec5a940ea43f94ecc20',4);
INSERT INTO rating VALUES(X'38a2002628788771cf28',1,93,119,3,X'513b1bab00693a46cfe56f13315aaf39016903a4efe6513fc166e50ef13e',4);
INSERT INTO rating VALUES(X'38a2002628788771cf28',2,24,81,3,X'513b1bab00693a46cfe56f13315aaf39016903a4efe6513fc166e50ef13e',4);
INSERT INTO rating VALUES(X'42914556d7f2283a1eaa',1,9,9,1,X'4e53e0',NULL);
INSERT INTO rating VALUES(X'42914556d7f2283a1eaa',2,7,7,1,X'4e53e0',NULL);
INSERT INTO rating VALUES(X'4675f25679deb1294918',1,5,5,1,X'e4e0',NULL);
INSERT INTO rating VALUES(X'4675f25679deb1294918',2,5,5,1,X'e4e0',NULL);
INSERT INTO rating VALUES(X'4b450d1d448e3448c045',1,5,6,2,X'6f38',NULL);
INSERT INTO rating VALUES(X'4b450d1d448e3448c045',2,2,5,5,X'6f38',4);
INSERT INTO rating VALUES(X'4bd3517f7906b3984c4a',1,16,16,1,X'4f91b39380',NULL);
INSERT INTO rating VALUES(X'4bd3517f7906b3984c4a',2,14,14,1,X'4f91bc6c80',NULL);
INSERT INTO rating VALUES(X'531e477cd21175d5e15f',1,15,15,1,X'16ce46ce',NULL);
INSERT INTO rating VALUES(X'531e477cd21175d5e15f',2,14,14,1,X'16ce46ce',NULL);
INSERT INTO rating VALUES(X'61b685646b766a75a081',1,10,10,1,X'6c5b38',NULL);
INSERT INTO rating VALUES(X'61b685646b766a75a081',2,9,9,1,X'6c5b38',NULL);
INSERT INTO rating VALUES(X'6c0c6a6a6af956ef476d',1,1,1,1,X'e0',NULL);
INSERT INTO rating VALUES(X'6c0c6a6a6af956ef476d',2,1,1,1,X'e0',NULL);
INSERT INTO rating VALUES(X'7ddf2553498e6ab07313',1,121,163,5,X'c46be41acfc43966f06bf131b915a43afe4c6ec0551ab0e93c16ea4fbc593c06ce65316e439afc6f02',4);
INSERT INTO rating VALUES(X'7ddf2553498e6ab07313',2,27,114,5,X'c46be41acfc43966f06bf131b915a43afe4c6ec0551ab0e93c16ea4fbc593c06ce65316e439afc6f02',4);
INSERT INTO rating VALUES(X'932075b7e26e606f9adc',1,6,7,2,X'b04e',NULL);
INSERT INTO rating VALUES(X'932075b7e26e606f9adc',2,2,6,5,X'b04e',4);
INSERT INTO rating VALUES(X'957d31bff7504c102d1d',1,12,12,1,X'394f9380',NULL);
INSERT INTO rating VALUES(X'957d31bff7504c102d1d',2,10,10,1,X'394f9380',NULL);
INSERT INTO rating VALUES(X'9a36ea58eb3c25f0ccbd',2,15,15,1,X'6b05bc6e50f8',NULL);
INSERT INTO rating VALUES(X'cd7e2d38c47b04e0fd5f',1,10,10,1,X'64f938',NULL);
INSERT INTO rating VALUES(X'cd7e2d38c47b04e0fd5f',2,9,9,1,X'64f938',NULL);
INSERT INTO rating VALUES(X'da24892e8de514cd2d57',1,2,3,2,X'fe',NULL);
INSERT INTO rating VALUES(X'da24892e8de514cd2d57',2,1,1,1,X'fe',NULL);
INSERT INTO rating VALUES(X'e29fbc1f5e245e317c70',1,6,6,1,X'3938',NULL);
INSERT INTO rating VALUES(X'e29fbc1f5e245e317c70',2,6,6,1,X'3938',NULL);
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
INSERT INTO channel VALUES('club','2026-01-01',NULL,4,'2026-01-02',X'b1fdd1968e582595194a410f2c6a9ae8841a781ac314eb95384bb8dd198564d6');
INSERT INTO channel VALUES('shop','2026-01-01',NULL,2,'2026-01-02',X'a9acb8b432f81fce8c287eb2558cc66732ad32224bd6f21156e020670f251782');
CREATE TABLE schedule (
    channel TEXT NOT NULL REFERENCES channel (name),
    version INTEGER NOT NULL CHECK (version BETWEEN 1 AND 4294967295),
    -- In force from this date until the next version's.
    since TEXT NOT NULL CHECK (length(since) = 10),
    -- 0: seven rows, Monday to Sunday; 1: tiers, a puzzle a day of each.
    tiers INTEGER NOT NULL CHECK (tiers IN (0, 1)),
    PRIMARY KEY (channel, version)
) STRICT, WITHOUT ROWID;
INSERT INTO schedule VALUES('club',1,'2026-01-01',1);
INSERT INTO schedule VALUES('shop',1,'2026-01-01',0);
CREATE TABLE pack (
    pk INTEGER PRIMARY KEY,
    pack_id BLOB NOT NULL UNIQUE CHECK (length(pack_id) = 10),
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
    version INTEGER NOT NULL CHECK (version BETWEEN 1 AND 4294967295),
    -- When it was made first, YYYY-MM-DD.
    date TEXT NOT NULL CHECK (length(date) = 10)
) STRICT;
INSERT INTO pack VALUES(6603130273305,X'8ab6e23108000fb1c484','Old',1,'2026-01-20');
CREATE TABLE pack_use (
    puzzle BLOB NOT NULL REFERENCES puzzle (id),
    pack INTEGER NOT NULL REFERENCES pack (pk),
    PRIMARY KEY (puzzle, pack)
) STRICT, WITHOUT ROWID;
INSERT INTO pack_use VALUES(X'4675f25679deb1294918',6603130273305);
INSERT INTO pack_use VALUES(X'6c0c6a6a6af956ef476d',6603130273305);
INSERT INTO pack_use VALUES(X'e29fbc1f5e245e317c70',6603130273305);
CREATE TABLE claim (
    puzzle BLOB NOT NULL REFERENCES puzzle (id),
    -- As in rating: 1 is STM; 2 is kept for MTM.
    metric INTEGER NOT NULL CHECK (metric IN (1, 2)),
    -- The length that an import gave as the optimum. The row goes when a
    -- rating is proven, whichever of the two is right.
    length INTEGER NOT NULL CHECK (length BETWEEN 1 AND 65534),
    PRIMARY KEY (puzzle, metric)
) STRICT, WITHOUT ROWID;
INSERT INTO claim VALUES(X'9a36ea58eb3c25f0ccbd',1,22);
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
CREATE TABLE hand_use (
    puzzle BLOB NOT NULL PRIMARY KEY REFERENCES puzzle (id),
    -- When it was marked, YYYY-MM-DD; of two marks the earlier one stays.
    date TEXT NOT NULL CHECK (length(date) = 10),
    -- What it was used for; '': nothing was said.
    note TEXT NOT NULL CHECK (length(CAST(note AS BLOB)) <= 100)
) STRICT, WITHOUT ROWID;
INSERT INTO hand_use VALUES(X'42914556d7f2283a1eaa','2026-01-20','sold');
CREATE TABLE list (
    pk INTEGER PRIMARY KEY,
    channel TEXT NOT NULL,
    version INTEGER NOT NULL,
    -- From 0: the only list, or the first tier.
    place INTEGER NOT NULL CHECK (place BETWEEN 0 AND 6),
    -- The name of the tier; '' where there are none.
    title TEXT NOT NULL CHECK (length(title) <= 32),
    -- Part of the hash that orders the puzzles. The order is not stored.
    seed TEXT NOT NULL CHECK (length(seed) <= 1024),
    -- The filters that the puzzles were selected with, as a JSON object.
    selection TEXT NOT NULL CHECK (length(selection) BETWEEN 2 AND 8191),
    -- The number of the puzzles, and the hash of their ids.
    puzzles INTEGER NOT NULL CHECK (puzzles BETWEEN 1 AND 13000000),
    digest BLOB NOT NULL CHECK (length(digest) = 32),
    UNIQUE (channel, version, place),
    FOREIGN KEY (channel, version) REFERENCES schedule (channel, version)
) STRICT;
INSERT INTO list VALUES(1,'shop',1,0,'','','{"size":["2x2"]}',3,X'fc3273ff80e6fe13e5b40403fa4d7dddf0ad295db9e178879c8c181875e79ecc');
CREATE TABLE list_puzzle (
    list INTEGER NOT NULL REFERENCES list (pk),
    puzzle BLOB NOT NULL REFERENCES puzzle (id),
    PRIMARY KEY (list, puzzle)
) STRICT, WITHOUT ROWID;
INSERT INTO list_puzzle VALUES(1,X'4675f25679deb1294918');
INSERT INTO list_puzzle VALUES(1,X'6c0c6a6a6af956ef476d');
INSERT INTO list_puzzle VALUES(1,X'e29fbc1f5e245e317c70');
CREATE TABLE sample (
    -- As in puzzle.
    class INTEGER NOT NULL,
    -- The effort that rated the boards, and its version.
    effort TEXT NOT NULL CHECK (length(effort) BETWEEN 1 AND 31),
    version INTEGER NOT NULL CHECK (version BETWEEN 1 AND 65535),
    -- The recipes of the boards, up to the last ~; their indices are 0, 1, ...
    series TEXT NOT NULL,
    boards INTEGER NOT NULL CHECK (boards BETWEEN 100 AND 4294967295),
    PRIMARY KEY (class, version)
) STRICT, WITHOUT ROWID;
INSERT INTO sample VALUES(590336,'quick',1,'9x2/rows~g1~sample',100);
CREATE TABLE sample_count (
    class INTEGER NOT NULL,
    version INTEGER NOT NULL,
    measure TEXT NOT NULL CHECK (measure IN ('estimate', 'mlc')),
    value INTEGER NOT NULL CHECK (value BETWEEN 0 AND 65534),
    boards INTEGER NOT NULL CHECK (boards BETWEEN 1 AND 4294967295),
    PRIMARY KEY (class, version, measure, value),
    FOREIGN KEY (class, version) REFERENCES sample (class, version)
) STRICT, WITHOUT ROWID;
INSERT INTO sample_count VALUES(590336,1,'estimate',75,1);
INSERT INTO sample_count VALUES(590336,1,'estimate',79,1);
INSERT INTO sample_count VALUES(590336,1,'estimate',80,1);
INSERT INTO sample_count VALUES(590336,1,'estimate',81,1);
INSERT INTO sample_count VALUES(590336,1,'estimate',82,1);
INSERT INTO sample_count VALUES(590336,1,'estimate',84,1);
INSERT INTO sample_count VALUES(590336,1,'estimate',86,2);
INSERT INTO sample_count VALUES(590336,1,'estimate',87,4);
INSERT INTO sample_count VALUES(590336,1,'estimate',88,2);
INSERT INTO sample_count VALUES(590336,1,'estimate',89,4);
INSERT INTO sample_count VALUES(590336,1,'estimate',90,1);
INSERT INTO sample_count VALUES(590336,1,'estimate',91,1);
INSERT INTO sample_count VALUES(590336,1,'estimate',92,3);
INSERT INTO sample_count VALUES(590336,1,'estimate',93,1);
INSERT INTO sample_count VALUES(590336,1,'estimate',95,2);
INSERT INTO sample_count VALUES(590336,1,'estimate',96,3);
INSERT INTO sample_count VALUES(590336,1,'estimate',97,2);
INSERT INTO sample_count VALUES(590336,1,'estimate',98,4);
INSERT INTO sample_count VALUES(590336,1,'estimate',99,2);
INSERT INTO sample_count VALUES(590336,1,'estimate',100,3);
INSERT INTO sample_count VALUES(590336,1,'estimate',102,1);
INSERT INTO sample_count VALUES(590336,1,'estimate',103,3);
INSERT INTO sample_count VALUES(590336,1,'estimate',104,2);
INSERT INTO sample_count VALUES(590336,1,'estimate',105,3);
INSERT INTO sample_count VALUES(590336,1,'estimate',106,1);
INSERT INTO sample_count VALUES(590336,1,'estimate',107,4);
INSERT INTO sample_count VALUES(590336,1,'estimate',108,1);
INSERT INTO sample_count VALUES(590336,1,'estimate',109,4);
INSERT INTO sample_count VALUES(590336,1,'estimate',110,1);
INSERT INTO sample_count VALUES(590336,1,'estimate',111,3);
INSERT INTO sample_count VALUES(590336,1,'estimate',112,2);
INSERT INTO sample_count VALUES(590336,1,'estimate',113,7);
INSERT INTO sample_count VALUES(590336,1,'estimate',114,3);
INSERT INTO sample_count VALUES(590336,1,'estimate',115,2);
INSERT INTO sample_count VALUES(590336,1,'estimate',116,2);
INSERT INTO sample_count VALUES(590336,1,'estimate',117,3);
INSERT INTO sample_count VALUES(590336,1,'estimate',118,3);
INSERT INTO sample_count VALUES(590336,1,'estimate',120,1);
INSERT INTO sample_count VALUES(590336,1,'estimate',121,2);
INSERT INTO sample_count VALUES(590336,1,'estimate',122,4);
INSERT INTO sample_count VALUES(590336,1,'estimate',123,2);
INSERT INTO sample_count VALUES(590336,1,'estimate',127,1);
INSERT INTO sample_count VALUES(590336,1,'estimate',129,1);
INSERT INTO sample_count VALUES(590336,1,'estimate',131,1);
INSERT INTO sample_count VALUES(590336,1,'estimate',138,1);
INSERT INTO sample_count VALUES(590336,1,'estimate',141,1);
INSERT INTO sample_count VALUES(590336,1,'estimate',144,1);
INSERT INTO sample_count VALUES(590336,1,'mlc',43,1);
INSERT INTO sample_count VALUES(590336,1,'mlc',45,1);
INSERT INTO sample_count VALUES(590336,1,'mlc',47,2);
INSERT INTO sample_count VALUES(590336,1,'mlc',48,1);
INSERT INTO sample_count VALUES(590336,1,'mlc',49,1);
INSERT INTO sample_count VALUES(590336,1,'mlc',50,5);
INSERT INTO sample_count VALUES(590336,1,'mlc',51,1);
INSERT INTO sample_count VALUES(590336,1,'mlc',52,1);
INSERT INTO sample_count VALUES(590336,1,'mlc',53,3);
INSERT INTO sample_count VALUES(590336,1,'mlc',54,4);
INSERT INTO sample_count VALUES(590336,1,'mlc',55,4);
INSERT INTO sample_count VALUES(590336,1,'mlc',56,2);
INSERT INTO sample_count VALUES(590336,1,'mlc',57,3);
INSERT INTO sample_count VALUES(590336,1,'mlc',59,2);
INSERT INTO sample_count VALUES(590336,1,'mlc',60,5);
INSERT INTO sample_count VALUES(590336,1,'mlc',61,5);
INSERT INTO sample_count VALUES(590336,1,'mlc',62,2);
INSERT INTO sample_count VALUES(590336,1,'mlc',63,4);
INSERT INTO sample_count VALUES(590336,1,'mlc',64,4);
INSERT INTO sample_count VALUES(590336,1,'mlc',65,5);
INSERT INTO sample_count VALUES(590336,1,'mlc',66,5);
INSERT INTO sample_count VALUES(590336,1,'mlc',67,2);
INSERT INTO sample_count VALUES(590336,1,'mlc',68,4);
INSERT INTO sample_count VALUES(590336,1,'mlc',69,10);
INSERT INTO sample_count VALUES(590336,1,'mlc',71,2);
INSERT INTO sample_count VALUES(590336,1,'mlc',72,2);
INSERT INTO sample_count VALUES(590336,1,'mlc',73,2);
INSERT INTO sample_count VALUES(590336,1,'mlc',74,2);
INSERT INTO sample_count VALUES(590336,1,'mlc',75,2);
INSERT INTO sample_count VALUES(590336,1,'mlc',76,2);
INSERT INTO sample_count VALUES(590336,1,'mlc',77,1);
INSERT INTO sample_count VALUES(590336,1,'mlc',78,2);
INSERT INTO sample_count VALUES(590336,1,'mlc',79,1);
INSERT INTO sample_count VALUES(590336,1,'mlc',80,2);
INSERT INTO sample_count VALUES(590336,1,'mlc',81,1);
INSERT INTO sample_count VALUES(590336,1,'mlc',83,2);
INSERT INTO sample_count VALUES(590336,1,'mlc',85,1);
INSERT INTO sample_count VALUES(590336,1,'mlc',88,1);
CREATE TABLE schedule_row (
    channel TEXT NOT NULL,
    version INTEGER NOT NULL,
    -- From 0: Monday, or the first tier.
    place INTEGER NOT NULL CHECK (place BETWEEN 0 AND 6),
    -- Of tiers, the tier's name.
    title TEXT NOT NULL CHECK (length(title) BETWEEN 1 AND 32),
    width INTEGER NOT NULL CHECK (width BETWEEN 2 AND 15),
    height INTEGER NOT NULL CHECK (height BETWEEN 2 AND 15),
    layout TEXT NOT NULL CHECK (length(layout) BETWEEN 1 AND 1000),
    -- The band meant when the version was made, NULL where a range was
    -- given. The range decides, whatever became of the band since.
    band TEXT CHECK (length(band) BETWEEN 1 AND 32),
    -- What the range is of: lengths in STM up to 16 cells, mlc beyond.
    target TEXT NOT NULL
        CHECK (target = CASE WHEN width * height > 16 THEN 'mlc' ELSE 'stm' END),
    low INTEGER NOT NULL CHECK (low BETWEEN 1 AND high),
    high INTEGER NOT NULL CHECK (high BETWEEN 1 AND 65534),
    PRIMARY KEY (channel, version, place),
    FOREIGN KEY (channel, version) REFERENCES schedule (channel, version)
) STRICT, WITHOUT ROWID;
INSERT INTO schedule_row VALUES('club',1,0,'one',3,2,'rows',NULL,'stm',8,12);
INSERT INTO schedule_row VALUES('club',1,1,'large',5,5,'rows',NULL,'mlc',80,90);
CREATE TABLE ledger (
    channel TEXT NOT NULL REFERENCES channel (name),
    -- From 1, without gaps, in order of date and tier.
    number INTEGER NOT NULL CHECK (number BETWEEN 1 AND 4294967295),
    date TEXT NOT NULL CHECK (length(date) = 10),
    -- '' where there are none.
    tier TEXT NOT NULL CHECK (length(tier) <= 32),
    version INTEGER NOT NULL CHECK (version BETWEEN 1 AND 4294967295),
    puzzle BLOB NOT NULL REFERENCES puzzle (id),
    -- The proven length; NULL beyond 16 cells, proven or not.
    stm INTEGER CHECK (stm BETWEEN 1 AND 65534),
    -- What the day's commitment was made with; NULL without a secret.
    nonce BLOB CHECK (length(nonce) = 32),
    -- Over all of this row and the hash before it.
    hash BLOB NOT NULL CHECK (length(hash) = 32),
    PRIMARY KEY (channel, number),
    UNIQUE (channel, date, tier)
) STRICT, WITHOUT ROWID;
INSERT INTO ledger VALUES('club',1,'2026-01-01','one',1,X'61b685646b766a75a081',10,NULL,X'af35b14bdfc60672330984cbd6b666cc42de4b3e170c812eda87452dd2d760bf');
INSERT INTO ledger VALUES('club',2,'2026-01-01','large',1,X'25a704b3f6fb63e813f6',NULL,NULL,X'02a8acdf7dbee44ff2abaacd6cbb0aeef50cc9ef910e68b2677303d02704a220');
INSERT INTO ledger VALUES('club',3,'2026-01-02','one',1,X'cd7e2d38c47b04e0fd5f',10,NULL,X'0c8c2f0833fcf6b09bb617b6ac01ac4c7be76dbb92431eb0054fc8a9a79b6015');
INSERT INTO ledger VALUES('club',4,'2026-01-02','large',1,X'38a2002628788771cf28',NULL,NULL,X'b1fdd1968e582595194a410f2c6a9ae8841a781ac314eb95384bb8dd198564d6');
INSERT INTO ledger VALUES('shop',1,'2026-01-01','',1,X'4675f25679deb1294918',5,NULL,X'293ae6bb6a9fb70095025a3732fd932dfa77b5dc39da82df04f9cc6fc8343dbc');
INSERT INTO ledger VALUES('shop',2,'2026-01-02','',1,X'6c0c6a6a6af956ef476d',1,NULL,X'a9acb8b432f81fce8c287eb2558cc66732ad32224bd6f21156e020670f251782');
CREATE INDEX goal_layout ON goal (width, height, layout)
WHERE layout IS NOT NULL;
CREATE INDEX puzzle_goal ON puzzle (goal, stm, id);
CREATE INDEX puzzle_class ON puzzle (class, stm, id) WHERE class IS NOT NULL;
CREATE INDEX recipe_puzzle ON recipe (puzzle, series, number);
CREATE VIEW solution (puzzle, metric, length, path) AS
SELECT puzzle, metric, upper, path FROM rating;
CREATE TRIGGER commitment_stays
BEFORE UPDATE OF channel, date, tier, version, hash ON commitment
BEGIN
    SELECT raise(ABORT, 'a commitment is never changed');
END;
CREATE TRIGGER commitment_keeps BEFORE DELETE ON commitment
BEGIN
    SELECT raise(ABORT, 'a commitment is never taken back');
END;
CREATE INDEX pack_use_pack ON pack_use (pack, puzzle);
CREATE INDEX puzzle_goal_upper ON puzzle (goal, upper, id)
WHERE upper IS NOT NULL;
CREATE INDEX puzzle_class_upper ON puzzle (class, upper, id)
WHERE upper IS NOT NULL AND class IS NOT NULL;
CREATE INDEX puzzle_goal_estimate ON puzzle (goal, estimate, id)
WHERE estimate IS NOT NULL;
CREATE INDEX puzzle_class_estimate ON puzzle (class, estimate, id)
WHERE estimate IS NOT NULL AND class IS NOT NULL;
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
CREATE INDEX puzzle_goal_mtm ON puzzle (goal, mtm, id)
WHERE mtm IS NOT NULL;
CREATE INDEX puzzle_class_mtm ON puzzle (class, mtm, id)
WHERE mtm IS NOT NULL AND class IS NOT NULL;
COMMIT;
