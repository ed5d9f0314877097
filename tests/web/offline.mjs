// SPDX-License-Identifier: MIT
// Sites without a network, and from one release to the next.
import {createHash} from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import {accessible, close, holds, narrow, open, run, same, serve, until}
    from "./browser.mjs";
import {arrows, button, ended, moved, state} from "./player.mjs";
import {loyd, packageFolder, published, released, solve, steps, weekly} from "./sites.mjs";

const home = fs.mkdtempSync(path.join(process.env.SCRATCH, "offline-"));
const today = "2026-01-17", clock = `${today}T12:00:00Z`;
const schedule = path.join(home, "schedule.json");
fs.writeFileSync(schedule, JSON.stringify(weekly({
    title: "short", size: "3x3", layout: "rows", stm: "14..16"})));
const tests = {};
let sites = 0;

const publisher = (db, folder) => (last, options = [], core = null) => published(
    ["publish", "--db", db, "--out", folder, "--channel", "small", "--today", last,
     "--future", ...options], core);

/** A new site, {folder, publish}: publish(day, options, package) writes it
again. */
function newSite({start = "2026-01-01", folder = path.join(home,
                 `site-${++sites}`), core = true, day = today} = {}) {
    const db = `${folder}.db`;
    loyd("channel", "create", "small", "--db", db, "--schedule", schedule,
         "--start", start);
    const publish = publisher(db, folder);
    publish(day, [], core ? packageFolder : null);
    return {folder, publish, db};
}

// A few sites serve all tests that do not change them.
const kept = new Map();
const sharedSite = (name, options) => {
    if (!kept.has(name)) kept.set(name, newSite(options));
    return kept.get(name);
};
const small = () => sharedSite("small");

/** A copy of a site that a test may change. */
function copyOf({folder, db}) {
    const copy = path.join(home, `copy-${++sites}`);
    fs.cpSync(folder, copy, {recursive: true});
    fs.copyFileSync(db, `${copy}.db`);
    return {folder: copy, publish: publisher(`${copy}.db`, copy)};
}

/** Another release: the package for browsers has other bytes. */
function otherPackage() {
    const folder = path.join(home, "package");
    if (fs.existsSync(folder)) return folder;
    fs.cpSync(packageFolder, folder, {recursive: true});
    for (const name of ["loyd.js", "worker.js"])
        fs.appendFileSync(path.join(folder, name), "/* another */\n");
    const sums = path.join(folder, "package.json");
    const all = JSON.parse(fs.readFileSync(sums, "utf8"));
    for (const name of ["loyd.js", "worker.js"])
        all.sha256[name] = createHash("sha256")
            .update(fs.readFileSync(path.join(folder, name))).digest("hex");
    fs.writeFileSync(sums, JSON.stringify(all));
    return folder;
}
const nameOf = folder => path.basename(released(folder));

function puzzleOf({folder}, date = today) {
    const file = path.join(folder, "daily", `${date}.json`);
    const puzzle = JSON.parse(fs.readFileSync(file, "utf8"));
    return {...puzzle, path: puzzle.path ?? solve(puzzle).path};
}

const cut = /ERR_|Failed to load|Failed to fetch|404|503/;
const visit = (site, options = {}) => open(site.folder ?? site, {
    clock, worker: true, fail: cut, ...options});

/** Waits until a worker has all that it keeps. */
const ready = page => page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    while (!navigator.serviceWorker.controller)
        await new Promise(next => setTimeout(next, 20));
});

/** The addresses that are kept, by cache. */
const caches = page => page.evaluate(async () => {
    const all = {};
    for (const name of await globalThis.caches.keys())
        all[name] = (await (await globalThis.caches.open(name)).keys())
            .map(({url}) => new URL(url).pathname);
    return all;
});

/** Waits until a function of the page that asks returns something true. */
async function eventually(page, what, argument) {
    for (let i = 0; !await page.evaluate(what, argument); i++) {
        if (i > 400) throw new Error(`never: ${what}`);
        await new Promise(next => setTimeout(next, 50));
    }
}

/** Plays moves of a path by keys. */
async function playSome(page, moves, from, to) {
    await page.locator("section.puzzle .board").focus();
    for (const step of steps(moves).slice(from, to))
        await page.keyboard.press(arrows[step]);
    await moved(page, to);
}

/** The release of everything that a page has loaded. */
const releasesOf = page => page.evaluate(() => [...new Set(
    performance.getEntriesByType("resource").map(({name}) =>
        (/loyd\/([0-9a-f]{16})\//.exec(name) ?? [])[1]).filter(Boolean))]);

// --- without a network ---

tests["the network is cut"] = async () => {
    const site = small(), puzzle = puzzleOf(site), all = steps(puzzle.path);
    const page = await visit(site);
    await ready(page);
    page.server.close();
    await page.reload();
    await playSome(page, puzzle.path, 0, 5);
    await page.reload();
    await moved(page, 5);
    await playSome(page, puzzle.path, 5, all.length);
    await ended(page);
    for (const at of ["", "stats.html", `daily/${today}.html`, "howto.html",
                      "daily/2026-01-16.html", "play.html", "check.html"]) {
        await page.goto(page.server.url + at);
        holds(`${at}: played`, await page.evaluate(() => Boolean(loyd)));
        holds(`${at}: styled`, await page.evaluate(() =>
            getComputedStyle(document.body).margin === "0px" ||
            document.styleSheets[0].cssRules.length > 9));
        await narrow(page, at);
    }
    await page.goto(page.server.url + "stats.html");
    same("a day is solved", 1, await page.evaluate(() =>
        loyd.app.results.rows().length));
    holds("the statistics say so", await page.locator(".stats").isVisible());
    await page.goto(page.server.url + "play.html");
    await page.goto(page.server.url + "daily/2026-01-03.html");
    await page.getByText("This page was not kept").waitFor();
    const kept = page.locator(".kept a");
    await kept.nth(2).waitFor();
    same("what is kept", ["index.html", `daily/${today}.html`, "daily/2026-01-16.html"],
         await kept.evaluateAll(all => all.map(a => a.getAttribute("href")
             .split("/").slice(-2).join("/"))));
    await narrow(page, "what is not kept");
    await accessible(page, "what is not kept");
    await close(page);
};

tests["a hint without a network"] = async () => {
    const page = await visit(small());
    await ready(page);
    page.server.close();
    await page.reload();
    await button(page, "Hint").click();
    await until(page, () => loyd.games[0].hints > 0);
    await close(page);
};

tests["a package that is not there is not kept, and the page says so"] =
async () => {
    const site = copyOf(small()), name = path.join("loyd", nameOf(site.folder));
    fs.rmSync(path.join(site.folder, name, "loyd.wasm"));
    const page = await visit(site, {fail: /./});
    await ready(page);
    const all = Object.values(await caches(page)).flat();
    holds("scripts are kept", all.includes(`/${name}/play.js`));
    holds("it is not", !all.includes(`/${name}/loyd.wasm`));
    page.server.close();
    await page.context().setOffline(true);
    await page.reload();
    await button(page, "Hint").click();
    await page.getByText(/hints need the network/).first().waitFor();
    await close(page);
};

tests["midnight in an open page without a network"] = async () => {
    const site = small();
    const page = await visit(site, {clock: `${today}T23:59:57Z`});
    await ready(page);
    const {server} = page;
    server.close();
    await until(page, () => Date.now() >= Date.parse("2026-01-18T00:00:01Z"));
    await page.evaluate(() => dispatchEvent(new Event("online")));
    const bar = page.locator(".new-day");
    await bar.waitFor();
    holds("it says why", /no network/.test(await bar.innerText()));
    await accessible(page, "a day that is not there");
    const days = {first_date: "2026-01-01", last_date: "2026-01-18"};
    page.server = await serve(site.folder,
        {days, port: Number(new URL(server.url).port)});
    await page.evaluate(() => dispatchEvent(new Event("online")));
    await bar.getByRole("link").waitFor();
    same("one bar", 1, await bar.count());
    await close(page);
};

/** Makes all files of a folder a year old: a browser then keeps them for weeks. */
function age(folder) {
    const then = new Date(Date.now() - 365 * 864e5);
    for (const name of fs.readdirSync(folder, {recursive: true}))
        fs.utimesSync(path.join(folder, name), then, then);
}

// Both days in an open page, and the second day in a new one.
for (const worker of [true, false])
    for (const isOpen of [true, false])
        tests[`the next day, from a server that says nothing of caches${
            worker ? ", with a worker" : ""}${isOpen ? ", in an open page" : ""}`] =
        async () => {
            const site = copyOf(small()), next = "2026-01-18";
            age(site.folder);
            const server = await serve(site.folder, {silent: true});
            let page = await visit(site, {server, worker,
                                          clock: `${today}T23:59:50Z`});
            if (worker) await ready(page);
            // Again: the browser has it, and need not ask.
            await page.goto(`${server.url}howto.html`);
            await page.goto(`${server.url}index.html`);
            const date = () => page.evaluate(() => loyd.app.date);
            same("the first day", today, await date());
            site.publish(next);
            if (isOpen) {
                await until(page, day => Date.now() >= Date.parse(day),
                            `${next}T00:00:01Z`);
                await page.evaluate(() => dispatchEvent(new Event("online")));
            } else {
                const context = page.context();
                await page.close();
                page = await visit(site, {server, context,
                                          clock: `${next}T08:00:00Z`});
            }
            if (await date() !== next)
                await page.locator(".new-day").getByRole("link").click();
            await until(page, day => globalThis.loyd?.app.date === day, next);
            same("no bar", 0, await page.locator(".new-day").count());
            await page.goto(`${server.url}embed.html`);
            await page.locator(`.embed time[datetime="${next}"]`).waitFor();
            await close(page);
            server.close();
        };

tests["a slow network"] = async () => {
    const page = await visit(small());
    await ready(page);
    page.server.answer = async at => {
        if (at.endsWith("html")) await new Promise(go => setTimeout(go, 9000));
    };
    const began = Date.now();
    await page.reload();
    holds("it does not wait", Date.now() - began < 7500);
    page.server.answer = at => at.endsWith("html") ? {status: 503} : null;
    await page.reload();
    holds("nor for a server that is ill", await page.evaluate(() =>
        loyd.games.length === 1));
    await close(page);
};

// --- from one release to the next ---

for (const worker of [false, true])
    tests[`an update while a page loads${worker ? ", with a worker" : ""}`] =
    async () => {
        const site = copyOf(small()), old = nameOf(site.folder);
        const page = await visit(site, {worker, fail: /ERR_ABORTED/});
        if (worker) await ready(page);
        let isDue = true;
        page.server.answer = at => {
            if (!isDue || at !== "/days.js") return;
            isDue = false;
            site.publish("2026-01-18", ["--title", "New"], otherPackage());
        };
        await page.reload();
        await until(page, () => globalThis.loyd);
        holds("there is another release", nameOf(site.folder) !== old);
        same("one release", [old], await releasesOf(page));
        await page.reload();
        same("then the other", [nameOf(site.folder)], await releasesOf(page));
        await close(page);
    };

tests["an update during a game"] = async () => {
    for (const worker of [false, true]) {
        const site = copyOf(small()), old = nameOf(site.folder);
        const puzzle = puzzleOf(site), all = steps(puzzle.path);
        const page = await visit(site, {worker});
        if (worker) await ready(page);
        await playSome(page, puzzle.path, 0, 5);
        site.publish(today, ["--title", "New"], otherPackage());
        await button(page, "Hint").click();
        await until(page, () => loyd.games[0].hints > 0);
        same("the package of its release", [old], await releasesOf(page));
        await page.reload();
        await moved(page, 5);
        same("the new release", [nameOf(site.folder)], await releasesOf(page));
        same("the title", "New", await page.locator("header .name").innerText());
        await playSome(page, puzzle.path, 5, all.length);
        await ended(page);
        await close(page);
    }
};

tests["an update between two visits"] = async () => {
    const site = copyOf(small()), old = nameOf(site.folder);
    const page = await visit(site);
    await ready(page);
    await page.goto(`${page.server.url}daily/2026-01-05.html`);
    await eventually(page, async () => (await Promise.all((await caches.keys()).map(
        async name => (await caches.open(name)).match("/daily/2026-01-05.html"))))
        .some(Boolean));
    site.publish("2026-01-18", ["--title", "New"], otherPackage());
    const second = await visit(site, {context: page.context(),
                                      server: page.server});
    same("the new release at once", [nameOf(site.folder)],
         await releasesOf(second));
    await eventually(second, async () => (await navigator.serviceWorker
        .getRegistration()).waiting);
    same("both are kept while a page is open", 2,
         Object.keys(await caches(second)).length);
    await close(page, {keep: true});
    await close(second, {keep: true});
    const third = await visit(site, {context: page.context(),
                                     server: page.server});
    await eventually(third, async () => (await caches.keys()).length === 1);
    const all = Object.values(await caches(third)).flat();
    holds("of the new release", !all.some(at => at.includes(old)));
    holds("visited days too", all.includes("/daily/2026-01-05.html"));
    page.server.close();
    for (const at of ["", "daily/2026-01-05.html", "stats.html"]) {
        await third.goto(page.server.url + at);
        same(at, [nameOf(site.folder)], await releasesOf(third));
        same("its title", "New", await third.locator("header .name").innerText());
    }
    await close(third);
};

tests["an update that cannot be had whole changes nothing"] = async () => {
    const site = copyOf(small()), old = nameOf(site.folder);
    const page = await visit(site);
    await ready(page);
    const before = await caches(page);
    site.publish("2026-01-18", [], otherPackage());
    page.server.answer = at => at.includes(nameOf(site.folder)) &&
        at.endsWith("howto.js") || at.includes("2026-01-17") ? true : null;
    await page.evaluate(async () => {
        const found = await navigator.serviceWorker.getRegistration();
        await found.update();
        const {installing} = found;
        if (installing) await new Promise(next => {
            installing.onstatechange = next;
        });
    });
    same("the same is kept", before, await caches(page));
    page.server.close();
    await page.reload();
    same("and works", [old], await releasesOf(page));
    await close(page);
};

tests["a worker of an older form"] = async () => {
    const site = copyOf(small());
    const script = path.join(site.folder, "sw.js");
    const now = fs.readFileSync(script);
    fs.writeFileSync(script, `
        addEventListener("install", event => event.waitUntil((async () => {
            const cache = await caches.open("loyd / 0");
            await cache.put("/daily/2026-01-04.html", new Response("old"));
            await (await caches.open("strange")).put("/x", new Response(""));
            await skipWaiting();
        })()));
        addEventListener("activate", event => event.waitUntil(clients.claim()));
        addEventListener("fetch", event => {
            if (event.request.mode === "navigate")
                event.respondWith(fetch(event.request).catch(() =>
                    new Response("old", {headers:
                        {"content-type": "text/html"}})));
        });`);
    const page = await visit(site);
    await ready(page);
    await close(page, {keep: true});
    fs.writeFileSync(script, now);
    const again = await visit(site, {context: page.context(),
                                     server: page.server});
    await eventually(again, async () => (await navigator.serviceWorker
        .getRegistration()).waiting);
    await close(again, {keep: true});
    const third = await visit(site, {context: page.context(),
                                     server: page.server});
    await eventually(third, async () => !(await caches.keys()).includes("loyd / 0"));
    holds("what is not of the site stays",
          Object.keys(await caches(third)).includes("strange"));
    page.server.close();
    await third.goto(page.server.url);
    same("played", 1, await third.evaluate(() => loyd.games.length));
    await third.goto(`${page.server.url}daily/2026-01-04.html`);
    holds("a visited day was asked for again", await third.evaluate(() =>
        loyd.games.length === 1));
    await close(third);
};

tests["offline use is switched off"] = async () => {
    const site = copyOf(small());
    const page = await visit(site);
    await ready(page);
    site.publish(today, ["--offline", "no"]);
    await page.reload();
    await eventually(page, async () => (await caches.keys()).length === 0 &&
        !await navigator.serviceWorker.getRegistration());
    await page.reload();
    await until(page, () => globalThis.loyd);
    holds("no worker", await page.evaluate(async () =>
        !navigator.serviceWorker.controller &&
        !await navigator.serviceWorker.getRegistration()));
    await close(page);
};

tests["two sites on one origin"] = async () => {
    const folder = path.join(home, `both-${++sites}`);
    fs.cpSync(small().folder, folder, {recursive: true});
    fs.cpSync(small().folder, path.join(folder, "b"), {recursive: true});
    const puzzle = puzzleOf(small());
    const page = await visit(folder);
    await ready(page);
    await playSome(page, puzzle.path, 0, 3);
    await page.goto(`${page.server.url}b/`);
    await until(page, () => globalThis.loyd);
    same("games are apart", 0, (await state(page)).stm);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await eventually(page, async () => (await caches.keys()).length === 2);
    const all = await caches(page);
    for (const [name, addresses] of Object.entries(all))
        holds(name, addresses.every(at => at.startsWith("/b/") ===
            name.startsWith("loyd /b/ ")));
    await playSome(page, puzzle.path, 0, 4);
    // The site in the folder is switched off, and the other stays.
    const script = fs.readFileSync(path.join(folder, "b/sw.js"), "utf8");
    fs.writeFileSync(path.join(folder, "b/sw.js"),
        script.replace(/loydSite = .*/, "loydSite = {};"));
    await page.reload();
    await eventually(page, async () => (await caches.keys()).length === 1);
    same("the other's cache", [Object.keys(all).find(name =>
        name.startsWith("loyd / "))], Object.keys(await caches(page)));
    page.server.close();
    await page.goto(page.server.url);
    await moved(page, 3);
    await close(page);
};

// --- what is kept ---

tests["the last 60 visited days"] = async () => {
    const site = sharedSite("long", {start: "2025-10-01"});
    const page = await visit(site);
    await ready(page);
    const dates = fs.readdirSync(path.join(site.folder, "daily"))
        .filter(name => /^20.*html$/.test(name)).slice(0, 70);
    for (const name of dates) {
        await page.goto(`${page.server.url}daily/${name}`);
        await eventually(page, async ([at]) => (await Promise.all(
            (await caches.keys()).map(async name =>
                (await caches.open(name)).match(at)))).some(Boolean),
        [`/daily/${name}`]);
    }
    await eventually(page, async () => (await Promise.all((await caches.keys()).map(
        async name => (await (await caches.open(name)).keys()).filter(({url}) =>
            /daily\/\d/.test(url)).length))).every(n => n === 62));
    const all = Object.values(await caches(page)).flat();
    same("the last ones, and the newest", [...dates.slice(10),
        "2026-01-16.html", "2026-01-17.html"].map(name => `/daily/${name}`), all.filter(at => /daily\/\d/.test(at)).sort());
    holds("and the shell", all.includes("/index.html"));
    const bytes = await page.evaluate(async () => {
        let sum = 0;
        for (const name of await caches.keys()) {
            const cache = await caches.open(name);
            for (const key of await cache.keys())
                sum += (await (await cache.match(key)).arrayBuffer()).byteLength;
        }
        return sum;
    });
    holds(`${bytes} bytes`, bytes < 5e6);
    await close(page);
    return `${(bytes / 1e6).toFixed(2)} MB`;
};

tests["a disk that is full"] = async () => {
    for (const quotaSize of [300000, 1000000]) {
        const page = await visit(small(), {at: "check.html", fail: /ERR_ABORTED/});
        const session = await page.context().newCDPSession(page);
        await session.send("Storage.overrideQuotaForOrigin",
                           {origin: page.server.url.slice(0, -1), quotaSize});
        await page.goto(page.server.url);
        const puzzle = puzzleOf(small());
        await playSome(page, puzzle.path, 0, steps(puzzle.path).length);
        await ended(page);
        for (let i = 1; i < 9; i++)
            await page.goto(`${page.server.url}daily/2026-01-0${i}.html`);
        await until(page, () => globalThis.loyd);
        same("nothing is said", 0,
             await page.locator(".notice:visible").count());
        await close(page);
    }
};

tests["a network that asks for a password"] = async () => {
    const portal = {headers: {"content-type": "text/html"},
                    body: "<!DOCTYPE html><title>portal</title><p>Pay."};
    for (const answer of [portal, {status: 302, headers: {location: "/portal"}},
                          {...portal, status: 404},
                          {status: 206, headers: portal.headers, body: "<p>"}]) {
        const site = copyOf(small());
        const page = await visit(site, {fail: /./});
        await ready(page);
        const before = await caches(page);
        const texts = () => page.evaluate(async () => {
            const all = [];
            for (const name of await caches.keys()) {
                const cache = await caches.open(name);
                for (const key of await cache.keys())
                    all.push(await (await cache.match(key)).text());
            }
            return all.sort();
        });
        const was = await texts();
        page.server.answer = at => at === "/portal" ? portal : answer;
        for (const at of ["", "stats.html", "daily/2026-01-02.html"])
            await page.goto(page.server.url + at).catch(() => {});
        await page.goto(`${page.server.url}play.html`).catch(() => {});
        page.server.answer = () => true;
        await page.goto(page.server.url);
        same("played", 1, await page.evaluate(() => loyd.games.length));
        same("nothing of it is kept", [before, was],
             [await caches(page), await texts()]);
        await close(page);
    }
};

// --- browsers that install sites ---

tests["the manifest"] = async () => {
    const page = await visit(small());
    const session = await page.context().newCDPSession(page);
    await until(page, () => document.querySelector("link[rel=manifest]"));
    const {errors, url} = await session.send("Page.getAppManifest");
    same("no errors", [], errors);
    holds(url, url.endsWith("/manifest.webmanifest"));
    await ready(page);
    const {installabilityErrors} = await session.send(
        "Page.getInstallabilityErrors");
    same("it can be installed", [], installabilityErrors.filter(({errorId}) =>
        errorId !== "in-incognito"));
    await close(page);
};

tests["a page that is a file knows nothing of it"] = async () => {
    const page = await open(small().folder, {clock, file: true, worker: true});
    same("no manifest", 0, await page.locator("link[rel=manifest]").count());
    await close(page);
};

await run(tests);
