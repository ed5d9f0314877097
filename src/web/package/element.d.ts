/* SPDX-License-Identifier: MIT */
/** The detail of the events of a <loyd-puzzle>. */
export interface LoydPuzzleEvents {
  "loyd-ready": CustomEvent<{ loyd: "puzzle"; version: 1; day: string; tier: string }>;
  "loyd-move": CustomEvent<{ loyd: "puzzle"; version: 1; moves: number }>;
  "loyd-solved": CustomEvent<{
    loyd: "puzzle"; version: 1; moves: number; slides: number; ms: number;
  }>;
}

/**
 * <loyd-puzzle src="ADDRESS OF A SITE" day="DATE" tier="NAME" theme="dark">: a
 * day of a published site, in a frame, by default in the light or dark colours of
 * the page. Importing "loyd/element.js" defines it.
 */
export class LoydPuzzle extends HTMLElement {}

declare global {
  interface HTMLElementTagNameMap { "loyd-puzzle": LoydPuzzle; }
}
