#!/bin/sh
# Which commitments a site claims, and the options it is published with: only
# published ones are claimed, and nothing is shown by mistake.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

# club DB DIR TODAY ...
club() {
    db=$1 dir=$2 day=$3
    shift 3
    run publish --db "$db" --out "$dir" --today "$day" --future \
        --channel club --secret club.secret "$@"
}

# twin NAME DIR DIR: both folders have the same files with the same bytes, except
# for days that came late to one of them.
twin() {
    n_checks=$((n_checks + 1))
    diff -r -I '^late ' -I '"late":' "$2" "$3" >differ 2>&1 ||
        fail "$1: $(head -n 5 differ)"
}

# fits SCHEMA FILE
fits() {
    same "schema of $2" "" "$(python3 "$root/tests/judge.py" \
        "$root/data/schemas/$1.schema.json" "$2" 2>&1)"
}

# claims DIR: the days whose pages claim a commitment, each with the day it was
# published; must agree with their JSON.
claims() {
    python3 - "$1" <<'PY'
import json, pathlib, re, sys
for path in sorted(pathlib.Path(sys.argv[1]).glob("daily/????-??-??.json")):
    day = json.loads(path.read_text())
    said = [p.get("committed_date", "never") for p in day.get("puzzles", [day])]
    page = path.with_suffix(".html").read_text()
    shown = re.findall(r"<dd>published before the day, on (\S+): ", page)
    shown += ["never"] * page.count("<dd>none published before the day")
    assert sorted(said) == sorted(shown), (path, said, shown)
    assert all(s == "never" or s < day["date"] for s in said), path
    print(day["date"], *said)
PY
}

cat >club.json <<'END2'
{"tiers": [
    {"title": "easy", "size": "2x2", "layout": "rows", "stm": "1..5"},
    {"title": "hard", "size": "3x2", "layout": "snake", "stm": "8..12"}]}
END2
run channel create club --db club.db --schedule club.json \
    --start 2026-03-01 --secret club.secret
same "a channel" 0 "$code"
cp club.db late.db

# --- the first day can have a commitment ---

club club.db site 2026-02-25 --ahead 3
same "too early" 2 "$code"
has "too early" err "2026-02-25 is more than 3 days before the channel's first \
day, 2026-03-01: there is nothing to commit to yet"
[ ! -e site ] || fail "a folder was made for nothing"
club club.db site 2026-02-26 --ahead 3
same "before the first day" 0 "$code"
has "before the first day" out "2 commitments, before the first day, 2026-03-01"
has "an index that says so" site/index.html "Starts on Sunday, 1 March 2026"
same "all files" "site/.loyd-lock site/.loyd-site site/404.html site/check.html \
site/check.py site/commitments.json site/days.js site/embed.html site/howto.html \
site/icon-192.png site/icon-512.png site/icon-maskable.png site/index.html \
site/loyd/RELEASE/analysis.js site/loyd/RELEASE/core.js site/loyd/RELEASE/embed.js site/loyd/RELEASE/howto.js \
site/loyd/RELEASE/look.js site/loyd/RELEASE/new.js site/loyd/RELEASE/play.js \
site/loyd/RELEASE/result.js site/loyd/RELEASE/send.js site/loyd/RELEASE/stages.js \
site/loyd/RELEASE/stats.js site/loyd/RELEASE/style.css \
site/manifest.webmanifest site/play.html site/sw.js" \
    "$(find site -type f | sed 's,loyd/[0-9a-f]*/,loyd/RELEASE/,' | sort |
        tr '\n' ' ' | sed 's/ $//')"
same "no board, no nonce" "" "$(grep -rl --exclude='*.js' --exclude=check.py \
    '"board"\|nonce' site)"
fits commitments site/commitments.json
club club.db site 2026-02-26
has "again" out "; 0 files written"
club club.db site 2026-02-25
same "a clock that ran backwards" 2 "$code"
cp site/commitments.json kept.json

# --- only published commitments are claimed ---

club club.db site 2026-03-01
same "the first day" 0 "$code"
same "is committed" "2026-03-01 2026-02-26 2026-02-26" "$(claims site)"
same "by the published commitment" 2 "$(for hash in $(grep -o '[0-9a-f]\{64\}"}' \
    kept.json | tr -d '"}'); do grep "\"commitment\": \"$hash\"" \
        site/daily/2026-03-01.json; done | wc -l)"
# Three days ahead reach the 4th; the next publication is on the 6th.
club club.db site 2026-03-06
same "after an outage" "2026-03-01 2026-02-26 2026-02-26
2026-03-02 2026-03-01 2026-03-01
2026-03-03 2026-03-01 2026-03-01
2026-03-04 2026-03-01 2026-03-01
2026-03-05 never never
2026-03-06 never never" "$(claims site)"
club club.db other 2026-03-06
twin "the same rows, the same bytes" site other
fits day site/daily/2026-03-04.json
fits day site/daily/2026-03-06.json

# A start in the past: no commitments.
club late.db late 2026-03-06
same "from a past start" "" "$(claims late | grep -v 'never never')"

# --- broken commitments are reported ---

run channel revise club --db club.db --from 2026-03-08 --schedule club.json
same "a commitment is broken" "loyd: club: 4 published commitments broken, \
2026-03-08 to 2026-03-09: the version of the schedule is part of a commitment" \
    "$(cat err)"
club club.db site 2026-03-07
has "which is reported" out "4 published commitments broken, 2026-03-08 to \
2026-03-09"
same "to readers too" 4 "$(sed -n '/"broken"/,$p' site/commitments.json |
    grep -c '"committed_date":"2026-03-06"')"
club club.db site 2026-03-07 --json
has "and to programs" out '"broken":4}'
fits commitments site/commitments.json
club club.db site 2026-03-10
same "the day itself" "2026-03-07 2026-03-06 2026-03-06
2026-03-08 2026-03-07 2026-03-07
2026-03-09 2026-03-07 2026-03-07
2026-03-10 2026-03-07 2026-03-07" "$(claims site | tail -n 4)"
for hash in $(sed -n '/"2026-03-08"/s/.*"commitment":"\([0-9a-f]*\)".*/\1/p' \
    other/commitments.json); do
    has "names the broken commitment" site/daily/2026-03-08.html \
        ": <code class=\"hash\">$hash</code>. The schedule was revised later"
    has "in its JSON" site/daily/2026-03-08.json "\"commitment\":\"$hash\",\
\"committed_date\":\"2026-03-06\"}"
done
fits day site/daily/2026-03-08.json
fits commitments site/commitments.json
same "and no other day does" "site/daily/2026-03-08.html
site/daily/2026-03-09.html" "$(grep -l 'Broken commitment' site/daily/*.html)"
club club.db again 2026-03-10
twin "at once" site again

# --- a kill between the site and its rows; a site of an earlier release ---

trigger() {
    sed -n "/^CREATE TRIGGER $1/,/^END;/p" "$root/schema.sql"
}
sqlite3 club.db 'DROP TRIGGER commitment_keeps'
sqlite3 club.db "DELETE FROM commitment WHERE date > '2026-03-10'"
trigger commitment_keeps | sqlite3 club.db
cp club.db lost.db
club club.db site 2026-03-11
same "the seal is good for what the site had" \
    "2026-03-11 2026-03-10 2026-03-10" "$(claims site | tail -n 1)"
club lost.db new 2026-03-11
same "which a new folder cannot know" "2026-03-11 never never" \
    "$(claims new | tail -n 1)"

# --- rows are checked and merged ---

run verify club.db --secret club.secret
same "verify" 0 "$code"
has "verify" out ", $(sqlite3 club.db 'SELECT count(*) FROM commitment') \
commitments;"
run verify club.db
has "without the secret" out "commitments not checked without the secret"
# damage NAME SQL WHAT: alters a copy, in which verify must report WHAT.
damage() {
    cp club.db damaged.db
    sqlite3 damaged.db "DROP TRIGGER commitment_stays; $2;
        $(trigger commitment_stays)"
    run verify damaged.db --secret club.secret
    same "$1: verify" 1 "$code"
    has "$1" out "$3"
}
damage "a day's commitment" "UPDATE commitment SET hash = zeroblob(32)
    WHERE date = '2026-03-03' AND tier = 'hard'" \
    "commitments of club: 2026-03-03, hard: does not match the puzzle in the ledger"
cp -r site site.was
club damaged.db site 2026-03-11 --from 2026-03-01
same "is not published" 3 "$code"
has "is not published" err "2026-03-03"
twin "and the site stays" site.was site
damage "a commitment to come" "UPDATE commitment SET hash = zeroblob(32)
    WHERE date = '2026-03-13' AND tier = 'easy'" \
    "commitments of club: 2026-03-13, easy: the secret gives another commitment"
club damaged.db fresh 2026-03-11
same "which contradicts the secret" 3 "$code"
has "which contradicts the secret" err "another commitment was published for \
2026-03-13"
damage "a broken commitment" "UPDATE commitment SET hash = zeroblob(32)
    WHERE date = '2026-03-08' AND tier = 'hard' AND version = 1" \
    "commitments of club: 2026-03-08, hard: the secret gives another commitment"

rows() {
    sqlite3 "$1" "SELECT date, tier, version, hex(hash), published
        FROM commitment ORDER BY 1, 2, 3; SELECT * FROM site"
}
for order in "club.db lost.db" "lost.db club.db"; do
    rm -f all.db
    # shellcheck disable=SC2086 # words
    run merge --db all.db $order
    same "merge $order" 0 "$code"
    rows all.db >"rows.${order%% *}"
done
same "in any order" "$(cat rows.club.db)" "$(cat rows.lost.db)"
same "the earlier day stays" 2 "$(sqlite3 all.db "SELECT count(*) FROM
    commitment WHERE date = '2026-03-11' AND published = '2026-03-10'")"
run merge --db club.db damaged.db
same "another commitment" 3 "$code"
has "another commitment" err "channel club: another commitment was published \
for 2026-03-08, hard"
sqlite3 lost.db "UPDATE site SET solutions = 'never'"
run merge --db club.db lost.db
same "other options" 3 "$code"
has "other options" err "channel club: different site options"

# --- options that the catalogue does not record ---

# forget FORM: the catalogue loses the options of `site`, and the marker gets
# what loyd 0.1.0 wrote, where the form is a hash over these fields.
forget() {
    cp club.db forgot.db && sqlite3 forgot.db 'DELETE FROM site'
    rm -rf old && cp -r "$1" old
    python3 - "$2" <<'PY'
import hashlib, pathlib, re, sys
def F(*fields):
    return b"".join(len(f).to_bytes(4, "little") + f for f in fields)
form = hashlib.blake2b(F(b"loyd site form", b"0.1.0", b"The daily puzzle: club",
                         b"", sys.argv[1].encode()), digest_size=32)
marker = pathlib.Path("old/.loyd-site")
marker.write_text(re.sub("(?m)^form .*", "form " + form.hexdigest(),
                         marker.read_text()))
PY
}
solutions() { grep -l '"path"' old/daily/*.json | grep -c .; }
rm -rf hidden
cp club.db hidden.db
club hidden.db hidden 2026-03-11 --solution never
forget hidden 1
cp -r old before
club forgot.db old 2026-03-12
same "a forgotten option" 3 "$code"
has "a forgotten option" err "old: the catalogue does not have the options \
that this site was published with: give them again, including --solution"
twin "nothing is shown" before old
rm -r before
club forgot.db old 2026-03-12 --solution never
same "given again" 0 "$code"
club forgot.db old 2026-03-12
same "and kept" 0 "$code"
same "no solution is shown" 0 "$(solutions)"
forget hidden 1
club forgot.db old 2026-03-12 --solution past
same "asked for" 0 "$code"
same "solutions are shown" 11 "$(solutions)"
forget site 0
club forgot.db old 2026-03-12
same "unchanged options" 0 "$code"

# --- a wrong --today ---

run publish --db club.db --out wrong --today 9999-12-01 --channel club \
    --secret club.secret
same "a day to come" 2 "$code"
has "a day to come" err "loyd: --today: 9999-12-01 is in the future (today is "
[ ! -e wrong ] || fail "a folder was made for a day to come"
# The remedy is another folder. The ledger has later days, but shows none.
cp club.db back.db
club back.db ahead 2026-04-01
club back.db ahead 2026-03-12
same "what is published stays" 2 "$code"
has "and the remedy is given" err "try a new folder"
club back.db back 2026-03-12
same "a new folder" 0 "$code"
same "has no day to come" "" "$(ls back/daily | grep 2026-03-1[3-9])"
club club.db right 2026-03-12
same "and the same head" "$(sed -n 's/^head //p' back/.loyd-site)" \
    "$(sed -n 's/^head //p' right/.loyd-site)"

# --- a secret inside the site ---

cp -p club.secret right/club.secret
ln -s "$PWD/right/club.secret" link.secret
ln -s right alias
for secret in right/club.secret right/daily/../club.secret alias/club.secret; do
    run publish --db club.db --out right --today 2026-03-12 --future \
        --channel club --secret $secret
    same "$secret" 3 "$code"
    has "$secret" err "inside the site folder 'right', so it would be published"
done
rm right/club.secret

# --- other objects in a file's place ---

cp -r right replaced
rm replaced/daily/2026-03-03.* && mkdir replaced/daily/2026-03-03.html
cp -r replaced before
club club.db replaced 2026-03-12
same "a folder" 3 "$code"
has "a folder" err "replaced/daily/2026-03-03.html: Is a directory"
twin "nothing else is done" before replaced
rmdir replaced/daily/2026-03-03.html
for to in 2026-03-04.html /etc/passwd nowhere; do
    ln -sf $to replaced/daily/2026-03-03.html
    club club.db replaced 2026-03-12
    same "a link to $to" 0 "$code"
    twin "a link to $to" right replaced
done
mkfifo replaced/daily/pipe && mv replaced/daily/pipe replaced/daily/2026-03-05.json
club club.db replaced 2026-03-12
twin "a pipe" right replaced

# --- files allowed next to a site ---

mkdir repository && (cd repository && mkdir .git .well-known &&
    echo x.example >CNAME && : >.nojekyll && : >robots.txt && : >.git/config)
club club.db repository 2026-03-12
same "a repository" 0 "$code"
same "is left alone" "x.example" "$(cat repository/CNAME)"
for name in index.html daily feed.xml notes.txt .bashrc; do
    rm -rf strange && mkdir strange && : >strange/$name
    club club.db strange 2026-03-12
    same "a foreign $name" 3 "$code"
    has "$name" err "strange: not a site, but contains '$name'"
done

cp -r right damaged && echo 'loyd site 1' >damaged/.loyd-site
club club.db damaged 2026-03-12
same "a damaged marker" 3 "$code"
has "a damaged marker" err "loyd: publish: damaged: .loyd-site is damaged: \
try a new folder"

run verify right
same "verify of a site" 3 "$code"
has "verify of a site" \
    err "loyd: right: a site, not a pack: try 'loyd verify --db FILE --head \
HASH'"

# --- time zones ---

echo '{"tiers": [{"title": "one", "size": "2x2", "stm": "1..5"}]}' >one.json
day=$(date -u -d '-3 days' +%F 2>/dev/null || date -u -v-3d +%F)
run channel create one --db one.db --schedule one.json --start "$day"
for zone in Pacific/Kiritimati Asia/Kolkata UTC America/Los_Angeles; do
    [ $zone = UTC ] || [ -e "/usr/share/zoneinfo/$zone" ] || continue
    rm -rf zoned
    run publish --db one.db --out zoned --channel one --tz $zone
    same "a site in $zone" 0 "$code"
    same "no time to come, none of another day" "" "$(python3 - $zone <<'PY'
import datetime, re, sys, zoneinfo
now = datetime.datetime.now(datetime.timezone.utc)
zone = zoneinfo.ZoneInfo(sys.argv[1])
feed = open("zoned/feed.xml").read()
times = re.findall(r"<(?:updated|published)>([^<]+)<", feed)
days = re.findall(r'daily/(\d{4}-\d\d-\d\d)\.html"/>', feed)
assert times and days
for text in times:
    time = datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))
    if time > now:
        print("to come:", text)
for text, day in zip(times[2::2], days):
    time = datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))
    midnight = datetime.datetime.fromisoformat(day).replace(tzinfo=zone)
    if not 0 <= (midnight - time).total_seconds() <= 7200:
        print("not its midnight:", text, day)
PY
)"
done
run channel show one --db one.db
has "the zone stays" out "  tz       $zone"
run publish --db one.db --out zoned --channel one
same "and nothing is said of it" "" "$(grep -v ': no package' err)"

# --- concurrent first publications ---

for i in 1 2 3 4 5 6; do
    rm -rf race.db* race-*
    for k in 1 2 3 4; do
        "$LOYD" publish --db race.db --out race-$k --today 2026-01-02 \
            --future >"race.$k" 2>&1 || echo "exit code $?" >>"race.$k" &
    done
    wait
    same "four first publishings" "" "$(cat race.[1-4] |
        grep -v '^2 days, \|^head \|: no package ')"
    for k in 2 3 4; do twin "four first publishings" race-1 race-$k; done
done

finish
