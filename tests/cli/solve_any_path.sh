#!/bin/sh
# solve --path any: a shortest solution that need not be the canonical one.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

near='1 7 2 4 5/6 0 3 9 10/11 12 8 13 15/16 17 18 14 20/21 22 23 19 24'
run solve --prove "$near"
cp out canonical
check "canonical is the default" 0 "$(cat canonical)" "" \
    solve --prove --path canonical "$near"
run solve "$near" # of effort quick, which finds the optimum of this board
quick=$(cut -f 2 out)
check "any: the path of quick" 0 "8	$quick" "" solve --prove --path any "$near"
run check --moves "$quick" "$near"
same "it solves the board" 0 "$code"
run solve --prove --path any --json "$near"
has "JSON" out '"status":"proven","lower":8,"upper":8,"stm":8,'
has "JSON" out '"any_path":1'
cp out any.jsonl
run solve --prove --path any --csv "$near"
has "CSV" out ",any_path,error"
cp out any.csv
for file in any.jsonl any.csv; do
    run import $file --db a.db
    same "import $file: exit code" 3 "$code"
    has "import $file" err \
        "any_path: a path that is not the canonical one is not stored"
done

# Up to 16 cells, and without --path, nothing changes.
board='11 7 13 3/8 5 10 0/12 6 2 9/4 14 15 1'
run solve --layout snake "$board"
check "4x4" 0 "$(cat out)" "" solve --prove --path any --layout snake "$board"
run solve --prove --path any --layout snake --json "$board"
has "4x4 in JSON" out '"any_path":0'
cp out small.jsonl
run import small.jsonl --db a.db
same "a canonical path is imported" 0 "$code"
run solve --prove --json "$near"
same "no field without the option" 0 "$(grep -c any_path out)"
refuses "a bad word" 2 "loyd: --path: unknown value 'shortest': expected \
canonical or any" solve --path shortest "$near"

finish
