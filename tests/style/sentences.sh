#!/bin/sh
# Every sentence that a reader of a site sees is a line of src/site/en.json: the
# scripts of pages have none, they look each up by its key. (test_site checks
# that each key has its sentence, and each sentence its use.)
set -u
cd "$(dirname "$0")/../.." || exit 1

# literals FILE ...: strings that read like a sentence or the name of a button:
# two words, or one that begins with a capital. Comments, keys, and what is for
# programs are left out: classes, selectors, fonts, names of the browser's own.
literals() {
    python3 - "$@" <<'END'
import re
import sys

TOKEN = re.compile(r"""/\*.*?\*/|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`""", re.S)
FOR_PROGRAMS = re.compile(
    r"""className:\s*$|querySelector(All)?\(\s*$|closest\($|[=!]==\s*$|"""
    r"""typeof\s\w+\s$|font-family":\s*$|const key = $|words\($|test\($""")
WORDS = re.compile(r"[A-Za-z]{2,},? +[A-Za-z]{2,}|^\s*[A-Z][a-z]+")
NAMES = ("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "AbortError",
         "use strict", "UTC", "xMidYMid slice")

for name in sys.argv[1:]:
    text = open(name, encoding="utf-8").read()
    for found in TOKEN.finditer(text):
        token = found.group()
        plain = re.sub(r"\$\{[^}]*\}", "0", token[1:-1])
        if token.startswith("/*") or not WORDS.search(plain) or \
                plain in NAMES or FOR_PROGRAMS.search(text[:found.start()]):
            continue
        print(f"{name}:{text.count(chr(10), 0, found.start()) + 1}: {token}")
END
}

status=0
found=$(literals src/web/page/*/*.js)
[ -z "$found" ] || {
    printf 'sentences outside of src/site/en.json:\n%s\n' "$found"
    status=1
}

# The check itself.
: "${SCRATCH:=$(mktemp -d)}"
# shellcheck disable=SC2016 # JavaScript
printf '%s\n' 'say("No hint");' 'say(`a way of ${n}`);' 'make("Undo");' \
    'words("no-hint"); /* "No hint" */ make("p", {className: "a bc"})' \
    >"$SCRATCH/page.js"
[ "$(literals "$SCRATCH/page.js" | wc -l)" -eq 3 ] || {
    echo "the check itself finds other texts than it should:"
    literals "$SCRATCH/page.js"
    status=1
}

# Keys that are not written out would be missing in sites.
# shellcheck disable=SC2016 # a pattern
if grep -nE '\bwords\((`|[^"`]|"[^"]*\$)' src/web/page/*/*.js |
    grep -vE 'words = \(key'; then
    echo "a key that is not written out"
    status=1
fi
exit $status
