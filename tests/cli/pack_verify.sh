#!/bin/sh
# verify PACK: a changed pack is detected, even if all checksums, or the digest
# and the pack id as well, were corrected. pack_altered.py makes the changes.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

run generate 3x3 --layout snake --seed one --count 60 --db my.db
run generate 4x3 --seed two --stm 10..25 --count 10 --db my.db
LOYD_DB=my.db && export LOYD_DB
run export --db "$LOYD_DB" --out pack
run export --db "$LOYD_DB" --out packed --gzip --no-solutions --shuffle x
n=$(sqlite3 my.db "SELECT count(*) FROM puzzle JOIN goal ON pk = goal
    WHERE puzzle.size IN ('3x3', '3x2', '2x3', '2x2') OR stm <= 20")
o=$(sqlite3 my.db 'SELECT count(stm) FROM puzzle')
[ "$n" -gt 60 ] && [ "$n" -lt 70 ] || fail "$n of 70 are short"
check "a pack" 0 "70 puzzles checked in 5 files, \
$n lengths found again, $((o - n)) lengths not searched again (--solve), 0 wrong" "" \
    verify pack
check "one without solutions" 0 \
    "70 puzzles checked in 5 files, \
$n lengths found again, $((o - n)) lengths not searched again (--solve), 0 wrong" "" verify packed
check "JSON" 0 '{"puzzles":70,"rows":210,"files":5,"lengths":70,"searched":'$n',"sampled":0,'\
'"replayed":'$((o - n))',"intervals":0,"proofs":0,"unchecked":0,"ignored":0,'\
'"bad":0}' "" verify pack --json
check "solved again" 0 "70 puzzles checked in 5 files, $n lengths found again, \
70 puzzles solved again, 0 wrong" "" verify pack --solve 100
check "a sample" 0 "70 puzzles checked in 5 files, $n lengths found again, \
5 puzzles solved again, 0 wrong" "" verify pack --solve 5 --pick x
run generate 3x3 --layout snake --seed more --count 5 --db my.db
run export --db "$LOYD_DB" --out delta --replace --since pack
check "a delta" 0 "5 puzzles checked in 5 files, \
5 lengths found again, 0 wrong" "" \
    verify delta
refuses "not there" 3 "loyd: nothing: no such file" verify nothing
mkdir empty
run verify empty
same "no pack" 3 "$code"
has "no pack" err "folder has no manifest.json"
refuses "of a catalogue" \
    2 "loyd: verify: --digest and a pack cannot be combined" \
    verify pack --digest 00

# Files that desktops leave in folders are not part of the pack and no error.
cp -r pack desk && : >desk/.DS_Store && : >desk/Thumbs.db
check "a desktop's files" 0 "70 puzzles checked in 5 files, \
$n lengths found again, $((o - n)) lengths not searched again (--solve), 2 other files ignored, 0 wrong" "" verify desk
: >desk/.hidden
run verify desk
same "another hidden file" 1 "$code"

# A fault of a table is one fault.
for name in goals.tsv ids.tsv; do
    cp -r pack torn-$name && sed '2s/[[:digit:]]/x/' pack/$name >torn-$name/$name
    check "$name altered" 1 "wrong	$name: size or SHA-256 does not match the \
manifest
70 puzzles checked in 4 files, $n lengths found again, \
$((o - n)) lengths not searched again (--solve), 1 wrong" "" verify torn-$name
done

# A file that the system cannot read is not an error of the pack.
for name in goals.tsv ids.tsv puzzles.csv puzzles.json; do
    FAIL_READ=1 && export FAIL_READ
    run_failing $name 5 0 verify pack
    unset FAIL_READ
    same "$name cannot be read" 3 "$code"
    has "$name cannot be read" err "$name: Input/output error"
    run_failing $name 24 0 verify pack
    same "$name, too many files" 3 "$code"
    has "$name, too many files" err "$name: Too many open files"
done

# A change, and what is reported.
python3 "$here/pack_altered.py" all torn torn=pack >changes ||
    fail "a change cannot be made"
[ "$(lines changes)" -gt 55 ] || fail "too few changes"
cp my.db into.db
run digest --db into.db
cp out digest
while IFS=$tab read -r folder _ name _; do
    run verify "$folder"
    case $code in
    1) has "$name" out "wrong$tab" ;;
    3) [ "$name" = "no manifest" ] || fail "$name: exit code 3: $(cat err)" ;;
    *) fail "$name: exit code $code: $(cat out err)" ;;
    esac
    # A rejected import leaves the catalogue unchanged.
    run import "$folder" --db into.db
    [ "$code" = 0 ] || {
        same "$name: import" 3 "$code"
        check "$name: the catalogue" 0 "$(cat digest)" "" digest --db into.db
    }
    run digest --db into.db
    cp out digest
done <changes

# A false optimum: the path goes three times round a block of four cells, and
# the rest of the pack is consistent, including digest and pack id. Only a
# search can detect it.
cat >lie.py <<'END'
import hashlib, json, os, sys
sys.path.insert(0, sys.argv[2])
import pack_csv
os.chdir(sys.argv[1])
def F(*fields):
    return b"".join(len(f).to_bytes(4, "little") + f for f in fields)
def H(x):
    return hashlib.blake2b(x, digest_size=32).digest()
letters = "0123456789abcdefghjkmnpqrstvwxyz"
def id_bytes(text):
    n = 0
    for c in text:
        n = n << 5 | letters.index(c)
    return n.to_bytes(10, "big")
def id_text(b):
    n = int.from_bytes(b, "big")
    return "".join(letters[n >> 5 * (15 - i) & 31] for i in range(16))
def cells(text):
    return bytes(int(c) for r in text.split("/") for c in r.split())
def shorten(path):
    out = []
    for c in path:
        if out and out[-1][0] == c:
            out[-1][1] += 1
        else:
            out.append([c, 1])
    return "".join(c + (str(n) if n > 1 else "") for c, n in out)
def spread(text):
    out, i = "", 0
    while i < len(text):
        k = i + 1
        while k < len(text) and text[k].isdigit():
            k += 1
        out += text[i] * int(text[i + 1:k] or 1)
        i = k
    return out
names, rows = pack_csv.read(open("puzzles.csv").read())
e, other = next((e, o) for e in rows for o in rows
                if o["goal"] == e["goal"] and o["band"] == e["band"] and
                o["stm"] == e["stm"] + 12)
if "path" in e:
    p = spread(e["path"])
    e["path"] = shorten(p + 3 * {"U": "RDLU", "L": "DRUL"}[p[-1]])
e["stm"] = e["lower"] = e["upper"] = e["stm"] + 12
e["percentile"] = other["percentile"]
open("puzzles.csv", "w").write(pack_csv.write(names, rows))
ids = open("ids.tsv").read().split("\n")
part = ids[e["number"]].split("\t")
part[2] = str(e["stm"])
ids[e["number"]] = "\t".join(part)
open("ids.tsv", "w").write("\n".join(ids))
records = []
for r in rows:
    i, (w, h) = id_bytes(r["puzzle_id"]), map(int, r["size"].split("x"))
    records.append(F(b"puzzle", i, bytes([w, h]), cells(r["goal"]), cells(r["board"])))
    if "path" in r:
        records.append(F(b"proven", i, b"stm", r["stm"].to_bytes(2, "little"), r["path"].encode()))
m = json.load(open("manifest.json"))
digest = H(b"".join(sorted(records)))
m["digest"] = digest.hex()
sha = lambda n: hashlib.sha256(open(n, "rb").read())
m["pack_id"] = id_text(H(F(b"loyd pack 1", m["name"].encode(), m["version"].to_bytes(4, "little"),
                           digest, sha("ids.tsv").digest(), b""))[:10])
for f in m["files"]:
    f["sha256"], f["bytes"] = sha(f["name"]).hexdigest(), os.path.getsize(f["name"])
json.dump(m, open("manifest.json", "w"))
names = ["goals.tsv", "ids.tsv", "manifest.json", "puzzles.csv"]
open("SHA256SUMS", "w").write("".join("%s  %s\n" % (sha(n).hexdigest(), n) for n in names))
END
# lie NAME SIZE STM N [OPTION ...]: makes such a pack.
lie() {
    name=$1
    run generate "$2" --seed lie --stm "$3" --count "$4" --db "$name.db"
    shift 4
    run bands --db "$name.db" --set any=0..100
    run export --db "$name.db" --out "$name" --format csv "$@"
    python3 lie.py "$name" "$here" || fail "Python wrote no pack $name"
}
lie lie 4x3 24..40 60
check "a consistent pack with a false optimum" 0 \
    "60 puzzles checked in 3 files, 60 lengths not searched again (--solve), 0 wrong" "" verify lie
run verify lie --solve 60
same "--solve finds the false optimum" 1 "$code"
has "--solve finds the false optimum" out "the optimum is below the rating's lower bound"

# A short one is found without --solve, with its path or without.
lie short 3x3 12..28 200
lie bare 3x3 12..28 200 --no-solutions
for name in short bare; do
    run verify $name
    same "$name: a false optimum of 9 cells" 1 "$code"
    has "$name" out "the optimum is below the rating's lower bound"
    same "$name: one line" 1 "$(grep -c "^wrong" out)"
done

same "the original pack is unchanged" 0 "$("$LOYD" verify pack >/dev/null; echo $?)"

# --- files compared with each other: packs altered and sealed again ---

part altered
run generate 3x3 --layout snake --seed one --count 200 --db my.db
run generate 3x3 --layout rows --seed two --count 60 --db my.db
run generate 5x2 --seed three --count 30 --db my.db
run generate 7x2 --layout 'rows,blank=0.1' --seed four --count 9 --db my.db
echo '{"board":"1 2 3/4 5 6/7 0 8","path":"LRLRLRLRLRLRLRLRLRL"}' >open.jsonl
run import open.jsonl --db my.db
LOYD_DB=my.db && export LOYD_DB
run export --db "$LOYD_DB" --out v1 --stm 1..24 --pack-name Series
run export --db "$LOYD_DB" --out v2 --stm 20..90 --replace --since v1
same "a delta" 0 "$code"
run export --db "$LOYD_DB" --out packed --stm 20..90 --replace --since v1 --gzip
same "a compressed one" 0 "$code"
run export --db "$LOYD_DB" --out open --limit 1 --status bounded
same "one of intervals" 0 "$code"
run generate 2x4 --seed m --count 5 --db slides.db --metric mtm
run export --db slides.db --out slides --metric mtm
same "one of both metrics" 0 "$code"
for state in added kept withdrawn; do
    grep -q "$state\$" v2/ids.tsv || fail "nothing is $state in the delta"
done

python3 "$here/pack_altered.py" all altered delta=v2 gzip=packed open=open \
    mtm=slides >changes || fail "a change cannot be made"
[ "$(lines changes)" -gt 50 ] || fail "too few changes"
while IFS=$tab read -r folder _ name words; do
    run verify "$folder"
    if [ -z "$words" ]; then
        same "sealed again without a change: $(cat out)" 0 "$code"
        continue
    fi
    same "$name: exit code" 1 "$code"
    has "$name" out "$words"
    grep -q "^wrong$tab" out || fail "$name: no line says so"
done <changes

# A series continues, however many goals it has.
mv "$(grep '100,001 goals more' changes | cut -f 1)" many
run export --db "$LOYD_DB" --out v3 --stm 18..90 --grow --since many
same "a series of many goals: $(cat err)" 0 "$code"
same "its goals" "$(cat many/goals.tsv)" \
    "$(head -n "$(lines many/goals.tsv)" v3/goals.tsv)"
[ "$(lines v3/goals.tsv)" -gt 100001 ] || fail "a series lost goals"
same "it is read by others" 0 "$(python3 "$here/pack.py" v3 >out 2>&1; echo $?)"
run verify v3 --since many
same "it is verified with its previous pack: $(cat err)" 0 "$code"
run verify many --since v1
same "goals of no puzzle, with the pack before" 1 "$code"
has "goals of no puzzle" out "is the goal of no puzzle"
python3 "$here/pack_altered.py" packed bad nothing
run verify bad
same "a compressed one, sealed again" 0 "$code"

finish
