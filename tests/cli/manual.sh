#!/bin/sh
# Tests the man page and the completions of shells: all commands and options
# are there.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

"$LOYD" help | awk '/^  [a-z]/ { print $1 }' >commands
while read -r command; do
    "$LOYD" help "$command" --all >"all.$command"
    sed -n 's/^  \(-., \|    \)--\([a-z-][a-z-]*\).*/'"$command"' \2/p' "all.$command"
done <commands >options
[ "$(lines options)" -gt 100 ] || fail "only $(lines options) options"

# --- the man page ---

unset SOURCE_DATE_EPOCH
sh "$root/docs/man.sh" "$LOYD" 0.1.0 2026-03-04 >loyd.1
same "first line" '.TH LOYD 1 "2026-03-04" "loyd 0.1.0" "User commands"' \
    "$(head -n 1 loyd.1)"
for section in NAME SYNOPSIS DESCRIPTION COMMANDS "EXIT STATUS" ENVIRONMENT \
    FILES EXAMPLES "SEE ALSO"; do
    same "section $section" 1 "$(grep -cx "\.SH $section" loyd.1)"
done
for variable in LOYD_DB XDG_CACHE_HOME NO_COLOR TZDIR; do
    has "\$$variable" loyd.1 ".B $variable"
done
SOURCE_DATE_EPOCH=86400 sh "$root/docs/man.sh" true 0.1.0 2026-03-04 >dated.1
same "SOURCE_DATE_EPOCH" '.TH LOYD 1 "1970-01-02" "loyd 0.1.0" "User commands"' \
    "$(head -n 1 dated.1)"

groff -man -rLL=80n -Tascii -P-cbou loyd.1 >page 2>warnings
same "warnings of roff" "" "$(cat warnings)"
same "lines of more than 80 columns" "" "$(grep -E '^.{81}' page)"
# The page has the examples of each command, wrapped differently.
tr -s ' \n\t' '   ' <page >words
while read -r command; do
    has "the section of $command" page \
        "LOYD $(echo "$command" | tr '[:lower:]' '[:upper:]')"
    sed -n '/^examples/,$s/^  //p' "all.$command" | tr -s ' '
done <commands >examples
[ "$(lines examples)" -gt 50 ] || fail "only $(lines examples) examples"
same "examples that are not in the page" "" "$(awk '
    FNR == NR { page = page $0 "\n"; next }
    { sub(/^ +/, ""); sub(/ +$/, "") }
    !index(page, $0)' words examples)"
same "options that are not in the section of their command" "" "$(awk '
    FNR == NR { if (/^[A-Z]/) head = $0; text[head] = text[head] "\n" $0; next }
    $2 != "help" && $2 != "quiet" && !index(text["LOYD " toupper($1)], "--" $2)
    ' page options)"

# --- completions ---

for shell in bash zsh fish; do
    check "$shell" 0 "$("$LOYD" help --completion $shell)" "" help \
        --completion $shell
    cp out script.$shell
    $shell -n script.$shell >said 2>&1 ||
        fail "$shell does not take its script: $(cat said)"
done
refuses "unknown shell" 2 \
    "loyd: --completion: unknown value 'ksh': try 'zsh'" \
    help --completion ksh

# The scripts ask for the words; what a word means follows a tab.
check "words: actions" 0 "list
build
verify
remove" "" help --completion words -- tables ''
run help --completion words -- channel --channel-
has "words: an option" out "--schedule${tab}schedule as JSON"
run help --completion words -- gen
has "words: a command" out "generate${tab}draw boards"
check "words: none where shells offer files" 0 "" "" \
    help --completion words -- import ''

# The offers of bash, from bash itself.
mkdir bin && ln -s "$LOYD" bin/loyd && PATH=$tmp/bin:$PATH
cat >ask.bash <<'END'
. ./script.bash
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_loyd
printf '%s\n' "${COMPREPLY[@]}"
END
offers() {
    same "bash offers for: $2" "$1" \
        "$(shift && bash ask.bash "$@" | paste -sd ' ' -)"
}
offers "solve" loyd so
offers "percentile percentile_sample" loyd find --order per
offers "--order" loyd find --ord
offers "" loyd find --db ""
offers "rows columns snake spiral" loyd solve --layout ""
offers "snake spiral" loyd find --layout s
offers "random" loyd generate --layout ra
offers "create show list revise" loyd channel ""
offers "build" loyd tables b
offers "find" loyd help fi
offers "--size" loyd tables --si
offers "" loyd channel create ""
same "bash offers all commands" "$(cat commands)" "$(bash ask.bash loyd "")"
for command in $(awk -v of="$(long 1 5)" 'NR % of == 0' commands); do
    same "bash offers the options of $command" \
        "$(sed -n "s/^$command /--/p" options | sort)" \
        "$(bash ask.bash loyd "$command" - | sort)"
done

finish
