// SPDX-License-Identifier: MIT
// The Content-Security-Policy of all pages, tried and not only read.
import fs from "node:fs";
import path from "node:path";
import {close, holds, open, run, same, until} from "./browser.mjs";
import {ended, solveByKeys} from "./player.mjs";
import {day, hostile, released, site, today} from "./sites.mjs";

const clock = `${today}T12:00:00Z`;
const refusals = /(asks|csp) for https:\/\/example.org|Content Security Policy|violates|Refused|blocked/i;
const pages = ["index.html", "stats.html", "howto.html", "play.html", "check.html", "archive/2026.html",
               `daily/${today}.html`, "daily/2026-01-16.html"];
const tests = {};

/** What a page lets a stranger's markup do, tried in the page. */
const attack = async () => {
    const done = [];
    globalThis.hit = name => done.push(name);
    const add = (tag, values, text) => {
        const element = document.createElement(tag);
        for (const [name, value] of Object.entries(values))
            element.setAttribute(name, value);
        if (text) element.textContent = text;
        document.body.append(element);
        return element;
    };
    const refused = new Set();
    document.addEventListener("securitypolicyviolation", event =>
        refused.add(event.effectiveDirective));
    add("script", {}, "hit('inline script')");
    add("div", {onclick: "hit('handler')"}).click();
    add("p", {style: "color: rgb(1, 2, 3)"}).className = "attack";
    add("style", {}, ".attack { outline-color: rgb(4, 5, 6); }");
    add("img", {src: "https://example.org/a.png"});
    add("img", {src: "data:image/gif;base64,R0lGODlhAQABAAAAACw="});
    add("iframe", {src: "https://example.org/"});
    add("script", {src: "https://example.org/a.js"});
    add("link", {rel: "stylesheet", href: "https://example.org/a.css"});
    add("base", {href: "https://example.org/"});
    // Not at once: what a debugger runs may use eval.
    setTimeout(() => {
        try {
            (0, eval)("hit('eval')");
        } catch { /* as it should be */ }
    });
    await fetch("https://example.org/").catch(() => {});
    const form = add("form", {action: "https://example.org/", target: "x"});
    form.submit();
    await new Promise(next => setTimeout(next));
    const {color, outlineColor} = getComputedStyle(
        document.querySelector(".attack"));
    if (color === "rgb(1, 2, 3)") done.push("style attribute");
    if (outlineColor === "rgb(4, 5, 6)") done.push("style element");
    if (new URL("a", document.baseURI).host === "example.org")
        done.push("base");
    globalThis.refused = refused;
    return done;
};

for (const at of pages)
    tests[`the policy of ${at}`] = async () => {
        const page = await open(site("small"), {clock, at, fail: refusals});
        same("what ran", [], await page.evaluate(attack));
        // What is refused is told later.
        await until(page, () => globalThis.refused.size >= 10)
            .catch(() => {});
        const refused = await page.evaluate(() =>
            [...globalThis.refused].sort());
        same("what was refused", [
            "base-uri", "connect-src", "form-action", "frame-src", "img-src",
            "script-src", "script-src-attr", "script-src-elem", "style-src-attr",
            "style-src-elem"], refused);
        await close(page);
    };

tests["no markup has script or style in it"] = async () => {
    for (const name of ["small", "tiers", "hostile", "bare"])
        for (const at of pages) {
            const text = fs.readFileSync(path.join(site(name), at), "utf8");
            for (const bad of [/<style/i, /\sstyle=/i, /\son[a-z]+=/i,
                               /<script(?![^>]* src="[\w./]+")/i,
                               /(src|href)="(https?:)?\/\/(?!puzzles\.example)/i])
                holds(`${name}/${at}: ${bad}`,
                      !bad.test(text.replace(/xmlns="[^"]*"/g, "")));
            same(`${name}/${at}: one policy, before anything is loaded`, 1,
                 text.split("Content-Security-Policy").length - 1);
            holds(`${name}/${at}: early`,
                  text.indexOf("Content-Security-Policy") <
                      text.search(/<(link|script)/));
        }
};

tests["scripts never make markup of text"] = async () => {
    for (const name of ["play.js", "new.js", "howto.js", "core.js"]) {
        const text = fs.readFileSync(path.join(released(site("small")), name), "utf8");
        for (const bad of ["innerHTML", "outerHTML", "insertAdjacentHTML",
                           "document.write", "eval(", "new Function",
                           "XMLHttpRequest", "sendBeacon"])
            holds(`${name}: ${bad}`, !text.includes(bad));
    }
};

tests["hostile texts of the page"] = async () => {
    const page = await open(site("hostile"), {clock});
    // As if the catalogue had been changed by hand.
    await page.evaluate(text => {
        loyd.app.title = text;
        loyd.games[0].tier = text;
        loyd.games[1].tier = text;
    }, hostile);
    await solveByKeys(page, day("hostile", today, 0).path, 0);
    await ended(page, 0);
    same("scripts and markup", 0,
         await page.locator("main script, main img, main :not(.stars) > b").count());
    await close(page);
};

await run(tests);
