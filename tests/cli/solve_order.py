"""Boards without an end among quick ones: solve_order.py LOYD

The lines before the endless board must come while it is searched, through a
pipe; after a signal, what is finished has been printed, each line in the place
of its board. Nothing here depends on how fast the machine is.
"""
import json
import os
import signal
import subprocess
import sys

LOYD = sys.argv[1]
bad = 0
for number in signal.SIGTERM, signal.SIGINT:  # a shell may have ignored one
    signal.signal(number, signal.SIG_DFL)


def fail(what):
    global bad
    bad = 1
    print(what)


def loyd(*args):
    return subprocess.run([LOYD, *args], stdout=subprocess.PIPE, check=True,
                          text=True).stdout


# Nobody has proven the length of a shuffled 6x6 yet.
ENDLESS = loyd("generate", "6x6", "--seed", "hard").strip()
BOARDS = {  # and the first words of their lines, in STM and MTM
    "1 2 3/4 5 6/7 0 8": ("1", "1"),  # looked up
    "1 2 3/4 5 6/8 7 0": ("unsolvable", "unsolvable"),
    "1 2 3/4 5 x/7 8 0": ("error", "error"),
    "5 1 2 4/9 6 3 8/13 10 7 11/0 14 15 12": ("9", "5"),
    "1 2 3 4 5/6 7 8 9 10/11 12 13 14 15/16 17 18 19 20/21 0 22 23 24":
        ("3", "1"),
    "6x6:%s,0,34,35" % ",".join(map(str, range(1, 34))): ("2", "1")}
INPUT = [*BOARDS, ENDLESS, *reversed(BOARDS), ENDLESS]


def first_words(out, form):
    """The lengths, or other first words, of the lines."""
    if form != "--json":
        column = 2 if form == "--algorithm" else 0
        return [line.split("\t")[column] for line in out.splitlines()]
    rows = [json.loads(line) for line in out.splitlines()]
    return [str(row.get("mtm", row.get("stm", row["status"])))
            for row in rows if row.get("where") != "solve"]


def stopped(args, boards, n_first, sent=signal.SIGTERM, is_file=True):
    """Waits for n_first lines, sends a signal, and returns all lines."""
    name = "%s of a %s" % (" ".join(args), "file" if is_file else "pipe")
    text = "".join(board + "\n" for board in boards)
    with open("in", "w") as file:
        file.write(text)
    read, write = os.pipe()
    with open("in") as file:
        job = subprocess.Popen([LOYD, *args], stdin=file if is_file else read,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               bufsize=0)
    os.close(read)
    if not is_file:
        os.write(write, text.encode())
    out = b"".join(job.stdout.readline() for _ in range(n_first))
    if job.poll() is not None:
        fail("%s: it ended by itself" % name)
    job.send_signal(sent)
    rest, err = job.communicate()
    os.close(write)
    out, err = (out + rest).decode(), err.decode()
    words = first_words(out, next((form for form in ("--json", "--algorithm")
                                   if form in args), ""))
    n_open = err.count(": interrupted: every solution has at least ")
    n = len(words) - n_open
    said = "interrupted: %d board%s" % (n, "" if n == 1 else "s")
    last = out if "--json" in args else err
    if job.returncode != 3 or said not in last.splitlines()[-1]:
        fail("%s: exit %d, %r, not %r" % (name, job.returncode, last, said))
    return words, n_open


for threads in "1", "2":
    for form in [], ["--json"], ["--length"]:
        for metric in "stm", "mtm":
            args = ["solve", "--prove", "--threads", threads, "--metric",
                    metric, *form]
            wanted = [pair[metric == "mtm"] for pair in BOARDS.values()]
            wanted += ["error", *reversed(wanted), "error"]
            for is_file in True, False:
                sent = signal.SIGINT if form else signal.SIGTERM
                words, n_open = stopped(args, INPUT, len(BOARDS), sent,
                                        is_file)
                if words != wanted[:len(words)]:
                    fail("%s: %s" % (args, words))
                if n_open != (len(words) > len(BOARDS)):
                    fail("%s: %d lines are open" % (args, n_open))

# Efforts work on several boards at a time.
words, n_open = stopped(["solve", "--effort", "good"],
                        [*BOARDS, *[ENDLESS] * 500], len(BOARDS) + 1)
if words[:len(BOARDS)] != [pair[0] for pair in BOARDS.values()]:
    fail("efforts: %s" % words)

# Searches of textbooks.
quick = list(BOARDS)[:3]
for form in [], ["--json"]:
    words, n_open = stopped(
        ["solve", "--algorithm", "idastar", *form], [*quick, ENDLESS, *quick],
        len(quick))
    if words != [BOARDS[board][0] for board in quick] or n_open:
        fail("idastar: %s" % words)

# Solutions of 9x9 that are compared with the optimum, many at a time.
board = "9x9:%s,0,79,80" % ",".join(map(str, range(1, 79)))
words, n_open = stopped(["check", "--moves", "-", "--optimal"],
                        [board + "\tL2", *[board + "\tL2"] * 5000], 1)
if set(words) != {"solution"} or len(words) > 5000:
    fail("check: %d lines" % len(words))
sys.exit(bad)
