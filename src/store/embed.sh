#!/bin/sh
# SPDX-License-Identifier: MIT
# Turns the schema and the migrations into what migrate.c includes, on stdout:
# a byte array each, then the rows of the table of migrations. Names out of
# order end the build.
#
#   usage: embed.sh schema.sql 0001_catalogue.sql 0002_more.sql ...
set -eu

# array NAME FILE
array() {
    echo "static const char $1[] = {"
    od -An -v -tx1 "$2" | sed 's/ \([0-9a-f][0-9a-f]\)/0x\1,/g'
    echo "0};"
}

array schema_now "$1"
