#!/bin/sh
# @COMMAND@
# `sh FILE HOST...` runs one process on each host by GNU parallel over ssh, and then
# joins what they have found into @DB@. A host takes @MEMORY@ MB
# of memory and @SCRATCH@ MB in $TMPDIR; loyd must be in its path, or $LOYD.
set -u
dir=@DIR@
db=@DB@
hosts=$(printf '%s\n' "$@" | paste -s -d , -)
printf '%s\n' "$@" | parallel --sshlogin "$hosts" --jobs 1 --quote --max-replace-args 0 \
    "${LOYD:-loyd}" cluster run --quiet "$dir"
"${LOYD:-loyd}" cluster run --quiet "$dir"
exec "${LOYD:-loyd}" cluster join --db "$db" "$dir"
