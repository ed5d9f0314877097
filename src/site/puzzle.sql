-- The puzzles of a day, as pages show them.
SELECT
    s.number, s.tier, s.puzzle_id AS id, s.nonce, s.width, s.height,
    s.is_interval, s.lower, s.stm, s.lower = s.stm AS is_least, s.percent,
    s.sample AS is_sampled,
    called(s.title) AS name,
    called(s.band) AS band,
    s.board AS start_rows, s.goal AS goal_rows, s.recipe, s.path,
    trim(replace(replace(replace(replace(s.path, 'U', ' U'), 'D', ' D'),
        'L', ' L'), 'R', ' R')) AS spaced_path,
    s.path <> '' AND (:solutions = 'today'
        OR (:solutions = 'past' AND :date < :today)) AS is_solved,
    :hints = 'yes' OR (:hints = 'past' AND :date < :last) AS has_hints,
    iif(s.width >= 2 * s.height, 'wide',
        iif(s.height >= 2 * s.width, 'tall', '')) AS shape,
    say(iif(s.stm = 1, 'one-move', 'moves'), 'stm', s.stm) AS moves,
    svg(s.board, say('start'), say('board-is', 'width', s.width,
        'height', s.height, 'rows', s.board)) AS start,
    svg(s.goal, say('goal'), say('board-is', 'width', s.width,
        'height', s.height, 'rows', s.goal)) AS goal
FROM drawn AS s
WHERE s.date = :date ORDER BY s.number;
