SELECT value AS tile
FROM json_each('[' || replace(:labels, ' ', ',') || ']');
