// SPDX-License-Identifier: MIT
// train.html: a series with averages, three minutes of 3x3, a relay; what is kept,
// what a reload does, and what is exported.
import {spawnSync} from "node:child_process";
import fs from "node:fs";
import {accessible, close, holds, narrow, open, run, same, until}
    from "./browser.mjs";
import {rest} from "./player.mjs";
import {site} from "./sites.mjs";

const tests = {};
const solution = text => JSON.parse(spawnSync(process.env.LOYD,
    ["solve", "--json", text], {encoding: "utf8"}).stdout).path;

const bar = page => page.locator(".training");
const choose = (page, name, kind) => page.getByLabel(name).selectOption(kind);
const kept = page => page.evaluate(() => JSON.parse(
    localStorage.getItem(`loyd training ${globalThis.loyd.app.site}`)));
const figures = async page => (await page.locator(".about .numbers div")
    .allInnerTexts()).map(text => text.replace(/\s+/g, " "));

async function solve(page) {
    const text = await page.evaluate(() => globalThis.loyd.games[0].text);
    const path = solution(text);
    await page.evaluate(moves => globalThis.loyd.games[0].play(moves), path);
    await rest(page);
    return text;
}

/** Solves a board, and waits for the next one. */
async function solveNext(page) {
    const text = await solve(page);
    await until(page, () => globalThis.loyd.games[0].state === "ready");
    return text;
}

async function openPage(options = {}) {
    const page = await open(site("small"), {at: "train.html", ...options});
    await page.locator(".board .tile").first().waitFor();
    return page;
}

for (const width of [320, 1280])
    tests[`the page, ${width} wide`] = async () => {
        const page = await openPage({width, height: 700, touch: width < 500});
        await narrow(page, "training");
        await accessible(page, "training");
        const [board, clock] = await Promise.all([page.locator(".stage"), bar(page)]
            .map(part => part.boundingBox()));
        holds("all is on the screen", clock.y >= 0 &&
              Math.max(board.y + board.height, clock.y + clock.height) <= 700);
        same("no hints", 0, await page.getByRole("button", {name: "Hint"}).count());
        await close(page);
    };

tests["a relay ends with its time, which is kept"] = async () => {
    const page = await openPage();
    await choose(page, "Training", "relay");
    const sizes = [];
    for (let i = 0; i < 4; i++) {
        sizes.push(await page.evaluate(() => globalThis.loyd.games[0].width));
        await (i < 3 ? solveNext(page) : solve(page));
    }
    same("sizes", [2, 3, 4, 5], sizes);
    await bar(page).getByText("Solved in").waitFor();
    const {runs: [relay]} = await kept(page);
    holds(JSON.stringify(relay), relay.kind === "relay" && relay.ms > 0);
    same("the best is said at once", 1, (await figures(page)).length);
    await bar(page).getByRole("button", {name: "Play again"}).click();
    same("again", 2, await page.evaluate(() => globalThis.loyd.games[0].width));
    await close(page);
};

tests["three minutes survive a reload, and end with a summary"] = async () => {
    const page = await openPage({before: () => {
        // Time that the test can move on.
        const real = performance.now.bind(performance);
        globalThis.ahead = 0;
        performance.now = () => real() + globalThis.ahead;
    }});
    await choose(page, "Training", "sprint");
    await solveNext(page);
    await solveNext(page);
    await bar(page).getByText("Solved: 2").waitFor();
    const before = await page.evaluate(() => globalThis.loyd.games[0].text);
    await page.reload();
    await page.locator(".board .tile").first().waitFor();
    same("the same board", before,
         await page.evaluate(() => globalThis.loyd.games[0].text));
    await bar(page).getByText("Solved: 2").waitFor();
    await solveNext(page);
    await page.evaluate(() => { globalThis.ahead = 180000; });
    await bar(page).getByText("Solved in three minutes: 3").waitFor();
    same("kept", ["sprint", 3],
         await kept(page).then(({runs}) => [runs[0].kind, runs[0].n]));
    same("the best is said at once", ["Best 3"], await figures(page));
    await page.reload();
    same("a new one", "series", await page.getByLabel("Training").inputValue());
    await close(page);
};

tests["a series: averages, the session, its boards, the file"] = async () => {
    const page = await openPage();
    await choose(page, "Size", "2x2");
    const boards = [];
    for (let i = 0; i < 5; i++) boards.push(await solveNext(page));
    const items = page.locator(".session > li");
    same("five", 5, await items.count());
    const {runs} = await kept(page);
    same("boards", boards, runs.map(({board}) => board));
    holds("rows", runs.every(({rows, ms}) => rows.length === 2 && rows[1] <= ms));
    const middle = runs.map(({ms}) => ms).sort((a, b) => a - b).slice(1, -1);
    const mean = Math.floor(middle.reduce((sum, ms) => sum + ms, 0) / 3);
    const text = ms => `0:${String(Math.floor(ms / 1000)).padStart(2, "0")}.` +
        String(ms % 1000).padStart(3, "0");
    const best = Math.min(...runs.map(({ms}) => ms));
    same("figures", [`Best ${text(best)}`, `Average of 5 ${text(mean)}`].join(),
         (await figures(page)).slice(0, 2).join());
    holds("moves a second", (await items.first().innerText()).includes("moves/s"));
    await items.first().locator("summary").click();
    const link = await items.first().getByRole("link").getAttribute("href");
    same("its board", `play.html#board=${boards[4].replace(/ /g, ".")}`, link);
    const [file] = await Promise.all([page.waitForEvent("download"),
        page.getByRole("button", {name: "Save as CSV"}).click()]);
    const lines = fs.readFileSync(await file.path(), "utf8").trim().split("\n");
    same("lines", 6, lines.length);
    await page.getByRole("button", {name: "New session"}).click();
    same("a new session", 0, await items.count());
    await accessible(page, "a session");
    await close(page);
};

tests["what is damaged is left out, and a later release is left alone"] = async () => {
    for (const text of ["{", "null", "[]", '{"version":1,"runs":[{"kind":"x"}],' +
        '"open":{"kind":"toString","size":7,"board":5}}']) {
        const page = await openPage({argument: text, before: kept =>
            localStorage.setItem("loyd training /", kept)});
        await choose(page, "Size", "2x2");
        await solveNext(page);
        same(text, 1, await kept(page).then(({runs}) => runs.length));
        await close(page);
    }
    const later = JSON.stringify({loyd: "training", version: 2, runs: []});
    const page = await openPage({argument: later, before: kept =>
        localStorage.setItem("loyd training /", kept)});
    await choose(page, "Size", "2x2");
    await solveNext(page);
    same("left alone", later, JSON.stringify(await kept(page)));
    await close(page);
};

await run(tests);
