/* SPDX-License-Identifier: MIT */
/* `loyd digest`: prints a hash of the contents of a catalogue. */
#include "base/bytes.h"
#include "cli/command.h"
#include "cli/json.h"

static struct {
    bool puzzles;
} opt;

static const struct option_row option_table[] = {
    OPTION_DB,
    {"puzzles", NULL,
     "digest only the puzzles and their proven lengths, without recipes",
     OWN(puzzles)},
    OPTIONS_OF_ALL};

static int
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

const struct command command_digest = {
    "digest", "", "print a hash of the contents of a catalogue",
    "The digest depends only on what is stored, not on the bytes of the "
    "file: the same recipes give the same digest, however they were added.",
    ACTION(cmd_digest, NEEDS_STORE, NULL, NULL),
    option_table, 0, 0,
    .examples =
        "loyd digest --db puzzles.db\n"
        "loyd digest --db puzzles.db --puzzles\n"};
