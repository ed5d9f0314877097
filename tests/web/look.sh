#!/bin/sh
# Pictures, colours and marks of tiles, in a browser.
# shellcheck disable=SC1091 # lib.sh
. "$(dirname "$0")/lib.sh"
in_browser look.mjs
