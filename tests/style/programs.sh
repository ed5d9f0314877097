#!/bin/sh
# Tests can call only programs of a new Debian and of the packages that
# tests/install-deps.sh installs, and none looks whether a program is there: a
# new machine would run less than this one. Nor for a module of Python.
set -u
cd "$(dirname "$0")/../.." || exit 1
: "${SCRATCH:=$(mktemp -d)}"
status=0

wrong() {
    echo "$*"
    status=1
}

python3 tests/path.py "$SCRATCH/programs" build test >"$SCRATCH/why" || {
    cat "$SCRATCH/why"
    exit 77
}

# What is not in a new Debian, nor installed by install-deps.sh.
for name in bc g++ gdb gfortran git jq node shellcheck strace tclsh vi wget; do
    ! found=$(command -v $name) || wrong "tests could call $found"
done
for name in awk bash cc clang diff fish groff make minisign nm perl pkg-config \
    python3 sed sh sha256sum sqlite3 tar unshare zsh; do
    command -v $name >/dev/null || wrong "tests cannot call $name"
done

# The first program of a name in PATH is linked, but no other program.
mkdir -p "$SCRATCH/bin"
for name in gcc my-cc bc; do
    printf '#!/bin/sh\n' >"$SCRATCH/bin/$name"
    chmod +x "$SCRATCH/bin/$name"
done
why=$(PATH=$SCRATCH/bin:$PATH CC='my-cc -O2' python3 tests/path.py \
    "$SCRATCH/programs" build test) || wrong "$why"
for name in gcc my-cc; do
    [ "$(readlink "$SCRATCH/programs/$name")" = "$SCRATCH/bin/$name" ] ||
        wrong "the user's $name is not linked"
done
[ ! -e "$SCRATCH/programs/bc" ] || wrong "bc is linked"

# A test that looks for a program must find it here.
grep -rohE 'command -v "?[a-z][a-z0-9+-]*' tests/cli tests/fault tests/fuzz \
    tests/golden tests/style tests/unit --include='*.sh' |
    grep -oE '[^" ]+$' | sort -u >"$SCRATCH/names"
while read -r name; do
    command -v "$name" >/dev/null || [ "$name" = loyd ] ||
        wrong "a test looks for $name: no package of install-deps.sh has it"
done <"$SCRATCH/names"

python3 - tests/*.py tests/*/*.py <<'PY' || status=1
import ast, os, sys

known = set(sys.stdlib_module_names) | {"jsonschema", "pandas", "referencing", "yaml"}
known |= {os.path.basename(path)[:-3] for path in sys.argv[1:]}
bad = 0
for path in sys.argv[1:]:
    for node in ast.walk(ast.parse(open(path).read())):
        names = [a.name for a in node.names] if isinstance(node, ast.Import) \
            else [node.module] if isinstance(node, ast.ImportFrom) else []
        for name in names:
            if name.split(".")[0] not in known:
                bad = 1
                print("%s: module %s is not Python's" % (path, name))
sys.exit(bad)
PY
exit $status
