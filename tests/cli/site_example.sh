#!/bin/sh
# The files of docs/site, with which a publisher begins: they make a channel and its
# site, as publishing.md shows, and cron's line adds days to it.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"
export LOYD

cp -r "$root/docs/site" club
sh club/publish.sh >out 2>err
same "the first run" 0 $?
has "a day" out "1 day, "
has "a site" club/site/index.html "<title>Club of fifteen</title>"
has "its tiers" club/site/index.html "15-puzzle"
same "a secret for its owner alone" 600 "$(stat -c %a club/club.secret)"
same "which is in no file of the site" "" \
    "$(grep -rlF "$(cat club/club.secret)" club/site)"
cp club/club.secret kept

# The line of cron, as cron runs it: with its own PATH, and in no folder of ours.
line=$(sed -n 's/^3 \* \* \* \* //p' club/crontab)
(cd / && HOME=$OLDPWD PATH=/usr/bin:/bin sh -c "$line") 2>err
same "cron" 0 $?
same "has nothing to say" "" "$(cat err)"
same "the secret stays" "$(cat kept)" "$(cat club/club.secret)"
sh club/publish.sh --language de >out 2>err
same "more options" 0 $?
has "are taken" club/site/index.html '<html lang="de"'

# The page of the docs has the commands for the same files.
for file in schedule.json publish.sh crontab; do
    has "$file" "$root/docs/publishing.md" "$file"
done

finish
