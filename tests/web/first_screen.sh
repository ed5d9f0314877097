#!/bin/sh
# The board, its goal, the counters and the buttons are seen without scrolling
# on phones, tablets and desks; buttons stay where they are; a tier is played to
# the end by touch, and the card is seen.
# shellcheck disable=SC1091 # lib.sh
. "$(dirname "$0")/lib.sh"
in_browser first_screen.mjs
