#!/bin/sh
# The sources of the web's package compile for WebAssembly without warnings: what
# the library uses has a stand-in there. `make test-web` links and runs them.
set -u
cd "$(dirname "$0")/../.." || exit 1
make -s "BUILD=$BUILD" WERROR=1 web-warnings
