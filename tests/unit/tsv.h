/* SPDX-License-Identifier: MIT */
/* Reads the tab-separated files of data/ row by row. Tests only. */
#ifndef TSV_H
#define TSV_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TSV_FIELDS 16

/*
 * An open file. field[0..n_fields) are the fields of the last row read,
 * NUL-terminated.
 */
struct tsv {
    FILE *file;
    const char *name;
    char *line;
    size_t line_bytes;
    unsigned number; /* line number of that row, from 1 */
    int n_fields;
    char *field[TSV_FIELDS];
};

static inline void
tsv_open(struct tsv *tsv, const char *name)
{
    char path[256];

    memset(tsv, 0, sizeof(*tsv));
    tsv->name = name;
    snprintf(path, sizeof(path), "%s/%s", LOYD_DATA, name);
    tsv->file = fopen(path, "rb");
    if (tsv->file == NULL)
        fail_msg("cannot open %s", path);
}

static inline void
tsv_split(struct tsv *tsv)
{
    char *at = tsv->line;

    tsv->n_fields = 0;
    for (;;) {
        char *tab = strchr(at, '\t');

        if (tsv->n_fields == TSV_FIELDS)
            fail_msg("%s:%u: too many fields", tsv->name, tsv->number);
        tsv->field[tsv->n_fields++] = at;
        if (tab == NULL)
            return;
        *tab = '\0';
        at = tab + 1;
    }
}

/*
 * Reads the next row of `n_fields` fields (0: any number). Returns false at
 * the end.
 */
static inline int
tsv_next(struct tsv *tsv, int n_fields)
{
    ssize_t len;

    while ((len = getline(&tsv->line, &tsv->line_bytes, tsv->file)) > 0) {
        tsv->number++;
        if (tsv->line[len - 1] == '\n')
            tsv->line[len - 1] = '\0';
        if (tsv->line[0] == '#')
            continue;
        tsv_split(tsv);
        if (n_fields != 0 && tsv->n_fields != n_fields)
            fail_msg("%s:%u: %d fields, not %d", tsv->name, tsv->number,
                     tsv->n_fields, n_fields);
        return 1;
    }
    return 0;
}

static inline void
tsv_close(struct tsv *tsv)
{
    fclose(tsv->file);
    free(tsv->line);
}

#endif
