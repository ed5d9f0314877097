#!/bin/sh
# The package for browsers and node: the same answers as the command.
# shellcheck disable=SC1091 # lib.sh
. "$(dirname "$0")/lib.sh"
if [ ! -e "$BUILD/web/loyd/loyd.wasm" ]; then
    echo "no package: make test-web builds it first"
    exit 77
fi
in_browser core.mjs
