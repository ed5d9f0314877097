/* SPDX-License-Identifier: MIT */
/* Reads and checks the package for browsers. */
#include "site/package.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/bytes.h"
#include "base/file.h"
#include "base/why.h"
#include "core/crypto.h"
#include "pack/json_parse.h"

enum { MANIFEST = 0, WASM = 1 };

const char *const package_names[PACKAGE_FILES] = {
    [MANIFEST] = "package.json", [WASM] = "loyd.wasm",
    "loyd.js",                   "worker.js",
    "loyd.d.ts",
};

/* A package has less than a megabyte; a folder given by mistake may have
 * anything. */
#define FILE_MOST ((size_t)4 << 20)

static loyd_err
refuse(loyd_why *why, const char *dir, const char *name, const char *problem)
{
    char shown[WHY_QUOTE_BYTES];

    return why_set(why, LOYD_E_FOREIGN, "%s/%s: %s",
                   why_quote(dir, strlen(dir), shown), name, problem);
}

static loyd_err
cannot_read(loyd_why *why, const char *dir, const char *name)
{
    char shown[WHY_QUOTE_BYTES];

    if (errno == ENOMEM)
        return LOYD_E_NOMEM;
    return why_errno(why, "%s%s%s", why_quote(dir, strlen(dir), shown),
                     name[0] != '\0' ? "/" : "", name);
}

static loyd_err
read_file(struct text *text, int dir_fd, const char *dir, const char *name,
          loyd_why *why)
{
    if (file_read_plain(dir_fd, name, FILE_MOST, text))
        return text->len > 0 ? LOYD_OK : refuse(why, dir, name, "empty");
    switch (errno) {
    case ENOENT:
        return refuse(why, dir, name, strerror(ENOENT));
    case ELOOP:
    case ENOTSUP:
        return refuse(why, dir, name, "expected a plain file");
    case EFBIG:
        return refuse(why, dir, name, "expected at most 4 MB");
    default:
        return cannot_read(why, dir, name);
    }
}

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
            return refuse(why, dir, package_names[i],
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
        return refuse(why, dir, name, "invalid JSON");
    version = json_text(manifest, "version");
    if (strcmp(json_text(manifest, "name"), "loyd") != 0) {
        err = refuse(why, dir, name, "not a package of loyd");
    } else if (strcmp(version, loyd_version()) != 0) {
        snprintf(problem, sizeof(problem), "version '%s': expected %s",
                 why_quote(version, strlen(version), shown), loyd_version());
        err = refuse(why, dir, name, problem);
    } else {
        err = check_sums(package, manifest, dir, why);
    }
    json_decref(manifest);
    return err;
}

loyd_err
package_read(struct package *package, int fd, const char *dir, loyd_why *why)
{
    static const char begin[8] = {'\0', 'a', 's', 'm', 1, 0, 0, 0};
    const struct text *wasm = &package->file[WASM];
    loyd_err err = LOYD_OK;

    for (size_t i = 0; err == LOYD_OK && i < PACKAGE_FILES; i++)
        err = read_file(&package->file[i], fd, dir, package_names[i], why);
    if (err == LOYD_OK && (wasm->len < sizeof(begin) ||
                           memcmp(wasm->at, begin, sizeof(begin)) != 0))
        err = refuse(why, dir, package_names[WASM],
                     "not WebAssembly, version 1");
    if (err == LOYD_OK)
        err = check_manifest(package, dir, why);
    if (err != LOYD_OK)
        package_free(package);
    package->is_there = err == LOYD_OK;
    return err;
}

bool
package_is_in(int fd)
{
    struct stat status;

    return fstatat(fd, package_names[MANIFEST], &status,
                   AT_SYMLINK_NOFOLLOW) == 0;
}

loyd_err
package_open(struct package *package, const char *dir, loyd_why *why)
{
    int fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    loyd_err err;

    if (fd == -1)
        return cannot_read(why, dir, "");
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
