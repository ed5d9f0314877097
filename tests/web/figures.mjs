// SPDX-License-Identifier: MIT
// Sizes, times and a trace of the pages. No time fails a test.
import fs from "node:fs";
import path from "node:path";
import zlib from "node:zlib";
import {chrome, close, holds, open, run, until} from "./browser.mjs";
import {arrows, ended, rest, section} from "./player.mjs";
import {day, released, site, steps, today} from "./sites.mjs";

const clock = `${today}T12:00:00Z`;
const tests = {};

const packed = file => zlib.gzipSync(fs.readFileSync(file), {level: 9}).length;
const kilobytes = bytes => `${(bytes / 1000).toFixed(1)} KB`;

tests["sizes, compressed"] = () => {
    const folder = site("daily");
    const size = name => packed(name.startsWith("loyd/")
        ? path.join(released(folder), name.slice(5)) : path.join(folder, name));
    const play = ["index.html", "loyd/style.css", "loyd/core.js", "days.js",
                  "loyd/play.js"];
    const more = ["play.html", "loyd/new.js", "stats.html", "loyd/stats.js",
                  "howto.html", "loyd/howto.js", "check.html", "check.py", "sw.js",
                  "manifest.webmanifest", "embed.html", "loyd/embed.js", "loyd/look.js", "loyd/stages.js", "loyd/analysis.js", "loyd/send.js", "loyd/loyd.js", "loyd/worker.js",
                  "loyd/loyd.wasm"];
    const [small, all] = [play, [...play, ...more]].map(names =>
        names.map(size).reduce((a, b) => a + b));
    holds(`play needs ${small} bytes`, small < 50000);
    holds(`all have ${all} bytes`, all < 200000);
    return `play ${kilobytes(small)}, all ${kilobytes(all)}: ` +
        [...play, ...more].map(name => `${name} ${kilobytes(size(name))}`)
            .join(", ");
};

const median = list => [...list].sort((a, b) => a - b)[list.length >> 1];

tests["first paint and the board, from localhost"] = async () => {
    const paints = [], boards = [];
    for (let i = 0; i < 7; i++) {
        const page = await open(site("daily"), {clock, before: () => {
            new MutationObserver((_, observer) => {
                if (!document.querySelector(".board .tile")) return;
                observer.disconnect();
                globalThis.boardAt = performance.now();
            }).observe(document, {childList: true, subtree: true});
        }});
        await until(page, () => globalThis.boardAt > 0 &&
            performance.getEntriesByName("first-contentful-paint").length > 0);
        const [paint, at] = await page.evaluate(() => [
            performance.getEntriesByName("first-contentful-paint")[0].startTime,
            globalThis.boardAt]);
        paints.push(paint);
        boards.push(at);
        await close(page);
    }
    return `medians of 7: painted after ${median(paints).toFixed(0)} ms, ` +
        `board ready after ${median(boards).toFixed(0)} ms`;
};

// Wanted: 5 s.
tests["playable at 400 ms and 50 KB a second"] = async () => {
    const page = await open(site("daily"), {clock, at: "howto.html"});
    const wire = await page.context().newCDPSession(page);
    await wire.send("Network.setCacheDisabled", {cacheDisabled: true});
    await wire.send("Network.emulateNetworkConditions", {offline: false,
        latency: 400, downloadThroughput: 50000, uploadThroughput: 50000});
    const began = performance.now();
    await page.goto(`${page.server.url}index.html`, {waitUntil: "commit"});
    await until(page, () => globalThis.loyd?.games[0]?.state === "ready");
    const took = performance.now() - began;
    await close(page);
    return `after ${(took / 1000).toFixed(1)} s`;
};

// Wanted: 0.5 s on 5x5 after the first one, and 2 s on 10x10.
tests["hints on large boards"] = async () => {
    const said = [];
    for (const [name, size] of [["large", "5x5"], ["ten", "10x10"]]) {
        const page = await open(site(name), {clock});
        const times = await page.evaluate(async () => {
            const {app: {core}, games: [game]} = globalThis.loyd, found = [];
            for (const dirs of ["", "URD", "LDR", "ULD"]) {
                game.play(dirs); // as far as it goes
                const at = performance.now();
                await core.solve(game.current, game.goal, undefined);
                found.push(performance.now() - at);
            }
            return found.map(ms => Math.round(ms));
        });
        said.push(`${size}: ${times.join(", ")} ms`);
        await close(page);
    }
    return said.join("; ");
};

/** Times of the worker's answers, in the page. */
const hints = async starts => {
    const {openWorker} = await import(
        new URL(loydCore + "loyd.js", location.href).href);
    const began = performance.now();
    const worker = await openWorker();
    const opened = performance.now() - began;
    const times = [];
    for (const [start, goal] of starts) {
        const at = performance.now();
        await worker.solveFrom(start, goal, {effort: "optimal"});
        times.push(performance.now() - at);
    }
    worker.close();
    return {opened, times};
};

tests["times of hints"] = async () => {
    const dates = [...Array(17).keys()].map(i =>
        `2026-01-${String(i + 1).padStart(2, "0")}`);
    const said = [];
    for (const [name, width, tier] of [["small", 3, 0], ["daily", 4, 0]]) {
        const starts = dates.map(date => day(name, date, tier))
            .filter(puzzle => puzzle.size === `${width}x${width}`)
            .map(puzzle => [puzzle.board, puzzle.goal]);
        const page = await open(site(name), {clock});
        const {opened, times} = await page.evaluate(hints, starts);
        said.push(`${width}x${width}: worker ${opened.toFixed(0)} ms, first ` +
            `${times[0].toFixed(1)} ms, then of ${times.length - 1} median ` +
            `${median(times.slice(1)).toFixed(1)} ms, most ` +
            `${Math.max(...times.slice(1)).toFixed(0)} ms`);
        await close(page);
    }
    return said.join("; ");
};

/** Records what the renderer does while `act` runs; returns its events. */
async function trace(page, act) {
    const browser = await chrome();
    await browser.startTracing(page, {categories: [
        "devtools.timeline", "blink.user_timing",
        "disabled-by-default-devtools.timeline"]});
    await act();
    const text = await browser.stopTracing();
    return JSON.parse(text.toString("utf8")).traceEvents;
}

/** The beginnings and ends of the animations in a trace. */
function animations(events) {
    const began = new Map(), found = [];
    for (const {name, ph, ts, id, id2} of events) {
        if (name !== "Animation") continue;
        const key = id ?? id2.local;
        if (ph === "b") began.set(key, ts);
        if (ph === "e" && began.has(key)) found.push([began.get(key), ts]);
    }
    return found;
}

// A slide may lay out the counters in its first frame and the board's words in
// its last one. In the frames between, of which a slow slide has two dozen, nothing
// is laid out. The clock, which is laid out once a second, is hidden.
tests["no layout while tiles move"] = async () => {
    const page = await open(site("daily"), {clock});
    await page.evaluate(() => {
        loyd.app.settings.set("speed", "slow");
        document.querySelector(".status div:last-child").style.display = "none";
    });
    const all = steps(day("daily").path).slice(0, 6);
    const events = await trace(page, async () => {
        for (const step of all) {
            await page.evaluate(name => loyd.games[0].play(name), step);
            await rest(page);
        }
    });
    const slides = animations(events);
    const layouts = events.filter(({name, ph}) => name === "Layout" &&
                                  ph !== "e").map(({ts}) => ts);
    holds("slides are in the trace", slides.length >= all.length);
    holds("layouts are in the trace", layouts.length > 0);
    const during = slides.map(([from, to]) =>
        layouts.filter(ts => ts > from && ts < to).length);
    holds(`layouts of slides: ${during}`, during.every(n => n <= 2));
    await close(page);
    // The longest work of the page while tiles move, in milliseconds.
    const most = Math.max(...events.filter(({name, ts}) =>
        name === "RunTask" && slides.some(([from, to]) =>
            ts > from && ts < to)).map(({dur}) => dur / 1000));
    return `${layouts.length} layouts, in slow slides ${during}; ` +
        `longest task ${most.toFixed(1)} ms`;
};

tests["a game of 100 tiles"] = async () => {
    const page = await open(site("shapes"), {clock});
    const {path: moves} = day("shapes", today, 0);
    await section(page, 0).locator(".board").focus();
    for (const step of steps(moves)) await page.keyboard.press(arrows[step]);
    await ended(page, 0);
    await close(page);
};

await run(tests);
