"""Runs a command with a terminal as its stdin, types a text there once the
command has written a line to stderr, or with --quiet at once, and then Ctrl-D.

    typed.py TEXT COMMAND [ARGUMENT ...]
"""
import os
import pty
import subprocess
import sys

ours, theirs = pty.openpty()
job = subprocess.Popen(sys.argv[2:], stdin=theirs, stderr=subprocess.PIPE)
os.close(theirs)
said = b"" if "--quiet" in sys.argv else job.stderr.readline()
os.write(ours, sys.argv[1].encode() + b"\x04")
said += job.stderr.read()
sys.stderr.write(said.decode())
sys.exit(job.wait())
