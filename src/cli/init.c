/* SPDX-License-Identifier: MIT */
/* Writes what a new site needs: a schedule, a script, a line for cron. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "cli/init.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/jw.h"
#include "base/slice.h"
#include "base/text.h"
#include "cli/days.h"
#include "cli/languages.h"
#include "cli/settings.h"
#include "cli/signals.h"

/* --- questions --- */

static const struct {
    const char *question;
    const char *otherwise; /* if the answer is an empty line */
} questions[INIT_N] = {
    [INIT_TITLE] = {"Title of the site", ""},
    [INIT_BASE_URL] = {"Its address, https://HOST/PATH/", ""},
    [INIT_TZ] = {"Time zone whose midnight begins a day", "UTC"},
    [INIT_LANGUAGE] = {"Language, en or de", "en"},
    [INIT_SIZES] = {"Sizes of the puzzles of each day", "4x4"},
};

struct wishes {
    const char *value[INIT_N];
    char *line[INIT_N]; /* those that were asked for */
    loyd_site_settings settings;
    loyd_date start;
    char channel[LOYD_CHANNEL_NAME];
    char *dir; /* without symbolic links */
    bool is_new_dir;
    char *language; /* the path of its file; NULL: a code */
};

/* Reads an answer from the terminal. Returns an exit code. */
static int
ask(struct wishes *wishes, int what)
{
    size_t room = 0;
    ssize_t len;
    loyd_why why = {""};

    fprintf(stderr, "%s [%s]: ", questions[what].question,
            questions[what].otherwise[0] != '\0' ? questions[what].otherwise
                                                 : "none");
    fflush(stderr);
    len = getline(&wishes->line[what], &room, stdin);
    if (interrupted())
        return report("publish", LOYD_E_CANCELLED, &why);
    if (len > 0 && wishes->line[what][len - 1] == '\n')
        len--;
    if (len > 0) {
        wishes->line[what][len] = '\0';
        wishes->value[what] = wishes->line[what];
    }
    return EXIT_DONE;
}

static int
take_answers(struct wishes *wishes, const char *given[INIT_N])
{
    bool is_asked = isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1;
    int code = EXIT_DONE;

    for (int i = 0; code == EXIT_DONE && i < INIT_N; i++) {
        wishes->value[i] = given[i];
        if (given[i] == NULL && is_asked)
            code = ask(wishes, i);
        if (wishes->value[i] == NULL)
            wishes->value[i] = questions[i].otherwise;
    }
    return code;
}

/* --- checks --- */

/* Checks what the script will give to `publish`. */
static int
check_settings(const struct run *run, struct wishes *wishes)
{
    loyd_site_settings *settings = &wishes->settings;
    loyd_site_options options = {.dir = wishes->dir};
    struct text file = {.at = NULL};
    struct today today;
    bool is_kept;
    loyd_why why = {""};
    loyd_err err =
        loyd_site_settings_get(NULL, "daily", settings, &is_kept, &why);
    int code = report("publish", err, &why);

    if (code == EXIT_DONE)
        code = setting_take("--title", wishes->value[INIT_TITLE],
                            settings->title, sizeof(settings->title));
    if (code == EXIT_DONE)
        code = setting_take("--base-url", wishes->value[INIT_BASE_URL],
                            settings->base_url, LOYD_SITE_TEXT_MAX + 1);
    if (code == EXIT_DONE)
        code = report_option("publish",
                             loyd_site_settings_check(settings, &why), &why);
    if (code == EXIT_DONE)
        code = today_in(run, wishes->value[INIT_TZ], &today);
    if (code == EXIT_DONE)
        code = language_take(wishes->value[INIT_LANGUAGE], &file, &options);
    if (file.len > 0) {
        wishes->language = realpath(wishes->value[INIT_LANGUAGE], NULL);
        if (wishes->language == NULL)
            code = fail(wishes->value[INIT_LANGUAGE],
                        "%s: expected a file "
                        "that the script can read again",
                        strerror(errno));
        wishes->value[INIT_LANGUAGE] = wishes->language;
    }
    if (code == EXIT_DONE)
        wishes->start = today.date;
    text_free(&file);
    return code;
}

/* Calls the channel as the folder is called, if that is a name. */
static int
choose_channel(const struct run *run, struct wishes *wishes)
{
    const char *name = strrchr(wishes->dir, '/') + 1;
    loyd_why why = {""};
    loyd_err err;

    if (run->args.channel != NULL)
        name = run->args.channel;
    else if (loyd_channel_name_check(name, &why) != LOYD_OK)
        name = "puzzles";
    err = loyd_channel_name_check(name, &why);
    if (err != LOYD_OK)
        return report_option("--channel", err, &why);
    if (strcmp(name, "daily") == 0) {
        if (run->args.channel != NULL)
            return refuse("--channel",
                          "'daily' is built in, and has a "
                          "schedule already: expected a new name");
        name = "puzzles";
    }
    strcpy(wishes->channel, name);
    return EXIT_DONE;
}

/* --- the files --- */

/* Writes a file and frees its text. Returns an exit code. */
static int
write_text(const char *path, struct text *text)
{
    loyd_why why = {""};
    int code = text->is_lost ? report("publish", LOYD_E_NOMEM, &why)
                             : file_write(path, text->at, text->len);

    text_free(text);
    return code;
}

/* Adds a row for a size, such as the tier 4x4 with the title '15-puzzle'. */
static loyd_err
put_size(struct jw *json, const char *name, struct slice size, loyd_why *why)
{
    uint8_t width, height;
    loyd_err err = loyd_size_parse(size.at, size.len, &width, &height, why);

    if (err != LOYD_OK)
        return err;
    jw_object(json, name, JW_SPACED);
    if (name == NULL)
        jw_format(json, "tier", "%ux%u", width, height);
    jw_format(json, "title", "%u-puzzle", width * height - 1u);
    jw_format(json, "size", "%ux%u", width, height);
    jw_string(json, "band", "medium");
    jw_close(json);
    return LOYD_OK;
}

static int
write_schedule(const struct wishes *wishes, const char *path)
{
    struct slice rest = slice_of(wishes->value[INIT_SIZES]), size;
    bool is_one = memchr(rest.at, ',', rest.len) == NULL;
    struct text text = {.at = NULL};
    struct jw json = {.to = &text};
    loyd_schedule schedule;
    loyd_why why = {""};
    loyd_err err = LOYD_OK;

    jw_object(&json, NULL, JW_TIGHT);
    if (!is_one)
        jw_array(&json, "tiers", JW_ROWS);
    do {
        (void)slice_cut(&rest, ',', &size);
        err = put_size(&json, is_one ? "every" : NULL, size, &why);
    } while (err == LOYD_OK && rest.len > 0);
    if (!is_one)
        jw_close(&json);
    jw_close(&json);
    text_put(&text, "\n");
    if (err == LOYD_OK && text.is_lost)
        err = LOYD_E_NOMEM;
    if (err == LOYD_OK)
        err = loyd_schedule_parse(text.at, text.len, &schedule, &why);
    if (err == LOYD_OK)
        err =
            loyd_schedule_resolve(NULL, &schedule, loyd_bands_default(), &why);
    if (err == LOYD_OK)
        return write_text(path, &text);
    text_free(&text);
    return report_option("--size", err, &why);
}

/* Names of the file of this process. */
static const char *const own_files[] = {"/proc/self/exe",
                                        "/proc/curproc/file"};

char *
own_program(void)
{
    char *own = NULL;

    for (size_t i = 0;
         own == NULL && i < sizeof(own_files) / sizeof(own_files[0]); i++)
        own = realpath(own_files[i], NULL);
    return own;
}

/* Writes a text as a word of a shell. */
static void
put_word(struct text *to, const char *text)
{
    text_put(to, "'");
    for (; *text != '\0'; text++)
        text_put(to, *text == '\'' ? "'\\''" : (char[]){*text, '\0'});
    text_put(to, "'");
}

static const char script[] = "#!/bin/sh\n"
                             "# Publishes the daily puzzle in the folder "
                             "site: creates the channel first,\n"
                             "# and adds the days up to today. Run it every "
                             "hour: see the file crontab.\n"
                             "set -eu\n"
                             "cd \"$(dirname \"$0\")\"\n"
                             "loyd=${LOYD:-";

static const char script_create[] =
    "\nif ! \"$loyd\" channel show \"$channel\" --db puzzles.db >/dev/null "
    "2>&1; "
    "then\n"
    "    \"$loyd\" channel create \"$channel\" --db puzzles.db \\\n"
    "        --schedule schedule.json --secret \"$channel.secret\" --start ";

static int
write_script(const struct wishes *wishes, const char *path)
{
    static const char *const options[INIT_N] = {[INIT_TITLE] = "title",
                                                [INIT_BASE_URL] = "base-url",
                                                [INIT_TZ] = "tz",
                                                [INIT_LANGUAGE] = "language"};
    char start[LOYD_DATE_TEXT], *own = own_program();
    struct text text = {.at = NULL};

    loyd_date_print(&wishes->start, start);
    text_put(&text, script);
    put_word(&text, own != NULL ? own : "loyd");
    text_put(&text, "}\nchannel=");
    text_put(&text, wishes->channel);
    text_put(&text, script_create);
    text_put(&text, start);
    text_put(&text,
             "\nfi\nexec \"$loyd\" publish --db puzzles.db --out site "
             "--channel \"$channel\" \\\n    --secret \"$channel.secret\"");
    for (int i = 0; i < INIT_N; i++)
        if (options[i] != NULL) {
            text_format(&text, " \\\n    --%s=", options[i]);
            put_word(&text, wishes->value[i]);
        }
    text_put(&text, " \"$@\"\n");
    free(own);
    return write_text(path, &text);
}

/* In a line for cron, a % ends the command. */
static int
write_cron(const struct wishes *wishes, const char *path)
{
    struct text text = {.at = NULL}, script_path = {.at = NULL},
                word = {.at = NULL};
    int code;

    text_format(&script_path, "%s/publish.sh", wishes->dir);
    put_word(&word, script_path.is_lost ? "" : script_path.at);
    text_put(&text, "3 * * * * sh ");
    for (size_t i = 0; i < word.len; i++) {
        if (word.at[i] == '%')
            text_char(&text, '\\');
        text_char(&text, word.at[i]);
    }
    text_put(&text, " >/dev/null\n");
    text.is_lost = text.is_lost || word.is_lost || script_path.is_lost;
    code = write_text(path, &text);
    text_free(&script_path);
    text_free(&word);
    return code;
}

/* In the order in which they are written: the script names the schedule. */
static const struct {
    const char *name;
    int (*write)(const struct wishes *wishes, const char *path);
} files[] = {
    {"schedule.json", write_schedule},
    {"publish.sh", write_script},
    {"crontab", write_cron},
};

#define FILES (sizeof(files) / sizeof(files[0]))

static int
make_folder(const char *dir, struct wishes *wishes)
{
    char shown[QUOTED_BYTES];

    wishes->is_new_dir = mkdir(dir, 0777) == 0;
    if (!wishes->is_new_dir && errno != EEXIST)
        return fail(dir, "%s", strerror(errno));
    if ((wishes->dir = realpath(dir, NULL)) == NULL)
        return fail(dir, "%s", strerror(errno));
    for (size_t i = 0; i < FILES; i++) {
        struct text path = {.at = NULL};
        bool is_there;

        text_format(&path, "%s/%s", wishes->dir, files[i].name);
        is_there = !path.is_lost && access(path.at, F_OK) == 0;
        text_free(&path);
        if (is_there)
            return refuse("--init", "'%s' has a file %s already",
                          quoted(dir, shown), files[i].name);
    }
    return EXIT_DONE;
}

static int
write_files(const struct wishes *wishes)
{
    int code = EXIT_DONE;

    for (size_t i = 0; code == EXIT_DONE && i < FILES; i++) {
        struct text path = {.at = NULL};

        text_format(&path, "%s/%s", wishes->dir, files[i].name);
        code = path.is_lost ? EXIT_BAD : files[i].write(wishes, path.at);
        text_free(&path);
    }
    return code;
}

/* Commands for a shell: a folder with other characters is quoted. */
static void
print_steps(const char *dir)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyz"
                                "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-";
    static const char *const between[] = {
        ("/publish.sh\nLook at it, at http://127.0.0.1:8000/:\n"
         "  python3 -m http.server -b 127.0.0.1 -d "),
        "/site\nA puzzle every day:\n  (crontab -l; cat ",
        "/crontab) | crontab -\n"};
    struct text word = {.at = NULL};

    if (dir[strspn(dir, plain)] == '\0')
        text_put(&word, dir);
    else
        put_word(&word, dir);
    print_escaped(dir);
    fputs(": schedule.json, publish.sh, crontab\n\nThe first site:\n  sh ",
          stdout);
    for (size_t i = 0; i < sizeof(between) / sizeof(between[0]); i++) {
        print_escaped(word.is_lost || word.at == NULL ? dir : word.at);
        fputs(between[i], stdout);
    }
    text_free(&word);
}

int
site_init(const struct run *run, const char *dir, const char *given[INIT_N])
{
    struct wishes wishes = {.dir = NULL};
    int code = make_folder(dir, &wishes);

    if (code == EXIT_DONE)
        code = choose_channel(run, &wishes);
    if (code == EXIT_DONE)
        code = take_answers(&wishes, given);
    if (code == EXIT_DONE)
        code = check_settings(run, &wishes);
    if (code == EXIT_DONE)
        code = write_files(&wishes);
    if (code == EXIT_DONE)
        print_steps(dir);
    else if (wishes.is_new_dir)
        rmdir(dir); /* if nothing was written */
    for (int i = 0; i < INIT_N; i++)
        free(wishes.line[i]);
    free(wishes.language);
    free(wishes.dir);
    return code;
}
