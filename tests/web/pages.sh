#!/bin/sh
# All kinds of pages, without playing: no fault, no violation of axe-core, no
# sideways scrolling, in both themes and without script.
# shellcheck disable=SC1091 # lib.sh
. "$(dirname "$0")/lib.sh"
in_browser pages.mjs
