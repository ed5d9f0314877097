// SPDX-License-Identifier: MIT
// A program that imports the package by its name is bundled with the commands of
// docs/web.md and opened in Chromium.
import assert from "node:assert";
import {execFileSync} from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import {close, open, run} from "./browser.mjs";

const {BUILD, LOYD_NPM, SCRATCH} = process.env;
const bin = path.join(LOYD_NPM, "node_modules", ".bin");
const project = path.join(SCRATCH, "project");

fs.mkdirSync(path.join(project, "node_modules"), {recursive: true});
fs.cpSync(path.join(BUILD, "web", "loyd"),
    path.join(project, "node_modules", "loyd"), {recursive: true});
const write = (name, text) => fs.writeFileSync(path.join(project, name), text);
write("package.json", '{"type": "module", "dependencies": {"loyd": "*"}}\n');
write("app.js", `
import {load, openWorker} from "loyd";
const start = "1 2 3/4 0 6/7 5 8";
const here = (await load()).solve(start, "rows").path;
const worker = await openWorker();
document.title = here + " " + (await worker.solve(start, "rows")).path;
worker.close();
`);
const page = script => "<!doctype html>\n<html lang=\"en\">\n<title>waits</title>\n" +
    `<script type="module" src="${script}"></script>\n</html>\n`;

/** The commands of docs/web.md that name a bundler. */
const lines = fs.readFileSync("docs/web.md", "utf8").split("\n");
const commands = bundler => {
    const from = lines.findIndex(line => line.startsWith(`npx ${bundler} `));
    assert.notEqual(from, -1, `docs/web.md has no command of ${bundler}`);
    return lines.slice(from, lines.indexOf("```", from)).join("\n")
        .replaceAll("npx ", bin + "/");
};

async function bundled(bundler, folder) {
    const said = execFileSync("sh", ["-ec", commands(bundler) + " 2>&1"],
        {cwd: project, encoding: "utf8"});
    assert.doesNotMatch(said, /warn/i, said);
    const tab = await open(path.join(project, folder));
    await tab.waitForFunction(() => document.title !== "waits");
    assert.equal(await tab.title(), "UL UL");
    await close(tab);
}

await run({
    async esbuild() {
        fs.mkdirSync(path.join(project, "out"));
        write("out/index.html", page("app.js"));
        await bundled("esbuild", "out");
    },
    async vite() {
        write("index.html", page("/app.js"));
        await bundled("vite", "dist");
    },
});
