// SPDX-License-Identifier: MIT
// The package answers as the command and the golden files do, and survives
// whatever it is given.
import assert from "node:assert";
import {execFileSync, spawnSync} from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import {pathToFileURL} from "node:url";
import {close, open, run, until} from "./browser.mjs";
import {scripts} from "./page_scripts.mjs";

const folder = path.join(process.env.BUILD, "web", "loyd");
const scratch = process.env.SCRATCH;

// The memory of every module, to see that none of it is lost.
const memories = [];
const Instance = WebAssembly.Instance;
WebAssembly.Instance = function (...args) {
    const made = new Instance(...args);
    memories.push(made.exports.memory);
    return made;
};
const {load, openWorker, LoydError} =
    await import(pathToFileURL(path.join(folder, "loyd.js")));
const loyd = await load();
const memory = memories[0];

const {printRecord} = scripts(["boardtext.js", "board.js", "store.js", "record.js"],
    ["printRecord"]);

/** Runs the command with lines on stdin; returns its JSON Lines. */
function command(args, lines = []) {
    const said = spawnSync(process.env.LOYD, args, {
        input: lines.join(""), encoding: "utf8", maxBuffer: 1 << 28,
        env: {...process.env, LC_ALL: "C", LOYD_DB: ""}});
    assert.equal(said.error, undefined);
    return said.stdout.split("\n").filter(Boolean).map(JSON.parse);
}

/** The rows of a golden file, as lists of fields. */
const golden = name => fs.readFileSync(path.join("data", name), "utf8")
    .split("\n").filter(line => line && !line.startsWith("#"))
    .map(line => line.split("\t"));

/** The error that a call throws; every error must be a LoydError. */
function fault(call) {
    try {
        call();
    } catch (error) {
        assert.ok(error instanceof LoydError, error.stack);
        assert.notEqual(error.message, "");
        return error;
    }
    return null;
}

const pairOf = ({board, goal}) => `${board}\t${goal}\n`;

// Boards of every kind: sizes, layouts, missing labels, goals drawn, methods,
// targets, seeds.
const kinds = [
    ["2x2"], ["3x2", "--layout", "columns"], ["3x3"],
    ["3x3", "--layout", "random,missing=random"],
    ["3x3", "--layout", "spiral,missing=4", "--method", "shuffle"],
    ["3x3", "--stm", "20..31"], ["4x3", "--layout", "snake"],
    ["4x3", "--layout", "random"], ["5x2", "--method", "walk:60"],
    ["4x4"], ["4x4", "--layout", "random"], ["4x4", "--layout", "spiral"],
    ["4x4", "--method", "shuffle"], ["4x4", "--method", "retry"],
    ["4x4", "--stm", "8..12"], ["4x4", "--stm", "40..44"],
    ["4x4", "--method", "jump:30"], ["8x2", "--method", "walk:50"],
    ["5x5"], ["6x4", "--layout", "snake,missing=random"], ["15x15"],
    ["15x2", "--layout", "spiral"], ["7x9", "--layout", "random"],
];
const drawn = kinds.flatMap(([size, ...options], i) => command(["generate",
    size, "--seed", `seed ${i} ~ \u00e9\u{1f9e9}`, "--count", "12",
    "--json", ...options]));
const exact = ({size}) => {
    const [width, height] = size.split("x").map(Number);
    return width * height <= 16;
};

const tests = {
    async "recipes draw the command's boards, ids and layouts"() {
        for (const row of drawn) {
            const {puzzle_id: id, size, layout, board: start, goal,
                   recipe} = row;
            assert.deepEqual(loyd.draw(recipe),
                             {id, size, layout, start, goal, recipe});
            assert.equal(loyd.id(start, goal), id);
            assert.equal(loyd.layoutOf(goal), layout);
        }
        return `${drawn.length} recipes`;
    },
    async "boards are solvable where the command says so, for its reasons"() {
        const said = command(["check", "--json", "--explain"],
                             drawn.map(pairOf));
        assert.equal(said.length, drawn.length);
        said.forEach((row, i) => {
            const {board, goal} = drawn[i];
            const {solvable, explanation} = loyd.check(board, goal);
            assert.equal(solvable, row.status === "solvable");
            assert.deepEqual(explanation.formulas.map(f => f.whyNot === null ?
                [f.name, f.count, f.blank, f.goal, f.solvable] : f.name),
            row.formulas.map(f => f.applies ?
                [f.formula, f.count, f.blank_count, f.goal_count,
                 f.solvable === 1] : f.formula));
            // The exchange that it names makes the other kind of board.
            const [a, b] = explanation.exchange;
            const other = board.replace(/\d+/g, label =>
                Number(label) === a ? b : Number(label) === b ? a : label);
            assert.equal(loyd.check(other, goal).solvable, !solvable);
        });
    },
    "light: large boards without tables"() {
        const {board: start, goal} = drawn.find(row => row.size === "5x5");
        const shares = [];
        const [light, quick] = [
            {light: true, nodes: 3000000, onProgress: at => shares.push(at)},
            {effort: "quick"}].map(work => loyd.solve(start, goal, work));
        assert.equal(loyd.moves(start, light.path).board, goal);
        assert.ok(light.lower <= quick.upper && quick.lower <= light.upper);
        assert.ok(light.upper < 1.1 * quick.upper, `${light.upper} moves`);
        assert.ok(shares.length > 9 && shares.every((share, i) =>
            share >= 0 && share <= 1 && share >= (shares[i - 1] ?? 0)));
        assert.deepEqual(loyd.solve("1 2 3/4 5 0/7 8 6", "1 2 3/4 5 6/7 8 0",
                                    {light: true}).path, "U");
        assert.throws(() => loyd.solve(start, goal, {light: true,
            nodes: 3000000, onProgress() { throw new Error("mine"); }}), /mine/);
        assert.equal(loyd.solve(start, goal, {light: true, nodes: 3000000})
            .upper, light.upper);
    },
    "light: what it proves is what the command proves"() {
        const rows = ["5x5", "6x4", "7x6"].flatMap(size => command(["generate",
            size, "--method", "walk:40", "--seed", "light", "--count", "9",
            "--json"]));
        const said = command(["solve", "--prove", "--json"], rows.map(pairOf));
        let n = 0;
        said.forEach(({stm}, i) => {
            const {board: start, goal} = rows[i];
            const {lower, upper, proven, path} =
                loyd.solve(start, goal, {light: true, nodes: 300000});
            assert.equal(loyd.moves(start, path).stm, upper);
            assert.equal(loyd.moves(start, path).board, goal);
            assert.ok(lower <= stm && stm <= upper, `${lower}..${upper} ${stm}`);
            assert.equal(proven, lower === upper);
            n += proven;
        });
        assert.ok(n > 0);
        return `${n} of ${said.length} are proven`;
    },
    async "lengths, canonical paths, bands and percentiles are the command's"() {
        const rows = drawn.filter(exact);
        const said = command(["solve", "--json", "--threads", "1"],
                             rows.map(pairOf));
        let n = 0;
        said.forEach((row, i) => {
            const {board, goal} = rows[i];
            if (row.status === "unsolvable") {
                assert.equal(fault(() => loyd.solve(board, goal)).code,
                             "unsolvable");
                return;
            }
            const {lower, upper, proven, path: moves} =
                loyd.solve(board, goal);
            assert.deepEqual([lower, upper, proven, moves],
                             [row.stm, row.stm, true, row.path]);
            const played = loyd.moves(board, moves);
            assert.deepEqual([played.board, played.stm], [goal, row.stm]);
            if (row.stm === 0) return; // the goal itself has no rank
            const {percentile, band} =
                loyd.percentile(board, goal, row.stm);
            assert.deepEqual([percentile, band], [row.percentile, row.band]);
            n++;
        });
        return `${n} boards`;
    },
    async "large boards have the interval and path of the command's quick"() {
        const rows = drawn.filter(row => ["5x5", "7x9"].includes(row.size) &&
                                         /~[01]$/.test(row.recipe));
        const said = command(["solve", "--json", "--threads", "1"],
                             rows.map(pairOf));
        said.forEach((row, i) => {
            const {lower, upper, path: moves} =
                loyd.solve(rows[i].board, rows[i].goal);
            assert.deepEqual([lower, upper, moves],
                             [row.lower, row.upper, row.path]);
        });
    },
    async "lengths in MTM are the command's"() {
        const rows = drawn.filter(({size}) => ["2x2", "3x3"].includes(size));
        const said = command(["solve", "--json", "--metric", "mtm"],
                             rows.map(pairOf));
        said.forEach((row, i) => {
            if (row.status === "unsolvable") return;
            const {upper, path: moves} =
                loyd.solve(rows[i].board, rows[i].goal, {metric: "mtm"});
            assert.deepEqual([upper, moves], [row.mtm, row.mtm_path]);
            assert.equal(loyd.moves(rows[i].board, moves).mtm, upper);
        });
    },
    "the row method has the command's path, and its stages place all tiles"() {
        const said = command(["solve", "--algorithm", "row", "--json"],
                             drawn.map(pairOf));
        assert.equal(said.length, drawn.length);
        said.forEach(({status, path: moves}, i) => {
            const {board, goal} = drawn[i];
            if (status === "unsolvable") {
                assert.equal(fault(() => loyd.rows(board, goal)).code, status);
                return;
            }
            const {stm, path, stages} = loyd.rows(board, goal);
            assert.equal(path, moves);
            const played = loyd.moves(board,
                stages.map(stage => stage.moves).join(""));
            assert.deepEqual([played.board, played.stm], [goal, stm]);
            // One tile of the last four follows from the others.
            const tiles = stages.flatMap(stage => stage.tiles);
            assert.equal(new Set(tiles).size, tiles.length);
            assert.equal(tiles.length, board.split(/[ /]/).length - 2);
        });
    },
    "a goal is a board or the name of a layout"() {
        for (const [layout, goal] of [["rows", "1 2 3/4 5 6/7 8 0"],
            ["spiral", "1 2 3/8 0 4/7 6 5"], ["snake,missing=6", ""]]) {
            const board = goal || loyd.layoutGoal("3x3", layout);
            const start = loyd.draw(`3x3/${layout}~g1~goal~0`).start;
            for (const name of ["check", "solve", "rows", "id"])
                assert.deepEqual(loyd[name](start, layout),
                                 loyd[name](start, board));
        }
        for (const [goal, code] of [["row", "syntax"], ["random", "unsupported"],
            ["rows,missing=random", "unsupported"], ["", "syntax"]]) {
            const error = fault(() => loyd.solve("1 2 3/4 5 6/7 0 8", goal));
            assert.deepEqual([error.code, error.where], [code, "goal"]);
        }
    },
    "an unknown option is an error that names the known ones"() {
        const pair = ["1 2/0 3", "1 2/3 0"];
        for (const call of [() => loyd.solve(...pair, {seconds: 1}),
            () => loyd.draw("2x2/rows~g1~a~0", {count: 2}),
            () => loyd.analyse({board: pair[0], goal: pair[1], moves: "",
                                ms: []}, {effort: "quick"})]) {
            const error = fault(call);
            assert.equal(error.code, "type");
            assert.match(error.message, /^unknown option '\w+': expected /);
        }
    },
    "games are analysed as the command does it, in both metrics"() {
        let n = 0;
        const games = drawn.filter(({size, board, goal, recipe}) =>
            (size === "3x3" || /^4x4.*stm=.*~[0-3]$/.test(recipe)) &&
            loyd.check(board, goal).solvable)
            .flatMap(({board, goal}) => {
                const way = loyd.rows(board, goal).path.match(/[URDL]\d*/g) ?? [];
                const slides = way.slice(0, 1 + way.findIndex((_, i) =>
                    loyd.moves(board, way.slice(0, i + 1).join("")).board ===
                        goal)); // it may pass the goal
                return [slides, slides.slice(0, 7)].map(list => ({board, goal, began: 0, moves: list.join(" "),
                    ms: list.map(() => 60 + n++ * 977 % 4000), hints: []}));
            });
        const lines = games.map(game => printRecord(game) + "\n");
        for (const metric of ["stm", "mtm"]) {
            const said = command(["play", "analyse", "--json", "--metric",
                                  metric, "-"], lines);
            assert.equal(said.length, games.length);
            said.forEach((row, i) => {
                assert.equal(row.error, undefined, row.error);
                const shares = [];
                const is = loyd.analyse(games[i],
                    {metric, onProgress: at => shares.push(at)});
                for (const position of row.positions) delete position.ms;
                assert.deepEqual(is, {moves: row.moves, shortest: row.upper,
                    left: row.left, pauseMs: row.pause_ms, pauses: row.pauses,
                    detour: row.detour, positions: row.positions});
                assert.ok(shares.every((at, k) => at >= 0 && at <= 1 &&
                                       at >= (shares[k - 1] ?? 0)));
            });
        }
        return `${games.length} games`;
    },
    "records of games are read as docs/formats.md has them"() {
        const board = "0 1 2/4 5 3/7 8 6", goal = "1 2 3/4 5 6/7 8 0";
        const games = [
            {board, goal, began: 1793525400000, moves: "L2 U2",
             ms: [1840, 420], hints: [1]},
            {board: "1 2/3 0", goal: "1 2/3 0", began: 0, moves: "", ms: [],
             hints: []},
            {recipe: "3x3/rows~g1~Zo\u00eb \u{1f600}~~9", began: 5, moves: "U",
             ms: [2 ** 28 - 1], hints: [0, 1, 1]}];
        const texts = spawnSync("python3", ["tests/web/game_record.py", "encode"],
            {encoding: "utf8", input: games.map(game => JSON.stringify(game) + "\n")
                .join("")}).stdout.trim().split("\n");
        assert.deepEqual(texts.map(loyd.game), games);
        const [text] = texts;
        for (const [bad, code] of [["", "syntax"], [`${text}A`, "syntax"],
            [text.slice(0, -4), "corrupt"], [text.replace("1.", "2."), "newer"],
            [text.replace("A", "+"), "syntax"], ["loydgame1.AAAA", "syntax"],
            ["loydgame1.".padEnd(200000, "A"), "range"]])
            assert.equal(fault(() => loyd.game(bad))?.code, code, bad.slice(0, 80));
        for (let i = 10; i < text.length; i++)
            fault(() => loyd.game(text.slice(0, i) +
                (text[i] === "B" ? "C" : "B") + text.slice(i + 1))).code;
    },
    "games that cannot be analysed are refused"() {
        const game = {board: "1 2/0 3", goal: "1 2/3 0", moves: "L", ms: [9]};
        assert.equal(loyd.analyse(game).left, 0);
        assert.equal(loyd.analyse({...game, moves: "", ms: []}).left, 1);
        for (const [change, code, where] of [
            [{board: "1 2/3"}, "shape", "start"],
            [{goal: "1 2/4 0"}, "labels", ""],
            [{board: "2 1/3 0"}, "unsolvable", ""],
            [{moves: "l"}, "syntax", "moves"], [{moves: "L0"}, "syntax", "moves"],
            [{moves: "L15"}, "syntax", "moves"],
            [{moves: "L  L"}, "syntax", "moves"], [{moves: "R"}, "move", ""],
            [{moves: "L ".repeat(20001)}, "range", "moves"],
            [{ms: []}, "syntax", "ms"], [{ms: [1, 2]}, "syntax", "ms"],
            [{ms: [-1]}, "range", "ms"], [{ms: ["1 "]}, "range", "ms"],
            [{ms: [2 ** 28]}, "range", "ms"], [{ms: 9}, "type", "ms"],
            [{moves: 9}, "type", "moves"]]) {
            const error = fault(() => loyd.analyse({...game, ...change}));
            assert.deepEqual([error?.code, error?.where], [code, where],
                             JSON.stringify(change).slice(0, 60));
        }
        const large = drawn.find(row => row.size === "5x5");
        assert.equal(fault(() => loyd.analyse({...game, board: large.board,
            goal: large.goal})).code, "unsupported");
        assert.equal(fault(() => loyd.analyse(game, {metric: "x"})).where,
                     "metric");
        assert.equal(fault(() => loyd.analyse()).code, "type");
    },
    async "the golden boards"() {
        let n = 0;
        for (const [recipe, secret, , start, goal, id, kind, stm] of
            golden("golden.tsv")) {
            if (secret !== "-") {
                assert.equal(fault(() => loyd.draw(recipe)).code, "secret");
                continue;
            }
            const is = loyd.draw(recipe);
            assert.deepEqual([is.start, is.goal, is.id], [start, goal, id]);
            assert.equal(loyd.check(start, goal).solvable,
                         kind === "solvable");
            if (stm !== "-")
                assert.equal(loyd.solve(start, goal).upper, Number(stm));
            n++;
        }
        return `${n} boards`;
    },
    async "the golden solutions, in both metrics"() {
        for (const [name, metric] of [["golden_solutions.tsv", "stm"],
                                      ["golden_mtm.tsv", "mtm"]])
            for (const [start, goal, length, moves] of golden(name)) {
                if (start.split(/[ /]/).length > 12) continue; // slow in MTM
                const is = loyd.solve(start, goal, {metric});
                assert.deepEqual([is.upper, is.path],
                                 [Number(length), moves]);
            }
    },
    async "the golden recipes and layouts, errors among them"() {
        for (const [typed, canonical] of golden("golden_recipes.tsv")) {
            const error = fault(() => {
                assert.equal(loyd.draw(typed, {attempts: 1000}).recipe,
                             canonical);
            });
            if (canonical === "error") assert.notEqual(error, null, typed);
            else if (error) assert.match(error.code, /exhausted|secret|unsupported/);
        }
        for (const [size, typed, canonical, goal] of
            golden("golden_layouts.tsv")) {
            if (canonical === "error")
                assert.notEqual(fault(() => loyd.layoutGoal(size, typed)),
                                null, typed);
            else if (!/random/.test(canonical))
                assert.equal(loyd.layoutGoal(size, typed), goal);
        }
    },
    async "pictures and bands are the command's"() {
        const {board, goal, recipe} = drawn.find(row => row.size === "4x4");
        const file = path.join(scratch, "board.svg");
        execFileSync(process.env.LOYD, ["show", recipe, "--svg", file]);
        const svg = fs.readFileSync(file, "utf8");
        const title = /<title>(.*)<\/title>/.exec(svg)[1];
        assert.equal(loyd.svg(board, title).trim(), svg.trim());
        assert.match(loyd.svg(board, "<script>&\""),
                     /<title>&lt;script&gt;&amp;/);
        const bands = loyd.bands(goal);
        assert.deepEqual(bands.map(({name}) => name),
                         ["easy", "medium", "hard", "expert"]);
        for (const {name, low, high} of bands)
            for (const stm of [low, high])
                assert.equal(loyd.percentile(board, goal, stm).band, name);
        assert.ok(bands.every(band => !("mlcLow" in band)));
        const large = loyd.bands(loyd.layoutGoal("5x5", "rows"));
        const said = execFileSync(process.env.LOYD, ["bands", "--json",
            "--size", "5x5"], {encoding: "utf8"}).trim().split("\n");
        said.map(line => JSON.parse(line)).forEach((band, i) => {
            const {low, high, mlcLow, mlcHigh} = large[i];
            assert.deepEqual([low, mlcLow], [band.estimate_low, band.mlc_low]);
            if (band.mlc_high)
                assert.deepEqual([high, mlcHigh],
                                 [band.estimate_high, band.mlc_high]);
            else
                loyd.draw(`5x5/rows~g1,mlc=${mlcLow}..${mlcHigh}~a~0`);
        });
    },
    async "hostile arguments are refused, and the next call works"() {
        const {board, goal, puzzle_id: id} = drawn[0];
        const bad = ["", "\0", "1 2/3 0\0", "\ud800", "x".repeat(1 << 20),
            "1 ".repeat(1 << 19), "99999999999999999999x4/rows~g1~a~0",
            "4x4/rows~g1,stm=1..999999~a~0", "16x16/rows~g1~a~0",
            "4x4/rows~g1~" + "s".repeat(5000) + "~0", "1 2/3 0/",
            "4x4/goal=" + "1 ".repeat(400) + "~g1~a~0"];
        const wrong = [undefined, null, 7, {}, [], true, Symbol.iterator,
            () => "1 2/3 0", new Uint8Array(4)];
        for (const value of [...bad, ...wrong])
            for (const call of [() => loyd.draw(value),
                () => loyd.solve(value, goal), () => loyd.solve(board, value),
                () => loyd.check(value, value), () => loyd.id(board, value),
                () => loyd.rows(value, goal), () => loyd.rows(board, value),
                () => loyd.analyse({board, goal, moves: value, ms: []}),
                () => loyd.moves(board, value), () => loyd.moves(value, "U"),
                () => loyd.svg(value), () => loyd.parse(value),
                () => loyd.layoutGoal(value, "rows"),
                () => loyd.layoutGoal("4x4", value),
                () => loyd.layoutOf(value), () => loyd.bands(value),
                () => loyd.percentile(board, goal, value),
                () => loyd.solve(board, goal, {metric: value}),
                () => loyd.solve(board, goal, {effort: value}),
                () => loyd.solve(board, goal, {nodes: value}),
                () => loyd.draw("4x4/rows~g1~a~0", {attempts: value})]) {
                const error = fault(call);
                if (error) assert.notEqual(error.code, "system", error.stack);
            }
        for (const effort of ["optimal", "quick"])
            assert.equal(fault(() => loyd.solve(board, goal,
                {effort, nodes: 5})).where, "effort");
        for (const number of [-1, 1.5, NaN, Infinity, 2 ** 60])
            assert.equal(fault(() => loyd.percentile(board, goal, number))
                .code, "range");
        assert.equal(loyd.id(board, goal), id);
    },
    async "errors are the command's sentences"() {
        for (const board of ["1 2 3/4 5 5/6 7 0", "1 2 3/4 5 6", "1 x/3 0",
            "1 2/3 4", "1 2 3/4 5/6 7 0"]) {
            const {error} = command(["solve", "--json", "--", board])[0];
            assert.equal(fault(() => loyd.parse(board)).message, error);
        }
    },
    async "memory does not grow with the number of calls"() {
        const {board, goal, recipe} = drawn.find(row => row.size === "3x3");
        const calls = () => {
            loyd.draw(recipe);
            loyd.solve(board, goal);
            loyd.check(board, goal);
            loyd.rows(board, goal);
            loyd.analyse({board, goal, moves: "", ms: []});
            fault(() => loyd.analyse({board, goal, moves: "U U U", ms: []}));
            loyd.svg(board, "x".repeat(3000));
            fault(() => loyd.parse("y".repeat(100000)));
        };
        for (let i = 0; i < 50; i++) calls();
        const before = memory.buffer.byteLength;
        for (let i = 0; i < 2000; i++) calls();
        assert.equal(memory.buffer.byteLength, before);
        return `${before >> 20} MB`;
    },
    async "without memory a call fails, and nothing traps"() {
        const small = await load();
        const room = memories.at(-1);
        const {board, goal} = drawn.find(row => row.size === "4x4");
        for (let pages = 1 << 14; pages > 0; pages >>= 1)
            while (room.buffer.byteLength + pages * 65536 <= 1 << 30 &&
                   grows(room, pages));
        assert.equal(fault(() => small.solve(board, goal)).code, "nomem");
        assert.equal(fault(() => small.parse("1 ".repeat(1 << 22))).code,
                     "nomem");
        assert.equal(small.id(board, goal), loyd.id(board, goal));
    },
    async "a worker answers as the module, and a search can be ended"() {
        const worker = await openWorker();
        const {board, goal} = drawn.find(row => row.size === "4x4");
        const long = drawn.find(row => row.size === "5x5");
        // The first board of a class may be solved before its tables exist.
        assert.deepEqual({...await worker.solveFrom(board, goal), nodes: 0},
                         {...loyd.solve(board, goal), nodes: 0});
        const game = {board: "1 2/0 3", goal: "1 2/3 0", moves: "L", ms: [9]};
        assert.deepEqual(await worker.analyse(game, {metric: "mtm",
            onProgress() {}}), loyd.analyse(game, {metric: "mtm"}));
        await assert.rejects(worker.parse("1 2/2 0"), error =>
            error instanceof LoydError && error.code === "label");
        const stop = new AbortController();
        const search = worker.solve(long.board, long.goal,
            {effort: "optimal", signal: stop.signal});
        const other = worker.id(board, goal); // waits behind the search
        setTimeout(() => stop.abort(), 50);
        await assert.rejects(search, {name: "AbortError"});
        assert.equal(await other, loyd.id(board, goal));
        assert.equal((await worker.solve(board, goal)).proven, true);
        await assert.rejects(worker.parse(() => board),
                             {name: "LoydError", code: "type"});
        assert.equal(await worker.id(board, goal), loyd.id(board, goal));
        const late = worker.solve(long.board, long.goal, {effort: "optimal"});
        worker.close();
        await assert.rejects(late, {code: "closed"});
        await assert.rejects(worker.id(board, goal), {code: "closed"});
    },
    async "a stranger's script imports the packed package"() {
        const home = path.join(scratch, "stranger");
        fs.mkdirSync(home, {recursive: true});
        const npm = (...args) => execFileSync("npm", [...args, "--silent",
            "--offline", "--no-audit", "--no-fund"],
        {cwd: home, encoding: "utf8"});
        const tar = npm("pack", folder).trim().split("\n").at(-1);
        fs.writeFileSync(path.join(home, "package.json"),
                         '{"name": "stranger", "private": true}');
        npm("install", `./${tar}`);
        fs.writeFileSync(path.join(home, "a.mjs"),
            'import {load} from "loyd";\n' +
            "const loyd = await load();\n" +
            'const {start, goal} = loyd.draw("3x3/rows~g1~a~0");\n' +
            "console.log(loyd.solve(start, goal).path);\n");
        const {start, goal} = loyd.draw("3x3/rows~g1~a~0");
        assert.equal(execFileSync(process.execPath, ["a.mjs"],
            {cwd: home, encoding: "utf8"}).trim(),
        loyd.solve(start, goal).path);
        // The types name every function that the package has.
        const types = fs.readFileSync(path.join(home,
            "node_modules/loyd/loyd.d.ts"), "utf8");
        for (const name of Object.keys(loyd))
            assert.match(types, new RegExp(`\\b${name}\\b`));
    },
    async "the examples of the documents print what they say"() {
        const home = path.join(scratch, "stranger");
        const text = fs.readFileSync("docs/web.md", "utf8");
        const [, code, said] =
            /```js\n([^]*?)```[^]*?```text\n([^]*?)```/.exec(text);
        const [, short] = /```js\n([^]*?)```/.exec(
            fs.readFileSync("src/web/package/README.md", "utf8"));
        const prints = source => {
            fs.writeFileSync(path.join(home, "example.mjs"), source);
            return execFileSync(process.execPath, ["example.mjs"],
                                {cwd: home, encoding: "utf8"});
        };
        assert.equal(prints(code), said);
        assert.match(prints(short), /proven: true/);
    },
    async "a stranger's page imports it from a plain server"() {
        const home = path.join(scratch, "page");
        fs.cpSync(folder, path.join(home, "lib"), {recursive: true});
        fs.writeFileSync(path.join(home, "index.html"), "<!DOCTYPE html>" +
            "<html lang=en><title>a</title><script type=module>" +
            'import {load, openWorker} from "./lib/loyd.js";' +
            "const loyd = await load(); const worker = await openWorker();" +
            'const {start, goal} = loyd.draw("3x3/rows~g1~a~0");' +
            "globalThis.said = [loyd.solve(start, goal).path," +
            " (await worker.solveFrom(start, goal)).path];</script>");
        const page = await open(home);
        await until(page, () => globalThis.said);
        const {start, goal} = loyd.draw("3x3/rows~g1~a~0");
        const {path: moves} = loyd.solve(start, goal);
        assert.deepEqual(await page.evaluate(() => globalThis.said),
                         [moves, moves]);
        await close(page);
    },
};

function grows(room, pages) {
    try {
        room.grow(pages);
        return true;
    } catch {
        return false;
    }
}

await run(tests);
