#!/bin/sh
# Boards are played to the end by keys, clicks, drags and swipes; undo, redo
# and restart; several tiles at once; a game survives a reload.
# shellcheck disable=SC1091 # lib.sh
. "$(dirname "$0")/lib.sh"
in_browser play.mjs
