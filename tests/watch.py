#!/usr/bin/env python3
"""Runs a command and stops it if it hangs, but not if it is only slow.

    watch.py [-i IDLE] [-m MOST] [-c FILE] COMMAND [ARGUMENT ...]

Once a second, the command and all its descendants are checked for activity: at
least a twentieth of a core used, or a thread runnable or waiting for a disk. The
command hangs if it was active in less than a tenth of the last IDLE seconds
(default: 120). This distinguishes a busy machine from a loop that waits forever.
After MOST seconds (default: 6 hours) the command is stopped in any case. FILE
receives the CPU seconds used.

Exits with the command's exit code (128 + N for signal N), or with 124 after
listing what was running. Processes that the command left running are killed.
Reads Linux's /proc; on other systems only MOST applies.
"""
import ctypes
import getopt
import os
import resource
import signal
import sys
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
    used, looks = 0, deque(maxlen=max(1, int(idle)))
    waited = {signal.SIGCHLD, signal.SIGINT, signal.SIGTERM, signal.SIGHUP}
    while True:
        said = signal.sigtimedwait(waited, max(0, last + 1 - time.monotonic()))
        status = reap(child)
        if status is not None:
            code = os.waitstatus_to_exitcode(status)
            return code if code >= 0 else 128 - code
        if said and said.si_signo != signal.SIGCHLD:
            end_all(said.si_signo, 2)
            return 128 + said.si_signo
        now = time.monotonic()
        if now - last < 1:
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


def main():
    options, command = getopt.getopt(sys.argv[1:], "i:m:c:")
    options = dict(options)
    if not command:
        sys.exit(__doc__)
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(SUBREAPER, 1, 0, 0, 0)
    signal.pthread_sigmask(signal.SIG_BLOCK, {
        signal.SIGCHLD, signal.SIGINT, signal.SIGTERM, signal.SIGHUP})
    child = os.fork()
    if child == 0:
        signal.pthread_sigmask(signal.SIG_SETMASK, set())
        # Python ignores the first two, a shell's background job the others.
        for number in (signal.SIGPIPE, signal.SIGXFSZ, signal.SIGINT,
                       signal.SIGQUIT):
            signal.signal(number, signal.SIG_DFL)
        try:
            os.execvp(command[0], command)
        except OSError as error:
            print("watch.py: %s: %s" % (command[0], error.strerror))
            os._exit(127)
    code = watch(child, float(options.get("-i", 120)),
                 float(options.get("-m", 6 * 3600)))
    end_all(signal.SIGKILL, 10)
    if "-c" in options:
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        with open(options["-c"], "w") as f:
            print("%.0f" % (usage.ru_utime + usage.ru_stime), file=f)
    sys.exit(code)


main()
