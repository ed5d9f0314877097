# SPDX-License-Identifier: MIT
"""The formats' own examples, and the recipes that golden.tsv records."""
from boards import Layout, blake, key_id, read_size

SECRET = bytes(range(32))
SECRETS = (SECRET, bytes(32), b"\xff" * 32, blake(b"a secret"))
MAX_INDEX = 2 ** 48 - 1
PATHS = "rows columns snake spiral".split()
STRANGE = {(3, 3): "8 2 7/0 5 3/4 9 6", (4, 4): "1 16 2 15/3 14 4 13/"
           "5 12 0 11/7 10 8 9", (2, 4): "8 6/4 2/0 1/3 5"}

# The formats' own examples: recipe, secret, start, goal ('' for the
# layout's own), id.
EXAMPLES = (
    ("4x4/snake~g1~monday~17", b"",
     "11 7 13 3/8 5 10 0/12 6 2 9/4 14 15 1", "", "gy4fqfbb3cyf8wmb"),
    ("4x4/rows~g1~monday~0", b"",
     "12 2 3 13/8 0 4 10/15 1 11 6/14 5 7 9", "", "fpk26m5bh3ywpcs7"),
    ("4x4/rows~g1:retry~monday~1", b"",
     "11 9 3 2/7 15 10 4/14 13 0 8/6 1 12 5", "", "jtfvrc5yfxjtw45v"),
    ("4x4/rows~g1:walk:150~monday~2", b"",
     "1 3 4 7/5 6 2 15/10 0 12 8/9 13 14 11", "", "anc2vxtf603wqr2p"),
    ("4x4/spiral~g1:jump:20~monday~3", b"",
     "5 15 14 4/0 2 10 6/3 1 9 7/13 12 11 8", "", "4q11wng3wmjmkzzz"),
    ("5x3/rows,missing=2~g1~~1000003", b"",
     "13 12 15 3 1/4 14 11 9 7/10 8 6 5 0", "", "xjhzr3x3s6hag8bq"),
    ("4x4/random,missing=random~g1~monday~4", b"",
     "8 6 9 7/5 3 1 13/2 0 16 10/15 14 4 11",
     "4 10 9 16/11 5 2 0/6 1 7 3/14 8 13 15", "jqxzqbfg74y5rmse"),
    ("4x4/rows~g1:ball,stm=5..8~monday~5", b"",
     "1 3 7 4/5 2 8 0/9 6 10 11/13 14 15 12", "", "4xd76jqh080d987d"),
    ("4x4/snake~g1@m4n9j87k~monday~17", SECRET,
     "0 15 13 5/7 12 10 9/3 6 11 14/4 2 8 1", "", "hfgb1xdp6cp0g02r"),
)

# Examples of what the formats gained later; their rows of golden.tsv follow
# all others.
LATER_EXAMPLES = (
    ("4x4/snake,missing=random~g1~monday~4", b"",
     "7 2 5 0/16 14 8 12/3 11 6 13/4 15 9 10",
     "0 2 3 4/8 7 6 5/9 10 11 12/16 15 14 13", "tcn9bmmserc0tsyw"),
    ("4x4/path=1.1:RDL2U2R3D3L3~g1~monday~7", b"",
     "7 0 12 5/2 6 10 4/8 3 15 14/9 13 11 1", "", "6ptxacj3dsq4zpyq"),
)

# The formats' layouts of 4x4: canonical text, goal.
LAYOUTS = (
    ("rows", "1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0"),
    ("rows,blank=first", "0 1 2 3/4 5 6 7/8 9 10 11/12 13 14 15"),
    ("rows,blank=0.3", "1 2 3 0/4 5 6 7/8 9 10 11/12 13 14 15"),
    ("rows,missing=2", "1 0 3 4/5 6 7 8/9 10 11 12/13 14 15 16"),
    ("rows,missing=2,blank=last", "1 3 4 5/6 7 8 9/10 11 12 13/14 15 16 0"),
    ("snake", "1 2 3 4/8 7 6 5/9 10 11 12/0 15 14 13"),
    ("snake,missing=6", "1 2 3 4/8 7 0 5/9 10 11 12/16 15 14 13"),
    ("spiral", "1 2 3 4/12 13 14 5/11 0 15 6/10 9 8 7"),
    ("spiral,blank=first", "0 1 2 3/11 12 13 4/10 15 14 5/9 8 7 6"),
    ("columns", "1 5 9 13/2 6 10 14/3 7 11 15/4 8 12 0"),
    ("path=1.1:RDL2U2R3D3L3", "7 8 9 10/6 1 2 11/5 4 3 12/0 15 14 13"),
    ("path=0.0:D3RU3RD3RU3,blank=first",
     "0 7 8 15/1 6 9 14/2 5 10 13/3 4 11 12"),
)

# Original ChaCha20, key zero: nonce, counter, first four bytes of keystream.
# [D. J. Bernstein's ChaCha; draft-agl-tls-chacha20poly1305-04, section 7]
STREAMS = ((0, 0, "76b8e0ad"), (1, 0, "ef3fdfd6"), (1 << 56, 0, "de9cba7b"))

# Draws that bounded() rejects: one in a few million words. If no spare word is
# left the attempt is void, otherwise the next word is used.
REJECTED = (
    "15x15/rows~g1~rejected~11075762",            # m = 2^32 mod r: just good
    "15x15/rows~g1~rejected~16035522",            # one less: just rejected
    "15x15/rows~g1~rejected~91699",               # void: 224 of 224 words
    "15x14/rows~g1~rejected~283583",              # 15 words to spare
    "15x15/spiral~g1:retry~rejected~45036",
    "15x11/rows~g1:jump:16~rejected~4273097",     # void
    "15x11/rows~g1:jump:17~rejected~3577934",
    "15x15/random~g1~rejected~154106",            # the goal's attempt is void
    "15x15/random,blank=7.7~g1~rejected~339966",
    "15x15/random,missing=random~g1~rejected~27365672",  # the missing label's
)


def options(size):
    """Options as typed, some of which change nothing."""
    width, height = size
    n = width * height
    blanks = ("first", "last", "0.0", "%d.%d" % (height - 1, width - 1),
              "0.%d" % (width - 1), "%d.0" % (height - 1), "1.1")
    for missing in ("", ",missing=1", ",missing=2", ",missing=%d" % (n // 2),
                    ",missing=%d" % n):
        yield missing
        for blank in blanks:
            yield missing + ",blank=" + blank


def drawn_layouts(size):
    for missing in ("", ",missing=random", ",missing=1",
                    ",missing=%d" % (size[0] * size[1])):
        for blank in ("", ",blank=first", ",blank=last", ",blank=1.0"):
            yield "random" + missing + blank


def sized_recipes():
    """Every size once, cycling through layouts and methods."""
    layouts = PATHS + ["rows,blank=first", "spiral,missing=3", "random",
                       "snake,blank=1.1", "columns,missing=2,blank=last"]
    methods = ("", ":retry", ":shuffle", ":walk:77", ":jump:15")
    k = 0
    for height in range(2, 16):
        for width in range(2, 16):
            yield "%dx%d/%s~g1%s~size~%d" % (
                width, height, layouts[k % len(layouts)],
                methods[k % len(methods)], k)
            k += 1


def layout_recipes():
    for size in ("4x4", "5x3", "3x5", "2x2"):
        for path in PATHS:
            for option in options(read_size(size)):
                layout = Layout(path + option, read_size(size))
                if str(layout) == path + option:
                    yield "%s/%s~g1~layout~7" % (size, layout)
    for size, goal in STRANGE.items():
        yield "%dx%d/goal=%s~g1~strange~0" % (size + (goal,))
    # Two names of one goal draw the same boards.
    yield "4x4/goal=%s~g1~monday~0" % LAYOUTS[0][1]
    yield "3x3/goal=0 2 3/4 5 6/7 8 9~g1~twin~5"
    yield "3x3/rows,missing=1~g1~twin~5"


def method_recipes():
    for size in ("4x4", "3x3", "2x5", "6x4", "5x5"):
        for method in ("", ":retry", ":shuffle", ":walk:1", ":walk:2",
                       ":walk:16", ":walk:17", ":walk:1000", ":jump:1",
                       ":jump:2", ":jump:16", ":jump:17", ":jump:300"):
            for index in (0, 1, 2):
                yield "%s/rows~g1%s~method~%d" % (size, method, index)
    yield "4x4/snake~g1:walk:65535~long~1"
    yield "4x4/snake~g1:jump:65535~long~1"
    for method in ("", ":retry", ":shuffle", ":walk:3", ":jump:3"):
        for index in range(8):  # many a void attempt: 11 states
            yield "2x2/rows~g1%s~tiny~%d" % (method, index)


def index_recipes():
    for index in (9, 10, 65536, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 32 + 1,
                  2 ** 40 + 12345, MAX_INDEX - 1, MAX_INDEX):
        yield "4x4/rows~g1~index~%d" % index
        yield "15x15/spiral~g1~index~%d" % index
        yield "3x3/random,missing=random~g1:jump:40~index~%d" % index
    yield "4x4/rows~g1:walk:65535~index~%d" % MAX_INDEX


def seed_recipes():
    seeds = ("", " ", "~", "~~", "/", "a~b/c~17", "~0", "-1", "'\"\\", "<&>",
             "=1+1", "%00", "montag für alle", "月曜日", "🧩 15",
             "e\u0301", "\u00e9", "\u2028", "\u00a0", "\ufeff", "\U0010ffff",
             "x" * 64, "y" * 65, "long " * 204 + "seed", "\u00fc" * 512,
             "🧩" * 256)
    for seed in seeds:
        yield "4x4/rows~g1~%s~0" % seed
        yield "3x4/random,missing=random~g1:retry~%s~1" % seed


def target_recipes():
    targets = (("2x2", "1..1 6..6 2..4 0..65535"), ("2x3", "21 0..9 10..12"),
               ("3x2", "1..5 18..65535"), ("2x4", "1..8 22..24 30..36"),
               ("4x2", "7..9 25"), ("3x3", "4..6 10..12 18..20 22 28..30"))
    for size, spans in targets:
        for path in ("rows", "rows,blank=first", "spiral,missing=2"):
            for span in spans.split():
                if size == "2x3" and path != "rows" and span == "21":
                    continue  # no state at 21 in this class
                low, _, high = span.partition("..")
                yield "%s/%s~g1,stm=%s..%s~target~%d" % (
                    size, path, low, high or low, len(path))
    for method in (":retry", ":shuffle", ":walk:50", ":jump:9"):
        yield "3x3/rows~g1%s,stm=10..14~target~3" % method
        yield "2x3/columns~g1%s,stm=4..8~target~4" % method
    yield "3x3/goal=%s~g1,stm=17..19~strange~0" % STRANGE[3, 3]
    for layout in ("random", "random,missing=random", "random,blank=1.0",
                   "random,missing=2,blank=last"):
        yield "2x4/%s~g1,stm=9..12~drawn~2" % layout
        yield "3x3/%s~g1:walk:60,stm=16..20~drawn~2" % layout


def drawn_recipes():
    for size in ("4x4", "3x3", "2x2", "7x5"):
        for layout in drawn_layouts(read_size(size)):
            canonical = Layout(layout, read_size(size))
            if str(canonical) == layout:
                yield "%s/%s~g1~drawn~6" % (size, layout)
                yield "%s/%s~g1:shuffle~drawn~7" % (size, layout)


# One-stroke paths: size, path, canonical text. Loops, a comb, a corner turned
# inside out, the names that loyd knows, and the greatest number of turns.
STROKES = (
    ("4x4", "path=0.0:R3D3LU2LD2LU2", "path=0.0:R3D3LU2LD2LU2"),
    ("4x4", "path=1.1:RDL2U2R3D3L3", "path=1.1:RDL2U2R3D3L3"),
    ("4x4", "path=0.0:DDDRUUURDDDRUUU", "path=0.0:D3RU3RD3RU3"),
    ("4x4", "path=3.3:L3UR3UL3UR3", "path=3.3:L3UR3UL3UR3"),
    ("4x4", "path=0.0:R3D1L3DR3DL3", None),
    ("4x4", "path=0.0:R3DL3DR3DL3", "snake"),
    ("4x4", "path=0.0:RRRDDDLLLUURRDL", "spiral"),
    ("2x2", "path=0.0:RDL", "snake"),
    ("2x2", "path=0.1:DLU", "path=0.1:DLU"),
    ("2x3", "path=2.1:LU2RD", "path=2.1:LU2RD"),
    ("3x2", "path=0.1:LDR2U", "path=0.1:LDR2U"),
    ("3x3", "path=1.1:RDL2U2R2", "path=1.1:RDL2U2R2"),
    ("2x15", "path=0.0:D14RU14", "path=0.0:D14RU14"),
    ("15x2", "path=1.14:" + "ULDL" * 7 + "U", None),
    ("15x2", "path=1.14:" + "ULDL" * 7 + "UR", None),
    ("15x15", "path=0.0:" + "D14RU14R" * 7 + "D14",
     "path=0.0:" + "D14RU14R" * 7 + "D14"),
    ("15x14", "path=0.0:" + "DRUR" * 7 + "D" + "DL14DR14" * 6,
     "path=0.0:" + "DRUR" * 7 + "D2" + "L14DR14D" * 5 + "L14DR14"),
)

# Texts that are no path of 3x3.
NO_STROKES = (
    "path", "path=", "path=:", "path=0.0", "path=0.0:", "path=0:R2DL2DR2",
    "path=0.0.0:R2DL2DR2", "path=0.0:R2DL2DR", "path=0.0:R2DL2DR3",
    "path=0.0:R2DL2DR2U", "path=0.0:R2LDL2DR2", "path=0.0:R2DL2UR2",
    "path=0.0:R3L", "path=0.3:DL2", "path=3.0:U2", "path=00.0:R2DL2DR2",
    "path=0.0:r2dl2dr2", "path=0.0:R02DL2DR2", "path=0.0:R1RDL2DR2",
    "path=0.0:R2DL2DR2 ", "path=0.1:R2DL2DR2", "path=0.0:R1000",
    "path=0.0:R2DL2DR2,", "path=0.0:R2DL2DR2,missing=10",
    "path=0.0:R2DL2DR2,blank=first,missing=2", "Path=0.0:R2DL2DR2",
    "path=0.0:R2/DL2DR2", "path=0.0:2RDL2DR2", "path=-1.0:R2DL2DR2",
    "path=4294967296.0:R2DL2DR2", "path=0.0:R99999999999999999999")


def stroke_layouts():
    """(size, layout as typed), with options that may change nothing."""
    for size, path, canonical in STROKES:
        yield size, path
        if canonical:
            for option in options(read_size(size)):
                yield size, path + option
            assert str(Layout(path, read_size(size))) == canonical, path
    for path in PATHS + ["path=0.0:RD2LUR", "path=1.1:DLU2RDL"]:
        for size in ("2x3", "4x4", "15x15"):
            for blank in ("", ",blank=first", ",blank=last", ",blank=1.0"):
                if "=" not in path or size == "2x3":
                    yield size, path + ",missing=random" + blank
    for text in NO_STROKES:
        yield "3x3", text
    for text in ("goal=1 2 3/4 5 6/7 8 0,missing=random",
                 "rows,blank=first,missing=random", "rows,missing=Random",
                 "rows,missing=random,missing=1", "rows,missing=random1"):
        yield "3x3", text


def stroke_recipes():
    """Goals of paths, and missing labels that are drawn for any path."""
    for size, path, canonical in STROKES:
        if canonical:
            yield "%s/%s~g1~stroke~11" % (size, canonical)
    four = "4x4/path=1.1:RDL2U2R3D3L3"
    yield four + ",blank=first~g1~stroke~1"
    yield four + ",missing=5,blank=2.2~g1:retry~stroke~2"
    yield four + ",missing=random~g1:walk:40~stroke~3"
    yield "3x3/path=1.1:RDL2U2R2~g1,stm=20..24~stroke~4"
    yield "2x3/path=2.1:LU2RD~g1:ball,stm=5..8~stroke~5"
    for size in ("2x2", "3x2", "4x4", "5x3", "15x15"):
        for path in PATHS:
            for blank in ("", ",blank=first", ",blank=last", ",blank=1.0"):
                layout = Layout(path + ",missing=random" + blank,
                                read_size(size))
                yield "%s/%s~g1~any~%d" % (size, layout, len(path))
    yield "2x2/path=0.1:DLU,missing=random~g1:shuffle~any~0"
    yield "2x2/path=0.1:DLU,missing=random,blank=1.1~g1:jump:3~any~1"
    for index in range(12):
        yield "3x3/snake,missing=random~g1,stm=10..18~any~%d" % index
        yield "2x3/columns,missing=random~g1:ball,stm=3..6~any~%d" % index
    yield "4x4/spiral,missing=random~g1~index~%d" % MAX_INDEX
    yield "5x5/snake,missing=random~g1,mlc=80..90~any~0"
    yield "3x3/rows,missing=random,blank=1.1~g1,mtm=8..12~any~0"


def secret_recipes():
    """(secret, recipe)"""
    forms = ("4x4/rows~g1@%s~daily/2026-01-01~0",
             "3x3/snake~g1,stm=12..20@%s~daily/2026-01-02/easy~0",
             "4x4/random,missing=random~g1@%s~~3",
             "5x4/spiral~g1:walk:99@%s~a~4", "3x5/columns~g1:shuffle@%s~a~5",
             "3x3/random,blank=last~g1:jump:30,stm=8..22@%s~a~6")
    for secret in SECRETS:
        for form in forms:
            yield secret, form % key_id(secret)


def far_recipes():
    """Lengths up to 80, which need no search: no walk gets too near."""
    for layout in ("rows", "columns", "snake", "spiral,missing=1",
                   "rows,missing=13", "columns,missing=13", "random,blank=0.3",
                   "random,missing=random,blank=last"):
        for span, index in (("80..80", 0), ("72..80", MAX_INDEX), *(
                ("60..80", index) for index in range(6))):
            yield "4x4/%s~g1:far,stm=%s~far~%d" % (layout, span, index)


def ball_recipes():
    for size, span in (("2x2", "1..6"), ("2x2", "6..6"), ("2x3", "1..21"),
                       ("3x2", "4..9"), ("2x4", "0..65535"), ("4x2", "36..36"),
                       ("3x3", "1..1"), ("3x3", "5..12"), ("3x3", "20..31")):
        for path in ("rows", "columns,missing=2,blank=last",
                     "snake,missing=3"):
            if (size, span[:2]) == ("4x2", "36") and path[:3] == "sna":
                continue  # no state at 36 in this class
            for index in (0, 1, 2 ** 40):
                yield "%s/%s~g1:ball,stm=%s~ball~%d" % (size, path, span,
                                                        index)
    for size in ("4x4", "3x5", "5x3", "2x8", "7x2"):
        for path in ("rows", "spiral,missing=5", "rows,blank=1.1"):
            for index in range(3):
                yield "%s/%s~g1:ball,stm=5..8~ball~%d" % (size, path, index)
    for layout in ("random", "random,missing=random,blank=0.1"):
        for index in range(3):
            yield "4x4/%s~g1:ball,stm=1..7~ball~%d" % (layout, index)
            yield "2x4/%s~g1:ball,stm=10..30~ball~%d" % (layout, index)
    yield "4x4/rows~g1:ball,stm=1..13~ball~%d" % MAX_INDEX


def larger_target_recipes():
    """Beyond 9 cells: targets within reach of a search without tables."""
    for size, method, span in (
            ("2x5", "", "20..26"), ("5x2", ":retry", "22..25"),
            ("3x4", ":walk:40", "14..22"), ("4x3", ":jump:5", "9..21"),
            ("2x6", ":walk:60", "18..22"), ("4x4", ":walk:60", "16..24"),
            ("4x4", ":jump:6", "10..20"), ("3x5", ":walk:30", "12..12"),
            ("8x2", ":walk:30", "11..13")):
        for path in ("rows", "spiral,missing=5", "columns,blank=1.1",
                     "random,missing=random"):
            for index in range(2):
                yield "%s/%s~g1%s,stm=%s~larger~%d" % (size, path, method,
                                                       span, index)


def mlc_recipes():
    """Beyond 16 cells: Manhattan distances with linear conflicts."""
    for size, spans in (("5x5", ("60..70", "78", "90..65535")),
                        ("6x3", ("0..42", "51..55")), ("3x7", ("75..82",)),
                        ("9x2", ("52..60", "78..90")), ("7x6", ("155..170",)),
                        ("10x10", ("693..720",)), ("15x15", ("0..2200",))):
        for path in ("rows", "spiral,missing=5", "random,missing=random"):
            for span in spans:
                low, _, high = span.partition("..")
                yield "%s/%s~g1,mlc=%s..%s~mlc~%d" % (
                    size, path, low, high or low, len(path))


def mtm_recipes():
    """Lengths in slides."""
    for size, method, spans in (
            ("2x2", "", "1..2 6"), ("3x2", "", "3..5 20"),
            ("2x4", ":retry", "9..12"), ("4x2", ":shuffle", "20..65535"),
            ("3x3", "", "5..8 15 22..24"), ("3x3", ":walk:30", "7..9"),
            ("3x3", ":jump:4", "4..6")):
        for path in ("rows", "rows,blank=1.1") if size == "3x3" else \
                ("rows", "spiral,missing=2", "random,missing=random"):
            for span in spans.split():
                if (size, path, span) == ("3x3", "rows,blank=1.1", "22..24"):
                    span = "20..21"
                low, _, high = span.partition("..")
                yield "%s/%s~g1%s,mtm=%s..%s~slides~%d" % (
                    size, path, method, low, high or low, len(path))
    for size, method, span in (  # beyond 9 cells: near the goal
            ("5x2", ":walk:12", "3..5"), ("2x5", ":jump:3", "4..6"),
            ("3x4", ":walk:16", "5..6"), ("4x3", ":walk:20", "6..7"),
            ("6x2", ":jump:2", "2..3"), ("2x6", ":walk:9", "1..6")):
        for path in ("rows", "spiral,missing=2", "columns,blank=1.1",
                     "random,missing=random"):
            yield "%s/%s~g1%s,mtm=%s~slides~%d" % (size, path, method, span,
                                                   len(path))


def draws():
    """(recipe, secret) of every row of golden.tsv, each once."""
    cases = [(text, secret) for text, secret, *_ in EXAMPLES
             if ":ball" not in text]
    for recipes in (sized_recipes(), layout_recipes(), method_recipes(),
                    index_recipes(), seed_recipes(), target_recipes(),
                    drawn_recipes(), REJECTED):
        cases += [(text, b"") for text in recipes]
    cases += [(text, secret) for secret, text in secret_recipes()]
    cases += [(text, b"") for text in ball_recipes()]
    cases += [("4x4/rows~g1:ball,stm=5..8~monday~5", b"")]
    cases += [("4x4/rows~g1:ball,stm=3..9@%s~ball~0" % key_id(secret), secret)
              for secret in SECRETS[:1]]
    cases += [(text, b"") for text in larger_target_recipes()]
    cases += [(text, b"") for text in mlc_recipes()]
    cases += [(text, b"") for text in mtm_recipes()]
    cases += [("5x5/snake~g1,mlc=85..90@%s~daily/2026-01-01/large~0" %
               key_id(secret), secret) for secret in SECRETS[:2]]
    cases += [(text, secret) for text, secret, *_ in LATER_EXAMPLES]
    cases += [(text, b"") for text in stroke_recipes()]
    cases += [("4x4/%s,missing=random~g1@%s~any~1" % (
        path, key_id(secret)), secret)
        for path in ("spiral", "path=3.3:L3UR3UL3UR3")
        for secret in SECRETS[:1]]
    cases += [(text, b"") for text in far_recipes()]
    cases += [("4x4/rows~g1:far,stm=78..80@%s~far~0" % key_id(secret), secret)
              for secret in SECRETS[:1]]
    return list(dict.fromkeys(cases))
