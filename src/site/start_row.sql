SELECT replace(value, ' ', ' ') AS labels
FROM json_each('["' || replace(:start_rows, '/', '","') || '"]');
