# SPDX-License-Identifier: MIT
"""The jobs that run under faults, and their initial files."""

import hashlib
import json
import os
import re
import shlex
import shutil
import struct
import subprocess
from typing import NamedTuple


class Job(NamedTuple):
    name: str
    args: str
    files: str = ""  # initial files, from the world folder
    stdin: str = ""
    held: str = ""  # a catalogue that a second process may hold open
    makes_secret: str = ""  # a file of random bytes, named by a catalogue
    also: str = ""  # a command that must succeed after the job
    is_slow: bool = False  # only a sample of its faults is run
    is_partial: bool = False  # it may do a part and report how much
    always: str = ""  # the classes whose faults every slice has


GENERATE = "generate 3x3 --layout snake --seed new --count 12"
TIERS = '{"tiers": [{"title": "one", "size": "3x3", "stm": "14..18"}]}'
LIST_TIERS = '{"tiers": [{"title": "one", "from": ' \
    '{"size": "3x3", "used": "any"}}]}'
NAMED = '{"board":"5 4 0/6 8 7/3 2 1","name":"Anna"}\n'
MARKED = "4hyvsmj6cc4scxk3\n6hcq0fnjmsvm3wy6\nee42hrcqzr02mvxk\n"  # in 1.db
# Boards near the goal with solutions: intervals, which a proof closes.
OPEN = "".join('{"board":"%s","path":"%s"}\n' % row for row in (
    ("1 2 3 4 5 6/7 8 9 10 11 12/13 14 15 16 17 18/19 20 21 22 23 24/"
     "25 26 33 27 28 30/31 32 34 0 29 35", "RDL2UL"),
    ("1 2 3 4 5 6/7 8 9 10 11 12/13 14 15 16 23 17/19 20 21 22 0 18/"
     "25 26 27 28 30 24/31 32 33 34 29 35", "DLU2RUL")))
WIDE = "1 2 3 5 6 11/7 13 8 4 10 17/0 12 9 14 15 16"
LARGE = "9 2 12 5 3/8 14 6 10 11/1 7 0 4 13"

JOBS = [
    Job("generate", GENERATE + " --db new.db"),
    Job("generate into", GENERATE + " --db old.db --threads 2", "old.db",
        held="old.db"),
    Job("generate print", "generate 3x3 --seed p --stm 20..22 --count 3"),
    Job("rate", "rate --db unrated.db --threads 1", "unrated.db",
        held="unrated.db"),
    Job("rate mtm", "rate --db unrated.db --metric mtm --threads 1",
        "unrated.db", held="unrated.db"),
    Job("generate large", "generate 10x10 --seed new --count 2 --db old.db "
        "--threads 1", "old.db", held="old.db", is_slow=True),
    Job("bands sample", "bands --sample 9x2 --count 100 --db old.db",
        "old.db cache", held="old.db", is_slow=True),
    Job("rate prove", "rate --db open.db --prove --threads 1", "open.db",
        held="open.db", is_slow=True),
    Job("merge", "merge --db new.db 1.db 2.db", "1.db 2.db", held="1.db",
        is_partial=True),
    Job("merge into", "merge --db old.db 2.db", "old.db 2.db", held="old.db",
        is_partial=True),
    Job("find", "find --db old.db", "old.db", held="old.db"),
    Job("stats", "stats --db old.db", "old.db"),
    Job("digest", "digest --db old.db", "old.db"),
    Job("show", "show 3x3/rows~g1~old~3 --db old.db --svg one.svg", "old.db"),
    Job("show drawn", "show 3x3/rows~g1,stm=20..22~q~0", always="malloc"),
    Job("verify", "verify old.db --solve 3 --pick v", "old.db",
        held="old.db"),
    Job("verify pack", "verify pack", "pack"),
    Job("export", "export --db old.db --out new --pack-name p "
        "--today 2026-01-20", "old.db", held="old.db"),
    Job("export read", "export --db old.db --out new "
        "--format csv,json", "old.db"),
    Job("export mtm", "export --db slides.db --out new --pack-name p "
        "--today 2026-01-20", "slides.db", held="slides.db", always="create"),
    Job("export again", "export --db 1.db --out pack --pack-name p "
        "--volume 1 --title T", "1.db pack", held="1.db"),
    Job("used list", "used list --db old.db", "old.db"),
    Job("used mark", "used mark - --db 1.db --note sold --today 2026-01-20",
        "1.db", stdin=MARKED, held="1.db"),
    Job("used mark pack", "used mark --pack pack --db unrated.db "
        "--today 2026-01-20", "unrated.db pack", held="unrated.db"),
    Job("used unmark", "used unmark - --db 1.db", "1.db", stdin=MARKED,
        held="1.db"),
    Job("import", "import pack --db new.db", "pack"),
    Job("import into", "import rows.jsonl --db old.db", "old.db rows.jsonl",
        held="old.db"),
    Job("import catalogue", "import 1.db --format db --db new.db", "1.db"),
    Job("channel", "channel create two --db old.db --schedule two.json "
        "--start 2026-01-01 --secret new.key", "old.db two.json",
        held="old.db", makes_secret="new.key",
        also="daily 2026-01-02 --channel two --db old.db --secret new.key "
        "--today 2026-01-20"),
    Job("channel list", "channel create three --db 1.db --schedule "
        "limit.json --start 2026-01-01", "1.db limit.json", held="1.db",
        also="daily 2026-01-02 --channel three --db 1.db "
        "--today 2026-01-20"),
    Job("daily list", "daily 2026-01-04 --channel four --db 2.db "
        "--today 2026-01-20 --json", "2.db", held="2.db"),
    Job("daily", "daily 2026-01-08 --channel one --db old.db --secret one.key "
        "--today 2026-01-20 --json", "old.db one.key", held="old.db"),
    Job("publish", "publish --db old.db --out new --channel one --secret "
        "one.key --today 2026-01-08", "old.db one.key", held="old.db"),
    Job("publish on", "publish --db old.db --out site --channel one --secret "
        "one.key --today 2026-01-06", "old.db one.key site", always="unlink"),
    Job("solve", "solve --json", stdin="2 1 3/4 5 6/8 7 0\n1 2 3/4 5 6/0 7 8"
        "\n1 2 3 4/5 6 7 8/9 10 11 12/13 0 14 15\n"),
    Job("solve text", "solve", stdin="2 1 3/4 5 6/8 7 0\n1 2 3/4 5 6/0 7 8\n"),
    Job("solve large", "solve --layout rows,blank=1.0 --tables large "
        "--threads 1", stdin=LARGE + "\n", is_slow=True),
    Job("solve warm", "solve --layout rows,blank=1.0 --tables large "
        "--threads 1", "cache", stdin=LARGE + "\n", is_slow=True),
    Job("solve wide", "solve --layout rows,blank=1.0 --threads 1",
        stdin=WIDE + "\n", is_slow=True),
    Job("solve wide warm", "solve --layout rows,blank=1.0 --threads 1",
        "cache", stdin=WIDE + "\n", is_slow=True),
    Job("tables verify", "tables verify --size 5x3", "cache", is_slow=True),
    Job("check", "check --json", stdin="2 1 3/4 5 6/8 7 0\n1 2 3/4 5 6/0 7 8\n"),
    # Each option that reads a list or another file.
    Job("play import", "play import games.csv --db 1.db",
        "1.db games.csv", held="1.db"),
    Job("play rate", "play rate --db played.db", "played.db",
        held="played.db"),
    Job("play list", "play list --csv --db played.db", "played.db"),
    Job("find ids", "find --db 1.db --in marked.txt", "1.db marked.txt"),
    Job("find filter", "find --db 1.db --mtm-status bounded,proven "
        "--stm ..31", "1.db", always="malloc"),
    Job("find exclude", "find --db 1.db --not-in -", "1.db", stdin=MARKED),
    Job("find name", "find --db names.db --name Anna", "names.db"),
    Job("stats ids", "stats --db 1.db --in marked.txt",
        "1.db marked.txt"),
    Job("export ids", "export --db 1.db --out new --format csv "
        "--in marked.txt", "1.db marked.txt"),
    Job("export withdraw", "export --db 1.db --out new --pack-name p "
        "--volume 2 --withdraw - --format csv", "1.db", stdin=MARKED),
    Job("export words", "export --db 1.db --out new --pack-name p "
        "--volume 2 --withdraw %s --format csv" %
        MARKED.strip().replace("\n", ","), "1.db"),
    Job("used mark ids", "used mark %s --db 1.db --today 2026-01-20" %
        MARKED.strip().replace("\n", " "), "1.db", always="malloc random"),
    Job("channel ids", "channel create three --db 1.db --schedule ids.json "
        "--start 2026-01-01", "1.db ids.json marked.txt"),
    Job("channel tiers", "channel create three --db 1.db --schedule "
        "tiers.json --start 2026-01-01", "1.db tiers.json"),
    Job("channel revise", "channel revise one --db old.db --schedule two.json "
        "--from 2026-02-01", "old.db two.json"),
    Job("daily zone", "daily 2026-01-03 --channel one --db old.db --secret "
        "one.key --tz East", "old.db one.key zones"),
    Job("generate key", "generate 3x3 --seed k --secret one.key --count 3",
        "one.key"),
    Job("generate moves", "generate 3x3 --seed p --count 3 "
        "--format scramble --layout random"),
    Job("show key", "show 3x3/rows~g1~k~1 --secret one.key", "one.key"),
    Job("show name", "show Anna --db names.db", "names.db"),
    Job("solve name", "solve Anna --db names.db", "names.db"),
    Job("solve goal", "solve --goal Anna --db names.db", "names.db",
        stdin="2 1 3/4 5 6/8 7 0\n1 2 3/4 5 6/0 7 8\n"),
    Job("import key", "import puzzles.csv --db new.db --secret one.key",
        "puzzles.csv one.key"),
    Job("import boards", "import - --db new.db",
        stdin="2 1 3/4 5 6/8 7 0\n1 2 3/4 5 6/0 7 8\n"),
    Job("import json", "import puzzles.json --db new.db", "puzzles.json"),
    Job("verify key", "verify old.db --secret one.key", "old.db one.key"),
    Job("verify volumes", "verify pack less", "less pack"),
    Job("check answers", "check --moves - --json",
        stdin="1 2 3/4 5 6/7 0 8\tL\n1 2 3/4 5 6/0 7 8\tLL\n"),
    Job("searches", "solve --algorithm bfs,row --json --threads 1",
        stdin="1 2 3/4 5 6/7 0 8\n"),
]

GAMES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cli",
                     "games.py")

# The commands that make the initial files.
RECIPE = """
generate 3x3 --seed old --count 12 --db old.db
generate 2x3 --seed old --count 6 --db old.db
generate 3x3 --seed sale --count 12 --part 1/2 --db 1.db
generate 3x3 --seed sale --count 12 --part 2/2 --db 2.db
channel create one --db old.db --schedule two.json --start 2026-01-01 --secret one.key
daily 2026-01-03 --channel one --db old.db --secret one.key --today 2026-01-20
near/loyd publish --db old.db --out site --channel one --secret one.key --today 2026-01-04
channel create four --db 2.db --schedule four.json --start 2026-01-01
export --db 1.db --out pack --pack-name p --count 5 --today 2026-01-19
export --db 1.db --out less --pack-name p --today 2026-01-19
used mark - --db 1.db --today 2026-01-19
import pack --unrated --db unrated.db
generate 4x2 --seed old --count 3 --db old.db
import open.jsonl --db open.db
import names.jsonl --db names.db
generate 3x2 --seed old --count 6 --db slides.db --metric mtm
"""


def environment(cache):
    env = {k: v for k, v in os.environ.items()
           if not k.startswith("LOYD") and k not in ("NO_COLOR", "LD_PRELOAD")}
    env.update(LC_ALL="C", TERM="dumb", HOME=cache, XDG_CACHE_HOME=cache)
    env["TZDIR"] = os.path.join(os.path.dirname(cache), "zones")
    return env


# A time zone an hour east of UTC [RFC 8536].
ZONE = b"TZif" + bytes(16) + struct.pack(">6l", 0, 0, 0, 0, 1, 4) + \
    struct.pack(">lBB", 3600, 0, 0) + b"ONE\0"


def make_package(loyd, folder):
    """Makes a package for browsers that is as good as any to publish."""
    version = subprocess.run([loyd, "--version"], check=True,
                             capture_output=True, text=True).stdout.split()[1]
    os.mkdir(folder)
    files = {"loyd.wasm": b"\0asm\1\0\0\0rest", "loyd.js": b"//",
             "worker.js": b"//", "loyd.d.ts": b"//"}
    sums = {name: hashlib.sha256(bytes).hexdigest()
            for name, bytes in files.items()}
    files["package.json"] = json.dumps(
        {"name": "loyd", "version": version, "sha256": sums}).encode()
    for name, bytes in files.items():
        with open(os.path.join(folder, name), "wb") as file:
            file.write(bytes)


def make(loyd, folder, has_tables=True):
    """Makes the initial files of the jobs; only slow jobs need the tables."""
    env = environment(os.path.join(folder, "cache"))
    write = lambda name, text: open(os.path.join(folder, name), "w").write(text)

    os.mkdir(folder)
    write("two.json", TIERS)
    write("open.jsonl", OPEN)
    write("tiers.json", LIST_TIERS)
    write("limit.json", '{"every": {"title": "l",'
          ' "from": {"limit": 4, "used": "any"}}}')
    write("four.json", '{"every": {"title": "f", "from": {"size": "3x3"}}}')
    write("ids.json", '{"every": {"title": "i",'
          ' "from": {"ids": "marked.txt", "used": "any"}}}')
    write("marked.txt", MARKED)
    write("names.jsonl", NAMED)
    # With a package, which the site keeps.
    near = os.path.join(folder, "near")
    os.makedirs(os.path.join(near, "web"))
    shutil.copy(loyd, near)
    make_package(loyd, os.path.join(near, "web", "loyd"))
    os.mkdir(os.path.join(folder, "zones"))
    with open(os.path.join(folder, "zones", "East"), "wb") as zone:
        zone.write(ZONE)
    for line in RECIPE.strip().splitlines():
        words = shlex.split(line.removeprefix("near/loyd "))
        program = loyd if words == shlex.split(line) else "near/loyd"
        subprocess.run([program] + words, cwd=folder, env=env,
                       check=True, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, input=MARKED.encode())
    played = os.path.join(folder, "played.db")
    shutil.copy(os.path.join(folder, "1.db"), played)
    write("games.csv", subprocess.run(
        ["python3", GAMES, "make", played, "12", "3"], check=True, text=True,
        stdout=subprocess.PIPE).stdout)
    subprocess.run([loyd, "play", "import", "games.csv", "--db", played],
                   cwd=folder, env=env, check=True, stdout=subprocess.DEVNULL)
    write("rows.jsonl", subprocess.run(
        [loyd, "find", "--db", "1.db", "--json", "--limit", "4"], cwd=folder,
        env=env, check=True, text=True, stdout=subprocess.PIPE).stdout)
    for name in "puzzles.csv", "puzzles.json":
        shutil.copy(os.path.join(folder, "pack", name), folder)
    if has_tables:
        subprocess.run([loyd, "solve", "--layout", "rows,blank=1.0",
                        "--tables", "large"], cwd=folder, env=env, check=True,
                       input=(LARGE + "\n" + WIDE).encode(),
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def begin(job, world, folder):
    """Makes an empty folder with the initial files of the job."""
    shutil.rmtree(folder, ignore_errors=True)
    os.mkdir(folder)
    for name in job.files.split():
        copy = shutil.copytree if os.path.isdir(os.path.join(world, name)) \
            else shutil.copy
        copy(os.path.join(world, name), os.path.join(folder, name))


def mask(job, name, bytes):
    """Replaces what may differ between runs: a new secret and its name, how
    many files of a site were written, and times."""
    bytes = re.sub(rb"\d+ files? written", b"... written", bytes)
    bytes = re.sub(rb'"seconds":[\d.]+', b'"seconds":...', bytes)
    if not job.makes_secret:
        return bytes
    if name == job.makes_secret and re.fullmatch(rb"[0-9a-f]{64}\n", bytes):
        return b"a secret"
    return re.sub(rb"('two','2026-01-01',|secret +)'?[0-9a-z]{8}\b", rb"\1...",
                  bytes)
