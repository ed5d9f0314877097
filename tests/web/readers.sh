#!/bin/sh
# Reads a pack as a web page would, without loyd: tests/readers/reader.js.
# shellcheck disable=SC1091,SC2154 # lib.sh sets the variables
. "$(dirname "$0")/../cli/lib.sh"

run generate 3x3 --layout spiral --seed a --count 200 --db a.db
run generate 4x3 --seed b --count 50 --db a.db
run generate 4x2 --layout random --seed c --count 90 --db a.db
run export --db a.db --out pack
n=$(sed 1d pack/puzzles.csv | wc -l | tr -d ' ')
[ "$n" -gt 250 ] || fail "only $n puzzles"

same "node" "$n puzzles" "$(node "$root/tests/readers/reader.js" \
    pack/puzzles.json 2>&1)"
sed 's/"path":"\([UDLR]\)/"path":"\1\1/' pack/puzzles.json >bad.json
node "$root/tests/readers/reader.js" bad.json >said 2>&1 &&
    fail "node accepts a wrong solution"
has "a wrong solution" said "Error: puzzle "
run generate 2x4 --seed m --count 50 --db b.db --metric mtm
run export --db b.db --out slides
same "node, in MTM" "50 puzzles" \
    "$(node "$root/tests/readers/reader.js" slides/puzzles.json 2>&1)"
sed 's/"mtm":1/"mtm":2/' slides/puzzles.json >bad.json
node "$root/tests/readers/reader.js" bad.json >said 2>&1 &&
    fail "node accepts a wrong length in MTM"
has "a wrong length in MTM" said "has another length in MTM"

# The reader of docs/packs.md, which takes all volumes.
for volume in 1 2 3; do
    run export --db a.db --out v$volume --pack-name p --count 50
done
gone=$(sed -n 2p v1/puzzles.csv | cut -d , -f 1)
run export --db a.db --out v3 --pack-name p --volume 3 --withdraw "$gone"
awk '/^```$/ {code = 0} code; /^```js$/ {code = 1}' "$root/docs/packs.md" >read.mjs
cat >volumes.mjs <<'END'
import fs from "fs";
import {readPack} from "./read.mjs";
const parse = (name) => JSON.parse(fs.readFileSync(name, "utf8"));
const found = readPack(process.argv.slice(2).map((folder) => ({
  manifest: parse(folder + "/manifest.json"),
  puzzles: parse(folder + "/puzzles.json")})));
console.log(found.size, Math.min(...found.keys()), Math.max(...found.keys()),
  [...found.values()].every((each) => each.goal.length > 5));
END
same "node, volumes" "149 2 150 true" "$(node volumes.mjs v1 v2 v3 2>&1)"
same "node, one export" "50 1 50 true" "$(node volumes.mjs slides 2>&1)"

finish
