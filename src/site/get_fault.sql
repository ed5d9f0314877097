-- What is wrong with the days that were read; NULL: nothing.
SELECT CASE
    WHEN (SELECT count(*) FROM day) <> :n_days
    THEN 'the ledger has ' || (SELECT count(*) FROM day)
        || ' of the site''s ' || :n_days || ' days'
    WHEN (SELECT d.head FROM day AS d WHERE d.date = :old_last) <> :old_head
    THEN 'the ledger''s head of ' || :old_last || ' differs from the site''s: '
        || 'the site was published from another ledger, or days were changed'
END;
