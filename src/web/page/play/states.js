/* SPDX-License-Identifier: MIT */
/*
 * What a key or button may do, by the state of its game. Nothing else decides it:
 *
 *   loading  there is no board yet
 *   playing  a board to play, also before its first move
 *   paused   the same, out of sight: its time stands still
 *   won      the player has solved it, now or on an earlier visit
 *   shown    a solution or a game is played back; the player's board waits
 *
 * While a dialog is open, no key acts on a game.
 */
const ACTIONS = {
  loading: [],
  playing: ["move", "undo", "redo", "restart", "hint", "left", "watch"],
  paused: [],
  won: ["restart", "watch"],
  shown: ["restart", "watch", "pause"],
};

/* Keys in lower case, with what is held before them. Arrows move. */
const KEYS = {z: "undo", u: "undo", "ctrl+z": "undo", y: "redo",
  "shift+z": "redo", "ctrl+y": "redo", "ctrl+shift+z": "redo", r: "restart",
  h: "hint", " ": "pause"};

function stateOf(game) {
  if (!game.start) return "loading";
  if (game.isPlayback) return "shown";
  if (game.state === "solved") return "won";
  return document.hidden || game.section.hidden ? "paused" : "playing";
}

const may = (game, action) => ACTIONS[stateOf(game)].includes(action);

/* ---- dialogs ---- */

/*
 * A dialog closes by Escape, by its button and by back, so each is a step of the
 * browser's history; the state of a step says how many are open there.
 */
const dialogs = [];

/* A dialog that is new is in its place until it is closed. */
function showDialog(dialog, place = document.body) {
  if (!dialog.isConnected) {
    place.append(dialog);
    dialog.addEventListener("close", () => dialog.remove());
  }
  dialogs.push(dialog);
  history.pushState({dialogs: dialogs.length}, "");
  dialog.showModal();
}

/* For each dialog that closes, however it does. Resolves when its step is gone. */
async function leaveDialog(dialog) {
  if (dialog.open || !dialogs.includes(dialog)) return;
  dialogs.splice(dialogs.indexOf(dialog), 1);
  if (!(history.state?.dialogs > dialogs.length)) return;
  history.back();
  await new Promise((done) => { addEventListener("popstate", done, {once: true}); });
}

addEventListener("popstate", ({state}) => {
  while (dialogs.length > (state?.dialogs ?? 0)) dialogs.pop().close();
});
document.addEventListener("close", ({target}) => leaveDialog(target), true);
