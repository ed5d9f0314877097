#!/bin/sh
# Each function that returns loyd_err lists its errors, in one sentence that is
# complete: no list refers to another function. Each type of a handle says which
# threads may use it. What takes options or a filter takes NULL for the defaults:
# tests/unit/test_defaults.c calls each.
set -u
cd "$(dirname "$0")/../.." || exit 1

python3 - include/loyd/*.h <<'END'
import re
import sys

codes = re.findall(r"^    (LOYD_E_\w+) = ", open("include/loyd/error.h").read(),
                   re.M)
defaults = open("tests/unit/test_defaults.c").read()
bad = n = handles = 0


def say(where, what):
    global bad
    bad += 1
    print("%s: %s" % (where, what))


def comment_before(text, at):
    """The comment that ends before a place, in one line."""
    end = text.rindex("*/", 0, at)
    return " ".join(re.sub(r"\n \*", " ", text[text.rindex("/*", 0, end):end])
                    .split())


for path in sys.argv[1:]:
    text = open(path).read()
    for found in re.finditer(r"LOYD_NODISCARD loyd_err\s+(loyd_\w+)\(", text):
        where, n = "%s: %s" % (path, found[1]), n + 1
        lists = re.findall(r"Errors[^:.]*: ((?:[^.]|\.\.|\.\w)*)",
                           comment_before(text, found.start()))
        if len(lists) != 1:
            say(where, "%d lists of errors: expected 'Errors: LOYD_E_...'" %
                len(lists))
            continue
        named = re.findall(r"LOYD_E_\w+", lists[0])
        outside = re.sub(r"\((?:[^()]|\([^()]*\))*\)", "", lists[0])
        if not named:
            say(where, "no error in '%s'" % lists[0])
        if re.search(r"\bloyd_\w+|\b(those|as (above|there|in))\b", outside):
            say(where, "not a closed list: '%s'" % outside)
        for name in set(re.findall(r"LOYD_E_\w+", outside)):
            if name not in codes:
                say(where, "unknown error %s" % name)
            if len(re.findall(name + r"\b", outside)) > 1:
                say(where, "%s twice" % name)
    for found in re.finditer(r"^typedef struct (loyd_\w+) \1;", text, re.M):
        handles += 1
        if "thread" not in comment_before(text, found.start()):
            say("%s: %s" % (path, found[1]), "no rule for threads")
    plain = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    for found in re.finditer(r"\b(loyd_\w+)\(([^;]*)\)\s*;", plain):
        if (re.search(r"loyd_(\w+_options|filter) \*(?!\*)", found[2]) and
                not re.search(found[1] + r"\([^;]*?\bNULL", defaults)):
            say("tests/unit/test_defaults.c", "no %s with NULL" % found[1])
if n < 80 or handles < 5:
    say("include", "only %d functions and %d handles found" % (n, handles))
print("%d lists of errors, %d handles" % (n, handles))
sys.exit(bad != 0)
END
