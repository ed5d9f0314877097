// SPDX-License-Identifier: MIT
// Plays on a page as a person does, and reads the board from where its tiles
// are drawn. The rules are written here again, so that a fault of the page's
// script is not shared.
import {holds, same, until} from "./browser.mjs";
import {picture} from "./pictures.mjs";
import {said, steps} from "./sites.mjs";

/** Where the tile that moves lies, seen from the blank: [across, down]. */
export const sides = {U: [0, 1], D: [0, -1], L: [1, 0], R: [-1, 0]};
export const arrows = {U: "ArrowUp", D: "ArrowDown", L: "ArrowLeft",
                       R: "ArrowRight"};
export const letters = {U: "w", D: "s", L: "a", R: "d"};
export const opposite = {U: "D", D: "U", L: "R", R: "L"};

export const rows = text => text.split("/").map(row => row.split(" "));
export const board = grid => grid.map(row => row.join(" ")).join("/");

/** Moves one tile of a grid, and returns its label. */
export function move(grid, step) {
    const y = grid.findIndex(row => row.includes("0"));
    const x = grid[y].indexOf("0");
    const [across, down] = sides[step];
    const label = grid[y + down]?.[x + across];
    if (label === undefined) throw new Error(`${step} is not possible`);
    [grid[y][x], grid[y + down][x + across]] = [label, "0"];
    return label;
}

/** The board of a game as its tiles are drawn, once they rest. */
export async function shown(page, i = 0) {
    await openTier(page, i);
    await rest(page, i);
    return page.evaluate(at => {
        const {section, width, height} = loyd.games[at];
        const area = section.querySelector(".board").getBoundingClientRect();
        const grid = Array.from({length: height}, () =>
            Array(width).fill("0"));
        for (const tile of section.querySelectorAll(".tile")) {
            const box = tile.getBoundingClientRect();
            const x = (box.x + box.width / 2 - area.x) / area.width * width;
            const y = (box.y + box.height / 2 - area.y) / area.height * height;
            if (!(Math.abs(x % 1 - 0.5) < 0.1 && Math.abs(y % 1 - 0.5) < 0.1))
                throw new Error(`tile ${tile.textContent} is between cells`);
            grid[Math.floor(y)][Math.floor(x)] = tile.textContent;
        }
        return grid.map(row => row.join(" ")).join("/");
    }, i);
}

/** Waits until no tile of a game moves. */
export const rest = (page, i = 0) => until(page, at => {
    const {section, view} = globalThis.loyd.games[at];
    return !view.isMoving() && section.querySelector(".board")
        .getAnimations({subtree: true})
        .every(animation => animation.playState !== "running");
}, i);

/** What a game says of itself. */
export const state = (page, i = 0) => page.evaluate(at => {
    const {text, stm, mtm, state, hints} = loyd.games[at];
    return {text, stm, mtm, state, hints};
}, i);

/** The numbers of the status line: {Moves: "0", Time: "0:00", ...}. */
export const status = (page, i = 0) => page.evaluate(at =>
    Object.fromEntries([...loyd.games[at].section.querySelectorAll(
        ".status > div")].map(div => [div.querySelector("dt").textContent,
                                      div.querySelector("dd").textContent])),
i);

export const section = (page, i = 0) => page.locator("section.puzzle").nth(i);
export const tile = (page, label, i = 0) =>
    section(page, i).locator(`.board [data-label="${label}"]`);
export const button = (page, name, i = 0) =>
    section(page, i).getByRole("button", {name: said(name), exact: true});

/** Waits until the game has made so many moves. */
export const moved = (page, stm, i = 0) => until(page, ([at, n]) =>
    globalThis.loyd.games[at].stm === n, [i, stm]);

/**
 * Plays a whole path from a start, by `act(step, label)`; the board that is
 * drawn is compared at some moves and at the end.
 */
export async function play(page, start, moves, act, i = 0) {
    const grid = rows(start);
    const all = steps(moves);
    same("the start", start, await shown(page, i));
    for (const [n, step] of all.entries()) {
        await act(step, move(grid, step));
        await moved(page, n + 1, i);
        if (n % 5 === 0) same(`move ${n + 1}`, board(grid), await shown(page, i));
    }
    same("the end", board(grid), await shown(page, i));
}

/** Closes the card of a game that was solved. */
export async function closeCard(page) {
    if (await page.locator(".end:modal").count() > 0)
        await page.keyboard.press("Escape");
}

/** Opens the tier of a game, where there are several. */
export async function openTier(page, i) {
    if (await section(page, i).isVisible()) return;
    await closeCard(page);
    await page.locator(".tiers a").nth(i).click();
}

/** The quickest way to the end: the keys, without looking. */
export async function solveByKeys(page, moves, i = 0) {
    await openTier(page, i);
    await section(page, i).locator(".board").focus();
    for (const step of steps(moves)) await page.keyboard.press(arrows[step]);
    await ended(page, i);
}

/** Waits until the page says that a game is solved; returns what it says. */
export async function ended(page, i = 0) {
    await openTier(page, i);
    const end = section(page, i).locator(".end");
    await end.waitFor({state: "visible"});
    holds("the game is solved", (await state(page, i)).state === "solved");
    return (await end.innerText()).replace(/\s*\n\s*/g, " | ");
}

/** Opens a folded panel by the text of its summary. */
export async function unfold(page, name, where = page) {
    await closeCard(page);
    const panel = where.locator("details", {
        has: page.locator("summary", {hasText: said(name)})}).first();
    if (await panel.getAttribute("open") === null)
        await panel.locator("summary").first().click();
    return panel;
}

/** Chooses a look, {setting: value}, and a picture of the player's own. */
export async function look(page, settings, hasPicture = false,
                           buffer = picture()) {
    const panel = await unfold(page, "Look");
    const choose = (label, value) =>
        panel.getByLabel(label).selectOption(value);
    await panel.getByLabel(said("Colours of tiles")).waitFor();
    if (hasPicture) {
        await choose("Picture on the tiles", "own");
        await panel.getByLabel("Choose a picture").setInputFiles({
            name: "hills.png", mimeType: "image/png", buffer});
        await page.locator(".board.pictured:visible").first().waitFor();
    }
    for (const [name, value] of Object.entries(settings))
        await choose({colours: "Colours", tint: "Mark tiles",
                      labels: "Numbers on"}[name], value);
    await panel.locator("summary").click();
}
