#!/bin/sh
# Pages in English and German, and from right to left: usable by all, and no text is
# cut off on a phone.
# shellcheck disable=SC1091 # lib.sh
. "$(dirname "$0")/lib.sh"
status=0
for LANGUAGE in ${LANGUAGE:-en de rtl}; do
    export LANGUAGE
    (in_browser language.mjs) || status=$?
done
exit "$status"
