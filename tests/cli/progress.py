"""Runs a command with a terminal as its stderr until what it wrote there
matches a pattern, interrupts it, and prints all of it.

    progress.py PATTERN COMMAND [ARGUMENT ...]
"""
import os
import pty
import re
import signal
import subprocess
import sys

ours, theirs = pty.openpty()
job = subprocess.Popen(sys.argv[2:], stdin=subprocess.DEVNULL,
                       stdout=subprocess.DEVNULL, stderr=theirs)
os.close(theirs)
said, asked = b"", False
while True:
    try:
        part = os.read(ours, 4096)
    except OSError:  # the command has ended
        break
    if not part:
        break
    said += part
    if not asked and re.search(sys.argv[1].encode(), said):
        asked = True
        job.send_signal(signal.SIGINT)
sys.stdout.write(said.decode().replace("\r\n", "\n"))
sys.exit(job.wait())
