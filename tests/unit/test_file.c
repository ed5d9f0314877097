/* SPDX-License-Identifier: MIT */
/* Tests temporary files: whole or not there, also after a kill. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/file.h"

static char folder[4096];

static const char *
path_of(const char *name)
{
    static char path[5000];

    snprintf(path, sizeof(path), "%s/%s", folder, name);
    return path;
}

static bool
is_there(const char *name)
{
    struct stat status;

    return lstat(path_of(name), &status) == 0;
}

static size_t
count(bool is_hidden)
{
    DIR *list = opendir(folder);
    struct dirent *item;
    size_t n = 0;

    assert_non_null(list);
    while ((item = readdir(list)) != NULL)
        n += (item->d_name[0] == '.') == is_hidden;
    closedir(list);
    return n;
}

static size_t
count_names(void)
{
    return count(false);
}

/* Without "." and "..". */
static size_t
count_hidden(void)
{
    return count(true) - 2;
}

static void
assert_holds(const char *name, const char *expected)
{
    char bytes[64] = "";
    FILE *file = fopen(path_of(name), "rb");

    assert_non_null(file);
    (void)!fread(bytes, 1, sizeof(bytes) - 1, file);
    fclose(file);
    assert_string_equal(bytes, expected);
}

static void
write_file(const char *name, const char *text)
{
    FILE *file = fopen(path_of(name), "wb");

    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

static void
write_in(const struct temp *p, const char *name, const char *text)
{
    char path[300];

    snprintf(path, sizeof(path), "%s/%s", p->made, name);
    write_file(path, text);
}

static int
setup(void **state)
{
    const char *scratch = getenv("SCRATCH");

    (void)state;
    snprintf(folder, sizeof(folder), "%s/file-XXXXXX",
             scratch != NULL ? scratch : "/tmp");
    return mkdtemp(folder) != NULL ? 0 : -1;
}

static int
teardown(void **state)
{
    DIR *list = opendir(folder);
    struct dirent *item;

    (void)state;
    while (list != NULL && (item = readdir(list)) != NULL)
        if (unlink(path_of(item->d_name)) != 0)
            rmdir(path_of(item->d_name));
    if (list != NULL)
        closedir(list);
    return rmdir(folder);
}

static void
test_a_file_appears_whole(void **state)
{
    struct temp p;

    (void)state;
    write_file("a", "old");
    assert_true(temp_file(&p, path_of("a"), 0666));
    assert_true(file_write_all(p.fd, "new", 3));
    assert_holds("a", "old");
    assert_holds(p.made, "new");
    assert_true(temp_place(&p));
    assert_holds("a", "new");
    assert_int_equal(count_names(), 1);
}

static void
test_a_dropped_part_leaves_nothing(void **state)
{
    struct temp p;

    (void)state;
    write_file("a", "old");
    assert_true(temp_file(&p, path_of("a"), 0666));
    temp_drop(&p);
    temp_drop(&p);
    assert_holds("a", "old");
    assert_true(temp_folder(&p, path_of("b"), 0777));
    assert_true(is_there(p.made));
    write_in(&p, "x", "1");
    temp_drop(&p);
    assert_int_equal(count_names(), 1);
}

struct left {
    uint64_t seen[4];
    size_t n;
};

static bool
note_left(void *context, uint64_t n)
{
    struct left *left = context;

    assert_true(left->n < 4);
    left->seen[left->n++] = n;
    return true;
}

/* temp_left reports a numbered file only once its process is gone. */
static void
test_numbered_part_survives_a_kill(void **state)
{
    const uint64_t n = TEMP_NUMBER_MIN + 17;
    struct left left = {{0}, 0};
    struct temp p;
    pid_t child;
    int status;

    (void)state;
    assert_true(temp_folder(&p, path_of("a"), 0777));
    assert_true(temp_number(&p, n));
    assert_true(temp_left(path_of("a"), note_left, &left));
    assert_int_equal(left.n, 0);
    temp_drop(&p);
    assert_int_equal(count_names(), 0);
    child = fork();
    if (child == 0) {
        struct temp mine;

        if (temp_folder(&mine, path_of("a"), 0777) && temp_number(&mine, n))
            raise(SIGKILL);
        _exit(1);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
    assert_int_equal(mkdir(path_of("a.part-2"), 0777), 0);
    assert_true(temp_left(path_of("a"), note_left, &left));
    assert_int_equal(left.n, 1);
    assert_true(left.seen[0] == n);
    assert_true(temp_folder(&p, path_of("a"), 0777));
    assert_int_equal(count_names(), 1);
    assert_true(temp_number(&p, n));
    assert_true(temp_place(&p));
    assert_true(is_there("a"));
    assert_int_equal(rmdir(path_of("a")), 0);
    assert_int_equal(count_names(), 0);
}

static void
test_place_new_replaces_nothing(void **state)
{
    struct temp p;

    (void)state;
    write_file("key", "old");
    assert_true(temp_file(&p, path_of("key"), 0600));
    assert_false(temp_place_new(&p));
    assert_int_equal(errno, EEXIST);
    temp_drop(&p);
    assert_holds("key", "old");
    assert_int_equal(unlink(path_of("key")), 0);
    assert_true(temp_file(&p, path_of("key"), 0600));
    assert_true(temp_place_new(&p));
    assert_int_equal(count_names(), 1);
}

static void
test_folders_replace_only_empty_ones(void **state)
{
    struct temp p;

    (void)state;
    assert_int_equal(mkdir(path_of("d"), 0777), 0);
    assert_true(temp_folder(&p, path_of("d"), 0777));
    write_in(&p, "x", "1");
    assert_true(temp_place(&p));
    assert_holds("d/x", "1");
    assert_true(temp_folder(&p, path_of("d"), 0777));
    assert_false(temp_place(&p));
    assert_true(errno == ENOTEMPTY || errno == EEXIST);
    temp_drop(&p);
    assert_holds("d/x", "1");
    assert_int_equal(count_names(), 1);
    assert_int_equal(unlink(path_of("d/x")), 0);
}

/* Two temporary files of one name get different names; neither is removed. */
static void
test_parts_side_by_side(void **state)
{
    struct temp first, second, third;
    char host[64], expected[128];

    (void)state;
    assert_true(temp_file(&first, path_of("a"), 0666));
    assert_true(temp_file(&second, path_of("a"), 0666));
    assert_true(is_there(first.made) && is_there(second.made));
    assert_int_equal(gethostname(host, sizeof(host)), 0);
    host[strcspn(host, ".")] = '\0';
    if (strlen(host) <= 16) { /* otherwise it has the last 16 */
        snprintf(expected, sizeof(expected), "a.part-%s-%ld-", host,
                 (long)getpid());
        assert_memory_equal(first.made, expected, strlen(expected));
        assert_int_equal(strlen(first.made), strlen(expected) + 8);
    }
    temp_drop(&first);
    assert_true(temp_file(&third, path_of("a"), 0666));
    assert_true(is_there(second.made) && is_there(third.made));
    assert_true(temp_place(&second));
    assert_true(temp_place(&third));
    assert_int_equal(count_names(), 1);
}

/* A child is killed with unfinished files; the next one removes them. */
static void
test_leftovers_of_a_kill_are_removed(void **state)
{
    struct temp p;
    int status, ready[2];
    char byte;
    pid_t child;

    (void)state;
    assert_int_equal(pipe(ready), 0);
    child = fork();
    assert_true(child != -1);
    if (child == 0) {
        struct temp a, b, d;

        if (temp_file(&a, path_of("a"), 0666) &&
            temp_file(&b, path_of("a"), 0666) &&
            temp_folder(&d, path_of("d"), 0777)) {
            write_in(&d, "x", "1");
            (void)!write(ready[1], "!", 1);
        }
        pause();
        _exit(1);
    }
    close(ready[1]);
    assert_int_equal(read(ready[0], &byte, 1), 1);
    close(ready[0]);
    kill(child, SIGKILL);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(count_names(), 3);
    write_file("a.part-x", "not temporary");
    write_file("aa.part", "of another name");
    write_file("a.part", "of an earlier release");
    write_file("a.part-2", "of an earlier release");
    /* Its lock may be invisible from here. */
    write_file("a.part-no-such-host-1-01234567", "of another host");

    assert_true(temp_file(&p, path_of("a"), 0666));
    assert_int_equal(count_names(), 5);
    assert_true(is_there(p.made));
    assert_true(temp_place(&p));
    assert_true(temp_folder(&p, path_of("d"), 0777));
    assert_int_equal(count_names(), 5);
    assert_true(temp_place(&p));
    assert_true(is_there("a") && is_there("d") && is_there("a.part-x"));
    assert_true(is_there("aa.part"));
    assert_true(is_there("a.part-no-such-host-1-01234567"));
    assert_int_equal(count_names(), 5);
}

/* A link with a temporary name is neither followed nor removed. */
static void
test_links_are_not_followed(void **state)
{
    struct temp p;

    (void)state;
    write_file("victim", "precious");
    assert_int_equal(symlink("victim", path_of("a.part")), 0);
    assert_true(temp_file(&p, path_of("a"), 0666));
    assert_true(file_write_all(p.fd, "new", 3));
    assert_true(temp_place(&p));
    assert_holds("victim", "precious");
    assert_holds("a", "new");
    assert_true(is_there("a.part"));
}

/* Slashes at the end are only those of folders. */
static void
test_slashes(void **state)
{
    struct temp p;

    (void)state;
    assert_true(temp_folder(&p, path_of("d//"), 0777));
    assert_true(temp_place(&p));
    assert_true(is_there("d"));
    assert_false(temp_file(&p, path_of("a/"), 0666));
    assert_int_equal(errno, EINVAL);
    assert_false(temp_folder(&p, "/", 0777));
    assert_int_equal(errno, EINVAL);
    assert_int_equal(count_names(), 1);
    assert_int_equal(rmdir(path_of("d")), 0);
}

/* Many settled files at a time use no descriptors. */
static void
test_settled_parts_are_renamed_later(void **state)
{
    static const char *const names[3] = {"a", "b", "c"};
    int dir = open(folder, O_RDONLY | O_DIRECTORY), before = dup(dir);
    struct temp p[3];

    (void)state;
    assert_int_not_equal(dir, -1);
    assert_int_equal(close(before), 0);
    for (size_t i = 0; i < 3; i++) {
        assert_true(temp_file_in(&p[i], dir, names[i], 0666));
        assert_true(file_write_all(p[i].fd, names[i], 1));
        assert_true(temp_settle(&p[i]));
    }
    assert_int_equal(dup(dir), before);
    assert_int_equal(close(before), 0);
    assert_false(is_there("a"));
    assert_true(p[0].made[0] == '.' && temp_stem(p[0].made) == 2);
    assert_holds(p[0].made, "a");
    assert_true(temp_rename(&p[0]) && temp_rename(&p[1]));
    for (size_t i = 0; i < 3; i++)
        temp_drop(&p[i]);
    assert_holds("a", "a");
    assert_holds("b", "b");
    assert_int_equal(count_names(), 2);
    assert_int_equal(count_hidden(), 0);
    assert_int_equal(close(dir), 0); /* the caller still owns it */
}

static void
test_names_of_parts(void **state)
{
    static const struct {
        const char *name;
        size_t stem;
    } cases[] = {{"a.part", 1},     {"a.part-2", 1},      {"a.part-", 0},
                 {"a.part-2x", 0},  {"a.partx", 0},       {".part", 0},
                 {".part-7", 0},    {"", 0},              {"-1", 0},
                 {"a-2.part", 3},   {"a.part.part-1", 6}, {"part-1", 0},
                 {".a.part-12", 2}, {"apart", 0},
                 {"a.part-h-1-0123abcd", 1},
                 {"a.part-node-17-1-0123abcd", 1},
                 {"a.part.part-h-1-0123abcd", 6},
                 {"a.part-h-1-0123abc", 0},
                 {"a.part-h-1-0123abcd0", 0},
                 {"a.part-h-1-0123abcD", 0},
                 {"a.part-h--0123abcd", 0},
                 {"a.part--1-0123abcd", 0},
                 {"a.part-1-0123abcd", 0},
                 {"a.parth-1-0123abcd", 0},
                 {"a.part-h.x-1-0123abcd", 0},
                 {".part-h-1-0123abcd", 0},
                 {"part-h-1-0123abcd", 0},
                 {"-1-0123abcd", 0},
                 {"1-0123abcd", 0},
                 {"-0123abcd", 0},
                 {"0123abcd", 0}};

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        assert_int_equal(temp_stem(cases[i].name), cases[i].stem);
}

static void
test_unusable_paths(void **state)
{
    struct temp p;

    (void)state;
    assert_false(temp_file(&p, "", 0666));
    assert_int_equal(errno, EINVAL);
    assert_false(temp_file(&p, path_of(""), 0666));
    assert_int_equal(errno, EINVAL);
    assert_false(temp_file(&p, path_of("none/a"), 0666));
    assert_int_equal(errno, ENOENT);
    temp_drop(&p);
}

/* A file is read up to a limit, but no link, folder or pipe. */
static void
test_a_file_is_read_whole(void **state)
{
    struct text text = {0};
    char bytes[8];
    int dir = open(folder, O_RDONLY | O_DIRECTORY);
    int fd = open(path_of("whole"), O_WRONLY | O_CREAT, 0600);

    (void)state;
    for (unsigned i = 0; i < 10000; i++)
        assert_true(file_write_all(fd, "0123456789", 10));
    close(fd);
    fd = file_open_plain(dir, "whole");
    assert_int_equal(file_fill(fd, bytes, sizeof(bytes)), sizeof(bytes));
    assert_memory_equal(bytes, "01234567", sizeof(bytes));
    assert_true(file_read_text(fd, 100000 - sizeof(bytes), &text));
    assert_int_equal(text.len, 100000 - sizeof(bytes));
    assert_memory_equal(text.at, "8901", 4);
    text_clear(&text);
    assert_int_equal(lseek(fd, -10, SEEK_END), 99990);
    assert_false(file_read_text(fd, 9, &text));
    assert_int_equal(errno, EFBIG);
    assert_int_equal(file_fill(fd, bytes, sizeof(bytes)), 0);
    close(fd);
    text_free(&text);

    assert_int_equal(symlink("whole", path_of("link")), 0);
    assert_int_equal(mkdir(path_of("dir"), 0700), 0);
    assert_int_equal(mkfifo(path_of("pipe"), 0700), 0);
    assert_int_equal(file_open_plain(dir, "link"), -1);
    assert_int_equal(errno, ELOOP);
    assert_int_equal(file_open_plain(dir, "dir"), -1);
    assert_int_equal(errno, ENOTSUP);
    assert_int_equal(file_open_plain(dir, "pipe"), -1);
    assert_int_equal(errno, ENOTSUP);
    assert_int_equal(file_open_plain(dir, "none"), -1);
    assert_int_equal(errno, ENOENT);
    close(dir);
}

int
main(void)
{
#define ROW(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
    const struct CMUnitTest tests[] = {
        ROW(test_a_file_is_read_whole),
        ROW(test_a_file_appears_whole),
        ROW(test_a_dropped_part_leaves_nothing),
        ROW(test_numbered_part_survives_a_kill),
        ROW(test_place_new_replaces_nothing),
        ROW(test_folders_replace_only_empty_ones),
        ROW(test_parts_side_by_side),
        ROW(test_leftovers_of_a_kill_are_removed),
        ROW(test_links_are_not_followed),
        ROW(test_settled_parts_are_renamed_later),
        ROW(test_slashes),
        ROW(test_names_of_parts),
        ROW(test_unusable_paths),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
