#!/bin/sh
# Signatures: minisign checks ours, and loyd uses its keys. Both reject
# anything that was tampered with.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

# Copies, because the files of a clone are readable by everyone. `cheap` is the
# key `open` with a password and little derivation: minisign's own takes seconds.
cp -r "$root/tests/golden/minisign" keys && chmod 600 keys/*.key
keys=$(pwd)/keys
echo fifteen >password
run generate 3x3 --seed sign --count 40 --db my.db
same "a catalogue" 0 "$code"
LOYD_DB=my.db && export LOYD_DB

# --- keys with and without a password, and new ones ---

minisign -G -W -p fresh.pub -s fresh.key >/dev/null 2>&1 ||
    fail "minisign makes no key"
for key in "$keys/open" fresh; do
    name=${key##*/}
    run export --db "$LOYD_DB" --out "$name" --sign "$key.key"
    same "export with the key $name" 0 "$code"
    for file in manifest.json SHA256SUMS; do
        minisign -Vq -p "$key.pub" -m "$name/$file" ||
            fail "minisign refuses our signature of $name/$file"
        n_checks=$((n_checks + 1))
    done
done
run export --db "$LOYD_DB" --out locked --sign "$keys/locked.key" --password-file password
same "export with a password" 0 "$code"
minisign -Vq -p "$keys/locked.pub" -m locked/manifest.json ||
    fail "minisign refuses the signature of a key with a password"
(printf '\357\273\277' && cat password) >marked
run export --db "$LOYD_DB" --out marked.pack --sign "$keys/cheap.key" \
    --password-file marked
same "a password after a byte order mark" "0 " "$code $(cat err)"
same "signed by it" "" "$(diff -r open marked.pack 2>&1)"
digest=$("$LOYD" digest --puzzles)
minisign -VQ -p "$keys/open.pub" -m open/manifest.json >comment
has "the trusted comment" comment "file manifest.json digest $digest"
sh -c 'cd open && sha256sum -c --quiet SHA256SUMS' || fail "sha256sum -c"

# The same selection and key give the same bytes.
run export --db "$LOYD_DB" --out again --sign "$keys/open.key"
same "again" "" "$(diff -r open again 2>&1)"

# A password from the terminal, without echo.
python3 - "$LOYD" "$keys/cheap.key" <<'END' || fail "password by terminal"
import os, pty, sys, time
pid, fd = pty.fork()
if pid == 0:
    os.execv(sys.argv[1], [sys.argv[1], "export", "--db", "my.db", "--out", "typed", "--sign",
                           sys.argv[2]])
said = b""
while b"Password" not in said:
    said += os.read(fd, 1000)
time.sleep(0.2)
os.write(fd, b"fifteen\n")
try:
    while True:
        said += os.read(fd, 1000)
except OSError:
    pass
assert os.waitpid(pid, 0)[1] == 0, said
assert b"fifteen" not in said, said
END
same "signed by a typed password" "" "$(diff -r open typed 2>&1)"
[ ! -r /proc/self/status ] ||
    python3 "$here/prompt.py" "$LOYD" "$keys/locked.key" fifteen ||
    fail "signals at the password prompt"

# --- selections that cannot be signed leave no folder ---

echo wrong >wrong
head -c 100 "$keys/open.key" >cut.key
refusals <<END
3 | export --db my.db --out no --sign "$keys/cheap.key" --password-file wrong | $keys/cheap.key: wrong password
3 | export --db my.db --out no --sign "$keys/open.pub" | $keys/open.pub: not a minisign secret key
3 | export --db my.db --out no --sign nowhere | nowhere: cannot open: No such file or directory
3 | export --db my.db --out no --sign "$keys/locked.key" --password-file nowhere | nowhere: cannot open: No such file or directory
3 | export --db my.db --out no --sign cut.key | cut.key: not a minisign secret key
END
head -c 100000 /dev/zero >zero.key
run export --db "$LOYD_DB" --out no --sign zero.key
same "a large file as key" 3 "$code"
same "no folder is there" "" "$(ls -d no no.part* 2>/dev/null)"

# --- verified by loyd ---

check "with the key" 0 "40 puzzles checked in 6 files, \
40 of 40 optima found again, 40 recipes not drawn again, signed with the key, \
0 wrong" "" verify open --key "$keys/open.pub"
key=$(tail -n 1 "$keys/open.pub")
check "with the key as text" 0 "40 puzzles checked in 6 files, \
40 of 40 optima found again, 40 recipes not drawn again, signed with the key, \
0 wrong" "" verify open --key "$key"
check "without" 0 "40 puzzles checked in 6 files, \
40 of 40 optima found again, 40 recipes not drawn again, signed (not checked without --key), 0 wrong" \
    "" verify open
run verify open --key "$keys/locked.pub"
same "another key" 1 "$code"
has "another key" out "wrong${tab}manifest.json.minisig: signed with another \
key"
has "another key" out ", not signed with the key, 2 wrong"
run verify open --key "$keys/locked.pub" --json
has "another key, as JSON" out '"signature":"bad","ignored":0}'
rm -rf bad
cp -r open bad
rm bad/SHA256SUMS
run verify bad --key "$keys/open.pub"
same "no sums" 1 "$code"
has "no sums" out ", not signed with the key, "
refuses "an invalid key" \
    2 "loyd: --key: 'nonsense' is neither a file nor a public key" \
    verify open --key nonsense
cp keys/open.key shared.key && chmod 640 shared.key
refuses "a key that others may read" \
    3 "loyd: shared.key: key without a password is readable by others: \
expected mode 600 or 400" \
    export --db "$LOYD_DB" --out no --sign shared.key
[ ! -e no ] || fail "signed with a key that others may read"
cp keys/cheap.key shared.key && chmod 644 shared.key
run export --db "$LOYD_DB" --out shared --sign shared.key \
    --password-file password
same "a key with a password may be seen" 0 "$code"
refuses "a key for a catalogue" \
    2 "loyd: verify: --key and a catalogue cannot be combined" \
    verify my.db --key "$keys/open.pub"
run verify again --key "$keys/open.pub"
same "the second export" 0 "$code"

# --- an unchecked signature is never a success ---

for file in SHA256SUMS SHA256SUMS.minisig manifest.json \
    manifest.json.minisig; do
    for at in 1 2 0; do
        run_failing "$file" 5 $at verify open --key "$keys/open.pub"
        case $code in
        0) has "$file, opened for the $at. time" out ", signed with the key, \
0 wrong" ;;
        *) same "$file fails: exit code" 3 "$code"
            has "$file fails" err "$file: " ;;
        esac
        case $file-$at in
        *-2) ;;
        *) same "$file, which cannot be opened" 3 "$code" ;;
        esac
    done
done
FAIL_READ=1 && export FAIL_READ
run_failing SHA256SUMS 5 0 verify open --key "$keys/open.pub"
unset FAIL_READ
same "a read that fails" 3 "$code"
has "a read that fails" err "SHA256SUMS: Input/output error"

# --- tampering: minisign and loyd agree ---

tamper() {
    rm -rf bad
    cp -r open bad
    sh -c "cd bad && $2"
    run verify bad --key "$keys/open.pub"
    same "$1: exit code" 1 "$code"
    for file in manifest.json SHA256SUMS; do
        minisign -Vq -p "$keys/open.pub" -m "bad/$file" 2>/dev/null ||
            return 0
    done
    fail "$1: minisign takes it"
}
tamper "a licence" "sed -i 's/CC0-1.0/CC0-1.1/' manifest.json"
tamper "a sum" "sed -i '1s/^./0/;2s/^./1/' SHA256SUMS"
tamper "a trusted comment" "sed -i 's/version 1/version 2/' *.minisig"
# Another character, whatever it is.
tamper "a signature" "sed -i '2s/^\\(.\\{40\\}\\)A/\\1B/;t
    2s/^\\(.\\{40\\}\\)./\\1A/' manifest.json.minisig"
tamper "the other file's signature" \
    "cp SHA256SUMS.minisig manifest.json.minisig"
tamper "no signature" "rm SHA256SUMS.minisig"
tamper "an empty signature" ": >SHA256SUMS.minisig"
tamper "a large signature" "head -c 99999 /dev/zero >SHA256SUMS.minisig"

# A signature by the same person for another pack: only loyd notices.
run export --db "$LOYD_DB" --out other --sign "$keys/open.key" --size 3x3 --limit 3
rm -rf bad
cp -r open bad
minisign -Sm bad/manifest.json -s "$keys/open.key" -t 'some other pack' \
    >/dev/null 2>&1
run verify bad --key "$keys/open.pub"
same "a comment of another pack" 1 "$code"
has "a comment of another pack" out "trusted comment does not match the pack"
minisign -Slm bad/manifest.json -s "$keys/open.key" >/dev/null 2>&1
run verify bad --key "$keys/open.pub"
same "an old kind of signature" 1 "$code"
has "an old kind of signature" out "unsupported kind of signature"

finish
