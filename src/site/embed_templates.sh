#!/bin/sh
# SPDX-License-Identifier: MIT
# Converts templates into C rows on stdout, which template.c includes: each has
# the name of its file and its text.
#
# Indentation is for readers of the template, and so are comments, {{! ... }}. A
# line that ends with \ is joined to the next one, and so is one that has only
# tags of sections and of other templates.
#
#   usage: embed_templates.sh day.html ...
set -eu

for file; do
    name=${file##*/}
    awk -v name="${name%.*}" '
    BEGIN { print "{\"" name "\"," }
    { sub(/^ +/, ""); end = "\\n" }
    /^[{][{]!.*[}][}]$/ { next }
    sub(/\\$/, "") { end = "" }
    /^([{][{][#^\/>][a-z_]+[}][}])+$/ { end = "" }
    { gsub(/"/, "\\\""); print "    \"" $0 end "\"" }
    END { print "}," }' "$file"
done
