#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the parts of a job by four processes at a time, and kills some of them.

    parts.py LOYD N KILLS SEED OTHER ARGUMENT ...    loyd ARGUMENT ... --part I/N
                                                     --db partI.db

Whenever a process ends, the part of one that was killed goes to the end of the
queue, and another may take it. Every second process runs as the user OTHER, a
number ("": none), with the group of the folder. SEED decides when and which.
Prints how many were killed, and how often a part went from one user to another.
"""

import os
import random
import subprocess
import sys
import time

PROCESSES = 4


def start(loyd, arguments, part, n, user):
    as_user = [] if user == "" else [
        "setpriv", "--reuid", user, "--regid", str(os.stat(".").st_gid),
        "--clear-groups"]
    return subprocess.Popen(
        [*as_user, loyd, *arguments, "--part", f"{part}/{n}", "--db",
         f"part{part}.db"], stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE)


def main():
    loyd, n, kills, seed, other, *arguments = sys.argv[1:]
    chance = random.Random(seed)
    os.umask(0o002)
    queue = list(range(1, int(n) + 1))
    users = {}
    running = {}  # slot: (process, part)
    killed = passed = 0
    while queue or running:
        for slot in set(range(PROCESSES)) - set(running):
            if queue:
                part, user = queue.pop(0), other if slot % 2 else ""
                passed += users.get(part, user) != user
                users[part] = user
                running[slot] = (start(loyd, arguments, part, n, user), part)
        time.sleep(chance.uniform(0, 0.03))
        if killed < int(kills) and running:
            running[chance.choice(sorted(running))][0].kill()
            killed += 1
        for slot, (process, part) in list(running.items()):
            if process.poll() is not None:
                words = process.stderr.read().decode()
                if process.returncode == -9:
                    queue.append(part)
                elif process.returncode or words:
                    sys.exit(f"part {part}: {process.returncode} {words}")
                del running[slot]
    print(killed, passed)


main()
