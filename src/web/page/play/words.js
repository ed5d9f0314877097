/* SPDX-License-Identifier: MIT */
/*
 * The sentences of the page's scripts: keys of site/en.json, which the site puts
 * before them. A key is written out where it is used: the build looks for it.
 */
const words = (key, values = {}) => globalThis.loydWords[key].replace(
  /\{([a-z]+)\}/g, (_, name) => values[name]);

/* Levels of difficulty, which tiers are often named after. */
const LEVELS = {easy: words("easy"), medium: words("medium"),
  hard: words("hard"), expert: words("expert")};
