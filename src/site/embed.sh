#!/bin/sh
# SPDX-License-Identifier: MIT
# Prints a file of the site, made of scripts and styles of src/web/page in their order.
#
#   usage: embed.sh play|new|train|first|stats|howto|look|result|stages|analysis|send|embed|sw|style
set -eu
cd "$(dirname "$0")/../web/page"

# Each needs those before it.
play="words.js boardtext.js board.js calendar.js store.js record.js share.js
    dates.js states.js view.js input.js game.js card.js controls.js core.js hint.js newday.js
    offline.js tiers.js main.js"
new="parity.js editmodel.js lengths.js newform.js newboard.js editor.js"
train="parity.js editmodel.js train.js"
first="first.js"
stats="stats.js"
howto="lessons.js howto.js"
look="look.js"
embed="embed.js"
result="resultpicture.js"
stages="stages.js"
analysis="analysismodel.js analysis.js"
send="send.js"
sw="sw.js"
style="../../site/style.css play.css look.css new.css train.css first.css
    analysis.css stats.css howto.css embed.css"

for file in $play $new $train $first $stats $howto $look $result $stages $analysis $send $embed $sw $style; do
    [ -e "$file" ] || { echo "embed.sh: no file $file" >&2 && exit 1; }
done

# Comments that are whole lines or end a line are left out, which would be a third of
# what readers load, and so are indentation and empty lines: no text of the scripts
# goes over a line's end.
strip() {
    cat "$@" | sed '/^ *\/\*.*\*\/$/d; /^ *\/\*/,/\*\/$/d; s/^ *//
        s/ *\/\*[^*]*\*\/$//; /^$/d'
}

# A style is one line; no text of it has a colon and a space.
compact() {
    strip "$@" | tr '\n' ' ' |
        sed 's/: /:/g; s/\([{};,]\) */\1/g; s/ *{/{/g; s/;}/}/g; s/ *$//'
    echo
}

# The scripts of a page share their names; play.js comes first.
script() {
    echo '/* SPDX-License-Identifier: MIT; loyd, src/web/page */'
    strip "$@"
}

# shellcheck disable=SC2086 # words
case $1 in
play) script $play ;;
new) script $new ;;
train) script $train ;;
first) script $first ;;
stats) script $stats ;;
howto) script $howto ;;
look) script $look ;;
embed) script $embed ;;
result) script $result ;;
stages) script $stages ;;
analysis) script $analysis ;;
send) script $send ;;
sw) script $sw ;;
style) compact $style ;;
*) exit 2 ;;
esac
