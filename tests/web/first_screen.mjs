// SPDX-License-Identifier: MIT
// What is seen before one scrolls, and what is seen at the end.
import {accessible, close, holds, narrow, open, run, same, until}
    from "./browser.mjs";
import {button, move, moved, openTier, rest, rows, section, shown,
        solveByKeys, tile} from "./player.mjs";
import {day, site, steps, today} from "./sites.mjs";

const clock = `${today}T12:00:00Z`;
const screens = [[320, 568], [360, 640], [390, 664], [768, 1024], [844, 390],
                 [1280, 720]];
const tests = {};

/** Opens a page as a device of this size does. */
const openAt = (kind, [width, height], options = {}) => open(site(kind), {
    clock, width, height, touch: Math.min(width, height) < 500, ...options});

/** What is not whole within the window; boxes of a hidden tier are not read. */
const outside = (page, i) => page.evaluate(at => {
    const {section} = loyd.games[at];
    const wanted = {board: ".stage", goal: ".goal", counters: ".status",
                    undo: ".tools button", tools: ".tools", tiers: ".tiers"};
    const found = Object.entries(wanted).map(([name, query]) => [name,
        (name === "tiers" ? document : section).querySelector(query)]);
    const hint = [...section.querySelectorAll(".tools button")].find(e =>
        e.innerText.includes("Hint"));
    return [...found, ["hint", hint]].filter(([, e]) => e).flatMap(
        ([name, e]) => {
            const {left, top, right, bottom, width, height} =
                e.getBoundingClientRect();
            const isIn = width > 0 && height > 0 && left >= 0 && top >= 0 &&
                right <= innerWidth + 0.5 && bottom <= innerHeight + 0.5;
            return isIn ? [] : [`${name}: ${[left, top, right, bottom]
                .map(Math.round).join(" ")}`];
        });
}, i);

/** The least width and height of elements, in pixels. */
const least = (page, i, query) => page.evaluate(([at, selector]) =>
    Math.min(...[...loyd.games[at].section.querySelectorAll(selector)]
        .map(e => e.getBoundingClientRect())
        .flatMap(box => [box.width, box.height])), [i, query]);

async function check(page, i, side, what) {
    const buttons = await page.locator(".tools").nth(i).locator("button");
    same(`${what}: scrolled`, 0, await page.evaluate(() => scrollY));
    same(`${what}: out of sight`, [], await outside(page, i));
    await narrow(page, what);
    holds(`${what}: buttons`, await buttons.count() > 0 &&
          await least(page, i, ".tools button, .zoom") >= 43.5);
    const size = await least(page, i, ".tile");
    holds(`${what}: tiles of ${size} pixels`,
          size >= (side <= 6 ? 44 : 18));
}

for (const screen of screens) {
    const name = screen.join("x");
    for (const [kind, side] of [["small", 3], ["four", 4], ["six", 6],
                                ["ten", 10]])
        tests[`one tier, ${kind}, ${name}`] = async () => {
            const page = await openAt(kind, screen);
            await check(page, 0, side, `${kind}, ${name}`);
            await close(page);
        };
    for (const [kind, sides] of [["sizes", [3, 4, 10]], ["sixes", [6, 10, 10]]])
        tests[`three tiers, ${kind}, ${name}`] = async () => {
            const page = await openAt(kind, screen);
            for (const [i, side] of sides.entries()) {
                await openTier(page, i);
                await check(page, i, side, `${kind} ${i}, ${name}`);
            }
            await close(page);
        };
}

tests["what is drawn before the script stays where it is"] = async () => {
    for (const screen of screens)
        for (const kind of ["four", "ten", "sizes"]) {
            const box = (page, query) => page.evaluate(selector => {
                const {left, top, width, height} = document
                    .querySelector(selector).getBoundingClientRect();
                return [left, top, width, height].map(Math.round);
            }, query);
            const plain = await openAt(kind, screen, {refuse: /play\.js$/,
                                                      fail: /./});
            const before = await box(plain, ".start svg");
            plain.faults = [];
            await close(plain);
            const page = await openAt(kind, screen);
            same(`${kind}, ${screen}`, before, await box(page, ".stage"));
            await close(page);
        }
};

tests["without script nothing lies on another thing"] = async () => {
    for (const screen of screens)
        for (const kind of ["four", "sizes"]) {
            const page = await openAt(kind, screen, {script: false});
            let end = 0;
            for (const part of await page.locator("section.puzzle").all()) {
                const [goal, start, about] = await Promise.all([".goal svg",
                    ".start svg", ".about"].map(query =>
                    part.locator(query).boundingBox()));
                holds(`${kind} ${screen}`, goal.y >= end && start.y >= end &&
                      start.width > 100 && about.height > 100);
                end = start.y + start.height;
            }
            await close(page);
        }
};

tests["buttons keep their places"] = async () => {
    const places = page => page.evaluate(() =>
        [...document.querySelectorAll(".tools button")].map(e => {
            const {x, y, width, height} = e.getBoundingClientRect();
            return [x, y, width, height].map(Math.round);
        }));
    for (const screen of screens) {
        const page = await openAt("four", screen);
        const before = await places(page);
        await button(page, "Hint").click();
        await button(page, "Move it").waitFor();
        same(`Move it, ${screen}`, before, await places(page));
        await button(page, "Move it").click();
        await moved(page, 1);
        same(`moved, ${screen}`, before, await places(page));
        await button(page, "Undo").click();
        await moved(page, 0);
        same(`undone, ${screen}`, before, await places(page));
        await close(page);
    }
};

tests["the goal is enlarged"] = async () => {
    for (const screen of [[320, 568], [844, 390]]) {
        const page = await openAt("four", screen);
        const small = button(page, "Enlarge the goal");
        await small.tap();
        const view = page.locator("dialog.view");
        await view.waitFor();
        const {width, height} = await view.boundingBox();
        holds(`large: ${width} ${height}`,
              width <= screen[0] && height <= screen[1] &&
              Math.min(width, height) > 0.7 * Math.min(...screen));
        await accessible(page, "the goal");
        await page.keyboard.press("Escape");
        await view.waitFor({state: "detached"});
        same("focus", true, await small.evaluate(e =>
            e === document.activeElement));
        await page.keyboard.press("Enter");
        await view.getByRole("img", {name: "Goal"}).waitFor();
        await page.getByRole("button", {name: "Close"}).click();
        await view.waitFor({state: "detached"});
        await close(page);
    }
};

tests["tiers are tabs"] = async () => {
    let page = await openAt("sizes", [390, 664]);
    const tab = name => page.getByRole("tab", {name});
    const chosen = () => page.getByRole("tab", {selected: true}).innerText();
    const seen = async i => {
        for (const at of [0, 1, 2])
            same(`tier ${at}`, at === i, await section(page, at).isVisible());
    };
    same("the first", "small", (await chosen()).split(/\s/)[0]);
    await seen(0);
    await tab("middle").tap();
    await seen(1);
    same("the address", "#middle", new URL(page.url()).hash);
    await page.keyboard.press("ArrowRight");
    await seen(2);
    same("no tile has moved", 0, await page.evaluate(() =>
        loyd.games.reduce((sum, game) => sum + game.stm, 0)));
    await page.keyboard.press("Home");
    await seen(0);
    await page.keyboard.press("End");
    await accessible(page, "tabs");
    const {server} = page, context = page.context();
    await close(page, {keep: true});
    page = await openAt("sizes", [390, 664], {context, server});
    same("remembered", "large", (await chosen()).split(/\s/)[0]);
    await seen(2);
    await close(page, {keep: true});
    page = await openAt("sizes", [390, 664],
                        {context, server, at: "index.html#middle"});
    await seen(1);
    await page.evaluate(() => { location.hash = "#small"; });
    await section(page, 0).waitFor();
    await close(page);
};

tests["time runs for the tier that is seen"] = async () => {
    const page = await openAt("sizes", [390, 664]);
    const [first] = steps(day("sizes", today, 0).path);
    await page.evaluate(step => loyd.games[0].play(step), first);
    const isRunning = () => page.evaluate(() =>
        loyd.games[0].clock.isRunning());
    same("played", true, await isRunning());
    await openTier(page, 1);
    same("hidden", false, await isRunning());
    await openTier(page, 0);
    same("seen again", true, await isRunning());
    await close(page);
};

/** Waits until the card is where it stays. */
async function cardRests(page) {
    await page.locator(".end:modal").waitFor();
    await until(page, () => document.querySelector(".end:modal")
        .getAnimations().every(a => a.playState === "finished"));
}

/** Taps the tiles of a solution, one after the other. */
async function tapThrough(page, puzzle, i) {
    const grid = rows(puzzle.board);
    for (const step of steps(puzzle.path)) {
        await rest(page, i);
        await tile(page, move(grid, step), i).tap();
    }
}

tests["a day of three tiers, by touch, at 390 pixels"] = async () => {
    const page = await openAt("tiers", [390, 664]);
    for (const i of [0, 1, 2]) {
        const puzzle = day("tiers", today, i);
        same(`tier ${i}`, true, await section(page, i).isVisible());
        await tapThrough(page, puzzle, i);
        const card = page.locator(".end:modal");
        await cardRests(page);
        const {x, y, width, height} = await card.boundingBox();
        holds(`the card is seen: ${[x, y, width, height]}`, x >= 0 && y >= 0 &&
              x + width <= 390.5 && y + height <= 664.5);
        same("the focus is in it", true, await card.evaluate(e =>
            e.contains(document.activeElement)));
        same("three stars", 1, await card.getByRole("img",
            {name: "3 of 3 stars"}).count());
        same("all tiers", ["easy", "medium", "hard"].map((name, k) =>
            `${name} ${k <= i ? "+0" : "–"}`), await card.locator(".symbols span")
            .allTextContents());
        holds("no second level", /moves?\s*$/.test(
            await section(page, i).locator("p.day").first().textContent()));
        await accessible(page, `the card of tier ${i}`);
        await narrow(page, "the card");
        const top = (await page.locator(".stage").nth(i).boundingBox()).y;
        holds(`the board is in sight: ${top}`, top > -1 && top < y - 100);
        const next = card.locator(".next");
        if (i < 2) {
            await next.tap();
            await card.waitFor({state: "detached"});
        } else {
            same("the day before", "Yesterday’s puzzle",
                 await next.innerText());
            holds("the next one", /^Next puzzle in 1[12]:/.test(
                await card.locator(".countdown").innerText()));
            await page.keyboard.press("Escape");
            await page.locator(".end:modal").waitFor({state: "detached"});
            await page.locator(".end").nth(i).waitFor(); /* below the board */
        }
    }
    await close(page);
};


tests["the card is seen wherever one has scrolled to"] = async () => {
    const page = await openAt("small", [390, 664]);
    const all = steps(day("small").path), last = all.pop();
    await page.evaluate(path => loyd.games[0].play(path), all.join(""));
    await rest(page);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await page.evaluate(step => loyd.games[0].play(step), last);
    const card = page.locator(".end:modal");
    await cardRests(page);
    const {y, height} = await card.boundingBox();
    holds(`the card: ${y} ${height}`, y >= 0 && y < 600);
    await close(page);
};

tests["coming back"] = async () => {
    const page = await openAt("small", [390, 664]);
    const puzzle = day("small");
    await solveByKeys(page, puzzle.path);
    await page.reload();
    same("the solved board", puzzle.goal, await shown(page));
    const card = section(page).locator(".end");
    await card.waitFor();
    holds("its result", (await card.innerText())
        .includes(`Perfect: ${puzzle.stm} moves`));
    same("no dialog", 0, await page.locator(".end:modal").count());
    await accessible(page, "a solved puzzle");
    await card.getByRole("button", {name: "Play again"}).click();
    same("the start", puzzle.board, await shown(page));
    same("the card is gone", false, await card.isVisible());
    await close(page);
};

tests["no motion where none is wanted"] = async () => {
    const page = await openAt("small", [390, 664], {reduced: true});
    await solveByKeys(page, day("small").path);
    same("animations", 0, await page.evaluate(() =>
        document.getAnimations().length));
    await close(page);
};

await run(tests);
