# SPDX-License-Identifier: MIT
"""Runs the lines of docs/scale.md on their engines while parts of them fail.

    test.py [WORD ...]      only tests with one of the words in their names

The lines are the document's; only the numbers of puzzles and parts are smaller.
Whatever happens to a job, its lines are run again until they have made the
result, and its digest must be that of one process.

SCRATCH is an empty folder, LOYD the command, and SEED (0) chooses the victims.
"""

import os
import pathlib
import random
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time

import yaml

from slurm import Cluster, children, eventually, processes, read

DOCUMENT = pathlib.Path("docs/scale.md").read_text()
PUZZLES, PARTS = "6400", "8"
USERS, GROUP = ("games", "mail"), "users"  # that each system has
KILLS = 15  # of random parts, at random moments
STARTS = 10  # of one job; one that needs more does not get done
HANG = 120  # seconds without any change


def block(heading):
    """The first block of code under a heading, with smaller numbers."""
    text = re.search(r"^##+ %s\n.*?^```\w+\n(.*?)^```$" % heading, DOCUMENT,
                     re.M | re.S).group(1)
    return re.sub(r"\b10000000\b", PUZZLES, re.sub(r"\b64\b", PARTS, text))


class Job:
    """A folder in which the lines of an engine make a result."""

    command = "sh", "lines"
    result = "big.db"
    wanted = None  # the digest of one process

    def __init__(self, cluster, folder):
        self.cluster, self.folder = cluster, folder
        self.log = folder / "log"
        self.restart()

    def restart(self):
        """Begins from nothing, when the last processes have ended."""
        eventually(lambda: not self.working(), "the end of all parts")
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir()
        shutil.chown(self.folder, group=GROUP)
        self.folder.chmod(0o2775)
        (self.folder / "lines").write_text(self.lines())
        self.engines, self.damaged = [], None

    def lines(self):
        return block(self.name)

    def submit(self):
        self.start(self.command)

    def start(self, command, **options):
        with open(self.log, "a") as log:
            self.engines.append(subprocess.Popen(
                command, cwd=self.folder, stdin=subprocess.DEVNULL, stdout=log,
                stderr=log, **options))

    def is_over(self):
        return all(engine.poll() is not None for engine in self.engines)

    def messages(self):
        return "".join(path.read_text() for path in [
            self.log, *sorted(self.folder.glob("slurm-*"))])

    def working(self):
        """The processes of parts."""
        return [process for process in processes("loyd")
                if process.folder == self.folder
                and process.arguments[1] in ("generate", "rate")]

    def is_wrong(self):
        """What is wrong with the result, in words; empty: nothing."""
        if not (self.folder / self.result).exists():
            return "there is no result"
        digest = read("loyd", "digest", "--db", self.folder / self.result)
        return "" if digest == self.wanted else "another digest: %s" % digest

    def mend(self):
        """What the document says of a part that was refused."""
        if self.damaged:
            if self.damaged.name not in self.messages():
                raise SystemExit("no message names " + self.damaged.name)
            for path in self.folder.glob(self.damaged.stem + ".*"):
                path.unlink()
            self.damaged = None


class Make(Job):
    name = "make"
    command = "make", "-f", "lines", "-j", "4"


class Parallel(Job):
    name = "GNU parallel"


class Kubernetes(Job):
    """GNU parallel runs the container's command once for each index."""

    name = "Kubernetes"

    def lines(self):
        spec = yaml.safe_load(block(self.name))["spec"]
        assert spec["completionMode"] == "Indexed"
        container, = spec["template"]["spec"]["containers"]
        pod = ["env", "JOB_COMPLETION_INDEX={}"] + container["command"]
        return "parallel --retries %d %s ::: %s &&\n%s" % (
            spec["backoffLimit"] + 1, shlex.quote(shlex.join(pod)),
            " ".join(map(str, range(spec["completions"]))),
            "loyd merge part*.db --db big.db")


class Slurm(Job):
    name = "Slurm"
    submitted = 0

    def submit(self):
        super().submit()
        self.submitted = time.time()

    def is_over(self):
        queue = self.cluster.queue()
        self.cluster.repair(queue)
        return super().is_over() and queue == []


class TwoUsers(Slurm):
    """Each user submits half of the parts; the first also the job that makes
    the result of all."""

    name = "Slurm, two users"
    heading = "Slurm"

    def lines(self):
        return block(self.heading)

    def submit(self):
        lines = self.lines()
        n = int(re.search(r"--array=1-(\d+)", lines).group(1))
        others = lines.partition("\nsbatch --dependency")[0]
        for user, lines, half in zip(USERS, (lines, others), (
                "1-%d" % (n / 2), "%d-%d" % (n / 2 + 1, n))):
            cache = self.cluster.root / user
            cache.mkdir(exist_ok=True)
            shutil.chown(cache, user)
            self.start(("sh", "-c", lines.replace("1-%d" % n, half)), user=user,
                       group=GROUP, extra_groups=[], umask=0o002,
                       env={**os.environ, "XDG_CACHE_HOME": str(cache)})
        self.submitted = time.time()


class Shares(TwoUsers):
    """Both users write to the folder of the proofs."""

    name = "Slurm, shared proofs"
    heading = "Proofs that many machines share"
    result = "boards.db"
    boards = None  # a catalogue

    def restart(self):
        super().restart()
        shutil.copy(self.boards, self.folder / self.result)
        shutil.chown(self.folder / self.result, USERS[0], GROUP)
        (self.folder / self.result).chmod(0o664)


# Faults. Each returns whether it has hit something; else it is tried again.


def kill(pid):
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        return False
    return True


def part_killed(job, dice):
    parts = job.working()
    return bool(parts) and kill(dice.choice(parts).pid)


def engine_killed(job, _):
    """Its parts go on, and the lines are run again at once."""
    parts = {part.pid for part in job.working()}
    engine = job.engines[-1].pid
    return len(parts) > 1 and all(
        [kill(pid) for pid in [engine, *children(engine)] if pid not in parts])


def node_killed(job, dice):
    """For a while, in which others get its parts."""
    names = {part.worker for part in job.working()}
    names = sorted(names & set(job.cluster.workers))
    if names:
        job.cluster.power_cut(dice.choice(names), dice.uniform(0, 15))
    return bool(names)


def daemons_killed(job, _):
    """Those of all nodes; the parts go on."""
    daemons = processes("slurmd") if job.working() else []
    return any([kill(daemon.pid) for daemon in daemons])


def controller_killed(job, dice):
    """For a while. It saves its jobs every five seconds, and forgets new ones
    if killed before."""
    saved = job.cluster.root / "state/job_state"
    if not job.working() or not saved.exists() or \
            saved.stat().st_mtime < job.submitted + 0.1:
        return False
    job.cluster.kill_controller()
    time.sleep(dice.uniform(0, 2))
    job.cluster.start_controller()
    return True


def part_requeued(job, dice):
    parts = job.working()
    return bool(parts) and \
        read("scontrol", "requeue", dice.choice(parts).job) is not None


def part_damaged(job, _):
    """A hundred bytes of rows of a part that is done, before the merge."""
    busy = {word for part in job.working() for word in part.arguments}
    for path in sorted(job.folder.glob("part*.db")) if busy else ():
        data = bytearray(path.read_bytes())
        pages = [at for at in range(4096, len(data), 4096) if data[at] == 13]
        if pages and path.name not in busy and \
                not path.with_name(path.name + "-journal").exists():
            end = pages[len(pages) // 2] + 4096
            data[end - 100:end] = bytes(byte ^ 255
                                        for byte in data[end - 100:end])
            path.write_bytes(data)
            job.damaged = path
            return True
    return False


def parts_twice_at_once(job, _):
    if len(job.engines) == 1:
        job.submit()
    files = [file for part in job.working() for file in part.arguments
             if file.endswith(".db")]
    return len(files) > len(set(files))


SLURM = node_killed, controller_killed, daemons_killed, part_requeued, \
    part_killed, part_damaged, parts_twice_at_once
OTHERS = part_killed, engine_killed, part_damaged, parts_twice_at_once
# After these the engine itself runs the parts again.
MENDED = {"Slurm": SLURM[:4], "GNU parallel": OTHERS[:1],
          "Kubernetes": OTHERS[:1]}


def complete(job, faults, dice):
    """Runs the lines until they have made the result, and inflicts the faults,
    each some seconds after the one before it: (seconds, function). Returns how
    often the lines were run."""
    starts, faults, due = 0, list(faults), 0
    while (wrong := job.is_wrong()) or faults:
        if starts == STARTS:
            raise SystemExit("%s\n%s" % (job.messages(), wrong))
        if wrong:
            job.mend()
        else:
            job.restart()
        job.engines = []
        job.submit()
        starts += 1
        quiet = time.monotonic()
        while not job.is_over():
            if faults and time.monotonic() >= due and faults[0][1](job, dice):
                faults.pop(0)
                due = time.monotonic() + (faults[0][0] if faults else 0)
            job.cluster.power_up()
            time.sleep(0.05)
            if job.working():
                quiet = time.monotonic()
            elif time.monotonic() > quiet + HANG:
                raise SystemExit("hangs: %s" % job.cluster.queue())
    eventually(lambda: not job.working(), "the end of all parts")
    if wrong := job.is_wrong():
        raise SystemExit(wrong)
    return starts


def tests():
    """(name, job, faults)"""
    for kind, faults in ((Make, OTHERS), (Parallel, OTHERS),
                         (Kubernetes, OTHERS[:1]), (Slurm, SLURM)):
        for fault in (None,) + faults:
            name = fault.__name__.replace("_", " ") if fault else "no fault"
            yield kind.name + ", " + name, kind, [(0, fault)] if fault else []
    dice = random.Random(os.environ.get("SEED", "0"))
    for kind in TwoUsers, Shares:
        yield "%s, %d random kills" % (kind.name, KILLS), kind, [
            (dice.uniform(0, 2), dice.choice(SLURM[:5])) for _ in range(KILLS)]


def main(words):
    root = pathlib.Path(os.environ["SCRATCH"])
    (root / "bin").mkdir()
    (root / "bin" / "loyd").symlink_to(os.environ["LOYD"])
    os.environ["PATH"] = "%s:%s" % (root / "bin", os.environ["PATH"])
    os.environ["XDG_CACHE_HOME"] = str(root / "cache")
    one, boards = root / "one.db", root / "boards.db"
    read("loyd", "generate", "4x4", "--seed", "big", "--count", PUZZLES, "--db",
         one)
    Job.wanted = read("loyd", "digest", "--db", one)
    read("loyd", "generate", "5x5", "--method", "walk:600", "--seed", "c",
         "--count", "2", "--db", boards)
    shutil.copy(boards, one)
    read("loyd", "rate", "--prove", "--db", one)
    Shares.wanted, Shares.boards = read("loyd", "digest", "--db", one), boards
    began = time.monotonic()
    cluster = Cluster(root)
    done = kills = 0
    for i, (name, kind, faults) in enumerate(tests()):
        if not words or any(word in name for word in words):
            start = time.monotonic()
            dice = random.Random("%s %d" % (os.environ.get("SEED", "0"), i))
            job = kind(cluster, root / ("job%d" % i))
            starts = complete(job, faults, dice)
            if starts > 1 and all(fault in MENDED.get(job.name, ())
                                  for _, fault in faults):
                raise SystemExit("%s\n%s: the engine has not mended it" % (
                    job.messages(), name))
            print("%-40s run %d time%s, %.0f s" % (
                name, starts, "s"[:starts > 1], time.monotonic() - start),
                flush=True)
            done += 1
            kills += len(faults)
            cluster.power_up(all=True)
            eventually(cluster.is_idle, "workers that are idle")
    print("%d jobs, %d faults, %.0f s: the digests of one process" % (
        done, kills, time.monotonic() - began))


main(sys.argv[1:])
