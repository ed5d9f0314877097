-- SPDX-License-Identifier: MIT
-- What is wrong in a catalogue, beyond types, constraints and indices, which SQLite
-- checks. "-- GROUP: ROW (DOING)" begins a statement that returns each row of a table:
-- its key, and its fault or NULL. Without a key the fault says all. $ is the schema;
-- rows with ids from ?1 to ?2 are those of a part. The functions are in functions.c.
-- The group "schedules" is for a merge alone: verify reads them as daily does.

-- keys: key (checking references)
-- What puzzles refer to is checked with them, and the series of recipes. The PRAGMA would
-- read recipes by the index of their puzzles, which may differ from the table.
SELECT NULL, 'a row of table ' || child || ' refers to a missing row of table ' || parent
FROM (SELECT k."table" AS child, k.parent FROM $sqlite_schema AS t, pragma_foreign_key_check(t.name, rtrim('$', '.')) AS k
    WHERE t.type = 'table' AND t.name NOT IN ('puzzle', 'recipe')
    UNION ALL SELECT 'recipe', 'puzzle' FROM $recipe AS c INDEXED BY sqlite_autoindex_recipe_1
        WHERE series > -1e19 AND NOT EXISTS (SELECT 1 FROM $puzzle WHERE id = c.puzzle));

-- rows: goal (proving goals)
SELECT pk, CASE
    WHEN cells(board) IS NULL THEN 'invalid goal board'
    WHEN size <> size_of(board) THEN 'the size is not the goal''s'
    WHEN class IS NOT class_of(board) THEN 'wrong class'
    WHEN ifnull(layout, 'goal=' || board) <> layout_of(board)
        THEN 'the board does not match its layout name: expected ' || layout_of(board)
    END
FROM $goal ORDER BY pk;

-- rows: puzzle (proving puzzles)
SELECT p.id, coalesce(
    boards(p.board, g.board),
    CASE
        WHEN p.id IS NOT id_of(p.board, g.board) THEN 'the id does not match the boards'
        WHEN p.size IS NOT g.size THEN 'wrong size'
    END,
    solves(p.board, g.board, 'stm', r.lower, r.upper, r.path),
    solves(p.board, g.board, 'mtm', m.lower, m.upper, m.path) || ' in MTM',
    CASE
        WHEN p.stm IS NOT iif(r.lower = r.upper, r.upper, NULL) OR p.upper IS NOT iif(r.lower < r.upper, r.upper, NULL)
            THEN 'the length does not match the rating'
        WHEN p.mtm IS NOT iif(m.lower = m.upper, m.upper, NULL) OR p.mtm_upper IS NOT iif(m.lower < m.upper, m.upper, NULL)
            THEN 'the length does not match the rating in MTM'
        WHEN p.estimate IS NULL THEN NULL
        WHEN length(cells(g.board)) <= 16 THEN 'estimate of a board of at most 16 cells'
        WHEN p.estimate % 2 <> odd(p.board, g.board) THEN 'estimate of the wrong parity'
    END,
    laws(p.board, g.board, r.lower, r.upper, r.path, m.lower, m.upper, m.path, p.estimate),
    optimum(p.board, g.board, 'stm', r.lower, r.upper, r.path, r.search IN (SELECT pk FROM $search WHERE method = 'shared')),
    optimum(p.board, g.board, 'mtm', m.lower, m.upper, m.path, 0) || ' in MTM',
    iif(p.estimate <> r.upper AND EXISTS (SELECT 1 FROM $search WHERE pk = r.search
        AND method = 'quick ' || p.estimate_version AND budget = quick_nodes(g.board)),
        'the estimate is not the length that effort quick found', NULL))
FROM $puzzle AS p
LEFT JOIN $goal AS g ON g.pk = p.goal
LEFT JOIN $rating AS r ON r.puzzle = p.id AND r.metric = 'stm'
LEFT JOIN $rating AS m ON m.puzzle = p.id AND m.metric = 'mtm'
WHERE p.id BETWEEN ?1 AND ?2 ORDER BY p.id;

-- rows: search (proving ratings)
SELECT pk, CASE
    WHEN NOT is_line(method, 1, 31) THEN 'invalid method name'
    WHEN (method = 'exact' AND budget <> 0) OR (method = 'import' AND budget <> 1)
        OR (method GLOB '* [1-9]*' AND rtrim(method, ' 0123456789') IN ('quick', 'good', 'best') AND budget = 0)
        THEN 'a budget of ' || budget || ' nodes, which ' || method || ' does not have'
    END
FROM $search ORDER BY pk;

-- rows: pack (checking marks)
SELECT NULL, 'pack ' || shown(p.name) || ': ' || CASE
    WHEN NOT is_line(p.name, 1, 100) THEN 'invalid name'
    WHEN NOT is_line(p.title, 1, 100) THEN 'invalid title'
    WHEN NOT is_line(p.licence, 1, 200) THEN 'invalid licence'
    WHEN NOT EXISTS (SELECT 1 FROM $volume AS v WHERE v.pack = p.name) THEN 'it has no volume'
    END
FROM $pack AS p ORDER BY p.name;

-- rows: volume (checking marks)
-- Numbers go on from volume to volume, and each is that of a puzzle.
SELECT NULL, 'volume of pack ' || shown(v.pack) || ': ' || CASE
    WHEN v.pk < 1 THEN 'invalid key'
    WHEN NOT is_date(v.date) THEN 'invalid date'
    WHEN NOT json_valid(v.selection) OR json_type(v.selection) <> 'object' THEN 'invalid selection'
    WHEN m.n IS NULL THEN 'volume ' || v.volume || ' has no puzzles'
    WHEN m.numbers <> m.n OR m.n <> m.high - m.low + 1 THEN 'volume ' || v.volume || ' lacks numbers'
    WHEN m.low <= lag(m.high) OVER (PARTITION BY v.pack ORDER BY v.volume)
        THEN 'volume ' || v.volume || ' has a number of the one before it'
    END
FROM $volume AS v
LEFT JOIN (SELECT pack, volume, count(*) AS n, count(DISTINCT number) AS numbers, min(number) AS low, max(number) AS high
    FROM $mark WHERE pack <> '' GROUP BY pack, volume) AS m USING (pack, volume) ORDER BY v.pack, v.volume;

-- rows: mark of puzzle (checking marks)
SELECT m.puzzle, CASE
    WHEN m.withdrawn = 0 AND NOT EXISTS (SELECT 1 FROM $puzzle AS p WHERE p.id = m.puzzle) THEN 'the puzzle is missing'
    WHEN id_bytes(m.puzzle) IS NULL THEN 'invalid id'
    WHEN m.pack = '' AND NOT is_date(m.date) THEN 'invalid date'
    WHEN NOT is_line(m.note, 0, 100) THEN 'invalid note'
    WHEN m.pack <> '' AND NOT EXISTS (SELECT 1 FROM $volume AS v WHERE (v.pack, v.volume) = (m.pack, m.volume))
        THEN 'volume ' || m.volume || ' of the pack is missing'
    WHEN m.withdrawn <> 0 AND NOT EXISTS (SELECT 1 FROM $volume AS v
        WHERE (v.pack, v.volume) = (m.pack, m.withdrawn)) THEN 'withdrawn by a volume that cannot'
    END
FROM $mark AS m WHERE m.puzzle BETWEEN ?1 AND ?2 ORDER BY m.puzzle, m.pack;

-- rows: name of puzzle (checking names)
SELECT puzzle, iif(is_name(name), NULL, 'invalid text') FROM $name
WHERE puzzle BETWEEN ?1 AND ?2 ORDER BY puzzle;

-- rows: traits of puzzle (proving traits)
-- Solutions of small boards are counted again; the laws hold for all. Where the canonical
-- path passes a board that has another move, one more solution leaves it there; and each
-- first move begins one.
SELECT t.puzzle, CASE
    WHEN p.stm IS NULL THEN 'the puzzle is not proven'
    WHEN boards(p.board, g.board) IS NOT NULL THEN NULL
    WHEN t.version <> 1 THEN 'unknown version: ' || t.version
    WHEN t.detour IS NOT p.stm - manhattan(p.board, g.board)
        THEN printf('wrong detour: %d, not %d', t.detour, p.stm - manhattan(p.board, g.board))
    WHEN t.linear_conflicts IS NOT conflicts(p.board, g.board)
        THEN printf('wrong linear_conflicts: %d, not %d', t.linear_conflicts, conflicts(p.board, g.board))
    WHEN t.inversions IS NOT inversions(p.board, g.board)
        THEN printf('wrong inversions: %d, not %d', t.inversions, inversions(p.board, g.board))
    WHEN t.tiles_home IS NOT tiles_home(p.board, g.board)
        THEN printf('wrong tiles_home: %d, not %d', t.tiles_home, tiles_home(p.board, g.board))
    WHEN r.path <> '' AND t.turns IS NOT path_length(r.path, 'mtm') - 1
        THEN printf('wrong turns: %d, not %d', t.turns, path_length(r.path, 'mtm') - 1)
    WHEN t.row_moves <> row_moves(p.board, g.board)
        THEN printf('wrong row_moves: %d, not %d', t.row_moves, row_moves(p.board, g.board))
    WHEN t.solutions IS NULL THEN NULL
    WHEN t.solutions <> counted(p.board, g.board, 'solutions') THEN 'wrong solutions'
    WHEN t.forced > p.stm OR t.forced <> counted(p.board, g.board, 'forced') THEN 'wrong forced'
    WHEN NOT is_moves(p.board, g.board, t.first_moves) OR t.first_moves <> counted(p.board, g.board, 'first_moves')
        THEN 'wrong first_moves'
    WHEN instr(t.first_moves, substr(r.path, 1, 1)) = 0 THEN 'the path begins with another move than first_moves'
    WHEN t.solutions < length(t.first_moves) THEN 'first_moves does not fit solutions'
    WHEN (t.forced = p.stm) <> (t.solutions = 1) OR t.solutions <= p.stm - t.forced THEN 'forced does not fit solutions'
    END
FROM $trait AS t
LEFT JOIN $puzzle AS p ON p.id = t.puzzle
LEFT JOIN $goal AS g ON g.pk = p.goal
LEFT JOIN $rating AS r ON r.puzzle = p.id AND r.metric = 'stm'
WHERE t.puzzle BETWEEN ?1 AND ?2 ORDER BY t.puzzle;

-- rows: game (replaying games)
SELECT m.id, CASE
    WHEN NOT is_line(m.player, 1, 64) OR m.player GLOB '*[^A-Za-z0-9_-]*' THEN 'invalid player'
    WHEN substr(hash('loyd game 1', m.player, m.record), 1, 10) IS NOT id_bytes(m.id)
        THEN 'the id is not that of player and record'
    ELSE coalesce(game(m.began, m.ms, m.free_ms, m.stm, m.solved, m.record, p.board, g.board),
        iif(m.solved AND m.stm < p.stm, 'solved in fewer moves than the optimum', NULL))
    END
FROM $game AS m LEFT JOIN $puzzle AS p ON p.id = m.puzzle LEFT JOIN $goal AS g ON g.pk = p.goal
WHERE m.puzzle BETWEEN ?1 AND ?2 ORDER BY m.pk;

-- rows: difficulty of puzzle (checking difficulties)
-- And the abilities of players, without a key. Of a player's games with a puzzle the first one
-- counts, up to the first hint.
WITH counted AS MATERIALIZED (SELECT puzzle, player, solved AND free_ms IS NULL AS solved FROM (
    SELECT *, row_number() OVER (PARTITION BY puzzle, player ORDER BY began, id) AS place FROM $game)
    WHERE place = 1 AND ifnull(free_ms, ms) > 0),
m AS (SELECT 'difficulty' AS what, puzzle AS of, count(*) AS n, sum(solved) AS solved FROM counted GROUP BY puzzle
    UNION ALL SELECT 'ability', player, count(*), sum(solved) FROM counted GROUP BY player),
d AS (SELECT 'difficulty' AS what, puzzle AS of, puzzle, '' AS who, difficulty AS value, difficulty_error AS error, version, games, stale
    FROM $difficulty WHERE puzzle BETWEEN ?1 AND ?2
    UNION ALL SELECT 'ability', player, NULL, iif(is_line(player, 1, 64) AND player NOT GLOB '*[^A-Za-z0-9_-]*',
        'ability of player ' || player || ': ', NULL), abs(ability), ability_error, version, games, stale FROM $ability WHERE ?1 = '')
SELECT d.puzzle, iif(d.who IS NULL, 'ability of a player: invalid player', d.who || CASE
    WHEN length(rtrim(d.value, '0')) > 4 THEN 'wrong ' || d.what
    WHEN length(rtrim(d.error, '0')) > 4 THEN 'wrong ' || d.what || '_error'
    WHEN d.version <> 1 THEN 'unknown version'
    WHEN d.stale THEN NULL
    WHEN (m.solved > 0) IS NOT TRUE THEN 'none of its games was solved'
    WHEN d.games <> m.n THEN printf('wrong games: %d, not %d', d.games, m.n)
    END)
FROM d LEFT JOIN m USING (what, of) ORDER BY d.puzzle IS NULL, d.puzzle, d.of;

-- rows: recipe (redrawing recipes)
-- In the order of series, whose recipes are drawn together: not by the index of puzzles.
SELECT NULL, recipe(s.pk, s.text, r.number, r.puzzle), r.puzzle
FROM $recipe AS r LEFT JOIN $series AS s ON s.pk = r.series
WHERE +r.puzzle BETWEEN ?1 AND ?2 ORDER BY r.series, r.number;

-- rows: distribution (checking distributions)
-- A copy is what loyd contains. The boards of a sample are drawn again; no estimate is below the
-- mlc of its board, so that no length has more estimates up to it than mlc.
WITH RECURSIVE l AS MATERIALIZED (
    SELECT *, sum(min(boards, 1 << 46)) OVER (PARTITION BY distribution ORDER BY length) AS upto FROM $distribution_length),
sample AS (SELECT * FROM $distribution WHERE source <> 'loyd'),
drawn AS (SELECT pk, class, total, source, 0 AS number, mlc_of(source, 0, class) AS length FROM sample WHERE measure = 'mlc'
    UNION ALL SELECT pk, class, total, source, number + 1, mlc_of(source, number + 1, class) FROM drawn
    WHERE number + 1 < total AND length IS NOT NULL),
found AS (SELECT d.*, (SELECT count(*) FROM l WHERE distribution = d.pk AND length <= d.longest) AS n,
    (SELECT group_concat(boards, ' ') FROM (SELECT boards FROM l WHERE distribution = d.pk ORDER BY length)) AS boards,
    (SELECT max(upto) FROM l WHERE distribution = d.pk) AS upto, o.pk AS other,
    (o.total, o.sample, o.source) IS (d.total, d.sample, d.source) AS is_pair
    FROM $distribution AS d LEFT JOIN sample AS o ON o.class = d.class AND o.metric = d.metric AND o.version = d.version
        AND o.measure = iif(d.measure = 'mlc', 'estimate', 'mlc'))
SELECT NULL, printf('distribution %s %s %s, version %d: %s', class, metric, measure, version, fault)
FROM (SELECT d.*, CASE
    WHEN d.n <> d.longest OR d.n <> (SELECT count(*) FROM l WHERE distribution = d.pk) THEN 'a length is missing'
    WHEN EXISTS (SELECT 1 FROM l WHERE distribution = d.pk AND (below <> upto - boards OR (length = d.longest AND boards <> 0)))
        THEN 'invalid number of boards'
    WHEN EXISTS (SELECT 1 FROM l WHERE distribution = d.pk AND band IS NOT (SELECT b.name FROM $band AS b
        WHERE b.low * 2 * d.total <= 100000 * (2 * l.below + l.boards) ORDER BY b.low DESC LIMIT 1))
        THEN 'the band is not that of the percentile'
    WHEN d.upto IS NOT d.total THEN 'the boards do not add up to the total'
    WHEN d.source = 'loyd' THEN iif(d.total || ' ' || ifnull(d.sample, 0) || ' ' || d.boards
        IS NOT distribution_of(d.class, d.metric, d.measure, d.version) || ' 0', 'not a distribution of this release', NULL)
    WHEN d.metric <> 'stm' OR d.measure NOT IN ('estimate', 'mlc') OR d.sample IS NOT d.total THEN 'neither a copy nor a sample'
    WHEN NOT d.is_pair THEN 'estimates and mlc are not of the same boards'
    WHEN d.measure = 'mlc' AND EXISTS (SELECT 1 FROM l AS e WHERE e.distribution = d.other AND e.upto
        > (SELECT total(boards) FROM l WHERE distribution = d.pk AND length <= e.length))
        THEN 'estimates below the mlc of the boards'
    WHEN d.measure = 'mlc' AND d.pk IN (SELECT distribution FROM (SELECT distribution, length, boards FROM l WHERE boards > 0
        EXCEPT SELECT pk, length, count(*) FROM drawn GROUP BY pk, length))
        THEN 'its recipe draws other boards'
    END AS fault
FROM found AS d) WHERE fault IS NOT NULL ORDER BY class, metric, version, measure;

-- rows: distribution (checking distributions)
-- Goals have copies of all distributions of their class; estimates and mlc are of one sample. A
-- stage takes them from the catalogue.
SELECT NULL, printf('distribution %s %s %s: missing', g.class, w.column1, w.column2)
FROM (SELECT class FROM $goal UNION SELECT class FROM $distribution WHERE measure <> 'optimum') AS g
CROSS JOIN (VALUES ('stm', 'optimum'), ('mtm', 'optimum'), ('stm', 'estimate'), ('stm', 'mlc')) AS w
WHERE '$' = 'main.' AND NOT EXISTS (SELECT 1 FROM $distribution AS d
    WHERE d.class = g.class AND d.metric = w.column1 AND d.measure = w.column2)
AND (distribution_of(g.class, w.column1, w.column2, NULL) IS NOT NULL OR (w.column2 <> 'optimum'
    AND EXISTS (SELECT 1 FROM $distribution AS d WHERE d.class = g.class AND d.measure <> 'optimum')));

-- channels: channel (proving ledgers)
-- What is wrong in a channel is found by reading it, which needs a name.
SELECT NULL, iif(typeof(name) = 'text' AND length(CAST(name AS BLOB)) <= 32 AND instr(CAST(name AS BLOB), x'00') = 0,
    NULL, 'a channel has an invalid name'), name
FROM $channel ORDER BY name;

-- days: row (proving ledgers)
-- Rows of one date have tiers.
SELECT NULL, 'ledger of ' || channel || ': row ' || n || ': ' || CASE
    WHEN number IS NOT n THEN 'missing from the ledger'
    WHEN NOT (is_line(date, 10, 10) AND is_line(tier, 0, 32)) THEN 'invalid date or tier'
    WHEN n = 1 AND date <> start THEN 'not the channel''s first day'
    WHEN n > 1 AND date IS NOT date(before, '+1 day') AND (date <> before OR tier = '' OR tier_before = '')
        THEN 'the date does not follow that of the previous row'
    WHEN id IS NULL THEN 'its puzzle is missing'
    WHEN rated IS NULL THEN 'its puzzle is not rated'
    WHEN n_cells IS NULL THEN 'invalid goal board'
    WHEN n_cells > 16 AND stm IS NOT NULL THEN 'a length, but the puzzle has more than 16 cells'
    WHEN n_cells <= 16 AND (stm = proven) IS NOT TRUE
        THEN 'the length is not the puzzle''s proven length: ' || ifnull(stm, 'none') || ', not ' || ifnull(proven, 'none')
    WHEN key_hash IS NOT NULL AND nonce IS NULL THEN 'missing nonce'
    WHEN key_hash IS NULL AND nonce IS NOT NULL THEN 'a nonce, but the channel has no secret'
    WHEN hash IS NOT hash('loyd day 1', ifnull(last, zeroblob(32)), channel, date, tier, le(version, 4), dims(goal),
        cells(goal), cells(board), le(stm, 2), nonce) THEN 'the hash does not match the row'
    END, channel, number, date, hash
FROM (SELECT l.*, c.start, c.key_hash, p.id, p.board, p.stm AS proven, g.board AS goal,
    length(cells(g.board)) AS n_cells, r.upper AS rated, row_number() OVER w AS n, lag(l.date) OVER w AS before,
    lag(l.tier) OVER w AS tier_before, lag(l.hash) OVER w AS last
    FROM $ledger AS l
    LEFT JOIN $channel AS c ON c.name = l.channel
    LEFT JOIN $puzzle AS p ON p.id = l.puzzle
    LEFT JOIN $goal AS g ON g.pk = p.goal
    LEFT JOIN $rating AS r ON r.puzzle = l.puzzle AND r.metric = 'stm'
    WINDOW w AS (PARTITION BY l.channel ORDER BY l.number))
ORDER BY channel, number;

-- ends: channel (proving ledgers)
SELECT NULL, 'ledger of ' || name || ': row ' || (n + 1) || ': ' || CASE
    WHEN days IS NOT n THEN 'the ledger''s length differs from the channel''s record'
    WHEN n > 0 AND (head, last) IS NOT
        (SELECT hash, date FROM $ledger WHERE channel = name ORDER BY number DESC LIMIT 1)
        THEN 'the ledger does not end with the channel''s head'
    END, name
FROM (SELECT c.*, (SELECT count(*) FROM $ledger AS l WHERE l.channel = c.name) AS n FROM $channel AS c)
ORDER BY name;

-- ends: site (proving ledgers)
SELECT NULL, 'site of ' || channel || ': ' || CASE
    WHEN (SELECT group_concat(key) FROM json_each(iif(json_valid(options), options, '{}')))
        IS NOT 'title,base_url,solutions,hints,zone,language,offline,results' THEN 'unknown options'
    WHEN options ->> 'language' NOT IN ('en', 'de') THEN 'unknown language'
    END, NULL
FROM $site ORDER BY channel;

-- ends: schedule (proving ledgers)
SELECT NULL, 'schedule of daily, version ' || version || ': differs from the built-in one', NULL
FROM $schedule AS v WHERE channel = 'daily' AND printf('%s %d %d', since, tiers, draw) || (SELECT group_concat(
    printf('|%d %s %s %s %s %s %s %d..%d', place, tier, title, size, layout, band, target, low, high), '')
    FROM (SELECT * FROM $schedule_row AS r WHERE (r.channel, r.version) = (v.channel, v.version) ORDER BY place))
    IS NOT schedule_of(version) ORDER BY version;

-- schedules: schedule (reading schedules)
SELECT NULL, 'schedule of ' || channel || ', version ' || version || ': ' || CASE
    WHEN n = 0 OR (tiers = 0 AND n NOT IN (1, 7)) THEN 'too few rows'
    WHEN last <> n - 1 THEN 'a place is missing'
    WHEN named <> iif(tiers, n, 0) THEN 'the name of a tier is missing, or one too many'
    WHEN listed <> lists THEN 'a list is missing, or of a row that is drawn'
    END
FROM (SELECT v.channel, v.version, v.tiers, count(r.place) AS n, max(r.place) AS last,
    count(r.tier <> '' OR NULL) AS named, count(r.size IS NULL AND r.place IS NOT NULL OR NULL) AS listed,
    count(l.pk) AS lists
    FROM $schedule AS v LEFT JOIN $schedule_row AS r USING (channel, version)
    LEFT JOIN $list AS l ON r.size IS NULL AND l.channel = r.channel AND l.version = r.version AND l.place = r.place
    GROUP BY v.channel, v.version)
ORDER BY channel, version;

-- lists: list (proving ledgers)
SELECT NULL, 'list of ' || l.channel || ', version ' || l.version || ', row ' || (l.place + 1) || ': ' || CASE
    WHEN NOT json_valid(l.selection) OR json_type(l.selection) <> 'object' THEN 'the selection is no JSON object'
    WHEN NOT EXISTS (SELECT 1 FROM $schedule_row AS r WHERE r.channel = l.channel AND r.version = l.version
        AND r.place = l.place AND r.size IS NULL) THEN 'it belongs to no row'
    WHEN a.is_rated = 0 THEN 'a puzzle is missing or not rated'
    WHEN l.puzzles IS NOT ifnull(a.n, 0)
        THEN 'the number of its puzzles is wrong: ' || l.puzzles || ', not ' || ifnull(a.n, 0)
    WHEN a.last <> a.n - 1 OR a.ids <> a.n THEN 'a place is free, or a puzzle has two'
    WHEN l.digest IS NOT ifnull(a.digest, hash('loyd list digest 1')) THEN 'the digest does not match its puzzles'
    END
FROM $list AS l LEFT JOIN (SELECT list, count(*) AS n, hash_ids('loyd list digest 1', puzzle) AS digest,
    max(place) AS last, count(DISTINCT puzzle) AS ids, min(is_rated) AS is_rated
    FROM (SELECT s.list, s.place, s.puzzle, p.stm IS NOT NULL OR (SELECT length(cells(g.board)) > 16 AND r.upper IS NOT NULL
        FROM $goal AS g JOIN $rating AS r ON r.puzzle = p.id AND r.metric = 'stm' WHERE g.pk = p.goal) IS TRUE AS is_rated
        FROM $list_puzzle AS s LEFT JOIN $puzzle AS p ON p.id = s.puzzle ORDER BY s.list, s.puzzle)
    GROUP BY list) AS a ON a.list = l.pk
ORDER BY l.pk;
