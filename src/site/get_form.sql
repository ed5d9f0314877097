-- What the files of all days depend on beside their puzzles: if it changes,
-- all are written again.
SELECT json_array(:title, :base_url, :results, :solutions, :hints, :zone,
    :language, (SELECT group_concat(n.name, char(10)) FROM (
        SELECT DISTINCT s.title || char(9) || ifnull(s.band, '') AS name
        FROM shown AS s ORDER BY 1) AS n)) AS form;
