# SPDX-License-Identifier: MIT
"""Finds turns of phrase that loyd's texts do not use, with better ones.

    turns.py FILE ...   C: comments and strings; other files: all of the text.
                        A turn that is broken over two lines is found too
    turns.py -          standard input, as text

Prints FILE:LINE: TURN: ADVICE for each, and exits with 1 if there is any.
"""
import re
import sys

# A regular expression and what to write instead. Case is ignored.
TURNS = (
    (r"unless said", "(default: X)"),
    (r"(was|were) expected", "expected X"),
    (r"(?<!there )\b(is|are|was|were) (?-i:none)\b", "say what is wrong"),
    (r"(?<!there )\bis no (array|band|board|catalogue|command|date|digest|file|folder|"
     r"hash|id|key|layout|name|number|object|option|pack|path|puzzle|recipe|"
     r"row|size|square|string)\b", "is not a X; invalid X"),
    (r"\b(tells|told)\b", "prints, reports, shows, returns"),
    (r"\bbehind\b", "after"),
    (r"\bfor ever\b", "forever"),
    (r"\bonce more\b", "again"),
    (r"\bwhoever\b", "anyone who; the caller"),
    (r"\bwhatever the\b", "regardless of; for any"),
    (r"\b(nobody|somebody|anybody)\b", "no one, another, anyone; or passive"),
    (r"\bparted by\b", "separated by"),
    (r"\ban? (bit|board|byte|character|digit|file|letter|line|object|pixel|"
     r"program|puzzle|row|test|word) an? (board|case|cell|character|class|"
     r"command|entry|field|file|job|label|line|parser|pattern|puzzle|query|"
     r"row|shard|struct|table|test|thread|tile|weekday)\b", "one X per Y"),
    (r"\bgo(es|ing)? on\b(?! the\b)", "continue, resume"),
    (r"\bwhat comes next\b", "the next X"),
    (r"\bat last\b", "finally"),
    (r"\bbeside\b", "next to; in addition to"),
    (r"\bquick(er|est)\b", "faster, fastest"),
    (r"\black(s|ed|ing)?\b", "has no; is missing; out of memory"),
    (r"\bof its own\b", "its own; separate"),
    (r"\bthe house\b|\bguests?\b|\bthe boss\b|\basleep\b|\bleavings\b",
     "the plain technical term"),
    (r"\bby (hand|what)\b", "manually; according to what"),
    (r"\bas (it is|they are)(?=[,.;:)])", "unchanged"),
    (r"\b(is|are) asked\b", "is called, checked, queried"),
    (r"\bmakes of\b|\bmakes one of\b(?! (the|them)\b)",
     "builds; combines into"),
    (r"\b(is|are) looked at\b|\blooked at twice\b", "is checked"),
    (r"\bcomes to\b", "adds up to; results in"),
    (r"\bat hand\b|\bat work\b|\bon the way\b",
     "available; running; along the way"),
    (r"\b(is|are|was|were) to be\b", "must be"),
    (r"\bstands\b(?! alone)|\bstood\b", "is; is stored; is written"),
    (r"\balike\b|\bas ever\b", "equally; unchanged"),
    (r"\bspoils?\b|\bcosts nothing\b|\bis due\b",
     "corrupts; is free; is required"),
    (r"\bin the making\b", "being written"),
    (r"\bnothing but\b|\bat the most\b", "only; at most"),
    (r"\bcomes once\b|\b(is|are|be) there (once|twice)\b",
     "is listed once; occurs once"),
    (r"\bnone is (above|below)\b|\bthat none has\b",
     "no X is shorter than"),
    (r"\bdoes not have (its|the number of its)\b(?! options)",
     "does not match its X"),
    (r"\bbetter (an?|its|the|their) (bound|end|interval|path|rating)s?\b|"
     r"\bbetter(s|ed|ing)\b", "improve, tighten"),
    (r"\bany [a-z]+ will do\b|\bthey stand\b", "is enough; plain order"),
    (r"\b(is|are) of use\b|\btill\b", "is useful; until"),
    (r"\bfrom 1 on\b", "at least 1; counted from 1"),
    (r"\bbefore an? [a-z]+ takes more\b|\bmost nodes of\b",
     "maximum X per Y"),
    (r"\banother [a-z]+ gives another\b|\bmay better\b|, likewise [a-z]+=",
     "say what X decides; may find a shorter one; the same for"),
    (r"\blines of slidysim\b", "as slidysim prints them"),
    (r"\bgoes? by (its|the|their)\b", "depends on; compares"),
    (r"\bso many\b", "n; this number; how many"),
    (r"\bof which (all|both|each|half|most|neither|none|one|several|the|two)\b",
     "one of which; in which"),
    (r"\blikewise\b", "the same; also; in the same way"),
    (r"\b(say|says|wants|knows) of\b", "says about; wants for"),
    (r"\bin vain\b|\bforetold\b|\b(less|more) than it need be\b",
     "unnecessarily; predicted; than necessary"),
    (r"\bcounts? nowhere\b|\bcounting starts anew\b",
     "is not counted; starts from zero"),
    (r"\btakes? no part in\b", "does not affect; does not depend on"),
    (r"\bthe most (attempts|boards|bytes|levels|members|moves|nodes|puzzles|"
     r"rows|states|tiles)\b", "the maximum number of"),
)

# (end of the file's name, text around the turn): uses that are right.
ALLOWED = (
    ("tests/style/dialect.sh", "|lacks|"),  # names of bool members
    ("schema.sql", "zeros behind."),  # in a released statement: never changes
    ("schema.sql", "Nodes a board at the most"),  # likewise
)

C_PIECES = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|'
                      r"'(?:\\.|[^'\\\n])*'", re.DOTALL)
BREAK = " \0 "  # no turn continues over it


def text_of_c(source):
    """Comments and strings, as (text, position of each character)."""
    text, places, end = [], [], 0

    def add(piece, at, step=1):
        text.append(piece)
        places.extend(at + step * i for i in range(len(piece)))

    for match in C_PIECES.finditer(source):
        piece, at = match.group(), match.start()
        is_string = piece[0] == '"'
        between = source[end:at]
        # Strings in a row are one string, also around a PRIu64 or the like.
        if not (is_string and text and re.fullmatch(r"\s*(PRI\w+\s*)?",
                                                    between)):
            add(BREAK, at, 0)
        end = match.end()
        if is_string:
            for part in re.finditer(r"\\.|[^\\]+", piece[1:-1]):
                if part.group()[0] == "\\":
                    add(" ", at)
                else:
                    add(part.group(), at + 1 + part.start())
        elif piece[0] == "/":
            add(piece, at)
    return "".join(text), places


def plain(text, places):
    """Without the marks that begin a line of a comment, blanks joined."""
    out, at = [], []
    for match in re.finditer(r"\n[ \t]*(?:\n\s*)+|\s*\n[ \t]*(?:\*(?!/)|#|//|>)"
                             r"*\s*|[^\n]", text):
        piece = match.group()
        if len(piece) > 1 or piece == "\n":
            blank = re.fullmatch(r"\n[ \t]*(?:\n\s*)+", piece)
            piece = BREAK if blank else " "
            if out and out[-1] == " " and piece == " ":
                continue
        out.extend(piece)
        at.extend([places[match.start()]] * len(piece))
    return "".join(out), at


def is_allowed(name, around):
    return any(name.endswith(end) and phrase in around
               for end, phrase in ALLOWED)


def find(name, source):
    if name.endswith((".c", ".h")):
        text, places = text_of_c(source)
    else:
        text, places = source, range(len(source))
    text, places = plain(text, places)
    for pattern, advice in TURNS:
        for match in re.finditer(pattern, text, re.IGNORECASE):
            around = text[max(0, match.start() - 60):match.end() + 60]
            if not is_allowed(name, around):
                line = source.count("\n", 0, places[match.start()]) + 1
                yield line, "%s:%d: '%s': %s" % (name, line, match.group(),
                                                 advice)


def main(names):
    bad = 0
    for name in names:
        if name == "-":
            source = sys.stdin.read()
        else:
            with open(name, encoding="utf-8") as file:
                source = file.read()
        for _, words in sorted(find(name, source)):
            print(words)
            bad += 1
    return int(bad > 0 or not names)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
