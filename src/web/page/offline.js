/* SPDX-License-Identifier: MIT */
/*
 * Browsers that can install sites learn of the manifest, and of the worker that
 * keeps pages for use without a network (sw.js). Both need a server, so pages that
 * are files do not mention them. Where there is no worker, pages are as before.
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
