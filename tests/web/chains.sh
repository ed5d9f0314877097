#!/bin/sh
# Deltas applied by node, as a web page would apply them.
LOYD_WEB=1 exec sh "$(dirname "$0")/../cli/pack_chains.sh"
