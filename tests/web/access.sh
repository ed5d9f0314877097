#!/bin/sh
# The pages in all their states: axe-core finds nothing, nothing is wider than
# a phone, buttons are large enough, and the keyboard alone is enough.
# shellcheck disable=SC1091 # lib.sh
. "$(dirname "$0")/lib.sh"
in_browser access.mjs
