#!/bin/sh
# Dialogs of the page and the keys of the game, in a browser.
# shellcheck disable=SC1091 # lib.sh
. "$(dirname "$0")/lib.sh"
in_browser dialogs.mjs
