-- The day of a page.
SELECT d.date, d.day_no, d.several FROM day AS d
WHERE d.date = :date AND :main IN ('day', 'today');
