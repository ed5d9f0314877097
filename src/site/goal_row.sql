SELECT value AS labels
FROM json_each('["' || replace(:goal_rows, '/', '","') || '"]');
