/* SPDX-License-Identifier: MIT */
/*
 * Tests dates against a calendar counted day by day and against Zeller's
 * rule, and the recipes of the channel `daily`.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "core/date.h"
#include "loyd.h"

/* The reference: a calendar that is counted day by day. */
struct calendar {
    int year, month, day;
    long days; /* since 0001-01-01 */
};

static int
last_of_month(int year, int month)
{
    if (month == 2) {
        if (year % 400 == 0)
            return 29;
        if (year % 100 == 0)
            return 28;
        return year % 4 == 0 ? 29 : 28;
    }
    return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}

static void
next_day(struct calendar *c)
{
    c->days++;
    if (++c->day <= last_of_month(c->year, c->month))
        return;
    c->day = 1;
    if (++c->month <= 12)
        return;
    c->month = 1;
    c->year++;
}

/*
 * 0 Saturday .. 6 Friday. [Zeller, "Kalender-Formeln", Acta Mathematica 9
 * (1887)]
 */
static int
zeller(int year, int month, int day)
{
    int m = month < 3 ? month + 12 : month;
    int y = month < 3 ? year - 1 : year;

    return (day + 13 * (m + 1) / 5 + y % 100 + y % 100 / 4 + y / 100 / 4 +
            5 * (y / 100)) %
           7;
}

static void
test_calendar_day_by_day(void **state)
{
    struct calendar c = {1, 1, 1, 0};
    loyd_date epoch = {1970, 1, 1};
    long epoch_day = -1;
    (void)state;

    assert_int_equal(date_days(&epoch), 0);
    for (; c.year <= 9999; next_day(&c)) {
        loyd_date date = {(uint16_t)c.year, (uint8_t)c.month, (uint8_t)c.day};
        loyd_date again = {0, 0, 0};
        int32_t days = date_days(&date);

        if (epoch_day < 0)
            epoch_day = c.days - days;
        if (days != c.days - epoch_day)
            fail_msg("%d-%d-%d is day %d", c.year, c.month, c.day, (int)days);
        assert_int_equal(date_of_days(days, &again), LOYD_OK);
        if (again.year != c.year || again.month != c.month ||
            again.day != c.day)
            fail_msg("day %d is %d-%d-%d", (int)days, again.year, again.month,
                     again.day);
        /* Zeller's Saturday is 0, ours is 5. */
        if (date_weekday(&date) !=
            (unsigned)(zeller(c.year, c.month, c.day) + 5) % 7)
            fail_msg("weekday of %d-%d-%d", c.year, c.month, c.day);
    }
    assert_int_equal(epoch_day, 719162);
    assert_int_equal(c.days, 3652059); /* 10,000 years less the first */
}

static void
test_days_out_of_range(void **state)
{
    loyd_date date = {1, 2, 3};
    (void)state;

    assert_int_equal(date_of_days(-719163, &date), LOYD_E_DATE);
    assert_int_equal(date_of_days(2932897, &date), LOYD_E_DATE);
    assert_int_equal(date_of_days(INT32_MIN, &date), LOYD_E_DATE);
    assert_int_equal(date_of_days(INT32_MAX, &date), LOYD_E_DATE);
    assert_int_equal(date.year, 1); /* untouched */
    assert_int_equal(date.month, 2);
    assert_int_equal(date.day, 3);
}

/* Makes a day of the built-in channel. */
static loyd_err
daily_day(const loyd_date *date, loyd_day *day, loyd_why *why)
{
    loyd_channel channel;

    assert_int_equal(loyd_channel_get(NULL, "daily", &channel, NULL), LOYD_OK);
    return loyd_channel_day(NULL, &channel, date, 0, day, NULL, why);
}

static void
day_of(const char *text, loyd_day *day)
{
    loyd_date date;

    assert_int_equal(loyd_date_parse(text, strlen(text), &date, NULL),
                     LOYD_OK);
    assert_int_equal(daily_day(&date, day, NULL), LOYD_OK);
}

/* These recipes are released and never change. 2026-01-01 is a Thursday. */
static void
test_recipes_of_days(void **state)
{
    static const struct {
        const char *date;
        uint32_t day_no, version;
        const char *title;
        const char *recipe;
    } days[] = {
        {"2026-01-01", 1, 1, "15-puzzle",
         "4x4/rows~g1,stm=40..47~daily/2026-01-01~0"},
        {"2026-01-02", 2, 1, "15-puzzle-snake",
         "4x4/snake~g1,stm=45..52~daily/2026-01-02~0"},
        {"2026-01-03", 3, 1, "15-puzzle-spiral",
         "4x4/spiral~g1,stm=53..60~daily/2026-01-03~0"},
        {"2026-01-04", 4, 1, "15-puzzle-random-goal",
         "4x4/random,missing=random~g1,stm=50..60~daily/2026-01-04~0"},
        {"2026-01-05", 5, 1, "8-puzzle",
         "3x3/rows~g1,stm=10..17~daily/2026-01-05~0"},
        {"2026-01-06", 6, 1, "8-puzzle-snake",
         "3x3/snake~g1,stm=18..22~daily/2026-01-06~0"},
        {"2026-01-07", 7, 1, "11-puzzle",
         "4x3/rows~g1,stm=25..32~daily/2026-01-07~0"},
        {"2026-12-31", 365, 1, "15-puzzle",
         "4x4/rows~g1,stm=40..47~daily/2026-12-31~0"},
        {"2027-01-01", 366, 2, "15-puzzle",
         "4x4/rows~g1,stm=31..38~daily/2027-01-01~0"},
        {"2027-01-02", 367, 2, "15-puzzle-snake",
         "4x4/snake~g1,stm=39..44~daily/2027-01-02~0"},
        {"2027-01-03", 368, 2, "15-puzzle-spiral",
         "4x4/spiral~g1,stm=45..52~daily/2027-01-03~0"},
        {"2027-01-04", 369, 2, "8-puzzle",
         "3x3/rows~g1,stm=8..13~daily/2027-01-04~0"},
        {"2027-01-06", 371, 2, "8-puzzle-snake",
         "3x3/snake~g1,stm=19..22~daily/2027-01-06~0"},
        {"2027-01-07", 372, 2, "11-puzzle",
         "4x3/rows~g1,stm=23..30~daily/2027-01-07~0"},
        {"2028-02-29", 790, 2, "8-puzzle",
         "3x3/rows~g1,stm=14..18~daily/2028-02-29~0"},
        {"9999-12-31", 2912443, 2, "15-puzzle",
         "4x4/rows~g1,stm=31..38~daily/9999-12-31~0"},
    };
    (void)state;

    for (size_t i = 0; i < sizeof(days) / sizeof(days[0]); i++) {
        char text[LOYD_RECIPE_TEXT];
        loyd_recipe read;
        loyd_day day;

        day_of(days[i].date, &day);
        assert_int_equal(day.day_no, days[i].day_no);
        assert_int_equal(day.version, days[i].version);
        assert_string_equal(day.title, days[i].title);
        /* Of version 2 the days of 3x3 have an order. */
        assert_int_equal(day.has_recipe,
                         day.version == 1 || day.recipe.layout.width > 3);
        loyd_recipe_print(&day.recipe, text);
        assert_string_equal(text, days[i].recipe);
        assert_int_equal(loyd_recipe_parse(text, strlen(text), &read, NULL),
                         LOYD_OK);
    }
}

static void
test_days_outside_the_channel(void **state)
{
    static const loyd_date outside[] = {
        {2025, 12, 31}, {1, 1, 1},     {2026, 2, 29},
        {2026, 13, 1},  {2026, 0, 1},  {0, 0, 0},
        {10000, 1, 1},  {2026, 1, 32}, {65535, 255, 255},
    };
    loyd_why why;
    loyd_day day;
    (void)state;

    memset(&day, 0x55, sizeof(day));
    for (size_t i = 0; i < sizeof(outside) / sizeof(outside[0]); i++) {
        why.text[0] = '\0';
        assert_int_equal(daily_day(&outside[i], &day, &why), LOYD_E_DATE);
        assert_true(strlen(why.text) > 0);
        assert_int_equal(day.day_no, 0x55555555); /* untouched */
    }
    assert_int_equal(daily_day(&outside[0], &day, &why), LOYD_E_DATE);
    assert_string_equal(why.text,
                        "2025-12-31 is before the channel's first day, "
                        "2026-01-01");
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_calendar_day_by_day),
        cmocka_unit_test(test_days_out_of_range),
        cmocka_unit_test(test_recipes_of_days),
        cmocka_unit_test(test_days_outside_the_channel),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
