-- Fills `shown`. `stm` is the upper end of an interval; `percent` the share of
-- boards that are shorter, rounded down; shades have the bounds of the default
-- bands. Without `unlikely` SQLite would walk along the channel.
INSERT INTO shown
SELECT
    l.number, l.date,
    '~' || :channel || '/' || l.date || iif(l.tier = '', '', '/' || l.tier),
    l.day_no, l.version, l.tier,
    (SELECT d.title FROM days AS d
        WHERE d.channel = :channel AND unlikely(d.date = l.date)
        AND ifnull(d.tier, '') = l.tier),
    l.puzzle, lower(hex(l.nonce)), lower(hex(l.previous)), lower(hex(l.hash)),
    l.width, l.height, l.is_interval, ifnull(l.optimum, r.lower),
    ifnull(l.optimum, l.upper), l.estimate,
    (100000 * (2 * b.below + b.boards) + c.total) / (2 * c.total) / 1000.0,
    100 * b.below / c.total, c.sample, b.band,
    1 + (50 * (2 * b.below + b.boards) >= c.total)
    + (2 * (2 * b.below + b.boards) >= c.total)
    + (5 * (2 * b.below + b.boards) >= 9 * c.total)
FROM (
    SELECT
        a.*, p.stm AS optimum, p.upper, p.estimate, p.estimate_version, p.goal,
        CAST(p.size AS INTEGER) AS width,
        CAST(substr(p.size, instr(p.size, 'x') + 1) AS INTEGER) AS height,
        a.stm IS NULL AS is_interval,
        lag(a.hash, 1, zeroblob(32)) OVER (ORDER BY a.number) AS previous,
        CAST(julianday(a.date) - julianday(:first) AS INTEGER) + 1 AS day_no
    FROM ledger AS a CROSS JOIN puzzle AS p ON p.id = a.puzzle
    WHERE a.channel = :channel AND a.date <= :last
) AS l
CROSS JOIN goal AS g ON g.pk = l.goal
LEFT JOIN rating AS r
ON r.puzzle = l.puzzle AND r.metric = 'stm' AND l.optimum IS NULL
LEFT JOIN distribution AS c
ON c.class = g.class AND c.metric = 'stm'
AND c.measure = iif(l.estimate IS NULL, 'optimum', 'estimate')
AND c.version = ifnull(l.estimate_version, 0)
LEFT JOIN distribution_length AS b
ON b.distribution = c.pk
AND b.length = min(ifnull(l.estimate, l.optimum), c.longest);
