#!/bin/sh
# The policy of every page: no inline script or style runs, nothing is loaded
# from elsewhere, and texts from outside stay text.
# shellcheck disable=SC1091 # lib.sh
. "$(dirname "$0")/lib.sh"
in_browser security.mjs
