#!/bin/sh
# Includes may only point down. A folder may include the folders listed for it and
# their public headers. SQLite, libsodium, threads and the like are restricted to
# the parts listed in owner_of.
set -u
cd "$(dirname "$0")/../.." || exit 1

root=${1:-.} # a tree to check; another one when this test is tested

# may_see PART: the parts that it may include, with itself.
may_see() {
    case $1 in
    base) echo base ;;
    core) echo base core ;;
    generate) echo base core generate ;;
    solve/table) echo base core solve/table ;;
    solve/search) echo base core solve/table solve/search ;;
    solve/upper) echo base core solve/table solve/search solve/upper ;;
    solve) echo base core solve/table solve/search solve/upper solve ;;
    rate) echo base core generate solve solve/table rate ;; # team.h
    store) echo base core generate solve rate store ;;
    catalogue) echo base core generate solve rate store catalogue ;;
    pack) echo base core generate solve rate store catalogue pack ;;
    game) echo base core generate solve rate store catalogue pack game ;;
    daily) echo base core generate solve rate store catalogue pack daily ;;
    site) echo base core rate store pack game daily site ;;
    verify)
        echo base core generate solve rate store catalogue pack daily verify
        ;;
    web) # pack: the picture; the rest: what the package leaves out
        echo base core generate solve solve/table solve/search rate pack game web
        ;;
    lab) echo base core lab ;;
    extension) echo extension ;;
    cli) echo base core lab cli ;;
    *) echo unknown ;;
    esac
}

# The part that a public header belongs to.
part_of() {
    case $1 in
    error) echo base ;;
    board | class | cursor | date | layout | listener | moves | puzzle)
        echo core
        ;;
    generate) echo generate ;;
    optimal | solve | tables) echo solve ;;
    band | target) echo rate ;;
    channel | played | store | use) echo store ;;
    catalogue) echo catalogue ;;
    import | pack) echo pack ;;
    game) echo game ;;
    site) echo site ;;
    *) echo "no part: header $1.h is unknown" ;;
    esac
}

# The parts that may include a restricted system header.
owner_of() {
    case $1 in
    sqlite3.h) echo store verify site ;; # verify: functions of SQL
    sqlite3ext.h) echo extension ;;
    sodium.h | sodium/*) echo core ;;
    jansson.h) echo pack game daily site ;;
    zlib.h) echo pack game cli ;;
    png.h) echo site ;;
    xxhash.h) echo solve/table ;;
    pthread.h | threads.h)
        echo solve solve/table solve/search solve/upper catalogue store
        ;;
    stdatomic.h) # cli: a signal's flag
        echo solve solve/table solve/search solve/upper catalogue store cli
        ;;
    unistd.h | fcntl.h | dirent.h | sys/*)
        echo base solve solve/table store catalogue pack daily site verify cli
        ;;
    # lab: the cost of a search; extension: when to look for an interrupt
    time.h) echo lab cli extension ;;
    getopt.h | signal.h) echo cli ;;
    esac
}

among() {
    word=$1
    shift
    case " $* " in *" $word "*) return 0 ;; esac
    return 1
}

# judge FILE PART INCLUDE: prints an error if the include is not allowed.
judge() {
    file=$1 part=$2 inc=$3
    # shellcheck disable=SC2046 # the lists are words
    case $inc in
    *../*) echo "$file: $inc: no ../" ;;
    '"loyd.h"') among "$part" extension lab cli || echo "$file: $inc: only for programs that use the library" ;;
    '"loyd/'*)
        header=${inc#\"loyd/} && header=${header%.h\"}
        case $part in
        lab | cli) echo "$file: $inc: $part includes loyd.h" ;;
        *)
            among "$(part_of "$header")" $(may_see "$part") "${part%%/*}" ||
                echo "$file: $inc belongs to $(part_of "$header")"
            ;;
        esac
        ;;
    '"verify/functions.h"' | '"verify/sections.h"') # the checks of rows, for merge
        among "$part" catalogue verify || echo "$file: $inc: only for merge"
        ;;
    '"'*/*)
        other=${inc#\"} && other=${other%/*}
        case $other in solve/*) ;; *) other=${other%%/*} ;; esac
        among "$other" $(may_see "$part") ||
            echo "$file: $inc: $part may not include $other"
        ;;
    '"'*.inc'"') ;; # made by the build
    '"'*) echo "$file: $inc: needs its folder" ;;
    '<'*)
        header=${inc#<} && header=${header%>}
        [ -z "$(owner_of "$header")" ] ||
            among "$part" $(owner_of "$header") ||
            echo "$file: $inc: only in $(owner_of "$header")"
        ;;
    esac
}

# One line per include: FILE PART INCLUDE
includes() {
    (cd "$root" && grep -HE '^ *# *include' src/*/*.[ch] src/*/*/*.[ch]) |
        sed -E 's/^([^:]*):[^"<]*([<"][^">]*[">]).*/\1 \2/' |
        while read -r file inc; do
            part=${file#src/} && part=${part%/*}
            case $part in solve/*) ;; *) part=${part%%/*} ;; esac
            echo "$file $part $inc"
        done
    (cd "$root" && grep -HE '^ *# *include' include/loyd/*.h) |
        sed -E 's/^([^:]*):[^"<]*([<"][^">]*[">]).*/\1 \2/' |
        while read -r file inc; do
            header=${file#include/loyd/}
            echo "$file $(part_of "${header%.h}") $inc"
        done
}

all=$(includes)
n=$(echo "$all" | wc -l)
# Of each part and header the first file.
bad=$(echo "$all" | awk '!seen[$2 " " $3]++' | while read -r file part inc; do
    judge "$file" "$part" "$inc"
done)
if [ -n "$bad" ]; then
    echo "$bad"
    exit 1
fi
parts=$(echo "$all" | cut -d ' ' -f 2 | sort -u)
for part in $parts; do
    for other in $(may_see "$part"); do
        # shellcheck disable=SC2046 # words
        [ "$other" = "$part" ] || ! among "$part" $(may_see "$other") ||
            { echo "$part and $other may include each other" && exit 1; }
    done
done
[ "$n" -gt 50 ] || { echo "only $n includes seen: is this the tree?" && exit 1; }
echo "$n includes, all downwards"
