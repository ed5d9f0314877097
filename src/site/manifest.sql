-- By which browsers install the site. The colours are those of the paper.
SELECT lines(json_object('name', :title, 'lang', say('lang'),
    'dir', say('dir'), 'start_url', 'index.html', 'scope', './',
    'display', 'standalone', 'theme_color', '#faf7f1',
    'background_color', '#faf7f1', 'icons', json_array(
        json_object('src', 'icon-192.png', 'sizes', '192x192',
            'type', 'image/png', 'purpose', 'any'),
        json_object('src', 'icon-512.png', 'sizes', '512x512',
            'type', 'image/png', 'purpose', 'any'),
        json_object('src', 'icon-maskable.png', 'sizes', '512x512',
            'type', 'image/png', 'purpose', 'maskable'))));
