// SPDX-License-Identifier: MIT
// embed.html in a page of another origin, and the element that shows it.
import fs from "node:fs";
import path from "node:path";
import {accessible, close, holds, narrow, open, run, same, serve, until}
    from "./browser.mjs";
import {arrows} from "./player.mjs";
import {day, site, steps, today} from "./sites.mjs";

const tests = {};
const home = fs.mkdtempSync(path.join(process.env.SCRATCH, "embed-"));
const element = fs.readFileSync(new URL(
    "../../src/web/package/element.js", import.meta.url), "utf8");
fs.writeFileSync(path.join(home, "element.js"), element);

const sandbox = "allow-scripts allow-same-origin allow-popups";

/**
 * Opens a page of another origin around a site, whose markup is `inside(url)`.
 * The page keeps all messages. The site's server is closed with the page.
 */
async function around(name, inside, options = {}) {
    const inner = await serve(site(name));
    fs.writeFileSync(path.join(home, "index.html"), `<!DOCTYPE html>
        <html lang="en"><title>Around</title><body style="margin: 0">
        <script>globalThis.heard = [];
        addEventListener("message", ({data, origin}) => heard.push(
            {...data, origin}));</script>${inside(inner.url)}`);
    const page = await open(home, {fail: /asks for|404|ERR_ABORTED/, ...options});
    page.inner = inner;
    const frame = page.frameLocator("iframe");
    const done = async () => {
        inner.close();
        await close(page);
    };
    return {page, frame, inner, done};
}

const plain = (query = "", width = 240) => url =>
    `<iframe title="A puzzle" sandbox="${sandbox}" width="${width}" height="420"
      style="border: 0" src="${url}embed.html${query}"></iframe>`;

const innerOf = page => page.frames()[1];
const heard = (page, name) => page.evaluate(event => globalThis.heard.filter(
    message => message.event === event), name);
const hears = (page, name) => until(page, event => globalThis.heard.some(
    message => message.event === event), name);

async function solve(frame, moves) {
    await frame.locator(".board").focus();
    for (const step of steps(moves)) await frame.locator(".board")
        .press(arrows[step]);
}

tests["a day in a frame of 240 pixels"] = async () => {
    for (const theme of ["light", "dark"]) {
        const {page, frame, inner, done} = await around("small", plain(), {theme});
        await hears(page, "height");
        const puzzle = day("small");
        same("ready", [{loyd: "puzzle", version: 1, event: "ready", day: today,
                        tier: "", origin: inner.url.slice(0, -1)}],
             await heard(page, "ready"));
        await narrow(innerOf(page), "240 pixels");
        await accessible(innerOf(page), `embedded, ${theme}`);
        const [{height}] = (await heard(page, "height")).slice(-1);
        holds(`height ${height}`, height > 250 && height < 600);
        await solve(frame, puzzle.path);
        await hears(page, "solved");
        const all = steps(puzzle.path).length;
        same("moves", all, (await heard(page, "move")).at(-1).moves);
        const [{moves, slides, ms}] = await heard(page, "solved");
        holds(`result ${moves} ${slides} ${ms}`, moves === all &&
            slides > 0 && slides <= moves && ms >= 0);
        holds("it says so", /shortest/.test(
            await frame.locator(".embed-counts").innerText()));
        same("fields", ["event,height,loyd,origin,version",
                        "day,event,loyd,origin,tier,version",
                        "event,loyd,moves,origin,version",
                        "event,loyd,moves,ms,origin,slides,version"].sort(),
             [...new Set(await page.evaluate(() => globalThis.heard.map(
                 message => Object.keys(message).sort().join())))].sort());
        await narrow(innerOf(page), "solved");
        await accessible(innerOf(page), "solved");
        same("no worker in a frame", 0, await innerOf(page).evaluate(async () =>
            (await navigator.serviceWorker.getRegistrations()).length));
        await done();
    }
};

tests["the link leads to the page of the day"] = async () => {
    const {page, frame, inner, done} = await around("small",
        plain("?day=2026-01-12"));
    await hears(page, "ready");
    const link = frame.locator(".embed-link a");
    same("address", `${inner.url}daily/2026-01-12.html`,
         await link.evaluate(({href}) => href));
    same("elsewhere", "_blank", await link.getAttribute("target"));
    same("its board", day("small", "2026-01-12").board, await innerOf(page)
        .evaluate(() => document.querySelectorAll(".board .tile").length > 0) &&
        day("small", "2026-01-12").board);
    await done();
};

tests["tiers"] = async () => {
    const {page, frame, done} = await around("tiers", plain("?tier=hard"));
    await hears(page, "ready");
    same("asked for", "hard", (await heard(page, "ready"))[0].tier);
    same("tiles", 15, await frame.locator(".board .tile").count());
    await frame.locator("select").selectOption({index: 0});
    await until(page, () => heard.some(({tier}) => tier === "easy"));
    same("tiles", 3, await frame.locator(".board .tile").count());
    same("the day", "17 Jan", await frame.locator("time").innerText());
    await accessible(innerOf(page), "tiers");
    await narrow(innerOf(page), "tiers");
    await done();
};

tests["sizes from 240 pixels on"] = async () => {
    for (const kind of ["shapes", "ten", "large"])
        for (const width of [240, 320, 700]) {
            const {page, done} = await around(kind, plain("", width));
            await hears(page, "ready");
            await narrow(innerOf(page), `${kind} ${width}`);
            await done();
        }
};

tests["addresses that name no day"] = async () => {
    for (const query of ["?day=2031-01-01", "?day=../../etc/passwd", "?day=%00",
                         "?day=%3Cscript%3Ealert(1)%3C/script%3E",
                         "?tier=%3Cb%3E", "?tier=__proto__"]) {
        const {page, frame, done} = await around("small", plain(query));
        await hears(page, "height");
        if (query.startsWith("?day")) {
            await frame.getByText("This day is not here").waitFor();
            same("not ready", 0, (await heard(page, "ready")).length);
        } else {
            same("the first tier", "", (await heard(page, "ready"))[0].tier);
        }
        same("no markup", 0, await frame.locator("main script, main b").count());
        await done();
    }
};

const coloursOf = frame => frame.locator("body").evaluate(body =>
    getComputedStyle(body).backgroundColor);
const colours = {light: "rgb(250, 247, 241)", dark: "rgb(18, 25, 34)"};

tests["the goal, and all of it fits"] = async () => {
    for (const kind of ["small", "large", "tiers"]) {
        const {page, frame, done} = await around(kind, url =>
            plain("", 320)(url).replace('height="420"', 'height="580"'));
        await hears(page, "height");
        const {goal} = day(kind);
        same("the goal's tiles", goal.split(/[ /,]/).filter(label => Number(label) > 0)
            .length, await frame.locator(".goal svg text").count());
        holds(`${kind}: fits`, await innerOf(page).evaluate(() =>
            document.documentElement.scrollHeight <= innerHeight));
        await accessible(innerOf(page), `${kind}, with its goal`);
        await done();
    }
};

tests["the colours of the page around it"] = async () => {
    for (const theme of ["light", "dark"]) {
        const other = theme === "light" ? "dark" : "light";
        let it = await around("small", plain(`?theme=${other}`), {theme});
        await hears(it.page, "ready");
        same("asked for", colours[other], await coloursOf(it.frame));
        await accessible(innerOf(it.page), `${other} in ${theme}`);
        await it.done();
        it = await around("small", url => `<style>:root { color-scheme: ${other}; }
            </style><loyd-puzzle src="${url}"></loyd-puzzle>
            <script type="module" src="element.js"></script>`, {theme});
        await hears(it.page, "ready");
        same("the page's own", colours[other], await coloursOf(it.frame));
        await it.done();
        it = await around("small", plain("?theme=url(x)"), {theme});
        await hears(it.page, "ready");
        same("no colours", colours[theme], await coloursOf(it.frame));
        await it.done();
    }
};

tests["hostile messages do nothing"] = async () => {
    const {page, frame, done} = await around("small", plain());
    await hears(page, "height");
    const before = await innerOf(page).evaluate(() => document.body.innerHTML);
    await page.evaluate(() => {
        const inner = document.querySelector("iframe").contentWindow;
        for (const data of [null, 7, "solve", {loyd: "puzzle", version: 1,
            event: "solved", moves: 1}, {event: "move", moves: -1}, {type: "eval",
            code: "alert(1)"}, JSON.stringify({loyd: "results", version: 2}),
            "x".repeat(1 << 20), Array(9999).fill({}), new Error("x"),
            {get: 1, toString: "no"}])
            for (let i = 0; i < 20; i++) inner.postMessage(data, "*");
    });
    await new Promise(next => setTimeout(next, 500));
    same("unchanged", before,
         await innerOf(page).evaluate(() => document.body.innerHTML));
    await solve(frame, day("small").path);
    await hears(page, "solved");
    await done();
};

tests["a page alone"] = async () => {
    const alone = await open(site("small"), {at: "embed.html"});
    await alone.locator(".board .tile").first().waitFor();
    await accessible(alone, "alone");
    await close(alone);
};

tests["the element"] = async () => {
    const {page, frame, inner, done} = await around("tiers", url =>
        `<loyd-puzzle src="${url}" day="2026-01-16" tier="easy"
          title="Yesterday"></loyd-puzzle>
        <script type="module" src="element.js"></script>
        <script>for (const name of ["loyd-ready", "loyd-move", "loyd-solved"])
            addEventListener(name, ({type, detail}) =>
                heard.push({element: type, ...detail}));</script>`);
    await until(page, () => heard.some(({element}) => element));
    same("the event", {element: "loyd-ready", loyd: "puzzle", version: 1,
                       day: "2026-01-16", tier: "easy"},
         await page.evaluate(() => heard.find(({element}) => element)));
    await until(page, () => Number(document.querySelector("iframe").height) !== 480);
    same("named", "Yesterday", await page.locator("iframe").getAttribute("title"));
    await solve(frame, day("tiers", "2026-01-16", 0).path);
    await until(page, () => heard.some(({element}) => element === "loyd-solved"));
    // What others send in its name is not heard.
    const height = await page.evaluate(() => {
        heard.length = 0;
        for (const values of [{event: "height", height: 1}, {event: "solved"}])
            postMessage({loyd: "puzzle", version: 1, ...values}, "*");
        return document.querySelector("iframe").height;
    });
    await new Promise(next => setTimeout(next, 300));
    same("heights of strangers", height, await page.evaluate(() =>
        document.querySelector("iframe").height));
    same("events of strangers", 0, await page.evaluate(() =>
        heard.filter(({element}) => element).length));
    await page.evaluate(() => {
        const place = document.querySelector("loyd-puzzle");
        place.setAttribute("tier", "hard");
    });
    await until(page, () => heard.some(({element, tier}) => element &&
        tier === "hard"));
    for (const bad of ["javascript:alert(1)", "data:text/html,x", "http://["]) {
        await page.evaluate(src => document.querySelector("loyd-puzzle")
            .setAttribute("src", src), bad);
        same(bad, 0, await page.locator("iframe").count());
    }
    await page.evaluate(src => document.querySelector("loyd-puzzle")
        .setAttribute("src", src), inner.url);
    same("a site again", 1, await page.locator("iframe").count());
    await page.evaluate(() => document.querySelector("loyd-puzzle").remove());
    await done();
};

await run(tests);
