#!/bin/sh
# A day in a frame of a page of another origin: played, reported, and deaf to
# hostile messages; the element of the package.
# shellcheck disable=SC1091 # lib.sh
. "$(dirname "$0")/lib.sh"
in_browser embed.mjs
