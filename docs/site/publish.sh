#!/bin/sh
# Publishes the daily puzzles of a channel in the folder site: creates the channel
# first, and adds the days up to today. Run it every hour: see the file crontab.
set -eu
cd "$(dirname "$0")"
loyd=${LOYD:-loyd}
channel=club
zone=Europe/Vienna
if ! "$loyd" channel show "$channel" --db puzzles.db >/dev/null 2>&1; then
    "$loyd" channel create "$channel" --db puzzles.db \
        --schedule schedule.json --secret "$channel.secret" --tz "$zone"
fi
exec "$loyd" publish --db puzzles.db --out site --channel "$channel" \
    --secret "$channel.secret" --tz "$zone" --title 'Club of fifteen' "$@"
