// SPDX-License-Identifier: MIT
// An open dialog takes the keys of the game, and a closed one leaves a page that
// can be played.
import {close, holds, open, run, same} from "./browser.mjs";
import {arrows, button, ended, letters, moved, play, section, solveByKeys,
        state, tile} from "./player.mjs";
import {day, hasPackage, site, steps, today} from "./sites.mjs";

const clock = `${today}T12:00:00Z`;
const tests = {};
const card = page => page.locator(".end:modal");

// All that a key can change of a game.
const all = page => page.evaluate(() => {
    const [game] = globalThis.loyd.games;
    return JSON.stringify({...game.saved(), ms: 0, text: game.text,
        state: game.state, before: game.before, playback: game.playback});
});

/** The keys that the game has, asked of the page. */
const keysOf = async page => [...Object.values(arrows), ...Object.values(letters),
    ...await page.evaluate(() => Object.keys(globalThis.loyd.app.keys))];

/** Presses every key of the game, alone and with Shift, in an open dialog. */
async function pressAll(page, dialog, what) {
    const before = await all(page);
    const keys = await keysOf(page);
    holds(`keys: ${keys}`, ["z", "u", "y", "r", "h", " "].every(key =>
        keys.includes(key)));
    for (const key of keys.filter(key => !key.includes("+")))
        for (const shift of ["", "Shift+"]) {
            // On the dialog: a button has its own use for Space.
            await dialog.evaluate(e => { e.tabIndex = -1; e.focus(); });
            await page.keyboard.press(shift + (key === " " ? "Space" : key));
            same(`${what}: ${shift}${key}`, before, await all(page));
            holds(`${what} is open after ${shift}${key}`,
                  await dialog.evaluate(e => e.matches(":modal")));
        }
}

/** Plays the puzzle again, with the mouse: nothing lies over the page. */
async function playOn(page, puzzle) {
    same("a new game", ["ready", puzzle.board],
         await state(page).then(is => [is.state, is.text]));
    await play(page, puzzle.board, puzzle.path,
               (step, label) => tile(page, label).click());
    await ended(page);
}

tests["the result: R does nothing, and then begins the game again"] =
    async () => {
        const puzzle = day("small");
        const page = await open(site("small"), {clock});
        await solveByKeys(page, puzzle.path);
        await card(page).waitFor();
        await pressAll(page, card(page), "the result");
        await page.keyboard.press("Escape");
        await card(page).waitFor({state: "detached"});
        await page.keyboard.press("r");
        await playOn(page, puzzle);
        await close(page);
    };

tests["R between the last move and the result"] = async () => {
    const puzzle = day("small");
    const page = await open(site("small"), {clock});
    await section(page).locator(".board").focus();
    for (const step of steps(puzzle.path)) await page.keyboard.press(arrows[step]);
    await page.keyboard.press("r");
    await playOn(page, puzzle);
    await card(page).waitFor();
    await close(page);
};

tests["the result's button begins the game again, twice"] = async () => {
    const puzzle = day("small");
    const page = await open(site("small"), {clock});
    await solveByKeys(page, puzzle.path);
    for (let i = 0; i < 2; i++) {
        await page.keyboard.press("Escape");
        await button(page, "Play again").click();
        await playOn(page, puzzle);
        await card(page).waitFor();
    }
    await close(page);
};

tests["a game that restarts closes the result, whoever asked"] = async () => {
    const puzzle = day("small");
    const page = await open(site("small"), {clock});
    await solveByKeys(page, puzzle.path);
    await card(page).waitFor();
    await page.evaluate(() => globalThis.loyd.games[0].restart());
    await playOn(page, puzzle);
    await close(page);
};

tests["the enlarged goal"] = async () => {
    const page = await open(site("small"), {clock});
    const [first] = steps(day("small").path);
    await section(page).locator(".board").focus();
    await page.keyboard.press(arrows[first]);
    await moved(page, 1);
    await button(page, "Enlarge the goal").click();
    const goal = page.locator("dialog.view");
    await pressAll(page, goal, "the goal");
    await page.keyboard.press("Escape");
    await goal.waitFor({state: "detached"});
    await section(page).locator(".board").focus(); // Space has scrolled the page
    await page.keyboard.press("z");
    await moved(page, 0);
    await close(page);
};

tests["the analysis over the result"] = async () => {
    const puzzle = day("small");
    const page = await open(site("small"), {clock});
    await solveByKeys(page, puzzle.path);
    await card(page).getByRole("button", {name: "Analyse this game"}).click();
    const analysis = page.locator("dialog.analysis");
    await analysis.locator(".numbers").waitFor();
    await pressAll(page, analysis, "the analysis");
    await page.keyboard.press("Escape");
    await analysis.waitFor({state: "detached"});
    await pressAll(page, card(page), "the result");
    await page.keyboard.press("Escape");
    await page.keyboard.press("r");
    await playOn(page, puzzle);
    await close(page);
};

tests["any dialog, on the pages of lessons and to embed"] = async () => {
    for (const [at, counts] of [["howto.html", ".lesson-counts"],
                                ["embed.html", ".embed-counts"]]) {
        const page = await open(site("small"), {clock, at});
        const count = page.locator(counts);
        const says = async (what, wanted) => {
            const said = await count.textContent();
            holds(`${at}, ${what}: ${said}`, said.startsWith(wanted));
        };
        await page.locator(".board .tile").first().waitFor();
        await page.keyboard.press(arrows.U);
        await page.keyboard.press(arrows.D);
        await says("two moves", "2 moves");
        await page.evaluate(() => {
            const dialog = document.createElement("dialog");
            document.body.append(dialog);
            dialog.showModal();
        });
        for (const key of [...Object.values(arrows), ...Object.values(letters),
                           "z", "u", "y", "r", "h"]) {
            await page.keyboard.press(key);
            await says(key, "2 moves");
        }
        await page.evaluate(() => document.querySelector("dialog").close());
        await page.keyboard.press("z");
        await says("z", "1 move");
        await close(page);
    }
};

if (!hasPackage()) delete tests["the analysis over the result"];
await run(tests);
