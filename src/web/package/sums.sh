#!/bin/sh
# SPDX-License-Identifier: MIT
# Prints package.json with its version and the SHA-256 sums of the other files
# of the folder, by which `loyd publish` sees that they are whole.
#
#   usage: sums.sh TEMPLATE VERSION FOLDER
set -eu
sums=
for name in loyd.wasm loyd.js worker.js loyd.d.ts; do
    sum=$(sha256sum "$3/$name")
    sums="$sums${sums:+, }\"$name\": \"${sum%% *}\""
done
sed -e "s/@VERSION@/$2/" -e "s/@SUMS@/$sums/" "$1"
