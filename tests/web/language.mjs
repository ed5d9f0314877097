// SPDX-License-Identifier: MIT
// All pages in a language, LANGUAGE, on a narrow phone: axe-core finds
// nothing, no text is cut off, no sentence is English, and the direction is that
// of the language except for boards.
import {accessible, close, holds, narrow, open, run, same} from "./browser.mjs";
import {arrows, button, rest, section, shown, solveByKeys, unfold}
    from "./player.mjs";
import {day, said, site, steps, today} from "./sites.mjs";

const clock = `${today}T12:00:00Z`;
const tests = {};

const all = async page => {
    for (const summary of await page.locator("main summary").all())
        if (await summary.isVisible() &&
            await summary.evaluate(e => !e.parentNode.open))
            await summary.click();
};
const states = {
    "a day": ["daily", "index.html"],
    "a past day": ["daily", "daily/2026-01-16.html", all],
    "tiers": ["tiers", "index.html"],
    "a hint": ["daily", "index.html", async page => {
        await button(page, "Hint").click();
        await button(page, "Move it").waitFor();
    }],
    "the card": ["small", "index.html", async page => {
        await solveByKeys(page, day("small").path);
        await page.locator(".end:modal").waitFor();
    }],
    "all panels": ["small", "index.html", all],
    "the menu": ["daily", "index.html", page => page.locator(".menu").click()],
    "a year": ["years", "archive/2025.html"],
    "statistics": ["years", "stats.html", page => page.evaluate(id => {
        for (let i = 1; i < 9; i++)
            loyd.app.results.add({day: `2026-01-0${i}`, tier: "", own: true,
                id, size: "3x3", par: 14,
                result: {stm: 14 + 6 * i, mtm: 9, ms: 9000 * i, hints: 0}});
        loyd.app.refresh();
    }, day("years").puzzle_id)],
    "a new board": ["daily", "play.html#board=2.1.3/4.5.6/7.8.0", async page => {
        await page.locator(".unsolvable").waitFor();
        await all(page);
    }],
    "how to play": ["daily", "howto.html"],
    "the rules": ["daily", "index.html", async page => {
        await page.evaluate(() => loadScript(loyd.app, "first.js"));
        await page.locator("dialog.rules").waitFor();
    }],
    "training": ["daily", "train.html", page =>
        page.locator(".board .tile").first().waitFor()],
    "in a frame": ["tiers", "embed.html", page =>
        page.locator(".board .tile").first().waitFor()],
    "not kept": ["daily", "offline.html"],
    "how to check": ["daily", "check.html"],
    "no page": ["daily", "404.html"],
};

/** Elements whose own text is cut off, and words that leave the page. */
const cut = page => page.evaluate(() => {
    const own = e => [...e.childNodes].some(node =>
        node.nodeType === 3 && node.textContent.trim() !== "");
    const isShown = e => e.checkVisibility({visibilityProperty: true}) &&
        !e.querySelector(".hidden-text") && !e.closest(".hidden-text, .skip, svg, .name, textarea, select");
    return [...document.body.querySelectorAll("*")].filter(e => own(e) &&
        isShown(e)).filter(e => {
        const range = document.createRange();
        range.selectNodeContents(e);
        const {left, right} = range.getBoundingClientRect();
        const button = e.closest("button, .tiers a, .main-button");
        const box = (button ?? document.documentElement).getBoundingClientRect();
        return e.scrollWidth > e.clientWidth + 1 &&
            getComputedStyle(e).display !== "inline" ||
            left < box.left - 0.5 || right > box.right + 0.5;
    }).map(e => `${e.tagName} ${e.className}: ${e.textContent.slice(0, 40)}`);
});

/** Sentences of English that are on the page. */
const english = page => page.evaluate(() => {
    const text = document.body.innerText;
    return ["The ", " the ", " of ", "Shortest", "Moves", "Settings"]
        .filter(word => text.includes(word));
});

for (const [name, [kind, at, act]] of Object.entries(states))
    tests[name] = async () => {
        const page = await open(site(kind), {at, clock, width: 320, touch: true});
        await act?.(page);
        await accessible(page, name);
        await narrow(page, name);
        same("texts that are cut off", [], await cut(page));
        if (said("Moves") !== "Moves")
            same("English", [], await english(page));
        await close(page);
    };

// Said of a board and its keys, in each direction.
tests["a board is not mirrored"] = async () => {
    const page = await open(site("daily"), {clock});
    same("the board", day("daily").board, await shown(page));
    for (const step of steps(day("daily").path).slice(0, 9))
        await page.keyboard.press(arrows[step]);
    await rest(page);
    same("moves by physical arrows", 9,
         await page.evaluate(() => loyd.games[0].stm));
    holds("its name is in the language", (await section(page).locator(".board")
        .getAttribute("aria-label")) === said("Board, {width} wide and {height} \
high. The arrow keys move a tile into the gap.").replace("{width}", 4)
        .replace("{height}", 4));
    await close(page);
};

tests["arrows between tiers follow what is seen"] = async () => {
    const page = await open(site("tiers"), {clock});
    const tabs = page.getByRole("tab");
    const [one, two] = await Promise.all([0, 1].map(async i =>
        (await tabs.nth(i).boundingBox()).x));
    await tabs.first().focus();
    await page.keyboard.press(two > one ? "ArrowRight" : "ArrowLeft");
    same("the second tier", "true",
         await tabs.nth(1).getAttribute("aria-selected"));
    await close(page);
};

// The text that is shared, and numbers in one form or the other.
tests["a shared result"] = async () => {
    const page = await open(site("small"), {clock});
    await solveByKeys(page, day("small").path);
    const text = await page.evaluate(() => loyd.app.shareText(loyd.games[0]));
    const moves = said("{n} moves").replace("{n}", day("small").stm);
    holds(`it has ${moves}: ${text}`, text.includes(moves));
    holds(`it has the day: ${text}`,
          text.includes(said("day {day}").replace("{day}", 17)));
    await unfold(page, "Check a solution");
    await close(page);
};

await run(tests);
