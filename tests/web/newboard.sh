#!/bin/sh
# New boards, parity, exchanges and the editor of play.html, in Chromium.
# shellcheck disable=SC1091 # lib.sh
. "$(dirname "$0")/lib.sh"
in_browser newboard.mjs
