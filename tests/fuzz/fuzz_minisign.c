/* SPDX-License-Identifier: MIT */
/*
 * Files of minisign: any input is parsed or refused, and only the original
 * signature is valid.
 */
#include "fuzz.h"

#include <string.h>

#include "loyd/sign.h"
#include "pack/minisign.h"

static const char public_text[] =
    "RWRUW/nPbsPTnxBmlq7zo3mGObmfz/ii2uGl0v8xwzPN6h3Pf95D9qMo";
static const char message[] = "fourteen, fifteen\n";

/* The signed bytes of tests/golden/minisign/message.minisig. */
static const char signed_part[] =
    "RURUW/nPbsPTn8MyKEvMrZKIVO42Kcy+HSBmQ5M2+FwcPtkied2WtB0yCZYs0YolBGrMlSys"
    "TPdyjkHWKg93qf58tLgZ54VECgM=";

static void
read_signature(const char *text, size_t size)
{
    char trusted[LOYD_TRUSTED_MAX + 1];
    loyd_public_key key;

    demand(loyd_public_key_read(public_text, strlen(public_text), &key,
                                NULL) == LOYD_OK);
    if (signature_check(&key, message, strlen(message), text, size, trusted,
                        NULL) != LOYD_OK)
        return;
    demand(strcmp(trusted, "digest 00ff") == 0);
    demand(size > strlen(signed_part));
}

static void
read_keys(const char *text, size_t size)
{
    char signature[LOYD_SIGNATURE_TEXT], trusted[LOYD_TRUSTED_MAX + 1];
    loyd_signer *signer = NULL;
    loyd_public_key key;

    (void)!loyd_public_key_read(text, size, &key, NULL);
    if (loyd_signer_read(text, size, NULL, 0, &signer, NULL) != LOYD_OK) {
        demand(signer == NULL);
        return;
    }
    public_key_of(signer, &key);
    demand(minisign_sign(signer, text, size, "t", signature, NULL) == LOYD_OK);
    demand(signature_check(&key, text, size, signature, strlen(signature),
                           trusted, NULL) == LOYD_OK);
    demand(strcmp(trusted, "t") == 0);
    demand(signature_check(&key, text, size - 1, signature, strlen(signature),
                           NULL, NULL) != LOYD_OK);
    loyd_signer_free(&signer);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    read_signature((const char *)data, size);
    read_keys((const char *)data, size);
    return 0;
}
