/* SPDX-License-Identifier: MIT */
/* The lines of an entry, with what only a pack knows of it. */
#ifndef LOYD_PACK_ENTRY_H
#define LOYD_PACK_ENTRY_H

#include "loyd/export.h"

struct entry_extra {
    uint32_t number; /* in its pack; 0: of none, and not told */
    bool no_path;    /* its solution is kept back */
};

/* As loyd_entry_json and loyd_entry_csv, with the number at the end. */
size_t entry_json(const loyd_entry *entry, const struct entry_extra *extra,
                  char *text, size_t size);
size_t entry_csv(const loyd_entry *entry, const struct entry_extra *extra,
                 char *text, size_t size);

#endif
