#!/bin/sh
# Demonstrates the main uses end to end on real boards: shows each command as a
# user would type it, and runs it. Writes only to $BUILD/demo; can be repeated.
set -eu
cd "$(dirname "$0")/.."
build=${BUILD:-build}
PATH=$PWD/$build:$PATH
demo=$build/demo
LOYD_DB=$demo/catalogue.db # the default of --db
export PATH LOYD_DB
rm -rf "$demo"
mkdir -p "$demo"
began=$(date +%s)

title() {
    printf '\n== %s\n\n' "$*"
}

# Shows a command line as a user would type it, then runs it.
try() {
    printf '$ %s\n' "$1"
    eval "$1"
}

title "Can it be solved? Sam Loyd offered \$1,000 for this one"
try "loyd check --explain '1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0'" || true

# Columns of the file: article, goal, start, answer, note, name.
title "The boards of the articles, compared with the answers given there"
try "grep -v '^#' data/article_cases.tsv | awk -F'\\t' '{print \$3 \"\\t\" \$2}' >$demo/articles.boards"
try "grep -v '^#' data/article_cases.tsv | cut -f 4 >$demo/articles.answers"
try "loyd check <$demo/articles.boards | diff - $demo/articles.answers"
echo "all $(wc -l <"$demo/articles.answers") agree"

title "Korf's 100 instances (1985), solved and compared with the published lengths"
try "loyd solve <data/korf100.boards >$demo/korf100.solved"
try "head -n 3 $demo/korf100.solved"
try "cut -f 1 $demo/korf100.solved | diff - data/korf100.lengths"
echo "all 100 agree"

title "A catalogue of 2,000 puzzles: drawn, proven, rated, stored"
while read -r size layout count; do
    try "loyd generate $size --layout $layout --count $count --seed demo --db $LOYD_DB"
done <<'END'
4x4 spiral 200
4x4 random 100
4x4 rows 200
5x3 snake 200
3x5 columns 200
4x3 rows,missing=2 200
3x4 spiral 200
3x3 snake,missing=6 200
2x6 columns,blank=first 100
6x2 rows 100
5x2 rows,blank=0.3 200
2x4 snake 100
END
try "loyd find --total"
[ "$(loyd find --total)" -ge 2000 ] || exit 1
try "loyd verify --db $LOYD_DB"

title "What is in it"
try "loyd stats | head -n 14"
try "loyd stats --size 4x4"

title "Five hard spirals (the same five on every machine)"
try "loyd find --layout spiral --size 4x4 --stm 56..80 --limit 5 --pick demo"

title "Today's puzzle, the same for everyone"
try "loyd daily" || echo "(the clock of this machine is before 2026)"

title "A channel with two puzzles a day, 4x4 and 5x5, as a web site"
cat >"$demo/club.json" <<'END'
{"tiers": [
    {"title": "small", "size": "4x4", "layout": "snake", "band": "medium"},
    {"title": "large", "size": "5x5", "band": "hard"}]}
END
try "cat $demo/club.json"
try "loyd channel create club --db $demo/club.db --schedule $demo/club.json --start 2026-01-01"
try "loyd publish --db $demo/club.db --channel club --out $demo/club --today 2026-01-03"
try "loyd verify --db $demo/club.db"

title "An export for an app"
try "loyd export --db $LOYD_DB --layout spiral --out $demo/spirals"
try "ls -l $demo/spirals"
try "head -n 2 $demo/spirals/puzzles.csv"

title "A pack of 3 to 10 a side: beyond 16 cells with intervals and their paths"
for side in 3 4 5 6 7 8 9 10; do
    try "loyd generate $side --count 4 --seed app --db $demo/app.db"
done
try "loyd stats --db $demo/app.db"
try "loyd export --db $demo/app.db --out $demo/app --title 'From 3 to 10 a side'"
try "loyd verify $demo/app"

title "Done in $(($(date +%s) - began)) seconds; the files are in $demo. Try next:"
cat <<END
  export PATH=\$PWD/$build:\$PATH LOYD_DB=$LOYD_DB
  loyd solve '5 1 2 4/9 6 3 8/13 10 7 11/0 14 15 12'
  loyd generate 4x4 --layout spiral --stm 60..80 --count 3
  loyd show \$(loyd find --size 4x4 --limit 1 | cut -f 1)
  loyd daily 2026-02-14
  loyd help
END
