# SPDX-License-Identifier: MIT
"""Runs the command for the benchmarks that compare CPU time."""

import os
import sys

LOYD = os.path.join(os.environ.get("BUILD", "build"), "loyd")


def run(*arguments, codes=(0,)):
    """CPU seconds, user and system, of one command, and its exit code."""
    child = os.posix_spawn(
        LOYD, [LOYD, *arguments], os.environ,
        file_actions=[(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)])
    _, status, usage = os.wait4(child, 0)
    code = os.waitstatus_to_exitcode(status)
    if code not in codes:
        sys.exit(f"loyd {' '.join(arguments)}: exit {code}")
    return usage.ru_utime + usage.ru_stime, code
