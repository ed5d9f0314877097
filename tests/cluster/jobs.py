# SPDX-License-Identifier: MIT
"""The jobs that run on the cluster, and their results on one machine."""

import contextlib
import os
import sqlite3
import subprocess

from slurm import run

LOYD = os.environ["LOYD"]
NO_RESULT = "there is no digest.txt"


class Generate:
    """Boards in shards, each a file in pieces/."""

    name = "generate"
    tasks = 3

    def __init__(self, cluster, boards=240, pieces=12):
        self.shared = cluster.shared
        self.total = pieces
        self.command = ["generate", "4x4", "--seed", "a cluster's",
                        "--count", str(boards)]

    def reference(self):
        """The same on one machine."""
        one = self.shared / "generate.db"
        run(LOYD, *self.command, "--quiet", "--threads", "2", "--db", one,
            stdout=subprocess.DEVNULL)
        self.wanted = facts(one)

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


KINDS = {kind.name: kind for kind in (Generate,)}


def write(job, *arguments):
    run(LOYD, "cluster", "slurm", "--out", job.folder, "--tasks",
        str(job.tasks), *arguments, stdout=subprocess.DEVNULL)


def facts(catalogue):
    """The digest, and rows counted without loyd."""
    digest = run(LOYD, "digest", "--db", catalogue, stdout=subprocess.PIPE)
    with contextlib.closing(sqlite3.connect(catalogue)) as db:
        count = "SELECT count(*) FROM "
        rows = {table: db.execute(count + table).fetchone()[0]
                for table in ("puzzle", "recipe")}
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
