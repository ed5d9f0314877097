#!/bin/sh
# Pictures of the pages in all their states: shots.sh FOLDER [WORD ...]
# Without a folder, as the runner of tests calls it, the states that need the
# least are pictured, so that the script itself stays tested.
# shellcheck disable=SC1091 # lib.sh
. "$(dirname "$0")/lib.sh"
in_browser shots.mjs "$@"
