// SPDX-License-Identifier: MIT
// What each key and button does in each state of a game. An open dialog takes the
// keys of the game, and a closed one leaves a page that can be played.
import {close, holds, open, run, same} from "./browser.mjs";
import {arrows, button, ended, letters, moved, opposite, play, section, solveByKeys,
        state, tile} from "./player.mjs";
import {day, hasPackage, site, steps, today} from "./sites.mjs";

const clock = `${today}T12:00:00Z`;
const tests = {};
const card = page => page.locator(".end:modal");

// All that a key can change of a game.
const all = page => page.evaluate(() => {
    const [game] = globalThis.loyd.games;
    return JSON.stringify({...game.saved(), ms: 0, text: game.text,
        state: game.state, before: game.before, isPlayback: game.isPlayback});
});

/** Every key of the game. */
const keys = [...Object.values(arrows), ...Object.values(letters), "z", "u", "y",
    "r", "h", " "];

/** Presses every key of the game, alone and with Shift, in an open dialog. */
async function pressAll(page, dialog, what) {
    const before = await all(page);
    for (const key of keys)
        for (const shift of ["", "Shift+", ..."zy".includes(key)
            ? ["Control+", "Control+Shift+"] : []]) {
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
        const [first] = at === "howto.html" ? ["U"] : steps(day("small").path);
        await page.keyboard.press(arrows[first]);
        await page.keyboard.press(arrows[opposite[first]]);
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

// For each state, how a game comes there from two moves, of which one is taken
// back, and what acts then: all else changes nothing.
const states = {
    playing: {acts: ["arrows", "undo", "redo", "restart", "hint"],
              buttons: ["Undo", "Redo", "Restart", "Hint"]},
    paused: {enter: page => hide(page, true), acts: []},
    shown: {enter: async page => {
        await page.evaluate(() =>
            document.querySelector(".steps button:nth-child(4)").click());
        await page.getByText("Move 1 of").waitFor({state: "attached"});
    }, acts: ["restart", "pause"], buttons: ["Restart"]},
    won: {enter: async (page, puzzle) => {
        await page.evaluate(path => {
            const [game] = globalThis.loyd.games;
            game.restart();
            game.play(path);
            game.view.finish();
        }, puzzle.path);
        await card(page).waitFor();
        await page.keyboard.press("Escape");
        await card(page).waitFor({state: "detached"});
        await page.locator("dialog.end[open]").waitFor(); // beside the board
    }, acts: ["restart"], buttons: []},
};
const meanings = {undo: ["z", "u", "Control+z"], hint: ["h"], restart: ["r"],
    redo: ["y", "Shift+Z", "Control+y", "Control+Shift+Z"], pause: ["Space"],
    arrows: [...Object.values(arrows), ...Object.values(letters)]};

const hide = (page, isHidden) => page.evaluate(value => {
    Object.defineProperty(document, "hidden", {configurable: true, value});
    document.dispatchEvent(new Event("visibilitychange"));
}, isHidden);

/** All that a key can change: of the game, the hint and the playback. */
const seen = async page => await all(page) + await page.evaluate(() =>
    [document.querySelectorAll(".tile.marked").length,
     document.querySelector(".steps .turning span:not(.hidden)")?.textContent,
    ].join());

for (const [name, {enter, acts, buttons}] of Object.entries(states))
    tests[`${name}: every key, and the buttons`] = async () => {
        const puzzle = day("small"), page = await open(site("small"), {clock});
        for (const [meaning, keys] of Object.entries(meanings)) {
            const changed = [];
            for (const key of keys) {
                await page.evaluate(path => {
                    const [game] = globalThis.loyd.games;
                    game.restart();
                    game.play(path);
                    game.undo();
                    game.view.finish();
                    game.view.board.focus();
                }, puzzle.path.match(/[UDLR]/g).slice(0, 2).join(""));
                await enter?.(page, puzzle);
                if (buttons) same(`${name}: buttons`, buttons, await page.evaluate(() =>
                    [...document.querySelectorAll(".tools button")].filter(e =>
                        e.checkVisibility() && e.ariaDisabled === "false")
                        .map(e => e.innerText.trim())));
                const before = await seen(page);
                await page.keyboard.press(key);
                if (acts.includes(meaning) && meaning === "hint")
                    await page.locator(".tile.marked").waitFor();
                changed.push(before !== await seen(page));
                await hide(page, false);
            }
            same(`${name}: ${meaning}`, acts.includes(meaning), changed.includes(true));
            if (meaning !== "arrows") /* a wall is in the way of some */
                same(`${name}: ${keys}`, keys.map(() => acts.includes(meaning)),
                     changed);
        }
        await close(page);
    };

tests["a dialog closes by Escape, by its button and by back"] = async () => {
    const puzzle = day("small"), page = await open(site("small"), {clock});
    const closing = {
        Escape: () => page.keyboard.press("Escape"),
        button: dialog => dialog.getByRole("button", {name: "Close"}).click(),
        back: () => page.goBack(),
    };
    const address = page.url();
    const check = async (dialog, show, what) => {
        for (const [way, act] of Object.entries(closing)) {
            await show();
            await dialog.waitFor();
            await act(dialog);
            await page.waitForFunction(() =>
                !document.querySelector("dialog:modal") && !history.state?.dialogs);
            same(`${what}, ${way}`, address, page.url());
        }
    };
    await check(page.locator("dialog.view"), () =>
        button(page, "Enlarge the goal").click(), "the goal");
    await check(card(page), () => page.evaluate(path => {
        const [game] = globalThis.loyd.games;
        game.restart();
        game.play(path);
    }, puzzle.path), "the result");
    if (hasPackage())
        await check(page.locator("dialog.analysis"), () =>
            button(page, "Analyse this game").click(), "the analysis");
    await playOn(page, puzzle, await button(page, "Play again").click());
    await card(page).waitFor();
    if (hasPackage()) { // of two dialogs, back closes the upper one
        await card(page).getByRole("button", {name: "Analyse this game"}).click();
        await page.locator("dialog.analysis").waitFor();
        await page.goBack();
        await page.locator("dialog.analysis").waitFor({state: "detached"});
        await card(page).waitFor();
    }
    await close(page);
};

if (!hasPackage())
    for (const name of ["the analysis over the result",
                        "playing: every key, and the buttons",
                        "shown: every key, and the buttons"])
        delete tests[name];
await run(tests);
