// SPDX-License-Identifier: MIT
// All kinds of pages of all kinds of sites, as they are opened.
import fs from "node:fs";
import path from "node:path";
import {accessible, close, holds, narrow, open, run, same} from "./browser.mjs";
import {hostile, site, today} from "./sites.mjs";

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

await run(tests);
