# SPDX-License-Identifier: MIT
"""The jobs that run on the cluster, and their results on one machine."""

import contextlib
import os
import resource
import shutil
import sqlite3
import subprocess
import time

from slurm import run

LOYD = os.environ["LOYD"]
NO_RESULT = "there is no result"


class Generate:
    """Ranges of boards, each a file in results/."""

    name = "generate"
    tasks = 3

    def __init__(self, cluster, boards=9600, total=24):
        self.shared = cluster.shared
        self.total = total
        self.command = ["generate", "4x4", "--seed", "a cluster's",
                        "--count", str(boards)]

    def reference(self):
        """The same on one machine. Returns seconds, and those of CPU."""
        one = self.shared / "generate.db"
        one.unlink(missing_ok=True)
        spent = clocks()
        run(LOYD, *self.command, "--quiet", "--threads", "2", "--db", one,
            stdout=subprocess.DEVNULL)
        spent = [now - then for now, then in zip(clocks(), spent)]
        self.wanted = facts(one)
        return spent

    def write(self, name):
        """Writes the folder of a new job."""
        self.folder = self.shared / name
        self.result = self.folder / "result.db"
        write(self, "--tasks", str(self.total), "--", *self.command)

    def finished(self):
        return sorted((self.folder / "results").glob("*/[0-9]*"))


class Prove:
    """Proofs of boards in parts; each bound of a part is a file in results/."""

    name = "prove"
    tasks = 3
    boards = (("5x5", "walk:250", "e", 48), ("5x4", "walk:250", "d", 32))

    def __init__(self, cluster):
        self.shared = cluster.shared
        self.catalogue = self.shared / "prove.db"
        for size, method, seed, n in self.boards:
            run(LOYD, "generate", size, "--method", method, "--seed", seed,
                "--count", str(n), "--quiet", "--db", self.catalogue,
                stdout=subprocess.DEVNULL)

    def reference(self):
        """The same on one machine; and how many files its parts would be."""
        one = self.shared / "one.db"
        shutil.copy(self.catalogue, one)
        self.write("one")
        run(LOYD, "cluster", "run", "--quiet", "--threads", "2", self.folder,
            stdout=subprocess.DEVNULL)
        self.total = len(self.finished())
        run(LOYD, "rate", "--prove", "--quiet", "--threads", "2", "--db", one,
            stdout=subprocess.DEVNULL)
        self.wanted = facts(one)

    def write(self, name):
        self.folder = self.shared / name
        self.result = self.shared / (name + ".copy")
        shutil.copy(self.catalogue, self.result)
        write(self, "--parts", "3", "--", "rate", "--prove", "--db",
              self.result)

    def finished(self):
        return sorted(path for path in (self.folder / "results").glob("*/*")
                      if path.name[0] != ".")


KINDS = {kind.name: kind for kind in (Generate, Prove)}


def clocks():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.monotonic(), used.ru_utime + used.ru_stime


def write(job, *arguments):
    """The folder of a job, and its script for Slurm."""
    run(LOYD, "cluster", "make", job.folder, *arguments,
        stdout=subprocess.DEVNULL)
    with open(job.folder / "slurm.sh", "w") as script:
        run(LOYD, "cluster", "script", job.folder, "--engine", "slurm",
            "--tasks", str(job.tasks), stdout=script)


def facts(catalogue):
    """The digest, and rows counted without loyd."""
    run(LOYD, "verify", "--quiet", catalogue, stdout=subprocess.DEVNULL)
    digest = run(LOYD, "digest", "--db", catalogue, stdout=subprocess.PIPE)
    with contextlib.closing(sqlite3.connect(catalogue)) as db:
        count = "SELECT count(*) FROM "
        rows = {table: db.execute(count + table).fetchone()[0]
                for table in ("puzzle", "recipe")}
        rows["proven"] = db.execute(
            count + "rating WHERE lower = upper").fetchone()[0]
    return {"digest": digest.stdout.strip(), **rows}


def problem(job):
    """What is wrong with the result, in words; empty: nothing."""
    log = job.folder / "log" / "join.txt"
    digest = job.wanted["digest"]
    if not job.result.exists() or not log.exists():
        return NO_RESULT
    if (found := facts(job.result)) != job.wanted:
        return "%s instead of %s" % (found, job.wanted)
    if digest not in log.read_text():
        return "the join has printed another digest"
    return ""
