#!/bin/sh
# SPDX-License-Identifier: MIT
# Prints a script of the site, the files of its folder in src/web/page, or the style of
# all pages. In a folder the file of its name is last: what starts is at its end.
#
#   usage: embed.sh FOLDER|style
set -eu
export LC_ALL=C
cd "$(dirname "$0")/../web/page"

# Comments that are whole lines or end a line are left out, which would be a third of
# what readers load, and so are indentation and empty lines: no text of the scripts
# goes over a line's end.
strip() {
    sed '/^ *\/\*.*\*\/$/d; /^ *\/\*/,/\*\/$/d; s/^ *//
        s/ *\/\*[^*]*\*\/$//; /^$/d' "$@"
}

# The scripts of a page share their names; play.js comes first.
script() {
    echo '/* SPDX-License-Identifier: MIT; loyd, src/web/page */'
    strip "$@"
}

case $1 in
# A style is one line; no text of it has a colon and a space.
style)
    strip ../../site/style.css play/*.css look/*.css new/*.css train/*.css first/*.css \
        analysis/*.css stats/*.css howto/*.css embed/*.css | tr '\n' ' ' |
        sed 's/: /:/g; s/\([{};,]\) */\1/g; s/ *{/{/g; s/;}/}/g; s/ *$//'
    echo
    ;;
# Each needs those before it.
play)
    cd play
    script words.js boardtext.js board.js calendar.js store.js record.js share.js \
        dates.js states.js view.js input.js game.js card.js controls.js core.js hint.js \
        newday.js offline.js tiers.js main.js
    ;;
train) script new/parity.js new/editmodel.js train/train.js ;;
*)
    folder=$1
    shift
    for file in "$folder"/*.js; do
        [ "$file" = "$folder/$folder.js" ] || set -- "$@" "$file"
    done
    script "$@" "$folder/$folder.js"
    ;;
esac
