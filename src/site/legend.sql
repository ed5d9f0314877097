-- What the shades of a calendar need in words.
SELECT
    max(d.shade) AS has_shades,
    max(d.several) AS has_tiers,
    max(d.has_estimate) AS has_estimates
FROM day AS d
WHERE d.date BETWEEN iif(:is_archive, :year, substr(:last, 1, 7))
AND :year || '-12-31';
