// SPDX-License-Identifier: MIT
// Pictures of the pages in all their states, to be looked at; no test.
//
//   BUILD=build sh tests/web/shots.sh FOLDER [WORD ...]
//
// writes FOLDER/STATE-THEME-WIDTH.png, of the states whose names have a word.
// LANGUAGE=de pictures German (sites.mjs).
// SIZES="390x664 844x390" pictures what is seen without scrolling instead.
import {execFileSync} from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import {chrome, close, open} from "./browser.mjs";
import {arrows, button, ended, look, rest, section, solveByKeys, unfold}
    from "./player.mjs";
import {day, said, site, steps, today} from "./sites.mjs";

const [folder, ...words] = process.argv.length > 2
    ? process.argv.slice(2)
    : [path.join(process.env.SCRATCH, "shots"), "today"];
fs.mkdirSync(folder, {recursive: true});
const widths = (process.env.WIDTHS ?? "320 768 1440").split(" ").map(Number);
const sizes = process.env.SIZES
    ? process.env.SIZES.split(" ").map(size => size.split("x").map(Number))
    : widths.map(width => [width, width < 500 ? 640 : 900]);
const themes = (process.env.THEMES ?? "light dark").split(" ");
let bad = 0;
const clock = `${today}T12:00:00Z`;

// STATE: [site, page, what is done before the picture].
const states = {
    today: ["daily", "index.html"],
    middle: ["daily", "index.html", async page => {
        for (const step of steps(day("daily").path).slice(0, 25))
            await page.keyboard.press(arrows[step]);
        await rest(page);
    }],
    focus: ["daily", "index.html", page =>
        section(page).locator(".board").focus()],
    solved: ["daily", "index.html", page =>
        solveByKeys(page, day("daily").path)],
    "solved-tiers": ["tiers", "index.html", async page => {
        for (const i of [0, 1, 2])
            await solveByKeys(page, day("tiers", today, i).path, i);
        await ended(page, 2);
    }],
    settings: ["small", "index.html", async page => {
        for (const name of ["Settings", "Your results", "Check a solution",
                            "Link to this board", "How to check this"])
            await unfold(page, name);
    }],
    tiers: ["tiers", "index.html"],
    search: ["large", "index.html", async page => {
        await page.evaluate(() => {
            globalThis.loyd.app.core.solve = (board, goal, signal, length,
                                              tell) => {
                tell(0.4);
                return new Promise(() => {});
            };
        });
        await button(page, "Hint").click();
        await page.locator(".searching").waitFor();
    }],
    hint: ["daily", "index.html", async page => {
        await button(page, "Hint").click();
        await button(page, "Move it").waitFor();
    }],
    playback: ["daily", "daily/2026-01-16.html", async page => {
        const panel = await unfold(page, "Watch a solution");
        for (let i = 1; i <= 5; i++) {
            await panel.getByRole("button", {name: said("Forward")}).click();
            await panel.getByText(said("Move {at} of {length}.")
                .replace("{at}", i).replace(/\{length.*/, "")).waitFor();
        }
        await rest(page);
    }],
    stages: ["daily", "daily/2026-01-16.html", async page => {
        const panel = await unfold(page, "Watch a solution");
        await panel.getByLabel(said("Way")).selectOption("rows");
        await panel.locator(".stages button").nth(4).click();
        await panel.getByRole("button", {name: said("Forward"),
                                          exact: true}).click();
        await rest(page);
    }],
    card: ["daily", "index.html", async page => {
        await played(page);
        await solveByKeys(page, day("daily").path);
        await page.locator(".end:modal").waitFor();
        await page.waitForTimeout(500);
    }],
    again: ["daily", "index.html", async page => {
        await solveByKeys(page, day("daily").path);
        await page.reload();
    }],
    goal: ["daily", "index.html", page => button(page, "Enlarge the goal").click()],
    menu: ["daily", "index.html", page => page.locator(".menu").click()],
    large: ["large", "index.html"],
    shapes: ["shapes", "index.html"],
    hostile: ["hostile", "index.html"],
    past: ["daily", "daily/2026-01-16.html"],
    year: ["years", "archive/2025.html"],
    "year-played": ["years", "archive/2025.html", played],
    stats: ["years", "stats.html", played],
    "stats-tiers": ["tiers", "stats.html", played],
    "stats-empty": ["small", "stats.html"],
    month: ["years", "index.html", async page => {
        await played(page);
        await page.locator("#archive").scrollIntoViewIfNeeded();
    }],
    "new-day": ["small", "daily/2026-01-16.html", async page => {
        await page.evaluate(() => {
            loyd.app.days = null;
            document.body.append(newDayBar(words("new-puzzle")));
        });
    }],
    check: ["daily", "check.html"],
    new: ["daily", "play.html#recipe=4x4/spiral~g1~monday~17", known],
    unsolvable: ["daily", "play.html#board=2.1.3.4/5.6.7.8/9.10.11.12/13.14.15.0",
                 page => page.locator(".unsolvable").waitFor()],
    editor: ["daily", "play.html#board=1.2.3/4.5.6/7.0.8", async page => {
        await known(page);
        await unfold(page, "Set up a board");
        await unfold(page, "More choices");
        await unfold(page, "Why it can be solved");
    }],
    training: ["daily", "train.html", async page => {
        for (let i = 0; i < 3; i++) {
            await page.evaluate(() => {
                const [game] = loyd.games;
                game.load("1 2 3 4/5 6 7 8/9 10 11 12/13 0 14 15", game.goal, {});
                game.play("L2");
            });
            await page.locator(".session > li").nth(i).waitFor();
        }
    }],
    first: ["daily", "index.html", page => page.locator(".rules").waitFor()],
    "not-kept": ["daily", "offline.html"],
    howto: ["daily", "howto.html"],
    "howto-corner": ["daily", "howto.html", async page => {
        for (const n of [1, 2])
            await page.getByRole("button", {name: said("Next step")}).click();
        await page.locator(".lesson .board").focus();
        for (const step of "RDLUU") await page.keyboard.press(arrows[step]);
    }],
    "howto-done": ["daily", "howto.html", async page => {
        for (const n of [1, 2, 3])
            await page.getByRole("button", {name: said("Next step")}).click();
        await page.locator(".lesson .board").focus();
        for (const step of "DLLURDRU") await page.keyboard.press(arrows[step]);
    }],
    "no-solver": ["bare", "play.html"],
    look: ["daily", "index.html", async page => {
        await unfold(page, "Look");
        await page.getByLabel(said("Colours of tiles")).waitFor();
    }],
    "look-rows": ["four", "index.html", page => look(page, {colours: "rows"})],
    "look-rings": ["six", "index.html", page =>
        look(page, {colours: "rings", tint: "on"})],
    "look-picture": ["tiers", "index.html#hard", page => look(page, {}, true)],
    "look-bare": ["tiers", "index.html#hard", page =>
        look(page, {labels: "off", tint: "on"}, true)],
    "look-wide": ["shapes", "index.html", page =>
        look(page, {colours: "rows"}, true)],
    "look-large": ["shapes", "index.html#huge", page => look(page, {}, true)],
    "look-solved": ["daily", "index.html", async page => {
        await look(page, {}, true);
        await solveByKeys(page, day("daily").path);
        await page.locator(".end:modal").waitFor();
        await page.waitForTimeout(500);
    }],
    "look-goal": ["daily", "index.html", async page => {
        await look(page, {}, true);
        await button(page, "Enlarge the goal").click();
    }],
};

/** Lets the browser keep results of most days, as if they had been played. */
async function played(page) {
    await page.evaluate(async () => {
        const {app} = loyd;
        const {days} = await (await fetch(`${app.root}daily/index.json`)).json();
        days.forEach((day, i) => (day.puzzles || [day]).forEach((puzzle, k) => {
            if (i % 11 === 3 || (i * 7 + k) % 5 === 4) return;
            const over = [0, 0, 2, 4, 0, 8, 2, 14, 0, 26][(i * 3 + k) % 10];
            app.results.add({day: day.date, tier: puzzle.tier || "",
                id: puzzle.puzzle_id, own: true, size: puzzle.size,
                par: puzzle.stm, result: {stm: puzzle.stm + over, mtm: 2,
                    hints: i % 17 === 5 ? 1 : 0,
                    ms: 9000 * (k + 1) + (i * 7919) % 40000 * (k + 1)}});
        }));
        app.refresh();
    });
}

/** Waits until all is said of a new board. */
async function known(page) {
    await page.locator(".about dt", {hasText: said("Difficulty")}).waitFor();
}

async function shoot(name, theme, [width, height]) {
    const [kind, at, act] = states[name];
    const page = await open(site(kind), {
        at, theme, width, height, clock, fail: /./,
        touch: Math.min(width, height) < 500, first: name === "first"});
    const size = process.env.SIZES ? `${width}x${height}` : width;
    try {
        await act?.(page);
        await page.screenshot({
            path: path.join(folder, `${name}-${theme}-${size}.png`),
            fullPage: !process.env.SIZES, animations: "disabled"});
    } catch (error) {
        bad++;
        console.log(`${name}-${theme}-${size}: ${error.message}`);
    }
    await close(page);
}

/** A page as it is printed. */
async function print(name, kind, at) {
    const page = await open(site(kind), {at, clock, fail: /./});
    const pdf = path.join(folder, `${name}.pdf`);
    await page.pdf({path: pdf, format: "A4", printBackground: false});
    execFileSync("pdftoppm", ["-r", "60", "-png", pdf,
                              pdf.replace(/\.pdf$/, "")]);
    await close(page);
}

const wanted = name => words.length === 0 ||
                       words.some(word => name.includes(word));
for (const name of Object.keys(states).filter(wanted))
    for (const theme of themes)
        for (const size of sizes)
            await shoot(name, theme, size);
for (const [name, kind] of [["print-day", "daily"], ["print-tiers", "tiers"]])
    if (wanted(name)) await print(name, kind, "index.html");
await (await chrome()).close();
process.exit(bad > 0 ? 1 : 0);
