#!/bin/sh
# Hints, moves left and playback: optimal where that is proven, and refused with
# a sentence where there is no solver.
# shellcheck disable=SC1091 # lib.sh
. "$(dirname "$0")/lib.sh"
in_browser hint.mjs
