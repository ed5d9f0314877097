SELECT max(d.date) AS date FROM day AS d WHERE d.date < :date
HAVING max(d.date) IS NOT NULL;
