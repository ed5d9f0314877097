#!/usr/bin/env python3
"""Runs commands and stops those that hang, but not those that are only slow.

    watch.py [-i IDLE] [-m MOST] [-c FILE] COMMAND [ARGUMENT ...]
    watch.py --tests RESULTS JOBS <NAMES      the tests of tests/run, JOBS at a time

Every few seconds, the command and all its descendants are checked for activity: at
least a twentieth of a core used, or a thread runnable or waiting for a disk. The
command hangs if it was active in less than a tenth of the last IDLE seconds
(default: 120). This distinguishes a busy machine from a loop that waits forever.
After MOST seconds (default: 6 hours) the command is stopped in any case. FILE
receives the CPU seconds used.

Exits with the command's exit code (128 + N for signal N), or with 124 after
listing what was running. Processes that the command left running are killed.
With --tests, RESULTS receives the output of each test, a line is printed for each,
the whole output of those that fail, and at the end their numbers.
Reads Linux's /proc; on other systems only MOST applies.
"""
import ctypes
import getopt
import os
import re
import resource
import shutil
import signal
import sys
import tempfile
import time
from collections import deque

SUBREAPER = 36  # prctl: orphans of the command become our children
TICKS = os.sysconf("SC_CLK_TCK")


def stat(path):
    """State, parent, and CPU ticks including its dead children."""
    try:
        with open(path + "/stat", "rb") as f:
            # The name in parentheses may contain blanks and parentheses.
            fields = f.read().rpartition(b")")[2].split()
    except OSError:
        return None  # the process has ended
    return fields[0], int(fields[1]), sum(int(t) for t in fields[11:15])


def family():
    """All our descendants, as {pid: stat}."""
    try:
        names = [n for n in os.listdir("/proc") if n.isdigit()]
    except OSError:
        return {}
    every = {int(n): s for n in names if (s := stat("/proc/" + n))}
    ours, before = {os.getpid()}, 0
    while len(ours) > before:
        before = len(ours)
        ours |= {pid for pid, s in every.items() if s[1] in ours}
    return {pid: every[pid] for pid in ours
            if pid != os.getpid() and pid in every}


def is_runnable(pid):
    """True if any thread of the process is."""
    task = "/proc/%d/task" % pid
    try:
        threads = os.listdir(task)
    except OSError:
        return False
    return any(s and s[0] in b"RD"
               for s in (stat(task + "/" + t) for t in threads))


def describe(pid):
    try:
        with open("/proc/%d/cmdline" % pid, "rb") as f:
            text = f.read().replace(b"\0", b" ").decode(errors="replace")
    except OSError:
        return "%d has ended" % pid
    return "%d %s" % (pid, text.strip()[:200] or "(ended)")


def reap(child=0):
    """Reaps ended processes; returns the child's status, None while it runs."""
    status = None
    try:
        while True:
            pid, said = os.waitpid(-1, os.WNOHANG)
            if pid == 0:
                break
            if pid == child:
                status = said
    except ChildProcessError:
        pass
    return status


def end_all(number, seconds):
    """Signals all descendants and waits until none is left."""
    until = time.monotonic() + seconds
    while (ours := family()) and time.monotonic() < until:
        for pid in ours:
            try:
                os.kill(pid, number)
            except OSError:
                pass
        signal.sigtimedwait({signal.SIGCHLD}, 0.1)
        reap()


def stop(why):
    print("stopped: %s; still running:" % why)
    for pid in sorted(family()):
        print("   ", describe(pid))
    sys.stdout.flush()
    end_all(signal.SIGTERM, 2)
    return 124


def watch(child, idle, most):
    """Waits for the child and returns the exit code."""
    began = last = time.monotonic()
    pause = max(1, idle / 40)
    used, looks = 0, deque(maxlen=max(1, int(idle / pause)))
    waited = {signal.SIGCHLD, signal.SIGINT, signal.SIGTERM, signal.SIGHUP}
    while True:
        said = signal.sigtimedwait(waited, max(0, last + pause - time.monotonic()))
        status = reap(child)
        if status is not None:
            code = os.waitstatus_to_exitcode(status)
            return code if code >= 0 else 128 - code
        if said and said.si_signo != signal.SIGCHLD:
            end_all(said.si_signo, 2)
            return 128 + said.si_signo
        now = time.monotonic()
        if now - last < pause:
            continue
        ours = family()
        ticks = sum(s[2] for s in ours.values())
        looks.append(ticks - used >= TICKS * (now - last) / 20
                     or any(map(is_runnable, ours)))
        used, last = ticks, now
        if now - began > most:
            return stop("more than %d seconds" % most)
        if (ours and len(looks) == looks.maxlen
                and sum(looks) < len(looks) / 10):
            return stop("no activity for %d seconds" % idle)


def run(command, idle=120, most=6 * 3600):
    """Runs a command until nothing is left of it; returns its exit code."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(SUBREAPER, 1, 0, 0, 0)
    signal.pthread_sigmask(signal.SIG_BLOCK, {
        signal.SIGCHLD, signal.SIGINT, signal.SIGTERM, signal.SIGHUP})
    child = os.fork()
    if child == 0:
        signal.pthread_sigmask(signal.SIG_SETMASK, set())
        # Python ignores the first two, a shell's background job the others.
        for number in (signal.SIGPIPE, signal.SIGXFSZ, signal.SIGINT,
                       signal.SIGQUIT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_DFL)
        try:
            os.execvp(command[0], command)
        except OSError as error:
            print("watch.py: %s: %s" % (command[0], error.strerror))
            sys.stdout.flush()
            os._exit(127)
    code = watch(child, idle, most)
    end_all(signal.SIGKILL, 10)
    return code


def cpu():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return "%.0f" % (usage.ru_utime + usage.ru_stime)


# --- tests ---

def command_of(name):
    base = name.rpartition("/")[2]
    if name.startswith("unit/"):
        return [*os.environ.get("WRAP", "").split(),
                os.path.join(os.environ["BUILD"], "test", base)]
    if name.startswith("fuzz/"):
        return ["sh", "tests/fuzz/run.sh", base]
    if name.endswith(".py"):
        return ["python3", "tests/" + name, "check"]
    return ["sh", "tests/" + name]


def one_test(name, log):
    """In a process of its own: the output into a file, and no input."""
    scratch = os.environ["SCRATCH"] = tempfile.mkdtemp()
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(os.open(log, os.O_WRONLY | os.O_CREAT, 0o666), 1)
    os.dup2(1, 2)
    code = run(command_of(name))
    with open(log + ".cpu", "w") as file:
        file.write(cpu())
    shutil.rmtree(scratch, ignore_errors=True)
    return code


def read(path):
    try:
        with open(path, errors="replace") as file:
            return file.read()
    except OSError:
        return ""


def report(name, log, code, seconds):
    """Prints the line of a test; returns what became of it."""
    said = read(log)
    took = "%.0f s, %s s of CPU" % (seconds, read(log + ".cpu"))
    # A shell continues after a program that it has not found.
    if code == 0 and re.search(
            r"^[^ \n]+: (line )?[0-9]+: [^ \n]+: .*not found$", said, re.M):
        code = 127
    if code == 0:
        print("ok    %s (%s)" % (name, took), flush=True)
        return "passed"
    if code == 77:
        print("skip  %s: %s" % (name, (said.splitlines() or [""])[-1]), flush=True)
        return "skipped"
    print("FAIL  %s (exit %s, %s)" % (name, code, took))
    print(re.sub("(?m)^", "      ", said.rstrip("\n")), flush=True)
    return "failed"


def tests(results, jobs):
    names = sys.stdin.read().split()
    running = {}
    became = {"passed": 0, "failed": 0, "skipped": 0}

    def stop_all(number, _):
        for pid in running:
            os.kill(pid, number)
        sys.exit(128 + number)

    for number in signal.SIGINT, signal.SIGTERM, signal.SIGHUP:
        signal.signal(number, stop_all)
    while names or running:
        if names and len(running) < jobs:
            name = names.pop(0)
            log = os.path.join(results, name.replace("/", ".") + ".log")
            sys.stdout.flush()
            pid = os.fork()
            if pid == 0:
                code = 1
                try:
                    code = one_test(name, log)
                finally:
                    os._exit(code)
            running[pid] = name, log, time.monotonic()
            continue
        pid, status = os.wait()
        if pid in running:
            name, log, began = running.pop(pid)
            code = os.waitstatus_to_exitcode(status)
            became[report(name, log, code, time.monotonic() - began)] += 1
    print("%(passed)d passed, %(failed)d failed" % became, end="")
    print(", %(skipped)d skipped" % became if became["skipped"] else "")
    return 0 if became["failed"] == 0 < became["passed"] + became["skipped"] else 1


def main():
    if sys.argv[1:2] == ["--tests"]:
        sys.exit(tests(sys.argv[2], int(sys.argv[3])))
    options, command = getopt.getopt(sys.argv[1:], "i:m:c:")
    options = dict(options)
    if not command:
        sys.exit(__doc__)
    code = run(command, float(options.get("-i", 120)),
               float(options.get("-m", 6 * 3600)))
    if "-c" in options:
        with open(options["-c"], "w") as f:
            print(cpu(), file=f)
    sys.exit(code)


main()
