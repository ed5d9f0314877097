#!/bin/sh
# One dialect of C: internal structs, unions and enums are tags; a typedef is a
# public name or a function type; sizeof has parentheses; ARRAY_SORT sorts; a bool
# in a struct reads as a predicate. (Fields that options of the command set have the
# option's name.)
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
        sed 's/$/: use a tag/'
    wrong '(^|[^a-z_])sizeof +[^( ]' ' \* .*sizeof' |
        sed 's/$/: write sizeof(x)/'
    grep -n '[^_]qsort(' src/*/*.[ch] src/*/*/*.[ch] | grep -v '^src/base/array.c' |
        sed 's/$/: write ARRAY_SORT, which takes empty arrays/'
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
                print FILENAME ":" FNR ": bool " name[i] ": not named as a predicate"
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
