#!/bin/sh
# One dialect of C: inside, structs, unions and enums are tags, and a typedef
# is a public name or a type of functions; sizeof has parentheses; a bool in a
# struct reads as a predicate. (What an option of the command sets is named as
# the option is.)
set -u
cd "$(dirname "$0")/../.." || exit 1

root=${1:-.} # a tree to check; another one when this test is tested
cd "$root" || exit 1

wrong() {
    grep -nE "$1" src/*/*.[ch] include/loyd/*.h tests/*/*.[ch] /dev/null |
        grep -vE "$2"
}

bad=$(
    wrong '^ *typedef (struct|union|enum) ' '^include/.*typedef [a-z]+ loyd_' |
        sed 's/$/: a tag is enough/'
    wrong '(^|[^a-z_])sizeof +[^( ]' ' \* .*sizeof' |
        sed 's/$/: sizeof(x)/'
    awk '
    /^(typedef )?(struct|union)[a-z_ ]* \{/ || /^    (struct|union) \{/ {
        inside = 1
    }
    /^\}/ { inside = 0 }
    inside && /^ +(const |volatile )?bool [a-z_, ]+( *:.*)?;/ {
        names = $0
        sub(/^.*bool +/, "", names)
        sub(/ *[:;].*$/, "", names)
        n = split(names, name, /, */)
        for (i = 1; i <= n; i++)
            if (name[i] !~ /^(is|are|has|had|can|may|was|were|needs|takes|lacks|wants|no|by|skips|keeps|knows|goes|x_is)_|^collects$/)
                print FILENAME ":" FNR ": bool " name[i] ": is it a question?"
    }' include/loyd/*.h $(ls src/*/*.[ch] | grep -v '^src/cli/options.h')
)
[ -z "$bad" ] || {
    echo "$bad"
    exit 1
}
n=$(grep -hcE '^(struct|enum|union) [a-z_]+ \{' src/*/*.[ch] |
    awk '{ n += $1 } END { print n }')
[ "$n" -gt 50 ] || { echo "only $n tags seen: is this the tree?" && exit 1; }
echo "$n tags"
