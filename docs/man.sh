#!/bin/sh
# Prints the man page, generated from the help of the command.
#
#   man.sh COMMAND VERSION DATE
#
# DATE is the date of the version; SOURCE_DATE_EPOCH overrides it.
set -eu
loyd=$1
version=$2
date=$3
[ -z "${SOURCE_DATE_EPOCH:-}" ] ||
    date=$(date -u -d "@$SOURCE_DATE_EPOCH" +%Y-%m-%d 2>/dev/null ||
        date -u -r "$SOURCE_DATE_EPOCH" +%Y-%m-%d)

# Escapes characters that roff would interpret or replace.
escape() {
    sed -e 's/\\/\\e/g' -e 's/-/\\-/g' -e 's/~/\\(ti/g' -e 's/\^/\\(ha/g' \
        -e 's/`/\\(ga/g' -e "s/'/\\\\(aq/g" -e 's/^\./\\\&./'
}

# The help of one command as roff: usage, paragraphs, options, examples. An
# option's text becomes a sentence.
one() {
    "$loyd" help "$1" --all | escape | awk '
        # The text of an option, from the lines of its help.
        function flush() {
            if (text == "")
                return
            if (text !~ /\.$/)
                text = text "."
            # A name, such as that of an action, is printed as it is typed.
            print text ~ /^[a-z_]+(, [a-z_]+)*: / ? text : \
                toupper(substr(text, 1, 1)) substr(text, 2)
            text = ""
        }
        # --name in bold, its argument in italics.
        function head(left, at) {
            at = match(left, /\-\-[a-z-]+/) + RLENGTH
            name = substr(left, 1, at - 1)
            value = substr(left, at + 1)
            gsub(/-/, "\\-", name)
            gsub(/-/, "\\-", value)
            print ".TP\n\\fB" name "\\fR" \
                (value == "" ? "" : " \\fI" value "\\fR")
        }
        /^usage: / {
            split(substr($0, 8), word, " ")
            print ".B " word[1] " " word[2]
            print substr($0, 10 + length(word[1] word[2]))
            part = "about"
            next
        }
        /^examples$/ { flush(); part = $0; next }
        /^options$/ { flush(); part = $0; next }
        part == "about" && $0 == "" { gap = 1; next }
        part == "about" { if (gap) print ".PP"; gap = 0; print }
        part == "options" && /^  (\\-., |    )\\-\\-/ {
            flush()
            skip = $0 ~ /\\-\\-(quiet|help) /
            if (skip)
                next
            # The text begins in column 25, or on the next line.
            plain = $0
            gsub(/\\-/, "-", plain)
            cut = length(plain) > 24 && substr(plain, 23, 2) == "  "
            left = cut ? substr(plain, 1, 22) : plain
            gsub(/^ +| +$/, "", left)
            head(left)
            if (cut) {
                text = substr(plain, 25)
                gsub(/-/, "\\-", text)
            }
            next
        }
        part == "options" && /^   / && !skip {
            sub(/^ +/, "")
            text = text (text == "" ? "" : "\n") $0
        }
        part == "examples" && !has_examples {
            print ".PP\n.nf\n.in 3n"
            has_examples = 1
        }
        part == "examples" && NF > 0 { sub(/^  /, ""); print }
        END { if (has_examples) print ".in\n.fi" }'
}

commands=$("$loyd" help | awk '/^  [a-z]/ { print $1 }')

cat <<END
.TH LOYD 1 "$date" "loyd $version" "User commands"
.nh
.ad l
.SH NAME
loyd \- generate, solve, rate and store sliding\-tile puzzles
.SH SYNOPSIS
.B loyd
.I command
[\fIoption\fR]... [\fIargument\fR]...
.SH DESCRIPTION
.B loyd
generates sliding\-tile puzzles, finds their shortest solutions, rates their
difficulty, keeps them in catalogues, which are SQLite files, and publishes
them as packs and as daily series.
.PP
END
"$loyd" help | sed -n '/^A board/,/^$/p' | sed '/^$/d' | escape
cat <<'END'
.PP
Options and arguments may be given in any order, and options also before the
command. The options of each command are described in its section below.
.SH COMMANDS
END
for command in $commands; do
    echo ".TP"
    echo ".B $command"
    "$loyd" help "$command" |
        sed -n '1s/^[^:]*: \(.\)\(.*\)/\1\n\2./p' |
        { read -r first && read -r rest &&
            echo "$(echo "$first" | tr '[:lower:]' '[:upper:]')$rest"; } |
        escape
done
for command in $commands; do
    echo ".SH loyd $command" | tr '[:lower:]' '[:upper:]'
    one "$command"
done
cat <<'END'
.SH OPTIONS OF EVERY COMMAND
.TP
.B \-q, \-\-quiet
Print only errors on stderr, no notes or progress.
.TP
.B \-h, \-\-help
Print the help of the command.
.TP
.B \-V, \-\-version
Print the version.
.SH EXIT STATUS
.TP
.B 0
Success, also if the result is an interval instead of an exact length, or if
nothing was found.
.TP
.B 1
The input is valid and the answer is no: an unsolvable board, an unknown id or name, a
failed verification.
.TP
.B 2
The command line is invalid: options, sizes, layouts or dates.
.TP
.B 3
A board, file or database is invalid, an I/O error occurred, a limit was
exceeded, or the command was interrupted.
.PP
If the results of one run differ, the exit status is the highest that applies.
.SH ENVIRONMENT
.TP
.B LOYD_DB
The default of \-\-db, for commands that only read the catalogue. It is not
used by
.B generate
and
.BR daily .
.TP
.B XDG_CACHE_HOME
The folder for caches (default: \(ti/.cache).
.TP
.B NO_COLOR
If not empty, disables colours on a terminal.
.TP
.B TZDIR
The folder of the time zones for \-\-tz (default: that of the system).
.TP
.B LC_ALL, LC_CTYPE, LANG
Boards are drawn with line characters in a UTF\-8 locale, and in ASCII in any
other.
.SH FILES
.TP
.I $XDG_CACHE_HOME/loyd, \(ti/.cache/loyd
Tables of the solver, which
.B loyd tables
lists and removes.
.SH EXAMPLES
Generate ten boards and solve them:
.PP
.nf
.in +2n
loyd generate 4x4 \-\-count 10 \-\-seed monday | loyd solve
.in
.fi
.PP
Store and rate a thousand puzzles, and print the five hardest:
.PP
.nf
.in +2n
loyd generate 3x3 \-\-count 1000 \-\-seed stock \-\-db puzzles.db
loyd find \-\-db puzzles.db \-\-order \-stm \-n 5
.in
.fi
.PP
Show the puzzle of the day:
.PP
.nf
.in +2n
loyd daily
.in
.fi
.SH SEE ALSO
.BR sqlite3 (1),
.BR minisign (1)
.PP
Formats, packs and sites are described in docs/ of the source, and all JSON in
data/schemas/.
END
