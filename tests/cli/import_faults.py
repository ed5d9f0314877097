#!/usr/bin/env python3
"""Writes rows with one fault each, from a table of faults, and compares what an
import says about them.

    import_faults.py write KIND COUNT SEED FILE <ROWS     also FILE.good, FILE.faults
    import_faults.py compare FILE ERR                     the messages of FILE

ROWS is the output of `find --json`. FILE.good has the rows that are
right, FILE.faults a line, a fault and a pattern for each other one.
"""
import csv
import io
import json
import random
import re
import sys

# --- the table: a name, what it does to a row, and how the message begins ---
# A change returns None for a row to which it does nothing.


def put(**values):
    return lambda row, rng: {**row, **values}


def cut(*names):
    def change(row, rng):
        return {k: v for k, v in row.items() if k not in names} \
            if all(n in row for n in names) else None
    return change


def less(row, *names):
    return {k: v for k, v in row.items() if k not in names}


def of(text):
    """The labels of a board, and its width."""
    rows = [r.split() for r in text.split("/")]
    return [int(x) for r in rows for x in r], len(rows[0])


def text_of(labels, width):
    return "/".join(" ".join(map(str, labels[i:i + width]))
                    for i in range(0, len(labels), width))


def board(change, name="board"):
    def alter(row, rng):
        labels, width = of(row[name])
        labels = change(labels, rng)
        return labels and {**row, name: text_of(labels, width)}
    return alter


def twice(labels, rng):
    a, b = rng.sample([i for i, x in enumerate(labels) if x], 2)
    return labels[:a] + [labels[b]] + labels[a + 1:]


def swapped(labels, rng):
    a, b = rng.sample([i for i, x in enumerate(labels) if x], 2)
    labels[a], labels[b] = labels[b], labels[a]
    return labels


def no_blank(labels, rng):
    return [x or len(labels) for x in labels]


def too_large(labels, rng):
    return [x if x != 1 else len(labels) + 1 + rng.randrange(200) for x in labels]


def by(name, amount, *needs):
    def change(row, rng):
        return {**row, name: row[name] + amount} if all(map(row.get, (name, *needs))) else None
    return change


def all_by(amount, *names):
    """Another length in all of these fields, without the path."""
    def change(row, rng):
        if not all(row.get(n) for n in names):
            return None
        path = "mtm_path" if names[0].startswith("mtm") else "path"
        return less({**row, **{n: row[n] + amount for n in names}}, path)
    return change


def other_id(row, rng):
    at = rng.randrange(16)
    new = rng.choice([c for c in "0123456789abcdefghjkmnpqrstvwxyz"
                      if c != row["puzzle_id"][at]])
    return {**row, "puzzle_id": row["puzzle_id"][:at] + new + row["puzzle_id"][at + 1:]}


def other_recipe(row, rng):
    series, index = row["recipe"].rsplit("~", 1)
    return {**row, "recipe": "%s~%d" % (series, int(index) + 1 + rng.randrange(10**6))} \
        if "recipe" in row else None


def recipe(change):
    def alter(row, rng):
        return {**row, "recipe": change(row["recipe"])} if "recipe" in row else None
    return alter


def path(change, name="path"):
    def alter(row, rng):
        if not row.get(name):
            return None
        return {**row, name: change(row[name], rng)}
    return alter


STM = "lower", "upper", "stm"
MTM = "mtm_lower", "mtm_upper", "mtm"

FAULTS = {
    # boards
    "no board": (cut("board"), "missing board"),
    "a label twice": (board(twice), r"board: tile \d+ appears twice"),
    "no blank": (board(no_blank), "board: "),
    "a label too large": (board(too_large), "board: "),
    "a label that is no number": (
        lambda r, _: {**r, "board": r["board"].replace("1", "x", 1)}, "board: "),
    "a label too many": (lambda r, _: {**r, "board": r["board"] + " 99"}, "board: "),
    "a row less": (lambda r, _: {**r, "board": r["board"].rsplit("/", 1)[0]}, "board: "),
    "an empty board": (put(board=""), "(board: |missing board)"),
    "the parity": (board(swapped), "the goal cannot be reached from the start"),
    "the goal as board": (lambda r, _: less({**r, "board": r["goal"]}, "puzzle_id", "path",
                                            "mtm_path", "recipe", *STM, *MTM, "status",
                                            "mtm_status"), "start and goal are equal"),
    "a board of another size": (put(board="1 2/0 3"), "board"),
    # goals
    "a label of the goal twice": (board(twice, "goal"), r"goal: tile \d+ appears twice"),
    "a goal of another size": (lambda r, _: less({**r, "goal": "1 2/3 0"}, "layout"), "goal: "),
    "a goal with other labels": (
        lambda r, _: less({**r, "goal": re.sub(r"\b2\b", str(len(of(r["goal"])[0])), r["goal"])},
                          "layout") if not re.search(r"\b%d\b" % len(of(r["goal"])[0]), r["goal"])
        else None, r"tile \d+ is only in the start and tile \d+ only in the goal"),
    "the layout of another goal": (
        lambda r, _: {**r, "layout": "spiral,blank=first"}, "goal does not match the layout"),
    "an unknown layout": (put(layout="zigzag"), "layout: "),
    "a layout that cannot be": (put(layout="rows,missing=999"), "layout: "),
    "an empty layout": (put(layout=","), "layout: "),
    # size and id
    "another size": (put(size="2x2"), "(board|goal|size)"),
    "no size": (put(size="3by3"), "size: "),
    "a size too large": (put(size="16x16"), "size: "),
    "another id": (other_id, "puzzle_id does not match the boards: expected [0-9a-z]{16}$"),
    "half an id": (lambda r, _: {**r, "puzzle_id": r["puzzle_id"][:8]}, "puzzle_id"),
    "no id": (put(puzzle_id="u" * 16), "puzzle_id: "),
    # lengths
    **{"%s: %s" % (m, name): (change, words) for m, three, state, way, slides in (
        ("stm", STM, "status", "path", "path length is"),
        ("mtm", MTM, "mtm_status", "mtm_path", r"mtm_path has \d+ slides"))
       for name, change, words in (
        ("more than both ends", by(three[2], 2), ".*%s contradict" % three[2]),
        ("a lower end too high", by(three[0], 2, three[2]), ".*%s contradict" % three[2]),
        ("an upper end too low", by(three[1], -2, three[2]), ".*%s contradict" % three[2]),
        ("another length than the path", lambda r, _, t=three:
            {**r, **{n: r[n] + 2 for n in t}} if r.get(t[2]) else None,
         "%s|a length .*is above" % slides),
        ("too long for its class", all_by(60, *three), "a length .*is above the greatest|the ratings in STM and MTM contradict"),
        ("too short for its tiles", lambda r, _, t=three, w=way:
            less({**r, **{n: 2 - r[t[2]] % 2 for n in t}}, w) if r.get(t[2], 0) > 12 else None,
         "a length .*is below|the ratings in STM and MTM contradict"),
        ("text", lambda r, _, n=three[2]: {**r, n: "many"} if r.get(n) else None,
         "%s: " % three[2]),
        ("half a move", by(three[2], 0.5), "%s: " % three[2]),
        ("zero", put(**{three[2]: 0}), "%s: " % three[2]),
        ("negative", put(**{three[1]: -4}), "%s: " % three[1]),
        ("65535", put(**{three[0]: 65535}), "%s: " % three[0]),
        ("10^30", put(**{three[2]: 10**30}), "(%s: |invalid JSON)" % three[2]),
        ("an unknown status", put(**{state: "perfect"}), "%s: unknown status" % state),
        ("the status claimed", put(**{state: "claimed"}), "%s: unknown status" % state),
        ("an open status", lambda r, _, s=state, n=three[2]:
            {**r, s: "bounded"} if r.get(n) else None, "%s is bounded, but" % state),
        ("proven without a length", lambda r, _, s=state, t=three:
            less(r, *t) if r.get(t[2]) else None, "%s is proven, but" % state),
        ("bounded without an end", lambda r, _, s=state, t=three, w=way:
            less({**r, s: "bounded"}, *t, w) if r.get(t[2]) else None, "%s is bounded, but" % state),
        ("a move more", path(lambda p, g: p + "UD", way), "%s" % way),
        ("another way", path(lambda p, g: p[::-1], way), "%s: " % way),
        ("a path of no moves", path(lambda p, g: "X" + p, way), "%s: " % way),
        ("a count too large", path(lambda p, g: "U1000", way), "%s: " % way),
        ("a path out of the board", path(lambda p, g: "U999", way), "%s: " % way),
    )},
    "the parity of a length": (all_by(1, *STM), r"length \d+ has the wrong parity"),
    "an estimate": (lambda r, _: {**r, "estimate": 20} if "estimate" not in r else None,
                    "estimate of a board of at most 16 cells"),
    "the parity of an estimate": (by("estimate", 1), r"estimate \d+ has the wrong parity"),
    "an estimate that is too short": (
        lambda r, _: {**r, "estimate": 2 - r["estimate"] % 2} if "estimate" in r else None,
        "the estimate is below"),
    "a search that was stopped": (put(stopped=1), "stopped: "),
    "neither yes nor no": (put(stopped=7), "stopped: expected 0 or 1"),
    # recipes
    "another index": (other_recipe, "recipe draws another puzzle"),
    "another seed": (recipe(lambda t: t.replace("~g1~", "~g1~not")), "recipe draws another puzzle"),
    "another generator": (recipe(lambda t: t.replace("~g1~", "~g9~")), "recipe: "),
    "no recipe": (recipe(lambda t: t.replace("~", "-")), "recipe: "),
    "an index too large": (recipe(lambda t: t + "0" * 15), "recipe: "),
    # names
    "a name with a slash": (put(name="a/b"), ".*name"),
    "a name that is an id": (put(name="0123456789abcdef"), ".*name"),
    "a name too long": (put(name="n" * 65), ".*name"),
    "the name of another": (put(name="taken"), "puzzle [0-9a-z]{16}: name 'taken' is that of puzzle"),
    # what a pack has
    "the number zero": (put(number=0), "number: "),
    "a number too large": (put(number=2**32), "number: "),
    # the catalogue that is there
    "another name of it": (
        lambda r, _: {"board": KNOWN["board"], "goal": KNOWN["goal"], "name": "other"},
        "puzzle [0-9a-z]{16}: name 'other' contradicts the stored 'known'"),
}

# Lines of JSON that are no rows.
TEXTS = {
    "half a line": (lambda t, g: t[:g.randrange(2, len(t) - 1)], "invalid JSON"),
    "an array": (lambda t, g: "[%s]" % t, "expected a JSON object"),
    "a number": (lambda t, g: "12", "expected a JSON object|invalid JSON"),
    "two rows": (lambda t, g: t + t, "invalid JSON"),
    "a member twice": (lambda t, g: t[:-1] + ', "board":"1"}', "invalid JSON"),
    "a zero byte": (lambda t, g: t[:-1] + ',"note":"\\u0000"}', "invalid JSON"),
    "deep": (lambda t, g: "[" * 5000, "invalid JSON"),
    "a board of objects": (lambda t, g: '{"board":{"a":1}}', "board: expected a string"),
    "a board of texts": (lambda t, g: '{"board":[["1","2"],[3,0]]}', "board: expected an array"),
    "a board of rows that differ": (lambda t, g: '{"board":[[1,2],[0]]}', "board: "),
}

# Rows of CSV that are none.
CELLS = {
    "a field less": (lambda t, g: t.rsplit(",", 1)[0], r"\d+ fields: expected \d+"),
    "a field more": (lambda t, g: t + ",1", r"\d+ fields: expected \d+"),
    "a quote": (lambda t, g: t.replace("/", '"/', 1), r"field \d+: unbalanced quotes"),
}

# Lines of boards that are none.
LINES = {
    "a label twice": (lambda t, g: re.sub(r"^(\d+) \d+", r"\1 \1", t), "board: "),
    "no board": (lambda t, g: "nonsense", "board: "),
    "a label less": (lambda t, g: t.split(" ", 1)[1], "board: "),
    "no goal": (lambda t, g: t.split("\t")[0] + "\tgoal", "goal: "),
    "a goal more": (lambda t, g: t + "\t" + t, "goal: "),
}

KNOWN = {}


def plain(row):
    """A row of CSV."""
    return {k: v for k, v in row.items() if not isinstance(v, (dict, list))}


def cells(row, names):
    out = io.StringIO()
    csv.DictWriter(out, names, extrasaction="ignore", lineterminator="").writerow(row)
    return out.getvalue()


def write(kind, count, seed, file):
    rng = random.Random(seed)
    rows = [json.loads(line) for line in sys.stdin]
    KNOWN.update(rows.pop(0))
    taken = rows.pop(0)
    if kind == "csv":
        rows = [plain(r) for r in rows]
    names = sorted({k for r in rows for k in r} | {"name", "number", "stopped"})
    faults = [(name, "row", *rest) for name, rest in FAULTS.items()]
    if kind == "jsonl":
        faults += [(name, "text", *rest) for name, rest in TEXTS.items()]
    elif kind == "csv":
        faults += [(name, "text", *rest) for name, rest in CELLS.items()]
        # An empty field is none, and numbers have no type.
        faults = [f for f in faults if f[0] != "an empty board"]
    else:
        faults = [(name, "text", *rest) for name, rest in LINES.items()]

    def text(row):
        return (json.dumps(row) if kind == "jsonl" else cells(row, names) if kind == "csv"
                else "%s\t%s" % (row["board"], row["goal"]))

    lines, good = [], []
    if kind == "csv":
        lines.append(",".join(names))
        good.append(lines[0])
    if kind != "boards":
        lines.append(text(plain({**taken, "name": "taken"})))
        good.append(lines[-1])
    made, seen = 0, set()
    with open(file + ".faults", "w") as listed:
        while made < count:
            name, form, change, words = faults[made % len(faults)]
            for _ in range(10000):
                row = rng.choice(rows)
                old = dict(row) if form == "row" else text(row)
                new = change(old, rng)
                if new not in (None, row, text(row)):
                    break
            else:
                sys.exit("no row for the fault: " + name)
            if rng.randrange(4) == 0:
                good.append(text(rng.choice(rows)))
                lines.append(good[-1])
            lines.append(text(new) if form == "row" else new)
            print(len(lines), name, words, sep="\t", file=listed)
            seen.add(name)
            made += 1
    with open(file, "w") as out, open(file + ".good", "w") as right:
        print("\n".join(lines), file=out)
        print("\n".join(good), file=right)
    print(len(seen))


def compare(file, errors):
    wanted = {}
    for line in open(file + ".faults"):
        number, name, words = line.rstrip("\n").split("\t")
        wanted[int(number)] = (name, words)
    found, wrong = {}, 0
    for line in open(errors, errors="replace"):
        match = re.match(r"loyd: ([^:]*):(\d+): (.*)", line)
        if not match or match[1] != file or int(match[2]) in found:
            print("unexpected:", line, end="")
            wrong += 1
        else:
            found[int(match[2])] = match[3]
    if list(found) != sorted(found):
        print("not in the order of lines")
        wrong += 1
    for number in sorted(wanted.keys() | found.keys()):
        name, words = wanted.get(number, ("none", "$^"))
        if not re.match(words, found.get(number, "nothing is said")):
            print("line %d: %s: %s" % (number, name, found.get(number, "nothing is said")))
            wrong += 1
    print("%d of %d rows named, %d wrong" % (len(found), len(wanted), wrong))


if __name__ == "__main__":
    if sys.argv[1] == "write":
        write(sys.argv[2], int(sys.argv[3]), int(sys.argv[4]), sys.argv[5])
    else:
        compare(*sys.argv[2:])
