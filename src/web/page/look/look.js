/* SPDX-License-Identifier: MIT */
/*
 * How boards look where the player wants more than plain tiles: a picture, of
 * which each tile has the part of its place in the goal; colours by rows or rings
 * of the goal; marks on tiles that are in their place. What is chosen are settings;
 * a picture of the player's own is drawn again, so that nothing but its pixels is
 * left, and kept in IndexedDB. It is never sent.
 */
const SIDE = 1024; /* of a picture that is kept, at most */

/* ---- the player's own picture ---- */

/* Resolves to the result of act(store). */
function inStore(mode, act) {
  const key = `loyd picture ${app.site}`;
  return new Promise((done, fail) => {
    const opening = indexedDB.open(key, 1);
    opening.onupgradeneeded = () =>
      opening.result.createObjectStore("pictures");
    opening.onerror = () => fail(opening.error);
    opening.onsuccess = () => {
      const db = opening.result, work = db.transaction("pictures", mode);
      const asked = act(work.objectStore("pictures"));
      work.oncomplete = () => {
        db.close();
        done(asked.result);
      };
      work.onabort = () => {
        db.close();
        fail(work.error);
      };
    };
  });
}

const keptPicture = () => inStore("readonly", (store) => store.get("own"));

/* Resolves to a JPEG of the pixels of a file, small enough to be kept. */
async function drawSmall(file) {
  const image = await createImageBitmap(file);
  const part = Math.min(1, SIDE / Math.max(image.width, image.height));
  const width = Math.max(1, Math.round(image.width * part));
  const height = Math.max(1, Math.round(image.height * part));
  const canvas = make("canvas", {width, height});
  const pen = canvas.getContext("2d");
  pen.fillStyle = "#fff";
  pen.fillRect(0, 0, width, height);
  pen.imageSmoothingQuality = "high";
  pen.drawImage(image, 0, 0, width, height);
  image.close();
  return new Promise((done, fail) => {
    canvas.toBlob((blob) => blob ? done(blob) : fail(new Error()), "image/jpeg",
      0.85);
  });
}

/* ---- what is shown ---- */

let own = null; /* the player's picture, if it is known */
let shown = null; /* {url, ratio} of the picture on the tiles */

async function findPicture() {
  const choice = app.settings.get("picture"), {picture} = app.main.dataset;
  if (choice === "site" && picture) return app.root + picture;
  if (choice !== "own") return "";
  own ??= await keptPicture().catch(() => null) || null;
  return own ? URL.createObjectURL(own) : "";
}

async function showPicture() {
  const old = shown, url = await findPicture(), image = new Image();
  shown = null;
  if (url) {
    image.src = url;
    shown = await image.decode().then(() => ({url,
      ratio: image.naturalWidth / image.naturalHeight}), () => null);
  }
  if (old && old.url.startsWith("blob:")) URL.revokeObjectURL(old.url);
}

/* The band of a cell of the goal, counted from 0, and how many there are. */
const BANDS = {
  rows: {of: (x, y) => y, count: ({height}) => height},
  rings: {
    of: (x, y, {width, height}) => Math.min(x, y, width - 1 - x, height - 1 - y),
    count: ({width, height}) => Math.ceil(Math.min(width, height) / 2),
  },
};

/* The hue of a cell, in degrees; null where all tiles have one colour. */
function hueOf(goal, cell) {
  const bands = BANDS[app.settings.get("colours")];
  if (!bands) return null;
  const band = bands.of(cell % goal.width, Math.floor(cell / goal.width), goal);
  return Math.round(45 + 360 * band / bands.count(goal)) % 360;
}

/* How many cells a picture that covers the board is wide and high. */
function cover({width, height}, ratio) {
  return ratio > width / height ? [height * ratio, height] :
    [width, width / ratio];
}

function dressTiles({view, goal}) {
  const {board} = view;
  const [across, down] = shown ? cover(goal, shown.ratio) : [0, 0];
  board.classList.toggle("pictured", Boolean(shown));
  board.classList.toggle("unlabelled", app.settings.get("labels") === "off");
  board.classList.toggle("coloured", app.settings.get("colours") !== "one");
  board.classList.toggle("tinted", app.settings.get("tint") === "on");
  board.style.setProperty("--picture-across", across);
  board.style.setProperty("--picture-down", down);
  board.style.setProperty("--picture", shown ? `url("${shown.url}")` : "none");
  for (const tile of board.querySelectorAll(".tile")) {
    const cell = goal.cells.indexOf(Number(tile.dataset.label));
    const x = cell % goal.width, y = Math.floor(cell / goal.width);
    tile.style.setProperty("--x", x + (across - goal.width) / 2);
    tile.style.setProperty("--y", y + (down - goal.height) / 2);
    tile.style.setProperty("--hue", hueOf(goal, cell));
  }
}

/* The small picture of a goal: two rectangles for the frame, and two for each
 * tile. */
function dressGoal({section, goal}) {
  const svg = section.querySelector(".goal svg");
  if (!svg) return;
  const id = `whole-${app.games.findIndex((game) => game.section === section)}`;
  const cells = goal.cells.map((label, cell) => cell)
    .filter((cell) => goal.cells[cell] !== 0);
  const place = (cell) => ({x: 22 + cell % goal.width * 100,
    y: 22 + Math.floor(cell / goal.width) * 100});
  svg.querySelectorAll(".whole").forEach((old) => old.remove());
  svg.classList.toggle("pictured", Boolean(shown));
  [...svg.querySelectorAll(":scope > rect")].slice(2).forEach((rect, i) => {
    const hue = hueOf(goal, cells[i >> 1]);
    rect.style.setProperty("--hue", hue);
    rect.classList.toggle(i % 2 ? "face" : "edge", hue !== null);
  });
  if (shown)
    svg.append(draw("g", {class: "whole", "clip-path": `url(#${id})`},
      draw("clipPath", {id}, ...cells.map((cell) => {
        const {x, y} = place(cell);
        return draw("rect", {x: x + 2, y: y + 2, width: 96, height: 96, rx: 8});
      })),
      draw("image", {href: shown.url, x: 22, y: 22, width: goal.width * 100,
        height: goal.height * 100, preserveAspectRatio: "xMidYMid slice"})));
}

function markPlaces({view, goal, board}) {
  const isOn = app.settings.get("tint") === "on";
  view.mark(isOn ? goal.cells.filter((label, cell) => label !== 0 &&
    board[cell] === label) : [], "home");
}

function dress(game) {
  dressTiles(game);
  dressGoal(game);
  markPlaces(game);
}

/* All boards, in the look that is chosen now. */
async function dressAll() {
  await showPicture();
  app.games.forEach(dress);
}

function watch(game) {
  game.on("change", () => markPlaces(game));
  /* The page shows the goal of another board after this. */
  game.on("load", () => queueMicrotask(() => dress(game)));
}

/* ---- the panel ---- */

function fillLook(body) {
  const {settings} = app, said = make("p.said");
  const file = make("input", {type: "file", accept: "image/*"});
  const remove = makeButton(words("remove-the-picture"), async () => {
    own = null;
    await inStore("readwrite", (store) => store.delete("own")).catch(() => {});
    await show(words("picture-removed"));
    file.focus();
  });
  const field = make("div.own-picture",
    make("label", `${words("choose-a-picture")} `, file),
    make("div.buttons", remove), said);
  const onOff = {on: words("on"), off: words("off")};
  const rows = {
    picture: settingRow(app, "picture", words("look-picture"), {
      own: words("picture-of-player"), none: words("no-picture"),
      ...app.main.dataset.picture && {site: words("picture-of-site")}}, () => show()),
    labels: settingRow(app, "labels", words("look-labels"), onOff, () => show()),
    colours: settingRow(app, "colours", words("look-colours"), {
      one: words("one-colour"), rows: words("by-rows"),
      rings: words("by-rings")}, () => show()),
    tint: settingRow(app, "tint", words("look-tint"), onOff, () => show()),
  };

  async function show(sentence = "") {
    await dressAll();
    field.hidden = settings.get("picture") !== "own";
    remove.parentNode.hidden = !own;
    rows.labels.hidden = !shown;
    app.say(sentence, said);
  }

  file.addEventListener("change", async () => {
    const chosen = file.files[0];
    let sentence = "";
    if (!chosen) return;
    try {
      own = await drawSmall(chosen);
      await inStore("readwrite", (store) => store.put(own, "own"))
        .catch(() => { sentence = words("picture-not-kept"); });
    } catch {
      sentence = words("picture-not-read");
    }
    file.value = "";
    await show(sentence);
  });
  body.append(rows.picture, field, rows.labels, rows.colours, rows.tint);
  show();
}

app.games.forEach(watch);
const lookReady = dressAll();
