#!/bin/sh
# Languages of sites: what is refused, and that a site changes its language as a
# whole.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

# publish DIR ...
publish() {
    dir=$1
    shift
    run publish --db all.db --out "$dir" --today 2026-01-02 "$@"
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
has "a date, which browsers write in words" de/daily/2026-01-02.html \
    '<h1><time data-form="long">2026-01-02</time></h1>'
has "a title" de/index.html "<title>Das tägliche Puzzle</title>"
has "a picture" de/daily/2026-01-02.svg ">Ziel</text>"
has "for those who do not see it" de/daily/2026-01-02.svg \
    "<desc>Ein Schiebepuzzle, 4 breit und 4 hoch, Zeile"
has "an entry" de/feed.xml "<title>Tag 2: 2026-01-02</title>"
run channel show daily --db all.db
has "it is stored" out "${tab}language=de"
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
diff -r twin other >differ 2>&1 || fail "back to English: $(head -n 5 differ)"

# --- what is refused ---
run publish --db all.db --out at --language fr
same "another language" 2 "$code"
has "another language" err "--language"
[ ! -e at ] || fail "a folder was made"
sqlite3 all.db "UPDATE site SET options = json_set(options, '$.language', 'fr')"
publish twin
same "a stored one that loyd does not have" \
    "2 loyd: publish: unknown language 'fr': expected en or de" "$code $(cat err)"
publish twin --language de
same "another is given" 0 "$code"
pages de twin
finish
