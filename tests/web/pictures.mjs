// SPDX-License-Identifier: MIT
// Pictures for the tests, as PNGs.
import zlib from "node:zlib";

function chunk(name, bytes) {
    const body = Buffer.concat([Buffer.from(name, "latin1"), bytes]);
    const all = Buffer.alloc(body.length + 8);
    all.writeUInt32BE(bytes.length, 0);
    body.copy(all, 4);
    all.writeUInt32BE(crc(body), body.length + 4);
    return all;
}

function crc(bytes) {
    let sum = 0xffffffff;
    for (const byte of bytes) {
        sum ^= byte;
        for (let i = 0; i < 8; i++)
            sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
    }
    return (sum ^ 0xffffffff) >>> 0;
}

/** A PNG whose pixels are colour(x, y), as [red, green, blue]. */
export function png(width, height, colour) {
    const lines = Buffer.alloc(height * (1 + 3 * width));
    for (let y = 0; y < height; y++)
        for (let x = 0; x < width; x++)
            lines.set(colour(x, y), y * (1 + 3 * width) + 1 + 3 * x);
    const header = Buffer.alloc(13);
    header.writeUInt32BE(width, 0);
    header.writeUInt32BE(height, 4);
    header.set([8, 2, 0, 0, 0], 8);
    return Buffer.concat([
        Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), chunk("IHDR", header),
        chunk("IDAT", zlib.deflateSync(lines)), chunk("IEND", Buffer.alloc(0))]);
}

/** A landscape: sky, a sun and hills. */
export const picture = (width = 900, height = 600) => png(width, height,
    (x, y) => {
        const u = x / width, v = y / height;
        const sun = Math.hypot((u - 0.7) * width, (v - 0.3) * height) / height;
        const hill = 0.62 + 0.1 * Math.sin(5 * u) + 0.03 * Math.sin(17 * u);
        const near = 0.8 + 0.06 * Math.cos(7 * u + 1);
        if (v > near) return [38, 92 - 60 * (v - near), 58];
        if (v > hill) return [88, 140 - 90 * (v - hill), 96];
        if (sun < 0.11) return [255, 236, 170];
        return [120 + 130 * v, 170 + 40 * v, 215 - 60 * v].map(Math.round);
    });
