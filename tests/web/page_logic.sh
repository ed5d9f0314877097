#!/bin/sh
# The logic of the player's script, in node: moves, lengths and messages are
# those of the command; streaks, time zones, results, records, damaged files.
# shellcheck disable=SC1091,SC2154 # lib.sh sets the variables
. "$(dirname "$0")/../cli/lib.sh"

export LOYD
same "moves, games, links" "392 boards, 784 paths" \
    "$(node "$root/tests/web/page_logic.mjs" 2>&1)"
same "results and streaks" "710 dates" \
    "$(node "$root/tests/web/page_store.mjs" 2>&1)"
same "game records" "784 records, 63 refused" \
    "$(node "$root/tests/web/page_record.mjs" 2>&1)"
same "analyses" "sums, places, links" \
    "$(node "$root/tests/web/page_analysis.mjs" 2>&1)"

finish
