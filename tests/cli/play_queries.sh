#!/bin/sh
# The queries of docs/games.md, on games that are known.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

PYTHONDONTWRITEBYTECODE=1
export PYTHONDONTWRITEBYTECODE
run daily 2026-01-06 --db a.db --today 2026-01-06
python3 "$here/play_queries.py" make a.db | sort -u >games.csv
check "import" 0 "$(lines games.csv) games imported" "" \
    play import games.csv --db a.db
same "rows of each query" "3 69 4 4 6 rows" \
    "$(python3 "$here/play_queries.py" compare a.db "$root/docs/games.md")"

# The view has what `play list` prints, without the record.
run play list --json --db a.db
sed 's/,"record":"[^"]*"}/}/; s/,"free_ms":[0-9]*//' out | sort >listed
sqlite3 a.db "SELECT json_object('game_id', game_id, 'puzzle_id', puzzle_id,
    'player', player, 'status', status, 'stm', stm, 'ms', ms, 'began', began)
    FROM games" | sort | cmp -s - listed || fail "the view is not the list"
same "free_ms" "$(grep -o '"free_ms":[0-9]*' out | cut -d : -f 2 | sort)" \
    "$(sqlite3 a.db 'SELECT free_ms FROM games WHERE free_ms IS NOT NULL' | sort)"

finish
