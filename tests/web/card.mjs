// SPDX-License-Identifier: MIT
// The picture of a result: shared or saved, of its size, without a spoiler.
import fs from "node:fs";
import {close, holds, open, run, same, until} from "./browser.mjs";
import {ended, solveByKeys} from "./player.mjs";
import {day, site, today} from "./sites.mjs";

const clock = `${today}T12:00:00Z`;
const tests = {};

// Runs in the page before its scripts: notes all texts that are drawn.
const note = () => {
    globalThis.drawn = [];
    const draw = CanvasRenderingContext2D.prototype.fillText;
    CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) {
        globalThis.drawn.push(text);
        return draw.call(this, text, ...rest);
    };
};
const shares = () => {
    navigator.canShare = ({files}) => files.length === 1;
    navigator.share = async what => { globalThis.shared = what; };
};
const press = page => page.locator(".end")
    .getByRole("button", {name: "Picture", exact: true}).first().click();

tests["it is saved where nothing can share"] = async () => {
    for (const theme of ["light", "dark"]) {
        const page = await open(site("daily"), {clock, theme, before: note});
        await page.evaluate(() => { navigator.canShare = undefined; });
        const {path, stm} = day("daily");
        await solveByKeys(page, path);
        await page.locator(".end:modal").waitFor();
        const [download] = await Promise.all([page.waitForEvent("download"),
                                              press(page)]);
        same("its name", `daily-${today}.png`, download.suggestedFilename());
        const file = await download.path();
        if (process.env.SHOTS)
            fs.copyFileSync(file, `${process.env.SHOTS}/card-${theme}.png`);
        const bytes = fs.readFileSync(file);
        same("a PNG of 1080 x 1080", [0x89504e47, 1080, 1080],
             [0, 16, 20].map(at => bytes.readUInt32BE(at)));
        const colours = await page.evaluate(async base64 => {
            const blob = await (await fetch(`data:image/png;base64,${base64}`)
                .catch(() => null))?.blob() ?? new Blob([Uint8Array.from(
                    atob(base64), c => c.charCodeAt(0))]);
            const image = await createImageBitmap(blob);
            const canvas = document.createElement("canvas");
            canvas.width = canvas.height = 1080;
            const pen = canvas.getContext("2d");
            pen.drawImage(image, 0, 0);
            const seen = new Set(new Uint32Array(
                pen.getImageData(0, 0, 1080, 1080).data.buffer));
            return seen.size;
        }, bytes.toString("base64")).catch(() => 0);
        holds(`it is not blank: ${colours} colours`, colours > 20);
        const texts = await page.evaluate(() => globalThis.drawn);
        holds("moves and time", texts.includes(String(stm)) &&
              texts.some(text => /^\d+:\d\d/.test(text)));
        const all = texts.join(" ");
        holds("no solution and no board", !all.includes(path) &&
              !all.includes(path.slice(0, 6)) &&
              !all.includes(day("daily").board.split("/")[0]));
        await page.getByText("The picture is saved as").first().waitFor();
        page.faults = page.faults.filter(text => !/data:image/.test(text));
        await close(page);
    }
};

tests["it is shared where files can be"] = async () => {
    const page = await open(site("tiers"), {clock, before: shares, touch: true,
                                            width: 320});
    await solveByKeys(page, day("tiers").path);
    await ended(page, 0);
    await page.locator(".end:modal").waitFor();
    await press(page);
    await until(page, () => globalThis.shared);
    same("what is shared", [`tiers-${today}.png`, "image/png", true],
         await page.evaluate(() => [shared.files[0].name, shared.files[0].type,
             shared.text.includes("https://puzzles.example.org/x/")]));
    await close(page);
};

await run(tests);
