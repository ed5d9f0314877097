-- A catalogue of schema version 12, as the release that made it left it.
PRAGMA application_id = 1280268612;
PRAGMA user_version = 12;
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
INSERT INTO goal VALUES(1,3,2,X'010203040500','rows');
INSERT INTO goal VALUES(2,2,2,X'01020300','rows');
INSERT INTO goal VALUES(3,3,3,X'030908020700060401',NULL);
INSERT INTO goal VALUES(4,3,3,X'090807000103050602',NULL);
INSERT INTO goal VALUES(5,3,3,X'060309050700020108',NULL);
INSERT INTO goal VALUES(6,3,3,X'010203060504070800','snake');
INSERT INTO goal VALUES(7,5,5,X'0102030405060708090a0b0c0d0e0f10111213141516171800','rows');
INSERT INTO goal VALUES(8,9,2,X'0102030405060708090a0b0c0d0e0f101100','rows');
INSERT INTO goal VALUES(9,3,3,X'010203040506070800','rows');
INSERT INTO goal VALUES(10,6,6,X'0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f2021222300','rows');
INSERT INTO goal VALUES(11,4,4,X'0102030405060708090a0b0c0d0e0f00','rows');
INSERT INTO goal VALUES(12,4,4,X'0102030408070605090a0b0c000f0e0d','snake');
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
INSERT INTO puzzle VALUES(X'1cbc15a4505e95d76fbd',1,X'850ac0',NULL,9,NULL,NULL,NULL);
INSERT INTO puzzle VALUES(X'42914556d7f2283a1eaa',1,X'3284c0',NULL,9,NULL,NULL,7);
INSERT INTO puzzle VALUES(X'42dfec77b15a5188917f',1,X'519140',NULL,12,NULL,NULL,8);
INSERT INTO puzzle VALUES(X'44e6aa1f18d2f23b317e',3,X'4265038170',197377,26,NULL,NULL,19);
INSERT INTO puzzle VALUES(X'4675f25679deb1294918',2,X'6c',NULL,5,NULL,NULL,5);
INSERT INTO puzzle VALUES(X'4b450d1d448e3448c045',10,X'00108310518720928b30d38f41149351559761981a6dd79f863722',NULL,NULL,6,NULL,NULL);
INSERT INTO puzzle VALUES(X'4bd3517f7906b3984c4a',1,X'94b400',NULL,16,NULL,NULL,14);
INSERT INTO puzzle VALUES(X'531e477cd21175d5e15f',1,X'2ea100',NULL,15,NULL,NULL,14);
INSERT INTO puzzle VALUES(X'5db3bb9035cdfac64dc5',6,X'2745360810',NULL,21,NULL,NULL,16);
INSERT INTO puzzle VALUES(X'6b80331b0726e7a216b2',9,X'4385762100',NULL,NULL,NULL,NULL,NULL);
INSERT INTO puzzle VALUES(X'6c0c6a6a6af956ef476d',2,X'1e',NULL,1,NULL,NULL,1);
INSERT INTO puzzle VALUES(X'72ba3b2035290f179c1a',4,X'2371460850',197377,20,NULL,NULL,16);
INSERT INTO puzzle VALUES(X'7e27fb2616e86f698e9e',12,X'21fa86357dbe0c49',NULL,47,NULL,NULL,NULL);
INSERT INTO puzzle VALUES(X'7f0776428763f06cdad7',7,X'3d49875a5003c465ccada5c714302a48',NULL,NULL,119,65655,NULL);
INSERT INTO puzzle VALUES(X'909ff2ed00bfc24af1ee',7,X'74ec94464c36207255e01aa972882b68',NULL,NULL,115,65651,65593);
INSERT INTO puzzle VALUES(X'957d31bff7504c102d1d',1,X'5488c0',NULL,12,NULL,NULL,10);
INSERT INTO puzzle VALUES(X'9a36ea58eb3c25f0ccbd',9,X'1023457680',NULL,NULL,NULL,NULL,NULL);
INSERT INTO puzzle VALUES(X'a770c330811f4012cff0',1,X'5290c0',NULL,11,NULL,NULL,7);
INSERT INTO puzzle VALUES(X'b282fcb9f7aeecc48d57',1,X'622a40',NULL,9,NULL,NULL,NULL);
INSERT INTO puzzle VALUES(X'c3d8b83fea823c025ce7',11,X'13ebd9fa70284c56',NULL,45,NULL,NULL,NULL);
INSERT INTO puzzle VALUES(X'c77a0af4202c6ed74928',8,X'514e3205607a0c96b1c28c00',NULL,NULL,117,65653,65588);
INSERT INTO puzzle VALUES(X'ce6957a4f456ca0d1fe8',7,X'49a85392379b58e12e00ad82f5606890',NULL,NULL,103,65639,65591);
INSERT INTO puzzle VALUES(X'cf9a6f4074588b2ceb35',5,X'3125478060',197377,18,NULL,NULL,14);
INSERT INTO puzzle VALUES(X'df2aa30ed0eb4510321b',6,X'2456730180',NULL,22,NULL,NULL,17);
INSERT INTO puzzle VALUES(X'e0072fa8ea49cfb4f7fd',1,X'6a1a00',NULL,9,NULL,NULL,NULL);
INSERT INTO puzzle VALUES(X'e29fbc1f5e245e317c70',2,X'e4',NULL,6,NULL,NULL,6);
INSERT INTO puzzle VALUES(X'efde4576b0b4463a2fb4',1,X'ae1400',NULL,11,NULL,NULL,NULL);
INSERT INTO puzzle VALUES(X'f9b827fad69a717988b0',7,X'98974c192371e322bd17012ca6d59008',NULL,NULL,118,65654,NULL);
INSERT INTO puzzle VALUES(X'fd93f0e5700ecec4a0c8',6,X'0865412370',NULL,23,NULL,NULL,19);
CREATE TABLE series (
    pk INTEGER PRIMARY KEY,
    -- The bytes of the text; digests are taken in order of length.
    bytes INTEGER NOT NULL CHECK (bytes = length(CAST(text AS BLOB))),
    -- The recipe up to the last ~, which is left out with the index.
    text TEXT NOT NULL,
    UNIQUE (bytes, text)
) STRICT;
INSERT INTO series VALUES(1,15,'3x2/rows~g1~old');
INSERT INTO series VALUES(2,15,'2x2/rows~g1~old');
INSERT INTO series VALUES(3,34,'3x3/random,missing=random~g1~drawn');
INSERT INTO series VALUES(4,16,'3x3/snake~g1~old');
INSERT INTO series VALUES(5,15,'5x5/rows~g1~old');
INSERT INTO series VALUES(6,15,'9x2/rows~g1~old');
INSERT INTO series VALUES(7,50,'3x2/rows~g1,stm=8..12@s104epja~club/2026-01-01/one');
INSERT INTO series VALUES(8,53,'5x5/rows~g1,mlc=80..90@s104epja~club/2026-01-01/large');
INSERT INTO series VALUES(9,50,'3x2/rows~g1,stm=8..12@s104epja~club/2026-01-02/one');
INSERT INTO series VALUES(10,53,'5x5/rows~g1,mlc=80..90@s104epja~club/2026-01-02/large');
INSERT INTO series VALUES(11,37,'3x2/rows~g1,stm=8..12~week/2026-01-01');
INSERT INTO series VALUES(12,37,'3x2/rows~g1,stm=8..12~week/2026-01-02');
INSERT INTO series VALUES(13,39,'4x4/rows~g1,stm=40..47~daily/2026-01-01');
INSERT INTO series VALUES(14,40,'4x4/snake~g1,stm=45..52~daily/2026-01-02');
CREATE TABLE recipe (
    series INTEGER NOT NULL REFERENCES series (pk),
    number INTEGER NOT NULL CHECK (number BETWEEN 0 AND 281474976710655),
    puzzle BLOB NOT NULL REFERENCES puzzle (id),
    PRIMARY KEY (series, number)
) STRICT, WITHOUT ROWID;
INSERT INTO recipe VALUES(7,0,X'1cbc15a4505e95d76fbd');
INSERT INTO recipe VALUES(1,0,X'42914556d7f2283a1eaa');
INSERT INTO recipe VALUES(1,5,X'42dfec77b15a5188917f');
INSERT INTO recipe VALUES(3,1,X'44e6aa1f18d2f23b317e');
INSERT INTO recipe VALUES(2,1,X'4675f25679deb1294918');
INSERT INTO recipe VALUES(1,1,X'4bd3517f7906b3984c4a');
INSERT INTO recipe VALUES(1,3,X'531e477cd21175d5e15f');
INSERT INTO recipe VALUES(4,1,X'5db3bb9035cdfac64dc5');
INSERT INTO recipe VALUES(2,0,X'6c0c6a6a6af956ef476d');
INSERT INTO recipe VALUES(3,2,X'72ba3b2035290f179c1a');
INSERT INTO recipe VALUES(14,0,X'7e27fb2616e86f698e9e');
INSERT INTO recipe VALUES(10,0,X'7f0776428763f06cdad7');
INSERT INTO recipe VALUES(5,0,X'909ff2ed00bfc24af1ee');
INSERT INTO recipe VALUES(1,2,X'957d31bff7504c102d1d');
INSERT INTO recipe VALUES(1,4,X'a770c330811f4012cff0');
INSERT INTO recipe VALUES(9,0,X'b282fcb9f7aeecc48d57');
INSERT INTO recipe VALUES(13,0,X'c3d8b83fea823c025ce7');
INSERT INTO recipe VALUES(6,0,X'c77a0af4202c6ed74928');
INSERT INTO recipe VALUES(5,1,X'ce6957a4f456ca0d1fe8');
INSERT INTO recipe VALUES(3,0,X'cf9a6f4074588b2ceb35');
INSERT INTO recipe VALUES(4,0,X'df2aa30ed0eb4510321b');
INSERT INTO recipe VALUES(12,0,X'e0072fa8ea49cfb4f7fd');
INSERT INTO recipe VALUES(2,2,X'e29fbc1f5e245e317c70');
INSERT INTO recipe VALUES(11,0,X'efde4576b0b4463a2fb4');
INSERT INTO recipe VALUES(8,0,X'f9b827fad69a717988b0');
INSERT INTO recipe VALUES(4,2,X'fd93f0e5700ecec4a0c8');
CREATE TABLE search (
    pk INTEGER PRIMARY KEY,
    method TEXT NOT NULL CHECK (length(method) BETWEEN 1 AND 31),
    -- Nodes a board at the most; 0: to the end.
    budget INTEGER NOT NULL CHECK (budget >= 0),
    UNIQUE (method, budget)
) STRICT;
INSERT INTO search VALUES(1,'exact',0);
INSERT INTO search VALUES(2,'quick 1',260000);
INSERT INTO search VALUES(3,'quick 1',30000);
INSERT INTO search VALUES(4,'import',1);
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
INSERT INTO rating VALUES(X'1cbc15a4505e95d76fbd',1,9,9,1,X'e53b20',NULL);
INSERT INTO rating VALUES(X'42914556d7f2283a1eaa',1,9,9,1,X'4e53e0',NULL);
INSERT INTO rating VALUES(X'42914556d7f2283a1eaa',2,7,7,1,X'4e53e0',NULL);
INSERT INTO rating VALUES(X'42dfec77b15a5188917f',1,12,12,1,X'94f94f80',NULL);
INSERT INTO rating VALUES(X'42dfec77b15a5188917f',2,8,8,1,X'94f94f80',NULL);
INSERT INTO rating VALUES(X'44e6aa1f18d2f23b317e',1,26,26,1,X'3e90e53e5b13e8',NULL);
INSERT INTO rating VALUES(X'44e6aa1f18d2f23b317e',2,19,19,1,X'3e90e53e5b13e8',NULL);
INSERT INTO rating VALUES(X'4675f25679deb1294918',1,5,5,1,X'e4e0',NULL);
INSERT INTO rating VALUES(X'4675f25679deb1294918',2,5,5,1,X'e4e0',NULL);
INSERT INTO rating VALUES(X'4b450d1d448e3448c045',1,5,6,4,X'6f38',NULL);
INSERT INTO rating VALUES(X'4bd3517f7906b3984c4a',1,16,16,1,X'4f91b39380',NULL);
INSERT INTO rating VALUES(X'4bd3517f7906b3984c4a',2,14,14,1,X'4f91bc6c80',NULL);
INSERT INTO rating VALUES(X'531e477cd21175d5e15f',1,15,15,1,X'16ce46ce',NULL);
INSERT INTO rating VALUES(X'531e477cd21175d5e15f',2,14,14,1,X'16ce46ce',NULL);
INSERT INTO rating VALUES(X'5db3bb9035cdfac64dc5',1,21,21,1,X'93b1a43b9320',NULL);
INSERT INTO rating VALUES(X'5db3bb9035cdfac64dc5',2,16,16,1,X'93e90e943e90e0',NULL);
INSERT INTO rating VALUES(X'6c0c6a6a6af956ef476d',1,1,1,1,X'e0',NULL);
INSERT INTO rating VALUES(X'6c0c6a6a6af956ef476d',2,1,1,1,X'e0',NULL);
INSERT INTO rating VALUES(X'72ba3b2035290f179c1a',1,20,20,1,X'31ac643b9480',NULL);
INSERT INTO rating VALUES(X'72ba3b2035290f179c1a',2,16,16,1,X'31a43e94f198',NULL);
INSERT INTO rating VALUES(X'7e27fb2616e86f698e9e',1,47,47,1,X'93fa50eac54e90fe64339906',NULL);
INSERT INTO rating VALUES(X'7f0776428763f06cdad7',1,93,119,2,X'453acf111abc4396ef94e54f94c4393ea9006f94ff1b9b10e9b15bc64cf2',3);
INSERT INTO rating VALUES(X'909ff2ed00bfc24af1ee',1,93,115,2,X'9110fa940fe96903ab19043ec6bb13a951b103ee5a40f9b14fbe53b10e',3);
INSERT INTO rating VALUES(X'909ff2ed00bfc24af1ee',2,32,57,2,X'9500faa54c0faa503ea5043faa5403fe9395a40ffa543ace9504fcea41abc020',3);
INSERT INTO rating VALUES(X'957d31bff7504c102d1d',1,12,12,1,X'394f9380',NULL);
INSERT INTO rating VALUES(X'957d31bff7504c102d1d',2,10,10,1,X'394f9380',NULL);
INSERT INTO rating VALUES(X'a770c330811f4012cff0',1,11,11,1,X'53e53e',NULL);
INSERT INTO rating VALUES(X'a770c330811f4012cff0',2,7,7,1,X'53e53e',NULL);
INSERT INTO rating VALUES(X'b282fcb9f7aeecc48d57',1,9,9,1,X'6ce4e0',NULL);
INSERT INTO rating VALUES(X'c3d8b83fea823c025ce7',1,45,45,1,X'90f916f0ea414ea43b0e90e0',NULL);
INSERT INTO rating VALUES(X'c77a0af4202c6ed74928',1,105,117,2,X'5593bfc55bf155bffc5556fff155bc5bfc593bc556ffcf953fb1953fe4e0',3);
INSERT INTO rating VALUES(X'c77a0af4202c6ed74928',2,26,52,2,X'5653bfc555bffc5556fffc555bfc55bffc555b16ffff156f164efc6f1b20',3);
INSERT INTO rating VALUES(X'ce6957a4f456ca0d1fe8',1,89,103,2,X'a9bfc56c316903afa403b94fa9450f3e990fa564ef06cc456f3e',3);
INSERT INTO rating VALUES(X'ce6957a4f456ca0d1fe8',2,28,55,2,X'ae9403ea40e93ea540ff953f96e503cea953f954fc056eac43ab0c20',3);
INSERT INTO rating VALUES(X'cf9a6f4074588b2ceb35',1,18,18,1,X'b06ce643e8',NULL);
INSERT INTO rating VALUES(X'cf9a6f4074588b2ceb35',2,14,14,1,X'3e5bc53e94f8',NULL);
INSERT INTO rating VALUES(X'df2aa30ed0eb4510321b',1,22,22,1,X'6c64e90ee438',NULL);
INSERT INTO rating VALUES(X'df2aa30ed0eb4510321b',2,17,17,1,X'94fa50e4fa4c80',NULL);
INSERT INTO rating VALUES(X'e0072fa8ea49cfb4f7fd',1,9,9,1,X'e46ce0',NULL);
INSERT INTO rating VALUES(X'e29fbc1f5e245e317c70',1,6,6,1,X'3938',NULL);
INSERT INTO rating VALUES(X'e29fbc1f5e245e317c70',2,6,6,1,X'3938',NULL);
INSERT INTO rating VALUES(X'efde4576b0b4463a2fb4',1,11,11,1,X'ce46ce',NULL);
INSERT INTO rating VALUES(X'f9b827fad69a717988b0',1,96,118,2,X'19106fe950fe590f14fbc5bc5693f905babc3a4453fe54fac196fe540cf8',3);
INSERT INTO rating VALUES(X'fd93f0e5700ecec4a0c8',1,23,23,1,X'1bc64393e6c2',NULL);
INSERT INTO rating VALUES(X'fd93f0e5700ecec4a0c8',2,19,19,1,X'1bc64393e6c2',NULL);
CREATE TABLE band (
    -- The band begins here and ends where the next one does, the last one at
    -- 100: so there is neither gap nor overlap, where one begins at 0.
    -- Percentiles in thousandths: 12.5 is 12500. A bound belongs to the band
    -- above it.
    low INTEGER PRIMARY KEY CHECK (low BETWEEN 0 AND 99999),
    name TEXT NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 32)
) STRICT;
INSERT INTO band VALUES(0,'easy');
INSERT INTO band VALUES(500,'medium');
INSERT INTO band VALUES(33333,'hard');
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
INSERT INTO channel VALUES('club','2026-01-01','s104epja',4,'2026-01-02',X'91cfaccdcbdc33515fe4fba7636307b6af39338ef30da804983b7702716f1974');
INSERT INTO channel VALUES('daily','2026-01-01',NULL,2,'2026-01-02',X'0eb4c4f551c73b95fb72f170a1ed59f88b3bf4b1d8d3e11e16187e61a34e0045');
INSERT INTO channel VALUES('shop','2026-01-01',NULL,2,'2026-01-02',X'd3175b8f4dc67e2a66c365ed2d4855ff9378c263a31f3f656129076fc97ddc91');
INSERT INTO channel VALUES('two','2026-01-01',NULL,2,'2026-01-01',X'd22ec1f23c7363d7137413d1d330a7b10009764e9a68d4c9668db56ed5a492d5');
INSERT INTO channel VALUES('week','2026-01-01',NULL,2,'2026-01-02',X'80b8d15763ccd6da4ef8e1b5cbd5531b606221921a9dd6f50781e3bc7c421824');
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
INSERT INTO schedule VALUES('two',1,'2026-01-01',1);
INSERT INTO schedule VALUES('week',1,'2026-01-01',0);
CREATE TABLE pack (
    pk INTEGER PRIMARY KEY,
    pack_id BLOB NOT NULL UNIQUE CHECK (length(pack_id) = 10),
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
    version INTEGER NOT NULL CHECK (version BETWEEN 1 AND 4294967295),
    -- When it was made first, YYYY-MM-DD.
    date TEXT NOT NULL CHECK (length(date) = 10)
) STRICT;
INSERT INTO pack VALUES(7146986511380,X'889799222cf69a179f43','Pack & one',1,'2026-02-01');
INSERT INTO pack VALUES(12851470530615,X'b9fd1baf149a95f4509a','two',1,'2026-02-02');
CREATE TABLE pack_use (
    puzzle BLOB NOT NULL REFERENCES puzzle (id),
    pack INTEGER NOT NULL REFERENCES pack (pk),
    PRIMARY KEY (puzzle, pack)
) STRICT, WITHOUT ROWID;
INSERT INTO pack_use VALUES(X'1cbc15a4505e95d76fbd',7146986511380);
INSERT INTO pack_use VALUES(X'42914556d7f2283a1eaa',7146986511380);
INSERT INTO pack_use VALUES(X'42dfec77b15a5188917f',7146986511380);
INSERT INTO pack_use VALUES(X'4bd3517f7906b3984c4a',7146986511380);
INSERT INTO pack_use VALUES(X'531e477cd21175d5e15f',7146986511380);
INSERT INTO pack_use VALUES(X'957d31bff7504c102d1d',7146986511380);
INSERT INTO pack_use VALUES(X'a770c330811f4012cff0',7146986511380);
INSERT INTO pack_use VALUES(X'b282fcb9f7aeecc48d57',7146986511380);
INSERT INTO pack_use VALUES(X'e0072fa8ea49cfb4f7fd',7146986511380);
INSERT INTO pack_use VALUES(X'efde4576b0b4463a2fb4',7146986511380);
INSERT INTO pack_use VALUES(X'4675f25679deb1294918',12851470530615);
INSERT INTO pack_use VALUES(X'6c0c6a6a6af956ef476d',12851470530615);
INSERT INTO pack_use VALUES(X'e29fbc1f5e245e317c70',12851470530615);
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
INSERT INTO claim VALUES(X'9a36ea58eb3c25f0ccbd',2,18);
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
INSERT INTO site VALUES('club','The club','https://example.com/club/',1,2,'Europe/Berlin',120);
INSERT INTO site VALUES('daily','','',0,30,'UTC',0);
INSERT INTO site VALUES('shop','','',0,30,'UTC',0);
INSERT INTO site VALUES('two','','',0,30,'UTC',0);
INSERT INTO site VALUES('week','','',0,30,'UTC',0);
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
INSERT INTO commitment VALUES('club','2026-01-03','large',1,X'f383e804a0ab33ca7a80e236441bf992a7fecb3a48881690b8f0e60eb4572fc4','2026-01-02');
INSERT INTO commitment VALUES('club','2026-01-03','one',1,X'7293b3100f75f92a13365b701dc2de75b7ad896e8b4f497045ff8b8549730313','2026-01-02');
INSERT INTO commitment VALUES('club','2026-01-04','large',1,X'3b2799a8b4d2ab6abc4c068548460ac2fd46a4c1c2fd31c9e297efefa56f3842','2026-01-02');
INSERT INTO commitment VALUES('club','2026-01-04','one',1,X'5c18a15d02d75e07ccadd236b4767bb7bb32a7089b0ff64429a6a184dde97413','2026-01-02');
CREATE TABLE hand_use (
    puzzle BLOB NOT NULL PRIMARY KEY REFERENCES puzzle (id),
    -- When it was marked, YYYY-MM-DD; of two marks the earlier one stays.
    date TEXT NOT NULL CHECK (length(date) = 10),
    -- What it was used for; '': nothing was said.
    note TEXT NOT NULL CHECK (length(CAST(note AS BLOB)) <= 100)
) STRICT, WITHOUT ROWID;
INSERT INTO hand_use VALUES(X'6c0c6a6a6af956ef476d','2026-02-04','');
INSERT INTO hand_use VALUES(X'df2aa30ed0eb4510321b','2026-02-03','in print');
INSERT INTO hand_use VALUES(X'e29fbc1f5e245e317c70','2026-02-04','');
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
INSERT INTO list VALUES(1,'shop',1,0,'','x','{"size":["2x2"]}',3,X'fc3273ff80e6fe13e5b40403fa4d7dddf0ad295db9e178879c8c181875e79ecc');
INSERT INTO list VALUES(2,'two',1,0,'small','','{"size":["2x2"]}',3,X'fc3273ff80e6fe13e5b40403fa4d7dddf0ad295db9e178879c8c181875e79ecc');
INSERT INTO list VALUES(3,'two',1,1,'wide','','{"size":["3x2"]}',8,X'88ae7704a138227c5809f9a71051d84802adf8326fe5cbad57913af77c2f2f74');
CREATE TABLE list_puzzle (
    list INTEGER NOT NULL REFERENCES list (pk),
    puzzle BLOB NOT NULL REFERENCES puzzle (id),
    PRIMARY KEY (list, puzzle)
) STRICT, WITHOUT ROWID;
INSERT INTO list_puzzle VALUES(1,X'4675f25679deb1294918');
INSERT INTO list_puzzle VALUES(1,X'6c0c6a6a6af956ef476d');
INSERT INTO list_puzzle VALUES(1,X'e29fbc1f5e245e317c70');
INSERT INTO list_puzzle VALUES(2,X'4675f25679deb1294918');
INSERT INTO list_puzzle VALUES(2,X'6c0c6a6a6af956ef476d');
INSERT INTO list_puzzle VALUES(2,X'e29fbc1f5e245e317c70');
INSERT INTO list_puzzle VALUES(3,X'1cbc15a4505e95d76fbd');
INSERT INTO list_puzzle VALUES(3,X'42914556d7f2283a1eaa');
INSERT INTO list_puzzle VALUES(3,X'42dfec77b15a5188917f');
INSERT INTO list_puzzle VALUES(3,X'4bd3517f7906b3984c4a');
INSERT INTO list_puzzle VALUES(3,X'531e477cd21175d5e15f');
INSERT INTO list_puzzle VALUES(3,X'957d31bff7504c102d1d');
INSERT INTO list_puzzle VALUES(3,X'a770c330811f4012cff0');
INSERT INTO list_puzzle VALUES(3,X'b282fcb9f7aeecc48d57');
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
INSERT INTO schedule_row VALUES('week',1,0,'a',2,2,'rows',NULL,'stm',1,6);
INSERT INTO schedule_row VALUES('week',1,1,'b',3,2,'rows',NULL,'stm',8,12);
INSERT INTO schedule_row VALUES('week',1,2,'c',3,3,'snake','hard','stm',21,26);
INSERT INTO schedule_row VALUES('week',1,3,'d',3,2,'rows',NULL,'stm',8,12);
INSERT INTO schedule_row VALUES('week',1,4,'e',3,2,'rows',NULL,'stm',8,12);
INSERT INTO schedule_row VALUES('week',1,5,'f',3,2,'rows',NULL,'stm',8,12);
INSERT INTO schedule_row VALUES('week',1,6,'g-g',3,2,'rows',NULL,'stm',8,12);
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
INSERT INTO ledger VALUES('club',1,'2026-01-01','one',1,X'1cbc15a4505e95d76fbd',9,X'e442caf8e361d813dd0211c6ef21c18edda43424afb1f1e7be4e92a9fd3e48ae',X'ec3b50eba5ad47eadf2db641e7ee80d63a81ad0fa96c6ddb7eb323d881f05454');
INSERT INTO ledger VALUES('club',2,'2026-01-01','large',1,X'f9b827fad69a717988b0',NULL,X'0966bd8b192a705d3826a41c3b69fc2f8e2b6b352a3d8e7247c892b9ac3d4651',X'ff5c0c20491c772e9ec660c2c9b0656c2483ab125328a7c222506153b1ed146f');
INSERT INTO ledger VALUES('club',3,'2026-01-02','one',1,X'b282fcb9f7aeecc48d57',9,X'28ede51e914f7f6e0e384c0e67a1c754546d206f04a41d05ddd31710bdff1fb1',X'1f3b48d3b9ac8eef79e7bf66ec8d2bdf636755ea1919cd0e25198b8b293a665c');
INSERT INTO ledger VALUES('club',4,'2026-01-02','large',1,X'7f0776428763f06cdad7',NULL,X'f51251cf6c3ee852176621a3ca7d75764f24f76eec1fcb8fc1034cc9e570ee7b',X'91cfaccdcbdc33515fe4fba7636307b6af39338ef30da804983b7702716f1974');
INSERT INTO ledger VALUES('daily',1,'2026-01-01','',1,X'c3d8b83fea823c025ce7',45,NULL,X'52a693f5ac5afd1505ff88a6db8d49d6e0e75ec71aa8d57fead95520b6edcb7d');
INSERT INTO ledger VALUES('daily',2,'2026-01-02','',1,X'7e27fb2616e86f698e9e',47,NULL,X'0eb4c4f551c73b95fb72f170a1ed59f88b3bf4b1d8d3e11e16187e61a34e0045');
INSERT INTO ledger VALUES('shop',1,'2026-01-01','',1,X'e29fbc1f5e245e317c70',6,NULL,X'24b638b20beb34db46ab358df793fb3cab54d6386bbb73a5ff59db8de4e96b31');
INSERT INTO ledger VALUES('shop',2,'2026-01-02','',1,X'6c0c6a6a6af956ef476d',1,NULL,X'd3175b8f4dc67e2a66c365ed2d4855ff9378c263a31f3f656129076fc97ddc91');
INSERT INTO ledger VALUES('two',1,'2026-01-01','small',1,X'e29fbc1f5e245e317c70',6,NULL,X'af459abe1ab1228851b97ff040781425bbc7613e020c7189ea8d5ab31e9d78c3');
INSERT INTO ledger VALUES('two',2,'2026-01-01','wide',1,X'531e477cd21175d5e15f',15,NULL,X'd22ec1f23c7363d7137413d1d330a7b10009764e9a68d4c9668db56ed5a492d5');
INSERT INTO ledger VALUES('week',1,'2026-01-01','',1,X'efde4576b0b4463a2fb4',11,NULL,X'3ec84aa0145ea9700ffbf61bbf55dac50427140bbb311f229d5e1217d38402c9');
INSERT INTO ledger VALUES('week',2,'2026-01-02','',1,X'e0072fa8ea49cfb4f7fd',9,NULL,X'80b8d15763ccd6da4ef8e1b5cbd5531b606221921a9dd6f50781e3bc7c421824');
CREATE TABLE name (
    puzzle BLOB NOT NULL PRIMARY KEY REFERENCES puzzle (id),
    -- As loyd_name_check() allows; unique, so that it finds its puzzle.
    name TEXT NOT NULL UNIQUE
        CHECK (length(CAST(name AS BLOB)) BETWEEN 1 AND 64)
) STRICT, WITHOUT ROWID;
INSERT INTO name VALUES(X'6b80331b0726e7a216b2','Anna');
INSERT INTO name VALUES(X'9a36ea58eb3c25f0ccbd','Zoë & Co');
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
