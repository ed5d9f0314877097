// SPDX-License-Identifier: MIT
// Publishes the sites that the tests open, with the command, into $SCRATCH.
// Each is published once for each test program.
import {execFileSync, spawnSync} from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import {picture} from "./pictures.mjs";

const scratch = fs.mkdtempSync(path.join(process.env.SCRATCH, "sites-"));
export const packageFolder = path.join(process.env.BUILD, "web", "loyd");

/** Runs the command and returns what it prints. Throws if it fails. */
export function loyd(...args) {
    return execFileSync(process.env.LOYD, args, {
        encoding: "utf8", stdio: ["ignore", "pipe", "pipe"],
        env: {...process.env, LC_ALL: "C", LOYD_DB: ""},
        maxBuffer: 1 << 28,
    });
}

/** Whether `make web` has built the core for the web. */
export const hasPackage = () =>
    fs.existsSync(path.join(packageFolder, "loyd.wasm"));

export const hostile = "</title><script>alert(1)</script>\"'&amp;<b>";
const titled = {tiers: ["easy", "hard"].map((tier, i) => ({
    tier, title: hostile, size: "3x2", layout: "rows", stm: `${4 + 4 * i}..12`}))};

const sentencesOf = code => JSON.parse(fs.readFileSync(
    new URL(`../../src/site/${code}.json`, import.meta.url), "utf8"));
const marks = "\"></title><script>globalThis.hit = 1</script>" +
    "<b onclick='globalThis.hit = 2' style='color: red'>x</b>" +
    "<img src='x' onerror='globalThis.hit = 3' />";

// One puzzle a day.
export const weekly = row => ({week: Array(7).fill(row)});
const small = weekly({title: "short", size: "3x3", layout: "rows",
                      stm: "14..16"});
const tiers = {tiers: [
    {title: "easy", size: "2x2", layout: "rows", stm: "2..6"},
    {title: "medium", size: "3x3", layout: "snake", stm: "10..14"},
    {title: "hard", size: "4x4", layout: "spiral", stm: "30..34"}]};
const four = weekly({title: "four", size: "4x4", layout: "rows",
                     stm: "30..34"});
const large = weekly({title: "large", size: "5x5", band: "medium"});
const ten = {title: "ten", size: "10x10", layout: "spiral", mlc: "400..900"};
const sizes = {tiers: [
    {title: "small", size: "3x3", layout: "rows", stm: "10..14"},
    {title: "middle", size: "4x4", layout: "snake", stm: "30..34"},
    {...ten, title: "large"}]};
const sixes = {tiers: [
    {title: "six", size: "6x6", layout: "rows", mlc: "60..200"},
    {title: "long", size: "10x2", layout: "rows", mlc: "20..60"},
    {title: "high", size: "2x10", layout: "rows", mlc: "20..60"}]};
const shapes = {tiers: [
    {title: "wide", size: "8x2", layout: "rows", stm: "20..40"},
    {title: "tall", size: "2x8", layout: "rows", stm: "20..40"},
    {...ten, title: "huge"}]};

// Today is 2026-01-17 for all that do not say another day: day 17 of a channel
// that began with the year, and day 400 of `years`.
const kinds = {
    daily: {},
    small: {schedule: small, options: ["--tz", "Europe/Vienna"]},
    tiers: {schedule: tiers, options: ["--base-url",
                                       "https://puzzles.example.org/x/"]},
    large: {schedule: large},
    shapes: {schedule: shapes, start: "2026-01-16"},
    four: {schedule: four},
    collects: {schedule: small, options: ["--results",
                                          "https://games.example/in"]},
    six: {schedule: weekly({title: "six", size: "6x6", layout: "rows",
                            mlc: "60..200"})},
    ten: {schedule: weekly(ten)},
    sizes: {schedule: sizes},
    sixes: {schedule: sixes},
    never: {schedule: small, options: ["--solution", "never"]},
    unaided: {schedule: small, options: ["--hints", "past"]},
    bare: {schedule: small, bare: true},
    hostile: {schedule: tiers, options: ["--title", hostile]},
    // Of a year and a month, in German, with all files of a theme.
    whole: {schedule: tiers, start: "2024-12-14", language: "de", theme: {
        "style.css": ".name a { color: #7a1f3d } " +
            "@media (prefers-color-scheme: dark) { .name a { color: #f0b8c8 } }",
        "header.html": "<p>Schiebefreunde <em>e. V.</em></p>",
        "footer.html": "<p><a href=\"https://verein.example/\">Der Verein</a></p>",
        "picture.png": picture(), "icon.png": picture(64, 64),
        "sentences.json": JSON.stringify({...sentencesOf("de"), today: "Heute neu"})}},
    titled: {schedule: titled, options: ["--title", hostile, "--results",
        "https://games.example/'();!$&*,=[]@%22%3E%3Cscript%3E"]},
    // What a publisher may write, in all sentences.
    marked: {schedule: titled, theme: {"sentences.json": JSON.stringify(
        Object.fromEntries(Object.entries(sentencesOf("en")).map(([key, text]) =>
            [key, ["dir", "lang"].includes(key) ? text : marks + text])))}},
    years: {schedule: small, start: "2024-12-14"},
    secret: {schedule: small, secret: true},
    // Over the days on which Vienna's clocks are put forward and back.
    spring: {schedule: small, start: "2026-03-25", day: "2026-04-02",
             options: ["--tz", "Europe/Vienna"]},
    autumn: {schedule: small, start: "2026-10-20", day: "2026-10-29",
             options: ["--tz", "Europe/Vienna"]},
    // The first zone in which a day begins.
    early: {schedule: small, options: ["--tz", "Pacific/Kiritimati"]},
};

export const today = "2026-01-17";

// LANGUAGE=de publishes all sites in German, and rtl from right to left: the
// German sentences, in the file of a theme.
const isMirrored = process.env.LANGUAGE === "rtl";
const language = isMirrored ? "de" : process.env.LANGUAGE ?? "en";
const english = sentencesOf("en"), sentences = sentencesOf(language);
const mirrored = isMirrored && {"sentences.json": JSON.stringify(
    {...sentences, lang: "he", dir: "rtl"})};

/** An English sentence as the sites have it. */
export const said = text => sentences[Object.keys(english)
    .find(key => english[key] === text)] ?? text;

/** Publishes with a package, which `publish` finds next to the command. */
export function published(args, folder) {
    const near = path.join(path.dirname(process.env.LOYD), "web");
    fs.rmSync(near, {recursive: true, force: true});
    if (folder) {
        fs.mkdirSync(near);
        fs.symlinkSync(path.resolve(folder), path.join(near, "loyd"));
    }
    loyd(...args);
}

const known = new Map();

/** The folder of a published site. */
export function site(name) {
    if (!known.has(name)) known.set(name, publish(name));
    return known.get(name);
}

function publish(name) {
    const {schedule, options = [], start = "2026-01-01", bare, secret,
           theme = mirrored, language: own = language, day: last = today} =
        kinds[name];
    const db = path.join(scratch, name + ".db");
    const out = path.join(scratch, name);
    const args = ["publish", "--db", db, "--out", out, "--today", last,
                  "--future", "--language", own, ...options];
    const keys = secret ? ["--secret", path.join(scratch, name + ".key")] : [];
    if (schedule) {
        const file = path.join(scratch, name + ".json");
        fs.writeFileSync(file, JSON.stringify(schedule));
        loyd("channel", "create", name, "--db", db, "--schedule", file,
             "--start", start, ...keys);
        args.push("--channel", name, ...keys);
    }
    if (theme) {
        fs.mkdirSync(out + ".theme");
        for (const [file, text] of Object.entries(theme))
            fs.writeFileSync(path.join(out + ".theme", file), text);
        args.push("--theme", out + ".theme");
    }
    // `bare` is a site without the core for the web.
    published(args, hasPackage() && !bare ? packageFolder : null);
    return out;
}

/** The folder of the files that the pages of a site share. */
export function released(folder) {
    const marker = fs.readFileSync(path.join(folder, ".loyd-site"), "utf8");
    return path.join(folder, "loyd", /^release (.*)$/m.exec(marker)[1]);
}

/** A puzzle of a day, as its JSON describes it; with its canonical path. */
export function day(name, date = today, tier = 0) {
    const file = path.join(site(name), "daily", date + ".json");
    const text = JSON.parse(fs.readFileSync(file, "utf8"));
    const puzzle = (text.puzzles ?? [text])[tier];
    return {...text, ...puzzle, path: puzzle.path ?? solve(puzzle).path};
}

/** The canonical shortest solution by the command. */
export function solve({board, goal}) {
    const said = spawnSync(process.env.LOYD, ["solve", "--goal", goal, board],
                           {encoding: "utf8"});
    if (said.status !== 0) throw new Error(said.stderr);
    const [stm, moves] = said.stdout.trim().split("\t");
    return {stm: Number(stm), path: moves ?? ""};
}

/** "U2R" as ["U", "U", "R"]. */
export function steps(moves) {
    return [...moves.matchAll(/([UDLR])(\d*)/g)]
        .flatMap(([, step, n]) => Array(Number(n || 1)).fill(step));
}
