#!/bin/sh
# verify PACK: a changed pack is detected, even if all checksums were
# corrected. The changes are made in Python, based on the documents only.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

run generate 3x3 --layout snake --seed one --count 60 --db my.db
run generate 4x3 --seed two --stm 10..25 --count 10 --db my.db
LOYD_DB=my.db && export LOYD_DB
run export --db "$LOYD_DB" --out pack
run export --db "$LOYD_DB" --out packed --gzip --no-solutions --shuffle x
run generate 3x3 --seed sgt --count 20 --db sgt.db
run export --db sgt.db --out sgt --format sgt
run export --db sgt.db --out all --format json,jsonl,csv,sqlite,sgt
n=$(sqlite3 my.db "SELECT count(*) FROM puzzle JOIN goal ON pk = goal
    WHERE size IN ('3x3', '3x2', '2x3', '2x2') OR stm <= 20")
o=$(sqlite3 my.db 'SELECT count(stm) FROM puzzle')
[ "$n" -gt 60 ] && [ "$n" -lt 70 ] || fail "$n of 70 are short"
check "a pack" 0 "70 puzzles checked in 6 files, \
$n of $o optima found again, 70 recipes not drawn again, not signed, 0 wrong" "" \
    verify pack
check "one without solutions" 0 \
    "70 puzzles checked in 6 files, \
$n of $o optima found again, 70 recipes not drawn again, not signed, 0 wrong" "" verify packed
check "ids of Fifteen alone" 0 \
    "20 puzzles checked in 3 files, not signed, 0 wrong" "" verify sgt
check "all formats" 0 "20 puzzles checked in 7 files, \
20 of 20 optima found again, 20 recipes not drawn again, not signed, 0 wrong" "" \
    verify all
check "JSON" 0 '{"puzzles":70,"rows":280,"files":6,"lengths":70,"searched":'$n',"sampled":0,"unchecked":70,"bad":0,'\
'"signature":"none","ignored":0}' "" verify pack --json
check "solved again" 0 "70 puzzles checked in 6 files, $n of $o optima found again, \
70 puzzles solved again, 70 recipes not drawn again, not signed, 0 wrong" "" verify pack --solve 100
check "a sample" 0 "70 puzzles checked in 6 files, $n of $o optima found again, \
5 puzzles solved again, 70 recipes not drawn again, not signed, 0 wrong" "" verify pack --solve 5 --pick x
run generate 3x3 --layout snake --seed more --count 5 --db my.db
run export --db "$LOYD_DB" --out delta --replace --since pack
check "a delta" 0 "5 puzzles checked in 6 files, \
5 of 5 optima found again, 5 recipes not drawn again, not signed, 0 wrong" "" \
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
check "a desktop's files" 0 "70 puzzles checked in 6 files, $n of $o optima found again, 70 recipes not drawn again, not signed, 2 desktop files ignored, 0 wrong" "" verify desk
: >desk/.hidden
run verify desk
same "another hidden file" 1 "$code"

# A file that the system cannot read is not an error of the pack.
for name in goals.tsv ids.tsv puzzles.csv puzzles.json puzzles.jsonl; do
    FAIL_READ=1 && export FAIL_READ
    run_failing $name 5 0 verify pack
    unset FAIL_READ
    same "$name cannot be read" 3 "$code"
    has "$name cannot be read" err "$name: Input/output error"
    run_failing $name 24 0 verify pack
    same "$name, too many files" 3 "$code"
    has "$name, too many files" err "$name: Too many open files"
done

# A change, and what is reported. `seal` corrects sizes and checksums.
cat >change.py <<'END'
import csv, hashlib, io, json, os, shutil, sqlite3, sys
name = sys.argv[1]
shutil.rmtree("bad", ignore_errors=True)
shutil.copytree("all" if name.startswith("sgt") else "pack", "bad")
def path(n): return os.path.join("bad", n)
def read(n): return open(path(n), newline="").read()
def write(n, text): open(path(n), "w", newline="").write(text)
def manifest(): return json.loads(read("manifest.json"))
def put(m): write("manifest.json", json.dumps(m))
def sha(n): return hashlib.sha256(open(path(n), "rb").read()).hexdigest()
def seal():
    m = manifest()
    for f in m["files"]:
        if os.path.exists(path(f["name"])):
            f["sha256"], f["bytes"] = sha(f["name"]), os.path.getsize(path(f["name"]))
    put(m)
    sums()
def sums():
    names = sorted([f["name"] for f in manifest()["files"]] + ["manifest.json"])
    write("SHA256SUMS", "".join("%s  %s\n" % (sha(n), n) for n in names
                                if os.path.exists(path(n))))
def rows(change):
    lines = [json.loads(l) for l in read("puzzles.jsonl").splitlines()]
    change(lines)
    write("puzzles.jsonl", "".join(json.dumps(l) + "\n" for l in lines))
    seal()
def row(at, **fields):
    rows(lambda lines: lines[at].update(fields))
def sql(*statements):
    db = sqlite3.connect(path("puzzles.sqlite"), isolation_level=None)
    for s in statements:
        db.execute(s)
    db.close()
    seal()
def board(at, change):
    def f(lines):
        cells = [r.split() for r in lines[at]["board"].split("/")]
        change(cells)
        lines[at]["board"] = "/".join(" ".join(r) for r in cells)
    rows(f)
def swap(cells):
    flat = [(y, x) for y, r in enumerate(cells) for x, c in enumerate(r) if c != "0"]
    (a, b), (c, d) = flat[0], flat[1]
    cells[a][b], cells[c][d] = cells[c][d], cells[a][b]
def field(**fields):
    m = manifest(); m.update(fields); put(m); sums()
def listed(**fields):
    m = manifest(); m["files"][2].update(fields); put(m); sums()
def flip(n, at):
    b = bytearray(open(path(n), "rb").read())
    b[at % len(b)] ^= 1
    open(path(n), "wb").write(b)
def path_of(lines, at, f): lines[at]["path"] = f(lines[at]["path"])
changes = {
 "a bit": lambda: flip("puzzles.csv", 1000),
 "a bit of a sum": lambda: flip("SHA256SUMS", 10),
 "a file cut short": lambda: write("puzzles.json", read("puzzles.json")[:-10]),
 "no file": lambda: os.remove(path("puzzles.csv")),
 "no sums": lambda: os.remove(path("SHA256SUMS")),
 "one file more": lambda: write("README", "hello"),
 "a folder more": lambda: os.mkdir(path("more")),
 "a link": lambda: (os.rename(path("puzzles.csv"), "there.csv"), os.symlink("../there.csv", path("puzzles.csv"))),
 "a pipe": lambda: (os.remove(path("puzzles.csv")), os.mkfifo(path("puzzles.csv"))),
 "a name that leaves": lambda: listed(name="../pack/puzzles.csv"),
 "an absolute name": lambda: listed(name="/etc/passwd"),
 "a hidden name": lambda: listed(name=".x"),
 "a name twice": lambda: listed(name="ids.tsv"),
 "the manifest lists itself": lambda: listed(name="manifest.json"),
 "no SHA-256": lambda: listed(sha256="00"),
 "no manifest": lambda: write("manifest.json", "[]"),
 "a manifest that is no JSON": lambda: write("manifest.json", "{"),
 "a deep manifest": lambda: write("manifest.json", "[" * 500000),
 "a newer one": lambda: field(format_version=3),
 "another pack's name": lambda: field(name="Mine"),
 "another version": lambda: field(version=2),
 "fewer puzzles": lambda: field(puzzles=69),
 "other counts": lambda: field(counts={"size": {"3x3": 1}, "layout": {}, "band": {}, "status": {}}),
 "another digest": lambda: field(digest="00" * 32),
 "no solutions, it says": lambda: field(solutions=0),
 "a puzzle out of parity": lambda: board(3, swap),
 "a board of two labels": lambda: row(3, board="1 1 3/4 5 6/7 8 0"),
 "another id": lambda: row(3, puzzle_id="0000000000000000"),
 "another length": lambda: rows(lambda l: l[3].update(stm=l[3]["stm"] + 2, lower=l[3]["stm"] + 2, upper=l[3]["stm"] + 2)),
 "a path that leads nowhere": lambda: rows(lambda l: path_of(l, 3, lambda p: "UDUD")),
 "a detour of that length": lambda: rows(lambda l: path_of(l, 3, lambda p: p + "UD")),
 "no path": lambda: rows(lambda l: l[3].pop("path")),
 "another number": lambda: row(3, number=3),
 "a number too many": lambda: row(69, number=71),
 "a row twice": lambda: rows(lambda l: l.insert(3, dict(l[3]))),
 "a row less": lambda: rows(lambda l: l.pop()),
 "an unsolvable board, all else right": lambda: rows(lambda l: l[3].update(board=l[4]["board"])),
 "no id": lambda: rows(lambda l: l[3].pop("puzzle_id")),
 "no size": lambda: rows(lambda l: l[3].pop("size")),
 "no layout": lambda: rows(lambda l: l[3].pop("layout")),
 "no goal": lambda: rows(lambda l: l[3].pop("goal")),
 "no status": lambda: rows(lambda l: l[3].pop("status")),
 "CSV without ids": lambda: (write("puzzles.csv", read("puzzles.csv").replace("puzzle_id", "puzzle_ib", 1)), seal()),
 "puzzles.json without an id": lambda: (write("puzzles.json", read("puzzles.json").replace("puzzle_id", "puzzle_ib", 1)), seal()),
 "another status": lambda: row(3, status="unrated"),
 "a line of 2 MB": lambda: rows(lambda l: l[3].update(seed="x" * 2000000)),
 "CSV without a column": lambda: (write("puzzles.csv", read("puzzles.csv").replace("board", "bored", 1)), seal()),
 "CSV of another puzzle": lambda: (write("puzzles.csv", "\n".join(l for i, l in enumerate(read("puzzles.csv").split("\n")) if i != 5)), seal()),
 "puzzles.json of another pack": lambda: (write("puzzles.json", read("puzzles.json").replace('"pack_id":"', '"pack_id":"0', 1)), seal()),
 "puzzles.json with another start": lambda: (write("puzzles.json", (lambda t: t.replace('"board":"', '"board":"0', 1))(read("puzzles.json"))), seal()),
 "a trigger": lambda: sql("CREATE TRIGGER t AFTER INSERT ON puzzle BEGIN DELETE FROM puzzle; END"),
 "a view": lambda: sql("CREATE VIEW v AS SELECT * FROM puzzle"),
 "a view in a table's place": lambda: sql("ALTER TABLE puzzle RENAME TO q", "CREATE VIEW puzzle AS SELECT * FROM q"),
 "one table more": lambda: sql("CREATE TABLE player (score INTEGER)"),
 "no index": lambda: sql("DROP INDEX index_puzzle_band"),
 "another view": lambda: sql("DROP VIEW puzzles", "CREATE VIEW puzzles AS SELECT * FROM puzzle"),
 "SQL: another start": lambda: sql("UPDATE puzzle SET board = (SELECT board FROM puzzle WHERE number = 4) WHERE number = 5"),
 "SQL: another text for a board": lambda: sql("UPDATE puzzle SET board = 'x' WHERE number = 5"),
 "SQL: bytes for a board": lambda: sql("UPDATE puzzle SET board = CAST(board AS BLOB) WHERE number = 5"),
 "SQL: another length": lambda: sql("UPDATE puzzle SET stm = stm + 2, lower = stm + 2, upper = stm + 2 WHERE number = 5"),
 "SQL: no goal": lambda: sql("UPDATE puzzle SET goal_no = 77 WHERE number = 5"),
 "SQL: another path": lambda: sql("UPDATE puzzle SET path = 'UD' WHERE number = 5"),
 "SQL: no path": lambda: sql("UPDATE puzzle SET path = NULL WHERE number = 5"),
 "SQL: another pack": lambda: sql("UPDATE pack SET digest = ''"),
 "SQL: two packs": lambda: sql("INSERT INTO pack SELECT 2, pack_id, name, licence, digest, puzzles, since FROM pack"),
 "SQL: a row less": lambda: sql("DELETE FROM puzzle WHERE number = 70"),
 "SQL: a damaged page": lambda: (flip("puzzles.sqlite", 4096 * 5 + 3), seal()),
 "ids.tsv: another id": lambda: (write("ids.tsv", read("ids.tsv").replace("\n4\t0", "\n4\t1").replace("\n4\t2", "\n4\t3")), write("ids.tsv", read("ids.tsv").replace("\tadded", "\tkept", 1)), seal()),
 "sgt: another board": lambda: (write("puzzles.sgt", "\n".join(reversed(read("puzzles.sgt").strip().split("\n"))) + "\n"), seal()),
}
if name == "list":
    print("\n".join(changes))
else:
    changes[name]()
END
python3 change.py list >names
[ "$(lines names)" -gt 55 ] || fail "too few changes"
cp my.db into.db
run digest --db into.db
cp out digest
while read -r name; do
    python3 change.py "$name" || fail "$name: it cannot be made"
    run verify bad
    case $code in
    1) has "$name" out "wrong$tab" ;;
    3) [ "$name" = "no manifest" ] || fail "$name: exit code 3: $(cat err)" ;;
    *) fail "$name: exit code $code: $(cat out err)" ;;
    esac
    # A rejected import leaves the catalogue unchanged.
    run import bad --db into.db
    [ "$code" = 0 ] || {
        same "$name: import" 3 "$code"
        check "$name: the catalogue" 0 "$(cat digest)" "" digest --db into.db
    }
    run digest --db into.db
    cp out digest
done <names

# A false optimum: the path goes three times round a block of four cells, and
# the rest of the pack is consistent, including digest and pack id. Only a
# search can detect it.
cat >lie.py <<'END'
import hashlib, json, os, sys
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
rows = [json.loads(l) for l in open("puzzles.jsonl")]
e, other = next((e, o) for e in rows for o in rows
                if o["goal"] == e["goal"] and o["band"] == e["band"] and
                o["stm"] == e["stm"] + 12)
if "path" in e:
    p = spread(e["path"])
    e["path"] = shorten(p + 3 * {"U": "RDLU", "L": "DRUL"}[p[-1]])
e["stm"] = e["lower"] = e["upper"] = e["stm"] + 12
e["percentile"] = other["percentile"]
open("puzzles.jsonl", "w").write("".join(json.dumps(r) + "\n" for r in rows))
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
names = ["goals.tsv", "ids.tsv", "manifest.json", "puzzles.jsonl"]
open("SHA256SUMS", "w").write("".join("%s  %s\n" % (sha(n).hexdigest(), n) for n in names))
END
# lie NAME SIZE STM N [OPTION ...]: makes such a pack.
lie() {
    name=$1
    run generate "$2" --seed lie --stm "$3" --count "$4" --db "$name.db"
    shift 4
    run bands --db "$name.db" --set any=0..100
    run export --db "$name.db" --out "$name" --format jsonl "$@"
    python3 lie.py "$name" || fail "Python wrote no pack $name"
}
lie lie 4x3 24..40 60
check "a consistent pack with a false optimum" 0 \
    "60 puzzles checked in 3 files, 0 of 60 optima found again, 60 recipes not drawn again, not signed, 0 wrong" "" verify lie
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

finish
