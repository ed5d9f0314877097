#!/bin/sh
# Runs the examples of README.md and of the pages in docs/: every command in
# a ```console block is run, page by page, in order and in one new folder for
# each page, and must print the lines that follow it. A command may have more
# lines, which begin with "> ". With --write the pages are rewritten with what
# the commands print. Also checks that links to files and headings lead to one,
# and that docs/README.md lists every page.
set -u
cd "$(dirname "$0")/../.." || exit 1
: "${SCRATCH:=$(mktemp -d)}"
root=$(pwd)
BUILD=${BUILD:-build}

# The command, with a package for browsers as `make web` puts it: one that
# publish accepts, for nothing runs it.
web=$SCRATCH/bin/web/loyd
mkdir -p "$web"
cp "$BUILD/loyd" "$BUILD/loyd_sqlite.so" "$SCRATCH/bin/"
export LD_LIBRARY_PATH="$SCRATCH/bin"
cp src/web/package/*.js src/web/package/*.ts "$web/"
printf '\0asm\1\0\0\0' >"$web/loyd.wasm"
version=$("$BUILD/loyd" --version)
sh src/web/package/sums.sh src/web/package/package.json "${version##* }" "$web" \
    >"$web/package.json"

PATH=$SCRATCH/bin:$PATH
LC_ALL=C.UTF-8 # the pages have boards as a UTF-8 terminal shows them
export PATH LC_ALL
status=0

# run_command: runs the command that the page has shown, if there is one.
run_command() {
    [ -z "$command" ] || eval "$command" 2>&1 </dev/null
    command=
}

# run_page PAGE: the page on stdout, with the output of its commands.
run_page() {
    mkdir -p "$SCRATCH/$1.run"
    cd "$SCRATCH/$1.run" || exit 1
    inside=
    command=
    while IFS= read -r line <&3; do
        case $inside$line in
        'yes> '*)
            [ -z "$command" ] || printf '%s\n' "$line"
            command="${command:+$command
${line#??}}"
            continue
            ;;
        esac
        run_command
        case $inside$line in
        '```console') inside=yes && echo "$line" ;;
        'yes```') inside= && echo "$line" ;;
        'yes$ '*)
            printf '%s\n' "$line"
            command=${line#??}
            ;;
        yes*) ;; # output, printed by the command before it
        *) printf '%s\n' "$line" ;;
        esac
    done 3<"$root/$1"
}

mkdir -p "$SCRATCH/docs"
for page in README.md docs/*.md; do
    # Experiments take longest: those of a study run in the long tests.
    case ${LOYD_LONG:-}${1:-}$page in docs/study.md) continue ;; esac
    if grep -q '^```console$' "$page"; then
        (run_page "$page") >"$SCRATCH/$page"
        if [ "${1:-}" = --write ]; then
            cp "$SCRATCH/$page" "$page"
        elif ! diff "$page" "$SCRATCH/$page"; then
            echo "$page: < the page, > what its commands print"
            status=1
        fi
    fi
done

# The picture of a terminal.
python3 docs/pictures.py terminal "$SCRATCH/bin/loyd" >"$SCRATCH/terminal.svg"
if [ "${1:-}" = --write ]; then
    cp "$SCRATCH/terminal.svg" docs/terminal.svg
elif ! cmp docs/terminal.svg "$SCRATCH/terminal.svg"; then
    echo "docs/terminal.svg: not what docs/pictures.py makes"
    status=1
fi

# Figures that depend on the code.
largest=$(loyd tables list --size 5x5 --json | python3 -c '
import collections, json, sys
sizes = collections.Counter()
for line in sys.stdin:
    table = json.loads(line)
    sizes[table["blank"]] += table["bytes"]
print(max(sizes.values()) // 10**6)')
grep -q "at most $largest MB for 5x5" README.md || {
    echo "README.md: the tables of a class of 5x5 take up to $largest MB"
    status=1
}

# A page that is read at once, with pictures that load at once.
[ "$(wc -w <README.md)" -le 1200 ] || {
    echo "README.md: $(wc -w <README.md) words: expected at most 1200"
    status=1
}
for picture in docs/*.svg docs/*.png; do
    [ "$(wc -c <"$picture")" -lt 80000 ] || {
        echo "$picture: expected less than 80 KB"
        status=1
    }
done

# The pages that a reader tries first must have examples at all.
for page in README.md docs/commands.md docs/operations.md; do
    grep -q '^\$ loyd ' "$page" || {
        echo "$page: no examples"
        status=1
    }
done

# Links of the form [text](FILE) or [text](FILE#heading), from the page's folder.
python3 - ./*.md docs/*.md data/README.md >"$SCRATCH/links" <<'END'
import functools, os, re, sys

@functools.cache
def prose(page):
    with open(page, encoding="utf-8") as file:
        return re.sub(r"^```.*?^```", "", file.read(), flags=re.M | re.S)

@functools.cache
def anchors(page):
    """The names of its headings, as links to them have them."""
    return {re.sub("[^a-z0-9 -]", "", line.lower()).replace(" ", "-")
            for line in re.findall("^#+ (.*)", prose(page), re.M)}

for page in sys.argv[1:]:
    for link in re.findall(r"\]\(([^)]+)\)", prose(page)):
        name, _, heading = link.partition("#")
        file = os.path.join(os.path.dirname(page), name) if name else page
        if re.match("https?:", link):
            continue
        if not os.path.exists(file):
            print(f"{page}: there is no file {link}")
        elif heading and heading not in anchors(file):
            print(f"{page}: there is no heading {link}")
END
for page in docs/*.md; do
    page=${page#docs/}
    [ "$page" = README.md ] || grep -qF "]($page)" docs/README.md ||
        echo "docs/README.md: $page is missing"
done >>"$SCRATCH/links"
[ ! -s "$SCRATCH/links" ] || {
    cat "$SCRATCH/links"
    status=1
}
exit $status
