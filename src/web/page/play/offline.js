/* SPDX-License-Identifier: MIT */
/*
 * Browsers that can install sites learn of the manifest, and of the worker that
 * keeps pages for use without a network (sw.js). Both need a server, so pages that
 * are files do not mention them. Where there is no worker, pages are as before.
 * offline.html lists the days that are kept.
 */
function keepOffline(place, root) {
  const {serviceWorker} = place.navigator;
  if (!place.location.protocol.startsWith("http")) return;
  document.head.append(make("link",
    {rel: "manifest", href: `${root}manifest.webmanifest`}));
  if (place.loydOffline && serviceWorker && place.isSecureContext &&
      place.parent === place)
    place.addEventListener("load", () =>
      serviceWorker.register(`${root}sw.js`).catch(() => {}));
}

async function listKept(place, root) {
  const site = new URL(root || ".", location.href).href, days = new Set();
  for (const name of await caches.keys())
    for (const {url} of await (await caches.open(name)).keys())
      if (url.startsWith(`${site}daily/`)) days.add(url);
  place.replaceChildren(...["", ...[...days].sort().reverse()].map((url) =>
    make("li", make("a", {href: url || `${root}index.html`}, url ?
      make("time", {"data-form": "long"}, url.slice(-15, -5)) : words("today")))));
  datesInWords(place);
}
