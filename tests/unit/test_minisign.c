/* SPDX-License-Identifier: MIT */
/* Keys and signatures, tested with files written by minisign 0.11; cheap.key,
 * whose password takes less time, is by Python. In turn,
 * tests/cli/pack_sign.sh checks our signatures with minisign. */
#include "core.h"

#include <stdio.h>
#include <stdlib.h>

#include "loyd/sign.h"
#include "pack/minisign.h"

#define OK(call) assert_int_equal((call), LOYD_OK)

#define FOLDER "tests/golden/minisign/"

struct text {
    char at[LOYD_SIGN_FILE_MAX + 1];
    size_t len;
};

static struct text
file(const char *name)
{
    struct text text = {.len = 0};
    char path[200];
    FILE *in;

    snprintf(path, sizeof(path), FOLDER "%s", name);
    in = fopen(path, "rb");
    assert_non_null(in);
    text.len = fread(text.at, 1, LOYD_SIGN_FILE_MAX, in);
    fclose(in);
    return text;
}

static loyd_signer *
signer_of(const char *name, const char *password)
{
    struct text key = file(name);
    loyd_signer *signer = NULL;
    loyd_why why = {""};

    if (loyd_signer_read(key.at, key.len, password,
                         password != NULL ? strlen(password) : 0, &signer,
                         &why) != LOYD_OK)
        fail_msg("%s: %s", name, why.text);
    return signer;
}

static loyd_public_key
public_of(const char *name)
{
    struct text text = file(name);
    loyd_public_key key = {{0}, {0}};
    loyd_why why;

    OK(loyd_public_key_read(text.at, text.len, &key, &why));
    return key;
}

static void
test_signatures_of_minisign_are_good(void **state)
{
    loyd_public_key key = public_of("open.pub");
    struct text message = file("message");
    struct text signature = file("message.minisig");
    char trusted[LOYD_TRUSTED_MAX + 1];
    loyd_why why = {""};

    (void)state;
    OK(signature_check(&key, message.at, message.len, signature.at,
                       signature.len, trusted, &why));
    assert_string_equal(trusted, "digest 00ff");
    key = public_of("locked.pub");
    assert_int_equal(signature_check(&key, message.at, message.len,
                                     signature.at, signature.len, NULL, &why),
                     LOYD_E_SECRET);
    assert_string_equal(why.text, "signed with another key");
    signature = file("message.legacy.minisig");
    assert_int_equal(signature_check(&key, message.at, message.len,
                                     signature.at, signature.len, NULL, &why),
                     LOYD_E_SYNTAX);
}

/* Flips every bit of the message, and a bit in every signed byte of the
 * signature file. */
static void
test_what_was_tampered_with_is_refused(void **state)
{
    loyd_public_key key = public_of("open.pub");
    struct text message = file("message");
    struct text signature = file("message.minisig");
    size_t first = (size_t)(strchr(signature.at, '\n') - signature.at) + 1;

    (void)state;
    for (size_t i = 0; i < message.len * 8; i++) {
        message.at[i / 8] ^= (char)(1 << i % 8);
        assert_int_not_equal(signature_check(&key, message.at, message.len,
                                             signature.at, signature.len, NULL,
                                             NULL),
                             LOYD_OK);
        message.at[i / 8] ^= (char)(1 << i % 8);
    }
    /* All but the untrusted comment; the last line end is optional. */
    for (size_t i = first; i + 1 < signature.len; i++) {
        signature.at[i] ^= 1;
        assert_int_not_equal(signature_check(&key, message.at, message.len,
                                             signature.at, signature.len, NULL,
                                             NULL),
                             LOYD_OK);
        signature.at[i] ^= 1;
    }
    for (size_t len = 0; len + 1 < signature.len; len++)
        assert_int_not_equal(signature_check(&key, message.at, message.len,
                                             signature.at, len, NULL, NULL),
                             LOYD_OK);
    OK(signature_check(&key, message.at, message.len, signature.at,
                       signature.len, NULL, NULL));
}

/* Ed25519 is deterministic: the same key gives the same signature as minisign,
 * except for the untrusted comment. */
static void
test_we_sign_as_minisign_does(void **state)
{
    struct text message = file("message");
    struct text wanted = file("message.minisig");
    char made[LOYD_SIGNATURE_TEXT];
    loyd_signer *signer = signer_of("open.key", NULL);
    loyd_public_key key, other = public_of("open.pub");
    loyd_why why = {""};

    (void)state;
    OK(minisign_sign(signer, message.at, message.len, "digest 00ff", made,
                     &why));
    assert_string_equal(strchr(made, '\n'), strchr(wanted.at, '\n'));
    public_key_of(signer, &key);
    assert_memory_equal(&key, &other, sizeof(key));
    assert_int_equal(minisign_sign(signer, "", 0, "two\nlines", made, &why),
                     LOYD_E_ENCODING);
    loyd_signer_free(&signer);
    assert_null(signer);
    loyd_signer_free(&signer);
}

static void
test_passwords(void **state)
{
    struct text text = file("locked.key"), open = file("open.key");
    struct text cheap = file("cheap.key");
    loyd_signer *signer = NULL;
    loyd_public_key key, other = public_of("locked.pub");
    loyd_why why = {""};

    (void)state;
    OK(loyd_signer_read(open.at, open.len, NULL, 0, &signer, &why));
    loyd_signer_free(&signer);
    assert_int_equal(
        loyd_signer_read(text.at, text.len, NULL, 0, &signer, &why),
        LOYD_E_SECRET);
    assert_string_equal(why.text, "key needs a password");
    assert_int_equal(
        loyd_signer_read(cheap.at, cheap.len, "fourteen", 8, &signer, &why),
        LOYD_E_SECRET);
    assert_string_equal(why.text, "wrong password");
    assert_null(signer);
    signer = signer_of("locked.key", "fifteen");
    public_key_of(signer, &key);
    assert_memory_equal(&key, &other, sizeof(key));
    loyd_signer_free(&signer);
}

/* Line ends of other systems, and empty lines at the end. */
static void
test_ends_of_lines(void **state)
{
    static const char *const ends[] = {"\n", "\r\n"};
    static const struct {
        unsigned blank; /* empty lines at the end */
        bool is_good;
    } cases[] = {{0, true}, {1, true}, {2, false}};
    struct text open = file("open.key");
    loyd_public_key key, wanted = public_of("open.pub");
    loyd_signer *signer = NULL;
    loyd_why why = {""};

    (void)state;
    for (unsigned e = 0; e < 2; e++)
        for (unsigned c = 0; c < 3; c++) {
            char text[LOYD_SIGN_FILE_MAX + 1] = "";
            size_t len = 0;
            loyd_err err;

            for (const char *at = open.at; *at != '\0'; at++)
                len += *at == '\n'
                           ? (size_t)sprintf(text + len, "%s", ends[e])
                           : (size_t)sprintf(text + len, "%c", *at);
            for (unsigned b = 0; b < cases[c].blank; b++)
                len += (size_t)sprintf(text + len, "%s", ends[e]);
            err = loyd_signer_read(text, len, NULL, 0, &signer, &why);
            if ((err == LOYD_OK) != cases[c].is_good)
                fail_msg("ends %u, %u empty lines: %d %s", e, cases[c].blank,
                         err, why.text);
            if (err != LOYD_OK)
                continue;
            public_key_of(signer, &key);
            assert_memory_equal(&key, &wanted, sizeof(key));
            loyd_signer_free(&signer);
        }
}

/* Changes each byte of a key without a password. */
static void
test_damaged_keys(void **state)
{
    struct text open = file("open.key");
    size_t first = (size_t)(strchr(open.at, '\n') - open.at) + 1;
    loyd_signer *signer = NULL;
    unsigned n_good = 0;
    loyd_why why;

    (void)state;
    for (size_t i = first; i + 1 < open.len; i++) {
        open.at[i] ^= 1;
        if (loyd_signer_read(open.at, open.len, NULL, 0, &signer, &why) ==
            LOYD_OK) {
            n_good++;
            loyd_signer_free(&signer);
        }
        open.at[i] ^= 1;
    }
    /* Salt, costs and the key id (48 + 8 bytes) may have any value. */
    assert_in_range(n_good, 1, (48 + 8) * 4 / 3 + 2);
    for (size_t len = 0; len + 1 < open.len; len++)
        assert_int_equal(
            loyd_signer_read(open.at, len, NULL, 0, &signer, &why),
            LOYD_E_SYNTAX);
}

/* A key whose password would take 16 EB of memory. */
static void
test_costly_keys_are_refused(void **state)
{
    static const char key[] =
        "untrusted comment: hostile\n"
        "RWRTY0Iy"
        "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAD//////////w=="
        "\n";
    struct text text = file("locked.key");
    char *line = strchr(text.at, '\n') + 1;
    loyd_signer *signer = NULL;
    loyd_why why = {""};

    (void)state;
    assert_int_equal(
        loyd_signer_read(key, sizeof(key) - 1, "x", 1, &signer, &why),
        LOYD_E_SYNTAX);
    /* The operations are bytes 38..45, from character 50.67 on. */
    memset(line + 52, '/', 8);
    assert_int_equal(
        loyd_signer_read(text.at, text.len, "x", 1, &signer, &why),
        LOYD_E_SYNTAX);
    assert_string_equal(why.text, "decrypting the key takes more than 1 GB of "
                                  "memory");
}

static void
test_public_keys(void **state)
{
    static const char bare[] =
        "RWRUW/nPbsPTnxBmlq7zo3mGObmfz/ii2uGl0v8xwzPN6h3Pf95D9qMo";
    static const char *const bad[] = {
        "",
        "RWRUW",
        "hello\n",
        "untrusted comment: x\n",
        "RWRUW/nPbsPTnxBmlq7zo3mGObmfz/ii2uGl0v8xwzPN6h3Pf95D9qM=",
        "RVRUW/nPbsPTnxBmlq7zo3mGObmfz/ii2uGl0v8xwzPN6h3Pf95D9qMo",
        "RWRUW/nPbsPTnxBmlq7zo3mGObmfz/ii2uGl0v8xwzPN6h3Pf95D9qMo\nx\ny\n",
    };
    loyd_public_key key, same = public_of("open.pub");
    loyd_why why;

    (void)state;
    OK(loyd_public_key_read(bare, strlen(bare), &key, &why));
    assert_memory_equal(&key, &same, sizeof(key));
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
        assert_int_equal(
            loyd_public_key_read(bad[i], strlen(bad[i]), &key, &why),
            LOYD_E_SYNTAX);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_signatures_of_minisign_are_good),
        cmocka_unit_test(test_what_was_tampered_with_is_refused),
        cmocka_unit_test(test_we_sign_as_minisign_does),
        cmocka_unit_test(test_passwords),
        cmocka_unit_test(test_ends_of_lines),
        cmocka_unit_test(test_damaged_keys),
        cmocka_unit_test(test_costly_keys_are_refused),
        cmocka_unit_test(test_public_keys),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
