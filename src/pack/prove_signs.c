/* SPDX-License-Identifier: MIT */
/* Owns the proof of a pack's signatures. */
#include <stdlib.h>
#include <string.h>

#include "pack/pack.h"
#include "pack/proving.h"

/* One file's: is it there, the key's, and does it say what it is of? */
static bool
prove_one(struct proving *p, const char *name, const char *signature_name,
          const char *bytes, size_t len)
{
    char trusted[LOYD_TRUSTED_MAX + 1], wanted[LOYD_TRUSTED_MAX + 1];
    char *text = NULL;
    size_t text_len = 0;
    loyd_why part = {""};
    loyd_err err = pack_read_file(p->dir, signature_name, LOYD_SIGN_FILE_MAX,
                                  &text, &text_len, &part);

    if (err == LOYD_E_NOT_FOUND) {
        if (p->options->key != NULL)
            proving_report(p, signature_name, "missing");
        return false;
    }
    p->result.is_signed = true;
    if (err != LOYD_OK) {
        proving_error(p, NULL, err, &part); /* which has the name */
        return false;
    }
    if (p->options->key != NULL)
        err = loyd_signature_check(p->options->key, bytes, len, text, text_len,
                                   trusted, &part);
    free(text);
    if (err != LOYD_OK) {
        proving_error(p, signature_name, err, &part);
        return false;
    }
    if (p->options->key == NULL)
        return false;
    pack_trusted(wanted, name, p->manifest.pack_id, p->manifest.version,
                 p->manifest.digest);
    if (strcmp(trusted, wanted) == 0)
        return true;
    proving_report(p, signature_name,
                   "its trusted comment is of another pack");
    return false;
}

void
prove_signatures(struct proving *p, const char *manifest, size_t len)
{
    bool is_both = prove_one(p, MANIFEST_NAME, MANIFEST_NAME SIGNATURE_SUFFIX,
                             manifest, len);

    if (p->sums == NULL || p->err != LOYD_OK ||
        !prove_one(p, SUMS_NAME, SUMS_NAME SIGNATURE_SUFFIX, p->sums,
                   p->sums_len))
        is_both = false;
    p->result.is_checked = is_both;
    /* Whatever the cause: a key that was given and not used is a fault. */
    if (p->options->key != NULL && !is_both && p->err == LOYD_OK &&
        p->result.bad == 0)
        proving_report(p, SUMS_NAME, "its signature was not checked");
}
