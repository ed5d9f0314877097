#!/bin/sh
# Writes the man page on stdout, made of what the command says of itself.
#
#   man.sh COMMAND VERSION
set -eu
loyd=$1
version=$2

# Text as it stands: backslashes doubled, no line taken for a request.
verbatim() {
    echo .nf
    sed -e 's/\\/\\e/g' -e "s/^[.']/\\\\\&&/" -e 's/-/\\-/g'
    echo .fi
}

cat <<END
.TH LOYD 1 "" "loyd $version" "User commands"
.SH NAME
loyd \- sliding\-tile puzzles, generated, proven, rated and stored
.SH SYNOPSIS
.B loyd
COMMAND [ARGUMENT ...] [OPTION ...]
.SH DESCRIPTION
END
"$loyd" help | sed '1,/^usage:/d' | verbatim
"$loyd" help | sed -n '/^commands/,/^$/p' | awk '/^  / { print $1 }' |
    while read -r command; do
        echo ".SH loyd $command" | tr '[:lower:]' '[:upper:]'
        "$loyd" help "$command" | sed 1,2d | verbatim
    done
cat <<'END'
.SH FILES
.I ~/.cache/loyd
holds the solver's large tables ($XDG_CACHE_HOME/loyd where that is set).
.SH ENVIRONMENT
.B LOYD_DB
stands in for \-\-db.
END
