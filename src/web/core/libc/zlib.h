/* SPDX-License-Identifier: MIT */
/* The part of <zlib.h> that the library uses of game records: their checksum. */
#ifndef LOYD_WEB_ZLIB_H
#define LOYD_WEB_ZLIB_H

typedef unsigned char Bytef;
typedef unsigned uInt;
typedef unsigned long uLong;

/* CRC-32 of more bytes; crc is 0 before the first. */
static inline uLong
crc32(uLong crc, const Bytef *bytes, uInt n)
{
    crc ^= 0xffffffff;
    for (uInt i = 0; i < n; i++) {
        crc ^= bytes[i];
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (0xedb88320 & -(crc & 1));
    }
    return crc ^ 0xffffffff;
}

#endif
