-- A member that is NULL is left out.
SELECT lines(json_patch(
    json_object('date', d.date, 'day_no', d.day_no, 'channel', :channel,
        'schedule_version', d.version, 'head', d.head),
    iif(d.has_tiers, json_object('puzzles', json_group_array(json(p.puzzle))),
        min(p.puzzle))))
FROM day AS d CROSS JOIN (
    SELECT json_patch('{}', json_object(
        'tier', nullif(s.tier, ''), 'title', s.title,
        'puzzle_id', s.puzzle_id, 'size', s.width || 'x' || s.height,
        'layout', iif(s.recipe IS NULL, s.goal_layout,
            substr(s.recipe, instr(s.recipe, '/') + 1,
                instr(s.recipe, '~') - instr(s.recipe, '/') - 1)),
        'goal', s.goal, 'board', s.board,
        'recipe', s.recipe, 'lower', iif(s.is_interval, s.lower, NULL),
        iif(s.is_interval, 'upper', 'stm'), s.stm,
        'estimate', iif(s.is_interval, s.estimate, NULL),
        'percentile', iif(s.percentile IS NULL, NULL,
            json(printf('%.3f', s.percentile))), 'band', s.band,
        'percentile_sample', s.sample,
        'estimated', iif(s.is_interval AND s.band IS NOT NULL, 1, NULL),
        'nonce', nullif(s.nonce, ''),
        'path', iif(s.path <> '' AND (:solutions = 'today'
            OR (:solutions = 'past' AND :date < :today)), s.path, NULL),
        'previous_hash', s.previous_hash, 'hash', s.hash)) AS puzzle
    FROM drawn AS s
    WHERE s.date = :date ORDER BY s.number) AS p
WHERE d.date = :date;
