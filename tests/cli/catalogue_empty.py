#!/usr/bin/env python3
"""Two processes at one new catalogue: catalogue_empty.py LOYD, where a.db has 50 rows

One fails and removes the catalogue that it made; nothing that the other has
stored may be lost with it.
"""
import fcntl
import os
import sqlite3
import subprocess
import sys
import time

LOYD = sys.argv[1]
bad = 0


def start(*args):
    return subprocess.Popen([LOYD] + list(args), stdin=subprocess.PIPE,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            text=True)


def clear():
    for suffix in ("", "-wal", "-shm", "-journal"):
        if os.path.exists("new.db" + suffix):
            os.remove("new.db" + suffix)


def judge(what, job):
    """Checks that the job succeeded and its 50 rows are in new.db."""
    global bad
    said = job.communicate()[1]
    found = None
    if os.path.exists("new.db"):
        with sqlite3.connect("new.db") as db:
            found = db.execute("SELECT count(*) FROM puzzle").fetchone()[0]
        db.close()
    if job.returncode != 0 or found != 50:
        bad = 1
        print("%s: exit %d, %s rows: %s" % (what, job.returncode, found, said))


def has_open(job, inode):
    folder = "/proc/%d/fd" % job.pid
    for name in os.listdir(folder):
        try:
            if os.stat(folder + "/" + name).st_ino == inode:
                return True
        except OSError:
            pass  # closed in the meantime
    return False


def wait_for_lock(job, inode):
    """Waits until the job has the file open and sleeps."""
    sleeping = 0
    while job.poll() is None and sleeping < 5:
        stat = open("/proc/%d/stat" % job.pid).read().rsplit(")", 1)[1]
        sleeping = sleeping + 1 if stat[1] == "S" and has_open(job, inode) else 0
        time.sleep(0.002)


# The file is removed while the job waits for its lock.
for first in "a schema", "no page":
    clear()
    if first == "a schema":
        subprocess.run([LOYD, "import", os.devnull, "--db", "new.db"],
                       check=True, stdout=subprocess.DEVNULL)
    db = sqlite3.connect("new.db", isolation_level=None)
    db.execute("PRAGMA journal_mode = DELETE")
    db.execute("BEGIN EXCLUSIVE")
    job = start("merge", "a.db", "--db", "new.db")
    wait_for_lock(job, os.stat("new.db").st_ino)
    os.remove("new.db")
    db.execute("ROLLBACK")
    db.close()
    judge("removed with %s" % first, job)

# The folder is locked while a file is created or removed: who opens the file
# then waits.
folder = os.open(".", os.O_RDONLY)
for args in (["rate"], ["find", "--total"], ["merge", "a.db"]):
    clear()
    open("new.db", "w").close()
    fcntl.flock(folder, fcntl.LOCK_EX)
    job = start(*args, "--db", "new.db")
    wait_for_lock(job, os.stat(".").st_ino)
    with open("a.db", "rb") as made, open("new.db", "wb") as new:
        new.write(made.read())
    fcntl.flock(folder, fcntl.LOCK_UN)
    judge("%s while it is created" % args[0], job)
clear()
subprocess.run([LOYD, "import", os.devnull, "--db", "new.db"],
               check=True, stdout=subprocess.DEVNULL)
fcntl.flock(folder, fcntl.LOCK_EX)
job = start("merge", "a.db", "--db", "new.db")
wait_for_lock(job, os.stat(".").st_ino)
os.remove("new.db")
fcntl.flock(folder, fcntl.LOCK_UN)
judge("while it is removed", job)

# One job fails at any moment of the other.
for turn in range(30):
    clear()
    jobs = [start("merge", "missing.db", "--db", "new.db"),
            start("merge", "a.db", "--db", "new.db")]
    if turn % 2:
        jobs.append(start("import", "missing", "--db", "new.db"))
    for failing in jobs[:1] + jobs[2:]:
        failing.communicate()
        if failing.returncode != 3:
            bad = 1
            print("turn %d: exit %d" % (turn, failing.returncode))
    judge("turn %d" % turn, jobs[1])
sys.exit(bad)
