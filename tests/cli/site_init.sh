#!/bin/sh
# SPDX-License-Identifier: MIT
# publish --init: the files, what they do when they are run, questions on a
# terminal, wrong options.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

LOYD=$(command -v "$LOYD" || echo "$LOYD")
title="Bob's <\$(touch bad)\`touch bad\`> 100% \\\\ \"x\""
today=$(date -u +%F)

# --- files, and the site that they make ---

mkdir 'a b%'
run publish --init 'a b%/club' --title "$title" --size 3x3,2x3 --language de \
    --base-url https://example.org/c
same "init" 0 "$code"
has "commands can be pasted" out "sh 'a b%/club'/publish.sh"
same "its files" "crontab publish.sh schedule.json" \
    "$(find 'a b%/club' -type f | sed 's|.*/||' | LC_ALL=C sort | xargs)"
same "the line for cron" "3 * * * * sh '$PWD/a b\\%/club/publish.sh' >/dev/null" \
    "$(cat 'a b%/club/crontab')"
same "the schedule" '{"tiers":[
{"tier": "3x3", "title": "8-puzzle", "size": "3x3", "band": "medium"},
{"tier": "2x3", "title": "5-puzzle", "size": "2x3", "band": "medium"}
]}' "$(cat 'a b%/club/schedule.json')"
for turn in first second; do
    sh 'a b%/club/publish.sh' --today "$today" >out 2>err ||
        fail "$turn run of the script: $(cat err)"
done
[ ! -e bad ] && [ ! -e 'a b%/club/bad' ] || fail "the title was run"
same "nothing is new the second time" 1 "$(grep -c '; 0 files written' out)"
same "title and language" "$title de" "$(python3 -c '
import json, re
day = json.load(open("a b%/club/site/daily/index.json"))
page = open("a b%/club/site/index.html").read()
print(day["title"], re.search("<html lang=\"(..)\"", page).group(1))')"
same "the secret is not in the site" 600 "$(stat -c %a 'a b%/club/club.secret')"
run publish --init 'a b%/club'
same "files are kept" "2 loyd: --init: 'a b%/club' has a file schedule.json \
already" "$code $(cat err)"

run publish --init daily
same "one size, every day" \
    '{"every":{"title": "15-puzzle", "size": "4x4", "band": "medium"}}' \
    "$(cat daily/schedule.json)"
same "no channel daily" "channel=puzzles" "$(grep channel= daily/publish.sh)"

# --- what is wrong ---

refusals <<'END'
2 | publish --init x --size 3x3,99x2 | --size: invalid size '99x2': sides must be 2..15
2 | publish --init x --size 3x3,3x3 | --size: tier 2: tier '3x3' appears twice
2 | publish --init x --size 12x2 | --size: monday '23-puzzle': no sample of class 12x2@0.0: expected mlc, or a sample by `loyd bands --sample`
2 | publish --init x --language xx | --language: unknown language 'xx': expected en, de or a file
2 | publish --init x --base-url ftp://x | publish: invalid address 'ftp://x': expected https://HOST/PATH/
2 | publish --init x --channel daily | --channel: 'daily' is built in, and has a schedule already: expected a new name
2 | publish --init x --out y | publish: --init and --out cannot be combined
2 | publish --size 3x3 --out y | publish: --size requires --init
END
run publish --init x --tz Mars/Base
has "an unknown zone" err "loyd: --tz: unknown time zone 'Mars/Base'"
[ ! -e x ] || fail "a folder is left"
same "a language that is not a file" "3 loyd: /dev/stdin: No such file or \
directory: expected a file that the script can read again" "$("$LOYD" publish \
    --print-language de | "$LOYD" publish --init y --language /dev/stdin 2>err
    echo "$? $(cat err)")"
[ ! -e y ] || fail "a folder is left"
touch file
run publish --init file
same "no folder" 3 "$code"
run publish --init none/x
same "no parent" 3 "$code"

# --- questions ---

cat >ask.py <<'END'
import os, pty, sys
answers = [b"My puzzles", b"", b"Europe/Vienna", b"de", b"3x3"]
pid, fd = pty.fork()
if pid == 0:
    os.execv(sys.argv[1], [sys.argv[1], "publish", "--init", "asked"])
seen = b""
try:
    for answer in answers:
        while not seen.endswith(b"]: "):
            seen += os.read(fd, 1)
        os.write(fd, answer + b"\n")
        seen += b"|"
    while True:
        seen += os.read(fd, 1000)
except OSError:
    pass
print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), seen.count(b"]: "))
END
same "five questions" "0 5" "$(python3 ask.py "$LOYD")"
same "the answers" "--title='My puzzles' --base-url='' --tz='Europe/Vienna' \
--language='de'" "$(sed -n 's/^    \(--[tbl].*=.*'"'"'\).*/\1/p' \
    asked/publish.sh | xargs -d '\n')"
finish
