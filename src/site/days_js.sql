-- One line, so that a page can ask for it again and read it as JSON.
SELECT 'globalThis.loydDays = ' || json_object('first_date', :first,
    'last_date', :last) || ';
';
