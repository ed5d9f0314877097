/* SPDX-License-Identifier: MIT */
/*
 * The card of a win as a picture, in the colours of the site. It says how the
 * puzzle was solved, and shows nothing of its board or of a solution.
 */
const WIDE = 1080, HIGH = 1080, MARGIN = 60, MIDDLE = WIDE / 2;

/* Fonts of the page. */
const fontOf = (element) => getComputedStyle(element).fontFamily;
const SANS = fontOf(document.body);
const SERIF = fontOf(document.querySelector("h1") || document.body);

function put(pen, text, y, {size, font = SANS, ink = "--ink", x = MIDDLE,
  weight = 400, most = WIDE - 4 * MARGIN}) {
  pen.font = `${weight} ${size}px ${font}`;
  pen.fillStyle = colourOf(ink);
  pen.fillText(text, x, y, most);
}

/* Lines of a text, as many words in each as fit. */
function linesOf(pen, text, most) {
  const lines = [""];
  for (const word of text.split(" ")) {
    const longer = `${lines[lines.length - 1]} ${word}`.trim();
    if (pen.measureText(longer).width > most && lines[lines.length - 1])
      lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}

function drawStars(pen, count) {
  for (const [i, x] of [-120, 0, 120].entries())
    put(pen, "\u2605", 420, {size: 120, x: MIDDLE + x,
      ink: i < count ? "--star" : "--line"});
}

/* Name and value in columns. */
function drawNumbers(pen, list) {
  const step = (WIDE - 4 * MARGIN) / list.length;
  list.forEach(([name, value], i) => {
    const x = 2 * MARGIN + step * (i + 0.5);
    put(pen, String(value), 690, {size: 76, x, most: step - 20});
    put(pen, name, 745, {size: 34, x, ink: "--soft", most: step - 20});
  });
}

/* How often the player's solutions took so many moves above the shortest. */
function drawSpread(pen, bins) {
  const most = Math.max(...bins.map(({n}) => n));
  const step = (WIDE - 4 * MARGIN) / bins.length;
  bins.forEach((bin, i) => {
    const high = Math.max(6, 80 * bin.n / most), x = 2 * MARGIN + step * i;
    pen.fillStyle = colourOf(bin.isThis ? "--link" : "--line");
    pen.fillRect(x + 6, 870 - high, step - 12, high);
    put(pen, binText(bin), 905, {size: 28, x: x + step / 2, ink: "--soft"});
  });
  put(pen, words("moves-above"), 945, {size: 28, ink: "--soft"});
}

/* Where the puzzle is, as one types it. */
const addressOf = () => location.protocol.startsWith("http") || app.url ?
  (app.date ? app.dayLink() : location.href.split("#")[0]).replace(/^https?:\/\//, "") : "";

function drawCard(pen, game, result, row) {
  const {par} = game, name = app.nameOf(game);
  const heading = document.querySelector("h1");
  const bins = row ? app.distribution(game) : [];
  pen.textAlign = "center";
  pen.fillStyle = colourOf("--ground");
  pen.fillRect(0, 0, WIDE, HIGH);
  pen.fillStyle = colourOf("--card");
  pen.beginPath();
  pen.roundRect(MARGIN, MARGIN, WIDE - 2 * MARGIN, HIGH - 2 * MARGIN, 48);
  pen.fill();
  put(pen, oneLine(app.title || document.title), 165,
    {size: 50, font: SERIF, weight: 600});
  put(pen, [heading ? heading.textContent : "", oneLine(name),
    `${game.width} \u00d7 ${game.height}`].filter(Boolean).join(" \u00b7 "), 225,
  {size: 36, ink: "--soft"});
  drawStars(pen, starsOf(result, par));
  pen.font = `400 48px ${SERIF}`;
  linesOf(pen, endTitle(result, par), WIDE - 4 * MARGIN).slice(0, 2)
    .forEach((line, i) => put(pen, line, 520 + 60 * i, {size: 48, font: SERIF}));
  drawNumbers(pen, [[words("moves-made"), result.stm],
    ...par ? [[par.proven ? words("shortest-par") : words("best-known-par"),
      par.stm]] : [], [words("time"), clockText(result.ms)]]);
  if (bins.some(({n}) => n > 0)) drawSpread(pen, bins);
  put(pen, addressOf(), 995, {size: 30, ink: "--link"});
}

async function pictureOf(game, result, row) {
  const canvas = make("canvas", {width: WIDE, height: HIGH});
  drawCard(canvas.getContext("2d"), game, result, row);
  const blob = await new Promise((done) => { canvas.toBlob(done); });
  if (!blob) throw new Error(words("picture-failed"));
  return blob;
}

/* Saves it, and copies it where that is possible. */
function save(file) {
  saveFile(file.name, file);
  navigator.clipboard?.write([new ClipboardItem({[file.type]: file})]).catch(() => {});
  return words("picture-saved", {name: file.name});
}

/* Shares the picture by the system's sheet, or saves it. Resolves to a sentence. */
async function sharePicture(game, result, row) {
  const blob = await pictureOf(game, result, row);
  const name = `${app.channel || "puzzle"}-${app.date || "board"}.png`;
  const file = new File([blob], name, {type: "image/png"});
  if (!navigator.canShare?.({files: [file]})) return save(file);
  try {
    await navigator.share({files: [file], text: app.shareText(game)});
    return "";
  } catch (error) {
    return error.name === "AbortError" ? "" : save(file);
  }
}
