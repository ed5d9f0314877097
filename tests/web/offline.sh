#!/bin/sh
# Sites without a network, and from one release to the next: what is kept, that no
# page mixes two releases, and that no game is lost.
# shellcheck disable=SC1091 # lib.sh
. "$(dirname "$0")/lib.sh"
in_browser offline.mjs
