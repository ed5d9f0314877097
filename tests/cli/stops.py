#!/usr/bin/env python3
"""Interrupts every command: stops.py LOYD

Each command gets a signal while it runs, and must end, report the interrupt
and exit with 3. The time that it took is printed; a test fails only if the
command does not end within a minute.
"""
import json
import os
import signal
import sqlite3
import subprocess
import sys
import time

LOYD = sys.argv[1]
HERE = os.path.dirname(os.path.abspath(__file__))
LIMIT = 60
TICKS = os.sysconf("SC_CLK_TCK")
BOARD = "1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15\n"
bad = 0
done = 0
SIGNALS = signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT
for number in SIGNALS:  # a shell may have set one to ignored
    signal.signal(number, signal.SIG_DFL)


def fail(what):
    global bad
    bad = 1
    print(what)


def caught(pid):
    """Does the job catch SIGTERM already?"""
    for line in open("/proc/%d/status" % pid):
        if line.startswith("SigCgt:"):
            return int(line.split()[1], 16) >> (signal.SIGTERM - 1) & 1
    return False


def cpu(pid):
    fields = open("/proc/%d/stat" % pid).read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def at_work(job):
    """Waits until the job catches signals and has run for a while."""
    began = None
    while job.poll() is None:
        if began is None and caught(job.pid):
            began = cpu(job.pid)
        elif began is not None and cpu(job.pid) - began > 0.1:
            return
        time.sleep(0.005)


def waiting(job):
    """Waits until the job catches signals and sleeps."""
    sleeping = 0
    while job.poll() is None and sleeping < 5:
        state = open("/proc/%d/stat" % job.pid).read().rsplit(")", 1)[1][1]
        sleeping = sleeping + 1 if caught(job.pid) and state == "S" else 0
        time.sleep(0.005)


def stops(args, stdin=None, until=at_work, sent=signal.SIGTERM, out=None):
    """Runs a command, interrupts it, and prints how long it took to end."""
    global done
    name = " ".join(args)
    errors = open("err", "w+")
    job = subprocess.Popen([LOYD] + args, stdin=stdin or subprocess.DEVNULL,
                           stdout=out or open("out", "w"), stderr=errors)
    until(job)
    if job.poll() is not None:
        fail("%s: it ended by itself, with %d" % (name, job.returncode))
        return ""
    begun = time.monotonic()
    job.send_signal(sent)
    try:
        code = job.wait(LIMIT)
    except subprocess.TimeoutExpired:
        job.kill()
        job.wait()
        fail("%s: it does not stop" % name)
        return ""
    took = time.monotonic() - begun
    errors.seek(0)
    said = errors.read()
    done += 1
    print("%6.3f s  loyd %s" % (took, name))
    if code != 3 or "interrupted" not in said:
        fail("%s: exit %d, %r" % (name, code, said))
    return said


def run(*args):
    subprocess.run([LOYD] + list(args), check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def hostile(*names):
    """Makes a catalogue h.db with endless trees."""
    for suffix in ("", "-wal", "-shm"):
        if os.path.exists("h.db" + suffix):
            os.remove("h.db" + suffix)
    subprocess.run([sys.executable, HERE + "/hostile_db.py", "a.db", "h.db",
                    *names], check=True, stdout=subprocess.DEVNULL)


def absent(*names):
    for name in names:
        if os.path.exists(name):
            fail("%s was left" % name)


run("generate", "4x3", "--seed", "x", "--count", "900", "--db", "a.db")
run("generate", "3x3", "--layout", "random", "--seed", "y", "--count", "200",
    "--db", "a.db")
run("generate", "4x3", "--seed", "z", "--count", "20000", "--db", "b.db")

# Endless trees.
for tree, commands in {
        "puzzle": [["find", "--db", "h.db", "--board", "9*", "--total"],
                   ["export", "--db", "h.db", "--out", "pack"],
                   ["export", "--db", "h.db", "--out", "pack", "--pack-name",
                    "p"],
                   ["import", "h.db", "--db", "new.db"],
                   ["verify", "h.db"]],
        "puzzle_goal": [["merge", "--db", "h.db", "b.db"],
                        ["verify", "h.db"]],
        "rating": [["verify", "h.db"]],
        "recipe": [["digest", "--db", "h.db"],
                   ["verify", "h.db"]],
        "recipe_puzzle": [["find", "--db", "h.db", "--json"],
                          ["find", "--db", "h.db", "--json", "--order",
                           "stm"]]}.items():
    hostile(tree)
    for command in commands:
        stops(command)
        absent("pack", "pack.part", "site")
hostile("recipe_puzzle")
stops(["find", "--db", "h.db", "--json"], sent=signal.SIGINT)
# merge refuses one, for its pages are not a tree.
for tree in "puzzle_goal", "recipe":
    hostile(tree)
    job = subprocess.run([LOYD, "merge", "--db", "new.db", "h.db"],
                         stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    if job.returncode != 3 or b"loyd: h.db: damaged" not in job.stderr:
        fail("an endless tree of %s: %r" % (tree, job.stderr))

# A merge of several, interrupted anywhere: the catalogue is as it was.
run("generate", "4x3", "--seed", "w", "--count", "20000", "--db", "c.db")
run("merge", "--db", "whole.db", "a.db")
rows = sqlite3.connect("whole.db").execute("SELECT count(*) FROM puzzle")
before = rows.fetchone()
for pause in 0, 0.1:
    def at(job):
        at_work(job)
        time.sleep(pause)
    stops(["merge", "--db", "whole.db", "b.db", "c.db"], until=at)
    rows = sqlite3.connect("whole.db").execute("SELECT count(*) FROM puzzle")
    if rows.fetchone() != before:
        fail("a merge that was interrupted has stored rows")

# Days of 36 years. No endless tree can keep `publish` busy: its first look-up
# finds that the catalogue is damaged.
with open("old.json", "w") as schedule:
    schedule.write('{"every": {"title": "o", "from": {}}}')
run("channel", "create", "old", "--db", "b.db", "--schedule", "old.json",
    "--start", "1990-01-01")
stops(["publish", "--db", "b.db", "--channel", "old", "--out", "site",
       "--today", "2026-03-31"])
absent("site")

# Ratings of many large boards. No endless tree can keep `rate` busy: it looks
# up what is not rated.
with open("large", "w") as boards:
    subprocess.run([LOYD, "generate", "5x5", "--seed", "x", "--count", "20000"],
                   check=True, stdout=boards)
run("import", "large", "--db", "large.db")
stops(["rate", "--db", "large.db"])

# Endless lines.
for command in ["solve"], ["check"], ["check", "--json"]:
    stops(command, stdin=open("/dev/zero"))
    for line in ("", BOARD.strip(), "x")[len(command) - 1::len(command)]:
        yes = subprocess.Popen(["yes", line], stdout=subprocess.PIPE)
        stops(command, stdin=yes.stdout)
        yes.kill()
        yes.communicate()

for form in "auto", "jsonl", "csv", "boards":
    stops(["import", "/dev/zero", "--db", "new.db", "--format", form])
    absent("new.db", "new.db-wal", "new.db-shm")
for line in "", "# no board", '{"board":"1 2/0 3","goal":"1 2/3 0"}':
    yes = subprocess.Popen(["yes", line], stdout=subprocess.PIPE)
    stops(["import", "-", "--db", "new.db"], stdin=yes.stdout)
    yes.kill()
    yes.communicate()
    absent("new.db", "new.db-wal", "new.db-shm")

# A pack with a file that takes hours to read.
run("export", "--db", "b.db", "--out", "big", "--limit", "9")
manifest = json.load(open("big/manifest.json"))
for file in manifest["files"]:
    if file["name"] == "puzzles.csv":
        file["bytes"] = 1 << 40
json.dump(manifest, open("big/manifest.json", "w"))
os.truncate("big/puzzles.csv", 1 << 40)
stops(["verify", "big"])
stops(["import", "big", "--db", "new.db", "--format", "csv"])
absent("new.db", "new.db-wal", "new.db-shm")

# Pipes without data.
for command in ["solve"], ["check"], ["daily", "2026-01-01", "--secret",
                                      "/dev/stdin"], ["import", "-", "--db",
                                                      "new.db"], ["used",
                                                                  "mark", "-",
                                                                  "--db",
                                                                  "a.db"]:
    reader, writer = os.pipe()
    stops(command, stdin=reader, until=waiting)
    os.close(reader)
    os.close(writer)
    absent("new.db", "new.db-wal", "new.db-shm")
for number in SIGNALS:
    reader, writer = os.pipe()
    stops(["check"], stdin=reader, until=waiting, sent=number)
    os.close(reader)
    os.close(writer)
reader, writer = os.pipe()
stops(["generate", "4x4", "--seed", "x", "--count", "100000000"], until=waiting,
      out=writer)
os.close(reader)
os.close(writer)

# A catalogue that another process has locked.
other = sqlite3.connect("a.db", isolation_level=None)
other.execute("BEGIN IMMEDIATE")
for attempt in range(5):
    said = stops(["bands", "--db", "a.db", "--set",
                  "easy=0..50,hard=50..100"], until=waiting)
    if "another process" not in said:
        break
    bad = 0  # on a busy machine, its wait had already ended
other.execute("ROLLBACK")

print("%d commands" % done)
sys.exit(bad)
