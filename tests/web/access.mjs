// SPDX-License-Identifier: MIT
// Whether everybody can use the pages, in all their states.
import {accessible, close, holds, narrow, open, run, same, until}
    from "./browser.mjs";
import {arrows, button, ended, moved, rest, section, solveByKeys, unfold}
    from "./player.mjs";
import {day, site, steps, today} from "./sites.mjs";

const clock = `${today}T12:00:00Z`;
const tests = {};

const states = {
    "in the middle": ["small", "index.html", async page => {
        const [first, second] = steps(day("small").path);
        await page.keyboard.press(arrows[first]);
        await page.keyboard.press(arrows[second]);
        await rest(page);
    }],
    "solved": ["small", "index.html", page =>
        solveByKeys(page, day("small").path)],
    "solved tiers": ["tiers", "index.html", async page => {
        for (const i of [0, 1, 2])
            await solveByKeys(page, day("tiers", today, i).path, i);
    }],
    "all panels": ["small", "daily/2026-01-16.html", async page => {
        for (const summary of await page.locator("main summary").all())
            await summary.click();
    }],
    "a verdict": ["small", "index.html", async page => {
        const panel = await unfold(page, "Check a solution");
        await panel.locator("textarea").fill(day("small").path);
        await panel.getByRole("button", {name: "Check"}).click();
        await panel.getByText("This is a solution").waitFor();
        await panel.locator("textarea").fill("U".repeat(5000));
        await panel.getByRole("button", {name: "Check"}).click();
        await panel.getByText("This is not a solution").waitFor();
    }],
    "a hint": ["daily", "index.html", async page => {
        await button(page, "Hint").click();
        await button(page, "Move it").waitFor();
    }],
    "a playback": ["daily", "index.html", async page => {
        const panel = await unfold(page, "Watch a solution");
        await panel.getByRole("button", {name: "Forward"}).click();
        await panel.getByText(/^Move 1 of/).waitFor();
        await rest(page);
    }],
    "row by row": ["daily", "index.html", async page => {
        const panel = await unfold(page, "Watch a solution");
        await panel.getByLabel("Way").selectOption("rows");
        await panel.locator(".stages button").nth(3).click();
        await rest(page);
    }],
    "copied by hand": ["small", "index.html", async page => {
        await page.evaluate(() => Object.defineProperty(navigator, "clipboard",
                                                        {value: undefined}));
        const panel = await unfold(page, "Link to this board");
        await panel.getByRole("button", {name: "Copy the link"}).click();
        await panel.locator(".by-hand").waitFor();
    }],
    "a notice": ["small", "index.html", page =>
        page.evaluate(() => loyd.app.tell("A sentence that is told."))],
    "a new board": ["daily", "play.html#recipe=4x4/rows~g1~a~1", page =>
        page.locator("dt", {hasText: "Difficulty"}).waitFor()],
    "all of a new board": ["daily", "play.html#board=1.2.3/4.5.6/8.7.0",
        async page => {
            await page.locator(".unsolvable").waitFor();
            for (const summary of await page.locator("main summary").all())
                if (await summary.evaluate(e => !e.parentNode.open))
                    await summary.click();
        }],
    "large boards": ["shapes", "index.html", async page => {
        await section(page, 2).locator(".board").focus();
    }],
    "a board of 15x15": ["daily", "play.html#recipe=15x15/rows~g1~a~0", page =>
        until(page, () => globalThis.loyd.games[0]?.width === 15)],
};

/** Controls that are too small for a finger. */
const small = page => page.evaluate(() =>
    [...document.querySelectorAll("main button:not(.tile), main summary, " +
                                  "main select, main input:not([type=checkbox])")]
        .filter(e => e.checkVisibility() &&
                     e.getBoundingClientRect().height < 43.5)
        .map(e => e.textContent || e.type));

for (const [name, [kind, at, act]] of Object.entries(states))
    for (const [theme, width] of [["light", 320], ["dark", 320],
                                  ["light", 1440]])
        tests[`${name}, ${theme}, ${width}`] = async () => {
            const page = await open(site(kind), {at, clock, theme, width});
            await act(page);
            await accessible(page, name);
            await narrow(page, name);
            if (width === 320)
                same("controls of less than 44 pixels", [], await small(page));
            await close(page);
        };

tests["the keyboard alone"] = async () => {
    const page = await open(site("small"), {clock});
    const focused = () => page.evaluate(() => {
        const e = document.activeElement;
        return e.className.includes("board") ? "board"
            : e.innerText.trim().slice(0, 30) || e.type;
    });
    /** Presses Tab until an element has the focus, which must be visible. */
    const tabTo = async wanted => {
        for (let i = 0; i < 60; i++) {
            await page.keyboard.press("Tab");
            if (await focused() !== wanted) continue;
            same(`${wanted}: a visible focus`, true, await page.evaluate(() => {
                const {outlineStyle, outlineWidth} =
                    getComputedStyle(document.activeElement);
                return outlineStyle !== "none" && parseFloat(outlineWidth) >= 2;
            }));
            return;
        }
        throw new Error(`Tab does not reach ${wanted}`);
    };
    await tabTo("board");
    const all = steps(day("small").path);
    await page.keyboard.press(arrows[all[0]]);
    await moved(page, 1);
    await tabTo("Undo");
    await page.keyboard.press("Enter");
    await moved(page, 0);
    same("the button keeps the focus", "Undo", await focused());
    await tabTo("Redo");
    await page.keyboard.press(" ");
    await moved(page, 1);
    await tabTo("Hint");
    await page.keyboard.press("Enter");
    await button(page, "Move it").waitFor();
    await page.keyboard.press("Enter");
    await moved(page, 2);
    await tabTo("Watch a solution");
    await page.keyboard.press("Enter");
    await tabTo("Forward");
    await page.keyboard.press("Enter");
    await page.getByText(/^Move 1 of/).waitFor();
    await tabTo("My board");
    await page.keyboard.press("Enter");
    for (const step of all.slice(2)) await page.keyboard.press(arrows[step]);
    await ended(page);
    await page.keyboard.press("Escape");
    await tabTo("Play again");
    await close(page);
};

tests["tiles are no stops of the Tab key"] = async () => {
    const page = await open(site("daily"), {clock});
    await section(page).locator(".board").focus();
    await page.keyboard.press("Tab");
    same("after the board", false, await page.evaluate(() =>
        document.activeElement.classList.contains("tile")));
    await close(page);
};

tests["what is said aloud"] = async () => {
    const page = await open(site("small"), {clock});
    await page.evaluate(() => {
        globalThis.spoken = [];
        new MutationObserver(() => {
            globalThis.spoken.push(document.querySelector("[role=status]")
                .textContent);
        }).observe(document.querySelector("[role=status]"),
                   {childList: true, characterData: true, subtree: true});
    });
    same("one live region", 1,
         await page.locator("[role=status], [aria-live], [role=alert]").count());
    await solveByKeys(page, day("small").path);
    await until(page, () => globalThis.spoken.some(text =>
        text.includes("Perfect")));
    const spoken = await page.evaluate(() => globalThis.spoken);
    holds(`few announcements of quick moves: ${JSON.stringify(spoken)}`,
          spoken.length <= 2 + steps(day("small").path).length);
    const words = await page.locator("#board-words-1").textContent();
    same("the board in words", day("small").goal.replace(/\//g, "; ")
        .replace("0", "gap"), words);
    await close(page);
};

tests["letters of twice the size"] = async () => {
    for (const name of ["tiers", "shapes"]) {
        const page = await open(site(name), {clock, width: 640, height: 600});
        await page.evaluate(() => {
            document.documentElement.style.fontSize = "200%";
        });
        await narrow(page, name);
        await close(page);
    }
};

await run(tests);
