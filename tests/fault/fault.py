#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs loyd's jobs under injected faults and judges the outcome of each.

  fault.py [--slice N] [WORD ...]       all faults of the jobs and classes with
                                        these words, or N of N jobs and of the
                                        jobs that say `always`; LOYD_LONG: all
                                        of those
  fault.py --one JOB CLASS:N:HOW[:held] one fault, with its messages

BUILD is the folder of loyd and fault-shim.so; SEED selects the slice and the
kills.
"""

import multiprocessing
import os
import random
import shutil
import sys
import tempfile

import judge
import world

HOWS = {
    "open": ["EMFILE", "EIO"],
    "create": ["ENOSPC", "ENOSPC+"],
    "read": ["EIO", "short", "EINTR"],
    "write": ["ENOSPC", "ENOSPC+", "EIO", "short", "EINTR"],
    "sync": ["EIO", "EIO+", "ENOSPC"],
    "rename": ["EIO"],
    "truncate": ["EIO"],
    "mkdir": ["ENOSPC"],
    "close": ["EIO"],
    "stat": ["EIO"],
    "mmap": ["ENOMEM"],
    "random": ["EIO", "EIO+"],
    "unlink": ["EIO"],
    "chmod": ["EPERM"],
    "lock": ["EIO"],
    "thread": ["EAGAIN"],
    "malloc": ["ENOMEM", "ENOMEM+"],
}
KILLS = 300
MOST_SLOW = 40  # faults of a slow job


def plan(job, wanted, is_held):
    """All faults of a job."""
    faults = [judge.Fault(job, call, number, how, is_held)
              for call, hows in HOWS.items()
              for number in range(1, wanted.counts[call] + 1)
              for how in hows]
    if wanted.begin != wanted.end and not is_held:
        faults += [judge.Fault(job, "power", number, how)
                   for number in range(1, wanted.counts["sync"] + 2)
                   for how in ("drop", "mix", "mix2")]
    if job.is_slow:
        faults = dice.sample(faults, min(MOST_SLOW, len(faults)))
    return faults


def kills(wants, n):
    """Seeded kills, evenly over the jobs that write."""
    jobs = [key for key, wanted in wants.items()
            if wanted.begin != wanted.end and not key[0].is_slow]
    for i in range(n if jobs else 0):
        job, is_held = jobs[i % len(jobs)]
        calls = wants[job, is_held].counts["any"]
        yield judge.Fault(job, "any", dice.randint(1, calls),
                          dice.choice(["kill", "kill", "tear"]), is_held)


def begin_worker(folder, loyd, shim):
    global bench
    bench = judge.Bench(loyd, shim, os.path.join(folder, "world"),
                        tempfile.mkdtemp(dir=folder))


def work(task):
    fault, wanted = task
    try:
        hit, wrong = judge.judge(bench, fault, wanted)
    except Exception as error:  # an error of the test is a failure too
        hit, wrong = "?", ["the test itself: %r" % error]
    return fault, hit, wrong


def named(fault):
    return '"%s" %s%s' % (fault.job.name, fault,
                          ":held" if fault.is_held else "")


def show_table(results):
    """One line per job and class: faults that hit, failures."""
    rows = {}
    for fault, hit, wrong in results:
        row = rows.setdefault((fault.job.name, fault.call), [0, 0])
        row[0] += hit is not None
        row[1] += bool(wrong)
    print("%-16s %-9s %7s %9s" % ("job", "class", "faults", "failures"))
    for (name, call), (n, bad) in rows.items():
        print("%-16s %-9s %7d %9d" % (name, call, n, bad))
    n, bad = (sum(row[i] for row in rows.values()) for i in (0, 1))
    print("%d faults injected, %d failures" % (n, bad))
    return bad == 0 and n > 0


def one(folder, loyd, shim, name, what):
    begin_worker(folder, loyd, shim)
    job = next(job for job in world.JOBS if job.name == name)
    call, number, how, *rest = what.split(":")
    wanted = judge.undisturbed(bench, job, bool(rest))
    fault = judge.Fault(job, call, int(number), how, bool(rest))
    _, wrong = judge.judge(bench, fault, wanted, is_shown=True)
    for line in wrong:
        print("wrong: " + line)
    return not wrong


def main(arguments, folder):
    build = os.path.abspath(os.environ.get("BUILD", "build"))
    loyd, shim = build + "/loyd", build + "/fault-shim.so"
    is_slice = arguments[:1] == ["--slice"]
    world.make(loyd, os.path.join(folder, "world"), has_tables=not is_slice)
    if arguments[:1] == ["--one"]:
        return one(folder, loyd, shim, *arguments[1:])
    most = None
    if is_slice:
        most, arguments = int(arguments[1]), arguments[2:]
    begin_worker(folder, loyd, shim)
    calls = [word for word in arguments if word in [*HOWS, "any", "power"]]
    jobs = [word for word in arguments if word not in calls]
    chosen = [job for job in world.JOBS
              if not jobs or any(word in job.name for word in jobs)]
    if most is not None:
        quick = [job for job in chosen if not job.is_slow]
        rest = [job for job in quick if not job.always]
        rest = dice.sample(rest, min(most, len(rest)))
        chosen = [job for job in quick if job.always or job in rest]
    wants = {(job, is_held): judge.undisturbed(bench, job, is_held)
             for job in chosen
             for is_held in ([False, True] if job.held else [False])}
    faults = [fault for (job, is_held), wanted in wants.items()
              for fault in plan(job, wanted, is_held)]
    faults += kills(wants, KILLS)
    if calls:
        faults = [fault for fault in faults if fault.call in calls]
    if most is not None:
        always = [f for f in faults if f.call in f.job.always.split()]
        rest = [f for f in faults if f not in always]
        if not os.environ.get("LOYD_LONG"):
            always = always[::3]
        faults = always + dice.sample(rest, min(most, len(rest)))
    faults.sort(key=lambda fault: world.JOBS.index(fault.job))
    with multiprocessing.Pool(int(os.environ.get("JOBS", os.cpu_count())),
                              begin_worker, (folder, loyd, shim)) as pool:
        results = []
        for fault, hit, wrong in pool.imap_unordered(
                work, ((f, wants[f.job, f.is_held]) for f in faults), 8):
            results.append((fault, hit, wrong))
            if wrong:
                print("%s\n    hit: %s\n    %s" % (
                    named(fault), hit, "\n    ".join(wrong)), flush=True)
    print("to repeat one: BUILD=%s python3 tests/fault/fault.py --one JOB FAULT" %
          os.environ.get("BUILD", "build"))
    return show_table(results)


if __name__ == "__main__":
    dice = random.Random(int(os.environ.get("SEED", "1")))
    scratch = tempfile.mkdtemp(dir=os.environ.get("SCRATCH"))
    try:
        sys.exit(0 if main(sys.argv[1:], scratch) else 1)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
