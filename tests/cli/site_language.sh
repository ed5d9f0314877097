#!/bin/sh
# Languages of sites: those of loyd, files, what is refused, and that a site changes
# its language as a whole.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

# publish DIR ...
publish() {
    dir=$1
    shift
    run publish --db all.db --out "$dir" --today 2026-05-01 --from 2026-04-30 \
        --future "$@"
}

# pages LANG DIR: all pages, scripts and the feed of the site are in a language.
pages() {
    same "$2: pages" "" "$(find "$2" -name '*.html' |
        xargs grep -L "<html lang=\"$1\"")"
    has "$2: the feed" "$2/feed.xml" "xml:lang=\"$1\""
}

# scripts WORD DIR: the scripts of the site's release have a sentence.
scripts() {
    has "$2: scripts" "$2/loyd/$(sed -n 's/^release //p' "$2/.loyd-site")/play.js" \
        "\"time\":\"$1\""
}

# --- German ---
publish de --language de
same "German" 0 "$code"
pages de de
scripts Zeit de
has "a date" de/daily/2026-05-01.html "<h1>Freitag, 1. Mai 2026</h1>"
has "a title" de/index.html "<title>Das tägliche Puzzle</title>"
has "a picture" de/daily/2026-05-01.svg "Freitag, 1. Mai 2026"
has "an entry" de/feed.xml "<title>Tag 121: Freitag, 1. Mai 2026</title>"
run channel show daily --db all.db
has "it is stored" out "language de"
run channel show daily --db all.db --json
has "JSON" out '"language":"de"'

# --- it stays, and changes as a whole ---
publish twin
diff -r de twin >differ 2>&1 || fail "a stored language: $(head -n 5 differ)"
publish twin --language en
has "a change is said" err "--language changed from 'de' to 'en'"
pages en twin
scripts Time twin
publish other
rm -r twin/loyd other/loyd
sed -i '/^late/d' twin/.loyd-site other/.loyd-site
diff -r twin other >differ 2>&1 || fail "back to English: $(head -n 5 differ)"

# --- a file ---
run publish --print-language de
cp out de.json
sed 's/"lang": "de"/"lang": "de-AT"/; s/"Freitag"/"Freytag"/' de.json >at.json
publish at --language at.json
same "a file" 0 "$code"
pages de-AT at
has "its sentences" at/index.html "<h1>Freytag, 1. Mai 2026</h1>"
mv at.json kept.json
publish at
has "the catalogue keeps it" at/index.html "<h1>Freytag, 1. Mai 2026</h1>"
same "nothing changes" 0 "$(sed -n 's/.*; \([0-9]*\) files written.*/\1/p' out)"
printf '\357\273\277' | cat - de.json >mark.json
publish at --language mark.json
has "a mark and another file" at/index.html "<h1>Freitag, 1. Mai 2026</h1>"
sqlite3 all.db "UPDATE site_file SET bytes =
    CAST(replace(CAST(bytes AS TEXT), '\"goal\"', '\"gaol\"') AS BLOB)"
publish at
same "a stored file of another release" 0 "$code"
has "a note" err "loyd: publish: 1 sentence of the pages in English, since the file \
of --language is older than this release: give it again, with all keys"
has "a missing sentence" at/index.html "<figcaption>Goal</figcaption>"
has "the others" at/index.html "<figcaption>Start</figcaption>"
publish at --language de
same "the same sentences, without a file" "0 none" "$code $(sqlite3 all.db \
    "SELECT 'stored' FROM site_file" | grep . || echo none)"

# --- what is refused ---
# bad FILE SED MESSAGE: a file that is another after a command of sed.
bad() {
    sed "$2" de.json >"$1"
    publish at --language "$1"
    same "$1" "2 loyd: $1: $3" "$code $(cat err)"
}
cp -r at before
bad missing.json '/^  "goal"/d; /^  "start"/d' 'goal, start: missing'
bad unknown.json 's/^  "goal"/  "gaol": "x",\n&/' 'gaol: unknown key'
bad twice.json 's/^  "goal".*/&\n&/' "$(printf %s "invalid JSON at byte " \
    "$(($(sed '/^  "goal"/q' de.json | wc -c) + 8))" \
    ": duplicate object key near '\"goal\"'")"
bad script.json 's/"Ziel"/"<script>x<\/script>"/' \
    "goal: '<script>' is not in the English sentence"
bad handler.json 's/index.html\\">/index.html\\" onclick=\\"x\\">/' \
    "missing-is: '<a href=\"{{up}}index.html\" onclick=\"x\">' is not in the \
English sentence"
bad link.json 's/check.html/http:x/' "lines-to-check: '<a href=\"{{up}}http:x\">' \
is not in the English sentence"
bad value.json 's/{n} Züge"/{m} Züge"/' \
    "n-moves: '{m}' is not in the English sentence"
bad bidi.json 's/"Ziel"/"\\u202eZiel"/' "goal: directional mark U+202E"
bad control.json 's/"Ziel"/"\\u0007"/' "goal: control character U+0007 at byte 1"
: >empty.json
head -c 10000000 /dev/zero >large.json
refusals <<'END'
2 | publish --db all.db --out at --language empty.json | empty.json: invalid JSON at byte 0: '[' or '{' expected near end of file
2 | publish --db all.db --out at --language large.json | large.json: too large: expected at most 500000 bytes
2 | publish --db all.db --out at --language fr | --language: unknown language 'fr': expected en, de or a file
2 | publish --db all.db --out at --language ./fr | ./fr: cannot read: No such file or directory
2 | publish --db all.db --out at --language . | .: cannot read: Is a directory
2 | publish --print-language fr | --print-language: unknown language 'fr': expected en, de
END
diff -r at before >differ 2>&1 || fail "refused, and written: $(cat differ)"
finish
