// SPDX-License-Identifier: MIT
// What the pages do where something is missing or in the way.
import {accessible, close, holds, narrow, open, run, same, until}
    from "./browser.mjs";
import {arrows, ended, section, shown, solveByKeys, state} from "./player.mjs";
import {day, site, steps, today} from "./sites.mjs";

const clock = `${today}T12:00:00Z`;
const puzzle = day("small");
const tests = {};
const notice = page => page.locator(".notice");

tests["offline, once it is open"] = async () => {
    const page = await open(site("small"), {clock});
    await page.waitForLoadState("networkidle"); // with its icon
    await page.context().setOffline(true);
    await solveByKeys(page, puzzle.path);
    await close(page);
};

tests["opened from a file"] = async () => {
    for (const at of ["index.html", "daily/2026-01-16.html", "play.html",
                      "archive/2026.html", "stats.html", "howto.html", "check.html"]) {
        const page = await open(site("small"), {clock, at, file: true});
        const date = {"index.html": today,
                      "daily/2026-01-16.html": "2026-01-16"}[at];
        if (date) await solveByKeys(page, day("small", date).path);
        await accessible(page, at);
        await close(page);
    }
};

tests["without script"] = async () => {
    const page = await open(site("small"), {script: false});
    holds("the picture stands",
          await page.locator("figure.start svg").isVisible());
    same("no controls", 0, await page.locator(".play:visible").count());
    holds("a sentence says what is needed",
          /script/i.test(await page.locator("main").innerText()));
    await close(page);
    const board = await open(site("small"), {script: false, at: "play.html"});
    holds("a sentence says what is needed",
          /script/i.test(await board.locator("main").innerText()));
    await close(board);
};

tests["a script that does not arrive"] = async () => {
    const page = await open(site("small"), {
        clock, refuse: /play\.js$/, fail: /404|play\.js/});
    holds("the picture stands",
          await page.locator("figure.start svg").isVisible());
    await close(page);
};

// --- storage ---

const refuse = () => Object.defineProperty(globalThis, "localStorage", {
    get() { throw new DOMException("denied", "SecurityError"); }});
const fill = () => {
    Storage.prototype.setItem = () => {
        throw new DOMException("full", "QuotaExceededError");
    };
};

for (const [name, before, word] of [["refused", refuse, "keep anything"],
                                    ["full", fill, "is full"]])
    tests[`storage that is ${name}`] = async () => {
        const page = await open(site("small"), {clock, before});
        await solveByKeys(page, puzzle.path);
        await notice(page).waitFor({state: "visible"});
        const said = await notice(page).textContent();
        holds(said, said.includes(word));
        same("said once", 1, said.split(word).length - 1);
        const counted = await page.locator(".record").textContent();
        holds(counted, counted.includes("streak: 1 day"));
        await accessible(page, name);
        await close(page);
    };

/** Keys and texts that a browser keeps after today was solved. */
async function kept() {
    const page = await open(site("small"), {clock});
    await solveByKeys(page, puzzle.path);
    const all = await page.evaluate(() => ({...localStorage}));
    await close(page);
    return all;
}

/** Opens today's page in a browser that keeps these texts already. */
const openWith = (all, at = "index.html") => open(site("small"), {
    clock, at, argument: all, before: texts => {
        if (sessionStorage.getItem("set")) return;
        sessionStorage.setItem("set", "yes");
        for (const [key, text] of Object.entries(texts))
            localStorage.setItem(key, text);
    }});

tests["results of another version"] = async () => {
    const all = await kept();
    const [key] = Object.keys(all).filter(name => name.includes("results"));
    const newer = all[key].replace('"version":2', '"version":3');
    holds("the version is in it", newer !== all[key]);
    const page = await openWith({[key]: newer});
    holds("it says so", (await notice(page).textContent()).includes("newer"));
    await solveByKeys(page, puzzle.path);
    same("they stay", newer, await page.evaluate(name =>
        localStorage.getItem(name), key));
    await close(page);
};

tests["results that are damaged"] = async () => {
    const all = await kept();
    const [key] = Object.keys(all).filter(name => name.includes("results"));
    for (const text of ["{", "null", "7", all[key].slice(0, 60),
                        all[key].replace('"own":1', '"own":2'),
                        all[key].replace('"version":2', '"version":"2"')]) {
        const page = await openWith({[key]: text});
        const said = await notice(page).textContent();
        holds(`${said}: ${text}`, said.includes("damaged"));
        const texts = await page.evaluate(() => Object.values(localStorage));
        holds("set aside", texts.includes(text));
        await solveByKeys(page, puzzle.path);
        const counted = await page.locator(".record").textContent();
        holds(counted, counted.startsWith("1 day solved"));
        await page.reload();
        same("said no more", "", await notice(page).textContent());
        await close(page);
    }
};

tests["every key damaged at once"] = async () => {
    const all = await kept();
    for (const text of ["", "[]", "\u0000", '{"loyd":"games","version":1}',
                        '{"loyd":"games","version":1,"games":[null,7,{}]}',
                        "x".repeat(100000)]) {
        const page = await openWith(Object.fromEntries(
            Object.keys(all).map(key => [key, text])));
        await solveByKeys(page, puzzle.path);
        await close(page);
    }
};

tests["a clock that jumps"] = async () => {
    const page = await open(site("small"), {clock});
    const all = steps(puzzle.path);
    for (const [i, step] of all.entries()) {
        if (i === 3) await page.evaluate(() => {
            const {now} = Date;
            Date.now = () => now() - 9e8;
        });
        if (i === 6) await page.evaluate(() => {
            const {now} = performance;
            performance.now = () => now.call(performance) - 1e7;
        });
        if (i === 9) await page.evaluate(() => {
            const {now} = performance;
            performance.now = () => now.call(performance) + 9e9;
        });
        await page.keyboard.press(arrows[step]);
    }
    const said = await ended(page);
    holds(`the time is short and not negative: ${said}`,
          /\b[0-5]:[0-5]\d\b/.test(said));
    await close(page);
};

// --- links ---

const openLink = (hash, options = {}) => open(site("small"), {
    clock, at: `play.html${hash}`, ...options});

tests["a board in a link"] = async () => {
    const start = puzzle.board.replace(/ /g, ".");
    const page = await openLink(`#board=${start}`);
    await until(page, () => globalThis.loyd.games[0]?.start);
    same("the board", puzzle.board, await shown(page));
    await solveByKeys(page, puzzle.path);
    await close(page);
};

tests["links that hold nonsense stay text"] = async () => {
    for (const hash of [
        "#board=", "#board=1.2.3", "#board=1.1/0.2", "#recipe=",
        "#recipe=%3Cscript%3Ealert(1)%3C/script%3E",
        "#board=%3Cimg%20src=x%20onerror=alert(1)%3E", "#board=%E0%A4%A",
        "#board=1.2.3/4.5.6/7.8.0~1.2/3.0", "#recipe=99x99~g1~a~1",
        "#recipe=3x3~g1~%00~1", "#constructor=1", "#board=" +
            Array.from({length: 16}, () => "9".repeat(400)).join("/")]) {
        const page = await openLink(hash);
        await until(page, () => globalThis.loyd);
        same(`${hash}: scripts`, 0,
             await page.locator("body script:not([src]), img").count());
        if (!hash.startsWith("#constructor")) {
            const said = page.locator("main").getByText(
                /link|recipe|board/i).first();
            await said.waitFor();
        }
        await narrow(page, hash);
        await close(page);
    }
};

tests["a link of a megabyte"] = async () => {
    for (const kind of ["board", "recipe", ""]) {
        const page = await openLink("");
        const began = await page.evaluate(length => {
            location.hash = length;
            return performance.now();
        }, `#${kind}=${"1.2/".repeat(1 << 18)}`);
        holds("it goes on", began > 0);
        await page.reload();
        await until(page, () => globalThis.loyd);
        holds("nothing of it is shown whole",
              (await page.locator("body").innerText()).length < 20000);
        await narrow(page, `a megabyte of ${kind}`);
        await close(page);
    }
};

tests["a link of a megabyte to a day"] = async () => {
    const page = await open(site("small"), {clock});
    await page.evaluate(hash => { location.hash = hash; }, "x".repeat(1 << 20));
    await page.reload();
    await solveByKeys(page, puzzle.path);
    same("solved", "solved", (await state(page)).state);
    holds("and said", await section(page).locator(".end").isVisible());
    await close(page);
};

await run(tests);
