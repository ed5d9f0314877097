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
NO_RESULT = "there is no digest.txt"


class Generate:
    """Boards in shards, each a file in pieces/."""

    name = "generate"
    tasks = 3

    def __init__(self, cluster, boards=480, pieces=12):
        self.shared = cluster.shared
        self.total = pieces
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
        write(self, "--parts", str(self.total), "--", *self.command)

    def finished(self):
        return sorted((self.folder / "pieces").glob("[0-9]*"))

    def problem(self):
        """What is wrong with the result, in words; empty: nothing."""
        found = problem(self, self.folder / "result.db")
        if not found and len(self.finished()) != self.total:
            found = "%d pieces" % len(self.finished())
        return found


class Prove:
    """Proofs of boards in parts; each bound of a part is a file in proof/."""

    name = "prove"
    tasks = 3
    boards = (("5x5", "walk:250", "e", 12), ("5x4", "walk:250", "d", 8))

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
        run(LOYD, "cluster", "prove", "--quiet", "--threads", "2", self.folder,
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
        return sorted(path for path in (self.folder / "proof").glob("*/*")
                      if path.suffix != ".claim" and path.name[0] != ".")

    def problem(self):
        return problem(self, self.result)


KINDS = {kind.name: kind for kind in (Generate, Prove)}


def clocks():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.monotonic(), used.ru_utime + used.ru_stime


def write(job, *arguments):
    run(LOYD, "cluster", "slurm", "--out", job.folder, "--tasks",
        str(job.tasks), *arguments, stdout=subprocess.DEVNULL)


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


def problem(job, result):
    path = job.folder / "digest.txt"
    if not path.exists():
        return NO_RESULT
    if (found := facts(result)) != job.wanted:
        return "%s instead of %s" % (found, job.wanted)
    if path.read_text().strip() != found["digest"]:
        return "digest.txt has another digest"
    parts = [str(path) for path in job.folder.rglob(".part.*")]
    return "left over: " + " ".join(parts) if parts else ""
