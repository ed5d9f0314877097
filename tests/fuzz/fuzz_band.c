/* SPDX-License-Identifier: MIT */
/* Bands: parsed bands cover 0..100; printed and parsed again, they are equal.
 */
#include "fuzz.h"

#include <string.h>

#include "core/range.h"
#include "rate/band.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char text[LOYD_BANDS_MAX * (LOYD_BAND_NAME + PERCENTILES_TEXT)];
    loyd_bands bands, again;
    size_t len = 0;
    uint32_t end = 0;

    if (bands_parse((const char *)data, size, &bands, NULL) != LOYD_OK)
        return 0;
    demand(bands.n >= 1 && bands.n <= LOYD_BANDS_MAX);
    for (unsigned i = 0; i < bands.n; i++) {
        const loyd_band *band = &bands.band[i];

        demand(band->percentiles.low == end);
        end = band->percentiles.high;
        len +=
            (size_t)sprintf(text + len, "%s%s=", i > 0 ? "," : "", band->name);
        len += percentiles_print(&band->percentiles, text + len);
    }
    demand(end == LOYD_PERCENTILE_MAX);
    demand(bands_parse(text, len, &again, NULL) == LOYD_OK);
    demand(memcmp(&bands, &again, sizeof(bands)) == 0);
    return 0;
}
