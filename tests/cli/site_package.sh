#!/bin/sh
# The package for browsers in a site, and sites of earlier releases. The
# package here is one that loyd accepts and no browser could run: what is in it
# is not the concern of `publish`.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"
[ -e .bin ] || { mkdir .bin && cp "$LOYD" .bin/loyd && LOYD=$tmp/.bin/loyd; }

# publish DIR TODAY ...
publish() {
    dir=$1 day=$2
    shift 2
    run publish --db all.db --out "$dir" --today "$day" --future "$@"
}

# web PACKAGE DIR TODAY ...: with a package next to the command.
web() {
    mkdir .bin/web && ln -s "$PWD/$1" .bin/web/loyd
    shift
    publish "$@"
    rm -r .bin/web
}

# twin NAME DIR DIR ...: both folders have the same files with the same bytes;
# then options of diff.
twin() {
    what=$1
    shift
    n_checks=$((n_checks + 1))
    diff -r "$@" >differ 2>&1 || fail "$what: $(head -n 5 differ)"
}

version=$("$LOYD" --version | sed 's/.* //')
# package DIR: an acceptable package.
package() {
    mkdir -p "$1"
    printf '\0asm\1\0\0\0and more' >"$1/loyd.wasm"
    for name in loyd.js worker.js loyd.d.ts; do
        echo "/* $name, $2 */" >"$1/$name"
    done
    echo "not copied" >"$1/README.md"
    sums=$(cd "$1" && sha256sum loyd.wasm loyd.js worker.js loyd.d.ts |
        sed 's/\(.*\)  \(.*\)/"\2": "\1"/' | paste -s -d ,)
    echo "{\"name\": \"loyd\", \"version\": \"$version\", \"sha256\": {$sums}}" \
        >"$1/package.json"
}
package one first
package two second

# released DIR: the folder of a site's release.
released() {
    echo "$1/loyd/$(sed -n 's/^release //p' "$1/.loyd-site")"
}

# carries NAME PACKAGE DIR: the release of a site has the files of a package.
carries() {
    n_checks=$((n_checks + 1))
    for file in loyd.d.ts loyd.js loyd.wasm package.json worker.js; do
        cmp "$2/$file" "$(released "$3")/$file" >differ 2>&1 ||
            fail "$1: $(cat differ)"
    done
}

none="no package for browsers, so pages have no hints: run make web"
given="with the package for browsers, which solves boards"
kept="with the package for browsers that the site had"

# --- with and without ---

publish without 2026-01-03
same "without" 0 "$code"
has "and says so" out "$none"
same "which is no message" "" "$(cat err)"
publish quiet 2026-01-03 --quiet
same "--quiet" "" "$(cat err)"
same "--quiet" "" "$(grep package out)"
has "core.js" "$(released without)/core.js" "globalThis.loydCore = null;"
same "its files" "analysis.js core.js embed.js first.js howto.js look.js new.js play.js result.js send.js stages.js \
stats.js style.css train.js" \
    "$(cd "$(released without)" && echo *)"
web one with 2026-01-03
same "with it" 0 "$code"
has "and says so" out "$given"
has "core.js" "$(released with)/core.js" \
    "globalThis.loydCore = \"$(cd with && echo loyd/*)/\";"
same "its files" "analysis.js core.js embed.js first.js howto.js look.js loyd.d.ts loyd.js loyd.wasm \
new.js package.json play.js result.js send.js stages.js stats.js style.css train.js worker.js" \
    "$(cd "$(released with)" && echo *)"
carries "unchanged" one with
# Pages name their release, and nothing else of it.
cp -r without renamed
find renamed -type f ! -path '*/loyd/*' -exec sed -i \
    "s/$(basename "$(released without)")/$(basename "$(released with)")/" {} +
twin "pages are the same" renamed with -x loyd -x sw.js
same "whole" 0 "$(python3 "$here/site.py" with 2026-01-03 >said 2>&1
    echo $?)"
for day in 01 02 03; do web one steps 2026-01-$day; done
twin "day by day" with steps
web one with 2026-01-03
has "again" out "; 0 files written"
web one with 2026-01-03 --json
has "as JSON" out '"package":"given"}'

# --- a site keeps its package, if it is of this release ---

publish with 2026-01-04
same "from a machine without it" 0 "$code"
has "it stays" out "$kept"
carries "with all files" one with
has "and in use" "$(released with)/core.js" '"loyd/'
before=$(released with)
web two with 2026-01-04
has "until another one comes" out "all pages written again"
carries "which replaces it" two with
[ -e "$before/loyd.wasm" ] || fail "pages that are open lost their package"
cp -r with old
sed -i "s/$version/0.0.1/" "$(released old)/package.json"
cp -r old again
publish again 2026-01-04 --json
has "as JSON" out '"package":"old"'
publish old 2026-01-04
has "another release" err "loyd: publish: the site's package for browsers is of \
another release or damaged, so pages do not use it: run make web"
has "is not used" "$(released old)/core.js" null
publish old 2026-01-04
has "nor is it said twice" out "$none"
web two old 2026-01-04
carries "until one of this release comes" two old
twin "until one of this release comes" with old -x loyd
: >"$(released old)/loyd.wasm"
publish old 2026-01-04
has "a damaged one is not used" "$(released old)/core.js" null
# Sites without releases had it in loyd/.
cp -r with loose && cp one/* loose/loyd/ && sed -i '/^release/d' loose/.loyd-site
publish loose 2026-01-04
carries "a package in loyd/" one loose

# --- what is no package is reported, and left out ---

# bad NAME MESSAGE COMMAND: changes a copy of a package by a command.
bad() {
    rm -rf bad && package bad bad
    (cd bad && eval "$3")
    web bad with 2026-01-04
    same "$1" 0 "$code"
    has "$1" err "/bad/$2"
    has "$1" out "$kept"
    twin "$1: nothing is changed" with before
}
cp -r with before
for name in package.json loyd.wasm loyd.js worker.js loyd.d.ts; do
    bad "no $name" "$name: No such file or directory" "rm $name"
    bad "a link for $name" "$name: expected a plain file" \
        "mv $name x && ln -s x $name"
done
bad "a folder for a file" "loyd.js: expected a plain file" \
    "rm loyd.js && mkdir loyd.js"
bad "a pipe for a file" "loyd.js: expected a plain file" \
    "rm loyd.js && mkfifo loyd.js"
bad "an empty file" "worker.js: empty" ": >worker.js"
bad "too much" "loyd.wasm: expected at most 4 MB" \
    "head -c 4194305 /dev/zero >>loyd.wasm"
for name in loyd.wasm loyd.js worker.js loyd.d.ts; do
    bad "a changed $name" "$name: damaged: its SHA-256 is not that of" \
        "printf ' ' >>$name"
done
bad "no sums" "loyd.wasm: damaged" "sed -i 's/sha256/sha255/' package.json"
bad "no JSON" "package.json: invalid JSON" "echo '{' >package.json"
bad "another package" "package.json: not a package of loyd" \
    "sed -i 's/\"loyd\"/\"lloyd\"/' package.json"
bad "no object" "package.json: not a package of loyd" "echo '[]' >package.json"
bad "another release" "package.json: version '0.0.1': expected $version" \
    "sed -i 's/$version/0.0.1/' package.json"
bad "a hostile version" \
    "package.json: version '\\x1b[31m': expected $version" \
    "sed -i 's/$version/\\\\u001b[31m/' package.json"
# --- links in the site ---

mkdir outside
cp -r without linked && rm -r linked/loyd && ln -s ../outside linked/loyd
web one linked 2026-01-04
same "a link for the folder" 3 "$code"
same "nothing gets out" "" "$(ls outside)"
cp -r with linked3 && mv "$(released linked3)" outside2 &&
    ln -s "$PWD/outside2" "$(released linked3)"
web two linked3 2026-01-04
same "a link for the folder of the release" 3 "$code"
rm -r linked3
cp -r with linked2 && ln -sf "$PWD/outside/file" "$(released linked2)/loyd.js"
web two linked2 2026-01-04
same "a link for a file" 0 "$code"
twin "is replaced" with linked2
same "nothing gets out" "" "$(ls outside)"
: >"$(released linked2)/.loyd.wasm.part-host-1-0123abcd"
: >"$(released linked2)/.mine.part"
publish linked2 2026-01-04
same "leftovers are removed, other files are not" \
    "$(released linked2)/.mine.part" \
    "$(find linked2 -name '*.part*')"

# --- the package of a build and of the installation ---

mkdir -p built/web
cp "$LOYD" built/loyd
package built/web/loyd first
built/loyd publish --db all.db --out near --today 2026-01-04 --future >out
same "a package that make web built" 0 $?
has "is found" out "$given"
carries "is found" one near

mkdir -p prefix/bin prefix/share/loyd
cp "$LOYD" prefix/bin/loyd
package prefix/share/loyd/web first
# installed DIR ...
installed() {
    dir=$1
    shift
    prefix/bin/loyd publish --db all.db --out "$dir" --today 2026-01-04 \
        --future "$@" >out 2>err
    code=$?
}
installed found
same "an installed package" 0 "$code"
has "is found" out "$given"
carries "is found" one found
ln -s "$PWD/prefix/bin/loyd" loyd
./loyd publish --db all.db --out linked3 --today 2026-01-04 --future >out
has "through a link to the command" out "$given"
sed -i "s/$version/0.0.1/" prefix/share/loyd/web/package.json
installed stale
same "one of another release" 0 "$code"
has "is reported" err "/share/loyd/web/package.json: version '0.0.1': \
expected $version"
has "and left out" out "$none"
installed found
has "a site keeps the right one" out "$kept"

# --- sites of earlier releases ---

upgraded="all pages written again: they were those of an earlier release"
publish now 2026-01-04
cp -r now aged
(cd aged && sed -i 's/^release .*/release 0123456789abcdef/' .loyd-site &&
    for file in index.html daily/*.html daily/*.svg; do
        echo old >"$file"
    done)
cp -r aged aged2
publish aged 2026-01-04
same "a site of an earlier release" 0 "$code"
has "is upgraded" out "$upgraded"
twin "is upgraded" now aged
publish aged 2026-01-04
same "once" "" "$(grep "$upgraded" out)"
cp -r aged2 aged3
publish aged2 2026-01-04 --json
has "as JSON" out '"upgraded":1,'
# The catalogue may be new, since the options are those of the site.
cp all.db forgot.db && sqlite3 forgot.db 'DELETE FROM site'
run publish --db forgot.db --out aged3 --today 2026-01-04 --future
same "without its options" 0 "$code"
twin "is upgraded too" now aged3
publish now 2026-01-04 --title other
same "a new title is no new release" "" "$(grep "$upgraded" out)"

finish
