/* SPDX-License-Identifier: MIT */
/* Loads files of src/web/page without a page, for tests of their logic. */
import {existsSync, readdirSync, readFileSync} from "node:fs";

const page = new URL("../../src/web/page/", import.meta.url);
const folders = readdirSync(page).map((name) => new URL(`${name}/`, page));

/* The sentences, as a site puts them before the scripts. */
globalThis.loydWords = JSON.parse(readFileSync(
  new URL("../../src/site/en.json", import.meta.url), "utf8"));

/* The named functions and classes of scripts, put together as in play.js. */
export function scripts(files, names) {
  const source = ["words.js", ...files].map((file) => readFileSync(folders.map((folder) =>
    new URL(file, folder)).find((url) => existsSync(url)), "utf8")).join("\n");
  return new Function(`"use strict";${source}
    return {${names.join(", ")}};`)();
}

/* A repeatable sequence of numbers 0..n-1. */
let state = 1;
export function random(n) {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor(state / 2 ** 32 * n);
}

export function shuffled(list) {
  const items = [...list];
  for (let i = items.length - 1; i > 0; i--) {
    const j = random(i + 1);
    [items[i], items[j]] = [items[j], items[i]];
  }
  return items;
}
