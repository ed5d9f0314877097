#!/bin/sh
# Writes the man page on stdout, made of what the command says of itself.
#
#   man.sh COMMAND VERSION DATE
#
# DATE is that of the version; SOURCE_DATE_EPOCH goes before it.
set -eu
loyd=$1
version=$2
date=$3
[ -z "${SOURCE_DATE_EPOCH:-}" ] ||
    date=$(date -u -d "@$SOURCE_DATE_EPOCH" +%Y-%m-%d 2>/dev/null ||
        date -u -r "$SOURCE_DATE_EPOCH" +%Y-%m-%d)

# Text for roff: what it would take for its own, or print as something else.
escape() {
    sed -e 's/\\/\\e/g' -e 's/-/\\-/g' -e 's/~/\\(ti/g' -e 's/\^/\\(ha/g' \
        -e 's/`/\\(ga/g' -e "s/'/\\\\(aq/g" -e 's/^\./\\\&./'
}

# The help of one command: its usage, paragraphs, options and examples.
one() {
    "$loyd" help "$1" | escape | awk '
        /^usage: / { print ".B " substr($0, 8) "\n.PP"; part = "about"; next }
        /^options$/ || /^examples$/ { part = $0; next }
        part == "about" && $0 == "" { print ".PP"; next }
        part == "about" { print }
        part == "options" && /^  (\\-., |    )\\-\\-/ {
            skip = $0 ~ /\\-\\-(quiet|help) /
            if (skip)
                next
            # The help begins in column 25, or on the next line.
            plain = $0
            gsub(/\\-/, "-", plain)
            cut = length(plain) > 24 && substr(plain, 23, 2) == "  "
            left = cut ? substr(plain, 1, 22) : plain
            gsub(/^ +| +$/, "", left)
            gsub(/-/, "\\-", left)
            print ".TP\n.B " left
            if (cut) {
                right = substr(plain, 25)
                gsub(/-/, "\\-", right)
                print right
            }
            next
        }
        part == "options" && /^   / && !skip { sub(/^ +/, ""); print }
        part == "examples" && !has_examples {
            print ".PP\n.nf\n.in 2n"
            has_examples = 1
        }
        part == "examples" && NF > 0 { sub(/^  /, ""); print }
        END { if (has_examples) print ".in\n.fi" }'
}

commands=$("$loyd" help | sed -n '/^commands/,/^$/p' | awk '/^  / { print $1 }')

cat <<END
.TH LOYD 1 "$date" "loyd $version" "User commands"
.nh
.ad l
.SH NAME
loyd \- sliding\-tile puzzles, generated, proven, rated and stored
.SH SYNOPSIS
.B loyd
COMMAND [ARGUMENT ...] [OPTION ...]
.SH DESCRIPTION
END
"$loyd" help | sed -n '/^A board/,/^Exit/p' | sed '/^Exit/d' | escape
echo ".SH COMMANDS"
for command in $commands; do
    echo ".TP"
    echo ".B $command"
    "$loyd" help "$command" | sed -n '1s/^[^:]*: //p' | escape
done
for command in $commands; do
    echo ".SH loyd $command" | tr '[:lower:]' '[:upper:]'
    one "$command"
done
cat <<'END'
.SH OPTIONS OF EVERY COMMAND
.TP
.B \-q, \-\-quiet
only errors on stderr: no progress, no notes
.TP
.B \-h, \-\-help
the help of the command
.TP
.B \-V, \-\-version
the version
.SH EXIT STATUS
.TP
.B 0
Done; an interval, and a search that finds nothing, too.
.TP
.B 1
A well\-formed question, answered no: an unsolvable board, an unknown id, a
verification that failed.
.TP
.B 2
The command line itself: options, sizes, layouts, dates.
.TP
.B 3
A malformed board, file or database; the disk; limits.
.PP
Where the lines of one run differ, the highest that applies.
.SH ENVIRONMENT
.TP
.B LOYD_DB
the catalogue of a command that only reads one, where there is no \-\-db;
not of generate and daily.
.TP
.B XDG_CACHE_HOME
the folder of caches, instead of \(ti/.cache.
.TP
.B NO_COLOR
no colours on a terminal, if it is not empty.
.TP
.B TZDIR
the folder of time zones for \-\-tz, instead of the system\(aqs.
.TP
.B LC_ALL, LC_CTYPE, LANG
boards are drawn with lines where the locale is UTF\-8, otherwise in ASCII.
.SH FILES
.TP
.I $XDG_CACHE_HOME/loyd, \(ti/.cache/loyd
the large tables of the solver;
.B loyd tables
lists and removes them.
.SH EXAMPLES
Ten boards, and their shortest solutions:
.PP
.nf
.in 2n
loyd generate 4x4 \-n 10 \-\-seed monday | loyd solve
.in
.fi
.PP
A thousand puzzles of a size, stored and rated; the hardest of them:
.PP
.nf
.in 2n
loyd generate 3x3 \-n 1000 \-\-seed stock \-\-db puzzles.db
loyd find \-\-db puzzles.db \-\-order \-stm \-n 5
.in
.fi
.PP
The puzzle of the day:
.PP
.nf
.in 2n
loyd daily
.in
.fi
.SH SEE ALSO
.BR sqlite3 (1),
.BR minisign (1).
Formats, packs and sites are described in docs/ of the source, and every JSON
in data/schemas/.
END
