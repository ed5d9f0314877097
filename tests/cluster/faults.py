#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs jobs on a cluster of real Slurm while parts of it fail.

  faults.py generate|prove [WORD]...
                                each fault once, in the middle of a job; or
                                those with one of the words in their names
  faults.py rounds N            N jobs with faults at random moments
  faults.py figures N           time of N jobs, compared with one machine's

SCRATCH is an empty folder for the cluster, LOYD the command, and SEED (0) the
seed of the first round; each round has the next. A job must end complete, with
what one machine makes.
"""

import os
import random
import signal
import sys
import time

import jobs
from slurm import Cluster, eventually
from trial import Trial


def judge(cluster, job, name, trial, expected=""):
    """Runs a trial and prints its line; ends the test if the outcome is not as
    expected. Workers without power get it back."""
    problem, took = trial.run()
    for worker in cluster.names:
        if worker not in cluster.workers:
            cluster.power_on(worker)
    print("%-32s %s, %.0f s%s" % (
        name, problem or "complete", took, "".join(
            "; ran again %.1f s after %s" % (seconds, what)
            for what, seconds in trial.recovered)
        + (trial.released and "; released manually" or "")))
    sys.stdout.flush()
    if problem != expected:
        trial.explain()
        sys.exit("%s: %s" % (name, problem or "complete"))
    eventually(cluster.is_idle, "workers that are idle")


CASES = (
    ("no fault", []),
    ("a worker loses its power", [(0.2, 0, Trial.cut_power)]),
    ("a task dies", [(0.2, 0, Trial.kill_task)]),
    ("the controller dies", [(0.2, 0, Trial.kill_controller)]),
    ("a file is truncated", [(0.5, 0, Trial.truncate)]),
    ("each task twice at once", [(0, 0, Trial.submit)]),
)


def each_once(cluster, job, words):
    for name, faults in CASES:
        if words and not any(word in name for word in words):
            continue
        job.write(name.replace(" ", "-"))
        trial = Trial(cluster, job, random.Random(0), faults)
        judge(cluster, job, name, trial)
        if not trial.was_hit(name):
            trial.explain()
            sys.exit(name + ": that did not happen")
    if not words:
        submitted_again(cluster, job)


def submitted_again(cluster, job):
    """A task that dies with its script fails; others do its work. The next
    submission keeps all finished files."""
    job.write("submitted-again")
    trial = Trial(cluster, job, random.Random(0),
                  [(0.2, 0, Trial.kill_script)])
    judge(cluster, job, "a task dies with its script", trial)
    before = {path: path.stat().st_ino for path in job.finished()}
    trial = Trial(cluster, job, random.Random(0), [])
    judge(cluster, job, "submitted again", trial)
    if {path: path.stat().st_ino for path in before} != before:
        sys.exit("finished files were made again")


RANDOM = (Trial.cut_power_for_a_while, Trial.kill_task, Trial.kill_controller,
          Trial.damage, Trial.submit)
MOST_FAULTS = 4  # more deaths of one task would be more than it may have


def plan(dice):
    """Some faults; some of them while the join runs."""
    return [(min(1, dice.uniform(0, 1.2)), dice.uniform(0, 2),
             dice.choice(RANDOM)) for _ in range(dice.randint(1, MOST_FAULTS))]


def rounds(cluster, kinds, n):
    first = int(os.environ.get("SEED") or 0)
    for seed in range(first, first + n):
        job = kinds[seed % len(kinds)]
        dice = random.Random(seed)
        faults = plan(dice)
        job.write("seed-%d" % seed)
        name = "seed %d, %s" % (seed, job.name)
        print(name + ":", ", ".join("%s at %.2f + %.1f s" % (
            fault.__name__, share, delay) for share, delay, fault in
            sorted(faults, key=lambda fault: fault[:2])))
        judge(cluster, job, name, Trial(cluster, job, dice, faults))


def figures(cluster, job, n):
    """Prints the times of the same work on two threads of one process, and in
    the tasks of a job; not of the first, in which both build their tables."""
    for i in range(n + 1):
        one = job.reference()
        job.write("figures-%d" % i)
        trial = Trial(cluster, job, random.Random(0), [])
        problem, took = trial.run()
        if problem:
            sys.exit(problem)
        cpu = sum(trial.cpu.values())
        if i == 0:
            continue
        spans = ", ".join("%s from %.1f to %.1f s" % (part, *span)
                          for part, span in trial.spans.items())
        print("two threads %.1f s, %.1f s of CPU; %d workers %.1f s, %.1f s "
              "of CPU (%s); ratios %.2f, %.2f" % (
                  *one, len(cluster.names), took, cpu, spans, took / one[0],
                  cpu / one[1]))
        sys.stdout.flush()


def main():
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    cluster = Cluster(os.environ["SCRATCH"])
    began = time.monotonic()
    cluster.start()
    print("the cluster is up after %.1f s" % (time.monotonic() - began))
    if sys.argv[1] == "figures":
        figures(cluster, jobs.Generate(cluster, boards=30000),
                int(sys.argv[2]))
    elif sys.argv[1] == "rounds":
        kinds = [kind(cluster) for kind in jobs.KINDS.values()]
        for job in kinds:
            job.reference()
        rounds(cluster, kinds, int(sys.argv[2]))
    else:
        job = jobs.KINDS[sys.argv[1]](cluster)
        job.reference()
        each_once(cluster, job, sys.argv[2:])


main()
