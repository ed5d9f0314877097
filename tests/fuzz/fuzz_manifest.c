/* SPDX-License-Identifier: MIT */
/* Manifests: a parsed one names plain files of one folder, each once. */
#include "fuzz.h"

#include <string.h>

#include "pack/manifest_read.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct manifest m;
    struct text text = {.at = NULL};
    loyd_err err;
    loyd_why why = {""};

    text_put(&text, "");
    text_bytes(&text, (const char *)data, size);
    err = manifest_parse(&text, &m, &why);
    text_free(&text);
    if (err != LOYD_OK) {
        demand(why.text[0] != '\0');
        manifest_free(&m);
        return 0;
    }
    demand(m.n_files > 0 && m.n_files <= MANIFEST_FILES_MAX);
    demand(m.pack[0] == '\0' || (m.volume > 0 && m.revision > 0));
    for (size_t i = 0; i < m.n_files; i++) {
        demand(manifest_name_is_good(m.files[i].name));
        demand(strchr(m.files[i].name, '/') == NULL);
        demand(m.files[i].name[0] != '.');
        for (size_t k = 0; k < i; k++)
            demand(strcmp(m.files[i].name, m.files[k].name) != 0);
    }
    manifest_free(&m);
    return 0;
}
