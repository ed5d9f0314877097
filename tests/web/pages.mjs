// SPDX-License-Identifier: MIT
// All kinds of pages of all kinds of sites, as they are opened.
import fs from "node:fs";
import path from "node:path";
import {accessible, close, holds, narrow, open, run, same} from "./browser.mjs";
import {ended, solveByKeys} from "./player.mjs";
import {day, hostile, site, today} from "./sites.mjs";

const names = ["daily", "small", "tiers", "large", "shapes", "never", "bare",
               "hostile", "years", "secret"];
// In both themes and widths; of the others, one of each kind is enough.
const whole = ["daily", "tiers"];

const pagesOf = name => [
    "index.html", "stats.html", "howto.html", "play.html", "check.html", `daily/${today}.html`,
    "daily/2026-01-16.html", "archive/2026.html",
].filter(at => fs.existsSync(path.join(site(name), at)));

async function look(name, options) {
    let context, server;
    for (const at of pagesOf(name)) {
        const page = await open(site(name), {...options, at, context, server});
        ({server} = page);
        context = page.context();
        const what = `${name}/${at}`;
        await narrow(page, what);
        await accessible(page, what);
        await close(page, {keep: true});
    }
    await context.close();
}

const tests = {};
for (const name of names)
    for (const [theme, width] of whole.includes(name)
        ? [["light", 320], ["dark", 320], ["light", 1440]] : [["dark", 320]])
        tests[`${name}, ${theme}, ${width}`] = () => look(name, {theme, width});

tests["without script"] = async () => {
    // axe-core itself is a script, so only faults and widths are checked.
    for (const name of ["tiers", "bare"])
        for (const at of pagesOf(name)) {
            const page = await open(site(name), {at, script: false});
            const pictures = await page.locator("figure.start svg").count();
            if (!/^(archive|check|howto|play|stats)/.test(at))
                holds(`${name}/${at} has a board`, pictures > 0);
            await close(page);
        }
};

tests["hostile titles stay text"] = async () => {
    const page = await open(site("hostile"));
    same("the title", hostile, await page.title());
    same("scripts in the body", 0,
         await page.locator("body script:not([src])").count());
    same("images", 0, await page.locator("img").count());
    await close(page);
};

// 1280 pixels at 200 % are 640.
for (const [width, height] of [[320, 568], [360, 640], [390, 664], [768, 1024],
                               [1280, 720], [640, 360]])
    tests[`a year and a month, in German, with a theme, ${width}`] = async () => {
        const options = {width, height, locale: "de-DE", touch: width < 500,
                         clock: `${today}T12:00:00Z`};
        const page = await open(site("whole"), options);
        for (const i of [0, 1, 2]) {
            await solveByKeys(page, day("whole", today, i).path, i);
            await ended(page, i);
        }
        await accessible(page, "solved");
        for (const at of [...pagesOf("whole"), "archive/2025.html", "embed.html",
                          "404.html"]) {
            await page.goto(page.server.url + at);
            await narrow(page, at);
            await accessible(page, at);
            if (process.env.SHOTS)
                await page.screenshot({path: path.join(process.env.SHOTS,
                    `${width}-${at.replace("/", "-")}.png`)});
        }
        await close(page);
    };

const everywhere = () => [...pagesOf("titled"), "embed.html", "404.html",
                    `daily/${today}.svg`];

tests["hostile titles, played"] = async () => {
    const page = await open(site("titled"), {clock: `${today}T12:00:00Z`});
    for (const i of [0, 1]) {
        await solveByKeys(page, day("titled", today, i).path, i);
        await ended(page, i);
    }
    for (const at of everywhere()) {
        await page.goto(page.server.url + at);
        same(`${at}: scripts and markup`, 0, await page.locator(
            "main script, main img, main :not(.stars) > b").count());
        if (at.endsWith(".html")) await accessible(page, at);
    }
    await close(page);
};

// The publisher's own markup is part of the pages: it is refused to run.
tests["sentences of scripts"] = async () => {
    const page = await open(site("marked"), {
        fail: /Content Security Policy|404|Refused|ERR_ABORTED/});
    for (const at of everywhere()) {
        await page.goto(page.server.url + at);
        same(at, undefined, await page.evaluate(() => {
            for (const mark of document.querySelectorAll("b[onclick]"))
                mark.dispatchEvent(new MouseEvent("click"));
            return globalThis.hit;
        }));
    }
    await close(page);
};

await run(tests);
