/* SPDX-License-Identifier: MIT */
/*
 * The packed forms in the tables of schemas 1 to 12. unpack.h has them as SQL
 * functions.
 */
#ifndef LOYD_STORE_PACKED_H
#define LOYD_STORE_PACKED_H

#include "loyd/class.h"
#include "store/rows.h"

/* Unpacks 65536 * longer side + 256 * shorter side + the lowest cell of the
 * blank; returns false if that is no class. */
bool class_unpack(int64_t number, loyd_class *cls);

/* Unpacks 65536 * the version of effort quick + a length; returns false if
 * one of them is out of range. */
bool estimate_unpack(int64_t number, uint16_t *version, uint16_t *length);

/* Unpacks a length in MTM, to which 65536 is added while it is not proven;
 * returns false if it is out of range. */
bool mtm_unpack(int64_t number, bool *is_proven, uint16_t *length);

#endif
