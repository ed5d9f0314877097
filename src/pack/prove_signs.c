/* SPDX-License-Identifier: MIT */
/* Owns the proof of a pack's signatures. */
#include <stdlib.h>
#include <string.h>

#include "pack/pack.h"
#include "pack/proving.h"

/* One file's: is it there, the key's, and does it say what it is of? */
static void
prove_one(proving *p, const char *name, const char *signature_name,
          const char *bytes, size_t len)
{
    char trusted[LOYD_TRUSTED_MAX + 1], wanted[LOYD_TRUSTED_MAX + 1];
    char *text = NULL;
    size_t text_len = 0;
    loyd_why part = {""};
    loyd_err err = unpack_whole(p->dir, signature_name, LOYD_SIGN_FILE_MAX,
                                &text, &text_len, &part);

    if (err == LOYD_E_NOT_FOUND) {
        if (p->options->key != NULL)
            proving_report(p, signature_name, "it is not there");
        return;
    }
    p->result.is_signed = true;
    if (err == LOYD_OK && p->options->key != NULL)
        err = loyd_signature_check(p->options->key, bytes, len, text, text_len,
                                   trusted, &part);
    free(text);
    if (err != LOYD_OK) {
        proving_report(p, signature_name, "%s", part.text);
        return;
    }
    if (p->options->key == NULL)
        return;
    pack_trusted(wanted, name, p->manifest.pack_id, p->manifest.version,
                 p->manifest.digest);
    if (strcmp(trusted, wanted) != 0)
        proving_report(p, signature_name,
                       "its trusted comment is of another pack");
}

void
prove_signatures(proving *p, const char *manifest, size_t len)
{
    uint64_t bad = p->result.bad;
    char *sums = NULL;
    size_t sums_len = 0;

    prove_one(p, MANIFEST_NAME, MANIFEST_NAME SIGNATURE_SUFFIX, manifest, len);
    /* Where it cannot be read, that is told when it is looked at itself. */
    if (unpack_whole(p->dir, SUMS_NAME, UNPACK_MANIFEST_MAX, &sums, &sums_len,
                     NULL) == LOYD_OK)
        prove_one(p, SUMS_NAME, SUMS_NAME SIGNATURE_SUFFIX, sums, sums_len);
    free(sums);
    p->result.is_checked = p->options->key != NULL && p->result.bad == bad;
}
