// SPDX-License-Identifier: MIT
// Known boards, played to the end in all ways.
import {close, holds, open, run, same, until} from "./browser.mjs";
import {arrows, board, button, ended, letters, move, moved, opposite, play,
        rest, rows, section, shown, sides, solveByKeys, state, status, tile,
        unfold} from "./player.mjs";
import {day, site, steps, today} from "./sites.mjs";

const clock = `${today}T12:00:00Z`;
const puzzle = day("small");

/** Opens today's page, plays its shortest solution, and reads the end. */
async function perfect(page, act) {
    await play(page, puzzle.board, puzzle.path, act);
    const said = await ended(page);
    holds(`it says that it was perfect: ${said}`,
          said.includes(`Perfect: ${puzzle.stm} moves, exactly the shortest.`));
    same("moves and par", [String(puzzle.stm), String(puzzle.stm)],
         await status(page).then(s => [s.Moves, s.Shortest]));
    await close(page);
}

/** The middle of a tile, in pixels of the window. */
async function middle(page, label, i = 0) {
    await tile(page, label, i).scrollIntoViewIfNeeded();
    const box = await tile(page, label, i).boundingBox();
    return {x: box.x + box.width / 2, y: box.y + box.height / 2,
            cell: (await section(page, i).locator(".board").boundingBox())
                .width / 3};
}

async function drag(page, label, step, cells) {
    await rest(page);
    const {x, y, cell} = await middle(page, label);
    const [across, down] = sides[step];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x - across * cell * cells / 2,
                          y - down * cell * cells / 2);
    await page.mouse.move(x - across * cell * cells, y - down * cell * cells);
    await page.mouse.up();
}

async function swipe(page, at, step, pixels) {
    const [across, down] = sides[step];
    const touch = await page.context().newCDPSession(page);
    const send = (type, part) => touch.send("Input.dispatchTouchEvent", {
        type, touchPoints: part === null ? [] : [{
            x: at.x - across * pixels * part, y: at.y - down * pixels * part}]});
    await send("touchStart", 0);
    await send("touchMove", 0.5);
    await send("touchMove", 1);
    await send("touchEnd", null);
    await touch.detach();
}

const tests = {
    "arrow keys": async () => {
        const page = await open(site("small"), {clock});
        await perfect(page, step => page.keyboard.press(arrows[step]));
    },
    "WASD": async () => {
        const page = await open(site("small"), {clock});
        await perfect(page, step => page.keyboard.press(letters[step]));
    },
    "keys that move the gap": async () => {
        const page = await open(site("small"), {clock, width: 1024});
        await page.getByRole("link", {name: "Settings"}).click();
        const panel = page.locator(".extras details[open]");
        await panel.getByLabel("Keys and arrows move").selectOption("the gap");
        await section(page).locator(".board").focus();
        await perfect(page, step =>
            page.keyboard.press(arrows[opposite[step]]));
    },
    "clicks": async () => {
        const page = await open(site("small"), {clock});
        await perfect(page, async (step, label) => {
            await rest(page);
            await tile(page, label).click();
        });
    },
    "clicks, narrow and dark": async () => {
        const page = await open(site("small"), {clock, width: 320,
                                                theme: "dark"});
        await perfect(page, (step, label) => tile(page, label).click());
    },
    "drags": async () => {
        const page = await open(site("small"), {clock});
        await perfect(page, (step, label) => drag(page, label, step, 1));
    },
    "taps": async () => {
        const page = await open(site("small"), {clock, touch: true,
                                                width: 320});
        await perfect(page, (step, label) => tile(page, label).tap());
    },
    "swipes on the tile": async () => {
        const page = await open(site("small"), {clock, touch: true,
                                                width: 320});
        await perfect(page, async (step, label) => {
            await rest(page);
            const at = await middle(page, label);
            await swipe(page, at, step, at.cell * 0.9);
        });
    },
    "swipes anywhere on the board": async () => {
        const page = await open(site("small"), {clock, touch: true,
                                                width: 320});
        // From the middle, whatever tile is there.
        await perfect(page, async step => {
            await rest(page);
            const box = await section(page).locator(".board").boundingBox();
            const at = {x: box.x + box.width / 2, y: box.y + box.height / 2};
            await swipe(page, at, step, 60);
        });
    },
    "a drag that is too short": async () => {
        const page = await open(site("small"), {clock});
        const [step] = steps(puzzle.path);
        const label = move(rows(puzzle.board), step);
        await drag(page, label, step, 0.2);
        same("nothing moves", puzzle.board, await shown(page));
        same("no move counted", 0, (await state(page)).stm);
        await close(page);
    },
};

/** A start of 3x3 whose blank is in a corner, for whole lines. */
const corner = {start: "0 2 3/1 5 6/4 7 8", goal: "1 2 3/4 5 6/7 8 0"};

async function openCorner(options = {}) {
    const page = await open(site("small"), {clock, ...options});
    await page.evaluate(({start, goal}) =>
        loyd.games[0].load(start, goal, {par: {stm: 4, proven: true}}), corner);
    same("the board", corner.start, await shown(page));
    return page;
}

async function lineMoved(page) {
    await moved(page, 2);
    same("two tiles", "2 3 0/1 5 6/4 7 8", await shown(page));
    same("one slide", 1, (await state(page)).mtm);
    same("the status line", ["2", "1"],
         await state(page).then(({stm, mtm}) => [`${stm}`, `${mtm}`]));
    await close(page);
}

Object.assign(tests, {
    "a line by a click": async () => {
        const page = await openCorner();
        await tile(page, 3).click();
        await lineMoved(page);
    },
    "a line by Shift and an arrow": async () => {
        const page = await openCorner();
        await section(page).locator(".board").focus();
        await page.keyboard.press("Shift+ArrowLeft");
        await lineMoved(page);
    },
    "a line by a drag": async () => {
        const page = await openCorner();
        await drag(page, 3, "L", 1);
        await lineMoved(page);
    },
    "a tile off the lines does not move": async () => {
        const page = await openCorner();
        await tile(page, 5).click();
        await tile(page, 8).click();
        same("the board", corner.start, await shown(page));
        await page.keyboard.press("ArrowRight");
        await page.keyboard.press("ArrowDown");
        same("at the edge", corner.start, await shown(page));
        same("no move counted", 0, (await state(page)).stm);
        await close(page);
    },
    "undo, redo and restart": async () => {
        const page = await open(site("small"), {clock});
        const all = steps(puzzle.path).slice(0, 6);
        const seen = [puzzle.board];
        const grid = rows(puzzle.board);
        same("the start", seen[0], await shown(page));
        await section(page).locator(".board").focus();
        for (const step of all) {
            await page.keyboard.press(arrows[step]);
            move(grid, step);
            seen.push(board(grid));
        }
        await button(page, "Undo").click();
        same("undone", seen[5], await shown(page));
        await page.keyboard.press("z");
        await page.keyboard.press("u");
        same("by keys", seen[3], await shown(page));
        await button(page, "Redo").click();
        same("redone", seen[4], await shown(page));
        await page.keyboard.press("y");
        await page.keyboard.press("Shift+Z");
        same("by keys", seen[6], await shown(page));
        holds("nothing left to redo", await button(page, "Redo").isDisabled());
        same("the moves", 6, (await state(page)).stm);
        await button(page, "Restart").click();
        same("restarted", seen[0], await shown(page));
        same("no moves", 0, (await state(page)).stm);
        await page.keyboard.press("z");
        same("a restart by mistake", seen[6], await shown(page));
        await page.keyboard.press("r");
        same("restarted by R", seen[0], await shown(page));
        await page.keyboard.press(arrows[all[0]]);
        same("one move", 1, (await state(page)).stm);
        await close(page);
    },
    "keys faster than the animation": async () => {
        const page = await open(site("small"), {clock});
        const panel = await unfold(page, "Settings");
        await panel.getByLabel("Animation").selectOption("slow");
        await section(page).locator(".board").focus();
        await page.evaluate(keys => {
            for (const key of keys)
                document.activeElement.dispatchEvent(new KeyboardEvent(
                    "keydown", {key, bubbles: true, cancelable: true}));
        }, steps(puzzle.path).map(step => arrows[step]));
        await ended(page);
        same("the end", puzzle.goal, await shown(page));
        await close(page);
    },
    "no animation": async () => {
        for (const reduced of [true, false]) {
            const page = await open(site("small"), {clock, reduced});
            if (!reduced) {
                const panel = await unfold(page, "Settings");
                await panel.getByLabel("Animation").selectOption("off");
            }
            const [step] = steps(puzzle.path);
            const running = await page.evaluate(path => {
                loyd.games[0].play(path);
                return document.getAnimations().length;
            }, step);
            same(`animations, reduced motion: ${reduced}`, 0, running);
            await close(page);
        }
    },
    "an animation moves the tile by its transform only": async () => {
        const page = await open(site("small"), {clock});
        const properties = await page.evaluate(path => {
            loyd.games[0].play(path);
            return document.getAnimations().flatMap(a =>
                a.effect.getKeyframes().flatMap(Object.keys));
        }, steps(puzzle.path)[0]);
        same("properties", ["composite", "computedOffset", "easing", "offset",
                            "transform"], [...new Set(properties)].sort());
        await close(page);
    },
    "more moves than the shortest": async () => {
        const page = await open(site("small"), {clock});
        const [first] = steps(puzzle.path);
        await page.keyboard.press(arrows[first]);
        await page.keyboard.press(arrows[opposite[first]]);
        await solveByKeys(page, puzzle.path);
        const said = await ended(page);
        holds(said, said.includes(`Solved in ${puzzle.stm + 2} moves, 2 over ` +
                                  "the shortest."));
        await close(page);
    },
    "a best known length": async () => {
        const page = await open(site("large"), {clock});
        const text = day("large");
        same("the label", String(text.upper),
             (await status(page))["Best known"]);
        await solveByKeys(page, text.path);
        const said = await ended(page);
        holds(said, said.includes(`Wonderful: ${text.upper} moves, as good as ` +
                                  "the best known."));
        await close(page);
    },
    "tiers": async () => {
        const page = await open(site("tiers"), {clock});
        for (const i of [1, 0, 2]) {
            await solveByKeys(page, day("tiers", today, i).path, i);
            const said = await ended(page, i);
            const next = section(page, i).locator(".next");
            holds(said, await next.isVisible());
        }
        holds("the others are played too", await page.evaluate(() =>
            loyd.games.every(game => game.state === "solved")));
        await close(page);
    },
    "shapes": async () => {
        const page = await open(site("shapes"), {clock});
        for (const i of [0, 1]) {
            const {board: start, path, goal} = day("shapes", today, i);
            same("the start", start, await shown(page, i));
            await solveByKeys(page, path, i);
            same("the end", goal, await shown(page, i));
        }
        same("10x10", day("shapes", today, 2).board, await shown(page, 2));
        await close(page);
    },
    "a game survives a reload": async () => {
        const page = await open(site("small"), {clock});
        const all = steps(puzzle.path).slice(0, 7);
        for (const step of all) await page.keyboard.press(arrows[step]);
        await page.keyboard.press("z");
        const before = await shown(page);
        const {stm} = await state(page);
        same("moves", 6, stm);
        await page.reload();
        same("the board", before, await shown(page));
        same("moves", 6, (await state(page)).stm);
        await page.keyboard.press("y");
        same("what was undone", 7, (await state(page)).stm);
        await close(page);
    },
    "the time of a game": async () => {
        const page = await open(site("small"));
        await page.clock.install();
        await page.reload();
        await page.keyboard.press(arrows[steps(puzzle.path)[0]]);
        await moved(page, 1);
        // In steps, since a computer that slept is not time played.
        for (let i = 0; i < 65; i++) await page.clock.runFor(1000);
        const {Time: time} = await status(page);
        holds(`the time: ${time}`, /^1:0[3-6]$/.test(time));
        await close(page);
    },
    "tiles of every size of numbers": async () => {
        const page = await open(site("shapes"), {clock, width: 320});
        for (const size of ["small", "normal", "large"]) {
            const panel = await unfold(page, "Settings");
            await panel.getByLabel("Numbers").selectOption(size);
            const wide = await page.evaluate(() =>
                [...document.querySelectorAll(".tile")].filter(t =>
                    t.scrollWidth > t.clientWidth + 1).length);
            same(`labels that do not fit, ${size}`, 0, wide);
        }
        await close(page);
    },
});

/** A tile that is not in line with the gap, by its label. */
const stuck = page => page.evaluate(() => {
    const {current} = loyd.games[0];
    return current.cells.find(label => label !== 0 &&
        !slideOfTile(current, label));
});

tests["a tile that cannot move shakes and is announced once"] = async () => {
    for (const reduced of [false, true]) {
        const page = await open(site("small"), {clock, reduced, touch: true});
        const label = await stuck(page);
        await page.evaluate(() => {
            globalThis.spoken = [];
            new MutationObserver(() => globalThis.spoken.push(
                document.querySelector("[role=status]").textContent)).observe(
                document.querySelector("[role=status]"), {childList: true});
        });
        const shakes = await tile(page, label).evaluate(e => {
            const made = [], animate = Element.prototype.animate;
            Element.prototype.animate = function (frames, options) {
                made.push(options.duration);
                return animate.call(this, frames, options);
            };
            e.click();
            return made;
        });
        same(`shakes, reduced ${reduced}`, reduced ? [] : [150], shakes);
        await tile(page, label).tap();
        await until(page, () => globalThis.spoken.length > 0);
        await page.waitForTimeout(700);
        same("announced", [`${label} cannot move: it is not in line with ` +
            "the gap."], await page.evaluate(() => globalThis.spoken));
        same("no move", 0, (await state(page)).stm);
        await close(page);
    }
};

await run(tests);
