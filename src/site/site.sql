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
    say('dir') = 'rtl' AS is_mirrored;
