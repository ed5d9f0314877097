/* SPDX-License-Identifier: MIT */
/* Tables of one class, metric and size, of any kind. */
#ifndef LOYD_SOLVE_TABLE_BODY_H
#define LOYD_SOLVE_TABLE_BODY_H

#include "solve/table/frame.h"
#include "solve/table/team.h"

#define TABLE_HEADER_BYTES 4096 /* of a file, before the parts */
#define TABLE_PLAN_BYTES 2048
#define TABLE_PARTS_MAX 16
/* nodes_per_byte of pattern databases and whole-state tables in STM. */
#define TABLE_NODES_PER_BYTE 0.2

struct table_part {
    const uint8_t *at; /* NULL: neither built nor mapped */
    size_t bytes;
};

/* The tables of a plan, seen as parts one after the other. All zero: none. */
struct table_body {
    loyd_class cls; /* the first three name the file */
    loyd_metric metric;
    loyd_tables size;
    bool is_kept;                   /* in a file, since building takes long */
    void *mapping;                  /* of it, or NULL */
    size_t mapping_bytes;
    uint8_t plan[TABLE_PLAN_BYTES]; /* what follows from the plan alone */
    unsigned n_parts;
    struct table_part parts[TABLE_PARTS_MAX];
    uint64_t bytes; /* of all parts */
    const struct table_kind *kind;
    void *owner; /* of the kind; NULL: not planned */
};

/* A kind of tables: a row for each heuristic (solve/kinds.c). */
struct table_kind {
    loyd_metric metric;
    size_t owner_bytes; /* of a struct that is all zero at first */
    /*
     * Large tables are built once the small ones have generated this number
     * of nodes, and more for each byte: about as many as are searched in the
     * time that building takes.
     */
    double nodes_worth;
    double nodes_per_byte;

    /* Prepares all but the contents. *owner is all zero on error. Errors:
     * LOYD_E_NOMEM. */
    loyd_err (*plan)(void *owner, const loyd_class *cls, loyd_tables size);
    /* Sets b->is_kept, b->plan and the parts, of planned or built tables. */
    void (*describe)(const void *owner, struct table_body *b);
    /* Computes the contents. The caller frees them also after an error.
     * Errors: LOYD_E_NOMEM, LOYD_E_SYSTEM, LOYD_E_CANCELLED. */
    loyd_err (*build)(void *owner, unsigned threads, struct monitor *m);
    /* Frees or unmaps the contents, and what the plan has allocated. */
    void (*free)(void *owner);
    /* Points the owner's tables to the parts. Kinds without files have neither
     * this nor the next. */
    void (*adopt)(struct table_body *b);
    /* Descends from n entries of each table or so. Errors: LOYD_E_CORRUPT,
     * LOYD_E_NOMEM. */
    loyd_err (*descend)(const struct table_body *b, uint64_t n, loyd_why *why);
};

/* Plans tables of a class; *b is all zero on error. Errors: LOYD_E_NOMEM. */
LOYD_NODISCARD loyd_err table_body_plan(struct table_body *b,
                                        const struct table_kind *kind,
                                        const loyd_class *cls,
                                        loyd_tables size);

/* Points planned tables to a file's mapping, or with NULL to nothing. */
void table_body_place(struct table_body *b, void *mapping, size_t bytes);

/* Computes planned tables. Errors: those of the kind's build(). */
LOYD_NODISCARD loyd_err table_body_build(struct table_body *b,
                                         unsigned threads, struct monitor *m);

/* Frees the tables and their plan, and sets *b to zero. */
void table_body_free(struct table_body *b);

/* Returns the tables if they are of this kind, or NULL. */
static inline const void *
table_body_of(const struct table_body *b, const struct table_kind *kind)
{
    return b->kind == kind ? b->owner : NULL;
}

/* Adds a part. */
static inline void
table_body_add(struct table_body *b, const void *at, uint64_t bytes)
{
    b->parts[b->n_parts++] = (struct table_part){at, (size_t)bytes};
    b->bytes += bytes;
}

#endif
