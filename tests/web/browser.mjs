// SPDX-License-Identifier: MIT
// Opens published sites in Chromium, from a server that counts requests. A page
// fails its test if it writes an error to the console, throws, or asks for
// anything outside its origin.
import fs from "node:fs";
import http from "node:http";
import {createRequire} from "node:module";
import path from "node:path";

const require = createRequire(path.join(process.env.LOYD_NPM, "package.json"));
const {chromium} = require("playwright-core");
const axe = fs.readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

// A condition that never comes true fails after this; a busy machine does not
// need as long for anything.
const patience = Number(process.env.PATIENCE ?? 300) * 1000;

const types = {
    ".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8", ".mjs": "text/javascript",
    ".json": "application/json", ".svg": "image/svg+xml",
    ".xml": "application/atom+xml", ".wasm": "application/wasm",
    ".ts": "text/plain; charset=utf-8", ".png": "image/png",
    ".webmanifest": "application/manifest+json",
};

/**
 * Serves a folder. `refuse` (a pattern) answers 404 to paths that match. The
 * days that days.js tells of can be set: `days`, its object. `answer(at)` comes
 * first: what it returns, {status, headers, body}, is the answer, and true none.
 * Browsers keep nothing or, with `silent`, what they like: the server tells when a
 * file has changed, and nothing of caches.
 */
export async function serve(folder, {refuse, days, answer, silent,
                                     port = 0} = {}) {
    const requests = [];
    const self = {requests, days, answer};
    const server = http.createServer(async (request, response) => {
        const at = decodeURIComponent(new URL(request.url, "http://x").pathname);
        // Browsers ask for it unasked, at times that differ.
        if (at === "/favicon.ico") return response.writeHead(204).end();
        requests.push(at);
        const own = await self.answer?.(at);
        if (own === true) return response.destroy();
        if (own) return response.writeHead(own.status ?? 200, own.headers)
            .end(own.body);
        const file = path.join(folder, at.endsWith("/") ? at + "index.html"
                                                        : at);
        if (!file.startsWith(folder + path.sep) || refuse?.test(at) ||
            !fs.existsSync(file))
            return response.writeHead(404).end();
        const changed = fs.statSync(file).mtime.toUTCString();
        if (silent && request.headers["if-modified-since"] === changed)
            return response.writeHead(304).end();
        response.writeHead(200, {
            "Content-Type": types[path.extname(file)] ??
                            "application/octet-stream",
            ...silent ? {"Last-Modified": changed}
                      : {"Cache-Control": "no-store"},
        });
        response.end(at === "/days.js" && self.days
            ? `globalThis.loydDays = ${JSON.stringify(self.days)};\n`
            : fs.readFileSync(file));
    });
    await new Promise(done => server.listen(port, "127.0.0.1", done));
    return Object.assign(self, {
        url: `http://127.0.0.1:${server.address().port}/`,
        close() { server.closeAllConnections?.(); server.close(); },
    });
}

let browser;
const servers = [];

/** The browser of this program. */
export async function chrome() {
    const root = process.getuid?.() === 0;
    browser ??= await chromium.launch({
        executablePath: process.env.CHROMIUM,
        // Chromium's sandbox does not work for root.
        chromiumSandbox: !root,
        args: ["--disable-gpu", "--disable-quic", "--no-first-run",
               "--disable-background-networking", "--disable-sync",
               "--disable-component-update"],
        timeout: patience,
    });
    return browser;
}

/**
 * Opens a page of a site and returns it. Options: at (the path), theme, width,
 * height, clock (the time that the page believes it is), zone and locale (of
 * the visitor), touch, reduced, script (false: none), refuse, days, context (of an
 * earlier page: the same storage), server (of an earlier page), worker (true: the
 * site may use its service worker), first (true: a first visit, with the rules), before (a function that runs in the page before its scripts), fail (a pattern: errors
 * that the test expects), file (true: opened from the disk).
 * page.faults lists what went wrong until now.
 */
export async function open(folder, options = {}) {
    const {at = "index.html", refuse, file = false, before, fail} = options;
    const server = file ? null
                        : options.server ?? await serve(folder, {refuse});
    if (server && options.days) server.days = options.days;
    if (server && !options.server) servers.push(server);
    const context = options.context ?? await newContext(options);
    const page = await context.newPage();
    page.setDefaultTimeout(patience);
    page.faults = [];
    page.server = server;
    watch(page, server ? server.url : `file://${folder}/`, fail);
    if (options.clock)
        await page.addInitScript(setClock, Date.parse(options.clock));
    if (!options.first) await page.addInitScript(() => {
        try {
            localStorage.setItem(`loyd seen ${location.pathname
                .replace(/(daily\/|archive\/)?[^/]*$/, "")}`, "rules");
        } catch { /* it is refused */ }
    });
    if (before) await page.addInitScript(before, options.argument);
    const url = server ? server.url + at : `file://${path.join(folder, at)}`;
    await page.goto(url);
    return page;
}

// Runs in the page: its clock then goes on from this time. Only the date is
// faked, so that waiting and animations work as ever.
function setClock(time) {
    const real = Date;
    const shift = time - real.now();
    globalThis.Date = class extends real {
        constructor(...args) {
            super(...(args.length > 0 ? args : [real.now() + shift]));
        }
        static now() { return real.now() + shift; }
    };
}

async function newContext(options) {
    const {theme = "light", width = 768, height = 1024, zone = "UTC",
           locale = "en-GB", touch = false, reduced = false, script = true,
           permissions = [], worker = false} = options;
    return (await chrome()).newContext({
        viewport: {width, height}, colorScheme: theme, timezoneId: zone,
        locale, hasTouch: touch, isMobile: touch, javaScriptEnabled: script,
        reducedMotion: reduced ? "reduce" : "no-preference",
        acceptDownloads: true, permissions,
        serviceWorkers: worker ? "allow" : "block",
    });
}

function watch(page, origin, expected) {
    const fault = text => {
        if (!expected?.test(text) && !text.includes("blocked by Playwright"))
            page.faults.push(text);
    };
    page.on("console", message => {
        // The icon is asked for by the browser and not by the page.
        if (["error", "warning"].includes(message.type()) &&
            !message.location().url.endsWith("/favicon.ico"))
            fault(`console: ${message.text()}`);
    });
    page.on("pageerror", error => fault(`throws: ${error.stack}`));
    page.on("requestfailed", request =>
        fault(`${request.failure().errorText} for ${request.url()}`));
    page.on("crash", () => fault("the page crashed"));
    const context = page.context();
    context.on("request", request => {
        const url = request.url();
        if (!url.startsWith(origin) && !/^(blob|data|about):/.test(url))
            fault(`asks for ${url}`);
    });
    context.on("response", response => {
        if (response.status() >= 400)
            fault(`${response.status()} for ${response.url()}`);
    });
}

/** Closes a page and what was opened for it; throws if it had faults. */
export async function close(page, {keep = false} = {}) {
    const {faults, server} = page;
    await (keep ? page.close() : page.context().close());
    if (!keep && server) server.close();
    if (faults.length > 0) throw new Error(faults.join("\n"));
}

/** Throws if axe-core finds a violation in the page as it now is. */
export async function accessible(page, what) {
    // Not addScriptTag, which the page's policy forbids.
    await page.evaluate(axe + "; 0");
    const {violations} = await page.evaluate(() => globalThis.axe.run({
        resultTypes: ["violations"], preload: false,
    }));
    const said = violations.flatMap(({id, help, nodes}) =>
        nodes.map(node => `${id}: ${help}: ${node.html.slice(0, 200)}\n    ` +
                          node.failureSummary.replace(/\n/g, "\n    ")));
    if (said.length > 0) throw new Error(`${what}: axe:\n  ${said.join("\n  ")}`);
}

/** Throws if the page can be scrolled sideways. */
export async function narrow(page, what) {
    const wide = await page.evaluate(() => {
        const most = document.documentElement.clientWidth;
        if (document.documentElement.scrollWidth <= most) return [];
        return [...document.querySelectorAll("body *")]
            .filter(e => e.getBoundingClientRect().right > most + 0.5)
            .map(e => `${e.localName}.${e.getAttribute("class") ?? ""}`);
    });
    if (wide.length > 0)
        throw new Error(`${what}: wider than the page: ` +
                        wide.slice(0, 5).join(", "));
}

/** Waits until a function of the page returns something true. */
export const until = (page, what, argument) =>
    page.waitForFunction(what, argument, {polling: 50});

/** Runs the tests, {name: function}, and exits. ONLY: those with this word. */
export async function run(tests) {
    const began = Date.now();
    let bad = 0;
    let n = 0;
    for (const [name, test] of Object.entries(tests)) {
        if (!name.includes(process.env.CASE ?? "")) continue;
        n++;
        if (process.env.VERBOSE) console.log(`... ${name}`);
        try {
            const said = await test();
            if (said) console.log(`${name}: ${said}`);
        } catch (error) {
            bad++;
            const at = error.stack.match(/\w+\.mjs:\d+(?=:\d+\)?$)/gm);
            console.log(`${name}: ${error.message}  [${at?.slice(0, 6)}]`);
            for (const context of browser?.contexts() ?? [])
                await context.close();
        }
    }
    for (const server of servers) server.close();
    await browser?.close();
    const took = ((Date.now() - began) / 1000).toFixed(1);
    console.log(`${n} cases, ${bad} failed, in ${took} s`);
    process.exit(bad > 0 || n === 0 ? 1 : 0);
}

export function same(name, wanted, got) {
    const [a, b] = [wanted, got].map(v => JSON.stringify(v));
    if (a !== b) throw new Error(`${name}\n  wanted: ${a}\n  got:    ${b}`);
}

export function holds(name, condition) {
    if (!condition) throw new Error(name);
}
