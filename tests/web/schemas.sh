#!/bin/sh
# Runs tests/cli/schemas.sh with ajv instead of python3-jsonschema.
set -u
cd "$(dirname "$0")/../.." || exit 1
: "${SCRATCH:=$(mktemp -d)}"
mkdir "$SCRATCH/ajv" || exit 1
cp tests/web/*.js tests/web/*.json "$SCRATCH/ajv/"
if ! (cd "$SCRATCH/ajv" && npm ci --prefer-offline --no-audit --no-fund \
    --ignore-scripts) >"$SCRATCH/npm" 2>&1; then
    cat "$SCRATCH/npm"
    echo "npm cannot install ajv"
    exit 1
fi
JUDGE="node $SCRATCH/ajv/check.js" exec sh tests/cli/schemas.sh
