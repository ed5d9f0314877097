#!/bin/sh
# Pages where something is missing or in the way: no network, no server, no
# WebAssembly, no script, storage that is refused, full, damaged or of another
# version, a clock that jumps, links that hold nonsense.
# shellcheck disable=SC1091 # lib.sh
. "$(dirname "$0")/lib.sh"
in_browser adverse.mjs
