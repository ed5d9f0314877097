// SPDX-License-Identifier: MIT
// How boards look: pictures, colours and marks, which are kept, and never sent.
import {accessible, close, holds, narrow, open, run, same, until}
    from "./browser.mjs";
import {picture} from "./pictures.mjs";
import {arrows, look, openTier, rest, section, shown, solveByKeys, unfold}
    from "./player.mjs";
import {day, site, steps, today} from "./sites.mjs";

const clock = `${today}T12:00:00Z`;
const tests = {};

/** Where the middle of each tile's face is in the whole picture, in parts of
    its sides, and where it is in the goal. */
const parts = (page, i = 0) => page.evaluate(at => {
    const {section, goal} = loyd.games[at];
    return [...section.querySelectorAll(".tile")].map(tile => {
        const face = getComputedStyle(tile, "::before");
        const numbers = text => text.split(" ").map(parseFloat);
        const [x, y] = numbers(face.backgroundPosition);
        const [wide, high] = numbers(face.backgroundSize);
        const cell = goal.cells.indexOf(Number(tile.dataset.label));
        return {
            u: (parseFloat(face.width) / 2 - x) / wide,
            v: (parseFloat(face.height) / 2 - y) / high,
            x: cell % goal.width, y: Math.floor(cell / goal.width),
            width: goal.width, height: goal.height, ratio: wide / high,
        };
    });
}, i);

/** A picture that covers the board is centred: compares with that. */
function checkParts(all, ratio) {
    for (const {u, v, x, y, width, height, ratio: found} of all) {
        const scale = Math.min(ratio, width / height) / ratio;
        const less = Math.min(1 / ratio, height / width) * ratio;
        const wantU = 0.5 + ((x + 0.5) / width - 0.5) * scale;
        const wantV = 0.5 + ((y + 0.5) / height - 0.5) * less;
        holds(`the part of ${x}, ${y} of ${width}x${height}: ${u}, ${v}, not ` +
              `${wantU}, ${wantV}`, Math.abs(u - wantU) < 0.01 &&
              Math.abs(v - wantV) < 0.01 && Math.abs(found - ratio) < 0.02);
    }
}

tests["tiles show the part of their place in the goal"] = async () => {
    for (const [name, tiers] of [["tiers", 3], ["shapes", 3], ["daily", 1]]) {
        const page = await open(site(name), {clock});
        await look(page, {}, true);
        for (let i = 0; i < tiers; i++) {
            await openTier(page, i);
            checkParts(await parts(page, i), 900 / 600);
        }
        await close(page);
    }
};

tests["a picture is kept, and never sent"] = async () => {
    const sent = [];
    const page = await open(site("small"), {clock, width: 320, touch: true});
    page.context().on("request", request => {
        if (request.method() !== "GET" || request.postData())
            sent.push(request.url());
    });
    await look(page, {}, true);
    await narrow(page, "with a picture");
    await accessible(page, "with a picture");
    const kept = await page.evaluate(() => new Promise(done => {
        const opening = indexedDB.open(`loyd picture ${loyd.app.site}`);
        opening.onsuccess = () => {
            const asked = opening.result.transaction("pictures")
                .objectStore("pictures").get("own");
            asked.onsuccess = async () => {
                const image = await createImageBitmap(asked.result);
                done([asked.result.type, image.width, image.height]);
                opening.result.close();
            };
        };
    }));
    same("what is kept", ["image/jpeg", 900, 600], kept);
    const before = page.server.requests.length;
    await page.goto(page.server.url + "daily/2026-01-16.html");
    await page.locator(".board.pictured").waitFor();
    checkParts(await parts(page), 900 / 600);
    const asked = page.server.requests.slice(before);
    holds("only the site's files", asked.every(at =>
        /\.(html|css|js|png|jpg)$/.test(at)));
    same("what was sent", [], sent);
    const panel = await unfold(page, "Look");
    await panel.getByRole("button", {name: "Remove my picture"}).click();
    await panel.getByText("Your picture is removed").waitFor();
    await until(page, () => !document.querySelector(".pictured"));
    await page.reload();
    await page.waitForTimeout(300);
    same("pictures after a removal", 0, await page.locator(".pictured").count());
    await close(page);
};

tests["a picture is made small"] = async () => {
    const page = await open(site("small"), {clock});
    await look(page, {}, true, picture(2500, 1250));
    const size = await page.evaluate(async () => {
        const image = new Image();
        image.src = getComputedStyle(document.querySelector(".board"))
            .getPropertyValue("--picture").slice(5, -2);
        await image.decode();
        return [image.naturalWidth, image.naturalHeight];
    });
    same("its size", [1024, 512], size);
    await close(page);
};

tests["a file that is no picture"] = async () => {
    const page = await open(site("small"), {clock});
    const panel = await unfold(page, "Look");
    await panel.getByLabel("Picture on the tiles").selectOption("own");
    for (const buffer of [Buffer.from("no picture"), Buffer.alloc(0),
                          picture().subarray(0, 100)]) {
        await panel.getByLabel("Choose a picture").setInputFiles(
            {name: "x.png", mimeType: "image/png", buffer});
        await panel.getByText("cannot read this file").waitFor();
    }
    same("pictures", 0, await page.locator(".pictured").count());
    await close(page);
};

tests["colours and marks, which are kept"] = async () => {
    const page = await open(site("tiers"), {clock, at: "index.html#hard",
                                            width: 320, touch: true});
    await look(page, {colours: "rows", tint: "on"});
    await accessible(page, "colours of rows");
    await narrow(page, "colours of rows");
    const hues = await page.evaluate(() => {
        const {section, goal} = loyd.games[2];
        const rows = Array.from({length: goal.height}, () => new Set());
        for (const tile of section.querySelectorAll(".tile"))
            rows[Math.floor(goal.cells.indexOf(Number(tile.dataset.label)) /
                goal.width)].add(getComputedStyle(tile.firstChild)
                .backgroundColor);
        return rows.map(row => row.size);
    });
    // A marked tile keeps the colour of its row.
    same("a colour for each row", [1, 1, 1, 1], hues);
    await page.reload();
    await until(page, () => document.querySelector(".coloured.tinted"));
    same("colours of the small goal", 15,
         await section(page, 2).locator(".goal .face").count());
    await close(page);
};

tests["marks follow the moves"] = async () => {
    const page = await open(site("small"), {clock});
    await look(page, {tint: "on"});
    const home = () => page.evaluate(() => {
        const {goal, board, section} = loyd.games[0];
        const marked = [...section.querySelectorAll(".home")]
            .map(tile => Number(tile.dataset.label)).sort((a, b) => a - b);
        const wanted = goal.cells.filter((label, cell) => label !== 0 &&
            board[cell] === label).sort((a, b) => a - b);
        return [wanted, marked];
    });
    for (const step of steps(day("small").path)) {
        await page.keyboard.press(arrows[step]);
        await rest(page);
        const [wanted, marked] = await home();
        same("tiles in their place", wanted, marked);
    }
    await close(page);
};

tests["without numbers the words stay"] = async () => {
    const page = await open(site("small"), {clock});
    const before = await shown(page);
    await look(page, {labels: "off"}, true);
    same("the tiles", before, await shown(page));
    const box = await page.locator(".tile span").first().boundingBox();
    holds("numbers are not seen", box.width <= 1 && box.height <= 1);
    await accessible(page, "without numbers");
    await solveByKeys(page, day("small").path);
    await close(page);
};

tests["paper has numbers"] = async () => {
    const page = await open(site("small"), {clock});
    await look(page, {labels: "off", colours: "rings"}, true);
    await page.emulateMedia({media: "print"});
    const seen = selector => page.locator(selector).first().isVisible();
    same("start, goal, board, picture of the goal", [true, true, false, false],
         [await seen(".start > svg text"), await seen(".goal svg text"),
          await seen(".stage"), await seen(".goal .whole")]);
    await close(page);
};

tests["new boards have it too"] = async () => {
    const page = await open(site("bare"), {clock, at: "play.html"});
    await look(page, {}, true);
    for (const board of ["1.2.3/4.5.6/7.0.8", "1.2/3.0", "2.1.3.4/5.6.7.0"]) {
        await page.evaluate(text => { location.hash = `#board=${text}`; }, board);
        await until(page, text => loyd.games[0].start.cells.length ===
            text.split(/[./]/).length, board);
        await page.locator(".goal .whole").waitFor({state: "attached"});
        checkParts(await parts(page), 900 / 600);
    }
    await close(page);
};

tests["a page whose script of looks does not come"] = async () => {
    const page = await open(site("small"), {clock});
    await look(page, {colours: "rows"});
    await page.context().route(/look\.js/, route => route.abort());
    page.faults.length = 0;
    await page.reload();
    await until(page, () => !document.documentElement.dataset.look);
    holds("tiles are shown", await page.locator(".tile").first().isVisible());
    await (await unfold(page, "Look")).page().getByText("could not be loaded")
        .first().waitFor();
    page.faults.length = 0;
    await close(page);
};

await run(tests);
