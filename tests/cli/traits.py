# Traits in a catalogue, computed again by the second implementation in Python.
# Usage: traits.py check DB    proven puzzles, all of up to 9 cells
import os
import sqlite3
import sys

here = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(here, "..", "golden"))
sys.dont_write_bytecode = True
from boards import read_board, read_size  # noqa: E402
from search import print_moves  # noqa: E402
from traits import NAMES, board_traits, by_rows, traits  # noqa: E402

n = wrong = 0
with sqlite3.connect(sys.argv[2]) as db:
    for row in db.execute("SELECT size, board, goal, path, stm, %s"
                          " FROM puzzles WHERE status = 'proven'" %
                          ", ".join(NAMES)):
        size = read_size(row[0])
        start, goal = (bytes(read_board(text, size)) for text in row[1:3])
        found = dict(zip(NAMES, row[5:]))
        if len(start) <= 9:
            path, wanted = traits(size, start, goal)
            wrong += print_moves(path) != row[3]
        else:  # without what needs a search
            far, *parts = board_traits(size, start, goal)
            wanted = dict(zip(("linear_conflicts", "inversions", "tiles_home"),
                              parts), detour=row[4] - far,
                          row_moves=len(by_rows(size, start, goal)))
        for name, value in wanted.items():
            if found[name] != value:
                wrong += 1
                print(row[1], row[2], name, found[name], value)
        n += 1
print(n, wrong)
