/* SPDX-License-Identifier: MIT */
/* Owns the last step of an export: its signatures. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/why.h"
#include "pack/pack.h"
#include "pack/manifest_read.h"

size_t
pack_trusted(char out[LOYD_TRUSTED_MAX + 1], const char *file,
             const char *pack_id, uint32_t version,
             const uint8_t digest[LOYD_HASH_BYTES])
{
    char hex[2 * LOYD_HASH_BYTES + 1];
    int len;

    pack_hex(digest, LOYD_HASH_BYTES, hex);
    len = snprintf(out, LOYD_TRUSTED_MAX + 1,
                   "loyd pack %s version %u file %s digest %s", pack_id,
                   (unsigned)version, file, hex);
    return (size_t)len;
}

static loyd_err
sign_file(const struct pack *p, const struct pack_folder *f, const char *name,
          const char *signature_name, loyd_why *why)
{
    char trusted[LOYD_TRUSTED_MAX + 1], text[LOYD_SIGNATURE_TEXT];
    char id[LOYD_ID_CHARS + 1], *bytes = NULL;
    size_t len = 0;
    struct sink *to = NULL;
    struct sink_sum sum;
    loyd_err err =
        pack_read_file(f->dir, name, UNPACK_WHOLE_MAX, &bytes, &len, why);

    if (err != LOYD_OK)
        return err;
    loyd_id_print(&p->result.pack_id, id);
    pack_trusted(trusted, name, id, p->result.version, p->result.digest);
    err = loyd_sign(p->options->signer, bytes, len, trusted, text, why);
    free(bytes);
    if (err == LOYD_OK)
        err = sink_new(f->dir, f->wanted, signature_name, false, &to, why);
    if (err != LOYD_OK)
        return err;
    sink_text(to, text);
    return sink_end(&to, &sum, why);
}

loyd_err
pack_sign(const struct pack *p, const struct pack_folder *f, loyd_why *why)
{
    loyd_err err;

    if (p->options->signer == NULL)
        return LOYD_OK;
    err = sign_file(p, f, MANIFEST_NAME, MANIFEST_NAME SIGNATURE_SUFFIX, why);
    return err == LOYD_OK
               ? sign_file(p, f, SUMS_NAME, SUMS_NAME SIGNATURE_SUFFIX, why)
               : err;
}
