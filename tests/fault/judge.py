# SPDX-License-Identifier: MIT
"""Runs a job under one fault, and judges what came of it."""

import errno
import hashlib
import os
import re
import shlex
import shutil
import sqlite3
import subprocess
import sys
from typing import NamedTuple

import power
import world

HANGS = 300  # seconds; a run takes a hundredth of one


class Fault(NamedTuple):
    job: world.Job
    call: str  # the class of calls
    number: int
    how: str
    is_held: bool = False

    def __str__(self):
        return "%s:%d:%s" % (self.call, self.number, self.how)


class Run(NamedTuple):
    code: int
    out: bytes
    err: str


class Holder:
    """A second process that keeps a catalogue open."""

    CODE = """
import sqlite3, sys
db = None
for line in sys.stdin:
    if db is not None:
        db.close()
    db = None
    if line.strip():
        db = sqlite3.connect(line.strip(), isolation_level=None)
        db.execute("SELECT count(*) FROM puzzle").fetchall()
    print("done", flush=True)
"""

    def __init__(self):
        self.process = subprocess.Popen([sys.executable, "-c", self.CODE],
                                        stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True)

    def hold(self, path):
        """`path` open and nothing else; "": nothing at all."""
        self.process.stdin.write(path + "\n")
        self.process.stdin.flush()
        if self.process.stdout.readline() != "done\n":
            raise RuntimeError("the second process has ended")


class Bench:
    """A place for runs of one job after the other."""

    def __init__(self, loyd, shim, world_dir, folder):
        self.loyd, self.shim, self.world = loyd, shim, world_dir
        self.folder = folder
        self.work = os.path.join(folder, "work")
        self.side = os.path.join(folder, "side")
        self.report = os.path.join(folder, "report")
        self.log = os.path.join(folder, "log")
        self.holder = None
        self.proven = set()
        os.makedirs(folder, exist_ok=True)

    def run(self, job, args=None, **variables):
        env = world.environment(os.path.join(self.work, "cache"))
        env.update(variables, LD_PRELOAD=self.shim)
        try:
            done = subprocess.run(
                [self.loyd] + shlex.split(args or job.args), cwd=self.work,
                env=env, input=job.stdin.encode(), capture_output=True,
                timeout=HANGS)
        except subprocess.TimeoutExpired:
            return Run(-1, b"", "stopped after %d seconds" % HANGS)
        return Run(done.returncode, world.mask(job, "stdout", done.stdout),
                   done.stderr.decode(errors="replace"))

    def hold(self, path):
        self.holder = self.holder or Holder()
        self.holder.hold(path)

    def copy(self, path):
        """A copy of a catalogue, which stays as it is, with its journals."""
        shutil.rmtree(self.side, ignore_errors=True)
        os.mkdir(self.side)
        for suffix in ("", "-wal", "-journal"):
            if os.path.exists(path + suffix):
                shutil.copy(path + suffix,
                            os.path.join(self.side, "db" + suffix))
        return os.path.join(self.side, "db")

    def dump(self, job, path):
        """A hash of all rows of a catalogue, as SQLite reads them."""
        db = sqlite3.connect(self.copy(path))
        try:
            whole = db.execute("PRAGMA integrity_check").fetchall()
            if whole != [("ok",)]:
                return "damaged: %s" % whole[0][0]
            rows = "\n".join(sorted(db.iterdump())).encode()
            # A pack's number in its catalogue is anything; its id is not.
            for number, name in re.findall(
                    rb'INTO "pack" VALUES\((\d+),(X\'\w+\')', rows):
                rows = rows.replace(number, name)
            return hashlib.sha256(
                world.mask(job, path, rows)).hexdigest()
        except sqlite3.Error as error:
            return "damaged: %s" % error
        finally:
            db.close()

    def state(self, job):
        """What each file holds; of catalogues their rows."""
        found = {}
        for folder, folders, files in os.walk(self.work):
            for name in folders:
                path = os.path.relpath(os.path.join(folder, name), self.work)
                found[path + "/"] = ""
            for name in files:
                path = os.path.join(folder, name)
                key = os.path.relpath(path, self.work)
                if key.endswith(".db"):
                    found[key] = self.dump(job, path)
                else:
                    with open(path, "rb") as file:
                        found[key] = hashlib.sha256(
                            world.mask(job, key, file.read())).hexdigest()
        return found

    def read_report(self):
        """What was hit, and the counts of calls."""
        hit, counts = None, {}
        try:
            with open(self.report) as file:
                for line in file:
                    words = line.split()
                    if words[0] == "hit":
                        hit = line[4:].rstrip()
                    elif words[0] == "count":
                        counts[words[1]] = int(words[2])
            os.remove(self.report)
        except FileNotFoundError:
            pass
        return hit, counts


class Wanted(NamedTuple):
    """A run without faults."""

    run: Run
    begin: dict
    end: dict
    counts: dict


def undisturbed(bench, job, is_held=False):
    world.begin(job, bench.world, bench.work)
    begin = bench.state(job)
    if is_held:
        bench.hold(os.path.join(bench.work, job.held))
    run = bench.run(job, LOYD_FAULT_OUT=bench.report)
    _, counts = bench.read_report()
    if is_held:
        bench.hold("")
    if run.code != 0:
        raise RuntimeError("%s: %s" % (job.name, run.err))
    return Wanted(run, begin, bench.state(job), counts)


def missing(found, wanted):
    return ["%s is %s" % (key, "not as it should be" if key in found
                          else "not there")
            for key in wanted if found.get(key) != wanted[key]]


def is_journal(name):
    return name.endswith(("-wal", "-shm", "-journal"))


def is_spare(name):
    """What the next command that makes the same removes."""
    return is_journal(name) or re.search(r"\.part(-\d+)?(/|$)", name)


EMPTY = hashlib.sha256(b"BEGIN TRANSACTION;\nCOMMIT;").hexdigest()


def unproven(bench, fault, found):
    """Catalogues that `loyd verify` does not find right."""
    job = fault.job
    for name, digest in found.items():
        # A kill may leave a file that is not a catalogue yet.
        if not name.endswith(".db") or (digest == EMPTY and
                                        fault.call in ("any", "power")):
            continue
        if digest.startswith("damaged"):
            yield "%s is %s" % (name, digest)
        elif digest not in bench.proven:
            copy = bench.copy(os.path.join(bench.work, name))
            run = bench.run(job, "verify " + shlex.quote(copy))
            if run.code == 0:
                bench.proven.add(digest)
            else:
                yield "%s: verify ends with %d: %s%s" % (
                    name, run.code, run.out.decode(), run.err)


# How causes are called, where not by the system's own words.
CAUSES = {"ENOMEM": ["out of memory", "Cannot allocate memory"],
          "EIO": ["Input/output error", "disk I/O error"],
          "ENOSPC": ["No space left on device", "disk is full"],
          "EAGAIN": ["the system refused threads"]}
LOCKS = ["locking protocol"]  # SQLite's, of a lock that it cannot take
# SQLite tries to open a file in another way, and forgets why the first failed.
SILENT_OPEN = ["it cannot be written", "it cannot be opened\n"]


def names_cause(fault, hit, run):
    how = fault.how.rstrip("+")
    causes = CAUSES.get(how) or [os.strerror(getattr(errno, how, 0))]
    if hit.startswith("open64 libsqlite3"):
        causes = causes + SILENT_OPEN
    if hit.startswith("fcntl64 libsqlite3"):
        causes = causes + LOCKS
    return any(cause in run.err for cause in causes)


def is_part(run, wanted, job):
    """Is what was printed a part of what is printed without a fault?"""
    lines = run.out.splitlines(keepends=True)
    if run.code == 3:  # where results are JSON, an error is one too
        lines = [line for line in lines if b'"status":"error"' not in line]
    if job.is_partial and run.code == 3:
        return True
    return wanted.run.out.startswith(b"".join(lines))


def told(fault, hit, run, wanted):
    """What is wrong in how the run ended and in what it said."""
    if fault.how in ("kill", "tear"):
        if run.code != -9:
            yield "it was not killed, but ended with %d" % run.code
    elif fault.how in ("short", "EINTR") and run.code != 0:
        if "libz" not in hit or run.code != 3:  # which does not go on
            yield "what could have gone on ended with %d" % run.code
    elif run.code not in (0, 3):
        yield "exit code %d" % run.code
    if run.code == 0 and run.out != wanted.run.out:
        yield "with exit code 0, other results: %r" % run.out
    if not is_part(run, wanted, fault.job):
        yield "wrong results: %r" % run.out
    if run.code == 3 and not names_cause(fault, hit, run):
        yield "the message does not name the cause: %s" % run.err
    if run.code == 3 and not all(line.startswith("loyd: ")
                                 for line in run.err.splitlines()):
        yield "a message is not loyd's: %s" % run.err


def left(fault, run, found, wanted):
    """What is wrong in the files that the run has left."""
    if run.code == 0 or (wanted.run.out and run.out == wanted.run.out):
        for what in missing(found, wanted.end):
            yield "it was told as done, and %s" % what
    # What cannot be looked at or removed stays; and so does a pack with a
    # number, whose commit may be done or not.
    may_leave = fault.call in ("unlink", "stat", "any")
    for name in found:
        if not (name in wanted.begin or name in wanted.end or
                may_leave and is_spare(name) or is_journal(name) or
                re.search(r"\.part-\d{10,}/", name)):
            yield "it left %s" % name


def again(bench, job, found, wanted):
    """What is wrong after the same command was run once more."""
    if bench.holder is None and found == wanted.end:
        return
    was_done = not missing(found, wanted.end)
    run = bench.run(job)
    bench.hold("")
    if run.code != 0 and not was_done:
        yield "once more, it ends with %d: %s" % (run.code, run.err)
        return
    found = bench.state(job)
    for what in missing(found, wanted.end):
        yield "once more, and %s" % what
    for name in found:
        # A command that finds it done changes nothing.
        if name not in wanted.end and not (was_done and is_spare(name)):
            yield "once more, and it left %s" % name


def remove(path):
    if os.path.exists(path):
        os.remove(path)


def lose_power(bench, fault):
    """Leaves what the disk holds; was all of the job done?"""
    nodes = {}
    remove(bench.log)
    world.begin(fault.job, bench.world, bench.work)
    tree = power.read_tree(bench.work, nodes)
    run = bench.run(fault.job, LOYD_FAULT_LOG=bench.log)
    shutil.rmtree(bench.work)
    os.mkdir(bench.work)
    n = power.syncs(bench.log)
    power.replay(tree, nodes, bench.log, fault.number,
                 None if fault.how == "drop" else str(fault), bench.work)
    return run.code == 0 and fault.number > n


def judge_power(bench, fault, wanted):
    is_done = lose_power(bench, fault)
    found = bench.state(fault.job)
    wrong = list(unproven(bench, fault, found))
    if is_done:
        wrong += ["it was told as done, and " + what
                  for what in missing(found, wanted.end)]
    wrong += again(bench, fault.job, found, wanted)
    return "power", wrong


def judge(bench, fault, wanted, is_shown=False):
    """What was hit, and all that is wrong about what came of it."""
    job = fault.job
    if fault.call == "power":
        return judge_power(bench, fault, wanted)
    world.begin(job, bench.world, bench.work)
    bench.hold(os.path.join(bench.work, job.held) if fault.is_held else "")
    run = bench.run(job, LOYD_FAULT=str(fault), LOYD_FAULT_OUT=bench.report)
    hit, _ = bench.read_report()
    if is_shown:
        print("hit: %s\nexit code: %d\nstdout: %s\nstderr: %s" % (
            hit, run.code, run.out.decode(), run.err))
    found = bench.state(job)
    wrong = list(told(fault, hit, run, wanted)) if hit else []
    if not hit and run.code != 0:
        wrong.append("nothing was hit, and it ends with %d" % run.code)
    wrong += unproven(bench, fault, found)
    wrong += left(fault, run, found, wanted)
    wrong += again(bench, job, found, wanted)
    if job.also and not wrong:
        run = bench.run(job, job.also)
        if run.code != 0:
            wrong.append("then `loyd %s`: %s" % (job.also, run.err))
    return hit, wrong
