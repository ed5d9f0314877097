/* SPDX-License-Identifier: MIT */
/*
 * Dates in words, in the language of the page: without script they are ISO.
 */
const DATE_FORMS = {
  long: {weekday: "long", day: "numeric", month: "long", year: "numeric"},
  short: {day: "numeric", month: "short"},
  month: {month: "long", year: "numeric"},
  name: {month: "long"},
};

function dateText(iso, form) {
  const {lang} = document.documentElement;
  return new Intl.DateTimeFormat(lang === "en" ? "en-GB" : lang,
    {...DATE_FORMS[form], timeZone: "UTC"})
    .format(dayNumber(iso.padEnd(10, "-01")) * DAY_MS);
}

function datesInWords(place = document) {
  for (const time of place.querySelectorAll("time[data-form]")) {
    const iso = time.textContent;
    time.dateTime = iso;
    time.textContent = dateText(iso, time.dataset.form);
  }
}
