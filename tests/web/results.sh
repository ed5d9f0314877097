#!/bin/sh
# Results and streaks over faked days and zones, past days, marks on calendars,
# what is shared, and results carried in a file.
# shellcheck disable=SC1091 # lib.sh
. "$(dirname "$0")/lib.sh"
in_browser results.mjs
