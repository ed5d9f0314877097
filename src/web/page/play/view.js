/* SPDX-License-Identifier: MIT */
/*
 * What a board looks like. Tiles rest at a transform in percent of their own
 * size, so a change of the window's width needs no script, and they move by
 * animations of the transform alone, in pixels, which browsers run without
 * layout. Slides wait in a queue: the game may be ahead of the picture,
 * and no input is lost.
 */
const SVG_SPACE = "http://www.w3.org/2000/svg";

const SHAKE_MS = 150;

/* Milliseconds for one slide. */
const SPEEDS = {slow: 380, normal: 150, fast: 70, off: 0};
const SPEED_WORDS = {slow: words("slow"), normal: words("normal"),
  fast: words("fast"), off: words("off")};
const WAYS = {U: words("up"), D: words("down"), L: words("left"),
  R: words("right")};

/* Makes an element "tag.class.class": properties, if there are any, then children
 * (nodes or texts). */
function make(what, ...children) {
  const [tag, ...classes] = what.split("."), element = document.createElement(tag);
  const properties = children[0]?.constructor === Object ? children.shift() : {};
  element.classList.add(...classes);
  for (const [name, value] of Object.entries(properties)) {
    if (name in element && name !== "role") element[name] = value;
    else element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

/* A click does nothing while the button says that it cannot be used. */
function makeButton(text, onClick, properties = {}) {
  const button = make("button", {type: "button", ...properties}, text);
  button.addEventListener("click", () => {
    if (button.getAttribute("aria-disabled") !== "true") onClick();
  });
  return button;
}

/* A button whose text changes; as wide as the longest, it keeps its place. */
function makeTurningButton(texts, onClick, properties = {}) {
  const button = makeButton("", onClick, {className: "turning", ...properties});
  button.append(...texts.map((text) => make("span", text)));
  turnButton(button, texts[0]);
  return button;
}

function turnButton(button, text) {
  for (const span of button.children)
    span.classList.toggle("hidden", span.textContent !== text);
}

/* A select of choices, {value: words}. */
function makeSelect(choices, value, onChange = () => {}) {
  const select = make("select");
  fillSelect(select, Object.entries(choices), value);
  select.addEventListener("change", () => onChange(select.value));
  return select;
}

function fillSelect(select, choices, value) {
  select.replaceChildren(...choices.map(([name, text]) =>
    make("option", {value: name}, text)));
  select.value = value;
}

/* A folded panel: {details, body}. */
function makePanel(title, ...children) {
  const body = make("div.panel-body", ...children);
  return {body, details: make("details.panel", make("summary", title), body)};
}

/* A dialog with a button that closes it. */
function makeDialog(what, label, ...children) {
  const dialog = make(what, {tabIndex: -1, "aria-label": label});
  dialog.append(makeButton("\u00d7", () => dialog.close(),
    {className: "close", "aria-label": words("close")}), ...children);
  return dialog;
}

/* Names and what they have. */
const makeFact = (name, value) => make("div", make("dt", name), make("dd", value));
const makeFacts = (what, facts) => make(what,
  ...facts.map(([name, value]) => makeFact(name, value)));

const sizeText = (size) => size.replace("x", " \u00d7 ");

/* A number as the language of the page writes it. */
const numberText = (n, digits, least = 1) => new Intl.NumberFormat(
  document.documentElement.lang, {minimumIntegerDigits: least,
    minimumFractionDigits: digits, maximumFractionDigits: digits}).format(n);

/* A text that is shown at once and announced once. */
function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/* An element of SVG with these attributes. */
function draw(tag, values, ...children) {
  const node = document.createElementNS(SVG_SPACE, tag);
  for (const [name, value] of Object.entries(values))
    node.setAttribute(name, value);
  node.append(...children);
  return node;
}

/*
 * A picture of a board, like those that `loyd show --svg` draws, for boards
 * that no page holds.
 */
function boardPicture(board, title) {
  const {width, height, cells} = board, w = width * 100, h = height * 100;
  const rect = (x, y, width, height, rx, fill) =>
    draw("rect", {x, y, width, height, rx, fill});
  const svg = draw("svg", {viewBox: `0 0 ${w + 44} ${h + 44}`, role: "img",
    "text-anchor": "middle", "font-weight": 600, fill: "#22303f",
    "font-family": "Avenir Next,Segoe UI,Helvetica Neue,Arial,sans-serif"});
  svg.append(draw("title", {}, title), draw("desc", {}, boardText(board)),
    rect(0, 0, w + 44, h + 44, 28, "#27364a"),
    rect(18, 18, w + 8, h + 8, 18, "#1b2636"));
  const digits = cells.length > 100 ? 36 : 46;
  cells.forEach((label, cell) => {
    const x = 22 + cell % width * 100, y = 22 + Math.floor(cell / width) * 100;
    if (label === 0) return;
    svg.append(rect(x + 4, y + 4, 92, 92, 14, "#cdbb98"),
      rect(x + 4, y + 4, 92, 87, 14, "#f6efe0"),
      draw("text", {x: x + 50, y: y + 50 + digits * 0.3, "font-size": digits},
        label));
  });
  return svg;
}

const wantsNoMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/*
 * The live board of a section: builds the tiles for a board and moves them.
 * `speed()` names an entry of SPEEDS.
 */
function openBoardView(figure, speed) {
  const section = figure.closest(".puzzle");
  const tiles = new Map(), places = new Map(); /* by label: element, [x, y] */
  const rows = make("p.hidden-text");
  const board = make("div.board", {tabIndex: 0, role: "group"});
  const stage = make("div.stage", board, rows);
  const queue = [];
  let shape = {width: 0, height: 0}, cell = 0, running = null;
  let atRest = [];

  rows.id = `board-words-${document.querySelectorAll(".stage").length + 1}`;
  board.setAttribute("aria-describedby", rows.id);
  figure.classList.add("live");
  figure.prepend(stage);
  new ResizeObserver(([entry]) => {
    cell = entry.contentRect.width / shape.width;
  }).observe(board);

  const percent = ([x, y]) => `translate(${x * 100}%, ${y * 100}%)`;
  const pixels = ([x, y]) => cell > 0 ?
    `translate(${x * cell}px, ${y * cell}px)` : percent([x, y]);

  function describe() {
    const cells = Array(shape.width * shape.height).fill(0);
    for (const [label, [x, y]] of places) cells[y * shape.width + x] = label;
    const texts = [];
    for (let at = 0; at < cells.length; at += shape.width)
      texts.push(cells.slice(at, at + shape.width)
        .map((label) => label || words("gap")).join(" "));
    setText(rows, texts.join("; "));
  }

  /* Runs when no slide is left: all that may cause layout waits for it. */
  function rest() {
    const callbacks = atRest;
    atRest = [];
    describe();
    callbacks.forEach((callback) => callback());
  }

  function place(label, to) {
    places.set(label, to);
    tiles.get(label).style.transform = percent(to);
  }

  /* Starts the next slide of the queue; a long queue moves faster. */
  function next() {
    const item = queue.shift();
    running = null;
    if (!item) {
      rest();
      return;
    }
    const [across, down] = TO_TILE[item.dir];
    const wanted = wantsNoMotion() || document.hidden ? 0 : SPEEDS[speed()];
    const duration = wanted / (1 + queue.length / 2);
    const animations = item.labels.map((label) => {
      const [x, y] = places.get(label), to = [x - across, y - down];
      const from = item.from.get(label) || pixels([x, y]);
      const tile = tiles.get(label);
      place(label, to);
      return duration > 0 ? tile.animate(
        [{transform: from}, {transform: pixels(to)}],
        {duration, easing: queue.length > 0 ? "linear" : "ease-out"}) : null;
    });
    if (!animations[0]) {
      next();
      return;
    }
    running = animations;
    animations[0].onfinish = next;
  }

  function finish() {
    for (const animation of running || []) {
      animation.onfinish = null;
      animation.cancel();
    }
    running = null;
    while (queue.length > 0) {
      const {dir, labels} = queue.shift(), [across, down] = TO_TILE[dir];
      for (const label of labels) {
        const [x, y] = places.get(label);
        place(label, [x - across, y - down]);
      }
    }
    rest();
  }

  function build(to) {
    shape = {width: to.width, height: to.height};
    tiles.clear();
    places.clear();
    board.replaceChildren();
    section.style.setProperty("--w", to.width);
    section.style.setProperty("--h", to.height);
    section.classList.toggle("wide", to.width >= 2 * to.height);
    section.classList.toggle("tall", to.height >= 2 * to.width);
    board.classList.toggle("many", to.width * to.height > 100);
    board.setAttribute("aria-label", words("board-label", to));
    for (const label of [...to.cells].sort((a, b) => a - b)) {
      if (label === 0) continue;
      const tile = make("button.tile", {type: "button", tabIndex: -1}, make("span", String(label)));
      tile.dataset.label = label;
      tiles.set(label, tile);
      board.append(tile);
    }
  }

  return {
    board, stage, finish,
    /* Shows a board at once. */
    set(to) {
      finish();
      if (to.width !== shape.width || to.height !== shape.height ||
          !to.cells.every((label) => label === 0 || tiles.has(label)))
        build(to);
      cell = board.clientWidth / shape.width;
      to.cells.forEach((label, at) => {
        if (label !== 0)
          place(label, [at % to.width, Math.floor(at / to.width)]);
      });
      describe();
    },
    /* Shows a slide; `from` holds the transforms where a drag left tiles. */
    slide(dir, labels, from = new Map()) {
      queue.push({dir, labels, from});
      if (!running) next();
    },
    isMoving: () => running !== null,
    whenAtRest(callback) {
      if (running) atRest.push(callback);
      else callback();
    },
    /* Follows a finger: the tiles of a line, moved by a part of a cell. */
    drag(dir, labels, part) {
      const [across, down] = TO_TILE[dir], from = new Map();
      for (const label of labels) {
        const [x, y] = places.get(label);
        const at = pixels([x - across * part, y - down * part]);
        tiles.get(label).style.transform = at;
        from.set(label, at);
      }
      return from;
    },
    /* Lets go: the tiles return to their places. */
    snapBack(from) {
      const duration = wantsNoMotion() ? 0 : SPEEDS[speed()];
      for (const [label, at] of from) {
        const tile = tiles.get(label), to = places.get(label);
        if (!tile) continue; /* another board came during the drag */
        place(label, to);
        if (duration > 0)
          tile.animate([{transform: at}, {transform: pixels(to)}],
            {duration, easing: "ease-out"});
      }
    },
    /* A tile that cannot move says so; not by motion where that is unwanted. */
    shake(label) {
      const [x, y] = places.get(label), tile = tiles.get(label);
      if (wantsNoMotion()) return;
      const at = (part) => ({transform: pixels([x + part, y])});
      tile.animate([0, 0.06, -0.06, 0.03, 0].map(at), {duration: SHAKE_MS});
    },
    /* The wave of light over a board that was just solved. */
    celebrate() {
      for (const [label, [x, y]] of places)
        tiles.get(label).style.setProperty("--at",
          (x + y) / (shape.width + shape.height - 2));
      board.classList.add("won");
    },
    cellSize: () => board.clientWidth / shape.width,
    /* Marks tiles, such as those of a hint; an empty list unmarks all. */
    mark(labels, name = "marked") {
      for (const [label, tile] of tiles)
        tile.classList.toggle(name, labels.includes(label));
    },
  };
}

/* The counters over a board. */
function openStatus() {
  const list = makeFacts("dl.status", [[words("moves-made"), "0"],
    [words("shortest-par"), "0"], [words("time"), "0"]]);
  const [[made, stm], [best, length], [, time]] =
    [...list.children].map(({children}) => children);
  made.title = words("moves-made-title");
  return {
    list,
    show(game) {
      setText(stm, String(game.stm));
      setText(time, clockText(game.ms));
    },
    par(par) {
      setText(best, par && !par.proven ? words("best-known-par") :
        words("shortest-par"));
      setText(length, par ? String(par.stm) : "\u2013");
    },
  };
}

function goalFigure(goal) {
  const figure = make("figure.goal", boardPicture(goal, words("goal")),
    make("figcaption", words("goal")));
  makeZoom(figure);
  return figure;
}

/* A button over the small picture of a goal shows it large. */
function makeZoom(figure) {
  figure.append(makeButton("", () => {
    const picture = figure.querySelector("svg").cloneNode(true);
    const {width, height} = picture.viewBox.baseVal;
    const dialog = makeDialog("dialog.view", words("goal"), picture);
    picture.style.setProperty("--wide", width / height);
    picture.append(...picture.querySelectorAll("text")); /* over a picture */
    dialog.addEventListener("click", () => dialog.close());
    showDialog(dialog, figure);
  }, {className: "zoom", "aria-label": words("enlarge-goal"),
    "aria-haspopup": "dialog"}));
}
