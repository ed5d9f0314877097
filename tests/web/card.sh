#!/bin/sh
# The picture of a result, in a browser.
# shellcheck disable=SC1091 # lib.sh
. "$(dirname "$0")/lib.sh"
in_browser card.mjs
