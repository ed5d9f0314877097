// SPDX-License-Identifier: MIT
// The page's solver, compared with the command.
import path from "node:path";
import {pathToFileURL} from "node:url";
import {accessible, close, holds, narrow, open, run, same, until}
    from "./browser.mjs";
import {arrows, board, button, ended, move, moved, openTier, opposite, rest, rows,
        section, shown, state, unfold} from "./player.mjs";
import {day, hasPackage, loyd, site, solve, steps, today} from "./sites.mjs";

const clock = `${today}T12:00:00Z`;
const past = "2026-01-16";
const tests = {};
const said = (page, i = 0) => section(page, i).locator(".play > .said");
const record = page => page.locator(".record").textContent();

/** Waits for a sentence beside the buttons, and returns it. */
async function answer(page, pattern, i = 0) {
    await section(page, i).locator(".play > .said", {hasText: pattern})
        .waitFor();
    return said(page, i).textContent();
}

/** Asks for a hint and takes it; returns the tile that was named. */
async function hint(page, i = 0) {
    const {stm} = await state(page, i);
    await button(page, "Hint", i).click();
    const text = await answer(
        page, /^Move \d+ (up|down|left|right)(: best way found)?\.$/, i);
    const cells = await page.evaluate(
        at => globalThis.loyd.games[at].board.length, i);
    same("a way that may not be shortest is said to be", cells > 16,
         text.includes("best way"));
    same("the tile is marked", text.match(/\d+/)[0],
         await section(page, i).locator(".tile.marked").textContent());
    same("and not moved yet", stm, (await state(page, i)).stm);
    await button(page, "Move it", i).click();
    await moved(page, stm + 1, i);
}

/** Playback to the end: the number of moves that the page says. */
async function playback(page, i = 0) {
    await openTier(page, i);
    const panel = await unfold(page, "Watch a solution", section(page, i));
    await panel.getByRole("button", {name: "To the end"}).click();
    await panel.locator(".said", {hasText: /^Move (\d+) of \1\.$/}).waitFor();
    return Number((await panel.locator(".said").textContent())
        .match(/\d+/)[0]);
}

async function movesLeft(page) {
    await unfold(page, "Watch a solution", section(page));
    await button(page, "Moves left").click();
}

const press = (page, name, i = 0) => section(page, i).locator("details")
    .getByRole("button", {name, exact: true}).click();

tests["hints to the end are as many as the shortest solution"] = async () => {
    const page = await open(site("small"), {clock});
    const {stm, goal} = day("small");
    same("nothing is loaded before", [],
         page.server.requests.filter(at => /loyd[.]|worker/.test(at)));
    for (let i = 0; i < stm; i++) await hint(page);
    same("the goal", goal, await shown(page));
    const end = await ended(page);
    holds(end, end.includes(`Hints | ${stm}`));
    await close(page);
};

tests["a hint by its key, from any board"] = async () => {
    const page = await open(site("small"), {clock});
    const puzzle = day("small");
    const grid = rows(puzzle.board);
    for (const step of [...steps(puzzle.path).slice(0, 3), "U", "L", "D"]) {
        try {
            move(grid, step);
        } catch {
            continue;
        }
        await page.keyboard.press(arrows[step]);
    }
    same("the board", board(grid), await shown(page));
    await movesLeft(page);
    const {stm} = solve({board: board(grid), goal: puzzle.goal});
    same("moves left", `The goal is ${stm} moves away.`,
         await answer(page, /away/));
    const before = (await state(page)).stm;
    for (let i = 0; i < stm; i++) {
        await page.keyboard.press("h");
        await answer(page, /^Move \d+/);
        await page.keyboard.press("h");
        await moved(page, before + i + 1);
    }
    await ended(page);
    await close(page);
};

tests["a hint that is only looked at counts"] = async () => {
    const page = await open(site("small"), {clock});
    await button(page, "Hint").click();
    await answer(page, /^Move \d+/);
    for (const step of steps(day("small").path))
        await page.keyboard.press(arrows[step]);
    const end = await ended(page);
    holds(end, end.includes("Hints | 1"));
    await close(page);
};

tests["4x4: moves left are those of the command"] = async () => {
    const page = await open(site("daily"), {clock});
    const {board: start, goal, path} = day("daily");
    const grid = rows(start);
    for (const step of [null, ...steps(path).slice(0, 20), "U", "R"]) {
        if (step) {
            try {
                move(grid, step);
            } catch {
                continue;
            }
            await page.keyboard.press(arrows[step]);
        }
    }
    same("the board", board(grid), await shown(page));
    await movesLeft(page);
    same("moves left", `The goal is ${
        solve({board: board(grid), goal}).stm} moves away.`,
         await answer(page, /away/));
    await close(page);
};

tests["playback of a proven day has exactly par"] = async () => {
    for (const [name, tiers] of [["daily", 1], ["small", 1], ["tiers", 3]]) {
        const page = await open(site(name), {clock});
        for (let i = 0; i < tiers; i++) {
            const {stm, goal, board: start} = day(name, today, i);
            same(`${name}: moves`, stm, await playback(page, i));
            same(`${name}: the end`, goal, await shown(page, i));
            await press(page, "To the start", i);
            same(`${name}: the start`, start, await shown(page, i));
            await press(page, "My board", i);
            same(`${name}: no moves of the player`, 0,
                 (await state(page, i)).stm);
        }
        holds("no result", (await record(page)).startsWith("0 days"));
        await close(page);
    }
};

tests["playback forwards, backwards, by itself and paused"] = async () => {
    const page = await open(site("small"), {clock});
    const {board: start, goal, path} = day("small");
    const grid = rows(start);
    const seen = [start, ...steps(path).map(step => {
        move(grid, step);
        return board(grid);
    })];
    const panel = await unfold(page, "Watch a solution", section(page));
    await panel.getByLabel("Speed").selectOption("fast");
    for (const at of [1, 2, 3]) {
        await press(page, "Forward");
        await panel.getByText(`Move ${at} of ${seen.length - 1}.`).waitFor();
        same(`forwards ${at}`, seen[at], await shown(page));
    }
    await press(page, "Back");
    same("backwards", seen[2], await shown(page));
    await press(page, "Play");
    await panel.getByText(`Move ${seen.length - 1} of`).waitFor();
    same("the end", goal, await shown(page));
    // At the end it begins again; the space bar is the button. A fast one can be
    // over between two looks.
    await panel.getByLabel("Speed").selectOption("normal");
    await section(page).locator(".board").focus();
    await page.keyboard.press(" ");
    await panel.getByText(/^Move [2-9] of/).waitFor();
    await page.keyboard.press(" ");
    await panel.getByRole("button", {name: "Play", exact: true}).waitFor();
    const place = Number((await panel.locator(".said").textContent())
        .match(/\d+/)[0]);
    same("paused", seen[place], await shown(page));
    await page.keyboard.press("ArrowUp");
    same("the player's keys wait", seen[place], await shown(page));
    await accessible(page, "a playback");
    await close(page);
};

tests["going on from a playback counts its moves as hints"] = async () => {
    const page = await open(site("small"), {clock});
    const {board: start, path} = day("small");
    const grid = rows(start);
    move(grid, steps(path)[0]);
    move(grid, steps(path)[1]);
    await unfold(page, "Watch a solution", section(page));
    await press(page, "Forward");
    await press(page, "Forward");
    same("shown", board(grid), await shown(page));
    await press(page, "Continue from here");
    same("the board", board(grid), await shown(page));
    const {stm, hints} = await state(page);
    same("moves and hints", [2, 2], [stm, hints]);
    for (const step of steps(path).slice(2))
        await page.keyboard.press(arrows[step]);
    holds("the end says so", (await ended(page)).includes("Hints | 2"));
    await close(page);
};

tests["the player's board waits for the playback"] = async () => {
    const page = await open(site("small"), {clock});
    const all = steps(day("small").path).slice(0, 5);
    for (const step of [...all, opposite[all[4]]])
        await page.keyboard.press(arrows[step]);
    const before = await shown(page);
    await playback(page);
    same("the goal is shown", day("small").goal, await shown(page));
    await press(page, "My board");
    same("it returns", before, await shown(page));
    same("with its moves", 6, (await state(page)).stm);
    await close(page);
};

tests["5x5: along a way that was found"] = async () => {
    const page = await open(site("large"), {clock});
    const {goal, lower} = day("large");
    const moves = await playback(page);
    holds(`${moves} moves`, moves >= lower && moves < 3 * lower);
    same("the goal", goal, await shown(page));
    await press(page, "My board");
    await hint(page);
    await movesLeft(page);
    await answer(page, `has ${moves - 1} moves`);
    await close(page);
};

tests["5x5: along the published solution"] = async () => {
    const page = await open(site("large"), {at: `daily/${past}.html`, clock});
    const {goal, upper, path} = day("large", past);
    same("its length", upper, steps(path).length);
    same("as published", upper, await playback(page));
    same("the goal", goal, await shown(page));
    await close(page);
};

tests["a long search shows how far it is, and can be stopped"] = async () => {
    const page = await open(site("large"), {clock});
    const bar = section(page).locator(".searching progress");
    await page.evaluate(() => {
        globalThis.loyd.app.core.solve = (board, goal, signal, length, tell) =>
            new Promise((_, reject) => {
                tell(0.4);
                signal.addEventListener("abort", () => reject(signal.reason));
            });
    });
    holds("nothing is shown before", !(await bar.isVisible()));
    await button(page, "Hint").click();
    await answer(page, "Looking for a way");
    same("how far", 0.4, await bar.evaluate(element => element.value));
    await accessible(page, "a search");
    await narrow(page, "a search");
    await section(page).getByRole("button", {name: "Stop"}).click();
    await bar.waitFor({state: "hidden"});
    same("nothing is said", "", await said(page).textContent());
    same("no hint", 0, (await state(page)).hints);
    holds("the board has the focus", await section(page).locator(".board")
        .evaluate(board => board === document.activeElement));
    await close(page);
};

tests["a published solution needs no solver"] = async () => {
    const page = await open(site("small"), {at: `daily/${past}.html`, clock});
    await page.keyboard.press("h");
    await answer(page, /^Move \d+/);
    same("nothing is loaded", [],
         page.server.requests.filter(at => /loyd[.]|worker/.test(at)));
    await close(page);
};

tests["a move ends a search"] = async () => {
    const page = await open(site("daily"), {clock});
    const {path} = day("daily");
    await page.evaluate(step => {
        loyd.games[0].acts.hint();
        loyd.games[0].play(step);
    }, steps(path)[0]);
    await moved(page, 1);
    await hint(page);
    same("one hint", 1, (await state(page)).hints);
    await close(page);
};

tests["buttons keep their place and width whatever they say"] = async () => {
    for (const width of [320, 390, 768, 1280]) {
        const page = await open(site("small"), {clock, width});
        const panel = await unfold(page, "Watch a solution", section(page));
        const places = row => row.locator("button, select").evaluateAll(
            all => all.map(e => {
                const {x, y, width, height} = e.getBoundingClientRect();
                return [x + scrollX, y + scrollY, width, height];
            }));
        const row = section(page).locator(".tools");
        const before = await places(row);
        await button(page, "Hint").click();
        await button(page, "Move it").waitFor();
        same("one name", 0, await button(page, "Hint").count());
        same(`${width}: a hint`, before, await places(row));
        await button(page, "Move it").click();
        await button(page, "Hint").waitFor();
        same(`${width}: moved`, before, await places(row));
        await press(page, "Forward");
        const paused = await places(panel);
        await press(page, "Play");
        await panel.getByRole("button", {name: "Pause"}).waitFor();
        same(`${width}: a playback`, paused, await places(panel));
        await close(page);
    }
};

// --- row by row ---

const core = hasPackage() ? await (await import(pathToFileURL(path.join(
    process.env.BUILD, "web", "loyd", "loyd.js")))).load() : null;

/** The stages of the package, each with the board after it. */
function stagesOf({board: start, goal}) {
    const grid = rows(start);
    const {stages} = core.rows(start, goal);
    return stages.map(({tiles, moves}) => {
        const all = steps(moves);
        all.forEach(step => move(grid, step));
        return {tiles, n: all.length, board: board(grid)};
    });
}

/** What the page says of a stage, and the end of a stage of no moves. */
const stageText = (stages, i) => {
    const {tiles: [a, b], n} = stages[i];
    const tiles = a === undefined ? "the gap" : b === undefined ? `tile ${a}`
        : `tiles ${a} and ${b}`;
    return `Stage ${i + 1} of ${stages.length}: ${tiles}, ${n === 0 ? "in place"
        : n === 1 ? "1 move" : `${n} moves`}.`;
};

const lit = (page, name, i) => section(page, i).locator(`.tile.${name}`)
    .evaluateAll(all => all.map(tile => Number(tile.textContent))
        .sort((a, b) => a - b));

const ascending = list => [...list].sort((a, b) => a - b);

/** Chooses the row method, and looks at each stage of a list of them. */
async function watchStages(page, puzzle, wanted, i = 0) {
    const stages = stagesOf(puzzle);
    const total = stages.reduce((sum, {n}) => sum + n, 0);
    await openTier(page, i);
    const panel = await unfold(page, "Watch a solution", section(page, i));
    await panel.getByLabel("Way").selectOption("rows");
    await answer(page, new RegExp(`of ${stages.length}: `), i);
    const list = panel.locator(".stages button");
    same("a list", stages.length, await list.count());
    for (const at of wanted(stages.length)) {
        await list.nth(at).click();
        await answer(page, stageText(stages, at), i);
        same(`${at}: its board`, at > 0 ? stages[at - 1].board : puzzle.board,
             await shown(page, i));
        same(`${at}: one is current`, [String(at)], await list.evaluateAll(
            all => Object.keys(all).filter(n =>
                all[n].ariaCurrent === "step")));
        const isLast = at === stages.length - 1 && stages[at].n === 0;
        same(`${at}: its tiles`, stages[at].n > 0
            ? ascending(stages[at].tiles) : [], await lit(page, "marked", i));
        same(`${at}: those before`, ascending(stages.slice(0,
            at + (stages[at].n === 0)).flatMap(({tiles}) => tiles)),
             await lit(page, "placed", i));
        holds("an end", !isLast || await shown(page, i) === puzzle.goal);
    }
    await press(page, "To the end", i);
    await panel.getByText(`Move ${total} of ${total}.`).waitFor();
    same("the goal", puzzle.goal, await shown(page, i));
    same("all are placed", ascending(stages.flatMap(({tiles}) => tiles)),
         await lit(page, "placed", i));
    await press(page, "To the start", i);
    same("the start", puzzle.board, await shown(page, i));
    return panel;
}

tests["row by row: the command's stages, of every shape"] = async () => {
    const all = n => [...Array(n).keys()];
    const page = await open(site("shapes"), {clock, reduced: true});
    for (const i of [0, 1, 2]) {
        await watchStages(page, day("shapes", today, i),
            n => all(n).filter(at => i < 2 || at % 16 === 1 || at === n - 1), i);
        same("no moves of the player", 0, (await state(page, i)).stm);
    }
    await close(page);
};

tests["row by row: other goals, and the largest board"] = async () => {
    const page = await open(site("small"), {at: "play.html", reduced: true});
    const boards = [
        ["3x3", "--layout", "random,missing=random", "--method", "walk:60"],
        ["4x4", "--layout", "spiral,blank=first"], ["15x15"]].map(
        ([size, ...options]) => JSON.parse(loyd("generate", size, "--count", "1",
            "--seed", "odd", "--json", ...options)));
    for (const puzzle of boards) {
        await page.evaluate(({board, goal}) =>
            loyd.games[0].load(board, goal), puzzle);
        await watchStages(page, puzzle, n => [n - 1, 0, n >> 1]);
        await press(page, "My board");
        same("no list", 0, await page.locator(".stages:visible").count());
        const panel = await unfold(page, "Watch a solution", section(page));
        await panel.getByLabel("Way").selectOption("");
        await answer(page, /moves|Looking/);
    }
    await close(page);
};

tests["row by row, by keyboard"] = async () => {
    const page = await open(site("small"), {clock});
    const puzzle = day("small"), stages = stagesOf(puzzle);
    await hint(page);
    await button(page, "Undo").click();
    await button(page, "Hint").click();
    const panel = await unfold(page, "Watch a solution", section(page));
    await panel.getByLabel("Speed").selectOption("fast");
    await panel.locator("summary").focus();
    await page.keyboard.press("Tab");
    await page.keyboard.press("ArrowDown");
    const first = stages.findIndex(({n}) => n > 0);
    await answer(page, stageText(stages, first));
    await page.getByRole("status").filter({hasText: stageText(stages, first)})
        .waitFor({state: "attached"});
    same("no hint is marked", ascending(stages[first].tiles),
         await lit(page, "marked"));
    for (let at = 0; at < 5 + stages.length; at++)
        await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await answer(page, stageText(stages, stages.length - 1));
    same("its board", stages.at(-2).board, await shown(page));
    await accessible(page, "row by row");
    await narrow(page, "row by row");
    await section(page).locator(".board").focus();
    await page.keyboard.press(" ");
    await until(page, goal => loyd.games[0].text === goal, puzzle.goal);
    same("the goal", puzzle.goal, await shown(page));
    same("nothing to come", [], await lit(page, "marked"));
    /* The other way begins at the player's board. */
    await panel.getByLabel("Way").selectOption("");
    await answer(page, `The goal is ${puzzle.stm} moves away.`);
    same("the board", puzzle.board, await shown(page));
    same("no list, no marks", [0, [], []], [
        await page.locator(".stages:visible").count(),
        await lit(page, "marked"), await lit(page, "placed")]);
    await press(page, "My board");
    const {stm, hints} = await state(page);
    same("the player's", [0, 1], [stm, hints]);
    await close(page);
};

tests["row by row: a script that does not arrive"] = async () => {
    const page = await open(site("small"), {clock, refuse: /stages\.js$/,
                                            fail: /404|stages\.js/});
    const panel = await unfold(page, "Watch a solution", section(page));
    await panel.getByLabel("Way").selectOption("rows");
    await answer(page, "No playback: the solver could not be loaded");
    await close(page);
};

// --- without the solver ---

/** What needs the solver is absent, and its key does nothing. */
async function helpless(page) {
    await button(page, "Undo").waitFor();
    same("buttons", ["Undo", "Redo", "Restart"],
         await section(page).locator(".tools button").allTextContents());
    same("panels", ["Details", "Check a solution", "Link to this board"],
         await section(page).locator("summary").allTextContents());
    await section(page).locator(".board").focus();
    await page.keyboard.press("h");
    holds("the keys", !(await page.locator(".keys").textContent())
        .includes("hint"));
}

tests["a day without hints"] = async () => {
    const page = await open(site("unaided"), {clock});
    await helpless(page);
    await close(page);
    const old = await open(site("unaided"), {
        at: `daily/${past}.html`, clock});
    await hint(old);
    await close(old);
};

const noWasm = () => { delete globalThis.WebAssembly; };
for (const [name, kind, options] of [
    ["a site without the package", "bare", {}],
    ["a browser without WebAssembly", "small", {before: noWasm}],
    ["a page that is a file", "small", {file: true}],
    ["a package that does not arrive", "small",
     {refuse: /loyd\.wasm$/, fail: /404|loyd\.wasm/}],
    ["a module that does not arrive", "small",
     {refuse: /\/loyd\.js$/, fail: /404|loyd\.js/}]])
    tests[name] = async () => {
        const page = await open(site(kind), {clock, ...options});
        if (options.refuse) {
            await button(page, "Hint").click();
            const text = await answer(page, /No hint: /);
            holds(`a sentence: ${text}`, /^No hint: [^/]{10,200}\.$/.test(text));
        } else {
            await helpless(page);
        }
        await narrow(page, name);
        await page.keyboard.press(arrows[steps(day(kind).path)[0]]);
        await moved(page, 1);
        await close(page);
        if (options.refuse) return;
        const old = await open(site(kind), {
            at: `daily/${past}.html`, clock, ...options});
        const puzzle = day(kind, past);
        same("a past day's own solution", puzzle.stm, await playback(old));
        same("it is offered once", 0, await old.locator(".solution").count());
        same("its moves", puzzle.path, (await old.locator(".play .path")
            .textContent()).replaceAll(" ", ""));
        same("its goal", puzzle.goal, await shown(old));
        await press(old, "My board");
        await hint(old);
        const [first, second] = steps(puzzle.path);
        await old.keyboard.press(arrows[opposite[first]]);
        const off = ["U", "D", "L", "R"].filter(step => step !== first);
        for (const step of off) {
            const at = (await state(old)).stm;
            await old.keyboard.press(arrows[step]);
            if ((await state(old)).stm > at) break;
        }
        await button(old, "Hint").click();
        await answer(old, /has left the published solution/);
        holds("a second step", second !== undefined);
        await close(old);
    };

tests["buttons that cannot be used do nothing"] = async () => {
    const page = await open(site("small"), {clock});
    const {goal, stm} = day("small");
    await playback(page);
    /* Playwright waits for buttons that can be used. */
    const click = name => section(page).locator("details")
        .getByRole("button", {name, exact: true}).dispatchEvent("click");
    await click("Continue from here");
    same("at the goal there is nothing to go on with", goal,
         await shown(page));
    await press(page, "My board");
    await click("Back");
    await click("To the start");
    await movesLeft(page);
    await answer(page, `The goal is ${stm} moves away.`);
    same("no playback", false, await page.evaluate(() =>
        globalThis.loyd.games[0].isPlayback));
    await close(page);
};

tests["solutions that are never shown"] = async () => {
    const page = await open(site("never"), {at: `daily/${past}.html`, clock});
    same("no path in the page", null,
         await section(page).getAttribute("data-path"));
    same("the solver finds it", day("never", past).stm, await playback(page));
    await close(page);
};

tests["a playback paused and resumed keeps its pace"] = async () => {
    const page = await open(site("small"), {clock});
    const panel = await unfold(page, "Watch a solution", section(page));
    await press(page, "Forward");
    await panel.getByText("Move 1 of").waitFor();
    await rest(page);
    /* The timers that wait after a run, a pause and a run in one move. */
    const n = await page.evaluate(() => {
        const game = globalThis.loyd.games[0];
        const waiting = new Set(), {setTimeout, clearTimeout} = globalThis;
        globalThis.setTimeout = (what, ms) => {
            const id = setTimeout(what, ms);
            if (ms === 250) waiting.add(id);
            return id;
        };
        globalThis.clearTimeout = id => {
            waiting.delete(id);
            clearTimeout(id);
        };
        for (let i = 0; i < 3; i++) game.acts.pause({target: document.body});
        game.view.finish();
        globalThis.setTimeout = setTimeout;
        globalThis.clearTimeout = clearTimeout;
        game.acts.pause({target: document.body});
        return waiting.size;
    });
    same("one timer", 1, n);
    await close(page);
};

tests["a playback rests between its moves"] = async () => {
    const page = await open(site("small"), {clock, reduced: true});
    const panel = await unfold(page, "Watch a solution", section(page));
    await panel.getByLabel("Speed").selectOption("fast");
    await press(page, "Play");
    await until(page, () => globalThis.loyd.games[0].isPlayback);
    await panel.getByText(new RegExp(`^Move ${day("small").stm} of`)).waitFor();
    await rest(page);
    await close(page);
};

if (!hasPackage()) {
    console.log("no package: make web builds it");
    process.exit(1);
}
await run(tests);
