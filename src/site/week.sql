-- The weeks of a month, each by its number.
SELECT w.value AS week FROM json_each('[0,1,2,3,4,5]') AS w
WHERE 7 * w.value - (strftime('%w', :month || '-01') + 6) % 7
< CAST(strftime('%d', :month || '-01', '+1 month', '-1 day') AS INTEGER);
