#!/bin/sh
# The options that a site is published with, and what else may be in its folder:
# nothing is shown by mistake.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

# club DB DIR TODAY ...
club() {
    db=$1 dir=$2 day=$3
    shift 3
    run publish --db "$db" --out "$dir" --today "$day" --future \
        --channel club --secret club.secret "$@"
}

# twin NAME DIR DIR: both folders have the same files with the same bytes.
twin() {
    n_checks=$((n_checks + 1))
    diff -r "$2" "$3" >differ 2>&1 ||
        fail "$1: $(head -n 5 differ)"
}

# fits SCHEMA FILE
fits() {
    same "schema of $2" "" "$(python3 "$root/tests/judge.py" \
        "$root/data/schemas/$1.schema.json" "$2" 2>&1)"
}

cat >club.json <<'END2'
{"tiers": [
    {"title": "easy", "size": "2x2", "layout": "rows", "stm": "1..5"},
    {"title": "hard", "size": "3x2", "layout": "snake", "stm": "8..12"}]}
END2
run channel create club --db club.db --schedule club.json \
    --start 2026-03-01 --secret club.secret
same "a channel" 0 "$code"

# --- the first day ---

club club.db site 2026-02-28
same "too early" 2 "$code"
has "too early" err "2026-02-28 is before the channel's first day, 2026-03-01"
[ ! -e site ] || fail "a folder was made for nothing"
club club.db site 2026-03-01
same "the first day" 0 "$code"
same "all files" "site/.loyd-lock site/.loyd-site site/404.html \
site/archive/2026.html site/check.html site/check.py site/daily/2026-03-01.html \
site/daily/2026-03-01.json site/daily/2026-03-01.png site/daily/2026-03-01.svg \
site/daily/index.json site/days.js site/embed.html site/feed.xml site/howto.html \
site/icon-192.png site/icon-512.png site/icon-maskable.png site/index.html \
site/loyd/RELEASE/analysis.js site/loyd/RELEASE/core.js site/loyd/RELEASE/embed.js \
site/loyd/RELEASE/first.js site/loyd/RELEASE/howto.js \
site/loyd/RELEASE/look.js site/loyd/RELEASE/new.js site/loyd/RELEASE/play.js \
site/loyd/RELEASE/result.js site/loyd/RELEASE/send.js site/loyd/RELEASE/stages.js \
site/loyd/RELEASE/stats.js site/loyd/RELEASE/style.css \
site/loyd/RELEASE/train.js site/manifest.webmanifest site/offline.html \
site/play.html site/stats.html site/sw.js site/train.html" \
    "$(find site -type f | sed 's,loyd/[0-9a-f]*/,loyd/RELEASE/,' | sort |
        tr '\n' ' ' | sed 's/ $//')"
club club.db site 2026-03-01
has "again" out "; 0 files written"
club club.db site 2026-02-28
same "a clock that ran backwards" 2 "$code"

# --- the same rows, the same bytes ---

club club.db site 2026-03-06
same "after an outage" 0 "$code"
club club.db other 2026-03-06
twin "in another folder" site other
fits day site/daily/2026-03-04.json
run channel revise club --db club.db --from 2026-03-08 --schedule club.json
same "a new version" 0 "$code"
club club.db site 2026-03-10
same "is published" "0 2" "$code $(sed -n \
    's/ *"schedule_version": \([0-9]*\),/\1/p' site/daily/2026-03-08.json)"
club club.db again 2026-03-10
twin "at once" site again
run verify club.db --secret club.secret
same "verify" 0 "$code"
has "verify" out "20 ledger rows checked, 20 drawn again;"

# --- options are merged ---

club club.db site 2026-03-11
cp club.db other.db
for order in "club.db other.db" "other.db club.db"; do
    rm -f all.db
    # shellcheck disable=SC2086 # words
    run merge --db all.db $order
    same "merge $order" 0 "$code"
    same "has the options" "$(sqlite3 club.db 'SELECT * FROM site')" \
        "$(sqlite3 all.db 'SELECT * FROM site')"
done
sqlite3 other.db "UPDATE site SET options = json_set(options, '$.solutions', 'never')"
run merge --db club.db other.db
same "other options" 3 "$code"
has "other options" err "channel club: different site options"

# --- options that the catalogue does not record ---

# forget DIR: a catalogue without the options with which the site was published.
forget() {
    cp club.db forgot.db && sqlite3 forgot.db 'DELETE FROM site'
    rm -rf old && cp -r "$1" old
}
solutions() { grep -l '"path"' old/daily/*.json | grep -c .; }
rm -rf hidden
cp club.db hidden.db
club hidden.db hidden 2026-03-11 --solution never
forget hidden
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
forget hidden
club forgot.db old 2026-03-12 --solution past
same "asked for" 0 "$code"
same "solutions are shown" 11 "$(solutions)"
forget site
club forgot.db old 2026-03-12
same "unchanged options" 0 "$code"

# --- where games are sent: pages may connect to that host, and to no other ---

for url in http://x.example/ https:// 'https://x.example;y/' "https://x'/" \
    'https://*.example/' 'https://a@b/' 'https://x.example/?y' x; do
    club club.db sends 2026-03-12 --results "$url"
    same "$url" "2 loyd: publish: invalid address '$url': expected https://HOST/PATH" \
        "$code $(cat err)"
done
cp club.db sends.db
club sends.db sends 2026-03-12
same "no host" "" "$(grep -l "connect-src 'self' http" sends/*.html)"
club sends.db sends 2026-03-12 --results https://x.example:8443/a/in
for page in index.html play.html daily/2026-03-02.html; do
    has "$page" "sends/$page" "connect-src 'self' https://x.example:8443; worker"
    has "$page" "sends/$page" 'data-results="https://x.example:8443/a/in"'
done
run channel show club --db sends.db --json
has "stored" out '"results":"https://x.example:8443/a/in"'
club sends.db sends 2026-03-12
has "and taken" out "; 0 files written"
club sends.db sends 2026-03-12 --results ''
same "no host any more" "" "$(grep -l x.example:8443 sends/*.html)"

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
    has "$secret" err "inside the folder of a site, so it would be published"
done
echo '{"every": {"title": "a", "size": "2x2", "stm": "1..6"}}' >every.json
refuses "a new secret inside a site" 3 "loyd: right/new.secret: inside the folder of a \
site, so it would be published: move it elsewhere" channel create other --db club.db \
    --schedule every.json --secret right/new.secret
[ ! -e right/new.secret ] || fail "a secret was written into a site"
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
    if midnight != time:
        print("not its midnight:", text, day)
PY
)"
done
run channel show one --db one.db
has "the zone stays" out "${tab}tz=$zone$tab"
run publish --db one.db --out zoned --channel one
same "and nothing is said of it" "" "$(grep -v ': no package' err)"

# --- concurrent first publications ---

for i in $(seq "$(long 6 2)"); do
    rm -rf race.db* race-*
    for k in 1 2 3 4; do
        "$LOYD" publish --db race.db --out race-$k --today 2026-01-02 \
            --future >"race.$k" 2>&1 || echo "exit code $?" >>"race.$k" &
    done
    wait
    same "four first publishings" "" "$(cat race.[1-4] |
        grep -v '^2 days, \|^head \|^no package \|^no address,')"
    for k in 2 3 4; do twin "four first publishings" race-1 race-$k; done
done

finish
