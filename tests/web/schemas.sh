#!/bin/sh
# Runs tests/cli/schemas.sh with ajv instead of python3-jsonschema.
# shellcheck disable=SC1091,SC2154 # lib.sh sets the variables
. "$(dirname "$0")/lib.sh"
modules
export NODE_PATH="$npm/node_modules"
JUDGE="node $here/check.js" exec sh "$root/tests/cli/schemas.sh"
