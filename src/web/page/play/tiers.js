/* SPDX-License-Identifier: MIT */
/*
 * The tiers of a day: one is open, the others are a tab away. The address can
 * name one, as in index.html#hard, and the one chosen last is remembered.
 */
function openTiers(app) {
  const place = document.querySelector(".first");
  const list = document.querySelector(".tiers");
  const tabs = list ? [...list.querySelectorAll("a")] : [];
  const sections = [...document.querySelectorAll("section.puzzle")];
  const names = sections.map((section) => section.dataset.tier);
  const key = `loyd tier ${app.site} ${app.channel}`;

  /* Time runs only for the game that is seen. */
  function wake(game) {
    if (game.section.hidden || document.hidden) game.clock.stop();
    else if (game.state === "playing" && !game.isPlayback) game.clock.start();
    game.tell("change");
  }

  function show(at) {
    sections.forEach((section, i) => { section.hidden = i !== at; });
    tabs.forEach((tab, i) => {
      tab.setAttribute("aria-selected", String(i === at));
      tab.tabIndex = i === at ? 0 : -1;
    });
    app.games.forEach(wake);
    if (list.scrollWidth > list.clientWidth)
      tabs[at].scrollIntoView({block: "nearest", inline: "center"});
  }

  function choose(at) {
    show(at);
    app.shelf.write(key, names[at]);
    history.replaceState(null, "", tabs[at].href);
  }

  /* The tier of the address, or -1. */
  function linked() {
    let name = "";
    try {
      name = decodeURIComponent(location.hash.slice(1));
    } catch {
      return -1; /* a broken % sign */
    }
    return names.indexOf(name.replace(/^tier-/, ""));
  }

  function moveByKey(event) {
    const at = tabs.indexOf(event.target), last = tabs.length - 1;
    const isMirrored = document.dir === "rtl";
    const to = {[isMirrored ? "ArrowRight" : "ArrowLeft"]: at > 0 ? at - 1 : last,
      [isMirrored ? "ArrowLeft" : "ArrowRight"]: at < last ? at + 1 : 0,
      Home: 0, End: last}[event.key];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    choose(to);
    tabs[to].focus();
  }

  function attach() {
    list.setAttribute("role", "tablist");
    tabs.forEach((tab, i) => {
      tab.setAttribute("role", "tab");
      tab.setAttribute("aria-controls", sections[i].id);
      tab.id = `tab-${i + 1}`;
      tab.href = `#${encodeURIComponent(names[i])}`;
      sections[i].setAttribute("role", "tabpanel");
      sections[i].setAttribute("aria-labelledby", tab.id);
      tab.addEventListener("click", (event) => {
        event.preventDefault();
        choose(i);
      });
    });
    list.addEventListener("keydown", moveByKey);
    addEventListener("hashchange", () => {
      if (linked() >= 0) show(linked());
    });
    const chosen = linked() >= 0 ? linked() :
      names.indexOf(app.shelf.read(key));
    show(Math.max(0, chosen));
    place.classList.add("ready");
  }

  /* Marks the tabs of what is solved. */
  function mark() {
    for (const game of app.games) {
      const tab = tabs[sections.indexOf(game.section)];
      if (!tab || tab.classList.contains("done") ||
          !(game.state === "solved" || app.rowOf(game))) continue;
      tab.classList.add("done");
      tab.append(make("span.hidden-text",
        words("and-solved")));
    }
  }

  /* A strip that can be scrolled fades where there is more. */
  function fade() {
    const {scrollLeft: at, scrollWidth, clientWidth} = list;
    const room = scrollWidth - clientWidth, left = at < 0 ? room + at : at;
    list.classList.toggle("more-left", left > 2);
    list.classList.toggle("more-right", left < room - 2);
  }

  if (tabs.length > 1) {
    attach();
    list.addEventListener("scroll", fade);
    new ResizeObserver(fade).observe(list);
  }
  app.refreshers.push(mark);
  return {open: (section) => choose(sections.indexOf(section))};
}
