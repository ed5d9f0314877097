-- Systems cut the corners of icons, of as much as a tenth of the side; of a
-- maskable one, all outside of a circle with a diameter of 0.8.
SELECT CASE :path WHEN 'icon-192.png' THEN icon(192, 24)
    WHEN 'icon-512.png' THEN icon(512, 64) ELSE icon(512, 112) END;
