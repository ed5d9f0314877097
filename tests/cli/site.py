"""Checks a published site independently of loyd: site.py DIR [TODAY]

Every page, picture and feed is XML; every link leads to a file; the JSON of
a day, the index, the pages and the feed agree; solutions are valid, and those
of today and of future days are not published. No code is shared with loyd.
Prints one line per error."""

import datetime
import hashlib
import json
import pathlib
import re
import struct
import sys
import urllib.parse
import uuid
import xml.etree.ElementTree as ET
import zlib

root = pathlib.Path(sys.argv[1])
today = sys.argv[2] if len(sys.argv) > 2 else None
bad = []
ATOM = "{http://www.w3.org/2005/Atom}"
HTML = "{http://www.w3.org/1999/xhtml}"


def check(truth, *what):
    if not truth:
        bad.append(" ".join(map(str, what)))


def check_policy(path, tree):
    """Nothing on a page may need more than its policy allows."""
    policy = [e.get("content") for e in tree.iter(HTML + "meta")
              if e.get("http-equiv") == "Content-Security-Policy"]
    check(len(policy) == 1 and policy[0].startswith("default-src 'none'; ")
          and "unsafe-inline" not in policy[0]
          and "'unsafe-eval'" not in policy[0], path, "has no policy")
    for element in tree.iter():
        names = set(element.keys())
        check(not names & {"style", "srcdoc", "formaction"}
              and not any(n.startswith("on") for n in names),
              path, "has something inline:", element.tag)
        check(element.tag not in (HTML + "style", HTML + "iframe"), path,
              "has a", element.tag)
    scripts = [e for e in tree.iter(HTML + "script")]
    check(all(e.get("src") and e.get("defer") and not e.text
              for e in scripts), path, "has an inline script")
    names = [pathlib.PurePath(e.get("src", "")).name for e in scripts]
    check(names == ["core.js", "days.js", "play.js"] + ["new.js"] *
          (path.name == "play.html") + ["stats.js"] *
          (path.name == "stats.html") + ["train.js"] *
          (path.name == "train.html") + ["howto.js"] *
          (path.name == "howto.html") + ["embed.js"] *
          (path.name == "embed.html"), path, "has other scripts:", names)


def links(path):
    """Returns the files that a page links to, and its text."""
    tree = ET.parse(path)
    # The page for addresses without one has whole addresses, if it can.
    base = "" if path.name != "404.html" else next(
        re.sub(r"loyd/[0-9a-f]{16}/style\.css$", "", e.get("href")) for e in tree.iter(HTML + "link")
        if e.get("rel") == "stylesheet")
    for element in tree.iter():
        for name in ("href", "src"):
            to = element.get(name)
            if to is not None and base:
                to = to.removeprefix(base)
            if to is None or to.startswith("#"):
                continue
            if urllib.parse.urlsplit(to).scheme:
                check(element.get("rel") in ("canonical", "self", "alternate"),
                      path, "leads away:", to)
                continue
            target = (path.parent / urllib.parse.unquote(
                to.split("#")[0])).resolve()
            check(target.is_relative_to(root.resolve()), path, "leads out:",
                  to)
            check(target.is_file(), path, "leads nowhere:", to)
            yield target
    if tree.getroot().tag == HTML + "html":
        codes = [e.text or "" for e in tree.iter(HTML + "code")]
        is_old = path.parent.name == "archive" and \
            path.name < max(p.name for p in root.glob("archive/*"))
        check(any(re.fullmatch("[0-9a-f]{64}", c) for c in codes) or is_old or
              path.name in ("play.html", "howto.html", "check.html", "404.html",
                            "embed.html", "train.html", "offline.html"),
              path,
              "has no head")
        check_policy(path, tree)
        ids = [e.get("id") for e in tree.iter() if e.get("id")]
        check(len(ids) == len(set(ids)), path, "has an id twice")
        check(len(list(tree.iter(HTML + "h1"))) == 1, path, "not one h1")


def replay(puzzle):
    """Does the path lead from start to goal in stm moves?"""
    width, height = map(int, puzzle["size"].split("x"))
    cells = [int(x) for x in puzzle["board"].replace("/", " ").split()]
    goal = [int(x) for x in puzzle["goal"].replace("/", " ").split()]
    check(len(cells) == width * height, puzzle["puzzle_id"], "size")
    moves = 0
    # A tile that moves up comes from below the blank.
    step = {"U": (1, 0), "D": (-1, 0), "L": (0, 1), "R": (0, -1)}
    for way, count in re.findall(r"([UDLR])(\d*)", puzzle["path"]):
        for _ in range(int(count or 1)):
            row, column = divmod(cells.index(0), width)
            y, x = row + step[way][0], column + step[way][1]
            if not (0 <= y < height and 0 <= x < width):
                return False
            gap, tile = row * width + column, y * width + x
            cells[gap], cells[tile] = cells[tile], 0
            moves += 1
    return cells == goal and moves == puzzle["stm"]


def svg_boards(tree):
    """Returns the labels of the boards in a picture, sorted."""
    return sorted(int(t.text) for t in
                  tree.iter("{http://www.w3.org/2000/svg}text")
                  if t.get("class") != "word")


def check_sections(page, puzzles, date, is_shown):
    """Does a page give the script each puzzle of its day?"""
    sections = [e for e in ET.fromstring(page).iter(HTML + "section")
                if "puzzle" in e.get("class", "").split()]
    for section, puzzle in zip(sections, puzzles, strict=True):
        upper = puzzle.get("stm", puzzle.get("upper"))
        lower = puzzle.get("stm", puzzle.get("lower"))
        wanted = {
            "start": puzzle["board"], "goal": puzzle["goal"],
            "id": puzzle["puzzle_id"], "recipe": puzzle.get("recipe", ""),
            "tier": puzzle.get("tier", ""), "stm": str(upper),
            "lower": str(lower),
            "proven": "true" if lower == upper else "false"}
        if is_shown:
            wanted["path"] = puzzle["path"]
        check({k[5:]: v for k, v in section.items()
               if k.startswith("data-") and k != "data-name"} == wanted, date, "section")
        plays = [e for e in section.iter(HTML + "div")
                 if e.get("class") == "play"]
        check(len(plays) == 1 and plays[0].get("hidden"), date, "play")


def pixels(path):
    """Decodes a PNG with a palette: its colours, and its rows of bytes."""
    file, data, at = path.read_bytes(), b"", 8
    while at < len(file):
        size, kind = struct.unpack(">I4s", file[at:at + 8])
        part = file[at + 8:at + 8 + size]
        check(struct.pack(">I", zlib.crc32(kind + part)) ==
              file[at + 8 + size:at + 12 + size], path, "checksum")
        if kind == b"IHDR":
            width, height, depth, colour = struct.unpack(">IIBB", part[:10])
            check((depth, colour) == (8, 3), path, "kind of pixels")
        elif kind == b"PLTE":
            colours = [part[i:i + 3].hex() for i in range(0, size, 3)]
        elif kind == b"IDAT":
            data += part
        at += 12 + size
    data = zlib.decompress(data)
    rows = [data[at:at + width + 1] for at in range(0, len(data), width + 1)]
    check(len(rows) == height and all(row[0] == 0 for row in rows), path,
          "rows")
    return colours, [row[1:] for row in rows]


def tiles(path):
    """Counts the tiles in a picture: areas of their colour, but not those that
    digits enclose."""
    colours, rows = pixels(path)
    check((len(rows[0]), len(rows)) == (1200, 630), path, "size")
    runs = re.compile(re.escape(bytes([colours.index("f6efe0")])) + b"+")
    above, areas, joined = [], [], []

    def area_of(i):
        while joined[i] != i:
            i = joined[i]
        return i

    for row in rows:
        here = []
        for run in runs.finditer(row):
            meets = {area_of(i) for begin, end, i in above
                     if begin < run.end() and run.start() < end}
            if not meets:
                meets = {len(areas)}
                areas.append(0)
                joined.append(len(joined))
            first = min(meets)
            for other in meets - {first}:
                joined[other] = first
                areas[first] += areas[other]
                areas[other] = 0
            areas[first] += run.end() - run.start()
            here.append((run.start(), run.end(), first))
        above = here
    return sum(area > max(areas) / 10 for area in areas)


def labels(puzzle):
    return sorted(int(x) for x in
                  puzzle["board"].replace("/", " ").split() if x != "0")


index = json.loads((root / "daily/index.json").read_text())
seen = set()
for path in sorted(root.rglob("*.html")):
    seen.update(links(path))
seen.update(links(root / "feed.xml"))

first = datetime.date.fromisoformat(index["first_date"])
days = [d["date"] for d in index["days"]]
check(days == [str(first + datetime.timedelta(days=i))
               for i in range(len(days))], "days with gaps")
check(days[-1] == index["last_date"], "the last day")
for name in ("html", "json", "svg", "png"):
    check(sorted(p.stem for p in (root / "daily").glob("????-??-??." + name))
          == days, "other files than days:", name)

head = None
heads = {}  # after each day
for brief in index["days"]:
    date = brief["date"]
    day = json.loads((root / f"daily/{date}.json").read_text())
    puzzles = day.get("puzzles", [day])
    check([day["date"], day["day_no"]] == [date, brief["day_no"]], date)
    page = (root / f"daily/{date}.html").read_text()
    shown = []
    for puzzle, short in zip(puzzles, brief.get("puzzles", [brief]),
                             strict=True):
        for field in ("puzzle_id", "size", "stm", "band", "tier", "title"):
            check(puzzle.get(field) == short.get(field), date, field)
        check(head in (None, puzzle["previous_hash"]), date, "chain broken")
        head = puzzle["hash"]
        check(puzzle["puzzle_id"] in page, date, "page of another puzzle")
        shown += 2 * labels(puzzle)
        if today is not None:
            check(("path" in puzzle) == (date < today), date, "solution")
            check(('class="solution"' in page) == (date < today), date,
                  "solution on its page")
        check("path" not in puzzle or replay(puzzle), date, "no solution")
    check_sections(page, puzzles, date, "path" in puzzles[0])
    heads[date] = head
    check(day["head"] == head, date, "head")
    check(svg_boards(ET.parse(root / f"daily/{date}.svg")) == sorted(shown),
          date, "another picture")
    check(head in page, date, "another head on its page")
    check((root / f"daily/{date}.html").resolve() in seen, date,
          "is not linked")
check(head == index["head"], "the head of the index")
# With one puzzle a picture has its goal too.
check(tiles(root / f"daily/{date}.png") ==
      (len(shown) if len(puzzles) == 1 else len(shown) // 2), date,
      "tiles of the picture")
for name, side in ("192", 192), ("512", 512), ("maskable", 512):
    check(len(pixels(root / f"icon-{name}.png")[1]) == side, "icon")

# --- what browsers keep ---

manifest = json.loads((root / "manifest.webmanifest").read_text())
check(all((root / icon["src"]).exists() for icon in manifest["icons"]) and
      not urllib.parse.urlsplit(manifest["start_url"]).scheme, "the manifest")
worker = (root / "sw.js").read_text()
site = json.loads(worker.split("\n")[0].removeprefix("globalThis.loydSite = ")
                  .removesuffix(";"))
for name, wanted in (site["pages"] | site["files"] | site["core"]).items():
    got = hashlib.sha256((root / name).read_bytes()).hexdigest()[:16]
    check(wanted in ("", got), "sw.js has another sum of", name)
check(set(site["pages"]) | {"404.html", "embed.html"} ==
      {path.name for path in root.glob("*.html")}, "pages of sw.js")
scripts = {root / name for name in site["files"] | site["core"]}
unused = {"package.json", "loyd.d.ts"}
check(all(path in scripts or path.name in unused for path in
          (root / "loyd" / site["release"]).iterdir()), "files of sw.js")
check(head in (root / "index.html").read_text(), "index.html has another head")

# --- the feed [RFC 4287] ---

feed = ET.parse(root / "feed.xml").getroot()
entries = feed.findall(ATOM + "entry")
check(len(entries) == min(30, len(days)), "entries of the feed:", len(entries))
for element in [feed] + entries:
    for name in ("id", "title", "updated"):
        check(len(element.findall(ATOM + name)) == 1, "feed:", name)
check(feed.find(f"{ATOM}author/{ATOM}name") is not None, "feed: no author")
ids = [e.findtext(ATOM + "id") for e in [feed] + entries]
check(len(ids) == len(set(ids)), "feed: an id twice")
for one in ids:
    check(re.fullmatch(r"urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-"
                       r"[89ab][0-9a-f]{3}-[0-9a-f]{12}", one), "feed:", one)


def uuid_of(what, head):
    """As in docs/formats.md."""
    fields = (b"loyd feed 1", what, bytes.fromhex(head))
    data = b"".join(len(f).to_bytes(4, "little") + f for f in fields)
    number = bytearray(hashlib.blake2b(data, digest_size=32).digest()[:16])
    number[6] = number[6] & 0x0F | 0x80
    number[8] = number[8] & 0x3F | 0x80
    return f"urn:uuid:{uuid.UUID(bytes=bytes(number))}"


check(ids[1:] == [uuid_of(b"day", heads[d]) for d in days[:-31:-1]],
      "feed: ids of entries")
if index["days"][0]["day_no"] == 1:
    day = json.loads((root / f"daily/{days[0]}.json").read_text())
    check(ids[0] == uuid_of(b"feed", day.get("puzzles", [day])[0]["hash"]),
          "feed: its id")
updated = [e.findtext(ATOM + "updated") for e in entries]
check(updated == [d + "T00:00:00Z" for d in days[:-31:-1]], "feed: dates")
check(feed.findtext(ATOM + "updated") == updated[0], "feed: updated")

print("\n".join(bad) if bad else f"{len(days)} days, {len(seen)} files linked")
sys.exit(bool(bad))
