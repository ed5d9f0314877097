-- A catalogue of schema version 2, as the release that made it left it.
PRAGMA application_id = 1280268612;
PRAGMA user_version = 2;
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
INSERT INTO goal VALUES(1,3,3,X'010203080004070605','spiral');
INSERT INTO goal VALUES(2,3,2,X'040003010502',NULL);
INSERT INTO goal VALUES(3,3,2,X'020300040501',NULL);
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
INSERT INTO puzzle VALUES(X'3581339400076fc51afb',1,X'1520873640',NULL,10);
INSERT INTO puzzle VALUES(X'4459a555c36ed2cd4206',1,X'4580621370',NULL,16);
INSERT INTO puzzle VALUES(X'4986e13fd84b53a59d7d',1,X'5783014620',NULL,20);
INSERT INTO puzzle VALUES(X'617ba871905ad9c7a1bf',3,X'645500',197120,12);
INSERT INTO puzzle VALUES(X'cc09b21e0c2767c07848',2,X'21ab00',197121,17);
CREATE TABLE series (
    pk INTEGER PRIMARY KEY,
    -- The bytes of the text; digests are taken in order of length.
    bytes INTEGER NOT NULL CHECK (bytes = length(CAST(text AS BLOB))),
    -- The recipe up to the last ~, which is left out with the index.
    text TEXT NOT NULL,
    UNIQUE (bytes, text)
) STRICT;
INSERT INTO series VALUES(1,16,'3x3/spiral~g1~v1');
INSERT INTO series VALUES(2,16,'3x2/random~g1~v1');
CREATE TABLE recipe (
    series INTEGER NOT NULL REFERENCES series (pk),
    number INTEGER NOT NULL CHECK (number BETWEEN 0 AND 281474976710655),
    puzzle BLOB NOT NULL REFERENCES puzzle (id),
    PRIMARY KEY (series, number)
) STRICT, WITHOUT ROWID;
INSERT INTO recipe VALUES(1,1,X'3581339400076fc51afb');
INSERT INTO recipe VALUES(1,2,X'4459a555c36ed2cd4206');
INSERT INTO recipe VALUES(1,0,X'4986e13fd84b53a59d7d');
INSERT INTO recipe VALUES(2,1,X'617ba871905ad9c7a1bf');
INSERT INTO recipe VALUES(2,0,X'cc09b21e0c2767c07848');
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
INSERT INTO rating VALUES(X'3581339400076fc51afb',1,10,10,1,X'990f98');
INSERT INTO rating VALUES(X'4459a555c36ed2cd4206',1,16,16,1,X'0ee44fa480');
INSERT INTO rating VALUES(X'4986e13fd84b53a59d7d',1,20,20,1,X'bb190ec6b180');
INSERT INTO rating VALUES(X'617ba871905ad9c7a1bf',1,12,12,1,X'b16f1b80');
INSERT INTO rating VALUES(X'cc09b21e0c2767c07848',1,17,17,1,X'c6f193b1a0');
CREATE TABLE band (
    -- The band begins here and ends where the next one does, the last one at
    -- 100: so there is neither gap nor overlap, where one begins at 0.
    -- Percentiles in thousandths: 12.5 is 12500. A bound belongs to the band
    -- above it.
    low INTEGER PRIMARY KEY CHECK (low BETWEEN 0 AND 99999),
    name TEXT NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 32)
) STRICT;
INSERT INTO band VALUES(0,'easy');
INSERT INTO band VALUES(5000,'hard');
INSERT INTO band VALUES(90000,'expert');
CREATE INDEX goal_layout ON goal (width, height, layout)
WHERE layout IS NOT NULL;
CREATE INDEX puzzle_goal ON puzzle (goal, stm, id);
CREATE INDEX puzzle_class ON puzzle (class, stm, id) WHERE class IS NOT NULL;
CREATE INDEX recipe_puzzle ON recipe (puzzle, series, number);
CREATE VIEW solution (puzzle, metric, length, path) AS
SELECT puzzle, metric, upper, path FROM rating;
COMMIT;
