-- The version is that of the lists and of the script: a changed file is a
-- changed worker, and each has its cache.
SELECT 'globalThis.loydSite = ' || iif(:is_offline,
    json_patch(json_object('version', sum_of(w.lists || w.script),
        'release', :release), w.lists), '{}') || ';' || char(10)
    || w.script
FROM (SELECT (SELECT CAST(f.bytes AS TEXT) FROM file AS f
    WHERE f.kept = 'worker') AS script, json_object(
    'pages', json_group_object(m.path, iif(m.kept = 'pages', m.sum, ''))
        FILTER (WHERE m.kept IN ('pages', 'new pages')),
    'files', json_group_object(m.path, m.sum) FILTER (WHERE m.kept = 'files'),
    'core', json_group_object(m.path, m.sum) FILTER (WHERE m.kept = 'core'))
    AS lists FROM made AS m) AS w;
