#!/bin/sh
# A pack is signed and checked by the lines of docs/packs.md, with the real
# minisign; a byte of any file that differs is found.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

# The blocks of the section, the first that signs and the second that checks.
awk '/^## /{inside = $0 == "## Signing a pack"}
    inside && /^```$/ {code = 0}
    code {print >("lines" n)}
    inside && /^```sh$/ {n++; code = 1}' "$root/docs/packs.md"
has "the lines that sign" lines1 "minisign -Sm SHA256SUMS"
has "the lines that check" lines2 "minisign -Vm SHA256SUMS"
has "the lines that check" lines2 "sha256sum -c SHA256SUMS"
same "there are two blocks" "lines1 lines2" "$(echo lines*)"

run generate 3x3 --layout spiral --seed sign --count 20 --db my.db
run export --db my.db --out spirals-1
same "a pack" 0 "$code"
minisign -G -W >said 2>&1 || fail "no key: $(cat said)"
sh -e ./lines1 >said 2>&1 || fail "not signed: $(cat said)"

# checked WANTED NAME: what the documented lines and loyd say of the folder.
checked() {
    sh -e ./lines2 >said 2>&1
    same "$2: minisign and sha256sum" "$1" "$?"
    run verify spirals-1
    same "$2: loyd" "$1" "$code"
}
checked 0 "as signed"
has "the signature is counted" out ", 1 other file ignored, 0 wrong"
run verify spirals-1 --json
has "the signature is counted" out '"ignored":1,"bad":0}'
run import spirals-1 --db new.db
same "a signed pack is imported" 0 "$code"

# Another byte in a file; loyd leaves the signature to minisign.
cp -r spirals-1 whole
for file in whole/*; do
    name=${file##*/}
    python3 - "spirals-1/$name" <<'END'
import sys
data = bytearray(open(sys.argv[1], "rb").read())
data[len(data) // 4] ^= 1
open(sys.argv[1], "wb").write(data)
END
    if [ "$name" = SHA256SUMS.minisig ]; then
        sh -e ./lines2 >said 2>&1 && fail "$name is altered, and not noticed"
        n_checks=$((n_checks + 1))
    else
        checked 1 "$name is altered"
    fi
    cp "whole/$name" spirals-1
done
checked 0 "as before"

# Every sum made anew: only the signature tells.
sed -i 's/CC0-1.0/CC0-1.1/' spirals-1/manifest.json
(cd spirals-1 && sed 's/^[^ ]*  //' SHA256SUMS | xargs sha256sum >../sums) &&
    cp sums spirals-1/SHA256SUMS
(cd spirals-1 && sha256sum -c --quiet SHA256SUMS) || fail "the sums are wrong"
sh -e ./lines2 >said 2>&1 && fail "another pack is taken for the signed one"

# A key of somebody else.
cp whole/* spirals-1 && minisign -G -W -f -s other.key >said 2>&1
sh -e ./lines2 >said 2>&1 && fail "another key is taken"

# Signatures have this name only.
minisign -Sm spirals-1/manifest.json -W -s other.key >said 2>&1
run verify spirals-1
same "another signature" 1 "$code"
has "another signature" out "manifest.json.minisig: not listed in the manifest"

finish
