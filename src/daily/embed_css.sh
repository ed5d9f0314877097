#!/bin/sh
# SPDX-License-Identifier: MIT
# Converts the style sheet of sites into bytes that publish.c includes.
#
#   usage: embed_css.sh style.css
set -eu
od -An -v -tx1 "$1" | sed 's/ \([0-9a-f][0-9a-f]\)/0x\1,/g'
