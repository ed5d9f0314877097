// SPDX-License-Identifier: MIT
// Applies deltas of a series of packs to a puzzles.json: an ES module without
// dependencies, for web pages, apps and servers.
//
//     import { applyDelta } from "./apply.js";
//     let pack = await (await fetch("v1/puzzles.json")).json();
//     pack = applyDelta(pack, await (await fetch("v2/puzzles.json")).json());

// The puzzles with their numbers, which the file leaves out if they follow.
function* numbered(puzzles) {
    let last = 0;

    for (const puzzle of puzzles) {
        last = puzzle.number ?? last + 1;
        yield [last, { ...puzzle, number: last }];
    }
}

// Says why a delta cannot be applied to a pack, or returns nothing.
function reason(pack, delta) {
    for (const file of [pack, delta])
        if (file?.format !== "loyd puzzles" || file.format_version !== 2)
            return "expected two puzzles.json of format version 2";
    if (delta.pack_id === pack.pack_id)
        return "the delta was applied already";
    if (delta.since === undefined)
        return "not a delta: the first pack of a series";
    if (delta.name !== pack.name)
        return "the delta belongs to another series";
    if (delta.since !== pack.pack_id)
        return "the delta does not continue the applied packs";
}

/**
 * Returns the pack as it is after the delta: the same form, except that every
 * puzzle has its number, that `withdrawn` lists all puzzles that are withdrawn
 * now, and that `since` is the delta's. Neither argument is changed. Throws an
 * Error if the delta was applied already, is out of order, or belongs to
 * another series.
 */
export function applyDelta(pack, delta) {
    const problem = reason(pack, delta);

    if (problem !== undefined)
        throw new Error(problem);
    const puzzles = new Map(numbered(pack.puzzles));
    const withdrawn = new Map(pack.withdrawn.map((w) => [w.number, w]));
    const lengths = new Map();

    for (const tomb of delta.withdrawn) {
        puzzles.delete(tomb.number);
        withdrawn.set(tomb.number, tomb);
    }
    for (const [number, puzzle] of numbered(delta.puzzles)) {
        puzzles.set(number, puzzle);
        withdrawn.delete(number);
    }
    for (const length of [...pack.lengths, ...delta.lengths])
        lengths.set(`${length.class_no} ${length.stm}`, length);
    const sorted = (map) =>
        [...map.values()].sort((a, b) => a.number - b.number);
    return {
        ...delta,
        lengths: [...lengths.values()],
        withdrawn: sorted(withdrawn),
        puzzles: sorted(puzzles),
    };
}
