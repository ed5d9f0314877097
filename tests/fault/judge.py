# SPDX-License-Identifier: MIT
"""Runs a job under one fault and judges the outcome."""

import errno
import glob
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

HANGS = 300  # seconds; a normal run takes 0.01


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
        """Opens `path` and closes any other; "": closes all."""
        self.process.stdin.write(path + "\n")
        self.process.stdin.flush()
        if self.process.stdout.readline() != "done\n":
            raise RuntimeError("the second process has ended")


class Bench:
    """A folder in which jobs run one after another."""

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
        """Copies a catalogue with its journals; the original is not changed."""
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
            rows = "\n".join(db.iterdump())
            # A volume's key in its catalogue is random; its name is not.
            for number, name in re.findall(
                    r'INTO "volume" VALUES\((\d+),(\'\w+\',\d+)', rows):
                rows = rows.replace(number, name)
            rows = "\n".join(sorted(rows.split("\n"))).encode()
            return hashlib.sha256(
                world.mask(job, path, rows)).hexdigest()
        except sqlite3.Error as error:
            return "damaged: %s" % error
        finally:
            db.close()

    def state(self, job):
        """A hash of each file; for catalogues, of their rows."""
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
        """Returns what was hit, and the counts of calls."""
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
    return ["%s is %s" % (key, "wrong" if key in found else "missing")
            for key in wanted if found.get(key) != wanted[key]]


def is_cache(name):
    """Tables that cannot be kept are built again: no result depends on it."""
    return name.startswith("cache/")


def is_journal(name):
    return name.endswith(("-wal", "-shm", "-journal"))


def is_spare(name):
    """True for files that the next run of the same command removes."""
    return is_journal(name) or re.search(r"\.part(-[\w-]+)?(/|$)", name)


def is_of_task(name):
    """True for a claim, and for the folder in which a task worked: later runs
    remove both."""
    return "/claims/" in name or name.startswith("loyd-")


def pass_time(folder):
    for names in "*/claims/*", "*/claims/.*", "*/results/*/.*":
        for name in glob.glob(os.path.join(folder, names)):
            os.utime(name, (0, 0))


EMPTY = hashlib.sha256(b"BEGIN TRANSACTION;\nCOMMIT;").hexdigest()


def unproven(bench, fault, found, wanted):
    """Catalogues that fail `loyd verify`, except unchanged ones: one of an
    older schema cannot be verified."""
    job = fault.job
    for name, digest in found.items():
        # A kill may leave a file that is not a catalogue yet.
        if not name.endswith(".db") or (digest == EMPTY and
                                        fault.call in ("any", "power")):
            continue
        if digest == wanted.begin.get(name):
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


# Names of causes that differ from those of strerror().
CAUSES = {"ENOMEM": ["out of memory"],
          "EIO": ["Input/output error", "disk I/O error"],
          "ENOSPC": ["No space left on device", "disk is full"],
          "EAGAIN": ["threads, clock or random source failed"]}
# SQLite's, if it cannot take a lock, and ours
LOCKS = ["locking protocol", "cannot lock"]
# SQLite regards a file whose stat fails as moved.
SILENT_STAT = ["moved or removed, or its status cannot be read"]
# SQLite opens a journal, and the file of a VACUUM INTO, again in another mode and
# loses the first error.
SILENT_OPEN = ["temporary error: try again"]


def names_cause(fault, hit, run):
    how = fault.how.rstrip("+")
    causes = CAUSES.get(how) or [os.strerror(getattr(errno, how, 0))]
    if (hit.startswith("open64 libsqlite3") and not fault.how.endswith("+") and
            (is_journal(hit) or hit.endswith("/puzzles.sqlite"))):
        causes = causes + SILENT_OPEN
    if hit.startswith("stat64 libsqlite3"):
        causes = causes + SILENT_STAT
    if hit.startswith("fcntl64 libsqlite3"):
        causes = causes + LOCKS
    return any(cause in run.err for cause in causes)


def is_error(line):
    return line.endswith(b"error\n") or b'"status":"error"' in line


def is_part(run, wanted, job):
    """True if the output is a part of the output without a fault. An error
    takes the place of the line that could not be written."""
    if job.is_partial and run.code == 3:
        return True
    lines = run.out.splitlines(keepends=True)
    if run.code != 3 or not any(is_error(line) for line in lines):
        return wanted.run.out.startswith(run.out)
    whole = wanted.run.out.splitlines(keepends=True)
    return all(is_error(line) or line in whole[i:i + 1]
               for i, line in enumerate(lines))


def reported(fault, hit, run, wanted):
    """Errors in the exit code and the output of the run."""
    if fault.how in ("kill", "tear"):
        if run.code != -9:
            yield "not killed, but exit code %d" % run.code
    elif fault.how in ("short", "EINTR") and run.code != 0:
        if "libz" not in hit or run.code != 3:  # zlib does not retry
            yield "exit code %d after a fault that is no error" % run.code
    elif run.code not in (0, 3):
        yield "exit code %d" % run.code
    if run.code == 0 and run.out != wanted.run.out:
        yield "exit code 0 with other results: %r" % run.out
    if not is_part(run, wanted, fault.job):
        yield "wrong results: %r" % run.out
    if run.code == 3 and not names_cause(fault, hit, run):
        yield "the message does not name the cause: %s" % run.err
    if run.code == 3 and not all(line.startswith("loyd: ")
                                 for line in run.err.splitlines()):
        yield "a message does not begin with 'loyd: ': %s" % run.err


def left(fault, run, found, wanted):
    """Errors in the files after the run."""
    if run.code == 0 or (wanted.run.out and run.out == wanted.run.out):
        end = {name: what for name, what in wanted.end.items()
               if name in found or not is_cache(name)}
        for what in missing(found, end):
            yield "reported as done, but %s" % what
    # Files that cannot be examined or removed may stay after an error, and so
    # does a numbered pack folder, because its commit may have taken effect.
    may_leave = fault.call == "any" or (
        fault.call in ("unlink", "stat") and run.code != 0)
    for name in found:
        if not (name in wanted.begin or name in wanted.end or
                may_leave and is_spare(name) or is_journal(name) or
                is_of_task(name) or
                re.search(r"\.part-\d{10,}/", name)):
            yield "leftover file: %s" % name


def again(bench, job, found, wanted):
    """Errors after the same command has run again."""
    if bench.holder is None and found == wanted.end:
        return
    was_done = not missing(found, wanted.end)
    pass_time(bench.work)
    run = bench.run(job)
    bench.hold("")
    if run.code != 0 and not was_done:
        yield "run again: exit code %d: %s" % (run.code, run.err)
        return
    found = bench.state(job)
    for what in missing(found, wanted.end):
        yield "run again: %s" % what
    for name in found:
        # A command whose work is done already changes no file.
        if name not in wanted.end and not (was_done and is_spare(name)):
            yield "run again: leftover file: %s" % name


def remove(path):
    if os.path.exists(path):
        os.remove(path)


def lose_power(bench, fault):
    """Replaces the files with what a disk holds after a power failure; returns
    True if the job had finished."""
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
    wrong = list(unproven(bench, fault, found, wanted))
    if is_done:
        wrong += ["reported as done, but " + what
                  for what in missing(found, wanted.end)]
    wrong += again(bench, fault.job, found, wanted)
    return "power", wrong


def judge(bench, fault, wanted, is_shown=False):
    """Returns what was hit, and all errors of the outcome."""
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
    wrong = list(reported(fault, hit, run, wanted)) if hit else []
    if not hit and run.code != 0:
        wrong.append("no call was hit, but exit code %d" % run.code)
    wrong += unproven(bench, fault, found, wanted)
    wrong += left(fault, run, found, wanted)
    wrong += again(bench, job, found, wanted)
    if job.also and not wrong:
        run = bench.run(job, job.also)
        if run.code != 0:
            wrong.append("then `loyd %s`: %s" % (job.also, run.err))
    return hit, wrong
