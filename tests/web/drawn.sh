#!/bin/sh
# play.html: boards drawn from the form and from links are those of the command,
# with their lengths and explanations; the editor; boards that cannot be solved.
# shellcheck disable=SC1091 # lib.sh
. "$(dirname "$0")/lib.sh"
in_browser drawn.mjs
