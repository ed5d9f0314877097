#!/bin/sh
# What the pages cost: sizes are checked, times are printed, and a trace shows
# that nothing is laid out while tiles move.
# shellcheck disable=SC1091 # lib.sh
. "$(dirname "$0")/lib.sh"
in_browser figures.mjs
