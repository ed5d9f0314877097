#!/bin/sh
# What pages, pictures, feed and JSON of a site say, compared with the catalogue:
# shares of boards, heads, layouts; and titles with markup in all of them.
# shellcheck disable=SC1091,SC2154 # lib.sh sets what is not set here
. "$(dirname "$0")/lib.sh"

# publish NAME DIR ...
publish() {
    name=$1 dir=$2
    shift 2
    run publish --db "$name.db" --out "$dir" --channel "$name" \
        --today 2026-03-05 --future "$@"
    same "$dir" "0 " "$code $(grep -v 'secret written' err)"
}

# channel NAME ...: from NAME.json.
channel() {
    run channel create "$1" --db "$1.db" --schedule "$1.json" \
        --start 2026-03-01
    same "channel $1" 0 "$code"
}

cat >plain.json <<'END2'
{"tiers": [
    {"title": "easy", "size": "3x3", "layout": "rows", "stm": "2..31"},
    {"tier": "b", "title": "Stufe", "size": "2x2", "layout": "rows", "stm": "1..6"},
    {"title": "hard", "size": "4x4", "layout": "rows", "stm": "30..60"},
    {"tier": "wide", "title": "6x4 and a title that is longer than forty characters",
     "size": "6x4", "layout": "rows", "mlc": "20..60"}]}
END2
channel plain
publish plain plain --language de --title 'Ein Titel, der länger ist als vierzig Zeichen' \
    --tz Europe/Vienna

same "pages" "" "$(python3 - <<'END3'
import json, pathlib, re, sqlite3
import xml.etree.ElementTree as ET

site = pathlib.Path("plain")
db = sqlite3.connect("plain.db")
for path in sorted(site.glob("daily/2026-*.json")):
    day = json.loads(path.read_text())
    page = path.with_suffix(".html").read_text()
    facts = re.findall(r"<dt>Länger als</dt><dd>(.*?)</dd>", page)
    for puzzle, fact in zip(day["puzzles"], facts, strict=True):
        length = puzzle.get("estimate", puzzle.get("stm"))
        measure = "estimate" if "estimate" in puzzle else "optimum"
        below, total = db.execute(
            """SELECT sum(l.boards) FILTER (WHERE l.length < ?),
                sum(l.boards) FROM distribution AS d
                JOIN distribution_length AS l ON l.distribution = d.pk
                WHERE d.class = (SELECT class FROM puzzles WHERE puzzle_id = ?)
                AND d.metric = 'stm' AND d.measure = ?""",
            (length, puzzle["puzzle_id"], measure)).fetchone()
        share = 100 * (below or 0) // total
        said = re.match(r"(etwa |höchstens )?(\d+).% aller", fact)
        if not said or int(said[2]) != (share or 1) or \
                (said[1] == "höchstens ") != (share == 0) or \
                (said[1] == "etwa ") != ("percentile_sample" in puzzle and share > 0):
            print(path, length, share, fact)
        if fact.endswith(", geschätzt") != ("estimate" in puzzle):
            print(path, "estimated?", fact)
    # The head after a day is that of its last puzzle, in both.
    heads = re.findall(r'<code class="hash">([0-9a-f]+)', page)
    if heads != [day["head"]] or day["head"] != day["puzzles"][-1]["hash"]:
        print(path, "another head", heads)
    # Four puzzles: two columns, each goal below its start.
    picture = path.with_suffix(".svg").read_text()
    if 'viewBox="0 0 690 1110"' not in picture or \
            picture.count('width="300" height="300">') != 4 or \
            picture.count('width="110" height="110">') != 4 or \
            [f'<svg x="{x}" y="{y}"' in picture for x in (30, 360)
             for y in (160, 655)] != [True] * 4:
        print(path, "laid out otherwise")
    for said in ("leicht", "Stufe", "schwer",
                 "6x4 and a title that is longer than fort…",
                 "Ein Titel, der länger ist als vierzig Ze…"):
        if f">{said}</text>" not in picture:
            print(path, "no", said)
    if "Ein Schiebepuzzle, 2 breit und 2 hoch" not in picture + page:
        print(path, "boards are not described in German")
times = re.findall(r"<(?:updated|published)>([^<]+)<", (site / "feed.xml").read_text())
if set(t[-6:] for t in times) != {"+01:00"} or len(times) != 11:
    print("times of Vienna in winter:", times)
files = [p for p in site.rglob("*") if p.is_file()
         and p.suffix in (".html", ".xml", ".svg", ".json", ".js")]
for path in files:
    if "{{" in path.read_text():
        print(path, "has a tag of a template")
# The calendar: a week of seven, 31 days, and no link to a day that is not there.
year = ET.parse(site / "archive/2026.html")
cells = [e for e in year.iter() if e.tag.endswith("}td")]
days = ["".join(e.itertext()) for e in cells]
links = [e.get("href") for c in cells for e in c if e.get("href")]
if len(cells) % 7 or [d for d in days if d] != [str(d + 1) for d in range(31)] or \
        days.index("1") != 6 or links != [f"../daily/2026-03-0{d}.html"
                                          for d in range(1, 6)]:
    print("another calendar", days, links)
END3
)"

# --- markup in titles, of the site, of puzzles and of the channel's zone ---

cat >evil.json <<'END2'
{"tiers": [
    {"tier": "a", "title": "</title><script>alert(1)</script>\"'&amp;<b>",
     "size": "2x2", "layout": "rows", "stm": "1..6"},
    {"tier": "b", "title": "{{title}}{{@skip}}]]>--><!--\\u003c",
     "size": "3x3", "layout": "rows", "stm": "2..31"}]}
END2
channel evil
publish evil evil --title "</script><img src=x onerror=alert(1)>\"'&\\{{up}}]]>" \
    --base-url "https://x.example/a'b/" --results "https://x.example/a"
same "as text" "" "$(python3 - <<'END3'
import json, pathlib, re
import xml.etree.ElementTree as ET

site = pathlib.Path("evil")
title = """</script><img src=x onerror=alert(1)>"'&\\{{up}}]]>"""
names = [row["title"] for row in json.load(open("evil.json"))["tiers"]]
n = 0
for path in sorted(site.rglob("*")):
    if path.suffix in (".html", ".xml", ".svg"):
        tree = ET.parse(path)
        text = "\0".join(tree.getroot().itertext())
        tags = {e.tag.split("}")[1] for e in tree.iter()}
        if tags & {"img", "b"} or any(
                e.text for e in tree.iter() if e.tag.endswith("}script")):
            print(path, "has markup of a title")
        if path.suffix == ".svg":
            wanted = [title + ", "]
        else:
            wanted = [title] if path.name != "embed.html" else []
        if path.parent.name == "daily" and path.suffix != ".svg":
            wanted += names
        for words in wanted:
            n += 1
            if words not in text:
                print(path, "does not say", words)
    elif path.name in ("index.json", "manifest.webmanifest"):
        data = json.loads(path.read_text())
        n += 1
        if title not in (data.get("title"), data.get("name")):
            print(path, "has another title")
    elif path.suffix == ".json" and path.parent.name == "daily":
        n += 1
        if [p["title"] for p in json.loads(path.read_text())["puzzles"]] != names:
            print(path, "has other titles")
if n < 30:
    print("only", n)
if "python3 check.py 'https://x.example/a%27b/'" not in \
        (site / "check.html").read_text().replace("&#39;", "'"):
    print("a command with a quote")
END3
)"

# --- the sources: each sentence, template and query has its use ---

same "sources" "" "$(cd "$root" && python3 - <<'END3'
import json, pathlib, re

here = pathlib.Path("src/site")
texts = {p.name: p.read_text() for kind in ("html", "xml", "svg", "sql")
         for p in here.glob("*." + kind)}
words = json.loads((here / "en.json").read_text())
code = "".join(p.read_text() for p in here.glob("*.c"))
scripts = "".join(p.read_text() for p in pathlib.Path("src/web/page").rglob("*.js"))
all_texts = "".join(texts.values()) + "".join(words.values())
for key in words:
    if "{{@%s}}" % key not in all_texts and f"'{key}'" not in all_texts and \
            f'"{key}"' not in code and f'words("{key}"' not in scripts:
        print("no one says", key)
for key in re.findall(r"\{\{@([a-z0-9-]+)\}\}", all_texts):
    if key not in words:
        print("no sentence", key)
stems = {name.split(".")[0] for name in texts}
for name in texts:
    stem, kind = name.split(".")
    used = "{{>%s}}" % stem in all_texts if kind != "sql" else \
        "{{#%s}}" % stem in all_texts
    if not used and f"'{stem}'" not in all_texts and \
            f'"{stem}"' not in code and not stem.startswith("day_"):
        print("no one uses", name)
for stem in re.findall(r"\{\{>([a-z_]+)\}\}", all_texts):
    if stem not in stems and stem != "main":
        print("no template", stem)
END3
)"

finish
