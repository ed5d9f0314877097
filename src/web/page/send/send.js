/* SPDX-License-Identifier: MIT */
/*
 * Sends games to the address that the publisher has set, if the player allows it:
 * one request for each puzzle of a day that is solved, with a line
 *
 *   PLAYER,loydgame1...
 *
 * PLAYER is a random number that this browser keeps. Nothing is sent again, and
 * nothing depends on the answer. Loaded only where there is such an address.
 */
const KEEPALIVE_MAX = 60000; /* browsers refuse more that outlives a page */
const address = app.main.dataset.results, {host} = new URL(address);

function playerId() {
  const key = `loyd player ${app.site}`, kept = app.shelf.read(key);
  if (/^[0-9a-f]{32}$/.test(kept)) return kept;
  const id = [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0")).join("");
  app.shelf.write(key, id);
  return id;
}

/* Resolves to a sentence. */
async function send(record) {
  const body = `${playerId()},${record}\n`;
  try {
    await fetch(address, {method: "POST", body, mode: "no-cors", credentials: "omit",
      referrerPolicy: "no-referrer", keepalive: body.length < KEEPALIVE_MAX});
    return words("game-sent", {host});
  } catch {
    return words("game-not-sent", {host});
  }
}

function choose(answer) {
  app.settings.set("send", answer);
  setting.querySelector("select").value = answer;
}

/* Asks once; then sends, or not. */
app.send = (game) => {
  const {card} = game.controls.end, record = game.recordText();
  const place = card.querySelector(".sending") || make("div.sending");
  const said = make("p");
  const run = async () => setText(said, await send(record));
  const reply = (answer) => {
    choose(answer);
    place.replaceChildren(said);
    card.focus({preventScroll: true});
    if (answer === "yes") run();
  };
  place.replaceChildren(said);
  card.append(place);
  if (!record) return;
  if (app.settings.get("send") === "yes") run();
  if (app.settings.get("send") !== "ask") return;
  setText(said, words("send-games", {host}));
  place.append(make("div.buttons",
    makeButton(words("send-yes"), () => reply("yes")),
    makeButton(words("send-no"), () => reply("no"))));
};

const setting = settingRow(app, "send", words("send-setting", {host}),
  {ask: words("send-ask"), yes: words("send-yes"), no: words("send-no")}, () => {});
document.querySelector(".extras .panel-body")?.prepend(setting);
