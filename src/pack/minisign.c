/* SPDX-License-Identifier: MIT */
/*
 * Reads and writes minisign's files: secret keys, public keys, signatures.
 *   [jedisct1.github.io/minisign, "Signature format", "Secret key format"]
 */
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/slice.h"
#include "base/text.h"
#include "base/why.h"
#include "core/crypto.h"
#include "core/signing.h"
#include "loyd/sign.h"
#include "loyd/text.h"
#include "pack/minisign.h"

#define ID_BYTES 8
#define LINES_MAX 4

static const char untrusted_mark[] = "untrusted comment: ";
static const char trusted_mark[] = "trusted comment: ";

/* Offsets in the base64 data of a secret key file. */
enum {
    SECRET_ALGORITHM = 0, /* "Ed" */
    SECRET_KDF = 2,       /* "Sc": scrypt; two zeros: no password */
    SECRET_CHECK = 4,     /* "B2" */
    SECRET_SALT = 6,
    SECRET_OPERATIONS = 38, /* 64 bits, little-endian */
    SECRET_MEMORY = 46,
    SECRET_ID = 54, /* from here to the end encrypted */
    SECRET_KEY = 62,
    SECRET_SUM = 126, /* of algorithm, id and key */
    SECRET_BYTES = 158
};

/* The same in a public key and in a signature. */
enum { PUBLIC_ID = 2, PUBLIC_KEY = 10, PUBLIC_BYTES = 42 };
enum { SIGNATURE_ID = 2, SIGNATURE_VALUE = 10, SIGNATURE_FILE_BYTES = 74 };

/* The values that minisign uses; files that state more are refused. */
#define OPERATIONS_MAX 33554432
#define MEMORY_MAX 1073741824

struct loyd_signer {
    uint8_t id[ID_BYTES];
    uint8_t secret[SIGNING_SECRET_BYTES];
};

/* Splits a file into lines without line ends, ignoring an empty line at the
 * end. Returns 0 if there are more than LINES_MAX or a NUL. */
static size_t
split(const char *text, size_t len, struct slice lines[LINES_MAX])
{
    struct slice rest = {text, len}, line;
    size_t n = 0;

    if (len == 0 || len > LOYD_SIGN_FILE_MAX || memchr(text, '\0', len))
        return 0;
    while (slice_line(&rest, &line) && (line.len > 0 || rest.len > 0)) {
        if (n == LINES_MAX)
            return 0;
        lines[n++] = line;
    }
    return n;
}

static bool
read_base64(struct slice line, uint8_t *out, size_t n)
{
    return signing_base64_read(line.at, line.len, out, n);
}

/* Reads a comment line and a line of base64 of n bytes. */
static bool
read_pair(const struct slice *lines, uint8_t *out, size_t n)
{
    struct slice comment = lines[0];

    return slice_skip(&comment, untrusted_mark) &&
           read_base64(lines[1], out, n);
}

/* Reads the bytes of a secret key file, still encrypted; the caller wipes
 * them. */
static loyd_err
read_secret(const char *text, size_t len, uint8_t bytes[SECRET_BYTES],
            bool *is_locked, loyd_why *why)
{
    static const uint8_t none[2] = {0, 0};
    struct slice lines[LINES_MAX];

    if (split(text, len, lines) != 2 || !read_pair(lines, bytes, SECRET_BYTES))
        return why_set(why, LOYD_E_SYNTAX, "not a minisign secret key");
    *is_locked = memcmp(bytes + SECRET_KDF, none, 2) != 0;
    if (memcmp(bytes + SECRET_ALGORITHM, "Ed", 2) != 0 ||
        memcmp(bytes + SECRET_CHECK, "B2", 2) != 0 ||
        (*is_locked && memcmp(bytes + SECRET_KDF, "Sc", 2) != 0))
        return why_set(why, LOYD_E_SYNTAX,
                       "unsupported kind of key: expected Ed25519, scrypt and "
                       "BLAKE2b");
    if (*is_locked &&
        (bytes_little(bytes + SECRET_OPERATIONS, 8) > OPERATIONS_MAX ||
         bytes_little(bytes + SECRET_MEMORY, 8) > MEMORY_MAX))
        return why_set(why, LOYD_E_SYNTAX,
                       "decrypting the key takes more than 1 GB of memory");
    return LOYD_OK;
}

static loyd_err
unlock(uint8_t bytes[SECRET_BYTES], const char *password, size_t len,
       loyd_why *why)
{
    uint8_t stream[SECRET_BYTES - SECRET_ID];

    if (password == NULL)
        return why_set(why, LOYD_E_SECRET, "key needs a password");
    if (!signing_stretch(password, len, bytes + SECRET_SALT,
                         bytes_little(bytes + SECRET_OPERATIONS, 8),
                         bytes_little(bytes + SECRET_MEMORY, 8), stream,
                         sizeof(stream)))
        return LOYD_E_NOMEM;
    for (size_t i = 0; i < sizeof(stream); i++)
        bytes[SECRET_ID + i] ^= stream[i];
    crypto_wipe(stream, sizeof(stream));
    return LOYD_OK;
}

/*
 * Checks the checksum and that both halves of the key belong together. In a
 * key without a password minisign leaves the checksum zero.
 */
static bool
is_whole(const uint8_t bytes[SECRET_BYTES], bool is_locked)
{
    static const uint8_t none[CRYPTO_HASH_BYTES] = {0};
    uint8_t sum[CRYPTO_HASH_BYTES];
    struct crypto_hash hash;

    crypto_hash_begin(&hash, NULL);
    crypto_hash_add(&hash, bytes + SECRET_ALGORITHM, 2);
    crypto_hash_add(&hash, bytes + SECRET_ID, SECRET_SUM - SECRET_ID);
    crypto_hash_end(&hash, sum);
    return (signing_same(sum, bytes + SECRET_SUM, sizeof(sum)) ||
            (!is_locked &&
             signing_same(none, bytes + SECRET_SUM, sizeof(none)))) &&
           signing_is_pair(bytes + SECRET_KEY);
}

loyd_err
loyd_signer_read(const char *text, size_t len, const char *password,
                 size_t password_len, loyd_signer **signer, loyd_why *why)
{
    uint8_t bytes[SECRET_BYTES];
    loyd_signer *made = NULL;
    bool is_locked = false;
    loyd_err err;

    WHY_GIVEN(why);
    err = read_secret(text, len, bytes, &is_locked, why);
    if (err == LOYD_OK && is_locked)
        err = unlock(bytes, password, password_len, why);
    if (err == LOYD_OK && !is_whole(bytes, is_locked))
        err = is_locked ? why_set(why, LOYD_E_SECRET, "wrong password")
                        : why_set(why, LOYD_E_SYNTAX, "key is damaged");
    if (err == LOYD_OK && (made = malloc(sizeof(*made))) == NULL)
        err = LOYD_E_NOMEM;
    if (err == LOYD_OK) {
        memcpy(made->id, bytes + SECRET_ID, ID_BYTES);
        memcpy(made->secret, bytes + SECRET_KEY, SIGNING_SECRET_BYTES);
        *signer = made;
    }
    crypto_wipe(bytes, sizeof(bytes));
    return err;
}

void
loyd_signer_free(loyd_signer **signer)
{
    if (signer == NULL || *signer == NULL)
        return;
    crypto_wipe(*signer, sizeof(**signer));
    free(*signer);
    *signer = NULL;
}

/* Joins a signature and its comment, which the second signature covers.
 * Returns the length. */
static size_t
join(const uint8_t value[SIGNING_BYTES], const char *trusted, size_t len,
     uint8_t both[SIGNING_BYTES + LOYD_TRUSTED_MAX])
{
    memcpy(both, value, SIGNING_BYTES);
    memcpy(both + SIGNING_BYTES, trusted, len);
    return SIGNING_BYTES + len;
}

static void
put_base64(struct text *text, const uint8_t *bytes, size_t n)
{
    char base64[SIGNING_BASE64(SIGNATURE_FILE_BYTES)];

    signing_base64_print(bytes, n, base64);
    text_format(text, "%s\n", base64);
}

loyd_err
minisign_sign(const loyd_signer *signer, const void *bytes, size_t len,
              const char *trusted, char signature[LOYD_SIGNATURE_TEXT],
              loyd_why *why)
{
    uint8_t file[SIGNATURE_FILE_BYTES] = {'E', 'D'}, global[SIGNING_BYTES];
    uint8_t hash[SIGNING_PREHASH_BYTES];
    uint8_t both[SIGNING_BYTES + LOYD_TRUSTED_MAX];
    size_t trusted_len = strlen(trusted);
    struct text text = text_in(signature, LOYD_SIGNATURE_TEXT);
    loyd_err err;

    WHY_GIVEN(why);
    if ((err = loyd_text_check(trusted, trusted_len, why)) != LOYD_OK)
        return err;
    if (trusted_len > LOYD_TRUSTED_MAX)
        return why_set(why, LOYD_E_RANGE,
                       "trusted comment of %zu bytes: expected at most %d",
                       trusted_len, LOYD_TRUSTED_MAX);
    memcpy(file + SIGNATURE_ID, signer->id, ID_BYTES);
    signing_prehash(bytes, len, hash);
    signing_sign(signer->secret, hash, sizeof(hash), file + SIGNATURE_VALUE);
    signing_sign(signer->secret, both,
                 join(file + SIGNATURE_VALUE, trusted, trusted_len, both),
                 global);
    text_format(&text, "%ssignature from loyd\n", untrusted_mark);
    put_base64(&text, file, sizeof(file));
    text_format(&text, "%s%s\n", trusted_mark, trusted);
    put_base64(&text, global, sizeof(global));
    return LOYD_OK;
}

loyd_err
loyd_public_key_read(const char *text, size_t len, loyd_public_key *key,
                     loyd_why *why)
{
    struct slice lines[LINES_MAX];
    uint8_t bytes[PUBLIC_BYTES];
    size_t n = split(text, len, lines);
    bool is_key = (n == 2 && read_pair(lines, bytes, PUBLIC_BYTES)) ||
                  (n == 1 && read_base64(lines[0], bytes, PUBLIC_BYTES));

    WHY_GIVEN(why);
    if (!is_key || memcmp(bytes, "Ed", 2) != 0)
        return why_set(why, LOYD_E_SYNTAX, "not a minisign public key");
    memcpy(key->id, bytes + PUBLIC_ID, ID_BYTES);
    memcpy(key->key, bytes + PUBLIC_KEY, SIGNING_PUBLIC_BYTES);
    return LOYD_OK;
}

void
public_key_of(const loyd_signer *signer, loyd_public_key *key)
{
    memcpy(key->id, signer->id, ID_BYTES);
    memcpy(key->key,
           signer->secret + SIGNING_SECRET_BYTES - SIGNING_PUBLIC_BYTES,
           SIGNING_PUBLIC_BYTES);
}

/* Checks that a trusted comment is one line of text; tabs, which minisign uses
 * as separators, are allowed. */
static bool
is_comment(struct slice line)
{
    char text[LOYD_TRUSTED_MAX];

    if (line.len > LOYD_TRUSTED_MAX)
        return false;
    for (size_t i = 0; i < line.len; i++)
        text[i] = line.at[i] == '\t' ? ' ' : line.at[i];
    return loyd_text_check(text, line.len, NULL) == LOYD_OK;
}

/* Splits a signature file into its parts; `trusted` is borrowed from it. */
static bool
read_signature(const char *text, size_t len,
               uint8_t file[SIGNATURE_FILE_BYTES],
               uint8_t global[SIGNING_BYTES], struct slice *trusted)
{
    struct slice lines[LINES_MAX];

    if (split(text, len, lines) != 4 ||
        !read_pair(lines, file, SIGNATURE_FILE_BYTES) ||
        !slice_skip(&lines[2], trusted_mark) ||
        !read_base64(lines[3], global, SIGNING_BYTES))
        return false;
    *trusted = lines[2];
    return is_comment(*trusted);
}

loyd_err
signature_check(const loyd_public_key *key, const void *bytes, size_t len,
                const char *signature, size_t signature_len,
                char trusted[LOYD_TRUSTED_MAX + 1], loyd_why *why)
{
    uint8_t file[SIGNATURE_FILE_BYTES], global[SIGNING_BYTES];
    uint8_t hash[SIGNING_PREHASH_BYTES];
    uint8_t both[SIGNING_BYTES + LOYD_TRUSTED_MAX];
    struct slice comment;

    WHY_GIVEN(why);
    if (!read_signature(signature, signature_len, file, global, &comment))
        return why_set(why, LOYD_E_SYNTAX, "not a minisign signature");
    if (memcmp(file, "ED", 2) != 0)
        return why_set(
            why, LOYD_E_SYNTAX,
            "unsupported kind of signature: expected a prehashed one");
    if (memcmp(file + SIGNATURE_ID, key->id, ID_BYTES) != 0)
        return why_set(why, LOYD_E_SECRET, "signed with another key");
    signing_prehash(bytes, len, hash);
    if (!signing_check(key->key, hash, sizeof(hash), file + SIGNATURE_VALUE))
        return why_set(why, LOYD_E_SECRET,
                       "signature does not match the contents");
    if (!signing_check(
            key->key, both,
            join(file + SIGNATURE_VALUE, comment.at, comment.len, both),
            global))
        return why_set(why, LOYD_E_SECRET,
                       "trusted comment does not match its signature");
    if (trusted != NULL) {
        memcpy(trusted, comment.at, comment.len);
        trusted[comment.len] = '\0';
    }
    return LOYD_OK;
}
