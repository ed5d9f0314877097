#!/bin/sh
# The sources of the web's package compile for WebAssembly without warnings: what
# the library uses has a stand-in there. `make test-web` links and runs them, and
# the long tests compile all; without LOYD_LONG, those of the package, and those
# where 32 bits and threads matter.
set -u
cd "$(dirname "$0")/../.." || exit 1
[ -n "${LOYD_LONG:-}" ] || set -- web_src="$(echo src/web/core/*.c src/base/jw.c \
    src/base/number.c src/core/mlc.c src/solve/solver.c src/solve/table/team.c src/rate/distribution.c)"
make -s "BUILD=$BUILD" WERROR=1 web-warnings "$@"
