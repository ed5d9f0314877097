#!/usr/bin/env python3
"""Makes the pictures at the top of README.md:

  pictures.py terminal LOYD >docs/terminal.svg
  pictures.py page LOYD docs/page.png

The terminal shows what the commands print; the page is a published day in
Chromium, with hints if the folder of LOYD has the package of `make web`.
"""
import functools
import html
import http.server
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import threading

COMMANDS = """\
daily 2026-01-01
check '1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0'
solve '5 1 2 4/9 6 3 8/13 10 7 11/0 14 15 12'
"""
WIDTH, HEIGHT, MARGIN = 8.4, 17, 14  # of a character; in pixels
# The arms of a character that draws a line: up, right, down, left.
LINES = {"─": "rl", "│": "ud", "┌": "rd", "┐": "dl", "└": "ur", "┘": "ul",
         "├": "urd", "┤": "udl", "┬": "rdl", "┴": "url", "┼": "urdl"}
ARMS = {"u": "v%g" % (-HEIGHT / 2), "d": "v%g" % (HEIGHT / 2),
        "r": "h%g" % (WIDTH / 2), "l": "h%g" % (-WIDTH / 2)}
DAY = "2026-01-01"
WINDOW = 920, 540


def terminal(loyd):
    lines = []
    for command in COMMANDS.splitlines():
        lines.append("$ loyd " + command)
        lines += subprocess.run(
            "'%s' %s" % (loyd, command), shell=True, text=True, check=False,
            env={**os.environ, "LC_ALL": "C.UTF-8"},
            stdout=subprocess.PIPE).stdout.expandtabs().splitlines()
    size = (2 * MARGIN + max(map(len, lines)) * WIDTH,
            2 * MARGIN + len(lines) * HEIGHT)
    print('<svg xmlns="http://www.w3.org/2000/svg" width="%g" height="%g" '
          'font-family="monospace" font-size="14">' % size)
    print('<title>loyd in a terminal</title>')
    print('<rect width="100%" height="100%" rx="6" fill="#1d2127"/>')
    strokes = []
    for row, line in enumerate(lines):
        y = MARGIN + row * HEIGHT
        for column, letter in enumerate(line):
            middle = MARGIN + (column + 0.5) * WIDTH, y + HEIGHT / 2
            strokes += ["M%g %g" % middle + ARMS[arm]
                        for arm in LINES.get(letter, "")]
        for word in re.finditer(r"[^\s─│┌┐└┘├┤┬┴┼]+(?: [^\s─│┌┐└┘├┤┬┴┼]+)*",
                                line):
            print('<text x="%g" y="%g" textLength="%g" fill="%s">%s</text>' % (
                MARGIN + word.start() * WIDTH, y + HEIGHT - 4,
                len(word[0]) * WIDTH, "#7ee2a8" if line[0] == "$" else
                "#dfe3e8", html.escape(word[0], quote=False)))
    print('<path d="%s" stroke="#8b949e" fill="none"/>' % "".join(strokes))
    print("</svg>")


def page(loyd, picture):
    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass

    with tempfile.TemporaryDirectory() as folder:
        site = pathlib.Path(folder) / "site"
        subprocess.run([loyd, "publish", "--db", site.with_suffix(".db"),
                        "--out", site, "--today", DAY, "--quiet"],
                       check=True, stdout=subprocess.DEVNULL)
        with http.server.ThreadingHTTPServer(
                ("127.0.0.1", 0),
                functools.partial(Quiet, directory=site)) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            for _ in range(2):  # the first visit shows the rules
                subprocess.run(
                    ["chromium", "--headless", "--no-sandbox",
                     "--hide-scrollbars", "--user-data-dir=%s/profile" % folder,
                     "--virtual-time-budget=3000",
                     "--window-size=%d,%d" % WINDOW,
                     "--screenshot=" + str(pathlib.Path(picture).resolve()),
                     "http://127.0.0.1:%d/daily/%s.html" % (
                         server.server_port, DAY)],
                    check=True, stderr=subprocess.DEVNULL)
            server.shutdown()


if __name__ == "__main__":
    {"terminal": terminal, "page": page}[sys.argv[1]](
        os.path.abspath(sys.argv[2]), *sys.argv[3:])
