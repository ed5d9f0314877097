# SPDX-License-Identifier: MIT
"""One job on the cluster, and the faults that happen to it."""

import os
import signal
import subprocess
import time

from jobs import problem
from slurm import read

HANG = 180  # seconds without any change of the queue


class Trial:
    """The faults are (share, delay, function): the function is called `delay`
    seconds after that share of the job was finished."""

    def __init__(self, cluster, job, dice, faults):
        self.cluster, self.job, self.dice = cluster, job, dice
        self.faults = sorted(faults, key=lambda fault: fault[:2])
        self.later = []  # (when, function)
        self.lost = {}  # task: (its process, what happened, when)
        self.recovered = []  # (what happened, seconds)
        self.cpu = {}  # seconds of each process of loyd, when last seen
        self.spans = {}  # "tasks", "join": when first and last seen
        self.done = set()  # names of the faults that hit something
        self.released = 0  # jobs that Slurm held

    def run(self):
        """Returns what is wrong with the outcome, in words, and the time."""
        self.began = time.monotonic()
        self.submit()
        self.done.clear()
        self.changed, self.seen = self.began, None
        while not self.is_over():
            time.sleep(0.05)
            self.inflict()
            self.look()
            if time.monotonic() - self.changed > HANG:
                return "the job hangs", HANG
        return problem(self.job), time.monotonic() - self.began

    def is_over(self):
        queue = self.cluster.queue()
        if queue != self.seen:
            self.changed, self.seen = time.monotonic(), queue
        self.repair(queue)
        return queue == [] and not self.later

    def repair(self, queue):
        """If the controller dies between the start of a job and the save of
        that, the next one starts it again. On the worker where it still runs,
        Slurm drains the worker and holds the job, for its administrator."""
        held = [job for job, _, reason in queue or []
                if reason.startswith("launch failed")]
        if held:
            names = read(["sinfo", "-h", "-N", "-t", "drain", "-o", "%N"])
            for name in names or []:
                read(["scontrol", "update", "NodeName=" + name,
                      "State=RESUME"])
            read(["scontrol", "release", *held])
            self.released += len(held)

    def inflict(self):
        """Calls the functions whose time has come."""
        now = time.monotonic()
        share = len(self.job.finished()) / self.job.total
        while self.faults and self.faults[0][0] <= share:
            _, delay, fault = self.faults.pop(0)
            self.later.append((now + delay, fault))
        for entry in [entry for entry in self.later if entry[0] <= now]:
            self.later.remove(entry)
            entry[1](self)

    def after(self, seconds, function):
        self.later.append((time.monotonic() + seconds, function))

    def look(self):
        """Notes tasks that run again, and those that run twice."""
        tasks = self.cluster.tasks()
        self.cpu.update({task.pid: task.cpu for task in tasks})
        now = time.monotonic() - self.began
        for task in tasks:
            part = "tasks" if task.array else "join"
            self.spans[part] = (self.spans.get(part, (now,))[0], now)
            if task.pid != self.lost.get(task.array, (task.pid,))[0]:
                _, what, when = self.lost.pop(task.array)
                self.recovered.append((what, time.monotonic() - when))
        arrays = {task.array: task.job for task in tasks if task.array}
        if any(arrays.get(task.array, task.job) != task.job for task in tasks):
            self.done.add("twice")

    def lose(self, what, tasks):
        self.done.add(what)
        for task in tasks:
            if task.array:
                self.lost[task.array] = (task.pid, what, time.monotonic())

    WANTED = {
        "a worker loses its power": "a power cut",
        "a task dies": "its death",
        "the controller dies": "controller",
        "each task twice at once": "twice",
        "a file is truncated": "damage",
    }

    def was_hit(self, name):
        """Whether the fault of that case happened to anything."""
        want = self.WANTED.get(name)
        if want in ("a power cut", "its death"):
            return want in (what for what, _ in self.recovered)
        return want is None or want in self.done

    def explain(self):
        """Prints what a failed run has left."""
        for command in (["squeue", "-r"], ["sinfo", "-N"]):
            print(*(read(command) or ["no answer"]), sep="\n")
        for path in sorted((self.job.folder / "log").glob("*")):
            print("==", path.name, "\n" + path.read_text())
        log = (self.cluster.root / "log/controller").read_text().split("\n")
        print("== the controller", *log[-60:], sep="\n")

    # The faults.

    def submit(self):
        """Submitted twice, each task runs twice at once."""
        command = ["sh", self.job.folder / "slurm.sh"]
        if subprocess.run(command, stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL).returncode:
            self.after(1, Trial.submit)  # the controller does not answer
        self.submitted = time.time()

    def cut_power(self, off=None):
        """A worker that has a task loses its power. off: seconds until it is
        back; None: it comes back when the job is over."""
        tasks = self.cluster.tasks()
        names = sorted({task.worker for task in tasks} or self.cluster.workers)
        if names:
            name = self.dice.choice(names)
            self.lose("a power cut",
                      [task for task in tasks if task.worker == name])
            self.cluster.power_cut(name)
            if off is not None:
                self.after(off, lambda _: self.cluster.power_on(name))

    def cut_power_for_a_while(self):
        self.cut_power(self.dice.uniform(0, 20))

    def choose(self):
        """A running process of loyd in a task; None if there is none."""
        tasks = self.cluster.tasks()
        tasks.sort(key=lambda task: (task.array or "", task.worker))
        return self.dice.choice(tasks) if tasks else None

    def kill_task(self):
        if (task := self.choose()) is not None:
            self.lose("its death", [task])
            os.kill(task.pid, signal.SIGKILL)

    def kill_script(self):
        if (task := self.choose()) is not None:
            os.kill(task.script(), signal.SIGKILL)
            os.kill(task.pid, signal.SIGKILL)

    def kill_controller(self):
        """Slurm saves its jobs every five seconds. If killed before, it forgets
        new ones, and only the user can submit them again."""
        if self.cluster.saved() < self.submitted + 0.1:
            self.after(0.1, Trial.kill_controller)
        elif self.cluster.controller.poll() is None:
            if self.cluster.tasks():
                self.done.add("controller")
            self.cluster.kill_controller()
            self.after(self.dice.uniform(0, 4),
                       lambda _: self.cluster.start_controller())

    def truncate(self, parts=1):
        """A finished file loses its second half, all or its last byte."""
        if paths := self.job.finished():
            path = self.dice.choice(paths)
            size = path.stat().st_size
            os.truncate(path, (0, size // 2, size - 1)[parts])
            self.done.add("damage")

    def damage(self):
        """A finished file is truncated, or one of its bytes is changed."""
        if self.dice.random() < 0.7:
            self.truncate(self.dice.randrange(3))
        elif paths := self.job.finished():
            path = self.dice.choice(paths)
            bytes = bytearray(path.read_bytes())
            bytes[self.dice.randrange(len(bytes))] ^= 64
            path.write_bytes(bytes)
