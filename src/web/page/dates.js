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

function datesInWords() {
  const {lang} = document.documentElement;
  for (const time of document.querySelectorAll("time[data-form]")) {
    const iso = time.textContent;
    const number = dayNumber(iso.padEnd(10, "-01"));
    time.dateTime = iso;
    time.textContent = new Intl.DateTimeFormat(lang === "en" ? "en-GB" : lang,
      {...DATE_FORMS[time.dataset.form], timeZone: "UTC"})
      .format(number * DAY_MS);
  }
}
