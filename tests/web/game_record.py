"""Reads and writes game records, from docs/formats.md alone.

  usage: game_record.py decode <TEXTS >OBJECTS     one per line
         game_record.py encode <OBJECTS >TEXTS

The objects have the fields board and goal, or recipe; began; moves, slides as
"L2 U"; ms; hints.
"""
import base64
import json
import sys
import zlib

PREFIX = "loydgame1."


def number(data):
    value = shift = 0
    while True:
        byte = next(data)
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return value


def rows(data, width, height):
    return "/".join(" ".join(str(next(data)) for _ in range(width))
                    for _ in range(height))


def decode(text):
    assert text.startswith(PREFIX)
    code = text[len(PREFIX):]
    data = base64.urlsafe_b64decode(code + "=" * (-len(code) % 4))
    assert zlib.crc32(data[:-4]) == int.from_bytes(data[-4:], "little")
    data = iter(data[:-4])
    game = {}
    width = next(data)
    if width == 0:
        game["recipe"] = bytes(next(data)
                               for _ in range(number(data))).decode()
    else:
        height = next(data)
        game["board"] = rows(data, width, height)
        game["goal"] = rows(data, width, height)
    game["began"] = number(data)
    slides, game["ms"], game["hints"] = [], [], []
    for _ in range(number(data)):
        slide = next(data)
        tiles = slide // 4 + 1
        slides.append("URDL"[slide % 4] + (str(tiles) if tiles > 1 else ""))
        game["ms"].append(number(data))
    game["moves"] = " ".join(slides)
    at = 0
    for _ in range(number(data)):
        at += number(data)
        game["hints"].append(at)
    assert next(data, None) is None
    return game


def put(value):
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return out + bytes([value])


def encode(game):
    out = bytearray()
    if "recipe" in game:
        recipe = game["recipe"].encode()
        out += b"\0" + put(len(recipe)) + recipe
    else:
        grid = [row.split() for row in game["board"].split("/")]
        out += bytes([len(grid[0]), len(grid)])
        for board in game["board"], game["goal"]:
            out += bytes(map(int, board.replace("/", " ").split()))
    slides = game["moves"].split()
    out += put(game["began"]) + put(len(slides))
    for slide, ms in zip(slides, game["ms"], strict=True):
        out.append(4 * (int(slide[1:] or 1) - 1) + "URDL".index(slide[0]))
        out += put(ms)
    out += put(len(game["hints"]))
    before = 0
    for at in game["hints"]:
        out += put(at - before)
        before = at
    out += zlib.crc32(out).to_bytes(4, "little")
    return PREFIX + base64.urlsafe_b64encode(out).decode().rstrip("=")


for line in sys.stdin:
    print(json.dumps(decode(line.strip())) if sys.argv[1] == "decode"
          else encode(json.loads(line)))
