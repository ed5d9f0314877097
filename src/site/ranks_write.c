/* SPDX-License-Identifier: MIT */
/* Writes the folder of a leaderboard. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array.h"
#include "base/file.h"
#include "base/why.h"
#include "loyd/text.h"
#include "site/language.h"
#include "site/page.h"
#include "site/ranks.h"

static const unsigned char style[] = {
#include "site_ranks.inc"
};

#define PLACES 100
#define FILE_MOST 100000000 /* bytes of a file that is there already */

struct writing {
    const char *dir;
    int fd; /* of the folder */
    struct ranks_view view;
    struct rank_board **boards; /* in the order of the pages */
    struct rank_day *days;
    struct language *language;
    loyd_ranks_result result;
    loyd_err err;
    loyd_why *why;
};

/* The newest day first, then small boards, then by id. */
static int
compare_boards(const void *a, const void *b)
{
    const struct rank_board *one = *(struct rank_board *const *)a;
    const struct rank_board *other = *(struct rank_board *const *)b;
    int cells = one->puzzle.start.width * one->puzzle.start.height;
    int others = other->puzzle.start.width * other->puzzle.start.height;

    if (one->day != other->day)
        return one->day > other->day ? -1 : 1;
    if (cells != others)
        return cells < others ? -1 : 1;
    return memcmp(&one->id, &other->id, sizeof(one->id));
}

static loyd_err
find_days(struct writing *w, const loyd_ranks *ranks)
{
    size_t n = ranks->n_boards;

    w->boards = calloc(n + 1, sizeof(struct rank_board *));
    w->days = calloc(n + 1, sizeof(*w->days));
    if (w->boards == NULL || w->days == NULL)
        return LOYD_E_NOMEM;
    if (n > 0)
        memcpy(w->boards, ranks->boards, n * sizeof(struct rank_board *));
    ARRAY_SORT(w->boards, n, compare_boards);
    for (size_t i = 0; i < n; i++) {
        if (i == 0 || w->boards[i]->day != w->boards[i - 1]->day)
            w->days[w->view.n_days++].boards = &w->boards[i];
        w->days[w->view.n_days - 1].n++;
        w->result.games += w->boards[i]->games;
    }
    w->result.boards = n;
    w->result.days = w->view.n_days;
    w->view.days = w->days;
    return LOYD_OK;
}

/* --- options --- */

static loyd_err
check_url(const char *url, loyd_why *why)
{
    bool is_whole =
        strncmp(url, "https://", 8) == 0 || strncmp(url, "http://", 7) == 0;

    for (const char *c = url; *c != '\0'; c++)
        if ((unsigned char)*c <= ' ' || (unsigned char)*c > '~' ||
            strchr("\"<>#\\", *c) != NULL || (*c == ':' && !is_whole))
            return why_set(why, LOYD_E_SYNTAX,
                           "invalid address of the page that replays games: "
                           "expected http://, https:// or a path");
    return LOYD_OK;
}

static loyd_err
take_options(struct writing *w, const loyd_ranks_options *options)
{
    const char *title = options->title != NULL ? options->title : "";
    const char *url = options->play_url != NULL ? options->play_url : "";
    loyd_err err = loyd_text_check(title, strlen(title), w->why);

    if (err == LOYD_OK)
        err = check_url(url, w->why);
    if (err == LOYD_OK && options->language != NULL)
        err = language_read(options->language, strlen(options->language),
                            &w->language, w->why);
    w->view.title = title;
    w->view.play_url = url;
    w->view.language = w->language != NULL ? w->language : &english;
    w->view.places = options->places > 0 ? options->places : PLACES;
    return err;
}

/* --- files --- */

static loyd_err
fail_errno(struct writing *w, const char *what, const char *name)
{
    return why_errno(w->why, "%s: cannot %s%s%s", w->dir, what,
                     name[0] != '\0' ? " " : "", name);
}

/* Returns whether a file has these contents. */
static bool
is_same(int dir, const char *name, const struct text *text)
{
    struct text old = {.at = NULL};
    int fd = file_open_plain(dir, name);
    bool same = fd != -1 && file_read_text(fd, FILE_MOST, &old) &&
                old.len == text->len && !old.is_lost &&
                memcmp(old.at, text->at, old.len) == 0;

    if (fd != -1)
        close(fd);
    text_free(&old);
    return same;
}

/* Replaces a file if it has changed, and frees the text. */
static loyd_err
write_file(struct writing *w, const char *name, struct text *text)
{
    struct temp temp = {.fd = -1};
    loyd_err err = LOYD_OK;

    if (text->is_lost)
        err = LOYD_E_NOMEM;
    if (err == LOYD_OK && !is_same(w->fd, name, text)) {
        if (!temp_file_in(&temp, w->fd, name, 0666) ||
            !file_write_all(temp.fd, text->at, text->len) ||
            !temp_settle(&temp) || !temp_rename(&temp))
            err = fail_errno(w, "write", name);
        temp_drop(&temp);
        w->result.files++;
    }
    text_free(text);
    return err;
}

/* Writes both files of a day, or those of all. */
static loyd_err
write_both(struct writing *w, const struct rank_day *day)
{
    static const char *const ends[] = {".html", ".json"};
    char name[LOYD_DATE_TEXT + 8] = "index";
    loyd_err err = LOYD_OK;

    for (unsigned i = 0; err == LOYD_OK && i < 2; i++) {
        struct text text = {.at = NULL};
        size_t stem = strlen("index");

        if (day != NULL) {
            loyd_date date = {1970, 1, 1};

            if (loyd_date_of_days(day->boards[0]->day, &date) != LOYD_OK)
                return LOYD_E_RANGE;
            loyd_date_print(&date, name);
            stem = LOYD_DATE_TEXT - 1;
        }
        strcpy(name + stem, ends[i]);
        if (i == 0)
            ranks_page(&text, &w->view, day);
        else
            ranks_json(&text, &w->view, day);
        err = write_file(w, name, &text);
    }
    return err;
}

/* Returns the number of days since 1970 of a file DATE.html or DATE.json, or
 * INT32_MIN. */
static int32_t
day_of_file(const char *name)
{
    size_t stem = LOYD_DATE_TEXT - 1;
    loyd_date date;

    if (strlen(name) != stem + 5 ||
        (strcmp(name + stem, ".html") != 0 &&
         strcmp(name + stem, ".json") != 0) ||
        loyd_date_parse(name, stem, &date, NULL) != LOYD_OK)
        return INT32_MIN;
    return loyd_date_days(&date);
}

static bool
is_own(const char *name)
{
    return strcmp(name, "index.html") == 0 ||
           strcmp(name, "index.json") == 0 || strcmp(name, "ranks.css") == 0 ||
           day_of_file(name) != INT32_MIN || temp_stem(name) > 0;
}

/* A folder with files of others is not written to. */
static bool
check_name(void *context, const char *name)
{
    struct writing *w = context;
    char quote[WHY_QUOTE_BYTES];

    if (is_own(name))
        return true;
    w->err = why_set(w->why, LOYD_E_FOREIGN,
                     "%s: not the folder of a leaderboard: it has %s", w->dir,
                     why_quote(name, strlen(name), quote));
    return false;
}

/* Removes what is left of days that are no longer there. */
static bool
remove_old(void *context, const char *name)
{
    struct writing *w = context;
    int32_t day = day_of_file(name);

    for (size_t i = 0; day != INT32_MIN && i < w->view.n_days; i++)
        if (w->days[i].boards[0]->day == day)
            return true;
    if (day == INT32_MIN && temp_stem(name) == 0)
        return true;
    return unlinkat(w->fd, name, 0) == 0 || errno == ENOENT;
}

static loyd_err
open_folder(struct writing *w)
{
    if (mkdir(w->dir, 0777) != 0 && errno != EEXIST)
        return fail_errno(w, "create", "");
    w->fd = open(w->dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (w->fd == -1)
        return fail_errno(w, "open", "");
    if (flock(w->fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        return why_set(w->why, LOYD_E_BUSY,
                       "%s: another process is writing it", w->dir);
    if (!file_names(w->fd, check_name, w))
        return w->err != LOYD_OK ? w->err : fail_errno(w, "read", "");
    return LOYD_OK;
}

static loyd_err
write_all(struct writing *w)
{
    struct text css = {.at = NULL};
    loyd_err err;

    text_bytes(&css, (const char *)style, sizeof(style));
    err = write_file(w, "ranks.css", &css);
    for (size_t i = 0; err == LOYD_OK && i < w->view.n_days; i++)
        err = write_both(w, &w->view.days[i]);
    if (err == LOYD_OK)
        err = write_both(w, NULL);
    if (err == LOYD_OK && !file_names(w->fd, remove_old, w))
        err = fail_errno(w, "remove an old day", "");
    if (err == LOYD_OK && fsync(w->fd) != 0)
        err = fail_errno(w, "sync", "");
    return err;
}

loyd_err
loyd_ranks_write(loyd_ranks *ranks, const char *dir,
                 const loyd_ranks_options *options, loyd_ranks_result *result,
                 loyd_why *why)
{
    static const loyd_ranks_options none;
    struct writing w = {.dir = dir, .fd = -1};
    loyd_err err;

    WHY_GIVEN(why);
    w.why = why;
    err = take_options(&w, options != NULL ? options : &none);
    if (err == LOYD_OK)
        err = ranks_sort(ranks);
    if (err == LOYD_OK)
        err = find_days(&w, ranks);
    if (err == LOYD_OK)
        err = open_folder(&w);
    if (err == LOYD_OK)
        err = write_all(&w);
    if (w.fd != -1)
        close(w.fd);
    if (err == LOYD_OK && result != NULL)
        *result = w.result;
    language_free(&w.language);
    free(w.boards);
    free(w.days);
    return err;
}
