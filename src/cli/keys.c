/* SPDX-License-Identifier: MIT */
/* Owns the reading of keys and of their passwords. */
#include "cli/keys.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/message.h"
#include "cli/prompt.h"
#include "cli/secret.h"

#define PASSWORD_MAX 1024

struct password {
    char text[PASSWORD_MAX + 1];
    size_t len;
};

/* May anybody but its owner read it? Of a pipe nobody else can. */
static bool
is_shared(int fd)
{
    struct stat status;

    return fstat(fd, &status) == 0 && S_ISREG(status.st_mode) &&
           (status.st_mode & (S_IRWXG | S_IRWXO)) != 0;
}

/*
 * All of a small file. `shared` may be NULL. Returns an exit code, after a
 * complaint.
 */
static int
read_small(const char *path, char *text, size_t room, size_t *len,
           bool *shared)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t got = 0;

    *len = 0;
    if (fd == -1) {
        message(path, "%s", strerror(errno));
        return EXIT_BAD;
    }
    if (shared != NULL)
        *shared = is_shared(fd);
    while (*len < room && !interrupted() &&
           ((got = read(fd, text + *len, room - *len)) > 0 ||
            (got < 0 && errno == EINTR)))
        *len += got > 0 ? (size_t)got : 0;
    close(fd);
    if (got < 0 || *len == room || interrupted()) {
        message(path, "%s",
                interrupted() ? "interrupted"
                : got < 0     ? strerror(errno)
                              : "too long, and a small file was expected");
        return EXIT_BAD;
    }
    return EXIT_DONE;
}

/* The first line, without its end. */
static void
cut_line(struct password *password)
{
    password->text[password->len] = '\0';
    password->len = strcspn(password->text, "\r\n");
    password->text[password->len] = '\0';
}

static int
password_of_file(const char *path, struct password *password)
{
    int code = read_small(path, password->text, PASSWORD_MAX, &password->len,
                          NULL);

    cut_line(password);
    return code;
}

/* Typed where nobody sees it. */
static int
password_of_terminal(const char *key, struct password *password)
{
    char quote[QUOTED_BYTES], question[QUOTED_BYTES + 32];

    snprintf(question, sizeof(question), "Password of %s: ",
             quoted(key, quote));
    if (!prompt_read(question, password->text, PASSWORD_MAX, &password->len)) {
        message(key, "it has a password, and there is no terminal to ask "
                     "for it: expected --password-file");
        return EXIT_BAD;
    }
    if (interrupted()) {
        message(key, "interrupted");
        return EXIT_BAD;
    }
    cut_line(password);
    return EXIT_DONE;
}

static int
unlock(const char *path, const char *text, size_t len,
       const char *password_file, loyd_signer **signer)
{
    struct password password = {.len = 0};
    loyd_why why = {""};
    loyd_err err;
    int code = password_file != NULL
                   ? password_of_file(password_file, &password)
                   : password_of_terminal(path, &password);

    if (code == EXIT_DONE) {
        /* It takes seconds, and nothing can stop it. */
        interrupt_release();
        err = loyd_signer_read(text, len, password.text, password.len, signer,
                               &why);
        interrupt_catch();
        if (err != LOYD_OK)
            code = complain(path, err, &why);
    }
    loyd_wipe(&password, sizeof(password));
    return code;
}

int
signer_read(const char *path, const char *password_file, loyd_signer **signer)
{
    char text[LOYD_SIGN_FILE_MAX + 1];
    size_t len;
    bool is_locked = false, shared = false;
    loyd_why why = {""};
    loyd_err err;
    int code;

    secret_guard();
    code = read_small(path, text, sizeof(text), &len, &shared);
    if (code != EXIT_DONE) {
        loyd_wipe(text, sizeof(text));
        return code;
    }
    err = loyd_signer_is_locked(text, len, &is_locked, &why);
    if (err == LOYD_OK && is_locked)
        code = unlock(path, text, len, password_file, signer);
    else if (err == LOYD_OK && shared) {
        message(path, "others may read this key, and it has no password: "
                      "expected mode 600 or 400");
        code = EXIT_BAD;
    } else if (err == LOYD_OK)
        err = loyd_signer_read(text, len, NULL, 0, signer, &why);
    loyd_wipe(text, sizeof(text));
    return err == LOYD_OK ? code : complain(path, err, &why);
}

int
public_key_read(const char *text, loyd_public_key *key)
{
    char file[LOYD_SIGN_FILE_MAX + 1], shown[QUOTED_BYTES];
    size_t len;
    loyd_why why = {""};
    loyd_err err;
    int code;

    /* A file, or where there is none, the key itself. */
    if (access(text, F_OK) != 0 && (errno == ENOENT || errno == ENOTDIR ||
                                    errno == ENAMETOOLONG)) {
        err = loyd_public_key_read(text, strlen(text), key, &why);
        if (err == LOYD_OK)
            return EXIT_DONE;
        message("--key", "'%s': no such file, and not a public key",
                quoted(text, shown));
        return EXIT_COMMAND;
    }
    if ((code = read_small(text, file, sizeof(file), &len, NULL)) != EXIT_DONE)
        return code;
    err = loyd_public_key_read(file, len, key, &why);
    return err == LOYD_OK ? EXIT_DONE : complain(text, err, &why);
}
