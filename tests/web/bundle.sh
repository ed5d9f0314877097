#!/bin/sh
# The package in the bundles of esbuild and vite: a page solves a board where it
# is and in a worker.
# shellcheck disable=SC1091 # lib.sh
. "$(dirname "$0")/lib.sh"
if [ ! -e "$BUILD/web/loyd/loyd.wasm" ]; then
    echo "no package: make test-web builds it first"
    exit 77
fi
in_browser bundle.mjs
