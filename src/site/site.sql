-- What the files of a site share, beside what publish.c gives.
SELECT
    replace(:base_url, '''', '%27') AS shell_url,
    substr(:results, 1, 8 + instr(substr(:results, 9) || '/', '/') - 1)
    AS results_origin,
    substr(:last, 1, 4) AS last_year,
    substr(:first, 1, 4) <> substr(:last, 1, 4) AS has_years,
    (SELECT lower(hex(l.hash)) FROM ledger AS l
        WHERE l.channel = :channel AND l.number = 1) AS first_hash,
    (SELECT d.head FROM day AS d WHERE d.date = :last) AS last_head,
    (SELECT count(*) FROM day) AS n_days,
    say('dir') = 'rtl' AS is_mirrored,
    (SELECT f.path FROM file AS f WHERE f.path LIKE '%/theme.css') AS own_style,
    (SELECT f.path FROM file AS f WHERE f.path LIKE '%/picture.%')
    AS own_picture,
    ifnull((SELECT f.path FROM file AS f WHERE f.path LIKE '%/icon.png'),
        'icon-192.png') AS icon,
    (SELECT f.bytes FROM file AS f WHERE f.path LIKE '%/header.txt')
    AS own_header,
    (SELECT f.bytes FROM file AS f WHERE f.path LIKE '%/footer.txt')
    AS own_footer;
