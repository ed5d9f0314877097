#!/bin/sh
# SPDX-License-Identifier: MIT
# The tables and the plot of docs/ that compare estimates of 5x5 with proven
# lengths are those that tests/data/proven.py prints. With --write they are
# made again.
set -u
cd "$(dirname "$0")/../.." || exit 1
: "${SCRATCH:=$(mktemp -d)}"
LOYD=${LOYD:-$(pwd)/${BUILD:-build}/loyd}
export LOYD
status=0

# same FILE BEGINNING: the block of the page that begins so is what is on stdin.
same() {
    # shellcheck disable=SC2016 # it is Python
    python3 -c '
import re, sys
name, beginning, new = *sys.argv[1:3], sys.stdin.read()
page = open(name, encoding="utf-8").read()
found = re.search("```\\n" + re.escape(beginning) + "(.|\\n)*?```\\n", page)
if sys.argv[3:] == ["--write"]:
    page = page[:found.start()] + f"```\n{new}```\n" + page[found.end():]
    open(name, "w", encoding="utf-8").write(page)
elif found is None or found[0] != f"```\n{new}```\n":
    sys.exit(f"{name}: its table should be\n{new}")
' "$@" || status=1
}

python3 tests/data/proven.py --svg "$SCRATCH/proven.svg" >"$SCRATCH/table" ||
    exit 1
same docs/difficulty.md "200 boards" "$@" <"$SCRATCH/table"
python3 tests/data/proven.py --costs | same docs/scale.md "million nodes" "$@"
if [ "${1:-}" = --write ]; then
    cp "$SCRATCH/proven.svg" docs/proven.svg
elif ! cmp "$SCRATCH/proven.svg" docs/proven.svg; then
    status=1
fi
exit $status
