/* SPDX-License-Identifier: MIT */
/* Claims of tasks: who owns them, when they are dead, and their beats. The
   clock is that of the files, so a test sets it by touching them. */
#define _XOPEN_SOURCE 700 /* mkdtemp */
#include <fcntl.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <setjmp.h>

#include <cmocka.h>

#include "cluster/claim.h"

struct place {
    char dir[64];
    struct claims mine;
    struct claims other; /* of another process */
};

static int
setup(void **state)
{
    struct place *place = calloc(1, sizeof(*place));
    const char *scratch = getenv("SCRATCH");
    loyd_why why;
    int fd;

    snprintf(place->dir, sizeof(place->dir), "%.40s/claims.XXXXXX",
             scratch != NULL ? scratch : "/tmp");
    assert_non_null(mkdtemp(place->dir));
    fd = open(place->dir, O_RDONLY | O_DIRECTORY);
    assert_true(fd != -1);
    assert_int_equal(claims_open(&place->mine, fd, &why), LOYD_OK);
    assert_int_equal(claims_open(&place->other, fd, &why), LOYD_OK);
    assert_string_not_equal(place->mine.token, place->other.token);
    *state = place;
    return 0;
}

static int
teardown(void **state)
{
    struct place *place = *state;

    close(place->mine.fd);
    assert_int_equal(rmdir(place->dir), 0); /* nothing is left over */
    free(place);
    return 0;
}

/* Sets the time of the last touch of a file to some seconds ago. */
static void
set_age(const struct place *place, const char *name, int seconds)
{
    struct timespec times[2];

    clock_gettime(CLOCK_REALTIME, &times[0]);
    times[0].tv_sec -= seconds;
    times[1] = times[0];
    assert_int_equal(
        utimensat(place->mine.fd, name, times, AT_SYMLINK_NOFOLLOW), 0);
}

static struct claim *
take(const struct claims *claims, uint64_t task,
     const struct claim_owner *dead, enum claim_state wanted)
{
    struct claim *claim;
    loyd_why why = {""};

    assert_int_equal(claim_take(claims, task, dead, &claim, &why), wanted);
    assert_int_equal(claim != NULL, wanted == CLAIM_MINE);
    assert_int_equal(why.text[0] != '\0', wanted == CLAIM_WITHOUT);
    return claim;
}

static void
test_claim_has_one_owner(void **state)
{
    struct place *place = *state;
    struct claim *claim = take(&place->mine, 7, NULL, CLAIM_MINE);
    struct claim_owner owner;
    char pid[24];

    take(&place->other, 7, NULL, CLAIM_TAKEN);
    assert_true(claim_look(&place->other, 7, &owner));
    assert_string_equal(owner.token, place->mine.token);
    snprintf(pid, sizeof(pid), "%ld", (long)getpid());
    assert_string_equal(owner.process, pid);
    assert_true(owner.since > 1500000000);
    assert_true(owner.age >= 0 && owner.age < CLAIM_PATIENCE);
    assert_false(claim_is_dead(&owner));
    assert_false(claim_look(&place->other, 8, &owner));
    claim_drop(&claim);
    assert_null(claim);
    assert_false(claim_look(&place->other, 7, &owner));
}

static void
test_claim_dies_after_patience(void **state)
{
    struct place *place = *state;
    struct claim *mine = take(&place->mine, 1, NULL, CLAIM_MINE), *other;
    struct claim_owner owner;

    set_age(place, "1", CLAIM_PATIENCE - 2);
    assert_true(claim_look(&place->other, 1, &owner));
    assert_false(claim_is_dead(&owner));
    set_age(place, "1", CLAIM_PATIENCE + 1);
    assert_true(claim_look(&place->other, 1, &owner));
    assert_true(claim_is_dead(&owner));
    other = take(&place->other, 1, &owner, CLAIM_MINE);

    /* Its new owner keeps it, though the old one lives and drops it. */
    claim_drop(&mine);
    assert_true(claim_look(&place->mine, 1, &owner));
    assert_string_equal(owner.token, place->other.token);
    claim_drop(&other);
}

/* Two processes see the same dead claim: the second must not bury the claim of
   the first. */
static void
test_claim_is_buried_once(void **state)
{
    struct place *place = *state;
    struct claim *mine = take(&place->mine, 1, NULL, CLAIM_MINE), *other;
    struct claim_owner dead;

    set_age(place, "1", 100);
    assert_true(claim_look(&place->other, 1, &dead));
    other = take(&place->other, 1, &dead, CLAIM_MINE);
    take(&place->mine, 1, &dead, CLAIM_TAKEN);
    claim_drop(&other);
    claim_drop(&mine);
}

/* The clock of the machine has no part: only that of the files. */
static void
test_claim_of_a_later_time_lives(void **state)
{
    struct place *place = *state;
    struct claim *claim = take(&place->mine, 1, NULL, CLAIM_MINE);
    struct claim_owner owner;

    set_age(place, "1", -7200);
    assert_true(claim_look(&place->other, 1, &owner));
    assert_true(owner.age < -7000);
    assert_false(claim_is_dead(&owner));
    claim_drop(&claim);
}

static void
test_claim_in_place_of_a_file(void **state)
{
    struct place *place = *state;
    int dir = place->mine.fd;
    struct claim_owner owner;

    assert_int_equal(mkfifoat(dir, "1", 0600), 0);
    assert_int_equal(mkdirat(dir, "2", 0700), 0);
    assert_int_equal(symlinkat("1", dir, "3"), 0);
    for (uint64_t task = 1; task <= 3; task++) {
        assert_true(claim_look(&place->mine, task, &owner));
        assert_false(owner.is_regular);
        assert_true(claim_is_dead(&owner));
        take(&place->mine, task, &owner, CLAIM_WITHOUT);
    }
    unlinkat(dir, "1", 0);
    unlinkat(dir, "2", AT_REMOVEDIR);
    unlinkat(dir, "3", 0);
}

/* A claim that its process could not write, or that is damaged. */
static void
test_claim_of_nobody(void **state)
{
    struct place *place = *state;
    int fd = openat(place->mine.fd, "1", O_WRONLY | O_CREAT, 0600);
    struct claim_owner owner;
    struct claim *claim;

    assert_true(write(fd, "loyd claim 1\nhost ", 18) == 18);
    close(fd);
    assert_true(claim_look(&place->mine, 1, &owner));
    assert_string_equal(owner.host, "?");
    assert_string_equal(owner.token, "?");
    assert_false(claim_is_dead(&owner));
    take(&place->mine, 1, NULL, CLAIM_TAKEN);
    set_age(place, "1", 31);
    assert_true(claim_look(&place->mine, 1, &owner));
    claim = take(&place->mine, 1, &owner, CLAIM_MINE);
    claim_drop(&claim);
}

/* Its thread touches it, also while the task keeps its process busy. */
static void
test_claim_beats(void **state)
{
    struct place *place = *state;
    struct claim *claims[3];
    const struct timespec pause = {.tv_nsec = 10000000};
    struct claim_owner owner;
    int tries = 0;

    place->mine.beat = 1;
    for (uint64_t task = 1; task <= 3; task++)
        claims[task - 1] = take(&place->mine, task, NULL, CLAIM_MINE);
    set_age(place, "2", 100);
    do {
        nanosleep(&pause, NULL);
        assert_true(claim_look(&place->other, 2, &owner));
    } while (claim_is_dead(&owner) && ++tries < 6000);
    assert_false(claim_is_dead(&owner));
    for (int i = 0; i < 3; i++)
        claim_drop(&claims[i]);
}

/* Files of dead processes go, and others stay. */
static void
test_claim_tidy(void **state)
{
    struct place *place = *state;
    struct claim *mine = take(&place->mine, 1, NULL, CLAIM_MINE);
    const char *const names[] = {"1", "2", CLAIM_CLOCK "7"};
    struct claim *other = take(&place->other, 2, NULL, CLAIM_MINE);
    struct stat status;

    close(openat(place->mine.fd, names[2], O_WRONLY | O_CREAT, 0600));
    for (int age = CLAIM_PATIENCE - 2; age < CLAIM_PATIENCE + 3; age += 4)
        for (int i = 1; i < 3; i++) {
            set_age(place, names[i], age);
            claim_tidy(&place->mine, names[i]);
            assert_int_equal(
                fstatat(place->mine.fd, names[i], &status, 0) != 0,
                age > CLAIM_PATIENCE);
        }
    claim_tidy(&place->other, names[0]);
    assert_int_equal(fstatat(place->mine.fd, names[0], &status, 0), 0);
    claim_drop(&other);
    claim_drop(&mine);
}

static void
test_claim_task(void **state)
{
    (void)state;
    assert_int_equal(claim_task("12"), 12);
    assert_int_equal(claim_task(".now-12"), 0);
    assert_int_equal(claim_task("012"), 0);
    assert_int_equal(claim_task("1x"), 0);
    assert_int_equal(claim_task(""), 0);
}

int
main(void)
{
#define CASE(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        CASE(test_claim_has_one_owner),
        CASE(test_claim_dies_after_patience),
        CASE(test_claim_is_buried_once),
        CASE(test_claim_of_a_later_time_lives),
        CASE(test_claim_in_place_of_a_file),
        CASE(test_claim_of_nobody),
        CASE(test_claim_beats),
        CASE(test_claim_tidy),
        CASE(test_claim_task),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
