// SPDX-License-Identifier: MIT
// play.html: three minutes of 3x3, a relay, a series with averages; what is kept.
import {spawnSync} from "node:child_process";
import {accessible, close, holds, narrow, open, run, same, until}
    from "./browser.mjs";
import {rest, unfold} from "./player.mjs";
import {site} from "./sites.mjs";

const tests = {};
const solution = text => JSON.parse(spawnSync(process.env.LOYD,
    ["solve", "--json", text], {encoding: "utf8"}).stdout).path;

const bar = page => page.locator(".training");
const start = async (page, name) => {
    await unfold(page, "Training");
    await page.getByRole("button", {name, exact: true}).click();
    await bar(page).getByText("the clock starts with the first move").waitFor();
};
const kept = page => page.evaluate(() => JSON.parse(
    localStorage.getItem(`loyd training ${globalThis.loyd.app.site}`)).runs
    .map(({at, ms, ...run}) => ({...run, isAt: at > 1.7e12, hasTime: ms > 0})));

async function solve(page) {
    const text = await page.evaluate(() => globalThis.loyd.app.games[0].text);
    const path = solution(text);
    await page.evaluate(moves => globalThis.loyd.app.games[0].play(moves), path);
    await rest(page);
    return text;
}

/** Solves a board, and waits for the next one. */
async function solveNext(page) {
    const text = await solve(page);
    await until(page, old => globalThis.loyd.app.games[0].text !== old &&
        globalThis.loyd.app.games[0].state === "ready", text);
    return text;
}

async function openNew(options = {}) {
    const page = await open(site("small"), {at: "play.html", ...options});
    await page.locator(".board .tile").first().waitFor();
    return page;
}

tests["a relay ends with its time, which is kept"] = async () => {
    const page = await openNew({width: 320});
    await start(page, "Relay");
    await narrow(page, "the bar of a training");
    const at = await bar(page).boundingBox();
    holds(`the bar is on the screen: ${at.y}`, at.y >= 0 && at.y < 400);
    await page.setViewportSize({width: 1280, height: 900});
    const [wide, board] = await Promise.all([bar(page), page.locator(".board")
        .first()].map(part => part.boundingBox()));
    holds("it is at the side of the board of a wide page",
          wide.x >= board.x + board.width && wide.y < board.y + board.height);
    await page.setViewportSize({width: 320, height: 640});
    same("the counters are in one line", 1, await page.evaluate(() => new Set(
        [...document.querySelectorAll(".status div")].map(counter =>
            counter.getBoundingClientRect().top)).size));
    const sizes = [];
    for (let i = 0; i < 3; i++) {
        const text = await solveNext(page);
        sizes.push(text.split("/").length);
    }
    same("the sizes so far", [2, 3, 4], sizes);
    same("no card between boards", 0, await page.locator("dialog.end[open]")
        .count());
    await bar(page).getByText("Solved: 3").waitFor();
    await accessible(page, "a training");
    same("a 5x5 is last", "5x5", await page.evaluate(() =>
        `${globalThis.loyd.app.games[0].width}x${
            globalThis.loyd.app.games[0].height}`));
    await page.evaluate(() => {
        const {app} = globalThis.loyd, [game] = app.games;
        const board = rowsGoal(5, 5);
        [board.cells[23], board.cells[24]] = [0, 24];
        game.load(board, rowsGoal(5, 5));
        game.play("L");
    });
    await bar(page).getByText(/^.*Solved in \d:\d\d\.\d/).waitFor();
    same("kept", [{kind: "relay", isAt: true, hasTime: true}], await kept(page));
    await page.reload();
    await unfold(page, "Training");
    await page.locator(".trainings").getByText(/^Best: \d:\d\d\.\d$/).waitFor();
    await close(page);
};

tests["three minutes count what is solved in them"] = async () => {
    const page = await openNew();
    await page.evaluate(() => {
        const real = performance.now.bind(performance);
        globalThis.later = 0;
        performance.now = () => real() + globalThis.later;
    });
    await start(page, "Three minutes");
    await bar(page).getByText("3:00.0").waitFor();
    await solveNext(page);
    await solveNext(page);
    await bar(page).getByText("Solved: 2").waitFor();
    await bar(page).getByText(/Times by row: \d:\d\d\.\d, /).waitFor();
    await page.evaluate(() => { globalThis.later = 200000; });
    await bar(page).getByText("Solved in three minutes: 2").waitFor();
    await bar(page).getByText("0:00.0", {exact: true}).waitFor();
    same("kept", [{kind: "sprint", n: 2, isAt: true, hasTime: false}],
        await kept(page));
    await bar(page).getByRole("button", {name: "Play again"}).click();
    await bar(page).getByText("3:00.0").waitFor();
    await bar(page).getByRole("button", {name: "End training"}).click();
    same("the bar is gone", false, await bar(page).isVisible());
    await solve(page);
    await page.locator("dialog.end[open]").waitFor();
    await close(page);
};

tests["a series has averages; a new board ends it"] = async () => {
    const page = await openNew();
    await page.evaluate(() => {
        location.hash = "#board=1.2.3/4.0.6/7.5.8";
    });
    await until(page, () => globalThis.loyd.app.games[0].width === 3);
    await start(page, "Series");
    for (let i = 0; i < 5; i++) await solveNext(page);
    await bar(page).getByText(/Average of 5: \d:\d\d\.\d/).waitFor();
    same("kept", 5, (await kept(page)).filter(({kind, size, stm}) =>
        kind === "series" && size === "3x3" && stm > 0).length);
    await page.getByRole("button", {name: "Draw a board"}).click();
    await bar(page).waitFor({state: "hidden"});
    same("another board", "ready",
        await page.evaluate(() => globalThis.loyd.app.games[0].state));
    await close(page);
};

tests["what was kept and is damaged is left out"] = async () => {
    const page = await openNew();
    const shown = async text => {
        await page.evaluate(given => localStorage.setItem(
            `loyd training ${globalThis.loyd.app.site}`, given), text);
        await page.reload();
        await unfold(page, "Training");
        await page.locator(".trainings dt").first().waitFor();
        return page.locator(".trainings .best").allInnerTexts();
    };
    for (const text of ["", "{", "null", "[]", '{"runs":5}', '{"runs":[null,1,' +
        '{"kind":"sprint"},{"kind":"sprint","at":1,"n":-1},' +
        '{"kind":"constructor","at":1},{"kind":"relay","at":1,"ms":"x"}]}'])
        same(`of ${text}`, [], await shown(text));
    same("of one right run", ["Best: 7"], await shown('{"loyd":"training",' +
        '"version":1,"runs":[{"kind":"sprint","at":1,"n":7},{"kind":"relay"}]}'));
    await close(page);
};

await run(tests);
