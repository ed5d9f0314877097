-- What is wrong with the days that were read; NULL: nothing.
SELECT 'the ledger''s head of ' || d.date || ' differs from the site''s: '
    || 'the site was published from another ledger, or days were changed'
FROM day AS d WHERE d.date = :old_last AND d.head <> :old_head;
