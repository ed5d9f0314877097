#!/bin/sh
# verify DIR: a changed pack is detected, even if all sums, or the digest as well,
# were made again. pack_cells.sh alters each field.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

run generate 3x3 --layout snake --seed one --count 60 --db my.db
run generate 4x3 --seed two --stm 10..25 --count 10 --db my.db
run export --db my.db --out pack --stm 5..
n=$(sqlite3 my.db "SELECT count(*) FROM puzzle WHERE size = '3x3' OR stm <= 20")
all="70 puzzles checked in 3 files, $n lengths found again, \
$((70 - n)) lengths not searched again (--solve)"
check "a pack" 0 "$all, 0 wrong" "" verify pack
check "JSON" 0 '{"puzzles":70,"rows":210,"files":3,"lengths":70,"searched":'$n',"sampled":0,'\
'"replayed":'$((70 - n))',"intervals":0,"proofs":0,"ignored":0,"bad":0}' "" \
    verify pack --json
check "solved again" 0 "70 puzzles checked in 3 files, $n lengths found again, \
5 puzzles solved again, 0 wrong" "" verify pack --solve 5 --pick x
mkdir empty
refusals <<END
3 | verify nothing | nothing: no such file
3 | verify empty | empty: folder has no manifest.json: expected a pack or a catalogue
2 | verify pack --head 00 | verify: --head and a pack cannot be combined
2 | verify pack --db my.db | verify: FILE and --db cannot be combined
3 | verify pack nothing | nothing: cannot open: No such file or directory
END

# Files that desktops leave in folders are not part of the pack and no error.
cp -r pack desk && : >desk/.DS_Store && : >desk/Thumbs.db
check "a desktop's files" 0 "$all, 2 other files ignored, 0 wrong" "" verify desk

# altered NAME WORDS COMMAND ...: COMMAND alters a pack, and verify says WORDS.
altered() {
    name=$1 said=$2
    shift 2
    rm -rf bad && cp -r pack bad
    (cd bad && "$@") || fail "$name: not altered"
    run verify bad
    same "$name: exit code" 1 "$code"
    has "$name" out "wrong$tab"
    has "$name" out "$said"
    run import bad --db into.db --unrated
    [ "$code" = 3 ] || [ "$code" = 0 ] || fail "$name: import: exit $code"
    rm -f into.db
}
altered "another file" ".hidden: not listed in the manifest" touch .hidden
altered "no sums" "SHA256SUMS: missing" rm SHA256SUMS
altered "other sums" "SHA256SUMS: does not match the manifest" \
    sed -i 's/^./x/' SHA256SUMS
for file in puzzles.csv puzzles.json puzzles.sqlite; do
    altered "$file is missing" "$file: No such file" rm $file
    altered "$file is longer" \
        "$file: size or SHA-256 does not match the manifest" sh -c "echo >>$file"
    altered "$file is a link" "$file: is a link" \
        sh -c "mv $file ../kept.file; ln -s ../kept.file $file"
done
altered "no manifest" "manifest.json: invalid JSON" sh -c ': >manifest.json'
altered "a newer one" "manifest.json: unknown format version 9: expected 3" \
    sed -i 's/"format_version": 3/"format_version": 9/' manifest.json
altered "a file outside" "manifest.json: invalid file name '../x'" \
    sed -i 's/puzzles.csv/..\/x/' manifest.json

cat >seal.py <<'END'
"""Makes all sums again: seal.py DIR"""
import hashlib, json, os, sys
os.chdir(sys.argv[1])
m = json.load(open("manifest.json"))
sha = lambda name: hashlib.sha256(open(name, "rb").read()).hexdigest()
for f in m["files"]:
    f["sha256"], f["bytes"] = sha(f["name"]), os.path.getsize(f["name"])
json.dump(m, open("manifest.json", "w"))
names = sorted(["manifest.json"] + [f["name"] for f in m["files"]])
open("SHA256SUMS", "w").write("".join("%s  %s\n" % (sha(n), n) for n in names))
END
# sealed NAME WORDS COMMAND ...: the same, with all sums made again.
sealed() {
    name=$1 said=$2
    shift 2
    altered "$name, sealed" "$said" \
        sh -c '"$@" && python3 ../seal.py .' sh "$@"
}
same "sealed again without a change" 0 "$(cp -r pack same && python3 seal.py same &&
    "$LOYD" verify same >/dev/null; echo $?)"
sealed "another table" "unexpected schema" sqlite3 puzzles.sqlite \
    'CREATE TABLE more (x)'
sealed "a trigger" "unexpected schema" sqlite3 puzzles.sqlite \
    'CREATE TRIGGER t AFTER DELETE ON pack BEGIN SELECT 1; END'
sealed "WAL mode" "in WAL mode: expected a rollback journal" \
    sh -c 'sqlite3 puzzles.sqlite "PRAGMA journal_mode = WAL" >/dev/null'
sealed "a puzzle in one file only" "69 puzzles: the manifest lists 70" \
    sqlite3 puzzles.sqlite 'DELETE FROM puzzles WHERE number = 9'
sealed "another title" "title is x: the manifest says puzzles" \
    sqlite3 puzzles.sqlite "UPDATE pack SET title = 'x'"
sealed "two packs" "it belongs to several packs" sqlite3 puzzles.sqlite \
    "INSERT INTO pack SELECT 9, title, licence, pack, volume, revision FROM pack"
sealed "another goal" "goal 1: its name is" sqlite3 puzzles.sqlite \
    "UPDATE goals SET goal = '1 2 3/4 5 6/7 0 8' WHERE size = '3x3'"
sealed "a goal of no puzzle" "is the goal of no puzzle" sqlite3 puzzles.sqlite \
    "INSERT INTO goals VALUES ('2x2', 'rows', '1 2/3 0')"
sealed "no goal" "its goal is not listed" sqlite3 puzzles.sqlite \
    "DELETE FROM goals WHERE size = '3x3'"
sealed "another band in JSON" "puzzles.json:5: band is" \
    sed -i '5s/"band":"[a-z]*"/"band":"x"/' puzzles.json
sealed "a carriage return" "ends with a carriage return" \
    sed -i '3s/$/\r/' puzzles.csv
sealed "more numbers" "from 1 to 71 are not the numbers of its puzzles" \
    sed -i 's/"to": 70/"to": 71/' manifest.json
sealed "another count" "counts by size do not match puzzles.csv" \
    sed -i 's/{"3x3": 60/{"3x3": 59/; s/"3x3": 60/"3x3": 59/' manifest.json
sealed "another selection" "not in the selection of the manifest" \
    sed -i 's/"5\.\."/"30.."/' manifest.json
sealed "another digest" "digest does not match the puzzles" \
    sed -i 's/"digest": "./"digest": "f/; s/"digest": "ff/"digest": "0f/' manifest.json
sealed "a volume without a pack" "missing pack" \
    sed -i 's/"to": 70/"to": 70, "volume": 1/' manifest.json

# A file that the system cannot read is not an error of the pack.
for name in puzzles.csv puzzles.json; do
    FAIL_READ=1 && export FAIL_READ
    run_failing $name 5 0 verify pack
    unset FAIL_READ
    same "$name cannot be read" 3 "$code"
    has "$name cannot be read" err "$name: Input/output error"
    run_failing $name 24 0 verify pack
    same "$name, too many files" 3 "$code"
    has "$name, too many files" err "$name: Too many open files"
done

# A false optimum: the path goes three times round a block of four cells, and
# the rest of the pack is consistent, the digest too. Only a search can detect it.
cat >lie.py <<'END'
import hashlib, json, os, sys
sys.path.insert(0, sys.argv[2])
import pack_csv
os.chdir(sys.argv[1])
def F(*fields):
    return b"".join(len(f).to_bytes(4, "little") + f for f in fields)
letters = "0123456789abcdefghjkmnpqrstvwxyz"
def id_bytes(text):
    n = 0
    for c in text:
        n = n << 5 | letters.index(c)
    return n.to_bytes(10, "big")
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
e["stm"] += 12
e["percentile"] = other["percentile"]
open("puzzles.csv", "w").write(pack_csv.write(names, rows))
records = []
for r in rows:
    i, (w, h) = id_bytes(r["puzzle_id"]), map(int, r["size"].split("x"))
    records.append(F(b"puzzle", i, bytes([w, h]), cells(r["goal"]), cells(r["board"])))
    if "path" in r:
        records.append(F(b"proven", i, b"stm", r["stm"].to_bytes(2, "little"), r["path"].encode()))
m = json.load(open("manifest.json"))
m["digest"] = hashlib.blake2b(b"".join(sorted(records)), digest_size=32).hexdigest()
json.dump(m, open("manifest.json", "w"))
END
# lie NAME SIZE STM N [OPTION ...]: makes such a pack.
lie() {
    name=$1
    run generate "$2" --seed lie --stm "$3" --count "$4" --db "$name.db"
    shift 4
    run bands --db "$name.db" --set any=0..100
    run export --db "$name.db" --out "$name" --format csv "$@"
    python3 lie.py "$name" "$here" && python3 seal.py "$name" ||
        fail "Python wrote no pack $name"
}
lie lie 4x3 24..40 60
check "a consistent pack with a false optimum" 0 "60 puzzles checked in 1 file, \
60 lengths not searched again (--solve), 0 wrong" "" verify lie
run verify lie --solve 60
same "--solve finds the false optimum" 1 "$code"
has "--solve finds it" out "the optimum is below the rating's lower bound"

# A short one is found without --solve, with its path or without.
lie short 3x3 12..28 200
lie bare 3x3 12..28 200 --no-solutions
for name in short bare; do
    run verify $name
    same "$name: a false optimum of 9 cells" 1 "$code"
    has "$name" out "the optimum is below the rating's lower bound"
    same "$name: one line" 1 "$(grep -c "^wrong" out)"
done

finish
