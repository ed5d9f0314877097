#!/bin/sh
# Pages in English, German, and a language that is made from English and written from
# right to left: usable by all, no text is cut off on a phone, boards unmirrored.
# shellcheck disable=SC1091 # lib.sh
. "$(dirname "$0")/lib.sh"
status=0
for LANGUAGE in en de rtl; do
    export LANGUAGE
    (in_browser language.mjs) || status=$?
done
exit "$status"
