// SPDX-License-Identifier: MIT
// A game is played, analysed, shared, and replayed elsewhere.
import {spawnSync} from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import {accessible, close, holds, narrow, open, run, same, until}
    from "./browser.mjs";
import {arrows, closeCard, ended, opposite, rest, section, shown} from "./player.mjs";
import {day, loyd, site, steps, today} from "./sites.mjs";

const tests = {};
const clock = `${today}T12:00:00Z`;
const analysed = (record, metric) => JSON.parse(
    loyd("play", "analyse", "--json", "--metric", metric, record));
const numbers = page => page.locator(".analysis .numbers > div").evaluateAll(
    list => Object.fromEntries(list.map(item =>
        [...item.children].map(part => part.textContent))));
const press = (page, name) =>
    page.getByRole("button", {name, exact: true}).click();
const curve = page => page.locator(".analysis .curve svg").waitFor();
const refuseClipboard = () => Object.defineProperty(navigator, "clipboard",
    {value: undefined});

/** Plays the puzzle of a day with two moves too many; returns the record. */
async function playBadly(page, path) {
    const [first] = steps(path);
    await section(page).locator(".board").focus();
    for (const step of [first, opposite[first], ...steps(path)]) {
        await page.keyboard.press(arrows[step]);
        await page.waitForTimeout(50); // no faster than people
    }
    await ended(page);
    return page.evaluate(() => globalThis.loyd.games[0].recordText());
}

async function shows(page, {moves, upper, lost_upper: lost, pauses}) {
    await curve(page);
    const is = await numbers(page);
    same("the sums", [moves, upper, lost, pauses].map(String),
         [is.Moves, is["Shortest solution"], is["Lost moves"],
          Object.entries(is).find(([name]) => /^Pauses/.test(name))[1]]);
}

async function download(page, name) {
    const [file] = await Promise.all([page.waitForEvent("download"),
                                      press(page, name)]);
    return fs.readFileSync(await file.path(), "utf8");
}

tests["a game is played, analysed, shared and replayed elsewhere"] = async () => {
    const {path: way, board: start} = day("small");
    const page = await open(site("small"), {clock, before: refuseClipboard,
                                            width: 320, height: 640});
    const record = await playBadly(page, way);
    await page.locator(".end:modal").getByRole("button",
        {name: "Analyse this game"}).click();
    const stm = analysed(record, "stm");
    same("the command agrees that moves were lost", 2, stm.lost_upper);
    await shows(page, stm);
    await narrow(page, "the analysis");
    await accessible(page, "the analysis");

    // The place is chosen by the list, by keys and on the curve.
    const at = page.locator(".analysis .at");
    holds("the first loss is shown",
          /loses 2 moves\. Better: /.test(await at.innerText()));
    await page.locator(".analysis input[type=range]").focus();
    await page.keyboard.press("Home");
    holds("the start", (await at.innerText()).startsWith(
        `The goal is ${stm.upper} moves away. Slide 1: `));
    await page.keyboard.press("End");
    same("the end", "Solved.", await at.innerText());
    const {x, y, width} = await page.locator(".analysis .curve").boundingBox();
    await page.mouse.click(x + width / 2, y + 60);
    holds("the middle", /^The goal is \d+ moves? away\./.test(await at.innerText()));
    await page.locator(".analysis .stages button").first().click();
    holds("the loss", /loses/.test(await at.innerText()));

    const svg = await download(page, "Save the curve");
    holds("a picture", /^<svg[^>]* xmlns="http:\/\/www.w3.org\/2000\/svg"/.test(svg) &&
          svg.includes("<title>Game of "));
    const saved = JSON.parse(await download(page, "Save the numbers"));
    same("its JSON", [record, "stm", stm.moves, stm.positions.length],
         [saved.record, saved.metric, saved.moves, saved.positions.length]);
    await press(page, "Whole lines");
    await until(page, () => document.querySelector(
        ".analysis [aria-pressed=true]").textContent.includes("Whole lines") &&
        document.querySelector(".analysis .curve svg"));
    await shows(page, analysed(record, "mtm"));
    await press(page, "Copy a link to this game");
    const link = await page.locator(".analysis .by-hand").inputValue();
    same("the link", `play.html#game=${record}`, link.slice(link.indexOf("play.html")));
    await page.keyboard.press("Escape");
    await page.locator(".analysis").waitFor({state: "detached"});
    await closeCard(page);

    // The statistics have it too.
    await page.goto(new URL("stats.html", page.url()).href);
    holds("the list of games", (await page.locator(".games a").first()
        .getAttribute("href")).endsWith(link.slice(link.indexOf("#"))));
    await accessible(page, "the games of the statistics");
    await close(page);

    const other = await open(site("small"), {width: 390, height: 700,
        at: link.slice(link.indexOf("play.html"))});
    await other.locator(".replay").getByText(
        `A game of ${stm.moves} moves in `).waitFor();
    same("its board", start, await shown(other));
    await narrow(other, "the replay");
    await accessible(other, "the replay");
    await other.locator(".replay").getByRole("combobox").selectOption("8");
    await press(other, "Play");
    await until(other, () => globalThis.loyd.games[0].text ===
        boardText(globalThis.loyd.games[0].goal));
    await rest(other);
    same("nothing was played", ["ready", 0], await other.evaluate(() => {
        const {state, stm: moves} = globalThis.loyd.games[0];
        return [state, moves];
    }));
    await press(other, "Analyse this game");
    await shows(other, stm);
    await other.keyboard.press("Escape");
    await press(other, "Play this board");
    same("the board is there to be played", start, await shown(other));
    holds("its address", /#board=/.test(other.url()));
    await other.keyboard.press(arrows[steps(way)[0]]);
    same("it can be", 1, await other.evaluate(() => globalThis.loyd.games[0].stm));
    await close(other);
};

tests["a link that is damaged, or impossible, says so"] = async () => {
    const page = await open(site("small"), {at: "play.html#game=loydgame1.AAAA"});
    await page.getByText("The game of the link cannot be shown: this is not a game, or its text")
        .first().waitFor();
    same("no replay", 0, await page.locator(".replay").count());
    const bad = await page.evaluate(() => printRecord({
        board: "1 2 3/4 5 6/7 0 8", goal: "1 2 3/4 5 6/7 8 0", began: 0,
        moves: "L U", ms: [9, 9], hints: []}));
    await page.evaluate(text => { location.hash = `#game=${text}`; }, bad);
    await page.getByText("its move 2 is not possible").first().waitFor();
    await close(page);
};

tests["beyond 16 cells the sum"] = async () => {
    const page = await open(site("large"), {at: "index.html", clock});
    await page.evaluate(async way => {
        const [game] = globalThis.loyd.games;
        game.play(way);
        await loadScript(globalThis.loyd.app, "analysis.js");
        openAnalysis(game.record(), {stm: game.stm - 4,
            lower: game.stm - 10, proven: false});
    }, day("large").path);
    const is = await numbers(page);
    same("the interval", "4\u201310", is["Lost moves"]);
    await page.getByText("Beyond 16 cells only the sum is known").waitFor();
    same("no curve", 0, await page.locator(".analysis .curve").count());
    await accessible(page, "the sum of a large game");
    await close(page);
};

tests["a search can be stopped, and a failure is said"] = async () => {
    const page = await open(site("small"), {at: "play.html"});
    await page.locator(".board .tile").first().waitFor();
    const ask = answer => page.evaluate(async name => {
        const {app, games} = globalThis.loyd;
        await loadScript(app, "analysis.js");
        app.core.worker = async () => ({analyse: (game, {signal}) =>
            new Promise((_, fail) => name === "never" ? signal.addEventListener(
                "abort", () => { globalThis.isStopped = true; }) :
                fail(new Error("no memory")))});
        openAnalysis(games[0].record(), null);
    }, answer);
    await ask("never");
    await accessible(page, "the search of an analysis");
    await press(page, "Stop");
    await until(page, () => globalThis.isStopped &&
        !document.querySelector(".analysis"));
    await ask("fails");
    await page.getByText("The game could not be analysed: no memory.").first().waitFor();
    await close(page);
};

/** A page of a site that collects games, whose receiver is that of the docs:
 * lines() are those received. */
async function openCollecting(options = {}) {
    const folder = fs.mkdtempSync(path.join(process.env.SCRATCH, "games-"));
    const script = path.join(folder, "games.py");
    const file = path.join(folder, "games.csv");
    const said = [];
    fs.writeFileSync(script, /```py\n([^]*?)```/.exec(
        fs.readFileSync("docs/site.md", "utf8"))[1]);
    const page = await open(site("collects"), {clock, fail: /games\.example/,
                                               ...options});
    await page.context().route("https://games.example/**", route => {
        const body = route.request().postDataBuffer();
        const headers = route.request().headers();
        said.push([route.request().method(), "cookie" in headers,
                   "referer" in headers, headers["content-type"]]);
        const answer = spawnSync("python3", [script], {input: body, env: {
            ...process.env, GAMES: file, CONTENT_LENGTH: String(body.length),
            REQUEST_METHOD: route.request().method()}, encoding: "utf8"});
        return route.fulfill({status: Number(/^Status: (\d+)/.exec(
            answer.stdout)[1])});
    });
    return {page, said, file, lines: () => fs.existsSync(file)
        ? fs.readFileSync(file, "utf8").split("\n").filter(Boolean) : []};
}

const again = async page => {
    await closeCard(page);
    await press(page, "Play again");
};

tests["games are sent if the player says yes, each once"] = async () => {
    const {path: way} = day("collects");
    const {page, said, file, lines} = await openCollecting({width: 320, height: 640});
    await page.waitForFunction(() => globalThis.loyd.app.send);
    const record = await playBadly(page, way);
    const question = page.locator(".sending");
    await question.getByText("Send your games to games.example").waitFor();
    await accessible(page, "the question");
    await narrow(page, "the question");
    same("nothing before the answer", [], said);
    await question.getByRole("button", {name: "Yes"}).click();
    await question.getByText("The game was sent to games.example.").waitFor();
    same("one request", [["POST", false, false, "text/plain;charset=UTF-8"]], said);
    const [[player, ...rest]] = lines().map(line => line.split(","));
    same("the record alone", [record], rest);
    holds("a random number", /^[0-9a-f]{32}$/.test(player));
    await again(page);
    const second = await playBadly(page, way);
    await question.getByText("The game was sent").waitFor();
    same("not asked again", 0, await question.getByRole("button").count());
    same("the second one, of the same player",
        [`${player},${record}`, `${player},${second}`], lines());
    same("the command accepts them", 2, loyd("play", "check", "--json", file)
        .trim().split("\n").length);
    await close(page);
};

tests["without a yes nothing is sent"] = async () => {
    const {path: way} = day("collects");
    const {page, said} = await openCollecting();
    await page.waitForFunction(() => globalThis.loyd.app.send);
    await playBadly(page, way);
    await page.locator(".sending").getByRole("button", {name: "No"}).click();
    await again(page);
    await playBadly(page, way);
    await page.locator(".end:modal").waitFor();
    same("not asked again", "", await page.locator(".sending").innerText());
    same("no request", [], said);
    same("the setting", "no", await page.getByLabel("Send my games to games.example",
        {exact: false}).first().inputValue());
    await close(page);
    const plain = await open(site("small"), {clock});
    same("no address, no script", [false, false], await plain.evaluate(() =>
        ["send" in globalThis.loyd.app, document.querySelector("meta[http-equiv]")
            .content.includes("https:")]));
    await close(plain);
};

tests["the receiver refuses what is no line of a game"] = async () => {
    const {page, file} = await openCollecting();
    const script = path.join(path.dirname(file), "games.py");
    const good = "a,loydgame1.AAAA\n";
    for (const [input, env] of [["", {}], ["x\n", {}], [`${good}${good}`, {}],
        [good.trim(), {}], [`#${good}`, {}], [`"a b",loydgame1.AAAA\n`, {}],
        [`a,loydgame1.${"A".repeat(160000)}\n`, {}],
        [good, {REQUEST_METHOD: "GET"}]]) {
        const {stdout} = spawnSync("python3", [script], {input, encoding: "utf8",
            env: {...process.env, GAMES: file, REQUEST_METHOD: "POST",
                  CONTENT_LENGTH: String(input.length), ...env}});
        holds(stdout, stdout.startsWith("Status: 400"));
    }
    holds("nothing is written", !fs.existsSync(file));
    await close(page);
};

await run(tests);
