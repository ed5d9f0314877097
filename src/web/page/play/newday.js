/* SPDX-License-Identifier: MIT */
/*
 * An open page says when a new puzzle is out. It asks for days.js again when
 * the channel's date is later than the newest puzzle: at midnight, then every
 * few minutes while the page is in sight, and when it comes into sight or the
 * network is back. Without a network it says that the day has begun.
 */
const ASK_MS = 300000;
const LOOK_MS = 20000;

/* Milliseconds to the next midnight of a zone, to the second. */
function untilMidnight(zone, now) {
  const today = dateInZone(zone, now);
  let low = 0, high = 2 * DAY_MS;
  while (high - low > 1000) {
    const middle = Math.floor((low + high) / 2);
    if (dateInZone(zone, now + middle) === today) low = middle;
    else high = middle;
  }
  return high;
}

/* Says that there is a newer puzzle, or that there should be one, without moving what
 * is there. */
function newDayBar(text, ...links) {
  const bar = make("div.new-day", {role: "status"}, make("p", text), ...links,
    makeButton(words("later"), () => bar.remove()));
  return bar;
}

/* An open card makes what is outside of it inert: the bar is its first line. */
function placeBar(bars = document.querySelectorAll(".new-day")) {
  const card = document.querySelector(".end:modal");
  if (card) card.prepend(...bars);
  else document.body.append(...bars); /* the link that skips is first */
}

function watchDays(app) {
  /* A browser may have kept today's page of another day. */
  let asked = -Infinity, shown = app.isTodayPage ? app.date : app.newest();
  let waiting = null;

  async function look() {
    if (app.newest() <= shown || shown === "") return;
    shown = app.newest();
    /* The browser may have kept that page, too: the bar would lead to it. */
    await fetch(`${app.root}index.html`, {cache: "no-cache"})
      .then((page) => page.text()).catch(() => {});
    document.querySelectorAll(".new-day").forEach((bar) => bar.remove());
    placeBar([newDayBar(words("new-puzzle"), make("a.main-button.share",
      {href: `${app.root}index.html`}, words("play-it")))]);
    app.refresh();
  }

  async function ask() {
    asked = performance.now();
    try {
      const answer = await fetch(`${app.root}days.js`, {cache: "no-cache"});
      const days = answer.ok ? parseDays(await answer.text()) : null;
      if (days && (!app.days || days.last > app.days.last)) app.days = days;
    } catch {
      if (!waiting) placeBar([waiting = newDayBar(words("new-day-offline"))]);
      return;
    }
    if (waiting) waiting.remove();
    waiting = null;
    look();
  }

  function askIfDue() {
    if (app.newest() !== "" && !document.hidden &&
        app.today() > app.newest() && performance.now() - asked >= ASK_MS)
      ask();
  }

  function askSoon() {
    if (performance.now() - asked >= LOOK_MS || waiting) asked = -Infinity;
    askIfDue();
  }

  if (!location.protocol.startsWith("http")) return;
  look();
  document.addEventListener("visibilitychange", askSoon);
  addEventListener("online", askSoon);
  setInterval(askIfDue, LOOK_MS);
  askIfDue();
}
