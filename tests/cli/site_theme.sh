#!/bin/sh
# A publisher's own files in a site: what is copied, what stays, what is refused
# and what is withdrawn.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

# publish DIR ...
publish() {
    dir=$1
    shift
    run publish --db all.db --out "$dir" --today 2026-01-03 --future "$@"
}
released() { echo "$1/loyd/$(sed -n 's/^release //p' "$1/.loyd-site")"; }

mkdir theme
echo 'h1 { color: teal }' >theme/style.css
echo '<a href="https://club.example/">Club &amp; co</a>' >theme/header.html
echo '<p>Made <b>here</b></p>' >theme/footer.html
printf '\211PNG\r\n\032\n and pixels' >theme/picture.png
cp theme/picture.png theme/icon.png
echo '{"lang": "en-GB", "dir": "rtl", "today": "To-day", "goal": "Aim",
    "files": "<i>{{date}}</i>"}' >theme/sentences.json
: >theme/.hidden

publish plain
publish site
publish site --theme theme
same "a theme" 0 "$code"
loyd=$(released site)
loyd=${loyd#site/}
for at in "style.css theme.css" "header.html header.txt" "icon.png icon.png" \
    "footer.html footer.txt" "picture.png picture.png" \
    "sentences.json sentences.json"; do
    same "$at" "" "$(cmp "theme/${at% *}" "$(released site)/${at#* }" 2>&1)"
done
for page in index.html daily/2026-01-02.html archive/2026.html play.html; do
    up=
    case $page in */*) up=../ ;; esac
    has "$page" site/$page "<link rel=\"stylesheet\" href=\"$up$loyd/theme.css\" />"
    has "$page" site/$page "<link rel=\"icon\" type=\"image/png\" href=\"$up$loyd/icon.png\" />"
    has "$page" site/$page "<div class=\"publisher\">$(cat theme/header.html)"
    has "$page" site/$page "<div class=\"publisher\">$(cat theme/footer.html)"
    has "$page" site/$page " data-picture=\"$loyd/picture.png\""
    has "$page" site/$page '<html lang="en-GB" dir="rtl"'
    has "$page" site/$page '>To-day</a>'
    has "a missing sentence" site/$page '>Archive</a>'
done
has "a sentence with a value" site/daily/2026-01-02.html '<i>2026-01-02</i>'
has "in pictures too" site/daily/2026-01-02.svg '>Aim</text>'
has "right to left" site/daily/2026-01-02.html '<a rel="prev" href="2026-01-01.html">&#8594;'
same "loyd's own policy stays" 1 "$(grep -c "default-src 'none'; script-src 'self'" site/index.html)"
publish site
has "it stays" out "; 0 files written"
publish twin --theme theme
n_checks=$((n_checks + 1))
rm -rf one two && cp -r site one && cp -r twin two
find one two -path '*/loyd/*' -prune -exec rm -rf {} +
diff -r one two >differ 2>&1 || fail "another folder: $(head -n 3 differ)"

# What --print-sentences prints is a theme, which changes nothing.
mkdir en de
run publish --print-sentences
same "all sentences" "" "$(python3 -c 'import json, sys
print(*json.load(open("out")).items() ^ json.load(open(sys.argv[1])).items())' \
    "$root/src/site/en.json")"
mv out en/sentences.json
run publish --print-sentences --language de
mv out de/sentences.json
publish printed --theme en
publish german --language de
publish german.printed --language de --theme de
for pair in "plain printed" "german german.printed"; do
    for page in index.html stats.html feed.xml daily/2026-01-02.svg; do
        same "$pair: $page" "" "$(cd "${pair% *}" && sed \
            "s/$(basename "$(released .)")/RELEASE/g" $page >../one.page
            cd "../${pair#* }" && sed "s/$(basename "$(released .)")/RELEASE/g" \
                $page | cmp - ../one.page 2>&1)"
    done
done
sed 's/"Archive"/"Cellar"/' en/sentences.json >en/new && mv en/new en/sentences.json
publish printed --theme en --language en
has "an edited one" printed/index.html '>Cellar</a>'

# --- what is refused changes nothing ---

cp -r site before
# bad NAME MESSAGE COMMAND: a theme after a command in its folder.
bad() {
    rm -rf bad && cp -r theme bad
    (cd bad && eval "$3")
    publish site --theme bad
    same "$1" "3 loyd: publish: bad/$2" "$code $(head -n 1 err)"
    n_checks=$((n_checks + 1))
    diff -r site before >differ 2>&1 || fail "$1: $(head -n 3 differ)"
}
bad "a script" "play.js: no file of a theme: expected style.css, header.html, \
footer.html, sentences.json, icon.png or picture.jpg, .png or .webp" ": >play.js"
bad "SVG" "picture.svg: no file of a theme: expected style.css, header.html, \
footer.html, sentences.json, icon.png or picture.jpg, .png or .webp" ": >picture.svg"
bad "a link" "style.css: expected a plain file" "ln -sf /etc/passwd style.css"
bad "a pipe" "style.css: expected a plain file" "rm style.css; mkfifo style.css"
bad "a folder" "footer.html: expected a plain file" "rm footer.html; mkdir footer.html"
bad "an empty file" "footer.html: empty" ": >footer.html"
bad "too much" "picture.png: expected at most 1 MB" \
    "head -c 1048577 /dev/zero >picture.png"
for kind in jpg png webp; do
    bad "text" "picture.$kind: no picture of this kind" "echo text >picture.$kind"
done
bad "a PNG of another name" "picture.jpg: no picture of this kind" \
    "mv picture.png picture.jpg"
bad "a WAV" "picture.webp: no picture of this kind" \
    "printf 'RIFF\\1\\1\\1\\1WAVE' >picture.webp"
bad "Exif" "picture.png: has Exif or XMP data: expected a picture without" \
    "printf eXIf >>picture.png"
bad "XMP" "icon.png: has Exif or XMP data: expected a picture without" \
    "printf http://ns.adobe.com/xap/1.0/ >>icon.png"
bad "no JSON" "sentences.json: expected a JSON object" "echo '[' >sentences.json"
bad "another key" "sentences.json: unknown or empty: 'todey'" \
    "sed -i s/today/todey/ sentences.json"
bad "no text" "sentences.json: unknown or empty: 'goal'" \
    "sed -i 's/\"Aim\"/1/' sentences.json"
bad "no direction" "sentences.json: expected 'lang', such as en-GB, and 'dir' that is ltr or rtl" \
    "sed -i s/rtl/up/ sentences.json"
bad "markup before the policy" "sentences.json: expected 'lang', such as en-GB, and \
'dir' that is ltr or rtl" "sed -i 's/en-GB/en>x/' sentences.json"
publish site --theme nowhere
same "no folder" "3 loyd: publish: nowhere: No such file or directory" "$code $(cat err)"
rm -rf bad && cp -r theme bad && sed -i 's/{{date}}/{{secret}}/' bad/sentences.json
publish site --theme bad
same "a value that there is not" 3 "$code"
has "a value that there is not" err "{{secret}}"
n_checks=$((n_checks + 1))
diff -r site before >differ 2>&1 || fail "still the same: $(head -n 3 differ)"

# --- withdrawn, also from the folders of earlier releases ---

rm theme/picture.png theme/sentences.json
printf '\377\330\377\340 and pixels' >theme/picture.jpg
printf 'RIFF\1\1\1\1WEBP and pixels' >theme/picture.webp
old=$(released site)
publish site --theme theme
same "two files less" 0 "$code"
for kind in jpg webp; do
    [ -e "$(released site)/picture.$kind" ] || fail "no picture.$kind"
done
has "says so" out "2 files of the theme withdrawn"
[ ! -e "$old/picture.png" ] || fail "a picture that was withdrawn"
[ -e "$old/theme.css" ] || fail "open pages lost their style"
same "no sentences" 1 "$(grep -c '>Today</a>' site/index.html)"
: >"$(released site)/.header.txt.part-host-1-0123abcd"
publish site
same "leftovers are removed" "" "$(find site -name '*.part*')"
publish site --theme "" --json
has "as JSON" out '"withdrawn":'
same "nothing is left" "" "$(find site -name 'theme.css' -o -name '*.txt' -o -name icon.png)"
rm -rf one two && cp -r site one && cp -r plain two
find one two -path '*/loyd/*' -prune -exec rm -rf {} +
diff -r one two >differ 2>&1 || fail "as if there had been none: $(head -n 3 differ)"
publish site --theme ""
has "once" out "; 0 files written"

finish
