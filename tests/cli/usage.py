"""The help of each command, and its options: usage.py LOYD

Prints what is wrong, then the commands and the number of options. One option in
twelve is tried without LOYD_LONG, and a malformed value of each name."""
import os
import re
import subprocess
import sys

LOYD = sys.argv[1]
SHARE = 1 if os.environ.get("LOYD_LONG") else 12
MALFORMED = b"a\033\377"
# The rest of a command line that would succeed.
CONTEXT = {
    "generate": "3x3 --seed x", "check": "3x3:1,2,3,4,5,6,7,,8",
    "solve": "3x3:1,2,3,4,5,6,7,,8", "merge": "env.db --db merged.db",
    "find": "--db env.db", "stats": "--db env.db", "digest": "--db env.db",
    "rate": "--db env.db", "verify": "env.db --solve 1",
    "show": "3x3/rows~g1~x~1", "channel": "create new --db env.db",
    "publish": "--db env.db --out site", "export": "--db env.db --out pack",
    "import": "boards --db env.db"}


def loyd(*arguments):
    done = subprocess.run([LOYD, *arguments], stdin=subprocess.DEVNULL,
                          capture_output=True, check=False)
    return (done.returncode, done.stdout.decode(errors="replace"),
            done.stderr.decode(errors="replace"))


def check(truth, *what):
    if not truth:
        print(*what)


def look_at_help(command):
    """Returns its options, each with its metavariable or an empty one."""
    code, text, err = loyd("help", command)
    check(code == 0 and err == "", "help", command, code, err)
    check(all(len(line) < 80 for line in text.splitlines()), command, "is wide")
    check(f"usage: loyd {command}" in text, command, "has no usage line")
    check(f"  loyd {command}" in text, command, "has no example")
    check(len(text.splitlines()) <= 24, command, "has a long help")
    check(f"loyd help {command} --all" in text, command, "hides the rest")
    for option in "--help", "-h":
        check(loyd(command, option)[1] == text, command, option)
    whole = loyd("help", command, "--all")[1]
    check(all(len(line) < 80 for line in whole.splitlines()), command, "--all is wide")
    return [(name, value or "") for name, value in re.findall(
        r"^  (?:-., |    )--([a-z-]+)(?: ([^ \n]+))?(?:  .*)?$", whole, re.M)]


def try_malformed(command, option):
    rest = CONTEXT.get(command, "").split()
    if command == "used":
        pk = loyd("find", "--db", "env.db", "-n", "1")[1].split("\t")[0]
        rest = ["mark", pk, "--db", "env.db"]
    if "--" + option in rest:
        at = rest.index("--" + option)
        del rest[at:at + 2]
    code, out, err = loyd(command, *rest, "--" + option, MALFORMED)
    check(code == 2 and out == "", command, option, "MALFORMED: exit", code, out, err)


def main():
    commands = re.findall(r"^  ([a-z]+) ", loyd("help")[1], re.M)
    n_options = 0
    seen = set()
    for command in commands:
        for name, value in look_at_help(command):
            n_options += 1
            if n_options % SHARE == 0:  # known, even with a command as its value
                option = ["--" + name] + [command] * bool(value)
                err = loyd(command, *option, "--no-such")[2]
                check(err.startswith((f"loyd: {command}: unknown option '--no-such'",
                                      f"loyd: --{name}: ")), command, option, err)
            if value not in ("", "FILE", "DIR", "PACK", "KEY") and (
                    SHARE == 1 or name not in seen):
                seen.add(name)
                try_malformed(command, name)
    check(len(seen) > 90, "only", len(seen), "options with a value")
    print("commands:", *commands)
    print("options:", n_options)


main()
