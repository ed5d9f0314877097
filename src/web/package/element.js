/* SPDX-License-Identifier: MIT */
/*
 * <loyd-puzzle src="https://puzzles.example.org/" day="2026-01-17" tier="hard"
 *     theme="dark">
 *
 * A day of a published site in a frame: embed.html of the site is the mechanism,
 * so that neither page can touch the other. Without a theme it has the
 * light or dark colours of the page, by its color-scheme. The element is as high as
 * the frame asks for, and has the events loyd-ready, loyd-move and loyd-solved, with the
 * values of the site's messages in their detail.
 */
const HEIGHT_MAX = 4000;
const EVENTS = ["ready", "move", "solved"];

export class LoydPuzzle extends HTMLElement {
  static observedAttributes = ["src", "day", "tier", "theme"];

  #frame = null;
  #hear = (event) => this.#take(event);

  connectedCallback() {
    addEventListener("message", this.#hear);
    this.#show();
  }

  disconnectedCallback() {
    removeEventListener("message", this.#hear);
    this.#frame?.remove();
    this.#frame = null;
  }

  attributeChangedCallback() {
    if (this.isConnected) this.#show();
  }

  /* The address of embed.html, or null if src names no site. */
  #address() {
    let url;
    try {
      url = new URL("embed.html", new URL(this.getAttribute("src"),
        document.baseURI));
    } catch {
      return null;
    }
    const {colorScheme} = getComputedStyle(this);
    const values = {day: this.getAttribute("day"), tier: this.getAttribute("tier"),
      theme: this.getAttribute("theme") ||
        (/^(only )?(light|dark)( only)?$/.test(colorScheme) &&
          colorScheme.match(/light|dark/)[0])};
    for (const [name, value] of Object.entries(values))
      if (value) url.searchParams.set(name, value);
    return /^https?:$/.test(url.protocol) ? url : null;
  }

  #show() {
    const url = this.hasAttribute("src") ? this.#address() : null;
    this.#frame?.remove();
    this.#frame = null;
    if (!url) return;
    const frame = document.createElement("iframe");
    frame.setAttribute("sandbox",
      "allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox");
    frame.title = this.getAttribute("title") || "loyd";
    frame.height = 480;
    frame.style.cssText = "display: block; width: 100%; border: 0";
    frame.src = url.href;
    this.#frame = frame;
    this.append(frame);
  }

  /* Only what this frame sends from its site is heard. */
  #take({source, origin, data}) {
    if (!this.#frame || source !== this.#frame.contentWindow ||
        origin !== new URL(this.#frame.src).origin || data === null ||
        typeof data !== "object" || data.loyd !== "puzzle" || data.version !== 1)
      return;
    const {event, height, ...detail} = data;
    if (event === "height" && height > 0 && height <= HEIGHT_MAX)
      this.#frame.height = Math.ceil(height);
    if (EVENTS.includes(event))
      this.dispatchEvent(new CustomEvent(`loyd-${event}`, {detail, bubbles: true}));
  }
}

customElements.get("loyd-puzzle") ||
  customElements.define("loyd-puzzle", LoydPuzzle);
