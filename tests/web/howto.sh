#!/bin/sh
# The lessons of howto.html, played to the end by keys, by touch and by mouse.
# shellcheck disable=SC1091 # lib.sh
. "$(dirname "$0")/lib.sh"
in_browser howto.mjs
