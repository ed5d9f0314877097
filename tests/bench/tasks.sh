#!/bin/sh
# SPDX-License-Identifier: MIT
# What it costs to share a job: CPU time of three `cluster run` processes, compared
# with that of one process with three threads that generates the same boards, and
# the rows that a join merges and verifies in a second of CPU.
#
#   usage: tasks.sh [BOARDS]
set -eu
cd "${0%/*}/../.."
loyd=$PWD/${BUILD:-build}/loyd
folder=$(mktemp -d "${SCRATCH:-/tmp}/loyd-tasks.XXXXXX")
trap 'rm -rf "$folder"' EXIT
cd "$folder"
series="generate 4x4 --seed tasks --count ${1:-30000}"
export XDG_CACHE_HOME="$folder" TMPDIR="$folder"
"$loyd" tables build --quiet --size 4x4 --goal-blank 0.0 >tables

# cpu COMMAND ...: prints the seconds of CPU that it takes with its children.
cpu() {
    python3 -c '
import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(used.ru_utime + used.ru_stime)' "$@"
}

# shellcheck disable=SC2086 # words
one=$(cpu "$loyd" $series --quiet --threads 3 --db one.db)
# shellcheck disable=SC2086
"$loyd" cluster make job --tasks 30 -- $series >made
# shellcheck disable=SC2016 # expanded by the shell that is measured
three=$(cpu sh -c 'for i in 1 2 3; do "$0" cluster run --quiet --threads 1 job & done; wait' \
    "$loyd")
join=$(cpu "$loyd" cluster join --quiet --threads 1 --db joined.db job)
# shellcheck disable=SC2046 # words
merge=$(cpu "$loyd" merge --quiet --db merged.db $(ls job/results/0/*.db))
"$loyd" digest --db one.db >wanted
"$loyd" digest --db joined.db | cmp - wanted
python3 - "$one" "$three" "$join" "$merge" "${1:-30000}" <<'END'
import sys
one, three, join, merge, boards = map(float, sys.argv[1:])
print("one process of three threads %.1f s of CPU, three processes %.1f s: "
      "ratio %.2f" % (one, three, three / one))
# A board is a puzzle, a rating and a recipe.
print("join %.1f s of CPU, of which merging %.1f s: %.0f and %.0f rows a second"
      % (join, merge, 3 * boards / join, 3 * boards / merge))
END
