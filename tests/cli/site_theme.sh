#!/bin/sh
# What a publisher adds to the pages of a site: a picture, a style, fragments of
# HTML; what is stored of them, and what is refused.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

export LC_ALL=C
# publish ARGUMENT ...
publish() {
    run publish --db db --out site --today 2026-01-03 --future --quiet "$@"
}

# Pictures, written byte by byte: NAME WIDTH HEIGHT COLOUR
python3 - <<'END'
import struct
import zlib


def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + \
        struct.pack(">I", zlib.crc32(name + data))


def png(name, width, height, lines=None, cut=None):
    lines = lines or b"".join(
        b"\0" + bytes([200, 60, 30] * (width // 2) +
                      [30, 60, 200] * (width - width // 2))
        for _ in range(height))
    data = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(
        ">IIBBBBB", width, height, 8, 2, 0, 0, 0)) + \
        chunk(b"tEXt", b"Comment\0where I live") + \
        chunk(b"IDAT", zlib.compress(lines)) + chunk(b"IEND", b"")
    open(name, "wb").write(data[:cut])


png("good.png", 1500, 900)
png("cut.png", 300, 200, cut=200)
png("short.png", 300, 200, lines=b"\0" * 5000)
png("bomb.png", 60000, 60000, lines=b"\0" * 1000)
png("thin.png", 1000, 100)
png("tiny.png", 10, 10)
open("zeros", "wb").write(bytes(11000000))
END

printf '<p class="club">Chess &amp; tiles <a href="about.html">who</a>\n' >open.html
printf '<p class="club">Chess &amp; tiles <a href="about.html">we</a><br/></p>' >head.html
printf '<p><a href="https://puzzles.example/?a=1&amp;b=2">Imprint</a><!--x--></p>' >foot.html
printf ':root { --ground: #fff } /* \303\244 */\n' >good.css
printf 'b {}\n@import "x.css";\n' >bad.css
printf '<p onclick="alert(1)">x</p>' >bad.html
: >empty

# without NAME FILE TEXT
without() {
    ! grep -qF "$3" "$2" || fail "$1: $3 in $2"
}

# refused OPTION FILE MESSAGE: nothing is written or stored.
refused() {
    publish "--$1" "$2"
    same "--$1 $2" 2 "$code"
    same "--$1 $2: message" "loyd: $2: $3" "$(cat err)"
    [ ! -e site ] && [ ! -e db ] || fail "--$1 $2: something was written"
}
refused picture cut.png "damaged PNG: the file is truncated"
refused picture bomb.png "60000 x 60000 pixels: expected at most 40 million"
refused picture thin.png "1000 x 100 pixels: expected at least 64 x 64, and no \
side more than 4 times as long as the other"
refused picture tiny.png "10 x 10 pixels: expected at least 64 x 64, and no \
side more than 4 times as long as the other"
refused picture head.html "no picture: expected PNG or JPEG"
refused picture empty "no picture: expected PNG or JPEG"
refused picture zeros "too large: expected at most 10485760 bytes"
refused picture missing.png "cannot read: No such file or directory"
refused css bad.css "line 2, column 1: @import and @namespace are not allowed"
refused css zeros "too large: expected at most 65536 bytes"
refused css empty "the file is empty"
refused header bad.html "line 1, column 1: attribute not allowed here: onclick"
refused header open.html "line 2, column 1: element without an end: p"
refused footer zeros "too large: expected at most 16384 bytes"
publish --picture short.png
same "too few lines" 2 "$code"
[ ! -e site ] || fail "something was written"

publish --picture good.png --css good.css --header head.html --footer foot.html
same "a theme" 0 "$code"
same "no message" "" "$(cat err)"
release=$(cd site/loyd && echo *)
same "the style" "$(cat good.css)" "$(cat "site/loyd/$release/theme.css")"
has "the style is linked" site/daily/2026-01-01.html \
    "<link rel=\"stylesheet\" href=\"../loyd/$release/theme.css\" />"
has "the picture" site/index.html "data-picture=\"loyd/$release/picture.jpg\""
has "the header" site/index.html "<a href=\"about.html\">we</a><br /></p></div>"
has "the header of a day" site/daily/2026-01-01.html "<a href=\"../about.html\">we</a>"
has "the footer" site/index.html \
    '<div class="publisher"><p><a href="https://puzzles.example/?a=1&amp;b=2">Imprint</a></p></div>'
python3 - "site/loyd/$release/picture.jpg" <<'END' || fail "the picture"
import sys

data = open(sys.argv[1], "rb").read()
assert data[:3] == b"\xff\xd8\xff" and data[-2:] == b"\xff\xd9", "a JPEG"
assert b"where" not in data and b"Exif" not in data, "no metadata"
assert len(data) < 150 * 1024, len(data)
at = data.index(b"\xff\xc2")
assert data[at + 5:at + 9] == bytes([614 >> 8, 614 & 255, 4, 0]), "1024 x 614"
END
run channel show daily --db db
has "what is stored" out "  css      34 bytes"
run channel show daily --db db --json
has "as JSON too" out '"css":34,"header":'

# They are stored: another folder and a copy of the catalogue get the same.
publish
has "nothing changed" out "; 0 files written"
cp db copy.db
run publish --db copy.db --out other --today 2026-01-03 --future --quiet
same "another machine" "" "$(diff -r site other)"

# A change of one is reported, and pages get it.
publish --css ''
same "without the style" 0 "$code"
same "the report" "loyd: daily: --css changed from '34 bytes' to '', for all its \
folders" "$(cat err)"
without "no link" site/index.html "theme.css"
publish --picture '' --header '' --footer ''
without "no picture" site/index.html "data-picture"
without "no fragments" site/index.html 'class="publisher"'
run channel show daily --db db
without "nothing stored" out "picture"
publish --offline no
without "other scripts are no other release" out "earlier release"
publish --offline yes
publish
has "nothing changed again" out "; 0 files written"

# Pages may connect to the host of --results, and to no other.
without "no host" site/play.html "connect-src 'self' "
for url in http://x.example/ https:// 'https://x.example;y/' "https://x'/" \
    'https://*.example/' 'https://a@b/' 'https://x.example/?y' x; do
    publish --results "$url"
    same "$url" "2 loyd: publish: invalid address '$url': expected https://HOST/PATH" \
        "$code $(cat err)"
done
publish --results https://x.example:8443/a/in
for page in index.html play.html daily/2026-01-02.html; do
    has "$page" "site/$page" "connect-src 'self' https://x.example:8443; worker"
    has "$page" "site/$page" 'data-results="https://x.example:8443/a/in"'
done
run channel show daily --db db --json
has "stored" out '"results":"https://x.example:8443/a/in"'
publish
has "and taken" out "; 0 files written"
publish --results ''
without "no host" site/play.html "x.example:8443"

# Rows of a stranger's catalogue are checked like a file.
publish --header head.html --css good.css
sqlite3 db "UPDATE site_file SET bytes = CAST('<script>' AS BLOB) WHERE name = 'header'"
publish
same "a script in the catalogue" 3 "$code"
has "and where" err "header: line 1, column 1: element not allowed: script"
sqlite3 db "UPDATE site_file SET bytes = CAST('@import \"x\"' AS BLOB) WHERE name = 'css'"
publish
has "a style in the catalogue" err "css: line 1, column 1: @import"

finish
