# shellcheck shell=sh
# Shared by the tests that need node: sets npm, a folder with the modules of
# package-lock.json. `in_browser FILE` runs a test of pages in Chromium.
set -u
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
BUILD=${BUILD:-build}
case $BUILD in /*) ;; *) BUILD=$root/$BUILD ;; esac
LOYD=${LOYD:-$BUILD/loyd}
case $LOYD in /*) ;; *) LOYD=$(pwd)/$LOYD ;; esac
: "${SCRATCH:=$(mktemp -d)}"

# A copy does not find the package for browsers that is next to the command.
cp "$LOYD" "$SCRATCH/loyd" && LOYD=$SCRATCH/loyd
npm=$BUILD/npm
export BUILD LOYD SCRATCH
export LOYD_NPM="$npm"

# Installs the modules, once for all tests: each waits for the first.
modules() {
    mkdir -p "$npm"
    (
        flock 9
        cmp -s "$here/package-lock.json" "$npm/installed.json" && exit 0
        rm -rf "$npm/node_modules" "$npm/installed.json"
        cp "$here/package.json" "$here/package-lock.json" "$npm/"
        cd "$npm" && npm ci --prefer-offline --no-audit --no-fund \
            --ignore-scripts >said 2>&1 &&
            cp package-lock.json installed.json
    ) 9>"$npm/lock" || {
        cat "$npm/said"
        echo "npm cannot install the modules of package-lock.json"
        exit 1
    }
}

# in_browser FILE: a browser exists wherever install-deps.sh has installed one.
in_browser() {
    for name in chromium chromium-browser google-chrome-stable google-chrome; do
        CHROMIUM=${CHROMIUM:-$(command -v "$name")}
    done
    if [ -z "$CHROMIUM" ]; then
        echo "no Chromium: make test-web installs it where there is one"
        exit 77
    fi
    modules
    export CHROMIUM
    test_file=$1
    shift
    exec node "$here/$test_file" "$@"
}
