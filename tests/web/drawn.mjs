// SPDX-License-Identifier: MIT
// play.html, compared with the command.
import {accessible, close, holds, narrow, open, run, same, until}
    from "./browser.mjs";
import {arrows, ended, rows, shown, solveByKeys, state, unfold}
    from "./player.mjs";
import {day, loyd, site, solve, steps, today} from "./sites.mjs";

const tests = {};
const openNew = (hash = "", options = {}) =>
    open(site(options.kind ?? "daily"), {at: `play.html${hash}`, ...options});
const fact = (page, name) => page.locator(".about dl > div", {
    has: page.locator("dt", {hasText: name})}).locator("dd");
const draw = page =>
    page.getByRole("button", {name: "Draw a board"}).click();
/** Chooses in a list of the form; its label also holds the list's words. */
const choose = (page, name, value) => page.locator("form.new label", {
    has: page.locator("span", {hasText: name})}).locator("select")
    .selectOption(value);
const said = page => page.locator(".form-said");
const recipeOf = async page =>
    (await fact(page, "Recipe").textContent()).trim();

/** What the command draws from a recipe: {board, goal, stm}. */
function drawn(recipe) {
    const {board, goal, stm} = JSON.parse(loyd("show", "--json", recipe));
    return {board, goal, stm};
}

/** Compares the page's board with the command's. Returns its recipe. */
async function compare(page) {
    const recipe = await recipeOf(page);
    const {board, goal} = drawn(recipe);
    same(`${recipe}: the board`, board, await shown(page));
    same(`${recipe}: the goal`, goal, await page.evaluate(() =>
        boardText(loyd.games[0].goal)));
    if (rows(board).flat().length <= 16) {
        const {stm} = solve({board, goal});
        same(`${recipe}: the length`, `${stm} moves`,
             await fact(page, "Shortest solution").textContent());
    }
    const id = JSON.parse(loyd("show", "--json", recipe)).puzzle_id;
    same(`${recipe}: the id`, id, await fact(page, "Id").textContent());
    return recipe;
}

tests["recipes of links"] = async () => {
    for (const recipe of ["4x4/spiral~g1~monday~17", "3x3/snake~g1~x~5",
                          "5x3/columns~g1~a~0", "6x6/rows~g1~b~2",
                          "4x4/random~g1~c~3", "3x3/rows~g1,stm=20..22~d~4"]) {
        const page = await openNew(`#recipe=${recipe}`);
        await fact(page, "Difficulty").or(fact(page, "solution")).first()
            .waitFor();
        same("the recipe", recipe, await compare(page));
        await close(page);
    }
};

tests["boards of the form"] = async () => {
    const page = await openNew();
    await fact(page, "Longer than").waitFor({state: "attached"});
    const seen = new Set();
    for (const [size, goal, length, low, high] of [
        ["3 × 3", "in rows", "any", 1, 31],
        ["3 × 3", "in rows", "8 to 12 moves, easy", 8, 12],
        ["4 × 4", "snake", "8 to 20 moves, easy", 8, 20],
        ["4 × 4", "spiral", "31 to 38 moves, easy", 31, 38],
        ["8 × 2", "in rows", "21 to 30 moves, easy", 21, 30],
        ["3 × 3", "spiral", "26 to 30 moves, expert", 26, 30],
        ["4 × 3", "in columns", "33 to 40 moves, hard", 33, 40],
        ["4 × 4", "random goal", "40 to 49 moves", 40, 49]]) {
        await choose(page, "Size", size);
        await choose(page, "Goal", goal);
        await until(page, text => [...document.querySelectorAll(
            ".range option")].some(e => e.textContent === text), length);
        same("any is first", "any", await page.locator(".range option").first()
            .textContent());
        await page.locator(".range select").selectOption(length);
        const before = await recipeOf(page);
        await draw(page);
        await until(page, old => document.querySelector(".about")
            ?.textContent.includes("Longer than") &&
            !document.querySelector(".about").textContent.includes(old),
                    before);
        const recipe = await compare(page);
        holds(`${recipe}: a fresh seed`, !seen.has(recipe));
        seen.add(recipe);
        const {stm} = drawn(recipe);
        holds(`${recipe}: ${stm} moves`, stm >= low && stm <= high);
        const band = length.split(", ")[1];
        if (band)
            same(`${recipe}: its band`, band,
                 await fact(page, "Difficulty").textContent());
        const form = () => page.locator(".main-fields select").evaluateAll(
            all => all.map(e => e.selectedOptions[0].textContent));
        same(`${recipe}: the form shows it`, [size, goal, length],
             await form());
        const link = await page.evaluate(() => location.hash);
        await page.reload();
        await fact(page, "Longer than").waitFor({state: "attached"});
        same(`the address ${link} keeps the board`, recipe,
             await compare(page));
        await until(page, text => document.querySelector(".range select")
            .selectedOptions[0].textContent === text, length);
        same(`${link}: the form`, [size, goal, length], await form());
    }
    await accessible(page, "a new board");
    await close(page);
};

tests["a recipe with a length, a seed and a number"] = async () => {
    const page = await openNew();
    await fact(page, "Longer than").waitFor({state: "attached"});
    const panel = await unfold(page, "More choices");
    await panel.getByLabel("Or a recipe").fill("3x3/rows~g1,stm=24..24~monday~7");
    await draw(page);
    await until(page, () => document.querySelector(".about").textContent
        .includes("24 moves"));
    same("the recipe", "3x3/rows~g1,stm=24..24~monday~7", await compare(page));
    await close(page);
};

tests["what is wrong with the form is said"] = async () => {
    const page = await openNew();
    await fact(page, "Longer than").waitFor({state: "attached"});
    const panel = await unfold(page, "More choices");
    const before = await shown(page);
    const label = "Or a recipe";
    for (const text of ["long", "3x3/rows~g1,stm=50..40~a~0", "4x4/rows~g1~a~-1",
                        "3x3/rows~g1,stm=81..99~a~0", "4x4/rows~g1~a~1e99"]) {
        const input = panel.getByLabel(label);
        const old = await input.inputValue();
        await input.fill(text);
        await draw(page);
        await said(page).filter({hasText: /^No board: .+\.$/}).waitFor();
        same(`${label} '${text}': the board stays`, before, await shown(page));
        await input.fill(old);
    }
    await close(page);
};

tests["boards that cannot be solved"] = async () => {
    const start = "2 1 3 4/5 6 7 8/9 10 11 12/13 14 15 0";
    const page = await openNew(`#board=${start.replaceAll(" ", ".")}`);
    await page.locator(".unsolvable").waitFor();
    same("the command agrees", true, (() => {
        try {
            loyd("check", start);
            return false;
        } catch (error) {
            return error.stdout.startsWith("unsolvable");
        }
    })());
    const marked = await page.locator(".tile.marked").allTextContents();
    same("two tiles are marked", 2, marked.length);
    await accessible(page, "an unsolvable board");
    await page.getByRole("button", {name: /^Exchange/}).click();
    await page.locator(".unsolvable").waitFor({state: "detached"});
    const mended = await shown(page);
    holds(`the command solves ${mended}`, loyd("check", mended)
        .startsWith("solvable"));
    for (const label of marked)
        holds(`${label} has moved`,
              rows(mended).flat().indexOf(label) !==
                  rows(start).flat().indexOf(label));
    await page.getByText("Why it can be solved").click();
    await close(page);
};

tests["any order: half of the boards cannot be solved"] = async () => {
    const page = await openNew();
    await fact(page, "Recipe").waitFor({state: "attached"});
    await unfold(page, "More choices");
    await page.locator("form.new").getByLabel(/^Any order/).check();
    const count = {true: 0, false: 0};
    for (let i = 0; i < 16; i++) {
        const before = await recipeOf(page);
        await draw(page);
        await until(page, old => {
            const text = document.querySelector(".about").textContent;
            return text.includes(":shuffle") && !text.includes(old);
        }, before);
        const {board, goal} = drawn(await recipeOf(page));
        same("the board", board, await shown(page));
        let isSolvable = true;
        try {
            loyd("check", "--goal", goal, board);
        } catch {
            isSolvable = false;
        }
        same(board, isSolvable,
             await page.locator(".unsolvable").count() === 0);
        count[isSolvable]++;
    }
    holds(JSON.stringify(count), count.true > 0 && count.false > 0);
    await close(page);
};

tests["the editor"] = async () => {
    const page = await openNew();
    await fact(page, "Recipe").waitFor({state: "attached"});
    const panel = await unfold(page, "Set up a board");
    await unfold(page, "Or type it", panel);
    const start = panel.getByLabel("Start");
    for (const bad of ["1 2/3", "1 1/0 2", "1 2 3", "a b/c d", "1 2/3 4",
                       "<img src=x onerror=alert(1)>", "1 2 3/4 5 6/7 8 99",
                       ""]) {
        await start.fill(bad);
        await panel.getByRole("button", {name: "Play this board"}).click();
        const text = panel.locator(".said").filter({hasText: /\w+.*\.$/});
        await text.waitFor();
        await narrow(page, bad);
    }
    same("no markup", 0, await page.locator("main img").count());
    await start.fill("1 2 3/4 5 6/7 0 8");
    await panel.getByLabel("Goal", {exact: true}).fill("");
    await panel.getByRole("button", {name: "Play this board"}).click();
    same("the board", "1 2 3/4 5 6/7 0 8", await shown(page));
    const cell = (row, column) =>
        panel.getByRole("button", {name: `Row ${row}, column ${column}:`});
    await cell(1, 1).click();
    await cell(3, 3).click();
    same("labels change places", "8 2 3/4 5 6/7 0 1", await start.inputValue());
    await cell(3, 3).click();
    await cell(1, 1).click();
    await accessible(page, "the editor");
    await panel.getByRole("button", {name: "Play this board"}).click();
    await page.keyboard.press("ArrowLeft");
    await ended(page);
    await close(page);
};

tests["a new board is played, and no day is counted"] = async () => {
    const page = await openNew("#recipe=3x3/rows~g1~k~1");
    await fact(page, "Longer than").waitFor({state: "attached"});
    const {board, goal} = drawn("3x3/rows~g1~k~1");
    const {path, stm} = solve({board, goal});
    await solveByKeys(page, path);
    const end = await ended(page);
    holds(end, end.includes(`Perfect: ${stm} moves`));
    same("no day", 0, await page.evaluate(() => loyd.app.results
        ? loyd.app.results.rows().length : 0));
    await close(page);
};

tests["without the solver, boards are drawn here"] = async () => {
    const page = await openNew("", {kind: "bare"});
    const board = await shown(page);
    same("no recipe", 0, await fact(page, "Recipe").count());
    holds("it can be solved", loyd("check", board).startsWith("solvable"));
    await close(page);
    const linked = await openNew("#recipe=3x3/rows~g1~k~1", {kind: "bare"});
    await linked.locator(".notice", {hasText: "recipe"}).waitFor();
    holds("and a board is there", (await shown(linked)).length > 0);
    holds("what there is not", /no lengths, other goals, hints or games/.test(
        await linked.locator("form.new").innerText()));
    await accessible(linked, "without the solver");
    await close(linked);
};

tests["without the solver, games are not opened, and the page says so"] = async () => {
    const page = await open(site("bare"), {clock: `${today}T12:00:00Z`});
    await solveByKeys(page, day("bare").path);
    const game = await page.evaluate(() => loyd.games[0].recordText());
    await page.goto(`${page.server.url}stats.html`);
    await page.getByText("They cannot be listed: this site was published without")
        .waitFor();
    await page.goto(`${page.server.url}play.html#game=${game}`);
    await page.locator(".notice", {hasText: "cannot be shown: this site was"}).waitFor();
    await close(page);
};

tests["a board of another size after a game"] = async () => {
    const page = await openNew("#board=1.2.3/4.5.6/7.0.8");
    await shown(page);
    await page.keyboard.press(arrows.L);
    await ended(page);
    await page.evaluate(() => {
        location.hash = "#board=1.2/0.3";
    });
    await until(page, () => globalThis.loyd.games[0].width === 2);
    same("the board", "1 2/0 3", await shown(page));
    same("ready", "ready", (await state(page)).state);
    await solveByKeys(page, solve({board: "1 2/0 3", goal: "1 2/3 0"}).path);
    same("steps", ["U", "U"], steps("U2"));
    await close(page);
};

await run(tests);
