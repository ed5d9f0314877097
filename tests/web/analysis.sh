#!/bin/sh
# Games that are analysed, shared and replayed, in Chromium.
# shellcheck disable=SC1091 # lib.sh
. "$(dirname "$0")/lib.sh"
in_browser analysis.mjs
