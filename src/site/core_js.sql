SELECT 'globalThis.loydCore = '
    || iif(:has_core, json_quote('loyd/' || :release || '/'), 'null') || ';
' || iif(:is_offline, 'globalThis.loydOffline = true;
', '');
