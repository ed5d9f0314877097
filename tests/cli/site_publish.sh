#!/bin/sh
# `loyd publish`: ledger and date alone determine every byte of a site;
# problems are reported before anything is changed.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

# publish DB DIR TODAY ...: regardless of this machine's clock.
publish() {
    db=$1 dir=$2 day=$3
    shift 3
    run publish --db "$db" --out "$dir" --today "$day" --future "$@"
}

# twin NAME DIR DIR: both folders have the same files with the same bytes.
twin() {
    n_checks=$((n_checks + 1))
    diff -r "$2" "$3" >differ 2>&1 ||
        fail "$1: $(head -n 5 differ)"
}

# looks NAME DIR TODAY: all checks that a reader of the site can make.
looks() {
    same "$1" 0 "$(python3 "$here/site.py" "$2" "$3" >said 2>&1
        echo $?)"
    [ ! -s said ] || case $(cat said) in
    *linked) ;;
    *) fail "$1: $(head -n 5 said)" ;;
    esac
}

# --- all at once, and day by day ---

publish all.db all 2026-02-02
same "33 days at once" 0 "$code"
has "how many" out "33 days, 2026-01-01 to 2026-02-02; 166 files written to all"
same "messages" "" "$(cat err)"
address="no address, so the feed's links are relative and links to the site have no \
picture: see --base-url"
has "no address" out "$address"
head=$(sed -n 's/^head //p' out)
looks "the site" all 2026-02-02
run daily 2026-02-02 --db all.db --json --today 2026-02-02
has "its boards are those of daily" out \
    "\"puzzle_id\":\"$(sed -n 's/.*"puzzle_id": "\(.*\)",/\1/p' \
        all/daily/2026-02-02.json)\""
cp -r all kept
publish all.db all 2026-02-02
has "again" out "; 0 files written"
same "that there is no address is said once" "" "$(grep "$address" out)"
twin "again" all kept

for day in 2026-01-01 2026-01-02 2026-01-31 2026-02-01 2026-02-02; do
    publish days.db days "$day"
    [ "$code" = 0 ] || fail "$day: $(cat err)"
    [ "$day" != 2026-02-01 ] || looks "along the way" days "$day"
done
twin "daily and at once" all days
has "the last day alone is little" out "; 13 files written to days"

# Only the ledger matters: another folder, first published on another day.
publish all.db weeks 2026-01-20
publish all.db weeks 2026-02-02
twin "in two steps" all weeks
same "the days" 'globalThis.loydDays = {"first_date":"2026-01-01",'\
'"last_date":"2026-02-02"};' "$(cat all/days.js)"
run publish --db all.db --out json --today 2026-02-02 --future --json
same "JSON" "{\"days\":33,\"first_date\":\"2026-01-01\",\"last_date\":\"2026-02-02\",\
\"added\":0,\"files\":166,\"head\":\"$head\",\"package\":\"none\"}" "$(cat out)"

# Deleted and damaged files are restored.
rm all/daily/2026-01-03.svg all/archive/2026.html all/daily/2026-01-05.html
echo >all/feed.xml
publish all.db all 2026-02-02
has "made anew" out "; 4 files written"
twin "made anew" all kept

# --- the reader's check given in docs/publishing.md ---

# shellcheck disable=SC2016 # backquotes of Markdown
sed -n '/^```python$/,/^```$/{/^```/d;p;}' "$root/docs/publishing.md" >check.py
same "a reader's check" "$head" "$(python3 check.py all 2>&1)"
same "which is in the site" "" "$(cmp check.py all/check.py 2>&1)"
cp -r all cut.site && sed -i '/"2026-01-20"/d' cut.site/daily/index.json
python3 check.py cut.site >out 2>&1 && fail "a missing day was not noticed"
cp -r all swapped
sed -i 's/"stm": 16/"stm": 18/' swapped/daily/2026-01-05.json
python3 check.py swapped >out 2>&1 && fail "a swapped day was not noticed"

# --- schemas ---

schemas=$root/data/schemas
sed 's/"day_no": 1/"day_no": "1"/' all/daily/2026-01-01.json >bad.json
while read -r is schema file; do
    printf '%s\twhole\t%s\t%s\n' "$is" "$schemas/$schema.schema.json" "$file"
done >cases <<'END'
fits day all/daily/2026-01-01.json
fits day all/daily/2026-02-02.json
fits index all/daily/index.json
refuses day bad.json
END

# --- titles, addresses ---

publish few.db few 2026-01-06
same "a short site" 0 "$code"

hostile='"><script>alert(1)</script>&amp;'"'"'%s'
cp few.db titled.db
publish titled.db titled 2026-01-06 --title "$hostile" \
    --base-url "https://x.example/a'b&c"
same "hostile texts" 0 "$code"
looks "hostile texts" titled 2026-01-06
grep -rlF '<script>alert' titled >found
same "appear unescaped in JSON only" "titled/daily/index.json titled/manifest.webmanifest" \
    "$(sort found | paste -s -d ' ')"
has "the address for a shell" titled/check.html \
    "<code>python3 check.py 'https://x.example/a%27b&amp;c/'</code>"
has "the address" titled/feed.xml 'href="https://x.example/a&#39;b&amp;c/feed'
publish titled.db titled 2026-01-06
has "options stay" out "; 0 files written"
same "and nothing is said" "" "$(cat err)"
publish titled.db titled 2026-01-06 --title '' --base-url ''
twin "other options make the site anew" titled few
has "and that is said" err "loyd: daily: --title changed from '\""
has "and to what" err "' to ''"
has "and that is said" err "loyd: daily: --base-url changed from 'https://x"
publish titled.db titled 2026-01-06 --base-url 'http://[::1]:8080/a%20b/~c/'
has "an address with a port" titled/feed.xml 'href="http://[::1]:8080/a%20b/~c/feed'

# Scripts need the time zone, so that another one changes all pages.
publish titled.db titled 2026-01-06 --tz Asia/Tokyo
has "another zone" titled/daily/2026-01-05.html ' data-zone="Asia/Tokyo"'
publish titled.db titled.new 2026-01-06
twin "another zone" titled titled.new

# With --solution never, a later call without the option shows no solution in
# any folder.
cp few.db never.db
publish never.db never 2026-01-06 --solution never
same "what changes is said" \
    "loyd: daily: --solution changed from 'past' to 'never', for all its folders" \
    "$(cat err)"
publish never.db never 2026-01-06
publish never.db never.new 2026-01-06
same "never" "" "$(grep -l '"path"' never/daily/*.json never.new/daily/*.json)"
twin "a new folder has the options of the channel" never never.new
run channel show daily --db never.db
has "which are shown" out "${tab}solution=never$tab"
run channel show daily --db never.db --json
has "as JSON too" out '"tz":"UTC","solution":"never","hints":"yes","offline":"yes","language":"en"'
# What was hidden is shown only with --solution, in any folder.
publish never.db now 2026-01-06
twin "nothing is shown" now never.new
publish never.db now 2026-01-06 --solution today
has "a change is said" err "loyd: daily: --solution changed from 'never' to \
'today', for all its folders"
same "today" 6 "$(grep -l '"path"' now/daily/*.json | wc -l | tr -d ' ')"

# --- hints ---

# without LIST: the days whose pages offer no hints, and today's.
without() {
    same "hints: $1" "$1" "$(grep -l ' data-hints="no"' hints/index.html \
        hints/daily/*.html | sed 's/.*-//; s/.html//; s/.*index/today/' |
        tr '\n' ' ' | sed 's/ $//')"
}

cp few.db hints.db
publish hints.db hints 2026-01-04
without ""
publish hints.db hints 2026-01-05 --hints past
has "a change is said" err "loyd: daily: --hints changed from 'yes' to 'past', \
for all its folders"
without "today 05"
publish hints.db hints 2026-01-06
without "today 06"
publish hints.db hints 2026-01-06 --hints no
without "today 01 02 03 04 05 06"
same "solutions are not hints" 5 \
    "$(grep -l 'data-path=' hints/daily/*.html | wc -l | tr -d ' ')"
publish hints.db hints 2026-01-06
has "the option stays" out "; 0 files written"
run channel show daily --db hints.db
has "and is shown" out "${tab}hints=no$tab"
publish hints.db hints 2026-01-06 --hints yes
without ""
publish hints.db hints 2026-01-06 --hints never
same "another word" "2 loyd: --hints: unknown value 'never': expected yes, \
past or no" "$code $(cat err)"

# --- rejected, without any change ---

mkdir strange && echo mine >strange/file
refuses "a folder that is not loyd's" 3 "loyd: publish: strange: not a site, but \
contains 'file': expected a new folder" \
    publish --db no.db --out strange
same "is left alone" "strange/file" "$(find strange -type f)"
[ ! -e no.db ] || fail "a catalogue was made for nothing"
for dir in few/index.html no/such; do
    publish few.db $dir 2026-01-06
    same "$dir" 3 "$code"
    has "$dir" err "loyd: publish: $dir: "
done
mkdir empty
publish few.db empty 2025-12-31
same "before the channel" 2 "$code"
has "before the channel" err "2025-12-31 is before the channel's first day"
publish few.db empty 2026-02-30
same "no day" 2 "$code"
run publish --db few.db --out empty --tz Mars/Base
same "no such zone" 2 "$code"
for url in 'javascript:alert(1)' x.example https:// https:///a ftp://x.example/ \
    HTTPS://x.example/ 'https://x.example/?a' 'https://x.example/#a' \
    'https://x.example/a b' 'https://x.example/"' 'https://x.example/<' \
    "https://x.example/$newline" "$(printf 'https://x.example/\303\251')"; do
    publish few.db empty 2026-01-06 --base-url "$url"
    same "no address: $url" 2 "$code"
done
publish few.db empty 2026-01-06 --title "$(printf 'a\033b')"
same "a title with an escape" 2 "$code"
publish few.db empty 2026-01-06 --channel weekly
same "no such channel" 1 "$code"
publish no.db empty 2026-01-06 --channel weekly
same "no such catalogue" 3 "$code"
same "an empty folder stays empty" "" "$(find empty -mindepth 1)"
publish few.db new 2026-02-30
[ ! -e new ] || fail "a folder was made for nothing"
run publish --db few.db
same "no folder" 2 "$code"
run publish --out new
same "no catalogue" 2 "$code"

cp -r few back
publish few.db back 2026-01-05
same "a clock that ran backwards" 2 "$code"
has "a clock that ran backwards" err "back: the site was published on \
2026-01-06, and today is 2026-01-05: published days cannot be removed: try a \
new folder"
twin "a clock that ran backwards" few back
sed 's/^channel .*/channel other/' few/.loyd-site >other.site
mv back/.loyd-site . && cp other.site back/.loyd-site
publish few.db back 2026-01-06
same "another channel's" 3 "$code"
has "another channel's" err "back: a site of channel other: expected one \
of channel daily"
mv .loyd-site back/
twin "another channel's" few back
echo 'loyd site 1' >back/.loyd-site
publish few.db back 2026-01-06
same "a damaged marker" 3 "$code"
echo 'loyd site 2' >back/.loyd-site
publish few.db back 2026-01-06
same "a marker to come" 3 "$code"
has "a marker to come" err "has another version"

# --- a channel with a secret and tiers ---

cat >club.json <<'END'
{"tiers": [
    {"title": "easy", "size": "3x3", "layout": "rows", "band": "medium"},
    {"title": "hard", "size": "4x3", "layout": "snake", "stm": "30..35"}]}
END
run channel create club --db club.db --schedule club.json \
    --start 2026-02-01 --secret club.secret
same "a channel" 0 "$code"
club() {
    day=$1 dir=$2
    shift 2
    publish club.db "$dir" "$day" --channel club "$@"
}
club 2026-02-05 club --secret club.secret
same "a club's site" 0 "$code"
looks "a club's site" club 2026-02-05
same "a reader's check of it" "$(sed -n 's/^head //p' out)" \
    "$(python3 check.py club 2>&1)"
printf 'fits\twhole\t%s\n' "$schemas/day.schema.json${tab}club/daily/2026-02-05.json" \
    "$schemas/index.schema.json${tab}club/daily/index.json" >>cases
same "schemas" "" "$(python3 "$root/tests/judge.py" --cases cases 2>&1)"

# A day with tiers has the shade of its longest puzzle, and the legend says so.
for site in all club; do
    same "a legend" "$site/archive/2026.html $site/index.html" \
        "$(grep -l 'class="legend"' $site/index.html $site/archive/* | sort |
            tr '\n' ' ' | sed 's/ $//')"
done
has "of tiers" club/index.html "Of several boards, the highest is shown."
same "only of tiers" "" "$(grep 'Of several boards' all/index.html)"
same "the highest shade" "" "$(python3 - <<'END'
import json, re
index = json.load(open("club/daily/index.json"))
page = open("club/index.html").read()
bands = ["easy", "medium", "hard", "expert"]
for day in index["days"]:
    shade = 1 + max(bands.index(p["band"]) for p in day["puzzles"])
    link = f'class="s{shade}" data-date="{day["date"]}"'
    if link not in page:
        print("not", link)
END
)"

# "1 move", not "1 moves": on the page, in the calendar, in the feed.
echo '{"tiers": [{"title": "one", "size": "2x2", "stm": "1"}]}' >one.json
run channel create one --db one.db --schedule one.json --start 2026-02-01
publish one.db one 2026-02-02 --channel one
same "a site of single moves" 0 "$code"
same "one move" "" "$(grep -rl '1 moves' one)"
for said in 'index.html:<dd>1 move<' 'index.html:2, 1 move"' \
    'daily/2026-02-01.html:solution, 1 move<' 'feed.xml:shortest solution: 1 move<'; do
    has "one move" "one/${said%%:*}" "${said#*:}"
done

club 2026-03-07 club --secret club.secret
same "a month later" 0 "$code"
club 2026-03-07 twice --secret club.secret
twin "a club's site at once" club twice

# Neither the secret nor a future board is in any file.
grep -rlF "$(cat club.secret)" club club.db >found
same "no secret in site or catalogue" "" "$(cat found)"
python3 - <<'END' >found
import pathlib
secret = bytes.fromhex(open("club.secret").read())
for path in [pathlib.Path("club.db"), *pathlib.Path("club").rglob("*")]:
    if path.is_file() and secret in path.read_bytes():
        print(path)
END
same "not as bytes either" "" "$(cat found)"

sqlite3 club.db .dump >club.sql
cp -r club club.was
head -c 32 /dev/urandom | od -An -v -tx1 | tr -d ' \n' >wrong
chmod 600 wrong
club 2026-03-08 club --secret wrong
same "a wrong secret" 3 "$code"
has "a wrong secret" err "' for channel club: expected '"
club 2026-03-08 club
same "no secret" 3 "$code"
chmod 644 wrong
club 2026-03-08 club --secret wrong
same "a secret for all to read" 3 "$code"
publish club.db plain 2026-03-08 --secret club.secret
same "a secret for nothing" 3 "$code"
[ ! -e plain ] || fail "a folder was made for nothing"
twin "wrong secrets leave the site" club club.was
same "and the ledger" "$(cat club.sql)" "$(sqlite3 club.db .dump)"

# --- the ends of years, of February, and of time ---

while read -r name first next steps; do
    last=${steps##* }
    run channel create "$name" --db "$name.db" --schedule club.json \
        --start "$first" --secret "$name.secret"
    same "channel $name" 0 "$code"
    publish "$name.db" "$name" "$last" --channel "$name" \
        --secret "$name.secret"
    same "a site up to $last" 0 "$code"
    looks "a site up to $last" "$name" "$last"
    for day in $first $next $steps; do
        publish "$name.db" "$name.steps" "$day" --channel "$name" \
            --secret "$name.secret"
    done
    twin "in steps up to $last" "$name" "$name.steps"
done <<'END'
years 2027-12-30 2027-12-31 2028-01-01 2028-01-02
leap 2028-02-27 2028-02-28 2028-02-29 2028-03-01
end 9999-12-28 9999-12-29 9999-12-30 9999-12-31
END
same "two years" "2027.html
2028.html" "$(ls years/archive)"
has "a leap day" leap/archive/2028.html 'href="../daily/2028-02-29.html"'
[ -e leap/daily/2028-02-29.html ] || fail "no leap day"

# --- a reader who polls the site ---

same "never half a day" "" "$(LOYD=$LOYD python3 - <<'END'
import datetime, json, os, pathlib, re, subprocess

site = pathlib.Path("watched")
looks = 0


def look():
    """What is linked is there; what is there is whole."""
    global looks
    try:
        page = (site / "index.html").read_text()
        last = json.loads((site / "daily/index.json").read_text())["last_date"]
        feed = (site / "feed.xml").read_text()
    except FileNotFoundError:
        return  # the very first day
    looks += 1
    links = set(re.findall(r'href="(daily/[^"]+)"', page + feed))
    for link in links | {f"daily/{last}.json", f"daily/{last}.svg"}:
        if not (site / link).is_file():
            print("linked and not there:", link)
    for path in sorted((site / "daily").glob("????-??-??.*"))[-6:]:
        text = path.read_bytes()
        if not text.endswith((b"</html>\n", b"}\n", b"</svg>\n",
                              b"IEND\xaeB`\x82")):
            print("half a file:", path)
        for link in re.findall(r'rel="next" href="([^"]+)"',
                               text.decode("latin-1")):
            if not (site / "daily" / link).is_file():
                print("leads nowhere:", path)


days = 25 if os.environ.get("LOYD_LONG") else 5
for i in range(days):
    day = datetime.date(2026, 1, 1) + datetime.timedelta(days=i)
    job = subprocess.Popen([os.environ["LOYD"], "publish", "--db", "all.db",
                            "--out", str(site), "--today", str(day),
                            "--future"],
                           stdout=subprocess.DEVNULL)
    while job.poll() is None:
        look()
    if job.returncode != 0:
        print("failed on", day)
if looks < days:
    print("only", looks, "looks")
END
)"

# --- a damaged ledger ---

# damage NAME SQL: publish refuses the altered ledger; the site is unchanged.
damage() {
    sqlite3 few.db ".backup damaged.db"
    sqlite3 damaged.db "PRAGMA foreign_keys = OFF;
        DROP TRIGGER IF EXISTS ledger_stays;
        DROP TRIGGER IF EXISTS ledger_keeps; $2" || fail "$1: no damage done"
    # Restore the triggers, so that only the rows are wrong.
    sqlite3 few.db .schema | sed -n '/CREATE TRIGGER ledger/,/END;/p' |
        sqlite3 damaged.db
    cp -r few damaged
    publish damaged.db damaged 2026-01-07
    same "$1" 3 "$code"
    [ -s err ] || fail "$1: no message"
    twin "$1: the site is unchanged" few damaged
    rm -rf damaged damaged.db
}
damage "another length" "UPDATE ledger SET stm = stm + 2 WHERE number = 5"
damage "a day is gone" "DELETE FROM ledger WHERE number = 3"
damage "the end is gone" "DELETE FROM ledger WHERE number > 4"
damage "another hash" "UPDATE ledger SET hash = zeroblob(32) WHERE number = 6"
damage "another puzzle" "UPDATE ledger SET puzzle =
    (SELECT puzzle FROM ledger WHERE number = 6) WHERE number = 5"
cp -r few other
sed 's/^head ..../head 0000/' few/.loyd-site >other/.loyd-site
cp -r other other.was
publish few.db other 2026-01-07
same "a site of another ledger" 3 "$code"
has "a site of another ledger" err "head of 2026-01-06 differs from the \
site's"
twin "a site of another ledger" other.was other
head -c 20000 few.db >cut.db
cp -r few cut
publish cut.db cut 2026-01-06
same "a truncated catalogue" 3 "$code"
twin "a truncated catalogue" few cut

# --- two at once ---

cp -r few fewer
python3 - <<'END' &
import fcntl, time
lock = open("few/.loyd-lock", "r+")
fcntl.lockf(lock, fcntl.LOCK_EX)
open("locked", "w").close()
for _ in range(600):
    time.sleep(0.1)
    try:
        open("unlock").close()
        break
    except FileNotFoundError:
        pass
END
while [ ! -e locked ]; do sleep 0.1; done
refuses "another publisher" 3 "loyd: publish: few: another loyd is \
publishing into this folder" publish --db few.db --out few --today 2026-01-07 \
    --future
: >unlock
wait
twin "another publisher" fewer few
for i in 1 2 3 4; do
    "$LOYD" publish --db few.db --out race --today 2026-01-06 --future \
        >/dev/null 2>&1 &
done
wait
publish few.db race 2026-01-06
same "four at once, and one more" 0 "$code"
twin "four at once" few race

# --- killed ---

# At moments that are spread over the time of a whole run.
began=$(date +%s%N)
publish few.db killed 2026-01-06 --title "No. 0"
took=$((($(date +%s%N) - began) / 1000000))
n=$(long 100 4)
for i in $(seq "$n"); do
    rm -rf killed
    [ $((i % 2)) = 0 ] || cp -r few killed # all days are there already
    "$LOYD" publish --db few.db --out killed --today 2026-01-06 --future \
        --title "No. $i" >/dev/null 2>&1 &
    at=$((took * i / n))
    sleep "$(printf '%d.%03d' $((at / 1000)) $((at % 1000)))"
    kill -s KILL $! 2>/dev/null
    wait
    publish few.db killed 2026-01-06 --title "No. $i"
    same "after a kill" "0" "$code"
    publish few.db killed 2026-01-06 --title ''
    twin "killed, then run again" few killed
done

# Each file of a site can be left half-written, also those of later releases.
find days -type f ! -name .loyd-lock | while read -r file; do
    : >"${file%/*}/.${file##*/}.part-host-1-0123abcd"
done
same "leftovers there" 1 "$(find days -name '.days.js.part-*' | wc -l)"
publish days.db days 2026-02-02
same "leftovers of all files are removed" "" "$(find days -name '*.part-*')"

# --- interrupted ---

"$LOYD" publish --db long.db --out long --today 2045-12-31 --future >out 2>err &
sleep 1
kill -s TERM $!
wait $!
same "interrupted" 3 $?
same "interrupted" \
    "loyd: publish: interrupted: run the same command again to continue" "$(tail -n 1 err)"
[ ! -e long ] || fail "an interrupted publication left files"
publish long.db long 2026-01-10
same "and it continues" 0 "$code"
looks "and it continues" long 2026-01-10

finish
