/* SPDX-License-Identifier: MIT */
/*
 * What is said when a puzzle is solved: a card over the page, and under the board
 * once that is closed or the player comes back. It is one dialog for both.
 */

/* ---- what it says ---- */

function endTitle(result, par) {
  const moves = movesText(result.stm);
  if (!par) return words("solved-in", {moves});
  const over = result.stm - par.stm, values = {moves,
    par: parText(result.stm, par)};
  if (result.hints > 0 || over > 0) return words("solved-with-par", values);
  if (over < 0) return words("solved-below-par", values);
  return par.proven ? words("solved-shortest", values) :
    words("solved-best-known", values);
}

/* Three for the shortest, or the best known; two within 10 %; else one, as for a
 * game with hints. */
function starsOf(result, par) {
  return par ? Math.max(1, 3 - stepOf(result, par)) : 1;
}

function showStars(line, count) {
  line.setAttribute("aria-label", words("stars", {n: count}));
  line.replaceChildren(make("b", "\u2605".repeat(count)),
    "\u2605".repeat(3 - count));
}

function daysText(n) {
  return n === 1 ? words("one-day") : words("n-days", {n});
}

function slidesCount(n) {
  return n === 1 ? words("one-slide") : words("n-slides", {n});
}

/* [name, value] of what counts, for {result, row}. */
function numbersOf(app, {result, row}) {
  const list = [[words("time"), clockText(result.ms)]];
  const best = row && betterOf(row.best, result);
  const streak = app.streak();
  if (result.hints > 0) list.push([words("hints"), result.hints]);
  if (best && best.stm !== result.stm)
    list.push([words("your-best"), best.stm]);
  if (row && row.own && streak.current > 0)
    list.push([words("streak"), daysText(streak.current)],
      [words("longest-streak"), daysText(streak.longest)]);
  return list;
}

const binText = ({from, to}) => to === Infinity ? `${from}+` :
  from === to ? `${from}` : `${from}\u2013${to}`;

/* How often this tier was solved with so many moves above the shortest. */
function spreadFigure(bins) {
  const most = Math.max(1, ...bins.map(({n}) => n));
  return make("figure.spread",
    ...bins.map((bin) => {
      const bar = make("i"), {n, isThis} = bin;
      bar.style.setProperty("--part", n / most);
      return make("div", isThis ? {className: "own"} : {},
        make("span", n > 0 ? String(n) : ""), bar, make("small", binText(bin)));
    }), make("figcaption", words("moves-above")));
}

/* Shows what a result is shorter than, as far as that is known: of the player's own
 * games, and of those of the day, which only some publishers collect. */
async function compare(app, line, row, result) {
  const own = shorterThan(othersOf(app.results.rows(), row), result);
  line.textContent = "";
  if (result.hints > 0) return;
  if (own)
    line.append(words("shorter-than-own", {...own, size: sizeText(row.size)}));
  if (!app.main.dataset.results) return;
  try {
    const answer = await fetch(`${app.root}daily/${row.day}.stats.json`);
    const {puzzles} = answer.ok ? await answer.json() : {puzzles: []};
    const mine = puzzles.find((puzzle) => puzzle.puzzle_id === row.id);
    const found = mine && shorterThan(mine.lengths, result);
    if (found) line.append(" ", words("shorter-than-today", found));
  } catch {
    /* it is not there */
  }
}

/* ---- where to go on ---- */

/* The next tier that is not solved, an earlier day, or a new board. */
function nextStep(app, game, leave) {
  const later = app.games.slice(app.games.indexOf(game) + 1);
  const tier = [...later, ...app.games].find((other) => other !== game &&
    other.tier && other.state !== "solved" && !app.rowOf(other));
  if (tier)
    return makeButton(words("next-tier", {tier: oneLine(app.nameOf(tier))}), async () => {
      await leave();
      app.tiers.open(tier.section);
      tier.view.board.focus({preventScroll: true});
    }, {className: "main-button next"});
  if (app.isNewBoard) return null;
  const day = app.unsolvedDay();
  const isNext = day && dayNumber(app.date) - dayNumber(day.date) === 1;
  return make("a.main-button.next", {href: day ? day.href : `${app.root}play.html`},
  !day ? words("a-new-board") : !isNext ? words("an-earlier-day") :
    app.isToday() ? words("puzzle-of-yesterday") : words("day-before"));
}

/* Counts down to the next puzzle while it is shown. */
function openCountdown(app) {
  const line = make("p.countdown");
  let end = 0, timer = 0;

  function show() {
    const left = end - Date.now();
    setText(line, left > 0 ? words("next-puzzle-in",
      {time: clockText(left + 999)}) : words("next-puzzle-now"));
    if (left <= 0) stop();
  }

  function stop() {
    clearInterval(timer);
    timer = 0;
  }

  return {
    line,
    start() {
      stop();
      line.hidden = app.isNewBoard || !app.isToday() ||
        app.today() !== app.date;
      if (line.hidden) return;
      end = Date.now() + untilMidnight(app.zone, Date.now());
      timer = setInterval(show, 1000);
      show();
    },
    stop,
  };
}

/* ---- the card ---- */

const CARD_MS = 1100; /* the solved board is seen before the card comes */

/* Scrolls a board that the card hides a part of to the top. */
function uncover(stage, card) {
  const {top, bottom, left} = stage.getBoundingClientRect();
  const over = card.getBoundingClientRect();
  if (top < 0 || (bottom > innerHeight - card.offsetHeight &&
      left < over.right && over.left < stage.getBoundingClientRect().right))
    stage.scrollIntoView({block: "start",
      behavior: wantsNoMotion() ? "auto" : "smooth"});
}

function openEnd(app, game) {
  const stars = make("p.stars", {role: "img"});
  const title = make("p.end-title"), symbols = make("p.symbols");
  const body = make("div"), compared = make("p.compared");
  const buttons = make("div.buttons");
  const said = make("p.said");
  const countdown = openCountdown(app);
  const card = makeDialog("dialog.end", words("solved"), stars, title, symbols, compared,
    body, buttons, countdown.line, said);
  let timer = 0;

  /* Says what a script that few visits need has done, or why it has not. */
  const act = (script, work) => async () => {
    try {
      if (script) await loadScript(app, script);
      app.say(await work() ?? "", said);
    } catch (error) {
      app.say(error.message, said);
    }
  };

  function fill(result, row) {
    const next = nextStep(app, game, () => {
      card.close();
      return leaveDialog(card);
    });
    const bins = row ? app.distribution(game) : [], tiers = app.tiersOf(game);
    symbols.replaceChildren(...tiers.length > 1 ? tiers.map((tier) => make("span",
      {"data-step": tier.result ? stepOf(tier.result, tier.par) : ""},
      `${tier.name} ${overText(tier)}`)) : []);
    setText(title, endTitle(result, game.par));
    setText(said, "");
    setText(compared, "");
    if (row) compare(app, compared, row, result);
    showStars(stars, starsOf(result, game.par));
    body.replaceChildren(makeFacts("dl.numbers", numbersOf(app, {result, row})),
      ...(bins.some(({n}) => n > 0) ? [spreadFigure(bins)] : []));
    buttons.replaceChildren(...(next ? [next] : []),
      makeButton(words("share"), act("", () => shareOrCopy(app.shareText(game), card)),
        {className: "main-button share"}),
      makeButton(words("result-picture"), act("result.js", () =>
        sharePicture(game, result, row))),
      ...game.moves.length > 0 && game.recordText() ?
        [makeButton(words("analyse-game"), act("analysis.js", () =>
          openAnalysis(game.record(), game.par)))] : [],
      makeButton(words("play-again"), () => {
        game.restart();
        game.view.board.focus();
      }, {className: "again"}));
    countdown.start();
  }

  /* Under the board, without taking the focus, as a dialog's show() would. */
  function settle() {
    card.open = true;
  }

  function hide() {
    clearTimeout(timer);
    countdown.stop();
    card.close();
  }

  card.addEventListener("click", (event) => {
    const {left, right, top, bottom} = card.getBoundingClientRect();
    if (event.target === card && card.matches(":modal") &&
        (event.clientX < left || event.clientX > right ||
         event.clientY < top || event.clientY > bottom))
      card.close();
  });
  card.addEventListener("close", () => {
    if (game.state === "solved") settle();
    placeBar();
  });
  return {
    card,
    /* For a game that was solved just now: over the page, wherever that is. */
    celebrate(result, row) {
      const stage = game.view.stage;
      game.view.celebrate();
      timer = setTimeout(() => {
        fill(result, row);
        card.close();
        showDialog(card);
        placeBar();
        card.focus({preventScroll: true});
        uncover(stage, card);
      }, wantsNoMotion() ? 0 : CARD_MS);
    },
    show(result, row) {
      fill(result, row);
      settle();
    },
    hide,
    text: () => title.textContent,
  };
}
