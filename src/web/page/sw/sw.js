/* SPDX-License-Identifier: MIT */
/*
 * The service worker of a site: keeps its pages, so that they can be played
 * without a network. publish writes loydSite before it, the list of files:
 *
 *   {"version":HASH,"release":NAME,"pages":{NAME:SUM},"files":{PATH:SUM},
 *    "core":{PATH:SUM}}
 *
 * or {} if offline use is switched off. Then the worker removes what it kept,
 * and itself.
 *
 * Why no page mixes two releases. A page names the folder of its release,
 * loyd/RELEASE/, for all that it loads, at once or later, and a file at such an
 * address never changes. So it does not matter who answers, network or cache,
 * this worker or none. What is left to this worker:
 * - A page is kept only in the cache that has the files of its release. A cache
 *   gets files before pages, and its worker is installed when it has all of them.
 * - A file of a release is kept only if its sum is the one listed.
 * - A new worker waits until no page of the old one is open. Until then both
 *   caches are there and either can answer: open pages find the files of their
 *   release, for example for the first hint of a game. Then the old cache goes. The
 *   visited days are in the new one by then, asked for again, as the old script
 *   cannot be trusted with results that a new one has written.
 * - Games and results are in localStorage, which no worker touches.
 *
 * The name of a cache begins with the site's path: sites of one server, also one
 * in a folder of another, see neither the caches nor the files of each other.
 */
const site = globalThis.loydSite;
const {pathname: root} = new URL(registration.scope);
const OURS = `loyd ${root} `;
const NAME = OURS + site.version;
const DAYS_MAX = 62; /* 60 visited ones and the two newest */
const WAIT_MS = 2500; /* for the network, where there is a kept answer */
const VISITED = /^(?:archive\/\d{4}|daily\/\d{4}-\d\d-\d\d)\.html$/;
const SHARED = /^loyd\/[0-9a-f]{16}\/[\w.-]+$/;

const isPage = (name) => Object.hasOwn(site.pages, name) || VISITED.test(name);

/* The path of a file in the site; "" for what is not a file of the site that a
 * page needs. */
function nameOf(address) {
  const url = new URL(address);
  if (url.origin !== location.origin || !url.pathname.startsWith(root)) return "";
  const name = url.pathname.slice(root.length) || "index.html";
  return isPage(name) || name === "days.js" || SHARED.test(name) ||
    Object.hasOwn(site.files, name) ? name : "";
}

async function sumOf(body) {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
  return [...hash.subarray(0, 8)].map((byte) =>
    byte.toString(16).padStart(2, "0")).join("");
}

/* Returns whether an answer is the file and not, for example, the page by which
 * a network asks for a password. */
function isFile(name, sum, type, body) {
  const wanted = site.files[name] || site.core[name];
  if (wanted) return sum === wanted;
  const text = new TextDecoder().decode(body);
  return name === "days.js" ? text.startsWith("globalThis.loydDays = ") :
    type.startsWith("text/html") && text.includes(`loyd/${site.release}/`);
}

/* Returns an answer as it is kept, or null if it must not be. */
async function keepable(name, response) {
  if (response.status !== 200 || response.type !== "basic" ||
      response.redirected) return null;
  const headers = new Headers(response.headers);
  const body = await response.arrayBuffer();
  if (!isFile(name, await sumOf(body), headers.get("content-type") || "", body)) return null;
  for (const name of ["content-encoding", "content-length"]) headers.delete(name);
  return new Response(body, {headers});
}

const ourCaches = async () => (await caches.keys()).filter((name) =>
  name.startsWith(OURS));

/* Returns a kept answer, of the newest release that has one, or null. */
async function kept(name) {
  for (const cacheName of (await ourCaches()).reverse()) {
    const found = await caches.match(root + name, {cacheName});
    if (found) return found;
  }
  return null;
}

/* ---- what is kept ---- */

/* The visited pages of a cache, the oldest first. */
const visitedOf = async (cache) => (await cache.keys())
  .map(({url}) => nameOf(url)).filter((name) => VISITED.test(name));

/* Returns whether it is kept now. A full disk is not the player's concern. */
async function put(cache, name, response) {
  const isKept = await cache.put(root + name, response).then(() => true, () => false);
  for (const old of (await visitedOf(cache)).slice(0, -DAYS_MAX))
    await cache.delete(root + old);
  return isKept;
}

/* Some servers lead from index.html to the folder, and others know no folders. */
async function ask(name) {
  const cache = SHARED.test(name) ? "default" : "no-cache";
  const answer = await keepable(name, await fetch(root + name, {cache}));
  return answer || name !== "index.html" ? answer :
    keepable(name, await fetch(root, {cache}));
}

/* The newest day and the one before are kept unasked. */
async function keepNewest(cache, days) {
  const [, last] = /"last_date":"([0-9-]{10})"/.exec(days) || [];
  if (!last) return;
  for (const ago of [1, 0]) {
    const date = new Date(Date.parse(last) - ago * 864e5);
    const name = `daily/${date.toISOString().slice(0, 10)}.html`;
    const page = !await cache.match(root + name) && await ask(name);
    if (page) await put(cache, name, page);
  }
}

/* Keeps an answer of the network for next time. */
async function keep(name, response) {
  const answer = await keepable(name, response);
  if (!answer) return;
  const cache = await caches.open(NAME);
  const days = name === "days.js" && await answer.clone().text();
  await put(cache, name, answer);
  if (days) await keepNewest(cache, days);
}

/* ---- the life of a worker ---- */

/* Answers for all of these names; null for what is not what it should be. What
 * never changes need not be asked for again. */
const gather = (list) => Promise.all(Object.keys(list).map(async (name) =>
  [name, SHARED.test(name) && await kept(name) || await ask(name)]));

async function putAll(cache, answers) {
  for (const [name, answer] of answers)
    if (!answer || !await put(cache, name, answer))
      throw new Error(name);
}

/* Files come first: what a page in the cache needs is there too. Pages of another
 * release and those that are led elsewhere are left out. */
async function fill(cache) {
  await putAll(cache, await gather(site.files));
  await putAll(cache, await gather(site.core)).catch(() => {});
  const pages = new Set([...Object.keys(site.pages), ...await visited()]);
  for (const name of pages) {
    const page = await ask(name);
    if (page) await put(cache, name, page);
  }
  await keep("days.js", await fetch(`${root}days.js`, {cache: "no-cache"}));
}

/* The pages of earlier visits, and those that are open. */
async function visited() {
  const names = [];
  for (const old of await ourCaches())
    names.push(...await visitedOf(await caches.open(old)));
  for (const {url} of await clients.matchAll({includeUncontrolled: true}))
    if (VISITED.test(nameOf(url))) names.push(nameOf(url));
  return names;
}

async function install() {
  if (!site.version) return skipWaiting();
  try {
    await fill(await caches.open(NAME));
  } catch (error) {
    await caches.delete(NAME); /* the next visit tries again */
    throw error;
  }
}

async function activate() {
  for (const name of await ourCaches())
    if (name !== NAME) await caches.delete(name);
  await (site.version ? clients.claim() : registration.unregister());
}

/* ---- answers ---- */

/* What changes is asked for, also where a server says nothing of caches and the
 * browser would wait; if the answer takes long or does not come, a kept one is as
 * good. */
async function fresh(event, name) {
  const {destination} = event.request;
  const asked = fetch(event.request, {cache: "no-cache"}).then((response) => {
    event.waitUntil(keep(name, response.clone()).catch(() => {}));
    const isGood = name === "days.js" ? response.ok &&
      /script/.test(response.headers.get("content-type")) :
      response.status < 500;
    return isGood ? response : Promise.reject(response);
  });
  const late = new Promise((_, reject) => setTimeout(reject, WAIT_MS));
  event.waitUntil(asked.catch(() => {}));
  /* The script of an open page asks what is new, not what is known. */
  if (!destination) return asked;
  try {
    return await Promise.race([asked, late]);
  } catch {
    return await kept(name) || asked.catch(async (problem) =>
      problem instanceof Response ? problem : destination === "document" &&
        await kept("offline.html") ? Response.redirect(`${root}offline.html`) :
        Response.error());
  }
}

/* What never changes; a file of this release that was not kept is kept now. */
async function fixed(event, name) {
  const found = await kept(name);
  if (found) return found;
  const response = await fetch(event.request);
  if (Object.hasOwn(site.files, name))
    event.waitUntil(keep(name, response.clone()).catch(() => {}));
  return response;
}

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(activate()));
addEventListener("fetch", (event) => {
  const {request} = event;
  const name = site.version && request.method === "GET" &&
    !request.headers.has("range") && nameOf(request.url);
  if (!name) return;
  event.respondWith(SHARED.test(name) || Object.hasOwn(site.files, name) ?
    fixed(event, name) : fresh(event, name));
});
