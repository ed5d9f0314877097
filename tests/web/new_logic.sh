#!/bin/sh
# The logic of the page for new boards, in node: its parity, sentences,
# exchanges, goals and boards are those of the command.
# shellcheck disable=SC1091,SC2154 # lib.sh sets the variables
. "$(dirname "$0")/../cli/lib.sh"

export LOYD
same "node" "900 explanations, 668 texts" \
    "$(node "$root/tests/web/new_logic.mjs" 2>&1)"

finish
