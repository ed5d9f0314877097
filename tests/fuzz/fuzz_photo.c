/* SPDX-License-Identifier: MIT */
/* Pictures: what can be read is written as a JPEG, which can be read again. */
#include "fuzz.h"

#include "site/photo.h"

/* So that no input takes long. */
#define PIXELS 20000

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct text jpeg = {0}, again = {0};
    loyd_why why;
    loyd_err err = photo_make(data, size, PIXELS, &jpeg, why_begin(&why));

    if (err == LOYD_OK) {
        demand(jpeg.len > 0);
        demand(photo_make((const uint8_t *)jpeg.at, jpeg.len, PIXELS, &again,
                          &why) == LOYD_OK);
    } else {
        demand(jpeg.len == 0);
        demand(err == LOYD_E_NOMEM || why.text[0] != '\0');
    }
    text_free(&jpeg);
    text_free(&again);
    return 0;
}
