"""Compares the forms of rows: rows.py LOYD <COMMANDS

Each line is a command with its arguments, as a shell reads them; one that begins
with `< FILE` gets that file. What --csv prints must be what --json prints, --columns
a part of both, and the table on a terminal what goes to a pipe. Prints what differs,
then the number of commands.
"""
import csv
import fcntl
import io
import json
import os
import pty
import shlex
import struct
import subprocess
import sys
import termios
import threading
import traceback

command = []
stdin = ""


def run(*options):
    return subprocess.run([*command, *options], input=stdin, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
                          ).stdout


def as_text(value):
    """A value of JSON as CSV has it; numbers are unchanged texts."""
    if isinstance(value, dict) and set(value) == {"method", "nodes"}:
        return "%(method)s@%(nodes)s" % value
    if isinstance(value, (dict, list)):
        return json.dumps(value, separators=(",", ":"))
    return "'" + value if value[:1] in "=+-@" and value else value


def objects(text):
    return [json.loads(line, parse_int=str, parse_float=str)
            for line in text.splitlines()]


def same(row, one, columns):
    for name in columns:
        cell, value = row[name], as_text(one.get(name, ""))
        if value.startswith("{") or value.startswith("["):
            cell, value = json.loads(cell, parse_int=str), json.loads(value)
        assert cell == value, (name, cell, value)


MARK = b"\0" # not in a table


def read_to_mark(fd, into):
    text = b""
    while not text.endswith(MARK):
        text += os.read(fd, 65536)
    into.append(text[:-1])


def on_terminal(width, *options):
    """What a terminal of this width gets, line by line."""
    parent, child = pty.openpty()
    fcntl.ioctl(child, termios.TIOCSWINSZ, struct.pack("HHHH", 24, width, 0, 0))
    process = subprocess.Popen([*command, *options], stdin=subprocess.DEVNULL,
                               stdout=child, stderr=subprocess.DEVNULL,
                               env={**os.environ, "NO_COLOR": "1"})
    text = []
    reader = threading.Thread(target=read_to_mark, args=(parent, text))
    reader.start()
    code = process.wait()
    # A terminal that is closed can lose what it has not passed on yet.
    os.write(child, MARK)
    reader.join()
    os.close(child)
    os.close(parent)
    assert code == 0
    return text[0].decode().replace("\r\n", "\n").splitlines()


def compare():
    whole = objects(run("--json"))
    rows = list(csv.DictReader(io.StringIO(run("--csv"))))
    assert rows, "no rows"
    heading = list(rows[0])
    assert len(set(heading)) == len(heading)
    assert len(rows) == len(whole), (len(rows), len(whole))
    for row, one in zip(rows, whole):
        assert None not in row and None not in row.values(), row
        missing = set(one) - set(heading) - {name for name in one
                                             if name.startswith("mtm")}
        assert not missing, missing
        same(row, one, heading)

    # Every second column that has values, in the opposite order.
    chosen = [name for name in heading if any(row[name] for row in rows)][::-2]
    part = list(csv.reader(io.StringIO(run("--csv", "--columns",
                                           ",".join(chosen)))))
    assert part[0] == chosen
    for cells, row in zip(part[1:], rows, strict=True):
        assert cells == [row[name] for name in chosen], (cells, row)
    for one, all_of in zip(objects(run("--json", "--columns", ",".join(chosen))),
                           whole, strict=True):
        if one.get("status") != "error": # which has all members
            assert one == {name: all_of[name] for name in chosen
                           if name in all_of}, (one, all_of)

    if command[1] == "find":
        some = ["board", "stm", "puzzle_id", "length"]
        tabs = [line.split("\t") for line in
                run("--columns", ",".join(some)).splitlines()]
        assert [row[:3] for row in tabs] == [
            [row[name] or "-" for name in some[:3]] for row in rows]
        head, *table = on_terminal(400, "--columns", ",".join(some))
        assert head.split() == some
        starts = [head.index("board"), head.index("puzzle_id")]
        for line, cells in zip(table, tabs, strict=True):
            assert [line[starts[0]:].startswith(cells[0]),
                    line[starts[1]:].startswith(cells[2])] == [True, True], line
            assert line.split()[-3:] == cells[1:], line
    if command[1] in ("find", "stats"):
        # A narrow terminal has the same lines, none of which is broken.
        wide = on_terminal(400)
        for width in 33, 40, 60, 80:
            narrow = on_terminal(width)
            assert max(map(len, narrow)) <= width, (width, narrow)
            assert len(narrow) == len(wide), (width, narrow)
            for cut, line in zip(narrow, wide):
                assert cut[:5] == line[:5], (cut, line)


def main():
    global command, stdin
    n = 0
    for line in sys.stdin:
        words = shlex.split(line)
        stdin = ""
        if words[0] == "<":
            with open(words[1], encoding="utf-8") as file:
                stdin = file.read()
            words = words[2:]
        command = [sys.argv[1], *words]
        try:
            compare()
        except Exception:
            print(line, traceback.format_exc())
        n += 1
    print(n, "commands")


main()
