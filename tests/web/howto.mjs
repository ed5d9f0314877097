// SPDX-License-Identifier: MIT
// howto.html: the lessons, played to the end by keys and by touch.
import {accessible, close, holds, narrow, open, run, same, until}
    from "./browser.mjs";
import {arrows, section, sides} from "./player.mjs";
import {site, today} from "./sites.mjs";

const tests = {};
const at = "howto.html";
const part = (page, name) => page.locator(`.lesson-${name}:not(.hidden)`);
const press = (page, name) => page.locator(".tutorial").getByRole("button",
    {name, exact: true}).click();

// What each lesson wants, as a teacher would write it down.
const ways = ["LU", "LLU", "RDLUURDDLU", "DLLURDRU"];
const ends = ["1 2 3/4 5 0", "1 2 3/4 5 0", "1 2 3/", "1 2 3/"];

/** The words for screen readers; they follow when the tiles are at rest. */
const words = page => page.locator(".stage .hidden-text").textContent();

/** The labels in rows, as these words have them. */
const board = async page => (await words(page))
    .replaceAll("; ", "/").replace("gap", "0");

/** The tile that moves in a direction. */
async function tileOf(page, step) {
    const rows = (await board(page)).split("/").map(row => row.split(" "));
    const y = rows.findIndex(row => row.includes("0"));
    const x = rows[y].indexOf("0"), [across, down] = sides[step];
    return page.locator(`.tile[data-label="${rows[y + down][x + across]}"]`);
}

const rest = page => until(page, () => document.querySelector(".stage .board")
    .getAnimations({subtree: true}).every(a => a.playState !== "running"));

/** Plays all lessons; act(page, step) makes a move. */
async function learn(page, act) {
    for (const [n, way] of ways.entries()) {
        await page.locator("h2", {hasText: `Step ${n + 1} of 4`}).waitFor();
        let text = await part(page, "text").textContent();
        let said = 0;
        for (const [i, step] of [...way].entries()) {
            const before = await words(page);
            await act(page, step);
            await until(page, moves => document.querySelector(".lesson-counts")
                .textContent.startsWith(moves === 1 ? "1 move," :
                    `${moves} moves,`), i + 1);
            await until(page, text => document.querySelector(
                ".stage .hidden-text").textContent !== text, before);
            const verdict = await part(page, "verdict").textContent();
            holds(`${n + 1}, move ${i + 1}: ${verdict}`,
                  /^(Good|Well done)\.$/.test(verdict));
            const now = await part(page, "text").textContent();
            if (now !== text) said++;
            text = now;
        }
        holds(`${n + 1}: ${said} explanations`, said >= 2);
        const end = await board(page);
        holds(`${n + 1}: ${end}`, end.startsWith(ends[n]));
        holds("it is done", await page.locator(".lesson.done").count() === 1);
        if (n < 3) await press(page, "Next step");
    }
    await part(page, "end").getByRole("link", {name: "A new board"}).waitFor();
}

tests["by keys"] = async () => {
    const page = await open(site("small"), {at});
    await page.locator(".lesson .board").focus();
    await learn(page, async (where, step) => {
        await where.locator(".lesson .board").focus();
        await where.keyboard.press(arrows[step]);
    });
    await close(page);
};

tests["by touch, on a phone"] = async () => {
    const page = await open(site("small"), {
        at, touch: true, width: 390, height: 844, theme: "dark"});
    await learn(page, async (where, step) => (await tileOf(where, step)).tap());
    await accessible(page, "the end of the lessons");
    await narrow(page, "the end of the lessons");
    await close(page);
};

tests["a line at once is two moves and one slide"] = async () => {
    const page = await open(site("small"), {at});
    await press(page, "Next step");
    await page.locator('.tile[data-label="2"]').click();
    await part(page, "counts").getByText("2 moves, 1 slide").waitFor();
    await page.keyboard.press("z");
    await part(page, "counts").getByText("0 moves, 0 slides").waitFor();
    await close(page);
};

tests["what is wrong, and what is shown"] = async () => {
    const page = await open(site("small"), {at});
    await page.evaluate(() => {
        globalThis.spoken = [];
        new MutationObserver(() => globalThis.spoken.push(
            document.querySelector("[role=status]").textContent)).observe(
            document.querySelector("[role=status]"), {childList: true});
    });
    for (const n of [2, 3]) {
        await press(page, "Next step");
        await page.locator("h2", {hasText: `Step ${n} of 4`}).waitFor();
    }
    same("the focus is on the step", "H2", await page.evaluate(() =>
        document.activeElement.tagName));
    // Against the lesson: the 3 goes up, away from where 2 can follow.
    await page.locator('.tile[data-label="3"]').click();
    await part(page, "verdict").getByText("That leads away").waitFor();
    await until(page, () => globalThis.spoken.some(text =>
        text.startsWith("That leads away")));
    await press(page, "Undo");
    same("nothing is said of it", "", await part(page, "verdict").textContent());
    await press(page, "Show me");
    same("a tile is marked", ["2"], await page.locator(".tile.marked")
        .allTextContents());
    await part(page, "verdict").getByText("Move 2 right.").waitFor();
    // By what is shown alone, the lesson comes to its end.
    for (let i = 0; i < 20; i++) {
        if (await page.locator(".lesson.done").count() > 0) break;
        await press(page, "Show me");
        await page.locator(".tile.marked").click();
        await rest(page);
    }
    holds("done", await page.locator(".lesson.done").count() === 1);
    await press(page, "Start again");
    same("again", "1 5 4/7 2 0/6 8 3", await board(page));
    await press(page, "Step before");
    await page.locator("h2", {hasText: "Step 2 of 4"}).waitFor();
    await close(page);
};

tests["the board keeps its place while words change"] = async () => {
    for (const width of [320, 390, 768, 1280]) {
        const page = await open(site("small"), {at, width, height: 844});
        const top = () => page.evaluate(() => {
            const {y, height} = document.querySelector(".lesson .stage")
                .getBoundingClientRect();
            return [y + scrollY, height];
        });
        for (let n = 0; n < 4; n++) {
            const before = await top();
            for (const step of ways[n]) {
                await page.locator(".lesson .board").focus();
                await page.keyboard.press(arrows[step]);
                same(`${width}: step ${n + 1}`, before, await top());
            }
            if (n < 3) await press(page, "Next step");
        }
        await narrow(page, `${width}`);
        await close(page);
    }
};

tests["everybody can read it"] = async () => {
    for (const [theme, width] of [["light", 320], ["dark", 1280]]) {
        const page = await open(site("small"), {at, theme, width});
        await page.locator(".lesson .tile").first().waitFor();
        await accessible(page, "how to play");
        await narrow(page, "how to play");
        same("small controls", [], await page.evaluate(() =>
            [...document.querySelectorAll(".tutorial button")]
                .filter(e => e.checkVisibility() &&
                    e.getBoundingClientRect().height < 43.5)
                .map(e => e.textContent)));
        await close(page);
    }
    const plain = await open(site("small"), {at, script: false});
    const text = await plain.locator("main").innerText();
    holds("what needs script", /need JavaScript/.test(text));
    holds("the rest is there", /corner/.test(text));
    await close(plain);
};

tests["links lead to it"] = async () => {
    for (const from of ["index.html", `daily/${today}.html`, "play.html"]) {
        const page = await open(site("small"),
                                {at: from, width: 1024, clock: `${today}T12:00:00Z`});
        const links = page.getByRole("link", {name: "How to play"});
        same(from, 1, await links.count());
        await links.first().click();
        await page.locator(".lesson .tile").first().waitFor();
        await close(page);
    }
    const page = await open(site("small"), {first: true,
                                            clock: `${today}T12:00:00Z`});
    const rules = page.locator("dialog.rules");
    await rules.getByRole("link", {name: "Lessons"}).click();
    await page.locator(".lesson .tile").first().waitFor();
    await page.goto(`${page.server.url}index.html`);
    await section(page).locator(".tile").first().waitFor();
    same("the rules at a later visit", 0, await rules.count());
    await close(page);
};

await run(tests);
