#!/bin/sh
# Rare lengths, hostile links and the editor of play.html, in Chromium.
# shellcheck disable=SC1091 # lib.sh
. "$(dirname "$0")/lib.sh"
in_browser newboard.mjs
