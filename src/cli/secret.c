/* SPDX-License-Identifier: MIT */
/* Reads files with secrets, keys and passwords, and wipes all copies of
   them. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "cli/secret.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "base/bytes.h"
#include "base/file.h"
#include "cli/input.h"
#include "cli/signals.h"

/*
 * --- the prompt ---
 *
 * The terminal without echo. Signals are noted in the meantime, and raised
 * again once echo is restored, as in [readpassphrase(3)] of OpenBSD.
 */

static const int signals[] = {SIGHUP,  SIGINT,  SIGQUIT, SIGTERM,
                              SIGTSTP, SIGTTIN, SIGTTOU};

#define N_SIGNALS (sizeof(signals) / sizeof(signals[0]))

static volatile sig_atomic_t noted;

static void
note_signal(int signal_number)
{
    noted = signal_number;
}

/* The signals' actions and mask before the prompt. */
struct before {
    struct sigaction actions[N_SIGNALS];
    sigset_t mask;
};

/*
 * Blocks the signals, which only wait_for_input lets through. SIGTTIN and
 * SIGTTOU stay open: in the background, read would fail without them.
 */
static void
hold_signals(struct before *before)
{
    struct sigaction action;
    sigset_t all;

    memset(&action, 0, sizeof(action));
    action.sa_handler = note_signal;
    sigemptyset(&action.sa_mask);
    sigemptyset(&all);
    noted = 0;
    for (size_t i = 0; i < N_SIGNALS; i++) {
        if (signals[i] != SIGTTIN && signals[i] != SIGTTOU)
            sigaddset(&all, signals[i]);
        if (sigaction(signals[i], NULL, &before->actions[i]) == 0 &&
            before->actions[i].sa_handler != SIG_IGN)
            sigaction(signals[i], &action, NULL);
    }
    sigprocmask(SIG_BLOCK, &all, &before->mask);
}

/* Raises the signal that was noted; returns it, or 0. */
static int
release_signals(const struct before *before)
{
    for (size_t i = 0; i < N_SIGNALS; i++)
        sigaction(signals[i], &before->actions[i], NULL);
    sigprocmask(SIG_SETMASK, &before->mask, NULL);
    if (noted != 0)
        raise(noted);
    return noted;
}

/* Returns true once there is input, false after a signal or an error. */
static bool
wait_for_input(int fd, const struct before *before)
{
    fd_set ready;
    int n = -1;

    if (fd >= FD_SETSIZE)
        return false;
    while (noted == 0 && n < 0) {
        FD_ZERO(&ready);
        FD_SET(fd, &ready);
        n = pselect(fd + 1, &ready, NULL, NULL, NULL, &before->mask);
        if (n < 0 && errno != EINTR)
            return false;
    }
    return noted == 0;
}

static void
read_line(int fd, const struct before *before, char *text, size_t room,
          size_t *len)
{
    *len = 0;
    while (*len < room && wait_for_input(fd, before)) {
        ssize_t got = read(fd, text + *len, room - *len);

        if (got == 0 || (got < 0 && errno != EINTR))
            break;
        *len += got > 0 ? (size_t)got : 0;
        if (*len > 0 && text[*len - 1] == '\n')
            break;
    }
}

/*
 * Reads a line from the terminal of the process, regardless of stdin, into
 * text, which has room for `room` bytes; *len is its length with the line end.
 * Signals that end or stop the process take effect after the terminal has been
 * restored. Returns false if there is no terminal.
 */
static bool
prompt_read(const char *question, char *text, size_t room, size_t *len)
{
    struct before before;
    struct termios shown, hidden;
    int fd = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY);
    int came;

    if (fd == -1)
        return false;
    do {
        if (tcgetattr(fd, &shown) != 0) {
            close(fd);
            return false;
        }
        hidden = shown;
        hidden.c_lflag &= ~(tcflag_t)(ECHO | ECHOE | ECHOK | ECHONL);
        hold_signals(&before);
        tcsetattr(fd, TCSAFLUSH, &hidden);
        dprintf(fd, "%s", question);
        read_line(fd, &before, text, room, len);
        dprintf(fd, "\n");
        tcsetattr(fd, TCSAFLUSH, &shown);
        came = release_signals(&before);
        /* The process was stopped and continues: ask again. */
    } while (came == SIGTSTP || came == SIGTTIN || came == SIGTTOU);
    close(fd);
    return true;
}

/* --- secrets --- */

#define HEX_DIGITS (2 * LOYD_HASH_BYTES)

_Static_assert(LOYD_SECRET_BYTES == LOYD_HASH_BYTES, "hex_read reads both");

bool
hex_read(const char *text, size_t len, uint8_t bytes[LOYD_HASH_BYTES])
{
    char lower[HEX_DIGITS];
    bool is_hex;

    if (len > HEX_DIGITS && text[len - 1] == '\n')
        len--;
    if (len > HEX_DIGITS && text[len - 1] == '\r')
        len--;
    if (len != HEX_DIGITS)
        return false;
    for (size_t i = 0; i < len; i++)
        lower[i] = (char)tolower((unsigned char)text[i]);
    is_hex = bytes_unhex(lower, len, bytes, LOYD_HASH_BYTES);
    bytes_wipe(lower, sizeof(lower));
    return is_hex;
}

/*
 * Disables core dumps of the process. A limit of 0 prevents core files, but
 * the kernel ignores it where it pipes cores to a program; there the process
 * must not be dumpable.
 */
static void
secret_guard(void)
{
    const struct rlimit none = {0, 0};

    (void)setrlimit(RLIMIT_CORE, &none);
#ifdef __linux__
    (void)prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
#endif
}

static int
fail_secret(const char *path, const char *problem)
{
    return fail(path, "cannot read secret: %s", problem);
}

/* Only one process reads a pipe; for a link, its target is checked. */
static int
check_kind(const char *path, int fd)
{
    struct stat status;

    if (fstat(fd, &status) != 0)
        return fail_secret(path, strerror(errno));
    if (S_ISFIFO(status.st_mode))
        return EXIT_DONE;
    if (S_ISDIR(status.st_mode))
        return fail_secret(path, strerror(EISDIR));
    if (!S_ISREG(status.st_mode))
        return fail_secret(path, "not a file or pipe");
    if ((status.st_mode & (S_IRWXG | S_IRWXO)) == 0)
        return EXIT_DONE;
    return fail(path,
                "secret is readable by others: expected mode 600 or 400");
}

static int
read_opened(const char *path, int fd, uint8_t secret[LOYD_SECRET_BYTES])
{
    char text[HEX_DIGITS + 3]; /* a line end, and a byte too many */
    ssize_t got;
    bool is_secret;
    int code = check_kind(path, fd);

    if (code != EXIT_DONE)
        return code;
    got = read_fill_text(fd, text, sizeof(text));
    is_secret = got >= 0 && hex_read(text, (size_t)got, secret);
    bytes_wipe(text, sizeof(text));
    if (is_secret)
        return EXIT_DONE;
    if (interrupted())
        return fail(path, "interrupted");
    if (got < 0)
        return fail_secret(path, strerror(errno));
    return fail(path, "not a secret: expected %d hex digits", HEX_DIGITS);
}

int
secret_take(struct run *run)
{
    const char *path = run->args.secret;
    int fd, code;

    if (path == NULL || run->secret != NULL)
        return EXIT_DONE;
    fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    if (fd == -1 && errno == EINTR && interrupted())
        return fail(path, "interrupted");
    if (fd == -1)
        return fail_secret(path, strerror(errno));
    secret_guard();
    code = read_opened(path, fd, run->secret_bytes);
    close(fd);
    if (code == EXIT_DONE)
        run->secret = run->secret_bytes;
    return code;
}

static bool
write_hex(int fd, const uint8_t *secret)
{
    char text[BYTES_HEX(LOYD_SECRET_BYTES)];
    bool is_written;

    bytes_hex(secret, LOYD_SECRET_BYTES, text);
    text[HEX_DIGITS] = '\n';
    is_written = fchmod(fd, S_IRUSR | S_IWUSR) == 0 &&
                 file_write_all(fd, text, sizeof(text));
    bytes_wipe(text, sizeof(text));
    return is_written;
}

int
secret_make(struct run *run, bool *is_made)
{
    const char *path = run->args.secret;
    uint8_t *secret = run->secret_bytes;
    struct stat status;
    struct temp p;

    *is_made = false;
    if (path == NULL)
        return EXIT_DONE;
    if (stat(path, &status) == 0) {
        /* After a kill, the temporary name may still be linked. */
        if (S_ISREG(status.st_mode) && status.st_nlink > 1 &&
            temp_file(&p, path, S_IRUSR | S_IWUSR))
            temp_drop(&p);
        return secret_take(run);
    }
    secret_guard();
    if (temp_file(&p, path, S_IRUSR | S_IWUSR)) {
        *is_made =
            getrandom(secret, LOYD_SECRET_BYTES, 0) == LOYD_SECRET_BYTES &&
            write_hex(p.fd, secret) && temp_place_new(&p);
        temp_drop(&p);
    }
    if (*is_made) {
        run->secret = secret;
        return EXIT_DONE;
    }
    bytes_wipe(secret, LOYD_SECRET_BYTES);
    if (errno == EEXIST) /* another process was faster */
        return secret_take(run);
    return fail(path, "cannot write new secret: %s", strerror(errno));
}

/* --- keys of minisign --- */

#define PASSWORD_MAX 1024

struct password {
    char text[PASSWORD_MAX + 1];
    size_t len;
};

/*
 * Reads a small file. *is_shared, which may be NULL, says whether others may
 * read it; a pipe has only one reader. Returns an exit code, after a message.
 */
static int
read_small(const char *path, char *text, size_t room, size_t *len,
           bool *is_shared)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    struct stat status;
    ssize_t got;

    *len = 0;
    if (fd == -1)
        return fail(path, "cannot open: %s", strerror(errno));
    if (is_shared != NULL)
        *is_shared = fstat(fd, &status) == 0 && S_ISREG(status.st_mode) &&
                     (status.st_mode & (S_IRWXG | S_IRWXO)) != 0;
    input_announce(fd, path, "a key or a password");
    got = read_fill_text(fd, text, room);
    close(fd);
    if (interrupted())
        return fail(path, "interrupted");
    if (got < 0)
        return fail(path, "cannot read: %s", strerror(errno));
    *len = (size_t)got;
    if (*len == room)
        return fail(path, "file too long");
    return EXIT_DONE;
}

static int
password_of_terminal(const char *key, struct password *password)
{
    char quote[QUOTED_BYTES], question[QUOTED_BYTES + 32];

    snprintf(question, sizeof(question),
             "Password for %s: ", quoted(key, quote));
    if (!prompt_read(question, password->text, PASSWORD_MAX, &password->len))
        return fail(key, "the key has a password and there is no terminal: "
                         "try --password-file");
    return interrupted() ? fail(key, "interrupted") : EXIT_DONE;
}

/* Reads the key with the first line of the file or of the terminal. */
static int
unlock(const char *path, const char *text, size_t len,
       const char *password_file, loyd_signer **signer)
{
    struct password password = {.len = 0};
    loyd_why why = {""};
    loyd_err err;
    int code = password_file != NULL
                   ? read_small(password_file, password.text, PASSWORD_MAX,
                                &password.len, NULL)
                   : password_of_terminal(path, &password);

    if (code == EXIT_DONE) {
        password.text[password.len] = '\0';
        password.len = strcspn(password.text, "\r\n");
        /* It takes seconds and cannot be cancelled. */
        interrupt_release();
        err = loyd_signer_read(text, len, password.text, password.len, signer,
                               &why);
        interrupt_catch();
        if (err != LOYD_OK)
            code = report(path, err, &why);
    }
    bytes_wipe(&password, sizeof(password));
    return code;
}

int
signer_read(const char *path, const char *password_file, loyd_signer **signer)
{
    char text[LOYD_SIGN_FILE_MAX + 1];
    size_t len;
    bool is_shared = false;
    loyd_why why = {""};
    loyd_err err;
    int code;

    secret_guard();
    code = read_small(path, text, sizeof(text), &len, &is_shared);
    if (code != EXIT_DONE) {
        bytes_wipe(text, sizeof(text));
        return code;
    }
    err = loyd_signer_read(text, len, NULL, 0, signer, &why);
    if (err == LOYD_E_SECRET)
        code = unlock(path, text, len, password_file, signer);
    else if (err == LOYD_OK && is_shared) {
        loyd_signer_free(signer);
        message(path, "key without a password is readable by others: "
                      "expected mode 600 or 400");
        code = EXIT_BAD;
    } else
        code = report(path, err, &why);
    bytes_wipe(text, sizeof(text));
    return code;
}

int
public_key_read(const char *text, loyd_public_key *key)
{
    char file[LOYD_SIGN_FILE_MAX + 1], shown[QUOTED_BYTES];
    size_t len;
    loyd_why why = {""};
    loyd_err err;
    int code;

    /* If there is no such file, the text is the key. */
    if (access(text, F_OK) != 0 &&
        (errno == ENOENT || errno == ENOTDIR || errno == ENAMETOOLONG)) {
        err = loyd_public_key_read(text, strlen(text), key, &why);
        if (err == LOYD_OK)
            return EXIT_DONE;
        return refuse("--key", "'%s' is neither a file nor a public key",
                      quoted(text, shown));
    }
    if ((code = read_small(text, file, sizeof(file), &len, NULL)) != EXIT_DONE)
        return code;
    err = loyd_public_key_read(file, len, key, &why);
    return report(text, err, &why);
}

/* --- where a secret is --- */

static bool
is_below(const char *dir, const char *path)
{
    size_t len = strlen(dir);

    return strncmp(dir, path, len) == 0 &&
           (path[len] == '/' || (len > 0 && dir[len - 1] == '/'));
}

/* Returns whether a file, or the link that leads to it, is inside the folder.
 */
static bool
is_inside(const char *dir, const char *path)
{
    const char *slash = strrchr(path, '/');
    char *whole = realpath(dir, NULL), *file = NULL, *beside = NULL;
    char *parent = slash != NULL ? strndup(path, (size_t)(slash - path) + 1)
                                 : strdup(".");
    bool is = false;

    if (whole != NULL && parent != NULL) {
        file = realpath(path, NULL);
        beside = realpath(parent, NULL);
        is = (file != NULL && is_below(whole, file)) ||
             (beside != NULL &&
              (strcmp(whole, beside) == 0 || is_below(whole, beside)));
    }
    free(whole);
    free(file);
    free(beside);
    free(parent);
    return is;
}

int
secret_is_outside(const struct run *run)
{
    char dir[QUOTED_BYTES];

    if (run->args.secret == NULL ||
        !is_inside(run->args.out, run->args.secret))
        return EXIT_DONE;
    return fail(
        run->args.secret,
        "inside the site folder '%s', so it would be published: move it "
        "elsewhere",
        quoted(run->args.out, dir));
}
