-- Merges catalogue $, which has passed checks.sql, into #. A row of a section "refuse" is
-- the reason why $ is refused; the other sections change rows.

-- do
-- the puzzles that both have
CREATE TEMP TABLE common (id TEXT PRIMARY KEY) WITHOUT ROWID;
INSERT INTO common SELECT a.id FROM $puzzle AS a CROSS JOIN #puzzle AS b USING (id);

-- refuse
SELECT printf('puzzle %s: stored with different boards', id) FROM common CROSS JOIN $puzzle AS a USING (id) CROSS JOIN #puzzle AS b USING (id)
JOIN $goal AS ag ON ag.pk = a.goal JOIN #goal AS bg ON bg.pk = b.goal
WHERE a.board <> b.board OR ag.board <> bg.board;

-- do
INSERT INTO #goal (size, class, layout, board) SELECT size, class, layout, board FROM $goal WHERE true ON CONFLICT DO NOTHING;
INSERT INTO #search (method, budget) SELECT method, budget FROM $search WHERE true ON CONFLICT DO NOTHING;
CREATE TEMP TABLE goal_to AS SELECT a.pk AS old, b.pk AS new FROM $goal AS a JOIN #goal AS b USING (size, board);
CREATE UNIQUE INDEX temp.goal_old ON goal_to (old);
-- rank: of two searches the one with the greater budget, 0 being without limit, then by name
CREATE TEMP TABLE search_to AS SELECT a.pk AS old, b.pk AS new FROM $search AS a JOIN #search AS b USING (method, budget);
CREATE TEMP TABLE search_rank AS SELECT pk, row_number() OVER (ORDER BY budget <> 0, budget DESC, method) AS rank FROM #search;

-- refuse
SELECT printf('puzzle %s: ', id) || CASE
    WHEN a.estimate < br.lower THEN printf('estimate %d contradicts the lower bound %d', a.estimate, br.lower)
    WHEN b.estimate < ar.lower THEN printf('lower bound %d contradicts the estimate %d', ar.lower, b.estimate)
    ELSE printf('estimate %d contradicts the stored %d', a.estimate, b.estimate) END
FROM common CROSS JOIN $puzzle AS a USING (id) CROSS JOIN #puzzle AS b USING (id)
LEFT JOIN $rating AS ar ON ar.puzzle = id AND ar.metric = 'stm'
LEFT JOIN #rating AS br ON br.puzzle = id AND br.metric = 'stm'
WHERE (a.estimate IS NOT NULL OR b.estimate IS NOT NULL) AND
    ((a.estimate_version = b.estimate_version AND a.estimate <> b.estimate) OR a.estimate < br.lower OR b.estimate < ar.lower);

-- do
-- their ratings that differ: x is that of $, y that of #
CREATE TEMP TABLE pair AS
SELECT x.puzzle, x.metric, x.lower AS xl, x.upper AS xu, x.path AS xp, y.lower AS yl, y.upper AS yu, y.path AS yp,
    xs.new AS xus, ifnull(xn.new, xs.new) AS xls, y.search AS yus, ifnull(y.lower_search, y.search) AS yls
FROM common CROSS JOIN $rating AS x ON x.puzzle = id CROSS JOIN #rating AS y USING (puzzle, metric)
JOIN search_to AS xs ON xs.old = x.search LEFT JOIN search_to AS xn ON xn.old = x.lower_search
WHERE (x.lower, x.upper, x.path, xs.new, ifnull(xn.new, xs.new)) <> (y.lower, y.upper, y.path, y.search, ifnull(y.lower_search, y.search));

-- refuse
SELECT printf('puzzle %s: rating %d..%d%s contradicts the stored %d..%d', puzzle, xl, xu, iif(metric = 'mtm', ' in MTM', ''), yl, yu)
FROM pair WHERE xl > yu OR xu < yl;

-- refuse
SELECT printf('puzzle %s: the proven path%s differs from the stored one, which is proven too', puzzle, iif(metric = 'mtm', ' in MTM', ''))
FROM pair WHERE xl = xu AND yl = yu AND xp <> yp;

-- do
-- each end is the better one; a proof replaces both. Ends that meet are no proof, for their path may not be canonical.
CREATE TEMP TABLE news AS
SELECT puzzle, metric, iif(low, xl, yl) - (NOT xproven AND NOT yproven AND iif(low, xl, yl) = iif(up, xu, yu)) AS lower,
    iif(up, xu, yu) AS upper, iif(up, xp, yp) AS path, iif(up, xus, yus) AS search, iif(low, xls, yls) AS lower_search, yproven
FROM (SELECT *, xl = xu AS xproven, yl = yu AS yproven,
    iif((xl = xu) <> (yl = yu), xl = xu, (xu, path_key(xp, metric), (SELECT rank FROM search_rank WHERE pk = xus))
        < (yu, path_key(yp, metric), (SELECT rank FROM search_rank WHERE pk = yus))) AS up,
    iif((xl = xu) <> (yl = yu), xl = xu, (-xl, (SELECT rank FROM search_rank WHERE pk = xls))
        < (-yl, (SELECT rank FROM search_rank WHERE pk = yls))) AS low FROM pair)
WHERE up OR low;
-- those with a new rating; puzzles that only $ has bring their lengths
CREATE TEMP TABLE changed AS SELECT puzzle FROM news UNION
    SELECT id FROM common CROSS JOIN $rating AS a ON a.puzzle = id
    WHERE NOT EXISTS (SELECT 1 FROM #rating AS b WHERE b.puzzle = a.puzzle AND b.metric = a.metric);
INSERT INTO #puzzle SELECT a.id, g.new, a.board, a.size, a.stm, a.upper, a.estimate, a.estimate_version, a.mtm, a.mtm_upper
    FROM $puzzle AS a CROSS JOIN goal_to AS g ON g.old = a.goal WHERE true ORDER BY a.id
    ON CONFLICT (id) DO UPDATE SET estimate = excluded.estimate, estimate_version = excluded.estimate_version
    WHERE excluded.estimate_version < ifnull(estimate_version, 65536);
INSERT INTO #rating SELECT a.puzzle, a.metric, a.lower, a.upper, a.path, u.new, l.new FROM $rating AS a
    CROSS JOIN search_to AS u ON u.old = a.search LEFT JOIN search_to AS l ON l.old = a.lower_search
    WHERE true ORDER BY a.puzzle, a.metric ON CONFLICT DO NOTHING;
UPDATE #rating AS r SET lower = n.lower, upper = n.upper, path = n.path, search = n.search,
    lower_search = nullif(n.lower_search, n.search) FROM news AS n WHERE n.puzzle = r.puzzle AND n.metric = r.metric;
DELETE FROM #trait WHERE puzzle IN (SELECT puzzle FROM news WHERE metric = 'stm' AND lower = upper AND NOT yproven);
UPDATE #puzzle AS p SET
    stm = (SELECT upper FROM #rating AS r WHERE r.puzzle = p.id AND r.metric = 'stm' AND r.lower = r.upper),
    upper = (SELECT upper FROM #rating AS r WHERE r.puzzle = p.id AND r.metric = 'stm' AND r.lower < r.upper),
    mtm = (SELECT upper FROM #rating AS r WHERE r.puzzle = p.id AND r.metric = 'mtm' AND r.lower = r.upper),
    mtm_upper = (SELECT upper FROM #rating AS r WHERE r.puzzle = p.id AND r.metric = 'mtm' AND r.lower < r.upper)
    WHERE id IN (SELECT puzzle FROM changed);

-- refuse
SELECT printf('puzzle %s: rating %d..%d in STM contradicts %d..%d in MTM', p.id, r.lower, r.upper, m.lower, m.upper) FROM changed AS c JOIN #puzzle AS p ON p.id = c.puzzle JOIN #goal AS g ON g.pk = p.goal
JOIN #rating AS r ON r.puzzle = p.id AND r.metric = 'stm' JOIN #rating AS m ON m.puzzle = p.id AND m.metric = 'mtm'
WHERE laws(p.board, g.board, r.lower, r.upper, r.path, m.lower, m.upper, m.path, p.estimate) IS NOT NULL;

-- do
INSERT INTO #series (bytes, text) SELECT bytes, text FROM $series WHERE true ON CONFLICT DO NOTHING;

-- refuse
SELECT printf('recipe ''%s~%d'' is stored with another puzzle, %s', shown(x.text), a.number, shown(b.puzzle)) FROM $recipe AS a JOIN $series AS x ON x.pk = a.series JOIN #series AS y ON y.bytes = x.bytes AND y.text = x.text
JOIN #recipe AS b ON b.series = y.pk AND b.number = a.number WHERE b.puzzle <> a.puzzle;

-- refuse
SELECT printf('puzzle %s: name ''%s'' contradicts the stored ''%s''', a.puzzle, shown(a.name), shown(b.name))
FROM $name AS a JOIN #name AS b USING (puzzle) WHERE a.name <> b.name;

-- refuse
SELECT printf('puzzle %s: name ''%s'' is that of puzzle %s', a.puzzle, shown(a.name), shown(b.puzzle))
FROM $name AS a JOIN #name AS b USING (name) WHERE a.puzzle <> b.puzzle;

-- refuse
SELECT printf('puzzle %s: traits contradict the stored ones', a.puzzle) FROM $trait AS a JOIN #trait AS b USING (puzzle) WHERE a.solutions IS NOT NULL AND b.solutions IS NOT NULL
    AND (a.solutions, a.first_moves, a.forced) <> (b.solutions, b.first_moves, b.forced);

-- refuse
SELECT printf('puzzle %s: solved in %d moves, but the catalogue says that %d is the optimum', p.id, m.stm, p.stm)
FROM $game AS m JOIN #puzzle AS p ON p.id = m.puzzle WHERE m.solved AND m.stm < p.stm;

-- do
INSERT INTO #recipe SELECT y.pk, a.number, a.puzzle FROM $series AS x JOIN #series AS y USING (bytes, text)
    CROSS JOIN $recipe AS a ON a.series = x.pk WHERE true ORDER BY y.pk, a.number ON CONFLICT DO NOTHING;
INSERT INTO #name SELECT * FROM $name WHERE true ON CONFLICT DO NOTHING;
INSERT OR REPLACE INTO #trait SELECT a.* FROM $trait AS a LEFT JOIN #trait AS b USING (puzzle)
    WHERE b.puzzle IS NULL OR (b.solutions IS NULL AND a.solutions IS NOT NULL) ORDER BY a.puzzle;
CREATE TEMP TABLE games AS SELECT count(*) AS n FROM #game;
INSERT INTO #game (id, puzzle, player, began, ms, free_ms, stm, solved, record)
    SELECT id, puzzle, player, began, ms, free_ms, stm, solved, record FROM $game WHERE true ORDER BY id ON CONFLICT DO NOTHING;
INSERT INTO #difficulty SELECT puzzle, version, difficulty, difficulty_error, games, 1 FROM $difficulty WHERE true
    ON CONFLICT (puzzle) DO UPDATE SET version = excluded.version, difficulty = excluded.difficulty,
        difficulty_error = excluded.difficulty_error, games = excluded.games, stale = 1
    WHERE (excluded.games, excluded.difficulty, excluded.difficulty_error) > (games, difficulty, difficulty_error);
UPDATE #difficulty SET stale = 1 WHERE (SELECT count(*) FROM #game) > (SELECT n FROM games);
UPDATE #ability SET stale = 1 WHERE (SELECT count(*) FROM #game) > (SELECT n FROM games);

-- refuse
SELECT printf('pack %s: different volumes %d', a.pack, a.volume) FROM $mark AS a JOIN #volume AS v USING (pack, volume)
WHERE NOT EXISTS (SELECT 1 FROM #mark AS b WHERE (b.pack, b.volume, b.number, b.puzzle) = (a.pack, a.volume, a.number, a.puzzle));

-- refuse
SELECT printf('pack %s: different volumes %d', a.pack, a.volume) FROM #mark AS a JOIN $volume AS v USING (pack, volume)
WHERE NOT EXISTS (SELECT 1 FROM $mark AS b WHERE (b.pack, b.volume, b.number, b.puzzle) = (a.pack, a.volume, a.number, a.puzzle));

-- refuse
SELECT printf('pack %s: puzzle %s has the numbers %d and %d', a.pack, a.puzzle, a.number, b.number)
FROM $mark AS a JOIN #mark AS b USING (puzzle, pack) WHERE a.number <> b.number;

-- refuse
SELECT printf('pack %s: different titles or licences', a.name) FROM $pack AS a JOIN #pack AS b USING (name)
WHERE (a.title, a.licence) <> (b.title, b.licence);

-- do
INSERT INTO #pack SELECT * FROM $pack WHERE true ON CONFLICT DO NOTHING;
INSERT INTO #volume (pk, pack, volume, revision, date, selection, hash)
    SELECT nullif(a.pk, b.pk), a.pack, a.volume, a.revision, a.date, a.selection, a.hash FROM $volume AS a
    LEFT JOIN #volume AS b ON b.pk = a.pk AND (b.pack, b.volume) <> (a.pack, a.volume) WHERE true
    ON CONFLICT (pack, volume) DO UPDATE SET revision = max(revision, excluded.revision), date = min(date, excluded.date),
        hash = iif(excluded.revision > revision, excluded.hash, hash);
INSERT INTO #mark SELECT * FROM $mark WHERE true
    ON CONFLICT (puzzle, pack) DO UPDATE SET date = iif(pack = '', excluded.date, NULL), note = excluded.note,
        withdrawn = iif(withdrawn = 0, excluded.withdrawn, iif(excluded.withdrawn = 0, withdrawn, min(withdrawn, excluded.withdrawn)))
    WHERE pack <> '' OR (excluded.date, excluded.note = '', excluded.note) < (date, note = '', note);

-- refuse
SELECT printf('channel %s: different start date', a.name) FROM $channel AS a JOIN #channel AS b USING (name) WHERE a.start <> b.start;

-- refuse
SELECT printf('channel %s: different secret', a.name) FROM $channel AS a JOIN #channel AS b USING (name) WHERE a.key_hash IS NOT b.key_hash;

-- refuse
-- rows, lists and versions without titles, which decide nothing
WITH a AS (SELECT channel, version, place, tier, size, layout, band, target, low, high FROM $schedule_row
    UNION ALL SELECT channel, version, NULL, since, tiers, draw, NULL, NULL, NULL, NULL FROM $schedule),
b AS (SELECT channel, version, place, tier, size, layout, band, target, low, high FROM #schedule_row
    UNION ALL SELECT channel, version, NULL, since, tiers, draw, NULL, NULL, NULL, NULL FROM #schedule)
SELECT printf('channel %s: different schedule', channel)
FROM (SELECT * FROM (SELECT * FROM a EXCEPT SELECT * FROM b) UNION ALL SELECT * FROM (SELECT * FROM b EXCEPT SELECT * FROM a))
WHERE (channel, version) IN (SELECT channel, version FROM $schedule INTERSECT SELECT channel, version FROM #schedule);

-- refuse
SELECT printf('channel %s: different list of puzzles', a.channel) FROM $list AS a JOIN #list AS b USING (channel, version, place)
WHERE (a.selection, a.digest) <> (b.selection, b.digest) OR EXISTS (SELECT 1 FROM $list_puzzle AS p
    JOIN #list_puzzle AS q ON q.list = b.pk AND q.place = p.place WHERE p.list = a.pk AND p.puzzle <> q.puzzle);

-- refuse
SELECT printf('channel %s: its ledger has days that were decided under an older schedule', v.channel) FROM #schedule AS v JOIN $channel AS c ON c.name = v.channel AND c.last >= v.since
WHERE v.version NOT IN (SELECT version FROM $schedule AS w WHERE w.channel = v.channel);

-- refuse
SELECT printf('channel %s: its schedule has a version for days that were already decided without it', v.channel) FROM $schedule AS v JOIN #channel AS c ON c.name = v.channel AND c.last >= v.since
WHERE v.version NOT IN (SELECT version FROM #schedule AS w WHERE w.channel = v.channel);

-- refuse
SELECT printf('channel %s: different ledger from row %d (%s) on', a.channel, a.number, a.date)
FROM $ledger AS a JOIN #ledger AS b USING (channel, number) WHERE a.hash <> b.hash ORDER BY a.channel, a.number;

-- refuse
SELECT printf('channel %s: different site options', a.channel) FROM $site AS a JOIN #site AS b USING (channel) WHERE EXISTS (SELECT * FROM $site AS x WHERE x.channel = a.channel EXCEPT SELECT * FROM #site);

-- do
INSERT INTO #channel SELECT * FROM $channel WHERE true
    ON CONFLICT (name) DO UPDATE SET days = excluded.days, last = excluded.last, head = excluded.head WHERE excluded.days > days;
INSERT INTO #schedule SELECT * FROM $schedule WHERE true ON CONFLICT DO NOTHING;
INSERT INTO #schedule_row SELECT * FROM $schedule_row WHERE true ON CONFLICT DO NOTHING;
INSERT INTO #list (channel, version, place, selection, puzzles, digest)
    SELECT channel, version, place, selection, puzzles, digest FROM $list WHERE true ON CONFLICT DO NOTHING;
INSERT INTO #list_puzzle SELECT b.pk, p.place, p.puzzle FROM $list AS a JOIN #list AS b USING (channel, version, place)
    JOIN $list_puzzle AS p ON p.list = a.pk WHERE true ON CONFLICT DO NOTHING;
INSERT INTO #ledger SELECT * FROM $ledger WHERE true ON CONFLICT DO NOTHING;
INSERT INTO #site SELECT * FROM $site WHERE true ON CONFLICT DO NOTHING;
-- a sample replaces a copy of what loyd contains; the larger sample stays, of equal ones the first by its recipe
CREATE TEMP TABLE better AS SELECT a.* FROM $distribution AS a LEFT JOIN #distribution AS b USING (class, metric, measure, version)
    WHERE a.source <> 'loyd' AND (b.pk IS NULL OR b.source = 'loyd' OR (-a.sample, a.source) < (-b.sample, b.source));
DELETE FROM #distribution_length WHERE distribution IN (SELECT d.pk FROM #distribution AS d JOIN better USING (class, metric, measure, version));
INSERT INTO #distribution (class, metric, measure, version, total, sample, longest, source)
    SELECT class, metric, measure, version, total, sample, longest, source FROM better WHERE true
    ON CONFLICT (class, metric, measure, version) DO UPDATE SET total = excluded.total, sample = excluded.sample,
        longest = excluded.longest, source = excluded.source;
INSERT INTO #distribution_length SELECT d.pk, l.length, l.boards, l.below, (SELECT b.name FROM main.band AS b
    WHERE b.low * 2 * d.total <= 100000 * (2 * l.below + l.boards) ORDER BY b.low DESC LIMIT 1)
    FROM better AS a JOIN #distribution AS d USING (class, metric, measure, version)
    JOIN $distribution_length AS l ON l.distribution = a.pk;
DROP TABLE temp.common; DROP TABLE temp.goal_to; DROP TABLE temp.search_to; DROP TABLE temp.search_rank; DROP TABLE temp.pair; DROP TABLE temp.news;
DROP TABLE temp.changed; DROP TABLE temp.games; DROP TABLE temp.better;
