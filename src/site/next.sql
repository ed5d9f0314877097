SELECT min(d.date) AS date FROM day AS d WHERE d.date > :date
HAVING min(d.date) IS NOT NULL;
