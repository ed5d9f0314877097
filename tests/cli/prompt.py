#!/usr/bin/env python3
"""Sends signals during the password prompt: prompt.py LOYD KEY PASSWORD

The terminal echoes input again after any signal that ends or stops the
command, and a signal ends the key derivation at once.
"""
import os
import pty
import signal
import sys
import termios
import time

LOYD, KEY, PASSWORD = sys.argv[1:]
bad = 0
for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT,
               signal.SIGTSTP):
    signal.signal(number, signal.SIG_DFL)


def same(name, wanted, got):
    global bad
    if wanted != got:
        bad = 1
        print("%s: wanted %r, got %r" % (name, wanted, got))


def is_shown(fd):
    return bool(termios.tcgetattr(fd)[3] & termios.ECHO)


def until(fd, text):
    seen = b""
    while text not in seen:
        seen += os.read(fd, 1024)


def wait_for(what):
    for _ in range(6000):
        if what():
            return True
        time.sleep(0.01)
    return False


def status(pid, field):
    for line in open("/proc/%d/status" % pid):
        if line.startswith(field):
            return line.split()[1]
    return ""


def begin():
    pid, fd = pty.fork()
    if pid == 0:
        os.execv(LOYD, [LOYD, "export", "--db", "my.db", "--no-mark", "--out",
                        "prompted", "--sign", KEY])
    until(fd, b"Password for")
    wait_for(lambda: not is_shown(fd))
    return pid, fd


for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
    pid, fd = begin()
    same("hidden", False, is_shown(fd))
    limits = open("/proc/%d/limits" % pid).read()
    same("no core dump", "0", limits.split("Max core file size")[1].split()[0])
    os.kill(pid, number)
    got = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    same("ended by %s" % number.name, 3, got)
    same("shown after %s" % number.name, True, is_shown(fd))
    os.close(fd)

# Stopped: the terminal echoes again. Continued: the prompt is repeated.
# (A shell is in between, since a session leader cannot be stopped.)
pid, fd = pty.fork()
if pid == 0:
    child = os.fork()
    if child == 0:
        os.setpgid(0, 0)
        os.execv(LOYD, [LOYD, "export", "--db", "my.db", "--no-mark", "--out",
                        "prompted", "--sign", KEY])
    signal.signal(signal.SIGTTOU, signal.SIG_IGN)
    try:
        os.setpgid(child, child)
    except OSError:
        pass
    os.tcsetpgrp(0, child)
    print("child %d." % child, flush=True)
    os._exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
seen = b""
while b"Password for" not in seen or b"." not in seen:
    seen += os.read(fd, 1024)
child = int(seen.split(b"child ")[1].split(b".")[0])
wait_for(lambda: not is_shown(fd))
os.kill(child, signal.SIGTSTP)
same("stops", True, wait_for(lambda: status(child, "State:") == "T"))
same("shown while it is stopped", True, is_shown(fd))
os.kill(child, signal.SIGCONT)
until(fd, b"Password for")
same("hidden again", True, wait_for(lambda: not is_shown(fd)))
os.kill(child, signal.SIGTERM)
os.waitpid(pid, 0)
os.close(fd)

# During the key derivation, which cannot be cancelled.
pid, fd = begin()
os.write(fd, PASSWORD.encode() + b"\n")
released = wait_for(lambda: not int(status(pid, "SigCgt:"), 16) >> 14 & 1)
same("signals are released", True, released)
os.kill(pid, signal.SIGTERM)
same("it dies at once", -signal.SIGTERM,
     os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
os.close(fd)
same("nothing is left", [], [f for f in os.listdir(".") if "prompted" in f])
sys.exit(bad)
