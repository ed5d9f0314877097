# SPDX-License-Identifier: MIT
"""Runs the command for the benchmarks, and measures what it cost."""

import collections
import os
import sys
import time

LOYD = os.path.join(os.environ.get("BUILD", "build"), "loyd")

Cost = collections.namedtuple("Cost", "seconds cpu mb code")


def run(*arguments, codes=(0,)):
    """Seconds, CPU seconds (user and system), peak megabytes and exit code."""
    began = time.monotonic()
    child = os.posix_spawn(
        LOYD, [LOYD, *map(str, arguments)], os.environ,
        file_actions=[(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)])
    _, status, usage = os.wait4(child, 0)
    code = os.waitstatus_to_exitcode(status)
    if code not in codes:
        sys.exit(f"loyd {' '.join(map(str, arguments))}: exit {code}")
    return Cost(time.monotonic() - began, usage.ru_utime + usage.ru_stime,
                usage.ru_maxrss / 1e3, code)
