// SPDX-License-Identifier: MIT
// Measures the package of `make web` in node. Times are milliseconds.
//
//   node tests/bench/web.mjs [FOLDER]
import path from "node:path";
import {pathToFileURL} from "node:url";

const folder = path.resolve(process.argv[2] ?? "build/web/loyd");
const {load} = await import(pathToFileURL(path.join(folder, "loyd.js")));
const sorted = times => [...times].sort((a, b) => a - b);
const at = (times, share) =>
    sorted(times)[Math.min(times.length - 1, Math.floor(share * times.length))];
const show = (what, ...values) =>
    console.log(what.padEnd(36), values.join("  "));

function timed(work) {
    const begun = performance.now();
    work();
    return performance.now() - begun;
}

// Each size in a module of its own: the first board also builds the tables.
const light = {light: true, nodes: 3000000};
for (const [size, boards, work] of [["3x3", 200], ["4x3", 200], ["4x4", 200],
                                    ["5x5", 10], ["5x5", 10, light],
                                    ["10x10", 10, light]]) {
    const begun = performance.now();
    const loyd = await load();
    const ready = performance.now() - begun;
    const puzzles = Array.from({length: boards + 1}, (_, i) =>
        loyd.draw(`${size}/rows~g1~bench~${i}`));
    const first = timed(() =>
        loyd.solve(puzzles[0].start, puzzles[0].goal, work));
    const times = puzzles.slice(1).map(({start, goal}) =>
        timed(() => loyd.solve(start, goal, work)));
    if (work) show(`${size}, light:`);
    show(`${size}: load, first board`, ready.toFixed(0), first.toFixed(0));
    show(`${size}: median, 99 %, worst of ${boards}`,
         ...[0.5, 0.99, 1].map(share => at(times, share).toFixed(2)));
}
const loyd = await load();
const n = 100000;
const took = timed(() => {
    for (let i = 0; i < n; i++) loyd.draw(`4x4/rows~g1~bench~${i}`);
});
show("4x4: draws a second, one a call", Math.round(n / took * 1000));
