-- SPDX-License-Identifier: MIT
-- What volumes of one pack have wrong together: a folder, and its fault. Table given has their manifests,
-- marked the puzzles that they have (withdrawn 0) and those that they withdraw.
WITH pair AS MATERIALIZED (SELECT b.dir, b.n AS b, a.dir AS other, a.n AS a, a.volume, a.first, a.last, b.volume AS later
    FROM given AS a JOIN given AS b ON a.pack = b.pack AND a.volume < b.volume)
SELECT dir, fault FROM (
    SELECT b.dir, CASE
        WHEN a.pack <> b.pack THEN printf('of pack %s, and %s of %s', b.pack, a.dir, a.pack)
        WHEN a.volume = b.volume
            THEN printf('volume %d, revision %d: revision %d is in %s', b.volume, b.revision, a.revision, a.dir)
        WHEN iif(b.volume = a.volume + 1, b.first <> a.last + 1, b.first <= a.last)
            THEN printf('numbers from %d on: those of %s end at %d', b.first, a.dir, a.last)
        END AS fault
    FROM given AS a JOIN given AS b ON (a.volume, a.n) < (b.volume, b.n)
    UNION ALL
    SELECT dir, printf('does not withdraw number %d, which %s withdraws', g.number, other)
    FROM pair JOIN marked AS g ON g.n = a AND g.withdrawn BETWEEN 1 AND later
    WHERE NOT EXISTS (SELECT 1 FROM marked AS h WHERE (h.n, h.number, h.id, h.volume, h.withdrawn)
        = (b, g.number, g.id, g.volume, g.withdrawn))
    UNION ALL
    SELECT dir, printf('withdraws number %d of volume %d: it is another puzzle in %s', g.number, g.volume, other)
    FROM pair JOIN marked AS g ON g.n = b AND g.withdrawn > 0
    WHERE (g.volume = pair.volume) <> (g.number BETWEEN first AND last)
        OR EXISTS (SELECT 1 FROM marked AS p WHERE (p.n, p.number, p.withdrawn) = (a, g.number, 0) AND p.id <> g.id)
    UNION ALL
    SELECT b.dir, printf('puzzle %s is in %s too', p.id, a.dir) FROM marked AS p
    JOIN marked AS q ON q.id = p.id AND q.withdrawn = 0 JOIN given AS a ON a.n = q.n JOIN given AS b ON b.n = p.n
    WHERE p.withdrawn = 0 AND a.volume < b.volume)
WHERE fault IS NOT NULL;
