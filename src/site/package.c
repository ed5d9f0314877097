/* SPDX-License-Identifier: MIT */
/* Reads and checks the package for browsers. */
#include "site/package.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/bytes.h"
#include "base/why.h"
#include "core/crypto.h"
#include "pack/json_parse.h"
#include "site/given.h"

enum { MANIFEST = 0 };

const char *const package_names[PACKAGE_FILES] = {
    "package.json", "loyd.wasm", "loyd.js", "worker.js", "loyd.d.ts",
};

/* A package has less than a megabyte; a folder given by mistake may have
 * anything. */
#define MEGABYTES 4

/* The manifest has the sums of the other files. */
static loyd_err
check_sums(const struct package *package, const json_t *manifest,
           const char *dir, loyd_why *why)
{
    const json_t *sums = json_object_get(manifest, "sha256");

    for (size_t i = 0; i < PACKAGE_FILES; i++) {
        const struct text *text = &package->file[i];
        char hex[2 * CRYPTO_SHA256_BYTES + 1];
        uint8_t sum[CRYPTO_SHA256_BYTES];
        struct crypto_sha256 sha;

        if (i == MANIFEST)
            continue;
        crypto_sha256_begin(&sha);
        crypto_sha256_add(&sha, text->at, text->len);
        crypto_sha256_end(&sha, sum);
        if (strcmp(bytes_hex(sum, sizeof(sum), hex),
                   json_text(sums, package_names[i])) != 0)
            return given_refuse(
                why, dir, package_names[i],
                "damaged: its SHA-256 is not that of package.json");
    }
    return LOYD_OK;
}

static loyd_err
check_manifest(const struct package *package, const char *dir, loyd_why *why)
{
    const struct text *text = &package->file[MANIFEST];
    char problem[2 * WHY_QUOTE_BYTES], shown[WHY_QUOTE_BYTES];
    const char *name = package_names[MANIFEST], *version;
    json_t *manifest = NULL;
    loyd_err err = json_parse(text->at, text->len, &manifest, why);

    if (err == LOYD_E_NOMEM)
        return err;
    if (err != LOYD_OK)
        return given_refuse(why, dir, name, "invalid JSON");
    version = json_text(manifest, "version");
    if (strcmp(json_text(manifest, "name"), "loyd") != 0) {
        err = given_refuse(why, dir, name, "not a package of loyd");
    } else if (strcmp(version, loyd_version()) != 0) {
        snprintf(problem, sizeof(problem), "version '%s': expected %s",
                 why_quote(version, strlen(version), shown), loyd_version());
        err = given_refuse(why, dir, name, problem);
    } else {
        err = check_sums(package, manifest, dir, why);
    }
    json_decref(manifest);
    return err;
}

loyd_err
package_read(struct package *package, int fd, const char *dir, loyd_why *why)
{
    loyd_err err = LOYD_OK;

    for (size_t i = 0; err == LOYD_OK && i < PACKAGE_FILES; i++) {
        err = given_read(fd, dir, package_names[i], MEGABYTES,
                         &package->file[i], why);
        if (err == LOYD_E_NOT_FOUND) {
            given_refuse(why, dir, package_names[i], strerror(ENOENT));
            err = i == MANIFEST ? LOYD_E_NOT_FOUND : LOYD_E_FOREIGN;
        }
    }
    if (err == LOYD_OK)
        err = check_manifest(package, dir, why);
    if (err != LOYD_OK)
        package_free(package);
    package->is_there = err == LOYD_OK;
    return err;
}

loyd_err
package_open(struct package *package, const char *dir, loyd_why *why)
{
    int fd;
    loyd_err err = given_open(dir, &fd, why);

    if (err != LOYD_OK)
        return err;
    err = package_read(package, fd, dir, why);
    close(fd);
    return err;
}

size_t
package_bytes(const struct package *package)
{
    size_t bytes = 0;

    for (size_t i = 0; i < PACKAGE_FILES; i++)
        bytes += package->file[i].len;
    return bytes;
}

void
package_free(struct package *package)
{
    for (size_t i = 0; i < PACKAGE_FILES; i++)
        text_free(&package->file[i]);
    package->is_there = false;
}
