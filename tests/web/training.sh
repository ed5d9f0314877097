#!/bin/sh
# Training on play.html, in Chromium.
# shellcheck disable=SC1091 # lib.sh
. "$(dirname "$0")/lib.sh"
in_browser training.mjs
