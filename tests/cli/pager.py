"""Runs a command with a terminal as its stdin, stdout and stderr, and prints
what it wrote there.

    pager.py COLUMNS COMMAND [ARGUMENT ...]
"""
import fcntl
import os
import pty
import struct
import sys
import termios

pid, fd = pty.fork()
if pid == 0:
    size = struct.pack("HHHH", 24, int(sys.argv[1]), 0, 0)
    fcntl.ioctl(0, termios.TIOCSWINSZ, size)
    os.execv(sys.argv[2], sys.argv[2:])
said = b""
while True:
    try:
        part = os.read(fd, 4096)
    except OSError:  # the command has ended
        break
    if not part:
        break
    said += part
sys.stdout.write(said.decode().replace("\r\n", "\n"))
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
