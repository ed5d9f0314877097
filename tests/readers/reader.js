// Reads puzzles.json of a pack without loyd and replays every solution.
"use strict";
const fs = require("fs");
const pack = JSON.parse(fs.readFileSync(process.argv[2], "utf8"));
const step = {U: [0, 1], D: [0, -1], L: [1, 0], R: [-1, 0]}; // to the tile

// The length of a path that solves a puzzle, in both metrics: each tile that
// moves is one move in STM, each slide one in MTM.
function replay(puzzle, path) {
    const {goal} = pack.goals.find((each) =>
        each.size === puzzle.size && each.layout === puzzle.layout);
    const wanted = goal.split(/[ /]/).map(Number);
    const width = parseInt(puzzle.size, 10);
    const cells = puzzle.board.split(/[ /]/).map(Number);
    const length = {stm: 0, mtm: 0};
    for (const [, tile, count] of path.matchAll(/([UDLR])(\d*)/g)) {
        length.mtm++;
        for (let i = 0; i < (count || 1); i++, length.stm++) {
            const blank = cells.indexOf(0);
            const x = blank % width + step[tile][0];
            const y = Math.floor(blank / width) + step[tile][1];
            if (x < 0 || x >= width || !(y * width + x in cells))
                throw new Error(`puzzle ${puzzle.number}: into the wall`);
            cells[blank] = cells[y * width + x];
            cells[y * width + x] = 0;
        }
    }
    if (cells.join() !== wanted.join())
        throw new Error(`puzzle ${puzzle.number} is not solved`);
    return length;
}

for (const puzzle of pack.puzzles) {
    if (replay(puzzle, puzzle.path).stm !== puzzle.stm)
        throw new Error(`puzzle ${puzzle.number} has another length`);
    if (puzzle.mtm !== undefined && // of puzzles that are rated in MTM
        replay(puzzle, puzzle.mtm_path).mtm !== puzzle.mtm)
        throw new Error(`puzzle ${puzzle.number} has another length in MTM`);
}
console.log(`${pack.puzzles.length} puzzles`);
