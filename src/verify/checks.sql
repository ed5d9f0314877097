-- What is wrong in a catalogue, beyond its constraints and keys, which SQLite checks
-- (integrity_check covers types, CHECK, NOT NULL, UNIQUE). A check is a WHEN; a new one
-- is a line here. The first that holds is the fault of the row. $ is the schema.

-- goal
SELECT pk, CASE
    WHEN NOT is_size(size, board) THEN 'the size is not the goal''s, or its board is invalid'
    WHEN NOT is_class(class, board) THEN 'wrong class'
    WHEN layout IS NOT NULL AND NOT is_layout(layout, board) THEN 'the board does not match its layout name'
    END AS fault
FROM $goal WHERE fault IS NOT NULL;

-- puzzle
SELECT p.id, CASE
    WHEN boards(p.board, g.board) IS NOT NULL THEN boards(p.board, g.board)
    WHEN p.id IS NOT id_of(p.board, g.board) THEN 'the id does not match the boards'
    WHEN p.class IS NOT iif(g.layout IS NULL, g.class, NULL) THEN 'wrong class'
    WHEN (p.stm, p.upper) IS NOT (iif(r.lower = r.upper, r.upper, NULL), iif(r.lower < r.upper, r.upper, NULL))
        THEN 'the length does not match the rating'
    WHEN (p.mtm, p.mtm_upper) IS NOT (iif(m.lower = m.upper, m.upper, NULL), iif(m.lower < m.upper, m.upper, NULL))
        THEN 'the length does not match the rating in MTM'
    WHEN r.upper IS NOT NULL AND rating('stm', p.board, g.board, r.lower, r.upper, r.path) IS NOT NULL
        THEN rating('stm', p.board, g.board, r.lower, r.upper, r.path)
    WHEN m.upper IS NOT NULL AND rating('mtm', p.board, g.board, m.lower, m.upper, m.path) IS NOT NULL
        THEN rating('mtm', p.board, g.board, m.lower, m.upper, m.path) || ' in MTM'
    WHEN laws(p.board, g.board, r.lower, r.upper, r.path, m.lower, m.upper, m.path, p.estimate, NULL, NULL) IS NOT NULL
        THEN laws(p.board, g.board, r.lower, r.upper, r.path, m.lower, m.upper, m.path, p.estimate, NULL, NULL)
    END AS fault
FROM $puzzle AS p
LEFT JOIN $goal AS g ON g.pk = p.goal
LEFT JOIN $rating AS r ON r.puzzle = p.id AND r.metric = 'stm'
LEFT JOIN $rating AS m ON m.puzzle = p.id AND m.metric = 'mtm'
WHERE fault IS NOT NULL;

-- searched puzzle
SELECT p.id, optimum(r.metric, p.board, g.board, r.lower, r.upper, r.path) AS fault
FROM $puzzle AS p JOIN $goal AS g ON g.pk = p.goal JOIN $rating AS r ON r.puzzle = p.id WHERE fault IS NOT NULL;

-- rating by search
SELECT pk, 'invalid method name' AS fault FROM $search WHERE NOT is_line(method, 1, 31);

-- claim of puzzle
SELECT c.puzzle, CASE
    WHEN iif(c.metric = 'stm', p.stm, p.mtm) IS NOT NULL THEN 'the puzzle is already proven'
    WHEN laws(p.board, g.board, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
        iif(c.metric = 'stm', c.length, NULL), iif(c.metric = 'mtm', c.length, NULL)) IS NOT NULL
        THEN 'length that breaks a law'
    WHEN c.metric = 'stm' AND c.length % 2 <> odd(p.board, g.board) THEN 'length of the wrong parity'
    END AS fault
FROM $claim AS c LEFT JOIN $puzzle AS p ON p.id = c.puzzle LEFT JOIN $goal AS g ON g.pk = p.goal
WHERE fault IS NOT NULL;

-- used pack
SELECT pack_id, CASE WHEN NOT is_id(pack_id) THEN 'invalid id'
    WHEN NOT is_line(name, 1, 100) THEN 'invalid name' WHEN NOT is_date(date) THEN 'invalid date' END AS fault
FROM $pack WHERE fault IS NOT NULL;

-- mark of puzzle
SELECT puzzle, CASE WHEN NOT is_date(date) THEN 'invalid date'
    WHEN NOT is_line(note, 0, 100) THEN 'invalid note' END AS fault
FROM $hand_use WHERE fault IS NOT NULL;

-- name of puzzle
SELECT puzzle, 'invalid text' AS fault FROM $name WHERE NOT is_name(name);

-- searched traits of puzzle
SELECT t.puzzle, traits(t.puzzle, t.version, t.solutions, t.first_moves, t.detour, t.linear_conflicts,
    t.inversions, t.tiles_home, t.turns, t.forced, t.row_moves, p.board, p.stm, g.board, r.path) AS fault
FROM $trait AS t LEFT JOIN $puzzle AS p ON p.id = t.puzzle LEFT JOIN $goal AS g ON g.pk = p.goal
LEFT JOIN $rating AS r ON r.puzzle = p.id AND r.metric = 'stm' WHERE fault IS NOT NULL;

-- difficulty of puzzle
SELECT d.puzzle, difficulty(d.puzzle, d.version, d.difficulty, d.difficulty_error, d.games, d.stale,
    (SELECT count(*) FROM $game AS m WHERE m.puzzle = d.puzzle)) AS fault FROM $difficulty AS d WHERE fault IS NOT NULL;

-- ability of player
SELECT a.player, ability(a.player, a.version, a.ability, a.ability_error, a.games, a.stale,
    (SELECT count(*) FROM $game AS m WHERE m.player = a.player)) AS fault FROM $ability AS a WHERE fault IS NOT NULL;

-- game
SELECT m.id, game(m.pk, m.id, m.puzzle, m.player, m.began, m.ms, m.free_ms, m.stm, m.solved, m.record, p.board, p.stm, g.board) AS fault
FROM $game AS m LEFT JOIN $puzzle AS p ON p.id = m.puzzle LEFT JOIN $goal AS g ON g.pk = p.goal WHERE fault IS NOT NULL;

-- searched recipe of puzzle
SELECT r.puzzle, CASE WHEN s.pk IS NULL THEN 'its series is missing'
    WHEN redraw(s.text, r.number) <> r.puzzle
        THEN 'recipe ''' || s.text || '~' || r.number || ''' does not draw it' END AS fault
FROM $recipe AS r LEFT JOIN $series AS s ON s.pk = r.series WHERE fault IS NOT NULL;

-- lengths of class
SELECT d.class || ' ' || d.metric, CASE
    WHEN (SELECT sum(boards) FROM $distribution_length AS l WHERE l.distribution = d.pk) IS NOT d.total
        THEN 'the boards of its lengths are not its total'
    WHEN EXISTS (SELECT 1 FROM (SELECT below, sum(boards) OVER (ORDER BY length) - boards AS n
        FROM $distribution_length AS l WHERE l.distribution = d.pk) WHERE below <> n)
        THEN 'a count of shorter boards is wrong'
    WHEN EXISTS (SELECT 1 FROM $distribution_length AS l WHERE l.distribution = d.pk
        AND l.band IS NOT (SELECT b.name FROM $band AS b
            WHERE b.low * 2 * d.total <= 100000 * (2 * l.below + l.boards) ORDER BY b.low DESC LIMIT 1))
        THEN 'a band is wrong'
    END AS fault
FROM $distribution AS d WHERE fault IS NOT NULL;

-- channel
SELECT c.name, CASE
    WHEN NOT is_date(c.start) THEN 'invalid start'
    WHEN c.days <> (SELECT count(*) FROM $ledger AS l WHERE l.channel = c.name) THEN 'the ledger''s length differs from the channel''s record'
    WHEN (c.head, c.last) IS NOT (SELECT hash, date FROM $ledger AS l WHERE l.channel = c.name ORDER BY number DESC LIMIT 1)
        AND c.days > 0 THEN 'the ledger does not end with the channel''s head'
    END AS fault
FROM $channel AS c WHERE fault IS NOT NULL;

-- day of channel
SELECT channel || ', ' || number, CASE
    WHEN number <> n THEN 'rows before it are missing'
    WHEN NOT is_date(date) THEN 'invalid date'
    WHEN date <> iif(before IS NULL, start, iif(date = before AND tier <> '', before, date(before, '+1 day'))) THEN 'date out of order'
    WHEN (nonce IS NULL) <> (key_id IS NULL) THEN 'a nonce without a secret, or none with one'
    WHEN upper IS NULL THEN 'its puzzle is not rated'
    WHEN stm IS NOT iif(octet <= 16, puzzle_stm, NULL) THEN 'its length is not the puzzle''s'
    WHEN hash IS NOT hash('loyd day 1', ifnull(last, zeroblob(32)), channel, date, tier, le(version, 4), dims(goal), cells(goal),
        cells(board), le(stm, 2), nonce) THEN 'the hash does not match the row'
    END AS fault
FROM (SELECT l.*, c.start, c.key_id, p.board, p.stm AS puzzle_stm, g.board AS goal, length(cells(g.board)) AS octet, r.upper,
    row_number() OVER w AS n, lag(l.date) OVER w AS before, lag(l.tier) OVER w AS tier_before, lag(l.hash) OVER w AS last
    FROM $ledger AS l JOIN $channel AS c ON c.name = l.channel LEFT JOIN $puzzle AS p ON p.id = l.puzzle
    LEFT JOIN $goal AS g ON g.pk = p.goal LEFT JOIN $rating AS r ON r.puzzle = p.id AND r.metric = 'stm'
    WINDOW w AS (PARTITION BY l.channel ORDER BY l.number))
WHERE fault IS NOT NULL;

-- list of channel
SELECT l.channel || ', version ' || l.version, CASE
    WHEN l.puzzles <> (SELECT count(*) FROM $list_puzzle AS p WHERE p.list = l.pk) THEN 'the number of its puzzles is wrong'
    WHEN l.digest IS NOT (SELECT hash_ids('loyd list digest 1', puzzle) FROM (SELECT puzzle FROM $list_puzzle AS p
        WHERE p.list = l.pk ORDER BY puzzle)) THEN 'the digest does not match its puzzles'
    WHEN EXISTS (SELECT 1 FROM $list_puzzle AS p LEFT JOIN $rating AS r ON r.puzzle = p.puzzle AND r.metric = 'stm'
        WHERE p.list = l.pk AND r.upper IS NULL) THEN 'a puzzle is missing or not rated'
    END AS fault
FROM $list AS l WHERE fault IS NOT NULL;

