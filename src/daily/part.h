/* SPDX-License-Identifier: MIT */
/* What folder.c and part.c share. */
#ifndef LOYD_DAILY_PART_H
#define LOYD_DAILY_PART_H

#include "daily/folder.h"

#define PART_BYTES 64 /* of our own names, and of these in the making */

/* "" for the root. */
extern const char *const folder_names[FOLDER_COUNT];

/* The error that errno tells of, about a file of the site. */
loyd_err folder_failed(const struct folder *folder, int in, const char *name);

/* What a file is called until it is whole: ".NAME.part". */
void folder_part_name(const char *name, char part[PART_BYTES]);

/* Writes a new file under that name, and onto the disk. */
loyd_err folder_write_part(struct folder *folder, int in, const char *name,
                           const char *bytes, size_t len);
loyd_err folder_rename_part(struct folder *folder, int in, const char *name);

#endif
