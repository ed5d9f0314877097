-- A row a file, in the order in which files appear: what pages load before the
-- pages, a day before the day whose page links to it, and the lists of days
-- last. Files of a rank are on the disk before the first of the next one is
-- seen.
-- name   the template, or the query whose value is the contents
-- main   the template of a page's middle
-- kept   in which list of the service worker; NULL: none
-- Old days and years are left out if nothing that their files depend on has
-- changed; the newest of them had no next day, and no solution. Pictures of boards
-- never change. SQLite keeps the order of a subquery that has a limit.
SELECT
    f.*,
    main = 'today' AS is_today,
    main = 'archive' AS is_archive,
    main = 'stats' AS is_stats,
    main = 'play' AS is_new,
    main = 'howto' AS is_howto,
    main = 'train' AS is_training,
    main = 'embed' AS is_embed,
    main IN ('missing', 'offline') AS is_missing,
    iif(main = 'missing', :base_url, iif(instr(path, '/'), '../', '')) AS up,
    CASE main WHEN 'day' THEN '' WHEN 'archive' THEN '../daily/'
        ELSE 'daily/'
    END AS days_folder,
    iif(main = 'today', '', path) AS address,
    iif(main = 'archive', '', 'archive/') AS years_folder,
    CASE main WHEN 'day' THEN date
        WHEN 'archive' THEN say('title-of-year', 'year', year)
        WHEN 'stats' THEN say('statistics')
        WHEN 'play' THEN say('new-board')
        WHEN 'howto' THEN say('how-to-play')
        WHEN 'train' THEN say('training')
        WHEN 'offline' THEN say('not-kept')
        WHEN 'check' THEN say('how-to-check')
        WHEN 'missing' THEN say('missing')
    END AS page_title,
    CASE main WHEN 'day' THEN say('about-day', 'date', date)
        WHEN 'today' THEN say('about-today')
        WHEN 'archive' THEN say('about-archive', 'year', year)
        WHEN 'play' THEN say('about-play')
    END AS about,
    iif(main IN ('day', 'today', 'stats')
        OR (main = 'archive' AND year = :last_year),
        (SELECT head FROM day WHERE day.date = f.date), NULL) AS head,
    main NOT IN ('day', 'today', 'stats', 'check')
    AND NOT (main = 'archive' AND year = :last_year) AS links_checks
FROM (
    SELECT 0 AS rank, path, 'file' AS name, NULL AS main, kept, :last AS date,
        :last_year AS year
    FROM file WHERE kept IS NOT 'worker'
    UNION ALL
    SELECT 0, 'loyd/' || :release || '/core.js', 'core_js', NULL, 'files',
        :last, :last_year
    UNION ALL
    SELECT 1, 'daily/' || d.date || '.' || k.value,
        iif(k.value = 'html', 'page', iif(k.value = 'svg', 'picture', 'day_' || k.value)),
        iif(k.value = 'html', 'day', NULL), NULL, d.date, substr(d.date, 1, 4)
    FROM (SELECT date FROM day
        WHERE :is_whole OR date >= :old_last
        OR date || '.html' NOT IN there
        OR date || '.json' NOT IN there
        OR date || '.svg' NOT IN there
        OR date || '.png' NOT IN there
        ORDER BY date DESC LIMIT -1) AS d
    CROSS JOIN json_each('["png","svg","json","html"]') AS k
    WHERE k.value <> 'png' OR :is_whole
    OR d.date || '.png' NOT IN there
    UNION ALL
    SELECT 1, 'daily/' || date || '.stats.json', 'day_stats', NULL, NULL, date, ''
    FROM (SELECT date FROM day ORDER BY date DESC LIMIT 2) WHERE :results <> ''
    UNION ALL
    SELECT 2, value || '.html', 'page', iif(value = '404', 'missing', value),
        iif(value IN ('404', 'embed'), NULL, 'pages'), :last,
        :last_year
    FROM json_each('["404","embed","play","train","howto","check","offline"]')
    UNION ALL
    SELECT 2, 'archive/' || y.year || '.html', 'page', 'archive', NULL, :last,
        y.year
    FROM (SELECT DISTINCT substr(date, 1, 4) AS year FROM day
        ORDER BY 1 DESC LIMIT -1) AS y
    WHERE :is_whole OR y.year >= substr(:old_last, 1, 4)
    OR :last_year > substr(:old_last, 1, 4)
    OR y.year || '.html' NOT IN there
    UNION ALL
    SELECT 2, path, name, main, kept, :last, :last_year
    FROM (SELECT 'daily/index.json' AS path, 'index_json' AS name,
        NULL AS main, NULL AS kept
        UNION ALL
        SELECT 'feed.xml', 'feed', NULL, NULL
        UNION ALL
        SELECT 'manifest.webmanifest', 'manifest', NULL, 'files'
        UNION ALL
        SELECT 'stats.html', 'page', 'stats', 'new pages'
        UNION ALL
        SELECT 'index.html', 'page', 'today', 'new pages'
        UNION ALL
        SELECT 'days.js', 'days_js', NULL, NULL)
    UNION ALL
    SELECT 3, 'sw.js', 'worker', NULL, NULL, :last, :last_year
) AS f;
