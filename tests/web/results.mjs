// SPDX-License-Identifier: MIT
// What a browser remembers of solved days, and what is shared of them.
import fs from "node:fs";
import {accessible, close, holds, open, run, same, until}
    from "./browser.mjs";
import {arrows, button, closeCard, ended, moved, openTier, section, solveByKeys,
        unfold} from "./player.mjs";
import {day, hasPackage, site, steps, today} from "./sites.mjs";

/** "3 days solved · streak: 2 days · longest: 3 days" as [3, 2, 3]. */
async function record(page) {
    const text = await page.locator(".record").textContent();
    return text.match(/\d+/g).map(Number);
}

/** What days.js says when this is the newest day. */
const upTo = last => ({first_date: "2025-12-01", last_date: last});

/**
 * Solves days one after another in one browser. Each visit is [the date of the
 * page, the time, what days.js says]. Returns the record after the last one.
 */
async function visit(name, visits, options = {}) {
    let context, server, said;
    for (const [date, clock, days] of visits) {
        const page = await open(site(name), {
            ...options, at: `daily/${date}.html`, clock, days, context, server});
        ({server} = page);
        context = page.context();
        await solveByKeys(page, day(name, date).path);
        said = await record(page);
        await close(page, {keep: true});
    }
    await context.close();
    return said;
}

const at = (date, newest = date) =>
    [date, `${newest}T12:00:00Z`, upTo(newest)];
const tests = {};

tests["streaks"] = async () => {
    same("three days", [3, 3, 3], await visit("small",
        ["2026-01-15", "2026-01-16", "2026-01-17"].map(date => at(date))));
    same("a day left out", [3, 1, 2], await visit("small",
        ["2026-01-14", "2026-01-15", "2026-01-17"].map(date => at(date))));
    same("past days", [3, 1, 1], await visit("small", [
        at("2026-01-15", today), at("2026-01-16", today), at(today)]));
    same("a day later it is over", [2, 0, 1], await visit("small", [
        at("2026-01-15"), at("2026-01-14", today)]));
};

// The newest puzzle counts, whatever the visitor's clock and zone say.
tests["the newest puzzle is that of the day"] = async () => {
    for (const clock of ["2026-01-10T12:00:00Z", "2026-01-18T01:00:00Z",
                         "2027-01-01T12:00:00Z"])
        same(`the clock is at ${clock}`, [2, 2, 2], await visit("small", [
            at("2026-01-16"), [today, clock, upTo(today)]]));
    same("a clock set back does not help", [2, 1, 1], await visit("small", [
        at(today), ["2026-01-16", "2026-01-16T12:00:00Z", upTo(today)]]));
};

tests["nothing new for days"] = async () => {
    same("a streak", [2, 2, 2], await visit("small", [
        at("2026-01-13"),
        ["2026-01-14", "2026-01-17T12:00:00Z", upTo("2026-01-14")]]));
};

// Without days.js the clock decides. Vienna is an hour before UTC in winter; its
// 17th ends at 23:00 UTC. The visitor's own zone decides nothing.
const blind = {refuse: /days\.js/, fail: /404|ERR_ABORTED/};
tests["by the clock, the day is the channel's"] = async () => {
    for (const zone of ["Pacific/Kiritimati", "Pacific/Pago_Pago",
                        "Asia/Kolkata", "UTC"]) {
        same(`${zone}, a minute before the end`, [1, 1, 1], await visit("small",
            [[today, "2026-01-17T22:59:00Z"]], {...blind, zone}));
        same(`${zone}, a minute after it`, [1, 0, 0], await visit("small",
            [[today, "2026-01-17T23:00:30Z"]], {...blind, zone}));
    }
    // Kiritimati's 17th is from 10:00 UTC of the 16th to 10:00 of the 17th.
    const pago = {...blind, zone: "Pacific/Pago_Pago"};
    same("the first zone of a day", [2, 2, 2], await visit("early", [
        ["2026-01-16", "2026-01-15T10:01:00Z"],
        ["2026-01-17", "2026-01-16T10:01:00Z"]], pago));
    same("its end", [1, 0, 0], await visit("early", [
        ["2026-01-17", "2026-01-17T10:01:00Z"]], pago));
    same("a clock set back", [2, 2, 2], await visit("small", [
        ["2026-01-15", "2026-01-15T12:00:00Z"],
        ["2026-01-16", "2026-01-16T12:00:00Z"],
        ["2026-01-16", "2026-01-10T12:00:00Z"]], blind));
};

tests["by the clock, days of 23 and 25 hours"] = async () => {
    // 2026-03-29 has 23 hours in Vienna: 23:00 UTC to 22:00 UTC.
    same("put forward", [3, 3, 3], await visit("spring", [
        ["2026-03-28", "2026-03-28T22:59:00Z"],
        ["2026-03-29", "2026-03-29T21:59:00Z"],
        ["2026-03-30", "2026-03-29T22:01:00Z"]],
        {...blind, zone: "America/New_York"}));
    // 2026-10-25 has 25: 22:00 UTC to 23:00 UTC.
    same("put back", [3, 3, 3], await visit("autumn", [
        ["2026-10-24", "2026-10-24T21:59:00Z"],
        ["2026-10-25", "2026-10-25T22:59:00Z"],
        ["2026-10-26", "2026-10-25T23:01:00Z"]],
        {...blind, zone: "Asia/Tokyo"}));
};

// --- a day that changes while the page is open ---

/** Makes the page's clock and timers go on by milliseconds. */
async function pass(page, ms) {
    await page.clock.runFor(ms);
}

async function opened(newest, clock, date = newest) {
    const page = await open(site("small"), {
        at: `daily/${date}.html`, days: upTo(newest)});
    await page.clock.install({time: Date.parse(clock)});
    await page.reload();
    return page;
}

tests["begun before midnight, solved after it"] = async () => {
    const page = await opened("2026-01-16", "2026-01-16T22:59:30Z");
    const {path: moves} = day("small", "2026-01-16");
    await page.keyboard.press(arrows[steps(moves)[0]]);
    await moved(page, 1);
    page.server.days = upTo(today);
    await pass(page, 90000);
    await page.locator(".new-day").waitFor();
    for (const step of steps(moves).slice(1))
        await page.keyboard.press(arrows[step]);
    await pass(page, 5000);
    await ended(page);
    same("it counts", [1, 1, 1], await record(page));
    await close(page);
};

tests["begun before midnight, solved on another visit"] = async () => {
    const page = await opened("2026-01-16", "2026-01-16T12:00:00Z");
    const {path: moves} = day("small", "2026-01-16");
    await page.keyboard.press(arrows[steps(moves)[0]]);
    await moved(page, 1);
    await pass(page, 5000);
    page.server.days = upTo(today);
    await page.reload();
    for (const step of steps(moves).slice(1))
        await page.keyboard.press(arrows[step]);
    await pass(page, 5000);
    await ended(page);
    same("it counts", [1, 1, 1], await record(page));
    await page.reload();
    await pass(page, 5000);
    await button(page, "Play again").waitFor();
    await close(page);
};

tests["begun after a newer one was out"] = async () => {
    const page = await opened("2026-01-16", "2026-01-16T22:59:30Z");
    page.server.days = upTo(today);
    await pass(page, 90000);
    const bar = page.locator(".new-day");
    await bar.waitFor();
    holds("in words", (await bar.textContent()).includes("new puzzle is out"));
    await accessible(page, "a new puzzle");
    for (const step of steps(day("small", "2026-01-16").path))
        await page.keyboard.press(arrows[step]);
    await pass(page, 5000);
    await ended(page);
    same("it does not count", [1, 0, 0], await record(page));
    await bar.getByRole("link").click({trial: true}); // over the card
    await closeCard(page);
    await bar.getByRole("link").click();
    await page.waitForURL(/index\.html/);
    await close(page);
};

tests["an open page asks again until the puzzle is there"] = async () => {
    const page = await opened("2026-01-16", "2026-01-16T22:58:00Z");
    const asked = () => page.server.requests.filter(at => at === "/days.js")
        .length;
    const before = asked();
    await pass(page, 60000);
    same("not before midnight", before, asked());
    await pass(page, 120000);
    await until(page, () => true);
    holds("once at midnight", asked() === before + 1);
    await pass(page, 1200000);
    holds(`a few times: ${asked() - before}`, asked() - before >= 3 &&
        asked() - before <= 6);
    same("no bar", 0, await page.locator(".new-day").count());
    page.server.days = upTo(today);
    await pass(page, 600000);
    await page.locator(".new-day").waitFor();
    await page.locator(".new-day").getByRole("button").click();
    same("put away", 0, await page.locator(".new-day").count());
    const after = asked();
    await pass(page, 1200000);
    same("no more questions", after, asked());
    await close(page);
};

tests["today's page of an earlier day"] = async () => {
    const page = await open(site("small"), {
        days: upTo("2026-01-18"), clock: "2026-01-18T12:00:00Z"});
    await page.locator(".new-day").waitFor();
    await close(page);
};

tests["no answer is silent"] = async () => {
    for (const answer of ["<h1>moved</h1>", "globalThis.loydDays = null;"]) {
        const page = await opened("2026-01-16", "2026-01-16T22:59:30Z");
        await page.route(/days\.js/, route => route.fulfill({body: answer}));
        await pass(page, 900000);
        same("no bar", 0, await page.locator(".new-day").count());
        same("no notice", 0, await page.locator(".notice:visible").count());
        await close(page);
    }
};

tests["with tiers, a day counts once any is solved"] = async () => {
    const clock = `${today}T12:00:00Z`;
    const page = await open(site("tiers"), {clock});
    same("before", [0, 0, 0], await record(page));
    await solveByKeys(page, day("tiers", today, 0).path, 0);
    same("one", [1, 1, 1], await record(page));
    await solveByKeys(page, day("tiers", today, 1).path, 1);
    same("two", [1, 1, 1], await record(page));
    await page.reload();
    await openTier(page, 0);
    await section(page, 0).locator(".end").waitFor({state: "visible"});
    same("the next step", 1, await section(page, 0).getByRole("button",
        {name: /^Next: /}).count());
    same("the one that was not", false,
         await section(page, 2).locator(".end").isVisible());
    await close(page);
};

tests["marks on calendars"] = async () => {
    let page = await open(site("years"), {
        at: "daily/2025-12-30.html", clock: "2026-01-17T12:00:00Z"});
    const {server} = page;
    const context = page.context();
    await solveByKeys(page, day("years", "2025-12-30").path);
    await close(page, {keep: true});
    page = await open(site("years"), {at: "archive/2025.html", context, server});
    const done = page.locator("a.done");
    same("one day", 1, await done.count());
    holds("it is that day",
          (await done.getAttribute("href")).includes("2025-12-30"));
    holds("in words", (await done.textContent()).includes("solved"));
    await close(page);
};

/** Results as a page keeps them: [date, moves above the shortest, seconds]. */
function keep(rows) {
    return {[`loyd results / ${"years"}`]: JSON.stringify({
        loyd: "results", version: 2, channel: "years",
        rows: rows.map(([date, over, seconds]) => {
            const {stm, size, puzzle_id: id} = day("years", date);
            const result = {stm: stm + over, mtm: 3, ms: 1000 * seconds,
                            hints: 0};
            return {date, tier: "", puzzle_id: id, own: 1, size, par: stm,
                    first: result, best: result};
        })})};
}

const openWith = (kept, options) => open(site("years"), {
    clock: `${today}T12:00:00Z`, ...options, argument: kept, before: texts => {
        for (const [key, text] of Object.entries(texts))
            localStorage.setItem(key, text);
    }});

tests["statistics"] = async () => {
    const page = await openWith(keep([["2026-01-14", 0, 30],
        ["2026-01-15", 2, 90], ["2026-01-16", 12, 40], [today, 0, 50]]),
        {at: "stats.html"});
    const lines = where => page.locator(where).allInnerTexts().then(all =>
        all.map(text => text.replace(/\s+/g, " ").trim()));
    same("figures", ["days solved 4", "current streak 4", "longest streak 4",
                     "as short as can be 0"].sort(),
         (await page.locator(".figures div").allTextContents()).map(text =>
             text.replace(/(\d+)$/, " $1")).sort().map(text =>
                 text.replace(/be \d+/, "be 0")));
    await page.locator(".bars.times").waitFor();
    same("moves above", ["2 0", "1 2", "4", "6\u20138", "1 10\u201316",
                         "18\u201332", "34+"], await lines(".spread div"));
    same("times", ["3 \u00d7 3 best 0:30 \u00b7 median 0:45 \u00b7 4 solved"],
         await lines(".times li"));
    const states = await page.evaluate(() => Object.fromEntries(
        [...document.querySelectorAll("td a")].map(a =>
            [a.dataset.date.slice(8), a.dataset.state ?? ""])));
    same("the calendar", ["", "shortest", "solved", "solved", "shortest"],
         ["13", "14", "15", "16", "17"].map(d => states[d]));
    await accessible(page, "statistics");
    await page.reload();
    await close(page);
};

tests["the archive begins with the newest month"] = async () => {
    const page = await openWith({}, {at: "archive/2025.html"});
    const months = await page.locator("caption").allTextContents();
    same("months", ["December", "January", 12],
         [months[0], months[11], months.length]);
    await page.goto(`${page.server.url}index.html`);
    same("today's page has one", ["January 2026"],
         await page.locator("caption").allTextContents());
    same("and links to the years", 3, await page.locator(".years a").count());
    await close(page);
};

tests["a game as text"] = async () => {
    const clock = `${today}T12:00:00Z`;
    let page = await open(site("small"), {clock});
    await solveByKeys(page, day("small").path);
    let panel = await unfold(page, "Check a solution");
    const press = name => panel.getByRole("button", {name, exact: true})
        .click();
    const area = panel.locator("textarea");
    await press("My game, with times");
    const text = await area.inputValue();
    same("kept with the result", [text], await page.evaluate(() =>
        loyd.app.results.games().map(game => game.text)));
    await press("Check");
    const says = why => panel.locator(".said", {hasText: why}).waitFor();
    await says(`This game solves the board: ${day("small").stm} moves in 0:0`);
    for (const [bad, why] of [
        [text.slice(0, -1), "or its text was changed or cut off"],
        [text.replace("1.", "7."), "of another version"],
        ["loydgame1.!", "or its text was changed or cut off"]]) {
        await area.fill(bad);
        await press("Check");
        await says(why);
    }
    await close(page);
    page = await open(site("small"), {clock, at: "daily/2026-01-16.html"});
    panel = await unfold(page, "Check a solution");
    await panel.locator("textarea").fill(text);
    await panel.getByRole("button", {name: "Check", exact: true}).click();
    await says("it is of another board");
    await close(page);
};

tests["two tabs"] = async () => {
    const clock = `${today}T12:00:00Z`;
    const first = await open(site("tiers"), {clock});
    const {server} = first;
    const second = await open(site("tiers"), {
        clock, server, context: first.context()});
    await solveByKeys(second, day("tiers", today, 1).path, 1);
    await solveByKeys(first, day("tiers", today, 0).path, 0);
    for (const page of [first, second]) {
        await until(page, () => loyd.app.results.rows().length === 2);
        same("games", 2, await page.evaluate(() =>
            loyd.app.results.games().length));
    }
    await close(first, {keep: true});
    await close(second);
};

tests["past days are played from the calendar"] = async () => {
    const page = await open(site("small"), {clock: "2026-01-17T12:00:00Z"});
    await page.locator("a[href$='daily/2026-01-05.html']").first().click();
    await page.waitForURL(/2026-01-05/);
    const {path: moves} = day("small", "2026-01-05");
    await solveByKeys(page, moves);
    same("no streak", [1, 0, 0], await record(page));
    const next = section(page).locator("a.next");
    holds("it leads to the day before",
          (await next.getAttribute("href")).includes("2026-01-04"));
    await close(page);
};

// --- sharing ---

const stub = mode => {
    globalThis.shared = [];
    if (mode === "sheet" || mode === "cancel")
        Object.defineProperty(navigator, "share", {value: async data => {
            globalThis.shared.push(data.text);
            if (mode === "cancel")
                throw new DOMException("", "AbortError");
        }});
    else
        Object.defineProperty(navigator, "share", {value: undefined});
    Object.defineProperty(navigator, "clipboard", {value: {
        writeText: async text => {
            if (mode === "neither") throw new DOMException("", "NotAllowed");
            globalThis.shared.push(text);
        }}});
};

async function share(name, mode, i = 0, options = {}) {
    const page = await open(site(name), {
        clock: `${today}T12:00:00Z`, before: stub, argument: mode, ...options});
    await solveByKeys(page, day(name, today, i).path, i);
    await ended(page, i);
    await button(page, "Share", i).click();
    if (mode === "neither") await page.locator(".by-hand").waitFor();
    else await until(page, () => globalThis.shared.length > 0);
    return page;
}

/** Checks a shared text: at most three lines, and no moves or board in it. */
function proper(text, puzzle) {
    holds(`three lines: ${text}`, text.split("\n").length <= 3);
    const bare = text.replace(/[\s./~]+/g, "");
    holds("no solution in it", !bare.includes(puzzle.path.slice(0, 6)));
    holds("no board in it", !bare.includes(puzzle.board.replace(/[ /]/g, "")));
}

tests["shared by the sheet"] = async () => {
    const page = await share("small", "sheet");
    const [text] = await page.evaluate(() => globalThis.shared);
    const puzzle = day("small");
    proper(text, puzzle);
    for (const part of ["The daily puzzle: small", "day 17",
                        `${puzzle.stm} moves, exactly the shortest`,
                        "\u{1f7e9}", "0:0"])
        holds(`${part}: ${text}`, text.includes(part));
    await close(page);
};

tests["a sheet that is cancelled copies nothing"] = async () => {
    const page = await share("small", "cancel");
    same("shared once", 1, await page.evaluate(() => globalThis.shared.length));
    await close(page);
};

tests["shared by the clipboard"] = async () => {
    const page = await share("tiers", "clipboard", 1);
    const [text] = await page.evaluate(() => globalThis.shared);
    proper(text, day("tiers", today, 1));
    for (const part of ["day 17", "\n\u2b1c\u2013 \u{1f7e9}+0 \u2b1c\u2013",
                        "\nhttps://puzzles.example.org/x/"])
        holds(`${part}: ${text}`, text.includes(part));
    await section(page, 1).getByText("Copied.").waitFor();
    await close(page);
};

tests["shared by hand"] = async () => {
    const page = await share("small", "neither");
    proper(await page.locator(".by-hand").inputValue(), day("small"));
    await close(page);
};

tests["a streak and a hostile title are shared as text"] = async () => {
    const page = await share("hostile", "clipboard", 0);
    const [text] = await page.evaluate(() => globalThis.shared);
    holds(text, text.includes("<script>alert(1)</script>"));
    await close(page);
};

tests["shorter than the games of the day that were collected"] = async () => {
    const {stm, path, puzzle_id: id} = day("collects");
    for (const [answer, wanted] of [
        [{puzzles: [{puzzle_id: id, lengths: [[stm, 2], [stm + 2, 6]]}]},
         "Shorter than 75% of the 8 games of this day that were sent."],
        [{puzzles: []}, ""], ["<html>", ""]]) {
        const page = await open(site("collects"), {clock: `${today}T12:00:00Z`,
                                                   at: "index.html"});
        page.server.answer = at => at === `/daily/${today}.stats.json` &&
            {body: typeof answer === "string" ? answer : JSON.stringify(answer)};
        await solveByKeys(page, path);
        await ended(page);
        const line = page.locator(".compared");
        if (wanted) await line.getByText(wanted).waitFor();
        else same("nothing", "", await line.textContent());
        await close(page);
    }
};

// --- carried in a file ---

async function exported(page) {
    const panel = await unfold(page, "Your results");
    const [download] = await Promise.all([
        page.waitForEvent("download"),
        panel.getByRole("button", {name: "Export"}).click()]);
    return fs.readFileSync(await download.path(), "utf8");
}

async function imported(page, text) {
    const panel = await unfold(page, "Your results");
    await panel.locator("input[type=file]").setInputFiles({
        name: "r.json", mimeType: "application/json", buffer: Buffer.from(text)});
    const said = panel.locator(".said");
    await until(page, () => document.querySelector(".extras .said, .said")
        && [...document.querySelectorAll(".said")].some(e => e.textContent));
    return said.textContent();
}

tests["export and import"] = async () => {
    const clock = `${today}T12:00:00Z`;
    const first = await open(site("small"), {clock});
    await solveByKeys(first, day("small").path);
    const text = await exported(first);
    same("its kind", "results", JSON.parse(text).loyd);
    await close(first);
    const second = await open(site("small"), {
        at: "daily/2026-01-16.html", clock});
    await solveByKeys(second, day("small", "2026-01-16").path);
    same("before", [1, 0, 0], await record(second));
    holds("new", (await imported(second, text)).includes("Imported: 1 new"));
    same("after", [2, 1, 1], await record(second));
    await second.reload();
    same("and kept", [2, 1, 1], await record(second));
    await close(second);
};

tests["files that are refused"] = async () => {
    const clock = `${today}T12:00:00Z`;
    const page = await open(site("small"), {clock});
    await solveByKeys(page, day("small").path);
    const good = await exported(page);
    const bad = [
        "", "null", "[]", "{", good.replace('"small"', '"other"'),
        good.replace('"version":2', '"version":3'),
        good.replace('"version":2', '"version":0'),
        good.replace(/loydgame1\.../, "loydgame1.A"),
        good.replace("loydgame1.", "loydgame2."),
        good.replace(/"loydgame1[^"]*"/, '"loydgame1.' + "A".repeat(2e5) + '"'),
        good.replace(/"stm":\d+/, '"stm":-1'),
        good.replace(/"stm":\d+/, '"stm":1e999'),
        good.replace('"2026-01-17"', '"2026-02-30"'),
        good.replace('"tier":""', '"tier":"<img src=x onerror=alert(1)>\\u0000"'),
        good.replace('"rows":[', '"__proto__":{"a":1},"rows":['),
        good.replace('"own":1', '"own":"yes"'),
    ];
    for (const text of bad) {
        if (text !== "") holds(`differs: ${text}`, text !== good);
        await page.reload();
        const said = await imported(page, text);
        holds(`${said}: ${text}`, said.startsWith("Nothing was imported: "));
        same("nothing lost", [1, 1, 1], await record(page));
    }
    await close(page);
};

if (!hasPackage()) delete tests["a game as text"];
await run(tests);
