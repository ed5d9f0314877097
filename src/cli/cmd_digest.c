/* SPDX-License-Identifier: MIT */
/* `loyd digest`: prints a hash of the contents of a catalogue. */
#include "base/bytes.h"
#include "cli/command.h"
#include "cli/json.h"

static struct {
    bool puzzles;
} opt;

static const struct option_row option_puzzles = {
    "puzzles", 0, NULL,
    "digest only the puzzles and their proven lengths, without recipes",
    OWN(puzzles)};

option_table digest_options = {&option_db, &option_puzzles, NULL};

int
cmd_digest(struct run *run)
{
    uint8_t digest[LOYD_HASH_BYTES];
    char hex[BYTES_HEX(LOYD_HASH_BYTES)];
    loyd_why why = {""};
    loyd_err err;

    err = loyd_store_digest(
        run->store, opt.puzzles ? LOYD_DIGEST_PUZZLES : LOYD_DIGEST_ALL,
        digest, &why);
    if (err != LOYD_OK)
        return report(run->db, err, &why);
    SUMS(SUM_TEXT("digest=$", bytes_hex(digest, LOYD_HASH_BYTES, hex)),
         SUM_TEXT("of", opt.puzzles ? "puzzles" : "all"));
    return EXIT_DONE;
}
