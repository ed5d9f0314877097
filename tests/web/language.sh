#!/bin/sh
# Pages in English and German: usable by all, and no text is cut off on a phone.
# shellcheck disable=SC1091 # lib.sh
. "$(dirname "$0")/lib.sh"
status=0
for LANGUAGE in en de; do
    export LANGUAGE
    (in_browser language.mjs) || status=$?
done
exit "$status"
